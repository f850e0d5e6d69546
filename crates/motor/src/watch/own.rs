//! The own body as the model of another's (Buchsbaum 6.1.3): every pose of the own graph as an onlooker would see
//! it, what standing looks like, and how far apart the own movements are.

use super::nothing::Nothing;
use super::view::{Parts, PoseView, Whole};
use super::{LikenessConfig, WatchConfig, likeness};
use crate::effectors::EFFECTORS;
use crate::graph::PoseGraph;
use glam::Vec3;
use piaget_terms::{Effector, Name};
use std::ops::Range;

/// One movement that another may be seen to perform.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnMovement {
    /// Its name: what to ask the own body for to imitate it.
    pub name: Name,
    /// The group it belongs to; empty for none.
    pub group: Name,
    /// Which movement of the graph.
    pub movement: u32,
    /// Its poses.
    pub poses: Range<u32>,
    /// Time from one pose to the next.
    pub step_s: f32,
    /// Whether it runs in a circle, without standing between.
    pub cyclic: bool,
    /// For a blended movement, the first pose of each corner and what the corner stands for.
    pub corners: Vec<(u32, Vec3)>,
    /// The farthest that it gets from standing, in own body heights.
    pub away: f32,
}

/// What a body knows of how it looks.
///
/// ```
/// use piaget_motor::watch::{OwnPoses, WatchConfig};
/// use piaget_motor::{Clip, EffectorMap, GraphConfig, Joint, PoseGraph, Skeleton, Transform};
/// use piaget_terms::{Effector, Name};
/// use glam::Vec3;
/// let joint = |name: &str, parent, y| Joint { name: name.into(), parent, rest: Transform::at(Vec3::Y * y) };
/// let bones = Skeleton::new(vec![joint("root", None, 0.5), joint("neck", Some(0), 0.4)]).unwrap();
/// let clip = Clip::new(Name::cut("stand"), 1.0);
/// let map = EffectorMap::guess(&bones);
/// let graph = PoseGraph::of_clips(&bones, map, 0, &[clip], GraphConfig::default()).unwrap();
/// let own = OwnPoses::new(&graph, &WatchConfig::default());
/// assert!(own.standing().part(Effector::Neck).is_some());
/// ```
#[derive(Clone, Debug)]
pub struct OwnPoses {
    /// The own height in the file's unit: the measure of all that is seen.
    unit: f32,
    poses: Vec<PoseView>,
    /// The same, turned so that the nose is ahead; for the search as printed.
    by_nose: Vec<PoseView>,
    /// Per pose, the movement that it is part of, as a place in `movements`; `NONE` for standing.
    part_of: Vec<u32>,
    movements: Vec<OwnMovement>,
    children: Links,
    parents: Links,
    standing: PoseView,
    /// The pose that is standing.
    first_standing: u32,
    /// Per part, how far it is from the part it hangs from.
    lengths: [f32; EFFECTORS],
    /// Farther than this from standing, a body does something.
    away: f32,
    /// How another's body is measured against it.
    likeness: LikenessConfig,
    /// What it looks like when it does nothing in particular.
    nothing: Nothing,
}

/// No movement.
pub(super) const NONE: u32 = u32::MAX;

/// For each pose those that it is joined to, one list after another.
#[derive(Clone, Debug, Default)]
struct Links {
    first: Vec<u32>,
    to: Vec<u32>,
}

impl Links {
    fn push<I: Iterator<Item = u32>>(&mut self, to: I) {
        if self.first.is_empty() {
            self.first.push(0);
        }
        self.to.extend(to);
        self.first.push(self.to.len() as u32);
    }

    fn of(&self, pose: u32) -> &[u32] {
        let (from, to) = (self.first[pose as usize], self.first[pose as usize + 1]);
        &self.to[from as usize..to as usize]
    }
}

impl OwnPoses {
    /// How the poses of a graph look from outside.
    pub fn new(graph: &PoseGraph, config: &WatchConfig) -> Self {
        let unit = graph.skeleton().height();
        let relative = |pose: usize| -> (Parts, f32) {
            let places = &graph.nodes()[pose].effectors;
            let root = places[Effector::Root as usize].unwrap_or_default();
            (places.map(|place| place.map(|place| (place - root) / unit)), root.y / unit)
        };
        let rest = graph.movement(config.standing.as_str());
        let rest = rest.unwrap_or_else(|| graph.nodes()[graph.centre() as usize].movement);
        // The beginning of the resting movement is its stillest moment: gestures begin and end there.
        let first = match graph.movement(config.standing.as_str()) {
            Some(rest) => graph.movements()[rest as usize].poses.start,
            None => graph.centre(),
        };
        let (standing, height) = relative(first as usize);
        let view = |pose: usize| {
            let (parts, root) = relative(pose);
            let moves = graph.nodes()[pose].root;
            let speed_per_s = moves.velocity.with_y(0.0).length() / unit;
            let whole = Whole { speed_per_s, above: root - height };
            let view = PoseView::new(&parts, Some(whole));
            PoseView { turn_per_s: moves.yaw_rate, ..view }
        };
        let poses: Vec<PoseView> = (0..graph.nodes().len()).map(view).collect();
        let nothing = Nothing::new(&poses[first as usize], config.slowest_gait);
        let mut own = Self {
            nothing,
            unit,
            by_nose: poses.iter().map(|pose| pose.facing_by_nose().unwrap_or(*pose)).collect(),
            standing: poses[first as usize],
            first_standing: first,
            lengths: likeness::lengths(&standing).map(|length| length.unwrap_or(0.0)),
            part_of: vec![NONE; poses.len()],
            poses,
            movements: Vec::new(),
            children: Links::default(),
            parents: Links::default(),
            away: 0.0,
            likeness: config.likeness,
        };
        for pose in 0..graph.nodes().len() as u32 {
            own.children.push(graph.edges(pose).iter().map(|edge| edge.to));
            own.parents.push(graph.parents(pose).iter().copied());
        }
        own.gather_movements(config, graph, rest);
        own.away = own.away_from(config);
        own.gather_passing(config, graph);
        own
    }

