//! What a map says of places that its own account of moving leaves out. A thing that was expected here may be elsewhere: outwards
//! from where it was last seen, by how far it can have gone since.

use crate::distribution::{Distribution, RESTING};
use crate::lattice::Node;
use crate::spread::Spread;

impl Distribution {
    /// Lets this share of the mass be anywhere that can be reached from where the thing was last seen, and there at rest. Once
    /// until the thing is seen again; false if that was done, and on maps that spread as printed.
    ///
    /// ```
    /// use piaget_occupancy::{Distribution, Lattice, Map, Seen};
    /// use piaget_terms::{Rect, Terrain, Vec2};
    /// let map = Map::new(Lattice::hexagons(&Terrain::open(Rect::centred(20.0, 20.0)), 0.5, 0.0));
    /// let mut sheep = Distribution::seen(&map, Seen::at(Vec2::new(-8.0, 0.0), 0.1));
    /// sheep.spread(1.0);
    /// assert_eq!(sheep.mass_in(|place| place.x > 0.0), 0.0);
    /// assert!(sheep.admit_elsewhere(0.1) && !sheep.admit_elsewhere(0.1));
    /// assert!((0.01..0.1).contains(&sheep.mass_in(|place| place.x > 0.0)));
    /// ```
    pub fn admit_elsewhere(&mut self, share: f32) -> bool {
        if self.state.elsewhere || self.is_printed() || !(share > 0.0 && share < 1.0) {
            return false;
        }
        self.state.elsewhere = true;
        let map = self.map.clone();
        let lattice = map.lattice();
        let last_seen = self.state.last_seen;
        let reachable = |node: &Node| last_seen.is_none_or(|last| lattice.joined(last, *node));
        let weight = self.outwards();
        let weights: f64 = lattice.open_nodes().filter(reachable).map(|node| f64::from(weight(node))).sum();
        let stored = self.total();
        if weights <= 0.0 || stored <= 0.0 {
            return false;
        }
        let each = (stored * f64::from(share / (1.0 - share)) / weights) as f32;
        let layer = &mut self.layer_mut(RESTING).mass;
        for node in lattice.open_nodes().filter(reachable) {
            layer.put(lattice, node, each * weight(node));
        }
        layer.count(lattice);
        self.renormalise();
        true
    }

    /// Whether the map spreads as the paper prints it (Isla 1.4).
    pub fn is_printed(&self) -> bool {
        matches!(self.map.settings().spread, Spread::AsPrinted(_))
    }

    /// How much likelier one place is than another when nothing else is known: the less, the farther the thing would have had
    /// to go in the time since it was last seen.
    pub(crate) fn outwards(&self) -> impl Fn(Node) -> f32 + use<> {
        let map = self.map.clone();
        let speed = self.state.mobility.speed_mps(&map.settings().habits);
        let from = self.state.last_seen.map(|node| map.lattice().place(node));
        let reach_m = speed * self.state.unseen_s + map.lattice().cell_m();
        move |node| from.map_or(1.0, |from| 1.0 / (1.0 + map.lattice().place(node).distance(from) / reach_m))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Distribution, Lattice, Map, Seen, Visible};
    use crate::{Prior, Settings, Spread};
    use glam::Vec2;
    use piaget_terms::{Rect, Terrain};

    fn field() -> Terrain {
        Terrain::open(Rect::centred(30.0, 6.0))
    }

    #[test]
    fn elsewhere_is_the_likelier_the_nearer_and_the_mass_stays_one() {
        let map = Map::new(Lattice::hexagons(&field(), 0.5, 0.0));
        let mut belief = Distribution::seen(&map, Seen::at(Vec2::new(-10.0, 0.0), 0.1));
        belief.spread(2.0);
        assert!(belief.admit_elsewhere(0.2));
        let all: f32 = belief.nodes_with_mass().map(|(_, mass)| mass).sum();
        assert!((all - 1.0).abs() < 1e-3, "{all}");
        let near = belief.mass_in(|place| (-5.0..0.0).contains(&place.x));
        let far = belief.mass_in(|place| (5.0..10.0).contains(&place.x));
        assert!(near > 1.3 * far && far > 0.0, "{near} {far}");
    }

    #[test]
    fn seeing_it_again_ends_it_and_printed_maps_never_begin() {
        let map = Map::new(Lattice::hexagons(&field(), 0.5, 0.0));
        let mut belief = Distribution::seen(&map, Seen::at(Vec2::ZERO, 0.1));
        assert!(belief.admit_elsewhere(0.2));
        belief.observe(Seen::at(Vec2::ZERO, 0.1));
        assert_eq!(belief.mass_in(|place| place.x.abs() > 2.0), 0.0);
        assert!(belief.admit_elsewhere(0.2));
        let printed = Settings { spread: Spread::isotropic(0.5), ..Settings::default() };
        let map = Map::with(Lattice::hexagons(&field(), 0.5, 0.0), printed);
        assert!(!Distribution::seen(&map, Seen::at(Vec2::ZERO, 0.1)).admit_elsewhere(0.2));
        for nonsense in [f32::NAN, 0.0, -1.0, 1.0, f32::INFINITY] {
            assert!(!belief.admit_elsewhere(nonsense));
        }
    }

    #[test]
    fn what_is_left_when_nothing_is_left_lies_outwards_from_where_it_was_seen() {
        let map = Map::new(Lattice::hexagons(&field(), 0.5, 0.0));
        let mut belief = Distribution::seen(&map, Seen::at(Vec2::new(-10.0, 0.0), 0.1));
        let mut visible = Visible::new(map.lattice());
        visible.ask_everywhere(map.lattice(), 0.3, |points, seen| {
            points.iter().zip(seen).for_each(|(point, seen)| *seen = point.x < -8.0);
        });
        belief.cull(&visible, 1.0, Prior::Uniform);
        let best = belief.most_likely().map(|best| best.place.x);
        assert!(best.is_some_and(|x| (-8.1..-6.0).contains(&x)), "{best:?}");
    }
}
