//! A mind as bytes. What is saved names the character it belongs to, so that a state never meets a character that it
//! does not fit.

use piaget_mind::{Character, Blueprint, Mind, MindState};
use piaget_terms::{Name, Terrain};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Grows when the format changes.
const VERSION: u16 = 2;

#[derive(Serialize, Deserialize)]
struct Header {
    version: u16,
    character: Name,
    fingerprint: u64,
}

/// Why a saved mind cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotRestore {
    /// The bytes are not a saved mind, or not a whole one.
    #[error("these bytes are no saved mind of this version of piaget: {0}")]
    Unreadable(String),
    /// It was saved by another character.
    #[error("it is the mind of \"{saved}\", and the character is \"{given}\"")]
    OtherCharacter {
        /// Whose mind was saved.
        saved: Name,
        /// Whose mind was asked for.
        given: Name,
    },
    /// It was saved before its character was changed.
    #[error(
        "\"{0}\" was changed since; what its parts were called is not known any more, so it must begin anew"
    )]
    Changed(Name),
}

/// The state of a mind; the character and the terrain are not part of it.
///
/// ```
/// use piaget::prelude::*;
/// use std::sync::Arc;
/// let character = Arc::new(piaget::parse_character("a.kdl", "character \"a\"").unwrap());
/// let terrain = Arc::new(Terrain::open(Rect::centred(9.0, 9.0)));
/// let mind = Mind::new(character.clone(), terrain.clone(), 7);
/// let bytes = piaget::save(&mind);
/// let again = piaget::restore(character, terrain, &bytes).unwrap();
/// assert_eq!(piaget::save(&again), bytes);
/// ```
pub fn save(mind: &Mind) -> Vec<u8> {
    let character = mind.character();
    let header = Header { version: VERSION, character: character.name, fingerprint: fingerprint(character) };
    // Writing to memory fails for types that postcard cannot write, and there is none in a mind: a test saves each stage.
    postcard::to_allocvec(&(header, mind.state())).unwrap_or_default()
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
    let unreadable = |error: postcard::Error| CannotRestore::Unreadable(error.to_string());
    let (header, rest) = postcard::take_from_bytes::<Header>(bytes).map_err(unreadable)?;
    if header.version != VERSION {
        return Err(CannotRestore::Unreadable(format!("its format is number {}", header.version)));
    }
    if header.character != character.name {
        return Err(CannotRestore::OtherCharacter { saved: header.character, given: character.name });
    }
    if header.fingerprint != fingerprint(character) {
        return Err(CannotRestore::Changed(character.name));
    }
    let state: MindState = postcard::from_bytes(rest).map_err(unreadable)?;
    Ok(Mind::restore_in(blueprint, state))
}

/// A number that changes with anything in a character (FNV-1a over what `Debug` says of it).
fn fingerprint(character: &Character) -> u64 {
    struct Hash(u64);
    impl std::fmt::Write for Hash {
        fn write_str(&mut self, text: &str) -> std::fmt::Result {
            for byte in text.bytes() {
                self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
            Ok(())
        }
    }
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    let _ = std::fmt::write(&mut hash, format_args!("{character:?}"));
    hash.0
}
