//! Joint probabilistic data association: every detection updates every track by its probability. The probabilities are
//! worked out by loopy belief propagation (Williams and Lau 2014).

use super::super::truth::{Row, Scene};
use super::kalman::{DT_S, NEW_SPEED_M_PER_S};
use super::{frames_of, has_left, noise_of};
use nalgebra::{Matrix2, Vector2};

type Place = Vector2<f64>;
type Matrix = Matrix2<f64>;
use std::f64::consts::TAU;

pub(super) struct Settings {
    /// The spectral density of the acceleration, in m2/s3.
    pub stray: f64,
    pub gate: f64,
    /// The probability that a track is detected in a frame.
    pub detected: f64,
    /// New things per m2 and frame.
    pub births: f64,
    pub coast_s: f64,
}

pub(super) const TUNED: Settings =
    Settings { stray: 0.06, gate: 40.0, detected: 0.9, births: 0.001, coast_s: 3.0 };

/// Propagation ends when nothing changes by more than this, or after so many rounds.
const SETTLED: f64 = 1e-6;
const ROUNDS: usize = 200;
/// A detection with less than this weight on tracks begins a new one; a track with less on detections coasts.
const HALF: f64 = 0.5;

struct Track {
    id: u64,
    at: Place,
    velocity: Place,
    /// The covariance of place, of place with velocity, of velocity: an update by several detections couples the axes.
    place: Matrix,
    both: Matrix,
    motion: Matrix,
    unseen: u32,
}

impl Track {
    fn new(id: u64, at: Place, noise: f64) -> Self {
        let (place, motion) = (noise * noise, NEW_SPEED_M_PER_S * NEW_SPEED_M_PER_S);
        Self {
            id,
            at,
            velocity: Place::zeros(),
            place: Matrix::identity() * place,
            both: Matrix::zeros(),
            motion: Matrix::identity() * motion,
            unseen: 0,
        }
    }

    fn predict(&mut self, stray: f64) {
        self.at += self.velocity * DT_S;
        let q = Matrix::identity() * stray;
        self.place += (self.both + self.both.transpose()) * DT_S
            + self.motion * (DT_S * DT_S)
            + q * (DT_S * DT_S * DT_S / 3.0);
        self.both += self.motion * DT_S + q * (DT_S * DT_S / 2.0);
        self.motion += q * DT_S;
    }

    /// The covariance of where it would be seen.
    fn seen_variance(&self, noise: f64) -> Matrix {
        self.place + Matrix::identity() * (noise * noise)
    }

    /// How much likelier a detection is than a miss.
    fn likelihood(&self, at: Place, noise: f64, settings: &Settings) -> f64 {
        let seen = self.seen_variance(noise);
        let off = at - self.at;
        let square = off.dot(&(inverse(seen) * off));
        if square > settings.gate {
            return 0.0;
        }
        let density = (-0.5 * square).exp() / (TAU * seen.determinant().sqrt());
        settings.detected * density / settings.births / (1.0 - settings.detected)
    }

    /// Updates by all detections with their probabilities; gives back how probable it is that it was seen.
    fn update(&mut self, weighted: impl Iterator<Item = (Place, f64)>, noise: f64) -> f64 {
        let (mut mean, mut spread, mut seen) = (Place::zeros(), Matrix::zeros(), 0.0);
        for (at, weight) in weighted {
            let off = at - self.at;
            mean += off * weight;
            spread += off * off.transpose() * weight;
            seen += weight;
        }
        spread -= mean * mean.transpose();
        let variance = self.seen_variance(noise);
        let inverse = inverse(variance);
        let (of_place, of_motion) = (self.place * inverse, self.both.transpose() * inverse);
        self.at += of_place * mean;
        self.velocity += of_motion * mean;
        let change = spread - variance * seen;
        self.place += of_place * change * of_place.transpose();
        self.both += of_place * change * of_motion.transpose();
        self.motion += of_motion * change * of_motion.transpose();
        seen
    }
}

/// A covariance has an inverse: the noise of the eye is never 0.
fn inverse(covariance: Matrix) -> Matrix {
    covariance.try_inverse().unwrap_or_else(Matrix::identity)
}

pub(super) fn track(scene: &Scene, settings: &Settings) -> Vec<Row> {
    let (noise, coast) = (noise_of(scene), frames_of(settings.coast_s));
    let mut tracks: Vec<Track> = Vec::new();
    let (mut rows, mut next) = (Vec::new(), 0);
    for (frame, seen) in scene.frames.iter().enumerate() {
        let seen: Vec<Place> = seen.iter().map(|one| Place::from(one.at)).collect();
        tracks.iter_mut().for_each(|track| track.predict(settings.stray));
        let of_track = |track: &Track| seen.iter().map(|at| track.likelihood(*at, noise, settings)).collect();
        let weights = propagate(&tracks.iter().map(of_track).collect::<Vec<_>>(), seen.len());
        let mut used = vec![0.0; seen.len()];
        for (track, weights) in tracks.iter_mut().zip(&weights) {
            used.iter_mut().zip(weights).for_each(|(used, weight)| *used += weight);
            let weighted =
                seen.iter().copied().zip(weights.iter().copied()).filter(|(_, weight)| *weight > 0.0);
            let was_seen = track.update(weighted, noise) >= HALF;
            track.unseen = if was_seen { 0 } else { track.unseen + 1 };
        }
        let stays = |track: &Track| track.unseen <= coast && !has_left(scene.area, track.at.into());
        tracks.retain(|track| track.unseen == 0 || stays(track));
        for (at, _) in seen.iter().zip(&used).filter(|(_, used)| **used < HALF) {
            tracks.push(Track::new(next, *at, noise));
            next += 1;
        }
        let row = |track: &Track| Row { frame, id: track.id, at: track.at.into(), seen: track.unseen == 0 };
        rows.extend(tracks.iter().map(row));
    }
    rows
}

/// The probability of each pair of track and detection, from how much likelier each is than a miss.
fn propagate(likelihoods: &[Vec<f64>], seen: usize) -> Vec<Vec<f64>> {
    let tracks = likelihoods.len();
    let (mut to_track, mut to_seen) = (vec![vec![1.0f64; seen]; tracks], vec![vec![0.0; seen]; tracks]);
    let total = |l: &[f64], message: &[f64]| 1.0 + l.iter().zip(message).map(|(l, m)| l * m).sum::<f64>();
    for _ in 0..ROUNDS {
        for i in 0..tracks {
            let all = total(&likelihoods[i], &to_track[i]);
            for j in 0..seen {
                to_seen[i][j] = likelihoods[i][j] / (all - likelihoods[i][j] * to_track[i][j]);
            }
        }
        let mut change = 0.0f64;
        for j in 0..seen {
            let all = 1.0 + to_seen.iter().map(|of_track| of_track[j]).sum::<f64>();
            for i in 0..tracks {
                let new = 1.0 / (all - to_seen[i][j]);
                change = change.max((new - to_track[i][j]).abs());
                to_track[i][j] = new;
            }
        }
        if change < SETTLED {
            break;
        }
    }
    let weights = |(l, message): (&Vec<f64>, &Vec<f64>)| {
        let all = total(l, message);
        l.iter().zip(message).map(|(l, m)| l * m / all).collect()
    };
    likelihoods.iter().zip(&to_track).map(weights).collect()
}
