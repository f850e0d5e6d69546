//! The inner loops: one row of a lattice at a time, in blocks of 16 columns that compilers turn into vector
//! instructions. Neighbours are reads of the rows above and below, shifted by a column.
//!
//! The arithmetic is the same operations in the same order on every machine: no fused multiply-add, and sums in
//! 16 lanes whatever the width of a register. So the wider instructions change the speed and never the bits.

use crate::lattice::{BLOCK, BLOCKED, BlockKind, Lattice, OpenBlock};

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

    #[inline(always)]
    pub fn total(&self) -> f64 {
        let mut all = self.total;
        for (total, lane) in all.iter_mut().zip(&self.lanes) {
            *total += f64::from(*lane);
        }
        folded(all, |a, b| a + b)
    }
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
        (true, _) => even_hexagons(row, shares),
        (false, false) => any_hexagons::<0>(row, shares),
        (false, true) => any_hexagons::<1>(row, shares),
    }
}

/// 16 columns and one more on either side.
#[inline(always)]
fn window(before: &[f32], block: usize) -> &[f32; BLOCK + 2] {
    cut(before, block * BLOCK)
}

#[inline(always)]
fn block_of<T>(all: &[T], block: usize) -> &[T; BLOCK] {
    cut(all, block * BLOCK)
}

/// The same share in each of six directions: Isla 1.3.
#[inline(always)]
fn even_hexagons(row: Row<'_>, shares: &Shares) {
    let even = Even::new(shares);
    let lean = usize::from(row.odd);
    for block in row.blocks.0..row.blocks.1 {
        let around = Around {
            above: cut(row.above_before, block * BLOCK + lean),
            here: window(row.here_before, block),
            below: cut(row.below_before, block * BLOCK + lean),
            degree: row.degree,
            open_ways: row.open_ways,
            at: block * BLOCK,
        };
        row.out[block * BLOCK..][..BLOCK].copy_from_slice(&even.block(row.kinds[block], &around));
    }
}

/// As [`even_hexagons`] for the whole of a lattice that mass fills, without asking row by row where it ends. A new
/// block waits in `ring` until no later one needs the old: a row and two blocks more.
#[inline(always)]
pub(crate) fn even_everywhere(
    mass: &mut [f32],
    lattice: &Lattice,
    shares: &Shares,
    ring: &mut [[f32; BLOCK]],
) {
    let even = Even::new(shares);
    let blocks = &lattice.open_blocks[..];
    let waiting = ring.len().min(blocks.len());
    let (first, later) = blocks.split_at(waiting);
    for (slot, block) in ring.iter_mut().zip(first) {
        *slot = even.stored_block(mass, lattice, block);
    }
    let mut old = blocks;
    for round in later.chunks(waiting.max(1)) {
        for ((slot, block), settled) in ring.iter_mut().zip(round).zip(old) {
            let new = even.stored_block(mass, lattice, block);
            mass[settled.at as usize..][..BLOCK].copy_from_slice(slot);
            *slot = new;
        }
        old = &old[round.len()..];
    }
    // The last round may have ended anywhere in the ring; what waits longest comes after it.
    let next = later.len() % waiting.max(1);
    let (newest, oldest) = ring[..waiting].split_at(next);
    for (slot, settled) in oldest.iter().chain(newest).zip(old) {
        mass[settled.at as usize..][..BLOCK].copy_from_slice(slot);
    }
}

#[inline(always)]
fn cut<T, const N: usize>(all: &[T], from: usize) -> &[T; N] {
    all[from..][..N].try_into().expect("cut to its length")
}

