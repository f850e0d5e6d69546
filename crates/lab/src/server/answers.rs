//! What a request is answered. The door is asked first, whatever is wanted, and every answer carries the same headers.

use super::connections::Seating;
use super::door::{Door, Known, Outside};
use super::turns::Turns;
use super::{Limits, assets, visit};
use crate::Library;
use axum::body::Body;
use hyper::body::Incoming;
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;

/// Headers of every answer. Nothing on the page may come from, or go to, another machine; no other page may hold it in a
/// frame, keep a handle to its window or load its files; no address of it is told to others.
const HEADERS: [(HeaderName, &str); 9] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; \
         connect-src 'self' data: blob:; worker-src 'self' blob:; object-src 'none'; frame-ancestors 'none'; \
         base-uri 'none'; form-action 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
    (HeaderName::from_static("x-robots-tag"), "noindex"),
];

/// What all connections share.
pub struct Shared {
    library: Arc<Library>,
    limits: Limits,
    door: Door,
    turns: Arc<Turns>,
    visitors: AtomicUsize,
}

impl Shared {
    pub fn new(library: Arc<Library>, limits: Limits, door: Door) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let turns = Arc::new(Turns::new(processors));
        Self { library, limits, door, turns, visitors: AtomicUsize::new(0) }
    }
}

/// Answers the requests of one connection.
#[derive(Clone)]
pub struct Answer {
    pub shared: Arc<Shared>,
    /// The address of ours that it came to.
    pub ours: SocketAddr,
    pub seating: Seating,
}

impl Answer {
    pub async fn to(self, request: Request<Incoming>) -> Response<Body> {
        let asked = self.shared.door.ask(&request, self.ours);
        let mut response = match asked {
            Err(Outside::Host) => assets::sentence(
                StatusCode::FORBIDDEN,
                "the lab is not reached under this name; `piaget lab --host NAME` adds one\n",
            ),
            Err(Outside::Origin) => {
                assets::sentence(StatusCode::FORBIDDEN, "only the lab's own page may visit it\n")
            }
            Err(Outside::Token) => {
                let mut response = assets::no_token();
                let scheme = HeaderValue::from_static("Bearer realm=\"piaget lab\"");
                response.headers_mut().insert(header::WWW_AUTHENTICATE, scheme);
                response
            }
            Ok(_) if ![Method::GET, Method::HEAD].contains(request.method()) => {
                let words = "the lab is asked with GET\n";
                let mut response = assets::sentence(StatusCode::METHOD_NOT_ALLOWED, words);
                response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
                response
            }
            Ok(_) => match request.uri().path() {
                "/session" => self.session(request),
                path => match path.strip_prefix("/bodies/") {
                    Some(file) => assets::body(&self.shared.library, file),
                    None => assets::page(path),
                },
            },
        };
        let headers = response.headers_mut();
        if let (Ok(Known::ByAddress), Some(cookie)) = (asked, self.shared.door.cookie(self.ours.port())) {
            // A token fits into a header: it has only letters, digits, `-` and `_`.
            headers.extend(HeaderValue::try_from(cookie).ok().map(|cookie| (header::SET_COOKIE, cookie)));
        }
        for (name, value) in HEADERS {
            headers.insert(name, HeaderValue::from_static(value));
        }
        response
    }

    fn session(&self, mut request: Request<Incoming>) -> Response<Body> {
        let Ok(response) = create_response_with_body(&request, Body::empty) else {
            return assets::sentence(StatusCode::BAD_REQUEST, "a session is a WebSocket\n");
        };
        let upgrade = hyper::upgrade::on(&mut request);
        let (shared, seating) = (self.shared.clone(), self.seating.clone());
        tokio::spawn(async move {
            // A connection that breaks before it is a WebSocket was no visit.
            let Ok(upgraded) = upgrade.await else { return };
            let socket = visit::websocket(upgraded, &shared.limits).await;
            let seat = Seat(shared.clone());
            if shared.visitors.fetch_add(1, Ordering::AcqRel) >= shared.limits.visitors {
                drop(seat);
                // A browser tells its page nothing of a refused upgrade, so the door is opened to say no.
                return visit::turn_away(socket, visit::TRY_LATER, "the lab is full; try again in a while")
                    .await;
            }
            seating.sit();
            let (library, turns) = (shared.library.clone(), shared.turns.clone());
            visit::visit(socket, library, &shared.limits, turns, seat).await;
        });
        response
    }
}

/// A visitor's seat; free again when it goes, however it goes.
struct Seat(Arc<Shared>);

impl Drop for Seat {
    fn drop(&mut self) {
        self.0.visitors.fetch_sub(1, Ordering::AcqRel);
    }
}
