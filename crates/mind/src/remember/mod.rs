//! What-where memory: where things are usually kept (Brom 2009). [`House`] holds places in a hierarchy; [`Printed`] is
//! the network as the paper has it; [`Memory`] is the better one and the default. Both learn from what is found and
//! missed in any search; [`Memory`] also from what it is told and what it watches others put away. It answers with a
//! chance per place ([`Memory::chances`]): the prior of a thing's whereabouts when it was not seen for long.

mod habit;
mod house;
mod memory;
mod printed;
#[cfg(test)]
mod tests;

pub use house::{House, MOST_PLACES, OtherHouse, Place, PlaceId, PlaceRefused};
pub use memory::{Memory, MemoryConfig, NotLearned, What};
pub use printed::{Complexity, Edge, Printed, PrintedConfig};
