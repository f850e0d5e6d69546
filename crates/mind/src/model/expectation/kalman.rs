//! The Kalman predictor (Kline 3.2.4): position, velocity and acceleration estimated from positions alone,
//! predicting any time ahead, with an error that grows while nothing is observed.
//!
//! The axes are independent and share their noise, so one 3 x 3 covariance serves all of them. Acceleration
//! fades (Singer's model), in the estimate and in its error alike, so that a long occlusion does not run away; an
//! infinite fading time gives Kline's plain filter.

use nalgebra::{Matrix3, RowVector3, Vector3};
use piaget_terms::valid::{Checked, finite, require, vector};
use piaget_terms::{Vec3, maths};
use serde::{Deserialize, Serialize};

/// What a Kalman predictor assumes of the thing and of the eye.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct KalmanConfig {
    /// Standard deviation of a measured position, in metres. Raising it trusts the prediction more.
    pub measurement_m: f32,
    /// Spectral density of the jerk, in m^2/s^5: how freely acceleration changes. Raising it makes sudden
    /// changes less unlikely.
    pub jerk_density: f32,
    /// Standard deviation of the velocity of a thing just met, in m/s.
    pub initial_speed_m_per_s: f32,
    /// Standard deviation of the acceleration of a thing just met, in m/s^2.
    pub initial_acceleration_m_per_s2: f32,
    /// Seconds after which an unseen acceleration has faded to 1/e.
    pub acceleration_fades_s: f32,
}

impl Default for KalmanConfig {
    fn default() -> Self {
        Self {
            measurement_m: 0.03,
            jerk_density: 0.5,
            initial_speed_m_per_s: 1.0,
            initial_acceleration_m_per_s2: 0.5,
            acceleration_fades_s: 0.5,
        }
    }
}

/// The estimate of one position feature.
///
/// ```
/// use piaget_mind::model::expectation::{Kalman, KalmanConfig};
/// use piaget_terms::Vec3;
/// let config = KalmanConfig::default();
/// let mut cube = Kalman::new(&config, Vec3::ZERO);
/// for i in 1..60 {
///     cube.predict(&config, 1.0 / 30.0);
///     cube.update(&config, Vec3::X * (i as f32 / 30.0));
/// }
/// // One second behind a wall, at a metre per second:
/// cube.predict(&config, 1.0);
/// assert!((cube.position().x - 2.97).abs() < 0.15);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kalman {
    /// Rows: position, velocity, acceleration; columns: x, y, z.
    state: Matrix3<f32>,
    covariance: Matrix3<f32>,
}

/// Rounding makes a covariance a little less than sound.
const COVARIANCE_TOLERANCE: f32 = 1e-2;

impl Kalman {
    /// Whether a saved estimate could be one and so could its covariance: symmetric, and of no negative variance.
    pub(super) fn validate(&self) -> Checked {
        (0..3).try_for_each(|order| vector("state", self.row(order)))?;
        self.covariance.iter().try_for_each(|number| finite("covariance", *number))?;
        for row in 0..3 {
            let own = self.covariance[(row, row)];
            require(own >= 0.0, "covariance", || format!("has the variance {own}"))?;
            for column in 0..row {
                let both = (own * self.covariance[(column, column)]).sqrt();
                let (a, b) = (self.covariance[(row, column)], self.covariance[(column, row)]);
                let slack = both * COVARIANCE_TOLERANCE + f32::MIN_POSITIVE;
                let sound = a.abs() <= both + slack && (a - b).abs() <= slack;
                require(sound, "covariance", || "is not a covariance".into())?;
            }
        }
        Ok(())
    }

    /// The estimate after one observation.
    pub fn new(config: &KalmanConfig, position: Vec3) -> Self {
        let square = |x: f32| x * x;
        let variances = Vector3::new(
            square(config.measurement_m),
            square(config.initial_speed_m_per_s),
            square(config.initial_acceleration_m_per_s2),
        );
        let mut state = Matrix3::zeros();
        state.set_row(0, &row(position));
        Self { state, covariance: Matrix3::from_diagonal(&variances) }
    }

    /// Where it is expected.
    pub fn position(&self) -> Vec3 {
        self.row(0)
    }

    /// How it is expected to move.
    pub fn velocity(&self) -> Vec3 {
        self.row(1)
    }

    /// How its motion is expected to change.
    pub fn acceleration(&self) -> Vec3 {
        self.row(2)
    }

    /// Standard deviation of the expected position along each axis, without the eye's own error.
    pub fn position_deviation_m(&self) -> f32 {
        self.covariance[(0, 0)].max(0.0).sqrt()
    }

    /// Lets time pass. A length that is not a number or is negative changes nothing.
    pub fn predict(&mut self, config: &KalmanConfig, seconds: f32) {
        if let Some(passage) = Passage::new(config, seconds) {
            self.pass(&passage);
        }
    }

