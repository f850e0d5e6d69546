//! The same share in each of six directions (Isla 1.3): most of what a map does, and so written out with care.

use super::{Row, Shares};
use crate::lattice::{BLOCK, BlockKind, Lattice};
use crate::vector::{Lanes, Vector};

/// The same share in each of six directions.
#[derive(Clone, Copy)]
struct Even {
    share: f32,
    kept: f32,
    floor: f32,
}

impl Even {
    #[inline(always)]
    fn new(shares: &Shares) -> Self {
        let share = shares.out[0];
        Self { share, kept: (1.0 - 6.0 * share).max(0.0), floor: shares.floor }
    }
}

/// One row of [`EvenRow::pass`], block by block from the first that may get mass. Beside the blocks that are passed
/// over there is no mass, and one more on either side can be read.
#[derive(Clone, Copy)]
struct EvenRow {
    out: *mut Lanes,
    above: *const Lanes,
    here: *const Lanes,
    below: *const Lanes,
    /// Where the old row is kept, if the new one takes its place.
    old: *mut Lanes,
    kinds: *const BlockKind,
    degree: *const Lanes,
    open_ways: *const [u8; BLOCK],
}

impl EvenRow {
    /// The same share in each of six directions: Isla 1.3. The rows above and below are added up before they are
    /// shifted, and the row itself with them on the side to which they lean: two shifts and four sums for six
    /// neighbours.
    ///
    /// # Safety
    /// As many blocks as are passed over must lie where each pointer says, and one more on either side of what is
    /// read. The processor must have the instructions of `V`.
    #[inline(always)]
    unsafe fn pass<V: Vector, const LEFT: usize, const IN_PLACE: bool>(self, blocks: usize, even: &Even) {
        let Self { out, above, here, below, old, kinds, degree, open_ways } = self;
        // SAFETY: the caller keeps what is asked above. Each index is less than `blocks`, or is the block before or after.
        unsafe {
            let [share, kept, floor, one] =
                [even.share, even.kept, even.floor, 1.0].map(|value| V::all(value));
            let nothing = V::all(0.0);
            let (mut mass_before, mut all_before) = (nothing, nothing);
            let mut mass = V::load(&*here);
            let mut beside = V::load(&*above).plus(V::load(&*below));
            let mut all = beside.plus(mass);
            if IN_PLACE {
                mass.store(&mut *old);
            }
            for block in 0..blocks {
                let after = block + 1;
                // Behind the last block there is no mass, and it need not be fetched to know that.
                let (mass_after, beside_after) = if after == blocks {
                    (nothing, nothing)
                } else {
                    (
                        V::load(&*here.add(after)),
                        V::load(&*above.add(after)).plus(V::load(&*below.add(after))),
                    )
                };
                let all_after = beside_after.plus(mass_after);
                if IN_PLACE {
                    mass_after.store(&mut *old.add(after));
                }
                let sides = if LEFT == 0 {
                    all.left(all_before).plus(mass.right(mass_after))
                } else {
                    mass.left(mass_before).plus(all.right(all_after))
                };
                let gained = beside.plus(sides).times(share);
                let out = &mut *out.add(block);
                match *kinds.add(block) {
                    BlockKind::Plain => mass.times(kept).plus(gained).at_least(floor).store(out),
                    // What is blocked holds nothing, so nothing comes from there; only what would go there stays. No
                    // mass of an infinite degree is no number, and so not above the floor.
                    BlockKind::Edge => {
                        let kept = one.minus(V::load(&*degree.add(block)).times(share));
                        mass.times(kept).plus(gained).at_least(floor).store(out);
                    }
                    BlockKind::Cut => {
                        let here = if IN_PLACE { old.cast_const() } else { here };
                        let rows =
                            [above, here, below].map(|row| &*row.add(block).cast::<f32>().sub(1).cast());
                        *out = cut_block::<LEFT>(rows, &*open_ways.add(block), even);
                    }
                }
                (mass_before, all_before) = (mass, all);
                (mass, beside, all) = (mass_after, beside_after, all_after);
            }
        }
    }

