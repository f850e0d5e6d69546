//! Processor time is shared. As many visitors work at once as there are processors, each for a short turn; the next turn
//! goes to the one who has had least of late. One who hurries gets what the others leave, and never more than a share.
//! Those who have had much take all turns but one: what they ask for may take longer than a turn, and nothing can end it before, so
//! that one is kept for those who only watch.

use std::collections::BTreeSet;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;
use tokio::time::Instant;

/// After so long, half of what a visitor has had is forgotten.
const HALF_LIFE_S: f64 = 1.0;
/// Who has had so much of late has had much. One who watches has a tenth of it; one who comes in counts as having had as much, or
/// many who come and go would take every turn.
const MUCH: Duration = Duration::from_millis(250);

/// The turns of one lab.
pub struct Turns {
    queue: Mutex<Queue>,
    changed: Condvar,
}

struct Queue {
    free: usize,
    /// How many of the free turns those may take who have had much.
    free_for_much: usize,
    /// Who waits, by what they have had of late in microseconds; then by when they came.
    waiting: BTreeSet<(u64, u64)>,
    came: u64,
}

/// A turn; it ends when this goes.
pub struct Turn<'a> {
    of: &'a Turns,
    had_much: bool,
}

impl Turns {
    /// So many turns at once.
    pub fn new(at_once: usize) -> Self {
        let free_for_much = at_once.saturating_sub(1).max(1);
        let queue = Queue { free: at_once.max(1), free_for_much, waiting: BTreeSet::new(), came: 0 };
        Self { queue: Mutex::new(queue), changed: Condvar::new() }
    }

    /// Waits for a turn.
    pub fn take(&self, had: Duration) -> Turn<'_> {
        let mut queue = self.queue();
        let own = (had.as_micros() as u64, queue.came);
        let had_much = had >= MUCH;
        queue.came += 1;
        queue.waiting.insert(own);
        // Whoever waits behind one who has had much has had as much.
        let none_free = |queue: &Queue| queue.free == 0 || (had_much && queue.free_for_much == 0);
        while none_free(&queue) || queue.waiting.first() != Some(&own) {
            queue = self.changed.wait(queue).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
        queue.waiting.remove(&own);
        queue.free -= 1;
        queue.free_for_much -= usize::from(had_much);
        if queue.free > 0 {
            self.changed.notify_all();
        }
        Turn { of: self, had_much }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        {
            let mut queue = self.of.queue();
            queue.free += 1;
            queue.free_for_much += usize::from(self.had_much);
        }
        self.of.changed.notify_all();
    }
}

/// What one visitor has had, and may still have.
pub struct Account {
    /// Seconds of work per second that it may keep up.
    per_s: f64,
    /// Seconds of work that it may have at once; less than nothing where it had too much.
    left_s: f64,
    /// Seconds of work of late.
    had_s: f64,
    since: Instant,
}

/// The work that may be saved up, in seconds: opening a large scenario takes as long.
const SAVED_UP_S: f64 = 1.0;

impl Account {
    pub fn new(per_s: f64, now: Instant) -> Self {
        Self { per_s, left_s: SAVED_UP_S, had_s: MUCH.as_secs_f64(), since: now }
    }

    /// Work that was done until now.
    pub fn spend(&mut self, work: Duration, now: Instant) {
        let passed_s = now.saturating_duration_since(self.since).as_secs_f64();
        self.since = now;
        self.left_s = (self.left_s + passed_s * self.per_s).min(SAVED_UP_S) - work.as_secs_f64();
        self.had_s = self.had_s * 0.5f64.powf(passed_s / HALF_LIFE_S) + work.as_secs_f64();
    }

    /// What it has had of late.
    pub fn had(&self) -> Duration {
        Duration::from_secs_f64(self.had_s)
    }

    /// How long it has to wait for more.
    pub fn debt(&self) -> Duration {
        Duration::from_secs_f64((-self.left_s / self.per_s).max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::sync::mpsc;
    use std::thread;

    #[test]
    fn who_had_least_is_next_and_a_turn_that_panics_ends() {
        let turns = Turns::new(1);
        let first = turns.take(Duration::ZERO);
        let (send, order) = mpsc::channel();
        thread::scope(|scope| {
            for had in [30, 10, 20] {
                let (turns, send) = (&turns, send.clone());
                scope.spawn(move || {
                    let _turn = turns.take(Duration::from_secs(had));
                    send.send(had).unwrap();
                });
            }
            while turns.queue().waiting.len() < 3 {
                thread::yield_now();
            }
            drop(first);
        });
        assert_eq!(order.try_iter().collect::<Vec<_>>(), [10, 20, 30]);
        let panics = thread::scope(|scope| {
            let panicking = scope.spawn(|| {
                let _turn = turns.take(Duration::ZERO);
                panic!("on purpose");
            });
            panicking.join()
        });
        assert!(panics.is_err());
        let _turn = turns.take(Duration::ZERO);
    }

    /// What they ask for takes long, and all of them ask at once; one who watches finds a turn all the same.
    #[test]
    fn those_who_had_much_never_have_every_turn() {
        let turns = Turns::new(3);
        let much = [turns.take(MUCH), turns.take(2 * MUCH)];
        let (send, taken) = mpsc::channel();
        thread::scope(|scope| {
            let (waiting, turns) = (send.clone(), &turns);
            scope.spawn(move || {
                let _turn = turns.take(MUCH);
                waiting.send("much").unwrap();
            });
            while turns.queue().waiting.is_empty() {
                thread::yield_now();
            }
            scope.spawn(move || {
                let _turn = turns.take(Duration::from_millis(20));
                send.send("little").unwrap();
            });
            assert_eq!(taken.recv(), Ok("little"));
            drop(much);
            assert_eq!(taken.recv(), Ok("much"));
        });
        let alone = Turns::new(1);
        drop(alone.take(MUCH));
        drop(alone.take(MUCH));
    }

    /// One who asks seldom waits for the turn that is being taken, whoever else is in the queue.
    #[test]
    fn those_who_hurry_do_not_hold_up_one_who_does_not() {
        let (turns, over) = (Turns::new(1), AtomicBool::new(false));
        let taken = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..6 {
                scope.spawn(|| {
                    let mut had = Duration::from_secs(1);
                    while !over.load(Ordering::Relaxed) {
                        let _turn = turns.take(had);
                        taken.fetch_add(1, Ordering::Relaxed);
                        had += Duration::from_millis(1);
                        thread::sleep(Duration::from_millis(1));
                    }
                });
            }
            for _ in 0..50 {
                thread::sleep(Duration::from_millis(2));
                let before = taken.load(Ordering::Relaxed);
                let own = turns.take(Duration::ZERO);
                let others = taken.load(Ordering::Relaxed) - before;
                drop(own);
                // One more may begin before the queue is entered.
                assert!(others <= 2, "{others} others came first");
            }
            over.store(true, Ordering::Relaxed);
        });
    }

    #[test]
    fn a_visitor_gets_its_share_and_no_more() {
        let began = Instant::now();
        let (mut now, mut account, mut worked) = (began, Account::new(0.5, began), Duration::ZERO);
        let piece = Duration::from_millis(20);
        while now - began < Duration::from_secs(20) {
            now += account.debt() + piece;
            worked += piece;
            account.spend(piece, now);
        }
        let share = worked.as_secs_f64() / (now - began).as_secs_f64();
        assert!((0.5..0.56).contains(&share), "{share}");
        account.spend(Duration::ZERO, now + Duration::from_secs(20));
        assert!(account.debt().is_zero() && account.had() < Duration::from_millis(1));
    }
}
