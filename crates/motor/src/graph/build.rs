//! Clips become a graph; later clips join it.

use super::near::{NearTree, Nearest};
use super::{Coarse, Edge, EdgeKind, GraphConfig, Movement, PoseGraph, PoseNode, frames, hermite, measure};
use crate::{Clip, EffectorMap, Model, Skeleton};
use piaget_terms::Name;

/// Poses of one movement closer in time than this are no transition but the clip itself.
const SAME_RUN_S: f32 = 0.4;
/// More poses than this are refused, and more of all their joints: a movement of hours takes few bytes in a file.
const MAX_POSES: usize = 50_000;
const MAX_POSE_JOINTS: usize = 1 << 20;
/// How often two poses are compared at most. Where all are alike, nearly all of them lie near to each.
const MAX_COMPARED: u64 = 100_000_000;

/// Why clips make no graph.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NoGraph {
    /// Nothing to build from.
    #[error("there is no clip to build a graph from")]
    NoClips,
    /// Too long or too many.
    #[error(
        "the clips hold {0} poses; at most {MAX_POSES}, and {MAX_POSE_JOINTS} of all their joints, are built into a graph"
    )]
    TooMany(usize),
    /// Too many poses that hardly differ.
    #[error("the clips hold too many poses that are alike; leave out what stands still")]
    TooAlike,
    /// Two movements of one name.
    #[error("there is a movement `{0}` already")]
    Twice(Name),
    /// A clip of no length, or not finite.
    #[error("the clip `{0}` has a length of {1} s")]
    Length(Name, f32),
    /// The parts of a blended movement do not fit together.
    #[error("the parts of the blended movement `{0}` are not all cyclic or all not")]
    Blend(Name),
}

impl PoseGraph {
    /// The graph of all clips of a model.
    pub fn new(model: &Model, config: GraphConfig) -> Result<Self, NoGraph> {
        let effectors = EffectorMap::guess(&model.skeleton);
        Self::of_clips(&model.skeleton, effectors, model.morphs.len(), &model.clips, config)
    }

    /// The graph of some clips of one skeleton.
    pub fn of_clips(
        skeleton: &Skeleton,
        effectors: EffectorMap,
        morphs: usize,
        clips: &[Clip],
        config: GraphConfig,
    ) -> Result<Self, NoGraph> {
        if clips.is_empty() {
            return Err(NoGraph::NoClips);
        }
        let mut graph = Self {
            config,
            skeleton: skeleton.clone(),
            effectors,
            carrier: frames::carrier(skeleton, clips),
            morphs: morphs as u32,
            nodes: Vec::new(),
            out: Vec::new(),
            into: Vec::new(),
            movements: Vec::new(),
            hubs: Vec::new(),
            table: Vec::new(),
            fastest_spin: vec![0.0; skeleton.len()],
            fastest_drift: vec![0.0; skeleton.len()],
            coarse: Coarse::default(),
            pace: 0.0,
        };
        for clip in clips {
            graph.add_frames(clip)?;
        }
        graph.add_blends(clips)?;
        graph.set_limits();
        for movement in 0..graph.movements.len() as u32 {
            graph.link_run(movement);
        }
        let tree = NearTree::new(&graph.table, measure::width(&graph.skeleton));
        for pose in 0..graph.nodes.len() as u32 {
            graph.link_near(pose, &tree);
            if tree.compared() > MAX_COMPARED {
                return Err(NoGraph::TooAlike);
            }
        }
        graph.find_hubs(&tree);
        graph.build_spokes(None);
        if config.bridges {
            graph.build_bridges(None);
        }
        Ok(graph)
    }

