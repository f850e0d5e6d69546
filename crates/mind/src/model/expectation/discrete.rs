//! The discrete predictor (Kline 4.1.2, item 2): a feature with few values is expected to have the one that was
//! most frequent, and a value is as likely as it was frequent.

use arrayvec::ArrayVec;
use piaget_terms::valid::{Checked, amount};
use piaget_terms::{Name, maths};
use serde::{Deserialize, Serialize};

/// How many different values are told apart; the rarest makes room for a new one.
pub const MAX_VALUES: usize = 8;

/// What a discrete predictor assumes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DiscreteConfig {
    /// Seconds of observation that a value never seen counts for. Raising it makes novelty less odd.
    pub unseen_counts_for_s: f32,
    /// Seconds after which an observation counts half.
    pub forgets_half_in_s: f32,
    /// Whether the value that was observed last is expected, and not the most frequent one. Set for a character that
    /// explains what it sees.
    pub by_last: bool,
}

impl Default for DiscreteConfig {
    fn default() -> Self {
        Self { unseen_counts_for_s: 1e-3, forgets_half_in_s: 600.0, by_last: false }
    }
}

/// How long each value of a feature was observed.
///
/// ```
/// use piaget_mind::model::expectation::{Discrete, DiscreteConfig};
/// use piaget_terms::Name;
/// let config = DiscreteConfig::default();
/// let mut light = Discrete::default();
/// light.update(&config, Name::cut("on"), 10.0);
/// assert_eq!(light.expected(&config), Some(Name::cut("on")));
/// assert!(light.likelihood(&config, Name::cut("on")) == 1.0);
/// assert!(light.likelihood(&config, Name::cut("burning")) < 1e-3);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Discrete {
    seconds: ArrayVec<(Name, f32), MAX_VALUES>,
    last: Option<Name>,
}

impl Discrete {
    /// Whether saved times are times.
    pub(super) fn validate(&self) -> Checked {
        self.seconds.iter().try_for_each(|(_, seconds)| amount("seconds", *seconds))
    }

    /// The value that is expected: the most frequent one so far, or the last one.
    pub fn expected(&self, config: &DiscreteConfig) -> Option<Name> {
        if config.by_last { self.last } else { self.best().map(|(value, _)| value) }
    }

    /// How likely a value is, relative to the most likely one; 1 before anything was observed.
    pub fn likelihood(&self, config: &DiscreteConfig, value: Name) -> f32 {
        if config.by_last {
            return if self.last.is_none_or(|last| last == value) { 1.0 } else { 0.0 };
        }
        let Some((_, most)) = self.best() else { return 1.0 };
        let seen =
            self.seconds.iter().find(|(known, _)| *known == value).map_or(0.0, |(_, seconds)| *seconds);
        ((seen + config.unseen_counts_for_s) / (most + config.unseen_counts_for_s)).min(1.0)
    }

    /// The value was observed for this long.
    pub fn update(&mut self, config: &DiscreteConfig, value: Name, seconds: f32) {
        if !(seconds > 0.0) {
            return;
        }
        self.last = Some(value);
        let kept = maths::remaining(seconds, config.forgets_half_in_s);
        for (_, so_far) in &mut self.seconds {
            *so_far *= kept;
        }
        if let Some((_, so_far)) = self.seconds.iter_mut().find(|(known, _)| *known == value) {
            *so_far += seconds;
            return;
        }
        if self.seconds.is_full()
            && let Some(rarest) =
                (0..self.seconds.len()).min_by(|a, b| self.seconds[*a].1.total_cmp(&self.seconds[*b].1))
        {
            self.seconds.remove(rarest);
        }
        self.seconds.push((value, seconds));
    }

    fn best(&self) -> Option<(Name, f32)> {
        self.seconds.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1))
    }
}
