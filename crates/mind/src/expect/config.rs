//! What a character expects, and how it takes it when things turn out otherwise: the `expect` section (Kline 3.2.1).

use super::contingency::ContingencyConfig;
use crate::model::MapConfig;
use crate::model::expectation::{ConfidenceConfig, FeatureConfig, Predictor, ViolationConfig};
use crate::model::explanation::ExplainConfig;

/// The most salient features of one character: each costs time and room for every belief.
pub const MAX_FEATURES: usize = 16;

/// How a character forms expectations. Without salient features it has none.
#[derive(Clone, Debug)]
pub struct Config {
    /// The salient features, in the order of the file.
    pub features: Vec<FeatureConfig>,
    /// When a measurement or its absence violates an expectation.
    pub violation: ViolationConfig,
    /// How confidence grows and decays.
    pub confidence: ConfidenceConfig,
    /// A moving thing may be held up by another whose middle is believed to be this near, ahead of it; 0: by walls alone.
    pub touching_m: f32,
    /// How far ahead the creature looks for where a hidden thing will come out, in seconds.
    pub look_ahead_s: f32,
    /// The step by which it looks ahead there, in seconds. Raising it costs less and may step over a narrow gap between
    /// two walls.
    pub look_ahead_step_s: f32,
    /// From which share of an expectation in plain view on a thing should be visible.
    pub visible: VisibleConfig,
    /// How what is odd becomes usual (habituation).
    pub habituation: HabituationConfig,
    /// The benefit of the doubt before a violation is shown.
    pub doubt: DoubtConfig,
    /// What is expected of things not yet met; without it nothing comes out of thin air.
    pub stranger: Option<StrangerConfig>,
    /// Whether and how it learns what follows what.
    pub contingencies: Option<ContingencyConfig>,
    /// How odd each explanation is held for, or that violations are judged as printed. The whole character has one.
    pub explain: ExplainConfig,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            features: Vec::new(),
            violation: ViolationConfig::default(),
            confidence: ConfidenceConfig::default(),
            touching_m: 0.0,
            look_ahead_s: 10.0,
            look_ahead_step_s: 0.1,
            visible: VisibleConfig::default(),
            habituation: HabituationConfig::default(),
            doubt: DoubtConfig::default(),
            stranger: None,
            contingencies: None,
            explain: ExplainConfig::default(),
        }
    }
}

impl Config {
    /// Explains what is seen, or judges as printed.
    pub fn explain_by(&mut self, explain: ExplainConfig) {
        self.explain = explain;
        for feature in &mut self.features {
            if let Predictor::Discrete(discrete) = &mut feature.predictor {
                discrete.by_last = !explain.is_printed();
            }
        }
    }
}

/// When a thing that is not seen should have been (fig. 2-1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VisibleConfig {
    /// The share of the expectation that must lie in plain view, missed glances taken into account. Raising it
    /// waits longer before absence is odd.
    pub share: f32,
    /// An eye that overlooks things is believed when having overlooked one so many times on end is less likely than
    /// this. Raising it makes absence odd sooner, and oftener for nothing.
    pub overlooked: f32,
}

impl Default for VisibleConfig {
    fn default() -> Self {
        Self { share: 0.95, overlooked: 3.4e-4 }
    }
}

/// How what was odd becomes usual, for a thing and for its kind (Kline 4.2.1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HabituationConfig {
    /// So many oddities halve the confidence with which the next one is judged. Lower habituates faster.
    pub oddities: f32,
    /// How much an oddity of one thing counts for another of its kind; 0: each thing stands for itself.
    pub kind_counts: f32,
    /// Seconds of watching without oddity after which they count half: how habits die.
    pub forgets_half_in_s: f32,
}

impl Default for HabituationConfig {
    fn default() -> Self {
        Self { oddities: 1.0, kind_counts: 0.5, forgets_half_in_s: 120.0 }
    }
}

/// Seconds for which a violation goes unshown, at full confidence; in proportion for less (Kline 2.2.2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DoubtConfig {
    /// Before confusion is shown.
    pub confusion_s: f32,
    /// Before surprise is.
    pub surprise_s: f32,
    /// Before disbelief is.
    pub disbelief_s: f32,
}

impl Default for DoubtConfig {
    fn default() -> Self {
        Self { confusion_s: 1.0, surprise_s: 0.3, disbelief_s: 0.3 }
    }
}

/// What is expected of things not yet met: they may be wherever it is hidden, and walk.
#[derive(Clone, Debug, PartialEq)]
pub struct StrangerConfig {
    /// The map of where somebody not yet met may be; its habits are those of a fast walker.
    pub map: MapConfig,
    /// How sure the creature is, from birth, that things do not come out of thin air.
    pub confidence: f32,
    /// A place less likely than this, relative to the best hiding place, is thin air.
    pub min_likelihood: f32,
}

impl Default for StrangerConfig {
    fn default() -> Self {
        let mut map = MapConfig::default();
        let habits = &mut map.settings.habits;
        (habits.speed_mps, habits.moving, habits.course_s) = (3.0, 1.0, 2.0);
        Self { map, confidence: 0.8, min_likelihood: 1e-3 }
    }
}
