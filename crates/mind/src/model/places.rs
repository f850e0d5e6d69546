//! Places that a creature knows by name: its post, its home, its bed, the stops of a round. It knows them without seeing a
//! thing there. A character names them; a character, a scenario or the host says where they are.

use piaget_terms::valid::{Checked, require, vector};
use piaget_terms::{Name, Vec3};
use serde::{Deserialize, Serialize};

/// One of the character's named places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct NamedPlaceId(pub u16);

/// One of the character's routes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RouteId(pub u16);

/// A place that a character knows by name.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedPlace {
    /// What the character calls it.
    pub name: Name,
    /// Where it is; `None` where that is told by the scenario or the host, or else is where the creature first stood.
    pub at: Option<Vec3>,
}

/// Places in the order in which they are passed.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// What the character calls it.
    pub name: Name,
    /// The places; at least one.
    pub stops: Vec<NamedPlaceId>,
}

/// Where the character's named places are, in its order: saved with the mind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct KnownPlaces(Vec<Option<Vec3>>);

impl KnownPlaces {
    /// As the character has them.
    pub fn new(places: &[NamedPlace]) -> Self {
        Self(places.iter().map(|place| place.at).collect())
    }

    /// Where a place is; `None` before the first tick of a creature that was not told.
    pub fn get(&self, place: NamedPlaceId) -> Option<Vec3> {
        self.0.get(usize::from(place.0)).copied().flatten()
    }

    /// Says where a place is. A position that is not finite is ignored.
    pub(crate) fn set(&mut self, place: NamedPlaceId, at: Vec3) {
        if let Some(known) = self.0.get_mut(usize::from(place.0)).filter(|_| at.is_finite()) {
            *known = Some(at);
        }
    }

    /// Whoever was told nothing of a place lives where it first stands.
    pub(crate) fn live_at(&mut self, here: Vec3) {
        for place in self.0.iter_mut().filter(|place| place.is_none()) {
            *place = Some(here);
        }
    }

    /// Whether saved places are those of the character.
    pub(crate) fn validate(&self, places: &[NamedPlace]) -> Checked {
        require(self.0.len() == places.len(), "places", || "are not the places of the character".into())?;
        self.0.iter().flatten().try_for_each(|at| vector("places", *at))
    }
}
