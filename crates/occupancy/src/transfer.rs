//! A belief on another lattice: what was believed of a place is believed of the same place there.

use crate::distribution::{COURSES, Distribution, Motion, ROAMING};
use crate::lattice::Lattice;
use crate::map::Map;
use crate::spread::Spread;
use glam::Vec2;
use std::sync::Arc;

/// A cell is shared out over at most so many points on each side.
const MOST_POINTS: u32 = 8;

impl Distribution {
    /// The same belief on another map, and whether the nodes of the two are the same, so that nothing was lost. Where they are not,
    /// the mass of each node goes to the nodes that lie in its cell, and each layer keeps how it moves.
    pub fn on(&self, map: &Arc<Map>) -> (Self, bool) {
        if is_same(self.lattice(), map.lattice())
            && let Ok(same) = Self::restore(map, &self.save())
        {
            return (same, true);
        }
        (self.laid_on(map), false)
    }

    fn laid_on(&self, map: &Arc<Map>) -> Self {
        let (old, new) = (self.lattice(), map.lattice());
        let mut laid = Self::empty(map);
        let courses = match &map.settings().spread {
            Spread::Calibrated(calibrated) => COURSES + calibrated.courses.len(),
            Spread::AsPrinted(_) => ROAMING + 1,
        };
        let points = ((old.cell_m() / new.cell_m()).ceil() as u32).clamp(1, MOST_POINTS);
        let share = 1.0 / (points * points) as f32;
        for (index, layer) in self.layers.iter().enumerate() {
            // What the other map has no layer for roams from where it is.
            let to = if index < courses { index } else { ROAMING };
            for node in old.open_nodes() {
                let mass = layer.mass.mass[node.index()] * self.state.scale;
                if mass <= 0.0 {
                    continue;
                }
                let centre = old.place(node) + layer.motion.offset;
                for at in 0..points * points {
                    let within = |step: u32| ((step as f32 + 0.5) / points as f32 - 0.5) * old.cell_m();
                    let place = centre + Vec2::new(within(at % points), within(at / points));
                    if let Some(node) = new.nearest(place) {
                        laid.layer_mut(to).mass.put(new, node, mass * share);
                    }
                }
            }
            laid.layer_mut(to).mass.count(new);
            if to == index {
                laid.layers[to].motion = Motion { offset: Vec2::ZERO, ..layer.motion };
            }
        }
        laid.state.unseen_s = self.state.unseen_s;
        laid.state.last_seen = self.state.last_seen.and_then(|node| new.nearest(old.place(node)));
        laid.state.mobility = self.state.mobility;
        laid.state.printed_velocity = self.state.printed_velocity;
        if laid.total() <= 0.0 {
            return Self::uniform(map);
        }
        let stored = laid.total();
        laid.renormalise();
        laid.fold(stored);
        laid.renormalise();
        laid
    }
}

/// Whether two lattices have the same nodes in the same places.
fn is_same(a: &Lattice, b: &Lattice) -> bool {
    a.shape() == b.shape()
        && a.cell_m() == b.cell_m()
        && a.stored_len() == b.stored_len()
        && a.bounds() == b.bounds()
        && a.open_nodes().eq(b.open_nodes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lattice, Seen};
    use piaget_terms::{Rect, Terrain};

    fn map(cell_m: f32) -> Arc<Map> {
        Map::new(Lattice::hexagons(&Terrain::open(Rect::centred(20.0, 20.0)), cell_m, 0.0))
    }

    /// On finer and coarser cells what was believed stays where it was, and goes on moving as it did.
    #[test]
    fn a_belief_stays_in_place_on_other_cells() {
        let mut thief = Distribution::seen(&map(0.5), Seen::at(Vec2::new(-6.0, 3.0), 0.1));
        for tick in 0..10 {
            thief.observe(Seen::at(Vec2::new(-6.0 + 0.12 * tick as f32, 3.0), 0.1));
        }
        for _ in 0..20 {
            thief.spread(0.1);
        }
        let likeliest = |belief: &Distribution| belief.most_likely().unwrap().place;
        let before = likeliest(&thief);
        for cell_m in [0.25, 0.4, 1.0] {
            let (mut other, same) = thief.on(&map(cell_m));
            assert!(!same);
            let sum: f32 = other.nodes_with_mass().map(|(_, mass)| mass).sum();
            assert!((sum - 1.0).abs() < 1e-4, "{sum}");
            let apart = likeliest(&other).distance(before);
            assert!(apart <= cell_m.max(0.5), "{apart} m apart with cells of {cell_m} m");
            let near = other.mass_in(|place| place.distance(before) < 3.0);
            let was_near = thief.mass_in(|place| place.distance(before) < 3.0);
            assert!((near - was_near).abs() < 0.1, "{near} and {was_near}");
            for _ in 0..20 {
                other.spread(0.1);
            }
            assert!(likeliest(&other).x > before.x + 1.0, "it goes on");
        }
        assert!(thief.on(&map(0.5)).1, "the same cells");
    }
}