    /// A row that is not shifted and the one below it, in place, where no way is cut: each is read once for both.
    ///
    /// # Safety
    /// As for [`EvenRow::pass`], of both rows, which lie `stride` blocks apart.
    #[inline(always)]
    unsafe fn pass_pair<V: Vector>(self, stride: usize, blocks: usize, even: &Even) {
        let Self { out, above, here, old, kinds, degree, .. } = self;
        // SAFETY: the caller keeps what is asked above. Each index is at most `blocks`, in one of the two rows or beside them.
        unsafe {
            let [share, kept, floor, one] =
                [even.share, even.kept, even.floor, 1.0].map(|value| V::all(value));
            let new = |mass: V, around: V, kind: BlockKind, degree: *const Lanes| {
                let kept = match kind {
                    BlockKind::Plain => kept,
                    _ => one.minus(V::load(&*degree).times(share)),
                };
                mass.times(kept).plus(around.times(share)).at_least(floor)
            };
            let (mut upper_before, mut lower_before) = (V::all(0.0), V::all(0.0));
            let (mut upper, mut lower) = (V::load(&*here), V::load(&*here.add(stride)));
            let mut upper_beside = V::load(&*above).plus(lower);
            let mut lower_beside = V::load(&*here.add(2 * stride)).plus(upper);
            let mut upper_all = upper_beside.plus(upper);
            lower.store(&mut *old);
            for block in 0..blocks {
                let after = block + 1;
                let (upper_after, lower_after) =
                    (V::load(&*here.add(after)), V::load(&*here.add(stride + after)));
                let upper_beside_after = V::load(&*above.add(after)).plus(lower_after);
                let lower_beside_after = V::load(&*here.add(2 * stride + after)).plus(upper_after);
                lower_after.store(&mut *old.add(after));
                let around = upper_beside.plus(upper_all.left(upper_before).plus(upper.right(upper_after)));
                new(upper, around, *kinds.add(block), degree.add(block)).store(&mut *out.add(block));
                let lower_all = lower_beside.plus(lower);
                let lower_all_after = lower_beside_after.plus(lower_after);
                let around =
                    lower_beside.plus(lower.left(lower_before).plus(lower_all.right(lower_all_after)));
                new(lower, around, *kinds.add(blocks + block), degree.add(stride + block))
                    .store(&mut *out.add(stride + block));
                (upper_before, lower_before) = (upper_all, lower);
                (upper, lower) = (upper_after, lower_after);
                (upper_beside, lower_beside) = (upper_beside_after, lower_beside_after);
                upper_all = upper_beside.plus(upper);
            }
        }
    }

    /// So many rows further down.
    ///
    /// # Safety
    /// At most one row behind the last may be reached.
    #[inline(always)]
    unsafe fn down(
        self,
        rows: usize,
        stride: usize,
        blocks: usize,
        above: *const Lanes,
        old: *mut Lanes,
    ) -> Self {
        let by = rows * stride;
        // SAFETY: the caller goes no further than what each pointer points into, or its end.
        unsafe {
            Self {
                out: self.out.add(by),
                above,
                here: self.here.add(by),
                below: self.below.add(by),
                old,
                kinds: self.kinds.add(rows * blocks),
                degree: self.degree.add(by),
                open_ways: self.open_ways.add(by),
            }
        }
    }
}

