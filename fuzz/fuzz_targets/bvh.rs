//! Any text given to the reader of motion capture is read or refused: no panic, no hang, bounded memory.
#![no_main]

use libfuzzer_sys::fuzz_target;
use piaget_motor::{GraphConfig, PoseGraph, bvh};

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    if let Ok(model) = bvh::read("fuzzed.bvh", &text) {
        if model.clips[0].seconds < 20.0 {
            let _ = PoseGraph::new(&model, GraphConfig::default());
        }
    }
});
