//! One way to point at a number of a scenario, for `--set` and for jitter: `thing.sheep.at.x`, `tick`,
//! `event.flight.slide.speed`. A path is the names of nodes from the outside in, a named node followed by its
//! name; `event.NAME` finds an event of the timeline; a digit picks one of several equal nodes (`to.2`);
//! `x`, `y` and `z` pick a part of a place, `time` the time of an event.
//!
//! Edits are made in the text itself, so that every check and every line number applies to what is run.

use kdl::{KdlDocument, KdlNode, KdlValue};
use piaget_text::{Problems, Source};
use std::ops::Range;

/// What a path points at.
pub(super) enum Target {
    /// These values stand there. `at` holds the bytes of each and its number, if it is one.
    Values { at: Vec<(Range<usize>, Option<f64>)> },
    /// Nothing of that name stands there yet; a node of this name can be written at this byte.
    Absent { name: String, insert: Insert },
}

/// Where a new node can be written.
pub(super) enum Insert {
    /// On a line of its own at the end of the file.
    AtEnd,
    /// Inside braces, right after this byte.
    Inside(usize),
    /// In new braces, right after this byte.
    NewBraces(usize),
}

/// Finds what a path points at, or says at which word the path goes wrong.
pub(super) fn find(document: &KdlDocument, text: &str, path: &str) -> Result<Target, String> {
    let words: Vec<&str> = path.split('.').collect();
    let mut rest = &words[..];
    let mut node: Option<&KdlNode> = None;
    let mut named = false;
    while let [word, after @ ..] = rest {
        if node.is_none() && *word == "event" {
            let [name, after @ ..] = after else { return Err("`event` needs the name of an event".into()) };
            node = Some(event(document, name).ok_or_else(|| format!("there is no event \"{name}\""))?);
            (rest, named) = (after, true);
            continue;
        }
        let scope = match node {
            None => Some(document),
            Some(node) => node.children(),
        };
        let nodes: Vec<&KdlNode> = scope
            .map_or(&[][..], |scope| scope.nodes())
            .iter()
            .filter(|node| node.name().value() == *word)
            .collect();
        if nodes.is_empty() {
            let is_word =
                !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
            return match (node, after) {
                _ if !is_word => Err(format!("there is no `{word}` in this scenario")),
                (Some(node), []) => part(node, text, word),
                (None, []) => Ok(Target::Absent { name: (*word).into(), insert: Insert::AtEnd }),
                _ => Err(format!("there is no `{word}` in this scenario")),
            };
        }
        let picked = after.first().and_then(|next| {
            let by_name = nodes.iter().find(|node| first_word(node) == Some(next));
            let by_number = || next.parse::<usize>().ok()?.checked_sub(1).and_then(|index| nodes.get(index));
            by_name.map(|node| (node, true)).or_else(|| by_number().map(|node| (node, false)))
        });
        match (picked, &nodes[..]) {
            (Some((picked, by_name)), _) => (node, rest, named) = (Some(*picked), &after[1..], by_name),
            (None, [only]) if first_word(only).is_none() || after.is_empty() || !is_named(only) => {
                (node, rest, named) = (Some(*only), after, false);
            }
            (None, all) => return Err(which(word, all)),
        }
    }
    match node {
        Some(node) if named || is_named(node) => {
            Err(format!("this names a whole `{}`; say which of its values", node.name().value()))
        }
        Some(node) => Ok(values(node)),
        None => Err("the path is empty".into()),
    }
}

/// The nodes whose first word is their name.
fn is_named(node: &KdlNode) -> bool {
    ["thing", "creature", "wall", "add", "feature", "jitter"].contains(&node.name().value())
}

fn which(word: &str, nodes: &[&KdlNode]) -> String {
    let names: Vec<&str> = nodes.iter().filter_map(|node| first_word(node)).take(8).collect();
    match names.is_empty() {
        true => format!("there are {} of `{word}`; write `{word}.1` for the first", nodes.len()),
        false => format!("`{word}` must be followed by one of: {}", names.join(", ")),
    }
}

fn event<'a>(document: &'a KdlDocument, name: &str) -> Option<&'a KdlNode> {
    let timelines = document.nodes().iter().filter(|node| node.name().value() == "timeline");
    let mut events = timelines.filter_map(KdlNode::children).flat_map(KdlDocument::nodes);
    events.find(|node| node.get("name").and_then(KdlValue::as_string) == Some(name))
}

fn first_word(node: &KdlNode) -> Option<&str> {
    node.entries().iter().find(|entry| entry.name().is_none())?.value().as_string()
}

/// The last word of a path, where it is no node: a field, or a part of a place.
fn part(node: &KdlNode, text: &str, word: &str) -> Result<Target, String> {
    if let Some(entry) =
        node.entries().iter().rev().find(|entry| entry.name().is_some_and(|n| n.value() == word))
    {
        let key = entry.name().map_or(0..0, |name| span(name.span()));
        let whole = span(entry.span());
        let equals = text.get(key.end..whole.end).and_then(|rest| rest.find('=')).unwrap_or(0);
        return Ok(Target::Values { at: vec![(key.end + equals + 1..whole.end, number(entry.value()))] });
    }
    let arguments: Vec<_> = node.entries().iter().filter(|entry| entry.name().is_none()).collect();
    let index = match (word, arguments.len()) {
        ("x", 2 | 3) => Some(0),
        ("y", 3) => Some(1),
        ("z", count @ (2 | 3)) => Some(count - 1),
        ("time", 1) if node.name().value() == "at" => Some(0),
        ("x" | "y" | "z" | "time", _) => {
            return Err(format!("`{}` has no part `{word}` here", node.name().value()));
        }
        _ => None,
    };
    if let Some(index) = index {
        let entry = arguments[index];
        return Ok(Target::Values { at: vec![(span(entry.span()), number(entry.value()))] });
    }
    let end = node.entries().last().map_or(node.name().span(), |entry| entry.span());
    let end = span(end).end;
    let insert = match node.children() {
        None => Insert::NewBraces(end),
        Some(_) => {
            let brace = text.get(end..).and_then(|rest| rest.find('{'));
            Insert::Inside(end + brace.ok_or("the braces cannot be found")? + 1)
        }
    };
    Ok(Target::Absent { name: word.into(), insert })
}

