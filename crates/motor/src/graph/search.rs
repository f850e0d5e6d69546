//! The cheapest way from pose to pose (A*, Buchsbaum 5.7.2), on demand, so that edges may change at any time.
//!
//! The movements are searched first; what that costs at least from each movement guides the search among poses,
//! together with the distance still to go. Both hints never exceed the true cost, so the way found is the best.

use super::{Edge, PoseGraph};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Keeps rounding from making a hint larger than the truth.
const SAFELY: f32 = 0.999;

/// What a search found, beside the way itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// What the way costs.
    pub cost: f32,
    /// How long it takes.
    pub seconds: f32,
    /// How many poses were looked at.
    pub expanded: u32,
}

/// Searches ways through graphs. It keeps its memory, so that a warm search does not allocate.
///
/// It walks from pose to pose, never leaves a movement where that is not allowed, and gives the same way for the
/// same question on every machine.
#[derive(Clone, Debug, Default)]
pub struct Finder {
    cost: Vec<f32>,
    from: Vec<u32>,
    seen: Vec<u32>,
    round: u32,
    heap: BinaryHeap<Open>,
    bounds: Vec<f32>,
}

#[derive(Clone, Copy, Debug)]
struct Open {
    estimate: f32,
    cost: f32,
    pose: u32,
}

impl PartialEq for Open {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl Eq for Open {}
impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Open {
    fn cmp(&self, other: &Self) -> Ordering {
        // The heap gives the greatest first: the lowest estimate must compare as greatest.
        other.estimate.total_cmp(&self.estimate).then(other.pose.cmp(&self.pose))
    }
}

impl Finder {
    /// The cheapest way to a pose, written to `way` without its start; `None` if there is none.
    pub fn to_pose(&mut self, graph: &PoseGraph, from: u32, to: u32, way: &mut Vec<u32>) -> Option<Found> {
        let mut bounds = std::mem::take(&mut self.bounds);
        graph.coarse.bounds_to(graph.nodes[to as usize].movement, &mut bounds);
        let pace = if graph.pace > 0.0 { SAFELY / graph.pace } else { 0.0 };
        let hint = |pose: u32| {
            let straight = graph.distance(pose, to) * pace;
            straight.max(bounds[graph.nodes[pose as usize].movement as usize] * SAFELY)
        };
        let found = self.search(graph, from, &|pose| pose == to, &hint, way);
        self.bounds = bounds;
        found
    }

    /// The cheapest way to the beginning of a movement.
    pub fn to_movement(
        &mut self,
        graph: &PoseGraph,
        from: u32,
        to: u32,
        way: &mut Vec<u32>,
    ) -> Option<Found> {
        self.to_pose(graph, from, graph.movements[to as usize].poses.start, way)
    }

    /// The cheapest way to any pose that fulfils a condition.
    pub fn to_any(
        &mut self,
        graph: &PoseGraph,
        from: u32,
        wanted: &dyn Fn(u32) -> bool,
        way: &mut Vec<u32>,
    ) -> Option<Found> {
        self.search(graph, from, wanted, &|_| 0.0, way)
    }

    fn search(
        &mut self,
        graph: &PoseGraph,
        from: u32,
        wanted: &dyn Fn(u32) -> bool,
        hint: &dyn Fn(u32) -> f32,
        way: &mut Vec<u32>,
    ) -> Option<Found> {
        way.clear();
        self.begin(graph.nodes.len());
        self.open(from, from, 0.0, hint(from));
        let mut expanded = 0;
        while let Some(Open { cost, pose, .. }) = self.heap.pop() {
            if cost > self.cost[pose as usize] {
                continue;
            }
            if wanted(pose) {
                let seconds = self.trace(graph, from, pose, way);
                return Some(Found { cost, seconds, expanded });
            }
            expanded += 1;
            let own = graph.nodes[pose as usize].movement;
            let can_leave = graph.can_leave(pose);
            for Edge { to, cost: step, .. } in &graph.out[pose as usize] {
                let same = graph.nodes[*to as usize].movement == own;
                if !(same || can_leave) {
                    continue;
                }
                let cost = cost + step;
                if self.seen[*to as usize] != self.round || cost < self.cost[*to as usize] {
                    let hint = hint(*to);
                    if hint.is_finite() {
                        self.open(*to, pose, cost, hint);
                    }
                }
            }
        }
        None
    }

    fn begin(&mut self, poses: usize) {
        if self.seen.len() < poses {
            self.cost.resize(poses, 0.0);
            self.from.resize(poses, 0);
            self.seen.resize(poses, 0);
            self.heap.reserve(poses * 2);
        }
        self.heap.clear();
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.seen.fill(0);
            self.round = 1;
        }
    }

    fn open(&mut self, pose: u32, from: u32, cost: f32, hint: f32) {
        self.seen[pose as usize] = self.round;
        self.cost[pose as usize] = cost;
        self.from[pose as usize] = from;
        self.heap.push(Open { estimate: cost + hint, cost, pose });
    }

    fn trace(&self, graph: &PoseGraph, from: u32, to: u32, way: &mut Vec<u32>) -> f32 {
        let mut seconds = 0.0;
        let mut pose = to;
        while pose != from {
            let before = self.from[pose as usize];
            seconds += graph.edge(before, pose).map_or(0.0, |edge| edge.seconds);
            way.push(pose);
            pose = before;
        }
        way.reverse();
        seconds
    }
}
