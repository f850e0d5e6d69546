//! GNN with interacting multiple models: a track goes on as it went, or stands.

use super::super::truth::{Row, Scene};
use super::global::best;
use super::kalman::{DT_S, NEW_SPEED_M_PER_S};
use super::{frames_of, has_left, noise_of};

pub(super) struct Settings {
    /// The spectral density of the acceleration of one that goes, in m2/s3.
    pub stray: f64,
    /// How one that stands strays, in m2/s.
    pub shuffle: f64,
    pub gate: f64,
    /// The cost of a track that is not seen.
    pub unseen: f64,
    pub coast_s: f64,
    /// The probability of stopping and of starting in a frame.
    pub stops: f64,
    pub starts: f64,
}

pub(super) const TUNED: Settings =
    Settings { stray: 0.03, shuffle: 0.05, gate: 25.0, unseen: 8.0, coast_s: 3.0, stops: 0.002, starts: 0.1 };

/// How probable it is at first that a track goes.
const NEW_GOES: f64 = 0.8;
/// No model is ever ruled out.
const LEAST: f64 = 0.001;

/// Place and velocity of one model along one axis, with their variances.
#[derive(Clone, Copy, Default)]
struct Axis {
    at: f64,
    velocity: f64,
    variance: [f64; 3],
}

struct Track {
    id: u64,
    /// By model (goes, stands) and axis.
    models: [[Axis; 2]; 2],
    /// How probable each model is.
    weights: [f64; 2],
    unseen: u32,
}

impl Track {
    fn new(id: u64, at: [f64; 2], noise: f64) -> Self {
        let variance = [noise * noise, 0.0, NEW_SPEED_M_PER_S * NEW_SPEED_M_PER_S];
        let axes = at.map(|at| Axis { at, velocity: 0.0, variance });
        Self { id, models: [axes; 2], weights: [NEW_GOES, 1.0 - NEW_GOES], unseen: 0 }
    }

    /// Where it is, over both models.
    fn at(&self) -> [f64; 2] {
        [0, 1].map(|axis| (0..2).map(|model| self.weights[model] * self.models[model][axis].at).sum())
    }

    fn predict(&mut self, settings: &Settings) {
        let become_goes = [1.0 - settings.stops, settings.starts];
        let goes = become_goes[0] * self.weights[0] + become_goes[1] * self.weights[1];
        let next = [goes, 1.0 - goes];
        let came_from_goes =
            [become_goes[0] * self.weights[0] / next[0], settings.stops * self.weights[0] / next[1]];
        let before = self.models;
        let mixed = |model: usize, axis: usize| {
            let (w, v) = (came_from_goes[model], 1.0 - came_from_goes[model]);
            let (a, b) = (before[0][axis], before[1][axis]);
            let (dp, dv) = (a.at - b.at, a.velocity - b.velocity);
            let apart = [dp * dp, dp * dv, dv * dv];
            Axis {
                at: w * a.at + v * b.at,
                velocity: w * a.velocity + v * b.velocity,
                variance: [0, 1, 2].map(|k| w * a.variance[k] + v * b.variance[k] + w * v * apart[k]),
            }
        };
        for axis in 0..2 {
            let (goes, stands) = (mixed(0, axis), mixed(1, axis));
            let [a, b, c] = goes.variance;
            let q = settings.stray;
            self.models[0][axis] = Axis {
                at: goes.at + DT_S * goes.velocity,
                velocity: goes.velocity,
                variance: [
                    a + 2.0 * DT_S * b + DT_S * DT_S * c + q * DT_S * DT_S * DT_S / 3.0,
                    b + DT_S * c + q * DT_S * DT_S / 2.0,
                    c + q * DT_S,
                ],
            };
            self.models[1][axis] = Axis {
                at: stands.at,
                velocity: 0.0,
                variance: [
                    stands.variance[0] + settings.shuffle * DT_S,
                    0.0,
                    NEW_SPEED_M_PER_S * NEW_SPEED_M_PER_S,
                ],
            };
        }
        self.weights = next;
    }

    /// The gated distance and the cost of a detection, by the mixture's mean and variance.
    fn pair(&self, at: [f64; 2], noise: f64) -> (f64, f64) {
        let (mean, [w, v]) = (self.at(), self.weights);
        let (mut distance, mut logs) = (0.0, 0.0);
        for axis in 0..2 {
            let (a, b) = (self.models[0][axis], self.models[1][axis]);
            let apart = a.at - b.at;
            let variance = w * a.variance[0] + v * b.variance[0] + w * v * apart * apart + noise * noise;
            let off = at[axis] - mean[axis];
            distance += off * off / variance;
            logs += variance.ln();
        }
        (distance, distance + logs)
    }

    fn update(&mut self, at: [f64; 2], noise: f64) {
        let mut likelihoods = [0.0; 2];
        for (model, likelihood) in self.models.iter_mut().zip(&mut likelihoods) {
            for (axis, at) in model.iter_mut().zip(at) {
                let seen = axis.variance[0] + noise * noise;
                let off = at - axis.at;
                *likelihood -= 0.5 * (off * off / seen + seen.ln());
                let (of_place, of_velocity) = (axis.variance[0] / seen, axis.variance[1] / seen);
                axis.at += of_place * off;
                axis.velocity += of_velocity * off;
                axis.variance[2] -= of_velocity * axis.variance[1];
                axis.variance[1] *= 1.0 - of_place;
                axis.variance[0] *= 1.0 - of_place;
            }
        }
        let most = likelihoods[0].max(likelihoods[1]);
        let [goes, stands] = [0, 1].map(|model| self.weights[model] * (likelihoods[model] - most).exp());
        let goes = (goes / (goes + stands)).clamp(LEAST, 1.0 - LEAST);
        self.weights = [goes, 1.0 - goes];
    }
}

pub(super) fn track(scene: &Scene, settings: &Settings) -> Vec<Row> {
    let (noise, coast) = (noise_of(scene), frames_of(settings.coast_s));
    let mut tracks: Vec<Track> = Vec::new();
    let (mut rows, mut next) = (Vec::new(), 0);
    for (frame, seen) in scene.frames.iter().enumerate() {
        tracks.iter_mut().for_each(|track| track.predict(settings));
        let pairs: Vec<Vec<(f64, f64)>> =
            tracks.iter().map(|track| seen.iter().map(|one| track.pair(one.at, noise)).collect()).collect();
        let chosen = best(&pairs, seen.len(), settings.gate, settings.unseen);
        let mut used = vec![false; seen.len()];
        for (track, chosen) in tracks.iter_mut().zip(&chosen) {
            match chosen {
                Some(index) => {
                    used[*index] = true;
                    track.update(seen[*index].at, noise);
                    track.unseen = 0;
                }
                None => track.unseen += 1,
            }
        }
        tracks
            .retain(|track| track.unseen == 0 || track.unseen <= coast && !has_left(scene.area, track.at()));
        for (detection, _) in seen.iter().zip(&used).filter(|(_, used)| !**used) {
            tracks.push(Track::new(next, detection.at, noise));
            next += 1;
        }
        rows.extend(tracks.iter().map(|track| Row {
            frame,
            id: track.id,
            at: track.at(),
            seen: track.unseen == 0,
        }));
    }
    rows
}
