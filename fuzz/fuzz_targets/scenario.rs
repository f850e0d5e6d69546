//! Any bytes given to the scenario reader are read or refused: no panic, no hang, bounded memory. The first byte
//! chooses between playing the file as written, with another seed, and with a setting taken from its own end.
#![no_main]

use libfuzzer_sys::fuzz_target;
use piaget_sim::files::Kept;
use piaget_sim::{Choice, Scenario};
use piaget_text::Source;
use std::sync::LazyLock;

/// The files that a scenario can name here.
static FILES: LazyLock<Kept> = LazyLock::new(|| {
    let files = [
        ("characters/reactive.kdl", include_str!("../../characters/reactive.kdl")),
        ("characters/reactive-dog.kdl", include_str!("../../characters/reactive-dog.kdl")),
        ("characters/forager.kdl", include_str!("../../characters/forager.kdl")),
        ("characters/duncan.kdl", include_str!("../../characters/duncan.kdl")),
        ("maps/small.map", "type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n"),
    ];
    Kept(files.into_iter().map(|(name, text)| (name.to_owned(), text.to_owned())).collect(), Default::default())
});

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data).into_owned();
    let choice = match data.first().map_or(0, |first| first % 4) {
        1 => Choice::seed(7),
        2 => Choice { seed: Some(7), set: vec!["thing.cube.at.x=3".into()] },
        3 => Choice { seed: None, set: text.lines().last().map(str::to_owned).into_iter().collect() },
        _ => Choice::default(),
    };
    match Scenario::load(&Source::new("fuzzed.kdl", text), &*FILES, &choice) {
        Ok(scenario) => assert!(scenario.ticks() > 0),
        Err(found) => assert!(!found.0.is_empty()),
    }
});
