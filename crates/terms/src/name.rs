//! Short words that travel by value: kinds, colours, names of percepts and movements.
//!
//! They live inline, so a warm tick can copy them without allocating, and they need no table of interned
//! strings, so there is no global state and a saved name means the same everywhere.

use arrayvec::ArrayString;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Bytes that a [`Name`] can hold.
pub const NAME_BYTES: usize = 28;
/// Bytes that an [`Utterance`] can hold.
pub const UTTERANCE_BYTES: usize = 60;

/// A word of at most [`NAME_BYTES`] bytes: a kind, a colour, the name of a percept.
///
/// ```
/// use piaget_terms::Name;
/// let sheep = Name::new("sheep").unwrap();
/// assert_eq!(sheep, "sheep");
/// assert!(Name::new("a name that goes on for much too long").is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Name(ArrayString<NAME_BYTES>);

/// What somebody said, in at most [`UTTERANCE_BYTES`] bytes.
pub type Utterance = ArrayString<UTTERANCE_BYTES>;

/// The text was longer than a [`Name`] can hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is {len} bytes long; a name holds at most {NAME_BYTES}", len = .0.len())]
pub struct NameTooLong(pub String);

impl Name {
    /// The name, or an error that says how long it may be.
    pub fn new(text: &str) -> Result<Self, NameTooLong> {
        ArrayString::from(text).map(Self).map_err(|_| NameTooLong(text.to_owned()))
    }

    /// The name, cut at a character's border if it is too long. For words that are known to be short.
    pub fn cut(text: &str) -> Self {
        let mut end = text.len().min(NAME_BYTES);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        Self(ArrayString::from(&text[..end]).unwrap_or_default())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Whether nothing was named.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl PartialEq<str> for Name {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Name {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cutting_keeps_whole_characters() {
        let long = "é".repeat(20);
        assert_eq!(Name::cut(&long).as_str(), "é".repeat(14));
        assert_eq!(Name::cut("cube"), "cube");
    }
}
