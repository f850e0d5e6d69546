//! Visitors who mean no good: each is shown out with a reason, its place is free again, and others do not notice.

use crate::support::library;
use futures_util::{SinkExt as _, StreamExt as _};
use piaget_lab::messages::{Frame, FromLab, bytes};
use piaget_lab::server::{Lab, Limits, open};
use std::io::Write as _;
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Longer than anything here takes, however busy the machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Opens a lab on a free port of this machine.
pub fn lab(limits: Limits, token: Option<&str>) -> SocketAddr {
    let listener = open("127.0.0.1:0".parse().unwrap(), token, &[]).unwrap();
    let address = listener.local_addr().unwrap();
    let (token, hosts) = (token.map(str::to_owned), Vec::new());
    tokio::spawn(Lab { library: library(), limits, token, hosts }.serve(listener));
    address
}

/// One end of a session.
pub struct Caller(WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>);

impl Caller {
    pub async fn connect(address: SocketAddr, query: &str) -> Self {
        Self(connect_async(format!("ws://{address}/session{query}")).await.unwrap().0)
    }

    pub async fn say(&mut self, text: &str) {
        let _ = self.0.send(Message::text(text)).await;
    }

    async fn next(&mut self) -> Option<Message> {
        timeout(PATIENCE, self.0.next()).await.expect("nothing came").and_then(Result::ok)
    }

