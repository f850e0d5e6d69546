//! One visit: from the first greeting to the reason why it ended. One task hears, plays and says; another writes, so that a
//! browser that reads slowly holds up nobody's time. Between them there is room for one message.

use super::Limits;
use crate::messages::FromLab;
use crate::{Library, Said, Session};
use axum::extract::ws::{CloseFrame, Message, WebSocket};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::block_in_place;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

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

/// How often a visitor's time goes on at most: the most frames per second.
const MOST_HZ: f32 = 60.0;
const LEAST_HZ: f32 = 5.0;
/// How often a browser is asked whether it is there.
const PINGS_IN_A_SILENCE: u32 = 3;
/// How long a farewell may take.
const FAREWELL: Duration = Duration::from_secs(2);
/// The most bytes of a reason in a close frame.
const MAX_REASON: usize = 120;

/// Why a visit ended.
enum End {
    /// The visitor went.
    Gone,
    /// The lab showed it out.
    Out(u16, String),
}

/// Says no at the door.
pub async fn turn_away(socket: WebSocket, code: u16, why: &str) {
    let (mut sink, mut stream) = socket.split();
    farewell(&mut sink, &mut stream, code, why).await;
}

/// A visit.
pub async fn visit(socket: WebSocket, library: Arc<Library>, limits: &Limits) {
    let (mut sink, mut stream) = socket.split();
    let mut session = match block_in_place(|| Session::new(library)) {
        Ok(session) => session,
        Err(why) => return farewell(&mut sink, &mut stream, BROKEN, &why).await,
    };
    let (send, receive) = mpsc::channel(1);
    let writer = tokio::spawn(write(sink, receive, limits.read_within));
    let end = talk(&mut session, &mut stream, &send, limits).await;
    drop(send);
    // The writer gives its end back once it has written what it was given, or has waited long enough.
    let Ok(Some(mut sink)) = writer.await else { return };
    if let End::Out(code, why) = end {
        farewell(&mut sink, &mut stream, code, &why).await;
    }
}

/// Writes what it is given; gives up on a browser that does not read.
async fn write(
    mut sink: SplitSink<WebSocket, Message>,
    mut messages: mpsc::Receiver<Message>,
    within: Duration,
) -> Option<SplitSink<WebSocket, Message>> {
    while let Some(message) = messages.recv().await {
        timeout(within, sink.send(message)).await.ok()?.ok()?;
    }
    Some(sink)
}

async fn talk(
    session: &mut Session,
    stream: &mut SplitStream<WebSocket>,
    send: &mpsc::Sender<Message>,
    limits: &Limits,
) -> End {
    let mut manners = Manners::new(limits);
    let mut ticks = ticking(session);
    let mut rate = session.rate_hz();
    let mut pings = interval(limits.vanished_after / PINGS_IN_A_SILENCE);
    let mut ping_due = false;
    let mut last = Instant::now();
    loop {
        tokio::select! {
            heard = stream.next() => {
                let message = match heard {
                    None | Some(Ok(Message::Close(_))) => return End::Gone,
                    Some(Err(error)) => return of_error(&*error.into_inner()),
                    Some(Ok(message)) => message,
                };
                if let Err(end) = manners.hear(&message) {
                    return end;
                }
                match message {
                    Message::Text(text) => block_in_place(|| session.hear_text(&text)),
                    Message::Binary(_) => block_in_place(|| session.hear_text("")),
                    _ => {}
                }
                if session.waiting() > limits.unread {
                    return End::Out(POLICY, "the answers to your messages are not being read".into());
                }
                if rate != session.rate_hz() {
                    (ticks, rate) = (ticking(session), session.rate_hz());
                }
            }
            now = ticks.tick() => {
                let elapsed = now.saturating_duration_since(last);
                last = last.max(now);
                block_in_place(|| session.advance(elapsed.as_secs_f64()));
            }
            _ = pings.tick() => {
                if let Err(end) = manners.look(Instant::now()) {
                    return end;
                }
                ping_due = true;
            }
        }
        // As much as can be written now; the rest when the browser has read that.
        while let Ok(permit) = send.try_reserve() {
            if std::mem::take(&mut ping_due) {
                permit.send(Message::Ping(Default::default()));
                continue;
            }
            match block_in_place(|| session.say()) {
                Some(said) => permit.send(message_of(said)),
                None => break,
            }
        }
        if send.is_closed() {
            return End::Out(POLICY, "your browser stopped reading".into());
        }
    }
}

/// A clock at the session's rate. One that is late goes on from there.
fn ticking(session: &Session) -> tokio::time::Interval {
    let hz = session.rate_hz().clamp(LEAST_HZ, MOST_HZ);
    let mut ticks = interval(Duration::from_secs_f32(1.0 / hz));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

fn message_of(said: Said) -> Message {
    match said {
        Said::Frame(bytes) => Message::Binary(bytes.into()),
        Said::Text(words) => Message::Text(in_json(&words).into()),
    }
}

fn in_json(words: &FromLab) -> String {
    serde_json::to_string(words).expect("messages are plain data")
}

/// What a visitor may do in a time.
struct Manners<'a> {
    limits: &'a Limits,
    /// Messages that may still come now.
    left: f64,
    since: Instant,
    garbage: u32,
    last_sign: Instant,
    last_message: Instant,
}

impl<'a> Manners<'a> {
    fn new(limits: &'a Limits) -> Self {
        let now = Instant::now();
        Self { limits, left: limits.burst, since: now, garbage: 0, last_sign: now, last_message: now }
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
        let text = match message {
            Message::Text(text) => text.as_str(),
            Message::Binary(_) => "",
            _ => return Ok(()),
        };
        self.last_message = now;
        let is_message = serde_json::from_str::<crate::messages::ToLab>(text).is_ok();
        self.garbage = if is_message { 0 } else { self.garbage + 1 };
        if self.garbage > self.limits.garbage {
            return Err(End::Out(POLICY, "what you send are no messages of the lab".into()));
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

fn of_error(error: &(dyn std::error::Error + 'static)) -> End {
    // The library names a message that is too long only in words.
    if error.to_string().contains("too long") || error.to_string().contains("too big") {
        return End::Out(TOO_BIG, "that message is too long".into());
    }
    End::Gone
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
    let close = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
    let _ = timeout(FAREWELL, async {
        let _ = sink.send(bye).await;
        let _ = sink.send(close).await;
        while let Some(Ok(_)) = stream.next().await {}
    })
    .await;
}
