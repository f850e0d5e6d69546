//! Where a node stands that was written at the top of a character file and does not belong there.

use crate::classify::PerceptKinds;

/// What stands inside of which node.
const INSIDE: [(&str, &[&str]); 6] = [
    ("beliefs", &["map", "merge", "match", "motion"]),
    ("values", &["sense", "drive", "emotion", "autonomic", "accumulator", "group"]),
    ("actions", &["tuple"]),
    ("expect", &["feature", "stranger", "rates", "confidence", "contingencies", "doubt", "ratio"]),
    ("beliefs { map }", &["habits", "journeys"]),
    ("actions { tuple }", &["do", "can", "should", "until"]),
];

/// What stands in a scenario.
const OF_SCENARIOS: [&str; 9] =
    ["scenario", "length", "tick", "seed", "ground", "wall", "thing", "creature", "timeline"];

/// A hint for a node that is known elsewhere; `None` for one that is known nowhere.
pub(super) fn place_of(word: &str, kinds: &PerceptKinds) -> Option<String> {
    let inside = INSIDE.iter().find(|(_, words)| words.contains(&word)).map(|(outside, _)| *outside);
    match inside {
        Some(outside) => Some(format!("it stands in the braces of `{outside}` (docs/character-files.md)")),
        None if kinds.words().any(|kind| kind == word) => {
            Some(format!("write `percepts {{ {word} ... }}` (docs/character-files.md)"))
        }
        None if OF_SCENARIOS.contains(&word) => {
            Some("it belongs into a scenario, a file of its own (docs/scenarios.md)".to_owned())
        }
        None => None,
    }
}
