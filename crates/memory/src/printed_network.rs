//! The associative network as printed (Brom 3): objects, places, and edges that count how often an object was found
//! and missed. A query sorts places by size-normalised trustfulness (Brom 1 to 4) into a searching rule. It ignores
//! distances, time and kinds, which [`Memory`](super::Memory) does not.

use super::house::{House, PlaceId};
use piaget_terms::{Name, maths};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How abstract places are scaled down.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Complexity {
    /// The level to this power (Brom 3).
    Level(f32),
    /// The size to this power (Brom 4).
    Size(f32),
}

/// The free parameters of the printed model.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PrintedNetworkConfig {
    /// How much more being found counts than being missed (b of Brom 2). Default 5.
    pub found_weight: f32,
    /// How abstract places are scaled down. Default: the size to the power 1.
    pub complexity: Complexity,
    /// Whether the place where the object was found last is always tried first, as people do. Default false.
    pub last_found_first: bool,
}

impl Default for PrintedNetworkConfig {
    fn default() -> Self {
        Self { found_weight: 5.0, complexity: Complexity::Size(1.0), last_found_first: false }
    }
}

/// How often an object was found and missed at a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NetworkEdge {
    /// Found, or seen there.
    pub found: u32,
    /// Looked for there in vain.
    pub missed: u32,
}

/// The network as printed.
///
/// ```
/// use piaget_memory::{House, PrintedNetwork, PrintedNetworkConfig};
/// use piaget_terms::Name;
/// let house = House::from_text("home.kdl", r#"place "home" { place "desk"; place "sofa"; place "bed" }"#).unwrap();
/// let (glasses, desk) = (Name::cut("glasses"), house.find("desk").unwrap());
/// let mut memory = PrintedNetwork::default();
/// memory.found(&house, glasses, desk);
/// let rule = memory.searching_rule(&house, glasses, &PrintedNetworkConfig::default());
/// assert_eq!(rule, [desk, house.root()]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PrintedNetwork {
    objects: BTreeMap<Name, Links>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Links {
    edges: BTreeMap<PlaceId, NetworkEdge>,
    last_found: Option<PlaceId>,
}

impl PrintedNetwork {
    /// The object was found or seen at a place: every place that contains it is strengthened.
    pub fn found(&mut self, house: &House, object: Name, place: PlaceId) {
        let links = self.objects.entry(object).or_default();
        links.last_found = Some(place);
        for place in house.up_from(place) {
            let edge = links.edges.entry(place).or_default();
            edge.found = edge.found.saturating_add(1);
        }
    }

    /// The object was looked for at a place and is in none of its parts.
    pub fn missed(&mut self, house: &House, object: Name, place: PlaceId) {
        let links = self.objects.entry(object).or_default();
        house.for_all_in(place, &mut |part| {
            let edge = links.edges.entry(part).or_default();
            edge.missed = edge.missed.saturating_add(1);
        });
    }

    /// The object was looked for in all of a place, part by part, and each part has been counted as missed already.
    pub fn missed_whole(&mut self, object: Name, place: PlaceId) {
        let edge = self.objects.entry(object).or_default().edges.entry(place).or_default();
        edge.missed = edge.missed.saturating_add(1);
    }

    /// What is counted for an object at a place.
    pub fn edge(&self, object: Name, place: PlaceId) -> NetworkEdge {
        self.objects.get(&object).and_then(|links| links.edges.get(&place)).copied().unwrap_or_default()
    }

    /// Where the object was found last.
    pub fn last_found(&self, object: Name) -> Option<PlaceId> {
        self.objects.get(&object)?.last_found
    }

    /// The place where it was found most often, at the level of specific places.
    pub fn most_frequent(&self, house: &House, object: Name) -> Option<PlaceId> {
        let links = self.objects.get(&object)?;
        let specific = links.edges.iter().filter(|(place, edge)| house[**place].level == 1 && edge.found > 0);
        specific.max_by_key(|(place, edge)| (edge.found, std::cmp::Reverse(**place))).map(|(place, _)| *place)
    }

