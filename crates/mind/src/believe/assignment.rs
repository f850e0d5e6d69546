//! The assignment problem: pairs of rows and columns with costs, solved for all at once.
//!
//! The optimal assignment is found by shortest augmenting paths (the Hungarian method) on flat buffers: the
//! `pathfinding` crate's version is handed a fresh matrix and allocates at every call, which a warm tick must
//! not. Pairs above the threshold never enter, and what is left falls into small groups solved one by one.

/// How records are assigned to beliefs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Assignment {
    /// As many matches as possible, and of those the cheapest.
    #[default]
    Optimal,
    /// Each record takes the best belief that is left (Isla 4.2 as printed); for comparison.
    Greedy,
}

/// A record that could be of a belief.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// The record.
    pub row: u32,
    /// The belief.
    pub column: u32,
    /// What matching them costs.
    pub cost: f32,
}

const NONE: u32 = u32::MAX;

/// Finds assignments and keeps its buffers.
#[derive(Clone, Debug, Default)]
pub struct Assigner {
    /// The pairs that are possible, filled by the caller.
    pub pairs: Vec<Pair>,
    /// What it costs each row to be given no column, filled by the caller. Left empty, as many rows as possible are matched.
    pub unmatched: Vec<f32>,
    /// For each row the column that it was given, and what that costs.
    matched: Vec<u32>,
    given: Vec<f32>,
    taken: Vec<bool>,
    group: Vec<u32>,
    order: Vec<u32>,
    own: Vec<u32>,
    costs: Vec<f64>,
    row_price: Vec<f64>,
    column_price: Vec<f64>,
    holder: Vec<u32>,
    came_from: Vec<u32>,
    least: Vec<f64>,
    reached: Vec<bool>,
}

impl Assigner {
    /// The column that a row was given.
    pub fn of(&self, row: usize) -> Option<usize> {
        self.matched.get(row).filter(|column| **column != NONE).map(|column| *column as usize)
    }

    /// The column that a row was given, and what that costs.
    pub fn given(&self, row: usize) -> Option<(usize, f32)> {
        self.of(row).map(|column| (column, self.given[row]))
    }

    /// The row that a column was given to.
    pub fn row_of(&self, column: usize) -> Option<usize> {
        self.matched.iter().position(|given| *given as usize == column)
    }

    /// What a pair costs; `None` where it is not possible.
    pub fn cost(&self, row: usize, column: usize) -> Option<f32> {
        let is_pair = |pair: &&Pair| (pair.row as usize, pair.column as usize) == (row, column);
        self.pairs.iter().find(is_pair).map(|pair| pair.cost)
    }

    /// Whether a column was given to a row.
    pub fn is_taken(&self, column: u32) -> bool {
        self.matched.contains(&column)
    }

    /// Assigns rows to columns by the pairs.
    pub fn solve(&mut self, how: Assignment, rows: usize, columns: usize) {
        self.matched.clear();
        self.matched.resize(rows, NONE);
        // No path leads on from a cost that is no number: the search for one would never end.
        self.pairs.retain(|pair| pair.cost.is_finite());
        debug_assert!(self.unmatched.iter().all(|cost| cost.is_finite()));
        self.make_room(rows, columns);
        match how {
            Assignment::Greedy => self.greedy(columns),
            Assignment::Optimal => self.optimal(rows, columns),
        }
        self.given.clear();
        self.given.resize(rows, 0.0);
        for pair in self.pairs.iter().filter(|pair| self.matched[pair.row as usize] == pair.column) {
            self.given[pair.row as usize] = pair.cost;
        }
    }

    /// Room for the largest group that so many could form, so that a rare one does not allocate.
    fn make_room(&mut self, rows: usize, columns: usize) {
        fn room<T>(buffer: &mut Vec<T>, length: usize) {
            buffer.reserve(length.saturating_sub(buffer.len()));
        }
        let all = rows + columns + 1;
        room(&mut self.pairs, rows * columns);
        room(&mut self.costs, rows * all);
        room(&mut self.own, columns);
        room(&mut self.row_price, rows + 1);
        room(&mut self.column_price, all);
        room(&mut self.holder, all);
        room(&mut self.came_from, all);
        room(&mut self.least, all);
        room(&mut self.reached, all);
    }

    fn greedy(&mut self, columns: usize) {
        self.taken.clear();
        self.taken.resize(columns, false);
        self.pairs.sort_unstable_by(|a, b| {
            a.row.cmp(&b.row).then(a.cost.total_cmp(&b.cost)).then(a.column.cmp(&b.column))
        });
        for pair in &self.pairs {
            let (row, column) = (pair.row as usize, pair.column as usize);
            let worth = self.unmatched.get(row).is_none_or(|unmatched| pair.cost < *unmatched);
            if worth && self.matched[row] == NONE && !self.taken[column] {
                self.matched[row] = pair.column;
                self.taken[column] = true;
            }
        }
    }

