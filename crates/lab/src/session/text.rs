//! Character files in a visitor's hands: one text without includes, the numbers in it, and changes to them. Edits are
//! made in the text itself, so that every check and every line number applies to what is then played.

use crate::messages::{Mistake, Parameter};
use piaget_mind::Character;
use piaget_text::{Diagnostics, KdlDocument, KdlNode, KdlValue, Problems, Source};
use std::collections::BTreeMap;
use std::ops::Range;

/// The largest character file that is taken from a visitor.
pub const MAX_TEXT: usize = 64 << 10;
/// More numbers than this are not offered; no person would find theirs among them.
const MAX_PARAMETERS: usize = 400;

/// A character's text with everything that it includes written into it, in the order in which it is read.
pub fn flattened(
    main: &Source,
    include: &mut dyn FnMut(&str) -> Result<Source, String>,
) -> Result<String, Diagnostics> {
    // Reading it finds mistakes, circles and missing files; what is left is to put the texts in order.
    Character::parse(main, include)?;
    let mut parts = Vec::new();
    gather(main.clone(), include, &mut parts);
    Ok(parts.iter().map(without_includes).collect::<Vec<_>>().join("\n"))
}

/// What is included comes before what includes it, and once.
fn gather(part: Source, include: &mut dyn FnMut(&str) -> Result<Source, String>, parts: &mut Vec<Source>) {
    let document = part.parse(&Problems::default()).unwrap_or_default();
    for node in document.nodes().iter().filter(|node| node.name().value() == "include") {
        let name = node.entries().first().and_then(|entry| entry.value().as_string());
        let Some(Ok(found)) = name.map(&mut *include) else { continue };
        if !parts.iter().any(|known| known.name == found.name) {
            gather(found, include, parts);
        }
    }
    parts.push(part);
}

fn without_includes(part: &Source) -> String {
    let Some(document) = part.parse(&Problems::default()) else { return part.text.clone() };
    let mut text = part.text.clone();
    let includes = document.nodes().iter().filter(|node| node.name().value() == "include");
    let mut spans: Vec<_> =
        includes.map(|node| node.span().offset()..node.span().offset() + node.span().len()).collect();
    spans.sort_by_key(|span| std::cmp::Reverse(span.start));
    for span in spans {
        // The line feed may be part of the node's span; one is always left.
        let end = if text[span.clone()].ends_with('\n') { span.end - 1 } else { span.end };
        text.replace_range(span.start..end, "");
    }
    text
}

/// A number that stands in a text.
struct Number {
    path: String,
    value: f64,
    at: Range<usize>,
}

fn numbers(document: &KdlDocument) -> Vec<Number> {
    let mut found = Vec::new();
    let mut taken = BTreeMap::new();
    for node in document.nodes() {
        walk(node, "", &mut taken, &mut found);
    }
    found
}

fn walk(node: &KdlNode, above: &str, taken: &mut BTreeMap<String, u32>, found: &mut Vec<Number>) {
    let name = node.name().value();
    let word = node
        .entries()
        .iter()
        .find(|entry| entry.name().is_none())
        .and_then(|entry| entry.value().as_string());
    let mut own = if above.is_empty() { name.to_owned() } else { format!("{above}.{name}") };
    if let Some(word) = word {
        own = format!("{own}.{word}");
    }
    // Equal nodes beside each other are counted from the second on.
    let count = taken.entry(own.clone()).or_insert(0);
    *count += 1;
    if *count > 1 {
        own = format!("{own}#{count}");
    }
    let mut argument = 0;
    for entry in node.entries() {
        let (Some(value), span) = (number(entry.value()), entry.span()) else { continue };
        let (start, end) = (span.offset(), span.offset() + span.len());
        let (path, start) = match entry.name() {
            Some(key) => (format!("{own}.{}", key.value()), key.span().offset() + key.span().len() + 1),
            None => {
                argument += 1;
                (if argument == 1 { own.clone() } else { format!("{own}.{argument}") }, start)
            }
        };
        found.push(Number { path, value, at: start..end });
    }
    for child in node.children().map_or(&[][..], KdlDocument::nodes) {
        walk(child, &own, taken, found);
    }
}

