//! A distribution as it is saved: only the nodes with mass, exact to the bit.

use crate::distribution::{COURSES, Distribution, LITTLE_STORED, Motion, State};
use crate::lattice::Node;
use crate::layer::COUNT_EVERY;
use crate::map::Map;
use crate::spread::Spread;
use piaget_terms::valid::{Checked, Invalid, Within, amount, at_most, finite, point, require, share};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What is kept of a [`Distribution`]. The lattice is not: it is built again from the terrain.
///
/// ```
/// use piaget_occupancy::{Distribution, Lattice, Map, Seen};
/// use piaget_terms::{Rect, Terrain, Vec2};
/// let map = Map::new(Lattice::hexagons(&Terrain::open(Rect::centred(20.0, 20.0)), 0.5, 0.0));
/// let mut belief = Distribution::seen(&map, Seen::at(Vec2::ZERO, 0.1));
/// let saved = belief.save();
/// let mut again = Distribution::restore(&map, &saved).unwrap();
/// belief.spread(1.0);
/// again.spread(1.0);
/// assert!(belief.nodes_with_mass().eq(again.nodes_with_mass()));
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Saved {
    /// How many numbers a layer stores: a lattice of another size is not the one it was saved from.
    stored: u32,
    state: State,
    layers: Vec<SavedLayer>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct SavedLayer {
    motion: Motion,
    total: f64,
    uncounted: u32,
    /// Runs of numbers: where each starts and what it holds.
    runs: Vec<(u32, Vec<f32>)>,
}

impl Distribution {
    /// What is needed to go on from here.
    pub fn save(&self) -> Saved {
        let lattice = self.lattice();
        let layers = self.layers.iter().map(|layer| {
            let mut runs: Vec<(u32, Vec<f32>)> = Vec::new();
            for at in layer.mass.active(lattice).flatten() {
                let mass = layer.mass.mass[at];
                if mass == 0.0 {
                    continue;
                }
                match runs.last_mut() {
                    Some((start, run)) if *start as usize + run.len() == at => run.push(mass),
                    _ => runs.push((at as u32, vec![mass])),
                }
            }
            SavedLayer {
                motion: layer.motion,
                total: layer.mass.total,
                uncounted: layer.mass.uncounted,
                runs,
            }
        });
        Saved { stored: lattice.stored_len() as u32, state: self.state.clone(), layers: layers.collect() }
    }

    /// Goes on from what was saved, or says why not.
    pub fn restore(map: &Arc<Map>, saved: &Saved) -> Result<Self, NotRestored> {
        let lattice = map.lattice();
        if saved.stored as usize != lattice.stored_len() {
            return Err(NotRestored::OtherLattice);
        }
        // Each layer takes room for all of the lattice, so their number is checked before there are any.
        at_most("layers", saved.layers.len(), most_layers(map))?;
        saved.state.validate(map).within("state")?;
        let mut new = Self::empty(map);
        new.state = saved.state.clone();
        let mut held = 0.0;
        for (number, from) in saved.layers.iter().enumerate() {
            held += new.restore_layer(number, from).within(&format!("layers[{number}]"))?;
        }
        // What is added up only now and then may be a little behind.
        let (total, scale) = (new.total(), f64::from(new.state.scale));
        let whole = |sum: f64| (sum * scale - 1.0).abs() < MASS_TOLERANCE;
        let nowhere = lattice.open_nodes().next().is_none();
        let sound = (whole(held) && whole(total)) || (nowhere && held == 0.0 && total == 0.0);
        require(sound, "layers", || {
            format!("hold {} and {} where 1 is expected", held * scale, total * scale)
        })?;
        Ok(new)
    }

    /// Gives what the layer's nodes hold.
    fn restore_layer(&mut self, number: usize, from: &SavedLayer) -> Result<f64, Invalid> {
        from.motion.validate(&self.map).within("motion")?;
        at_most("uncounted", from.uncounted as usize, COUNT_EVERY as usize)?;
        let (map, scale) = (self.map.clone(), f64::from(self.state.scale));
        let lattice = map.lattice();
        let layer = self.layer_mut(number);
        layer.motion = from.motion;
        let mut sum = 0.0f64;
        for (start, run) in &from.runs {
            for (step, mass) in run.iter().enumerate() {
                let node = start.checked_add(step as u32).map(Node).filter(|node| lattice.is_open(*node));
                let node = node.ok_or_else(|| Invalid::new("runs", "name a node that is not open"))?;
                amount("runs", *mass)?;
                layer.mass.put(lattice, node, *mass);
                sum += f64::from(*mass);
            }
        }
        require(from.total.is_finite() && from.total >= 0.0, "total", || format!("is {}", from.total))?;
        // Culling renormalises by what a layer is said to hold, so that must be what it holds.
        let behind = (sum - from.total).abs() * scale;
        require(behind < LAYER_TOLERANCE, "total", || {
            format!("is {}, and the nodes hold {sum}", from.total)
        })?;
        (layer.mass.total, layer.mass.uncounted) = (from.total, from.uncounted);
        Ok(sum)
    }
}

/// How far the probabilities of a map may be from 1 together: half of what a mind allows, so that the passes to come have
/// room to round.
const MASS_TOLERANCE: f64 = 5e-5;

/// How far what a layer is said to hold may be from what its nodes hold, as a probability: it is added up every few passes,
/// and each of them rounds.
const LAYER_TOLERANCE: f64 = 1e-5;

/// What roams, what rests, one layer for each course and one for each goal of a journey.
fn most_layers(map: &Map) -> usize {
    let courses = match &map.settings().spread {
        Spread::Calibrated(calibrated) => calibrated.courses.len(),
        Spread::AsPrinted(_) => 0,
    };
    COURSES + courses + map.destinations().map_or(0, |all| all.goals.len())
}

/// The fastest that a course on this map goes.
fn fastest_mps(map: &Map) -> f32 {
    match &map.settings().spread {
        Spread::Calibrated(calibrated) => {
            let speeds = calibrated.courses.iter().map(|course| course.speed.abs());
            calibrated.most_mps.max(0.0) * speeds.fold(0.0, f32::max)
        }
        Spread::AsPrinted(_) => 0.0,
    }
}

impl State {
    fn validate(&self, map: &Map) -> Checked {
        // A sound map is folded before so little is stored; less would be rounded away by the passes to come.
        let most = (1.0 / LITTLE_STORED) as f32;
        require(self.scale > 0.0 && self.scale <= most, "scale", || {
            format!("is {}, which is not above 0 and at most {most}", self.scale)
        })?;
        amount("unseen_s", self.unseen_s)?;
        let known = self.last_seen.is_none_or(|node| map.lattice().is_open(node));
        require(known, "last_seen", || "is not an open node".into())?;
        point("printed_velocity", self.printed_velocity)?;
        self.mobility.validate().within("mobility")?;
        self.heading.validate(map).within("heading")
    }
}

impl Motion {
    fn validate(&self, map: &Map) -> Checked {
        /// Turning a velocity rounds it.
        const ROUNDED: f32 = 1.001;
        point("velocity", self.velocity)?;
        let most_mps = ROUNDED * fastest_mps(map);
        require(self.velocity.length() <= most_mps, "velocity", || {
            format!("is {}, faster than the {most_mps} m/s of any course", self.velocity)
        })?;
        point("offset", self.offset)?;
        let bounds = map.lattice().bounds();
        let across_m = (bounds.max - bounds.min).length() + map.lattice().cell_m();
        require(self.offset.length() <= across_m, "offset", || {
            format!("is {}, further than the ground is wide", self.offset)
        })?;
        for part in [self.pending.xx, self.pending.zz, self.pending.xz] {
            finite("pending", part)?;
        }
        share("giving_up", self.giving_up)?;
        amount("way_m", self.way_m)
    }
}

/// Why a saved distribution cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotRestored {
    /// It was saved from another lattice.
    #[error("it was saved from another lattice")]
    OtherLattice,
    /// It is damaged.
    #[error(transparent)]
    Damaged(#[from] Invalid),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mobility::Mobility;
    use crate::{Calibrated, Journeys, Lattice, Seen, Settings};
    use piaget_terms::{Rect, Terrain, Vec2};

    /// Numbers near the end of their range are numbers, and what is made of them is not: their squares leave it. Such a
    /// map spreads over all of its ground, and no probability is lost.
    #[test]
    fn a_saved_map_with_the_largest_numbers_keeps_its_probability() {
        let lattice = Arc::new(Lattice::hexagons(&Terrain::open(Rect::centred(10.0, 10.0)), 0.5, 0.0));
        let on_journeys = Calibrated { journeys: Some(Journeys::default()), ..Calibrated::default() };
        let journeys = Settings { spread: Spread::Calibrated(on_journeys), ..Settings::default() };
        /// More is refused.
        const LARGEST: f32 = 1e19;
        let spoil: [fn(&mut Saved); 4] = [
            |saved| saved.layers.iter_mut().for_each(|layer| layer.motion.pending.xx = LARGEST),
            |saved| saved.layers.iter_mut().for_each(|layer| layer.motion.pending.xz = -LARGEST),
            |saved| saved.layers.iter_mut().for_each(|layer| layer.motion.way_m = LARGEST),
            |saved| saved.state.mobility = Mobility::of_path_m(LARGEST),
        ];
        for settings in [Settings::default(), journeys] {
            let map = Map::sharing(lattice.clone(), settings);
            for (number, spoil) in spoil.iter().enumerate() {
                let mut seen = Distribution::seen(&map, Seen::at(Vec2::ZERO, 0.1));
                (1..20).for_each(|at| {
                    seen.observe(Seen::at(Vec2::new(at as f32 * 0.1, 0.0), 0.1));
                });
                let mut saved = seen.save();
                spoil(&mut saved);
                let mut again = Distribution::restore(&map, &saved).expect("every number is finite");
                (0..100).for_each(|_| again.spread(0.1));
                let total = again.total_probability();
                assert!((total - 1.0).abs() < 1e-4, "{number}: holds {total}");
                assert!(again.mean().is_some_and(Vec2::is_finite), "{number}: {:?}", again.mean());
            }
        }
    }

    #[test]
    fn a_saved_course_that_is_faster_than_any_is_refused() {
        let map = Map::new(Lattice::hexagons(&Terrain::open(Rect::centred(10.0, 10.0)), 0.5, 0.0));
        let saved = Distribution::seen(&map, Seen::at(Vec2::ZERO, 0.1)).save();
        for (field, motion) in [
            ("velocity", Motion { velocity: Vec2::splat(1e37), ..Motion::default() }),
            ("offset", Motion { offset: Vec2::splat(1e37), ..Motion::default() }),
        ] {
            let mut saved = saved.clone();
            saved.layers[0].motion = motion;
            let refused = Distribution::restore(&map, &saved).unwrap_err();
            assert!(refused.to_string().contains(field), "{refused}");
        }
    }

    /// Chances share out mass: more than all of it left a map with less than nothing elsewhere.
    #[test]
    fn saved_chances_that_are_not_one_together_are_refused() {
        let lattice = Arc::new(Lattice::hexagons(&Terrain::open(Rect::centred(10.0, 10.0)), 0.5, 0.0));
        let on_journeys = Calibrated { journeys: Some(Journeys::default()), ..Calibrated::default() };
        let map = Map::sharing(
            lattice,
            Settings { spread: Spread::Calibrated(on_journeys), ..Settings::default() },
        );
        let mut saved = Distribution::seen(&map, Seen::at(Vec2::ZERO, 0.1)).save();
        assert!(saved.state.heading.chances.len() > 1);
        assert!(Distribution::restore(&map, &saved).is_ok());
        for wrong in [8.5e37, 0.9, -0.1] {
            saved.state.heading.chances[0] = wrong;
            let refused = Distribution::restore(&map, &saved).unwrap_err();
            assert!(refused.to_string().contains("chances"), "{refused}");
        }
    }

    /// So little mass would be rounded away by the next pass, and the map would hold nothing.
    #[test]
    fn a_saved_map_that_stores_next_to_nothing_is_refused() {
        let map = Map::new(Lattice::hexagons(&Terrain::open(Rect::centred(10.0, 10.0)), 0.5, 0.0));
        let mut saved = Distribution::seen(&map, Seen::at(Vec2::ZERO, 0.1)).save();
        assert!(Distribution::restore(&map, &saved).is_ok());
        let less = 1.0e-9;
        saved.state.scale /= less;
        for layer in &mut saved.layers {
            layer.total *= f64::from(less);
            layer.runs.iter_mut().flat_map(|(_, run)| run).for_each(|mass| *mass *= less);
        }
        let refused = Distribution::restore(&map, &saved).unwrap_err();
        assert!(refused.to_string().contains("scale"), "{refused}");
    }
}
