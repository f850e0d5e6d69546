//! `piaget bench navigate`: microseconds per query on game maps, beside the `pathfinding` crate's A* in the same run
//! on the same problems.

use super::{Bench, Figure, time};
use pathfinding::prelude::astar;
use piaget_claims::navigate::{GameMap, game_maps};
use piaget_nav::{Cell, PathSearch};
use serde_json::json;

/// Problems per map, spread evenly over easy and hard.
const PROBLEMS: usize = 40;
/// Maps that are timed: a small one, a large cave, open ground with rooms, a maze.
const MAPS: [(&str, &str, &str); 4] = [
    ("arena.map", "navigate.arena.octile", "navigate.arena.any-angle"),
    ("brc202d.map", "navigate.brc202d.octile", "navigate.brc202d.any-angle"),
    ("16room_000.map", "navigate.rooms.octile", "navigate.rooms.any-angle"),
    ("maze512-32-0.map", "navigate.maze.octile", "navigate.maze.any-angle"),
];

/// The bench.
pub const BENCH: Bench =
    Bench { name: "navigate", about: "a way across a game map, over cells and at any angle", run };

fn run() -> Result<Vec<Figure>, String> {
    let maps = game_maps()?;
    let chosen = MAPS.iter().filter_map(|(file, octile, any_angle)| {
        let map = maps.iter().find(|map| map.name == *file)?;
        Some([figure(map, octile, false), figure(map, any_angle, true)])
    });
    Ok(chosen.flatten().collect())
}

fn figure(map: &GameMap, bench: &'static str, any_angle: bool) -> Figure {
    let count = map.problems.len();
    let problems: Vec<(Cell, Cell)> = (0..PROBLEMS.min(count))
        .map(|index| &map.problems[index * count / PROBLEMS.min(count)])
        .map(|problem| (problem.start, problem.goal))
        .collect();
    let each = problems.len() as f64;
    let mut search = PathSearch::default();
    let ours = time(|| {
        problems
            .iter()
            .map(|&(from, to)| match any_angle {
                true => search.any_angle(&map.ground, &[], from, to).unwrap_or_default(),
                false => search.shortest(&map.ground, &[], from, to).unwrap_or_default().length(),
            })
            .sum::<f64>()
    });
    let reference = time(|| problems.iter().map(|&(from, to)| usual(map, from, to)).sum::<u64>());
    let (value, reference) = (ours.median_us() / each, reference.median_us() / each);
    let more = json!({ "map": map.name, "problems": problems.len(), "least_us": ours.least_ns / 1e3 / each, "most_us": ours.most_ns / 1e3 / each });
    Figure::new(bench, value, "us per query", more).beside(reference, "pathfinding A*")
}

/// The same problem as one would usually write it.
fn usual(map: &GameMap, from: Cell, to: Cell) -> u64 {
    const STRAIGHT: u64 = 1_000_000;
    const DIAGONAL: u64 = 1_414_214;
    let Some(grid) = map.terrain.grid.as_ref() else { return 0 };
    let free = |cell: (i64, i64)| grid.is_free(cell.0, cell.1);
    let at = |cell: Cell| (i64::from(cell.0), i64::from(cell.1));
    let (from, to) = (at(from), at(to));
    let successors = |&(x, z): &(i64, i64)| {
        let steps = (-1..=1).flat_map(|dx| (-1..=1).map(move |dz| (dx, dz))).filter(|step| *step != (0, 0));
        let open =
            steps.filter(move |(dx, dz)| free((x + dx, z + dz)) && free((x + dx, z)) && free((x, z + dz)));
        open.map(move |(dx, dz)| ((x + dx, z + dz), if dx * dz == 0 { STRAIGHT } else { DIAGONAL }))
    };
    let estimate = |&(x, z): &(i64, i64)| {
        let (dx, dz) = (x.abs_diff(to.0), z.abs_diff(to.1));
        dx.max(dz) * STRAIGHT + dx.min(dz) * (DIAGONAL - STRAIGHT)
    };
    astar(&from, successors, estimate, |cell| *cell == to).map_or(0, |(_, cost)| cost)
}
