//! The expectation of one feature of one thing: its model, what the model foretells, and how sure it is.

use super::{Confidence, ConfidenceConfig, Discrete, DiscreteConfig, FeatureConfig, Kalman, KalmanConfig};
use super::{Passage, Pattern, Predictor, RepeatConfig, Violations};
use arrayvec::ArrayVec;
use piaget_terms::valid::{self, Checked, Within, amount, amount_or_none, finite, require, share};
use piaget_terms::{FeatureValue, Vec3, maths};
use serde::{Deserialize, Serialize};

/// What is expected of one feature.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Track {
    model: Model,
    repeats: Option<Repeats>,
    /// How sure the creature is of it.
    pub confidence: Confidence,
    /// How likely the measurement of this tick was; `None` where there was none.
    pub likelihood: Option<f32>,
    /// What this tick's measurement, or its absence, brought.
    pub violations: Violations,
    /// When each kind of violation last happened: confusion, surprise, disbelief.
    pub last_s: [Option<f64>; 3],
    /// The share of the expectation that was looked at in vain since it was last measured.
    pub(crate) looked_at: f32,
    /// Oddities that are remembered of this thing.
    pub(crate) oddities: f32,
    /// Whether the tick before was odd.
    pub(crate) was_odd: bool,
    /// Seconds since it was last measured and taken in.
    unmeasured_s: f32,
    /// Whether what was measured are single numbers, which use the x component alone.
    is_number: bool,
}

// A box would be an allocation for every thing met, and the difference is a few hundred bytes.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Model {
    Hold(Option<FeatureValue>),
    Kalman(Option<Kalman>),
    Discrete(Discrete),
}

/// A repetition that competes with the plain estimate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Repeats {
    pattern: Pattern,
    /// Predictions that wait for their time: seconds left, the plain one, the repetition's.
    pending: ArrayVec<(f32, Vec3, Option<Vec3>), 8>,
    since_pending_s: f32,
    /// Mean square errors of the two.
    plain_m2: f32,
    repeated_m2: f32,
}

impl Track {
    /// Whether a saved track is one of this feature.
    pub(super) fn validate(&self, feature: &FeatureConfig) -> Checked {
        let fits = matches!(
            (&self.model, &feature.predictor),
            (Model::Hold(_), Predictor::Hold)
                | (Model::Kalman(_), Predictor::Kalman(_) | Predictor::Occupancy(_))
                | (Model::Discrete(_), Predictor::Discrete(_))
        );
        require(fits, "model", || "is not the predictor of the feature".into())?;
        match &self.model {
            Model::Hold(Some(FeatureValue::Number(number))) => finite("model", *number)?,
            Model::Hold(Some(FeatureValue::Vector(held))) => valid::vector("model", *held)?,
            Model::Kalman(Some(kalman)) => kalman.validate().within("model")?,
            Model::Discrete(values) => values.validate().within("model")?,
            Model::Hold(_) | Model::Kalman(None) => {}
        }
        match (&self.repeats, &feature.repeats) {
            (None, None) => {}
            (Some(repeats), Some(config)) => repeats.validate(config).within("repeats")?,
            _ => return Err(valid::Invalid::new("repeats", "does not go with the feature")),
        }
        self.confidence.validate().within("confidence")?;
        self.likelihood.map_or(Ok(()), |likelihood| share("likelihood", likelihood))?;
        self.last_s.iter().flatten().try_for_each(|at| valid::time("last_s", *at))?;
        finite("looked_at", self.looked_at)?;
        amount("oddities", self.oddities)?;
        amount("unmeasured_s", self.unmeasured_s)
    }

    pub(crate) fn new(config: &ConfidenceConfig, feature: &FeatureConfig) -> Self {
        Self {
            model: Model::of(feature),
            repeats: feature.repeats.map(|repeats| Repeats::new(&repeats)),
            confidence: Confidence::new(config),
            likelihood: None,
            violations: Violations::default(),
            last_s: [None; 3],
            looked_at: 0.0,
            oddities: 0.0,
            was_odd: false,
            unmeasured_s: 0.0,
            is_number: false,
        }
    }

    /// Makes the track one of another thing, in the same room.
    pub(crate) fn renew(&mut self, config: &ConfidenceConfig, feature: &FeatureConfig) {
        let repeats = self.repeats.take();
        let unused = FeatureConfig { repeats: None, ..*feature };
        *self = Self::new(config, &unused);
        self.repeats = match (repeats, feature.repeats) {
            (Some(mut kept), Some(config)) => {
                kept.clear(&config);
                Some(kept)
            }
            (_, wanted) => wanted.map(|config| Repeats::new(&config)),
        };
    }

