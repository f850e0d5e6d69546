//! Frames as bytes, and arrays of bytes told by their differences.
//!
//! A frame is the length of its JSON (4 bytes, least first), the JSON, and then the bytes that its blobs point into. A
//! *patch* turns an array into the next: its new length, then steps, each a count and what to do with so many bytes.
//! Counts are base-128 numbers, least digit first, the high bit set on all but the last; the two lowest bits of a
//! step's number say what to do: 0 keep, 1 take the bytes that follow, 2 repeat the one byte that follows. An array whose
//! length changes begins as zeros. `web/src/messages/bytes.ts` is the other end.

use super::{Blob, Frame};
use std::fmt;

const KEEP: u32 = 0;
const TAKE: u32 = 1;
const REPEAT: u32 = 2;
/// A run of equal bytes this long is worth a step of its own.
const LEAST_RUN: usize = 4;
/// The longest array; more than any map or eye has.
pub const MAX_ARRAY: usize = 1 << 24;

/// Why bytes are no frame or no patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken;

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("these bytes are cut short or damaged")
    }
}

impl std::error::Error for Broken {}

/// A frame and the bytes of its blobs, as one message.
pub fn pack(frame: &Frame, blobs: &[u8]) -> Vec<u8> {
    let mut message = vec![0; 4];
    serde_json::to_writer(&mut message, frame).expect("a frame is plain data");
    let length = message.len() as u32 - 4;
    message[..4].copy_from_slice(&length.to_le_bytes());
    message.extend_from_slice(blobs);
    message
}

/// The frame of a message, and the bytes of its blobs.
pub fn unpack(message: &[u8]) -> Result<(Frame, &[u8]), Broken> {
    let (length, rest) = message.split_first_chunk::<4>().ok_or(Broken)?;
    let (json, blobs) = rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or(Broken)?;
    Ok((serde_json::from_slice(json).map_err(|_| Broken)?, blobs))
}

/// Appends the patch that turns `before` into `now`, and says where it lies; `None` if nothing changed.
///
/// ```
/// use piaget_lab::messages::bytes::{apply, diff};
/// let (before, now) = ([0u8; 100], [[7; 60], [0; 60]].concat());
/// let mut blobs = Vec::new();
/// let at = diff(&before, &now, &mut blobs).unwrap();
/// assert!(at.length < 12);
/// let mut array = before.to_vec();
/// apply(&blobs, &mut array).unwrap();
/// assert_eq!(array, now);
/// ```
pub fn diff(before: &[u8], now: &[u8], blobs: &mut Vec<u8>) -> Option<Blob> {
    if before == now {
        return None;
    }
    let at = blobs.len();
    put(now.len() as u32, blobs);
    // An array of another length is told without a word about the old one, so that none who kept it goes wrong.
    let old = |index: usize| (before.len() == now.len()).then(|| before[index]);
    let mut index = 0;
    while index < now.len() {
        let kept = (index..now.len()).take_while(|i| Some(now[*i]) == old(*i)).count();
        if kept > 0 {
            if index + kept < now.len() {
                step(KEEP, kept, blobs);
            }
            index += kept;
            continue;
        }
        let run = run_at(now, index);
        if run >= LEAST_RUN {
            step(REPEAT, run, blobs);
            blobs.push(now[index]);
            index += run;
            continue;
        }
        // Up to the next run, or the next stretch that stays and is long enough to pay for its step.
        let mut end = index + 1;
        while end < now.len() && run_at(now, end) < LEAST_RUN {
            let stays = (end..now.len()).take(LEAST_RUN).take_while(|i| Some(now[*i]) == old(*i)).count();
            if stays == LEAST_RUN || end + stays == now.len() && stays > 0 {
                break;
            }
            end += 1;
        }
        step(TAKE, end - index, blobs);
        blobs.extend_from_slice(&now[index..end]);
        index = end;
    }
    Some(Blob { at: at as u32, length: (blobs.len() - at) as u32 })
}

/// Appends the patch that leaves an array as it is.
pub fn unchanged(array: &[u8], blobs: &mut Vec<u8>) -> Blob {
    let at = blobs.len();
    put(array.len() as u32, blobs);
    Blob { at: at as u32, length: (blobs.len() - at) as u32 }
}

/// Carries out a patch.
pub fn apply(mut patch: &[u8], array: &mut Vec<u8>) -> Result<(), Broken> {
    let length = take(&mut patch)? as usize;
    if length > MAX_ARRAY {
        return Err(Broken);
    }
    if array.len() != length {
        array.clear();
        array.resize(length, 0);
    }
    let mut index = 0usize;
    while !patch.is_empty() {
        let number = take(&mut patch)?;
        let count = (number >> 2) as usize;
        let place = array.get_mut(index..index.checked_add(count).ok_or(Broken)?).ok_or(Broken)?;
        match number & 3 {
            KEEP => {}
            TAKE => {
                let (bytes, rest) = patch.split_at_checked(count).ok_or(Broken)?;
                place.copy_from_slice(bytes);
                patch = rest;
            }
            REPEAT => {
                let (byte, rest) = patch.split_first().ok_or(Broken)?;
                place.fill(*byte);
                patch = rest;
            }
            _ => return Err(Broken),
        }
        index += count;
    }
    Ok(())
}

/// How many equal bytes there are from here on.
fn run_at(bytes: &[u8], index: usize) -> usize {
    bytes[index..].iter().take_while(|byte| **byte == bytes[index]).count()
}

fn step(what: u32, count: usize, blobs: &mut Vec<u8>) {
    put((count as u32) << 2 | what, blobs);
}

fn put(mut number: u32, blobs: &mut Vec<u8>) {
    while number >= 0x80 {
        blobs.push(number as u8 | 0x80);
        number >>= 7;
    }
    blobs.push(number as u8);
}

fn take(patch: &mut &[u8]) -> Result<u32, Broken> {
    let mut number = 0u32;
    for digit in 0..5 {
        let (byte, rest) = patch.split_first().ok_or(Broken)?;
        *patch = rest;
        number |= u32::from(byte & 0x7f) << (7 * digit);
        if byte & 0x80 == 0 {
            return Ok(number);
        }
    }
    Err(Broken)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_patch_gives_the_array_back(before: Vec<u8>, now: Vec<u8>, alike in any::<bool>()) {
            let now = if alike && before.len() == now.len() { before.clone() } else { now };
            let mut blobs = vec![9; 3];
            let mut array = before.clone();
            match diff(&before, &now, &mut blobs) {
                Some(at) => {
                    prop_assert_eq!((at.at, at.length as usize), (3, blobs.len() - 3));
                    apply(&blobs[3..], &mut array).unwrap();
                }
                None => prop_assert_eq!(&before, &now),
            }
            prop_assert_eq!(array, now);
        }

        #[test]
        fn few_changes_give_short_patches(mut array in prop::collection::vec(0u8..4, 500..600), at in 0usize..500, byte: u8) {
            let before = array.clone();
            array[at] = byte;
            let mut blobs = Vec::new();
            let length = diff(&before, &array, &mut blobs).map_or(0, |at| at.length);
            prop_assert!(length <= 8, "{length}");
        }

        #[test]
        fn damage_is_noticed_and_harms_nothing(patch: Vec<u8>, mut array in prop::collection::vec(any::<u8>(), 0..50)) {
            let _ = apply(&patch, &mut array);
            let _ = unpack(&patch);
        }
    }
}
