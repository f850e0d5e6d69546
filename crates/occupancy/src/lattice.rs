//! Where probability can be: nodes with places in the world, and the ways between them (Isla 3.2).
//!
//! Hexagonal lattices (odd rows shifted by half a cell), square lattices, and graphs of any shape. Walls block
//! nodes and cut the ways that cross them. A lattice is built once and shared; it holds no probability.

mod build;

use crate::aligned::Aligned;
use crate::graph::Ways;
use crate::visible::nothing_asked;
use glam::{Vec2, Vec3};
use piaget_terms::{Rect, Terrain};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::Arc;

/// Columns are worked on in blocks of this many, whatever the machine: it fixes the order of every sum.
pub(crate) const BLOCK: usize = 16;
/// The degree of what is no node, or cannot be stood on.
pub(crate) const BLOCKED: f32 = f32::INFINITY;
/// Height of a row of hexagons for a cell of width 1: half the square root of 3.
const HEX_ROW: f32 = 0.866_025_4;

/// One place of a lattice. The number is where its probability is stored: not every number is a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Node(pub u32);

impl Node {
    /// Where its numbers are stored.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// How nodes are laid over the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shape {
    /// Six neighbours; odd rows are shifted by half a cell.
    Hexagons,
    /// Eight neighbours; a diagonal way needs both cells beside it free.
    Squares,
    /// Whatever neighbours the ways say.
    Graph,
}

/// How the nodes beside a block of columns lie, which decides how simple its arithmetic may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BlockKind {
    /// Every node has all its neighbours.
    Plain,
    /// Some neighbours are blocked or beyond the border; no way between two open nodes is cut.
    Edge,
    /// A way between two open nodes is cut.
    Cut,
}

/// Nodes, their places, and the ways between them.
///
/// ```
/// use piaget_occupancy::Lattice;
/// use piaget_terms::{Rect, Terrain, Vec2, Wall};
/// let wall = Wall { centre: Vec2::ZERO, half: Vec2::new(2.0, 0.05), yaw: 0.0, height_m: 2.0 };
/// let field = Terrain { bounds: Rect::centred(10.0, 10.0), walls: vec![wall], grid: None };
/// let lattice = Lattice::hexagons(&field, 0.5, 0.0);
/// let node = lattice.nearest(Vec2::new(3.0, 1.0)).unwrap();
/// assert!(lattice.place(node).distance(Vec2::new(3.0, 1.0)) < 0.3);
/// assert!(lattice.neighbours(node).count() == 6);
/// ```
#[derive(Clone, Debug)]
pub struct Lattice {
    shape: Shape,
    cell_m: f32,
    /// The place of row 0, column 0.
    origin: Vec2,
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// Blocks of columns in a row.
    pub(crate) blocks: usize,
    /// Stored columns of a row, with the padding before its first node.
    pub(crate) stride: usize,
    /// Where row 0, column 0 is stored.
    pub(crate) first: usize,
    /// For each stored number, which of its ways are open, one bit for each direction.
    pub(crate) open_ways: Vec<u8>,
    /// How many ways are open; [`BLOCKED`] where there is no open node.
    pub(crate) degree: Aligned,
    /// Whether a node is there and one can stand on it.
    open: Vec<bool>,
    /// What is known of a view before anything was asked (see `visible`); shared by all who look.
    pub(crate) blank: Arc<[u8]>,
    /// Whether neither wall nor border comes into the node's cell; not for graphs.
    whole: Vec<bool>,
    /// Which of the parts that no way joins the node belongs to.
    part: Vec<u32>,
    pub(crate) kinds: Vec<BlockKind>,
    /// For each row, whether any of its blocks is [`BlockKind::Cut`].
    cut_rows: Vec<bool>,
    has_cuts: bool,
    /// For each row, the first block with an open node and the one after the last: no mass can be beyond.
    pub(crate) open_spans: Vec<(u32, u32)>,
    count: u32,
    /// Rows in a group less one; groups are powers of two.
    group_mask: u32,
    pub(crate) ways: Option<Ways>,
}

impl Lattice {
    /// Hexagons of `cell_m` between neighbouring middles over the bounds of a terrain. Nodes within `margin_m`
    /// of a wall are blocked, and so are ways that pass through one.
    ///
    /// Bounds without area give a lattice without nodes; a cell that is not a positive number counts as 1 m.
    pub fn hexagons(terrain: &Terrain, cell_m: f32, margin_m: f32) -> Self {
        Self::over(terrain, Shape::Hexagons, cell_m, margin_m)
    }

