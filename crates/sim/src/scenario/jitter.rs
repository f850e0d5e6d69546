//! What varies between trials: `jitter "thing.sheep.at" 0.5` moves each number that the path points at by up to
//! half a metre either way, evenly distributed, decided by the seed alone. A place varies over the ground; its
//! height varies only where the path says `y`.

use super::address::{self, Target};
use super::{MAX_JITTERS, read};
use crate::files::Keeping;
use kdl::{KdlDocument, KdlValue};
use piaget_terms::Chance;
use piaget_text::{Diagnostics, Fields, Problems, Source, nearest};
use std::ops::Range;

/// The stream of chance that jitter draws from, apart from those of creatures.
const JITTER_PART: u64 = 0x6a69_7474_6572;

/// A number that varies: its bytes, its value, and how far it may stray.
struct Varying {
    at: Range<usize>,
    value: f64,
    by: f64,
}

/// Reads one `jitter` node, to report what is wrong with it.
pub(super) fn read(node: &mut Fields<'_>, document: &KdlDocument, text: &str) {
    let path = node.word_argument(0, "the path of what varies");
    let by = node.number_argument(1, "how far it varies", 0.0..=super::MAX_SIDE_M);
    let (Some(path), Some(_)) = (path, by) else { return };
    match address::find(document, text, path) {
        Err(error) => {
            let hint = meant(document, path).map_or(
                "write a path such as \"thing.sheep.at\" or \"event.flight.time\"".to_owned(),
                |meant| format!("did you mean \"{meant}\"?"),
            );
            node.problem_at(node.span_of_argument(0), error, hint);
        }
        Ok(target) if numbers(&target).is_empty() => node.problem_at(
            node.span_of_argument(0),
            format!("no number stands at `{path}`"),
            "only what the file says as a number can vary",
        ),
        Ok(_) => {}
    }
}

/// The path with the name that was most likely meant in it.
fn meant(document: &KdlDocument, path: &str) -> Option<String> {
    let (sort, rest) = path.split_once('.')?;
    let (name, part) = rest.split_once('.').unwrap_or((rest, ""));
    let nodes = document.nodes().iter().filter(|node| node.name().value() == sort);
    let near = nearest(name, nodes.filter_map(|node| node.get(0)?.as_string()))?;
    Some(if part.is_empty() { format!("{sort}.{near}") } else { format!("{sort}.{near}.{part}") })
}

/// The text with every varying number drawn anew.
pub(super) fn vary(text: &Source, document: &KdlDocument, seed: u64) -> Result<String, Diagnostics> {
    let mut chance = Chance::of_part(seed, JITTER_PART);
    let drawn = |varying: &Varying, chance: &mut Chance| {
        varying.value + varying.by * f64::from(chance.between(-1.0, 1.0))
    };
    let pieces = varying(text, document)?;
    let pieces = pieces.iter().map(|varying| (varying.at.clone(), kdl_number(drawn(varying, &mut chance))));
    Ok(address::splice(&text.text, pieces.collect()))
}

/// Reads the scenario with every varying number at its least, then at its greatest, so that a variation that
/// would break it is found when the file is checked and not in the four hundredth trial.
pub(super) fn check_ends(text: &Source, document: &KdlDocument, files: &Keeping<'_>, problems: &Problems) {
    let pieces = match varying(text, document) {
        Ok(pieces) => pieces,
        Err(found) => return found.0.into_iter().for_each(|found| problems.add(found)),
    };
    if pieces.is_empty() {
        return;
    }
    for (end, word) in [(-1.0, "least"), (1.0, "greatest")] {
        let edits = pieces.iter().map(|v| (v.at.clone(), kdl_number(v.value + end * v.by))).collect();
        let varied = Source::new(text.name.clone(), address::splice(&text.text, edits));
        let found = Problems::default();
        if let Some(document) = varied.parse(&found) {
            read::scenario(&varied, &document, files, &found);
        }
        if let Err(found) = found.into_result(()) {
            for mut problem in found.0 {
                problem.message = format!("with all jitter at its {word}: {}", problem.message);
                problem.hint = format!("{}; or let the numbers here vary less", problem.hint);
                problems.add(problem);
            }
            return;
        }
    }
}

fn varying(text: &Source, document: &KdlDocument) -> Result<Vec<Varying>, Diagnostics> {
    let problems = Problems::default();
    let mut all: Vec<Varying> = Vec::new();
    let nodes = document.nodes().iter().filter(|node| node.name().value() == "jitter");
    for node in nodes.take(MAX_JITTERS) {
        let arguments: Vec<&KdlValue> =
            node.entries().iter().filter(|entry| entry.name().is_none()).map(|entry| entry.value()).collect();
        let [KdlValue::String(path), by] = arguments[..] else { continue };
        let Some(by) = address::number(by).filter(|by| by.is_finite()) else { continue };
        let Ok(target) = address::find(document, &text.text, path) else { continue };
        for (at, value) in numbers(&target) {
            if all.iter().any(|other| other.at == at) {
                let span = node.name().span();
                let span = span.offset()..span.offset() + span.len();
                problems.note(text, span, format!("`{path}` varies twice"), "keep one of them");
            } else {
                all.push(Varying { at, value, by });
            }
        }
    }
    problems.into_result(all)
}

/// The numbers of a target that vary: of a place in three numbers, those on the ground.
fn numbers(target: &Target) -> Vec<(Range<usize>, f64)> {
    let Target::Values { at } = target else { return Vec::new() };
    let on_ground = |index: usize| at.len() != 3 || index != 1;
    let all = at.iter().enumerate().filter(|(index, _)| on_ground(*index));
    all.filter_map(|(_, (at, value))| Some((at.clone(), (*value)?))).collect()
}

/// As KDL writes it; what has grown beyond any number is left for the reader to refuse.
fn kdl_number(value: f64) -> String {
    let value = value as f32;
    if value.is_finite() { format!("{value}") } else { "#nan".into() }
}