    /// Takes in the poses of standing, walking and turning, a few of each round.
    fn gather_passing(&mut self, config: &WatchConfig, graph: &PoseGraph) {
        for movement in graph.movements().iter().filter(|movement| config.passing.contains(&movement.group)) {
            let count = movement.poses.len().max(1);
            let every = count.div_ceil(config.passing_poses.max(1) as usize);
            for pose in movement.poses.clone().step_by(every) {
                self.nothing.add(&self.poses[pose as usize]);
            }
        }
    }

    /// How far a view is from doing nothing in particular: standing, walking, turning, looking about.
    pub fn from_nothing(&self, view: &PoseView) -> f32 {
        self.nothing.distance(view)
    }

    fn gather_movements(&mut self, config: &WatchConfig, graph: &PoseGraph, rest: u32) {
        let all = graph.movements();
        let corner_of = |index: u32| {
            all.iter().position(|whole| whole.blend.iter().any(|(part, _)| *part == index)).map(|i| i as u32)
        };
        for (index, movement) in all.iter().enumerate() {
            let index = index as u32;
            if movement.removed || index == rest || corner_of(index).is_some() {
                continue;
            }
            let place = self.movements.len() as u32;
            let steps = if movement.cyclic { movement.poses.len() } else { movement.poses.len() - 1 };
            let corners: Vec<(u32, Vec3)> =
                movement.blend.iter().map(|(part, at)| (all[*part as usize].poses.start, *at)).collect();
            let runs = corners.iter().map(|(first, _)| *first..*first + movement.poses.len() as u32);
            let mut away = 0.0f32;
            for pose in runs.chain([movement.poses.clone()]).flatten() {
                self.part_of[pose as usize] = place;
                away = away.max(self.poses[pose as usize].distance(&self.standing));
            }
            // A gesture that begins and ends in standing may be repeated, but each time is a gesture.
            let from_standing = self.poses[movement.poses.start as usize].distance(&self.standing);
            self.movements.push(OwnMovement {
                name: movement.name,
                group: movement.group,
                movement: index,
                poses: movement.poses.clone(),
                step_s: (movement.seconds / steps.max(1) as f32).max(1e-3),
                cyclic: movement.cyclic && from_standing > config.begins_within,
                corners,
                away,
            });
        }
    }

    /// Where standing ends: a share of how far the quietest own movement gets from it.
    fn away_from(&self, config: &WatchConfig) -> f32 {
        let quietest = self.movements.iter().map(|movement| movement.away).fold(f32::INFINITY, f32::min);
        let share = if quietest.is_finite() { quietest * config.away_share } else { 0.0 };
        share.clamp(config.away_least, config.away_most)
    }

    /// The own height in the unit of the own file.
    pub fn unit(&self) -> f32 {
        self.unit
    }

    /// What standing looks like.
    pub fn standing(&self) -> &PoseView {
        &self.standing
    }

    /// How another's body is measured against it.
    pub(super) fn likeness(&self) -> &LikenessConfig {
        &self.likeness
    }

    /// Farther than this from standing, in own body heights, a body does something.
    pub fn away(&self) -> f32 {
        self.away
    }

    /// What another may be seen to do: all own movements but standing; a blended one stands for its parts.
    pub fn movements(&self) -> &[OwnMovement] {
        &self.movements
    }

    /// The place of a movement among [`movements`](Self::movements).
    pub fn find(&self, name: &str) -> Option<u32> {
        self.movements.iter().position(|movement| movement.name == name).map(|place| place as u32)
    }

    /// How many poses there are.
    pub fn len(&self) -> usize {
        self.poses.len()
    }

    /// Never true: a graph has poses.
    pub fn is_empty(&self) -> bool {
        self.poses.is_empty()
    }

    pub(super) fn first_standing(&self) -> u32 {
        self.first_standing
    }

    pub(super) fn lengths(&self) -> &[f32; EFFECTORS] {
        &self.lengths
    }

    /// A pose of the graph as an onlooker sees it.
    pub fn pose(&self, pose: u32) -> &PoseView {
        &self.poses[pose as usize]
    }

    pub(super) fn by_nose(&self) -> &[PoseView] {
        &self.by_nose
    }

    pub(super) fn part_of(&self, pose: u32) -> u32 {
        self.part_of[pose as usize]
    }

    pub(super) fn children(&self, pose: u32) -> &[u32] {
        self.children.of(pose)
    }

    pub(super) fn parents(&self, pose: u32) -> &[u32] {
        self.parents.of(pose)
    }
}