/// One row, or a part of it.
///
/// # Safety
/// The processor must have the instructions of `V`.
#[inline(always)]
pub(super) unsafe fn row<V: Vector, const LEFT: usize>(row: Row<'_>, shares: &Shares) {
    let even = &Even::new(shares);
    let (from, to) = row.blocks;
    if from >= to {
        return;
    }
    let at = from * BLOCK..to * BLOCK;
    // A block before the first, and one after the last.
    let read = from * BLOCK..(to + 2) * BLOCK;
    let out = row.out[at.clone()].as_mut_ptr().cast();
    let [above, here, below] =
        [row.above, row.here, row.below].map(|row| row[read.clone()].as_ptr().cast::<Lanes>());
    let (degree, open_ways) = (row.degree[at.clone()].as_ptr().cast(), row.open_ways[at].as_ptr().cast());
    // SAFETY: the slices above are as long as they must be. The caller knows that the processor has the instructions of `V`.
    unsafe {
        let [above, here, below] = [above, here, below].map(|row| row.add(1));
        let kinds = row.kinds[from..to].as_ptr();
        let old = std::ptr::null_mut();
        let row = EvenRow { out, above, here, below, old, kinds, degree, open_ways };
        row.pass::<V, LEFT, false>(to - from, even);
    }
}

/// As [`row`] for the whole of a lattice that mass fills, without asking row by row where it
/// ends. New rows go straight to their place; the old one waits in one of `olds` for the row below it.
///
/// # Safety
/// The processor must have the instructions of `V`.
#[inline(always)]
pub(crate) unsafe fn even_everywhere<V: Vector>(
    mass: &mut [f32],
    lattice: &Lattice,
    shares: &Shares,
    olds: [&mut [f32]; 2],
) {
    let even = Even::new(shares);
    let (rows, blocks, stride) = (lattice.rows, lattice.blocks, lattice.blocks + 1);
    let stored = (rows + 2) * stride + 1;
    assert!(lattice.stride == stride * BLOCK && lattice.first == lattice.stride + BLOCK);
    assert!(mass.len() == stored * BLOCK && lattice.degree.len() == mass.len());
    assert!(lattice.open_ways.len() == mass.len() && lattice.kinds.len() == rows * blocks);
    assert!(olds.iter().all(|old| old.len() == (stride + 1) * BLOCK));
    // SAFETY: what is asserted above holds all rows, with a row more above and below, and a block more before and after
    // each. The caller knows that the processor has the instructions of `V`.
    unsafe {
        let mass = mass.as_mut_ptr().cast::<Lanes>();
        let [mut old, mut waits] = olds.map(|old| old.as_mut_ptr().cast::<Lanes>().add(1));
        let first = lattice.first / BLOCK;
        if !lattice.has_cuts() {
            let degree = lattice.degree.as_ptr().cast::<Lanes>().add(first);
            match blocks {
                1 => return narrow::<V, 1>(mass.add(first), degree, rows, &even),
                2 => return narrow::<V, 2>(mass.add(first), degree, rows, &even),
                3 => return narrow::<V, 3>(mass.add(first), degree, rows, &even),
                _ => {}
            }
        }
        let mut row = EvenRow {
            out: mass.add(first),
            // Over the first row lies one without mass.
            above: mass.add(first - stride),
            here: mass.add(first),
            below: mass.add(first + stride),
            old,
            kinds: lattice.kinds.as_ptr(),
            degree: lattice.degree.as_ptr().cast::<Lanes>().add(first),
            open_ways: lattice.open_ways.as_ptr().cast::<[u8; BLOCK]>().add(first),
        };
        for upper in (0..rows).step_by(2) {
            let lower = upper + 1;
            if lower < rows && !lattice.is_cut(upper) && !lattice.is_cut(lower) {
                row.pass_pair::<V>(stride, blocks, &even);
                std::mem::swap(&mut old, &mut waits);
                row = row.down(2, stride, blocks, waits, old);
                continue;
            }
            row.pass::<V, 0, true>(blocks, &even);
            std::mem::swap(&mut old, &mut waits);
            row = row.down(1, stride, blocks, waits, old);
            if lower < rows {
                row.pass::<V, 1, true>(blocks, &even);
                std::mem::swap(&mut old, &mut waits);
                row = row.down(1, stride, blocks, waits, old);
            }
        }
    }
}

