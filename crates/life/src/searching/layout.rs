//! Twenty kinds of ground to search: each with sizes, doors and gaps by chance. Walls are higher than anything that is
//! hidden, so what hides what can be told on the plan.

use piaget_terms::{Chance, Rect, Terrain, Vec2, Wall};

/// How high walls are.
const WALL_HEIGHT_M: f32 = 2.5;
/// Half of how thick they are.
const WALL_HALF_M: f32 = 0.15;
/// How wide doors and gaps are, from and to: every body that is measured gets through.
const DOOR_M: (f32, f32) = (1.0, 1.8);

/// A kind of ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Layout {
    OpenField,
    OneWall,
    TwoWalls,
    ScatteredWalls,
    Hedges,
    Pillars,
    Forest,
    FourRooms,
    SixRooms,
    NineRooms,
    Corridor,
    Warehouse,
    CrossedWarehouse,
    Boxes,
    Containers,
    Maze,
    LooseMaze,
    Courtyard,
    Spiral,
    Zigzag,
}

impl Layout {
    /// All of them.
    pub const ALL: [Self; 20] = [
        Self::OpenField,
        Self::OneWall,
        Self::TwoWalls,
        Self::ScatteredWalls,
        Self::Hedges,
        Self::Pillars,
        Self::Forest,
        Self::FourRooms,
        Self::SixRooms,
        Self::NineRooms,
        Self::Corridor,
        Self::Warehouse,
        Self::CrossedWarehouse,
        Self::Boxes,
        Self::Containers,
        Self::Maze,
        Self::LooseMaze,
        Self::Courtyard,
        Self::Spiral,
        Self::Zigzag,
    ];

    /// A ground of this kind within these sides.
    pub fn draw(self, size: Vec2, chance: &mut Chance) -> Terrain {
        let mut plan = Plan { half: size * 0.5, walls: Vec::new(), chance };
        match self {
            Self::OpenField => {}
            Self::OneWall => plan.scatter(1, (0.3, 0.6)),
            Self::TwoWalls => plan.scatter(2, (0.25, 0.5)),
            Self::ScatteredWalls => plan.scatter(7, (0.15, 0.35)),
            Self::Hedges => plan.rows(4.0, 1, false),
            Self::Pillars => plan.pillars(3.0, 1.0),
            Self::Forest => plan.blocks(22, (0.2, 0.45)),
            Self::FourRooms => plan.rooms(2, 2),
            Self::SixRooms => plan.rooms(3, 2),
            Self::NineRooms => plan.rooms(3, 3),
            Self::Corridor => plan.corridor(),
            Self::Warehouse => plan.rows(2.6, 2, true),
            Self::CrossedWarehouse => plan.rows(2.6, 4, true),
            Self::Boxes => plan.blocks(12, (0.4, 0.8)),
            Self::Containers => plan.blocks(6, (1.0, 2.4)),
            Self::Maze => plan.maze(0.0),
            Self::LooseMaze => plan.maze(0.35),
            Self::Courtyard => plan.courtyard(),
            Self::Spiral => plan.spiral(),
            Self::Zigzag => plan.zigzag(),
        }
        let walls = plan.walls;
        Terrain::open(Rect::centred(size.x, size.y)).with_walls(walls)
    }
}

struct Plan<'a> {
    half: Vec2,
    walls: Vec<Wall>,
    chance: &'a mut Chance,
}

