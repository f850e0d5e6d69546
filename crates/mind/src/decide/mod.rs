//! What the creature does: action tuples in groups, in a hierarchy of motivational subsystems (Buchsbaum 5.6;
//! Kline's behaviours are the same thing). Each group has at most one active tuple, keeps it until there is a
//! reason to change, and remembers the reason of every choice and every rejection.
//!
//! The tree is data, kept in the mind's state, so that tuples can be learnt. Nothing here moves the body: the
//! result is a [`Decision`].

mod check;
mod choose;
mod condition;
mod decision;
mod read;
mod reason;
mod tuple;

#[cfg(test)]
mod tests;

pub use choose::Deciding;
pub use condition::{Asked, Condition, ConditionId, Conditions, Own};
pub use decision::{Decision, MAX_DEPTH, Situation, Watched};
pub use read::{NODES, Vocabulary, read};
pub use reason::{End, Reason};
pub use tuple::{
    Action, ActionGroup, ActionTree, GroupId, ObjectChoice, Selection, Speed, Tuple, TupleId, Until,
};
