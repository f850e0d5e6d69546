//! What does not change while a creature lives: its character, the ground it knows, and what is computed from both. Many
//! minds share one habitat, so that a crowd does not keep a map of the same walls each.

use crate::Character;
use piaget_memory::Rooms;
use piaget_nav::Ground;
use piaget_occupancy::Map;
use piaget_terms::Terrain;
use std::sync::{Arc, OnceLock};

/// A character on a ground.
///
/// ```
/// use piaget_mind::{Character, Habitat, Mind};
/// use piaget_terms::{Rect, Terrain};
/// use std::sync::Arc;
/// let source = piaget_text::Source::new("a.kdl", "character \"a\"");
/// let character = Arc::new(Character::parse(&source, &mut |_| Err("no other files".into())).unwrap());
/// let field = Arc::new(Terrain::open(Rect::centred(20.0, 20.0)));
/// let habitat = Arc::new(Habitat::new(character, field));
/// let crowd: Vec<Mind> = (0..100).map(|seed| Mind::born_in(&habitat, seed)).collect();
/// # assert_eq!(crowd.len(), 100);
/// ```
pub struct Habitat {
    pub(crate) character: Arc<Character>,
    pub(crate) terrain: Arc<Terrain>,
    pub(crate) ground: Ground,
    /// For a character that keeps track of what is out of view.
    pub(crate) map: Option<Arc<Map>>,
    /// For one that reckons with strangers.
    pub(crate) strangers: Option<Arc<Map>>,
    /// For those that find their own places, once one of them has lived.
    rooms: OnceLock<Arc<Rooms>>,
}

impl Habitat {
    /// Works out what minds of this character need to know of this ground.
    pub fn new(character: Arc<Character>, terrain: Arc<Terrain>) -> Self {
        let map = character.believe.map.as_ref().map(|config| config.map_of(&terrain));
        let strangers = character.expect.stranger.as_ref().map(|stranger| stranger.map.map_of(&terrain));
        let ground = Ground::new(&terrain, character.body.radius_m, &character.intend.raster);
        Self { character, terrain, ground, map, strangers, rooms: OnceLock::new() }
    }

    /// The character.
    pub fn character(&self) -> &Arc<Character> {
        &self.character
    }

    /// The ground.
    pub fn terrain(&self) -> &Arc<Terrain> {
        &self.terrain
    }

    /// The rooms of the ground, for a character that remembers places.
    pub(crate) fn rooms(&self) -> Option<&Arc<Rooms>> {
        let config = &self.character.remember.as_ref()?.rooms;
        Some(self.rooms.get_or_init(|| Arc::new(Rooms::new(&self.ground, config))))
    }

    /// Whether a mind that lived there can live here and keep its state: the ground is the same one, and the characters
    /// name the same percepts, selectors, features and values in the same order and keep the same maps, so that what
    /// is counted by number still means the same. Their settings may differ.
    pub(crate) fn welcomes_from(&self, there: &Self) -> bool {
        let (a, b) = (&self.character, &there.character);
        let percepts =
            |of: &Character| of.perceive.tree.nodes().iter().map(|node| node.name).collect::<Vec<_>>();
        let lists = |of: &Character| of.perceive.lists.iter().map(|list| list.name).collect::<Vec<_>>();
        let selectors = |of: &Character| of.believe.selectors.iter().map(|own| own.name).collect::<Vec<_>>();
        Arc::ptr_eq(&self.terrain, &there.terrain)
            && percepts(a) == percepts(b)
            && lists(a) == lists(b)
            && selectors(a) == selectors(b)
            && a.feel.names() == b.feel.names()
            && a.expect.features == b.expect.features
            && a.believe.map == b.believe.map
            && a.believe.history_moments == b.believe.history_moments
            && a.expect.stranger == b.expect.stranger
            && a.imitate.is_some() == b.imitate.is_some()
            && a.remember.is_some() == b.remember.is_some()
    }
}