    /// Squares of side `cell_m` over the bounds of a terrain; walls as for [`Lattice::hexagons`].
    pub fn squares(terrain: &Terrain, cell_m: f32, margin_m: f32) -> Self {
        Self::over(terrain, Shape::Squares, cell_m, margin_m)
    }

    /// Any places with any ways between them: a navigation mesh, or a map of mixed resolution. Ways count in
    /// both directions; a way that names a place that is not there, or leads to itself, is left out.
    ///
    /// Uniform means the same probability for each node, whatever ground it stands for. There is no block
    /// structure to exploit, so a step costs several times what a hexagonal one costs.
    pub fn graph(places: &[Vec2], ways: &[(u32, u32)]) -> Self {
        let ways = Ways::new(places, ways);
        let columns = places.len();
        let blocks = columns.div_ceil(BLOCK);
        let stored = blocks * BLOCK;
        let mut open = vec![true; columns];
        open.resize(stored, false);
        let mut lattice = Self {
            shape: Shape::Graph,
            cell_m: ways.mean_length_m,
            origin: places.first().copied().unwrap_or(Vec2::ZERO),
            rows: usize::from(columns > 0),
            columns,
            blocks,
            stride: stored,
            first: 0,
            open_ways: Vec::new(),
            degree: Aligned::zeros(0),
            blank: nothing_asked(&open),
            open,
            whole: Vec::new(),
            part: Vec::new(),
            kinds: Vec::new(),
            cut_rows: Vec::new(),
            has_cuts: false,
            open_spans: Vec::new(),
            count: columns as u32,
            group_mask: 0,
            ways: Some(ways),
        };
        lattice.label_parts();
        lattice
    }

    /// How the nodes lie.
    #[inline(always)]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The distance between neighbouring nodes; on a graph, the mean length of a way.
    pub fn cell_m(&self) -> f32 {
        self.cell_m
    }

    /// How many nodes there are, blocked ones counted.
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether there is no node at all.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// How many numbers a distribution stores for each of its layers, padding counted.
    pub fn stored_len(&self) -> usize {
        self.open.len()
    }

    /// Whether one can stand on the node; false for a number that is no node.
    pub fn is_open(&self, node: Node) -> bool {
        self.open.get(node.index()).copied().unwrap_or(false)
    }

