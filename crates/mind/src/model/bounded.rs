//! At most so many of something. Most records have none, and then take no room for them; one that is overwritten keeps the
//! room it has.

use arrayvec::ArrayVec;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ops::{Deref, DerefMut};

/// At most `MOST` of something.
///
/// ```
/// use piaget_mind::model::BoundedVec;
/// let mut bounded = BoundedVec::<u8, 2>::default();
/// assert!(bounded.try_push(1).is_ok() && bounded.try_push(2).is_ok());
/// assert_eq!(bounded.try_push(3), Err(3), "there is no room for a third");
/// assert_eq!(*bounded, [1, 2]);
/// ```
#[derive(Debug, PartialEq)]
pub struct BoundedVec<T, const MOST: usize>(Vec<T>);

impl<T, const MOST: usize> Default for BoundedVec<T, MOST> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Clone, const MOST: usize> BoundedVec<T, MOST> {
    /// Becomes these; what is beyond its room is left out.
    pub fn set(&mut self, all: &[T]) {
        self.0.clear();
        if !all.is_empty() {
            // All of the room at once: then it never has to grow again.
            self.0.reserve_exact(MOST);
        }
        self.0.extend_from_slice(&all[..all.len().min(MOST)]);
    }

    /// One more, or it back where there is no room.
    pub fn try_push(&mut self, one: T) -> Result<(), T> {
        if self.0.len() >= MOST {
            return Err(one);
        }
        self.0.reserve_exact(MOST - self.0.len());
        self.0.push(one);
        Ok(())
    }

    /// None any more.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Only those that are wanted.
    pub fn retain(&mut self, wanted: impl FnMut(&T) -> bool) {
        self.0.retain(wanted);
    }
}

impl<T: Clone, const MOST: usize> Clone for BoundedVec<T, MOST> {
    fn clone(&self) -> Self {
        let mut new = Self::default();
        new.set(self);
        new
    }

    fn clone_from(&mut self, from: &Self) {
        self.set(from);
    }
}

impl<T, const MOST: usize> Deref for BoundedVec<T, MOST> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T, const MOST: usize> DerefMut for BoundedVec<T, MOST> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}

impl<'a, T, const MOST: usize> IntoIterator for &'a BoundedVec<T, MOST> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<T: Serialize, const MOST: usize> Serialize for BoundedVec<T, MOST> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>, const MOST: usize> Deserialize<'de> for BoundedVec<T, MOST> {
    /// More than there is room for is an error.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        ArrayVec::<T, MOST>::deserialize(deserializer).map(|all| Self(all.into_iter().collect()))
    }
}
