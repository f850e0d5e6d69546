//! The shortest path over cells, by A*: eight steps, a diagonal one only where both straight neighbours are free. The
//! heuristic is the octile distance.
//!
//! The map is flat and its cells are marked with the number of the query, so nothing is cleared between queries. Open
//! cells wait in a ring of buckets in place of a heap. Of all paths that differ only in the order of their steps only the
//! one with its diagonals first is followed (the pruning behind jump point search). Warm queries do not allocate.

use super::ground::{Cell, Ground, STEPS};
use super::{Disc, clear_of};
use piaget_terms::{Rect, Vec2};

/// Lengths in 1/32768 of a cell: at this fineness the square root of 2 rounds almost exactly (1.4e-6), and ways of
/// up to 131,000 cells fit.
const STRAIGHT: u32 = 32_768;
const DIAGONAL: u32 = 46_341;
/// A quarter of a cell per bucket. One step adds at most 2.83 cells to an estimate, so 16 buckets never meet.
const BUCKET: u32 = STRAIGHT / 4;
const BUCKETS: usize = 16;
const NO_STEP: u32 = 8;

/// How long a way over cells is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Octile {
    /// Steps along x or z.
    pub straight: u32,
    /// Diagonal steps.
    pub diagonal: u32,
}

impl Octile {
    /// The length in cells.
    pub fn length(self) -> f64 {
        f64::from(self.straight) + f64::from(self.diagonal) * std::f64::consts::SQRT_2
    }
}

#[derive(Clone, Copy, Default)]
struct Node {
    /// The query that reached it, and in the lowest four bits the step that did.
    mark: u32,
    cost: u32,
}

#[derive(Clone, Copy)]
struct Open {
    column: u32,
    row: u32,
    cost: u32,
}

/// A* search for the shortest path. Its buffers are reused from query to query; nothing in them outlives a query but the
/// path found last.
///
/// ```
/// use piaget_nav::{Ground, PathSearch, Raster};
/// use piaget_terms::{Rect, Terrain};
/// let ground = Ground::new(&Terrain::open(Rect::centred(8.0, 8.0)), 0.0, &Raster::default());
/// let mut search = PathSearch::default();
/// let way = search.shortest(&ground, &[], (0, 0), (5, 2)).unwrap();
/// assert_eq!((way.straight, way.diagonal), (3, 2));
/// ```
#[derive(Clone, Default)]
pub struct PathSearch {
    query: u32,
    nodes: Vec<Node>,
    /// Per cell, the query in which a body takes away neighbours, and which.
    taken: Vec<(u32, u8)>,
    buckets: [Vec<Open>; BUCKETS],
    path: Vec<Cell>,
    /// The cell nearest to the goal that the last query reached.
    nearest: Cell,
    /// Cells that the last query opened.
    opened: u32,
}

impl std::fmt::Debug for PathSearch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PathSearch").field("query", &self.query).field("opened", &self.opened).finish()
    }
}

impl PathSearch {
    /// The shortest way between two cells around walls and bodies, or `None` if there is none.
    /// [`PathSearch::path`] then holds its cells.
    pub fn shortest(&mut self, ground: &Ground, bodies: &[Disc], from: Cell, to: Cell) -> Option<Octile> {
        self.begin(ground, bodies, from);
        self.nearest = from;
        let (island, there) = (ground.island_of(from), ground.island_of(to));
        if island == 0 || there == 0 || (island != there && bodies.is_empty()) {
            return None;
        }
        self.spread(ground, !bodies.is_empty(), from, to)?;
        Some(self.trace(ground, from, to))
    }

    /// The cells of the way found last, both ends included.
    pub fn path(&self) -> &[Cell] {
        &self.path
    }

    /// How many cells the last query opened.
    pub fn opened(&self) -> u32 {
        self.opened
    }

    /// The way to the cell nearest to the goal that the last query reached, and that cell.
    pub(super) fn as_near_as_possible(&mut self, ground: &Ground, from: Cell) -> (Cell, Octile) {
        let nearest = self.nearest;
        (nearest, self.trace(ground, from, nearest))
    }

    pub(super) fn path_mut(&mut self) -> &mut Vec<Cell> {
        &mut self.path
    }

    fn begin(&mut self, ground: &Ground, bodies: &[Disc], from: Cell) {
        const LAST_QUERY: u32 = u32::MAX >> 4;
        let cells = ground.around.len();
        if self.nodes.len() != cells || self.query >= LAST_QUERY {
            self.nodes.clear();
            self.nodes.resize(cells, Node::default());
            self.taken.clear();
            self.query = 0;
            // Room for a front as long as the ground's edge, so that a warm search seldom grows.
            let edge = 2 * (ground.columns + ground.rows) as usize;
            self.buckets.iter_mut().for_each(|bucket| bucket.reserve(edge));
            self.path.reserve(edge);
        }
        self.query += 1;
        self.opened = 0;
        self.path.clear();
        self.buckets.iter_mut().for_each(Vec::clear);
        if !bodies.is_empty() {
            self.taken.resize(cells, (0, 0));
            let start = ground.centre_of(from);
            for body in bodies {
                self.take(ground, body, start, from);
            }
        }
    }

