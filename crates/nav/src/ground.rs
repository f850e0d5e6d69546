//! The terrain as a body of one size can walk it: square cells, rasterised once per terrain and radius and then
//! shared by every mind that lives there. Cells touched by a wall (widened by the radius) are not free, so what
//! lies within free cells is truly clear. Things and bodies are not here; they come with each query.

use super::sight::BitRows;
use piaget_terms::{Rect, Terrain, Vec2, Wall, maths};

/// How finely a terrain is cut into cells. A terrain that comes as a [`Grid`](piaget_terms::Grid) keeps its own
/// cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Raster {
    /// The side of a cell where only walls are given. Smaller finds narrower doorways and costs more. Default 0.125.
    pub cell_m: f32,
    /// Cells are made larger until no more than this many are needed. Default 1,048,576.
    pub most_cells: u32,
}

impl Default for Raster {
    fn default() -> Self {
        Self { cell_m: 0.125, most_cells: 1 << 20 }
    }
}

/// A cell: column and row, counted from the smallest x and z.
pub type Cell = (u32, u32);

/// The eight ways out of a cell, in the order of the bits of [`Ground::around`]: even ones are straight.
pub(super) const STEPS: [(i32, i32); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// The walkable grid of a terrain: which cells a body can stand in, and which of them hang together.
///
/// ```
/// use piaget_nav::{Ground, Raster};
/// use piaget_terms::{Rect, Terrain, Vec2, Wall};
/// let mut terrain = Terrain::open(Rect::centred(8.0, 8.0));
/// terrain.walls.push(Wall { centre: Vec2::ZERO, half: Vec2::new(2.0, 0.1), yaw: 0.0, height_m: 2.0 });
/// let ground = Ground::new(&terrain, 0.3, &Raster::default());
/// assert!(ground.is_free(Vec2::new(0.0, 1.0)) && !ground.is_free(Vec2::new(0.0, 0.3)));
/// ```
#[derive(Clone, Debug)]
pub struct Ground {
    /// Cells along x.
    pub columns: u32,
    /// Cells along z.
    pub rows: u32,
    /// The side of a cell.
    pub cell_m: f32,
    /// The corner with the smallest x and z.
    pub origin: Vec2,
    /// The radius of the body it was made for.
    pub radius_m: f32,
    /// Tells one ground from another.
    pub digest: u64,
    /// Per cell of the padded map, which of its eight neighbours are free.
    pub(super) around: Vec<u8>,
    /// Per cell of the padded map, the island it belongs to; 0 where nobody can stand.
    island: Vec<u32>,
    pub(super) across: BitRows,
    pub(super) down: BitRows,
}

impl Ground {
    /// The free ground of a terrain for a body of this radius.
    ///
    /// On a grid of cells a body up to half a cell in radius walks the cells as they are; a wider one keeps as many
    /// whole cells away from those that are not free as its radius goes beyond that.
    pub fn new(terrain: &Terrain, radius_m: f32, raster: &Raster) -> Self {
        let radius_m = if radius_m.is_finite() { radius_m.max(0.0) } else { 0.0 };
        let (mut free, columns, rows, cell_m, origin) = match &terrain.grid {
            Some(grid) => {
                let beyond = ((radius_m - grid.cell_m * 0.5) / grid.cell_m - 1e-3).ceil().max(0.0) as usize;
                let (columns, rows) = (grid.columns as usize, grid.rows as usize);
                (shrunk(&grid.free, columns, rows, beyond), columns, rows, grid.cell_m, grid.origin)
            }
            None => {
                let size = terrain.bounds.size().max(Vec2::splat(1e-3));
                let most = raster.most_cells.max(1) as f32;
                let cell_m = raster.cell_m.max(1e-3).max((size.x * size.y / most).sqrt());
                // A strip thinner than a cell still gets one.
                let (columns, rows) =
                    ((size.x / cell_m).floor().max(1.0), (size.y / cell_m).floor().max(1.0));
                let (columns, rows) = (columns.min(most) as usize, rows.min(most) as usize);
                (vec![true; columns * rows], columns, rows, cell_m, terrain.bounds.min)
            }
        };
        for wall in &terrain.walls {
            block_wall(wall, radius_m, cell_m, |touches, around| {
                for_cells_in(around, origin, cell_m, columns, rows, |column, row, middle| {
                    if touches(middle) {
                        free[row * columns + column] = false;
                    }
                });
            });
        }
        Self::from_free(&free, columns, rows, cell_m, origin, radius_m)
    }

    fn from_free(
        free: &[bool],
        columns: usize,
        rows: usize,
        cell_m: f32,
        origin: Vec2,
        radius_m: f32,
    ) -> Self {
        let stride = columns + 2;
        let is_free = |column: i32, row: i32| {
            column >= 0
                && row >= 0
                && (column as usize) < columns
                && (row as usize) < rows
                && free[row as usize * columns + column as usize]
        };
        let mut around = vec![0; stride * (rows + 2)];
        for row in 0..rows as i32 {
            for column in 0..columns as i32 {
                let bits = STEPS
                    .iter()
                    .enumerate()
                    .fold(0, |bits, (bit, (dx, dz))| bits | u8::from(is_free(column + dx, row + dz)) << bit);
                around[(row as usize + 1) * stride + column as usize + 1] = bits;
            }
        }
        let across = BitRows::new(columns, rows, |column, row| !free[row * columns + column]);
        let down = BitRows::new(rows, columns, |row, column| !free[row * columns + column]);
        let digest = across.digest(origin, cell_m, radius_m);
        let mut ground = Self {
            columns: columns as u32,
            rows: rows as u32,
            cell_m,
            origin,
            radius_m,
            digest,
            island: vec![0; around.len()],
            around,
            across,
            down,
        };
        ground.find_islands(free);
        ground
    }

    /// Numbers the islands. Diagonal steps need both straight neighbours, so straight steps alone decide.
    fn find_islands(&mut self, free: &[bool]) {
        let (columns, stride) = (self.columns as usize, self.stride());
        let mut next = 0;
        let mut open = Vec::new();
        for (index, _) in free.iter().enumerate().filter(|(_, free)| **free) {
            let at = (index / columns + 1) * stride + index % columns + 1;
            if self.island[at] != 0 {
                continue;
            }
            next += 1;
            self.island[at] = next;
            open.push(at);
            while let Some(at) = open.pop() {
                for (bit, (dx, dz)) in STEPS.iter().enumerate().step_by(2) {
                    let to = (at as i64 + i64::from(*dx) + i64::from(*dz) * stride as i64) as usize;
                    if self.around[at] >> bit & 1 == 1 && self.island[to] == 0 {
                        self.island[to] = next;
                        open.push(to);
                    }
                }
            }
        }
    }

    /// The ground that it covers.
    pub fn bounds(&self) -> Rect {
        let size = Vec2::new(self.columns as f32, self.rows as f32) * self.cell_m;
        Rect { min: self.origin, max: self.origin + size }
    }

    /// The cell that holds a point, if the point lies on the map.
    pub fn cell_at(&self, point: Vec2) -> Option<Cell> {
        let cell = ((point - self.origin) / self.cell_m).floor();
        let inside =
            cell.x >= 0.0 && cell.y >= 0.0 && cell.x < self.columns as f32 && cell.y < self.rows as f32;
        inside.then_some((cell.x as u32, cell.y as u32))
    }

    /// The middle of a cell.
    pub fn centre_of(&self, cell: Cell) -> Vec2 {
        self.origin + Vec2::new(cell.0 as f32 + 0.5, cell.1 as f32 + 0.5) * self.cell_m
    }

    /// Whether the body can stand here.
    pub fn is_free(&self, point: Vec2) -> bool {
        self.cell_at(point).is_some_and(|cell| self.island_of(cell) != 0)
    }

    /// The island (connected component) that a cell belongs to: two cells can be walked between if they share one. 0 is no ground at all.
    pub fn island_of(&self, cell: Cell) -> u32 {
        if cell.0 < self.columns && cell.1 < self.rows { self.island[self.index(cell)] } else { 0 }
    }

    /// Line of sight: whether the straight line between two points stays within free cells; cells that it touches at a corner
    /// count.
    pub fn sees(&self, from: Vec2, to: Vec2) -> bool {
        match (self.fine(from), self.fine(to)) {
            (Some(from), Some(to)) => self.sees_fine(from, to),
            _ => false,
        }
    }

    /// The cell nearest to a point among those that `accept` takes, by distance to its middle.
    pub fn nearest_cell(&self, point: Vec2, accept: impl Fn(Cell) -> bool) -> Option<Cell> {
        let inside = point.clamp(self.origin, self.bounds().max);
        let middle = self.cell_at(inside).unwrap_or_else(|| {
            let cell = ((inside - self.origin) / self.cell_m).floor();
            ((cell.x as u32).min(self.columns - 1), (cell.y as u32).min(self.rows - 1))
        });
        let (mut best, mut best_distance) = (None, f32::INFINITY);
        for ring in 0..=self.columns.max(self.rows) as i64 {
            // A ring's cells lie at least this far from the point it surrounds, and the point may be off the map.
            if (ring as f32 - 1.0) * self.cell_m > best_distance {
                break;
            }
            self.for_ring(middle, ring, |cell| {
                let distance = self.centre_of(cell).distance_squared(point);
                if distance < best_distance * best_distance && accept(cell) {
                    (best, best_distance) = (Some(cell), distance.sqrt());
                }
            });
        }
        best
    }

    fn for_ring(&self, middle: Cell, ring: i64, mut visit: impl FnMut(Cell)) {
        let (column, row) = (i64::from(middle.0), i64::from(middle.1));
        let mut at = |column: i64, row: i64| {
            if (0..i64::from(self.columns)).contains(&column) && (0..i64::from(self.rows)).contains(&row) {
                visit((column as u32, row as u32));
            }
        };
        for step in -ring..=ring {
            at(column + step, row - ring);
            if ring > 0 {
                at(column + step, row + ring);
                if step.abs() < ring {
                    at(column - ring, row + step);
                    at(column + ring, row + step);
                }
            }
        }
    }

    pub(super) fn stride(&self) -> usize {
        self.columns as usize + 2
    }

    /// Where a cell stands in the padded map.
    pub(super) fn index(&self, cell: Cell) -> usize {
        (cell.1 as usize + 1) * self.stride() + cell.0 as usize + 1
    }

    /// Visits the cells that a rectangle touches, each with its middle.
    pub(super) fn for_cells(&self, around: Rect, mut visit: impl FnMut(Cell, Vec2)) {
        let (columns, rows) = (self.columns as usize, self.rows as usize);
        for_cells_in(around, self.origin, self.cell_m, columns, rows, |column, row, middle| {
            visit((column as u32, row as u32), middle);
        });
    }
}

fn for_cells_in(
    around: Rect,
    origin: Vec2,
    cell_m: f32,
    columns: usize,
    rows: usize,
    mut visit: impl FnMut(usize, usize, Vec2),
) {
    let (low, high) = ((around.min - origin) / cell_m, (around.max - origin) / cell_m);
    if !(low.is_finite() && high.is_finite()) || high.min_element() < 0.0 {
        return;
    }
    let last = Vec2::new(columns as f32 - 1.0, rows as f32 - 1.0);
    let (low, high) = (low.floor().max(Vec2::ZERO), high.floor().min(last));
    for row in low.y as usize..(high.y + 1.0).max(0.0) as usize {
        for column in low.x as usize..(high.x + 1.0).max(0.0) as usize {
            let middle = origin + Vec2::new(column as f32 + 0.5, row as f32 + 0.5) * cell_m;
            visit(column, row, middle);
        }
    }
}

/// Hands on a test "does the cell around this middle touch the widened wall?" and the rectangle to try it in.
fn block_wall(wall: &Wall, radius_m: f32, cell_m: f32, apply: impl FnOnce(&dyn Fn(Vec2) -> bool, Rect)) {
    let half = wall.half + Vec2::splat(radius_m);
    let (s, c) = (maths::sin(wall.yaw), maths::cos(wall.yaw));
    let (along, across) = (Vec2::new(c, -s), Vec2::new(s, c));
    let reach = along.abs() * half.x + across.abs() * half.y;
    // Separating axes of a square cell and a turned box: the axes of both. A shared edge is no overlap.
    let half_cell = cell_m * 0.5;
    let turned = half_cell * (s.abs() + c.abs());
    let slack = 1e-4 * cell_m;
    let touches = move |middle: Vec2| {
        let d = middle - wall.centre;
        d.x.abs() < reach.x + half_cell - slack
            && d.y.abs() < reach.y + half_cell - slack
            && d.dot(along).abs() < half.x + turned - slack
            && d.dot(across).abs() < half.y + turned - slack
    };
    apply(&touches, Rect { min: wall.centre - reach, max: wall.centre + reach });
}

/// Free cells that are still free when every cell that is not grows by `beyond` cells in all directions.
fn shrunk(free: &[bool], columns: usize, rows: usize, beyond: usize) -> Vec<bool> {
    if beyond == 0 {
        return free.to_vec();
    }
    let mut result = free.to_vec();
    for row in 0..rows {
        for column in 0..columns {
            if !free[row * columns + column] {
                for r in row.saturating_sub(beyond)..(row + beyond + 1).min(rows) {
                    for c in column.saturating_sub(beyond)..(column + beyond + 1).min(columns) {
                        result[r * columns + c] = false;
                    }
                }
            }
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use piaget_terms::Chance;

    #[test]
    fn every_point_of_a_free_cell_is_clear_of_turned_walls() {
        let mut chance = Chance::new(3);
        let mut terrain = Terrain::open(Rect::centred(12.0, 9.0));
        for _ in 0..12 {
            terrain.walls.push(Wall {
                centre: Vec2::new(chance.between(-5.0, 5.0), chance.between(-4.0, 4.0)),
                half: Vec2::new(chance.between(0.1, 2.0), chance.between(0.05, 0.3)),
                yaw: chance.between(-3.0, 3.0),
                height_m: 2.0,
            });
        }
        let ground = Ground::new(&terrain, 0.25, &Raster::default());
        let mut free = 0;
        for _ in 0..20_000 {
            let point = Vec2::new(chance.between(-6.0, 6.0), chance.between(-4.5, 4.5));
            if ground.is_free(point) {
                free += 1;
                assert!(terrain.is_open(point, 0.2499), "{point}");
            }
        }
        assert!(free > 5_000, "{free}");
    }
}
