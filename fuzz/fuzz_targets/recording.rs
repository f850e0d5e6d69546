//! Any bytes given to the reader of recordings and saved simulations are read or refused with a sentence. The first half of the
//! runs sees them as they are; in the other half length and checksum are put right, so that what is inside is read too.
#![no_main]

use libfuzzer_sys::fuzz_target;
use piaget_sim::{Recording, Simulation, Threads};
use xxhash_rust::xxh3::xxh3_64;

/// Mark, kind and version; then length and checksum.
const BEFORE: usize = 14;
const HEAD: usize = BEFORE + 16;

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
    if let Err(refused) = Recording::open(bytes, Threads::One) {
        assert!(!refused.to_string().is_empty());
    }
    if let Err(refused) = Simulation::load(bytes, Threads::One) {
        assert!(!refused.to_string().is_empty());
    }
}