/// What a block needs to know of what lies around it. The rows above and below begin with the left one of the two
/// neighbours of the block's first node.
struct Around<'a> {
    above: &'a [f32; BLOCK + 1],
    here: &'a [f32; BLOCK + 2],
    below: &'a [f32; BLOCK + 1],
    /// Of all nodes; the block's begin `at`.
    degree: &'a [u8],
    open_ways: &'a [u8],
    at: usize,
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

    #[inline(always)]
    fn stored_block(self, mass: &[f32], lattice: &Lattice, block: &OpenBlock) -> [f32; BLOCK] {
        let at = block.at as usize;
        let before = at - 1 + usize::from(block.odd);
        let around = Around {
            above: cut(mass, before - lattice.stride),
            here: cut(mass, at - 1),
            below: cut(mass, before + lattice.stride),
            degree: &lattice.degree,
            open_ways: &lattice.open_ways,
            at,
        };
        self.block(block.kind, &around)
    }

    #[inline(always)]
    fn block(self, kind: BlockKind, around: &Around<'_>) -> [f32; BLOCK] {
        let Self { share, kept, floor } = self;
        let Around { above, here, below, at, .. } = *around;
        // A block of its own: no compiler needs to ask whether it overlaps what is read.
        let mut out = [0.0f32; BLOCK];
        match kind {
            BlockKind::Plain => {
                for i in 0..BLOCK {
                    let around =
                        (above[i] + above[i + 1]) + (below[i] + below[i + 1]) + (here[i] + here[i + 2]);
                    let mass = here[i + 1] * kept + around * share;
                    out[i] = if mass < floor { 0.0 } else { mass };
                }
            }
            BlockKind::Edge => {
                let degree: &[u8; BLOCK] = cut(around.degree, at);
                // What is blocked holds nothing, so nothing comes from there; only what would go there stays.
                for i in 0..BLOCK {
                    let around =
                        (above[i] + above[i + 1]) + (below[i] + below[i + 1]) + (here[i] + here[i + 2]);
                    let mass = here[i + 1] * (1.0 - f32::from(degree[i]) * share) + around * share;
                    // A share of a sixth may round to keeping less than nothing, which is less than the floor too.
                    out[i] = if (mass >= floor) & (degree[i] != BLOCKED) { mass } else { 0.0 };
                }
            }
            BlockKind::Cut => {
                let degree: &[u8; BLOCK] = cut(around.degree, at);
                let open_ways: &[u8; BLOCK] = cut(around.open_ways, at);
                for i in 0..BLOCK {
                    let from = |way: u8, mass: f32| f32::from(open_ways[i] >> way & 1) * mass;
                    let around = (from(4, above[i]) + from(5, above[i + 1]))
                        + (from(2, below[i]) + from(1, below[i + 1]))
                        + (from(3, here[i]) + from(0, here[i + 2]));
                    let ways = f32::from(degree[i]);
                    let mass = here[i + 1] * (1.0 - ways * share).max(0.0) + around * share;
                    out[i] = if mass < floor { 0.0 } else { mass };
                }
            }
        }
        out
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
    let (mut most_in_view, mut most) = (sums.most_in_view, sums.most);
    for (row, seen) in row.chunks_exact_mut(BLOCK).zip(seen.chunks_exact(BLOCK)) {
        let mut out = [0.0f32; BLOCK];
        for i in 0..BLOCK {
            let before = row[i] * scale;
            let in_view = if seen[i] & 2 != 0 { before } else { 0.0 };
            let mass = before - in_view * rate;
            out[i] = mass;
            left[i] += mass;
            seen_mass[i] += in_view;
            most_in_view[i] = if in_view > most_in_view[i] { in_view } else { most_in_view[i] };
            most[i] = if before > most[i] { before } else { most[i] };
        }
        row.copy_from_slice(&out);
    }
    (sums.most_in_view, sums.most) = (most_in_view, most);
    (sums.left.lanes, sums.in_view.lanes) = (left, seen_mass);
}

/// What culling counts.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CullSums {
    /// What is left.
    pub left: Sum,
    /// What was in view, before it was culled.
    pub in_view: Sum,
    /// The most that a node in view held, and the most that any did.
    pub most_in_view: [f32; BLOCK],
    pub most: [f32; BLOCK],
}

impl CullSums {
    /// Whether the likeliest node was in view.
    pub fn best_is_in_view(&self) -> bool {
        let [in_view, most] =
            [self.most_in_view, self.most].map(|lanes| folded(lanes, |a, b| if b > a { b } else { a }));
        in_view > 0.0 && in_view >= most
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
    folded(lanes, |a, b| if b > a { b } else { a })
}

#[cfg(test)]
mod tests;
