//! Rooms found on the ground (Brom 5, point c: learn space abstractions automatically). What one walks through freely is
//! a room; what one squeezes through is a doorway. It is a watershed of the clearance from walls (a distance transform):
//! basins that meet where the way is about as wide as the narrower of them are one room. It knows no names and nothing of
//! what is kept in a room.

use piaget_nav::Ground;
use piaget_terms::Vec2;
use std::collections::BTreeMap;

/// What counts as a room.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoomsConfig {
    /// A passage narrower than this share of the narrower room is a doorway. More cuts the ground into more rooms.
    /// Default 0.6.
    pub door: f32,
    /// What is smaller than this belongs to the room beside it. Default 2 square metres.
    pub least_m2: f32,
    /// The most rooms; the smallest beyond belong to those beside them. Default 256.
    pub most: u32,
}

impl Default for RoomsConfig {
    fn default() -> Self {
        Self { door: 0.6, least_m2: 2.0, most: 256 }
    }
}

/// The rooms of a ground.
///
/// ```
/// use piaget_nav::{Ground, Raster};
/// use piaget_memory::{Rooms, RoomsConfig};
/// use piaget_terms::{Rect, Terrain, Vec2, Wall};
/// let mut terrain = Terrain::open(Rect::centred(10.0, 5.0));
/// let wall = |z: f32| Wall { centre: Vec2::new(0.0, z), half: Vec2::new(0.1, 1.0), yaw: 0.0, height_m: 2.5 };
/// terrain.walls = vec![wall(1.5), wall(-1.5)];
/// let rooms = Rooms::new(&Ground::new(&terrain, 0.2, &Raster::default()), &RoomsConfig::default());
/// assert_eq!(rooms.len(), 2);
/// assert_ne!(rooms.at(Vec2::new(-3.0, 2.0)), rooms.at(Vec2::new(3.0, -2.0)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Rooms {
    /// Per cell of the ground the room it belongs to; cells in walls belong to the room nearest to them.
    room: Vec<u32>,
    columns: u32,
    rows: u32,
    cell_m: f32,
    origin: Vec2,
    /// The widest point of each.
    middles: Vec<Vec2>,
}

const NONE: u32 = u32::MAX;
/// Steps of the chamfer distance (3 and 4 thirds of a cell): whole numbers, so that ties are ties everywhere.
const STRAIGHT: u32 = 3;
const DIAGONAL: u32 = 4;

impl Rooms {
    /// Finds the rooms of a ground.
    pub fn new(ground: &Ground, config: &RoomsConfig) -> Self {
        let (columns, rows) = (ground.columns as usize, ground.rows as usize);
        let clearance = clearance(ground);
        let mut basins = Basins::new(columns * rows);
        basins.flood(&clearance, columns, config.door);
        let cell_m2 = ground.cell_m * ground.cell_m;
        basins.swallow(config.least_m2 / cell_m2, config.most.max(1) as usize);
        let mut rooms = Self {
            room: vec![NONE; columns * rows],
            columns: ground.columns,
            rows: ground.rows,
            cell_m: ground.cell_m,
            origin: ground.origin,
            middles: Vec::new(),
        };
        let mut number = BTreeMap::new();
        for cell in 0..columns * rows {
            let Some(root) = basins.root_of(cell) else { continue };
            let next = number.len() as u32;
            rooms.room[cell] = *number.entry(root).or_insert_with(|| {
                let peak = basins.all[root as usize].peak;
                rooms.middles.push(ground.centre_of(((peak % columns) as u32, (peak / columns) as u32)));
                next
            });
        }
        rooms.fill_walls();
        rooms
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.middles.len()
    }

    /// Whether nobody can stand anywhere.
    pub fn is_empty(&self) -> bool {
        self.middles.is_empty()
    }

    /// The room that holds a point; points off the ground belong to the room at its border.
    pub fn at(&self, point: Vec2) -> Option<u32> {
        if self.room.is_empty() {
            return None;
        }
        let cell = ((point - self.origin) / self.cell_m).floor();
        let last = Vec2::new(self.columns as f32 - 1.0, self.rows as f32 - 1.0);
        let cell = cell.clamp(Vec2::ZERO, last);
        let room = self.room[cell.y as usize * self.columns as usize + cell.x as usize];
        (room != NONE).then_some(room)
    }

    /// The point of a room that is farthest from its walls.
    pub fn middle(&self, room: u32) -> Option<Vec2> {
        self.middles.get(room as usize).copied()
    }

