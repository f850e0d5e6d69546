//! One visitor's session at work, on a thread of its own: what a visitor asks for can neither hold up nor end what the
//! server does for others. The thread takes turns with those of other visitors, and ends as soon as nobody is there.

use super::turns::{Account, Turns};
use super::{Limits, visit};
use crate::messages::{FromLab, ToLab};
use crate::{Library, Said, Session};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::sync::oneshot;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;

/// The stack of a session's thread. Whatever a visitor sends is read on it.
const STACK_BYTES: usize = 8 << 20;
/// How often a visitor's time goes on at most: the most frames per second.
const MOST_HZ: f32 = 60.0;
const LEAST_HZ: f32 = 5.0;
/// How long a turn lasts, and the tick or change in which it ends: the others wait for it.
const TURN: Duration = Duration::from_millis(10);
/// How long one who has had too much sleeps before it looks whether its visitor is still there.
const NAP: Duration = Duration::from_millis(50);

/// Why a visit ended.
#[derive(Debug, PartialEq, Eq)]
pub enum End {
    /// The visitor went.
    Gone,
    /// The lab showed it out.
    Out(u16, String),
}

/// The end of a thread's work that stays with the connection. The thread ends when this goes.
pub struct Player {
    inbox: Sender<Heard>,
    shared: Arc<Shared>,
}

enum Heard {
    Text(String),
    /// Something was written, and there is room for more.
    Written,
}

#[derive(Default)]
struct Shared {
    /// Nobody is there any more.
    stop: AtomicBool,
    /// There is more to say than there was room for.
    more: AtomicBool,
    /// What was heard and is not carried out yet.
    messages: AtomicUsize,
    bytes: AtomicUsize,
}

/// What tells a thread that there is room for more to say.
#[derive(Clone)]
pub struct Nudge {
    inbox: Sender<Heard>,
    shared: Arc<Shared>,
}

impl Nudge {
    pub fn written(&self) {
        if self.shared.more.swap(false, Ordering::AcqRel) {
            let _ = self.inbox.send(Heard::Written);
        }
    }
}

impl Player {
    /// Begins a session whose messages go to `say`. `seat` is let go when the session is gone; what comes back tells
    /// why it ended by itself.
    pub fn begin(
        library: Arc<Library>,
        limits: Limits,
        turns: Arc<Turns>,
        say: mpsc::Sender<Message>,
        seat: impl Send + 'static,
    ) -> io::Result<(Self, oneshot::Receiver<End>)> {
        let (inbox, heard) = channel();
        let shared = Arc::new(Shared::default());
        let own = shared.clone();
        let ended = alone(seat, move || {
            let account = Account::new(limits.work_per_s, Instant::now());
            Playing { limits, turns, shared: own, say, account, garbage: 0 }.play(library, &heard)
        })?;
        Ok((Self { inbox, shared }, ended))
    }

    /// Passes a message on, if not too much waits already.
    pub fn hear(&self, text: String, limits: &Limits) -> Result<(), End> {
        let bytes = self.shared.bytes.fetch_add(text.len(), Ordering::AcqRel) + text.len();
        let messages = self.shared.messages.fetch_add(1, Ordering::AcqRel) + 1;
        // One message alone is never too much: its length has a limit of its own.
        if messages > limits.unheard || (messages > 1 && bytes > 2 * limits.message_bytes) {
            let why = "your messages come faster than they can be carried out";
            return Err(End::Out(visit::POLICY, why.into()));
        }
        // Where the thread has ended, the reason is on its way.
        let _ = self.inbox.send(Heard::Text(text));
        Ok(())
    }

    pub fn nudge(&self) -> Nudge {
        Nudge { inbox: self.inbox.clone(), shared: self.shared.clone() }
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::Release);
        // It may be waiting for its next tick.
        let _ = self.inbox.send(Heard::Written);
    }
}

/// Does something on a thread with a known stack, and tells how it ended. A panic ends this thread and nothing else.
fn alone(
    seat: impl Send + 'static,
    work: impl FnOnce() -> End + Send + 'static,
) -> io::Result<oneshot::Receiver<End>> {
    let (tell, ended) = oneshot::channel();
    thread::Builder::new().name("visitor".into()).stack_size(STACK_BYTES).spawn(move || {
        let broken = |_| End::Out(visit::BROKEN, "something went wrong here; reload to begin anew".into());
        let end = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(broken);
        drop(seat);
        let _ = tell.send(end);
    })?;
    Ok(ended)
}

struct Playing {
    limits: Limits,
    turns: Arc<Turns>,
    shared: Arc<Shared>,
    say: mpsc::Sender<Message>,
    account: Account,
    /// Messages in a row that were none.
    garbage: u32,
}

