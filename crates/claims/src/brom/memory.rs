//! What the better memory must do.

use super::claims::{CHANGING, STEADY, new_house};
use super::experiment::tune_with;
use super::{Class, Kind, Life, Scenario, Tuned, live_as, lives, summary};
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::run::{Run, Trial};
use crate::statistics::mean;
use piaget_memory::{Memory, MemoryConfig, PlaceId, SearchOrder, SearchPlaces, What};
use piaget_terms::{Chance, Name, Vec2, maths};

const TRIALS: Trials = Trials { full: 100, quick: 8 };
const TUNING_LIVES: u32 = 4;
const TUNING_SEED: u64 = 0x5eed;

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "memory.one-setting",
        source: "Brom 4, turned round",
        says: "One setting suits all classes and changes: it comes near to the exact Bayes filter that knows how things are kept and \
               when they are moved, and is better than every rival, the printed network with people's habit to look first where the \
               thing was found last and a table of next places by time of day among them.",
        metric: "places inspected per those of the exact Bayes filter",
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
        says: "What another said of where a thing was put is heeded, for as long as it is worth something: the thing is found with fewer \
               looks than by going there whatever the hour, and than by habit alone.",
        metric: "looks per those of one who knows how often it is moved, and where to",
        bar: Bar::AtMost(1.3),
        trials: Trials { full: 400, quick: 40 },
        run: |run| after_a_hint(run, |memory, what, place, now| memory.told(what, place, now)),
    },
    Claim {
        id: "memory.watched",
        source: "ours",
        says: "Where another was seen to put a thing is looked first for as long as it is worth something: the thing is found with \
               fewer looks than by going there whatever the hour, and than by habit alone.",
        metric: "looks per those of one who knows how often it is moved, and where to",
        bar: Bar::AtMost(1.3),
        trials: Trials { full: 400, quick: 40 },
        run: |run| after_a_hint(run, |memory, what, place, now| memory.watched(what, place, now)),
    },
];

/// Looks per search of each class, summed over all kinds of life.
fn efforts(run: &Run<'_>, houses: &[(Scenario, Life)], kind: Kind) -> [f64; 5] {
    let mut sums = [0.0; 5];
    for (scenario, life) in houses {
        for (sum, class) in sums.iter_mut().zip(&summary(&lives(run, scenario, kind, *life)).classes) {
            *sum += class.inspected;
        }
    }
    sums
}

