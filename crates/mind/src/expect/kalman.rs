//! The Kalman predictor (Kline 3.2.4): position, velocity and acceleration estimated from positions alone,
//! predicting any time ahead, with an error that grows while nothing is observed.
//!
//! The axes are independent and share their noise, so one 3 x 3 covariance serves all of them. Acceleration
//! fades while unseen (Singer's model), so that a long occlusion does not run away; an infinite fading time
//! gives Kline's plain filter.

use nalgebra::{Matrix3, RowVector3, Vector3};
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
/// use piaget_mind::expect::{Kalman, KalmanConfig};
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

impl Kalman {
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

    /// Lets time pass. Any length is sound; an unsound one (not a number, negative) changes nothing.
    pub fn predict(&mut self, config: &KalmanConfig, seconds: f32) {
        // NaN fails the comparison too.
        if !(seconds > 0.0) {
            return;
        }
        let seconds = seconds.min(LONGEST_PREDICTION_S);
        let transition = transition(config, seconds);
        self.state = transition * self.state;
        self.covariance =
            transition * self.covariance * transition.transpose() + process_noise(config, seconds);
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

fn transition(config: &KalmanConfig, t: f32) -> Matrix3<f32> {
    let rate = 1.0 / config.acceleration_fades_s;
    // Below this the fading terms lose their digits, and the plain filter is exact enough.
    if rate * t < 1e-3 {
        return Matrix3::new(1.0, t, 0.5 * t * t, 0.0, 1.0, t, 0.0, 0.0, 1.0 - rate * t);
    }
    let fade = maths::exp(-rate * t);
    Matrix3::new(
        1.0,
        t,
        (rate * t - 1.0 + fade) / (rate * rate),
        0.0,
        1.0,
        (1.0 - fade) / rate,
        0.0,
        0.0,
        fade,
    )
}

/// White noise in the jerk, integrated over the time that passed.
fn process_noise(config: &KalmanConfig, t: f32) -> Matrix3<f32> {
    let (t2, t3) = (t * t, t * t * t);
    let (t4, t5) = (t2 * t2, t2 * t3);
    Matrix3::new(t5 / 20.0, t4 / 8.0, t3 / 6.0, t4 / 8.0, t3 / 3.0, t2 / 2.0, t3 / 6.0, t2 / 2.0, t)
        * config.jerk_density
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