    fn optimal(&mut self, rows: usize, columns: usize) {
        self.find_groups(rows, columns);
        // Pairs of one group stand together.
        let group = &self.group;
        self.pairs.sort_unstable_by_key(|pair| (group[pair.row as usize], pair.row, pair.column));
        let mut start = 0;
        while start < self.pairs.len() {
            let name = self.group[self.pairs[start].row as usize];
            let length = self.pairs[start..].partition_point(|pair| self.group[pair.row as usize] == name);
            if length == 1 {
                let pair = self.pairs[start];
                if self.unmatched.get(pair.row as usize).is_none_or(|unmatched| pair.cost < *unmatched) {
                    self.matched[pair.row as usize] = pair.column;
                }
            } else {
                self.solve_group(start, start + length, rows, columns);
            }
            start += length;
        }
    }

    /// Rows and columns that are connected by pairs, found by union of sets. A group's name is its least member.
    fn find_groups(&mut self, rows: usize, columns: usize) {
        self.group.clear();
        self.group.extend(0..(rows + columns) as u32);
        fn root(group: &[u32], mut at: u32) -> u32 {
            while group[at as usize] != at {
                at = group[at as usize];
            }
            at
        }
        for pair in &self.pairs {
            let (a, b) = (root(&self.group, pair.row), root(&self.group, rows as u32 + pair.column));
            self.group[a.max(b) as usize] = a.min(b);
        }
        for at in 0..self.group.len() {
            self.group[at] = root(&self.group, at as u32);
        }
    }

    /// Solves one group of pairs. Each row also has a column of its own that means "nobody": as dear as the caller says, or
    /// else dearer than all the group's matches together, so that as many as possible are matched.
    fn solve_group(&mut self, start: usize, end: usize, rows: usize, columns: usize) {
        self.order.clear();
        self.order.resize(rows, NONE);
        self.own.clear();
        let (mut height, mut width) = (0, 0);
        self.taken.clear();
        self.taken.resize(columns, false);
        for pair in &self.pairs[start..end] {
            if self.order[pair.row as usize] == NONE {
                self.order[pair.row as usize] = height as u32;
                height += 1;
            }
            if !self.taken[pair.column as usize] {
                self.taken[pair.column as usize] = true;
                self.own.push(pair.column);
                width += 1;
            }
        }
        self.own.sort_unstable();
        let all = width + height;
        let dearest =
            self.pairs[start..end].iter().fold(0.0f64, |most, pair| most.max(pair.cost.abs().into()));
        let nobody = (dearest + 1.0) * (2 * height + 1) as f64;
        self.costs.clear();
        let dearest_left = self.unmatched.iter().fold(0.0f64, |most, cost| most.max(f64::from(cost.abs())));
        let forbidden = nobody.max(dearest_left * (height + 1) as f64) * 4.0;
        self.costs.resize(height * all, forbidden);
        for (row, order) in self.order.iter().enumerate().filter(|(_, order)| **order != NONE) {
            let order = *order as usize;
            let unmatched = self.unmatched.get(row).map_or(nobody, |unmatched| f64::from(*unmatched));
            self.costs[order * all + width + order] = unmatched;
        }
        for pair in &self.pairs[start..end] {
            let row = self.order[pair.row as usize] as usize;
            let column = self.own.binary_search(&pair.column).unwrap_or(0);
            self.costs[row * all + column] = pair.cost.into();
        }
        self.augment(height, all);
        for pair in &self.pairs[start..end] {
            let row = self.order[pair.row as usize];
            let column = self.own.binary_search(&pair.column).unwrap_or(0);
            if self.holder[column + 1] == row + 1 {
                self.matched[pair.row as usize] = pair.column;
            }
        }
    }

