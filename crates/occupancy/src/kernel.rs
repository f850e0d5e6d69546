//! The inner loops: one row of a lattice at a time, in blocks of 16 columns that compilers turn into vector
//! instructions. Neighbours are reads of the rows above and below, shifted by a column.
//!
//! The arithmetic is the same operations in the same order on every machine: no fused multiply-add, and sums in
//! 16 lanes whatever the width of a register. So the wider instructions change the speed and never the bits.

use crate::lattice::{BLOCK, BlockKind, Lattice};
use crate::vector::{Lanes, Vector};

/// Sums in a fixed order: 16 lanes in f32 over a few blocks, gathered in f64 from group to group of rows. The lanes stay
/// in a register from row to row.
#[derive(Clone, Copy)]
pub(crate) struct Sum<V> {
    lanes: V,
    total: [f64; BLOCK],
}

impl<V: Vector> Sum<V> {
    #[inline(always)]
    pub fn new() -> Self {
        // Sound: whoever chose `V` has asked the processor; so below.
        Self { lanes: unsafe { V::all(0.0) }, total: [0.0; BLOCK] }
    }

    #[inline(always)]
    fn add(&mut self, lanes: V) {
        self.lanes = unsafe { self.lanes.plus(lanes) };
    }

    /// Ends a group of rows. Where groups end must depend on the lattice alone, or so would the rounding.
    #[inline(always)]
    pub fn gather(&mut self) {
        let lanes = unsafe { stored(self.lanes) };
        for (total, lane) in self.total.iter_mut().zip(lanes) {
            *total += f64::from(lane);
        }
        self.lanes = unsafe { V::all(0.0) };
    }

    #[inline(always)]
    pub fn total(mut self) -> f64 {
        self.gather();
        folded(self.total, |a, b| a + b)
    }
}

#[inline(always)]
unsafe fn stored<V: Vector>(vector: V) -> Lanes {
    let mut lanes = [0.0; BLOCK];
    unsafe { vector.store(&mut lanes) };
    lanes
}

/// Halves together, then halves of that: the same order on every machine, and vectors at each step.
#[inline(always)]
fn folded<T: Copy>(mut lanes: [T; BLOCK], both: impl Fn(T, T) -> T) -> T {
    let mut half = BLOCK / 2;
    while half > 0 {
        for i in 0..half {
            lanes[i] = both(lanes[i], lanes[i + half]);
        }
        half /= 2;
    }
    lanes[0]
}

/// How one row passes probability on. What is read begins a block before the row's first node.
pub(crate) struct Row<'a> {
    /// From the row's first node on.
    pub out: &'a mut [f32],
    pub above: &'a [f32],
    pub here: &'a [f32],
    pub below: &'a [f32],
    pub kinds: &'a [BlockKind],
    /// From the row's first node on, as the next.
    pub degree: &'a [f32],
    pub open_ways: &'a [u8],
    /// Blocks from the first up to, not including, the second. In the blocks beside these there is no mass.
    pub blocks: (usize, usize),
    pub odd: bool,
}

/// Shares given to each neighbour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shares {
    /// For each direction, the share of a node's mass that goes there.
    pub out: [f32; 8],
    /// Less than this becomes nothing, so that maps stay small and numbers normal.
    pub floor: f32,
    /// Whether what would pass a border or a wall is lost, as 1.3 says if read to the letter.
    pub leaks: bool,
}

impl Shares {
    #[inline(always)]
    pub fn is_even(&self) -> bool {
        !self.leaks && self.out[1..6].iter().all(|share| *share == self.out[0])
    }
}

/// How wide instructions may be: 0 for any machine's, 1 for AVX2, 2 for AVX-512. Only tests ask for less than all.
#[cfg(not(test))]
#[inline(always)]
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
pub(crate) fn allowed() -> u8 {
    2
}
#[cfg(test)]
pub(crate) fn allowed() -> u8 {
    tests::ALLOWED.get()
}

