//! A lattice laid over a terrain: which nodes are open, which ways are cut, and which blocks may be worked on simply.

use super::{BLOCK, BLOCKED, BlockKind, HEX_ROW, Lattice, Node, Shape};
use crate::aligned::Aligned;
use crate::visible::nothing_asked;
use glam::Vec2;
use piaget_terms::{Rect, Terrain};

impl Lattice {
    pub(super) fn over(terrain: &Terrain, shape: Shape, cell_m: f32, margin_m: f32) -> Self {
        let cell_m = if cell_m.is_finite() && cell_m > 0.0 { cell_m } else { 1.0 };
        let bounds = terrain.bounds;
        let size = bounds.size().max(Vec2::ZERO);
        let row_m = if shape == Shape::Hexagons { cell_m * HEX_ROW } else { cell_m };
        let has_area = size.x > 0.0 && size.y > 0.0 && size.is_finite();
        let (columns, rows) = if has_area {
            ((size.x / cell_m).round().max(1.0) as usize, (size.y / row_m).round().max(1.0) as usize)
        } else {
            (0, 0)
        };
        // The lattice's own extent is centred in the bounds.
        let extent = Vec2::new((columns.max(1) - 1) as f32 * cell_m, (rows.max(1) - 1) as f32 * row_m);
        let shifted = if shape == Shape::Hexagons && rows > 1 { cell_m * 0.5 } else { 0.0 };
        let origin =
            if has_area { bounds.min + (size - extent - Vec2::new(shifted, 0.0)) * 0.5 } else { Vec2::ZERO };
        let blocks = columns.div_ceil(BLOCK);
        let stride = BLOCK + blocks * BLOCK;
        let stored = (rows + 2) * stride + BLOCK;
        let mut lattice = Self {
            shape,
            cell_m,
            origin,
            rows,
            columns,
            blocks,
            stride,
            first: stride + BLOCK,
            open_ways: vec![0; stored],
            degree: Aligned::zeros(stored),
            open: vec![false; stored],
            blank: nothing_asked(&[]),
            whole: vec![false; stored],
            part: Vec::new(),
            kinds: vec![BlockKind::Plain; rows * blocks],
            cut_rows: Vec::with_capacity(rows),
            has_cuts: false,
            open_spans: Vec::with_capacity(rows),
            count: (rows * columns) as u32,
            group_mask: (32 / blocks.max(1) as u32).max(1).next_power_of_two() - 1,
            ways: None,
        };
        lattice.degree.fill(BLOCKED);
        for row in 0..rows {
            for column in 0..columns {
                let at = lattice.stored(row, column);
                let place = lattice.place_of(row, column);
                lattice.open[at] = stands(terrain, bounds, place, margin_m);
                lattice.whole[at] = !terrain.walls.iter().any(|wall| wall.contains(place, cell_m * 0.6));
            }
        }
        lattice.blank = nothing_asked(&lattice.open);
        lattice.open_ways_of(terrain, margin_m);
        lattice.label_parts();
        lattice
    }

    fn open_ways_of(&mut self, terrain: &Terrain, margin_m: f32) {
        for row in 0..self.rows {
            for column in 0..self.columns {
                let at = self.stored(row, column);
                if !self.open[at] {
                    self.whole[at] = false;
                    continue;
                }
                let here = self.place_of(row, column);
                for direction in 0..self.directions() {
                    let to = self.step_from(row, column, direction);
                    let free = to.is_some_and(|(r, c)| {
                        self.open[self.stored(r, c)]
                            && self.corner_is_free(row, column, direction)
                            && !terrain.is_cut(here, self.place_of(r, c), margin_m)
                            && grid_lets_through(terrain, here, self.place_of(r, c))
                    });
                    self.open_ways[at] |= u8::from(free) << direction;
                }
                let degree = self.open_ways[at].count_ones();
                self.degree[at] = degree as f32;
                self.whole[at] &= degree as usize == self.directions();
            }
        }
        for row in 0..self.rows {
            for block in 0..self.blocks {
                self.kinds[row * self.blocks + block] = self.kind_of(row, block);
            }
            let kinds = &self.kinds[row * self.blocks..][..self.blocks];
            self.cut_rows.push(kinds.contains(&BlockKind::Cut));
            let is_open =
                |block: &usize| self.open[self.stored(row, block * BLOCK)..][..BLOCK].contains(&true);
            let from = (0..self.blocks).find(is_open).unwrap_or(0);
            let to = (from..self.blocks).rfind(is_open).map_or(from, |last| last + 1);
            self.open_spans.push((from as u32, to as u32));
        }
        self.has_cuts = self.cut_rows.contains(&true);
    }

    /// A diagonal way of squares needs the two cells beside it.
    fn corner_is_free(&self, row: usize, column: usize, direction: usize) -> bool {
        if self.shape != Shape::Squares || direction.is_multiple_of(2) {
            return true;
        }
        [(direction + 7) % 8, (direction + 1) % 8].into_iter().all(|beside| {
            self.step_from(row, column, beside).is_some_and(|(r, c)| self.open[self.stored(r, c)])
        })
    }

    fn kind_of(&self, row: usize, block: usize) -> BlockKind {
        let mut kind = BlockKind::Plain;
        for column in block * BLOCK..(block + 1) * BLOCK {
            let at = self.first + row * self.stride + column;
            for direction in 0..self.directions() {
                if self.open_ways[at] >> direction & 1 == 1 {
                    continue;
                }
                let to = (column < self.columns).then(|| self.step_from(row, column, direction)).flatten();
                if self.open[at] && to.is_some_and(|(r, c)| self.open[self.stored(r, c)]) {
                    return BlockKind::Cut;
                }
                kind = BlockKind::Edge;
            }
        }
        kind
    }

    pub(super) fn label_parts(&mut self) {
        self.part = vec![u32::MAX; self.open.len()];
        let mut next = 0;
        let mut edge = Vec::new();
        for start in 0..self.open.len() {
            if !self.open[start] || self.part[start] != u32::MAX {
                continue;
            }
            self.part[start] = next;
            edge.push(start);
            while let Some(at) = edge.pop() {
                let around: Vec<usize> = self.neighbours(Node(at as u32)).map(Node::index).collect();
                for to in around {
                    if self.part[to] == u32::MAX {
                        self.part[to] = next;
                        edge.push(to);
                    }
                }
            }
            next += 1;
        }
    }
}

/// A lattice may reach a fraction of a cell over the bounds; that much is forgiven.
fn stands(terrain: &Terrain, bounds: Rect, place: Vec2, margin_m: f32) -> bool {
    terrain.is_open(place.clamp(bounds.min, bounds.max), margin_m)
}

/// Cells of a grid that lie between two nodes must be free. Half steps suffice where nodes are not much
/// further apart than cells; longer ways are asked at each half cell.
fn grid_lets_through(terrain: &Terrain, from: Vec2, to: Vec2) -> bool {
    let Some(grid) = &terrain.grid else { return true };
    let bounds = terrain.bounds;
    let pieces = (from.distance(to) / (grid.cell_m * 0.5)).ceil().max(1.0) as u32;
    (1..pieces).all(|piece| {
        let at = from.lerp(to, piece as f32 / pieces as f32).clamp(bounds.min, bounds.max);
        grid.cell_at(at).is_some_and(|(column, row)| grid.is_free(column.into(), row.into()))
    })
}
