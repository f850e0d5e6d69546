//! Which nodes are in view now: asked of the host in batches, only where there is mass, and once for all
//! distributions of a map (Isla 4.1.1).

use crate::distribution::Distribution;
use crate::lattice::{Lattice, Node};
use glam::Vec3;
use piaget_terms::Sight;

const ASKED: u8 = 1;
const SEEN: u8 = 2;
/// How many nodes are asked about at once.
const BATCH: usize = 256;

/// What is known of the view of this tick.
///
/// ```
/// use piaget_occupancy::{Lattice, Map, Distribution, Visible};
/// use piaget_terms::{Rect, Terrain};
/// let map = Map::new(Lattice::hexagons(&Terrain::open(Rect::centred(4.0, 4.0)), 0.5, 0.0));
/// let belief = Distribution::uniform(&map);
/// let mut visible = Visible::new(map.lattice());
/// visible.ask_with(&belief, 0.3, |points, seen| {
///     for (point, seen) in points.iter().zip(seen) {
///         *seen = point.x < 0.0;
///     }
/// });
/// assert!(visible.asked() == map.lattice().len());
/// ```
#[derive(Clone, Debug)]
pub struct Visible {
    state: Vec<u8>,
    asked: Vec<Node>,
    points: Vec<Vec3>,
    answers: Vec<bool>,
}

impl Visible {
    /// Nothing in view of this lattice.
    pub fn new(lattice: &Lattice) -> Self {
        Self {
            state: vec![0; lattice.stored_len()],
            asked: Vec::with_capacity(lattice.len()),
            points: Vec::with_capacity(BATCH),
            answers: Vec::with_capacity(BATCH),
        }
    }

    /// Forgets the view: a new tick.
    pub fn clear(&mut self) {
        for node in self.asked.drain(..) {
            self.state[node.index()] = 0;
        }
    }

    /// Says that a node is in view or not, without asking.
    pub fn set(&mut self, node: Node, seen: bool) {
        let Some(state) = self.state.get_mut(node.index()) else { return };
        if *state & ASKED == 0 {
            self.asked.push(node);
        }
        *state = ASKED | if seen { SEEN } else { 0 };
    }

    /// Whether a node is known to be in view.
    pub fn sees(&self, node: Node) -> bool {
        self.state.get(node.index()).is_some_and(|state| state & SEEN != 0)
    }

    /// How many nodes were asked about since the last [`Visible::clear`].
    pub fn asked(&self) -> usize {
        self.asked.len()
    }

    /// Asks the host about every node with mass that was not asked about yet: points `height_m` above the ground,
    /// half a body's height in the paper. With `whole_cell` all of the cell must be in view; of a cell beside a wall
    /// or border, part of which nobody could ever see, the middle.
    pub fn ask(&mut self, about: &Distribution, sight: &dyn Sight, height_m: f32, whole_cell: bool) {
        let from = self.asked.len();
        self.ask_with(about, height_m, |points, seen| sight.sees(points, seen));
        if whole_cell {
            self.ask_whole_from(from, about.lattice(), sight, height_m);
        }
    }

    /// Keeps in view only those of the newly asked nodes of which all can be seen.
    fn ask_whole_from(&mut self, from: usize, lattice: &Lattice, sight: &dyn Sight, height_m: f32) {
        let radius_m = lattice.cell_m() * 0.5;
        let mut batch = [Node(0); BATCH];
        let mut next = from;
        while next < self.asked.len() {
            self.points.clear();
            while next < self.asked.len() && self.points.len() < BATCH {
                let node = self.asked[next];
                next += 1;
                if self.sees(node) && lattice.is_whole(node) {
                    batch[self.points.len()] = node;
                    self.points.push(lattice.place_at(node, height_m));
                }
            }
            self.answers.clear();
            self.answers.resize(self.points.len(), false);
            sight.sees_whole(&self.points, radius_m, &mut self.answers);
            for (node, whole) in batch.iter().zip(&self.answers) {
                if !whole {
                    self.state[node.index()] &= !SEEN;
                }
            }
        }
    }

    /// As [`Visible::ask`], with a function that answers.
    pub fn ask_with(
        &mut self,
        about: &Distribution,
        height_m: f32,
        mut answer: impl FnMut(&[Vec3], &mut [bool]),
    ) {
        let from = self.asked.len();
        for at in about.stored_with_mass() {
            if self.state.get(at).is_some_and(|state| state & ASKED == 0) {
                self.state[at] |= ASKED;
                self.asked.push(Node(at as u32));
            }
        }
        self.answer_from(from, about.lattice(), height_m, &mut answer);
    }

    /// Asks about every open node, with or without mass: for a prior over all that is hidden.
    pub fn ask_everywhere(
        &mut self,
        lattice: &Lattice,
        height_m: f32,
        mut answer: impl FnMut(&[Vec3], &mut [bool]),
    ) {
        let from = self.asked.len();
        for node in lattice.open_nodes() {
            if self.state[node.index()] & ASKED == 0 {
                self.state[node.index()] |= ASKED;
                self.asked.push(node);
            }
        }
        self.answer_from(from, lattice, height_m, &mut answer);
    }

    fn answer_from(
        &mut self,
        from: usize,
        lattice: &Lattice,
        height_m: f32,
        answer: &mut dyn FnMut(&[Vec3], &mut [bool]),
    ) {
        for batch in self.asked[from..].chunks(BATCH) {
            self.points.clear();
            self.points.extend(batch.iter().map(|node| lattice.place_at(*node, height_m)));
            self.answers.clear();
            self.answers.resize(batch.len(), false);
            answer(&self.points, &mut self.answers);
            for (node, seen) in batch.iter().zip(&self.answers) {
                self.state[node.index()] |= if *seen { SEEN } else { 0 };
            }
        }
    }

    pub(crate) fn state(&self) -> &[u8] {
        &self.state
    }
}
