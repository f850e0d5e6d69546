//! Which own movement a gesture is (Buchsbaum 6.1.3). The middle frames, which are the least generic, choose the
//! rivals; each rival is then followed along its edges forward and backward, at whatever pace fits best.
//!
//! A blended movement is first matched evenly mixed and then with the mix that fits best, so that a reach between
//! the animator's reaches is a reach, and says where to.

use super::own::OwnMovement;
use super::view::LANES;
use super::{Candidate, MOST_RIVALS, OwnPoses, PoseView, WatchConfig};
use crate::blend::MAX_CORNERS;
use arrayvec::ArrayVec;
use glam::Vec3;
use piaget_terms::maths;

/// Rivals, the nearest first.
pub type Ranked = ArrayVec<Candidate, MOST_RIVALS>;

/// Buffers of the search; nothing in them outlives a gesture.
#[derive(Clone, Debug, Default)]
pub struct Matcher {
    /// Cost so far, one row per frame.
    costs: Vec<f32>,
    /// How many poses back the best way came from.
    steps: Vec<u8>,
    /// Per frame the pose of the best way, counted from the movement's first.
    path: Vec<u32>,
    /// A blended movement with the mix that fits.
    mixed: Vec<PoseView>,
    /// Poses before they are averaged.
    plain: Vec<PoseView>,
    /// Per pose, what it costs to leave it and all before (or after) it unseen.
    unseen: (Vec<f32>, Vec<f32>),
    rivals: Vec<(f32, u32)>,
}

/// A movement laid along a gesture.
#[derive(Clone, Copy, Debug)]
struct Laid {
    distance: f32,
    pace: f32,
}

/// A gesture to be matched.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// Views at a steady rate.
    pub frames: &'a [PoseView],
    /// The time from one to the next.
    pub step_s: f32,
    /// The time over which each view was averaged; own poses are averaged likewise.
    pub filter_s: f32,
    /// Whether its beginning and its end were seen.
    pub whole: (bool, bool),
}

impl Matcher {
    /// Ranks own movements by how near they come to a gesture.
    pub fn rank(&mut self, own: &OwnPoses, config: &WatchConfig, shown: &Shown<'_>, ranked: &mut Ranked) {
        ranked.clear();
        if shown.frames.len() < 3 {
            return;
        }
        self.choose_rivals(own, config, shown);
        for index in 0..self.rivals.len() {
            let place = self.rivals[index].1;
            let movement = &own.movements()[place as usize];
            let (laid, aim) = self.lay(own, config, movement, shown);
            if laid.distance.is_finite() {
                let (name, distance, pace) = (movement.name, laid.distance, laid.pace);
                ranked.push(Candidate { name, movement: place, distance, probability: 0.0, pace, aim });
            }
        }
        ranked.sort_by(|a, b| a.distance.total_cmp(&b.distance).then(a.movement.cmp(&b.movement)));
        weigh(ranked, config.doubt);
    }

    /// The movements with poses nearest to the middle frames.
    fn choose_rivals(&mut self, own: &OwnPoses, config: &WatchConfig, shown: &Shown<'_>) {
        self.rivals.clear();
        let last = shown.frames.len() - 1;
        for (place, movement) in own.movements().iter().enumerate() {
            let count = movement.poses.len() as u32;
            let mut sum = 0.0;
            for share in config.middle {
                let frame = &shown.frames[(last as f32 * share).round() as usize];
                let starts = movement.corners.iter().map(|(first, _)| *first).chain([movement.poses.start]);
                let poses = starts.flat_map(|first| first..first + count);
                let nearest = poses.map(|pose| frame.distance(own.pose(pose))).fold(f32::INFINITY, f32::min);
                // A frame in which nothing shows says nothing.
                sum += if nearest.is_finite() { nearest } else { 0.0 };
            }
            self.rivals.push((sum, place as u32));
        }
        self.rivals.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        self.rivals.truncate((config.beam as usize).clamp(1, MOST_RIVALS));
    }

    fn lay(
        &mut self,
        own: &OwnPoses,
        config: &WatchConfig,
        movement: &OwnMovement,
        shown: &Shown<'_>,
    ) -> (Laid, Option<Vec3>) {
        let mut poses = std::mem::take(&mut self.mixed);
        poses.clear();
        poses.extend(movement.poses.clone().map(|pose| *own.pose(pose)));
        self.average(movement, shown.filter_s, &mut poses);
        let mut laid = self.lay_along(own, config, movement, &poses, shown);
        let mut aim = None;
        if !movement.corners.is_empty() && laid.distance.is_finite() {
            let weights = self.mix(own, movement, &poses, shown.frames);
            for (index, pose) in poses.iter_mut().enumerate() {
                *pose = blended(own, movement, index as u32, &weights);
            }
            self.average(movement, shown.filter_s, &mut poses);
            laid = self.lay_along(own, config, movement, &poses, shown);
            aim = Some(movement.corners.iter().zip(&weights).map(|((_, at), weight)| *at * *weight).sum());
        }
        self.mixed = poses;
        (laid, aim)
    }