    /// Lets time pass for the model; `passage` is what that does to a smooth feature.
    pub(crate) fn pass(&mut self, passage: Option<&Passage>, seconds: f32) {
        self.unmeasured_s += seconds.max(0.0);
        if let (Model::Kalman(Some(kalman)), Some(passage)) = (&mut self.model, passage) {
            kalman.pass(passage);
        }
        if let Some(repeats) = &mut self.repeats {
            repeats.pass(seconds);
        }
    }

    /// What is expected now.
    pub fn expected(&self, feature: &FeatureConfig) -> Option<FeatureValue> {
        match &self.model {
            Model::Hold(value) => *value,
            Model::Discrete(values) => values.expected(discrete_of(feature)?).map(FeatureValue::Word),
            Model::Kalman(kalman) => {
                let vector = self.foretold(feature, 0.0).or(kalman.map(|kalman| kalman.position()))?;
                Some(if self.is_number {
                    FeatureValue::Number(vector.x)
                } else {
                    FeatureValue::Vector(vector)
                })
            }
        }
    }

    /// Where a moving feature is expected so many seconds from now: by its repetition where that has foretold
    /// better, else straight on.
    pub fn foretold(&self, feature: &FeatureConfig, ahead_s: f32) -> Option<Vec3> {
        let Model::Kalman(Some(kalman)) = &self.model else { return None };
        let repeated = self.repeated(feature, ahead_s);
        if repeated.is_some() {
            return repeated;
        }
        let mut later = *kalman;
        later.predict(kalman_of(feature)?, ahead_s);
        Some(later.position())
    }

    /// How a moving feature is expected to move.
    pub fn velocity(&self) -> Option<Vec3> {
        match &self.model {
            Model::Kalman(kalman) => kalman.map(|kalman| kalman.velocity()),
            _ => None,
        }
    }

    /// How far a moving feature may be from where it is expected: one standard deviation.
    pub fn deviation_m(&self, feature: &FeatureConfig) -> f32 {
        let Model::Kalman(Some(kalman)) = &self.model else { return 0.0 };
        let plain = kalman.position_deviation_m();
        match (&self.repeats, self.repeated(feature, 0.0)) {
            (Some(repeats), Some(_)) => plain.min(repeats.repeated_m2.sqrt()),
            _ => plain,
        }
    }

    /// Whether a repetition has taken over from the plain estimate.
    pub fn repeats(&self, feature: &FeatureConfig) -> bool {
        self.repeated(feature, 0.0).is_some()
    }

    fn repeated(&self, feature: &FeatureConfig, ahead_s: f32) -> Option<Vec3> {
        let (repeats, config) = (self.repeats.as_ref()?, feature.repeats?);
        if repeats.repeated_m2 >= repeats.plain_m2 {
            return None;
        }
        repeats.pattern.predict(&config.pattern, self.unmeasured_s + ahead_s)
    }

    /// How likely a measurement is, relative to the likeliest. A value of another type than the model's is as
    /// unlikely as can be.
    pub(crate) fn likelihood_of(&self, feature: &FeatureConfig, value: FeatureValue, partly: bool) -> f32 {
        match (&self.model, value) {
            (Model::Hold(_), _) => 1.0,
            (Model::Kalman(None), FeatureValue::Number(_) | FeatureValue::Vector(_)) => 1.0,
            (Model::Kalman(Some(kalman)), FeatureValue::Number(_) | FeatureValue::Vector(_))
                if matches!(value, FeatureValue::Number(_)) == self.is_number =>
            {
                let (Some(config), measured) = (kalman_of(feature), vector(value)) else { return 1.0 };
                let meant = |expected| whole(feature, measured, expected, partly);
                let mut deviations = kalman.deviations(config, meant(kalman.position()));
                if let (Some(repeated), Some(repeats)) = (self.repeated(feature, 0.0), &self.repeats) {
                    // What fits the repetition is expected too.
                    let spread = repeats.repeated_m2 + config.measurement_m * config.measurement_m;
                    let off_m2 = (meant(repeated) - repeated).length_squared();
                    deviations = deviations.min((off_m2 / spread).sqrt());
                }
                maths::exp(-0.5 * deviations * deviations)
            }
            (Model::Discrete(values), FeatureValue::Word(word)) => {
                discrete_of(feature).map_or(1.0, |config| values.likelihood(config, word))
            }
            _ => 0.0,
        }
    }

