//! Nearest neighbour, greedy or by the best assignment over all pairs (GNN).

use super::super::truth::{Detection, Row, Scene};
use super::kalman::Kalman;
use super::{frames_of, has_left, noise_of};
use crate::assignment::{Costs, FORBIDDEN, assign};

/// How pairs are chosen.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Choice {
    /// The nearest pair first, then the nearest of the rest.
    Nearest,
    /// The least cost over all pairs; a track that is not seen costs so much.
    Best { unseen: f64 },
}

pub(super) struct Settings {
    /// The spectral density of the acceleration of a seen track, and of one that is not seen.
    pub stray: (f64, f64),
    /// The greatest squared distance of a pair, in units of its variance.
    pub gate: f64,
    pub choice: Choice,
    /// How long a track lives unseen, and for how long of that it is told.
    pub coast_s: f64,
    pub told_s: f64,
}

pub(super) const NEAREST: Settings =
    Settings { stray: (0.03, 0.03), gate: 40.0, choice: Choice::Nearest, coast_s: 3.0, told_s: 3.0 };
pub(super) const GLOBAL: Settings = Settings {
    stray: (0.06, 0.06),
    gate: 25.0,
    choice: Choice::Best { unseen: 12.0 },
    coast_s: 3.0,
    told_s: 3.0,
};
pub(super) const REMEMBERING: Settings = Settings {
    stray: (0.2, 0.06),
    gate: 25.0,
    choice: Choice::Best { unseen: 8.0 },
    coast_s: 5.0,
    told_s: 0.5,
};

struct Track {
    id: u64,
    state: Kalman,
    unseen: u32,
}

pub(super) fn track(scene: &Scene, settings: &Settings) -> Vec<Row> {
    let noise = noise_of(scene);
    let (coast, told) = (frames_of(settings.coast_s), frames_of(settings.told_s));
    let mut tracks: Vec<Track> = Vec::new();
    let (mut rows, mut next) = (Vec::new(), 0);
    for (frame, seen) in scene.frames.iter().enumerate() {
        for track in &mut tracks {
            track.state.predict(if track.unseen == 0 { settings.stray.0 } else { settings.stray.1 });
        }
        let chosen = match settings.choice {
            Choice::Nearest => nearest(&tracks, seen, settings.gate, noise),
            Choice::Best { unseen } => {
                let pair = |track: &Track| {
                    let variance = track.state.seen_variance(noise);
                    let cost =
                        move |square: f64| (square / variance, square / variance + 2.0 * variance.ln());
                    seen.iter().map(move |one| cost(track.state.square_to(one.at))).collect()
                };
                best(&tracks.iter().map(pair).collect::<Vec<_>>(), seen.len(), settings.gate, unseen)
            }
        };
        let mut used = vec![false; seen.len()];
        for (track, chosen) in tracks.iter_mut().zip(&chosen) {
            match chosen {
                Some(index) => {
                    used[*index] = true;
                    track.state.update(seen[*index].at, noise);
                    track.unseen = 0;
                }
                None => track.unseen += 1,
            }
        }
        tracks.retain(|track| {
            track.unseen == 0 || track.unseen <= coast && !has_left(scene.area, track.state.at)
        });
        for (detection, _) in seen.iter().zip(&used).filter(|(_, used)| !**used) {
            tracks.push(Track { id: next, state: Kalman::new(detection.at, noise), unseen: 0 });
            next += 1;
        }
        let row = |track: &Track| Row { frame, id: track.id, at: track.state.at, seen: track.unseen == 0 };
        rows.extend(tracks.iter().filter(|track| track.unseen <= told).map(row));
    }
    rows
}

/// The detection of each track, the nearest pairs first.
fn nearest(tracks: &[Track], seen: &[Detection], gate: f64, noise: f64) -> Vec<Option<usize>> {
    let (mut chosen, mut used) = (vec![None; tracks.len()], vec![false; seen.len()]);
    loop {
        let mut least: Option<(f64, usize, usize)> = None;
        for (i, track) in tracks.iter().enumerate().filter(|(i, _)| chosen[*i].is_none()) {
            let variance = track.state.seen_variance(noise);
            for (j, detection) in seen.iter().enumerate().filter(|(j, _)| !used[*j]) {
                let square = track.state.square_to(detection.at);
                if square / variance <= gate && least.is_none_or(|(known, ..)| square < known) {
                    least = Some((square, i, j));
                }
            }
        }
        let Some((_, i, j)) = least else { return chosen };
        (chosen[i], used[j]) = (Some(j), true);
    }
}

/// The detection of each track in the cheapest assignment. `pairs` has the gated distance and the cost of each pair.
pub(super) fn best(pairs: &[Vec<(f64, f64)>], seen: usize, gate: f64, unseen: f64) -> Vec<Option<usize>> {
    let mut costs = Costs::new(pairs.len(), seen + pairs.len(), unseen);
    for (i, of_track) in pairs.iter().enumerate() {
        for (cell, (distance, cost)) in costs.row_mut(i).iter_mut().zip(of_track) {
            *cell = if *distance <= gate && *cost <= unseen { *cost } else { FORBIDDEN };
        }
    }
    let allowed = |(i, column): (usize, Option<usize>)| {
        column.filter(|column| *column < seen && costs.row(i)[*column] < FORBIDDEN)
    };
    assign(&costs).into_iter().enumerate().map(allowed).collect()
}
