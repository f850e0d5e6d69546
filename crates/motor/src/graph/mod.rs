//! The pose graph (Buchsbaum 5.7.1): what a body can do, as poses and the ways between them, at three
//! resolutions: poses, movements (named runs of poses) and groups of movements.
//!
//! It is built from clips and can be changed while it is used: a movement that is added later is joined to what
//! is there without rebuilding it. It holds no state of a body; a [`Player`](crate::Player) walks it.

mod build;
mod coarse;
mod connect;
mod frames;
mod hermite;
mod measure;
mod near;
mod search;

pub use build::NoGraph;
pub use coarse::Coarse;
pub use frames::carrier;
pub(crate) use hermite::between;
pub use search::{Finder, Found};

use crate::effectors::EFFECTORS;
use crate::{Bound, EffectorMap, Mark, Pose, Skeleton};
use glam::Vec3;
use piaget_terms::{Effector, Name};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// How a graph is built. Lengths are in body heights.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GraphConfig {
    /// Poses per second of a clip. More make finer transitions and a larger graph. Try this first.
    pub rate_hz: f32,
    /// The time over which a difference in velocity counts as a difference in place. Higher values ask for
    /// transitions that keep the motion going.
    pub velocity_s: f32,
    /// Transitions join poses that are no farther apart than this.
    pub within: f32,
    /// The most transitions that leave a pose, each to another movement.
    pub transitions: u32,
    /// How many seconds of detour a transition of one body height is worth.
    pub distance_cost_s: f32,
    /// No transition is shorter, so that the eye can follow it.
    pub shortest_s: f32,
    /// Movements whose poses come this near to each other share a hub.
    pub hub_within: f32,
    /// A clip whose end is this near to its beginning is taken as cyclic, even if its file does not say so.
    pub cyclic_within: f32,
    /// Resting and every movement that comes this near to it are joined directly, so that no way leads through a
    /// third movement that would look like a gesture of its own.
    pub spoke_within: f32,
    /// Whether movements that nothing leads to or from get a bridge: a transition longer than `within`.
    pub bridges: bool,
}

impl Default for GraphConfig {
    fn default() -> Self {
        Self {
            rate_hz: 30.0,
            velocity_s: 0.1,
            within: 0.06,
            transitions: 5,
            distance_cost_s: 2.0,
            shortest_s: 1.0 / 15.0,
            hub_within: 0.015,
            cyclic_within: 0.02,
            spoke_within: 0.15,
            bridges: true,
        }
    }
}

/// How the root moves over the ground at a moment, in its own frame (z ahead, x to the left).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RootMotion {
    /// Units of the file per second.
    pub velocity: Vec3,
    /// Radians per second about the vertical.
    pub yaw_rate: f32,
}

/// A pose of the graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PoseNode {
    /// The movement that it belongs to.
    pub movement: u32,
    /// When in its movement.
    pub time_s: f32,
    /// The configuration, with the root's travel taken away.
    pub pose: Pose,
    /// Per joint, how it turns: a vector in its own frame, radians per second.
    pub spin: Vec<Vec3>,
    /// Per joint, how it moves against its parent.
    pub drift: Vec<Vec3>,
    /// How the root travels.
    pub root: RootMotion,
    /// Where the effectors are, in the root's frame and the file's unit.
    pub effectors: [Option<Vec3>; EFFECTORS],
}

/// Why there is an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EdgeKind {
    /// The next frame of the same clip.
    Next,
    /// From one clip to another, where poses are near.
    Transition,
    /// A long way that was needed to keep the graph connected.
    Bridge,
}

/// A way from one pose to another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Edge {
    /// Where it leads.
    pub to: u32,
    /// How long it takes.
    pub seconds: f32,
    /// What it costs: its time and, where it is no part of a clip, the distance.
    pub cost: f32,
    /// Why it is there.
    pub kind: EdgeKind,
}

/// A named run of poses (Buchsbaum 5.7.3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Movement {
    /// Its name.
    pub name: Name,
    /// The group it belongs to; empty for none.
    pub group: Name,
    /// Its poses, first to last.
    pub poses: Range<u32>,
    /// How long it lasts.
    pub seconds: f32,
    /// Whether it runs in a circle.
    pub cyclic: bool,
    /// What happens when.
    pub marks: Vec<Mark>,
    /// Where it cannot be left.
    pub bounds: Vec<Bound>,
    /// If it is a blend of others: which, and what each stands for. Their poses lie side by side.
    pub blend: Vec<(u32, Vec3)>,
    /// Whether it was taken out of the graph.
    pub removed: bool,
}

/// A pose that many movements pass through, such as standing (Buchsbaum 6.1.2).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hub {
    /// The pose in the middle.
    pub pose: u32,
    /// The movements that pass it.
    pub movements: Vec<u32>,
}

/// What a body can do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PoseGraph {
    config: GraphConfig,
    skeleton: Skeleton,
    effectors: EffectorMap,
    carrier: u32,
    morphs: u32,
    nodes: Vec<PoseNode>,
    out: Vec<Vec<Edge>>,
    into: Vec<Vec<u32>>,
    movements: Vec<Movement>,
    hubs: Vec<Hub>,
    /// Feature vectors of the poses, one after another.
    table: Vec<f32>,
    /// Per joint, the fastest turn in any clip.
    fastest_spin: Vec<f32>,
    /// Per joint, the fastest shift against its parent in any clip.
    fastest_drift: Vec<f32>,
    coarse: Coarse,
    /// The most distance that any edge covers per unit of cost: makes the search's hint safe.
    pace: f32,
}

