//! Journeys: a thing that walks is on its way somewhere. Goals are spread over the ground, each with the shortest
//! ways to it; how a thing was seen to walk says which of them it may be heading for, and unseen it goes on along
//! those ways, round corners and through doors, where a straight course would stop at the first wall.
//!
//! Distances are found by fast marching (a wave that starts at the goal), so that ways over open ground are straight
//! in any direction, not along the lattice. Graphs have no directions to march in; there a thing keeps its course.

use crate::distribution::{COURSES, Distribution, ROAMING};
use crate::lattice::{Lattice, Node, Shape};
use crate::map::Map;
use crate::moving::Moving;
use crate::spread::Calibrated;
use glam::Vec2;
use piaget_terms::valid::{Checked, at_most, point, require, share};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How things are believed to travel.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Journeys {
    /// How many goals are told apart. Each costs six bytes a node for the map and, for each thing that is on its
    /// way, four more.
    pub goals: u32,
    /// The share of a moving thing's mass that is on a journey; the rest keeps its course.
    pub share: f32,
    /// How much a goal loses for each metre that a thing goes about, instead of straight there.
    pub keen_per_m: f32,
    /// For how long a journey lasts before the thing may do anything.
    pub lasts_s: f32,
}

impl Default for Journeys {
    fn default() -> Self {
        Self { goals: 32, share: 0.9, keen_per_m: 1.0, lasts_s: 90.0 }
    }
}

/// Goals and the ways to them.
#[derive(Clone, Debug)]
pub(crate) struct Destinations {
    pub goals: Vec<Goal>,
}

/// One goal. The lists have an entry for each stored number of the lattice.
#[derive(Clone, Debug)]
pub(crate) struct Goal {
    pub node: Node,
    distance_m: Vec<f32>,
    towards: Vec<Towards>,
}

/// Which way leads on: in a direction, and a part of what goes in the next direction round.
#[derive(Clone, Copy, Debug)]
struct Towards {
    direction: u8,
    /// Of 255.
    next: u8,
}

const NOWHERE: Towards = Towards { direction: u8::MAX, next: 0 };
/// A part of the ground this small, as a share of the largest, is nobody's goal.
const SMALL_PART: f32 = 0.05;

impl Destinations {
    /// Goals as far apart as they can be, one after the other.
    pub fn new(lattice: &Lattice, count: u32) -> Self {
        let mut goals: Vec<Goal> = Vec::new();
        if lattice.shape() == Shape::Graph {
            return Self { goals };
        }
        let worthy = lattice.large_parts(SMALL_PART);
        let mut nearest = vec![f32::INFINITY; lattice.stored_len()];
        let mut next = worthy.first().copied();
        let mut march = March::default();
        while let Some(node) = next.filter(|_| goals.len() < count as usize) {
            let goal = march.from(lattice, node);
            for (nearest, distance) in nearest.iter_mut().zip(&goal.distance_m) {
                *nearest = nearest.min(*distance);
            }
            goals.push(goal);
            let furthest =
                |a: &&Node, b: &&Node| nearest[a.index()].total_cmp(&nearest[b.index()]).then(b.cmp(a));
            next = worthy
                .iter()
                .max_by(furthest)
                .copied()
                .filter(|node| nearest[node.index()] > lattice.cell_m());
        }
        Self { goals }
    }
}

impl Goal {
    /// How far it is from a place near a node; infinite where no way leads.
    pub fn distance_m(&self, lattice: &Lattice, node: Node, place: Vec2) -> f32 {
        let Some(towards) = self.towards.get(node.index()) else { return f32::INFINITY };
        let ahead = towards.way(lattice).normalize_or_zero();
        self.distance_m[node.index()] - ahead.dot(place - lattice.place(node))
    }

    /// Where what is at a node goes next: two nodes, and how much of it goes to the second; and how far that is.
    #[inline]
    pub fn onward(&self, lattice: &Lattice, at: usize) -> Option<([usize; 2], f32, f32)> {
        let towards = self.towards[at];
        if towards.direction == u8::MAX {
            return None;
        }
        let (first, second) = (towards.direction as usize, towards.second(lattice));
        let to = |direction| (at as isize + lattice.offset(at, direction)) as usize;
        let part = towards.part();
        let to_second = if towards.next > 0 { to(second) } else { to(first) };
        Some(([to(first), to_second], part, towards.way(lattice).length()))
    }
}

impl Towards {
    fn part(self) -> f32 {
        f32::from(self.next) / 255.0
    }