fn one_setting(run: &Run<'_>) -> Result<Measured, String> {
    let house = new_house()?;
    let resized = house.resized(&["hall", "bathroom"], 12);
    let tuned = |last_found_first: bool| {
        tune_with(&house, false, last_found_first, CHANGING, (TUNING_SEED, TUNING_LIVES))
    };
    let (tuned, like_people) = (tuned(false), tuned(true));
    let houses = [(house.clone(), STEADY), (house.clone(), CHANGING), (resized, CHANGING)];
    let all = |kind| efforts(run, &houses, kind).iter().sum::<f64>();
    let exact = all(Kind::Exact);
    let better = all(Kind::Better(MemoryConfig::default()));
    let per_class = |tuned: &Tuned| -> f64 {
        let own = |class: &Class| {
            efforts(run, &houses, Kind::Printed(tuned.per_class[*class as usize]))[*class as usize]
        };
        Class::ALL.iter().map(own).sum()
    };
    let common = all(Kind::Printed(tuned.common));
    let distinct = per_class(&tuned);
    let people = all(Kind::Printed(like_people.common));
    let mut measured = Measured::new(better / exact);
    for (name, effort) in [
        ("printed with a common setting", common),
        ("printed with its best setting per class", distinct),
        ("printed with last found first and a common setting", people),
        ("printed with last found first and its best setting per class", per_class(&like_people)),
        ("last seen", all(Kind::LastSeen)),
        ("most frequent", all(Kind::MostFrequent)),
        ("next place by time of day", all(Kind::TimeOfDay)),
    ] {
        measured = measured
            .require(format!("rival: {name}, per ours"), effort / better, Bar::AtLeast(1.0))
            .detail(format!("{name}, per the exact filter"), effort / exact);
    }
    Ok(measured
        .detail("one who knows the true chances alone, per the exact filter", all(Kind::Oracle) / exact)
        .detail("printed with a common setting, per its best one per class (Brom: 1.89)", common / distinct)
        .detail("printed with a common setting, per ours (Brom: 1.56 per people)", common / better)
        .detail(
            "printed with a common setting, per the same with people's habit (Brom: 1.56 per people)",
            common / people,
        ))
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
    let weights: Vec<f32> = weights.into_iter().map(maths::exp).collect();
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
            if new < cost || chance.happens(maths::exp((cost - new) / heat.max(1e-3))) {
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

/// Looks of one question after a hint, by each who is asked.
#[derive(Clone, Copy)]
struct Looks {
    ours: f64,
    /// Knows the chances of a move and of each place.
    exact: f64,
    /// Goes to where the hint says, whatever the hour, and then by habit.
    hint_first: f64,
    /// By habit alone.
    habit: f64,
}

/// A thing is put somewhere, unlike its habit, and somebody says or shows it. It is looked for minutes or hours later, and others
/// have moved it meanwhile as often as they do.
fn after_a_hint(run: &Run<'_>, learn: fn(&mut Memory, What, PlaceId, f64)) -> Result<Measured, String> {
    /// From minutes to two days.
    const HOURS: (f32, f32) = (0.05, 48.0);
    let scenario = new_house()?;
    let looks = run.each(|trial| {
        let (memory, now) = lived(&scenario, trial);
        let mut chance = trial.chance();
        let object = &scenario.objects[chance.below(scenario.objects.len() as u32) as usize];
        let leaves = scenario.house.leaves();
        let hint = leaves[chance.below(leaves.len() as u32) as usize];
        let hours = maths::exp(chance.between(maths::ln(HOURS.0), maths::ln(HOURS.1)));
        let later = now + f64::from(hours) * 3600.0;
        let stays = maths::exp(-object.per_day * hours / 24.0);
        let at = if chance.happens(stays) { hint } else { scenario.draw(object, false, &mut chance) };
        let (mut told, mut untold) = (memory.clone(), memory);
        learn(&mut told, object.what, hint, now);
        let truth = scenario.truth(object, false);
        let chances: Vec<f32> = leaves
            .iter()
            .zip(&truth)
            .map(|(leaf, truth)| (1.0 - stays) * truth + if *leaf == hint { stays } else { 0.0 })
            .collect();
        let mut order: Vec<(PlaceId, f32)> = leaves.iter().copied().zip(chances).collect();
        super::shuffle(&mut order, &mut chance);
        order.sort_by(|a, b| b.1.total_cmp(&a.1));
        let place_in = |order: &[(PlaceId, f32)]| {
            1.0 + order.iter().position(|(place, _)| *place == at).unwrap_or(order.len()) as f64
        };
        let exact = place_in(&order);
        let habit = inspected(&mut untold, object.what, at, later, &mut chance);
        let mut by_hint = untold.order(object.what, later);
        by_hint.sort_by(|a, b| (b.0 == hint).cmp(&(a.0 == hint)).then(b.1.total_cmp(&a.1)));
        let ours = inspected(&mut told, object.what, at, later, &mut chance);
        Looks { ours, exact, hint_first: place_in(&by_hint), habit }
    });
    let mean_of = |of: fn(&Looks) -> f64| mean(&looks.iter().map(of).collect::<Vec<f64>>()).value;
    let ours = mean_of(|looks| looks.ours);
    let (hint_first, habit) = (mean_of(|looks| looks.hint_first), mean_of(|looks| looks.habit));
    Ok(Measured::new(ours / mean_of(|looks| looks.exact))
        .require(
            "rival: goes there whatever the hour, then by habit, per ours",
            hint_first / ours,
            Bar::AtLeast(1.0),
        )
        .require("rival: by habit alone, per ours", habit / ours, Bar::AtLeast(1.2))
        .detail("looks", ours)
        .detail("looks of one who knows how often it is moved", mean_of(|looks| looks.exact))
        .detail("looks by hint first", hint_first)
        .detail("looks by habit alone", habit))
}
