//! Expectations and their violation (Kline): a predictor per feature says what is expected, as a distribution;
//! its likelihood `L` for a measurement, or the culled mass for a missing one, decides what surprises.

mod confidence;
mod discrete;
mod kalman;
mod pattern;
mod signal;
mod violation;

pub use confidence::{Confidence, ConfidenceConfig, Evidence};
pub use discrete::{Discrete, DiscreteConfig};
pub use kalman::{Kalman, KalmanConfig};
pub use pattern::{Pattern, PatternConfig};
pub use signal::signals;
pub use violation::{Grounding, Rule, ViolationConfig, Violations};
