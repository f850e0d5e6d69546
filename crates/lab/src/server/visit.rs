//! One visit: from the first greeting to the reason why it ended. One task hears, another writes, and a thread of its own
//! plays, so that a browser that reads slowly holds up nobody's time. Between them there is room for one message.

use super::Limits;
use super::frames::{Counted, TooManyFrames};
use super::player::{End, Nudge, Player, in_json};
use super::turns::Turns;
use crate::Library;
use crate::messages::FromLab;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, interval, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message, error::CapacityError};

/// Close codes of RFC 6455.
pub const GOING_AWAY: u16 = 1001;
/// The visitor broke a rule.
pub const POLICY: u16 = 1008;
/// A message was too long.
pub const TOO_BIG: u16 = 1009;
/// Something is wrong here.
pub const BROKEN: u16 = 1011;
/// The lab is full.
pub const TRY_LATER: u16 = 1013;

/// How often a browser is asked whether it is there.
const PINGS_IN_A_SILENCE: u32 = 3;
/// How long a farewell may take.
const FAREWELL: Duration = Duration::from_secs(2);
/// The most bytes of a reason in a close frame.
const MAX_REASON: usize = 120;
/// Bytes that are read at once. Messages of visitors are short, and there may be many visitors.
const READ_BYTES: usize = 8 << 10;

/// A visitor's WebSocket.
pub type WebSocket = WebSocketStream<Counted<TokioIo<Upgraded>>>;

/// What is spoken over a connection that was upgraded.
pub async fn websocket(upgraded: Upgraded, limits: &Limits) -> WebSocket {
    let bytes = Some(limits.message_bytes);
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BYTES)
        .write_buffer_size(0)
        .max_message_size(bytes)
        .max_frame_size(bytes);
    let counted = Counted::new(TokioIo::new(upgraded), limits.frames_per_s, limits.frames_burst);
    WebSocketStream::from_raw_socket(counted, Role::Server, Some(config)).await
}

/// Says no at the door.
pub async fn turn_away(socket: WebSocket, code: u16, why: &str) {
    let (mut sink, mut stream) = socket.split();
    farewell(&mut sink, &mut stream, code, why).await;
}

/// A visit. The seat is let go when the session is gone, which may be a moment later.
pub async fn visit(
    socket: WebSocket,
    library: Arc<Library>,
    limits: &Limits,
    turns: Arc<Turns>,
    seat: impl Send + 'static,
) {
    let (mut sink, mut stream) = socket.split();
    let (say, said) = mpsc::channel(1);
    let (player, ended) = match Player::begin(library, limits.clone(), turns, say, seat) {
        Ok(begun) => begun,
        Err(error) => {
            let why = format!("no session can be begun now: {error}");
            return farewell(&mut sink, &mut stream, TRY_LATER, &why).await;
        }
    };
    let (ping, pings) = mpsc::channel(1);
    let (finish, finished) = oneshot::channel();
    let writing = Writing { said, pings, finished, nudge: player.nudge(), within: limits.read_within };
    let writer = tokio::spawn(writing.write(sink));
    let end = talk(&player, &mut stream, &ping, ended, limits).await;
    drop(player);
    let End::Out(code, why) = end else {
        writer.abort();
        return;
    };
    // The writer gives its end back once it has written what it was given, or has waited long enough.
    let _ = finish.send(());
    let stopping = writer.abort_handle();
    match timeout(FAREWELL, writer).await {
        Ok(Ok(Some(mut sink))) => farewell(&mut sink, &mut stream, code, &why).await,
        _ => stopping.abort(),
    }
}

/// What a writer needs.
struct Writing {
    said: mpsc::Receiver<Message>,
    pings: mpsc::Receiver<Message>,
    finished: oneshot::Receiver<()>,
    nudge: Nudge,
    within: Duration,
}

impl Writing {
    /// Writes what it is given; gives up on a browser that does not read.
    async fn write(
        mut self,
        mut sink: SplitSink<WebSocket, Message>,
    ) -> Option<SplitSink<WebSocket, Message>> {
        loop {
            let message = tokio::select! {
                biased;
                _ = &mut self.finished => return Some(sink),
                Some(ping) = self.pings.recv() => ping,
                message = self.said.recv() => match message {
                    Some(message) => message,
                    // The session has ended; whoever began it will say why.
                    None => return self.finished.await.ok().map(|()| sink),
                },
            };
            timeout(self.within, sink.send(message)).await.ok()?.ok()?;
            self.nudge.written();
        }
    }
}

