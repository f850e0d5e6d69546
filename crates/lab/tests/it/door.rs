//! Who is let in: the name under which the lab is reached, the page that asks, and the token, on every route.

use crate::hostile::{Caller, lab};
use crate::support::library;
use piaget_lab::server::{Lab, Limits, open};
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};

/// Every kind of route that there is: the page, its files, bodies, sessions, and what is not there.
const ROUTES: [&str; 6] = ["/", "/index.html", "/assets/x.js", "/bodies/terrier.glb", "/session", "/nothing"];
const UPGRADE: &str = "Upgrade: websocket\r\nConnection: Upgrade\r\n\
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n";

/// Sends a request as it stands and gives back the head of the answer.
pub fn ask_raw(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    let mut piece = [0; 4096];
    while !answer.windows(4).any(|end| end == b"\r\n\r\n") {
        match stream.read(&mut piece) {
            Ok(0) | Err(_) => break,
            Ok(count) => answer.extend_from_slice(&piece[..count]),
        }
    }
    String::from_utf8_lossy(&answer).into_owned()
}

/// The status of a request with these headers.
fn status(address: SocketAddr, path: &str, headers: &str) -> u16 {
    let answer = ask_raw(address, &format!("GET {path} HTTP/1.1\r\n{headers}{UPGRADE}\r\n"));
    answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_else(|| panic!("{answer:?}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_rebound_its_name_gets_403() {
    let address = lab(Limits::default(), None);
    tokio::task::spawn_blocking(move || {
        let port = address.port();
        for path in ROUTES {
            let evil = format!("Host: evil.example:{port}\r\nOrigin: http://evil.example:{port}\r\n");
            assert_eq!(status(address, path, &evil), 403, "{path}");
            let without_origin = format!("Host: evil.example:{port}\r\n");
            assert_eq!(status(address, path, &without_origin), 403, "{path}");
        }
        assert_eq!(status(address, "/session", &format!("Host: {address}\r\n")), 101);
    })
    .await
    .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn exactly_one_host_and_only_our_own_origin() {
    let address = lab(Limits::default(), None);
    tokio::task::spawn_blocking(move || {
        let port = address.port();
        let own = format!("Host: {address}\r\n");
        for path in ROUTES {
            assert_eq!(status(address, path, &format!("{own}Host: evil.example\r\n")), 403, "{path}");
            assert_eq!(status(address, path, &format!("{own}{own}")), 403, "{path}");
            for origin in [
                "http://evil.example".to_owned(),
                "null".to_owned(),
                "http://127.0.0.1".to_owned(),
                format!("http://127.0.0.1:{}", port.wrapping_add(1)),
                format!("https://127.0.0.1:{port}"),
                format!("http://localhost:{port}"),
            ] {
                let headers = format!("{own}Origin: {origin}\r\n");
                assert_eq!(status(address, path, &headers), 403, "{path} {origin}");
            }
        }
        let without = ask_raw(address, "GET / HTTP/1.0\r\n\r\n");
        assert!(without.starts_with("HTTP/1.0 403"), "{without}");
        let absolute = ask_raw(address, &format!("GET http://evil.example/ HTTP/1.1\r\n{own}\r\n"));
        assert!(absolute.starts_with("HTTP/1.1 403"), "{absolute}");
        let page = format!("{own}Origin: http://{address}\r\n");
        assert_eq!(status(address, "/session", &page), 101);
    })
    .await
    .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_was_given_is_ours() {
    let listener = open("127.0.0.1:0".parse().unwrap(), None, &[]).unwrap();
    let address = listener.local_addr().unwrap();
    let hosts = vec!["Lab.Example".to_owned()];
    tokio::spawn(Lab { library: library(), limits: Limits::default(), token: None, hosts }.serve(listener));
    tokio::task::spawn_blocking(move || {
        let named = "Host: lab.example\r\nOrigin: https://lab.example\r\n";
        assert_eq!(status(address, "/session", named), 101);
        assert_eq!(status(address, "/session", "Host: other.example\r\n"), 403);
    })
    .await
    .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_asks_for_the_token() {
    let address = lab(Limits::default(), Some("open-sesame"));
    tokio::task::spawn_blocking(move || {
        let host = format!("Host: {address}\r\n");
        let cookie = |value: &str| format!("{host}Cookie: piaget-lab-{}={value}\r\n", address.port());
        for path in ROUTES {
            assert_eq!(status(address, path, &host), 401, "{path}");
            assert_eq!(status(address, &format!("{path}?token=open-sesami"), &host), 401, "{path}");
            assert_eq!(status(address, path, &cookie("open")), 401, "{path}");
            for known in [
                status(address, path, &cookie("open-sesame")),
                status(address, &format!("{path}?token=open-sesame"), &host),
                status(address, path, &format!("{host}Authorization: Bearer open-sesame\r\n")),
            ] {
                assert!(known != 401 && known != 403, "{path}: {known}");
            }
        }
        let given = ask_raw(address, &format!("GET /?token=open-sesame HTTP/1.1\r\n{host}\r\n"));
        let cookie = given.lines().find(|line| line.to_lowercase().starts_with("set-cookie: "));
        let cookie = cookie.unwrap_or_else(|| panic!("{given}"));
        for part in ["=open-sesame", "HttpOnly", "SameSite=Strict", "Path=/"] {
            assert!(cookie.contains(part), "{cookie}");
        }
        let other = ask_raw(address, &format!("GET / HTTP/1.1\r\n{host}\r\n"));
        assert!(!other.contains("open-sesame"), "{other}");
    })
    .await
    .unwrap();
    let mut right = Caller::connect(address, "?token=open-sesame").await;
    assert!(right.frame().await.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_has_the_headers_that_keep_others_out() {
    let address = lab(Limits::default(), Some("open-sesame"));
    tokio::task::spawn_blocking(move || {
        let host = format!("Host: {address}\r\n");
        let requests = [
            format!("GET /?token=open-sesame HTTP/1.1\r\n{host}\r\n"),
            format!("GET /bodies/terrier.glb?token=open-sesame HTTP/1.1\r\n{host}\r\n"),
            format!("GET /nothing?token=open-sesame HTTP/1.1\r\n{host}\r\n"),
            format!("POST /?token=open-sesame HTTP/1.1\r\n{host}Content-Length: 0\r\n\r\n"),
            format!("GET /session?token=open-sesame HTTP/1.1\r\n{host}\r\n"),
            format!("GET /session?token=open-sesame HTTP/1.1\r\n{host}{UPGRADE}\r\n"),
            format!("GET / HTTP/1.1\r\n{host}\r\n"),
            "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n".to_owned(),
        ];
        for request in requests {
            let answer = ask_raw(address, &request).to_lowercase();
            for header in [
                "content-security-policy: default-src 'self'",
                "frame-ancestors 'none'",
                "x-content-type-options: nosniff",
                "x-frame-options: deny",
                "referrer-policy: no-referrer",
                "cross-origin-opener-policy: same-origin",
                "cross-origin-embedder-policy: require-corp",
                "cross-origin-resource-policy: same-origin",
            ] {
                assert!(answer.contains(header), "{request}{header} is missing:\n{answer}");
            }
        }
    })
    .await
    .unwrap();
}
