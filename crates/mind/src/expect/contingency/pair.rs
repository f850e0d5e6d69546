//! Whether one occurrence follows another: three rival explanations with weights.

use super::ContingencyConfig;
use piaget_terms::maths;
use serde::{Deserialize, Serialize};

/// That one occurrence follows another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pair {
    pub(super) first: u8,
    pub(super) second: u8,
    /// How often the second was due, and how often it came.
    pub(super) due: f32,
    pub(super) came: f32,
    /// The mean delay and the sum of the squares about it.
    pub(super) delay_s: f32,
    pub(super) squares: f32,
    /// Logarithms of how likely law, habit and chance are.
    pub(super) weights: [f32; 3],
    /// Since when the second is due.
    pub(super) since_s: Option<f64>,
}

/// The law's place among the weights.
pub(super) const LAW: usize = 0;
/// A weight does not fall below this logarithm: what seemed impossible may yet prove true.
pub(super) const LEAST_WEIGHT: f32 = -30.0;

impl Pair {
    pub(super) fn new(config: &ContingencyConfig, first: u8, second: u8) -> Self {
        let chance = (1.0 - config.law - config.habit).max(1e-6);
        let weights = [config.law, config.habit, chance].map(|share| maths::ln(share.max(1e-12)));
        let mut pair =
            Self { first, second, due: 0.0, came: 0.0, delay_s: 0.0, squares: 0.0, weights, since_s: None };
        pair.normalise();
        pair
    }

    /// The standard deviation with which the next delay is foretold: that of the delays so far, of which a prior counts
    /// as two.
    fn deviation_s(&self, config: &ContingencyConfig) -> f32 {
        const PRIOR: f32 = 2.0;
        let known = (self.came - 1.0).max(0.0);
        let variance = (PRIOR * config.varies_s * config.varies_s + self.squares) / (PRIOR + known);
        let mean_varies = 1.0 + 1.0 / self.came.max(1.0);
        (variance * mean_varies).sqrt().max(config.least_varies_s)
    }

    /// After so long it is overdue.
    pub(super) fn deadline_s(&self, config: &ContingencyConfig) -> f32 {
        (self.delay_s + config.deviations * self.deviation_s(config)).min(config.within_s)
    }

    /// The share of times in which the second came.
    fn share(&self) -> f32 {
        (self.came + 1.0) / (self.due + 2.0)
    }

    /// The second came after so long.
    pub(super) fn comes(&mut self, config: &ContingencyConfig, delay_s: f32, rate: f32) {
        let density = if self.came < 1.0 {
            1.0 / config.within_s
        } else {
            let deviation_s = self.deviation_s(config);
            let off = (delay_s - self.delay_s) / deviation_s;
            maths::exp(-0.5 * off * off) / (deviation_s * (2.0 * std::f32::consts::PI).sqrt())
        };
        let by_chance = rate * maths::exp(-rate * delay_s);
        self.weigh([(1.0 - config.broken_law) * density, self.share() * density, by_chance]);
        self.due += 1.0;
        self.came += 1.0;
        let off = delay_s - self.delay_s;
        self.delay_s += off / self.came;
        self.squares += off * (delay_s - self.delay_s);
    }

    /// The second did not come. Gives how improbable that was, in nats.
    pub(super) fn fails(&mut self, config: &ContingencyConfig, rate: f32) -> f32 {
        let by_chance = maths::exp(-rate * self.deadline_s(config));
        let evidence = self.weigh([config.broken_law, 1.0 - self.share(), by_chance]);
        self.due += 1.0;
        -evidence
    }

    /// Takes in how likely what happened was under each explanation; gives the logarithm of how likely it was over all.
    fn weigh(&mut self, likelihoods: [f32; 3]) -> f32 {
        for (weight, likelihood) in self.weights.iter_mut().zip(likelihoods) {
            *weight += maths::ln(likelihood.max(1e-12));
        }
        self.normalise()
    }

    fn normalise(&mut self) -> f32 {
        let most = self.weights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let sum: f32 = self.weights.iter().map(|weight| maths::exp(weight - most)).sum();
        let log_sum = most + maths::ln(sum);
        for weight in &mut self.weights {
            *weight = (*weight - log_sum).clamp(LEAST_WEIGHT, 0.0);
        }
        log_sum
    }
}
