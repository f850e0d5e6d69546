//! What the better memory must do.

use super::claims::{CHANGING, STEADY, new_house};
use super::{Class, Kind, Life, Scenario, live_as, lives, summary, tune};
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::run::{Run, Trial};
use crate::statistics::mean;
use piaget_memory::{Memory, MemoryConfig, PlaceId, SearchOrder, SearchPlaces, What};
use piaget_terms::{Chance, Name, Vec2};

const TRIALS: Trials = Trials { full: 100, quick: 8 };
const TUNING_LIVES: u32 = 4;
const TUNING_SEED: u64 = 0x5eed;

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "memory.one-setting",
        source: "Brom 4, turned round",
        says: "One setting suits all classes and changes, and is better than every rival.",
        metric: "places inspected per those of one who knows the true chances",
        bar: Bar::AtMost(1.15),
        trials: TRIALS,
        run: one_setting,
    },
    Claim {
        id: "memory.travel",
        source: "Brom, open point a",
        says: "With distances, the order of inspection is exact up to 10 places and near the best for 30.",
        metric: "expected effort per that of the best order, 4 to 10 places, worst",
        bar: Bar::AtMost(1.05),
        trials: Trials { full: 100, quick: 12 },
        run: travel,
    },
    Claim {
        id: "memory.kind",
        source: "ours",
        says: "A new thing of a known kind is found with at most half the effort of an unknown one.",
        metric: "places inspected for a known kind per those for an unknown one",
        bar: Bar::AtMost(0.5),
        trials: Trials { full: 200, quick: 60 },
        run: kind,
    },
    Claim {
        id: "memory.told",
        source: "ours",
        says: "What another said is heeded: the thing is found at the first try.",
        metric: "share of searches that end at the first place",
        bar: Bar::AtLeast(0.9),
        trials: Trials { full: 400, quick: 60 },
        run: |run| first_try(run, |memory, what, place, now| memory.told(what, place, now)),
    },
    Claim {
        id: "memory.watched",
        source: "ours",
        says: "What another was seen to put away is found at the first try.",
        metric: "share of searches that end at the first place",
        bar: Bar::AtLeast(0.9),
        trials: Trials { full: 400, quick: 60 },
        run: |run| first_try(run, |memory, what, place, now| memory.watched(what, place, now)),
    },
];

/// Effort per class relative to the best, over all kinds of life.
fn efforts(run: &Run<'_>, houses: &[(Scenario, Life)], kind: Kind) -> [f64; 5] {
    let mut sums = [(0.0, 0.0); 5];
    for (scenario, life) in houses {
        for (sum, class) in sums.iter_mut().zip(&summary(&lives(run, scenario, kind, *life)).classes) {
            sum.0 += class.inspected;
            sum.1 += class.best;
        }
    }
    let best: f64 = sums.iter().map(|sum| sum.1).sum();
    sums.map(|(inspected, _)| inspected / best)
}

fn one_setting(run: &Run<'_>) -> Result<Measured, String> {
    let house = new_house()?;
    let resized = house.resized(&["hall", "bathroom"], 12);
    let tuned = tune(&house, false, CHANGING, TUNING_SEED, TUNING_LIVES);
    let houses = [(house.clone(), STEADY), (house, CHANGING), (resized, CHANGING)];
    let all = |kind| efforts(run, &houses, kind).iter().sum::<f64>();
    let better = all(Kind::Better(MemoryConfig::default()));
    let per_class: f64 = Class::ALL
        .iter()
        .map(|class| efforts(run, &houses, Kind::Printed(tuned.per_class[*class as usize]))[*class as usize])
        .sum();
    let mut measured = Measured::new(better);
    for (name, effort) in [
        ("printed with a common setting", all(Kind::Printed(tuned.common))),
        ("printed with its best setting per class", per_class),
        ("last seen", all(Kind::LastSeen)),
        ("most frequent", all(Kind::MostFrequent)),
    ] {
        measured = measured
            .require(format!("{name}, relative to better"), effort / better, Bar::AtLeast(1.0))
            .detail(name, effort);
    }
    Ok(measured)
}

fn travel(run: &Run<'_>) -> Result<Measured, String> {
    let few = run.each(|trial| {
        let mut chance = trial.chance();
        let places = scattered(&mut chance, 4 + trial.index as usize % 7);
        let found = places.expected_effort(SearchOrder::default().find(&places));
        f64::from(found / exact(&places))
    });
    let many = run.each(|trial| {
        let mut chance = trial.chance();
        let places = scattered(&mut chance, 30);
        let found = places.expected_effort(SearchOrder::default().find(&places));
        f64::from(found / annealed(&places, &mut chance))
    });
    let worst = |ratios: &[f64]| ratios.iter().copied().fold(0.0, f64::max);
    Ok(Measured::new(worst(&few))
        .require("30 places, per a long-running solver's, mean", mean(&many).value, Bar::AtMost(1.15))
        .detail("30 places, worst", worst(&many)))
}

/// Places at random with chances from flat to peaked.
fn scattered(chance: &mut Chance, count: usize) -> SearchPlaces {
    let mut point = || Vec2::new(chance.between(0.0, 20.0), chance.between(0.0, 20.0));
    let points: Vec<Vec2> = (0..=count).map(|_| point()).collect();
    let peak = chance.between(0.0, 4.0);
    let weights: Vec<f32> = (0..count).map(|_| (peak * chance.normal()).clamp(-8.0, 8.0)).collect();
    let weights: Vec<f32> = weights.into_iter().map(piaget_terms::maths::exp).collect();
    let total: f32 = weights.iter().sum();
    let effort = points.iter().flat_map(|a| points.iter().map(|b| a.distance(*b) + 1.0)).collect();
    SearchPlaces { chance: weights.iter().map(|weight| weight / total).collect(), effort, seen: Vec::new() }
}

