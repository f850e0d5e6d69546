//! `piaget bench occupancy`: nanoseconds per node for one full step of a map that mass fills (spread, cull a third,
//! renormalise), beside the same step written plainly; and for a belief whose mass fills a hundredth of the map.
//!
//! Settings are the defaults: a thing of which nothing is known but that it has not been seen for long, at the 30
//! ticks a second of the scenarios, on cells of 1 m. Each tick it roams enough for one pass over the map.

use super::timing::{Timing, time};
use super::{Bench, Figure};
use piaget_occupancy::{Calibrated, Distribution, Lattice, Map, Mobility, Prior, Visible};
use piaget_terms::{Rect, Terrain, Vec2, Wall};
use serde_json::json;
use std::sync::Arc;

/// The bench.
pub const BENCH: Bench = Bench {
    name: "occupancy",
    about: "one step of an occupancy map over hexagons: spread, cull a third, renormalise",
    run,
};

/// Columns and rows: 1,024, 10,000 and 1,000,000 nodes.
const SIZES: [usize; 3] = [32, 100, 1000];
const CELL_M: f32 = 1.0;
const ROW_M: f32 = 0.866_025_4;
const TICK_S: f32 = 1.0 / 30.0;
/// How likely a thing in view is noticed.
const DETECTION: f32 = 0.5;
/// After so many steps both versions begin again from a map that mass fills, or looking at the same third again and
/// again would empty it, and a step would be one of a smaller map. The copy is counted.
const STEPS: u32 = 16;
/// Unseen for so long, a thing roams as widely in each tick as it ever will.
const UNSEEN_S: f32 = 600.0;

fn run() -> Result<Vec<Figure>, String> {
    let mut figures: Vec<Figure> = SIZES.into_iter().map(full).collect();
    figures.push(sparse(SIZES[2]));
    Ok(figures)
}

fn field(side: usize, walls: Vec<Wall>) -> Arc<Map> {
    let size = Vec2::new(side as f32, side as f32 * ROW_M) * CELL_M;
    let terrain = Terrain { bounds: Rect::centred(size.x, size.y), walls, grid: None };
    Map::new(Lattice::hexagons(&terrain, CELL_M, 0.0))
}

/// Left of `x` is in view.
fn view(map: &Map, x: f32) -> Visible {
    let mut visible = Visible::new(map.lattice());
    visible.ask_everywhere(map.lattice(), 0.0, |points, seen| {
        points.iter().zip(seen).for_each(|(point, seen)| *seen = point.x < x);
    });
    visible
}

/// Where the left third of a map ends that is in the middle of the world, and so wide.
fn third(width_m: f32) -> f32 {
    -width_m / 6.0
}

/// Times one step, on and on from `start`.
fn time_steps(start: &Distribution, visible: &Visible) -> (Timing, f64) {
    let mut belief = start.clone();
    let mut steps = 0u32;
    let timing = time(|| {
        if steps.is_multiple_of(STEPS) {
            belief.copy_from(start);
        }
        steps += 1;
        belief.spread(TICK_S);
        belief.cull(visible, DETECTION, Prior::Uniform)
    });
    let filled = belief.nodes_with_mass().count() as f64 / belief.lattice().len() as f64;
    (timing, filled)
}

fn long_unseen(mut belief: Distribution) -> Distribution {
    belief.spread(UNSEEN_S);
    belief
}

fn full(side: usize) -> Figure {
    let map = field(side, Vec::new());
    let nodes = map.lattice().len();
    let visible = view(&map, third(side as f32 * CELL_M));
    let (ours, filled) = time_steps(&long_unseen(Distribution::uniform(&map)), &visible);
    let mut plain = Plain::new(side);
    let reference = time(|| plain.step());
    let each = 1.0 / nodes as f64;
    let more = json!({
        "nodes": nodes, "filled": filled, "least": ours.least_ns * each, "most": ours.most_ns * each,
        "reference_least": reference.least_ns * each, "least_ratio": reference.least_ns / ours.least_ns,
    });
    Figure::new("occupancy.step", ours.median_ns * each, "ns per node", more)
        .beside(reference.median_ns * each, "plain scalar loops")
}

/// A thing known to be in a closed room of a hundredth of the map: what a step costs, as a share of what it costs for
/// a thing that may be anywhere on the same map. Walls keep the mass where it is, so that every step is alike.
fn sparse(side: usize) -> Figure {
    let half = Vec2::new(1.0, ROW_M) * CELL_M * side as f32 * 0.05;
    let wall = |centre: Vec2, half: Vec2| Wall { centre, half, yaw: 0.0, height_m: 3.0 };
    let walls = [-1.0, 1.0].into_iter().flat_map(|to| {
        [
            wall(Vec2::new(half.x * to, 0.0), Vec2::new(0.1, half.y + 0.1)),
            wall(Vec2::new(0.0, half.y * to), Vec2::new(half.x + 0.1, 0.1)),
        ]
    });
    let map = field(side, walls.collect());
    let nodes = map.lattice().len();
    let anywhere = long_unseen(Distribution::uniform(&map));
    let (full, _) = time_steps(&anywhere, &view(&map, third(side as f32 * CELL_M)));
    let in_room = long_unseen(Distribution::from_places(&map, &[(Vec2::ZERO, 1.0)]));
    let (sparse, filled) = time_steps(&in_room, &view(&map, third(2.0 * half.x)));
    let more = json!({
        "nodes": nodes, "filled": filled, "step_us": sparse.median_ns / 1e3, "full_step_us": full.median_ns / 1e3,
    });
    Figure::new("occupancy.sparse", 100.0 * sparse.median_ns / full.median_ns, "% of a full step", more)
}

