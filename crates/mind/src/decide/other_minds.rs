//! Conditions on what others know, as a character file has them: `knows "food" by="dog" within=1`.

use super::places;
use super::read::Vocabulary;
use crate::classify::find_selector;
use crate::model::AsksMind;
use crate::model::action::{Condition, MindQuestion, Question, Spot};
use crate::model::asks_mind::near;
use piaget_text::Fields;

/// The words of these conditions.
pub(super) const WORDS: [&str; 5] = ["knows", "unaware", "has-seen", "looks-at", "expects-at"];

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
    let asks = match AsksMind::read(node) {
        Some(asks) => Question::Of(asks),
        None => {
            let spot = match node.has("place") {
                true => Spot::Place(places::place(node, "place", known.concepts)?),
                false => {
                    let name = node.word("near");
                    let name = node.need(name, "a place", "write near=\"SELECTOR\" or place=\"post\"")?;
                    Spot::Thing(find_selector(node, node.span_of("near"), name, selectors)?)
                }
            };
            Question::ExpectsAt(spot, near(node))
        }
    };
    Some(Condition::OtherMind(MindQuestion { asks, what, by }))
}
