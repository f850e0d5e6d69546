//! Saved bytes that are changed and sealed again, many times over: what is changed, and what came of it.

use crate::memory;
use piaget_terms::Chance;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// No single file may take a processor for longer, where more are asked for than usual.
const LONGEST: Duration = Duration::from_secs(1);
/// No single file may grow beyond this.
const MOST_BYTES: usize = 64 << 20;
/// What readers of numbers break on: the largest 32-bit count, a count of 65,536, nothing, no number, endless, the largest `f32` and
/// the smallest.
const NUMBERS: [&[u8]; 7] = [
    &[0xff, 0xff, 0xff, 0xff, 0x0f],
    &[0x80, 0x80, 0x04],
    &[0x00],
    &[0x00, 0x00, 0xc0, 0x7f],
    &[0x00, 0x00, 0x80, 0x7f],
    &[0xff, 0xff, 0x7f, 0x7f],
    &[0x00, 0x00, 0x00, 0x80],
];

/// Changes bytes from this one on, in one to four places.
pub fn damage(bytes: &mut Vec<u8>, from: usize, chance: &mut Chance) {
    for _ in 0..=chance.below(3) {
        change(bytes, from, chance);
    }
}

/// One change: a byte, a bit, a byte more or less, a number, or a piece that is copied from elsewhere.
fn change(bytes: &mut Vec<u8>, from: usize, chance: &mut Chance) {
    let length = bytes.len().saturating_sub(from);
    if length == 0 {
        return;
    }
    let somewhere = |chance: &mut Chance| from + chance.below(length as u32) as usize;
    let at = somewhere(chance);
    match chance.below(8) {
        0 => bytes[at] = chance.bits() as u8,
        1 | 2 => bytes[at] ^= 1 << chance.below(8),
        3 => drop(bytes.remove(at)),
        4 => bytes.insert(at, chance.bits() as u8),
        5 => {
            // In the same field of another thing there may be what does not fit here.
            let (other, long) = (somewhere(chance), 1 + chance.below(8) as usize);
            let piece = bytes[other..(other + long).min(bytes.len())].to_vec();
            let end = (at + piece.len()).min(bytes.len());
            drop(bytes.splice(at..end, piece));
        }
        _ => {
            let number = NUMBERS[chance.below(NUMBERS.len() as u32) as usize];
            let end = (at + number.len()).min(bytes.len());
            drop(bytes.splice(at..end, number.iter().copied()));
        }
    }
}

/// How many are tried, and the first of them: the rounds named by `PIAGET_RESEALED` and `PIAGET_RESEALED_FROM`, or the usual
/// number.
pub struct Rounds {
    asked: bool,
    pub first: u32,
    pub count: u32,
}

impl Rounds {
    pub fn or(usual: u32) -> Self {
        let number = |name| std::env::var(name).ok().and_then(|count| count.parse::<u32>().ok());
        let asked = number("PIAGET_RESEALED");
        let first = number("PIAGET_RESEALED_FROM").unwrap_or(0);
        Self { asked: asked.is_some(), first, count: asked.unwrap_or(usual) }
    }
}

/// What came of all of them.
#[derive(Debug, Default)]
pub struct Tally {
    refused: u32,
    lived: u32,
    /// What made one panic: how often, and the first round that did.
    panics: BTreeMap<String, (u32, u32)>,
    /// The longest, and its round.
    longest: (Duration, u32),
    /// Rounds that took longer than they may.
    slow: Vec<u32>,
    most_bytes: (usize, u32),
}

impl Tally {
    /// Tries one; it says why it was refused, or that it went on.
    pub fn attempt(&mut self, round: u32, one: impl FnOnce() -> Result<(), String>) {
        let (began, bytes_before) = (memory::processor_time(), memory::begin());
        match catch_unwind(AssertUnwindSafe(one)) {
            Ok(Ok(())) => self.lived += 1,
            Ok(Err(refused)) => {
                assert!(!refused.is_empty(), "round {round} was refused without a sentence");
                self.refused += 1;
            }
            Err(panic) => {
                let why = panic.downcast_ref::<String>().map(String::as_str);
                let why = why.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
                self.panics.entry(why.to_owned()).or_insert((0, round)).0 += 1;
            }
        }
        let took = memory::processor_time() - began;
        self.longest = self.longest.max((took, round));
        if took >= LONGEST {
            self.slow.push(round);
        }
        self.most_bytes = self.most_bytes.max((memory::most_since(bytes_before), round));
    }

    /// Tells what came of them, and judges.
    pub fn judge(self, what: &str, rounds: &Rounds) {
        let Self { refused, lived, panics, longest, slow, most_bytes } = self;
        println!(
            "{} {what} from {}: {refused} refused, {lived} went on; longest {:?} (round {}), most {} bytes (round {})",
            rounds.count, rounds.first, longest.0, longest.1, most_bytes.0, most_bytes.1
        );
        assert!(panics.is_empty(), "{panics:#?}");
        let least = rounds.count / 20;
        assert!(refused > least && lived > least, "the changes are too mild or too rough");
        assert!(most_bytes.0 < MOST_BYTES, "one grew by {} bytes", most_bytes.0);
        // Timings do not decide the usual test.
        assert!(!rounds.asked || slow.is_empty(), "rounds that took more than {LONGEST:?}: {slow:?}");
    }
}
