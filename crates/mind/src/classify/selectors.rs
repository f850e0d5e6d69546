//! Belief selectors of a character file: the `selector` and `other` nodes, and selectors wherever they are used.

use super::kinds::space::effector;
use crate::expect::find_feature;
use crate::model::expectation::{FeatureConfig, Violated};
use crate::model::selector::{DataRange, From, Prefer, Whom};
use crate::model::{Concepts, PerceptId, PerceptTree, Selector, SelectorId};
use piaget_terms::Effector;
use piaget_text::{Fields, nearest};

const SECONDS: std::ops::RangeInclusive<f32> = 0.0..=1e7;
const METRES: std::ops::RangeInclusive<f32> = 0.0..=1e6;

/// Reads a `selector` node.
pub(super) fn read_named(mut node: Fields<'_>, config: &mut Concepts, features: &[FeatureConfig]) {
    let name = node.name_argument(0, "a name and the percepts that must match");
    let mut selector = read_conditions(&mut node, 1, config);
    selector.violated = read_violated(&mut node, features);
    selector.name = name.unwrap_or_default();
    if config.selectors.iter().any(|known| known.name == selector.name) {
        let message = format!("there are two selectors \"{}\"", selector.name);
        node.twice(node.span_of_argument(0), "selector", message, "give one of them another name");
    }
    config.selectors.push(selector);
}

/// Reads the `other` node.
pub(super) fn read_other(mut node: Fields<'_>, config: &mut Concepts) {
    if config.other.is_some() {
        node.problem("`other` stands here twice", "keep one of them");
    }
    config.other = Some(read_conditions(&mut node, 0, config));
}

/// A selector as it is written where it is used: `select "food" nearest=#true within=5`, or `select by="snack"`
/// for one that the file names elsewhere. Mistakes are noted; what is left of the selector still works.
pub fn read_selector(node: &mut Fields<'_>, concepts: &Concepts) -> Selector {
    let named = &concepts.selectors;
    let Some(name) = node.word("by") else { return read_conditions(node, 0, concepts) };
    let found = find_selector(node, node.span_of("by"), name, named);
    found.map_or(Selector::default(), |id| named[usize::from(id.0)].clone())
}

/// The selector of a name, or a note at the given bytes about the one that does not exist.
pub fn find_selector(
    node: &Fields<'_>,
    span: std::ops::Range<usize>,
    name: &str,
    named: &[Selector],
) -> Option<SelectorId> {
    let found = named.iter().position(|selector| selector.name == *name);
    if found.is_none() {
        let hint = match nearest(name, named.iter().map(|selector| selector.name.as_str())) {
            Some(known) => format!("did you mean \"{known}\"?"),
            None => format!("write one at the top of the file: `selector \"{name}\" \"food\" nearest=#true`"),
        };
        node.unresolved(span, ("selector", name), format!("there is no selector \"{name}\""), hint);
    }
    found.map(|index| SelectorId(index as u16))
}

fn read_conditions(node: &mut Fields<'_>, first: usize, concepts: &Concepts) -> Selector {
    let percepts = &concepts.percepts;
    let mut selector = Selector { all: read_percepts(node, first, percepts), ..Selector::default() };
    let whom =
        [("things", Whom::Things), ("self", Whom::Viewer), ("other", Whom::Other), ("wanted", Whom::Wanted)];
    selector.whom = node.choice("who", &whom).unwrap_or_default();
    for mut any in node.children("any") {
        selector.any.extend(read_percepts(&mut any, 0, percepts));
    }
    for mut not in node.children("not") {
        selector.not.extend(read_percepts(&mut not, 0, percepts));
    }
    for mut data in node.children("data") {
        let percept = read_percepts(&mut data, 0, percepts).first().copied();
        let above = data.number("above", f32::MIN..=f32::MAX).unwrap_or(f32::NEG_INFINITY);
        let below = data.number("below", f32::MIN..=f32::MAX).unwrap_or(f32::INFINITY);
        selector.data.extend(percept.map(|percept| DataRange { percept, above, below }));
    }
    let set = |to: &mut f32, value: Option<f32>| *to = value.unwrap_or(*to);
    set(&mut selector.at_least, node.number("at-least", 1e-6..=1.0));
    set(&mut selector.within_m, node.number("within", METRES));
    set(&mut selector.beyond_m, node.number("beyond", METRES));
    set(&mut selector.faster_m_per_s, node.number("faster", METRES));
    set(&mut selector.slower_m_per_s, node.number("slower", METRES));
    set(&mut selector.sensed_within_s, node.number("sensed", SECONDS));
    set(&mut selector.ago_s, node.number("ago", SECONDS));
    for (least, key) in [
        (selector.beyond_m > selector.within_m, "beyond"),
        (selector.faster_m_per_s > selector.slower_m_per_s, "faster"),
    ] {
        if least {
            let message = format!("`{key}` leaves nothing to choose from");
            node.problem_at(
                node.span_of(key),
                message,
                "the least is greater than the greatest: exchange the two",
            );
        }
    }
    selector.from = read_from(node, concepts);
    selector.prefer = read_preference(node);
    for percept in selector.all.iter().filter(|percept| selector.not.contains(percept)) {
        let message = format!("\"{}\" must match and must not match", percepts.name(*percept));
        node.problem(message, "this selector could never choose anything: leave one of the two out");
    }
    selector
}

