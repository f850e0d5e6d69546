//! The server: one simulation per visitor over a WebSocket, and the page. Everything that a stranger could make grow has a
//! limit: connections, visitors, the size and the rate of messages, the time of silence. Frames are made when a
//! browser can take one, so that a slow one gets fewer and none is ever queued.

pub mod assets;
pub mod guests;
pub mod load;
mod visit;

use crate::Library;
use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use serde::Deserialize;
use socket2::SockRef;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::Semaphore;

/// Where the lab is if nobody says otherwise.
pub const ADDRESS: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 7878);
/// How many ports after a taken one are tried.
const MORE_PORTS: u16 = 20;

/// What strangers may use up.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// Visitors at once. Each has a simulation of its own; more make all of them slower.
    pub visitors: usize,
    /// Connections at once, visitors counted; those beyond wait to be accepted.
    pub connections: usize,
    /// The longest message of a visitor, in bytes. A link with many changes is one.
    pub message_bytes: usize,
    /// Messages per second that a visitor may keep up.
    pub messages_per_s: f64,
    /// Messages that may come at once on top of that, as when a thing is dragged.
    pub burst: f64,
    /// Messages that are none, until a visitor is shown out.
    pub garbage: u32,
    /// Answers that a visitor may leave unread.
    pub unread: usize,
    /// Bytes that may be on their way to a visitor, as far as the system lets us say. What lies there grows old: the
    /// less, the fresher the frame that a slow browser gets, and the sooner one that reads nothing is noticed.
    pub unread_bytes: usize,
    /// How long a visitor's browser may take to read one frame.
    pub read_within: Duration,
    /// Without any sign of life for so long, a browser counts as gone.
    pub vanished_after: Duration,
    /// Without a message for so long, nobody is there.
    pub idle_after: Duration,
    /// How long a connection may take to say what it wants.
    pub ask_within: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            visitors: 32,
            connections: 256,
            message_bytes: 2 << 20,
            messages_per_s: 60.0,
            burst: 240.0,
            garbage: 10,
            unread: 64,
            unread_bytes: 256 << 10,
            read_within: Duration::from_secs(20),
            vanished_after: Duration::from_secs(60),
            idle_after: Duration::from_secs(30 * 60),
            ask_within: Duration::from_secs(10),
        }
    }
}

/// A lab that can be visited.
pub struct Lab {
    /// What it shows.
    pub library: Arc<Library>,
    /// What strangers may use up.
    pub limits: Limits,
    /// What a visitor must know; nothing where only this machine can come.
    pub token: Option<String>,
}

/// Why a lab cannot be opened.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum CannotOpen {
    #[error(
        "a lab that others can reach ({0}) needs a token: add --token WORD, and give the word to your visitors"
    )]
    NeedsToken(SocketAddr),
    #[error("a token has 8 to 100 letters, digits, `-` or `_`")]
    BadToken,
    #[error("ports {first} to {last} of {address} are all in use; choose another with --bind {address}:PORT")]
    PortsTaken { address: std::net::IpAddr, first: u16, last: u16 },
    #[error("the lab cannot be opened at {0}: {1}")]
    Io(SocketAddr, io::Error),
}