/// A loop compiled for any machine, and again for those with AVX2 and with AVX-512; `$body` takes the vectors to work
/// with. Everything that the loop calls must be inlined into it, or it stays what it was.
macro_rules! for_each_machine {
    ($(#[$doc:meta])* $name:ident, $($body:ident)::+, ($($arg:ident: $type:ty),*) -> $result:ty) => {
        $(#[$doc])*
        pub(crate) fn $name($($arg: $type),*) -> $result {
            #[cfg(target_arch = "x86_64")]
            {
                use crate::vector::x86;
                #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
                fn widest($($arg: $type),*) -> $result {
                    $($body)::+::<x86::One>($($arg),*)
                }
                #[target_feature(enable = "avx2")]
                fn wide($($arg: $type),*) -> $result {
                    $($body)::+::<x86::Two>($($arg),*)
                }
                use std::arch::is_x86_feature_detected as has;
                let widest_allowed = crate::kernel::allowed();
                if widest_allowed >= 2 && has!("avx512f") && has!("avx512vl") && has!("avx512bw") && has!("avx512dq") {
                    // Sound: the processor has just said that it has these instructions.
                    return unsafe { widest($($arg),*) };
                }
                if widest_allowed >= 1 && has!("avx2") {
                    // Sound for the same reason.
                    return unsafe { wide($($arg),*) };
                }
            }
            $($body)::+::<crate::vector::Lanes>($($arg),*)
        }
    };
}
pub(crate) use for_each_machine;

for_each_machine!(
    /// The greatest number of a row of numbers that are not negative.
    greatest, greatest_of, (row: &[f32]) -> f32);

/// Passes probability between the neighbours of a hexagonal lattice.
#[inline(always)]
pub(crate) fn hexagons<V: Vector>(row: Row<'_>, shares: &Shares) {
    match (shares.is_even(), row.odd) {
        (true, false) => even_hexagons::<V, 0>(row, &Even::new(shares)),
        (true, true) => even_hexagons::<V, 1>(row, &Even::new(shares)),
        (false, false) => any_hexagons::<0>(row, shares),
        (false, true) => any_hexagons::<1>(row, shares),
    }
}

/// 16 columns and one more on either side.
#[inline(always)]
fn window(row: &[f32], block: usize) -> &[f32; BLOCK + 2] {
    cut(row, (block + 1) * BLOCK - 1)
}

#[inline(always)]
fn block_of<T>(all: &[T], block: usize) -> &[T; BLOCK] {
    cut(all, block * BLOCK)
}

#[inline(always)]
fn cut<T, const N: usize>(all: &[T], from: usize) -> &[T; N] {
    all[from..][..N].try_into().expect("cut to its length")
}

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
        unsafe {
            let [share, kept, floor, one] =
                [even.share, even.kept, even.floor, 1.0].map(|value| V::all(value));
            let (mut mass_before, mut all_before) = (V::all(0.0), V::all(0.0));
            let mut mass = V::load(&*here);
            let mut beside = V::load(&*above).plus(V::load(&*below));
            let mut all = beside.plus(mass);
            if IN_PLACE {
                mass.store(&mut *old);
            }
            for block in 0..blocks {
                let after = block + 1;
                let mass_after = V::load(&*here.add(after));
                let beside_after = V::load(&*above.add(after)).plus(V::load(&*below.add(after)));
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

#[inline(always)]
fn even_hexagons<V: Vector, const LEFT: usize>(row: Row<'_>, even: &Even) {
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
    // Sound: the slices above are as long as they must be. Whoever chose `V` has asked the processor.
    unsafe {
        let [above, here, below] = [above, here, below].map(|row| row.add(1));
        let kinds = row.kinds[from..to].as_ptr();
        let old = std::ptr::null_mut();
        let row = EvenRow { out, above, here, below, old, kinds, degree, open_ways };
        row.pass::<V, LEFT, false>(to - from, even);
    }
}

/// As [`hexagons`] with even shares, for the whole of a lattice that mass fills, without asking row by row where it
/// ends. New rows go straight to their place; the old one waits in one of `olds` for the row below it.
#[inline(always)]
pub(crate) fn even_everywhere<V: Vector>(
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
    // Sound: what is asserted above holds all rows, with a row more above and below, and a block more before and after
    // each. Whoever chose `V` has asked the processor.
    unsafe {
        let mass = mass.as_mut_ptr().cast::<Lanes>();
        let [mut old, mut waits] = olds.map(|old| old.as_mut_ptr().cast::<Lanes>().add(1));
        let first = lattice.first / BLOCK;
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
        let pairs = if lattice.has_cuts { 0 } else { rows / 2 };
        for _ in 0..pairs {
            row.pass_pair::<V>(stride, blocks, &even);
            std::mem::swap(&mut old, &mut waits);
            row = row.down(2, stride, blocks, waits, old);
        }
        for index in 2 * pairs..rows {
            if index % 2 == 0 {
                row.pass::<V, 0, true>(blocks, &even);
            } else {
                row.pass::<V, 1, true>(blocks, &even);
            }
            std::mem::swap(&mut old, &mut waits);
            row = row.down(1, stride, blocks, waits, old);
        }
    }
}

/// One block in which a way between two open nodes is cut.
#[inline(never)]
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

/// A share of its own for each of six directions: Isla 1.4, drift, and spreading that is wider along one axis.
#[inline(always)]
fn any_hexagons<const LEFT: usize>(row: Row<'_>, shares: &Shares) {
    let (out_to, floor) = (shares.out, shares.floor);
    let all_out: f32 = out_to.iter().sum();
    for block in row.blocks.0..row.blocks.1 {
        let (above, here, below) =
            (window(row.above, block), window(row.here, block), window(row.below, block));
        // A block of its own: no compiler needs to ask whether it overlaps what is read.
        let mut out = [0.0f32; BLOCK];
        let open = block_of(row.open_ways, block);
        for i in 0..BLOCK {
            // The neighbour that lies that way, and whether the way is open; what comes from it goes against it.
            let is_open = |way: u8| f32::from(open[i] >> way & 1);
            let gained = is_open(0) * out_to[3] * here[i + 2]
                + is_open(1) * out_to[4] * below[i + LEFT + 1]
                + is_open(2) * out_to[5] * below[i + LEFT]
                + is_open(3) * out_to[0] * here[i]
                + is_open(4) * out_to[1] * above[i + LEFT]
                + is_open(5) * out_to[2] * above[i + LEFT + 1];
            let given = if shares.leaks {
                all_out
            } else {
                is_open(0) * out_to[0]
                    + is_open(1) * out_to[1]
                    + is_open(2) * out_to[2]
                    + is_open(3) * out_to[3]
                    + is_open(4) * out_to[4]
                    + is_open(5) * out_to[5]
            };
            let mass = here[i + 1] * (1.0 - given).max(0.0) + gained;
            let mass = if mass < floor { 0.0 } else { mass };
            out[i] = mass;
        }
        row.out[block * BLOCK..][..BLOCK].copy_from_slice(&out);
    }
}

/// Passes probability between the neighbours of a square lattice.
#[inline(always)]
pub(crate) fn squares(row: Row<'_>, shares: &Shares) {
    let (out_to, floor) = (shares.out, shares.floor);
    let all_out: f32 = out_to.iter().sum();
    for block in row.blocks.0..row.blocks.1 {
        let (above, here, below) =
            (window(row.above, block), window(row.here, block), window(row.below, block));
        // A block of its own: no compiler needs to ask whether it overlaps what is read.
        let mut out = [0.0f32; BLOCK];
        let open = block_of(row.open_ways, block);
        for i in 0..BLOCK {
            let is_open = |way: u8| f32::from(open[i] >> way & 1);
            let gained = is_open(0) * out_to[4] * here[i + 2]
                + is_open(1) * out_to[5] * below[i + 2]
                + is_open(2) * out_to[6] * below[i + 1]
                + is_open(3) * out_to[7] * below[i]
                + is_open(4) * out_to[0] * here[i]
                + is_open(5) * out_to[1] * above[i]
                + is_open(6) * out_to[2] * above[i + 1]
                + is_open(7) * out_to[3] * above[i + 2];
            let mut given = all_out;
            if !shares.leaks {
                given = 0.0;
                for way in 0..8 {
                    given += is_open(way) * out_to[way as usize];
                }
            }
            let mass = here[i + 1] * (1.0 - given).max(0.0) + gained;
            let mass = if mass < floor { 0.0 } else { mass };
            out[i] = mass;
        }
        row.out[block * BLOCK..][..BLOCK].copy_from_slice(&out);
    }
}

/// What culling counts.
#[derive(Clone, Copy)]
pub(crate) struct CullSums<V> {
    /// What was in view, before it was culled.
    pub in_view: Sum<V>,
    /// The most that a node in view held, and the most that any did.
    most_in_view: V,
    most: V,
}

impl<V: Vector> CullSums<V> {
    #[inline(always)]
    pub fn new() -> Self {
        // Sound: whoever chose `V` has asked the processor; so below.
        let nothing = unsafe { V::all(0.0) };
        Self { in_view: Sum::new(), most_in_view: nothing, most: nothing }
    }

    /// Whether the likeliest node was in view.
    #[inline(always)]
    pub fn best_is_in_view(&self) -> bool {
        let (in_view, any) = unsafe { (self.most_in_view.greatest(), self.most.greatest()) };
        in_view > 0.0 && in_view >= any
    }
}

/// Multiplies by `1 - rate` where bit 1 of `seen` is set. Blocks of which nothing is in view are only read.
#[inline(always)]
pub(crate) fn cull_row<V: Vector>(
    row: &mut [Lanes],
    seen: &[[u8; BLOCK]],
    rate: f32,
    sums: &mut CullSums<V>,
) {
    // Sound: whoever chose `V` has asked the processor.
    unsafe {
        let rate = V::all(rate);
        for (row, seen) in row.iter_mut().zip(seen) {
            let mass = V::load(row);
            sums.most = sums.most.or_greater(mass);
            if !V::any_seen(seen) {
                continue;
            }
            let in_view = mass.where_seen(seen);
            mass.minus(in_view.times(rate)).store(row);
            sums.in_view.add(in_view);
            sums.most_in_view = sums.most_in_view.or_greater(in_view);
        }
    }
}

/// Takes the share `share` of a row and adds it to another; sums what stays and what goes.
#[inline(always)]
pub(crate) fn pour_row<V: Vector>(from: &mut [f32], to: &mut [f32], share: f32, sums: &mut [Sum<V>; 2]) {
    // Sound: whoever chose `V` has asked the processor.
    unsafe {
        let share = V::all(share);
        for (from, to) in from.as_chunks_mut().0.iter_mut().zip(to.as_chunks_mut().0) {
            let mass = V::load(from);
            let goes = mass.times(share);
            let stays = mass.minus(goes);
            stays.store(from);
            V::load(to).plus(goes).store(to);
            sums[0].add(stays);
            sums[1].add(goes);
        }
    }
}

/// The sum of a row.
#[inline(always)]
pub(crate) fn sum_row<V: Vector>(row: &[f32], sum: &mut Sum<V>) {
    for row in row.as_chunks().0 {
        // Sound: whoever chose `V` has asked the processor.
        sum.add(unsafe { V::load(row) });
    }
}

#[inline(always)]
fn greatest_of<V: Vector>(row: &[f32]) -> f32 {
    // Sound: whoever chose `V` has asked the processor.
    unsafe {
        let mut greatest = V::all(0.0);
        for row in row.as_chunks().0 {
            greatest = greatest.or_greater(V::load(row));
        }
        greatest.greatest()
    }
}

#[cfg(test)]
mod tests;
