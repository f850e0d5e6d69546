//! `piaget lab`: opens the lab and says where.

use crate::failure::Failure;
use crate::{files, output};
use piaget_lab::Library;
use piaget_lab::server::{ADDRESS, CannotOpen, Lab, Limits, assets, door, open};
use piaget_sim::files::{Disk, Files};
use piaget_sim::scenario::FileKind;
use piaget_sim::{Choice, Scenario};
use std::io::Write as _;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

/// The variable that may hold the token: other users of a machine see command lines, but not the environment.
const TOKEN_VARIABLE: &str = "PIAGET_LAB_TOKEN";

#[derive(clap::Args)]
pub struct Args {
    /// Scenario files to show besides those that come with the program, or folders of them
    scenarios: Vec<PathBuf>,
    /// Where to open it
    #[arg(long, default_value_t = ADDRESS, value_name = "ADDRESS:PORT")]
    bind: SocketAddr,
    /// A name under which visitors reach it, besides those of this machine itself; may be given several times
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// A word that visitors must have in their address (?token=WORD) instead of a random one; PIAGET_LAB_TOKEN may hold it
    #[arg(long, value_name = "WORD", conflicts_with_all = ["token_file", "no_token"])]
    token: Option<String>,
    /// A file that holds this word
    #[arg(long, value_name = "FILE", conflicts_with = "no_token")]
    token_file: Option<PathBuf>,
    /// Ask for no token: every program and every user of this machine can come in
    #[arg(long)]
    no_token: bool,
    /// Visitors at once, each with a simulation of its own
    #[arg(long, default_value_t = Limits::default().visitors, value_name = "COUNT")]
    visitors: usize,
    /// Open a browser there, where this machine has one
    #[arg(long)]
    open: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let token = token(args)?;
    let listener = open(args.bind, token.as_deref(), &args.hosts).map_err(|error| match error {
        CannotOpen::Io(..) | CannotOpen::PortsTaken { .. } => Failure::Wrong(error.to_string()),
        _ => Failure::Usage(error.to_string()),
    })?;
    let address = listener.local_addr().map_err(|error| Failure::Wrong(error.to_string()))?;
    let mut out = output::stdout();
    if address.port() != args.bind.port() && args.bind.port() != 0 {
        writeln!(out, "Port {} is in use; port {} is free and taken.", args.bind.port(), address.port())?;
    }
    let mut library = assets::library();
    for path in &args.scenarios {
        add(&mut library, path)?;
    }
    let library = Arc::new(library);
    if library.cards().is_empty() {
        return Err(Failure::Wrong("this program was built without a scenario that can be played".into()));
    }
    let page = page(address, args.hosts.first().map(String::as_str), token.as_deref());
    writeln!(out, "The lab is open at {page} (Ctrl+C closes it).")?;
    out.flush()?;
    if args.open {
        open_browser(&page);
    }
    let limits = Limits { visitors: args.visitors, ..Limits::default() };
    let lab = Lab { library, limits, token, hosts: args.hosts.clone() };
    lab.run(listener).map_err(|error| Failure::Wrong(format!("the lab was closed: {error}")))
}

/// Adds a scenario file, or every one of a folder, under the file's name without its ending.
fn add(library: &mut Library, path: &Path) -> Result<(), Failure> {
    if !path.is_dir() {
        return add_file(library, path);
    }
    for file in files::texts_in(path)? {
        let source = files::read(&file)?;
        if FileKind::of(&source, &file) == FileKind::Scenario {
            add_file(library, &file)?;
        }
    }
    Ok(())
}

