//! The cheapest assignment of rows to columns (Hungarian method, by shortest augmenting paths), for scorers and rivals.

/// A cost that is as good as forbidden.
pub const FORBIDDEN: f64 = 1e6;

/// A table of costs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Costs {
    rows: usize,
    columns: usize,
    cells: Vec<f64>,
}

impl Costs {
    /// A table in which everything costs the same.
    pub fn new(rows: usize, columns: usize, cost: f64) -> Self {
        Self { rows, columns, cells: vec![cost; rows * columns] }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The costs of a row.
    pub fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * self.columns..(row + 1) * self.columns]
    }

    /// The costs of a row, to be changed.
    pub fn row_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.cells[row * self.columns..(row + 1) * self.columns]
    }

    /// Sums what an assignment costs.
    pub fn sum(&self, columns: &[Option<usize>]) -> f64 {
        columns.iter().enumerate().filter_map(|(row, column)| Some(self.row(row)[(*column)?])).sum()
    }
}

/// The column of each row in the cheapest assignment. Every row has one where there are at least as many columns as rows;
/// else every column has a row.
///
/// ```
/// use piaget_life::assignment::{Costs, assign};
/// let mut costs = Costs::new(2, 2, 1.0);
/// costs.row_mut(0)[1] = 0.0;
/// costs.row_mut(1)[1] = 0.5;
/// assert_eq!(assign(&costs), [Some(1), Some(0)]);
/// ```
pub fn assign(costs: &Costs) -> Vec<Option<usize>> {
    if costs.rows > costs.columns {
        let mut turned = Costs::new(costs.columns, costs.rows, 0.0);
        for row in 0..costs.rows {
            for (column, cost) in costs.row(row).iter().enumerate() {
                turned.row_mut(column)[row] = *cost;
            }
        }
        let mut columns = vec![None; costs.rows];
        for (column, row) in assign(&turned).into_iter().enumerate() {
            if let Some(row) = row {
                columns[row] = Some(column);
            }
        }
        return columns;
    }
    let (n, m) = (costs.rows, costs.columns);
    // Row and column 0 stand for "none", as the method has it.
    let (mut of_row, mut of_column) = (vec![0.0; n + 1], vec![0.0; m + 1]);
    let (mut taken_by, mut came_from) = (vec![0; m + 1], vec![0; m + 1]);
    let (mut least, mut used) = (vec![0.0; m + 1], vec![false; m + 1]);
    for row in 1..=n {
        taken_by[0] = row;
        let mut at = 0;
        least.fill(f64::INFINITY);
        used.fill(false);
        loop {
            used[at] = true;
            let from = taken_by[at];
            let (mut step, mut next) = (f64::INFINITY, 0);
            let cells = costs.row(from - 1);
            for column in 1..=m {
                if used[column] {
                    continue;
                }
                let reduced = cells[column - 1] - of_row[from] - of_column[column];
                if reduced < least[column] {
                    (least[column], came_from[column]) = (reduced, at);
                }
                if least[column] < step {
                    (step, next) = (least[column], column);
                }
            }
            for column in 0..=m {
                match used[column] {
                    true => {
                        of_row[taken_by[column]] += step;
                        of_column[column] -= step;
                    }
                    false => least[column] -= step,
                }
            }
            at = next;
            if taken_by[at] == 0 {
                break;
            }
        }
        while at != 0 {
            let before = came_from[at];
            taken_by[at] = taken_by[before];
            at = before;
        }
    }
    let mut columns = vec![None; n];
    for column in 1..=m {
        if taken_by[column] > 0 {
            columns[taken_by[column] - 1] = Some(column - 1);
        }
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The least cost over all ways, tried one by one.
    fn least(costs: &Costs, row: usize, used: &mut Vec<bool>) -> f64 {
        if row == costs.rows() {
            return 0.0;
        }
        let mut best = f64::INFINITY;
        for column in 0..costs.columns() {
            if !used[column] {
                used[column] = true;
                best = best.min(costs.row(row)[column] + least(costs, row + 1, used));
                used[column] = false;
            }
        }
        best
    }

    proptest! {
        #[test]
        fn no_other_assignment_is_cheaper(
            rows in 1usize..5, more in 0usize..3, cells in prop::collection::vec(-5.0..5.0f64, 40)
        ) {
            let columns = rows + more;
            let mut costs = Costs::new(rows, columns, 0.0);
            costs.cells.copy_from_slice(&cells[..rows * columns]);
            let found = assign(&costs);
            prop_assert!(found.iter().all(Option::is_some));
            let best = least(&costs, 0, &mut vec![false; columns]);
            prop_assert!((costs.sum(&found) - best).abs() < 1e-9);
        }
    }

    #[test]
    fn more_rows_than_columns_leave_rows_without() {
        let mut costs = Costs::new(3, 1, 2.0);
        costs.row_mut(1)[0] = 1.0;
        assert_eq!(assign(&costs), [None, Some(0), None]);
        assert!(assign(&Costs::new(0, 4, 0.0)).is_empty());
        assert_eq!(assign(&Costs::new(2, 0, 0.0)), [None, None]);
    }
}
