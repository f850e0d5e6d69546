//! Simulated visitors who mean no good: each does the worst that it can think of, as often as it is let. For endurance tests, and
//! to measure what honest visitors keep beside them.

use crate::messages::{Change, Choice, Export, Timed, ToLab};
use futures_util::{SinkExt as _, StreamExt as _};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::AsyncWriteExt as _;
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Frames or requests of one attack; far more than are let through.
const FLOOD: u32 = 2000;
/// How long an attacker leaves unread what it asked for.
const UNREAD: Duration = Duration::from_secs(3);
/// How long one attack lasts that does not end by itself.
const LASTS: Duration = Duration::from_secs(5);
/// The pause between two messages of one who keeps to the rate that is allowed.
const PAUSE: Duration = Duration::from_millis(17);

type Socket = WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>;

/// One way to use up what others need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack {
    /// A message in thousands of empty fragments.
    Fragments,
    /// Thousands of pings.
    Pings,
    /// Exports and a heavy link, of which nothing is read.
    UnreadExports,
    /// Downloads of which nothing is read.
    UnreadDownloads,
    /// A link with thousands of changes of a character before its first tick.
    HeavyLink,
    /// A link to a far tick, which is hurried to; frames are read.
    Hurry,
    /// One scenario after the other, as fast as messages are allowed.
    Choices,
    /// Characters' texts full of mistakes, and the past played again and again.
    Texts,
}

impl Attack {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Fragments,
        Self::Pings,
        Self::UnreadExports,
        Self::UnreadDownloads,
        Self::HeavyLink,
        Self::Hurry,
        Self::Choices,
        Self::Texts,
    ];

    /// Does it once, for some seconds at most. The lab may show the attacker out at any time.
    pub async fn carry_out(self, address: SocketAddr) {
        // Whatever comes of it, an attacker does not complain.
        let _ = timeout(2 * LASTS, self.attempt(address)).await;
    }

    async fn attempt(self, address: SocketAddr) -> Option<()> {
        if self == Self::UnreadDownloads {
            return unread_downloads(address).await;
        }
        let (mut socket, _) = connect_async(format!("ws://{address}/session")).await.ok()?;
        match self {
            Self::UnreadDownloads => {}
            Self::Fragments => {
                let empty = |kind| Message::Frame(Frame::message(Vec::new(), OpCode::Data(kind), false));
                socket.feed(empty(Data::Text)).await.ok()?;
                for _ in 0..FLOOD {
                    socket.feed(empty(Data::Continue)).await.ok()?;
                }
                socket.flush().await.ok()?;
            }
            Self::Pings => {
                for _ in 0..FLOOD {
                    socket.feed(Message::Ping(Default::default())).await.ok()?;
                }
                socket.flush().await.ok()?;
            }
            Self::UnreadExports => {
                for _ in 0..60 {
                    say(&mut socket, &ToLab::Export { what: Export::Trace }).await?;
                }
                say(&mut socket, &ToLab::Choose(heavy_link())).await?;
                sleep(UNREAD).await;
            }
            Self::HeavyLink => {
                say(&mut socket, &ToLab::Choose(heavy_link())).await?;
                read_for(&mut socket, LASTS).await?;
            }
            Self::Hurry => {
                say(&mut socket, &ToLab::Choose(Choice { until: Some(100_000), ..choice("max-and-morris") }))
                    .await?;
                read_for(&mut socket, LASTS).await?;
            }
            Self::Choices => {
                for scenario in ["village", "max-and-morris", "usual-place"].into_iter().cycle().take(200) {
                    say(&mut socket, &ToLab::Choose(choice(scenario))).await?;
                    read_for(&mut socket, PAUSE).await?;
                }
            }
            Self::Texts => {
                let mistakes = "actions { nonsense 1 2 3 }\n".repeat(2000);
                for tick in 0..200 {
                    let (creature, text) = ("duncan".to_owned(), mistakes.clone());
                    say(&mut socket, &ToLab::Change(Change::Character { creature, text })).await?;
                    say(&mut socket, &ToLab::Step { ticks: 30 }).await?;
                    say(&mut socket, &ToLab::Scrub { tick: Some(tick) }).await?;
                    read_for(&mut socket, 3 * PAUSE).await?;
                }
            }
        }
        Some(())
    }
}

async fn unread_downloads(address: SocketAddr) -> Option<()> {
    let mut stream = tokio::net::TcpStream::connect(address).await.ok()?;
    let ask = format!("GET /bodies/terrier.glb HTTP/1.1\r\nHost: {address}\r\n\r\n");
    stream.write_all(ask.repeat(60).as_bytes()).await.ok()?;
    sleep(UNREAD).await;
    Some(())
}

fn choice(scenario: &str) -> Choice {
    Choice { scenario: scenario.into(), seed: None, set: Vec::new(), changes: Vec::new(), until: None }
}

/// A link whose changes take a processor minutes.
fn heavy_link() -> Choice {
    let (creature, path) = (|| "duncan".to_owned(), || "eyes.field-of-view".to_owned());
    let set = |n: u32| Change::Set { creature: creature(), path: path(), value: 60.0 + (n % 60) as f32 };
    let changes = (0..FLOOD).map(|n| Timed { tick: 0, change: set(n) }).collect();
    Choice { changes, until: Some(1000), ..choice(crate::FIRST) }
}

async fn say(socket: &mut Socket, message: &ToLab) -> Option<()> {
    socket.send(Message::text(serde_json::to_string(message).ok()?)).await.ok()
}

/// Reads what comes for so long; nothing once the lab has hung up.
#[allow(
    clippy::disallowed_methods,
    reason = "attackers live by the clock; nothing of a creature depends on it"
)]
async fn read_for(socket: &mut Socket, how_long: Duration) -> Option<()> {
    let until = Instant::now() + how_long;
    while let Ok(message) = timeout_at(until, socket.next()).await {
        message?.ok()?;
    }
    Some(())
}
