//! `piaget lab`: opens the lab and says where.

use crate::failure::Failure;
use crate::output;
use piaget_lab::server::{ADDRESS, CannotOpen, Lab, Limits, assets, open};
use std::io::Write as _;
use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::sync::Arc;

#[derive(clap::Args)]
pub struct Args {
    /// Where to open it; an address that others can reach needs a token
    #[arg(long, default_value_t = ADDRESS, value_name = "ADDRESS:PORT")]
    bind: SocketAddr,
    /// A word that visitors must have in their address (?token=WORD)
    #[arg(long)]
    token: Option<String>,
    /// Visitors at once, each with a simulation of its own
    #[arg(long, default_value_t = Limits::default().visitors, value_name = "COUNT")]
    visitors: usize,
    /// Open a browser there, where this machine has one
    #[arg(long)]
    open: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let listener = open(args.bind, args.token.as_deref()).map_err(|error| match error {
        CannotOpen::Io(..) | CannotOpen::PortsTaken { .. } => Failure::Wrong(error.to_string()),
        _ => Failure::Usage(error.to_string()),
    })?;
    let address = listener.local_addr().map_err(|error| Failure::Wrong(error.to_string()))?;
    let mut out = output::stdout();
    if address.port() != args.bind.port() && args.bind.port() != 0 {
        writeln!(out, "Port {} is in use; port {} is free and taken.", args.bind.port(), address.port())?;
    }
    let library = Arc::new(assets::library());
    if library.cards().is_empty() {
        return Err(Failure::Wrong("this program was built without a scenario that can be played".into()));
    }
    let token = args.token.as_ref().map_or(String::new(), |token| format!("?token={token}"));
    let page = format!("http://{address}/{token}");
    writeln!(out, "The lab is open at {page} (Ctrl+C closes it).")?;
    out.flush()?;
    if args.open {
        open_browser(&page);
    }
    let limits = Limits { visitors: args.visitors, ..Limits::default() };
    let lab = Lab { library, limits, token: args.token.clone() };
    lab.run(listener).map_err(|error| Failure::Wrong(format!("the lab was closed: {error}")))
}

/// Shows the page, where there is a desktop to show it on. That there is none is no failure: the address was printed.
fn open_browser(page: &str) {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let desktop = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    if desktop || cfg!(target_os = "macos") {
        let _ = Command::new(program).arg(page).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    }
}
