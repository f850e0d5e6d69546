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
    began: Instant,
    queue: Mutex<Queue>,
    changed: Condvar,
}

struct Queue {
    free: usize,
    /// How many of the free turns those may take who have had much.
    free_for_much: usize,
    /// Who waits, by their rank, then by when they came; those who have had much apart, since a turn may be free for the others alone.
    waiting: [BTreeSet<(i64, u64)>; 2],
    came: u64,
}

impl Queue {
    /// Whether a free turn goes to this one: it is the first of its own, and of all who may take a turn now.
    fn is_next(&self, own: (i64, u64), had_much: bool) -> bool {
        let first = self.waiting[usize::from(had_much)].first() == Some(&own);
        let before = |others: usize| self.waiting[others].first().is_some_and(|other| *other < own);
        let others_may = if had_much { self.free > 0 } else { self.free_for_much > 0 };
        first && !(others_may && before(usize::from(!had_much)))
    }
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
        let queue = Queue { free: at_once.max(1), free_for_much, waiting: Default::default(), came: 0 };
        Self { began: Instant::now(), queue: Mutex::new(queue), changed: Condvar::new() }
    }

    /// The rank among those who wait, least first: by what each has had, of which half is forgotten in every half-life, while it waits
    /// too. So nobody waits for ever, however many come anew who have had less.
    fn rank(&self, had: Duration, now: Instant) -> i64 {
        const LEAST_S: f64 = 1e-3;
        let half_lives = now.saturating_duration_since(self.began).as_secs_f64() / HALF_LIFE_S;
        ((half_lives + had.as_secs_f64().max(LEAST_S).log2()) * 1e6) as i64
    }

    /// Waits for a turn.
    pub fn take(&self, had: Duration) -> Turn<'_> {
        let rank = self.rank(had, Instant::now());
        let mut queue = self.queue();
        let own = (rank, queue.came);
        let had_much = had >= MUCH;
        queue.came += 1;
        queue.waiting[usize::from(had_much)].insert(own);
        let none_free = |queue: &Queue| queue.free == 0 || (had_much && queue.free_for_much == 0);
        while none_free(&queue) || !queue.is_next(own, had_much) {
            queue = self.changed.wait(queue).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
        queue.waiting[usize::from(had_much)].remove(&own);
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
            for had in [1000, 10, 100] {
                let (turns, send) = (&turns, send.clone());
                scope.spawn(move || {
                    let _turn = turns.take(Duration::from_secs(had));
                    send.send(had).unwrap();
                });
            }
            while turns.queue().waiting[1].len() < 3 {
                thread::yield_now();
            }
            drop(first);
        });
        assert_eq!(order.try_iter().collect::<Vec<_>>(), [10, 100, 1000]);
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
            while turns.queue().waiting[1].is_empty() {
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

    /// Those who come again and again begin each time with the same account.
    #[test]
    fn one_who_waits_is_not_overtaken_for_ever() {
        let turns = Turns::new(1);
        let at = |seconds: f64| turns.began + Duration::from_secs_f64(seconds);
        let waits = turns.rank(Duration::from_secs(2), at(0.0));
        assert!(waits > turns.rank(MUCH, at(1.0)), "who has had less is first at first");
        assert!(waits < turns.rank(MUCH, at(4.0)), "newcomers go first for ever");
        assert!(turns.rank(Duration::ZERO, at(1.0)) < turns.rank(MUCH, at(1.0)));
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