    /// Adds a movement to a graph in use (an imitator learns a new one). What stands is not rebuilt: the new
    /// poses are compared with the old ones, hubs are kept.
    pub fn add(&mut self, clip: &Clip) -> Result<u32, NoGraph> {
        let first = self.nodes.len() as u32;
        let index = self.add_frames(clip)?;
        self.set_limits();
        self.link_run(index);
        // Old poses get edges to the new ones where they have room; new ones to all.
        let tree = NearTree::new(&self.table, measure::width(&self.skeleton));
        for pose in first..self.nodes.len() as u32 {
            self.link_near(pose, &tree);
            let back: Vec<u32> =
                self.out[pose as usize].iter().map(|edge| edge.to).filter(|to| *to < first).collect();
            for old in back {
                self.link(old, pose, EdgeKind::Transition);
            }
        }
        let (start, end) = (first, self.nodes.len() as u32 - 1);
        for hub in 0..self.hubs.len() {
            let centre = self.hubs[hub].pose;
            if [start, end].iter().any(|pose| self.distance(*pose, centre) <= self.config.hub_within) {
                self.hubs[hub].movements.push(index);
                self.link(centre, start, EdgeKind::Transition);
                self.link(end, centre, EdgeKind::Transition);
            }
        }
        self.build_spokes(Some(index));
        if self.config.bridges {
            self.build_bridges(Some(index));
        }
        Ok(index)
    }

    /// Takes a movement out: no way leads into it or through it any more. A body that is in it can leave.
    pub fn remove(&mut self, movement: u32) {
        let Some(removed) = self.movements.get_mut(movement as usize) else { return };
        removed.removed = true;
        let poses = removed.poses.clone();
        for pose in poses.clone() {
            for parent in std::mem::take(&mut self.into[pose as usize]) {
                if !poses.contains(&parent) {
                    self.out[parent as usize].retain(|edge| edge.to != pose);
                } else {
                    self.into[pose as usize].push(parent);
                }
            }
        }
        self.coarse.forget(movement);
        for hub in &mut self.hubs {
            hub.movements.retain(|other| *other != movement);
        }
        if self.config.bridges {
            self.build_bridges(None);
        }
        self.refresh_coarse();
    }

    /// Changes what an edge costs, for instance to make a body avoid it. Its cost cannot fall below its time.
    pub fn reweigh(&mut self, from: u32, to: u32, cost: f32) -> bool {
        let Some(edge) = self.out[from as usize].iter_mut().find(|edge| edge.to == to) else { return false };
        edge.cost = cost.max(edge.seconds);
        let (cost, distance) = (edge.cost, self.distance(from, to));
        self.pace = self.pace.max(distance / cost);
        self.refresh_coarse();
        true
    }

    fn refresh_coarse(&mut self) {
        let mut all = Vec::new();
        for (from, edges) in self.out.iter().enumerate() {
            let from = self.nodes[from].movement;
            let others = edges.iter().map(|edge| (from, self.nodes[edge.to as usize].movement, edge.cost));
            all.extend(others.filter(|(from, to, _)| from != to));
        }
        self.coarse.refresh(&all);
    }

    fn add_frames(&mut self, clip: &Clip) -> Result<u32, NoGraph> {
        let count = self.count_of(clip)?;
        let cyclic = clip.cyclic || self.ends_as_it_began(clip, count);
        let nodes = frames::frames(&self.skeleton, self.carrier, clip, (count, cyclic), self.morphs as usize);
        self.add_movement(clip, cyclic, nodes)
    }

    fn count_of(&self, clip: &Clip) -> Result<usize, NoGraph> {
        if !(clip.seconds >= 0.0 && clip.seconds.is_finite()) {
            return Err(NoGraph::Length(clip.name, clip.seconds));
        }
        let count = ((clip.seconds * self.config.rate_hz).round() as usize).saturating_add(1);
        let all = self.nodes.len().saturating_add(count);
        if all > MAX_POSES || all > MAX_POSE_JOINTS / self.skeleton.len().max(1) {
            return Err(NoGraph::TooMany(all));
        }
        Ok(count.max(2))
    }

