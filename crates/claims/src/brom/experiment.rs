//! The experiment of Brom 4 as one call: many lives in parallel, summed up per class of objects.

use super::life::{Life, Search, live};
use super::scenario::{Class, Scenario};
use super::seekers::Kind;
use crate::run::Run;
use piaget_memory::{Complexity, PrintedNetworkConfig};
use rayon::prelude::*;
use serde::Serialize;

/// What searching came to for one class of objects.
#[derive(Clone, Debug, Serialize)]
pub struct ClassSummary {
    /// The class.
    pub class: &'static str,
    /// How many searches there were.
    pub searches: usize,
    /// Places inspected per search.
    pub inspected: f64,
    /// The same for one who knows the true chances.
    pub best: f64,
    /// The share of searches that ended at the first place.
    pub first_try: f64,
    /// The search by which the searching rule had emerged, in the median of lives; `None` if in most it had not.
    pub emerged_after: Option<f64>,
}

/// What an experiment came to.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Class by class.
    pub classes: Vec<ClassSummary>,
    /// Places inspected, all classes alike, relative to one who knows the true chances.
    pub ratio: f64,
    /// The same, as the mean of the classes' ratios.
    pub mean_of_ratios: f64,
    /// Expected places to inspect relative to the best, by number of searches since habits changed.
    pub after_change: Vec<f64>,
}

/// How near to the best a rule must come to count as emerged, and for how many searches in a row.
const NEARLY_BEST: f32 = 1.25;
const IN_A_ROW: usize = 3;

/// Lives as many lives as the run has trials.
pub fn lives(run: &Run<'_>, scenario: &Scenario, kind: Kind, life: Life) -> Vec<Vec<Search>> {
    run.each(|trial| live(scenario, kind, life, trial.seed))
}

/// Sums up lives.
pub fn summary(lives: &[Vec<Search>]) -> Summary {
    let classes: Vec<ClassSummary> = Class::ALL.iter().map(|class| class_summary(lives, *class)).collect();
    let mean = |part: fn(&ClassSummary) -> f64| classes.iter().map(part).sum::<f64>() / classes.len() as f64;
    let ratio = mean(|class| class.inspected) / mean(|class| class.best);
    let mean_of_ratios = mean(|class| class.inspected / class.best);
    let after = |count: u32| {
        let all = || lives.iter().flatten().filter(|search| search.since_change == Some(count));
        all().map(|search| f64::from(search.expected)).sum::<f64>()
            / all().map(|search| f64::from(search.best)).sum::<f64>()
    };
    let after_change = (0..10).map(after).take_while(|ratio| ratio.is_finite()).collect();
    Summary { classes, ratio, mean_of_ratios, after_change }
}

fn class_summary(lives: &[Vec<Search>], class: Class) -> ClassSummary {
    let of_class = || lives.iter().flatten().filter(|search| search.class == class);
    let count = of_class().count().max(1) as f64;
    let emerged: Vec<f64> = emergence(lives, class).into_iter().map(|emerged| emerged.searches).collect();
    ClassSummary {
        class: class.word(),
        searches: of_class().count(),
        inspected: of_class().map(|search| f64::from(search.inspected)).sum::<f64>() / count,
        best: of_class().map(|search| f64::from(search.best)).sum::<f64>() / count,
        first_try: of_class().filter(|search| search.inspected == 1).count() as f64 / count,
        emerged_after: Some(crate::statistics::median(&emerged)).filter(|after| after.is_finite()),
    }
}

/// When the rule of one object had emerged in one life.
#[derive(Clone, Copy, Debug)]
pub struct Emerged {
    /// The object, by its number in the scenario.
    pub object: usize,
    /// After how many searches; infinite if never.
    pub searches: f64,
    /// On which day; infinite if never.
    pub day: f64,
}

/// For each life and object of a class, when its rule had emerged.
pub fn emergence(lives: &[Vec<Search>], class: Class) -> Vec<Emerged> {
    let mut all = Vec::new();
    for life in lives {
        let mut objects: Vec<usize> = life.iter().filter(|s| s.class == class).map(|s| s.object).collect();
        objects.sort_unstable();
        objects.dedup();
        for object in objects {
            let own = life.iter().filter(|s| s.object == object && s.since_change.is_none());
            let own: Vec<&Search> = own.collect();
            let good = |search: &&Search| search.expected <= NEARLY_BEST * search.best;
            let row = own.windows(IN_A_ROW).position(|row| row.iter().all(good));
            let (searches, day) =
                row.map_or((f64::INFINITY, f64::INFINITY), |at| (at as f64, f64::from(own[at].day)));
            all.push(Emerged { object, searches, day });
        }
    }
    all
}

/// Parameters of the printed model that were found by trying, as its authors did.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// The best for all classes together.
    pub common: PrintedNetworkConfig,
    /// The best for each class.
    pub per_class: [PrintedNetworkConfig; 5],
}

/// Tries settings of the printed model in a few lives and keeps the best. `by_level` takes complexity by level
/// (Brom 3), else by size (Brom 4).
pub fn tune(scenario: &Scenario, by_level: bool, life: Life, seed: u64, lives: u32) -> Tuned {
    tune_with(scenario, by_level, false, life, (seed, lives))
}

/// As [`tune`], with or without the habit of people to look first where a thing was found last.
pub(super) fn tune_with(
    scenario: &Scenario,
    by_level: bool,
    last_found_first: bool,
    life: Life,
    (seed, lives): (u64, u32),
) -> Tuned {
    const FOUND_WEIGHTS: [f32; 5] = [1.0, 2.0, 5.0, 10.0, 15.0];
    const POWERS: [f32; 7] = [0.25, 0.5, 0.75, 1.0, 2.0, 4.0, 9.6];
    let settings = FOUND_WEIGHTS.iter().flat_map(|found_weight| {
        POWERS.iter().map(move |power| PrintedNetworkConfig {
            found_weight: *found_weight,
            complexity: if by_level { Complexity::Level(*power) } else { Complexity::Size(*power) },
            last_found_first,
        })
    });
    let settings: Vec<PrintedNetworkConfig> = settings.collect();
    let tried: Vec<[f64; 5]> = settings
        .par_iter()
        .map(|config| {
            let quiet = Run::new(seed, lives, &|| ());
            let lives = self::lives(&quiet, scenario, Kind::Printed(*config), life);
            let summary = summary(&lives);
            std::array::from_fn(|class| summary.classes[class].inspected / summary.classes[class].best)
        })
        .collect();
    let best_by = |score: &dyn Fn(&[f64; 5]) -> f64| {
        let best = tried.iter().zip(&settings).min_by(|a, b| score(a.0).total_cmp(&score(b.0)));
        best.map_or_else(PrintedNetworkConfig::default, |(_, config)| *config)
    };
    Tuned {
        common: best_by(&|efforts| efforts.iter().sum()),
        per_class: std::array::from_fn(|class| best_by(&|efforts| efforts[class])),
    }
}
