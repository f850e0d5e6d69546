//! Who looks for things: the better memory, the network as printed, and the habits they are measured against. All
//! inspect specific places one by one, and all learn from the same findings.

use super::filter::ExactFilter;
use super::scenario::{Object, Scenario};
use piaget_memory::{
    House, Memory, MemoryConfig, PlaceId, PrintedNetwork, PrintedNetworkConfig, What, by_chance_per_effort,
};

/// What kind of memory a seeker has.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "there is one for each life, and it is copied once")]
pub enum Kind {
    /// The better memory.
    Better(MemoryConfig),
    /// The network as printed, with these parameters.
    Printed(PrintedNetworkConfig),
    /// The network as printed, but first where the thing was found at some earlier time, any of them.
    FoundBefore(PrintedNetworkConfig),
    /// First where it was seen last, then where before that.
    LastSeen,
    /// Most often first.
    MostFrequent,
    /// By a table of how often a thing went from one place to the next at this time of the day; what the table does not know, by
    /// the time of the day alone, then by how often.
    TimeOfDay,
    /// Knows the true chances.
    Oracle,
    /// Knows the true chances and when things are moved, and weighs all that it has seen by that: no order is better for the
    /// search under way.
    Exact,
}

/// A seeker in a house.
pub struct Seeker {
    kind: Kind,
    better: Memory,
    printed: PrintedNetwork,
    /// Per object, distinct places from the last seen to the first.
    seen: std::collections::BTreeMap<What, Vec<PlaceId>>,
    times: NextPlaces,
    exact: ExactFilter,
    /// In which order places are tried that nothing speaks for.
    walk: Vec<PlaceId>,
}

/// From where a thing came to a place, and in which part of the day it was seen there.
type Came = (Option<PlaceId>, u32);

/// How often a thing was seen at a place: from which place it came there, and at which part of the day.
#[derive(Default)]
struct NextPlaces {
    /// Per thing, the place where it was seen last.
    last: std::collections::BTreeMap<What, PlaceId>,
    counts: std::collections::BTreeMap<(What, PlaceId), Vec<Came>>,
}

impl NextPlaces {
    /// A day has so many parts.
    const PARTS: f64 = 8.0;
    /// What a count is worth: of the same last place and part of the day, of the same part, of any time.
    const WORTH: [f32; 3] = [1.0, 0.3, 0.1];

    fn part(now_s: f64) -> u32 {
        ((now_s / 86_400.0).fract() * Self::PARTS) as u32
    }

    fn note(&mut self, what: What, place: PlaceId, now_s: f64) {
        let from = self.last.insert(what, place);
        self.counts.entry((what, place)).or_default().push((from, Self::part(now_s)));
    }

    fn score(&self, what: What, place: PlaceId, now_s: f64) -> f32 {
        let (part, last) = (Self::part(now_s), self.last.get(&what).copied());
        let worth = |(from, when): &Came| match (*when == part, *from == last) {
            (true, true) => Self::WORTH[0],
            (true, false) => Self::WORTH[1],
            (false, _) => Self::WORTH[2],
        };
        self.counts.get(&(what, place)).map_or(0.0, |seen| seen.iter().map(worth).sum())
    }
}

impl Seeker {
    /// A seeker new to the house. `walk` is the order in which it tries places that nothing speaks for.
    pub fn new(kind: Kind, house: &House, walk: Vec<PlaceId>) -> Self {
        let config = if let Kind::Better(config) = kind { config } else { MemoryConfig::default() };
        Self {
            kind,
            better: Memory::new(house.clone(), config),
            printed: PrintedNetwork::default(),
            seen: std::collections::BTreeMap::new(),
            times: NextPlaces::default(),
            exact: ExactFilter::default(),
            walk,
        }
    }

    /// The specific places in the order in which this seeker would inspect them now.
    pub fn plan(&mut self, scenario: &Scenario, object: &Object, changed: bool, now_s: f64) -> Vec<PlaceId> {
        match self.kind {
            Kind::Oracle => self.by_chance(&scenario.house, &scenario.truth(object, changed)),
            Kind::Exact => {
                let truth = scenario.truth(object, changed);
                let chances = self.exact.chances(&scenario.house, object.what, &truth, now_s);
                self.by_chance(&scenario.house, &chances)
            }
            _ => self.order(&scenario.house, object.what, now_s),
        }
    }

