//! What is left to hope for: the probability that a thing is here though it has not been seen yet, and the rate at which going
//! on would find it. Looking without finding lowers the first as the map says it should (Bayes); a search ends when the second
//! falls below what else one could do (Charnov's marginal value theorem, as foragers leave a patch).

use super::SeekConfig;
use piaget_terms::maths;
use piaget_terms::valid::{Checked, amount, share};
use serde::{Deserialize, Serialize};

/// How a search stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hope {
    /// The probability of having seen nothing so far, were the thing here.
    survived: f32,
    /// Of what is here, the share that going on finds in a second; nothing before the first plan.
    found_per_s: Option<f32>,
    /// The most that was so.
    best_per_s: f32,
}

impl Default for Hope {
    fn default() -> Self {
        Self { survived: 1.0, found_per_s: None, best_per_s: 0.0 }
    }
}

impl Hope {
    /// Whether a saved hope is one.
    pub(crate) fn validate(&self) -> Checked {
        share("survived", self.survived)?;
        amount("best_per_s", self.best_per_s)?;
        self.found_per_s.map_or(Ok(()), |rate| amount("found_per_s", rate))
    }

    /// A tick in which this share of the map was looked at in vain.
    pub fn looked(&mut self, confusion: f32) {
        self.survived = (self.survived * (1.0 - confusion)).clamp(0.0, 1.0);
    }

    /// A tick in which nothing was left of the map: what remains is what the map did not expect.
    pub fn misled(&mut self, config: &SeekConfig) {
        self.survived *= config.elsewhere;
    }

    /// A tick in which nothing was looked for: what was looked at may have changed since, and the hope that was lost comes back.
    pub fn rest(&mut self, config: &SeekConfig, tick_s: f32) {
        let kept = maths::remaining(tick_s, config.again_s);
        let (gone, most) = (config.gone, 1.0 - config.gone);
        let here = most - (most - self.here(config)) * kept;
        // Where nothing is ever gone, hope is not lost either, but for what was seen.
        self.survived = match gone > 0.0 {
            true => (here * gone / (most * (1.0 - here)).max(f32::MIN_POSITIVE)).clamp(0.0, 1.0),
            false => 1.0 - (1.0 - self.survived) * kept,
        };
        let best = self.best_per_s;
        self.found_per_s = self.found_per_s.map(|found| best - (best - found) * kept);
    }

    /// What a plan promises.
    pub fn promise(&mut self, found_per_s: f32) {
        let found_per_s = if found_per_s.is_finite() { found_per_s.max(0.0) } else { 0.0 };
        (self.found_per_s, self.best_per_s) = (Some(found_per_s), self.best_per_s.max(found_per_s));
    }

    /// The probability of having seen nothing so far, were it here.
    pub fn survived(&self) -> f32 {
        self.survived
    }

    /// The probability that it is here, and was not seen yet.
    pub fn here(&self, config: &SeekConfig) -> f32 {
        let here = (1.0 - config.gone) * self.survived;
        here / (here + config.gone).max(f32::MIN_POSITIVE)
    }

    /// The share of the hope at the beginning that is lost.
    pub fn lost(&self, config: &SeekConfig) -> f32 {
        (1.0 - self.here(config) / (1.0 - config.gone).max(f32::MIN_POSITIVE)).clamp(0.0, 1.0)
    }

    /// Whether so much of the best chance per second has come back that what was given up is worth looking for again.
    pub fn is_revived(&self, config: &SeekConfig) -> bool {
        let best_per_s = self.best_per_s * (1.0 - config.gone);
        self.rate_per_s(config).is_some_and(|rate| rate >= config.resume * best_per_s)
    }

    /// The chance per second of finding it by going on; nothing before the first plan.
    pub fn rate_per_s(&self, config: &SeekConfig) -> Option<f32> {
        self.found_per_s.map(|rate| rate * self.here(config))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looking_in_vain_lowers_hope_by_what_was_looked_at_and_time_gives_it_back() {
        let config = SeekConfig::default();
        let mut hope = Hope::default();
        assert!((hope.here(&config) - 0.95).abs() < 1e-6 && hope.lost(&config) == 0.0);
        assert_eq!(hope.rate_per_s(&config), None);
        hope.looked(0.5);
        let half = hope.here(&config);
        // Bayes: 0.475 against 0.05.
        assert!((half - 0.475 / 0.525).abs() < 1e-5, "{half}");
        for _ in 0..40 {
            hope.looked(0.5);
        }
        assert!(hope.here(&config) < 1e-6 && hope.lost(&config) > 0.999);
        hope.promise(0.1);
        assert!(hope.rate_per_s(&config).is_some_and(|rate| rate < 1e-6));
        hope.rest(&config, config.again_s);
        assert!((hope.here(&config) - 0.475).abs() < 1e-3, "half of what was lost");
        assert!(hope.rate_per_s(&config).is_some_and(|rate| (rate - 0.1 * 0.475).abs() < 1e-3));
        hope.promise(0.0);
        assert!(!hope.is_revived(&config));
        hope.rest(&config, 3.0 * config.again_s);
        assert!(hope.is_revived(&config));
    }

    #[test]
    fn one_look_is_worth_as_much_as_the_same_in_parts() {
        let config = SeekConfig::default();
        let (mut once, mut often) = (Hope::default(), Hope::default());
        once.looked(0.75);
        often.looked(0.5);
        often.looked(0.5);
        assert!((once.here(&config) - often.here(&config)).abs() < 1e-6);
    }
}
