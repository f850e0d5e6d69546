//! What the map holds of each region, and what of that another look can still show.

use super::SearchGround;
use piaget_occupancy::Distribution;
use piaget_terms::Vec2;
use piaget_terms::valid::{Checked, amount};
use serde::{Deserialize, Serialize};

/// What was left of a region when it had been looked at: as joint probabilities with all that was seen so far, which looking
/// elsewhere does not change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Done {
    pub region: u32,
    /// From elsewhere.
    pub from_afar: f32,
    /// From the region itself.
    pub from_within: f32,
    /// For how long it is not tried again, because it could not be reached, and how often that was so.
    pub shut_s: f32,
    pub shuts: u8,
}

impl Done {
    pub fn validate(&self) -> Checked {
        amount("from_afar", self.from_afar)?;
        amount("from_within", self.from_within)?;
        amount("shut_s", self.shut_s)
    }

    /// It could not be reached: it is left alone for a while, and the next time for longer.
    pub fn shut(&mut self, retry_s: f32) {
        self.shut_s = retry_s * f32::from(1u16 << self.shuts.min(MOST_DOUBLED));
        self.shuts = self.shuts.saturating_add(1);
    }
}

/// So often the time doubles. Not a setting: keeps it within a day.
const MOST_DOUBLED: u8 = 12;

/// A region with what the map holds of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct District {
    pub region: u32,
    /// All of it.
    pub mass: f32,
    /// What a look from elsewhere, and from within, may still show.
    pub from_afar: f32,
    pub from_within: f32,
    /// The likeliest point.
    pub peak: Vec2,
    peak_mass: f32,
}

/// The districts that hold mass. Nothing in it outlives a look at the map.
#[derive(Clone, Debug, Default)]
pub(super) struct Survey {
    pub districts: Vec<District>,
    /// Which district a region is.
    index: Vec<u32>,
    /// What waiting for ways to open would find in a second.
    pub shut_per_s: f32,
}

const NONE: u32 = u32::MAX;

impl Survey {
    /// Adds up the map by regions. `survived` makes joint probabilities of it.
    pub fn take(&mut self, map: &Distribution, on: &SearchGround, done: &[Done], survived: f32) {
        for district in self.districts.drain(..) {
            self.index[district.region as usize] = NONE;
        }
        self.index.resize(on.regions.len(), NONE);
        let lattice = map.lattice();
        for (node, mass) in map.nodes_with_mass() {
            let Some(region) = on.region_of(node) else { continue };
            let slot = &mut self.index[region as usize];
            if *slot == NONE {
                *slot = self.districts.len() as u32;
                self.districts.push(District {
                    region,
                    mass: 0.0,
                    from_afar: 0.0,
                    from_within: 0.0,
                    peak: Vec2::ZERO,
                    peak_mass: -1.0,
                });
            }
            let district = &mut self.districts[*slot as usize];
            district.mass += mass;
            if mass > district.peak_mass {
                (district.peak, district.peak_mass) = (lattice.place(node), mass);
            }
        }
        for district in &mut self.districts {
            (district.from_afar, district.from_within) = (district.mass, district.mass);
        }
        let survived = survived.max(f32::MIN_POSITIVE);
        self.shut_per_s = 0.0;
        for done in done {
            let Some(district) = self.of_mut(done.region) else { continue };
            district.from_afar = (district.mass - done.from_afar / survived).max(0.0);
            district.from_within = (district.mass - done.from_within / survived).max(0.0);
            if done.shut_s > 0.0 {
                // Half of what was shut so often opens by the next time.
                let opens = 0.5 / f32::from(1u16 << done.shuts.min(MOST_DOUBLED));
                let found_per_s = opens * district.from_within / done.shut_s.max(1.0);
                district.from_within = 0.0;
                self.shut_per_s = self.shut_per_s.max(found_per_s);
            }
        }
    }

    /// The district of a region, if it holds mass.
    pub fn of(&self, region: u32) -> Option<(usize, &District)> {
        let slot = self.index.get(region as usize).copied().filter(|slot| *slot != NONE)? as usize;
        Some((slot, &self.districts[slot]))
    }

    fn of_mut(&mut self, region: u32) -> Option<&mut District> {
        let slot = self.index.get(region as usize).copied().filter(|slot| *slot != NONE)?;
        self.districts.get_mut(slot as usize)
    }
}
