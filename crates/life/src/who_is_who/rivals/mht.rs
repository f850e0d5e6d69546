//! Multi-hypothesis tracking: several global accounts of who is who live side by side, each with tracks of its own. Each
//! branches into its best assignments (Murty); what has become improbable, what disagrees with the best about the distant
//! past, and what has become the same as a better one, is dropped. The best one is told.

use super::super::truth::{Detection, Row, Scene};
use super::kalman::Kalman;
use super::{frames_of, has_left, noise_of};
use crate::assignment::{Costs, FORBIDDEN, assign};
use std::f64::consts::TAU;

pub(super) struct Settings {
    /// The spectral density of the acceleration of a seen track, and of one that is not seen.
    pub stray: (f64, f64),
    pub gate: f64,
    /// New things per m2 and frame.
    pub births: f64,
    /// How long a track lives unseen, and for how long of that it is told.
    pub coast_s: f64,
    pub told_s: f64,
    /// The probability that a track is detected if it was in the last frame, and if it was not.
    pub detected: (f64, f64),
    /// How many hypotheses there are at most, and into how many each branches.
    pub hypotheses: usize,
    pub branches: usize,
    /// Hypotheses agree about what was so many frames ago.
    pub past_frames: usize,
    /// A hypothesis that is so many nats worse than the best is dropped.
    pub worse: f64,
    /// Whether it is told when a thing is gone for good; a track then lives until then.
    pub told_who_left: bool,
}

pub(super) const TUNED: Settings = Settings {
    stray: (0.3, 0.3),
    gate: 40.0,
    births: 0.001,
    coast_s: 4.0,
    told_s: 4.0,
    detected: (0.95, 0.05),
    hypotheses: 10,
    branches: 3,
    past_frames: 15,
    worse: 10.0,
    told_who_left: false,
};
pub(super) const REMEMBERING: Settings =
    Settings { stray: (0.3, 0.06), gate: 25.0, coast_s: 10.0, told_s: 0.5, past_frames: 25, ..TUNED };
pub(super) const TOLD: Settings = Settings { told_who_left: true, ..REMEMBERING };

/// Two hypotheses are the same when their tracks have the same numbers and are so near.
const SAME_M: f64 = 0.05;
/// More things are not seen in a frame.
const MOST_SEEN: u64 = 1000;

#[derive(Clone, Copy)]
struct Track {
    id: u64,
    state: Kalman,
    unseen: u32,
    /// The stay of its last detection: for the one that is told who left.
    stay: usize,
}

#[derive(Clone)]
struct Hypothesis {
    /// How much worse than the best it is, in nats.
    worse: f64,
    tracks: Vec<Track>,
    /// The nodes of the tree that led to it, the oldest first.
    past: Vec<u64>,
}

/// What a hypothesis becomes by one assignment.
struct Branch {
    from: usize,
    cost: f64,
    /// The track of each detection; none for a new one.
    tracks: Vec<Option<usize>>,
}

pub(super) fn track(scene: &Scene, settings: &Settings) -> Vec<Row> {
    let noise = noise_of(scene);
    let told = frames_of(settings.told_s);
    let gone: Vec<usize> = scene.stays.iter().map(|stay| stay.last_frame().unwrap_or(0)).collect();
    let mut all = vec![Hypothesis { worse: 0.0, tracks: Vec::new(), past: vec![0; settings.past_frames] }];
    let (mut rows, mut nodes) = (Vec::new(), 0);
    for (frame, seen) in scene.frames.iter().enumerate() {
        let mut branches = Vec::new();
        for (from, hypothesis) in all.iter_mut().enumerate() {
            branch(hypothesis, from, seen, noise, settings, &mut branches);
        }
        branches.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        let (least, root) = (branches[0].cost, all[branches[0].from].past[0]);
        let mut kept: Vec<Hypothesis> = Vec::new();
        for branch in &branches {
            if kept.len() == settings.hypotheses || branch.cost > least + settings.worse {
                break;
            }
            let before = &all[branch.from];
            if !kept.is_empty() && before.past[0] != root {
                continue;
            }
            let lives = |track: &Track| match settings.told_who_left {
                true => frame <= gone[track.stay],
                false => track.unseen <= frames_of(settings.coast_s) && !has_left(scene.area, track.state.at),
            };
            let tracks = followed(&before.tracks, branch, (frame, seen), noise, lives);
            if kept.iter().any(|other| is_same(&other.tracks, &tracks)) {
                continue;
            }
            nodes += 1;
            let past = before.past[1..].iter().copied().chain([nodes]).collect();
            kept.push(Hypothesis { worse: branch.cost - least, tracks, past });
        }
        all = kept;
        let shown = all[0].tracks.iter().filter(|track| track.unseen <= told || settings.told_who_left);
        rows.extend(shown.map(|track| Row {
            frame,
            id: track.id,
            at: track.state.at,
            seen: track.unseen == 0,
        }));
    }
    rows
}