    fn ends_as_it_began(&self, clip: &Clip, count: usize) -> bool {
        let nodes = frames::frames(&self.skeleton, self.carrier, clip, (count, false), self.morphs as usize);
        let mut table = Vec::new();
        for node in [&nodes[0], &nodes[count - 1]] {
            self.describe(node, node, 1.0, &mut table);
        }
        let width = measure::width(&self.skeleton);
        // A gesture that ends where it began in stillness is no cycle: a cycle is in motion there.
        let still = nodes[0].spin.iter().all(|spin| spin.length() < 0.2);
        !still
            && measure::squared(&table[..width], &table[width..], f32::MAX).sqrt() < self.config.cyclic_within
    }

    fn describe(&self, node: &PoseNode, later: &PoseNode, step_s: f32, table: &mut Vec<f32>) {
        let (mut places, mut now, mut next) = (Vec::new(), Vec::new(), Vec::new());
        self.skeleton.place(&node.pose, &mut places);
        measure::points(&self.skeleton, &places, &mut now);
        self.skeleton.place(&later.pose, &mut places);
        measure::points(&self.skeleton, &places, &mut next);
        measure::describe(node, &now, &next, (step_s, self.config.velocity_s, self.skeleton.height()), table);
    }

    fn add_movement(&mut self, clip: &Clip, cyclic: bool, mut nodes: Vec<PoseNode>) -> Result<u32, NoGraph> {
        if self.movement(clip.name.as_str()).is_some() {
            return Err(NoGraph::Twice(clip.name));
        }
        let index = self.movements.len() as u32;
        let first = self.nodes.len() as u32;
        let count = nodes.len();
        let mut places = Vec::new();
        for node in &mut nodes {
            node.movement = index;
            self.skeleton.place(&node.pose, &mut places);
            for (effector, place) in self.effectors.places(&places) {
                node.effectors[effector as usize] = Some(place);
            }
        }
        let steps = if cyclic { count } else { count - 1 };
        let step_s = (clip.seconds / steps as f32).max(1e-3);
        for frame in 0..count {
            let mut table = std::mem::take(&mut self.table);
            if frame + 1 < count || cyclic {
                self.describe(&nodes[frame], &nodes[(frame + 1) % count], step_s, &mut table);
            } else {
                self.describe(&nodes[frame], &nodes[frame], step_s, &mut table);
            }
            self.table = table;
        }
        self.nodes.extend(nodes);
        self.out.resize(self.nodes.len(), Vec::new());
        self.into.resize(self.nodes.len(), Vec::new());
        self.movements.push(Movement {
            name: clip.name,
            group: clip.group,
            poses: first..self.nodes.len() as u32,
            seconds: clip.seconds,
            cyclic,
            marks: clip.marks.clone(),
            bounds: clip.bounds.clone(),
            blend: Vec::new(),
            removed: false,
        });
        self.coarse.grow(self.movements.len());
        Ok(index)
    }

    /// One blended movement for each set of clips that are corners of the same space. Its own poses are the
    /// even blend of theirs, frame by frame; a player weighs them anew.
    fn add_blends(&mut self, clips: &[Clip]) -> Result<(), NoGraph> {
        let mut names: Vec<Name> =
            clips.iter().filter_map(|clip| clip.corner.map(|corner| corner.of)).collect();
        names.sort();
        names.dedup();
        for name in names {
            let parts: Vec<&Clip> =
                clips.iter().filter(|clip| clip.corner.is_some_and(|corner| corner.of == name)).collect();
            let members: Vec<(u32, glam::Vec3)> = parts
                .iter()
                .filter_map(|clip| Some((self.movement(clip.name.as_str())?, clip.corner?.at)))
                .collect();
            let cyclic = self.movements[members[0].0 as usize].cyclic;
            let same = |member: &(u32, glam::Vec3)| {
                let movement = &self.movements[member.0 as usize];
                let first = &self.movements[members[0].0 as usize];
                movement.cyclic == cyclic && movement.poses.len() == first.poses.len()
            };
            if !members.iter().all(same) {
                return Err(NoGraph::Blend(name));
            }
            let even = vec![1.0 / members.len() as f32; members.len()];
            let count = self.movements[members[0].0 as usize].poses.len();
            let nodes: Vec<PoseNode> = (0..count)
                .map(|frame| {
                    let poses =
                        members.iter().map(|m| self.movements[m.0 as usize].poses.start + frame as u32);
                    let poses: Vec<u32> = poses.collect();
                    self.blend_nodes(&poses, &even)
                })
                .collect();
            let clip = Clip { name, corner: None, tracks: Vec::new(), ..parts[0].clone() };
            let index = self.add_movement(&clip, cyclic, nodes)?;
            self.movements[index as usize].blend = members;
        }
        Ok(())
    }