    /// Walls and their margins go to the room nearest to them, by breadth.
    fn fill_walls(&mut self) {
        let columns = self.columns as usize;
        let mut edge: Vec<usize> = (0..self.room.len()).filter(|cell| self.room[*cell] != NONE).collect();
        while !edge.is_empty() {
            let mut next = Vec::new();
            for cell in edge {
                for beside in beside(cell, columns, self.room.len()) {
                    if self.room[beside] == NONE {
                        self.room[beside] = self.room[cell];
                        next.push(beside);
                    }
                }
            }
            edge = next;
        }
    }
}

/// The straight neighbours of a cell.
fn beside(cell: usize, columns: usize, count: usize) -> impl Iterator<Item = usize> {
    let column = cell % columns;
    let left = (column > 0).then(|| cell - 1);
    let right = (column + 1 < columns).then_some(cell + 1);
    let up = cell.checked_sub(columns);
    let down = Some(cell + columns).filter(|cell| *cell < count);
    [up, left, right, down].into_iter().flatten()
}

/// How far each cell is from the nearest that is not free, in thirds of a cell; off the map nothing is free.
fn clearance(ground: &Ground) -> Vec<u32> {
    let (columns, rows) = (ground.columns as i64, ground.rows as i64);
    let at = |column: i64, row: i64| (row * columns + column) as usize;
    let free = |column: i64, row: i64| ground.island_of((column as u32, row as u32)) != 0;
    let mut all = vec![0u32; (columns * rows) as usize];
    let behind = [(-1, 0, STRAIGHT), (0, -1, STRAIGHT), (-1, -1, DIAGONAL), (1, -1, DIAGONAL)];
    for forward in [true, false] {
        let sign = if forward { 1 } else { -1 };
        for step in 0..columns * rows {
            let cell = if forward { step } else { columns * rows - 1 - step };
            let (column, row) = (cell % columns, cell / columns);
            if !free(column, row) {
                continue;
            }
            let mut least = if forward { u32::MAX } else { all[cell as usize] };
            for (dx, dz, length) in behind {
                let (x, z) = (column + sign * dx, row + sign * dz);
                let inside = x >= 0 && z >= 0 && x < columns && z < rows;
                least = least.min(if inside { all[at(x, z)].saturating_add(length) } else { length });
            }
            all[cell as usize] = least;
        }
    }
    all
}

/// A basin of the watershed.
struct Basin {
    /// The cell where the clearance is greatest.
    peak: usize,
    height: u32,
    cells: u32,
    joined: u32,
}

struct Basins {
    of_cell: Vec<u32>,
    all: Vec<Basin>,
    /// The widest passage between two, by the lower number first.
    passages: BTreeMap<(u32, u32), u32>,
}

impl Basins {
    fn new(cells: usize) -> Self {
        Self { of_cell: vec![NONE; cells], all: Vec::new(), passages: BTreeMap::new() }
    }

    fn find(&self, mut basin: u32) -> u32 {
        while self.all[basin as usize].joined != basin {
            basin = self.all[basin as usize].joined;
        }
        basin
    }

    fn root_of(&self, cell: usize) -> Option<u32> {
        Some(self.of_cell[cell]).filter(|basin| *basin != NONE).map(|basin| self.find(basin))
    }

    /// Cells from the widest to the narrowest: each opens a basin, joins one, or is where two meet.
    fn flood(&mut self, clearance: &[u32], columns: usize, door: f32) {
        let mut order: Vec<usize> = (0..clearance.len()).filter(|cell| clearance[*cell] > 0).collect();
        order.sort_by_key(|cell| (std::cmp::Reverse(clearance[*cell]), *cell));
        for cell in order {
            let height = clearance[cell];
            let mut met: [Option<u32>; 4] = [None; 4];
            for (slot, beside) in met.iter_mut().zip(beside(cell, columns, clearance.len())) {
                *slot = self.root_of(beside);
            }
            for at in 0..4 {
                for other in at + 1..4 {
                    let roots = met[at].map(|a| self.find(a)).zip(met[other].map(|b| self.find(b)));
                    if let Some((a, b)) = roots.filter(|(a, b)| a != b) {
                        self.meet(a, b, height, door);
                    }
                }
            }
            let roots = met.into_iter().flatten().map(|basin| self.find(basin));
            let own = roots.max_by_key(|basin| (self.all[*basin as usize].height, std::cmp::Reverse(*basin)));
            let own = own.unwrap_or_else(|| {
                let new = self.all.len() as u32;
                self.all.push(Basin { peak: cell, height, cells: 0, joined: new });
                new
            });
            self.all[own as usize].cells += 1;
            self.of_cell[cell] = own;
        }
    }