fn add_file(library: &mut Library, file: &Path) -> Result<(), Failure> {
    let source = files::read(file)?;
    // What a scenario names is looked for beside it, then among what comes with the program.
    let both = Both { disk: Disk::beside(file), library };
    let choice = Choice { seed: Some(Scenario::own_seed(&source)), set: Vec::new() };
    let scenario = Scenario::load(&source, &both, &choice).map_err(|mistakes| {
        Failure::Mistakes(files::with_sources(source.clone(), file, &mistakes), mistakes)
    })?;
    for (reference, text) in &scenario.files.0 {
        if library.file(reference).is_some_and(|known| known != text) {
            let sentence = format!("{}: another file is known as \"{reference}\" already", file.display());
            return Err(Failure::Wrong(format!("{sentence}; give it another name")));
        }
        library.add_file(reference, text);
    }
    for (reference, bytes) in scenario.files.1 {
        library.add_bytes(&reference, bytes);
    }
    library.add_scenario(files::stem_of(file), &source.text);
    Ok(())
}

/// Files of the disk, and where there is none, of the library.
struct Both<'a> {
    disk: Disk,
    library: &'a Library,
}

impl Files for Both<'_> {
    fn read(&self, reference: &str) -> Result<String, String> {
        self.disk.read(reference).or_else(|why| self.library.file(reference).map(str::to_owned).ok_or(why))
    }

    fn bytes(&self, reference: &str) -> Result<Vec<u8>, String> {
        self.disk.bytes(reference).or_else(|why| self.library.bytes(reference).map(<[u8]>::to_vec).ok_or(why))
    }
}

/// The token that visitors must know: the one that was given, or else a random one.
fn token(args: &Args) -> Result<Option<String>, Failure> {
    if args.no_token {
        return Ok(None);
    }
    if let Some(word) = &args.token {
        return Ok(Some(word.clone()));
    }
    if let Some(file) = &args.token_file {
        return token_of(file).map(Some);
    }
    match std::env::var(TOKEN_VARIABLE) {
        Ok(word) => Ok(Some(word)),
        Err(std::env::VarError::NotUnicode(_)) => {
            Err(Failure::Usage(format!("the variable {TOKEN_VARIABLE} holds no text")))
        }
        Err(std::env::VarError::NotPresent) => {
            let made = door::new_token();
            made.map(Some).map_err(|error| Failure::Wrong(format!("no random token can be made: {error}")))
        }
    }
}

fn token_of(file: &Path) -> Result<String, Failure> {
    use std::io::Read as _;
    /// No token is as long.
    const MOST: u64 = 1024;
    let mut text = String::new();
    let read = std::fs::File::open(file).and_then(|file| file.take(MOST).read_to_string(&mut text));
    read.map_err(|error| {
        Failure::Usage(format!("the token cannot be read from {}: {error}", file.display()))
    })?;
    Ok(text.trim().to_owned())
}

/// The address of the page, for people. What listens on all addresses is reached under a name or under loopback's.
fn page(address: SocketAddr, host: Option<&str>, token: Option<&str>) -> String {
    let own = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => "127.0.0.1".to_owned(),
        IpAddr::V6(ip) if ip.is_unspecified() => "[::1]".to_owned(),
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    };
    let host =
        host.map_or(own, |host| if host.contains(':') { format!("[{host}]") } else { host.to_owned() });
    let token = token.map_or(String::new(), |token| format!("?token={token}"));
    format!("http://{host}:{}/{token}", address.port())
}

/// Shows the page, where there is a desktop to show it on. That there is none is no failure: the address was printed.
fn open_browser(page: &str) {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let desktop = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    if desktop || cfg!(target_os = "macos") {
        let _ = Command::new(program).arg(page).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_address_can_be_opened() {
        let page = |address: &str, host, token| page(address.parse().unwrap(), host, token);
        assert_eq!(page("127.0.0.1:7878", None, Some("word")), "http://127.0.0.1:7878/?token=word");
        assert_eq!(page("0.0.0.0:7878", None, None), "http://127.0.0.1:7878/");
        assert_eq!(page("[::]:7878", None, None), "http://[::1]:7878/");
        assert_eq!(page("0.0.0.0:7878", Some("lab.example"), None), "http://lab.example:7878/");
        assert_eq!(page("[::]:7878", Some("2001:db8::7"), None), "http://[2001:db8::7]:7878/");
    }
}
