//! What the creature feels: a network of numbers (Kline 3.1). *Transducers* turn beliefs and bodily senses into
//! numbers, *accumulators* sum inputs times gains, *levels* (drives, emotions, autonomic variables: one
//! arithmetic, different settings) keep what they are given and let it fade, *groups* impose a policy.
//!
//! Everything is per second and exact for inputs that are constant within a tick, so the length of a tick does
//! not matter. Nothing here chooses behaviour: that is [`decide`](crate::decide).

mod arrange;
mod describe;
mod group;
mod level;
mod network;
mod read;
mod transducer;

#[cfg(test)]
mod tests;

pub(crate) use read::utterance;
pub(crate) use transducer::{is, performs};

pub use describe::Described;
pub use group::{GroupPolicy, ValueGroup};
pub use level::{Fading, Integration, Level};
pub use network::{Feelings, Input, Node, Pace, Term, ValueId, Values};
pub use read::{NODES, read};
pub use transducer::{Felt, Transducer};
