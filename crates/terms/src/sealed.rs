//! The envelope of everything that is saved (minds, simulations, recordings): what it holds, the version of its format,
//! its length and a checksum, so that bytes that are cut short, damaged or of another version are refused with a sentence.
//!
//! It guards against accidents, not against forgery: whoever reads the payload checks what it says.

use std::cmp::Ordering;
use xxhash_rust::xxh3::xxh3_64;

const MARK: &[u8; 6] = b"PIAGET";
/// The bytes before the payload: mark, kind, version, length, checksum.
pub const HEAD_BYTES: usize = 6 + 4 + 4 + 8 + 8;

/// What an envelope holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One mind.
    Mind,
    /// A simulation in the middle.
    Simulation,
    /// A simulation and all that came in since.
    Recording,
}

impl Kind {
    fn mark(self) -> &'static [u8; 4] {
        match self {
            Self::Mind => b"MIND",
            Self::Simulation => b"SAVE",
            Self::Recording => b"RECO",
        }
    }

    /// What people call it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Mind => "saved mind",
            Self::Simulation => "saved simulation",
            Self::Recording => "recording",
        }
    }

    /// The version of the format that is written, and the only one that is read. It grows with every change of what is
    /// written; the state of a mind is part of all three.
    pub fn version(self) -> u32 {
        match self {
            Self::Mind => 6,
            Self::Simulation | Self::Recording => 5,
        }
    }
}

/// Why an envelope cannot be opened, or what is in it not be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum SealError {
    #[error("this is no {what}; give the bytes that were saved as one")]
    Other { what: &'static str },
    #[error("the {what} is cut short: {found} of {expected} bytes are there; make it again")]
    Truncated { what: &'static str, found: u64, expected: u64 },
    #[error("the {what} is damaged: its checksum does not agree; make it again")]
    Damaged { what: &'static str },
    #[error("the {what} has version {found}, but this program reads version {known}; use a newer program")]
    Future { what: &'static str, found: u32, known: u32 },
    #[error("the {what} has version {found}, but this program reads version {known}; make it again")]
    Past { what: &'static str, found: u32, known: u32 },
    #[error("the {what} cannot be understood: {why}")]
    Unreadable { what: &'static str, why: String },
}

/// Puts a payload into its envelope.
///
/// ```
/// use piaget_terms::sealed::{self, Kind};
/// let bytes = sealed::seal(Kind::Mind, b"what it holds");
/// assert_eq!(sealed::open(Kind::Mind, &bytes).unwrap(), b"what it holds");
/// let refused = sealed::open(Kind::Mind, &bytes[..20]).unwrap_err();
/// assert_eq!(refused.to_string(), "the saved mind is cut short: 20 of 30 bytes are there; make it again");
/// ```
pub fn seal(kind: Kind, payload: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEAD_BYTES + payload.len());
    bytes.extend(MARK);
    bytes.extend(kind.mark());
    bytes.extend(kind.version().to_le_bytes());
    bytes.extend((payload.len() as u64).to_le_bytes());
    bytes.extend(xxh3_64(payload).to_le_bytes());
    bytes.extend(payload);
    bytes
}

/// Takes a payload out of its envelope.
pub fn open(kind: Kind, bytes: &[u8]) -> Result<&[u8], SealError> {
    let what = kind.word();
    let whole = whole_bytes(kind, bytes)?;
    let found = bytes.len() as u64;
    match found.cmp(&whole) {
        Ordering::Less => return Err(SealError::Truncated { what, found, expected: whole }),
        Ordering::Greater => return Err(SealError::Damaged { what }),
        Ordering::Equal => {}
    }
    let (head, payload) = bytes.split_at(HEAD_BYTES);
    if xxh3_64(payload) != number(head, HEAD_BYTES - 8) {
        return Err(SealError::Damaged { what });
    }
    Ok(payload)
}

/// How many bytes an envelope has that begins like this ([`HEAD_BYTES`] are enough): known before more of them is read.
///
/// ```
/// use piaget_terms::sealed::{self, HEAD_BYTES, Kind};
/// let bytes = sealed::seal(Kind::Mind, b"what it holds");
/// assert_eq!(sealed::whole_bytes(Kind::Mind, &bytes[..HEAD_BYTES]), Ok(bytes.len() as u64));
/// assert!(sealed::whole_bytes(Kind::Recording, &bytes).is_err());
/// ```
pub fn whole_bytes(kind: Kind, begins: &[u8]) -> Result<u64, SealError> {
    let what = kind.word();
    let mark = [&MARK[..], kind.mark()].concat();
    let marked = &begins[..begins.len().min(mark.len())];
    if marked != &mark[..marked.len()] || marked.is_empty() {
        return Err(SealError::Other { what });
    }
    let Some(head) = begins.get(..HEAD_BYTES) else {
        let (found, expected) = (begins.len() as u64, HEAD_BYTES as u64);
        return Err(SealError::Truncated { what, found, expected });
    };
    let (version, known) = (number(head, 10) as u32, kind.version());
    match version.cmp(&known) {
        Ordering::Greater => Err(SealError::Future { what, found: version, known }),
        Ordering::Less => Err(SealError::Past { what, found: version, known }),
        Ordering::Equal => Ok(number(head, 14).saturating_add(HEAD_BYTES as u64)),
    }
}

fn number(head: &[u8], from: usize) -> u64 {
    u64::from_le_bytes(head[from..from + 8].try_into().unwrap_or_default())
}

/// The checksum that envelopes carry, for others who compare bytes.
pub fn checksum(bytes: &[u8]) -> u64 {
    xxh3_64(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cut_every_flipped_bit_and_every_later_version_is_refused() {
        let whole = seal(Kind::Simulation, b"what a mind holds");
        assert_eq!(open(Kind::Simulation, &whole).unwrap(), b"what a mind holds");
        for end in 0..whole.len() {
            assert!(open(Kind::Simulation, &whole[..end]).is_err(), "cut at {end}");
        }
        for bit in 0..whole.len() * 8 {
            let mut bent = whole.clone();
            bent[bit / 8] ^= 1 << (bit % 8);
            assert!(open(Kind::Simulation, &bent).is_err(), "bit {bit}");
        }
        let mut later = whole.clone();
        later[10] += 1;
        let refused = open(Kind::Simulation, &later).unwrap_err();
        assert!(refused.to_string().contains("use a newer program"), "{refused}");
        let mut earlier = whole.clone();
        earlier[10] = 1;
        let refused = open(Kind::Simulation, &earlier).unwrap_err();
        let both = format!("has version 1, but this program reads version {}", Kind::Simulation.version());
        assert!(refused.to_string().contains(&both), "{refused}");
        assert!(matches!(open(Kind::Recording, &whole), Err(SealError::Other { .. })));
        assert!(matches!(open(Kind::Simulation, b""), Err(SealError::Other { .. })));
    }
}