impl Plan<'_> {
    fn block(&mut self, centre: Vec2, half: Vec2, yaw: f32) {
        self.walls.push(Wall { centre, half, yaw, height_m: WALL_HEIGHT_M });
    }

    /// A straight wall along x or z.
    fn wall(&mut self, from: Vec2, to: Vec2) {
        let half = ((to - from).abs() * 0.5).max(Vec2::splat(WALL_HALF_M));
        if (to - from).length() > 2.0 * WALL_HALF_M {
            self.block((from + to) * 0.5, half, 0.0);
        }
    }

    /// A straight wall along x or z with a door somewhere.
    fn wall_with_door(&mut self, from: Vec2, to: Vec2) {
        let (length, along) = ((to - from).length(), (to - from).normalize_or_zero());
        let width = self.chance.between(DOOR_M.0, DOOR_M.1).min(length - 0.6);
        let door = self.chance.between(0.3, (length - width - 0.3).max(0.3));
        self.wall(from, from + along * door);
        self.wall(from + along * (door + width), to);
    }

    /// Walls of any turn, of a length that is such a share of the ground's.
    fn scatter(&mut self, count: u32, share: (f32, f32)) {
        for _ in 0..count {
            let half = self.chance.between(share.0, share.1) * self.half.min_element();
            let at = Vec2::new(self.chance.between(-0.7, 0.7), self.chance.between(-0.7, 0.7)) * self.half;
            let yaw = self.chance.between(-1.57, 1.57);
            self.block(at, Vec2::new(half, WALL_HALF_M), yaw);
        }
    }

    /// Rows a distance apart, each broken into so many pieces; `thick` ones are shelves.
    fn rows(&mut self, apart_m: f32, pieces: u32, thick: bool) {
        let half = if thick { 0.45 } else { WALL_HALF_M };
        let count = ((2.0 * self.half.y - 3.0) / apart_m).floor().max(1.0) as u32;
        for row in 0..count {
            let z = -self.half.y + 1.5 + apart_m * (row as f32 + 0.5);
            let length = (2.0 * self.half.x - 1.2) / pieces as f32;
            for piece in 0..pieces {
                let gap = self.chance.between(DOOR_M.0, DOOR_M.1);
                let from = -self.half.x + 0.6 + length * piece as f32 + gap * 0.5;
                let to = from + length - gap;
                if to - from > 0.5 {
                    let centre = Vec2::new((from + to) * 0.5, z);
                    self.block(centre, Vec2::new((to - from) * 0.5, half), 0.0);
                }
            }
        }
    }

    fn pillars(&mut self, apart_m: f32, side_m: f32) {
        let (columns, rows) = ((2.0 * self.half.x / apart_m) as i32, (2.0 * self.half.y / apart_m) as i32);
        for row in 1..rows {
            for column in 1..columns {
                let at = Vec2::new(column as f32, row as f32) * apart_m - self.half;
                let half = self.chance.between(0.25, 0.5) * side_m;
                self.block(at, Vec2::splat(half), 0.0);
            }
        }
    }

    /// Boxes anywhere, with half sides from and to.
    fn blocks(&mut self, count: u32, half: (f32, f32)) {
        for _ in 0..count {
            let room = self.half - half.1 - 1.0;
            let at = Vec2::new(
                self.chance.between(-room.x, room.x.max(-room.x + 0.1)),
                self.chance.between(-room.y, room.y.max(-room.y + 0.1)),
            );
            let sides = Vec2::new(self.chance.between(half.0, half.1), self.chance.between(half.0, half.1));
            let yaw = self.chance.between(-0.8, 0.8);
            // A gap that nobody gets through would only look like one.
            let reach = sides.length() + DOOR_M.0;
            if self.walls.iter().all(|other| other.centre.distance(at) > reach + other.half.length()) {
                self.block(at, sides, yaw);
            }
        }
    }

    fn rooms(&mut self, columns: u32, rows: u32) {
        let corner = |plan: &Self, column: u32, row: u32| {
            let share = Vec2::new(column as f32 / columns as f32, row as f32 / rows as f32);
            plan.half * (share * 2.0 - 1.0)
        };
        for row in 0..rows {
            for column in 1..columns {
                self.wall_with_door(corner(self, column, row), corner(self, column, row + 1));
            }
        }
        for row in 1..rows {
            for column in 0..columns {
                self.wall_with_door(corner(self, column, row), corner(self, column + 1, row));
            }
        }
    }

    /// A corridor along x with rooms on both sides.
    fn corridor(&mut self) {
        let count = (2.0 * self.half.x / 4.5).round().max(2.0) as u32;
        let wide = self.chance.between(0.8, 1.2);
        for (side, end) in [(wide, self.half.y), (-wide, -self.half.y)] {
            for room in 0..count {
                let edge = |index: u32| -self.half.x + 2.0 * self.half.x * index as f32 / count as f32;
                let (from, to) = (edge(room), edge(room + 1));
                self.wall_with_door(Vec2::new(from, side), Vec2::new(to, side));
                if room > 0 {
                    self.wall(Vec2::new(from, side), Vec2::new(from, end));
                }
            }
        }
    }

    /// A maze of cells; a share of the walls that are not needed is left out besides.
    fn maze(&mut self, left_out: f32) {
        const CELL_M: f32 = 2.2;
        let columns = ((2.0 * self.half.x / CELL_M) as usize).max(3);
        let rows = ((2.0 * self.half.y / CELL_M) as usize).max(3);
        let cell = Vec2::new(2.0 * self.half.x / columns as f32, 2.0 * self.half.y / rows as f32);
        // Whether the wall to the right of a cell and the one beyond it stand.
        let (mut right, mut beyond) = (vec![true; columns * rows], vec![true; columns * rows]);
        let mut visited = vec![false; columns * rows];
        let mut path = vec![self.chance.below((columns * rows) as u32) as usize];
        visited[path[0]] = true;
        while let Some(&at) = path.last() {
            let (column, row) = (at % columns, at / columns);
            let mut ways = Vec::new();
            ways.extend((column + 1 < columns).then_some((at + 1, true, at)));
            ways.extend((column > 0).then(|| (at - 1, true, at - 1)));
            ways.extend((row + 1 < rows).then_some((at + columns, false, at)));
            ways.extend((row > 0).then(|| (at - columns, false, at - columns)));
            ways.retain(|(to, ..)| !visited[*to]);
            if ways.is_empty() {
                path.pop();
                continue;
            }
            let (to, is_right, wall) = ways[self.chance.below(ways.len() as u32) as usize];
            if is_right {
                right[wall] = false
            } else {
                beyond[wall] = false
            }
            visited[to] = true;
            path.push(to);
        }
        for at in 0..columns * rows {
            let (column, row) = (at % columns, at / columns);
            let corner = |right: usize, beyond: usize| {
                Vec2::new((column + right) as f32, (row + beyond) as f32) * cell - self.half
            };
            let (near, far, side) = (corner(1, 0), corner(1, 1), corner(0, 1));
            if right[at] && column + 1 < columns && !self.chance.happens(left_out) {
                self.wall(near, far);
            }
            if beyond[at] && row + 1 < rows && !self.chance.happens(left_out) {
                self.wall(side, far);
            }
        }
    }

    /// A house around a yard, with a door on each side.
    fn courtyard(&mut self) {
        for share in [0.45, 0.8] {
            let corner = self.half * share;
            let corners = [corner, Vec2::new(corner.x, -corner.y), -corner, Vec2::new(-corner.x, corner.y)];
            for side in 0..4 {
                self.wall_with_door(corners[side], corners[(side + 1) % 4]);
            }
        }
    }

    fn spiral(&mut self) {
        const APART_M: f32 = 2.2;
        let mut corner = self.half - APART_M;
        while corner.min_element() > 1.2 {
            let (left, right) = (Vec2::new(-corner.x, corner.y), corner);
            self.wall(left - Vec2::new(APART_M, 0.0), right);
            self.wall(right, Vec2::new(corner.x, -corner.y));
            self.wall(Vec2::new(corner.x, -corner.y), -corner);
            self.wall(-corner, Vec2::new(-corner.x, corner.y - APART_M));
            corner -= APART_M;
        }
    }

    /// Baffles that leave a way at one end in turn.
    fn zigzag(&mut self) {
        const APART_M: f32 = 2.5;
        let count = (2.0 * self.half.x / APART_M) as i32;
        for index in 1..count {
            let x = -self.half.x + APART_M * index as f32;
            let door = self.chance.between(DOOR_M.0, DOOR_M.1) + 0.3;
            let (from, to) = match index % 2 {
                0 => (-self.half.y, self.half.y - door),
                _ => (-self.half.y + door, self.half.y),
            };
            self.wall(Vec2::new(x, from), Vec2::new(x, to));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piaget_nav::{Ground, Raster};

    #[test]
    fn most_of_every_ground_hangs_together() {
        for layout in Layout::ALL {
            for seed in 0..20 {
                let mut chance = Chance::new(seed);
                let size = Vec2::new(chance.between(10.0, 30.0), chance.between(10.0, 30.0));
                let terrain = layout.draw(size, &mut chance);
                let ground = Ground::new(&terrain, 0.3, &Raster { cell_m: 0.25, ..Raster::default() });
                let mut sizes = std::collections::BTreeMap::<u32, u32>::new();
                for row in 0..ground.rows {
                    for column in 0..ground.columns {
                        *sizes.entry(ground.island_of((column, row))).or_default() += 1;
                    }
                }
                sizes.remove(&0);
                let (all, largest) = (sizes.values().sum::<u32>(), sizes.values().max().copied());
                let share = largest.unwrap_or(0) as f32 / all.max(1) as f32;
                assert!(all > 100 && share > 0.6, "{layout:?}, seed {seed}: {share} of {all}");
            }
        }
    }
}