/// The least expected effort, by dynamic programming over sets of places: written apart from the memory's own.
fn exact(places: &SearchPlaces) -> f32 {
    let count = places.chance.len();
    let stops = count + 1;
    let leg = |from: usize, to: usize| places.effort[from * stops + to];
    let full = (1usize << count) - 1;
    let left = |set: usize| -> f32 {
        (0..count).filter(|place| set >> place & 1 == 0).map(|place| places.chance[place]).sum()
    };
    let mut rest = vec![vec![0.0f32; stops]; full + 1];
    for set in (0..full).rev() {
        let left = left(set);
        for at in 0..stops {
            let next = (0..count).filter(|place| set >> place & 1 == 0);
            let costs = next.map(|place| left * leg(at, place + 1) + rest[set | 1 << place][place + 1]);
            rest[set][at] = costs.fold(f32::INFINITY, f32::min);
        }
    }
    rest[0][0]
}

/// A long-running solver: simulated annealing from several starts.
fn annealed(places: &SearchPlaces, chance: &mut Chance) -> f32 {
    const STARTS: usize = 3;
    const STEPS: u32 = 30_000;
    let count = places.chance.len();
    let mut best = f32::INFINITY;
    for _ in 0..STARTS {
        let mut order: Vec<u8> = (0..count as u8).collect();
        super::shuffle(&mut order, chance);
        let mut cost = places.expected_effort(&order);
        for step in 0..STEPS {
            let heat = 3.0 * (1.0 - step as f32 / STEPS as f32);
            let (a, b) = (chance.below(count as u32) as usize, chance.below(count as u32) as usize);
            let mut trial = order.clone();
            match chance.below(3) {
                0 => trial.swap(a, b),
                1 => trial[a.min(b)..=a.max(b)].reverse(),
                _ => {
                    let moved = trial.remove(a);
                    trial.insert(b, moved);
                }
            }
            let new = places.expected_effort(&trial);
            if new < cost || chance.happens(piaget_terms::maths::exp((cost - new) / heat.max(1e-3))) {
                (order, cost) = (trial, new);
                best = best.min(cost);
            }
        }
    }
    best
}

/// A memory that has lived in the new house, the time of its end, and the house.
fn lived(scenario: &Scenario, trial: Trial) -> (Memory, f64) {
    let (_, mut seeker) = live_as(scenario, Kind::Better(MemoryConfig::default()), STEADY, trial.seed);
    let now = f64::from(STEADY.weeks * 7) * 86_400.0 + 9.0 * 3600.0;
    (seeker.better().clone(), now)
}

fn inspected(memory: &mut Memory, what: What, at: PlaceId, now: f64, chance: &mut Chance) -> f64 {
    let mut order = memory.order(what, now);
    // Places that are as likely as each other are tried in any order.
    super::shuffle(&mut order, chance);
    order.sort_by(|a, b| b.1.total_cmp(&a.1));
    1.0 + order.iter().position(|(place, _)| *place == at).unwrap_or(order.len()) as f64
}

fn kind(run: &Run<'_>) -> Result<Measured, String> {
    let scenario = new_house()?;
    let pairs = run.each(|trial| {
        let (mut memory, now) = lived(&scenario, trial);
        let mut chance = trial.chance();
        let leaves = scenario.house.leaves();
        // Pens of this house are kept in three places of their own, three days in four; and so are gadgets, in others.
        let mut usual = leaves.to_vec();
        super::shuffle(&mut usual, &mut chance);
        let put = |chance: &mut Chance, first: usize| match chance.happens(0.75) {
            true => usual[first + chance.below(3) as usize],
            false => leaves[chance.below(leaves.len() as u32) as usize],
        };
        let (pens, gadgets) = (0, 3);
        for find in 0..15 {
            let pen =
                What { object: Name::cut(&format!("pen {}", find % 5)).into(), kind: Name::cut("biro") };
            memory.found(pen, put(&mut chance, pens), now + f64::from(find) * 7200.0);
        }
        let now = now + 40.0 * 3600.0;
        let mut effort = |what: What, first: usize| {
            let at = put(&mut chance, first);
            inspected(&mut memory, what, at, now, &mut chance)
        };
        let known = What { object: Name::cut("a new pen").into(), kind: Name::cut("biro") };
        let unknown = What { object: Name::cut("a new thing").into(), kind: Name::cut("gadget") };
        (effort(known, pens), effort(unknown, gadgets))
    });
    let (known, unknown): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
    let (known, unknown) = (mean(&known).value, mean(&unknown).value);
    Ok(Measured::new(known / unknown).detail("known kind", known).detail("unknown kind", unknown))
}

fn first_try(run: &Run<'_>, learn: fn(&mut Memory, What, PlaceId, f64)) -> Result<Measured, String> {
    let scenario = new_house()?;
    let first = run.each(|trial| {
        let (mut memory, now) = lived(&scenario, trial);
        let mut chance = trial.chance();
        let object = &scenario.objects[chance.below(scenario.objects.len() as u32) as usize];
        // Put anywhere, unlike its habit; and looked for some minutes or hours later.
        let leaves = scenario.house.leaves();
        let at = leaves[chance.below(leaves.len() as u32) as usize];
        learn(&mut memory, object.what, at, now);
        let later = now + f64::from(chance.between(60.0, 3.0 * 3600.0));
        inspected(&mut memory, object.what, at, later, &mut chance) == 1.0
    });
    let rate = crate::statistics::rate_of(&first);
    Ok(Measured::new(rate.value))
}
