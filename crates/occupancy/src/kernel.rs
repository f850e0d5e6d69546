//! The inner loops: one row of a lattice at a time, in blocks of 16 columns that compilers turn into vector
//! instructions. Neighbours are reads of the rows above and below, shifted by a column.
//!
//! The arithmetic is the same operations in the same order on every machine: no fused multiply-add, and sums in
//! 16 lanes whatever the width of a register. So the wider instructions change the speed and never the bits.

use crate::lattice::{BLOCK, BlockKind};

/// Sums in a fixed order: 16 lanes in f32 over a few blocks, gathered in f64 from group to group of rows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sum {
    lanes: [f32; BLOCK],
    total: [f64; BLOCK],
}

impl Sum {
    /// Ends a group of rows. Where groups end must depend on the lattice alone, or so would the rounding.
    #[inline(always)]
    pub fn gather(&mut self) {
        for (total, lane) in self.total.iter_mut().zip(&mut self.lanes) {
            *total += f64::from(*lane);
            *lane = 0.0;
        }
    }

    pub fn total(&self) -> f64 {
        let lanes: f64 = self.lanes.iter().map(|lane| f64::from(*lane)).sum();
        self.total.iter().sum::<f64>() + lanes
    }
}

/// How one row passes probability on. Slices named `*_before` start one column before the row's first node.
pub(crate) struct Row<'a> {
    pub out: &'a mut [f32],
    pub above_before: &'a [f32],
    pub here_before: &'a [f32],
    pub below_before: &'a [f32],
    pub kinds: &'a [BlockKind],
    pub degree: &'a [u8],
    pub open_ways: &'a [u8],
    /// Blocks from the first up to, not including, the second.
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
    fn is_even(&self) -> bool {
        !self.leaks && self.out[1..6].iter().all(|share| *share == self.out[0])
    }
}

