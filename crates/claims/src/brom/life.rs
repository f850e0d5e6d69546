//! Weeks in the new house: things are moved by others, looked for, found and seen by the way.

use super::scenario::{Class, Scenario};
use super::seekers::{Kind, Seeker};
use piaget_memory::PlaceId;
use piaget_terms::Chance;

pub(super) const DAY_S: f64 = 86_400.0;
/// People are up from seven to half past ten.
pub(super) const UP_S: (f32, f32) = (7.0 * 3600.0, 22.5 * 3600.0);
/// How long one look takes: most places take one.
const LOOK_S: f64 = 30.0;

/// What kind of life.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Life {
    /// How long it lasts.
    pub weeks: u32,
    /// Whether habits change at half of it.
    pub change: bool,
}

/// One search.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// Which object, by its number in the scenario.
    pub object: usize,
    /// How the object is kept.
    pub class: Class,
    /// On which day of the life.
    pub day: u32,
    /// How often it was looked for before, in this life.
    pub before: u32,
    /// How often it was looked for since the change of habits; `None` before it.
    pub since_change: Option<u32>,
    /// Looks until it was found: most specific places take one.
    pub inspected: u32,
    /// What the seeker's order costs on average, given the true chances.
    pub expected: f32,
    /// What the best order costs on average.
    pub best: f32,
    /// Whether the first place inspected was that of the last finding.
    pub began_at_last: bool,
    /// Whether the object had been found before.
    pub known: bool,
}

/// Lives one life and tells of every search. Everything but the seeker's order is decided by the seed.
pub fn live(scenario: &Scenario, kind: Kind, life: Life, seed: u64) -> Vec<Search> {
    live_as(scenario, kind, life, seed).0
}

/// As [`live`], and hands over the seeker with all that it has learned.
pub fn live_as(scenario: &Scenario, kind: Kind, life: Life, seed: u64) -> (Vec<Search>, Seeker) {
    let mut world = Chance::of_part(seed, 1);
    let mut walk = scenario.house.leaves().to_vec();
    shuffle(&mut walk, &mut Chance::of_part(seed, 2));
    let mut seeker = Seeker::new(kind, &scenario.house, walk.clone());
    let mut oracle = Seeker::new(Kind::Oracle, &scenario.house, walk);
    let mut at: Vec<PlaceId> =
        scenario.objects.iter().map(|object| scenario.draw(object, false, &mut world)).collect();
    let mut counts = vec![(0u32, 0u32); at.len()];
    let mut searches = Vec::new();
    let days = life.weeks * 7;
    for day in 0..days {
        let changed = life.change && day >= days / 2;
        for (second, index, event) in day_of(scenario, &mut world) {
            let object = &scenario.objects[index];
            if event == Event::Moved {
                at[index] = scenario.draw(object, changed, &mut world);
                continue;
            }
            let mut now = f64::from(day) * DAY_S + f64::from(second);
            let order = seeker.plan(scenario, object, changed, now);
            let best = oracle.plan(scenario, object, changed, now);
            let truth = scenario.truth(object, changed);
            let last = seeker.last_found(object.what);
            let mut inspected = 0;
            let mut left: Vec<u32> =
                (0..scenario.house.len() as u32).map(|id| scenario.house[PlaceId(id)].size).collect();
            for place in &order {
                let looks = scenario.house[*place].size;
                inspected += looks;
                now += LOOK_S * f64::from(looks);
                for (other, _) in at.iter().enumerate().filter(|(_, there)| *there == place) {
                    seeker.found(&scenario.house, scenario.objects[other].what, *place, now);
                }
                if at[index] == *place {
                    break;
                }
                seeker.missed(&scenario.house, object.what, *place, now);
                for whole in scenario.house.up_from(*place).skip(1) {
                    left[whole.0 as usize] -= looks;
                    if left[whole.0 as usize] == 0 {
                        seeker.missed_whole(object.what, whole);
                    }
                }
            }
            let (before, since) = &mut counts[index];
            searches.push(Search {
                object: index,
                class: object.class,
                day,
                before: *before,
                since_change: changed.then_some(*since),
                inspected,
                expected: cost(scenario, &order, &truth),
                best: cost(scenario, &best, &truth),
                began_at_last: last == order.first().copied(),
                known: last.is_some(),
            });
            *before += 1;
            *since += u32::from(changed);
        }
    }
    (searches, seeker)
}

/// What happens to a thing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// Somebody else puts it where it is kept.
    Moved,
    /// It is looked for.
    Wanted,
}

/// The events of a day: second, object and what happens, in order. Between any two times that a thing is wanted,
/// somebody moves it, at any moment.
fn day_of(scenario: &Scenario, world: &mut Chance) -> Vec<(f32, usize, Event)> {
    let mut events = Vec::new();
    for (index, object) in scenario.objects.iter().enumerate() {
        let whole = object.per_day.floor();
        let times = whole as u32 + u32::from(world.happens(object.per_day - whole));
        let mut wanted: Vec<f32> = (0..times).map(|_| world.between(UP_S.0, UP_S.1)).collect();
        wanted.sort_by(f32::total_cmp);
        let mut before = UP_S.0;
        for second in wanted {
            events.push((world.between(before, second), index, Event::Moved));
            events.push((second, index, Event::Wanted));
            before = second;
        }
    }
    events.sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    events
}

/// Looks on average with this order.
fn cost(scenario: &Scenario, order: &[PlaceId], truth: &[f32]) -> f32 {
    let chance = |place: &PlaceId| scenario.house.leaves().binary_search(place).map_or(0.0, |at| truth[at]);
    let mut looks = 0;
    let cost = order.iter().map(|place| {
        looks += scenario.house[*place].size;
        chance(place) * looks as f32
    });
    cost.sum()
}

/// Any order, each as likely.
pub fn shuffle<T>(items: &mut [T], chance: &mut Chance) {
    for last in (1..items.len()).rev() {
        items.swap(last, chance.below(last as u32 + 1) as usize);
    }
}
