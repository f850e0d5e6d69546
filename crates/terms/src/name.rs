//! Short words that travel by value: kinds, colours, names of percepts and movements.
//!
//! They live inline, so a warm tick can copy them without allocating, and they need no table of interned
//! strings, so there is no global state and a saved name means the same everywhere.

use arrayvec::ArrayString;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

/// Bytes that a [`Name`] can hold.
pub const NAME_BYTES: usize = 28;
/// Bytes that an [`Utterance`] can hold.
pub const UTTERANCE_BYTES: usize = 60;

/// A word of at most [`NAME_BYTES`] bytes: a kind, a colour, the name of a percept.
///
/// ```
/// use piaget_terms::Name;
/// let sheep: Name = "sheep".try_into()?;
/// assert_eq!(sheep, "sheep");
/// let refused = Name::try_from("a name that goes on for much too long").unwrap_err();
/// assert!(refused.to_string().ends_with("is 37 bytes long; a name holds at most 28"));
/// # Ok::<(), piaget_terms::NameTooLong>(())
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

    /// The name, cut at a character's border if it is too long. For words that stand in the program and are known to be
    /// short, and for labels. What a person or a host wrote goes through [`Name::new`], so that a cut is not silent.
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

    /// The name, or `None` if nothing was named.
    pub fn non_empty(self) -> Option<Self> {
        (!self.is_empty()).then_some(self)
    }
}

impl TryFrom<&str> for Name {
    type Error = NameTooLong;

    fn try_from(text: &str) -> Result<Self, NameTooLong> {
        Self::new(text)
    }
}

impl FromStr for Name {
    type Err = NameTooLong;

    fn from_str(text: &str) -> Result<Self, NameTooLong> {
        Self::new(text)
    }
}

impl Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for Name {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

/// Writes an absent text as an empty one, and reads an empty one as absent. Traces and digests have always had it so.
pub(crate) mod absent_as_empty {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<T: AsRef<str>, S: Serializer>(text: &Option<T>, to: S) -> Result<S::Ok, S::Error> {
        text.as_ref().map_or("", AsRef::as_ref).serialize(to)
    }

    pub fn deserialize<'de, T, D>(from: D) -> Result<Option<T>, D::Error>
    where
        T: AsRef<str> + Deserialize<'de>,
        D: Deserializer<'de>,
    {
        Ok(Some(T::deserialize(from)?).filter(|text| !text.as_ref().is_empty()))
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

    #[test]
    fn a_name_that_is_too_long_is_refused_with_its_length_and_the_limit() {
        let longest = "é".repeat(14);
        assert_eq!(longest.parse::<Name>().unwrap().as_str(), longest);
        let refused = Name::try_from(format!("{longest}x").as_str()).unwrap_err().to_string();
        assert!(refused.contains("is 29 bytes long") && refused.contains("at most 28"), "{refused}");
    }
}
