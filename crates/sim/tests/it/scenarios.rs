//! The scenarios that come with the program can all be read, as written and varied.

use piaget_sim::files::{Disk, read_source};
use piaget_sim::scenario::{Choice, Scenario};
use std::path::PathBuf;

/// The folder of the repository.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every scenario file, in order.
pub fn files() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(root().join("scenarios"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "kdl"))
        .collect();
    files.sort();
    files
}

/// Reads a scenario, or panics with its diagnostics.
pub fn load(path: &std::path::Path, choice: &Choice) -> Scenario {
    let source = read_source(path).unwrap();
    Scenario::load(&source, &Disk::beside(path), choice).unwrap_or_else(|found| panic!("{found}"))
}

#[test]
fn every_scenario_reads_as_written_and_for_eight_seeds() {
    let files = files();
    assert!(files.len() >= 4);
    for path in files {
        let own = load(&path, &Choice::default());
        assert_eq!(Some(own.name.as_str()), path.file_stem().and_then(|stem| stem.to_str()));
        assert_eq!(load(&path, &Choice::seed(own.seed)).text, own.text, "its own seed plays it as written");
        for seed in 1000..1008 {
            let varied = load(&path, &Choice::seed(seed));
            assert_eq!(varied.seed, seed);
            assert_eq!(varied.text.text, load(&path, &Choice::seed(seed)).text.text);
            if own.text.text.contains("\njitter") {
                assert_ne!(varied.text.text, own.text.text);
            }
            // What was varied is written out: reading the text again gives the same scenario, unvaried.
            let again = Scenario::load(&varied.text, &varied.files, &Choice::default()).unwrap();
            assert_eq!((again.seed, again.text), (varied.seed, varied.text));
        }
    }
}
