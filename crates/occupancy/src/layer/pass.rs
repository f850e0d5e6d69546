//! Mass that passes between neighbours: in place, a row at a time, and only where there is some.

use super::{Layer, NOTHING, Scratch, joined, trimmed};
use crate::kernel::{self, Row, Shares, for_each_machine};
use crate::lattice::{BLOCK, Lattice, Shape};
use crate::vector::Vector;
use glam::Vec2;

/// How often blocks that have lost their mass are looked for: it costs a row's latency.
const TRIM_EVERY: u32 = 16;

/// Passing keeps the sum but for rounding, a few parts in a hundred million: it is counted anew now and then.
pub(crate) const COUNT_EVERY: u32 = 16;

/// Rows of up to so many numbers wait on the stack, which is in the processor's cache whatever else was done since.
const NARROW: usize = 5 * BLOCK;

#[repr(align(64))]
struct OnStack([[f32; NARROW]; 2]);

impl Layer {
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

    /// # Safety
    /// The processor must have the instructions of `V`.
    #[inline(always)]
    unsafe fn pass_rows<V: Vector>(&mut self, lattice: &Lattice, shares: &Shares, scratch: &mut Scratch) {
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
                // SAFETY: the caller knows that the processor has the instructions of `V`.
                Shape::Hexagons => unsafe { kernel::hexagons::<V>(job, shares) },
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

    /// # Safety
    /// The processor must have the instructions of `V`.
    #[inline(always)]
    unsafe fn pass_full_rows<V: Vector>(
        &mut self,
        lattice: &Lattice,
        shares: &Shares,
        scratch: &mut Scratch,
    ) {
        let olds = [&mut scratch.here[..], &mut scratch.above[..]];
        // SAFETY: the caller knows that the processor has the instructions of `V`.
        unsafe { kernel::even_everywhere::<V>(&mut self.mass, lattice, shares, olds) };
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

/// What a step on a graph does.
#[derive(Clone, Copy, Debug)]
pub(crate) enum GraphStep {
    Diffuse { variance_m2: f32 },
    Drift { by: Vec2 },
    Hop { constant: f32, per_tick: Vec2 },
}
