//! Hubs, and bridges where the clips alone leave a movement out of reach.

use super::near::{NearTree, Nearest};
use super::{EdgeKind, Hub, PoseGraph, measure};
use std::ops::Range;

/// Fewer movements than this make no hub.
const LEAST_IN_HUB: usize = 3;
/// A pose and what lies near it: pose, movement and distance, one per movement.
type Around = (u32, Vec<(u32, u32, f32)>);

/// The most movements that are counted around one pose.
const MOST_IN_HUB: usize = 256;

impl PoseGraph {
    /// Looks, around the beginning and end of every movement, for poses that many movements pass, and joins
    /// those ends to the pose in the middle: a hub with spokes (Buchsbaum 6.1.2).
    pub(super) fn find_hubs(&mut self, tree: &NearTree) {
        let width = measure::width(&self.skeleton);
        let ends: Vec<u32> = self
            .movements
            .iter()
            .flat_map(|movement| [movement.poses.start, movement.poses.end - 1])
            .collect();
        let mut around: Vec<Around> = Vec::new();
        for pose in &ends {
            let mut nearest = Nearest::new(MOST_IN_HUB, self.config.hub_within);
            let kind = |row: u32| Some(self.nodes[row as usize].movement);
            tree.search((&self.table, width), self.features(*pose), &kind, &mut nearest);
            around.push((*pose, nearest.found));
        }
        let mut taken = vec![false; self.nodes.len()];
        loop {
            let fresh = |(_, found): &&Around| found.iter().filter(|(row, ..)| !taken[*row as usize]).count();
            let Some(best) = around
                .iter()
                .filter(|entry| !taken[entry.0 as usize])
                .max_by_key(|entry| (fresh(entry), std::cmp::Reverse(entry.0)))
            else {
                break;
            };
            if fresh(&best) < LEAST_IN_HUB.min(self.movements.len()) {
                break;
            }
            let hub =
                Hub { pose: best.0, movements: best.1.iter().map(|(_, movement, _)| *movement).collect() };
            let near: Vec<u32> = ends
                .iter()
                .copied()
                .chain(best.1.iter().map(|(row, ..)| *row))
                .filter(|end| self.distance(*end, hub.pose) <= self.config.hub_within)
                .collect();
            for end in near {
                taken[end as usize] = true;
                self.link(end, hub.pose, EdgeKind::Transition);
                self.link(hub.pose, end, EdgeKind::Transition);
            }
            taken[hub.pose as usize] = true;
            self.hubs.push(hub);
        }
        self.hubs.sort_by_key(|hub| std::cmp::Reverse(hub.movements.len()));
    }

    /// Joins the resting movement directly with each other one (or the one named) that comes near enough to it.
    pub(super) fn build_spokes(&mut self, only: Option<u32>) {
        let rest = self.nodes[self.centre() as usize].movement;
        let resting = self.movements[rest as usize].poses.clone();
        for index in only.map_or(0..self.movements.len() as u32, |only| only..only + 1) {
            let movement = &self.movements[index as usize];
            if index == rest || movement.removed {
                continue;
            }
            let poses = movement.poses.clone();
            // What runs in a circle can be entered and left anywhere, what does not only at its ends.
            let (entries, exits) = match movement.cyclic {
                true => (poses.clone(), poses.clone()),
                false => (poses.start..poses.start + 1, poses.end - 1..poses.end),
            };
            self.spoke(resting.clone(), entries, poses.clone());
            let back =
                exits.clone().any(|pose| self.edges(pose).iter().any(|edge| resting.contains(&edge.to)));
            if !back {
                self.join_nearest(exits, resting.clone());
            }
        }
    }

    /// A way from resting into a movement, where none is there yet.
    fn spoke(&mut self, resting: Range<u32>, entries: Range<u32>, poses: Range<u32>) {
        let there = resting.clone().any(|pose| self.edges(pose).iter().any(|edge| poses.contains(&edge.to)));
        if !there {
            self.join_nearest(resting, entries);
        }
    }

    fn join_nearest(&mut self, from: Range<u32>, to: Range<u32>) {
        let pairs = from.flat_map(|a| to.clone().map(move |b| (a, b)));
        let nearest = pairs
            .map(|(a, b)| (self.distance(a, b), a, b))
            .min_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        if let Some((distance, from, to)) = nearest
            && distance <= self.config.spoke_within
        {
            self.link(from, to, EdgeKind::Bridge);
        }
    }

    /// From each movement (or the one named) makes sure that a way leads to its beginning from the centre of the
    /// graph, and from its end back.
    pub(super) fn build_bridges(&mut self, only: Option<u32>) {
        let centre = self.centre();
        let movements = match only {
            Some(movement) => movement..movement + 1,
            None => 0..self.movements.len() as u32,
        };
        let mut reached = self.reached(centre, false);
        for index in movements.clone() {
            let movement = &self.movements[index as usize];
            let first = movement.poses.start;
            if movement.removed || reached[first as usize] {
                continue;
            }
            let able = |pose: u32| reached[pose as usize] && self.can_leave(pose);
            let from = self.nearest_of(first, &able).unwrap_or(centre);
            self.link(from, first, EdgeKind::Bridge);
            reached = self.reached(centre, false);
        }
        let mut reaches = self.reached(centre, true);
        for index in movements {
            let last = self.movements[index as usize].poses.end - 1;
            if reaches[last as usize] {
                continue;
            }
            let able = |pose: u32| {
                let removed = self.movements[self.nodes[pose as usize].movement as usize].removed;
                reaches[pose as usize] && !removed
            };
            let to = self.nearest_of(last, &able).unwrap_or(centre);
            self.link(last, to, EdgeKind::Bridge);
            reaches = self.reached(centre, true);
        }
    }

    /// The busiest hub, or the first pose where there is none.
    pub(crate) fn centre(&self) -> u32 {
        let alive = |pose: &u32| !self.movements[self.nodes[*pose as usize].movement as usize].removed;
        let first = || self.movements.iter().find(|movement| !movement.removed).map(|m| m.poses.start);
        self.hubs.iter().map(|hub| hub.pose).find(alive).or_else(first).unwrap_or(0)
    }

    fn nearest_of(&self, pose: u32, able: &dyn Fn(u32) -> bool) -> Option<u32> {
        let all = (0..self.nodes.len() as u32).filter(|other| *other != pose && able(*other));
        all.min_by(|a, b| self.distance(pose, *a).total_cmp(&self.distance(pose, *b)))
    }

    /// Which poses can be reached from one, or (backwards) from which it can be reached.
    pub fn reached(&self, from: u32, backwards: bool) -> Vec<bool> {
        let mut reached = vec![false; self.nodes.len()];
        let mut todo = vec![from];
        reached[from as usize] = true;
        while let Some(pose) = todo.pop() {
            let mut visit = |next: u32| {
                if !std::mem::replace(&mut reached[next as usize], true) {
                    todo.push(next);
                }
            };
            if backwards {
                self.into[pose as usize].iter().copied().for_each(&mut visit);
            } else {
                self.out[pose as usize].iter().for_each(|edge| visit(edge.to));
            }
        }
        reached
    }

    /// Whether every movement that is not removed can be entered from every pose of every other.
    pub fn is_connected(&self) -> bool {
        let centre = self.centre();
        let (reached, reaches) = (self.reached(centre, false), self.reached(centre, true));
        self.movements.iter().filter(|movement| !movement.removed).all(|movement| {
            reached[movement.poses.start as usize]
                && movement.poses.clone().all(|pose| reaches[pose as usize])
        })
    }
}