    /// Lets a stretch of time pass that is the same for many estimates.
    pub fn pass(&mut self, passage: &Passage) {
        let Passage { transition, noise } = passage;
        self.state = transition * self.state;
        self.covariance = transition * self.covariance * transition.transpose() + noise;
    }

    /// How far a measurement lies from the expectation, in standard deviations (Mahalanobis).
    pub fn deviations(&self, config: &KalmanConfig, measured: Vec3) -> f32 {
        let spread = self.covariance[(0, 0)] + config.measurement_m * config.measurement_m;
        ((measured - self.position()).length_squared() / spread).sqrt()
    }

    /// Takes a measured position into account (Joseph's form, which keeps the covariance sound in f32).
    pub fn update(&mut self, config: &KalmanConfig, measured: Vec3) {
        let noise = config.measurement_m * config.measurement_m;
        let gain = self.covariance.column(0) / (self.covariance[(0, 0)] + noise);
        self.state += gain * row(measured - self.position());
        let mut keep = Matrix3::identity();
        keep.set_column(0, &(keep.column(0) - gain));
        self.covariance = keep * self.covariance * keep.transpose() + gain * gain.transpose() * noise;
    }

    fn row(&self, index: usize) -> Vec3 {
        Vec3::new(self.state[(index, 0)], self.state[(index, 1)], self.state[(index, 2)])
    }
}

/// Beyond an hour a prediction says nothing, and its covariance would leave the range of f32.
const LONGEST_PREDICTION_S: f32 = 3600.0;

fn row(v: Vec3) -> RowVector3<f32> {
    RowVector3::new(v.x, v.y, v.z)
}

/// What a stretch of time does to every estimate of one configuration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passage {
    transition: Matrix3<f32>,
    /// White noise in the jerk, integrated over the time that passed.
    noise: Matrix3<f32>,
}

impl Passage {
    /// So many seconds; `None` where no time passes (also for a length that is no number).
    pub fn new(config: &KalmanConfig, seconds: f32) -> Option<Self> {
        // NaN fails the comparison too.
        if !(seconds > 0.0) {
            return None;
        }
        let t = f64::from(seconds.min(LONGEST_PREDICTION_S));
        let faded = t / f64::from(config.acceleration_fades_s);
        let (place, speed) = if faded < HARDLY_FADED { barely(faded) } else { fading(faded) };
        let fade = maths::exp_f64(-faded);
        let density = f64::from(config.jerk_density);
        let noise = if faded < HARDLY_FADED { hardly_faded_noise(faded) } else { faded_noise(faded) };
        // Both are worked out for a time of 1 and scaled: seconds to the power of the derivatives.
        let powers = [t, t * t, t * t * t, t * t * t * t, t * t * t * t * t];
        let scaled = |row: usize, column: usize| {
            (noise[row.min(column)][row.max(column)] * density * powers[4 - row - column]) as f32
        };
        let (place, speed) = ((place * t * t) as f32, (speed * t) as f32);
        let transition = Matrix3::new(1.0, t as f32, place, 0.0, 1.0, speed, 0.0, 0.0, fade as f32);
        Some(Self { transition, noise: Matrix3::from_fn(scaled) })
    }
}

/// Up to this share of the fading time the closed forms lose their digits, and a few terms of the series are exact.
const HARDLY_FADED: f64 = 0.05;

/// How place and speed follow from an acceleration that fades by `e^-faded` in a time of 1.
fn fading(faded: f64) -> (f64, f64) {
    let gone = -maths::exp_m1_f64(-faded);
    ((faded - gone) / (faded * faded), gone / faded)
}

/// The same, for an acceleration that hardly fades.
fn barely(faded: f64) -> (f64, f64) {
    (0.5 - faded / 6.0 + faded * faded / 24.0, 1.0 - faded / 2.0 + faded * faded / 6.0)
}

/// The covariance that white noise of density 1 in the jerk leaves after a time of 1 (Singer 1970); the upper half counts.
fn faded_noise(a: f64) -> [[f64; 3]; 3] {
    let (once, twice) = (maths::exp_f64(-a), maths::exp_f64(-2.0 * a));
    let place = 1.0 - twice + 2.0 * a + 2.0 * a * a * a / 3.0 - 2.0 * a * a - 4.0 * a * once;
    let place_speed = twice + 1.0 - 2.0 * once + 2.0 * a * once - 2.0 * a + a * a;
    let place_force = 1.0 - twice - 2.0 * a * once;
    let speed = 4.0 * once - 3.0 - twice + 2.0 * a;
    let speed_force = twice + 1.0 - 2.0 * once;
    let force = 1.0 - twice;
    let (by, by2, by3) = (0.5 / a, 0.5 / (a * a), 0.5 / (a * a * a));
    let (by4, by5) = (by3 / a, by3 / (a * a));
    [
        [place * by5, place_speed * by4, place_force * by3],
        [0.0, speed * by3, speed_force * by2],
        [0.0, 0.0, force * by],
    ]
}

