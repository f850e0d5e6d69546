//! Numbers that begin where a cache line does: vectors that cross a line cost twice, stored ones more. No result
//! depends on it.

use std::ops::{Deref, DerefMut};

/// A cache line, in numbers.
const LINE: usize = 16;

/// As many numbers as it was made with.
#[derive(Debug)]
pub(crate) struct Aligned {
    room: Vec<f32>,
    start: usize,
    length: usize,
}

impl Aligned {
    pub fn zeros(length: usize) -> Self {
        let room = vec![0.0f32; length + LINE];
        let start = room.as_ptr().align_offset(LINE * size_of::<f32>()).min(LINE);
        Self { room, start, length }
    }

    /// What it has on the heap.
    pub fn bytes(&self) -> usize {
        self.room.capacity() * size_of::<f32>()
    }
}

impl Clone for Aligned {
    fn clone(&self) -> Self {
        let mut new = Self::zeros(self.length);
        new.copy_from_slice(self);
        new
    }
}

impl Deref for Aligned {
    type Target = [f32];

    #[inline(always)]
    fn deref(&self) -> &[f32] {
        &self.room[self.start..self.start + self.length]
    }
}

impl DerefMut for Aligned {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [f32] {
        &mut self.room[self.start..self.start + self.length]
    }
}

#[cfg(test)]
mod tests {
    use super::{Aligned, LINE};

    #[test]
    fn every_length_begins_at_a_line_and_is_whole() {
        for length in 0..3 * LINE {
            let mut numbers = Aligned::zeros(length);
            assert_eq!(numbers.len(), length);
            // Miri may leave a start where it is; no result depends on it.
            if !cfg!(miri) {
                assert_eq!(numbers.as_ptr().addr() % (LINE * size_of::<f32>()), 0);
            }
            for (index, number) in numbers.iter_mut().enumerate() {
                *number = index as f32;
            }
            let copy = numbers.clone();
            assert!(copy[..] == numbers[..] && copy.bytes() >= length * size_of::<f32>());
        }
    }
}