impl PoseGraph {
    /// The settings it was built with.
    pub fn config(&self) -> &GraphConfig {
        &self.config
    }

    /// The bones.
    pub fn skeleton(&self) -> &Skeleton {
        &self.skeleton
    }

    /// Which joints are the marked parts.
    pub fn effector_map(&self) -> &EffectorMap {
        &self.effectors
    }

    /// The joint whose way over the ground is the body's.
    pub fn carrier(&self) -> u32 {
        self.carrier
    }

    /// How many morph weights a pose has.
    pub fn morphs(&self) -> usize {
        self.morphs as usize
    }

    /// All poses; those of removed movements stay in their place.
    pub fn nodes(&self) -> &[PoseNode] {
        &self.nodes
    }

    /// The ways that leave a pose.
    pub fn edges(&self, pose: u32) -> &[Edge] {
        &self.out[pose as usize]
    }

    /// The poses from which a way leads here.
    pub fn parents(&self, pose: u32) -> &[u32] {
        &self.into[pose as usize]
    }

    /// The edge between two poses, if there is one.
    pub fn edge(&self, from: u32, to: u32) -> Option<&Edge> {
        self.out[from as usize].iter().find(|edge| edge.to == to)
    }

    /// All movements, also those that were removed.
    pub fn movements(&self) -> &[Movement] {
        &self.movements
    }

    /// The movement of this name.
    pub fn movement(&self, name: &str) -> Option<u32> {
        let found = self.movements.iter().position(|movement| !movement.removed && movement.name == name);
        found.map(|index| index as u32)
    }

    /// The names that come nearest to one that the body does not have.
    pub fn nearest_names(&self, name: &str) -> Vec<Name> {
        let mut left: Vec<&str> =
            self.movements.iter().filter(|m| !m.removed).map(|movement| movement.name.as_str()).collect();
        let mut names = Vec::new();
        while let Some(near) = piaget_text::nearest(name, left.iter().copied()).filter(|_| names.len() < 3) {
            names.push(Name::cut(near));
            left.retain(|other| *other != near);
        }
        names
    }

    /// Groups of movements, in the order of their names.
    pub fn groups(&self) -> Vec<(Name, Vec<u32>)> {
        let mut groups: Vec<(Name, Vec<u32>)> = Vec::new();
        for (index, movement) in self.movements.iter().enumerate().filter(|(_, m)| !m.removed) {
            let group = if movement.group.is_empty() { movement.name } else { movement.group };
            match groups.iter_mut().find(|(name, _)| *name == group) {
                Some((_, members)) => members.push(index as u32),
                None => groups.push((group, vec![index as u32])),
            }
        }
        groups.sort_by_key(|(name, _)| *name);
        groups
    }

    /// Poses that many movements pass, the busiest first.
    pub fn hubs(&self) -> &[Hub] {
        &self.hubs
    }

    /// The graph of movements.
    pub fn coarse(&self) -> &Coarse {
        &self.coarse
    }

    /// The distance of two poses, as the module [`graph`](crate::graph) documents it.
    pub fn distance(&self, a: u32, b: u32) -> f32 {
        measure::squared(self.features(a), self.features(b), f32::MAX).sqrt()
    }

    /// Per joint, the fastest turn in any clip, in radians per second.
    pub fn fastest_spin(&self) -> &[f32] {
        &self.fastest_spin
    }

    /// Per joint, the fastest shift against its parent in any clip, per second.
    pub fn fastest_drift(&self) -> &[f32] {
        &self.fastest_drift
    }

    /// How many edges there are.
    pub fn edge_count(&self) -> usize {
        self.out.iter().map(Vec::len).sum()
    }

    /// The pose that brings an effector nearest to a point in the root's frame (Buchsbaum 5.7.4). Movements
    /// are looked at first: one whose box cannot hold a better pose is not searched.
    pub fn nearest_pose(&self, effector: Effector, point: Vec3) -> Option<u32> {
        let mut order: Vec<(f32, u32)> = Vec::new();
        for (index, movement) in self.movements.iter().enumerate().filter(|(_, m)| !m.removed) {
            let places = self.nodes[movement.poses.start as usize..movement.poses.end as usize].iter();
            let places = places.filter_map(|node| node.effectors[effector as usize]);
            let (low, high) =
                places.fold((Vec3::MAX, Vec3::MIN), |(low, high), at| (low.min(at), high.max(at)));
            if low.cmple(high).all() {
                order.push(((point - point.clamp(low, high)).length_squared(), index as u32));
            }
        }
        order.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut best: Option<(f32, u32)> = None;
        for (bound, movement) in order {
            if best.is_some_and(|(distance, _)| distance <= bound) {
                break;
            }
            for pose in self.movements[movement as usize].poses.clone() {
                let Some(at) = self.nodes[pose as usize].effectors[effector as usize] else { continue };
                let distance = (at - point).length_squared();
                if best.is_none_or(|(known, _)| distance < known) {
                    best = Some((distance, pose));
                }
            }
        }
        best.map(|(_, pose)| pose)
    }

    pub(crate) fn features(&self, pose: u32) -> &[f32] {
        let width = measure::width(&self.skeleton);
        &self.table[pose as usize * width..][..width]
    }

    /// Whether a movement may be left at this time.
    pub fn can_leave(&self, pose: u32) -> bool {
        let node = &self.nodes[pose as usize];
        let bounds = &self.movements[node.movement as usize].bounds;
        !bounds.iter().any(|bound| node.time_s >= bound.from_s && node.time_s < bound.to_s)
    }
}