/// Finds a door for the lab: the address that was asked for or, where its port is in use, the next that is free. The
/// caller can tell by the listener's own address.
pub fn open(wanted: SocketAddr, token: Option<&str>) -> Result<TcpListener, CannotOpen> {
    match token {
        None if !wanted.ip().is_loopback() => return Err(CannotOpen::NeedsToken(wanted)),
        Some(token) if !is_good(token) => return Err(CannotOpen::BadToken),
        _ => {}
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

fn is_good(token: &str) -> bool {
    (8..=100).contains(&token.len())
        && token.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
}

/// What all connections share.
struct Shared {
    lab: Lab,
    visitors: AtomicUsize,
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
        let room = Arc::new(Semaphore::new(self.limits.connections));
        let (ask_within, unread_bytes) = (self.limits.ask_within, self.limits.unread_bytes);
        let shared = Arc::new(Shared { lab: self, visitors: AtomicUsize::new(0) });
        let router = Router::new()
            .route("/session", get(session))
            .route("/bodies/{file}", get(body))
            .fallback(page)
            .with_state(shared);
        loop {
            let permit = room.clone().acquire_owned().await.map_err(io::Error::other)?;
            // A connection that breaks while it is accepted is nobody's loss.
            let Ok((stream, _)) = listener.accept().await else {
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            };
            // Frames are small and each is wanted at once.
            let _ = stream.set_nodelay(true);
            let _ = SockRef::from(&stream).set_send_buffer_size(unread_bytes);
            let service = TowerToHyperService::new(router.clone());
            tokio::spawn(async move {
                let mut http = hyper::server::conn::http1::Builder::new();
                http.timer(TokioTimer::new()).header_read_timeout(ask_within).keep_alive(true);
                // Whatever a stranger's connection dies of, it dies alone.
                let _ = http.serve_connection(TokioIo::new(stream), service).with_upgrades().await;
                drop(permit);
            });
        }
    }
}

async fn page(uri: Uri) -> Response {
    assets::page(uri.path())
}

async fn body(State(shared): State<Arc<Shared>>, Path(file): Path<String>) -> Response {
    assets::body(&shared.lab.library, &file)
}

/// What stands in the address of a session.
#[derive(Deserialize)]
struct Asked {
    #[serde(default)]
    token: String,
}

async fn session(
    State(shared): State<Arc<Shared>>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !is_own_page(&headers) {
        return (StatusCode::FORBIDDEN, "only the lab's own page may visit it\n").into_response();
    }
    let known = shared.lab.token.as_ref().is_none_or(|token| is_same(token, &asked.token));
    let bytes = shared.lab.limits.message_bytes;
    let upgrade = upgrade.max_message_size(bytes).max_frame_size(bytes).write_buffer_size(0);
    // A browser tells its page nothing of a refused upgrade, so the door is opened to say no.
    upgrade.on_upgrade(move |socket| async move {
        if !known {
            return visit::turn_away(
                socket,
                visit::POLICY,
                "the address lacks the lab's token, or has another",
            )
            .await;
        }
        let seat = Seat(shared.clone());
        if shared.visitors.fetch_add(1, Ordering::AcqRel) >= shared.lab.limits.visitors {
            visit::turn_away(socket, visit::TRY_LATER, "the lab is full; try again in a while").await;
        } else {
            visit::visit(socket, shared.lab.library.clone(), &shared.lab.limits).await;
        }
        drop(seat);
    })
}

/// A visitor's place; free again when it goes, however it goes.
struct Seat(Arc<Shared>);

impl Drop for Seat {
    fn drop(&mut self) {
        self.0.visitors.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Whether a page of another site asks, in a browser that sits on this machine.
fn is_own_page(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, host)| host);
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    origin.is_some() && origin == host
}

/// Compares without telling by its time how much of a guess was right.
fn is_same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |off, (a, b)| off | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_need_a_token_and_a_taken_port_gives_the_next() {
        let outside: SocketAddr = "0.0.0.0:0".parse().unwrap();
        assert!(matches!(open(outside, None), Err(CannotOpen::NeedsToken(_))));
        assert!(matches!(open(outside, Some("short")), Err(CannotOpen::BadToken)));
        assert!(open(outside, Some("long-enough")).is_ok());
        let first = open("127.0.0.1:0".parse().unwrap(), None).unwrap().local_addr().unwrap();
        let taken = TcpListener::bind(first).unwrap();
        let next = open(first, None).unwrap().local_addr().unwrap();
        assert!(next.port() > first.port() && next.port() - first.port() <= MORE_PORTS);
        drop(taken);
    }

    #[test]
    fn other_sites_pages_are_told_apart() {
        let headers = |origin: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, "127.0.0.1:7878".parse().unwrap());
            origin.map(|origin| headers.insert(header::ORIGIN, origin.parse().unwrap()));
            headers
        };
        assert!(is_own_page(&headers(None)) && is_own_page(&headers(Some("http://127.0.0.1:7878"))));
        assert!(!is_own_page(&headers(Some("http://evil.example"))) && !is_own_page(&headers(Some("null"))));
        assert!(is_same("abc", "abc") && !is_same("abc", "abd") && !is_same("abc", ""));
    }
}