/// What a node gives away in a tick, for the plain version to spread as widely: the variance of a default thing's
/// roaming (see `Mobility::roaming_gain_m2`), of which each of six neighbours at one cell carries a third on an axis.
fn lambda(map: &Map) -> f32 {
    let least = Calibrated::default().least_m_per_root_s;
    let roams_m2 = Mobility::default().roaming_gain_m2(UNSEEN_S, TICK_S, &map.settings().habits);
    let m2 = roams_m2 + least * least * TICK_S;
    2.0 * m2 / (CELL_M * CELL_M)
}

/// The same step as one would write it at first, over a flat array with lists of neighbours, one loop for each
/// equation: Isla 1.3, 1.9, 1.10 (with a detection rate) and 1.11.
struct Plain {
    lambda: f32,
    neighbours: Vec<Vec<usize>>,
    mass: Vec<f32>,
    next: Vec<f32>,
    seen: Vec<bool>,
    steps: u32,
}

impl Plain {
    fn new(side: usize) -> Self {
        let nodes = side * side;
        let map = field(side, Vec::new());
        let visible = view(&map, third(side as f32 * CELL_M));
        let seen = map.lattice().open_nodes().map(|node| visible.sees(node)).collect();
        let neighbours = (0..nodes).map(|at| Self::around(side as isize, at as isize)).collect();
        let (mass, next) = (vec![0.0; nodes], vec![0.0; nodes]);
        Self { lambda: lambda(&map), neighbours, mass, next, seen, steps: 0 }
    }

    fn around(side: isize, at: isize) -> Vec<usize> {
        let (row, column) = (at / side, at % side);
        let lean = row % 2;
        [(0, 1), (1, lean), (1, lean - 1), (0, -1), (-1, lean - 1), (-1, lean)]
            .into_iter()
            .map(|(down, right)| (row + down, column + right))
            .filter(|(r, c)| (0..side).contains(r) && (0..side).contains(c))
            .map(|(r, c)| (r * side + c) as usize)
            .collect()
    }

    fn step(&mut self) -> f32 {
        if self.steps.is_multiple_of(STEPS) {
            let even = 1.0 / self.mass.len() as f32;
            self.mass.fill(even);
        }
        self.steps += 1;
        let share = self.lambda / 6.0;
        for (at, neighbours) in self.neighbours.iter().enumerate() {
            let mut around = 0.0;
            for neighbour in neighbours {
                around += self.mass[*neighbour];
            }
            self.next[at] = self.mass[at] * (1.0 - share * neighbours.len() as f32) + share * around;
        }
        let mut culled = 0.0;
        for (mass, seen) in self.next.iter_mut().zip(&self.seen) {
            if *seen {
                culled += *mass * DETECTION;
                *mass *= 1.0 - DETECTION;
            }
        }
        let left: f32 = self.next.iter().sum();
        for mass in &mut self.next {
            *mass /= left;
        }
        std::mem::swap(&mut self.mass, &mut self.next);
        culled
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reference must do the same work, or beating it says nothing: with default settings every tick is one
    /// pass, and leaves the same map as the plain version.
    #[test]
    fn the_plain_version_computes_the_same_map() {
        let side = 32;
        let map = field(side, Vec::new());
        let mut belief = long_unseen(Distribution::uniform(&map));
        let mut plain = Plain::new(side);
        let visible = view(&map, third(side as f32 * CELL_M));
        let in_view = plain.seen.iter().filter(|seen| **seen).count() as f32;
        assert!((in_view / plain.seen.len() as f32 - 1.0 / 3.0).abs() < 0.03, "{in_view}");
        for _ in 0..STEPS {
            belief.spread(TICK_S);
            let confusion = belief.cull(&visible, DETECTION, Prior::Uniform).confusion;
            let plainly = plain.step();
            assert!((confusion - plainly).abs() < 1e-4, "{confusion} {plainly}");
        }
        assert_eq!(belief.nodes_with_mass().count(), side * side);
        for (node, mass) in map.lattice().open_nodes().zip(&plain.mass) {
            let ours = belief.probability(node);
            assert!((ours - mass).abs() < 1e-6 + 1e-3 * mass, "{ours} {mass}");
        }
    }

    #[test]
    fn a_hundredth_is_a_hundredth() {
        let figure = sparse(200);
        let filled = figure.more["filled"].as_f64().unwrap();
        assert!((0.008..0.011).contains(&filled), "{filled}");
    }
}