    /// Averages poses over time, as what was seen has been.
    fn average(&mut self, movement: &OwnMovement, filter_s: f32, poses: &mut [PoseView]) {
        let reach = (2.5 * filter_s / movement.step_s) as i32;
        let count = poses.len() as i32;
        if reach == 0 || count < 2 {
            return;
        }
        self.plain.clear();
        self.plain.extend_from_slice(poses);
        for (index, pose) in poses.iter_mut().enumerate() {
            let (mut sum, mut total) = (PoseView { weight: pose.weight, ..PoseView::default() }, 0.0);
            for off in -reach..=reach {
                let at = index as i32 + off;
                let at = if movement.cyclic { at.rem_euclid(count) } else { at.clamp(0, count - 1) };
                let away = off as f32 * movement.step_s / filter_s;
                let weight = maths::exp(-0.5 * away * away);
                sum.add(&self.plain[at as usize], weight);
                total += weight;
            }
            sum.scale(1.0 / total);
            *pose = sum;
        }
    }

    /// The best way along a movement: every frame has a pose, poses go on in order, at a pace within bounds. What
    /// of the movement was not shown although the gesture is whole costs as much as standing there would.
    fn lay_along(
        &mut self,
        own: &OwnPoses,
        config: &WatchConfig,
        movement: &OwnMovement,
        poses: &[PoseView],
        shown: &Shown<'_>,
    ) -> Laid {
        let count = poses.len();
        // What lasts longer than the slowest performance was performed several times.
        let lasts_s = shown.step_s * (shown.frames.len() - 1) as f32;
        let again = lasts_s > movement.step_s * count as f32 / config.pace.0.max(1e-3);
        let cyclic = movement.cyclic || again;
        let entry =
            if movement.cyclic { (shown.frames.len() as f32 * config.entry_share) as usize } else { 0 };
        let frames = &shown.frames[entry..shown.frames.len() - entry];
        let per_frame = shown.step_s / movement.step_s;
        let (least, most) =
            ((per_frame * config.pace.0) as usize, (per_frame * config.pace.1).ceil() as usize);
        let most = most.clamp(1, 255);
        self.weigh_unseen(own, movement, poses, shown);
        self.costs.clear();
        self.costs.resize(frames.len() * count, f32::INFINITY);
        self.steps.clear();
        self.steps.resize(frames.len() * count, 0);
        for (pose, cost) in self.costs[..count].iter_mut().enumerate() {
            *cost = near(&frames[0], &poses[pose]) + self.unseen.0[pose];
        }
        for (frame, view) in frames.iter().enumerate().skip(1) {
            let (before, now) = self.costs.split_at_mut(frame * count);
            let before = &before[(frame - 1) * count..];
            let steps = &mut self.steps[frame * count..][..count];
            for pose in 0..count {
                let mut best = (f32::INFINITY, 0);
                // Waiting at either end is free: that is standing.
                let waits = !movement.cyclic && (pose == 0 || pose + 1 == count);
                for step in if waits { 0 } else { least }..=most {
                    let from = match pose.checked_sub(step) {
                        Some(from) => from,
                        None if cyclic => (pose + count - step % count) % count,
                        None => break,
                    };
                    if before[from] < best.0 {
                        best = (before[from], step as u8);
                    }
                }
                if best.0.is_finite() {
                    now[pose] = best.0 + near(view, &poses[pose]);
                    steps[pose] = best.1;
                }
            }
        }
        let last = &self.costs[(frames.len() - 1) * count..][..count];
        let ends = last.iter().zip(&self.unseen.1).map(|(cost, unseen)| cost + unseen);
        let best = ends.enumerate().min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
        let Some((end, cost)) = best.filter(|(_, cost)| cost.is_finite()) else {
            return Laid { distance: f32::INFINITY, pace: 1.0 };
        };
        let pace = self.trace(end, count, frames.len()) / (per_frame * (frames.len() - 1).max(1) as f32);
        Laid { distance: cost / frames.len() as f32, pace }
    }

    fn weigh_unseen(
        &mut self,
        own: &OwnPoses,
        movement: &OwnMovement,
        poses: &[PoseView],
        shown: &Shown<'_>,
    ) {
        let count = poses.len();
        let (before, after) = &mut self.unseen;
        before.clear();
        before.resize(count, 0.0);
        after.clear();
        after.resize(count, 0.0);
        if movement.cyclic {
            return;
        }
        let frames_per_pose = movement.step_s / shown.step_s;
        let cost = |pose: usize| poses[pose].distance(own.standing()) * frames_per_pose;
        for pose in 1..count {
            if shown.whole.0 {
                before[pose] = before[pose - 1] + cost(pose - 1);
            }
            if shown.whole.1 {
                after[count - 1 - pose] = after[count - pose] + cost(count - pose);
            }
        }
    }

