//! Expectations and their violation (Kline): a predictor per feature says what is expected, as a distribution;
//! its likelihood `L` for a measurement, or the culled mass for a missing one, decides what surprises.

pub mod config;
pub mod expectation;
pub mod habit;
pub mod stranger;
pub mod track;

mod confidence;
mod discrete;
mod kalman;
mod pattern;
mod read;
mod signal;
mod step;
mod violation;

pub use config::{Config, FeatureConfig, FeatureOf, Predictor};
pub use expectation::{Expectation, Output, Violated, ViolatedFeature};
pub use read::{NODES, find_feature, read};
pub use step::{Scratch, State, Tick, comes_out, step};
pub use track::Track;

pub use confidence::{Confidence, ConfidenceConfig, Evidence};
pub use discrete::{Discrete, DiscreteConfig};
pub use kalman::{Kalman, KalmanConfig, Passage};
pub use pattern::{Pattern, PatternConfig};
pub use signal::signals;
pub use violation::{Grounding, Rule, ViolationConfig, Violations};