    /// The searching rule: places in the order in which to inspect them; parts after their whole are dropped.
    pub fn searching_rule(&self, house: &House, object: Name, config: &PrintedNetworkConfig) -> Vec<PlaceId> {
        let Some(links) = self.objects.get(&object) else { return Vec::new() };
        let mut scored: Vec<(f32, PlaceId)> = links
            .edges
            .iter()
            .map(|(place, edge)| (trustfulness(house, *place, edge, config), *place))
            .collect();
        // Where two are trusted alike, the more specific one: it is inspected with less effort.
        let specific = |place: PlaceId| (house[place].level, place);
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(specific(a.1).cmp(&specific(b.1))));
        let mut rule: Vec<PlaceId> = Vec::new();
        let last = links.last_found.filter(|_| config.last_found_first);
        for place in last.into_iter().chain(scored.into_iter().map(|(_, place)| place)) {
            if !rule.iter().any(|earlier| house.within(place, *earlier)) {
                rule.push(place);
            }
        }
        rule
    }
}

/// Size-normalised trustfulness (Brom 1).
fn trustfulness(house: &House, place: PlaceId, edge: &NetworkEdge, config: &PrintedNetworkConfig) -> f32 {
    let f = config.found_weight * edge.found as f32 - edge.missed as f32;
    let complexity = match config.complexity {
        Complexity::Level(a) => maths::powf(house[place].level as f32, a),
        Complexity::Size(c) => maths::powf(house[place].size as f32, c),
    };
    f / complexity
}

#[cfg(test)]
mod tests {
    use super::*;

    fn home() -> House {
        let text = "place \"home\" { place \"kitchen\" { place \"table\"; place \"drawer\"; place \"sink\" }; \
                    place \"hall\" { place \"hook\" } }";
        House::from_text("home.kdl", text).unwrap()
    }

    #[test]
    fn all_containing_places_are_strengthened_and_all_parts_missed() {
        let house = home();
        let at = |name: &str| house.find(name).unwrap();
        let keys = Name::cut("keys");
        let mut memory = PrintedNetwork::default();
        memory.found(&house, keys, at("hook"));
        memory.missed(&house, keys, at("kitchen"));
        for (place, found, missed) in [
            ("hook", 1, 0),
            ("hall", 1, 0),
            ("home", 1, 0),
            ("kitchen", 0, 1),
            ("sink", 0, 1),
            ("table", 0, 1),
        ] {
            assert_eq!(memory.edge(keys, at(place)), NetworkEdge { found, missed }, "{place}");
        }
    }

    #[test]
    fn counts_that_would_overflow_stay_at_the_most() {
        let house = home();
        let (keys, hook) = (Name::cut("keys"), house.find("hook").unwrap());
        let mut memory = PrintedNetwork::default();
        let full = NetworkEdge { found: u32::MAX, missed: u32::MAX };
        memory.objects.entry(keys).or_default().edges.insert(hook, full);
        memory.found(&house, keys, hook);
        memory.missed(&house, keys, hook);
        memory.missed_whole(keys, hook);
        assert_eq!(memory.edge(keys, hook), full);
        assert!(memory.searching_rule(&house, keys, &PrintedNetworkConfig::default()).contains(&hook));
    }

    #[test]
    fn specific_places_come_first_only_if_they_are_few() {
        let house = home();
        let at = |name: &str| house.find(name).unwrap();
        let config =
            PrintedNetworkConfig { complexity: Complexity::Size(0.5), ..PrintedNetworkConfig::default() };
        let (pan, cup) = (Name::cut("pan"), Name::cut("cup"));
        let mut memory = PrintedNetwork::default();
        for _ in 0..6 {
            memory.found(&house, pan, at("drawer"));
        }
        for place in ["table", "drawer", "sink", "table", "drawer", "sink"] {
            memory.found(&house, cup, at(place));
        }
        assert_eq!(memory.searching_rule(&house, pan, &config)[0], at("drawer"));
        let rule = memory.searching_rule(&house, cup, &config);
        assert_eq!(rule[0], at("kitchen"));
        assert!(!rule.contains(&at("table")), "parts after their whole are dropped");
    }

    #[test]
    fn the_place_of_the_last_finding_can_be_put_first() {
        let house = home();
        let at = |name: &str| house.find(name).unwrap();
        let keys = Name::cut("keys");
        let mut memory = PrintedNetwork::default();
        (0..9).for_each(|_| memory.found(&house, keys, at("hook")));
        memory.found(&house, keys, at("table"));
        let mut config = PrintedNetworkConfig::default();
        assert_eq!(memory.searching_rule(&house, keys, &config)[0], at("hook"));
        config.last_found_first = true;
        assert_eq!(memory.searching_rule(&house, keys, &config)[0], at("table"));
    }
}