    /// Takes the cells under a body away from their neighbours, never the one that the walker stands in.
    fn take(&mut self, ground: &Ground, body: &Disc, start: Vec2, from: Cell) {
        let Some(radius_m) = clear_of(body, ground, start) else { return };
        let reach = Vec2::splat(radius_m);
        let around = Rect { min: body.centre - reach, max: body.centre + reach };
        let (half, stride, query) = (Vec2::splat(ground.cell_m * 0.5), ground.stride() as i64, self.query);
        let taken = &mut self.taken;
        ground.for_cells(around, |cell, middle| {
            let nearest = body.centre.clamp(middle - half, middle + half);
            if cell == from || nearest.distance_squared(body.centre) >= radius_m * radius_m {
                return;
            }
            let at = ground.index(cell) as i64;
            for (bit, (dx, dz)) in STEPS.iter().enumerate() {
                let neighbour = &mut taken[(at - i64::from(*dx) - i64::from(*dz) * stride) as usize];
                if neighbour.0 != query {
                    *neighbour = (query, 0);
                }
                neighbour.1 |= 1 << bit;
            }
        });
    }

    fn spread(&mut self, ground: &Ground, with_bodies: bool, from: Cell, to: Cell) -> Option<u32> {
        let stride = ground.stride();
        let offsets = STEPS.map(|(dx, dz)| dx as isize + dz as isize * stride as isize);
        let goal = ground.index(to);
        let mark = self.query << 4;
        let left = |column: u32, row: u32| {
            let (dx, dz) = (to.0.abs_diff(column), to.1.abs_diff(row));
            dx.max(dz) * STRAIGHT + dx.min(dz) * (DIAGONAL - STRAIGHT)
        };
        let start = Open { column: from.0, row: from.1, cost: 0 };
        self.nodes[ground.index(from)] = Node { mark: mark | NO_STEP, cost: 0 };
        let mut least = left(start.column, start.row);
        let mut nearest_left = least;
        let mut bucket = least / BUCKET;
        let mut waiting = 1u32;
        let mut best = u32::MAX;
        self.buckets[bucket as usize % BUCKETS].push(start);
        while waiting > 0 && bucket.saturating_mul(BUCKET) < best {
            let Some(open) = self.buckets[bucket as usize % BUCKETS].pop() else {
                bucket += 1;
                continue;
            };
            waiting -= 1;
            let at = (open.row as usize + 1) * stride + open.column as usize + 1;
            let node = self.nodes[at];
            if node.cost < open.cost {
                continue;
            }
            self.opened += 1;
            least = left(open.column, open.row);
            if least < nearest_left {
                nearest_left = least;
                self.nearest = (open.column, open.row);
            }
            let mut around = ground.around[at];
            if with_bodies {
                let (query, taken) = self.taken[at];
                if query == self.query {
                    around &= !taken;
                }
            }
            let mut steps = NEXT[(node.mark & 15) as usize][around as usize];
            while steps != 0 {
                let step = steps.trailing_zeros();
                steps &= steps - 1;
                let next = at.wrapping_add_signed(offsets[step as usize]);
                let cost = open.cost.saturating_add(if step & 1 == 0 { STRAIGHT } else { DIAGONAL });
                let there = &mut self.nodes[next];
                if there.mark >> 4 == self.query && there.cost <= cost {
                    continue;
                }
                *there = Node { mark: mark | step, cost };
                if next == goal {
                    best = cost;
                    continue;
                }
                let (dx, dz) = STEPS[step as usize];
                let column = open.column.wrapping_add_signed(dx);
                let row = open.row.wrapping_add_signed(dz);
                let estimate = cost.saturating_add(left(column, row));
                if estimate < best {
                    waiting += 1;
                    self.buckets[(estimate / BUCKET) as usize % BUCKETS].push(Open { column, row, cost });
                }
            }
        }
        (best < u32::MAX).then_some(best).or((from == to).then_some(0))
    }

    fn trace(&mut self, ground: &Ground, from: Cell, to: Cell) -> Octile {
        let mut length = Octile::default();
        let mut cell = to;
        self.path.clear();
        self.path.push(cell);
        while cell != from {
            let step = self.nodes[ground.index(cell)].mark & 15;
            if step == NO_STEP {
                break;
            }
            let (dx, dz) = STEPS[step as usize];
            cell = (cell.0.wrapping_add_signed(-dx), cell.1.wrapping_add_signed(-dz));
            self.path.push(cell);
            if step & 1 == 0 {
                length.straight += 1;
            } else {
                length.diagonal += 1;
            }
        }
        self.path.reverse();
        length
    }
}

/// For the step that led into a cell (8: none) and the free cells around it, the steps worth taking out of it.
static NEXT: [[u8; 256]; 9] = next_steps();

const fn next_steps() -> [[u8; 256]; 9] {
    let mut table = [[0; 256]; 9];
    let mut step = 0;
    while step < 9 {
        let mut around = 0;
        while around < 256 {
            table[step][around] = allowed(around as u8) & worth(step, around as u8);
            around += 1;
        }
        step += 1;
    }
    table
}

const fn bit(step: usize) -> u8 {
    1 << (step % 8)
}

/// Steps that can be made: into free cells, and diagonally only between two free ones.
const fn allowed(around: u8) -> u8 {
    let mut steps = 0;
    let mut step = 0;
    while step < 8 {
        let sides = bit(step + 1) | bit(step + 7);
        if around & bit(step) != 0 && (step % 2 == 0 || around & sides == sides) {
            steps |= bit(step);
        }
        step += 1;
    }
    steps
}

/// Steps that no way without this cell makes as short: straight on; to a side only past a corner.
const fn worth(step: usize, around: u8) -> u8 {
    if step == NO_STEP as usize {
        return 0xff;
    }
    if step % 2 == 1 {
        return bit(step) | bit(step + 1) | bit(step + 7);
    }
    let mut steps = bit(step);
    if around & bit(step + 3) == 0 {
        steps |= bit(step + 1) | bit(step + 2);
    }
    if around & bit(step + 5) == 0 {
        steps |= bit(step + 7) | bit(step + 6);
    }
    steps
}
