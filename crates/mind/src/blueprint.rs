//! What minds of one character on one terrain share: both of them, and what is computed from both. A crowd does not keep
//! a map of the same walls each.

use crate::model::{Beliefs, Feedback, Tick};
use crate::perceive::Sensed;
use crate::{Character, act};
use piaget_memory::Rooms;
use piaget_nav::Ground;
use piaget_occupancy::Map;
use piaget_terms::{Sight, Terrain, Vec3};
use std::sync::{Arc, OnceLock};

/// A character on a ground.
///
/// ```
/// use piaget_mind::{Character, Blueprint, Mind};
/// use piaget_terms::{Rect, Terrain};
/// use std::sync::Arc;
/// let source = piaget_text::Source::new("a.kdl", "character \"a\"");
/// let character = Arc::new(Character::parse(&source, &mut |_| Err("no other files".into())).unwrap());
/// let field = Arc::new(Terrain::open(Rect::centred(20.0, 20.0)));
/// let blueprint = Arc::new(Blueprint::new(character, field));
/// let crowd: Vec<Mind> = (0..100).map(|seed| Mind::from_blueprint(&blueprint, seed)).collect();
/// # assert_eq!(crowd.len(), 100);
/// ```
pub struct Blueprint {
    pub(crate) character: Arc<Character>,
    pub(crate) terrain: Arc<Terrain>,
    pub(crate) ground: Ground,
    /// The ground in regions, for one that looks for things.
    search: Option<act::seek::SearchGround>,
    /// For a character that keeps track of what is out of view.
    pub(crate) map: Option<Arc<Map>>,
    /// For one that reckons with strangers.
    pub(crate) strangers: Option<Arc<Map>>,
    /// For those that find their own places, once one of them has lived.
    rooms: OnceLock<Arc<Rooms>>,
}

impl Blueprint {
    /// Works out what minds of this character need to know of this ground.
    pub fn new(character: Arc<Character>, terrain: Arc<Terrain>) -> Self {
        let map = character.believe.map.as_ref().map(|config| config.map_of(&terrain));
        let strangers = character.expect.stranger.as_ref().map(|stranger| stranger.map.map_of(&terrain));
        let ground = Ground::new(&terrain, character.body.radius_m, &character.act.raster);
        let seek = &character.act.seek;
        let search = map.as_ref().map(|map| act::seek::SearchGround::new(seek, &ground, map.lattice()));
        Self { character, terrain, ground, search, map, strangers, rooms: OnceLock::new() }
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

    /// What acting needs to know of body and ground.
    pub(crate) fn footing(&self) -> act::Footing<'_> {
        let (body, expect) = (&self.character.body, &self.character.expect);
        act::Footing { body, ground: &self.ground, search: self.search.as_ref(), expect }
    }

    /// What the stages after perceiving are told of a tick.
    pub(crate) fn tick<'a>(
        &'a self,
        sensed: &Sensed<'a>,
        sight: &'a dyn Sight,
        (feedback, beliefs): (&'a Feedback, &Beliefs),
    ) -> Tick<'a> {
        Tick {
            time_s: sensed.time_s,
            tick_s: sensed.tick_s,
            body: sensed.body,
            sounds: sensed.sounds,
            sight,
            eye: sensed.body.position + Vec3::Y * self.character.perceive.eye_height_m,
            sure_pixels: self.character.perceive.sure_pixels,
            notices: self.character.believe.notices(beliefs),
            noise_m: sensed.noise_m,
            terrain: &self.terrain,
            map: self.map.as_ref(),
            feedback,
        }
    }
}
