//! A bounded share of fuzzing in the normal suite: mutated scenario files are read or refused, never a panic. The
//! whole of it is `fuzz/fuzz_targets/scenario.rs`.

use crate::scenarios::{files, root};
use piaget_sim::files::Disk;
use piaget_sim::{Choice, Scenario};
use piaget_terms::Chance;
use piaget_text::Source;

const ROUNDS: u32 = 400;
/// What files are made of, and what breaks them.
const PIECES: [&str; 24] = [
    "{",
    "}",
    "\"",
    "#nan",
    "#inf",
    "-1",
    "1e39",
    "99999999999999999999",
    "\0",
    "é",
    "/*",
    "/-",
    "\\",
    ";",
    "\n",
    "at",
    "to",
    "after \"a\" name=\"a\"",
    "when nobody sees",
    "jitter",
    "thing",
    "0",
    "#null",
    ".",
];

#[test]
fn mutated_scenarios_are_read_or_refused() {
    let mut corpus: Vec<String> = files().iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let broken = root().join("crates/sim/tests/broken");
    corpus.extend(
        std::fs::read_dir(broken).unwrap().map(|e| std::fs::read_to_string(e.unwrap().path()).unwrap()),
    );
    let disk = Disk::beside(&root().join("scenarios/x.kdl"));
    let mut chance = Chance::new(20);
    let mut refused = 0;
    for round in 0..ROUNDS {
        let mut text = corpus[chance.below(corpus.len() as u32) as usize].clone();
        for _ in 0..=chance.below(4) {
            mutate(&mut text, &mut chance);
        }
        let choice = match chance.below(3) {
            0 => Choice::seed(u64::from(round)),
            1 => Choice { seed: None, set: vec!["thing.cube.at.x=3".into()] },
            _ => Choice::default(),
        };
        match Scenario::load(&Source::new("mutated.kdl", text), &disk, &choice) {
            Ok(_) => {}
            Err(found) => {
                assert!(
                    !found.0.is_empty() && found.0.iter().all(|one| one.line >= 1 && !one.message.is_empty())
                );
                refused += 1;
            }
        }
    }
    assert!(refused > ROUNDS / 2, "only {refused} of {ROUNDS} were refused: the mutations are too mild");
}

fn mutate(text: &mut String, chance: &mut Chance) {
    let at = place(text, chance);
    match chance.below(3) {
        0 => text.insert_str(at, PIECES[chance.below(PIECES.len() as u32) as usize]),
        1 => {
            let other = place(text, chance);
            text.replace_range(at.min(other)..at.max(other).min(at.min(other) + 40).max(at.min(other)), "");
        }
        _ => {
            let piece: String = text[at..].chars().take(chance.below(60) as usize).collect();
            let to = place(text, chance);
            text.insert_str(to, &piece);
        }
    }
}

fn place(text: &str, chance: &mut Chance) -> usize {
    let mut at = chance.below(text.len() as u32 + 1) as usize;
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
