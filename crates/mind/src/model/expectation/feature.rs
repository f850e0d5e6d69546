//! The salient features of a character: what of a thing is expected, and by which predictor (Kline 3.2.1).

use super::{DiscreteConfig, KalmanConfig, PatternConfig};
use crate::model::Record;
use piaget_terms::{FeatureValue, Name};

/// A feature for which expectations are formed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FeatureConfig {
    /// What the file calls it.
    pub name: Name,
    /// What of a record it is.
    pub of: FeatureOf,
    /// How it is foretold.
    pub predictor: Predictor,
    /// Repetitions that are looked for in a Kalman feature.
    pub repeats: Option<RepeatConfig>,
    /// Whether a thing that should be seen and is not violates this feature. By default the place does: that a
    /// firefly goes dark says nothing about its colour.
    pub feels_absence: bool,
    /// How far a thing reaches to either side, for a place: where some of that is hidden, only a part of the thing is
    /// measured, and the measurement is taken less exactly. 0 takes all alike.
    pub extent_m: f32,
}

/// What of a record a feature is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeatureOf {
    /// Where it is.
    Position,
    /// What kind of thing it looks like.
    Kind,
    /// The name of its colour.
    Colour,
    /// The word for its shape.
    Shape,
    /// A feature of its state, by path: a state may hold states.
    Path(Name),
}

impl FeatureOf {
    /// The feature of this name.
    pub fn named(name: Name) -> Self {
        match name.as_str() {
            "position" => Self::Position,
            "kind" => Self::Kind,
            "colour" => Self::Colour,
            "shape" => Self::Shape,
            _ => Self::Path(name),
        }
    }

    /// What a record says of it; `None` if nothing, or nothing that makes sense.
    pub fn measure(self, record: &Record) -> Option<FeatureValue> {
        let word = |name: Name| (!name.is_empty()).then_some(FeatureValue::Word(name));
        match self {
            Self::Position => Some(FeatureValue::Vector(record.position)),
            Self::Kind => word(record.kind),
            Self::Colour => word(record.colour),
            Self::Shape => word(record.shape),
            Self::Path(path) => record.feature(path.as_str()),
        }
        .filter(|value| match value {
            FeatureValue::Number(number) => number.is_finite(),
            FeatureValue::Vector(vector) => vector.is_finite(),
            FeatureValue::Word(_) => true,
        })
    }

    /// Lets a record say this of it.
    pub fn put(self, record: &mut Record, value: FeatureValue) {
        match (self, value) {
            (Self::Position, FeatureValue::Vector(position)) => record.position = position,
            (Self::Kind, FeatureValue::Word(word)) => record.kind = word,
            (Self::Colour, FeatureValue::Word(word)) => record.colour = word,
            (Self::Shape, FeatureValue::Word(word)) => record.shape = word,
            (Self::Path(path), value) => {
                if let Some(feature) = record.features.iter_mut().find(|feature| feature.path == path) {
                    feature.value = value;
                }
            }
            _ => {}
        }
    }
}

/// How a feature is foretold (Kline's feature update methods).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Predictor {
    /// As it was last; anything may come instead without a violation (Kline's default).
    Hold,
    /// Numbers and places that move smoothly.
    Kalman(KalmanConfig),
    /// Words: the most frequent value.
    Discrete(DiscreteConfig),
    /// The belief's map judges the place; a Kalman estimate beside it says how it moves.
    Occupancy(KalmanConfig),
}

/// Repetitions (Kline 4.2.1) that take over where they foretell better than the plain estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RepeatConfig {
    /// What counts as a repetition.
    pub pattern: PatternConfig,
    /// How far ahead the two are compared, in seconds.
    pub horizon_s: f32,
    /// Over how many such times the errors of the two are averaged. Raising it changes over from one to the other
    /// later. Default 4.
    pub compared_over: f32,
}

impl Default for RepeatConfig {
    fn default() -> Self {
        Self { pattern: PatternConfig::default(), horizon_s: 0.5, compared_over: 4.0 }
    }
}