    fn second(self, lattice: &Lattice) -> usize {
        (self.direction as usize + 1) % lattice.directions()
    }

    /// The step that it stands for.
    fn way(self, lattice: &Lattice) -> Vec2 {
        if self.direction == u8::MAX {
            return Vec2::ZERO;
        }
        lattice.step(self.direction as usize).lerp(lattice.step(self.second(lattice)), self.part())
    }
}

/// A wave over the lattice, and its buffers.
#[derive(Default)]
struct March {
    /// Distances as bits: of numbers that are not negative, they are in the same order.
    front: BinaryHeap<Reverse<(u32, u32)>>,
    settled: Vec<bool>,
}

impl March {
    fn from(&mut self, lattice: &Lattice, goal: Node) -> Goal {
        let stored = lattice.stored_len();
        let mut distance_m = vec![f32::INFINITY; stored];
        let mut towards = vec![NOWHERE; stored];
        self.settled.clear();
        self.settled.resize(stored, false);
        self.front.clear();
        distance_m[goal.index()] = 0.0;
        self.front.push(Reverse((0, goal.0)));
        while let Some(Reverse((_, at))) = self.front.pop() {
            if std::mem::replace(&mut self.settled[at as usize], true) {
                continue;
            }
            for beside in lattice.neighbours(Node(at)) {
                if self.settled[beside.index()] {
                    continue;
                }
                let (distance, way) = self.reached(lattice, beside, &distance_m);
                if distance < distance_m[beside.index()] {
                    distance_m[beside.index()] = distance;
                    towards[beside.index()] = way;
                    self.front.push(Reverse((distance.to_bits(), beside.0)));
                }
            }
        }
        Goal { node: goal, distance_m, towards }
    }

    /// The shortest way on from a node, over its settled neighbours and the ground between two beside each other.
    fn reached(&self, lattice: &Lattice, node: Node, distance_m: &[f32]) -> (f32, Towards) {
        let at = node.index();
        let directions = lattice.directions();
        let settled = |direction: usize| {
            let open = lattice.open_ways[at] >> direction & 1 == 1;
            let to = open.then(|| (at as isize + lattice.offset(at, direction)) as usize)?;
            self.settled[to].then(|| (distance_m[to], lattice.step(direction)))
        };
        let (mut best, mut way) = (f32::INFINITY, NOWHERE);
        for direction in 0..directions {
            let Some((a, to_a)) = settled(direction) else { continue };
            if a + to_a.length() < best {
                (best, way) = (a + to_a.length(), Towards { direction: direction as u8, next: 0 });
            }
            let Some((b, to_b)) = settled((direction + 1) % directions) else { continue };
            let part = between((a, to_a), (b, to_b));
            let distance = a + part * (b - a) + to_a.lerp(to_b, part).length();
            if distance < best {
                let next = (part * 255.0).round() as u8;
                (best, way) = (distance, Towards { direction: direction as u8, next });
            }
        }
        (best, way)
    }
}

/// Where the shortest way crosses the line between two points whose distances are known: 0 at the first.
fn between((a, to_a): (f32, Vec2), (b, to_b): (f32, Vec2)) -> f32 {
    let line = to_b - to_a;
    let length = line.length();
    let along = line / length;
    let start = to_a.dot(along);
    let off = (to_a - along * start).length();
    // Along the line the distance changes evenly; where the way's own length changes as fast, the sum is least.
    let slope = (a - b) / length;
    if slope.abs() >= 1.0 {
        return if slope > 0.0 { 1.0 } else { 0.0 };
    }
    ((off * slope / (1.0 - slope * slope).sqrt() - start) / length).clamp(0.0, 1.0)
}

/// Which goals a thing may be heading for, from how it was seen to walk.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Heading {
    /// The chance of each goal; empty before anything was seen.
    pub chances: Vec<f32>,
    /// From where its walking is judged.
    from: Option<Vec2>,
}

/// So many cells make a stretch of walking.
const STRETCH_CELLS: f32 = 2.0;
/// Further than this between two looks it was not watched.
const UNWATCHED_CELLS: f32 = 12.0;
/// The chance that it takes another goal in a stretch.
const CHANGES: f32 = 0.02;
/// How far the chances of all goals may be from 1 together: each stretch rounds them.
const CHANCES_TOLERANCE: f32 = 1e-3;

