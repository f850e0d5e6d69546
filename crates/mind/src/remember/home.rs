//! The places of a memory on the ground that a mind walks: given ones, or grown by the creature (Brom's open point c).
//! A room becomes a place when it is first walked in or something is found there; a spot within it where things are
//! found. Nothing here is saved: it follows from the memory's house and the terrain.

use super::config::Config;
use super::layout::{Finder, Layout};
use piaget_memory::{Area, House, Memory, PlaceId, Rooms};
use piaget_occupancy::Map;
use piaget_terms::{Name, Vec2};
use std::sync::Arc;

/// Where a mind's places lie.
#[derive(Clone, Debug)]
pub struct Home {
    /// For a creature that finds its own places.
    rooms: Option<Arc<Rooms>>,
    finder: Finder,
    pub(super) layout: Layout,
    around_m: f32,
}

impl Home {
    /// The places of a memory on a ground; with the ground's rooms where the places are not given.
    pub fn new(config: &Config, house: &House, rooms: Option<Arc<Rooms>>, map: &Map) -> Self {
        let finder = Finder::new(house, config.around_m);
        let layout = Layout::new(house, &finder, rooms.as_deref(), map.lattice());
        Self { rooms, finder, layout, around_m: config.around_m }
    }

    /// The innermost place that holds a point.
    pub fn place_at(&self, house: &House, point: Vec2) -> Option<PlaceId> {
        self.finder.innermost(house, self.rooms.as_deref(), point)
    }

    /// The rooms of the ground, where the creature finds its own.
    pub fn rooms(&self) -> Option<&Rooms> {
        self.rooms.as_deref()
    }

    /// The creature walks here: a room that it has not been in becomes a place.
    pub(super) fn walk(&mut self, memory: &mut Memory, map: &Map, at: Vec2) {
        let Some(rooms) = &self.rooms else { return };
        let Some(room) = rooms.at(at) else { return };
        if self.place_at(memory.house(), at).is_some() {
            return;
        }
        let middle = rooms.middle(room).unwrap_or(at);
        let root = memory.house().root();
        let name = Name::cut(&format!("room {}", room + 1));
        // Grown rooms are the creature's own finding; only a full house refuses them.
        if let Ok(place) = memory.learn_place(name, root, middle, Area::Room) {
            // What has no spot of its own is somewhere in the room.
            let rest = Name::cut(&format!("room {} at large", room + 1));
            let _ = memory.place(rest, place);
            self.lay_anew(memory.house(), map);
        }
    }

    /// The specific place where something was found; a new one is learned where there is none. `None` where the
    /// character refuses new places and knows none here.
    pub(super) fn place_of_finding(
        &mut self,
        config: &Config,
        memory: &mut Memory,
        map: &Map,
        at: Vec2,
    ) -> Option<PlaceId> {
        self.walk(memory, map, at);
        let house = memory.house();
        let inner = self.place_at(house, at);
        if let Some(place) = inner.filter(|place| house[*place].children.is_empty()) {
            return Some(place);
        }
        let whole = inner.unwrap_or(house.root());
        let spots = || {
            let round = |place: &&PlaceId| matches!(house[**place].area, Some(Area::Round(_)));
            house[whole].children.iter().filter(round)
        };
        if spots().count() >= config.most_spots as usize {
            let away = |place: &PlaceId| house[*place].at.map_or(f32::INFINITY, |spot| spot.distance(at));
            return spots().min_by(|a, b| away(a).total_cmp(&away(b))).copied();
        }
        let name = Name::cut(&format!("spot {}", house.len()));
        match memory.learn_place(name, whole, at, Area::Round(self.around_m)) {
            Ok(place) => {
                self.lay_anew(memory.house(), map);
                Some(place)
            }
            // A room that is known will do.
            Err(_) => inner,
        }
    }

    fn lay_anew(&mut self, house: &House, map: &Map) {
        self.finder = Finder::new(house, self.around_m);
        self.layout = Layout::new(house, &self.finder, self.rooms.as_deref(), map.lattice());
    }
}