fn values(node: &KdlNode) -> Target {
    let arguments = node.entries().iter().filter(|entry| entry.name().is_none());
    Target::Values { at: arguments.map(|entry| (span(entry.span()), number(entry.value()))).collect() }
}

pub(super) fn number(value: &KdlValue) -> Option<f64> {
    match value {
        KdlValue::Integer(value) => Some(*value as f64),
        KdlValue::Float(value) => Some(*value),
        _ => None,
    }
}

fn span(span: miette::SourceSpan) -> Range<usize> {
    span.offset()..span.offset() + span.len()
}

/// Replaces pieces of a text; the pieces do not overlap.
pub(super) fn splice(text: &str, mut pieces: Vec<(Range<usize>, String)>) -> String {
    pieces.sort_by_key(|(at, _)| at.start);
    let mut edited = text.to_owned();
    for (at, piece) in pieces.into_iter().rev() {
        edited.replace_range(at, &piece);
    }
    edited
}

/// Writes values where a path points.
pub(super) fn edit(document: &KdlDocument, text: &str, path: &str, value: &str) -> Result<String, String> {
    let value = as_values(value);
    match find(document, text, path)? {
        Target::Values { at } => {
            let (Some((first, _)), Some((last, _))) = (at.first(), at.last()) else {
                return Err("nothing stands there that could be set".into());
            };
            Ok(splice(text, vec![(first.start..last.end, value)]))
        }
        Target::Absent { name, insert } => {
            let node = format!("{name} {value}");
            Ok(match insert {
                Insert::AtEnd => format!("{}\n{node}\n", text.trim_end()),
                Insert::Inside(at) => splice(text, vec![(at..at, format!(" {node};"))]),
                Insert::NewBraces(at) => splice(text, vec![(at..at, format!(" {{ {node} }}"))]),
            })
        }
    }
}

/// The values as KDL writes them: numbers, flags and quoted words as they are, anything else as one word in quotes.
fn as_values(value: &str) -> String {
    let value = value.trim();
    let is_plain = |node: &KdlNode| {
        node.children().is_none()
            && !node.entries().is_empty()
            && node
                .entries()
                .iter()
                .all(|entry| entry.name().is_none() && (!entry.value().is_string() || value.starts_with('"')))
    };
    let parsed = Source::new("", format!("x {value}")).parse(&Problems::default());
    let plain = parsed.is_some_and(|document| matches!(document.nodes(), [node] if is_plain(node)));
    if plain && !value.contains(['\n', '\r', ';', '\\', '/']) {
        value.to_owned()
    } else {
        KdlValue::String(value.to_owned()).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "tick 30\nthing \"sheep\" {\n  at 1 2 // here\n  shape \"box\" width=3\n}\nthing \"cube\" { }\n\
        timeline {\n  at 2 name=\"go\" { slide \"sheep\" { to 1 1; to 2 2; speed 1 } }\n}\n";

    fn set(path: &str, value: &str) -> Result<String, String> {
        edit(&TEXT.parse().unwrap(), TEXT, path, value)
    }

    #[test]
    fn paths_reach_nodes_fields_parts_and_events() {
        for (path, value, there) in [
            ("tick", "60", "tick 60\n"),
            ("thing.sheep.at", "3 4", "at 3 4 // here"),
            ("thing.sheep.at.z", "-7.5", "at 1 -7.5 //"),
            ("thing.sheep.shape.width", "9", "\"box\" width=9"),
            ("thing.sheep.colour", "dark red", "{ colour \"dark red\";"),
            ("thing.cube.at", "1 1", "\"cube\" { at 1 1; }"),
            ("seed", "7", "\nseed 7\n"),
            ("event.go.time", "3", "at 3 name"),
            ("event.go.slide.to.2.x", "8", "to 8 2"),
            ("event.go.slide.speed", "2", "speed 2 }"),
            ("event.go.name", "gone", "name=gone"),
            ("thing.sheep.kind", "\"wolf\"", "{ kind \"wolf\";"),
            ("thing.sheep.kind", "1 {", "{ kind \"1 {\";"),
        ] {
            let edited = set(path, value).unwrap();
            assert!(edited.contains(there), "{path}: {edited}");
            assert!(edited.parse::<KdlDocument>().is_ok(), "{path}: {edited}");
        }
    }

    #[test]
    fn a_path_that_goes_wrong_says_where() {
        for (path, says) in [
            ("thing.wolf.at", "`thing` must be followed by one of: sheep, cube"),
            ("thing.sheep", "say which of its values"),
            ("event.stop.time", "no event \"stop\""),
            ("event.go.slide.to.x", "write `to.1`"),
            ("thing.sheep.at.y", "no part `y`"),
            ("nothing.at", "no `nothing`"),
            ("", "no `` in"),
        ] {
            let error = set(path, "1").err().unwrap_or_else(|| panic!("{path} was found"));
            assert!(error.contains(says), "{path}: {error}");
        }
    }
}
