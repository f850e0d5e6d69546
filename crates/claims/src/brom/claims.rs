//! What the paper claims of the network as printed.

use super::life::live;
use super::{Class, Kind, Life, Scenario, Search, emergence, lives, summary, tune};
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::run::Run;
use crate::statistics::{mean, median};
use piaget_memory::{MemoryConfig, PrintedNetworkConfig};
use piaget_terms::Chance;

const TRIALS: Trials = Trials { full: 100, quick: 8 };
/// Lives in which parameters are tried out; apart from those that are measured.
const TUNING_LIVES: u32 = 4;
const TUNING_SEED: u64 = 0x5eed;
/// A life without change, and one with.
pub(super) const STEADY: Life = Life { weeks: 4, change: false };
pub(super) const CHANGING: Life = Life { weeks: 8, change: true };

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "brom.emerge",
        source: "Brom 4",
        says: "With its best setting per class, the searching rules of the printed network emerge within 6 searches for every class \
               with a habit, and searching is nearly optimal from then on. Of going by the last sighting, or by the most frequent \
               one, that can be said for fewer classes.",
        metric: "classes of objects, of the 4 with a habit, whose rules emerge within 6 searches (median) and are nearly best then",
        bar: Bar::AtLeast(4.0),
        trials: TRIALS,
        run: emerge,
    },
    Claim {
        id: "brom.frequency",
        source: "Brom 4",
        says: "The more often a thing is used, the sooner its searching rule emerges.",
        metric: "days until the rules of rarely used things emerge, per days for often used ones",
        bar: Bar::AtLeast(1.5),
        trials: TRIALS,
        run: frequency,
    },
    Claim {
        id: "brom.size",
        source: "Brom 4",
        says: "Complexity by size is robust to changed sizes of rooms and of what stands in them; complexity by level, which \
               disregards sizes, takes more effort and loses more by the change.",
        metric: "effort in the changed house with the old house's setting, per effort with the best one, by size",
        bar: Bar::AtMost(1.05),
        trials: TRIALS,
        run: size,
    },
    Claim {
        id: "brom.relearn",
        source: "Brom 4",
        says: "The printed network with a common setting relearns slowly; the better memory recovers in 5 searches.",
        metric: "effectiveness after 5 searches per effectiveness before the change, better memory",
        bar: Bar::AtLeast(0.9),
        // A ratio of two noisy shares: with few lives it says nothing.
        trials: Trials { full: 800, quick: 60 },
        run: relearn,
    },
    Claim {
        id: "brom.last",
        source: "Brom 4",
        says: "People look first where they found a thing last, which the paper adds to its network. It mends the slow relearning: \
               after habits have changed, things are found with fewer looks than without it. To look first where the thing was \
               found some time before does not.",
        metric: "looks in the first 8 searches after the change, with the habit per without it",
        bar: Bar::AtMost(0.9),
        trials: Trials { full: 200, quick: 24 },
        run: last,
    },
];

pub(super) fn new_house() -> Result<Scenario, String> {
    Scenario::new_house().map_err(|mistakes| mistakes.to_string())
}

/// How near to the best searching must be, on average, once a rule has emerged.
const NEARLY_BEST: f64 = 1.25;
const WITHIN_SEARCHES: f64 = 6.0;

/// Whether the rules of a class emerge in time, after how many searches in the median, and what searching costs from then on,
/// relative to the best order.
fn emerged(lives: &[Vec<Search>], class: Class) -> (bool, f64, f64) {
    let after: Vec<f64> = emergence(lives, class).iter().map(|emerged| emerged.searches).collect();
    // A rule that never emerges counts as after all others.
    let after: Vec<f64> = after.into_iter().map(|after| after.min(1e6)).collect();
    let after = median(&after);
    let of_class = |search: &&Search| search.class == class && f64::from(search.before) >= WITHIN_SEARCHES;
    let later = || lives.iter().flatten().filter(of_class);
    let cost =
        later().map(|s| f64::from(s.expected)).sum::<f64>() / later().map(|s| f64::from(s.best)).sum::<f64>();
    (after <= WITHIN_SEARCHES && cost <= NEARLY_BEST, after, cost)
}

fn emerge(run: &Run<'_>) -> Result<Measured, String> {
    let scenario = new_house()?;
    let tuned = tune(&scenario, false, STEADY, TUNING_SEED, TUNING_LIVES);
    // Where only the house is sure any order is as good, from the first search on.
    let classes = || Class::ALL.into_iter().filter(|class| *class != Class::House);
    let mut measured = Measured::new(0.0);
    for (class, config) in classes().zip(tuned.per_class) {
        let (is, after, cost) = emerged(&lives(run, &scenario, Kind::Printed(config), STEADY), class);
        measured.value += f64::from(u8::from(is));
        measured = measured
            .detail(format!("{} emerges after", class.word()), after)
            .detail(format!("{} then takes, per the best", class.word()), cost);
    }
    let count = |kind: Kind| {
        let lives = lives(run, &scenario, kind, STEADY);
        classes().filter(|class| emerged(&lives, *class).0).count() as f64
    };
    Ok(measured
        .require("rival: the same for last seen", count(Kind::LastSeen), Bar::AtMost(3.0))
        .require("rival: the same for most frequent", count(Kind::MostFrequent), Bar::AtMost(3.0))
        .detail("the same for our memory, with one setting", count(Kind::Better(MemoryConfig::default()))))
}