    /// How far a measured place is from where it would be if it went on, and if it repeated itself: in nats, and the distance.
    /// `None` where nothing is foretold yet.
    pub(crate) fn place_nats(
        &self,
        feature: &FeatureConfig,
        place: Vec3,
        measure: Measure,
    ) -> Option<PlaceNats> {
        let Model::Kalman(Some(kalman)) = &self.model else { return None };
        let config = kalman_of(feature)?;
        let config = KalmanConfig { measurement_m: measure.deviation_m(config.measurement_m), ..*config };
        let meant = |expected| whole(feature, place, expected, measure.partly);
        let deviations = kalman.deviations(&config, meant(kalman.position()));
        let off = meant(kalman.position()) - kalman.position();
        let spread_m2 = |own: f32| own + config.measurement_m * config.measurement_m;
        let repeats = match (self.repeated(feature, 0.0), &self.repeats) {
            (Some(repeated), Some(repeats)) => {
                Some(0.5 * (meant(repeated) - repeated).length_squared() / spread_m2(repeats.repeated_m2))
            }
            _ => None,
        };
        let deviation_m = kalman.position_deviation_m();
        let sure_to_m = spread_m2(deviation_m * deviation_m).sqrt();
        Some(PlaceNats { goes_on: 0.5 * deviations * deviations, repeats, off, sure_to_m })
    }

    /// Where a moving feature is expected so many seconds from now, and one standard deviation of where it would be seen.
    pub(crate) fn foretold_within(
        &self,
        feature: &FeatureConfig,
        ahead_s: f32,
        measure: Measure,
    ) -> Option<(Vec3, f32)> {
        let Model::Kalman(Some(kalman)) = &self.model else { return None };
        let config = kalman_of(feature)?;
        let mut later = *kalman;
        later.predict(config, ahead_s);
        let (own_m, eye_m) = (later.position_deviation_m(), measure.deviation_m(config.measurement_m));
        let place = self.repeated(feature, ahead_s).unwrap_or(later.position());
        Some((place, (own_m * own_m + eye_m * eye_m).sqrt()))
    }

    /// How likely it is that the thing is where it is because it was held up on the way to where it was expected.
    pub(crate) fn likelihood_of_stop(&self, feature: &FeatureConfig, place: Vec3, partly: bool) -> f32 {
        let Model::Kalman(Some(kalman)) = &self.model else { return 1.0 };
        let Some(config) = kalman_of(feature) else { return 1.0 };
        let way = kalman.velocity() * self.unmeasured_s;
        let share = (kalman.position() - place).dot(way) / way.length_squared().max(f32::MIN_POSITIVE);
        let there = place + way * share.clamp(0.0, 1.0);
        let deviations = kalman.deviations(config, whole(feature, there, kalman.position(), partly));
        maths::exp(-0.5 * deviations * deviations)
    }

    /// Seconds since it was last measured and taken in.
    pub(crate) fn unmeasured_s(&self) -> f32 {
        self.unmeasured_s
    }

    /// Takes a measurement in.
    pub(crate) fn take_in(
        &mut self,
        feature: &FeatureConfig,
        value: FeatureValue,
        taken: Taken,
        seconds: f32,
    ) {
        match (&mut self.model, value) {
            (Model::Hold(held), value) => *held = Some(value),
            (Model::Kalman(kalman), FeatureValue::Number(_) | FeatureValue::Vector(_)) => {
                let (Some(config), measured) = (eye_of(feature, taken.measure), vector(value)) else {
                    return;
                };
                self.is_number = matches!(value, FeatureValue::Number(_));
                match kalman {
                    Some(kalman) if !taken.begins_anew => kalman.update(&config, measured),
                    _ => *kalman = Some(Kalman::new(&config, measured)),
                }
                let kalman = *kalman;
                if let (Some(repeats), Some(config), Some(kalman), Some(plain)) =
                    (&mut self.repeats, feature.repeats, kalman, kalman_of(feature))
                {
                    repeats.observe(&config, (&kalman, plain), measured, self.unmeasured_s);
                }
            }
            (Model::Discrete(values), FeatureValue::Word(word)) => {
                if let Some(config) = discrete_of(feature) {
                    values.update(config, word, seconds);
                }
            }
            _ => return,
        }
        self.unmeasured_s = 0.0;
    }
}

/// How a measured place meets what was foretold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaceNats {
    /// How improbable it is if the thing goes on.
    pub goes_on: f32,
    /// How improbable it is if the thing repeats itself; `None` where it does not.
    pub repeats: Option<f32>,
    /// From where it was expected to where it is.
    pub off: Vec3,
    /// One standard deviation of that.
    pub sure_to_m: f32,
}

/// How a measurement is taken in.
#[derive(Clone, Copy)]
pub(crate) struct Taken {
    /// It has nothing to do with what was expected: watching begins anew.
    pub begins_anew: bool,
    /// How exactly it was measured.
    pub measure: Measure,
}

/// How exactly a place was measured.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Measure {
    /// Only a part of the thing was seen, and nobody says which.
    pub partly: bool,
    /// How far off the middle of the whole thing may be, because a part of it is hidden.
    pub hidden_m: f32,
    /// How exactly the eye measures, where that is known.
    pub eye_m: Option<f32>,
}

