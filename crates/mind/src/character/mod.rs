//! A character file becomes a validated [`Character`]. Text in, value or diagnostics out; the caller reads the
//! file, so that a mind needs no disk.

use piaget_terms::{BodyPlan, Eyes, Name};
use piaget_text::{Diagnostics, Problems, Source};

/// Everything that decides how a creature behaves.
#[derive(Clone, Debug, PartialEq)]
pub struct Character {
    /// What it is called.
    pub name: Name,
    /// Its body.
    pub body: BodyPlan,
    /// Its senses.
    pub eyes: Eyes,
    /// The kind of thing that it goes after.
    pub wants: Name,
}

impl Character {
    /// Reads a character file. `include` gives the text of a file that this one includes.
    pub fn parse(
        source: &Source,
        include: &mut dyn FnMut(&str) -> Result<Source, String>,
    ) -> Result<Self, Diagnostics> {
        let _ = include;
        let problems = Problems::default();
        let mut character = Self {
            name: Name::cut("nobody"),
            body: BodyPlan::default(),
            eyes: Eyes::default(),
            wants: Name::default(),
        };
        if let Some(document) = source.parse(&problems) {
            for mut node in source.nodes(&document, &problems) {
                match node.node_name() {
                    "character" => character.name = node.name_argument(0, "a name").unwrap_or(character.name),
                    "wants" => character.wants = node.name_argument(0, "a kind").unwrap_or(character.wants),
                    _ => node.unknown(&["character", "wants"]),
                }
            }
        }
        problems.into_result(character)
    }
}
