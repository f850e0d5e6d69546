//! Which nodes are in view now: asked of the host in batches, only where there is mass, and once for all
//! distributions of a map (Isla 4.1.1).

use crate::distribution::{Distribution, MassLayer};
use crate::kernel::for_each_machine;
use crate::lattice::{BLOCK, Lattice, Node};
use crate::reads::{blocks_with_mass, rows_with_mass};
use crate::vector::Vector;
use glam::{Vec2, Vec3};
use piaget_terms::Sight;
use std::sync::Arc;

/// Says of each of a batch of nodes, with their places in the world, whether it is in view.
type Answer<'a> = dyn FnMut(&[Node], &[Vec3], &mut [bool]) + 'a;

const ASKED: u8 = 1;
/// The bit of a node's state that says that it is in view.
pub(crate) const SEEN: u8 = 2;
/// How many nodes are asked about at once.
const BATCH: usize = 256;
/// The bits of a block of which all nodes were asked about.
const ALL: u32 = (1 << BLOCK) - 1;

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
    /// As it is in a tick in which nothing was asked yet.
    blank: Arc<[u8]>,
    /// How many nodes were asked about.
    asked: usize,
    /// Blocks that are about to be asked about, and which of their nodes.
    unasked: Vec<(u32, u32)>,
}

/// Nodes that are about to be asked about. On the stack, which is in the processor's cache whatever was done since the last
/// question.
struct Batch {
    nodes: [Node; BATCH],
    points: [Vec3; BATCH],
    answers: [bool; BATCH],
    count: usize,
}

impl Batch {
    fn new() -> Self {
        Self { nodes: [Node(0); BATCH], points: [Vec3::ZERO; BATCH], answers: [false; BATCH], count: 0 }
    }

    fn note(&mut self, node: Node, place: Vec2, height_m: f32) {
        self.nodes[self.count] = node;
        self.points[self.count] = Vec3::new(place.x, height_m, place.y);
        self.count += 1;
    }

    /// As [`Batch::note`] for some nodes of a block, one bit each; there must be room for all of a block.
    #[inline(always)]
    fn note_block(&mut self, lattice: &Lattice, at: usize, some: u32, height_m: f32) {
        let row = lattice.row_of(at);
        let (place_of, column) = (lattice.places_in_row(row), at - lattice.stored(row, 0));
        let room = self.count..self.count + BLOCK;
        let (nodes, points) = (&mut self.nodes[room.clone()], &mut self.points[room]);
        let fill = |lane: usize, node: &mut Node, point: &mut Vec3| {
            let place = place_of(column + lane);
            (*node, *point) = (Node((at + lane) as u32), Vec3::new(place.x, height_m, place.y));
        };
        if some == ALL {
            for (lane, (node, point)) in nodes.iter_mut().zip(points).enumerate() {
                fill(lane, node, point);
            }
        } else {
            let (mut left, mut each) = (some, nodes.iter_mut().zip(points));
            while let (true, Some((node, point))) = (left != 0, each.next()) {
                fill(left.trailing_zeros() as usize, node, point);
                left &= left - 1;
            }
        }
        self.count += some.count_ones() as usize;
    }
}

/// The state of each node before anything was asked. Where nothing can stand there is nothing to ask.
pub(crate) fn nothing_asked(open: &[bool]) -> Arc<[u8]> {
    open.iter().map(|open| if *open { 0 } else { ASKED }).collect()
}

impl Visible {
    /// Nothing in view of this lattice.
    pub fn new(lattice: &Lattice) -> Self {
        let blank = lattice.blank.clone();
        Self {
            state: blank.to_vec(),
            blank,
            asked: 0,
            unasked: Vec::with_capacity(lattice.stored_len() / BLOCK),
        }
    }

    /// Forgets the view: a new tick.
    pub fn clear(&mut self) {
        self.state.copy_from_slice(&self.blank);
        self.asked = 0;
    }

    /// Says that a node is in view or not, without asking.
    pub fn set(&mut self, node: Node, seen: bool) {
        let Some(state) = self.state.get_mut(node.index()) else { return };
        if *state & ASKED == 0 {
            self.asked += 1;
        }
        *state = ASKED | if seen { SEEN } else { 0 };
    }

    /// Whether a node is known to be in view.
    pub fn sees(&self, node: Node) -> bool {
        self.state.get(node.index()).is_some_and(|state| state & SEEN != 0)
    }

    /// How many nodes were asked about since the last [`Visible::clear`].
    pub fn asked(&self) -> usize {
        self.asked
    }

    /// Asks the host about every node with mass that was not asked about yet: points `height_m` above the ground,
    /// half a body's height in the paper. With `whole_cell` all of the cell must be in view; of a cell beside a wall
    /// or border, part of which nobody could ever see, the middle.
    pub fn ask(&mut self, about: &Distribution, sight: &dyn Sight, height_m: f32, whole_cell: bool) {
        let lattice = about.lattice();
        self.ask_about(about, height_m, &mut |nodes, points, seen| {
            sight.sees(points, seen);
            if whole_cell {
                keep_whole(lattice, sight, nodes, points, seen);
            }
        });
    }

