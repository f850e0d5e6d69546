//! The inner loops: one row of a lattice at a time, in blocks of 16 columns that compilers turn into vector
//! instructions. Neighbours are reads of the rows above and below, shifted by a column.
//!
//! The arithmetic is the same operations in the same order on every machine: no fused multiply-add, and sums in
//! 16 lanes whatever the width of a register. So the wider instructions change the speed and never the bits.

mod even;

pub(crate) use even::even_everywhere;

use crate::lattice::{BLOCK, BlockKind};
use crate::vector::{Lanes, Vector};

/// Sums in a fixed order: 16 lanes in f32 over a few blocks, gathered in f64 from group to group of rows. The lanes stay
/// in a register from row to row.
#[derive(Clone, Copy)]
pub(crate) struct Sum<V> {
    lanes: V,
    total: [f64; BLOCK],
}

impl<V: Vector> Sum<V> {
    /// Nothing.
    ///
    /// # Safety
    /// The processor must have the instructions of `V`.
    #[inline(always)]
    pub unsafe fn new() -> Self {
        // SAFETY: the caller knows that the processor has the instructions of `V`.
        let lanes = unsafe { V::all(0.0) };
        Self { lanes, total: [0.0; BLOCK] }
    }

    #[inline(always)]
    fn add(&mut self, lanes: V) {
        // SAFETY: a value of `V` is held, so the processor has its instructions.
        self.lanes = unsafe { self.lanes.plus(lanes) };
    }

    /// Ends a group of rows. Where groups end must depend on the lattice alone, or so would the rounding.
    #[inline(always)]
    pub fn gather(&mut self) {
        // SAFETY: a value of `V` is held, so the processor has its instructions.
        let (lanes, nothing) = unsafe { (stored(self.lanes), V::all(0.0)) };
        for (total, lane) in self.total.iter_mut().zip(lanes) {
            *total += f64::from(lane);
        }
        self.lanes = nothing;
    }

    #[inline(always)]
    pub fn total(mut self) -> f64 {
        self.gather();
        folded(self.total, |a, b| a + b)
    }
}

/// # Safety
/// The processor must have the instructions of `V`.
#[inline(always)]
unsafe fn stored<V: Vector>(vector: V) -> Lanes {
    let mut lanes = [0.0; BLOCK];
    // SAFETY: the caller knows that the processor has the instructions of `V`.
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

/// A loop compiled for any machine, and again for those with AVX2 and with AVX-512; `$body` takes the vectors to work
/// with, and is unsafe to call where the processor lacks their instructions. Everything that the loop calls must be inlined into
/// it, or it stays what it was.
macro_rules! for_each_machine {
    ($(#[$doc:meta])* $name:ident, $($body:ident)::+, ($($arg:ident: $type:ty),*) -> $result:ty) => {
        $(#[$doc])*
        pub(crate) fn $name($($arg: $type),*) -> $result {
            #[cfg(target_arch = "x86_64")]
            {
                use crate::vector::x86;
                #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
                fn widest($($arg: $type),*) -> $result {
                    // SAFETY: this function may run only where there is AVX-512.
                    unsafe { $($body)::+::<x86::One>($($arg),*) }
                }
                #[target_feature(enable = "avx2")]
                fn wide($($arg: $type),*) -> $result {
                    // SAFETY: this function may run only where there is AVX2.
                    unsafe { $($body)::+::<x86::Two>($($arg),*) }
                }
                use crate::instructions::{Instructions, chosen};
                match chosen() {
                    // SAFETY: never more is chosen than what the processor says that it has.
                    Instructions::Avx512 => return unsafe { widest($($arg),*) },
                    // SAFETY: for the same reason.
                    Instructions::Avx2 => return unsafe { wide($($arg),*) },
                    Instructions::Scalar => {}
                }
            }
            // SAFETY: these vectors ask for nothing that any machine has not.
            unsafe { $($body)::+::<crate::vector::Lanes>($($arg),*) }
        }
    };
}
pub(crate) use for_each_machine;

/// Passes probability between the neighbours of a hexagonal lattice.
///
/// # Safety
/// The processor must have the instructions of `V`.
#[inline(always)]
pub(crate) unsafe fn hexagons<V: Vector>(row: Row<'_>, shares: &Shares) {
    match (shares.is_even(), row.odd) {
        // SAFETY: the caller knows that the processor has the instructions of `V`.
        (true, false) => unsafe { even::row::<V, 0>(row, shares) },
        // SAFETY: for the same reason.
        (true, true) => unsafe { even::row::<V, 1>(row, shares) },
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
    /// Nothing.
    ///
    /// # Safety
    /// The processor must have the instructions of `V`.
    #[inline(always)]
    pub unsafe fn new() -> Self {
        // SAFETY: the caller knows that the processor has the instructions of `V`.
        let (nothing, in_view) = unsafe { (V::all(0.0), Sum::new()) };
        Self { in_view, most_in_view: nothing, most: nothing }
    }

    /// Whether the likeliest node was in view.
    #[inline(always)]
    pub fn best_is_in_view(&self) -> bool {
        // SAFETY: a value of `V` is held, so the processor has its instructions.
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
    // SAFETY: the sums hold values of `V`, so the processor has its instructions.
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
    // SAFETY: the sums hold values of `V`, so the processor has its instructions.
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
        // SAFETY: the sum holds a value of `V`, so the processor has its instructions.
        sum.add(unsafe { V::load(row) });
    }
}

#[cfg(test)]
mod tests;