    /// All nodes that one can stand on, row by row.
    pub fn open_nodes(&self) -> impl Iterator<Item = Node> + '_ {
        self.open.iter().enumerate().filter(|(_, open)| **open).map(|(at, _)| Node(at as u32))
    }

    /// Whether a way leads from one node to the other.
    pub fn joined(&self, a: Node, b: Node) -> bool {
        self.is_open(a) && self.is_open(b) && self.part[a.index()] == self.part[b.index()]
    }

    /// The open nodes of all parts that are not much smaller than the largest.
    pub(crate) fn large_parts(&self, least_share: f32) -> Vec<Node> {
        let mut sizes: Vec<u32> = Vec::new();
        for node in self.open_nodes() {
            let part = self.part[node.index()] as usize;
            sizes.resize(sizes.len().max(part + 1), 0);
            sizes[part] += 1;
        }
        let least = sizes.iter().copied().max().unwrap_or(0) as f32 * least_share;
        self.open_nodes().filter(|node| sizes[self.part[node.index()] as usize] as f32 >= least).collect()
    }

    /// Where a node is on the ground. A number that is no node gives the place of the nearest one stored.
    pub fn place(&self, node: Node) -> Vec2 {
        if let Some(ways) = &self.ways {
            return ways.places.get(node.index()).copied().unwrap_or(self.origin);
        }
        let at = node.index().saturating_sub(self.first);
        let row = (at / self.stride).min(self.rows.max(1) - 1);
        let column = (at % self.stride).min(self.columns.max(1) - 1);
        self.place_of(row, column)
    }

    /// Where the nodes of a row are, by how many numbers after the row's first they are stored: as [`Lattice::place`],
    /// without looking for the row each time.
    #[inline(always)]
    pub(crate) fn places_in_row(&self, row: usize) -> impl Fn(usize) -> Vec2 + '_ {
        let (shift, down, columns) = (self.shift_of(row), row as f32 * self.row_m(), self.columns.max(1) - 1);
        // At hand, or a loop that writes places would read them again for each.
        let (origin, cell_m, ways) = (self.origin, self.cell_m, self.ways.as_ref());
        move |column| match ways {
            Some(ways) => ways.places.get(column).copied().unwrap_or(origin),
            None => origin + Vec2::new(column.min(columns) as i32 as f32 * cell_m + shift, down),
        }
    }

    /// Where a node is in the world, `height_m` above the ground.
    pub fn place_at(&self, node: Node, height_m: f32) -> Vec3 {
        let place = self.place(node);
        Vec3::new(place.x, height_m, place.y)
    }

    /// The open node nearest to a place; a place outside the map has the nearest one at its border. `None` if
    /// no node is open, or the place is not finite.
    pub fn nearest(&self, place: Vec2) -> Option<Node> {
        if self.is_empty() || !place.is_finite() {
            return None;
        }
        let guess = match &self.ways {
            Some(ways) => ways.nearest(place),
            None => self.nearest_cell(place),
        };
        if self.open[guess] {
            return Some(Node(guess as u32));
        }
        // Within a wall: rings of growing size would be quicker, but this is rare.
        let nearer = |a: &Node, b: &Node| {
            let (a, b) = (self.place(*a).distance_squared(place), self.place(*b).distance_squared(place));
            a.total_cmp(&b)
        };
        self.open_nodes().min_by(nearer)
    }

    fn nearest_cell(&self, place: Vec2) -> usize {
        let from = place - self.origin;
        let last_row = self.rows as f32 - 1.0;
        let best_in = |row: f32| {
            let row = row.clamp(0.0, last_row) as usize;
            let along = (from.x - self.shift_of(row)) / self.cell_m;
            let column = along.round().clamp(0.0, self.columns as f32 - 1.0) as usize;
            (self.place_of(row, column).distance_squared(place), self.stored(row, column))
        };
        let row = (from.y / self.row_m()).floor();
        let (a, b) = (best_in(row), best_in(row + 1.0));
        if b.0 < a.0 { b.1 } else { a.1 }
    }

    /// The nodes that a way joins to this one.
    pub fn neighbours(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        let at = node.index();
        let along = self.ways.as_ref().map_or(&[][..], |ways| ways.from(at));
        let around = if self.ways.is_some() { 0 } else { self.open_ways.get(at).copied().unwrap_or(0) };
        along.iter().map(|way| Node(way.to)).chain(
            (0..self.directions())
                .filter(move |direction| around >> direction & 1 == 1)
                .map(move |direction| Node((at as isize + self.offset(at, direction)) as u32)),
        )
    }

    /// Whether neither wall nor border cuts into a node's cell, so that all of it can be seen at once.
    pub fn is_whole(&self, node: Node) -> bool {
        self.ways.is_some() || self.whole.get(node.index()).copied().unwrap_or(false)
    }

    /// The ground that the nodes cover.
    pub fn bounds(&self) -> Rect {
        if let Some(ways) = &self.ways {
            return ways.bounds;
        }
        let last = Vec2::new(
            (self.columns.max(1) - 1) as f32 * self.cell_m + self.shift_of(1),
            (self.rows.max(1) - 1) as f32 * self.row_m(),
        );
        Rect { min: self.origin, max: self.origin + last }
    }

    pub(crate) fn directions(&self) -> usize {
        match self.shape {
            Shape::Hexagons => 6,
            Shape::Squares => 8,
            Shape::Graph => 0,
        }
    }

    /// The step to the neighbour in a direction, in metres. Directions go round from +x towards +z.
    pub(crate) fn step(&self, direction: usize) -> Vec2 {
        let unit = match self.shape {
            Shape::Hexagons => HEX_STEPS[direction],
            _ => SQUARE_STEPS[direction],
        };
        unit * self.cell_m
    }

    /// Rows and columns that hold every node within a distance of a place.
    pub(crate) fn window(&self, centre: Vec2, radius_m: f32) -> (Range<usize>, Range<usize>) {
        if self.ways.is_some() || !centre.is_finite() {
            return (0..self.rows, 0..self.columns);
        }
        let span = |from: f32, cell: f32, slack: f32, count: usize| {
            let first = ((from - radius_m) / cell - slack).floor().clamp(0.0, count as f32);
            let last = ((from + radius_m) / cell + 1.0).ceil().clamp(0.0, count as f32);
            first as usize..(last as usize).max(first as usize)
        };
        let from = centre - self.origin;
        // Odd rows of hexagons are shifted by half a cell.
        (span(from.y, self.row_m(), 0.0, self.rows), span(from.x, self.cell_m, 0.5, self.columns))
    }

    /// Whether a way between two open nodes is cut in a row.
    #[inline(always)]
    pub(crate) fn is_cut(&self, row: usize) -> bool {
        self.cut_rows[row]
    }

    /// Whether one is cut in any.
    #[inline(always)]
    pub(crate) fn has_cuts(&self) -> bool {
        self.has_cuts
    }

    /// Whether a row is the last of a group of some 32 blocks, after which sums are gathered.
    #[inline(always)]
    pub(crate) fn ends_group(&self, row: usize) -> bool {
        row as u32 & self.group_mask == self.group_mask
    }

    #[inline(always)]
    pub(crate) fn stored(&self, row: usize, column: usize) -> usize {
        self.first + row * self.stride + column
    }

    /// Where blocks of a row are stored, from the first up to, not including, the second.
    #[inline(always)]
    pub(crate) fn stored_span(&self, row: usize, (from, to): (u32, u32)) -> Range<usize> {
        let first = self.stored(row, 0);
        first + from as usize * BLOCK..first + to as usize * BLOCK
    }

    pub(crate) fn row_of(&self, at: usize) -> usize {
        (at - self.first) / self.stride
    }

    #[inline(always)]
    pub(crate) fn is_odd(&self, row: usize) -> bool {
        self.shape == Shape::Hexagons && row % 2 == 1
    }

    fn row_m(&self) -> f32 {
        if self.shape == Shape::Hexagons { self.cell_m * HEX_ROW } else { self.cell_m }
    }

    fn shift_of(&self, row: usize) -> f32 {
        if self.is_odd(row) { self.cell_m * 0.5 } else { 0.0 }
    }

    fn place_of(&self, row: usize, column: usize) -> Vec2 {
        let along = Vec2::new(column as f32 * self.cell_m + self.shift_of(row), row as f32 * self.row_m());
        self.origin + along
    }

    /// Where the neighbour is stored, as a distance from `at`.
    pub(crate) fn offset(&self, at: usize, direction: usize) -> isize {
        let odd = self.is_odd(self.row_of(at));
        let (down, right) = step_in_rows(self.shape, odd, direction);
        down * self.stride as isize + right
    }

    fn step_from(&self, row: usize, column: usize, direction: usize) -> Option<(usize, usize)> {
        let (down, right) = step_in_rows(self.shape, self.is_odd(row), direction);
        let row = row.checked_add_signed(down).filter(|row| *row < self.rows)?;
        let column = column.checked_add_signed(right).filter(|column| *column < self.columns)?;
        Some((row, column))
    }
}

