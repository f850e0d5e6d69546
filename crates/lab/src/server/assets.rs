//! What is built into the program: the page, and everything that the lab shows.

use crate::Library;
use axum::body::Body;
use hyper::body::Bytes;
use hyper::header::{self, HeaderValue};
use hyper::{Response, StatusCode};
use rust_embed::RustEmbed;
use std::borrow::Cow;
use std::sync::Arc;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Page;

#[derive(RustEmbed)]
#[folder = "../../scenarios"]
#[include = "*.kdl"]
struct Scenarios;

#[derive(RustEmbed)]
#[folder = "../../characters"]
#[include = "*.kdl"]
struct Characters;

#[derive(RustEmbed)]
#[folder = "../../places"]
#[include = "*.kdl"]
struct Places;

#[derive(RustEmbed)]
#[folder = "../../bodies"]
#[include = "*.glb"]
struct Bodies;

const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Piaget</title>\
    <body style=\"font: 1.1rem sans-serif; max-width: 40rem; margin: 4rem auto\"><h1>The page is not built</h1>\
    <p>The lab runs, but this program was built without its page. Run <code>make run</code>, or \
    <code>npm --prefix web ci &amp;&amp; npm --prefix web run build</code> and start the lab again.</p></body></html>";

const NO_TOKEN: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Piaget</title>\
    <body style=\"font: 1.1rem sans-serif; max-width: 40rem; margin: 4rem auto\"><h1>The lab asks for its token</h1>\
    <p>The address lacks the lab's token, or has another. Open the address that <code>piaget lab</code> printed, with \
    <code>?token=</code>. A lab that was started again has a new token.</p></body></html>";

/// Everything that comes with the program.
pub fn library() -> Library {
    let mut library = Library::default();
    let text = |file: rust_embed::EmbeddedFile| String::from_utf8_lossy(&file.data).into_owned();
    for name in Scenarios::iter() {
        if let (Some(file), Some(stem)) = (Scenarios::get(&name), name.strip_suffix(".kdl")) {
            library.add_scenario(stem, &text(file));
        }
    }
    for (folder, names, get) in [
        ("characters", Characters::iter().collect::<Vec<_>>(), Characters::get as fn(&str) -> _),
        ("places", Places::iter().collect(), Places::get as fn(&str) -> _),
    ] {
        for name in names {
            if let Some(file) = get(&name) {
                library.add_file(&format!("{folder}/{name}"), &text(file));
            }
        }
    }
    for name in Bodies::iter() {
        if let (Some(file), Some(stem)) = (Bodies::get(&name), name.strip_suffix(".glb")) {
            library.add_body(stem, file.data.into_owned());
        }
    }
    library
}

/// The answer to a request for a file of the page.
pub fn page(path: &str) -> Response<Body> {
    let path = path.trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    match Page::get(path) {
        Some(file) => {
            // Vite names what it builds by its content; the rest is asked for anew each time.
            let forever = path.starts_with("assets/");
            answer(StatusCode::OK, media(path), shared(file.data), forever)
        }
        None if path == "index.html" => {
            answer(StatusCode::SERVICE_UNAVAILABLE, "text/html; charset=utf-8", NOT_BUILT.into(), false)
        }
        None => not_found(),
    }
}

/// The answer to a request for a body.
pub fn body(library: &Arc<Library>, file: &str) -> Response<Body> {
    match file.strip_suffix(".glb").filter(|name| library.body(name).is_some()) {
        Some(name) => {
            let bytes = Bytes::from_owner(BodyFile { library: library.clone(), name: name.to_owned() });
            answer(StatusCode::OK, media(file), bytes, false)
        }
        None => not_found(),
    }
}

/// A body's file where it lies: one who does not read what was asked for takes no memory for it.
struct BodyFile {
    library: Arc<Library>,
    name: String,
}

impl AsRef<[u8]> for BodyFile {
    fn as_ref(&self) -> &[u8] {
        self.library.body(&self.name).unwrap_or_default()
    }
}

/// A file of the page, without a copy where it is part of the program.
fn shared(data: Cow<'static, [u8]>) -> Bytes {
    match data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => bytes.into(),
    }
}

/// The answer to one who does not know the token.
pub fn no_token() -> Response<Body> {
    answer(StatusCode::UNAUTHORIZED, "text/html; charset=utf-8", NO_TOKEN.into(), false)
}

/// An answer of one sentence.
pub fn sentence(status: StatusCode, words: &'static str) -> Response<Body> {
    answer(status, "text/plain; charset=utf-8", words.into(), false)
}

fn not_found() -> Response<Body> {
    sentence(StatusCode::NOT_FOUND, "there is nothing here\n")
}

fn answer(status: StatusCode, media: &'static str, bytes: Bytes, forever: bool) -> Response<Body> {
    let mut response = Response::new(Body::from(bytes));
    *response.status_mut() = status;
    let cached = if forever { "private, max-age=31536000, immutable" } else { "no-store" };
    for (name, value) in [(header::CONTENT_TYPE, media), (header::CACHE_CONTROL, cached)] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn media(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "map" | "webmanifest") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("wasm") => "application/wasm",
        Some("glb") => "model/gltf-binary",
        _ => "application/octet-stream",
    }
}
