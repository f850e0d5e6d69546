//! Finds near poses without comparing all with all: a vantage-point tree over feature vectors.

use super::measure::squared;
use std::cell::Cell;

/// A tree over the rows of a table.
pub(super) struct NearTree {
    /// Rows in tree order: a vantage point, then its inner half, then its outer half.
    order: Vec<u32>,
    /// For each place in `order`, the distance that divides its two halves.
    radius: Vec<f32>,
    /// How many rows were looked at.
    compared: Cell<u64>,
}

/// One near row of each kind, the nearest first.
#[derive(Default)]
pub(super) struct Nearest {
    /// Row, kind and distance.
    pub found: Vec<(u32, u32, f32)>,
    most: usize,
    within: f32,
}

impl Nearest {
    /// At most so many kinds within a distance.
    pub fn new(most: usize, within: f32) -> Self {
        Self { found: Vec::with_capacity(most + 1), most, within }
    }

    fn reach(&self) -> f32 {
        if self.found.len() == self.most { self.found[self.most - 1].2.min(self.within) } else { self.within }
    }

    fn offer(&mut self, row: u32, kind: u32, distance: f32) {
        if distance > self.reach() || self.most == 0 {
            return;
        }
        if let Some(at) = self.found.iter().position(|found| found.1 == kind) {
            if self.found[at].2 <= distance {
                return;
            }
            self.found.remove(at);
        } else if self.found.len() == self.most {
            self.found.pop();
        }
        let at = self.found.partition_point(|found| found.2 <= distance);
        self.found.insert(at, (row, kind, distance));
    }
}

impl NearTree {
    /// Over all rows of `width` numbers.
    pub fn new(table: &[f32], width: usize) -> Self {
        let count = table.len() / width;
        let order = (0..count as u32).collect();
        let mut tree = Self { order, radius: vec![0.0; count], compared: Cell::new(0) };
        let mut distances = vec![0.0f32; count];
        let mut todo = vec![(0usize, count)];
        while let Some((start, end)) = todo.pop() {
            if end - start < 2 {
                continue;
            }
            // Any row may stand as vantage point; one from the middle avoids the run of frames that starts a clip.
            tree.order.swap(start, start + (end - start) / 2);
            let vantage = row(table, width, tree.order[start]);
            for other in &tree.order[start + 1..end] {
                distances[*other as usize] = squared(vantage, row(table, width, *other), f32::MAX).sqrt();
            }
            let middle = (end - start - 1) / 2;
            let rest = &mut tree.order[start + 1..end];
            let by =
                |a: &u32, b: &u32| distances[*a as usize].total_cmp(&distances[*b as usize]).then(a.cmp(b));
            let (_, pivot, _) = rest.select_nth_unstable_by(middle, by);
            tree.radius[start] = distances[*pivot as usize];
            todo.push((start + 1, start + 1 + middle));
            todo.push((start + 1 + middle, end));
        }
        tree
    }

    /// Offers rows near `wanted` to `nearest`; `kind` says of which kind a row is, or `None` to leave it out.
    pub fn search(
        &self,
        (table, width): (&[f32], usize),
        wanted: &[f32],
        kind: &dyn Fn(u32) -> Option<u32>,
        nearest: &mut Nearest,
    ) {
        self.descend((0, self.order.len()), (table, width), wanted, kind, nearest);
    }

    /// How often a row was looked at by all searches so far.
    pub fn compared(&self) -> u64 {
        self.compared.get()
    }

    fn descend(
        &self,
        (start, end): (usize, usize),
        (table, width): (&[f32], usize),
        wanted: &[f32],
        kind: &dyn Fn(u32) -> Option<u32>,
        nearest: &mut Nearest,
    ) {
        if start >= end {
            return;
        }
        self.compared.set(self.compared.get() + 1);
        let own = self.order[start];
        let radius = self.radius[start];
        // Beyond this distance the row is no candidate and its inner half holds none either.
        let far = nearest.reach() + radius;
        let distance = squared(wanted, row(table, width, own), far * far).sqrt();
        if let Some(kind) = kind(own) {
            nearest.offer(own, kind, distance);
        }
        let middle = (end - start - 1) / 2;
        let (inner, outer) = ((start + 1, start + 1 + middle), (start + 1 + middle, end));
        let halves = if distance < radius { [inner, outer] } else { [outer, inner] };
        for half in halves {
            let reach = nearest.reach();
            let can = if half == inner { distance - reach <= radius } else { distance + reach >= radius };
            if can {
                self.descend(half, (table, width), wanted, kind, nearest);
            }
        }
    }
}

fn row(table: &[f32], width: usize, row: u32) -> &[f32] {
    &table[row as usize * width..][..width]
}

#[cfg(test)]
mod tests {
    use super::*;
    use piaget_terms::Chance;

    #[test]
    fn the_tree_finds_what_a_full_comparison_finds() {
        let mut chance = Chance::new(3);
        let width = 7;
        let table: Vec<f32> = (0..400 * width).map(|_| chance.unit()).collect();
        let tree = NearTree::new(&table, width);
        for wanted in 0..400 {
            let kind = |row: u32| (row != wanted).then_some(row % 40);
            let mut nearest = Nearest::new(6, 0.6);
            tree.search((&table, width), row(&table, width, wanted), &kind, &mut nearest);
            let mut all = Nearest::new(6, 0.6);
            for other in 0..400 {
                if let Some(kind) = kind(other) {
                    let d = squared(row(&table, width, wanted), row(&table, width, other), f32::MAX).sqrt();
                    all.offer(other, kind, d);
                }
            }
            let kinds = |list: &Nearest| list.found.iter().map(|f| (f.1, f.2)).collect::<Vec<_>>();
            assert_eq!(kinds(&nearest), kinds(&all));
        }
    }
}
