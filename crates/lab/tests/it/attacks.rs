//! Attacks on what the server shares out: connections, frames, processor time, memory. Each is bounded, and each once
//! held the lab for minutes or for good.

use crate::hostile::{Caller, freed, goes_on, guest, lab, reads_on};
use crate::support::{Visitor, chosen};
use piaget_lab::messages::{Change, Choice, Export, FromLab, Timed, ToLab};
use piaget_lab::server::Limits;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::{Instant, timeout};
use tokio_tungstenite::client_async;

/// What a session keeps besides its simulation.
const MAX_KEPT: usize = 10 << 20;

/// A WebSocket whose frames are written by hand.
fn raw_session(address: SocketAddr) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    let asks = format!(
        "GET /session HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    );
    stream.write_all(asks.as_bytes()).unwrap();
    stream
}

/// Reads until the other side has closed; whether it did.
fn is_closed(stream: &mut TcpStream, within: Duration) -> bool {
    stream.set_read_timeout(Some(within)).unwrap();
    let (until, mut piece) = (Instant::now() + within, [0; 4096]);
    while Instant::now() < until {
        match stream.read(&mut piece) {
            Ok(0) => return true,
            Ok(_) => {}
            Err(error) => return error.kind() == std::io::ErrorKind::ConnectionReset,
        }
    }
    false
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_empty_fragments_are_too_many() {
    let address = lab(Limits::default(), None);
    let mut guest = guest(address).await;
    let cut = tokio::task::spawn_blocking(move || {
        let mut stream = raw_session(address);
        // The beginning of a text, then a thousand times nothing, and never an end.
        let mut frames = vec![0x01, 0x80, 1, 2, 3, 4];
        frames.extend([0x00, 0x80, 1, 2, 3, 4].repeat(1000));
        let _ = stream.write_all(&frames);
        is_closed(&mut stream, Duration::from_secs(20))
    });
    tokio::select! {
        cut = cut => assert!(cut.unwrap(), "the fragments were read on"),
        () = reads_on(&mut guest) => panic!("the guest was shown out"),
    }
    goes_on(&mut guest).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_pings_are_too_many() {
    let address = lab(Limits::default(), None);
    let mut guest = guest(address).await;
    let cut = tokio::task::spawn_blocking(move || {
        let mut stream = raw_session(address);
        let _ = stream.write_all(&[0x89, 0x80, 1, 2, 3, 4].repeat(1000));
        is_closed(&mut stream, Duration::from_secs(20))
    });
    tokio::select! {
        cut = cut => assert!(cut.unwrap(), "the pings were answered on"),
        () = reads_on(&mut guest) => panic!("the guest was shown out"),
    }
    goes_on(&mut guest).await;
}

/// Asks for a body many times and reads nothing.
fn unread_download(address: SocketAddr) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    let asks = format!("GET /bodies/terrier.glb HTTP/1.1\r\nHost: {address}\r\n\r\n").repeat(60);
    stream.write_all(asks.as_bytes()).unwrap();
    stream
}

#[tokio::test(flavor = "multi_thread")]
async fn unread_downloads_do_not_keep_others_out() {
    let limits = Limits { connections: 24, unread_bytes: 8 << 10, ..Limits::default() };
    let address = lab(limits, None);
    let unread: Vec<_> = (0..24).map(|_| unread_download(address)).collect();
    tokio::time::sleep(Duration::from_millis(300)).await;
    let began = Instant::now();
    let mut newcomer =
        timeout(Duration::from_secs(10), Caller::connect(address, "")).await.expect("no place");
    println!("a newcomer was in after {:.0?}", began.elapsed());
    assert!(newcomer.frame().await.is_some());
    drop(unread);
}

/// They stand still at no time: each says a letter of its request now and then, and never all of it.
#[tokio::test(flavor = "multi_thread")]
async fn those_who_ask_letter_by_letter_do_not_keep_others_out() {
    const PLACES: usize = 16;
    let limits = Limits { connections: PLACES, ..Limits::default() };
    let address = lab(limits, None);
    let mut slow = tokio::task::JoinSet::new();
    for number in 0..2 * PLACES {
        slow.spawn(async move {
            // From several addresses, each far from its own limit; whoever is closed comes back.
            loop {
                let socket = tokio::net::TcpSocket::new_v4().unwrap();
                socket.bind(format!("127.0.0.{}:0", 2 + number % 8).parse().unwrap()).unwrap();
                let Ok(mut stream) = socket.connect(address).await else { continue };
                while stream.write_all(b"G").await.is_ok() {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
        });
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    let began = Instant::now();
    let newcomer = timeout(Duration::from_secs(8), Caller::connect(address, "")).await;
    println!("a newcomer was in after {:.0?}", began.elapsed());
    assert!(newcomer.expect("no place").frame().await.is_some());
    slow.abort_all();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_download_that_is_not_read_is_ended() {
    let limits =
        Limits { unread_bytes: 8 << 10, read_within: Duration::from_millis(300), ..Limits::default() };
    let address = lab(limits, None);
    let read = tokio::task::spawn_blocking(move || {
        let whole = crate::serving::ask(address, "/bodies/terrier.glb").len();
        let mut stream = unread_download(address);
        std::thread::sleep(Duration::from_secs(3));
        let mut got = Vec::new();
        let _ = stream.read_to_end(&mut got);
        (got.len(), whole)
    });
    let (got, whole) = read.await.unwrap();
    assert!(got < 50 * whole, "{got} bytes of a download that nobody read for seconds");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_keeps_its_place_when_it_becomes_a_session() {
    const PLACES: usize = 4;
    let address = lab(Limits { connections: PLACES, visitors: 100, ..Limits::default() }, None);
    let mut asked = tokio::task::JoinSet::new();
    for _ in 0..5 * PLACES {
        asked.spawn(async move {
            let stream = tokio::net::TcpStream::connect(address).await.unwrap();
            let greeted = client_async(format!("ws://{address}/session"), stream);
            timeout(Duration::from_secs(3), greeted).await.ok()?.ok()
        });
    }
    let sessions: Vec<_> = asked.join_all().await.into_iter().flatten().collect();
    assert!((1..=PLACES).contains(&sessions.len()), "{} sockets in {PLACES} places", sessions.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_cannot_take_all_places() {
    let limits = Limits { connections: 16, connections_per_address: 2, ..Limits::default() };
    let address = lab(limits, None);
    let (mut first, mut second) = (guest(address).await, guest(address).await);
    let mut third = tokio::net::TcpStream::connect(address).await.unwrap();
    let _ = third.write_all(format!("GET / HTTP/1.1\r\nHost: {address}\r\n\r\n").as_bytes()).await;
    let closed = async {
        let mut answer = Vec::new();
        // A connection that is not admitted is closed or reset, without an answer.
        let _ = third.read_to_end(&mut answer).await;
        answer
    };
    assert_eq!(timeout(Duration::from_secs(20), closed).await.expect("it was let in"), b"");
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.2:0".parse().unwrap()).unwrap();
    let other = socket.connect(address).await.unwrap();
    client_async(format!("ws://{address}/session"), other).await.expect("another address has its own places");
    goes_on(&mut first).await;
    goes_on(&mut second).await;
}

/// A link whose changes take a processor minutes.
fn heavy() -> Choice {
    let path = || "eyes.field-of-view".to_owned();
    let set = |n: u32| Change::Set { creature: "duncan".into(), path: path(), value: 90.0 + (n % 50) as f32 };
    let changes = (0..2000).map(|n| Timed { tick: 0, change: set(n) }).collect();
    Choice { changes, until: Some(100), ..chosen("two-walls") }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_leaves_takes_its_work_along() {
    let address = lab(Limits { visitors: 1, ..Limits::default() }, None);
    let mut worker = guest(address).await;
    let message = serde_json::to_string(&ToLab::Choose(heavy())).unwrap();
    assert!(message.len() > 150_000);
    worker.say(&message).await;
    while !matches!(worker.words().await, Some(FromLab::Stage(_))) {}
    // Its work has begun.
    tokio::time::sleep(Duration::from_millis(200)).await;
    drop(worker);
    let began = Instant::now();
    let next = timeout(Duration::from_secs(20), freed(address)).await;
    assert!(next.is_ok(), "the seat of one who left is still taken");
    println!("the seat was free and taken again after {:.0?}", began.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn more_messages_than_can_be_carried_out_are_too_many() {
    let limits = Limits { burst: 10_000.0, frames_burst: 10_000.0, unheard: 8, ..Limits::default() };
    let address = lab(limits, None);
    let mut guest = guest(address).await;
    let mut pusher = Caller::connect(address, "").await;
    for _ in 0..100 {
        pusher.say(r#"{"type":"choose","scenario":"max-and-morris"}"#).await;
    }
    let (code, why) = pusher.end().await;
    assert!(code == 1008 && why.contains("faster than"), "{code} {why}");
    goes_on(&mut guest).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_hurry_leave_others_their_frames() {
    let address = lab(Limits::default(), None);
    let mut guest = guest(address).await;
    let mut hurried = Vec::new();
    for _ in 0..4 {
        let mut one = Caller::connect(address, "").await;
        one.say(r#"{"type":"choose","scenario":"max-and-morris","until":100000}"#).await;
        hurried.push(tokio::spawn(async move { reads_on(&mut one).await }));
    }
    for _ in 0..3 {
        goes_on(&mut guest).await;
    }
    hurried.into_iter().for_each(|one| one.abort());
}

#[test]
fn work_stops_between_two_changes_and_goes_on_from_there() {
    let heavy = || Choice { changes: heavy().changes[..40].to_vec(), until: Some(10), ..heavy() };
    let mut stopped = Visitor::new();
    stopped.tell(ToLab::Choose(heavy()));
    let mut asked = 0;
    stopped.session.advance_while(0.0, &mut || {
        asked += 1;
        asked <= 5
    });
    assert_eq!((asked, stopped.session.tick()), (6, 0), "it went on after a no");
    while stopped.session.tick() < 10 {
        let mut left = 3;
        stopped.session.advance_while(0.0, &mut || {
            left -= 1;
            left >= 0
        });
    }
    stopped.listen();
    let mut plain = Visitor::new();
    plain.tell(ToLab::Choose(heavy()));
    plain.session.advance(0.0);
    plain.listen();
    assert_eq!(plain.session.tick(), 10);
    assert!(stopped.picture.differs(&plain.picture).is_empty());
}

#[test]
fn a_past_moment_is_found_in_pieces_too() {
    let mut visitor = Visitor::at("two-walls");
    visitor.wait(100);
    visitor.change(Change::Transport { what: "sheep".into(), to: [-5.0, 0.0, 6.5] });
    visitor.wait(100);
    visitor.tell(ToLab::Scrub { tick: Some(110) });
    let (whole, frames) = (visitor.picture.clone(), visitor.frames);
    visitor.tell(ToLab::Scrub { tick: None });
    visitor.session.hear_while(ToLab::Scrub { tick: Some(110) }, &mut || false);
    let frames_before = visitor.frames;
    visitor.listen();
    assert_eq!(visitor.frames, frames_before, "a moment was shown before it was found");
    assert!(!visitor.session.is_still());
    for _ in 0..200 {
        let mut left = 2;
        visitor.session.advance_while(0.0, &mut || {
            left -= 1;
            left >= 0
        });
    }
    visitor.listen();
    assert!(visitor.frames > frames && visitor.picture.differs(&whole).is_empty());
}

#[test]
fn unread_exports_hold_little() {
    let mut visitor = Visitor::at("two-walls");
    visitor.wait(600);
    for _ in 0..60 {
        visitor.session.hear(ToLab::Export { what: Export::Trace });
        visitor.session.advance(0.0);
        visitor.session.hear(ToLab::Export { what: Export::Recording });
        visitor.session.advance(0.0);
    }
    let kept = visitor.session.kept_bytes();
    println!(
        "60 exports that nobody read: {kept} bytes kept, {} of answers",
        visitor.session.waiting_bytes()
    );
    assert!(kept <= MAX_KEPT, "{kept} bytes");
    assert!(visitor.session.waiting_bytes() < 1 << 20);
}

#[test]
fn many_settings_do_not_each_keep_the_whole_text() {
    let mut visitor = Visitor::at("two-walls");
    for n in 0..150u32 {
        let (creature, path) = ("duncan".to_owned(), "eyes.field-of-view".to_owned());
        visitor.change(Change::Set { creature, path, value: 60.0 + n as f32 / 10.0 });
        visitor.wait(8);
    }
    let kept = visitor.session.kept_bytes();
    println!("150 settings: {kept} bytes kept");
    assert!(kept <= MAX_KEPT, "{kept} bytes");
}

#[test]
fn answers_that_nobody_reads_are_counted() {
    let mut visitor = Visitor::at("two-walls");
    let words = "x".repeat(1000);
    for _ in 0..200 {
        let unknown = Change::Character { creature: "wolf".into(), text: words.clone() };
        visitor.session.hear(ToLab::Change(unknown));
    }
    assert_eq!(visitor.session.waiting(), 200);
    let bytes = visitor.session.waiting_bytes();
    assert!((200 * 30..200 * 400).contains(&bytes), "{bytes}");
    visitor.listen();
    assert_eq!((visitor.session.waiting(), visitor.session.waiting_bytes()), (0, 0));
}
