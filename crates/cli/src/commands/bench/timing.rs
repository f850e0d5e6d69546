//! Times a closure so that a busy machine disturbs it little: warm-up, batches, the median of batches.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// How long one batch should last at least: far above the clock's grain.
const BATCH: Duration = Duration::from_millis(10);
/// How many batches are timed.
const BATCHES: usize = 21;
/// How much time a whole timing may take before it makes do with fewer batches.
const PATIENCE: Duration = Duration::from_secs(4);

/// The time of one call, over several batches of calls.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// The median of the batches.
    pub median_ns: f64,
    /// The fastest batch: what the machine can do undisturbed.
    pub least_ns: f64,
    /// The slowest batch.
    pub most_ns: f64,
}

impl Timing {
    /// The median in microseconds.
    pub fn median_us(&self) -> f64 {
        self.median_ns / 1000.0
    }
}

/// Times one call of `work`. What it returns is kept from being optimised away.
#[allow(clippy::disallowed_methods, reason = "a bench reads the clock; nothing it measures can")]
pub fn time<T>(mut work: impl FnMut() -> T) -> Timing {
    let timed = |calls: u32, work: &mut dyn FnMut() -> T| {
        let start = Instant::now();
        for _ in 0..calls {
            black_box(work());
        }
        start.elapsed()
    };
    let mut calls = 1u32;
    let mut took = timed(calls, &mut work);
    while took < BATCH && calls < 1 << 24 {
        calls *= 2;
        took = timed(calls, &mut work);
    }
    let begun = Instant::now();
    let mut batches = Vec::with_capacity(BATCHES);
    while batches.len() < BATCHES && (batches.len() < 3 || begun.elapsed() < PATIENCE) {
        batches.push(timed(calls, &mut work).as_secs_f64() * 1e9 / f64::from(calls));
    }
    batches.sort_by(f64::total_cmp);
    Timing {
        median_ns: batches[batches.len() / 2],
        least_ns: batches[0],
        most_ns: batches[batches.len() - 1],
    }
}

/// How long one piece of work takes, in microseconds.
pub fn took_us(work: impl FnOnce()) -> f64 {
    let mut clock = Lap::new();
    work();
    clock.us()
}

/// A clock that is read again and again.
pub struct Lap(Instant);

#[allow(clippy::disallowed_methods, reason = "a bench reads the clock; nothing it measures can")]
impl Lap {
    /// Starts now.
    pub fn new() -> Self {
        Self(Instant::now())
    }

    /// The microseconds since it was started or read last.
    pub fn us(&mut self) -> f64 {
        let now = Instant::now();
        let took = now - std::mem::replace(&mut self.0, now);
        took.as_secs_f64() * 1e6
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timing_is_ordered_and_calls_the_work() {
        let mut calls = 0u64;
        let timing = time(|| {
            calls += 1;
            (0..200u64).map(black_box).sum::<u64>()
        });
        assert!(calls > 10);
        assert!(0.0 < timing.least_ns && timing.least_ns <= timing.median_ns);
        assert!(timing.median_ns <= timing.most_ns);
    }
}
