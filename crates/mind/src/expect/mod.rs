//! Expectations and their violation (Kline): a predictor per feature says what is expected, as a distribution;
//! its likelihood `L` for a measurement, or the culled mass for a missing one, decides what surprises. The predictors
//! themselves are data of a belief ([`crate::model::expectation`]); here they meet what was measured.

pub mod config;
pub mod contingency;
pub mod habituation;
pub mod stranger;

mod explain;
mod read;
mod signal;
mod step;

pub use config::Config;
pub use read::{NODES, find_feature, read};
pub use signal::Signals;
pub use step::{Input, Scratch, State, comes_out, step};
