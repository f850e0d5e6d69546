//! `piaget bench occupancy`: nanoseconds per node for one full step of a map that mass fills (spread, cull a third,
//! renormalise), beside the same step written plainly; and for a map of which mass fills a hundredth.

use super::{Bench, Figure, time};
use piaget_occupancy::{Distribution, Habits, Lattice, Map, Node, Prior, Settings, Visible};
use piaget_terms::{Rect, Terrain, Vec2};
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
const CELL_M: f32 = 0.5;
const TICK_S: f32 = 1.0 / 60.0;
const SPEED_MPS: f32 = 0.7;
/// How likely a thing in view is noticed.
const DETECTION: f32 = 0.9;
/// What a node passes on in the plain version; its cost does not depend on it.
const LAMBDA: f32 = 0.5;

fn run() -> Result<Vec<Figure>, String> {
    let mut figures = Vec::new();
    for side in SIZES {
        figures.push(full(side));
    }
    figures.push(sparse(SIZES[2]));
    Ok(figures)
}

/// A thing slow enough that one tick is one pass over the map: faster ones roam further than a pass can carry, and
/// take two.
fn map(side: usize) -> Arc<Map> {
    let size = Vec2::new(side as f32 * CELL_M, side as f32 * CELL_M * 0.866_025_4);
    let lattice = Lattice::hexagons(&Terrain::open(Rect::centred(size.x, size.y)), CELL_M, 0.0);
    let habits = Habits { speed_mps: SPEED_MPS, ..Habits::default() };
    Map::with(lattice, Settings { habits, ..Settings::default() })
}

/// A map with mass everywhere, long after the thing was last seen, and a view of the left third.
fn filled(map: &Arc<Map>) -> (Distribution, Visible) {
    let mut belief = Distribution::uniform(map);
    for _ in 0..60 {
        belief.spread(1.0);
    }
    let mut visible = Visible::new(map.lattice());
    let bounds = map.lattice().bounds();
    let third = bounds.min.x + bounds.size().x / 3.0;
    visible.ask_everywhere(map.lattice(), 0.3, |points, seen| {
        points.iter().zip(seen).for_each(|(point, seen)| *seen = point.x < third);
    });
    (belief, visible)
}

fn full(side: usize) -> Figure {
    let map = map(side);
    let nodes = map.lattice().len();
    let (mut belief, visible) = filled(&map);
    let ours = time(|| {
        belief.spread(TICK_S);
        belief.cull(&visible, DETECTION, Prior::Uniform)
    });
    let mut plain = Plain::new(side);
    let reference = time(|| plain.step());
    let each = 1.0 / nodes as f64;
    let more = json!({
        "nodes": nodes, "least": ours.least_ns * each, "most": ours.most_ns * each,
        "reference_least": reference.least_ns * each,
    });
    Figure {
        bench: "occupancy.step",
        value: ours.median_ns * each,
        unit: "ns per node",
        reference: Some(reference.median_ns * each),
        reference_is: Some("plain scalar loops"),
        ratio: Some(reference.median_ns / ours.median_ns),
        more: more.as_object().cloned().unwrap_or_default(),
    }
}

/// Mass on a hundredth of the nodes: what a step costs, as a share of what a full map costs.
fn sparse(side: usize) -> Figure {
    let map = map(side);
    let nodes = map.lattice().len();
    let (mut belief, visible) = filled(&map);
    let full = time(|| {
        belief.spread(TICK_S);
        belief.cull(&visible, DETECTION, Prior::Uniform)
    });
    // A square of a tenth of each side. It grows as it spreads, so each step starts from a copy; copying is counted.
    let half = map.lattice().bounds().size() * 0.05;
    let places: Vec<(Vec2, f32)> = map
        .lattice()
        .open_nodes()
        .map(|node: Node| map.lattice().place(node))
        .filter(|place| place.abs().cmple(half).all())
        .map(|place| (place, 1.0))
        .collect();
    let share = places.len() as f64 / nodes as f64;
    let small = Distribution::from_places(&map, &places);
    let mut belief = small.clone();
    let sparse = time(|| {
        belief.copy_from(&small);
        belief.spread(TICK_S);
        belief.cull(&visible, DETECTION, Prior::Uniform)
    });
    let more = json!({
        "nodes": nodes, "filled": share, "step_us": sparse.median_ns / 1e3, "full_step_us": full.median_ns / 1e3,
    });
    Figure {
        bench: "occupancy.sparse",
        value: 100.0 * sparse.median_ns / full.median_ns,
        unit: "% of a full step",
        reference: None,
        reference_is: None,
        ratio: None,
        more: more.as_object().cloned().unwrap_or_default(),
    }
}

/// The same step as one would write it at first: neighbours by row and column, one pass for each equation.
struct Plain {
    side: usize,
    mass: Vec<f32>,
    next: Vec<f32>,
    seen: Vec<bool>,
}

impl Plain {
    fn new(side: usize) -> Self {
        let nodes = side * side;
        let seen = (0..nodes).map(|at| at % side < side / 3).collect();
        Self { side, mass: vec![1.0 / nodes as f32; nodes], next: vec![0.0; nodes], seen }
    }

    fn step(&mut self) -> f32 {
        let side = self.side as i64;
        for row in 0..side {
            let lean = row % 2;
            let around = [(0, 1), (1, lean), (1, lean - 1), (0, -1), (-1, lean - 1), (-1, lean)];
            for column in 0..side {
                let here = self.mass[(row * side + column) as usize];
                let (mut gained, mut given) = (0.0, 0.0);
                for (down, right) in around {
                    let (r, c) = (row + down, column + right);
                    if r >= 0 && r < side && c >= 0 && c < side {
                        gained += self.mass[(r * side + c) as usize] * (LAMBDA / 6.0);
                        given += LAMBDA / 6.0;
                    }
                }
                self.next[(row * side + column) as usize] = here * (1.0 - given) + gained;
            }
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

    /// The reference must do the same work, or beating it says nothing.
    #[test]
    fn the_plain_version_computes_the_same_map() {
        let side = 32;
        let lattice = map(side).lattice().clone();
        let settings =
            Settings { spread: piaget_occupancy::Spread::isotropic(LAMBDA), ..Settings::default() };
        let map = Map::with(lattice, settings);
        let mut belief = Distribution::uniform(&map);
        let mut plain = Plain::new(side);
        let mut visible = Visible::new(map.lattice());
        for (node, seen) in map.lattice().open_nodes().zip(plain.seen.clone()) {
            visible.set(node, seen);
        }
        for _ in 0..50 {
            belief.spread(TICK_S);
            let confusion = belief.cull(&visible, DETECTION, Prior::Uniform).confusion;
            assert!((confusion - plain.step()).abs() < 1e-4);
        }
        for (node, mass) in map.lattice().open_nodes().zip(&plain.mass) {
            assert!((belief.probability(node) - mass).abs() < 1e-6);
        }
    }
}