const HEX_STEPS: [Vec2; 6] = [
    Vec2::new(1.0, 0.0),
    Vec2::new(0.5, HEX_ROW),
    Vec2::new(-0.5, HEX_ROW),
    Vec2::new(-1.0, 0.0),
    Vec2::new(-0.5, -HEX_ROW),
    Vec2::new(0.5, -HEX_ROW),
];

const SQUARE_STEPS: [Vec2; 8] = [
    Vec2::new(1.0, 0.0),
    Vec2::new(1.0, 1.0),
    Vec2::new(0.0, 1.0),
    Vec2::new(-1.0, 1.0),
    Vec2::new(-1.0, 0.0),
    Vec2::new(-1.0, -1.0),
    Vec2::new(0.0, -1.0),
    Vec2::new(1.0, -1.0),
];

/// Rows down and columns to the right of the neighbour in a direction.
pub(crate) fn step_in_rows(shape: Shape, odd: bool, direction: usize) -> (isize, isize) {
    let lean = isize::from(odd);
    match (shape, direction) {
        (Shape::Hexagons, 0) => (0, 1),
        (Shape::Hexagons, 1) => (1, lean),
        (Shape::Hexagons, 2) => (1, lean - 1),
        (Shape::Hexagons, 3) => (0, -1),
        (Shape::Hexagons, 4) => (-1, lean - 1),
        (Shape::Hexagons, _) => (-1, lean),
        (_, direction) => {
            let step = SQUARE_STEPS[direction];
            (step.y as isize, step.x as isize)
        }
    }
}