    /// The same where nobody knows the true chances.
    pub fn order(&mut self, house: &House, what: What, now_s: f64) -> Vec<PlaceId> {
        match self.kind {
            Kind::Better(_) => {
                let mut chances = Vec::new();
                self.better.chances(what, now_s, &mut chances);
                self.by_chance(house, &chances)
            }
            Kind::Printed(config) => {
                let rule = self.printed.searching_rule(house, what.object.name, &config);
                self.spelt_out(house, &rule)
            }
            Kind::FoundBefore(config) => {
                let mut rule = self.printed.searching_rule(house, what.object.name, &config);
                let seen = self.seen.get(&what).map_or(&[][..], Vec::as_slice);
                // A different one each time, and the same for the same life: by the clock.
                if let Some(before) = seen.get(1 + now_s as usize % seen.len().max(2).saturating_sub(1)) {
                    rule.insert(0, *before);
                }
                self.spelt_out(house, &rule)
            }
            Kind::LastSeen => {
                let seen = self.seen.get(&what).cloned().unwrap_or_default();
                self.spelt_out(house, &seen)
            }
            Kind::MostFrequent => {
                let count = |place: PlaceId| self.printed.edge(what.object.name, place).found as f32;
                let counts: Vec<f32> = house.leaves().iter().map(|leaf| count(*leaf)).collect();
                self.by_chance(house, &counts)
            }
            Kind::TimeOfDay => {
                let score = |place: &PlaceId| self.times.score(what, *place, now_s);
                let scores: Vec<f32> = house.leaves().iter().map(score).collect();
                self.by_chance(house, &scores)
            }
            Kind::Oracle | Kind::Exact => self.walk.clone(),
        }
    }

    /// Learns that the thing was found or seen.
    pub fn found(&mut self, house: &House, what: What, place: PlaceId, now_s: f64) {
        match self.kind {
            Kind::Better(_) => self.better.found(what, place, now_s),
            Kind::Printed(_) | Kind::MostFrequent => self.printed.found(house, what.object.name, place),
            Kind::LastSeen | Kind::FoundBefore(_) => {
                if let Kind::FoundBefore(_) = self.kind {
                    self.printed.found(house, what.object.name, place);
                }
                let seen = self.seen.entry(what).or_default();
                seen.retain(|old| *old != place);
                seen.insert(0, place);
            }
            Kind::TimeOfDay => self.times.note(what, place, now_s),
            Kind::Exact => self.exact.found(what, place),
            Kind::Oracle => {}
        }
    }

    /// Learns that the thing is not at a place.
    pub fn missed(&mut self, house: &House, what: What, place: PlaceId, now_s: f64) {
        match self.kind {
            Kind::Better(_) => self.better.missed(what, place, now_s),
            Kind::Printed(_) | Kind::FoundBefore(_) => self.printed.missed(house, what.object.name, place),
            Kind::LastSeen => {
                // Whoever goes by the last sighting drops it when it proves wrong.
                let seen = self.seen.entry(what).or_default();
                let (gone, rest): (Vec<_>, Vec<_>) = seen.iter().partition(|old| house.within(**old, place));
                *seen = rest.into_iter().chain(gone).collect();
            }
            Kind::MostFrequent | Kind::TimeOfDay | Kind::Oracle | Kind::Exact => {}
        }
    }

    /// Learns that the thing is in no part of a room: its parts were inspected one by one. Only the printed network
    /// counts rooms apart from their parts.
    pub fn missed_whole(&mut self, what: What, room: PlaceId) {
        if let Kind::Printed(_) | Kind::FoundBefore(_) = self.kind {
            self.printed.missed_whole(what.object.name, room);
        }
    }

    /// The better memory, to tell it things and to let it watch.
    pub fn better(&mut self) -> &mut Memory {
        &mut self.better
    }

    /// Whether it takes notice that a thing is not in a room it looks into. The better memory learns from every absence; others
    /// from that of a thing that they saw there last.
    pub fn notices(&self, house: &House, what: What, room: PlaceId) -> bool {
        matches!(self.kind, Kind::Better(_))
            || self.last_seen(what).is_some_and(|last| house.within(last, room))
    }

    /// Where this seeker believes to have seen a thing last.
    pub fn last_seen(&self, what: What) -> Option<PlaceId> {
        match self.kind {
            Kind::Better(_) => self.better.last_seen(what.object).map(|(place, _)| place),
            Kind::LastSeen => self.seen.get(&what)?.first().copied(),
            Kind::TimeOfDay => self.times.last.get(&what).copied(),
            _ => self.printed.last_found(what.object.name),
        }
    }

    /// The place that the last-found-first habit would begin with.
    pub fn last_found(&self, what: What) -> Option<PlaceId> {
        self.printed.last_found(what.object.name)
    }

    fn by_chance(&self, house: &House, chances: &[f32]) -> Vec<PlaceId> {
        let chance = |place: &PlaceId| house.leaves().binary_search(place).map_or(0.0, |at| chances[at]);
        let mut order = self.walk.clone();
        // What is equally worth a look stays in walking order.
        by_chance_per_effort(&mut order, |place| (chance(place), house[*place].size as f32));
        order
    }

    /// A rule may name a whole room: its places then come in walking order, and so does what the rule leaves out.
    fn spelt_out(&self, house: &House, rule: &[PlaceId]) -> Vec<PlaceId> {
        let mut order = Vec::with_capacity(self.walk.len());
        let mut done = vec![false; house.len()];
        for whole in rule.iter().copied().chain([house.root()]) {
            for leaf in self.walk.iter().copied().filter(|leaf| house.within(*leaf, whole)) {
                if !std::mem::replace(&mut done[leaf.0 as usize], true) {
                    order.push(leaf);
                }
            }
        }
        order
    }
}
