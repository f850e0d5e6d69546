//! A distribution as it is saved: only the nodes with mass, exact to the bit.

use crate::distribution::{Distribution, Motion, State};
use crate::lattice::Node;
use crate::map::Map;
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

    /// Goes on from what was saved; `None` if it was saved from another lattice, or is damaged.
    pub fn restore(map: &Arc<Map>, saved: &Saved) -> Option<Self> {
        let lattice = map.lattice();
        if saved.stored as usize != lattice.stored_len() {
            return None;
        }
        let mut new = Self::empty(map);
        new.state = saved.state.clone();
        for (index, from) in saved.layers.iter().enumerate() {
            let layer = new.layer_mut(index);
            layer.motion = from.motion;
            for (start, run) in &from.runs {
                for (step, mass) in run.iter().enumerate() {
                    let node = Node(start.checked_add(step as u32)?);
                    if !lattice.is_open(node) || !mass.is_finite() || *mass < 0.0 {
                        return None;
                    }
                    layer.mass.put(lattice, node, *mass);
                }
            }
            (layer.mass.total, layer.mass.uncounted) = (from.total, from.uncounted);
        }
        Some(new)
    }
}
