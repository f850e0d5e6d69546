//! Claims about finding one's way, on real game maps with published shortest lengths. A trial is a problem of each
//! map, spread evenly over the map's problems; as many trials as the longest list has problems try them all.

use crate::claim::{Bar, Claim, Measured, Trials};
use crate::data;
use crate::run::Run;
use piaget_nav::{Cell, Ground, PathSearch, Raster};
use piaget_sim::gridmap::{PathProblem, read_map, read_problems};
use piaget_terms::{Terrain, Vec2};
use piaget_text::Source;
use rayon::prelude::*;

/// As many as the longest list of problems has.
const ALL: u32 = 5760;

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "navigate.octile",
        source: "Moving AI benchmark (Sturtevant 2012)",
        says: "Every way over the cells of a game map is as short as the published one.",
        metric: "largest difference from a published length, in cells",
        bar: Bar::AtMost(0.01),
        trials: Trials { full: ALL, quick: 30 },
        run: |run| measure(run, |solved| (solved.octile - solved.published).abs()),
    },
    Claim {
        id: "navigate.any-angle",
        source: "Moving AI benchmark (Sturtevant 2012)",
        says: "Ways at any angle are never longer than those over cells, and never pass through a wall.",
        metric: "largest length by which one is longer, in cells",
        bar: Bar::AtMost(1e-6),
        trials: Trials { full: ALL, quick: 30 },
        run: |run| measure(run, |solved| solved.any_angle - solved.octile),
    },
];

/// A game map, the ground made of it and its problems.
pub struct GameMap {
    /// The file's name.
    pub name: String,
    /// The map as terrain.
    pub terrain: Terrain,
    /// The ground for a body without size.
    pub ground: Ground,
    /// What is published about it.
    pub problems: Vec<PathProblem>,
}

/// Every map of the benchmark, by name.
pub fn game_maps() -> Result<Vec<GameMap>, String> {
    let folder = data::folder("maps")?;
    let files = std::fs::read_dir(&folder).map_err(|error| error.to_string())?;
    let mut files: Vec<_> = files.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "map"));
    files.sort();
    let load = |file: &std::path::PathBuf| {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let grid = read_map(&Source::new(&name, data::text(file)?)).map_err(|wrong| wrong.to_string())?;
        let scen = file.with_extension("map.scen");
        let problems = Source::new(format!("{name}.scen"), data::text(&scen)?);
        let problems = read_problems(&problems).map_err(|wrong| wrong.to_string())?;
        let terrain = Terrain { bounds: grid.bounds(), walls: Vec::new(), grid: Some(grid) };
        let ground = Ground::new(&terrain, 0.0, &Raster::default());
        Ok(GameMap { name, terrain, ground, problems })
    };
    files.iter().map(load).collect()
}

struct Solved {
    published: f64,
    octile: f64,
    any_angle: f64,
    through_wall: bool,
}

fn measure(run: &Run<'_>, worst_of: fn(&Solved) -> f64) -> Result<Measured, String> {
    let maps = match game_maps() {
        Ok(maps) => maps,
        Err(why) => return Ok(Measured::skipped(why)),
    };
    let solved: Result<Vec<Vec<Solved>>, String> =
        maps.par_iter().map(|map| solve(map, run.trials as usize)).collect();
    // Progress counts problems per map, and the maps run side by side.
    run.each(|_| ());
    let solved: Vec<Solved> = solved?.into_iter().flatten().collect();
    let worst = solved.iter().map(worst_of).fold(f64::NEG_INFINITY, f64::max);
    let through = solved.iter().filter(|solved| solved.through_wall).count();
    let ratio =
        solved.iter().map(|s| s.any_angle).sum::<f64>() / solved.iter().map(|s| s.octile).sum::<f64>();
    Ok(Measured::new(worst)
        .require("any-angle ways through a wall", through as f64, Bar::AtMost(0.0))
        .detail("problems", solved.len() as f64)
        .detail("any-angle length per octile length", ratio))
}

fn solve(map: &GameMap, most: usize) -> Result<Vec<Solved>, String> {
    let mut search = PathSearch::default();
    let count = map.problems.len();
    let chosen = (0..most.min(count)).map(|index| &map.problems[index * count / most.min(count)]);
    let one = |problem: &PathProblem| {
        let none = || format!("{}: no way from {:?} to {:?}", map.name, problem.start, problem.goal);
        let octile =
            search.shortest(&map.ground, &[], problem.start, problem.goal).ok_or_else(none)?.length();
        let any_angle = search.any_angle(&map.ground, &[], problem.start, problem.goal).ok_or_else(none)?;
        let through_wall = passes_wall(map, search.path());
        Ok(Solved { published: problem.optimal_m, octile, any_angle, through_wall })
    };
    chosen.map(one).collect()
}

/// Walks a way in steps of a twentieth of a cell and asks the map itself about each.
fn passes_wall(map: &GameMap, path: &[Cell]) -> bool {
    const STEP: f32 = 0.05;
    let open = |point: Vec2| map.terrain.is_open(point, 0.0);
    path.windows(2).any(|pair| {
        let (a, b) = (map.ground.centre_of(pair[0]), map.ground.centre_of(pair[1]));
        let steps = (a.distance(b) / STEP).ceil().max(1.0);
        (0..=steps as u32).any(|step| !open(a + (b - a) * (step as f32 / steps)))
    })
}
