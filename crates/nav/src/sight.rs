//! Line of sight over cells, along straight lines: one bit per cell, so that all the cells which a line touches in a row are tested at
//! once. Points are brought to 1/256 of a cell and lines are followed in whole numbers: the answer is exact.

use super::ground::{Cell, Ground};
use piaget_terms::Vec2;

/// A point in 1/256 of a cell, never on a cell's border.
pub(super) type Fine = (i64, i64);

const FINE: i64 = 256;

/// Which cells are blocked, a bit each, row by row.
#[derive(Clone, Debug)]
pub(super) struct BitRows {
    words_per_row: usize,
    words: Vec<u64>,
}

impl BitRows {
    pub fn new(columns: usize, rows: usize, blocked: impl Fn(usize, usize) -> bool) -> Self {
        let words_per_row = columns.div_ceil(64);
        let mut words = vec![0; words_per_row * rows];
        for row in 0..rows {
            for column in (0..columns).filter(|column| blocked(*column, row)) {
                words[row * words_per_row + column / 64] |= 1 << (column % 64);
            }
        }
        Self { words_per_row, words }
    }

    /// Whether no cell of a row is blocked from one column to another, both included.
    fn is_clear(&self, row: usize, from: usize, to: usize) -> bool {
        let words = &self.words[row * self.words_per_row..];
        let (first, last) = (from / 64, to / 64);
        let (head, tail) = (!0u64 << (from % 64), !0u64 >> (63 - to % 64));
        if first == last {
            return words[first] & head & tail == 0;
        }
        words[first] & head == 0 && words[last] & tail == 0 && words[first + 1..last].iter().all(|w| *w == 0)
    }

    /// Whether a line touches no blocked cell. Rows are along the second part of a point.
    fn is_line_clear(&self, a: Fine, b: Fine) -> bool {
        let (a, b) = if a.1 <= b.1 { (a, b) } else { (b, a) };
        let (dx, dz) = (b.0 - a.0, b.1 - a.1);
        let columns = |near: i64, far: i64, below: i64| {
            // Both ends as fractions over `below`; a cell that is only touched counts too.
            let (low, high) = (near.min(far), near.max(far));
            let from = (low + FINE * below - 1).div_euclid(FINE * below) - 1;
            (from.max(0) as usize, high.div_euclid(FINE * below) as usize)
        };
        let (first, last) = (a.1.div_euclid(FINE), b.1.div_euclid(FINE));
        if first == last {
            let (from, to) = columns(a.0, b.0, 1);
            return self.is_clear(first as usize, from, to);
        }
        let at = |z: i64| a.0 * dz + (z - a.1) * dx;
        let mut near = a.0 * dz;
        (first..=last).all(|row| {
            let far = at(b.1.min((row + 1) * FINE));
            let (from, to) = columns(near, far, dz);
            near = far;
            self.is_clear(row as usize, from, to)
        })
    }

    /// A number that differs where the map differs (FNV-1a).
    pub fn digest(&self, origin: Vec2, cell_m: f32, radius_m: f32) -> u64 {
        let measures = [origin.x, origin.y, cell_m, radius_m].map(|number| u64::from(number.to_bits()));
        let shape = [self.words_per_row as u64, self.words.len() as u64];
        let all = measures.iter().chain(&shape).chain(&self.words);
        all.fold(0xcbf2_9ce4_8422_2325, |hash: u64, word| {
            (hash ^ word).wrapping_mul(0x100_0000_01b3).rotate_left(29)
        })
    }
}

impl Ground {
    /// A point on the map in 1/256 of a cell, moved off the borders of its cell.
    pub(super) fn fine(&self, point: Vec2) -> Option<Fine> {
        let cell = self.cell_at(point)?;
        let within = (point - self.centre_of(cell)) / self.cell_m + 0.5;
        let part = |within: f32| ((within * FINE as f32) as i64).clamp(1, FINE - 1);
        Some((i64::from(cell.0) * FINE + part(within.x), i64::from(cell.1) * FINE + part(within.y)))
    }

    pub(super) fn fine_centre(cell: Cell) -> Fine {
        (i64::from(cell.0) * FINE + FINE / 2, i64::from(cell.1) * FINE + FINE / 2)
    }

    /// Whether a line touches free cells only.
    pub(super) fn sees_fine(&self, a: Fine, b: Fine) -> bool {
        // Follow the shorter side: as few rows (or columns) as the line has.
        if (a.1 - b.1).abs() <= (a.0 - b.0).abs() {
            self.across.is_line_clear(a, b)
        } else {
            self.down.is_line_clear((a.1, a.0), (b.1, b.0))
        }
    }

    /// Whether the line between the middles of two cells touches free cells only.
    pub(super) fn sees_cells(&self, a: Cell, b: Cell) -> bool {
        self.sees_fine(Self::fine_centre(a), Self::fine_centre(b))
    }
}
