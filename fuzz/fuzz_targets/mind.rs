//! A saved mind whose bytes were changed is refused, or lives on for 20 ticks and reports: no panic, no hang, bounded memory. The input is a
//! list of changes to the bytes of a mind that has lived a while. They are given as they are, and with the envelope put right.
#![no_main]

use libfuzzer_sys::fuzz_target;
use piaget_mind::Mind;
use piaget_terms::sealed::{Kind, open, seal};
use std::sync::LazyLock;

#[path = "../hostile.rs"]
#[allow(dead_code, reason = "this target leads no newborn")]
mod hostile;

/// How long a mind that is not refused lives on.
const TICKS: usize = 20;

/// Bytes of senses for so many ticks.
static SENSES: LazyLock<Vec<u8>> = LazyLock::new(|| (0..1000u32).map(|at| (at * 7919 % 251) as u8).collect());

/// Minds of every character that have lived through something, as they are saved, and what is in the envelope.
static SAVED: LazyLock<Vec<(Mind, Vec<u8>, Vec<u8>)>> = LazyLock::new(|| {
    let life: Vec<u8> = (0..600u32).map(|at| 32 + (at * 7919 % 223) as u8).collect();
    let saved = (0..hostile::CHARACTERS).map(|which| {
        let mut mind = hostile::newborn(which, 7);
        hostile::lead(&mut mind, &life);
        let bytes = piaget::save(&mind).expect("it can be saved");
        let payload = open(Kind::Mind, &bytes).expect("just sealed").to_vec();
        (mind, bytes, payload)
    });
    saved.collect()
});

fuzz_target!(|data: &[u8]| {
    let [which, changes @ ..] = data else { return };
    let (mind, saved, payload) = &SAVED[usize::from(*which) % SAVED.len()];
    restore(mind, &changed(saved, changes));
    restore(mind, &seal(Kind::Mind, &changed(payload, changes)));
});

fn restore(mind: &Mind, bytes: &[u8]) {
    match piaget::restore_in(mind.blueprint(), bytes) {
        Err(refused) => assert!(!refused.to_string().is_empty()),
        Ok(mut again) => {
            hostile::lead_for(&mut again, &SENSES, TICKS);
            drop(again.report());
        }
    }
}

/// Three bytes say where something is changed, one how, one to what.
fn changed(saved: &[u8], changes: &[u8]) -> Vec<u8> {
    let mut bytes = saved.to_vec();
    for change in changes.chunks_exact(5) {
        let at = u32::from_le_bytes([change[0], change[1], change[2], 0]) as usize % bytes.len().max(1);
        match change[3] % 5 {
            _ if bytes.is_empty() => {}
            0 => bytes[at] = change[4],
            1 => bytes[at] ^= change[4],
            2 => bytes.insert(at, change[4]),
            3 => drop(bytes.remove(at)),
            _ => bytes.truncate(at),
        }
    }
    bytes
}
