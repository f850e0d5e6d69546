//! Any bytes given to the reader of recordings and saved simulations are refused with a sentence, or go on for 20 ticks and
//! report. The bytes are given as they are, and again with length and checksum put right, so that what is inside is read too.
#![no_main]

use libfuzzer_sys::fuzz_target;
use piaget_sim::{Recording, Simulation, Threads};
use xxhash_rust::xxh3::xxh3_64;

/// Mark, kind and version; then length and checksum.
const BEFORE: usize = 14;
const HEAD: usize = BEFORE + 16;
/// How far each one is played.
const TICKS: u32 = 20;

fuzz_target!(|data: &[u8]| {
    open(data);
    if let Some((head, payload)) = data.split_at_checked(HEAD) {
        let mut mended = head[..BEFORE].to_vec();
        mended.extend((payload.len() as u64).to_le_bytes());
        mended.extend(xxh3_64(payload).to_le_bytes());
        mended.extend(payload);
        open(&mended);
    }
});

fn open(bytes: &[u8]) {
    match Recording::open(bytes, Threads::One) {
        Err(refused) => assert!(!refused.to_string().is_empty()),
        Ok(mut recording) => {
            for _ in 0..TICKS {
                if !recording.step() {
                    break;
                }
            }
            report(recording.simulation());
        }
    }
    match Simulation::load(bytes, Threads::One) {
        Err(refused) => assert!(!refused.to_string().is_empty()),
        Ok(mut simulation) => {
            for _ in 0..TICKS {
                simulation.step();
            }
            report(&simulation);
        }
    }
}

fn report(simulation: &Simulation) {
    simulation.actors().iter().for_each(|actor| drop(actor.mind.report()));
}
