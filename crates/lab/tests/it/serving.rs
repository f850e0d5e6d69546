//! What the server serves: the page, bodies, and sessions in the right order.

use crate::hostile::{Caller, lab};
use piaget_lab::messages::FromLab;
use piaget_lab::server::Limits;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};

/// The whole answer to a request.
pub fn ask(address: SocketAddr, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_and_bodies_are_served_and_nothing_else() {
    let address = lab(Limits::default(), None);
    tokio::task::spawn_blocking(move || {
        let page = ask(address, "/");
        assert!(page.starts_with("HTTP/1.1 200") || page.contains("The page is not built"), "{page}");
        assert!(page.to_lowercase().contains("content-security-policy: default-src 'self'"), "{page}");
        let body = ask(address, "/bodies/terrier.glb");
        assert!(
            body.starts_with("HTTP/1.1 200") && body.contains("model/gltf-binary") && body.len() > 10_000
        );
        for path in ["/bodies/wolf.glb", "/../Cargo.toml", "/bodies/..%2fCargo.toml", "/nothing", "/session"]
        {
            let answer = ask(address, path);
            assert!(!answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
        }
    })
    .await
    .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_visitor_is_greeted_shown_the_stage_and_then_the_play() {
    let address = lab(Limits::default(), None);
    let mut caller = Caller::connect(address, "").await;
    assert!(matches!(caller.words().await, Some(FromLab::Welcome(_))));
    assert!(matches!(caller.words().await, Some(FromLab::Stage(_))));
    assert!(matches!(caller.words().await, Some(FromLab::Mind(_))));
    let first = caller.frame().await.unwrap();
    assert!(first.whole);
    let mut last = first.tick;
    for _ in 0..20 {
        let frame = caller.frame().await.unwrap();
        assert!(frame.tick >= last && !frame.whole);
        last = frame.tick;
    }
    assert!(last > 0);
    caller.say(r#"{"type":"digest"}"#).await;
    assert!(matches!(caller.words().await, Some(FromLab::Digest { .. })));
}