impl Playing {
    fn play(mut self, library: Arc<Library>, heard: &Receiver<Heard>) -> End {
        let mut session = match self.work(|_, _| Session::new(library)) {
            Ok(session) => session,
            Err(why) => return End::Out(visit::BROKEN, why),
        };
        let mut last = Instant::now();
        let mut due = last;
        loop {
            let message = match heard.recv_timeout(due.saturating_duration_since(Instant::now())) {
                Ok(Heard::Text(text)) => Some(text),
                Ok(Heard::Written) | Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return End::Gone,
            };
            if self.is_over() {
                return End::Gone;
            }
            self.rest();
            let done = self.work(|own, go_on| {
                if let Some(text) = message {
                    own.hear(&mut session, &text, go_on)?;
                }
                let now = Instant::now();
                if now >= due {
                    session.advance_while((now - last).as_secs_f64(), go_on);
                    let period = period(&session);
                    // One that is late goes on from there.
                    (last, due) = (now, if now > due + period { now + period } else { due + period });
                }
                own.tell(&mut session, go_on)
            });
            if let Err(end) = done {
                return end;
            }
        }
    }

    /// Whether nobody is there any more.
    fn is_over(&self) -> bool {
        self.shared.stop.load(Ordering::Acquire)
    }

    /// Works for a turn. The work is given what tells whether its turn goes on and somebody is still there.
    fn work<T>(&mut self, work: impl FnOnce(&mut Self, &mut dyn FnMut() -> bool) -> T) -> T {
        let (turns, shared) = (self.turns.clone(), self.shared.clone());
        let turn = turns.take(self.account.had());
        let began = Instant::now();
        let mut go_on = || !shared.stop.load(Ordering::Acquire) && began.elapsed() < TURN;
        let done = work(self, &mut go_on);
        drop(turn);
        let now = Instant::now();
        self.account.spend(now - began, now);
        done
    }

    /// Waits until the visitor has not had more than its share.
    fn rest(&mut self) {
        let until = Instant::now() + self.account.debt();
        while !self.is_over() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            thread::sleep(left.min(NAP));
        }
    }

    fn hear(
        &mut self,
        session: &mut Session,
        text: &str,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<(), End> {
        self.shared.bytes.fetch_sub(text.len(), Ordering::AcqRel);
        self.shared.messages.fetch_sub(1, Ordering::AcqRel);
        match serde_json::from_str::<ToLab>(text) {
            Ok(message) => {
                self.garbage = 0;
                session.hear_while(message, go_on);
            }
            Err(_) => {
                self.garbage += 1;
                session.hear_text(text);
            }
        }
        if self.garbage > self.limits.garbage {
            return Err(End::Out(visit::POLICY, "what you send are no messages of the lab".into()));
        }
        if session.waiting() > self.limits.unread || session.waiting_bytes() > self.limits.answer_bytes {
            return Err(End::Out(visit::POLICY, "the answers to your messages are not being read".into()));
        }
        Ok(())
    }

    /// As much as can be written now; the rest when the browser has read that.
    fn tell(&mut self, session: &mut Session, go_on: &mut dyn FnMut() -> bool) -> Result<(), End> {
        loop {
            match self.say.try_reserve() {
                Ok(permit) => match session.say() {
                    Some(said) => permit.send(message_of(said)),
                    None => return Ok(()),
                },
                Err(mpsc::error::TrySendError::Full(())) => {
                    self.shared.more.store(true, Ordering::Release);
                    return Ok(());
                }
                Err(mpsc::error::TrySendError::Closed(())) => {
                    return Err(End::Out(visit::POLICY, "your browser stopped reading".into()));
                }
            }
            if !go_on() {
                return Ok(());
            }
        }
    }
}

/// How long until something new can be seen.
fn period(session: &Session) -> Duration {
    Duration::from_secs_f32(1.0 / session.rate_hz().clamp(LEAST_HZ, MOST_HZ))
}

fn message_of(said: Said) -> Message {
    match said {
        Said::Frame(bytes) => Message::Binary(bytes.into()),
        Said::Text(words) => Message::Text(in_json(&words).into()),
    }
}

/// Words as they are sent.
pub fn in_json(words: &FromLab) -> String {
    serde_json::to_string(words).expect("messages are plain data")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_ends_one_session_and_frees_its_seat() {
        let seat = Arc::new(());
        let held = Arc::downgrade(&seat);
        let ended = alone(seat, || panic!("on purpose")).unwrap();
        let End::Out(code, why) = ended.blocking_recv().unwrap() else { panic!("it was not shown out") };
        assert_eq!(code, visit::BROKEN);
        assert!(why.contains("went wrong"), "{why}");
        assert!(held.upgrade().is_none());
    }

    #[test]
    fn a_session_has_the_stack_that_is_said() {
        /// About a kilobyte of stack a call.
        fn deep(calls: u32) -> u32 {
            let room = std::hint::black_box([calls as u8; 1024]);
            if calls == 0 { 0 } else { deep(calls - 1) + u32::from(room[7] == 255) }
        }
        let ended = alone((), || {
            std::hint::black_box(deep(4_000));
            End::Gone
        });
        assert_eq!(ended.unwrap().blocking_recv(), Ok(End::Gone));
    }
}