impl Heading {
    /// Whether saved chances are chances of this map's goals.
    pub fn validate(&self, map: &Map) -> Checked {
        let goals = map.destinations().map_or(0, |all| all.goals.len());
        at_most("chances", self.chances.len(), goals)?;
        self.chances.iter().try_for_each(|chance| share("chances", *chance))?;
        let all: f32 = self.chances.iter().sum();
        let whole = self.chances.is_empty() || (all - 1.0).abs() < CHANCES_TOLERANCE;
        require(whole, "chances", || format!("are {all} together, where 1 is expected"))?;
        self.from.map_or(Ok(()), |from| point("from", from))
    }

    /// Takes in a place where it was seen. A thing at rest may go anywhere next.
    pub fn observe(
        &mut self,
        destinations: &Destinations,
        lattice: &Lattice,
        journeys: &Journeys,
        place: Vec2,
        rests: bool,
    ) {
        let count = destinations.goals.len();
        let even = 1.0 / count.max(1) as f32;
        if self.chances.len() != count || rests {
            self.chances.clear();
            self.chances.resize(count, even);
            self.from = Some(place);
        }
        let from = *self.from.get_or_insert(place);
        let cells = from.distance(place) / lattice.cell_m();
        if cells < STRETCH_CELLS {
            return;
        }
        self.from = Some(place);
        if cells > UNWATCHED_CELLS {
            self.chances.fill(even);
            return;
        }
        let Some((a, b)) = lattice.nearest(from).zip(lattice.nearest(place)) else { return };
        let mut all = 0.0;
        for (chance, goal) in self.chances.iter_mut().zip(&destinations.goals) {
            let nearer = goal.distance_m(lattice, a, from) - goal.distance_m(lattice, b, place);
            let about = (from.distance(place) - nearer).max(0.0);
            let fits =
                if about.is_finite() { piaget_terms::maths::exp(-about * journeys.keen_per_m) } else { 0.0 };
            *chance *= fits;
            all += *chance;
        }
        // Less has no inverse.
        let fits_any = all >= f32::MIN_POSITIVE;
        let scale = if fits_any { (1.0 - CHANGES) / all } else { 0.0 };
        let floor = if fits_any { CHANGES * even } else { even };
        self.chances.iter_mut().for_each(|chance| *chance = *chance * scale + floor);
    }
}

/// Less than this sets out for no goal.
const LEAST_JOURNEY: f32 = 1e-4;
/// Journeys go on by so much of a cell: less would thin them out, as some of what stands in a cell is always left.
const WHOLE_STEP: f32 = 0.8;
/// The most steps of a journey in one tick.
const MOST_STEPS: u32 = 512;

impl Distribution {
    /// Shares mass between the goals that a thing may be heading for; says how much of it is on its way.
    pub(crate) fn set_out_on_journeys(
        &mut self,
        calibrated: &Calibrated,
        journeys: &Journeys,
        node: Node,
        moving: f32,
    ) -> f32 {
        let map = self.map.clone();
        let mut set_out = 0.0;
        for goal in 0..self.state.heading.chances.len() {
            let share = moving * journeys.share.clamp(0.0, 1.0) * self.state.heading.chances[goal];
            if share < LEAST_JOURNEY {
                continue;
            }
            let layer = self.layer_mut(COURSES + calibrated.courses.len() + goal);
            layer.mass.put(map.lattice(), node, share);
            layer.mass.count(map.lattice());
            set_out += share;
        }
        set_out
    }
}

impl Moving<'_> {
    /// Moves what is on its way to a goal along the shortest ways there, about a cell at a time; what arrives roams.
    pub(crate) fn travel(&mut self, index: usize, goal: usize, way_m: f32) {
        let map = self.map;
        let lattice = map.lattice();
        let Some(goal) = map.destinations().and_then(|all| all.goals.get(goal)) else { return };
        let layer = &mut self.layers[index];
        layer.motion.way_m += way_m;
        let steps = (layer.motion.way_m / (WHOLE_STEP * lattice.cell_m())).floor();
        if steps < 1.0 {
            return;
        }
        let step_m = std::mem::take(&mut layer.motion.way_m) / steps;
        for _ in 0..(steps as u32).min(MOST_STEPS) {
            layer.mass.flow(lattice, goal, step_m, self.scratch);
        }
        let arrived = layer.mass.take(goal.node);
        if arrived > 0.0 {
            layer.mass.count(lattice);
            let roaming = &mut self.layers[ROAMING].mass;
            roaming.put(lattice, goal.node, arrived);
            roaming.total += f64::from(arrived);
        }
    }
}