    /// The Hungarian method with prices, one row at a time along the cheapest path. Rows and columns count
    /// from 1; column 0 is where a path begins. `holder` says which row has a column.
    fn augment(&mut self, height: usize, width: usize) {
        reset(&mut self.row_price, height + 1, 0.0);
        reset(&mut self.column_price, width + 1, 0.0);
        reset(&mut self.holder, width + 1, 0);
        reset(&mut self.came_from, width + 1, 0);
        for row in 1..=height {
            self.holder[0] = row as u32;
            reset(&mut self.least, width + 1, f64::INFINITY);
            reset(&mut self.reached, width + 1, false);
            let mut column = 0;
            loop {
                self.reached[column] = true;
                let from = self.holder[column] as usize;
                let (mut step, mut next) = (f64::INFINITY, 0);
                for to in 1..=width {
                    if self.reached[to] {
                        continue;
                    }
                    let cost = self.costs[(from - 1) * width + to - 1]
                        - self.row_price[from]
                        - self.column_price[to];
                    if cost < self.least[to] {
                        self.least[to] = cost;
                        self.came_from[to] = column as u32;
                    }
                    if self.least[to] < step {
                        (step, next) = (self.least[to], to);
                    }
                }
                for to in 0..=width {
                    if self.reached[to] {
                        self.row_price[self.holder[to] as usize] += step;
                        self.column_price[to] -= step;
                    } else {
                        self.least[to] -= step;
                    }
                }
                column = next;
                if self.holder[column] == 0 {
                    break;
                }
            }
            while column != 0 {
                let before = self.came_from[column] as usize;
                self.holder[column] = self.holder[before];
                column = before;
            }
        }
    }
}

fn reset<T: Clone>(buffer: &mut Vec<T>, length: usize, value: T) {
    buffer.clear();
    buffer.resize(length, value);
}

#[cfg(test)]
mod tests {
    use super::*;
    use piaget_terms::Chance;

    /// Among costs without end the search for the cheapest path has nowhere to go, and would never end.
    #[test]
    fn a_cost_that_is_no_number_matches_nobody() {
        for nonsense in [f32::INFINITY, f32::NEG_INFINITY, f32::NAN] {
            for how in [Assignment::Greedy, Assignment::Optimal] {
                let mut assigner = Assigner::default();
                let pair = |row, column, cost| Pair { row, column, cost };
                assigner.pairs.extend([
                    pair(0, 0, nonsense),
                    pair(0, 1, 2.0),
                    pair(1, 0, nonsense),
                    pair(1, 1, nonsense),
                ]);
                assigner.solve(how, 2, 2);
                assert_eq!((assigner.of(0), assigner.of(1)), (Some(1), None));
            }
        }
    }

    /// Every assignment, by trying them all: most matches first, then least cost.
    fn best(pairs: &[Pair], rows: u32, row: u32, taken: u32) -> (u32, f64) {
        if row == rows {
            return (0, 0.0);
        }
        let mut found = best(pairs, rows, row + 1, taken);
        for pair in pairs.iter().filter(|pair| pair.row == row && taken & (1 << pair.column) == 0) {
            let (matches, cost) = best(pairs, rows, row + 1, taken | 1 << pair.column);
            let this = (matches + 1, cost + f64::from(pair.cost));
            if this.0 > found.0 || (this.0 == found.0 && this.1 < found.1) {
                found = this;
            }
        }
        found
    }

    #[test]
    fn optimal_is_as_good_as_trying_every_assignment() {
        let mut chance = Chance::new(3);
        let mut assigner = Assigner::default();
        for _ in 0..500 {
            let (rows, columns) = (1 + chance.below(6), 1 + chance.below(6));
            let density = chance.unit();
            let mut pairs = Vec::new();
            for row in 0..rows {
                for column in 0..columns {
                    if chance.happens(density) {
                        pairs.push(Pair { row, column, cost: chance.between(-2.0, 10.0) });
                    }
                }
            }
            assigner.pairs.clone_from(&pairs);
            assigner.solve(Assignment::Optimal, rows as usize, columns as usize);
            let (mut matches, mut cost, mut taken) = (0, 0.0, 0u32);
            for row in 0..rows {
                if let Some(column) = assigner.of(row as usize) {
                    let pair = pairs.iter().find(|pair| pair.row == row && pair.column == column as u32);
                    cost += f64::from(pair.expect("only given pairs are matched").cost);
                    assert_eq!(taken & (1 << column), 0, "a belief was given twice");
                    taken |= 1 << column;
                    matches += 1;
                }
            }
            let expected = best(&pairs, rows, 0, 0);
            assert_eq!(matches, expected.0);
            assert!((cost - expected.1).abs() < 1e-6, "{cost} against {}", expected.1);
        }
    }

    #[test]
    fn greedy_falls_for_the_nearer_of_two_where_optimal_does_not() {
        let mut assigner = Assigner::default();
        let pair = |row, column, cost| Pair { row, column, cost };
        let pairs = [pair(0, 0, 1.0), pair(0, 1, 1.1), pair(1, 0, 1.2), pair(1, 1, 9.0)];
        assigner.pairs = pairs.to_vec();
        assigner.solve(Assignment::Greedy, 2, 2);
        assert_eq!((assigner.of(0), assigner.of(1)), (Some(0), Some(1)));
        assigner.pairs = pairs.to_vec();
        assigner.solve(Assignment::Optimal, 2, 2);
        assert_eq!((assigner.of(0), assigner.of(1)), (Some(1), Some(0)));
    }
}