    fn set_limits(&mut self) {
        for node in &self.nodes {
            for (joint, (spin, drift)) in node.spin.iter().zip(&node.drift).enumerate() {
                self.fastest_spin[joint] = self.fastest_spin[joint].max(spin.length());
                self.fastest_drift[joint] = self.fastest_drift[joint].max(drift.length());
            }
        }
        let most = |list: &[f32]| list.iter().copied().fold(0.0, f32::max);
        let least_spin = (most(&self.fastest_spin) * hermite::LEAST_SHARE).max(0.1);
        let least_drift =
            (most(&self.fastest_drift) * hermite::LEAST_SHARE).max(0.02 * self.skeleton.height());
        self.fastest_spin.iter_mut().for_each(|limit| *limit = limit.max(least_spin));
        self.fastest_drift.iter_mut().for_each(|limit| *limit = limit.max(least_drift));
    }

    /// The edges along a movement itself.
    fn link_run(&mut self, movement: u32) {
        let movement = &self.movements[movement as usize];
        let (poses, cyclic) = (movement.poses.clone(), movement.cyclic);
        let steps = if cyclic { poses.len() } else { poses.len() - 1 };
        let step_s = (movement.seconds / steps as f32).max(1e-3);
        for pose in poses.clone() {
            let to = if pose + 1 < poses.end { pose + 1 } else { poses.start };
            if pose + 1 < poses.end || cyclic {
                self.put(pose, Edge { to, seconds: step_s, cost: step_s, kind: EdgeKind::Next });
            }
        }
    }

    /// Edges to the nearest poses of other movements, and of other times of the same one.
    fn link_near(&mut self, pose: u32, tree: &NearTree) {
        let own = &self.nodes[pose as usize];
        let kind = |row: u32| {
            let other = &self.nodes[row as usize];
            let same_run = other.movement == own.movement && (other.time_s - own.time_s).abs() < SAME_RUN_S;
            (!same_run && !self.movements[other.movement as usize].removed).then_some(other.movement)
        };
        let mut nearest = Nearest::new(self.config.transitions as usize, self.config.within);
        let width = measure::width(&self.skeleton);
        tree.search((&self.table, width), self.features(pose), &kind, &mut nearest);
        for (to, ..) in nearest.found {
            self.link(pose, to, EdgeKind::Transition);
        }
    }

    /// An edge between two poses, timed by their distance and velocities; none where one is there already.
    pub(super) fn link(&mut self, from: u32, to: u32, kind: EdgeKind) {
        if from == to || self.edge(from, to).is_some() {
            return;
        }
        let seconds = self.seconds_between(from, to);
        let cost = seconds + self.config.distance_cost_s * self.distance(from, to);
        self.put(from, Edge { to, seconds, cost, kind });
    }

    fn put(&mut self, from: u32, edge: Edge) {
        self.pace = self.pace.max(self.distance(from, edge.to) / edge.cost);
        self.coarse.offer(
            self.nodes[from as usize].movement,
            self.nodes[edge.to as usize].movement,
            edge.cost,
        );
        self.into[edge.to as usize].push(from);
        self.out[from as usize].push(edge);
    }
}
