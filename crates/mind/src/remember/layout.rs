//! Where places lie on the ground: which place a point belongs to, and a chance per place as a weight per node of an
//! occupancy map. This is the seam between what-where memory and whereabouts.

use piaget_memory::{Area, House, PlaceId, Rooms};
use piaget_occupancy::{Lattice, Node};
use piaget_terms::Vec2;

/// The places of a house on the nodes of a map. Made anew when a place is learned; never saved.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    /// Every open node.
    nodes: Vec<Node>,
    /// The innermost place of each, or none.
    of_node: Vec<Option<PlaceId>>,
    /// How many nodes have a place as their innermost.
    own: Vec<u32>,
    /// How many nodes lie in a place, its parts included.
    within: Vec<u32>,
    /// Buffers: what each node of a place gets, by itself and as a part of a whole.
    share: Vec<f32>,
    share_within: Vec<f32>,
}

impl Layout {
    /// Lays a house out on a map.
    pub(super) fn new(house: &House, finder: &Finder, rooms: Option<&Rooms>, lattice: &Lattice) -> Self {
        let nodes: Vec<Node> = lattice.open_nodes().collect();
        let innermost = |node: &Node| finder.innermost(house, rooms, lattice.place(*node));
        let of_node: Vec<_> = nodes.iter().map(innermost).collect();
        let mut layout = Self { nodes, of_node, ..Self::default() };
        layout.own.resize(house.len(), 0);
        layout.within.resize(house.len(), 0);
        for place in layout.of_node.iter().flatten() {
            layout.own[place.0 as usize] += 1;
            house.up_from(*place).for_each(|whole| layout.within[whole.0 as usize] += 1);
        }
        layout
    }

    /// Every open node with its innermost place.
    pub fn nodes(&self) -> impl Iterator<Item = (Node, Option<PlaceId>)> + '_ {
        self.nodes.iter().copied().zip(self.of_node.iter().copied())
    }

    /// How many nodes a place has of its own.
    pub fn own_nodes(&self, place: PlaceId) -> u32 {
        self.own.get(place.0 as usize).copied().unwrap_or(0)
    }

    /// Lays a chance per specific place (in the order of [`House::leaves`]) over the nodes. A place without ground of
    /// its own lies somewhere in its whole; `elsewhere` is the share that goes everywhere.
    pub fn weights(
        &mut self,
        house: &House,
        lattice: &Lattice,
        chances: &[f32],
        elsewhere: f32,
        out: &mut Vec<(Vec2, f32)>,
    ) {
        for share in [&mut self.share, &mut self.share_within] {
            share.clear();
            share.resize(house.len(), 0.0);
        }
        for (leaf, chance) in house.leaves().iter().zip(chances) {
            let own = self.own_nodes(*leaf);
            if own > 0 {
                self.share[leaf.0 as usize] += chance / own as f32;
            } else if let Some(whole) =
                house.up_from(*leaf).find(|whole| self.within.get(whole.0 as usize).is_some_and(|n| *n > 0))
            {
                self.share_within[whole.0 as usize] += chance / self.within[whole.0 as usize] as f32;
            }
        }
        let everywhere = elsewhere / self.nodes.len().max(1) as f32;
        out.clear();
        for (node, place) in self.nodes.iter().zip(&self.of_node) {
            let wholes = place.iter().flat_map(|place| house.up_from(*place));
            let named = place.map_or(0.0, |place| self.share[place.0 as usize])
                + wholes.map(|whole| self.share_within[whole.0 as usize]).sum::<f32>();
            out.push((lattice.place(*node), (1.0 - elsewhere) * named + everywhere));
        }
    }
}

/// Finds the place that a point belongs to.
#[derive(Clone, Debug, Default)]
pub(super) struct Finder {
    around_m: f32,
    /// Places with a point, each with its depth in the hierarchy; the deepest first.
    places: Vec<(u32, PlaceId)>,
}

impl Finder {
    pub fn new(house: &House, around_m: f32) -> Self {
        let all = (0..house.len() as u32).map(PlaceId).filter(|id| house[*id].at.is_some());
        let mut places: Vec<_> = all.map(|id| (house.up_from(id).count() as u32, id)).collect();
        places.sort_by_key(|(depth, id)| (std::cmp::Reverse(*depth), *id));
        Self { around_m, places }
    }

    /// The innermost place that holds a point; of several as deep, the one whose middle is nearest.
    pub fn innermost(&self, house: &House, rooms: Option<&Rooms>, point: Vec2) -> Option<PlaceId> {
        let mut best: Option<(u32, f32, PlaceId)> = None;
        for &(depth, place) in &self.places {
            if best.is_some_and(|(deepest, _, _)| depth < deepest) {
                break;
            }
            let Some(at) = house[place].at else { continue };
            // A round place in a corner does not reach through the wall: what a whole does not hold, its parts do not.
            let mut wholes = house.up_from(place).skip(1).filter(|whole| house[*whole].area.is_some());
            if self.holds(house, rooms, place, point)
                && wholes.all(|whole| self.holds(house, rooms, whole, point))
            {
                let away = at.distance_squared(point);
                if best.is_none_or(|(_, nearest, _)| away < nearest) {
                    best = Some((depth, away, place));
                }
            }
        }
        best.map(|(_, _, place)| place)
    }

    fn holds(&self, house: &House, rooms: Option<&Rooms>, place: PlaceId, point: Vec2) -> bool {
        let Some(at) = house[place].at else { return true };
        match house[place].area {
            Some(Area::Box(rect)) => rect.contains(point),
            Some(Area::Round(radius_m)) => at.distance(point) <= radius_m,
            Some(Area::Room) => {
                rooms.is_some_and(|rooms| rooms.at(at).is_some() && rooms.at(at) == rooms.at(point))
            }
            // A whole without an area is wherever its parts are; a specific place is around its point.
            None => house[place].children.is_empty() && at.distance(point) <= self.around_m,
        }
    }
}
