//! Everything in a scenario file that has a name, and the reports about names that mean nothing or two things.

use kdl::{KdlDocument, KdlNode, KdlValue};
use piaget_terms::{Name, Rect};
use piaget_text::{Fields, Problems, Source, nearest};
use std::collections::{BTreeMap, BTreeSet};

/// The sorts of names: no two things or creatures bear one name, no two walls, and no two events.
const BODY: &str = "thing or creature";
const WALL: &str = "wall";
pub(super) const EVENT: &str = "event";

/// Everything that can be named, gathered before the timeline is read, so that order does not matter.
pub(super) struct Names {
    pub bounds: Rect,
    things: BTreeSet<Name>,
    creatures: BTreeSet<Name>,
    walls: BTreeSet<Name>,
    /// Events by the byte at which they stand.
    events: BTreeMap<usize, Name>,
}

/// Gathers what can be named, and reports what is named twice.
pub(super) fn gather(source: &Source, document: &KdlDocument, bounds: Rect, problems: &Problems) -> Names {
    let mut names = Names {
        bounds,
        things: BTreeSet::new(),
        creatures: BTreeSet::new(),
        walls: BTreeSet::new(),
        events: BTreeMap::new(),
    };
    let own =
        |node: &KdlNode| node.get(0).and_then(KdlValue::as_string).and_then(|word| Name::new(word).ok());
    let twice = |node: &KdlNode, what: &'static str, name: Name| {
        let span = node.name().span();
        problems.twice(
            source,
            what,
            span.offset()..span.offset() + span.len(),
            format!("\"{name}\" is the name of something else already"),
            "give it a name of its own",
        );
    };
    for node in document.nodes() {
        let Some(name) = own(node) else { continue };
        let (what, taken) = match node.name().value() {
            "thing" => (BODY, names.knows(name) || !names.things.insert(name)),
            "creature" => (BODY, names.knows(name) || !names.creatures.insert(name)),
            "wall" => (WALL, !names.walls.insert(name)),
            _ => continue,
        };
        if taken {
            twice(node, what, name);
        }
    }
    let timelines = document.nodes().iter().filter(|node| node.name().value() == "timeline");
    let mut event_names = BTreeSet::new();
    for event in timelines.filter_map(KdlNode::children).flat_map(KdlDocument::nodes) {
        if let Some(name) =
            event.get("name").and_then(KdlValue::as_string).and_then(|word| Name::new(word).ok())
        {
            if !event_names.insert(name) {
                twice(event, EVENT, name);
            }
            names.events.insert(event.name().span().offset(), name);
        }
        let adds = event.children().map_or(&[][..], KdlDocument::nodes).iter();
        for add in adds.filter(|action| action.name().value() == "add") {
            match own(add) {
                Some(name) if names.knows(name) => twice(add, BODY, name),
                Some(name) => {
                    names.things.insert(name);
                }
                None => {}
            }
        }
    }
    names
}

impl Names {
    /// Whether something stands somewhere under this name.
    pub fn knows(&self, name: Name) -> bool {
        self.things.contains(&name) || self.creatures.contains(&name)
    }

    /// The name of the event that stands at this byte.
    pub fn event_at(&self, byte: usize) -> Option<Name> {
        self.events.get(&byte).copied()
    }

    /// The thing, or a report about the argument that names it.
    pub fn thing(&self, node: &Fields<'_>, argument: usize, name: Name) -> Option<()> {
        look_up(node, argument, "thing", name, &[&self.things])
    }

    /// The creature, or a report about the argument that names it.
    pub fn creature(&self, node: &Fields<'_>, argument: usize, name: Name) -> Option<()> {
        look_up(node, argument, "creature", name, &[&self.creatures])
    }

    /// The wall, or a report about the argument that names it.
    pub fn wall(&self, node: &Fields<'_>, argument: usize, name: Name) -> Option<()> {
        look_up(node, argument, WALL, name, &[&self.walls])
    }

    /// The thing or creature, or a report about the argument that names it.
    pub fn thing_or_creature(&self, node: &Fields<'_>, argument: usize, name: Name) -> Option<()> {
        look_up(node, argument, BODY, name, &[&self.things, &self.creatures])
    }
}

fn look_up(
    node: &Fields<'_>,
    argument: usize,
    what: &str,
    name: Name,
    among: &[&BTreeSet<Name>],
) -> Option<()> {
    if among.iter().any(|names| names.contains(&name)) {
        return Some(());
    }
    let hint = choose(what, name.as_str(), among.iter().flat_map(|names| names.iter()).map(Name::as_str));
    let sort = if what == WALL { WALL } else { BODY };
    node.unresolved(
        node.span_of_argument(argument),
        (sort, name.as_str()),
        format!("there is no {what} \"{name}\""),
        hint,
    );
    None
}

/// A hint towards the word that was meant.
pub(super) fn choose<'a>(what: &str, word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    const SHOWN: usize = 12;
    let known: Vec<&str> = known.into_iter().collect();
    match nearest(word, known.iter().copied()) {
        Some(meant) => format!("did you mean \"{meant}\"?"),
        None if known.is_empty() => format!("there is no {what} at all"),
        None => format!("choose one of: {}", known[..known.len().min(SHOWN)].join(", ")),
    }
}
