//! Perceive: what the host brought becomes data records, and the percept tree says what each record is
//! (Buchsbaum 5.3, 5.4).
//!
//! Senses that make no sense are left out here and counted, so that no later stage meets a place that is not a
//! number. Which record belongs to which thing is not decided here: that is what `believe` does.

pub mod few;
pub mod kinds;
pub mod record;
pub mod tree;

mod read;
mod sense;

pub use few::Few;
pub use kinds::PerceptKinds;
pub use read::{NODES, PerceptReader, read};
pub use record::{Eye, Record};
pub use sense::{Scratch, Snapshot, step};
pub use tree::{Datum, Evaluation, Look, Percept, PerceptId, PerceptNode, PerceptTree};

use piaget_terms::{BodySense, Name, Vec3};
use serde::{Deserialize, Serialize};

/// How a character perceives.
#[derive(Clone, Debug)]
pub struct Config {
    /// Its percepts.
    pub tree: PerceptTree,
    /// The lists of words it is born with, such as the kinds of things that can be eaten.
    pub lists: Vec<WordList>,
    /// How its own body looks, as others would see it.
    pub own: Looks,
    /// How high its eye is above the ground.
    pub eye_height_m: f32,
    /// A sound of loudness 1 is heard within this distance.
    pub hearing_m: f32,
    /// The most sightings that it takes in within one tick; the nearest are kept.
    pub max_sightings: u32,
    /// The most sounds that it takes in within one tick.
    pub max_sounds: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            tree: PerceptTree::default(),
            lists: Vec::new(),
            own: Looks::default(),
            eye_height_m: 0.0,
            hearing_m: 50.0,
            max_sightings: 256,
            max_sounds: 32,
        }
    }
}

/// What can be told of a thing at a glance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Looks {
    /// What kind of thing it looks like.
    pub kind: Name,
    /// The name of its colour.
    pub colour: Name,
    /// The word for its shape.
    pub shape: Name,
}

/// A named list of words that can grow.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WordList {
    /// What percepts call it.
    pub name: Name,
    /// The words.
    pub words: Vec<Name>,
}

/// What the creature has learnt to recognise: its lists, saved with the mind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Knowledge {
    /// In the order of the character file.
    pub lists: Vec<WordList>,
}

impl Knowledge {
    /// Whether a word stands on a list.
    pub fn holds(&self, list: u16, word: Name) -> bool {
        self.lists.get(usize::from(list)).is_some_and(|list| list.words.contains(&word))
    }

    /// Whether a word stands on the list of a name.
    pub fn lists(&self, list: &str, word: &str) -> bool {
        let list = self.lists.iter().find(|known| known.name == *list);
        list.is_some_and(|list| list.words.iter().any(|known| *known == *word))
    }

    /// Puts a word on a list; false if there is no such list or the word was on it.
    pub fn learn(&mut self, list: &str, word: Name) -> bool {
        match self.lists.iter_mut().find(|known| known.name == *list) {
            Some(known) if !word.is_empty() && !known.words.contains(&word) => {
                known.words.push(word);
                true
            }
            _ => false,
        }
    }

    /// Takes a word off a list: what was only supposed.
    pub(crate) fn forget(&mut self, list: &str, word: Name) {
        if let Some(known) = self.lists.iter_mut().find(|known| known.name == *list) {
            known.words.retain(|own| *own != word);
        }
    }
}

/// What perceiving keeps from tick to tick.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// What was learnt.
    pub knowledge: Knowledge,
    /// The clock; it never runs backwards, whatever the host says.
    pub time_s: f64,
    /// How long this tick lasts; 0 if the host's clock stood still.
    pub tick_s: f32,
    /// The own body as it was last felt.
    pub body: BodySense,
    /// What was left out in this tick because it made no sense or was too much.
    pub dropped: u32,
    /// The same, since the creature's beginning.
    pub dropped_ever: u64,
    /// Whether there was a tick before.
    pub awake: bool,
}

impl State {
    /// A newborn's.
    pub fn new(config: &Config) -> Self {
        Self {
            knowledge: Knowledge { lists: config.lists.clone() },
            time_s: 0.0,
            tick_s: 0.0,
            body: BodySense::standing(Vec3::ZERO, 0.0),
            dropped: 0,
            dropped_ever: 0,
            awake: false,
        }
    }
}
