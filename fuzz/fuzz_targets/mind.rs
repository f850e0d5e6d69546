//! A saved mind whose bytes were changed is read or refused: no panic, no hang, bounded memory. The input is a list of changes to the bytes of a mind that
//! has lived a while.
#![no_main]

use libfuzzer_sys::fuzz_target;
use piaget_mind::{Mind, MindState};
use std::sync::LazyLock;

#[path = "../hostile.rs"]
#[allow(dead_code, reason = "this target leads no newborn")]
mod hostile;

/// Minds of every character that have lived through something, as they are saved, and their states alone.
static SAVED: LazyLock<Vec<(Mind, Vec<u8>, Vec<u8>)>> = LazyLock::new(|| {
    let life: Vec<u8> = (0..600u32).map(|at| 32 + (at * 7919 % 223) as u8).collect();
    let saved = (0..hostile::CHARACTERS).map(|which| {
        let mut mind = hostile::newborn(which, 7);
        hostile::lead(&mut mind, &life);
        let (bytes, state) = (piaget::save(&mind), postcard::to_stdvec(mind.state()).expect("plain data serialises"));
        (mind, bytes, state)
    });
    saved.collect()
});

fuzz_target!(|data: &[u8]| {
    let [which, changes @ ..] = data else { return };
    let (mind, saved, state) = &SAVED[usize::from(*which) % SAVED.len()];
    if let Err(refused) = piaget::restore_in(mind.blueprint(), &changed(saved, changes)) {
        assert!(!refused.to_string().is_empty());
    }
    let _ = postcard::from_bytes::<MindState>(&changed(state, changes));
});

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
