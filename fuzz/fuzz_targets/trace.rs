//! Any bytes given to the reader of traces are read or refused with a sentence: no panic, no hang, bounded memory.
#![no_main]

use libfuzzer_sys::fuzz_target;
use piaget_sim::Trace;

fuzz_target!(|data: &[u8]| {
    if let Err(refused) = Trace::read(data) {
        assert!(!refused.to_string().is_empty());
    }
});
