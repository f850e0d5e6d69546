//! A Kalman filter of constant velocity; both axes share their variances.

use super::super::truth::FRAMES_HZ;

/// Seconds between two frames.
pub(super) const DT_S: f64 = 1.0 / FRAMES_HZ;
/// The standard deviation of the velocity of a new track.
pub(super) const NEW_SPEED_M_PER_S: f64 = 1.2;

/// Where a track is and how fast it goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Kalman {
    pub at: [f64; 2],
    pub velocity: [f64; 2],
    /// Of place, of place with velocity, of velocity.
    pub variance: [f64; 3],
}

impl Kalman {
    /// Seen for the first time.
    pub fn new(at: [f64; 2], noise_m: f64) -> Self {
        let variance = [noise_m * noise_m, 0.0, NEW_SPEED_M_PER_S * NEW_SPEED_M_PER_S];
        Self { at, velocity: [0.0; 2], variance }
    }

    /// A frame passes; `stray` is the spectral density of the acceleration, in m2/s3.
    pub fn predict(&mut self, stray: f64) {
        for axis in 0..2 {
            self.at[axis] += DT_S * self.velocity[axis];
        }
        let [a, b, c] = self.variance;
        self.variance = [
            a + 2.0 * DT_S * b + DT_S * DT_S * c + stray * DT_S * DT_S * DT_S / 3.0,
            b + DT_S * c + stray * DT_S * DT_S / 2.0,
            c + stray * DT_S,
        ];
    }

    /// The variance of where it would be seen.
    pub fn seen_variance(&self, noise_m: f64) -> f64 {
        self.variance[0] + noise_m * noise_m
    }

    /// The square of the distance.
    pub fn square_to(&self, at: [f64; 2]) -> f64 {
        let (x, y) = (at[0] - self.at[0], at[1] - self.at[1]);
        x * x + y * y
    }

    /// Seen.
    pub fn update(&mut self, at: [f64; 2], noise_m: f64) {
        let seen = self.seen_variance(noise_m);
        let (of_place, of_velocity) = (self.variance[0] / seen, self.variance[1] / seen);
        for ((own, velocity), at) in self.at.iter_mut().zip(&mut self.velocity).zip(at) {
            let off = at - *own;
            *own += of_place * off;
            *velocity += of_velocity * off;
        }
        self.variance[2] -= of_velocity * self.variance[1];
        self.variance[1] *= 1.0 - of_place;
        self.variance[0] *= 1.0 - of_place;
    }
}
