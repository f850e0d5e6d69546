//! What-where memory: where things are usually kept (Brom 2009). [`House`] holds places in a hierarchy; [`Printed`] is
//! the network as the paper has it; [`Memory`] is the better one and the default. Both learn from what is found and
//! missed in any search; [`Memory`] also from what it is told and what it watches others put away. In a mind, its
//! chance per place is the prior of a thing's whereabouts when it was not seen for long ([`step()`]).

mod config;
mod habit;
mod home;
mod house;
mod layout;
mod memory;
mod printed;
mod rooms;
mod step;
#[cfg(test)]
mod tests;
mod told;

pub use config::{Before, Config, NODES, read};
pub use home::Home;
pub use house::{Area, House, MOST_PLACES, OtherHouse, Place, PlaceId, PlaceRefused};
pub use memory::{Memory, MemoryConfig, NotLearned, What};
pub use printed::{Complexity, Edge, Printed, PrintedConfig};
pub use rooms::{Rooms, RoomsConfig};
pub use step::{Input, Scratch, State, step, what_of};
