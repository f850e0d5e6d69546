//! A few bits of the digest of every part of every tick of a run: small enough to commit, enough to say where two runs part.
//!
//! Three bytes a tick, shared by the parts that the run has (nobody remembers in most of them): at least 2 bits each, so a
//! first difference is missed in its part by at most one of four and then told of a later stage of the same tick. That a tick
//! differs at all is missed by one in millions.

use piaget_sim::DigestPart;
use std::fmt;

/// Bytes of a tick.
const TICK_BYTES: usize = 3;

/// What is kept of a run.
#[derive(Debug, PartialEq, Eq)]
pub struct Ticks {
    /// The parts that some creature of the run has.
    parts: Vec<DigestPart>,
    /// Some bits of each part, for every tick.
    ticks: Vec<[u8; TICK_BYTES]>,
}

/// Where two runs part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The first tick that differs, from 0.
    pub tick: usize,
    /// What differs in it.
    pub place: Place,
}

/// What differs in a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// What this stage reports.
    Part(DigestPart),
    /// One run has parts that the other lacks.
    Parts,
    /// One run ends here, the other goes on.
    End,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Part(part) => f.write_str(part.name()),
            Self::Parts => f.write_str("the stages that its creatures have"),
            Self::End => f.write_str("the length of the run"),
        }
    }
}

impl Ticks {
    /// Of the digests of all ticks of a run.
    pub fn of(run: &[[Option<u64>; DigestPart::ALL.len()]]) -> Self {
        let has = |part: &DigestPart| run.iter().any(|tick| tick[*part as usize].is_some());
        let parts: Vec<DigestPart> = DigestPart::ALL.into_iter().filter(has).collect();
        let bits = bits_of_each(parts.len());
        let pack = |tick: &[Option<u64>; DigestPart::ALL.len()]| {
            let digest = |part: &DigestPart| tick[*part as usize].unwrap_or_default();
            let low = |digest: u64| digest & ((1 << bits) - 1);
            let packed = parts.iter().rev().fold(0, |packed, part| (packed << bits) | low(digest(part)));
            std::array::from_fn(|byte| packed.to_le_bytes()[byte])
        };
        let ticks = run.iter().map(pack).collect();
        Self { parts, ticks }
    }

    /// A line that names the parts, then the ticks.
    pub fn to_bytes(&self) -> Vec<u8> {
        let names: Vec<&str> = self.parts.iter().map(|part| part.name()).collect();
        let head = format!("{}\n", names.join(" "));
        head.into_bytes().into_iter().chain(self.ticks.iter().flatten().copied()).collect()
    }

    /// `None` for bytes that [`Ticks::to_bytes`] did not make.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let end = bytes.iter().position(|byte| *byte == b'\n')?;
        let named = |name: &str| DigestPart::ALL.into_iter().find(|part| part.name() == name);
        let head = std::str::from_utf8(&bytes[..end]).ok()?;
        let parts = head.split(' ').map(named).collect::<Option<Vec<_>>>()?;
        let ticks = bytes[end + 1..].chunks(TICK_BYTES).map(|tick| tick.try_into().ok());
        Some(Self { parts, ticks: ticks.collect::<Option<_>>()? })
    }

    /// Where this run first differs from the other.
    pub fn first_difference(&self, other: &Self) -> Option<Difference> {
        if self.parts != other.parts {
            return Some(Difference { tick: 0, place: Place::Parts });
        }
        let both = self.ticks.iter().zip(&other.ticks);
        let different = both.enumerate().find(|(_, (here, there))| here != there);
        let shorter = self.ticks.len().min(other.ticks.len());
        match different {
            Some((tick, (here, there))) => {
                let number = |[a, b, c]: [u8; TICK_BYTES]| u32::from_le_bytes([a, b, c, 0]);
                let bit = (number(*here) ^ number(*there)).trailing_zeros();
                let place = Place::Part(self.parts[bit as usize / bits_of_each(self.parts.len())]);
                Some(Difference { tick, place })
            }
            None if self.ticks.len() != other.ticks.len() => {
                Some(Difference { tick: shorter, place: Place::End })
            }
            None => None,
        }
    }
}

fn bits_of_each(parts: usize) -> usize {
    TICK_BYTES * 8 / parts.max(1)
}

#[test]
fn ticks_come_back_from_their_bytes_and_damaged_bytes_do_not() {
    let tick = |salt: u64| DigestPart::ALL.map(|part| Some(salt.wrapping_mul(part as u64 + 11)));
    let ticks = Ticks::of(&[tick(3), tick(5), tick(9)]);
    let bytes = ticks.to_bytes();
    assert_eq!(Ticks::from_bytes(&bytes).as_ref(), Some(&ticks));
    assert_eq!(Ticks::from_bytes(&bytes[..bytes.len() - 1]), None);
    assert_eq!(Ticks::from_bytes(b"senses nonsense\n"), None);
    assert_eq!(Ticks::from_bytes(b""), None);
}

#[test]
fn the_first_of_many_differences_is_told() {
    let same = DigestPart::ALL.map(|_| Some(0));
    let with = |from: DigestPart| DigestPart::ALL.map(|part| Some(if part >= from { u64::MAX } else { 0 }));
    for (index, part) in DigestPart::ALL.into_iter().enumerate() {
        let (here, there) = (Ticks::of(&[same; 4]), Ticks::of(&[same, same, with(part), with(part)]));
        let found = there.first_difference(&here);
        assert_eq!(found, Some(Difference { tick: 2, place: Place::Part(part) }), "{index}");
    }
    let (four, three) = (Ticks::of(&[same; 4]), Ticks::of(&[same; 3]));
    assert_eq!(four.first_difference(&three), Some(Difference { tick: 3, place: Place::End }));
    assert_eq!(four.first_difference(&four), None);
}