/// The same where acceleration hardly fades: the plain filter's, and two terms of what fading takes from it.
fn hardly_faded_noise(a: f64) -> [[f64; 3]; 3] {
    let series = |plain: f64, first: f64, second: f64| plain - a * first + a * a * second;
    [
        [
            series(1.0 / 20.0, 1.0 / 36.0, 5.0 / 504.0),
            series(1.0 / 8.0, 1.0 / 12.0, 5.0 / 144.0),
            series(1.0 / 6.0, 1.0 / 6.0, 11.0 / 120.0),
        ],
        [0.0, series(1.0 / 3.0, 1.0 / 4.0, 7.0 / 60.0), series(1.0 / 2.0, 1.0 / 2.0, 7.0 / 24.0)],
        [0.0, 0.0, series(1.0, 1.0, 2.0 / 3.0)],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A place and a velocity near the end of the range of numbers are numbers, and what is foretold from them is not.
    #[test]
    fn a_saved_estimate_beyond_all_reach_is_refused() {
        let config = KalmanConfig::default();
        let mut filter = Kalman::new(&config, Vec3::ONE);
        assert!(filter.validate().is_ok());
        for order in 0..3 {
            filter = Kalman::new(&config, Vec3::ONE);
            filter.state[(order, 0)] = 1e37;
            assert!(filter.validate().unwrap_err().to_string().contains("state"));
        }
    }

    proptest! {
        #[test]
        fn one_long_prediction_is_like_many_short_ones(speed in -3.0f32..3.0, seconds in 0.2f32..3.0) {
            let config = KalmanConfig::default();
            let mut once = Kalman::new(&config, Vec3::ZERO);
            for i in 1..=30 {
                once.predict(&config, 0.1);
                once.update(&config, Vec3::new(speed * 0.1 * i as f32, 0.0, 0.0));
            }
            let mut often = once;
            once.predict(&config, seconds);
            for _ in 0..100 {
                often.predict(&config, seconds / 100.0);
            }
            prop_assert!((once.position() - often.position()).length() < 1e-2);
            prop_assert!(once.position_deviation_m() > 0.0);
        }

        #[test]
        fn the_covariance_stays_sound(steps in proptest::collection::vec((0.0f32..2.0, -50.0f32..50.0, any::<bool>()), 1..200)) {
            let config = KalmanConfig::default();
            let mut filter = Kalman::new(&config, Vec3::ZERO);
            for (seconds, x, seen) in steps {
                filter.predict(&config, seconds);
                if seen {
                    filter.update(&config, Vec3::splat(x));
                }
                prop_assert!(filter.position_deviation_m().is_finite());
                prop_assert!(filter.position().is_finite());
            }
        }
    }

    #[test]
    fn the_noise_of_one_long_passage_is_that_of_many_short_ones() {
        for fades in [0.3f32, 1.0, 20.0, f32::INFINITY] {
            let config = KalmanConfig { acceleration_fades_s: fades, ..KalmanConfig::default() };
            let (mut once, mut often) = (Kalman::new(&config, Vec3::ZERO), Kalman::new(&config, Vec3::ZERO));
            once.predict(&config, 2.0);
            (0..60).for_each(|_| often.predict(&config, 1.0 / 30.0));
            let (a, b) = (once.position_deviation_m(), often.position_deviation_m());
            assert!((a - b).abs() < 1e-3 * a, "{a} and {b} where acceleration fades in {fades} s");
        }
    }

    #[test]
    fn what_is_out_of_sight_for_long_is_less_uncertain_where_acceleration_fades() {
        let spread = |fades: f32| {
            let config =
                KalmanConfig { acceleration_fades_s: fades, jerk_density: 0.02, ..KalmanConfig::default() };
            let mut filter = Kalman::new(&config, Vec3::ZERO);
            for i in 1..=90 {
                filter.predict(&config, 1.0 / 30.0);
                filter.update(&config, Vec3::X * (i as f32 / 30.0));
            }
            filter.predict(&config, 5.0);
            filter.position_deviation_m()
        };
        assert!(spread(0.5) < 0.4 * spread(f32::INFINITY), "{} {}", spread(0.5), spread(f32::INFINITY));
    }

    #[test]
    fn an_hour_or_a_broken_clock_does_no_harm() {
        let config = KalmanConfig::default();
        let mut filter = Kalman::new(&config, Vec3::ONE);
        let before = filter;
        for seconds in [0.0, -1.0, f32::NAN] {
            filter.predict(&config, seconds);
            assert_eq!(filter, before);
        }
        filter.predict(&config, f32::INFINITY);
        assert!(filter.position().is_finite() && filter.position_deviation_m().is_finite());
    }
}