    fn meet(&mut self, a: u32, b: u32, height: u32, door: f32) {
        let lower = self.all[a as usize].height.min(self.all[b as usize].height);
        if height as f32 >= door * lower as f32 {
            self.join(a, b);
        } else {
            let widest = self.passages.entry((a.min(b), a.max(b))).or_default();
            *widest = height.max(*widest);
        }
    }

    /// The lower becomes a part of the higher.
    fn join(&mut self, a: u32, b: u32) -> u32 {
        let rank = |basin: u32| (self.all[basin as usize].height, std::cmp::Reverse(basin));
        let (kept, gone) = if rank(a) >= rank(b) { (a, b) } else { (b, a) };
        self.all[gone as usize].joined = kept;
        self.all[kept as usize].cells += self.all[gone as usize].cells;
        kept
    }

    /// What is too small, and the smallest of too many, goes to the room beside it with the widest passage.
    fn swallow(&mut self, least_cells: f32, most: usize) {
        loop {
            let roots = (0..self.all.len() as u32).filter(|basin| self.find(*basin) == *basin);
            let mut roots: Vec<(u32, u32)> =
                roots.map(|root| (self.all[root as usize].cells, root)).collect();
            roots.sort_unstable();
            let crowded = roots.len() > most;
            let mut done = true;
            for (cells, root) in roots {
                if cells as f32 >= least_cells && !crowded {
                    break;
                }
                let beside = self.passages.iter().filter_map(|((a, b), height)| {
                    let (a, b) = (self.find(*a), self.find(*b));
                    let other = if a == root { b } else { a };
                    (a != b && (a == root || b == root)).then_some((*height, std::cmp::Reverse(other), other))
                });
                // A room without a way out stays what it is.
                if let Some((_, _, other)) = beside.max() {
                    self.join(root, other);
                    done = false;
                    break;
                }
            }
            if done {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piaget_nav::Raster;
    use piaget_terms::{Rect, Terrain, Wall};

    fn wall(x: f32, z: f32, half_x: f32, half_z: f32) -> Wall {
        Wall { centre: Vec2::new(x, z), half: Vec2::new(half_x, half_z), yaw: 0.0, height_m: 2.5 }
    }

    fn rooms(terrain: &Terrain) -> Rooms {
        Rooms::new(&Ground::new(terrain, 0.2, &Raster::default()), &RoomsConfig::default())
    }

    #[test]
    fn open_ground_is_one_room_and_a_pillar_does_not_divide_it() {
        let mut terrain = Terrain::open(Rect::centred(8.0, 8.0));
        assert_eq!(rooms(&terrain).len(), 1);
        terrain.walls.push(wall(0.0, 0.0, 0.2, 0.2));
        assert_eq!(rooms(&terrain).len(), 1);
    }

    #[test]
    fn a_door_divides_and_a_wide_opening_does_not() {
        for (opening_m, count) in [(0.9, 2), (1.5, 2), (6.0, 1)] {
            let mut terrain = Terrain::open(Rect::centred(14.0, 8.0));
            let half = (8.0 - opening_m) / 4.0;
            terrain.walls = vec![wall(0.0, 4.0 - half, 0.1, half), wall(0.0, half - 4.0, 0.1, half)];
            assert_eq!(rooms(&terrain).len(), count, "an opening of {opening_m} m");
        }
    }

    #[test]
    fn ground_without_room_to_stand_has_no_rooms() {
        let mut terrain = Terrain::open(Rect::centred(2.0, 2.0));
        terrain.walls.push(wall(0.0, 0.0, 3.0, 3.0));
        let rooms = rooms(&terrain);
        assert!(rooms.is_empty() && rooms.at(Vec2::ZERO).is_none());
    }

    #[test]
    fn no_more_rooms_than_are_allowed() {
        let mut terrain = Terrain::open(Rect::centred(30.0, 5.0));
        for x in [-10.0f32, -5.0, 0.0, 5.0, 10.0] {
            terrain.walls.extend([wall(x, 1.5, 0.1, 1.0), wall(x, -1.5, 0.1, 1.0)]);
        }
        let ground = Ground::new(&terrain, 0.2, &Raster::default());
        assert_eq!(Rooms::new(&ground, &RoomsConfig::default()).len(), 6);
        let few = Rooms::new(&ground, &RoomsConfig { most: 3, ..RoomsConfig::default() });
        assert_eq!(few.len(), 3);
    }
}
