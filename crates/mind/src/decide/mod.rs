//! What the creature does: action tuples in groups, in a hierarchy of motivational subsystems (Buchsbaum 5.6;
//! Kline's behaviours are the same thing). Each group has at most one active tuple, keeps it until there is a
//! reason to change, and remembers the reason of every choice and every rejection.
//!
//! The tree is data ([`crate::model::action`]), so that tuples can be learnt and another's actions understood by it. Nothing here moves the body: the
//! result is a [`Decision`](crate::model::action::Decision).

mod check;
mod choose;
mod other_minds;
mod places;
mod read;
mod rivals;
mod search;
mod situation;

#[cfg(test)]
mod tests;

pub use choose::{Input, Scratch, State, step};
pub use read::{NODES, Vocabulary, read};
pub use situation::Situation;

/// What a character can do: its action tree.
pub type Config = crate::model::action::ActionTree;
