//! The envelope of saved simulations and recordings: what it is, its version, its length and a checksum, so that a
//! file that is cut short, damaged or from a later version is refused with a sentence.
//!
//! It guards against accidents, not against forgery.

use xxhash_rust::xxh3::xxh3_64;

const MARK: &[u8; 6] = b"PIAGET";
/// Mark, kind, version, length, checksum.
const HEAD: usize = 6 + 4 + 4 + 8 + 8;

/// What an envelope holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Save,
    Recording,
}

impl Kind {
    fn mark(self) -> &'static [u8; 4] {
        match self {
            Self::Save => b"SAVE",
            Self::Recording => b"RECO",
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Save => "saved simulation",
            Self::Recording => "recording",
        }
    }

    /// The version that is written, and the greatest that is read.
    fn version(self) -> u32 {
        match self {
            Self::Save | Self::Recording => 1,
        }
    }
}

/// Why a file cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum SealError {
    #[error("this is no {what}; name a file that the program wrote")]
    Other { what: &'static str },
    #[error("the {what} is cut short: {found} of {expected} bytes are there; make it again")]
    Truncated { what: &'static str, found: u64, expected: u64 },
    #[error("the {what} is damaged: its checksum does not agree; make it again")]
    Damaged { what: &'static str },
    #[error("the {what} has version {found}, but this program reads up to {known}; use a newer program")]
    Future { what: &'static str, found: u32, known: u32 },
    #[error("the {what} cannot be understood: {why}")]
    Unreadable { what: &'static str, why: String },
}

/// Puts a payload into its envelope.
pub(crate) fn seal(kind: Kind, payload: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEAD + payload.len());
    bytes.extend(MARK);
    bytes.extend(kind.mark());
    bytes.extend(kind.version().to_le_bytes());
    bytes.extend((payload.len() as u64).to_le_bytes());
    bytes.extend(xxh3_64(payload).to_le_bytes());
    bytes.extend(payload);
    bytes
}

/// Takes a payload out of its envelope.
pub(crate) fn open(kind: Kind, bytes: &[u8]) -> Result<&[u8], SealError> {
    let what = kind.word();
    let begins = &bytes[..bytes.len().min(10)];
    let mark = [&MARK[..], kind.mark()].concat();
    if begins != &mark[..begins.len()] || begins.is_empty() {
        return Err(SealError::Other { what });
    }
    let Some((head, payload)) = bytes.split_at_checked(HEAD) else {
        return Err(SealError::Truncated { what, found: bytes.len() as u64, expected: HEAD as u64 });
    };
    let number = |from: usize| u64::from_le_bytes(head[from..from + 8].try_into().unwrap_or_default());
    let version = number(10) as u32;
    if version > kind.version() {
        return Err(SealError::Future { what, found: version, known: kind.version() });
    }
    let (length, checksum) = (number(14), number(22));
    if payload.len() as u64 != length {
        let expected = length.saturating_add(HEAD as u64);
        return match (payload.len() as u64) < length {
            true => Err(SealError::Truncated { what, found: bytes.len() as u64, expected }),
            false => Err(SealError::Damaged { what }),
        };
    }
    if xxh3_64(payload) != checksum {
        return Err(SealError::Damaged { what });
    }
    Ok(payload)
}

/// A payload that a serialised value makes.
pub(crate) fn seal_value(kind: Kind, value: &impl serde::Serialize) -> Vec<u8> {
    // Our own types serialise without fail: no maps with unknown lengths, no borrowed trickery.
    seal(kind, &postcard::to_stdvec(value).expect("plain data serialises"))
}

/// The value that was sealed.
pub(crate) fn open_value<T: serde::de::DeserializeOwned>(kind: Kind, bytes: &[u8]) -> Result<T, SealError> {
    postcard::from_bytes(open(kind, bytes)?)
        .map_err(|error| SealError::Unreadable { what: kind.word(), why: error.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cut_every_flipped_bit_and_every_later_version_is_refused() {
        let whole = seal(Kind::Save, b"what a mind holds");
        assert_eq!(open(Kind::Save, &whole).unwrap(), b"what a mind holds");
        for end in 0..whole.len() {
            assert!(open(Kind::Save, &whole[..end]).is_err(), "cut at {end}");
        }
        for bit in 0..whole.len() * 8 {
            let mut bent = whole.clone();
            bent[bit / 8] ^= 1 << (bit % 8);
            // A version below the first was never written, but would be read as the first.
            let version = (80..112).contains(&bit);
            assert!(open(Kind::Save, &bent).is_err() || version, "bit {bit}");
        }
        let mut later = whole.clone();
        later[10] = 2;
        let refused = open(Kind::Save, &later).unwrap_err();
        assert!(refused.to_string().contains("use a newer program"), "{refused}");
        assert!(matches!(open(Kind::Recording, &whole), Err(SealError::Other { .. })));
        assert!(matches!(open(Kind::Save, b""), Err(SealError::Other { .. })));
    }
}
