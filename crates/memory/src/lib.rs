//! What-where memory: where things are usually kept, and in which order to look for them (Brom et al. 2009, section 3,
//! and the points that its section 5 leaves open).
//!
//! This crate knows nothing of minds: it has no percepts, no beliefs and no occupancy maps. A robot or a game that has
//! names of things and places can use it alone.
//!
//! - [`House`]: places in a hierarchy (a house holds rooms, a room holds tables and drawers), read from a file or grown.
//! - [`Memory`]: the probability that a thing is at each place now. It learns from what is found, missed, told and
//!   watched: a mixture of experts over fading counts. This is the default.
//! - [`PrintedNetwork`]: the associative network as the paper has it, to compare with.
//! - [`SearchOrder`]: in which order to inspect several places, so that the expected effort until the thing is found is least.
//! - [`Rooms`]: rooms found on a [`Ground`](piaget_nav::Ground), by a watershed of the clearance from walls.
//!
//! It does not say where on the ground within a place a thing lies: laying a chance per place over a map is the host's
//! or the mind's work. It keeps no clock; whoever asks says what time it is.
#![forbid(unsafe_code)]

mod habit;
mod house;
mod memory;
mod printed_network;
mod rooms;
mod search;
#[cfg(test)]
mod tests;

pub use house::{Area, House, HousePlace, LARGEST, MOST_PLACES, OtherHouse, PlaceId, PlaceRefused};
pub use memory::{Memory, MemoryConfig, NotLearned, ObjectName, Stay, What};
pub use printed_network::{Complexity, NetworkEdge, PrintedNetwork, PrintedNetworkConfig};
pub use rooms::{Rooms, RoomsConfig};
pub use search::{MOST_EXACT_PLACES, MOST_SEARCH_PLACES, SearchOrder, SearchPlaces, by_chance_per_effort};
