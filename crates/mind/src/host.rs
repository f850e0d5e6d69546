//! What a host asks of a mind and tells it besides senses: the last intent, the map of a belief for one's own renderer, and what a
//! friend says.

use crate::Mind;
use crate::model::BeliefId;
use crate::perceive::{MAX_HINTS, is_valid_told};
use piaget_occupancy::Distribution;
use piaget_terms::{Intent, Name, Told};

impl Mind {
    /// What the last tick meant to do: what [`Mind::step`] returned.
    pub fn intent(&self) -> &Intent {
        &self.intent
    }

    /// Where a believed thing may be, for a character with a `map`: every node with its place and mass
    /// ([`Distribution::places_with_mass`]), the likeliest place, the mass of a region. `None` for what is not believed in, and for
    /// a character without a map.
    ///
    /// ```
    /// use piaget_mind::{Character, Mind};
    /// use piaget_terms::{Blind, BodySense, HostId, Name, Rect, Senses, Sighting, Terrain, Vec3};
    /// use std::sync::Arc;
    /// let source = piaget_text::Source::new("a.kdl", "character \"a\"\nbeliefs { map }");
    /// let character = Character::parse(&source, &mut |_| Err("no other files".into())).unwrap();
    /// let mut mind = Mind::new(Arc::new(character), Arc::new(Terrain::open(Rect::centred(20.0, 20.0))), 7);
    /// let sheep = [Sighting::new(HostId(3), Name::cut("sheep"), Vec3::new(0.0, 0.4, 5.0))];
    /// let body = BodySense::standing(Vec3::ZERO, 0.0);
    /// mind.step(&Senses::new(0.0, 0.1, &body, &Blind).sightings(&sheep));
    /// let id = mind.view().beliefs()[1].id;
    /// let map = mind.map_of(id).unwrap();
    /// let (place, mass) = map.places_with_mass().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
    /// assert!(place.y > 4.5 && mass > 0.1);
    /// ```
    pub fn map_of(&self, belief: BeliefId) -> Option<&Distribution> {
        self.state.beliefs.get(belief)?.place.as_ref()?.map()
    }

    /// What its beliefs take in memory, with those that it thinks others hold, in bytes: their maps and their pasts. For hosts that
    /// give each of many players so much and no more.
    pub fn belief_bytes(&self) -> usize {
        self.state.beliefs.bytes()
    }

    /// A friend tells of a thing, however far away the friend is: it is taken in with the next tick, as a sound that tells
    /// ([`Sound::tells`](piaget_terms::Sound::tells)). `spread_m` says how far off the place may be. False, and nothing changes, if it
    /// is no place within a thousand kilometres, or if too much was told in one tick.
    pub fn hint(&mut self, told: Told, by: Option<Name>) -> bool {
        let can_be = is_valid_told(&told);
        let hints = &mut self.state.perceive.hints;
        let room = hints.len() < MAX_HINTS;
        if can_be && room {
            hints.push((told, by));
        }
        can_be && room
    }
}
