//! Classify: the percept tree says what each believed thing is (Buchsbaum 5.4), and selectors say which one is meant
//! (5.5.1). What is asked of the creature itself is asked of others by the same percepts.

pub mod kinds;

mod places;
mod read;
mod selectors;
mod step;

#[cfg(test)]
pub(crate) mod fixture;

pub use kinds::PerceptKinds;
pub use read::{Known, NODES, PerceptReader, read};
pub use selectors::{find_percept, find_selector, read_selector};
pub use step::{Scratch, refresh, step};

/// What a character can tell apart.
pub type Config = crate::model::Concepts;
/// What classifying keeps from tick to tick: the words that were learnt.
pub type State = crate::model::Knowledge;
