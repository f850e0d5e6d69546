//! The texts that a character was read from, kept so that it can be read again.

use super::Character;
use crate::classify::PerceptKinds;
use piaget_text::{Diagnostics, Source};
use std::fmt;

/// The texts of a character: its own first, then those that it includes, by the names that it includes them by.
#[derive(Clone, Default)]
pub struct CharacterTexts {
    pub(super) files: Vec<(String, String)>,
    /// What percepts it may have.
    pub(super) kinds: PerceptKinds,
}

impl CharacterTexts {
    /// Each text with its name.
    pub fn files(&self) -> &[(String, String)] {
        &self.files
    }

    /// Reads a character from such texts, with the kinds of percepts that this one was read with.
    pub fn read_again(&self, files: &[(String, String)]) -> Result<Character, Diagnostics> {
        let (name, text) = files.first().map_or(("", ""), |(name, text)| (name.as_str(), text.as_str()));
        let mut include = |wanted: &str| {
            let found = files.iter().skip(1).find(|(name, _)| name == wanted);
            found.map(|(name, text)| Source::new(name, text)).ok_or_else(|| "it was not saved".to_owned())
        };
        Character::parse_with(&Source::new(name, text), &mut include, &self.kinds)
    }
}

impl fmt::Debug for CharacterTexts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.files.iter().map(|(name, _)| name)).finish()
    }
}
