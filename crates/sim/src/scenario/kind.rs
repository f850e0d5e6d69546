//! What a text file can be, told by what it holds.

use piaget_text::{Problems, Source};
use std::path::Path;

/// What a text file can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A world with a timeline.
    Scenario,
    /// A creature's settings.
    Character,
    /// A house with its rooms, places and what is kept there.
    Places,
}

impl FileKind {
    const ALL: [Self; 3] = [Self::Scenario, Self::Character, Self::Places];

    /// Nodes that stand at the top of such a file: all of a scenario's, and those by which the others are told.
    pub(super) fn nodes(self) -> &'static [&'static str] {
        match self {
            Self::Scenario => &[
                "movement", "scenario", "length", "tick", "seed", "ground", "map", "places", "wall", "thing",
                "creature", "timeline", "jitter",
            ],
            Self::Character => &[
                "character",
                "include",
                "body",
                "eyes",
                "percepts",
                "selector",
                "list",
                "beliefs",
                "values",
                "actions",
                "expect",
                "memory",
            ],
            Self::Places => &["place", "object"],
        }
    }

    /// The word for it, which is also the node that such a file has at its top.
    pub fn word(self) -> &'static str {
        match self {
            Self::Scenario => "scenario",
            Self::Character => "character",
            Self::Places => "place",
        }
    }

    /// By most of what the file holds, so that one misspelt word does not make it another; else by the folder it lies in. A file
    /// that says nothing is taken for a scenario.
    pub fn of(source: &Source, path: &Path) -> Self {
        let lies_in = |name: &str| path.components().any(|part| part.as_os_str() == name);
        let held = held(source).map(|(kind, count)| {
            let folder = match kind {
                Self::Places => "places".to_owned(),
                _ => format!("{}s", kind.word()),
            };
            (kind, count, lies_in(&folder))
        });
        // Of equals the first.
        let best = held.into_iter().rev().max_by_key(|(_, count, folder)| (*count, *folder));
        best.map_or(Self::Scenario, |(kind, ..)| kind)
    }

    /// What a file holds that should be of this kind and is of another, in words.
    pub(super) fn mistaken(self, source: &Source) -> Option<&'static str> {
        let held = held(source);
        let most = held.into_iter().rev().max_by_key(|(_, count)| *count)?;
        let own = held.iter().find(|(kind, _)| *kind == self)?;
        (most.1 > own.1).then_some(match most.0 {
            Self::Scenario => "a scenario",
            Self::Character => "a character",
            Self::Places => "places",
        })
    }
}

/// How many nodes of each kind stand at the top of a file.
fn held(source: &Source) -> [(FileKind, usize); 3] {
    let document = source.parse(&Problems::default());
    FileKind::ALL.map(|kind| {
        let nodes = document.iter().flat_map(|document| document.nodes());
        (kind, nodes.filter(|node| kind.nodes().contains(&node.name().value())).count())
    })
}