/// A loop compiled for any machine, and again for those with AVX2 and with AVX-512. Everything that the loop calls
/// must be inlined into it, or it stays what it was.
macro_rules! for_each_machine {
    ($(#[$doc:meta])* $name:ident, $body:path, ($($arg:ident: $type:ty),*) -> $result:ty) => {
        $(#[$doc])*
        pub(crate) fn $name($($arg: $type),*) -> $result {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
                fn widest($($arg: $type),*) -> $result {
                    $body($($arg),*)
                }
                #[target_feature(enable = "avx2")]
                fn wide($($arg: $type),*) -> $result {
                    $body($($arg),*)
                }
                use std::arch::is_x86_feature_detected as has;
                if has!("avx512f") && has!("avx512vl") && has!("avx512bw") && has!("avx512dq") {
                    // Sound: the processor has just said that it has these instructions.
                    return unsafe { widest($($arg),*) };
                }
                if has!("avx2") {
                    // Sound for the same reason.
                    return unsafe { wide($($arg),*) };
                }
            }
            $body($($arg),*)
        }
    };
}
pub(crate) use for_each_machine;

for_each_machine!(
    /// The greatest number of a row of numbers that are not negative.
    greatest, greatest_of, (row: &[f32]) -> f32);

/// Passes probability between the neighbours of a hexagonal lattice.
#[inline(always)]
pub(crate) fn hexagons(row: Row<'_>, shares: &Shares) {
    match (shares.is_even(), row.odd) {
        (true, false) => even_hexagons::<0>(row, shares),
        (true, true) => even_hexagons::<1>(row, shares),
        (false, false) => any_hexagons::<0>(row, shares),
        (false, true) => any_hexagons::<1>(row, shares),
    }
}

/// 16 columns and one more on either side.
#[inline(always)]
fn window(before: &[f32], block: usize) -> &[f32; BLOCK + 2] {
    before[block * BLOCK..][..BLOCK + 2].try_into().expect("a window is cut to its length")
}

#[inline(always)]
fn block_of<T>(all: &[T], block: usize) -> &[T; BLOCK] {
    all[block * BLOCK..][..BLOCK].try_into().expect("a block is cut to its length")
}

/// The same share in each of six directions: Isla 1.3.
#[inline(always)]
fn even_hexagons<const LEFT: usize>(row: Row<'_>, shares: &Shares) {
    let (share, floor) = (shares.out[0], shares.floor);
    let kept = (1.0 - 6.0 * share).max(0.0);
    for block in row.blocks.0..row.blocks.1 {
        let (above, here, below) = (
            window(row.above_before, block),
            window(row.here_before, block),
            window(row.below_before, block),
        );
        // A block of its own: no compiler needs to ask whether it overlaps what is read.
        let mut out = [0.0f32; BLOCK];
        match row.kinds[block] {
            BlockKind::Plain => {
                for i in 0..BLOCK {
                    let around = (above[i + LEFT] + above[i + LEFT + 1])
                        + (below[i + LEFT] + below[i + LEFT + 1])
                        + (here[i] + here[i + 2]);
                    let mass = here[i + 1] * kept + around * share;
                    let mass = if mass < floor { 0.0 } else { mass };
                    out[i] = mass;
                }
            }
            BlockKind::Edge => {
                // What is blocked holds nothing, so nothing comes from there; only what would go there stays.
                let degree = block_of(row.degree, block);
                let mut kept = [0.0f32; BLOCK];
                let mut taken = [0.0f32; BLOCK];
                for i in 0..BLOCK {
                    let left = 1.0 - f32::from(degree[i]) * share;
                    kept[i] = if left < 0.0 { 0.0 } else { left };
                    taken[i] = if degree[i] == 0 { 0.0 } else { share };
                }
                for i in 0..BLOCK {
                    let around = (above[i + LEFT] + above[i + LEFT + 1])
                        + (below[i + LEFT] + below[i + LEFT + 1])
                        + (here[i] + here[i + 2]);
                    let mass = here[i + 1] * kept[i] + around * taken[i];
                    let mass = if mass < floor { 0.0 } else { mass };
                    out[i] = mass;
                }
            }
            BlockKind::Cut => {
                let open = block_of(row.open_ways, block);
                let degree = block_of(row.degree, block);
                for i in 0..BLOCK {
                    let from = |way: u8, mass: f32| f32::from(open[i] >> way & 1) * mass;
                    let around = (from(4, above[i + LEFT]) + from(5, above[i + LEFT + 1]))
                        + (from(2, below[i + LEFT]) + from(1, below[i + LEFT + 1]))
                        + (from(3, here[i]) + from(0, here[i + 2]));
                    let ways = f32::from(degree[i]);
                    let mass = here[i + 1] * (1.0 - ways * share).max(0.0) + around * share;
                    let mass = if mass < floor { 0.0 } else { mass };
                    out[i] = mass;
                }
            }
        }
        row.out[block * BLOCK..][..BLOCK].copy_from_slice(&out);
    }
}

/// A share of its own for each of six directions: Isla 1.4, drift, and spreading that is wider along one axis.
#[inline(always)]
fn any_hexagons<const LEFT: usize>(row: Row<'_>, shares: &Shares) {
    let (out_to, floor) = (shares.out, shares.floor);
    let all_out: f32 = out_to.iter().sum();
    for block in row.blocks.0..row.blocks.1 {
        let (above, here, below) = (
            window(row.above_before, block),
            window(row.here_before, block),
            window(row.below_before, block),
        );
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
        let (above, here, below) = (
            window(row.above_before, block),
            window(row.here_before, block),
            window(row.below_before, block),
        );
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

/// Multiplies by `scale`, and by `1 - rate` where bit 1 of `seen` is set.
#[inline(always)]
pub(crate) fn cull_row(row: &mut [f32], seen: &[u8], scale: f32, rate: f32, sums: &mut CullSums) {
    let (mut left, mut seen_mass) = (sums.left.lanes, sums.in_view.lanes);
    let (mut most_in_view, mut most_hidden) = (sums.most_in_view, sums.most_hidden);
    for (row, seen) in row.chunks_exact_mut(BLOCK).zip(seen.chunks_exact(BLOCK)) {
        let mut out = [0.0f32; BLOCK];
        for i in 0..BLOCK {
            let before = row[i] * scale;
            let in_view = if seen[i] & 2 != 0 { before } else { 0.0 };
            let hidden = before - in_view;
            let mass = before - in_view * rate;
            out[i] = mass;
            left[i] += mass;
            seen_mass[i] += in_view;
            most_in_view[i] = if in_view > most_in_view[i] { in_view } else { most_in_view[i] };
            most_hidden[i] = if hidden > most_hidden[i] { hidden } else { most_hidden[i] };
        }
        row.copy_from_slice(&out);
    }
    (sums.most_in_view, sums.most_hidden) = (most_in_view, most_hidden);
    (sums.left.lanes, sums.in_view.lanes) = (left, seen_mass);
}

/// What culling counts.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CullSums {
    /// What is left.
    pub left: Sum,
    /// What was in view, before it was culled.
    pub in_view: Sum,
    /// The most that a node in view held, and the most that a hidden one did.
    pub most_in_view: [f32; BLOCK],
    pub most_hidden: [f32; BLOCK],
}

impl CullSums {
    /// Whether the likeliest node was in view.
    pub fn best_is_in_view(&self) -> bool {
        let most = |lanes: &[f32; BLOCK]| lanes.iter().fold(0.0, |most: f32, lane| most.max(*lane));
        most(&self.most_in_view) > 0.0 && most(&self.most_in_view) >= most(&self.most_hidden)
    }
}

/// Takes the share `share` of a row and adds it to another; sums what stays and what goes.
#[inline(always)]
pub(crate) fn pour_row(from: &mut [f32], to: &mut [f32], share: f32, sums: &mut [Sum; 2]) {
    let (mut left, mut poured) = (sums[0].lanes, sums[1].lanes);
    for (from, to) in from.chunks_exact_mut(BLOCK).zip(to.chunks_exact_mut(BLOCK)) {
        for i in 0..BLOCK {
            let goes = from[i] * share;
            let stays = from[i] - goes;
            from[i] = stays;
            to[i] += goes;
            left[i] += stays;
            poured[i] += goes;
        }
    }
    (sums[0].lanes, sums[1].lanes) = (left, poured);
}

/// The sum of a row.
#[inline(always)]
pub(crate) fn sum_row(row: &[f32], sum: &mut Sum) {
    let mut lanes = sum.lanes;
    for row in row.chunks_exact(BLOCK) {
        for i in 0..BLOCK {
            lanes[i] += row[i];
        }
    }
    sum.lanes = lanes;
}

#[inline(always)]
fn greatest_of(row: &[f32]) -> f32 {
    let mut lanes = [0.0f32; BLOCK];
    for row in row.chunks_exact(BLOCK) {
        for i in 0..BLOCK {
            lanes[i] = if row[i] > lanes[i] { row[i] } else { lanes[i] };
        }
    }
    lanes.iter().fold(0.0, |best, lane| if *lane > best { *lane } else { best })
}
