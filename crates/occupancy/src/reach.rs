//! A hard top speed: how far a thing can have come since it was last seen. Spreading has tails; in a game with turns a player who
//! moves one cell a turn must never be believed two cells away.

use crate::distribution::Distribution;
use crate::lattice::{Lattice, Node};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// The nodes that can have been reached from where the thing was last seen, found as far as time allows (Dijkstra's algorithm,
/// which goes on where it stopped).
#[derive(Clone, Debug, Default)]
pub(crate) struct Reach {
    from: Option<Node>,
    /// The length of the shortest way to each stored node, as far as it is known.
    way_m: Vec<f32>,
    next: BinaryHeap<Front>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Front {
    way_m: f32,
    node: Node,
}

impl Eq for Front {}

impl Ord for Front {
    /// The shortest way is the greatest; of equal ones the first node.
    fn cmp(&self, other: &Self) -> Ordering {
        other.way_m.total_cmp(&self.way_m).then(other.node.0.cmp(&self.node.0))
    }
}

impl PartialOrd for Front {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A way that is longer than allowed by less than this share of a cell was rounded.
const ROUNDED: f32 = 1e-3;

impl Reach {
    /// Extends what can be reached to ways of this length.
    fn extend(&mut self, lattice: &Lattice, from: Node, most_m: f32) {
        if self.from != Some(from) {
            self.from = Some(from);
            self.way_m.clear();
            self.way_m.resize(lattice.stored_len(), f32::INFINITY);
            self.next.clear();
            self.way_m[from.index()] = 0.0;
            self.next.push(Front { way_m: 0.0, node: from });
        }
        while let Some(Front { way_m, node }) =
            self.next.peek().copied().filter(|front| front.way_m <= most_m)
        {
            self.next.pop();
            if way_m > self.way_m[node.index()] {
                continue;
            }
            for other in lattice.neighbours(node) {
                let length_m = way_m + lattice.place(node).distance(lattice.place(other));
                if length_m < self.way_m[other.index()] {
                    self.way_m[other.index()] = length_m;
                    self.next.push(Front { way_m: length_m, node: other });
                }
            }
        }
    }
}

impl Distribution {
    /// Takes the mass away that would have outrun the thing.
    pub(crate) fn hold_to_top_speed(&mut self) {
        let map = self.map.clone();
        let (Some(top_mps), Some(from)) = (map.settings().top_speed_mps, self.state.last_seen) else {
            return;
        };
        let lattice = map.lattice();
        let most_m = top_mps.max(0.0) * self.state.unseen_s + ROUNDED * lattice.cell_m();
        let reach = self.reach.get_or_insert_default();
        reach.extend(lattice, from, most_m);
        for layer in &mut self.layers {
            let rows: Vec<_> = layer.mass.active(lattice).collect();
            let mut changed = false;
            for at in rows.into_iter().flatten() {
                if layer.mass.mass[at] > 0.0 && reach.way_m[at] > most_m {
                    layer.mass.mass[at] = 0.0;
                    changed = true;
                }
            }
            if changed {
                layer.mass.count(lattice);
            }
        }
        if self.total() <= 0.0 {
            // All of it had run ahead: it is taken to be where it was seen last.
            let roaming = &mut self.layer_mut(0).mass;
            roaming.put(lattice, from, 1.0);
            roaming.count(lattice);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Distribution, Lattice, Map, Seen, Settings};
    use piaget_terms::{Rect, Terrain, Vec2, Wall};

    /// A runner that leaves a room by its door, and what is believed of it: no mass is farther than the way that it can have gone.
    #[test]
    fn mass_never_outruns_the_thing() {
        let wall = Wall { centre: Vec2::new(-1.5, 0.0), half: Vec2::new(8.5, 0.1), yaw: 0.0, height_m: 2.0 };
        let field = Terrain { bounds: Rect::centred(20.0, 20.0), walls: vec![wall], grid: None };
        let settings = Settings { top_speed_mps: Some(1.0), ..Settings::default() };
        let map = Map::with(Lattice::squares(&field, 1.0, 0.0), settings);
        let free = Map::new(Lattice::squares(&field, 1.0, 0.0));
        let seen = Seen { velocity: Some(Vec2::new(0.0, 1.0)), ..Seen::at(Vec2::new(-5.5, -4.5), 1.0) };
        let mut held = Distribution::seen(&map, seen);
        let mut unheld = Distribution::seen(&free, seen);
        let mut outran = 0;
        for turn in 1..=12 {
            held.spread(1.0);
            unheld.spread(1.0);
            let farthest = |belief: &Distribution| {
                let places = belief.nodes_with_mass().map(|(node, _)| belief.lattice().place(node));
                places.map(|place| place.distance(Vec2::new(-5.5, -4.5))).fold(0.0, f32::max)
            };
            assert!(farthest(&held) <= turn as f32 + 0.01, "{} m after {turn} turns", farthest(&held));
            outran += usize::from(farthest(&unheld) > turn as f32 + 0.01);
            let sum: f32 = held.nodes_with_mass().map(|(_, mass)| mass).sum();
            assert!((sum - 1.0).abs() < 1e-4, "{sum}");
            // Round the wall it takes more than 12 turns to the place just behind it.
            let behind = held.mass_in(|place| place.y > 0.5 && place.x < 0.0);
            assert_eq!(behind, 0.0, "turn {turn}");
        }
        assert!(outran > 6, "without a top speed it does");
    }
}
