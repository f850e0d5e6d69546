//! Saved minds whose content was made up: bytes are changed and the envelope is put right again, so that the checksum does
//! not catch them. Such a mind is refused with a sentence, or it lives on: 20 ticks and a report, without a panic, without
//! a hang and without growing.
//!
//! `PIAGET_RESEALED=1000000 cargo nextest run -p piaget resealed --no-capture` tries a million; `PIAGET_RESEALED_FROM` is
//! the first round, to try one of them again.

use crate::hostile::{CHARACTERS, lead, newborn};
use crate::memory;
use piaget::mind::Mind;
use piaget::terms::Chance;
use piaget::terms::sealed::{Kind, open, seal};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// Minds that are tried where nobody asks for more.
const ROUNDS: u32 = 6_000;
/// No single mind may take a processor for longer, where a million are tried.
const LONGEST: Duration = Duration::from_secs(1);
/// No single mind may grow beyond this.
const MOST_BYTES: usize = 64 << 20;
/// Bytes of senses that lead a mind through about 20 ticks.
const TICKS: usize = 20;

/// What came of all of them.
#[derive(Debug, Default)]
struct Tally {
    refused: u32,
    lived: u32,
    /// What made one panic: how often, and the first round that did.
    panics: BTreeMap<String, (u32, u32)>,
    longest: Duration,
    most_bytes: usize,
}

#[test]
fn minds_that_were_changed_and_sealed_again_are_refused_or_live_on() {
    let number = |name| std::env::var(name).ok().and_then(|count| count.parse::<u32>().ok());
    let asked = number("PIAGET_RESEALED");
    let first = number("PIAGET_RESEALED_FROM").unwrap_or(0);
    let rounds = asked.unwrap_or(ROUNDS);
    let saved: Vec<(Mind, Vec<u8>)> = (0..CHARACTERS).map(lived).collect();
    let mut tally = Tally::default();
    for round in first..first.saturating_add(rounds) {
        let mut chance = Chance::of_part(20, u64::from(round));
        let (mind, payload) = &saved[chance.below(saved.len() as u32) as usize];
        let mut changed = payload.clone();
        for _ in 0..=chance.below(3) {
            change(&mut changed, &mut chance);
        }
        let tried = catch_unwind(AssertUnwindSafe(|| try_one(mind, &changed, round, &mut tally)));
        if let Err(panic) = tried {
            let why = panic.downcast_ref::<String>().map(String::as_str);
            let why = why.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
            tally.panics.entry(why.to_owned()).or_insert((0, round)).0 += 1;
        }
    }
    let Tally { refused, lived, panics, longest, most_bytes } = tally;
    println!(
        "{rounds} minds: {refused} refused, {lived} lived on; longest {longest:?}, most {most_bytes} bytes"
    );
    assert!(panics.is_empty(), "{panics:#?}");
    assert!(refused > rounds / 10 && lived > rounds / 10, "the changes are too mild or too rough");
    assert!(most_bytes < MOST_BYTES, "one grew by {most_bytes} bytes");
    // Timings do not decide the usual test.
    assert!(asked.is_none() || longest < LONGEST, "one took {longest:?}");
}

/// A mind that has lived through something, and the payload that it is saved as.
fn lived(which: u8) -> (Mind, Vec<u8>) {
    let life: Vec<u8> = (0..600u32).map(|at| 32 + (at * 7919 % 223) as u8).collect();
    let mut mind = newborn(which, 7);
    lead(&mut mind, &life);
    let bytes = piaget::save(&mind).expect("it can be saved");
    let payload = open(Kind::Mind, &bytes).expect("just sealed").to_vec();
    (mind, payload)
}

fn try_one(mind: &Mind, payload: &[u8], round: u32, tally: &mut Tally) {
    let (began, bytes_before) = (memory::processor_time(), memory::begin());
    match piaget::restore_in(mind.blueprint(), &seal(Kind::Mind, payload)) {
        Err(refused) => {
            assert!(!refused.to_string().is_empty());
            tally.refused += 1;
        }
        Ok(mut again) => {
            let senses: Vec<u8> = (0..TICKS as u32).map(|at| (40 + (at + round) * 31 % 200) as u8).collect();
            lead(&mut again, &senses);
            drop(again.report());
            tally.lived += 1;
        }
    }
    tally.most_bytes = tally.most_bytes.max(memory::most_since(bytes_before));
    tally.longest = tally.longest.max(memory::processor_time() - began);
}

/// One change: a byte, a bit, a run of bytes, or a number that readers of varints love.
fn change(bytes: &mut Vec<u8>, chance: &mut Chance) {
    const NUMBERS: [&[u8]; 6] = [
        &[0xff, 0xff, 0xff, 0xff, 0x0f],
        &[0x80, 0x80, 0x04],
        &[0x00],
        &[0x00, 0x00, 0xc0, 0x7f],
        &[0x00, 0x00, 0x80, 0x7f],
        &[0xff, 0xff, 0x7f, 0x7f],
    ];
    if bytes.is_empty() {
        return;
    }
    let at = chance.below(bytes.len() as u32) as usize;
    match chance.below(6) {
        0 => bytes[at] = chance.bits() as u8,
        1 | 2 => bytes[at] ^= 1 << chance.below(8),
        3 => drop(bytes.remove(at)),
        4 => bytes.insert(at, chance.bits() as u8),
        _ => {
            let number = NUMBERS[chance.below(NUMBERS.len() as u32) as usize];
            let end = (at + number.len()).min(bytes.len());
            drop(bytes.splice(at..end, number.iter().copied()));
        }
    }
}