fn number(value: &KdlValue) -> Option<f64> {
    match value {
        KdlValue::Integer(value) => Some(*value as f64),
        KdlValue::Float(value) => Some(*value),
        _ => None,
    }
}

/// Every number of a text that a slider may move.
pub fn parameters(text: &str) -> Vec<Parameter> {
    let Some(document) = Source::new("", text).parse(&Problems::default()) else { return Vec::new() };
    let parameter = |number: Number| {
        let value = number.value as f32;
        let [least, most] = reach(value);
        let line = text.get(..number.at.start).map_or(0, |before| before.matches('\n').count()) + 1;
        Parameter { path: number.path, value, least, most, line: line as u32 }
    };
    numbers(&document)
        .into_iter()
        .filter(|number| number.value.is_finite())
        .take(MAX_PARAMETERS)
        .map(parameter)
        .collect()
}

/// A range for a slider that has room on both sides of a value.
fn reach(value: f32) -> [f32; 2] {
    let size = value.abs();
    let most = if size <= 1.0 { 1.0 } else { (size * 4.0).min(1e6) };
    if value < 0.0 { [-most, most] } else { [0.0, most] }
}

/// The text with another number at a path.
pub fn with_number(text: &str, path: &str, value: f32) -> Result<String, String> {
    if !value.is_finite() {
        return Err("the value must be a number".into());
    }
    let document = Source::new("", text).parse(&Problems::default());
    let document = document.ok_or_else(|| "the character's text cannot be read".to_owned())?;
    let found = numbers(&document).into_iter().find(|number| number.path == path);
    let found = found
        .ok_or_else(|| format!("the character has no number \"{}\"", crate::library::shortened(path)))?;
    let mut edited = text.to_owned();
    edited.replace_range(found.at, &value.to_string());
    Ok(edited)
}

/// Mistakes as a page shows them.
pub fn mistakes(found: &Diagnostics) -> Vec<Mistake> {
    let mistake = |one: &piaget_text::Diagnostic| Mistake {
        file: one.file.clone(),
        line: one.line as u32,
        column: one.column as u32,
        length: one.span.len() as u32,
        message: one.message.clone(),
        hint: one.hint.clone(),
    };
    found.0.iter().map(mistake).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAIN: &str = "character \"a\"\ninclude \"b.kdl\"\nbeliefs persist=10\nvalues {\n  sense \"ate\" ate=\"any\"\n  drive \"hunger\" half-life=3 { impulse \"ate\" gain=-0.5; impulse \"ate\" gain=2 }\n}\n";

    #[test]
    fn what_is_included_comes_first_and_the_include_goes() {
        let mut include = |_: &str| Ok(Source::new("b.kdl", "body height=0.5"));
        let flat = flattened(&Source::new("a.kdl", MAIN), &mut include).unwrap();
        assert!(flat.starts_with("body height=0.5\ncharacter"), "{flat}");
        assert!(!flat.contains("include"));
        let alone = Character::parse(&Source::new("c.kdl", flat), &mut |_| Err("no files".into())).unwrap();
        assert_eq!(alone.body.height_m, 0.5);
    }

    #[test]
    fn every_number_has_a_path_of_its_own_and_can_be_set() {
        let found = parameters(MAIN);
        let paths: Vec<_> = found.iter().map(|one| one.path.as_str()).collect();
        assert_eq!(
            paths,
            [
                "beliefs.persist",
                "values.drive.hunger.half-life",
                "values.drive.hunger.impulse.ate.gain",
                "values.drive.hunger.impulse.ate#2.gain"
            ]
        );
        assert_eq!((found[0].line, found[1].line, found[2].value), (3, 6, -0.5));
        let edited = with_number(MAIN, "values.drive.hunger.impulse.ate#2.gain", 7.25).unwrap();
        assert!(edited.contains("gain=7.25 }") && edited.contains("gain=-0.5;"), "{edited}");
        assert!(with_number(MAIN, "beliefs.purpose", 1.0).unwrap_err().contains("no number"));
        assert!(with_number(MAIN, "beliefs.persist", f32::NAN).is_err());
    }
}