fn frequency(run: &Run<'_>) -> Result<Measured, String> {
    let scenario = new_house()?;
    let tuned = tune(&scenario, false, STEADY, TUNING_SEED, TUNING_LIVES);
    let all = lives(run, &scenario, Kind::Printed(tuned.common), STEADY);
    let days = |per_day: f32| {
        // Where only the house is sure any order is as good, from the first search on.
        let classes = Class::ALL.into_iter().filter(|class| *class != Class::House);
        let emerged = classes.flat_map(|class| emergence(&all, class));
        let used = emerged.filter(|emerged| scenario.objects[emerged.object].per_day == per_day);
        let days: Vec<f64> = used.map(|emerged| emerged.day.min(f64::from(STEADY.weeks * 7))).collect();
        mean(&days).value
    };
    let (often, daily, rarely) = (days(2.0), days(1.0), days(0.5));
    Ok(Measured::new(rarely / often)
        .require("days of daily ones per often used ones", daily / often, Bar::AtLeast(1.0))
        .detail("days, twice a day", often)
        .detail("days, daily", daily)
        .detail("days, every other day", rarely))
}

/// Furniture of 1 to 3 looks is replaced by some of 1 to 12, and with it the sizes of rooms change; what was the best setting
/// in the old house is kept. Every life has a house of its own.
fn size(run: &Run<'_>) -> Result<Measured, String> {
    const LOOKS: [u32; 2] = [3, 12];
    let house = new_house()?;
    let effort = |most_looks: u32, config: PrintedNetworkConfig| {
        let lives = run.each(|trial| {
            let house = house.furnished(&mut trial.chance(), most_looks);
            live(&house, Kind::Printed(config), STEADY, trial.seed)
        });
        let ratios: Vec<f64> =
            summary(&lives).classes.iter().map(|class| class.inspected / class.best).collect();
        mean(&ratios).value
    };
    let tuned = |most_looks: u32, by_level: bool| {
        let house = house.furnished(&mut Chance::of_part(TUNING_SEED, 1), most_looks);
        tune(&house, by_level, STEADY, TUNING_SEED, TUNING_LIVES).common
    };
    // Effort relative to one who knows the true chances: in the old house, in the new one, and there with its best setting.
    let efforts = |by_level: bool| {
        let kept = tuned(LOOKS[0], by_level);
        [effort(LOOKS[0], kept), effort(LOOKS[1], kept), effort(LOOKS[1], tuned(LOOKS[1], by_level))]
    };
    let (by_size, by_level) = (efforts(false), efforts(true));
    let cost_of_change = |[before, after, _]: [f64; 3]| after - before;
    Ok(Measured::new(by_size[1] / by_size[2])
        .require(
            "effort by level per effort by size in the changed house",
            by_level[1] / by_size[1],
            Bar::AtLeast(1.03),
        )
        .require(
            "what the change adds to the effort by level, per what it adds by size",
            cost_of_change(by_level) / cost_of_change(by_size),
            Bar::AtLeast(1.2),
        )
        .detail("effort by size before the change, relative to the best", by_size[0])
        .detail("effort by level before the change, relative to the best", by_level[0])
        .detail("effort by size after the change, relative to the best", by_size[1])
        .detail("effort by level after the change, relative to the best", by_level[1]))
}

/// How effective searching is: the best effort per effort.
fn effectiveness(lives: &[Vec<Search>], of: impl Fn(&Search) -> bool) -> f64 {
    let of = |search: &&Search| search.class != Class::House && of(search);
    let all = || lives.iter().flatten().filter(of);
    all().map(|s| f64::from(s.best)).sum::<f64>() / all().map(|s| f64::from(s.inspected)).sum::<f64>()
}

fn recovery(lives: &[Vec<Search>]) -> f64 {
    // The last two weeks before the change, and the searches from the sixth on that are still near to it.
    let last_weeks = CHANGING.weeks * 7 / 2 - 14;
    let before = effectiveness(lives, |s| s.since_change.is_none() && s.day >= last_weeks);
    let after = effectiveness(lives, |s| s.since_change.is_some_and(|since| (5..8).contains(&since)));
    after / before
}

fn relearn(run: &Run<'_>) -> Result<Measured, String> {
    let scenario = new_house()?;
    let common = tune(&scenario, false, STEADY, TUNING_SEED, TUNING_LIVES).common;
    let better = lives(run, &scenario, Kind::Better(MemoryConfig::default()), CHANGING);
    let printed = lives(run, &scenario, Kind::Printed(common), CHANGING);
    Ok(Measured::new(recovery(&better))
        .require("the same, printed with a common setting", recovery(&printed), Bar::AtMost(0.85))
        .detail("better, before the change", effectiveness(&better, |s| s.since_change.is_none()))
        .detail("printed, before the change", effectiveness(&printed, |s| s.since_change.is_none())))
}

fn last(run: &Run<'_>) -> Result<Measured, String> {
    const SOON: u32 = 8;
    let scenario = new_house()?;
    let common = tune(&scenario, false, STEADY, TUNING_SEED, TUNING_LIVES).common;
    let looks = |kind: Kind, changed: bool| {
        let lives = lives(run, &scenario, kind, CHANGING);
        let is = |search: &&Search| {
            search.class != Class::House
                && match search.since_change {
                    Some(since) => changed && since < SOON,
                    None => !changed && search.day >= CHANGING.weeks * 7 / 2 - 14,
                }
        };
        mean(&lives.iter().flatten().filter(is).map(|s| f64::from(s.inspected)).collect::<Vec<_>>()).value
    };
    let without = Kind::Printed(common);
    let with = Kind::Printed(PrintedNetworkConfig { last_found_first: true, ..common });
    let some_before = Kind::FoundBefore(common);
    let plain = looks(without, true);
    Ok(Measured::new(looks(with, true) / plain)
        .require(
            "rival: first where it was found some time before, per without",
            looks(some_before, true) / plain,
            Bar::AtLeast(0.95),
        )
        .detail(
            "before the change, with the habit per without it",
            looks(with, false) / looks(without, false),
        )
        .detail("looks after the change, without the habit", plain))
}
