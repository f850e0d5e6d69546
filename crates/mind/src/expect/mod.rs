//! Expectations and their violation (Kline): a predictor per feature says what is expected, as a distribution;
//! its likelihood `L` for a measurement, or the culled mass for a missing one, decides what surprises. The predictors
//! themselves are data of a belief ([`crate::model::expectation`]); here they meet what was measured.

pub mod config;
pub mod contingency;
pub mod habituation;
pub mod stranger;

mod absence;
mod arrival;
mod contact;
mod explain;
mod meet;
mod place;
mod read;
mod signal;
mod state;
mod step;

pub use absence::comes_out;
pub use config::Config;
pub use read::{NODES, find_feature, read};
pub use signal::Signals;
pub use state::State;
pub use step::{Input, Scratch, step};
