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

pub use describe::Described;
pub use group::{GroupPolicy, ValueGroup};
pub use level::{Fading, Integration, Level};
pub use network::{Node, Pace, Values, Weighted};
pub use read::{NODES, read};
pub use transducer::{Input, Transducer};

use crate::model::Feelings;
use piaget_terms::Expression;

/// How a character feels: its network of values.
pub type Config = Values;
/// What feeling keeps from tick to tick.
pub type State = Feelings;

/// Feeling needs no buffers.
#[derive(Clone, Debug, Default)]
pub struct Scratch;

/// One tick of the whole network; gives the face that shows it.
pub fn step(config: &Config, state: &mut State, _: &mut Scratch, input: Input<'_>) -> Expression {
    config.feel(&input, state);
    let mut face = Expression::default();
    config.express(state, &mut face);
    face
}
