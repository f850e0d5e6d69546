//! The server: one simulation per visitor over a WebSocket, and the page. Everything that a stranger could make grow has a
//! limit: connections, visitors, the size and the rate of messages, processor time, the time of silence. Frames are made
//! when a browser can take one, so that a slow one gets fewer and none is ever queued. Every request passes [`door`].

mod answers;
pub mod assets;
mod attackers;
mod connections;
pub mod door;
mod frames;
pub mod load;
mod player;
mod turns;
mod visit;
pub mod visitors;

use crate::Library;
use answers::{Answer, Shared};
use connections::{Admission, Connections, Seating, Socket};
use door::Door;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use socket2::SockRef;
use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// Where the lab is if nobody says otherwise.
pub const ADDRESS: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 7878);
/// How many ports after a taken one are tried.
const MORE_PORTS: u16 = 20;
/// The most bytes and headers of a request. Those of a browser are far below.
const MAX_HEAD_BYTES: usize = 16 << 10;
const MAX_HEADERS: usize = 64;

/// What strangers may use up.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// Visitors at once. Each has a simulation of its own; more make all of them slower.
    pub visitors: usize,
    /// Connections at once, visitors counted. One more closes the one that has stood still longest.
    pub connections: usize,
    /// Connections of one address. A browser opens six for a page; many people may share an address.
    pub connections_per_address: usize,
    /// The longest message of a visitor, in bytes. A link with many changes is one.
    pub message_bytes: usize,
    /// Messages per second that a visitor may keep up.
    pub messages_per_s: f64,
    /// Messages that may come at once on top of that, as when a thing is dragged.
    pub burst: f64,
    /// Frames per second that a visitor's messages may come in, and pings and pongs, which are frames as well. A browser
    /// cuts only long messages, and into few.
    pub frames_per_s: f64,
    /// Frames that may come at once on top of that.
    pub frames_burst: f64,
    /// Messages that may wait to be carried out.
    pub unheard: usize,
    /// Seconds of processor time per second for one visitor. What is left is for the others and for the server itself.
    pub work_per_s: f64,
    /// Messages that are none, until a visitor is shown out.
    pub garbage: u32,
    /// Answers that a visitor may leave unread.
    pub unread: usize,
    /// Bytes of answers that a visitor may leave unread.
    pub answer_bytes: usize,
    /// Bytes that may be on their way to a visitor, as far as the system lets us say. What lies there grows old: the
    /// less, the fresher the frame that a slow browser gets, and the sooner one that reads nothing is noticed.
    pub unread_bytes: usize,
    /// How long a browser may take nothing of what is written to it.
    pub read_within: Duration,
    /// Without any sign of life for so long, a browser counts as gone.
    pub vanished_after: Duration,
    /// Without a message for so long, nobody is there.
    pub idle_after: Duration,
    /// How long a connection may take to say what it wants.
    pub ask_within: Duration,
    /// How long a connection may last that does not become a visit.
    pub fetch_within: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            visitors: 32,
            connections: 256,
            connections_per_address: 128,
            message_bytes: 2 << 20,
            messages_per_s: 60.0,
            burst: 240.0,
            frames_per_s: 120.0,
            frames_burst: 480.0,
            unheard: 256,
            work_per_s: 0.8,
            garbage: 10,
            unread: 64,
            answer_bytes: 8 << 20,
            unread_bytes: 256 << 10,
            read_within: Duration::from_secs(20),
            vanished_after: Duration::from_secs(60),
            idle_after: Duration::from_secs(30 * 60),
            ask_within: Duration::from_secs(10),
            fetch_within: Duration::from_secs(60),
        }
    }
}

/// A lab that can be visited.
pub struct Lab {
    /// What it shows.
    pub library: Arc<Library>,
    /// What strangers may use up.
    pub limits: Limits,
    /// What a visitor must know; nothing where everybody on this machine may come.
    pub token: Option<String>,
    /// Names besides those of loopback under which it is reached.
    pub hosts: Vec<String>,
}

