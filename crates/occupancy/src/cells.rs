//! A lattice as rows and columns, for games that count cells.

use crate::lattice::{Lattice, Node, Shape};

impl Lattice {
    /// How many columns and rows it has; none for a graph.
    ///
    /// ```
    /// use piaget_occupancy::Lattice;
    /// use piaget_terms::{Grid, Terrain, Vec2};
    /// let free = vec![true, true, true, true, false, true];
    /// let grid = Grid { columns: 3, rows: 2, cell_m: 1.0, origin: Vec2::ZERO, free };
    /// let cells = Terrain { bounds: grid.bounds(), walls: Vec::new(), grid: Some(grid) };
    /// let lattice = Lattice::squares(&cells, 1.0, 0.0);
    /// assert_eq!(lattice.size(), (3, 2));
    /// let corner = lattice.at(2, 1).unwrap();
    /// assert_eq!(lattice.column_row(corner), Some((2, 1)));
    /// assert_eq!(lattice.at(1, 1), None, "a wall");
    /// ```
    pub fn size(&self) -> (u32, u32) {
        match self.shape() {
            Shape::Graph => (0, 0),
            _ => (self.columns as u32, self.rows as u32),
        }
    }

    /// The open node in a column of a row, both counted from 0: columns along x, rows along z. `None` outside, in a wall, or on
    /// a graph.
    pub fn at(&self, column: u32, row: u32) -> Option<Node> {
        let (columns, rows) = self.size();
        let inside = column < columns && row < rows;
        let node = inside.then(|| Node(self.stored(row as usize, column as usize) as u32))?;
        self.is_open(node).then_some(node)
    }

    /// The column and the row of a node; `None` for what is no node, and on a graph.
    pub fn column_row(&self, node: Node) -> Option<(u32, u32)> {
        if self.shape() == Shape::Graph || !self.is_open(node) {
            return None;
        }
        let at = node.index().checked_sub(self.first)?;
        Some(((at % self.stride) as u32, (at / self.stride) as u32))
    }
}
