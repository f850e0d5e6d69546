//! A mind as bytes, in the envelope that everything saved has. What is saved names the character it belongs to, so that a
//! state never meets a character that it does not fit.

use piaget_mind::{Blueprint, Character, Mind, MindState};
use piaget_terms::sealed::{self, Kind, SealError};
use piaget_terms::valid::Invalid;
use piaget_terms::{Name, Terrain};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Whose mind it is.
#[derive(Serialize, Deserialize)]
struct Owner {
    character: Name,
    /// Of the character's files.
    text_checksum: u64,
}

/// Why a mind cannot be saved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the mind of \"{character}\" cannot be written as bytes: {why}")]
pub struct CannotSave {
    /// Whose mind.
    pub character: Name,
    /// What the format said.
    pub why: String,
}

/// Why a saved mind cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CannotRestore {
    /// The bytes are not a saved mind of this version, or not a whole one.
    #[error(transparent)]
    Sealed(#[from] SealError),
    /// It was saved by another character.
    #[error("it is the mind of \"{saved}\", and the character is \"{given}\"")]
    OtherCharacter {
        /// Whose mind was saved.
        saved: Name,
        /// Whose mind was asked for.
        given: Name,
    },
    /// It holds something that no mind of this character could hold.
    #[error("the saved mind is damaged: {0}")]
    Invalid(#[from] Invalid),
    /// It was saved before its character was changed.
    #[error("the files of \"{0}\" were changed since the mind was saved, so it must begin anew")]
    Changed(Name),
}

/// The state of a mind; the character and the terrain are not part of it.
///
/// ```
/// use piaget::prelude::*;
/// use std::sync::Arc;
/// let character = Arc::new(piaget::parse_character("a.kdl", "character \"a\"").unwrap());
/// let terrain = Arc::new(Terrain::around_origin(9.0, 9.0));
/// let mind = Mind::new(character.clone(), terrain.clone(), 7);
/// let bytes = piaget::save(&mind)?;
/// let again = piaget::restore(character, terrain, &bytes)?;
/// assert_eq!(piaget::save(&again)?, bytes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn save(mind: &Mind) -> Result<Vec<u8>, CannotSave> {
    let Character { name: character, text_checksum, .. } = *mind.character();
    let owner = Owner { character, text_checksum };
    let payload = postcard::to_allocvec(&(owner, mind.state()))
        .map_err(|error| CannotSave { character, why: error.to_string() })?;
    Ok(sealed::seal(Kind::Mind, &payload))
}

/// A mind that goes on where it was saved.
pub fn restore(
    character: Arc<Character>,
    terrain: Arc<Terrain>,
    bytes: &[u8],
) -> Result<Mind, CannotRestore> {
    restore_in(&Arc::new(Blueprint::new(character, terrain)), bytes)
}

/// The same, in a blueprint that it shares with others.
pub fn restore_in(blueprint: &Arc<Blueprint>, bytes: &[u8]) -> Result<Mind, CannotRestore> {
    let character = blueprint.character();
    let unreadable = |error: postcard::Error| {
        CannotRestore::Sealed(SealError::Unreadable { what: Kind::Mind.word(), why: error.to_string() })
    };
    let payload = sealed::open(Kind::Mind, bytes)?;
    let (owner, state) = postcard::take_from_bytes::<Owner>(payload).map_err(unreadable)?;
    if owner.character != character.name {
        return Err(CannotRestore::OtherCharacter { saved: owner.character, given: character.name });
    }
    if owner.text_checksum != character.text_checksum {
        return Err(CannotRestore::Changed(character.name));
    }
    let state: MindState = postcard::from_bytes(state).map_err(unreadable)?;
    Ok(Mind::restore(blueprint, state)?)
}