    /// As [`Visible::ask`], with a function that answers.
    pub fn ask_with(
        &mut self,
        about: &Distribution,
        height_m: f32,
        mut answer: impl FnMut(&[Vec3], &mut [bool]),
    ) {
        self.ask_about(about, height_m, &mut |_, points, seen| answer(points, seen));
    }

    fn ask_about(&mut self, about: &Distribution, height_m: f32, answer: &mut Answer<'_>) {
        let lattice = about.lattice();
        let mut unasked = std::mem::take(&mut self.unasked);
        find_unasked(&about.layers, lattice, &self.state, &mut unasked);
        if !unasked.is_empty() {
            let mut batch = Batch::new();
            for (at, new) in unasked.drain(..) {
                batch.note_block(lattice, at as usize, new, height_m);
                if batch.count + BLOCK > BATCH {
                    self.answer(&mut batch, answer);
                }
            }
            self.answer(&mut batch, answer);
        }
        self.unasked = unasked;
    }

    /// Asks about every open node, with or without mass: for a prior over all that is hidden.
    pub fn ask_everywhere(
        &mut self,
        lattice: &Lattice,
        height_m: f32,
        mut answer: impl FnMut(&[Vec3], &mut [bool]),
    ) {
        let mut batch = Batch::new();
        for node in lattice.open_nodes() {
            if self.state[node.index()] & ASKED == 0 {
                batch.note(node, lattice.place(node), height_m);
            }
            if batch.count == BATCH {
                self.answer(&mut batch, &mut |_, points, seen| answer(points, seen));
            }
        }
        self.answer(&mut batch, &mut |_, points, seen| answer(points, seen));
    }

    fn answer(&mut self, batch: &mut Batch, answer: &mut Answer<'_>) {
        let Batch { nodes, points, answers, count } = batch;
        if *count == 0 {
            return;
        }
        let (nodes, answers) = (&nodes[..*count], &mut answers[..*count]);
        answers.fill(false);
        answer(nodes, &points[..*count], answers);
        for (node, seen) in nodes.iter().zip(&*answers) {
            self.state[node.index()] = if *seen { ASKED | SEEN } else { ASKED };
        }
        self.asked += *count;
        *count = 0;
    }

    pub(crate) fn state(&self) -> &[u8] {
        &self.state
    }
}

for_each_machine!(
    /// The blocks in which there is mass that was not asked about yet, and which of their nodes have it, one bit each.
    find_unasked, find_unasked_by,
    (layers: &[MassLayer], lattice: &Lattice, state: &[u8], unasked: &mut Vec<(u32, u32)>) -> ());

/// # Safety
/// The processor must have the instructions of `V`.
#[inline(always)]
unsafe fn find_unasked_by<V: Vector>(
    layers: &[MassLayer],
    lattice: &Lattice,
    state: &[u8],
    unasked: &mut Vec<(u32, u32)>,
) {
    let blocks = rows_with_mass(layers).flat_map(|(row, blocks)| blocks.map(move |block| (row, block)));
    for (row, block) in blocks {
        let at = lattice.stored(row, block as usize * BLOCK);
        let asked = asked_in_block(&state[at..at + BLOCK]);
        if asked == ALL {
            continue;
        }
        let masses = blocks_with_mass(layers, (row, block), at);
        // SAFETY: the caller knows that the processor has the instructions of `V`.
        let held = masses.fold(0, |held, mass| held | unsafe { V::load(mass).some() });
        if held & !asked != 0 {
            unasked.push((at as u32, held & !asked));
        }
    }
}

/// Which nodes of a block were asked about, one bit each.
#[inline(always)]
fn asked_in_block(state: &[u8]) -> u32 {
    /// Brings the lowest bits of eight bytes together in the highest byte.
    const TOGETHER: u64 = 0x0102_0408_1020_4080;
    let (halves, _) = state.as_chunks();
    let [low, high] = [halves[0], halves[1]].map(|half| {
        let asked = u64::from_le_bytes(half) & u64::from_le_bytes([ASKED; 8]);
        asked.wrapping_mul(TOGETHER) >> 56
    });
    (low | high << 8) as u32
}

/// Keeps in view only those nodes of which all can be seen.
fn keep_whole(lattice: &Lattice, sight: &dyn Sight, nodes: &[Node], points: &[Vec3], seen: &mut [bool]) {
    /// So many at a time.
    const SOME: usize = 64;
    for ((nodes, points), seen) in nodes.chunks(SOME).zip(points.chunks(SOME)).zip(seen.chunks_mut(SOME)) {
        let (mut centres, mut slots, mut whole) = ([Vec3::ZERO; SOME], [0u8; SOME], [false; SOME]);
        let mut count = 0;
        for (slot, (node, point)) in nodes.iter().zip(points).enumerate() {
            if seen[slot] && lattice.is_whole(*node) {
                (centres[count], slots[count]) = (*point, slot as u8);
                count += 1;
            }
        }
        if count > 0 {
            sight.sees_whole(&centres[..count], lattice.cell_m() * 0.5, &mut whole[..count]);
        }
        for (slot, whole) in slots[..count].iter().zip(whole) {
            seen[usize::from(*slot)] = whole;
        }
    }
}
