//! What the creature knows of kinds of things: lists of words, such as the kinds that can be eaten. They grow by learning.

use super::{Concepts, KnownPlaces, NamedPlaceId, Record};
use arrayvec::ArrayVec;
use piaget_terms::valid::{Checked, require};
use piaget_terms::{Name, Vec3};
use serde::{Deserialize, Serialize};

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

/// Which word of a record a percept looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Word {
    Kind,
    Colour,
    Shape,
    Holding,
}

impl Word {
    /// The words that files use.
    pub const CHOICES: &[(&'static str, Self)] =
        &[("kind", Self::Kind), ("colour", Self::Colour), ("shape", Self::Shape), ("holding", Self::Holding)];

    /// The word in a record, if there is one.
    pub fn of(self, record: &Record) -> Option<Name> {
        let word = match self {
            Self::Kind => record.kind,
            Self::Colour => record.colour,
            Self::Shape => record.shape,
            Self::Holding => record.holding?,
        };
        (!word.is_empty()).then_some(word)
    }
}

/// A named list of words that can grow.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WordList {
    /// What percepts call it.
    pub name: Name,
    /// The words.
    pub words: Vec<Name>,
}

/// What the creature knows apart from what it believes: its lists, which grow by learning, and where its named places are. Saved
/// with the mind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Knowledge {
    /// In the order of the character file.
    pub lists: Vec<WordList>,
    /// Where the places are that it knows by name.
    pub places: KnownPlaces,
}

impl Knowledge {
    /// Whether saved lists are those of the character, with what was learnt.
    pub(crate) fn validate(&self, concepts: &Concepts) -> Checked {
        let born_with = &concepts.lists;
        let same = self.lists.len() == born_with.len()
            && self.lists.iter().zip(born_with).all(|(own, born)| own.name == born.name);
        require(same, "lists", || "are not the lists of the character".into())?;
        self.places.validate(&concepts.places)
    }

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
}

/// The most words that are supposed to be on lists at one time.
pub const MAX_SUPPOSED: usize = 16;

/// Words that are supposed to be on lists, each with its list's number: hypotheses that are tried before they are learnt.
pub type Supposed = ArrayVec<(u16, Name), MAX_SUPPOSED>;

/// What is known, together with what is supposed for the moment.
#[derive(Clone, Copy, Debug)]
pub struct KnownWords<'a> {
    knowledge: &'a Knowledge,
    supposed: &'a [(u16, Name)],
}

impl<'a> KnownWords<'a> {
    /// What is known, and nothing more.
    pub fn of(knowledge: &'a Knowledge) -> Self {
        Self { knowledge, supposed: &[] }
    }

    /// The same, with these suppositions.
    pub fn supposing(self, supposed: &'a [(u16, Name)]) -> Self {
        Self { supposed, ..self }
    }

    /// Whether a word stands on a list, or is supposed to.
    pub fn holds(&self, list: u16, word: Name) -> bool {
        self.knowledge.holds(list, word) || self.supposed.contains(&(list, word))
    }

    /// Where a named place is.
    pub fn place(&self, place: NamedPlaceId) -> Option<Vec3> {
        self.knowledge.places.get(place)
    }

    /// The lists.
    pub fn lists(&self) -> &'a [WordList] {
        &self.knowledge.lists
    }
}