    /// Follows the best way back; gives the number of poses passed.
    fn trace(&mut self, end: usize, count: usize, frames: usize) -> f32 {
        self.path.clear();
        self.path.resize(frames, 0);
        let (mut at, mut passed) = (end, 0.0);
        for frame in (0..frames).rev() {
            self.path[frame] = at as u32;
            let step = usize::from(self.steps[frame * count + at]);
            passed += step as f32;
            at = (at + count * step.div_ceil(count.max(1)) - step) % count;
        }
        passed
    }

    /// The mix of a blended movement's corners that comes nearest to the gesture along the way that was found.
    fn mix(
        &self,
        own: &OwnPoses,
        movement: &OwnMovement,
        poses: &[PoseView],
        frames: &[PoseView],
    ) -> ArrayVec<f32, MAX_CORNERS> {
        let corners = movement.corners.len().min(MAX_CORNERS);
        let mut gram = [[0.0f32; MAX_CORNERS]; MAX_CORNERS];
        let mut wanted = [0.0f32; MAX_CORNERS];
        let entry = (frames.len() - self.path.len()) / 2;
        for (pose, frame) in self.path.iter().zip(&frames[entry..]) {
            let turned = frame.laid_onto(&poses[*pose as usize]);
            let corner = |index: usize| own.pose(movement.corners[index].0 + pose);
            for a in 0..corners {
                wanted[a] += dot(corner(a), &turned, &turned.weight);
                for (b, product) in gram[a].iter_mut().enumerate().take(corners) {
                    *product += dot(corner(a), corner(b), &turned.weight);
                }
            }
        }
        simplex_fit(&gram, &wanted, corners)
    }
}

/// The distance of a frame and a pose; a frame in which nothing shows is as near to one as to another.
fn near(frame: &PoseView, pose: &PoseView) -> f32 {
    let distance = frame.distance(pose);
    if distance.is_finite() { distance } else { 0.0 }
}

fn dot(a: &PoseView, b: &PoseView, weight: &[f32; LANES]) -> f32 {
    (0..LANES)
        .map(|lane| weight[lane] * (a.x[lane] * b.x[lane] + a.y[lane] * b.y[lane] + a.z[lane] * b.z[lane]))
        .sum()
}

/// One pose of a blended movement.
fn blended(own: &OwnPoses, movement: &OwnMovement, index: u32, weights: &[f32]) -> PoseView {
    let mut view = PoseView { weight: own.pose(movement.poses.start + index).weight, ..PoseView::default() };
    for ((first, _), weight) in movement.corners.iter().zip(weights) {
        view.add(own.pose(first + index), *weight);
    }
    view
}

/// Weights of sum 1, none below 0, with the least `w'Gw - 2w'b`: pairwise exchanges until nothing is gained.
fn simplex_fit(
    gram: &[[f32; MAX_CORNERS]; MAX_CORNERS],
    wanted: &[f32; MAX_CORNERS],
    corners: usize,
) -> ArrayVec<f32, MAX_CORNERS> {
    const ROUNDS: usize = 60;
    let mut weights: ArrayVec<f32, MAX_CORNERS> = (0..corners).map(|_| 1.0 / corners as f32).collect();
    for _ in 0..ROUNDS {
        let mut moved = 0.0f32;
        for a in 0..corners {
            for b in 0..a {
                let slope = |c: usize| {
                    (0..corners).map(|other| gram[c][other] * weights[other]).sum::<f32>() - wanted[c]
                };
                let bend = gram[a][a] + gram[b][b] - 2.0 * gram[a][b];
                if bend <= 1e-9 {
                    continue;
                }
                let shift = ((slope(b) - slope(a)) / bend).clamp(-weights[a], weights[b]);
                weights[a] += shift;
                weights[b] -= shift;
                moved = moved.max(shift.abs());
            }
        }
        if moved < 1e-4 {
            break;
        }
    }
    weights
}

/// Probabilities from distances: rivals as near as the best share what there is.
fn weigh(ranked: &mut Ranked, doubt: f32) {
    let Some(best) = ranked.first().map(|candidate| candidate.distance) else { return };
    let mut total = 0.0;
    for candidate in ranked.iter_mut() {
        let behind = (candidate.distance - best) / doubt.max(1e-6);
        candidate.probability = maths::exp(-behind);
        total += candidate.probability;
    }
    ranked.iter_mut().for_each(|candidate| candidate.probability /= total);
}
