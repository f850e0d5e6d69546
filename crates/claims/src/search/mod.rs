//! How soon a thing lost from sight is found again: on real game maps, beside other ways of searching, and on small
//! maps beside the exact optimum. `piaget evaluate search` prints what [`compare`] gives.

mod episode;
mod rooms;
mod searchers;
mod small;
pub mod tour;

pub use episode::{Episode, Field, Rules, Target};
pub use rooms::{InRoom, Room};
pub use searchers::{Eyes, Searched, Way, search};
pub use small::Small;

use crate::claim::{Bar, Claim, Measured, Trials};
use crate::data;
use crate::run::Run;
use crate::statistics;
use piaget_mind::act::seek::Policy;
use piaget_nav::{Ground, Raster};
use piaget_sim::gridmap::read_map;
use piaget_terms::{Chance, Terrain};
use piaget_text::Source;
use rayon::prelude::*;
use serde::Serialize;
use std::path::{Path, PathBuf};

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "search.small",
        source: "Isla 5.2; exact optimum by dynamic programming",
        says: "With up to nine places to look in, the way until the thing is found is nearly the shortest possible.",
        metric: "expected way by the optimum's, mean over maps",
        bar: Bar::AtMost(1.10),
        trials: Trials { full: 500, quick: 100 },
        run: measure_small,
    },
    Claim {
        id: "search.maps",
        source: "Isla 5.2; game maps of the Moving AI benchmark (Sturtevant 2012)",
        says: "A thing lost from sight on a game map is found sooner than by going to the most likely place.",
        metric: "mean time to find by that of most-likely-first",
        bar: Bar::AtMost(0.85),
        trials: Trials { full: 40, quick: 4 },
        run: measure_maps,
    },
];

/// Fewer episodes per map than this say nothing about a single map, and are spent on small maps alone.
const FEW: u32 = 10;
const SMALL_CELLS: usize = 20_000;

fn measure_small(run: &Run<'_>) -> Result<Measured, String> {
    let ratios = run.try_each(|trial| {
        let small = Small::draw(&mut trial.chance());
        let by_optimum = |policy| small.walked_m(policy).map(|walked| walked / small.optimum_m());
        let both = by_optimum(Policy::Effort).zip(by_optimum(Policy::Likely));
        both.ok_or_else(|| format!("trial {}: not every place was inspected", trial.index))
    })?;
    let (ours, likely): (Vec<f64>, Vec<f64>) = ratios.into_iter().unzip();
    Ok(Measured::new(statistics::mean(&ours).value)
        .detail("worst", ours.iter().copied().fold(0.0, f64::max))
        .detail("most-likely-first", statistics::mean(&likely).value))
}

fn measure_maps(run: &Run<'_>) -> Result<Measured, String> {
    let rules = Rules::default();
    let folder = match data::folder("maps") {
        Ok(folder) => folder,
        Err(why) => return Ok(Measured::skipped(why)),
    };
    let mut fields = fields(&folder, &rules)?;
    if run.trials < FEW {
        fields.retain(|field| field.cells.len() < SMALL_CELLS);
    }
    let mut scores = Vec::new();
    for field in &fields {
        for target in [Target::Walking, Target::Still] {
            scores.extend(compare(field, target, &rules, (run.seed, run.trials), &|| ()));
        }
    }
    run.each(|_| ());
    let ours = overall(&scores, Way::Ours);
    let mut measured = Measured::new(ours / overall(&scores, Way::MostLikely)).detail("ours_s", ours);
    for way in Way::HONEST_OTHERS {
        let ratio = ours / overall(&scores, way);
        measured = measured.require(format!("by that of {}", way.name()), ratio, Bar::AtMost(1.0));
    }
    let (behind, _) = furthest_behind(&scores);
    measured = measured.detail("cheater_s", overall(&scores, Way::Cheater));
    Ok(match run.trials < FEW {
        true => measured.detail("furthest behind on a map", behind),
        false => measured.require("furthest behind on a map", behind, Bar::AtMost(0.05)),
    })
}