/// `violated "surprise" feature="position" within=2` in a selector's braces: things that did not behave as expected.
fn read_violated(node: &mut Fields<'_>, features: &[FeatureConfig]) -> Option<Violated> {
    let mut violated = node.child("violated")?;
    let mut kinds = [false; 3];
    const WORDS: [&str; 3] = ["confusion", "surprise", "disbelief"];
    for index in 0..violated.arguments() {
        let Some(word) = violated.word_argument(index, "a kind of violation") else { continue };
        match WORDS.iter().position(|known| *known == word) {
            Some(kind) => kinds[kind] = true,
            None => {
                let hint = match nearest(word, WORDS) {
                    Some(known) => format!("did you mean \"{known}\"?"),
                    None => "write \"confusion\", \"surprise\" or \"disbelief\"".to_owned(),
                };
                let message = format!("there is no violation \"{word}\"");
                violated.problem_at(violated.span_of_argument(index), message, hint);
            }
        }
    }
    if kinds == [false; 3] {
        kinds = [true; 3];
    }
    let feature = violated.word("feature");
    let feature =
        feature.and_then(|word| find_feature(&violated, violated.span_of("feature"), word, features));
    let within_s = violated.number("within", SECONDS).unwrap_or(Violated::default().within_s);
    Some(Violated { kinds, feature, within_s })
}

fn read_percepts(node: &mut Fields<'_>, first: usize, percepts: &PerceptTree) -> Vec<PerceptId> {
    let mut found = Vec::new();
    for index in first..node.arguments() {
        if let Some(word) = node.word_argument(index, "a percept") {
            found.extend(find_percept(node, node.span_of_argument(index), word, percepts));
        }
    }
    found
}

/// The percept of a name, or a note at the given bytes about the one that does not exist.
pub fn find_percept(
    node: &Fields<'_>,
    span: std::ops::Range<usize>,
    word: &str,
    percepts: &PerceptTree,
) -> Option<PerceptId> {
    let found = percepts.find(word);
    if found.is_none() {
        let hint = match nearest(word, percepts.nodes().iter().map(|node| node.name.as_str())) {
            Some(known) => format!("did you mean \"{known}\"?"),
            None => format!("write one in `percepts`, such as `kind \"{word}\"`"),
        };
        node.unresolved(span, ("percept", word), format!("there is no percept \"{word}\""), hint);
    }
    found
}

fn read_from(node: &mut Fields<'_>, concepts: &Concepts) -> From {
    let Some(word) = node.word("from") else { return From::Viewer };
    let (others, part) = match word.strip_prefix("other.") {
        Some(part) => (true, part),
        None => (false, word),
    };
    if let Some(place) = concepts.place(word) {
        return From::Place(place);
    }
    match (word, effector(part)) {
        ("self", _) => From::Viewer,
        ("other", _) => From::Other,
        (_, Some(part)) if others => From::OtherPart(part),
        (_, Some(part)) => From::Part(part),
        _ => {
            let known = Effector::ALL.map(Effector::word);
            let places = concepts.places.iter().map(|place| place.name.as_str());
            let hint = match nearest(part, known.into_iter().chain(["self", "other"]).chain(places)) {
                Some(known) => format!("did you mean \"{known}\"?"),
                None => {
                    "write \"self\", \"other\", a part such as \"left-hand\", \"other.left-hand\" or a place"
                        .to_owned()
                }
            };
            let message = format!("distances cannot be measured from \"{word}\"");
            node.unresolved(node.span_of("from"), ("place", word), message, hint);
            From::Viewer
        }
    }
}

fn read_preference(node: &mut Fields<'_>) -> Prefer {
    let all = [
        ("nearest", Prefer::Nearest),
        ("farthest", Prefer::Farthest),
        ("surest", Prefer::Surest),
        ("latest", Prefer::Latest),
        ("fastest", Prefer::Fastest),
    ];
    let mut chosen: Option<(&str, Prefer)> = None;
    for (key, prefer) in all {
        if node.flag(key) == Some(true) {
            if let Some((other, _)) = chosen {
                let message = format!("`{other}` and `{key}` cannot both decide");
                node.problem_at(node.span_of(key), message, "keep the one that matters");
            }
            chosen = Some((key, prefer));
        }
    }
    chosen.map_or(Prefer::First, |(_, prefer)| prefer)
}
