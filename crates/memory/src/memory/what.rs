//! What a memory is about: objects by name and colour, and their kinds.

use piaget_terms::Name;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Which object: its name, and its colour where that tells it from others of the name. The two are never joined into one
/// text, so that two objects are equal only if both parts are.
///
/// ```
/// use piaget_memory::ObjectName;
/// use piaget_terms::Name;
/// let red_ball = ObjectName::of_words("red ball", Name::cut("ball"));
/// assert_eq!((red_ball.colour, red_ball.name), (Some(Name::cut("red")), Name::cut("ball")));
/// assert_eq!(red_ball.to_string(), "red ball");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ObjectName {
    /// Its colour.
    pub colour: Option<Name>,
    /// What it is called beside that.
    pub name: Name,
}

impl ObjectName {
    /// The object that words speak of: what stands before the kind is its colour. Words are cut where they are too long.
    pub fn of_words(words: &str, kind: Name) -> Self {
        let before = words.strip_suffix(kind.as_str()).and_then(|before| before.strip_suffix(' '));
        match before.filter(|_| !kind.is_empty()).map(Name::cut).and_then(Name::non_empty) {
            Some(colour) => Self { colour: Some(colour), name: kind },
            None => Name::cut(words).into(),
        }
    }

    /// Whether words are its colour and its name.
    pub fn is_called(&self, words: &str) -> bool {
        match &self.colour {
            None => self.name == *words,
            Some(colour) => words
                .strip_prefix(colour.as_str())
                .and_then(|rest| rest.strip_prefix(' '))
                .is_some_and(|name| self.name == *name),
        }
    }
}

impl From<Name> for ObjectName {
    fn from(name: Name) -> Self {
        Self { colour: None, name }
    }
}

impl fmt::Display for ObjectName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.colour {
            Some(colour) => f.pad(&format!("{colour} {}", self.name)),
            None => f.pad(self.name.as_str()),
        }
    }
}

/// A thing that is looked for: which, and of what kind. An empty kind is no kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct What {
    /// The object itself.
    pub object: ObjectName,
    /// What it is one of.
    pub kind: Name,
}
