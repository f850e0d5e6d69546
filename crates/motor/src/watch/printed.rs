//! The search for a path as it is printed (Buchsbaum 6.1.3, 6.3): the poses nearest to the middle frame, then one
//! edge per frame forward and backward in turn, the best paths kept; the movement that most poses of the best path
//! belong to, or a novel one where there is no majority.
//!
//! Frames are faced by the nose and compared by their mean distance; own poses and frames are taken to come at one
//! rate. Kept to be measured against [`matching`](super::matching).

use super::own::NONE;
use super::{Candidate, OwnPoses, PoseView, Ranked, WatchConfig};

/// A path that grows at both ends.
#[derive(Clone, Debug, Default)]
struct Path {
    cost: f32,
    first: u32,
    last: u32,
    /// Poses of each own movement on it; the last counts those of none.
    votes: Vec<u16>,
}

/// Buffers of the search.
#[derive(Clone, Debug, Default)]
pub struct PrintedSearch {
    paths: Vec<Path>,
    next: Vec<Path>,
    /// What could be grown: cost, path and new end.
    grown: Vec<(f32, u32, u32)>,
    faced: Vec<PoseView>,
}

impl PrintedSearch {
    /// Ranks own movements by their share of the best path; true if it is novel.
    pub fn rank(
        &mut self,
        own: &OwnPoses,
        config: &WatchConfig,
        frames: &[PoseView],
        ranked: &mut Ranked,
    ) -> bool {
        ranked.clear();
        self.faced.clear();
        self.faced.extend(frames.iter().filter_map(PoseView::facing_by_nose));
        let middle = self.faced.len() / 2;
        if self.faced.is_empty() {
            return false;
        }
        let beam = config.beam.max(1) as usize;
        self.seed(own, middle, beam);
        let (mut back, mut ahead) = (middle, middle);
        while back > 0 || ahead + 1 < self.faced.len() {
            if ahead + 1 < self.faced.len() {
                ahead += 1;
                self.grow(own, ahead, beam, true);
            }
            if back > 0 {
                back -= 1;
                self.grow(own, back, beam, false);
            }
        }
        let Some(best) = self.paths.first() else { return false };
        let frames = self.faced.len() as f32;
        let mut most = (0, NONE);
        for (movement, votes) in best.votes.iter().enumerate().take(own.movements().len()) {
            if *votes > most.0 {
                most = (*votes, movement as u32);
            }
        }
        if most.1 == NONE {
            return false;
        }
        ranked.push(Candidate {
            name: own.movements()[most.1 as usize].name,
            movement: most.1,
            distance: best.cost / frames,
            probability: f32::from(most.0) / frames,
            pace: 1.0,
            aim: None,
        });
        // Standing at either end belongs to every gesture; it has no vote.
        let standing = best.votes.last().copied().unwrap_or(0);
        2 * u32::from(most.0) <= (self.faced.len() as u32).saturating_sub(u32::from(standing))
    }

    fn seed(&mut self, own: &OwnPoses, middle: usize, beam: usize) {
        self.grown.clear();
        for (pose, view) in own.by_nose().iter().enumerate() {
            let distance = self.faced[middle].mean_distance(view);
            if distance.is_finite() {
                self.grown.push((distance, 0, pose as u32));
            }
        }
        keep_best(&mut self.grown, beam);
        self.paths.resize_with(beam, Path::default);
        self.paths.truncate(self.grown.len());
        for (path, (cost, _, pose)) in self.paths.iter_mut().zip(&self.grown) {
            (path.cost, path.first, path.last) = (*cost, *pose, *pose);
            path.votes.clear();
            path.votes.resize(own.movements().len() + 1, 0);
            vote(own, path, *pose);
        }
    }

    fn grow(&mut self, own: &OwnPoses, frame: usize, beam: usize, forward: bool) {
        self.grown.clear();
        for (index, path) in self.paths.iter().enumerate() {
            let ends = if forward { own.children(path.last) } else { own.parents(path.first) };
            for end in ends {
                let distance = self.faced[frame].mean_distance(&own.by_nose()[*end as usize]);
                let distance = if distance.is_finite() { distance } else { 0.0 };
                self.grown.push((path.cost + distance, index as u32, *end));
            }
        }
        if self.grown.is_empty() {
            return;
        }
        keep_best(&mut self.grown, beam);
        self.next.resize_with(beam, Path::default);
        for (path, (cost, from, end)) in self.next.iter_mut().zip(&self.grown) {
            let from = &self.paths[*from as usize];
            path.votes.clone_from(&from.votes);
            (path.cost, path.first, path.last) = (*cost, from.first, from.last);
            if forward {
                path.last = *end;
            } else {
                path.first = *end;
            }
            vote(own, path, *end);
        }
        self.next.truncate(self.grown.len());
        std::mem::swap(&mut self.paths, &mut self.next);
    }
}

fn vote(own: &OwnPoses, path: &mut Path, pose: u32) {
    let movement = (own.part_of(pose) as usize).min(path.votes.len() - 1);
    path.votes[movement] += 1;
}

fn keep_best(grown: &mut Vec<(f32, u32, u32)>, beam: usize) {
    grown.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
    grown.truncate(beam);
}
