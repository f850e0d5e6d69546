//! `piaget lab` from outside: the address that it prints, and the token in it.

use crate::program::{piaget, root, stderr, stdout};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// A lab that is closed when this goes.
struct Open {
    child: Child,
    page: String,
}

impl Drop for Open {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn open(arguments: &[&str], token: Option<&str>) -> Open {
    let mut command = Command::new(env!("CARGO_BIN_EXE_piaget"));
    command.args(["lab", "--bind", "127.0.0.1:0"]).args(arguments).current_dir(root()).stdout(Stdio::piped());
    match token {
        Some(token) => command.env("PIAGET_LAB_TOKEN", token),
        None => command.env_remove("PIAGET_LAB_TOKEN"),
    };
    let mut child = command.spawn().expect("piaget runs");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
    let page = line.split(' ').find(|word| word.starts_with("http://"));
    let page = page.unwrap_or_else(|| panic!("no address: {line}")).to_owned();
    Open { child, page }
}

impl Open {
    fn token(&self) -> Option<&str> {
        self.page.split_once("?token=").map(|(_, token)| token)
    }

    /// The status of a request for the page.
    fn status(&self, query: &str) -> String {
        let host = self.page.trim_start_matches("http://").split('/').next().unwrap_or_default();
        let mut stream = TcpStream::connect(host).expect("the lab is there");
        write!(
            stream,
            "GET /bodies/terrier.glb{query} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).split(' ').nth(1).unwrap_or_default().to_owned()
    }
}

#[test]
fn the_printed_address_has_a_token_that_nobody_guesses() {
    let (one, two) = (open(&[], None), open(&[], None));
    let token = one.token().expect("a token");
    assert!(token.len() == 32 && token.bytes().all(|byte| byte.is_ascii_hexdigit()), "{token}");
    assert_ne!(Some(token), two.token());
    assert_eq!(one.status(""), "401");
    assert_eq!(one.status(&format!("?token={}", two.token().unwrap())), "401");
    assert_eq!(one.status(&format!("?token={token}")), "200");
}

#[test]
fn a_token_comes_from_the_environment_a_file_or_the_command_line() {
    assert_eq!(open(&[], Some("from-the-environment")).token(), Some("from-the-environment"));
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "from-a-file\n").unwrap();
    let file = file.path().to_str().unwrap();
    assert_eq!(open(&["--token-file", file], Some("from-the-environment")).token(), Some("from-a-file"));
    assert_eq!(open(&["--token", "from-the-line"], None).token(), Some("from-the-line"));
    let none = open(&["--no-token"], Some("from-the-environment"));
    assert_eq!((none.token(), none.status("").as_str()), (None, "200"));
}

#[test]
fn what_cannot_be_a_door_is_refused() {
    for (arguments, says) in [
        (&["--no-token", "--bind", "0.0.0.0:0"][..], "needs a token"),
        (&["--token", "short"], "8 to 100"),
        (&["--token", "with space in it"], "8 to 100"),
        (&["--token-file", "/no/such/file"], "cannot be read"),
        (&["--host", "http://lab.example"], "no name of a host"),
        (&["--no-token", "--token", "long-enough"], "cannot be used with"),
    ] {
        let output = piaget(&[&["lab"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
        assert!(stdout(&output).is_empty() && stderr(&output).contains(says), "{}", stderr(&output));
    }
}

/// Half of them ask for bodies and read nothing, half are sessions of which nothing is read.
#[cfg(target_os = "linux")]
#[test]
fn many_connections_take_few_descriptors_and_a_newcomer_gets_in() {
    /// Connections that the lab promises to keep at most, and what it needs besides.
    const MOST: usize = 256 + 32;
    let lab = open(&["--no-token"], None);
    let host = lab.page.trim_start_matches("http://").trim_end_matches('/').to_owned();
    let descriptors = || {
        let folder = format!("/proc/{}/fd", lab.child.id());
        std::fs::read_dir(folder).expect("its descriptors").count()
    };
    let body = format!("GET /bodies/terrier.glb HTTP/1.1\r\nHost: {host}\r\n\r\n").repeat(60);
    let session = format!(
        "GET /session HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    );
    let (mut unread, mut most) = (Vec::new(), 0);
    for number in 0..400 {
        let mut stream = TcpStream::connect(&host).expect("the lab is there");
        // One that was closed in favour of another takes nothing any more.
        let _ = stream.write_all(if number % 2 == 0 { body.as_bytes() } else { session.as_bytes() });
        unread.push(stream);
        most = most.max(descriptors());
    }
    assert_eq!(lab.status(""), "200", "a newcomer beside {} connections", unread.len());
    most = most.max(descriptors());
    println!("{most} descriptors at most for {} connections", unread.len());
    assert!(most <= MOST, "{most} descriptors");
}

/// The characters of generated worlds lie beside their scenarios; they were taken for scenarios once, and the lab did not open.
#[test]
fn a_folder_of_generated_worlds_is_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a plain path");
    let written = piaget(&["life", "who-is-who/post", "--seed", "2", "--scenario", path]);
    assert!(written.status.success(), "{}", stderr(&written));
    assert_eq!(open(&["--no-token", path], None).status(""), "200");
    let missing = piaget(&["lab", "--no-token", "--bind", "127.0.0.1:0", "no/such/folder"]);
    assert_eq!(missing.status.code(), Some(1), "{}", stdout(&missing));
}
