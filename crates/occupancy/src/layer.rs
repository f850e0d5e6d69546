//! Mass on a lattice, and which rows and blocks of columns hold any: the rest costs nothing.
//!
//! Outside the active blocks everything is zero; that is kept true by every function here.

use crate::aligned::Aligned;
use crate::journeys::Goal;
use crate::kernel::{self, CullSums, Row, Shares, Sum, for_each_machine};
use crate::lattice::{BLOCK, Lattice, Node, Shape};
use crate::vector::Vector;
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

/// How often they are looked for: it costs a row's latency.
const TRIM_EVERY: u32 = 16;

/// Passing keeps the sum but for rounding, a few parts in a hundred million: it is counted anew now and then.
const COUNT_EVERY: u32 = 16;

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

/// Rows of up to so many numbers wait on the stack, which is in the processor's cache whatever else was done since.
const NARROW: usize = 5 * BLOCK;

#[repr(align(64))]
struct OnStack([[f32; NARROW]; 2]);

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

    #[inline(always)]
    fn count_rows<V: Vector>(&self, lattice: &Lattice) -> f64 {
        let mut sum = Sum::<V>::new();
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

    /// Passes mass between neighbours once: each node gives its shares at the same time. In place: only two rows
    /// wait elsewhere.
    pub fn pass(&mut self, lattice: &Lattice, shares: &Shares, scratch: &mut Scratch) {
        if self.is_empty() {
            return;
        }
        if lattice.shape() == Shape::Hexagons && shares.is_even() && self.fills(lattice) {
            pass_everywhere(self, lattice, shares, scratch);
        } else {
            pass(self, lattice, shares, scratch);
        }
        self.untrimmed += 1;
        if self.untrimmed >= TRIM_EVERY {
            self.retrim(lattice);
        }
        self.uncounted += 1;
        if shares.leaks || self.uncounted >= COUNT_EVERY || self.is_empty() {
            self.count(lattice);
        }
    }

    fn fills(&mut self, lattice: &Lattice) -> bool {
        self.fills = self.fills || self.spans == lattice.open_spans;
        self.fills
    }

    /// As [`Layer::pass`] without a shorter way for full maps.
    #[cfg(test)]
    pub fn pass_by_rows(&mut self, lattice: &Lattice, shares: &Shares, scratch: &mut Scratch) {
        pass(self, lattice, shares, scratch);
    }

    #[inline(always)]
    fn pass_rows<V: Vector>(&mut self, lattice: &Lattice, shares: &Shares, scratch: &mut Scratch) {
        let mut stack = OnStack([[0.0; NARROW]; 2]);
        let [mut new, mut above] = match lattice.stride + BLOCK <= NARROW {
            true => stack.0.each_mut().map(|row| &mut row[..]),
            false => [&mut scratch.here[..], &mut scratch.above[..]],
        };
        let old_rows = self.rows;
        let from = old_rows.0.saturating_sub(1);
        let to = (old_rows.1 + 1).min(lattice.rows as u32);
        // The spans as they were, of the row above, here and below.
        let span_of = |layer: &Self, row: u32| {
            if row < layer.spans.len() as u32 { layer.spans[row as usize] } else { NOTHING }
        };
        let mut above_span = NOTHING;
        let mut here_span = span_of(self, from);
        let mut waiting = NOTHING;
        let mut new_rows = NOTHING;
        for row in from..to {
            let below_span = span_of(self, row + 1);
            let spans = [above_span, here_span, below_span];
            let reach = self.spilling(lattice, row, spans);
            let first = lattice.stored(row as usize, 0);
            let before = first - BLOCK;
            let past = before + lattice.stride + BLOCK;
            let index = row as usize * lattice.blocks;
            let job = Row {
                out: &mut new[BLOCK..],
                above: &self.mass[before - lattice.stride..past - lattice.stride],
                here: &self.mass[before..past],
                below: &self.mass[before + lattice.stride..past + lattice.stride],
                kinds: &lattice.kinds[index..index + lattice.blocks],
                degree: &lattice.degree[first..],
                open_ways: &lattice.open_ways[first..],
                blocks: (reach.0 as usize, reach.1 as usize),
                odd: lattice.is_odd(row as usize),
            };
            match lattice.shape() {
                Shape::Hexagons => kernel::hexagons::<V>(job, shares),
                _ => kernel::squares(job, shares),
            }
            let span = if here_span.0 < here_span.1 {
                // What was active stays so until the next trimming; only what has grown is looked at.
                let grown_left = trimmed(&new[BLOCK..], (reach.0, here_span.0));
                let grown_right = trimmed(&new[BLOCK..], (here_span.1, reach.1));
                joined(joined(here_span, grown_left), grown_right)
            } else {
                trimmed(&new[BLOCK..], reach)
            };
            self.spans[row as usize] = span;
            if span.0 < span.1 {
                new_rows = joined(new_rows, (row, row + 1));
            }
            self.settle(first - lattice.stride, waiting, &above[BLOCK..]);
            std::mem::swap(&mut above, &mut new);
            waiting = reach;
            (above_span, here_span) = (here_span, below_span);
        }
        self.settle(lattice.stored(to as usize, 0) - lattice.stride, waiting, &above[BLOCK..]);
        self.rows = new_rows;
    }

    /// The blocks of a row that may hold mass after a pass, by the spans of the row above, the row and the one below: one
    /// more on either side where a column at the edge holds mass that could spill over.
    #[inline(always)]
    fn spilling(&self, lattice: &Lattice, row: u32, spans: [(u32, u32); 3]) -> (u32, u32) {
        let reach = joined(joined(spans[0], spans[1]), spans[2]);
        if reach.0 >= reach.1 {
            return NOTHING;
        }
        let (mut left, mut right) = (false, false);
        let mut first = lattice.stored(row as usize, 0) - lattice.stride;
        for (from, to) in spans {
            if from < to {
                left |= from == reach.0 && self.mass[first + from as usize * BLOCK] > 0.0;
                right |= to == reach.1 && self.mass[first + to as usize * BLOCK - 1] > 0.0;
            }
            first += lattice.stride;
        }
        let (left, right) = (left && reach.0 > 0, right && reach.1 < lattice.blocks as u32);
        (reach.0 - u32::from(left), reach.1 + u32::from(right))
    }

    #[inline(always)]
    fn pass_full_rows<V: Vector>(&mut self, lattice: &Lattice, shares: &Shares, scratch: &mut Scratch) {
        kernel::even_everywhere::<V>(
            &mut self.mass,
            lattice,
            shares,
            [&mut scratch.here, &mut scratch.above],
        );
    }

    /// Puts a new row in its place.
    #[inline(always)]
    fn settle(&mut self, first: usize, blocks: (u32, u32), row: &[f32]) {
        let (from, to) = (blocks.0 as usize * BLOCK, blocks.1 as usize * BLOCK);
        // Block by block: rows are often too short for a call to copy them.
        let old = self.mass[first + from..first + to].chunks_exact_mut(BLOCK);
        for (old, new) in old.zip(row[from..to].chunks_exact(BLOCK)) {
            old.copy_from_slice(new);
        }
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

    #[inline(always)]
    fn cull_rows<V: Vector>(&mut self, lattice: &Lattice, seen: &[u8], rate: f32) -> InView {
        let mut sums = CullSums::<V>::new();
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

    #[inline(always)]
    fn pour_rows<V: Vector>(&mut self, to: &mut Self, lattice: &Lattice, share: f32) -> (f64, f64) {
        let mut sums = [Sum::<V>::new(); 2];
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

    /// One step on a graph: spreading by a variance, a drift, or rates for each way.
    pub fn pass_graph(&mut self, lattice: &Lattice, step: GraphStep, scratch: &mut Scratch) {
        let Some(ways) = lattice.ways.as_ref().filter(|_| !self.is_empty()) else { return };
        match step {
            GraphStep::Diffuse { variance_m2 } => {
                ways.diffuse(&mut self.mass, &mut scratch.here, variance_m2);
            }
            GraphStep::Drift { by } => ways.drift(&mut self.mass, &mut scratch.here, by),
            GraphStep::Hop { constant, per_tick } => ways.hop(&mut self.mass, &mut scratch.here, |way| {
                constant + (per_tick.dot(way.step) / way.step.length_squared().max(1e-6)).max(0.0)
            }),
        }
        self.rows = (0, 1);
        self.spans[0] = trimmed(&self.mass, (0, lattice.blocks as u32));
        if self.spans[0].0 >= self.spans[0].1 {
            self.rows = NOTHING;
        }
        self.count(lattice);
    }
}

for_each_machine!(
    pass, Layer::pass_rows,
    (layer: &mut Layer, lattice: &Lattice, shares: &Shares, scratch: &mut Scratch) -> ());
for_each_machine!(
    pass_everywhere, Layer::pass_full_rows,
    (layer: &mut Layer, lattice: &Lattice, shares: &Shares, scratch: &mut Scratch) -> ());
for_each_machine!(
    cull, Layer::cull_rows,
    (layer: &mut Layer, lattice: &Lattice, seen: &[u8], rate: f32) -> InView);
for_each_machine!(
    pour, Layer::pour_rows,
    (from: &mut Layer, to: &mut Layer, lattice: &Lattice, share: f32) -> (f64, f64));
for_each_machine!(count, Layer::count_rows, (layer: &Layer, lattice: &Lattice) -> f64);

/// What a step on a graph does.
#[derive(Clone, Copy, Debug)]
pub(crate) enum GraphStep {
    Diffuse { variance_m2: f32 },
    Drift { by: Vec2 },
    Hop { constant: f32, per_tick: Vec2 },
}