/// Predicts the tracks of a hypothesis and gives its best assignments.
fn branch(
    hypothesis: &mut Hypothesis,
    from: usize,
    seen: &[Detection],
    noise: f64,
    settings: &Settings,
    branches: &mut Vec<Branch>,
) {
    let count = hypothesis.tracks.len();
    let mut costs = Costs::new(seen.len(), count + seen.len(), FORBIDDEN);
    let mut unseen = 0.0;
    for (i, track) in hypothesis.tracks.iter_mut().enumerate() {
        let just_seen = track.unseen == 0;
        track.state.predict(if just_seen { settings.stray.0 } else { settings.stray.1 });
        let detected = if just_seen { settings.detected.0 } else { settings.detected.1 };
        unseen -= (1.0 - detected).ln();
        let variance = track.state.seen_variance(noise);
        for (j, detection) in seen.iter().enumerate() {
            let square = track.state.square_to(detection.at) / variance;
            if square <= settings.gate {
                costs.row_mut(j)[i] =
                    0.5 * square + (TAU * variance).ln() - detected.ln() + (1.0 - detected).ln();
            }
        }
    }
    for j in 0..seen.len() {
        costs.row_mut(j)[count + j] = -settings.births.ln();
    }
    for (cost, columns) in murty(costs, settings.branches, settings.worse) {
        let tracks = columns.into_iter().map(|column| column.filter(|column| *column < count)).collect();
        branches.push(Branch { from, cost: hypothesis.worse + unseen + cost, tracks });
    }
}

/// The best assignments, the best first, up to so many and so much worse than the best (Murty 1968).
fn murty(costs: Costs, most: usize, worse: f64) -> Vec<(f64, Vec<Option<usize>>)> {
    struct Node {
        cost: f64,
        columns: Vec<Option<usize>>,
        costs: Costs,
        /// Rows before this one are forced.
        forced: usize,
        done: bool,
    }
    let columns = assign(&costs);
    let best = costs.sum(&columns);
    let mut nodes = vec![Node { cost: best, columns, costs, forced: 0, done: false }];
    let mut found = Vec::new();
    while found.len() < most {
        let open = (0..nodes.len()).filter(|index| !nodes[*index].done);
        let Some(at) = open.min_by(|a, b| nodes[*a].cost.total_cmp(&nodes[*b].cost)) else { break };
        if nodes[at].cost > best + worse {
            break;
        }
        nodes[at].done = true;
        found.push((nodes[at].cost, nodes[at].columns.clone()));
        if found.len() == most {
            break;
        }
        for row in nodes[at].forced..nodes[at].costs.rows() {
            let node = &nodes[at];
            let Some(column) = node.columns[row] else { continue };
            let others = node.costs.row(row).iter().enumerate().filter(|(other, _)| *other != column);
            if others.map(|(_, cost)| *cost).fold(FORBIDDEN, f64::min) >= FORBIDDEN {
                continue;
            }
            let mut costs = node.costs.clone();
            costs.row_mut(row)[column] = FORBIDDEN;
            for (earlier, column) in node.columns[..row].iter().enumerate() {
                let Some(column) = *column else { continue };
                let kept = costs.row(earlier)[column];
                costs.row_mut(earlier).fill(FORBIDDEN);
                costs.row_mut(earlier)[column] = kept;
            }
            let columns = assign(&costs);
            let cost = costs.sum(&columns);
            if cost < FORBIDDEN / 2.0 && cost <= best + worse {
                nodes.push(Node { cost, columns, costs, forced: row, done: false });
            }
        }
    }
    found
}

/// The tracks of a hypothesis after an assignment.
fn followed(
    tracks: &[Track],
    branch: &Branch,
    (frame, seen): (usize, &[Detection]),
    noise: f64,
    lives: impl Fn(&Track) -> bool,
) -> Vec<Track> {
    let mut after = Vec::with_capacity(tracks.len() + seen.len());
    for (index, track) in tracks.iter().enumerate() {
        let mut track = *track;
        match branch.tracks.iter().rposition(|one| *one == Some(index)) {
            Some(which) => {
                track.state.update(seen[which].at, noise);
                (track.unseen, track.stay) = (0, seen[which].stay);
                after.push(track);
            }
            None => {
                track.unseen += 1;
                if lives(&track) {
                    after.push(track);
                }
            }
        }
    }
    for (which, _) in branch.tracks.iter().enumerate().filter(|(_, track)| track.is_none()) {
        // The same birth has the same number in every hypothesis.
        let id = frame as u64 * MOST_SEEN + which as u64;
        let state = Kalman::new(seen[which].at, noise);
        after.push(Track { id, state, unseen: 0, stay: seen[which].stay });
    }
    after
}

fn is_same(a: &[Track], b: &[Track]) -> bool {
    let near = |a: &Track, b: &Track| {
        a.id == b.id && (0..2).all(|axis| (a.state.at[axis] - b.state.at[axis]).abs() <= SAME_M)
    };
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| near(a, b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn murty_gives_all_assignments_in_order() {
        let mut costs = Costs::new(3, 3, 0.0);
        for (row, cells) in [[1.0, 2.0, 4.0], [3.0, 1.5, 2.0], [0.5, 3.0, 2.5]].iter().enumerate() {
            costs.row_mut(row).copy_from_slice(cells);
        }
        let found: Vec<f64> = murty(costs.clone(), 10, 100.0).into_iter().map(|(cost, _)| cost).collect();
        let mut all = Vec::new();
        for [a, b, c] in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            all.push(costs.row(0)[a] + costs.row(1)[b] + costs.row(2)[c]);
        }
        all.sort_by(f64::total_cmp);
        assert_eq!(found, all);
        assert_eq!(murty(Costs::new(0, 4, 0.0), 3, 1.0), [(0.0, Vec::new())]);
    }
}
