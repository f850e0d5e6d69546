//! Movements of a scenario's own: `movement "lap" { takes 2; changes "bowl" feature="food" by=-0.2 }`. What every world knows
//! already is in `docs/verbs.md`.

use piaget_terms::{Feature, FeatureValue, Name};
use piaget_text::Fields;
use piaget_world::{Deed, Rule, What};
use std::ops::RangeInclusive;

/// The most movements of one scenario.
pub(super) const MAX_MOVEMENTS: usize = 256;
/// Movements whose effect is the world's own.
const FIXED: [&str; 3] = ["pick-up", "put-down", "eat"];
const SECONDS: RangeInclusive<f32> = 0.0..=3600.0;
const METRES: RangeInclusive<f32> = 0.01..=100.0;
const SPEED: RangeInclusive<f32> = 0.01..=100.0;
const NUMBER: RangeInclusive<f32> = -1e6..=1e6;
const DEFAULT_LASTS_S: f32 = 1.0;
const DEFAULT_SPEED_M_PER_S: f32 = 1.0;

/// Reads one movement.
pub(super) fn read(mut node: Fields<'_>, known: &[Rule]) -> Option<Rule> {
    let Some(movement) = node.name_argument(0, "the name of a movement") else {
        node.leave();
        return None;
    };
    if FIXED.contains(&movement.as_str()) {
        let message = format!("what \"{movement}\" does is fixed");
        node.problem_at(node.span_of_argument(0), message, "give the movement another name");
    }
    if known.iter().any(|rule| rule.movement == movement) {
        let message = format!("there are two movements \"{movement}\"");
        node.problem_at(node.span_of_argument(0), message, "put what it does into one");
    }
    let lasts_s = super::read::number(&mut node, "takes", SECONDS).unwrap_or(DEFAULT_LASTS_S);
    let mut deeds = Vec::new();
    for name in ["changes", "sets", "pushes", "throws"] {
        for mut child in node.children(name) {
            deeds.extend(deed(&mut child));
        }
    }
    Some(Rule { movement, lasts_s, deeds })
}

fn deed(node: &mut Fields<'_>) -> Option<Deed> {
    let throws = node.node_name() == "throws";
    // What is thrown is what is held; all others are done to a kind of thing, or to any.
    let kind = if node.arguments() == 0 { Name::default() } else { node.name_argument(0, "a kind")? };
    let what = match node.node_name() {
        "changes" => {
            let feature = node.name("feature");
            let feature = node.need(feature, "a feature", "write feature=\"food\"");
            let by = node.number("by", NUMBER);
            let by = node.need(by, "a number", "write by=-0.2");
            let least = node.number("least", NUMBER).unwrap_or(0.0);
            let most = node.number("most", NUMBER).unwrap_or(*NUMBER.end());
            let eaten = node.flag("eaten").unwrap_or(false);
            What::Changes { feature: feature?, by: by?, least, most, eaten }
        }
        "sets" => {
            let feature = node.name("feature");
            let feature = node.need(feature, "a feature", "write feature=\"state\"");
            let value = match node.is_word("to") {
                true => node.name("to").map(FeatureValue::Word),
                false => node.number("to", NUMBER).map(FeatureValue::Number),
            };
            let value = node.need(value, "a value", "write to=\"open\"");
            What::Sets { feature: Feature::new(feature?, value?), solid: node.flag("solid") }
        }
        _ => {
            let by_m = node.number("by", METRES);
            let by_m = node.need(by_m, "a number of metres", "write by=1");
            let speed_m_per_s = node.number("speed", SPEED).unwrap_or(DEFAULT_SPEED_M_PER_S);
            match throws {
                true => What::Throws { by_m: by_m?, speed_m_per_s },
                false => What::Pushes { by_m: by_m?, speed_m_per_s },
            }
        }
    };
    Some(Deed { kind, what })
}
