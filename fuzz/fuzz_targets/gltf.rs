//! Any bytes given to the reader of characters are read or refused: no panic, no hang, bounded memory. What is read makes
//! a graph or is refused, and can be written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use piaget_motor::{GraphConfig, PoseGraph, gltf};

fuzz_target!(|data: &[u8]| {
    if let Ok(model) = gltf::read("fuzzed.glb", data, &mut |_| None) {
        let seconds: f32 = model.clips.iter().map(|clip| clip.seconds).sum();
        if seconds < 20.0 && model.clips.len() < 20 {
            let _ = PoseGraph::new(&model, GraphConfig::default());
        }
        let _ = gltf::read("written.glb", &gltf::write(&model), &mut |_| None);
    }
});