impl Measure {
    /// One standard deviation, for an eye that a character takes to be so exact.
    fn deviation_m(&self, assumed_m: f32) -> f32 {
        self.eye_m.unwrap_or(assumed_m) + self.hidden_m
    }
}

impl Model {
    fn of(feature: &FeatureConfig) -> Self {
        match feature.predictor {
            Predictor::Hold => Self::Hold(None),
            Predictor::Kalman(_) | Predictor::Occupancy(_) => Self::Kalman(None),
            Predictor::Discrete(_) => Self::Discrete(Discrete::default()),
        }
    }
}

impl Repeats {
    fn validate(&self, config: &RepeatConfig) -> Checked {
        self.pattern.validate(&config.pattern).within("pattern")?;
        for (left_s, plain, repeated) in &self.pending {
            finite("pending", *left_s)?;
            valid::vector("pending", *plain)?;
            repeated.map_or(Ok(()), |repeated| valid::vector("pending", repeated))?;
        }
        amount("since_pending_s", self.since_pending_s)?;
        amount("plain_m2", self.plain_m2)?;
        amount_or_none("repeated_m2", self.repeated_m2)
    }

    fn new(config: &RepeatConfig) -> Self {
        Self {
            pattern: Pattern::new(&config.pattern),
            pending: ArrayVec::new(),
            since_pending_s: 0.0,
            plain_m2: 0.0,
            repeated_m2: f32::MAX,
        }
    }

    fn clear(&mut self, config: &RepeatConfig) {
        self.pattern.clear(&config.pattern);
        self.pending.clear();
        (self.since_pending_s, self.plain_m2, self.repeated_m2) = (0.0, 0.0, f32::MAX);
    }

    fn pass(&mut self, seconds: f32) {
        for (left_s, ..) in &mut self.pending {
            *left_s -= seconds;
        }
    }

    fn observe(
        &mut self,
        config: &RepeatConfig,
        (kalman, plain): (&Kalman, &KalmanConfig),
        measured: Vec3,
        since_s: f32,
    ) {
        self.pattern.observe(&config.pattern, measured, since_s);
        while self.pending.first().is_some_and(|(left_s, ..)| *left_s <= 0.0) {
            let (left_s, plain, repeated) = self.pending.remove(0);
            // One that was due while the thing was out of sight can no longer be checked.
            if left_s < -2.0 * since_s.max(1e-3) {
                continue;
            }
            let trust = 1.0 / (config.compared_over * 8.0);
            self.plain_m2 += ((measured - plain).length_squared() - self.plain_m2) * trust;
            match repeated.map(|repeated| (measured - repeated).length_squared()) {
                Some(error) if self.repeated_m2 == f32::MAX => self.repeated_m2 = error,
                Some(error) => self.repeated_m2 += (error - self.repeated_m2) * trust,
                None => self.repeated_m2 = f32::MAX,
            }
        }
        self.since_pending_s += since_s;
        let every_s = config.horizon_s / self.pending.capacity() as f32;
        if self.since_pending_s >= every_s && !self.pending.is_full() {
            self.since_pending_s = 0.0;
            let mut later = *kalman;
            later.predict(plain, config.horizon_s);
            let repeated = self.pattern.predict(&config.pattern, config.horizon_s);
            self.pending.push((config.horizon_s, later.position(), repeated));
        }
    }
}

/// The middle of a thing that is measured: of one that is partly hidden the visible part alone is, and its middle may be up
/// to its extent nearer to where it is expected. What is farther off is as odd as ever.
fn whole(feature: &FeatureConfig, measured: Vec3, expected: Vec3, partly: bool) -> Vec3 {
    let hidden_m = if partly { feature.extent_m } else { 0.0 };
    measured + (expected - measured).clamp_length_max(hidden_m)
}

/// What the eye of a moving feature is worth: less, where only a part of the thing is measured.
fn eye_of(feature: &FeatureConfig, measure: Measure) -> Option<KalmanConfig> {
    let config = *kalman_of(feature)?;
    let part_m = if measure.partly { feature.extent_m } else { 0.0 };
    let measurement_m = measure.deviation_m(config.measurement_m) + part_m;
    Some(KalmanConfig { measurement_m, ..config })
}

pub(crate) fn kalman_of(feature: &FeatureConfig) -> Option<&KalmanConfig> {
    match &feature.predictor {
        Predictor::Kalman(config) | Predictor::Occupancy(config) => Some(config),
        _ => None,
    }
}

fn discrete_of(feature: &FeatureConfig) -> Option<&DiscreteConfig> {
    match &feature.predictor {
        Predictor::Discrete(config) => Some(config),
        _ => None,
    }
}

fn vector(value: FeatureValue) -> Vec3 {
    match value {
        FeatureValue::Vector(vector) => vector,
        FeatureValue::Number(number) => Vec3::X * number,
        FeatureValue::Word(_) => Vec3::ZERO,
    }
}