/// Why a lab cannot be opened.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum CannotOpen {
    #[error("a lab that others can reach ({0}) needs a token: leave out --no-token")]
    NeedsToken(SocketAddr),
    #[error("a token has 8 to 100 letters, digits, `-` or `_`")]
    BadToken,
    #[error("\"{0}\" is no name of a host: write it as `lab.example`, without scheme and port")]
    BadHost(String),
    #[error("ports {first} to {last} of {address} are all in use; choose another with --bind {address}:PORT")]
    PortsTaken { address: std::net::IpAddr, first: u16, last: u16 },
    #[error("the lab cannot be opened at {0}: {1}")]
    Io(SocketAddr, io::Error),
}

/// Finds a place for the lab: the address that was asked for or, where its port is in use, the next that is free. The
/// caller can tell by the listener's own address.
pub fn open(wanted: SocketAddr, token: Option<&str>, hosts: &[String]) -> Result<TcpListener, CannotOpen> {
    match token {
        None if !wanted.ip().is_loopback() => return Err(CannotOpen::NeedsToken(wanted)),
        Some(token) if !door::is_token(token) => return Err(CannotOpen::BadToken),
        _ => {}
    }
    if let Some(bad) = hosts.iter().find(|host| !door::is_host(host)) {
        return Err(CannotOpen::BadHost(bad.clone()));
    }
    let last = wanted.port().saturating_add(MORE_PORTS);
    for port in wanted.port()..=last {
        let address = SocketAddr::new(wanted.ip(), port);
        match TcpListener::bind(address) {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            Err(error) => return Err(CannotOpen::Io(address, error)),
        }
    }
    Err(CannotOpen::PortsTaken { address: wanted.ip(), first: wanted.port(), last })
}

impl Lab {
    /// Lets visitors in, until the process ends.
    pub fn run(self, listener: TcpListener) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(self.serve(listener))
    }

    /// As [`Lab::run`], on a runtime that is there.
    pub async fn serve(self, listener: TcpListener) -> io::Result<()> {
        listener.set_nonblocking(true)?;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let connections = Connections::new(&self.limits);
        let Limits { ask_within, fetch_within, unread_bytes, .. } = self.limits;
        let door = Door::new(self.token.as_deref(), &self.hosts);
        let shared = Arc::new(Shared::new(self.library, self.limits, door));
        loop {
            // A connection that breaks while it is accepted is nobody's loss.
            let Ok((stream, from)) = listener.accept().await else {
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            };
            let Ok(ours) = stream.local_addr() else { continue };
            // Frames are small and each is wanted at once.
            let _ = stream.set_nodelay(true);
            let _ = SockRef::from(&stream).set_send_buffer_size(unread_bytes);
            let shared = shared.clone();
            let welcome = move |socket: Socket, seating: Seating| {
                let answer = Answer { shared, ours, seating };
                let service = service_fn(move |request| {
                    let answer = answer.clone();
                    async move { Ok::<_, Infallible>(answer.to(request).await) }
                });
                tokio::spawn(async move {
                    let mut http = hyper::server::conn::http1::Builder::new();
                    http.timer(TokioTimer::new()).header_read_timeout(ask_within).keep_alive(true);
                    http.max_buf_size(MAX_HEAD_BYTES).max_headers(MAX_HEADERS);
                    let connection = http.serve_connection(TokioIo::new(socket), service).with_upgrades();
                    // Whatever a stranger's connection dies of, it dies alone.
                    let _ = timeout(fetch_within, connection).await;
                });
            };
            match connections.admit(stream, from).await {
                Admission::Place(socket, seating) => welcome(socket, seating),
                Admission::Crowded(newcomer) => connections.wait(newcomer, welcome),
                Admission::Refused => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_need_a_token_and_a_taken_port_gives_the_next() {
        let outside: SocketAddr = "0.0.0.0:0".parse().unwrap();
        assert!(matches!(open(outside, None, &[]), Err(CannotOpen::NeedsToken(_))));
        assert!(matches!(open(outside, Some("short"), &[]), Err(CannotOpen::BadToken)));
        assert!(open(outside, Some("long-enough"), &["lab.example".into()]).is_ok());
        let first = open("127.0.0.1:0".parse().unwrap(), None, &[]).unwrap().local_addr().unwrap();
        let taken = TcpListener::bind(first).unwrap();
        let next = open(first, None, &[]).unwrap().local_addr().unwrap();
        assert!(next.port() > first.port() && next.port() - first.port() <= MORE_PORTS);
        let named = open(first, None, &["http://lab.example".into()]);
        assert!(matches!(named, Err(CannotOpen::BadHost(_))));
        drop(taken);
    }
}
