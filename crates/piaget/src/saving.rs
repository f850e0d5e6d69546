//! A mind as bytes, in the envelope that everything saved has. What is saved holds the texts of the character it belongs to: when
//! the character's files were edited meanwhile, the mind is loaded as the character that it was and then goes on as the new one.

use piaget_mind::{Blueprint, Budget, Character, Cost, Kept, Mind, MindState};
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
    /// Those files.
    texts: Vec<(String, String)>,
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
    /// The files of its character were edited since, and those that were saved with it cannot be read.
    #[error(
        "the files of \"{character}\" were changed, and those of the time when the mind was saved cannot be read: {why}"
    )]
    OldCharacter {
        /// Whose mind.
        character: Name,
        /// The first mistake in them.
        why: String,
    },
}

/// A mind that was loaded, and what became of its parts where its character was edited since it was saved.
pub struct Restored {
    /// The mind.
    pub mind: Mind,
    /// Everything is kept where the character is the same.
    pub kept: Kept,
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
    let Character { name: character, text_checksum, ref texts, .. } = *mind.character();
    let owner = Owner { character, text_checksum, texts: texts.files().to_vec() };
    let payload = postcard::to_allocvec(&(owner, mind.state()))
        .map_err(|error| CannotSave { character, why: error.to_string() })?;
    Ok(sealed::seal(Kind::Mind, &payload))
}

/// A mind that goes on where it was saved. Where the files of its character were edited since, it goes on part by part;
/// [`restore_and_tell`] says what was kept.
pub fn restore(
    character: Arc<Character>,
    terrain: Arc<Terrain>,
    bytes: &[u8],
) -> Result<Mind, CannotRestore> {
    restore_in(&Arc::new(Blueprint::new(character, terrain)), bytes)
}

/// The same, in a blueprint that it shares with others.
pub fn restore_in(blueprint: &Arc<Blueprint>, bytes: &[u8]) -> Result<Mind, CannotRestore> {
    restore_and_tell(blueprint, bytes).map(|restored| restored.mind)
}

/// The same, with a list of what was kept.
///
/// ```
/// use piaget::{mind::Blueprint, prelude::*};
/// use std::sync::Arc;
/// let terrain = Arc::new(Terrain::around_origin(9.0, 9.0));
/// let character = |text| Arc::new(piaget::parse_character("a.kdl", text).unwrap());
/// let mind = Mind::new(character("character \"a\"; values { drive \"duty\" }"), terrain.clone(), 7);
/// let bytes = piaget::save(&mind)?;
/// let edited = character("character \"a\"; values { drive \"duty\" start=1; emotion \"joy\" }");
/// let restored = piaget::restore_and_tell(&Arc::new(Blueprint::new(edited, terrain)), &bytes)?;
/// assert_eq!(restored.kept.to_string(), "value \"joy\" is new; all else is kept");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn restore_and_tell(blueprint: &Arc<Blueprint>, bytes: &[u8]) -> Result<Restored, CannotRestore> {
    let character = blueprint.character();
    let unreadable = |error: postcard::Error| {
        CannotRestore::Sealed(SealError::Unreadable { what: Kind::Mind.word(), why: error.to_string() })
    };
    let payload = sealed::open(Kind::Mind, bytes)?;
    let (owner, state) = postcard::take_from_bytes::<Owner>(payload).map_err(unreadable)?;
    if owner.character != character.name {
        return Err(CannotRestore::OtherCharacter { saved: owner.character, given: character.name });
    }
    let state: MindState = postcard::from_bytes(state).map_err(unreadable)?;
    if owner.text_checksum == character.text_checksum {
        return Ok(Restored { mind: Mind::restore(blueprint, state)?, kept: Kept::default() });
    }
    let unread = |why: String| CannotRestore::OldCharacter { character: character.name, why };
    let old = character.texts.read_again(&owner.texts).map_err(|mistakes| unread(mistakes.to_string()))?;
    let terrain = blueprint.terrain();
    let cost = Cost::of(&old, terrain, old.believe.most as usize);
    let budget = Budget::default();
    budget.check(&cost, terrain).map_err(|over| unread(over.what))?;
    if cost.own_bytes.saturating_add(cost.shared_bytes) > budget.bytes {
        return Err(unread(format!("its beliefs could take more than {} bytes", budget.bytes)));
    }
    let mut mind = Mind::restore(&Arc::new(Blueprint::new(Arc::new(old), terrain.clone())), state)?;
    let kept = mind.change_character(blueprint);
    Ok(Restored { mind, kept })
}
