//! Conditions on what others know, as a character file has them: `knows "food" by="dog" within=1`.

use super::places;
use super::read::Vocabulary;
use crate::classify::find_selector;
use crate::model::action::{AsksMind, Condition, MindQuestion, Spot};
use piaget_text::Fields;

/// The words of these conditions.
pub(super) const WORDS: [&str; 5] = ["knows", "unaware", "has-seen", "looks-at", "expects-at"];

const METRES: std::ops::RangeInclusive<f32> = 0.0..=1e4;

/// Reads one of them.
pub(super) fn read(node: &mut Fields<'_>, known: Vocabulary<'_>) -> Option<Condition> {
    let word = node.node_name();
    if !known.thinks {
        node.problem(
            format!("`{word}` asks what others know, and this character thinks of nobody's mind"),
            "write `minds \"dog\"` at the top of the file, with the kind of creature",
        );
    }
    let selectors = &known.concepts.selectors;
    let what = match node.arguments() {
        0 => None,
        _ => {
            let name = node.word_argument(0, "a selector")?;
            Some(find_selector(node, node.span_of_argument(0), name, selectors)?)
        }
    };
    let by = node.name("by").unwrap_or_default();
    let asks = match word {
        "knows" => AsksMind::Knows(near(node)),
        "unaware" => AsksMind::Unaware(near(node)),
        "has-seen" => AsksMind::HasSeen(node.number("within", 0.0..=1e7).unwrap_or(f32::MAX)),
        "looks-at" => AsksMind::LooksAt(look(node)),
        _ => {
            let spot = match node.has("place") {
                true => Spot::Place(places::place(node, "place", known.concepts)?),
                false => {
                    let name = node.word("near");
                    let name = node.need(name, "a place", "write near=\"SELECTOR\" or place=\"post\"")?;
                    Spot::Thing(find_selector(node, node.span_of("near"), name, selectors)?)
                }
            };
            AsksMind::ExpectsAt(spot, near(node))
        }
    };
    Some(Condition::OtherMind(MindQuestion { asks, what, by }))
}

/// How near counts as the same place; a metre where nothing is said.
fn near(node: &mut Fields<'_>) -> f32 {
    node.number("within", METRES).unwrap_or(1.0)
}

/// How far from the middle of its view a thing may be that it looks at: 20 degrees where nothing is said.
fn look(node: &mut Fields<'_>) -> f32 {
    node.number("within", 0.0..=180.0).unwrap_or(20.0).to_radians()
}
