//! Mass on a lattice, and which rows and blocks of columns hold any: the rest costs nothing.
//!
//! Outside the active blocks everything is zero; that is kept true by every function here.

mod pass;

pub(crate) use pass::{COUNT_EVERY, GraphStep};

use crate::aligned::Aligned;
use crate::journeys::Goal;
use crate::kernel::{self, CullSums, Sum, for_each_machine};
use crate::lattice::{BLOCK, Lattice, Node, Shape};
use crate::vector::Vector;
use crate::visible::SEEN;
use glam::Vec2;

/// Mass for each stored number of a lattice.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    pub mass: Aligned,
    /// For each row, the first active block and the one after the last.
    spans: Vec<(u32, u32)>,
    /// The first active row and the one after the last.
    rows: (u32, u32),
    /// Whether the spans are known to be all that can be: only losing mass changes that.
    fills: bool,
    /// The sum of all mass, as it is stored.
    pub total: f64,
    /// Passes since it was last counted.
    pub uncounted: u32,
    /// Passes since blocks that have lost their mass were last looked for. No result depends on it.
    untrimmed: u32,
}

/// What looking at a layer found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InView {
    /// The mass in view, before it was culled.
    pub in_view: f64,
    /// Whether the likeliest node was in view.
    pub best_is_in_view: bool,
}

/// When looking leaves less than this share, what is left is counted: the difference of two sums would be rough.
const MUCH_CULLED: f64 = 0.1;

/// Room to work in: new rows that wait until the row below them no longer needs the old ones.
#[derive(Clone, Debug)]
pub(crate) struct Scratch {
    /// Each a row, with a block without mass before it and after it.
    here: Aligned,
    above: Aligned,
    /// What goes where on journeys.
    moves: Vec<(u32, f32)>,
}

impl Scratch {
    pub fn new(lattice: &Lattice) -> Self {
        let length =
            if lattice.shape() == Shape::Graph { lattice.stored_len() } else { lattice.stride + BLOCK };
        Self { here: Aligned::zeros(length), above: Aligned::zeros(length), moves: Vec::new() }
    }

    /// What it has on the heap.
    pub fn bytes(&self) -> usize {
        self.here.bytes() + self.above.bytes() + self.moves.capacity() * size_of::<(u32, f32)>()
    }
}

/// No block at all.
pub(crate) const NOTHING: (u32, u32) = (0, 0);

/// The blocks of a row without those at its ends that hold nothing.
#[inline(always)]
fn trimmed(row: &[f32], (mut from, mut to): (u32, u32)) -> (u32, u32) {
    let is_zero = |block: u32| {
        let at = block as usize * BLOCK;
        // Mass is never negative, so no bit is set in a zero; together, since a vector is asked at once.
        row[at..at + BLOCK].iter().fold(0, |bits, mass| bits | mass.to_bits()) == 0
    };
    while from < to && is_zero(from) {
        from += 1;
    }
    while to > from && is_zero(to - 1) {
        to -= 1;
    }
    if from < to { (from, to) } else { NOTHING }
}

/// The blocks of both, and what lies between them.
#[inline(always)]
pub(crate) fn joined(a: (u32, u32), b: (u32, u32)) -> (u32, u32) {
    match (a.0 < a.1, b.0 < b.1) {
        (false, _) => b,
        (_, false) => a,
        _ => (a.0.min(b.0), a.1.max(b.1)),
    }
}