    /// The next words; frames are passed over.
    pub async fn words(&mut self) -> Option<FromLab> {
        loop {
            match self.next().await? {
                Message::Text(text) => return Some(serde_json::from_str(&text).unwrap()),
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    /// The next frame; words are passed over.
    pub async fn frame(&mut self) -> Option<Frame> {
        loop {
            match self.next().await? {
                Message::Binary(message) => return Some(bytes::unpack(&message).unwrap().0),
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    /// The code and the reason with which it was shown out; both ways of saying why must agree.
    pub async fn end(&mut self) -> (u16, String) {
        let mut bye = None;
        loop {
            match self.next().await {
                Some(Message::Text(text)) => {
                    if let FromLab::Bye { why } = serde_json::from_str(&text).unwrap() {
                        bye = Some(why);
                    }
                }
                Some(Message::Close(Some(close))) => {
                    assert_eq!(bye.as_deref(), Some(close.reason.as_str()));
                    return (close.code.into(), close.reason.to_string());
                }
                Some(_) => {}
                None => panic!("it ended without a reason, after {bye:?}"),
            }
        }
    }
}

/// A guest who behaves, while somebody else does not.
pub async fn goes_on(guest: &mut Caller) {
    let before = guest.frame().await.unwrap().tick;
    for _ in 0..10 {
        let frame = guest.frame().await.expect("the guest was shown out");
        assert!(frame.tick >= before && !frame.whole);
    }
}

/// Reads until it is shown out.
pub async fn reads_on(guest: &mut Caller) {
    while guest.frame().await.is_some() {}
}

pub async fn guest(address: SocketAddr) -> Caller {
    let mut guest = Caller::connect(address, "").await;
    assert!(guest.frame().await.unwrap().whole);
    guest
}

#[tokio::test(flavor = "multi_thread")]
async fn garbage_is_answered_then_shown_out() {
    let address = lab(Limits::default(), None);
    let mut guest = guest(address).await;
    let mut fool = Caller::connect(address, "").await;
    fool.say("hello?").await;
    let mut answered = false;
    while let Some(words) = fool.words().await {
        if let FromLab::Refused(refused) = words {
            assert_eq!(refused.what, "message");
            answered = true;
            break;
        }
    }
    assert!(answered);
    for _ in 0..20 {
        fool.0.send(Message::binary(vec![0xff; 100])).await.ok();
    }
    let (code, why) = fool.end().await;
    assert!(code == 1008 && why.contains("no messages of the lab"), "{code} {why}");
    goes_on(&mut guest).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_is_cut_off() {
    let address = lab(Limits { messages_per_s: 20.0, burst: 40.0, ..Limits::default() }, None);
    let mut guest = guest(address).await;
    let mut flood = Caller::connect(address, "").await;
    for _ in 0..400 {
        flood.say(r#"{"type":"still-here"}"#).await;
    }
    let (code, why) = flood.end().await;
    assert!(code == 1008 && why.contains("too many messages"), "{code} {why}");
    goes_on(&mut guest).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_is_too_long_is_not_read() {
    let address = lab(Limits { message_bytes: 1000, ..Limits::default() }, None);
    let mut guest = guest(address).await;
    let mut talker = Caller::connect(address, "").await;
    talker.say(&"x".repeat(5000)).await;
    let (code, why) = talker.end().await;
    assert!(code == 1009 && why.contains("too long"), "{code} {why}");
    goes_on(&mut guest).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_lab_says_so_at_the_door() {
    let address = lab(Limits { visitors: 2, ..Limits::default() }, None);
    let (mut guest, _second) = (guest(address).await, guest(address).await);
    let mut third = Caller::connect(address, "").await;
    let (code, why) = third.end().await;
    assert!(code == 1013 && why.contains("full"), "{code} {why}");
    goes_on(&mut guest).await;
}

/// Waits until a place is free, and takes it.
pub async fn freed(address: SocketAddr) -> Caller {
    let free = timeout(PATIENCE, async {
        loop {
            let mut next = Caller::connect(address, "").await;
            if next.frame().await.is_some() {
                return next;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
    free.await.expect("the place was never free")
}

#[tokio::test(flavor = "multi_thread")]
async fn who_stops_reading_gives_its_place_back() {
    // Less may be on its way than a greeting has, so that one who reads nothing is noticed by the first thing said.
    let limits = Limits {
        visitors: 2,
        unread_bytes: 8 << 10,
        read_within: Duration::from_secs(1),
        vanished_after: PATIENCE * 2,
        ..Limits::default()
    };
    let address = lab(limits, None);
    let mut guest = guest(address).await;
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let stream = socket.connect(address).await.unwrap();
    let (deaf, _) = tokio_tungstenite::client_async(format!("ws://{address}/session"), stream).await.unwrap();
    // The guest goes on reading meanwhile, or it would be deaf as well.
    let _next = tokio::select! {
        next = freed(address) => next,
        () = reads_on(&mut guest) => panic!("the guest was shown out"),
    };
    goes_on(&mut guest).await;
    drop(deaf);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_vanishes_gives_its_place_back() {
    let address = lab(Limits { visitors: 2, ..Limits::default() }, None);
    let mut guest = guest(address).await;
    // Gone between two words, without a farewell, more often than there are places.
    for _ in 0..5 {
        let mut stream = TcpStream::connect(address).unwrap();
        let key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13";
        let asks = format!(
            "GET /session HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{key}\r\n\r\n"
        );
        stream.write_all(asks.as_bytes()).unwrap();
    }
    let _next = freed(address).await;
    goes_on(&mut guest).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn silence_ends_a_visit() {
    let limits = Limits {
        idle_after: Duration::from_millis(300),
        vanished_after: Duration::from_millis(200),
        ..Limits::default()
    };
    let address = lab(limits, None);
    // It reads, and so answers pings; but it says nothing.
    let mut sleeper = Caller::connect(address, "").await;
    let (code, why) = sleeper.end().await;
    assert_eq!(code, 1001, "{why}");
}

/// What this process holds in memory, in bytes; the server and its visitors together.
fn held() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    pages.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0) * 4096
}

/// Visitors who come, see a frame and go, politely or not.
async fn come_and_go(address: SocketAddr, count: u32) {
    for number in 0..count {
        let mut visitor = Caller::connect(address, "").await;
        match number % 3 {
            0 => drop(visitor),
            1 => drop(visitor.frame().await),
            _ => {
                visitor.say("garbage").await;
                drop(visitor.0.close(None).await);
            }
        }
    }
}

async fn memory_stays_flat(visits: u32, may_grow: u64) {
    let address = lab(Limits { visitors: 8, ..Limits::default() }, None);
    let mut guest = guest(address).await;
    come_and_go(address, visits / 4).await;
    let before = held();
    come_and_go(address, visits).await;
    let grown = held().saturating_sub(before);
    println!("{visits} visits: memory grew by {} KiB from {} MiB", grown >> 10, before >> 20);
    assert!(grown < may_grow, "{visits} visits made memory grow by {grown} bytes");
    goes_on(&mut guest).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_visits_leave_nothing_behind() {
    memory_stays_flat(80, 48 << 20).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "ten thousand visits take minutes"]
async fn ten_thousand_visits_leave_nothing_behind() {
    memory_stays_flat(10_000, 48 << 20).await;
}
