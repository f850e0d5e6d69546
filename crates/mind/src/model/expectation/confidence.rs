//! Confidence and reliability of an expectation (Kline 2.2 to 2.4, in the collapsed form of 3.2.4).
//!
//! The signs printed in 2.3 are reversed; the text around it and the collapsed form are right and are used here.

use piaget_terms::valid::{Checked, amount, require, share};
use serde::{Deserialize, Serialize};

/// How fast confidence grows and decays, per second, between its limits (Kline 3.2.1).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConfidenceConfig {
    /// The confidence of a first glimpse.
    pub initial: f32,
    /// The slowest growth: how fast an unreliable expectation recovers.
    pub min_growth_per_s: f32,
    /// The fastest growth: how fast a reliable one does.
    pub max_growth_per_s: f32,
    /// The slowest decay, of an expectation that never failed.
    pub min_decay_per_s: f32,
    /// The fastest decay, of one that always fails.
    pub max_decay_per_s: f32,
    /// The decay of an expectation that is out of sight for a reason and was hardly ever observed (the scaling factor
    /// of Kline 2.3 for a measurement that is unavailable without violation).
    pub unseen_decay_per_s: f32,
    /// Whether growth is weighted by the likelihood of what was measured (Kline 4.1.1, item 2).
    pub weigh_by_likelihood: bool,
}

impl Default for ConfidenceConfig {
    fn default() -> Self {
        Self {
            initial: 0.2,
            min_growth_per_s: 0.05,
            max_growth_per_s: 0.5,
            min_decay_per_s: 0.02,
            max_decay_per_s: 1.0,
            unseen_decay_per_s: 0.1,
            weigh_by_likelihood: false,
        }
    }
}

/// How sure the creature is of one feature, and how good its model of that feature has been.
///
/// Times are kept in seconds rather than updates, so that a creature that ticks twice as often is as reliable:
/// with a steady tick `violated / total` is the printed `V / T`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Confidence {
    /// 0 to 1.
    pub value: f32,
    total_s: f32,
    violated_s: f32,
    observed_s: f32,
}

/// What happened to a feature in one tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evidence {
    /// Whether a measurement was there.
    pub available: bool,
    /// Whether it (or its absence) violated the expectation.
    pub violated: bool,
    /// The likelihood of the measurement; 1 where there was none.
    pub likelihood: f32,
}

impl Confidence {
    /// Whether a saved one is a share, and its times are parts of the whole.
    pub(crate) fn validate(&self) -> Checked {
        share("value", self.value)?;
        amount("total_s", self.total_s)?;
        for (field, seconds) in [("violated_s", self.violated_s), ("observed_s", self.observed_s)] {
            amount(field, seconds)?;
            require(seconds <= self.total_s, field, || "is longer than all of the time".into())?;
        }
        Ok(())
    }

    /// A first glimpse.
    pub fn new(config: &ConfidenceConfig) -> Self {
        Self { value: config.initial, total_s: 0.0, violated_s: 0.0, observed_s: 0.0 }
    }

    /// `r_e = (T - V) / T` (Kline 2.4); 1 before anything happened.
    pub fn reliability(&self) -> f32 {
        if self.total_s > 0.0 { 1.0 - self.violated_s / self.total_s } else { 1.0 }
    }

    /// The share of its existence in which it was observed: what normalises decay over time (Kline 2.1).
    pub fn observed_share(&self) -> f32 {
        if self.total_s > 0.0 { self.observed_s / self.total_s } else { 1.0 }
    }

    /// One tick.
    pub fn update(&mut self, config: &ConfidenceConfig, evidence: Evidence, seconds: f32) {
        if !(seconds > 0.0) {
            return;
        }
        self.total_s += seconds;
        self.observed_s += if evidence.available { seconds } else { 0.0 };
        self.violated_s += if evidence.violated { seconds } else { 0.0 };
        let rate = if evidence.available && !evidence.violated {
            let growth = (self.reliability() * config.max_growth_per_s).max(config.min_growth_per_s);
            growth * if config.weigh_by_likelihood { evidence.likelihood } else { 1.0 }
        } else if evidence.violated {
            -((1.0 - self.reliability()) * config.max_decay_per_s).max(config.min_decay_per_s)
        } else {
            // Unseen for a reason: 2.1 says that the decay follows the share of time without an observation.
            let unreliable = (1.0 - self.reliability()).max(1.0 - self.observed_share());
            -(unreliable * config.unseen_decay_per_s).max(config.min_decay_per_s)
        };
        self.value = (self.value + rate * seconds).clamp(0.0, 1.0);
    }
}
