//! Who looks for things: the better memory, the network as printed, and the habits they are measured against. All
//! inspect specific places one by one, and all learn from the same findings.

use super::scenario::{Object, Scenario};
use piaget_memory::{
    House, Memory, MemoryConfig, PlaceId, PrintedNetwork, PrintedNetworkConfig, What, by_chance_per_effort,
};

/// What kind of memory a seeker has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// The better memory.
    Better(MemoryConfig),
    /// The network as printed, with these parameters.
    Printed(PrintedNetworkConfig),
    /// First where it was seen last, then where before that.
    LastSeen,
    /// Most often first.
    MostFrequent,
    /// Knows the true chances.
    Oracle,
}

/// A seeker in a house.
pub struct Seeker {
    kind: Kind,
    better: Memory,
    printed: PrintedNetwork,
    /// Per object, distinct places from the last seen to the first.
    seen: std::collections::BTreeMap<What, Vec<PlaceId>>,
    /// In which order places are tried that nothing speaks for.
    walk: Vec<PlaceId>,
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
            walk,
        }
    }

    /// The specific places in the order in which this seeker would inspect them now.
    pub fn plan(&mut self, scenario: &Scenario, object: &Object, changed: bool, now_s: f64) -> Vec<PlaceId> {
        match self.kind {
            Kind::Oracle => self.by_chance(&scenario.house, &scenario.truth(object, changed)),
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
            Kind::LastSeen => {
                let seen = self.seen.get(&what).cloned().unwrap_or_default();
                self.spelt_out(house, &seen)
            }
            Kind::MostFrequent => {
                let count = |place: PlaceId| self.printed.edge(what.object.name, place).found as f32;
                let counts: Vec<f32> = house.leaves().iter().map(|leaf| count(*leaf)).collect();
                self.by_chance(house, &counts)
            }
            Kind::Oracle => self.walk.clone(),
        }
    }

    /// Learns that the thing was found or seen.
    pub fn found(&mut self, house: &House, what: What, place: PlaceId, now_s: f64) {
        match self.kind {
            Kind::Better(_) => self.better.found(what, place, now_s),
            Kind::Printed(_) | Kind::MostFrequent => self.printed.found(house, what.object.name, place),
            Kind::LastSeen => {
                let seen = self.seen.entry(what).or_default();
                seen.retain(|old| *old != place);
                seen.insert(0, place);
            }
            Kind::Oracle => {}
        }
    }

    /// Learns that the thing is not at a place.
    pub fn missed(&mut self, house: &House, what: What, place: PlaceId, now_s: f64) {
        match self.kind {
            Kind::Better(_) => self.better.missed(what, place, now_s),
            Kind::Printed(_) => self.printed.missed(house, what.object.name, place),
            Kind::LastSeen => {
                // Whoever goes by the last sighting drops it when it proves wrong.
                let seen = self.seen.entry(what).or_default();
                let (gone, rest): (Vec<_>, Vec<_>) = seen.iter().partition(|old| house.within(**old, place));
                *seen = rest.into_iter().chain(gone).collect();
            }
            Kind::MostFrequent | Kind::Oracle => {}
        }
    }

    /// Learns that the thing is in no part of a room: its parts were inspected one by one. Only the printed network
    /// counts rooms apart from their parts.
    pub fn missed_whole(&mut self, what: What, room: PlaceId) {
        if let Kind::Printed(_) = self.kind {
            self.printed.missed_whole(what.object.name, room);
        }
    }

    /// The better memory, to tell it things and to let it watch.
    pub fn better(&mut self) -> &mut Memory {
        &mut self.better
    }

    /// Where this seeker believes to have seen a thing last.
    pub fn last_seen(&self, what: What) -> Option<PlaceId> {
        match self.kind {
            Kind::Better(_) => self.better.last_seen(what.object).map(|(place, _)| place),
            Kind::LastSeen => self.seen.get(&what)?.first().copied(),
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
