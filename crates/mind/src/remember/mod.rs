//! The stage that meets the what-where memory ([`piaget_memory`], Brom 2009) with what is believed. What is seen lying
//! somewhere teaches the memory, and so does what is looked for in vain. The memory's chance per place is the prior of a
//! thing's whereabouts when it was not seen for long ([`step()`]).

mod config;
mod home;
mod layout;
mod search;
mod step;
mod told;

pub use config::{Before, Config, NODES, read};
pub use home::Home;
pub use step::{Input, Scratch, State, step, what_of};
