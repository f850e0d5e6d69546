//! The ground as plans see it: regions, and which of them each node of the map belongs to. Made once and shared by all minds
//! of one character on one terrain.

use super::SeekConfig;
use piaget_nav::{Ground, Regions};
use piaget_occupancy::{Lattice, Node};

/// Regions of the ground with the nodes of the map.
#[derive(Clone, Debug, Default)]
pub struct SearchGround {
    pub(super) regions: Regions,
    /// The region of each stored number of the lattice.
    of_node: Vec<u32>,
}

/// Of what is no open node.
const NONE: u32 = u32::MAX;

impl SearchGround {
    /// Cuts a ground into regions and lays the lattice over them.
    pub fn new(config: &SeekConfig, ground: &Ground, lattice: &Lattice) -> Self {
        let regions = Regions::new(ground, config.district_m.max(ground.cell_m), config.sweep_m);
        let mut of_node = vec![NONE; lattice.stored_len()];
        for node in lattice.open_nodes() {
            of_node[node.index()] = regions.at(ground, lattice.place(node)).unwrap_or(NONE);
        }
        Self { regions, of_node }
    }

    /// The region that a node belongs to.
    pub(super) fn region_of(&self, node: Node) -> Option<u32> {
        self.of_node.get(node.index()).copied().filter(|region| *region != NONE)
    }
}
