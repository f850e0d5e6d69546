//! What is expected of one thing: a track per salient feature, and what the tick made of them (Kline 3.2).

mod confidence;
mod discrete;
mod feature;
mod kalman;
mod pattern;
mod track;
mod violation;

pub use confidence::{Confidence, ConfidenceConfig, Evidence};
pub use discrete::{Discrete, DiscreteConfig};
pub use feature::{FeatureConfig, FeatureOf, Predictor, RepeatConfig};
pub use kalman::{Kalman, KalmanConfig, Passage};
pub use pattern::{Pattern, PatternConfig};
pub use track::Track;
pub(crate) use track::{Measure, PlaceNats, Taken, kalman_of};
pub use violation::{Grounding, Rule, ViolationConfig, Violations};

use super::explanation::Explanations;
use super::{Score, Steady};
use piaget_terms::Vec3;
use piaget_terms::valid::{Checked, Within, amount, count, finite, time, vector};
use serde::{Deserialize, Serialize};

/// How many guesses are made about where a thing is that is out of sight.
pub(crate) const GUESSES: usize = 18;

/// What a belief's expectation tells the rest of the mind (the output rules of Kline 3.2.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Output {
    /// What was measured, or what believing alone makes of it.
    #[default]
    Belief,
    /// The expectation: the thing is out of sight for a reason, or what is seen is not believed.
    Expectation,
    /// Nothing: the thing should be visible and is not, so its expected place is not acted on.
    Withheld,
}

/// From where a thing came to where it is seen, and how far it can have gone by a sudden turn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Came {
    /// Where it was seen before.
    pub from: Vec3,
    /// How far the hardest turn leads.
    pub reach_m: f32,
    /// One standard deviation of that.
    pub sure_to_m: f32,
}

/// The expectations about one thing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Expectation {
    /// One for each of the character's salient features, in their order.
    pub tracks: Vec<Track>,
    /// What it may be doing, with weights, and how it surprised.
    pub explanations: Explanations,
    /// How well its place was foretold of late: whether to trust what is expected of it.
    pub score: Score,
    /// How it would simply go on.
    pub steady: Steady,
    /// What sensory grounding said in this tick.
    pub grounding: Option<Grounding>,
    /// What the rest of the mind is told.
    pub output: Output,
    /// What the way it turned up brought, in the tick it was met in: out of thin air, or not.
    pub arrival: Violations,
    /// How likely the place was where it turned up, for a thing not met before.
    pub arrival_likelihood: f32,
    /// When each kind of violation by its arrival happened.
    pub arrived_s: [Option<f64>; 3],
    /// Whether it was looked for in vain where it was expected, and not seen since.
    pub refuted: bool,
    /// Where it came from to where it is seen; as long as that is not believed, where it came from when it was first seen there.
    pub(crate) came: Option<Came>,
    /// How improbable it is that it is where each guess has it and was overlooked ever since it was last seen, in nats.
    pub(crate) vain_nats: [f32; GUESSES],
    /// How often each of them was in view since.
    pub(crate) looks: [u8; GUESSES],
    /// The belief that it is about, so that a room used again is noticed.
    pub(crate) of: u32,
}

impl Expectation {
    /// Whether a saved expectation has a track for each of these features, or none yet.
    pub(crate) fn validate(&self, features: &[FeatureConfig]) -> Checked {
        if !self.tracks.is_empty() {
            count("tracks", self.tracks.len(), features.len())?;
        }
        for (track, feature) in self.tracks.iter().zip(features) {
            track.validate(feature).within(&format!("tracks[{}]", feature.name))?;
        }
        self.explanations.validate().within("explanations")?;
        self.score.validate().within("score")?;
        self.steady.validate().within("steady")?;
        if let Some(came) = &self.came {
            vector("came", came.from)?;
            amount("came", came.reach_m)?;
            amount("came", came.sure_to_m)?;
        }
        self.vain_nats.iter().try_for_each(|nats| amount("vain_nats", *nats))?;
        finite("arrival_likelihood", self.arrival_likelihood)?;
        self.arrived_s.iter().flatten().try_for_each(|at| time("arrived_s", *at))
    }

    /// All violations of this tick.
    pub fn violations(&self) -> Violations {
        self.tracks.iter().fold(self.arrival, |all, track| all.or(track.violations))
    }

    /// Whether no confidence is left in any feature of a thing that is not measured (Kline's deletion).
    pub fn is_spent(&self) -> bool {
        let unmeasured = matches!(self.grounding, Some(Grounding::Accept1 | Grounding::Reject1));
        unmeasured && !self.tracks.is_empty() && self.tracks.iter().all(|track| track.confidence.value <= 0.0)
    }

    /// How sure the creature is of it: of its place where that is salient, else of its surest feature.
    pub fn confidence(&self, features: &[FeatureConfig]) -> Option<f32> {
        let place = self.place(features).map(|(track, _)| track.confidence.value);
        place.or_else(|| self.tracks.iter().map(|track| track.confidence.value).reduce(f32::max))
    }

    /// The track of its place, and the number of that feature.
    pub fn place(&self, features: &[FeatureConfig]) -> Option<(&Track, usize)> {
        let at = features.iter().position(|feature| feature.of == FeatureOf::Position)?;
        self.tracks.get(at).map(|track| (track, at))
    }

    /// Where it is expected so many seconds from now, if its place is salient and moves smoothly.
    pub fn foretold(&self, features: &[FeatureConfig], ahead_s: f32) -> Option<Vec3> {
        let (track, at) = self.place(features)?;
        track.foretold(&features[at], ahead_s)
    }
}

/// A question about violations (Kline 3.2.5): of which kind, of which feature, how long ago.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Violated {
    /// Kinds of which one must have happened: confusion, surprise, disbelief.
    pub kinds: [bool; 3],
    /// The feature that must have been violated; `None` for any, arrival included.
    pub feature: Option<ViolatedFeature>,
    /// Within the last seconds.
    pub within_s: f32,
}

impl Default for Violated {
    /// Any violation of any feature within the last second.
    fn default() -> Self {
        Self { kinds: [true; 3], feature: None, within_s: 1.0 }
    }
}

/// What a violation may be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViolatedFeature {
    /// A salient feature, by its number.
    Salient(u8),
    /// That it turned up out of thin air.
    Arrival,
}

impl Violated {
    /// Whether the expectations about a thing were violated so.
    pub fn holds(&self, expectation: &Expectation, time_s: f64) -> bool {
        let recent = |last_s: &[Option<f64>; 3]| {
            let within = |at: &Option<f64>| at.is_some_and(|at| time_s - at <= f64::from(self.within_s));
            self.kinds.iter().zip(last_s).any(|(asked, at)| *asked && within(at))
        };
        match self.feature {
            Some(ViolatedFeature::Salient(at)) => {
                expectation.tracks.get(usize::from(at)).is_some_and(|track| recent(&track.last_s))
            }
            Some(ViolatedFeature::Arrival) => recent(&expectation.arrived_s),
            None => {
                recent(&expectation.arrived_s) || expectation.tracks.iter().any(|track| recent(&track.last_s))
            }
        }
    }
}
