//! A lattice with the settings that every distribution on it shares.

use crate::journeys::Destinations;
use crate::lattice::Lattice;
use crate::mobility::Habits;
use crate::spread::Spread;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How things on a map are believed to move, and how beliefs are checked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// How probability spreads.
    pub spread: Spread,
    /// What is expected of a thing before it has been watched.
    pub habits: Habits,
    /// From this likelihood ratio on, a place counts as expected ([`Verification::True`](crate::Verification)).
    pub expected_ratio: f32,
    /// No thing goes faster, so that no mass is farther than the way that it can have gone since it was last seen, in metres a
    /// second. `None`, the default, has no such bound: spreading then has tails. For games with turns.
    pub top_speed_mps: Option<f32>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            spread: Spread::default(),
            habits: Habits::default(),
            expected_ratio: 0.1,
            top_speed_mps: None,
        }
    }
}

/// A lattice with its settings, shared by all distributions over it.
///
/// ```
/// use piaget_occupancy::{Lattice, Map, Settings, Spread};
/// use piaget_terms::{Rect, Terrain};
/// let field = Terrain::open(Rect::centred(10.0, 10.0));
/// let settings = Settings { spread: Spread::isotropic(0.5), ..Settings::default() };
/// let map = Map::with(Lattice::hexagons(&field, 0.5, 0.0), settings);
/// assert_eq!(map.lattice().len(), 20 * 23);
/// ```
#[derive(Clone, Debug)]
pub struct Map {
    lattice: Arc<Lattice>,
    settings: Settings,
    destinations: Option<Destinations>,
}

impl Map {
    /// A map with default settings.
    pub fn new(lattice: Lattice) -> Arc<Self> {
        Self::with(lattice, Settings::default())
    }

    /// A map with settings of one's own.
    pub fn with(lattice: Lattice, settings: Settings) -> Arc<Self> {
        Self::sharing(Arc::new(lattice), settings)
    }

    /// A map over a lattice that other maps use too.
    pub fn sharing(lattice: Arc<Lattice>, settings: Settings) -> Arc<Self> {
        let journeys = match &settings.spread {
            Spread::Calibrated(calibrated) => calibrated.journeys,
            Spread::AsPrinted(_) => None,
        };
        let destinations = journeys.map(|journeys| Destinations::new(&lattice, journeys.goals));
        Arc::new(Self { lattice, settings, destinations })
    }

    /// The nodes and ways.
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// Where things may be on their way to.
    pub(crate) fn destinations(&self) -> Option<&Destinations> {
        self.destinations.as_ref()
    }

    /// How things are believed to move here.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }
}