/// How one way of searching did on one map.
#[derive(Clone, Debug, Serialize)]
pub struct Score {
    /// The map.
    pub map: String,
    /// What was searched for.
    pub target: Target,
    /// The way of searching.
    pub searcher: Way,
    /// Mean time to find, unfound ones at the most that a search may last.
    pub mean_s: f64,
    /// Half the width of its 95 % interval.
    pub half_width_s: f64,
    /// The share that was found.
    pub found_share: f64,
    /// How many episodes.
    pub episodes: usize,
}

/// The maps of a folder, by name.
pub fn fields(folder: &Path, rules: &Rules) -> Result<Vec<Field>, String> {
    let files = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = files.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "map"));
    files.sort();
    if files.is_empty() {
        return Err(format!("no file in {} ends in .map", folder.display()));
    }
    let load = |file: &PathBuf| {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let source = Source::new(file.display().to_string(), data::text(file)?);
        let grid = read_map(&source).map_err(|wrong| wrong.to_string())?;
        let terrain = Terrain { bounds: grid.bounds(), walls: Vec::new(), grid: Some(grid) };
        let ground = Ground::new(&terrain, 0.0, &Raster::default());
        Field::new(&name, &terrain, ground, rules).ok_or_else(|| format!("{name}: nobody can stand anywhere"))
    };
    files.par_iter().map(load).collect()
}

/// Lets every way search in the same episodes of one map. `progress` is told of each episode that ends.
pub fn compare(
    field: &Field,
    target: Target,
    rules: &Rules,
    (seed, episodes): (u64, u32),
    progress: &(dyn Fn() + Sync),
) -> Vec<Score> {
    let one = |index: u32| {
        let mut chance = Chance::of_part(seed, u64::from(index));
        let seed = u64::from(chance.bits()) << 32 | u64::from(chance.bits());
        let episode = Episode::draw(field, target, rules, seed);
        let found = episode.map(|episode| Way::ALL.map(|way| search(field, &episode, way, rules)));
        progress();
        found.map(|found| found.map(|searched| (searched.time_s, searched.found)))
    };
    let found: Vec<[(f32, bool); 6]> = (0..episodes).into_par_iter().filter_map(one).collect();
    let score = |(index, way): (usize, Way)| {
        let times: Vec<f64> = found.iter().map(|all| f64::from(all[index].0)).collect();
        let mean = statistics::mean(&times);
        Score {
            map: field.name.clone(),
            target,
            searcher: way,
            mean_s: mean.value,
            half_width_s: mean.half_width,
            found_share: found.iter().filter(|all| all[index].1).count() as f64 / found.len().max(1) as f64,
            episodes: found.len(),
        }
    };
    Way::ALL.into_iter().enumerate().map(score).collect()
}

/// The mean time of a way over all maps and targets, each map and target counting the same.
pub fn overall(scores: &[Score], way: Way) -> f64 {
    let all: Vec<f64> =
        scores.iter().filter(|score| score.searcher == way).map(|score| score.mean_s).collect();
    statistics::mean(&all).value
}

/// By how much ours is behind the best honest way on the map where that is most, as a share of the latter's time;
/// below 0 if it is ahead on every map. Both targets count the same.
pub fn furthest_behind(scores: &[Score]) -> (f64, String) {
    let mut maps: Vec<&str> = scores.iter().map(|score| score.map.as_str()).collect();
    maps.dedup();
    let of = |map: &str, way: Way| {
        let on: Vec<Score> = scores.iter().filter(|score| score.map == map).cloned().collect();
        overall(&on, way)
    };
    let behind = |map: &&str| {
        let best = Way::HONEST_OTHERS.iter().map(|way| of(map, *way)).fold(f64::INFINITY, f64::min);
        of(map, Way::Ours) / best - 1.0
    };
    let all = maps.iter().map(|map| (behind(map), (*map).to_owned()));
    all.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((f64::NAN, String::new()))
}
