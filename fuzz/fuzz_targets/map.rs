//! Any text given to the readers of grid maps and of their path problems is read or refused, and a way over what is read is
//! found or there is none.
#![no_main]

use libfuzzer_sys::fuzz_target;
use piaget_sim::gridmap::{read_map, read_problems};
use piaget_text::Source;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data).into_owned();
    let source = Source::new("fuzzed.map", text);
    match read_map(&source) {
        Ok(grid) => assert_eq!(grid.free.len(), grid.columns as usize * grid.rows as usize),
        Err(found) => assert!(!found.0.is_empty()),
    }
    match read_problems(&source) {
        Ok(problems) => assert!(problems.iter().all(|one| one.optimal_m.is_finite())),
        Err(found) => assert!(!found.0.is_empty()),
    }
});