impl Layer {
    pub fn new(lattice: &Lattice) -> Self {
        Self {
            mass: Aligned::zeros(lattice.stored_len()),
            spans: vec![NOTHING; lattice.rows],
            rows: NOTHING,
            fills: false,
            total: 0.0,
            uncounted: 0,
            untrimmed: 0,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.rows.0 >= self.rows.1
    }

    /// What it has on the heap.
    pub fn bytes(&self) -> usize {
        self.mass.bytes() + self.spans.capacity() * size_of::<(u32, u32)>()
    }

    /// Forgets everything.
    pub fn clear(&mut self, lattice: &Lattice) {
        for row in self.rows.0..self.rows.1 {
            let span = self.stored_span(lattice, row as usize);
            self.mass[span].fill(0.0);
            self.spans[row as usize] = NOTHING;
        }
        self.rows = NOTHING;
        self.fills = false;
        self.total = 0.0;
        self.uncounted = 0;
    }

    /// Adds mass to one node. The total is not kept until [`Layer::count`] is called.
    pub fn put(&mut self, lattice: &Lattice, node: Node, mass: f32) {
        let at = node.index();
        let row = lattice.row_of(at);
        let block = ((at - lattice.stored(row, 0)) / BLOCK) as u32;
        self.mass[at] += mass;
        self.spans[row] = joined(self.spans[row], (block, block + 1));
        self.rows = joined(self.rows, (row as u32, row as u32 + 1));
    }

    /// Counts the total anew.
    pub fn count(&mut self, lattice: &Lattice) {
        self.total = count(self, lattice);
        self.uncounted = 0;
    }

    /// # Safety
    /// The processor must have the instructions of `V`.
    #[inline(always)]
    unsafe fn count_rows<V: Vector>(&self, lattice: &Lattice) -> f64 {
        // SAFETY: the caller knows that the processor has the instructions of `V`.
        let mut sum = unsafe { Sum::<V>::new() };
        let mass = &self.mass[..];
        for (row, span) in self.rows().zip(&self.spans[self.rows()]) {
            kernel::sum_row(&mass[lattice.stored_span(row, *span)], &mut sum);
            if lattice.ends_group(row) {
                sum.gather();
            }
        }
        sum.total()
    }

    /// The active blocks of a row.
    #[inline(always)]
    pub fn span(&self, row: usize) -> (u32, u32) {
        self.spans[row]
    }

    /// Whether a block of a row is active.
    #[inline(always)]
    pub fn holds(&self, row: usize, block: u32) -> bool {
        let (from, to) = self.spans[row];
        from <= block && block < to
    }

    /// Where the active blocks of a row are stored.
    #[inline(always)]
    pub fn stored_span(&self, lattice: &Lattice, row: usize) -> std::ops::Range<usize> {
        lattice.stored_span(row, self.spans[row])
    }

    /// The stored spans of all active rows.
    pub fn active<'a>(&'a self, lattice: &'a Lattice) -> impl Iterator<Item = std::ops::Range<usize>> + 'a {
        (self.rows.0..self.rows.1).map(move |row| self.stored_span(lattice, row as usize))
    }

    /// Takes over another layer's mass.
    pub fn copy_from(&mut self, other: &Self, lattice: &Lattice) {
        if other.fills && self.fills {
            self.mass.copy_from_slice(&other.mass);
        } else {
            self.clear(lattice);
            for row in other.rows() {
                let span = other.stored_span(lattice, row);
                self.mass[span.clone()].copy_from_slice(&other.mass[span]);
                self.spans[row] = other.spans[row];
            }
        }
        (self.rows, self.fills) = (other.rows, other.fills);
        (self.total, self.uncounted) = (other.total, other.uncounted);
    }

    pub fn rows(&self) -> std::ops::Range<usize> {
        self.rows.0 as usize..self.rows.1 as usize
    }

    /// Multiplies by `1 - rate` where seen.
    pub fn cull(&mut self, lattice: &Lattice, seen: &[u8], rate: f32) -> InView {
        let culled = cull(self, lattice, seen, rate);
        let left = self.total - culled.in_view * f64::from(rate);
        if left < self.total * MUCH_CULLED {
            self.count(lattice);
        } else {
            self.total = left;
        }
        if rate >= 1.0 && culled.in_view > 0.0 {
            // Only then does looking leave nothing.
            self.retrim(lattice);
        }
        culled
    }

    /// Multiplies each node that is seen by `1 - rate`, with a rate for each place; gives the mass that was taken out.
    pub fn cull_by(&mut self, lattice: &Lattice, seen: &[u8], rate: impl Fn(Vec2) -> f32) -> f64 {
        let (mut lost, mut emptied) = (0.0, false);
        for row in self.rows() {
            let (place_of, first) = (lattice.places_in_row(row), lattice.stored(row, 0));
            for at in self.stored_span(lattice, row) {
                let mass = self.mass[at];
                if seen[at] & SEEN == 0 || mass <= 0.0 {
                    continue;
                }
                let rate = rate(place_of(at - first));
                self.mass[at] = mass - mass * rate;
                lost += f64::from(mass) * f64::from(rate);
                emptied |= rate >= 1.0;
            }
        }
        if lost > 0.0 {
            self.count(lattice);
        }
        if emptied {
            self.retrim(lattice);
        }
        lost
    }

    /// # Safety
    /// The processor must have the instructions of `V`.
    #[inline(always)]
    unsafe fn cull_rows<V: Vector>(&mut self, lattice: &Lattice, seen: &[u8], rate: f32) -> InView {
        // SAFETY: the caller knows that the processor has the instructions of `V`.
        let mut sums = unsafe { CullSums::<V>::new() };
        let (rows, mass, seen) = (self.rows(), self.mass.as_chunks_mut().0, seen.as_chunks().0);
        let (first, stride) = (lattice.first / BLOCK, lattice.stride / BLOCK);
        for (row, span) in rows.clone().zip(&self.spans[rows]) {
            let before = first + row * stride;
            let span = before + span.0 as usize..before + span.1 as usize;
            kernel::cull_row(&mut mass[span.clone()], &seen[span], rate, &mut sums);
            if lattice.ends_group(row) {
                sums.in_view.gather();
            }
        }
        InView { in_view: sums.in_view.total(), best_is_in_view: sums.best_is_in_view() }
    }

    /// Pours the share `share` of this layer into another.
    pub fn pour_into(&mut self, to: &mut Self, lattice: &Lattice, share: f32) {
        if self.is_empty() || share <= 0.0 {
            return;
        }
        let (left, poured) = pour(self, to, lattice, share);
        to.rows = joined(to.rows, self.rows);
        if share >= 1.0 {
            self.clear(lattice);
        } else {
            self.total = left;
        }
        to.total += poured;
    }

    /// # Safety
    /// The processor must have the instructions of `V`.
    #[inline(always)]
    unsafe fn pour_rows<V: Vector>(&mut self, to: &mut Self, lattice: &Lattice, share: f32) -> (f64, f64) {
        // SAFETY: the caller knows that the processor has the instructions of `V`.
        let mut sums = [unsafe { Sum::<V>::new() }; 2];
        for row in self.rows() {
            let span = self.stored_span(lattice, row);
            kernel::pour_row(&mut self.mass[span.clone()], &mut to.mass[span], share, &mut sums);
            to.spans[row] = joined(to.spans[row], self.spans[row]);
            if lattice.ends_group(row) {
                sums.iter_mut().for_each(Sum::gather);
            }
        }
        (sums[0].total(), sums[1].total())
    }

    /// Takes away what a node holds. The total is not kept until [`Layer::count`] is called.
    pub fn take(&mut self, node: Node) -> f32 {
        std::mem::take(&mut self.mass[node.index()])
    }

    /// Moves mass so far along the shortest ways to a goal; not further than a cell. What is left behind thins out,
    /// and is dropped when there is next to nothing of it.
    pub fn flow(&mut self, lattice: &Lattice, goal: &Goal, way_m: f32, scratch: &mut Scratch) {
        let floor = (self.total * 1e-6) as f32;
        let mut moves = std::mem::take(&mut scratch.moves);
        moves.clear();
        for row in self.rows() {
            for at in self.stored_span(lattice, row) {
                let mass = self.mass[at];
                if mass <= floor {
                    self.mass[at] = 0.0;
                    continue;
                }
                let Some((to, second, step_m)) = goal.onward(lattice, at) else { continue };
                let goes = mass * (way_m / step_m).min(1.0);
                self.mass[at] = mass - goes;
                moves.push((to[0] as u32, goes * (1.0 - second)));
                moves.push((to[1] as u32, goes * second));
            }
        }
        for (to, mass) in &moves {
            self.put(lattice, Node(*to), *mass);
        }
        scratch.moves = moves;
        self.retrim(lattice);
        self.count(lattice);
    }

    /// Multiplies all mass, and drops what falls under `floor`.
    pub fn scale(&mut self, lattice: &Lattice, by: f32, floor: f32) {
        for row in self.rows.0..self.rows.1 {
            let span = self.stored_span(lattice, row as usize);
            for mass in &mut self.mass[span] {
                *mass *= by;
                *mass = if *mass < floor { 0.0 } else { *mass };
            }
        }
        self.retrim(lattice);
        self.count(lattice);
    }

    /// Finds the active spans anew within the old ones.
    fn retrim(&mut self, lattice: &Lattice) {
        self.untrimmed = 0;
        let mut rows = NOTHING;
        for row in self.rows.0..self.rows.1 {
            let span = trimmed(&self.mass[lattice.stored(row as usize, 0)..], self.spans[row as usize]);
            self.fills &= span == self.spans[row as usize];
            self.spans[row as usize] = span;
            if span.0 < span.1 {
                rows = joined(rows, (row, row + 1));
            }
        }
        self.rows = rows;
    }
}

for_each_machine!(
    cull, Layer::cull_rows,
    (layer: &mut Layer, lattice: &Lattice, seen: &[u8], rate: f32) -> InView);
for_each_machine!(
    pour, Layer::pour_rows,
    (from: &mut Layer, to: &mut Layer, lattice: &Lattice, share: f32) -> (f64, f64));
for_each_machine!(count, Layer::count_rows, (layer: &Layer, lattice: &Lattice) -> f64);
