//! The `creature` nodes of a scenario: a character from a file of its own, where it stands, and where its places are.

use super::read::{number, own_name, place, within, yaw};
use super::{CreaturePlan, FileKind, names};
use crate::embody;
use crate::files::Keeping;
use piaget_mind::Character;
use piaget_terms::{Name, Rect, Terrain, Vec2, Vec3};
use piaget_text::{Diagnostic, Fields, Problems, Source};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// How much slower or faster than made a body may perform its movements.
const PACES: RangeInclusive<f32> = 0.1..=10.0;

/// Reads a `creature`. Each character is read once, for all creatures that have it.
pub(super) fn creature(
    mut node: Fields<'_>,
    terrain: &Terrain,
    characters: &mut BTreeMap<String, Option<Arc<Character>>>,
    files: &Keeping<'_>,
    problems: &Problems,
) -> Option<CreaturePlan> {
    let name = own_name(&mut node)?;
    let kind = node.child("kind").map(|mut kind| kind.name_argument(0, "a kind"));
    let colour =
        node.child("colour").map_or(Some(Name::cut("brown")), |mut c| c.name_argument(0, "a colour"));
    let at_node = node.child("at");
    let at_span = at_node.as_ref().map_or_else(|| node.span(), Fields::span);
    let at = match at_node {
        Some(at) => within(at, terrain.bounds),
        None => node.need(None, "a place", "write `at x z` in its braces, in metres"),
    };
    let yaw = yaw(&mut node).unwrap_or(0.0);
    let pace = number(&mut node, "pace", PACES).unwrap_or(1.0);
    // All nodes are asked for before anything else is found wrong: whoever wrote them is not told that they are unknown.
    let told: Vec<_> =
        node.children("place").into_iter().map(|place| named_place(place, terrain.bounds)).collect();
    let Some(mut file) = node.child("character") else {
        return node.need(None, "a character", "write `character \"characters/reactive.kdl\"` in its braces");
    };
    let character_file = file.word_argument(0, "the file of a character")?.to_owned();
    let known = characters
        .entry(character_file.clone())
        .or_insert_with(|| character(&file, &character_file, files).map(Arc::new));
    let (character, at) = (known.clone()?, at?);
    let on_ground = Vec2::new(at.x, at.z);
    let radius = character.body.radius_m;
    if !terrain.is_open(on_ground, radius) {
        node.problem_at(
            at_span,
            format!("\"{name}\" would stand in a wall or off the free cells"),
            format!("its body needs {radius} m on every side"),
        );
    }
    let places = told.into_iter().filter_map(|(place, name, at)| known_place(&place, name?, at, &character));
    let places = places.collect();
    let rig = character.model.as_deref().map(|model| {
        let found = files.bytes(model).and_then(|bytes| embody::rig(model, &bytes));
        found.map_err(|why| problems.add(no_model(&character, &character_file, &why))).ok()
    });
    let kind = kind.unwrap_or(Some(character.name))?;
    let rig = rig.flatten();
    Some(CreaturePlan { name, kind, colour: colour?, character_file, character, at, yaw, rig, pace, places })
}

/// The character of a file, or reports about it.
fn character(node: &Fields<'_>, path: &str, files: &Keeping<'_>) -> Option<Character> {
    let problem = |message: String, hint| node.problem_at(node.span_of_argument(0), message, hint);
    let source = files
        .source(path)
        .map_err(|why| problem(why, "name a character file from this folder or one above"))
        .ok()?;
    if let Some(other) = FileKind::Character.mistaken(&source) {
        let message = format!("\"{path}\" holds {other}, not a character");
        problem(message, "name a character's file: `piaget new character` begins one");
        return None;
    }
    // What a character includes stands beside it, or where a scenario would look.
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut include =
        |reference: &str| files.source(&format!("{folder}/{reference}")).or_else(|_| files.source(reference));
    Character::parse(&source, &mut include).map_err(|found| node.mistakes_of_file(found)).ok()
}

/// That the body's model cannot be read, told where the character names it.
fn no_model(character: &Character, file: &str, why: &str) -> Diagnostic {
    let texts = character.texts.files().iter();
    let sources = texts.map(|(name, text)| Source::new(name, text));
    let mut named = sources.filter_map(|source| {
        let document = source.parse(&Problems::default())?;
        let bodies = document.nodes().iter().filter(|node| node.name().value() == "body");
        let span = bodies.filter_map(|body| body.entry("model")).next_back()?.span();
        Some((span.offset()..span.offset() + span.len(), source))
    });
    let (span, source) = named.next().unwrap_or_else(|| (0..0, Source::new(file, "")));
    let message = format!("the body of \"{}\" cannot be read: {why}", character.name);
    source.problem(span, message, "name a .glb with a skeleton and movements, from this folder or one above")
}

/// `place "post" { at 3 4 }`: the node with its name and where it is.
fn named_place(mut node: Fields<'_>, bounds: Rect) -> (Fields<'_>, Option<Name>, Option<Vec3>) {
    let name = node.name_argument(0, "the name of a place");
    let at = place(&mut node, "at", bounds);
    (node, name, at)
}

/// Where a place is that the character knows by name.
fn known_place(
    node: &Fields<'_>,
    name: Name,
    at: Option<Vec3>,
    character: &Character,
) -> Option<(Name, Vec3)> {
    if character.classify.place(name.as_str()).is_none() {
        let known: Vec<&str> = character.classify.places.iter().map(|place| place.name.as_str()).collect();
        let hint = match known.is_empty() {
            true => format!("write `place \"{name}\"` in the character's file"),
            false => names::choose("place", name.as_str(), known),
        };
        let message = format!("\"{}\" knows no place \"{name}\"", character.name);
        node.unresolved(node.span_of_argument(0), ("place", name.as_str()), message, hint);
        return None;
    }
    Some((name, at?))
}