async fn talk(
    player: &Player,
    stream: &mut SplitStream<WebSocket>,
    ping: &mpsc::Sender<Message>,
    mut ended: oneshot::Receiver<End>,
    limits: &Limits,
) -> End {
    let mut manners = Manners::new(limits);
    let mut pings = interval(limits.vanished_after / PINGS_IN_A_SILENCE);
    loop {
        tokio::select! {
            heard = stream.next() => {
                let message = match heard {
                    None | Some(Ok(Message::Close(_))) => return End::Gone,
                    Some(Err(error)) => return of_error(&error, limits),
                    Some(Ok(message)) => message,
                };
                let heard = manners.hear(&message).and_then(|()| match message {
                    Message::Text(text) => player.hear(text.as_str().to_owned(), limits),
                    Message::Binary(_) => player.hear(String::new(), limits),
                    _ => Ok(()),
                });
                if let Err(end) = heard {
                    return end;
                }
            }
            _ = pings.tick() => {
                if let Err(end) = manners.look(Instant::now()) {
                    return end;
                }
                // One that is still to be written asks as well as another.
                let _ = ping.try_send(Message::Ping(Default::default()));
            }
            end = &mut ended => return end.unwrap_or(End::Gone),
        }
    }
}

/// What a visitor may do in a time.
struct Manners<'a> {
    limits: &'a Limits,
    /// Messages that may still come now.
    left: f64,
    since: Instant,
    last_sign: Instant,
    last_message: Instant,
}

impl<'a> Manners<'a> {
    fn new(limits: &'a Limits) -> Self {
        let now = Instant::now();
        Self { limits, left: limits.burst, since: now, last_sign: now, last_message: now }
    }

    fn hear(&mut self, message: &Message) -> Result<(), End> {
        let now = Instant::now();
        let earned = (now - self.since).as_secs_f64() * self.limits.messages_per_s;
        (self.left, self.since) = ((self.left + earned).min(self.limits.burst), now);
        self.last_sign = now;
        // A browser's own pings and pongs count too: they can flood as well.
        self.left -= 1.0;
        if self.left < 0.0 {
            let most = self.limits.messages_per_s;
            return Err(End::Out(POLICY, format!("too many messages: {most} a second are read")));
        }
        if matches!(message, Message::Text(_) | Message::Binary(_)) {
            self.last_message = now;
        }
        Ok(())
    }

    fn look(&self, now: Instant) -> Result<(), End> {
        if now - self.last_sign > self.limits.vanished_after {
            return Err(End::Out(GOING_AWAY, "your browser gives no sign of life".into()));
        }
        if now - self.last_message > self.limits.idle_after {
            return Err(End::Out(
                GOING_AWAY,
                "nobody has been there for a while; reload to come back".into(),
            ));
        }
        Ok(())
    }
}

fn of_error(error: &Error, limits: &Limits) -> End {
    match error {
        Error::Capacity(CapacityError::MessageTooLong { .. }) => {
            End::Out(TOO_BIG, "that message is too long".into())
        }
        Error::Io(error) if error.get_ref().is_some_and(|inner| inner.is::<TooManyFrames>()) => {
            let most = limits.frames_per_s;
            End::Out(POLICY, format!("too many fragments or pings: {most} a second are read"))
        }
        _ => End::Gone,
    }
}

/// Says why, twice: as the last message, which every page can show, and in the close frame. What still comes in is read
/// and dropped until the visitor has closed too: a connection that is dropped with unread bytes is reset, and a reset
/// takes the reason away before it was read.
async fn farewell(
    sink: &mut SplitSink<WebSocket, Message>,
    stream: &mut SplitStream<WebSocket>,
    code: u16,
    why: &str,
) {
    let mut reason = why.to_owned();
    reason.truncate(reason.floor_char_boundary(MAX_REASON));
    let bye = Message::Text(in_json(&FromLab::Bye { why: why.to_owned() }).into());
    let close = Message::Close(Some(CloseFrame { code: code.into(), reason: reason.into() }));
    let _ = timeout(FAREWELL, async {
        let _ = sink.send(bye).await;
        let _ = sink.send(close).await;
        while let Some(Ok(_)) = stream.next().await {}
    })
    .await;
}