/// All rows of a lattice without cuts that is only so many blocks wide: small enough that the old row above, the row itself and the one
/// below stay in registers, and each number is read and written once.
///
/// # Safety
/// At `mass` and `degree` lies the first row, and as many as said, each with a block more; one without mass lies above and below. The
/// processor must have the instructions of `V`.
#[inline(always)]
unsafe fn narrow<V: Vector, const BLOCKS: usize>(
    mass: *mut Lanes,
    degree: *const Lanes,
    rows: usize,
    even: &Even,
) {
    // SAFETY: the caller keeps what is asked above. Rows are read up to the one below the last, and written up to the last.
    unsafe {
        let load = |row: usize| -> [V; BLOCKS] {
            std::array::from_fn(|block| V::load(&*mass.add(row * (BLOCKS + 1) + block)))
        };
        let mut above = [V::all(0.0); BLOCKS];
        let mut here = load(0);
        for upper in (0..rows).step_by(2) {
            let below = load(upper + 1);
            narrow_row::<V, 0, BLOCKS>([above, here, below], mass, degree, upper, even);
            let lower = upper + 1;
            if lower < rows {
                let next = load(lower + 1);
                narrow_row::<V, 1, BLOCKS>([here, below, next], mass, degree, lower, even);
                (above, here) = (below, next);
            }
        }
    }
}

/// One row of [`narrow`].
///
/// # Safety
/// As for [`narrow`].
#[inline(always)]
unsafe fn narrow_row<V: Vector, const LEFT: usize, const BLOCKS: usize>(
    [above, here, below]: [[V; BLOCKS]; 3],
    mass: *mut Lanes,
    degree: *const Lanes,
    row: usize,
    even: &Even,
) {
    // SAFETY: the caller keeps what is asked above; `row` is one of the rows, and `block` less than `BLOCKS`.
    unsafe {
        let [share, floor, one, nothing] = [even.share, even.floor, 1.0, 0.0].map(|value| V::all(value));
        let beside: [V; BLOCKS] = std::array::from_fn(|block| above[block].plus(below[block]));
        let all: [V; BLOCKS] = std::array::from_fn(|block| beside[block].plus(here[block]));
        let at = |of: &[V; BLOCKS], block: usize| of.get(block).copied().unwrap_or(nothing);
        for block in 0..BLOCKS {
            let (before, after) = (block.wrapping_sub(1), block + 1);
            let sides = if LEFT == 0 {
                all[block].left(at(&all, before)).plus(here[block].right(at(&here, after)))
            } else {
                here[block].left(at(&here, before)).plus(all[block].right(at(&all, after)))
            };
            let gained = beside[block].plus(sides).times(share);
            let stored = row * (BLOCKS + 1) + block;
            let kept = one.minus(V::load(&*degree.add(stored)).times(share));
            here[block].times(kept).plus(gained).at_least(floor).store(&mut *mass.add(stored));
        }
    }
}

/// One block in which a way between two open nodes is cut.
#[inline(always)]
fn cut_block<const LEFT: usize>(
    [above, here, below]: [&[f32; BLOCK + 2]; 3],
    open_ways: &[u8; BLOCK],
    even: &Even,
) -> Lanes {
    let mut out = [0.0; BLOCK];
    for i in 0..BLOCK {
        let from = |way: u8, mass: f32| f32::from(open_ways[i] >> way & 1) * mass;
        let around = (from(4, above[i + LEFT]) + from(5, above[i + LEFT + 1]))
            + (from(2, below[i + LEFT]) + from(1, below[i + LEFT + 1]))
            + (from(3, here[i]) + from(0, here[i + 2]));
        let ways = open_ways[i].count_ones() as f32;
        let mass = here[i + 1] * (1.0 - ways * even.share).max(0.0) + around * even.share;
        out[i] = if mass >= even.floor { mass } else { 0.0 };
    }
    out
}
