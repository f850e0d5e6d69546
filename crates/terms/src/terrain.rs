//! The lie of the land as a creature knows it: how far it reaches, where walls stand. Things and bodies are
//! not terrain; a creature learns of those only through its senses.

use crate::maths;
use glam::{Vec2, Vec3};
use serde::{Deserialize, Serialize};

/// A rectangle on the ground; `x` is the world's x and `y` is the world's z.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rect {
    /// The corner with the smallest x and z.
    pub min: Vec2,
    /// The corner with the greatest x and z.
    pub max: Vec2,
}

impl Rect {
    /// A rectangle around the origin.
    pub fn centred(width_m: f32, depth_m: f32) -> Self {
        let half = Vec2::new(width_m, depth_m) * 0.5;
        Self { min: -half, max: half }
    }

    /// Whether a point on the ground lies in it.
    pub fn contains(&self, point: Vec2) -> bool {
        point.cmpge(self.min).all() && point.cmple(self.max).all()
    }

    /// Width and depth.
    pub fn size(&self) -> Vec2 {
        self.max - self.min
    }
}

/// A wall: an upright box that stands on the ground, turned by `yaw`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wall {
    /// The middle of its footprint.
    pub centre: Vec2,
    /// Half its length along its own x axis and half its thickness along its own z axis.
    pub half: Vec2,
    /// How far it is turned about the vertical.
    pub yaw: f32,
    /// From the ground to its top.
    pub height_m: f32,
}

impl Wall {
    /// A point of the ground in the wall's own axes.
    fn own(&self, point: Vec2) -> Vec2 {
        self.own_turned(point, (maths::sin(self.yaw), maths::cos(self.yaw)))
    }

    /// The same for a known sine and cosine of its yaw.
    fn own_turned(&self, point: Vec2, (s, c): (f32, f32)) -> Vec2 {
        let d = point - self.centre;
        // The wall's x axis is (cos, -sin) on the ground: a turn about +y takes x towards -z.
        Vec2::new(d.x * c - d.y * s, d.x * s + d.y * c)
    }

    /// Whether a line is so far from the wall that it needs no closer look: it stays out of the circle around all of the
    /// footprint, with more than rounding to spare.
    fn is_far_from(&self, from: Vec2, to: Vec2, half: Vec2) -> bool {
        let (along, away) = (to - from, self.centre - from);
        let length2 = along.length_squared();
        let reach2 = (half.length_squared() * 1.01 + away.length_squared() * 1e-10) * length2;
        let (beside, ahead) = (along.perp_dot(away), along.dot(away));
        let beyond = ahead - length2;
        beside * beside > reach2
            || (ahead < 0.0 && ahead * ahead > reach2)
            || (beyond > 0.0 && beyond * beyond > reach2)
    }

    /// Whether a point lies within `margin_m` of its footprint.
    pub fn contains(&self, point: Vec2, margin_m: f32) -> bool {
        let own = self.own(point).abs();
        own.x <= self.half.x + margin_m && own.y <= self.half.y + margin_m
    }

    /// Whether a straight line on the ground touches its footprint, widened by `margin_m`.
    pub fn cuts(&self, from: Vec2, to: Vec2, margin_m: f32) -> bool {
        self.crossing(from, to, margin_m).is_some()
    }

    /// Whether it stands between two points in space: a look over its top passes.
    ///
    /// ```
    /// use piaget_terms::{Vec2, Vec3, Wall};
    /// let wall = Wall { centre: Vec2::ZERO, half: Vec2::new(2.0, 0.1), yaw: 0.0, height_m: 1.0 };
    /// let (eye, far) = (Vec3::new(0.0, 1.6, -4.0), Vec3::new(0.0, 1.2, 4.0));
    /// assert!(!wall.hides(eye, far) && wall.hides(eye, Vec3::new(0.0, 0.2, 0.5)));
    /// ```
    pub fn hides(&self, from: Vec3, to: Vec3) -> bool {
        let crossing = self.crossing(maths::ground(from), maths::ground(to), 0.0);
        crossing.is_some_and(|(enter, leave)| {
            let height = |share: f32| from.y + (to.y - from.y) * share;
            height(enter).min(height(leave)) < self.height_m
        })
    }

    /// From which share of a line to which it is within the footprint, widened by `margin_m`.
    fn crossing(&self, from: Vec2, to: Vec2, margin_m: f32) -> Option<(f32, f32)> {
        let half = self.half + Vec2::splat(margin_m);
        if self.is_far_from(from, to, half) {
            return None;
        }
        let turned = (maths::sin(self.yaw), maths::cos(self.yaw));
        let (a, b) = (self.own_turned(from, turned), self.own_turned(to, turned));
        let along = b - a;
        let (mut enter, mut leave) = (0.0f32, 1.0f32);
        for axis in 0..2 {
            if along[axis].abs() < 1e-9 {
                if a[axis].abs() > half[axis] {
                    return None;
                }
            } else {
                let (t0, t1) = ((-half[axis] - a[axis]) / along[axis], (half[axis] - a[axis]) / along[axis]);
                enter = enter.max(t0.min(t1));
                leave = leave.min(t0.max(t1));
            }
        }
        (enter <= leave).then_some((enter, leave))
    }

    /// The four corners of the footprint.
    pub fn corners(&self) -> [Vec2; 4] {
        let (s, c) = (maths::sin(self.yaw), maths::cos(self.yaw));
        let (x, z) = (Vec2::new(c, -s) * self.half.x, Vec2::new(s, c) * self.half.y);
        [self.centre + x + z, self.centre - x + z, self.centre - x - z, self.centre + x - z]
    }
}

/// A map of square cells, such as the maps of strategy games. Row 0 is at the smallest z.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Saved")]
pub struct Grid {
    /// Cells along x.
    pub columns: u32,
    /// Cells along z.
    pub rows: u32,
    /// The side of a cell.
    pub cell_m: f32,
    /// The corner with the smallest x and z.
    pub origin: Vec2,
    /// Row by row, whether one can stand in the cell.
    pub free: Vec<bool>,
}

/// A grid as a file has it, which may be damaged.
#[derive(Deserialize)]
struct Saved {
    columns: u32,
    rows: u32,
    cell_m: f32,
    origin: Vec2,
    free: Vec<bool>,
}

impl TryFrom<Saved> for Grid {
    type Error = &'static str;

    fn try_from(saved: Saved) -> Result<Self, Self::Error> {
        let Saved { columns, rows, cell_m, origin, free } = saved;
        let sound = u64::from(columns) * u64::from(rows) == free.len() as u64
            && cell_m.is_finite()
            && cell_m > 0.0
            && origin.is_finite();
        if sound {
            Ok(Self { columns, rows, cell_m, origin, free })
        } else {
            Err("a map of cells is incomplete")
        }
    }
}

impl Grid {
    /// The cell that holds a point, if the point lies on the map.
    pub fn cell_at(&self, point: Vec2) -> Option<(u32, u32)> {
        let cell = ((point - self.origin) / self.cell_m).floor();
        let inside =
            cell.x >= 0.0 && cell.y >= 0.0 && cell.x < self.columns as f32 && cell.y < self.rows as f32;
        inside.then_some((cell.x as u32, cell.y as u32))
    }

    /// The middle of a cell.
    pub fn centre_of(&self, column: u32, row: u32) -> Vec2 {
        self.origin + Vec2::new(column as f32 + 0.5, row as f32 + 0.5) * self.cell_m
    }

    /// Whether one can stand in the cell; false off the map, and where a damaged file has fewer cells than it says.
    pub fn is_free(&self, column: i64, row: i64) -> bool {
        let inside =
            column >= 0 && row >= 0 && column < i64::from(self.columns) && row < i64::from(self.rows);
        inside && self.free.get((row * i64::from(self.columns) + column) as usize).is_some_and(|free| *free)
    }

    /// The ground that the map covers.
    pub fn bounds(&self) -> Rect {
        let size = Vec2::new(self.columns as f32, self.rows as f32) * self.cell_m;
        Rect { min: self.origin, max: self.origin + size }
    }

    /// Whether a straight line touches a cell in which nobody can stand. What is off the map does not count.
    pub fn is_cut(&self, from: Vec2, to: Vec2) -> bool {
        let (a, b) = ((from - self.origin) / self.cell_m, (to - self.origin) / self.cell_m);
        let along = b - a;
        if !(a.is_finite() && b.is_finite()) {
            return true;
        }
        let (mut cell, last) = (a.floor(), b.floor());
        let step = Vec2::new(1.0f32.copysign(along.x), 1.0f32.copysign(along.y));
        // The share of the line at which it passes into the next column, and into the next row.
        let passes = |axis: usize, cell: Vec2| {
            let border = cell[axis] + if step[axis] > 0.0 { 1.0 } else { 0.0 };
            if along[axis].abs() < 1e-9 { f32::INFINITY } else { (border - a[axis]) / along[axis] }
        };
        let blocked = |cell: Vec2| {
            let inside =
                cell.x >= 0.0 && cell.y >= 0.0 && cell.x < self.columns as f32 && cell.y < self.rows as f32;
            inside && !self.is_free(cell.x as i64, cell.y as i64)
        };
        for _ in 0..=2 * (self.columns + self.rows) {
            if blocked(cell) {
                return true;
            }
            if cell == last {
                return false;
            }
            let axis = usize::from(passes(0, cell) > passes(1, cell));
            if passes(axis, cell) > 1.0 {
                return false;
            }
            cell[axis] += step[axis];
        }
        false
    }
}

/// Everything a creature knows of the ground it lives on.
///
/// ```
/// use piaget_terms::{Rect, Terrain, Vec2, Wall};
/// let wall = Wall { centre: Vec2::ZERO, half: Vec2::new(2.0, 0.1), yaw: 0.0, height_m: 2.0 };
/// let field = Terrain { bounds: Rect::centred(20.0, 20.0), walls: vec![wall], grid: None };
/// assert!(!field.is_open(Vec2::new(1.0, 0.0), 0.0));
/// assert!(field.is_cut(Vec2::new(0.0, -1.0), Vec2::new(0.0, 1.0), 0.0));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Terrain {
    /// How far the ground reaches.
    pub bounds: Rect,
    /// The walls on it.
    pub walls: Vec<Wall>,
    /// A map of cells, where the ground is given as one; walls and cells may both be there.
    pub grid: Option<Grid>,
}

impl Terrain {
    /// Open ground around the origin.
    pub fn around_origin(width_m: f32, depth_m: f32) -> Self {
        Self::open(Rect::centred(width_m, depth_m))
    }

    /// With walls.
    pub fn with_walls(mut self, walls: Vec<Wall>) -> Self {
        self.walls = walls;
        self
    }

    /// Open ground without a wall.
    pub fn open(bounds: Rect) -> Self {
        Self { bounds, walls: Vec::new(), grid: None }
    }

    /// Whether one can stand here, keeping `margin_m` clear of walls.
    pub fn is_open(&self, point: Vec2, margin_m: f32) -> bool {
        self.bounds.contains(point)
            && !self.walls.iter().any(|wall| wall.contains(point, margin_m))
            && self.grid.as_ref().is_none_or(|grid| {
                grid.cell_at(point).is_some_and(|(column, row)| grid.is_free(column.into(), row.into()))
            })
    }

    /// Whether a wall stands in the straight way between two points. Cells of a grid are not asked.
    pub fn is_cut(&self, from: Vec2, to: Vec2, margin_m: f32) -> bool {
        self.walls.iter().any(|wall| wall.cuts(from, to, margin_m))
    }

    /// Whether a wall, or a cell in which nobody can stand, is between two points in space. Walls can be looked over, cells cannot.
    pub fn hides(&self, from: Vec3, to: Vec3) -> bool {
        let cells =
            || self.grid.as_ref().is_some_and(|grid| grid.is_cut(maths::ground(from), maths::ground(to)));
        self.walls.iter().any(|wall| wall.hides(from, to)) || cells()
    }

    /// The nearest point that lies within the bounds.
    pub fn clamp(&self, point: Vec3) -> Vec3 {
        let on_ground = maths::ground(point).clamp(self.bounds.min, self.bounds.max);
        Vec3::new(on_ground.x, point.y, on_ground.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A damaged recording had such a map, and ended the program.
    #[test]
    fn cells_that_a_map_only_claims_to_have_are_not_free() {
        let grid = Grid { columns: 3, rows: 2, cell_m: 1.0, origin: Vec2::ZERO, free: vec![true; 4] };
        assert!(grid.is_free(0, 1));
        assert!(!grid.is_free(1, 1) && !grid.is_free(-1, 0) && !grid.is_free(3, 0));
        assert!(serde_json::from_str::<Grid>(&serde_json::to_string(&grid).unwrap()).is_err());
        let whole = Grid { free: vec![true; 6], ..grid };
        assert_eq!(serde_json::from_str::<Grid>(&serde_json::to_string(&whole).unwrap()).unwrap(), whole);
    }

    /// The quick answer for lines that pass far from a wall must be the one that a closer look gives.
    #[test]
    fn what_is_far_from_a_wall_is_not_cut_by_it() {
        let mut chance = crate::Chance::new(5);
        let mut far = 0;
        for _ in 0..20_000 {
            let mut around =
                |reach: f32| Vec2::new(chance.between(-reach, reach), chance.between(-reach, reach));
            let (centre, from, to) = (around(5.0), around(8.0), around(8.0));
            let half = around(3.0).abs();
            let wall = Wall { centre, half, yaw: around(3.0).x, height_m: 1.0 };
            if wall.is_far_from(from, to, wall.half) {
                far += 1;
                let on_line = (0..=100).map(|step| from.lerp(to, step as f32 / 100.0));
                assert!(on_line.into_iter().all(|point| !wall.contains(point, 0.0)));
            }
        }
        assert!(far > 1000, "{far}");
        let nowhere = Wall { centre: Vec2::ZERO, half: Vec2::ONE, yaw: 0.0, height_m: 1.0 };
        assert!(nowhere.cuts(Vec2::ZERO, Vec2::ZERO, 0.0), "a line without length lies in it");
    }

    #[test]
    fn a_line_over_cells_is_cut_as_its_points_say() {
        let mut chance = crate::Chance::new(9);
        let free = (0..64).map(|_| chance.happens(0.8)).collect();
        let grid = Grid { columns: 8, rows: 8, cell_m: 0.5, origin: Vec2::new(-2.0, 1.0), free };
        let mut cut = 0;
        for _ in 0..2000 {
            let mut at = || Vec2::new(chance.between(-2.5, 2.5), chance.between(0.5, 5.5));
            let (from, to) = (at(), at());
            let touches = (0..=1000).any(|step| {
                let cell = grid.cell_at(from.lerp(to, step as f32 / 1000.0));
                cell.is_some_and(|(column, row)| !grid.is_free(column.into(), row.into()))
            });
            // A line may touch a corner between two of the points.
            assert!(grid.is_cut(from, to) || !touches, "{from} {to}");
            cut += u32::from(grid.is_cut(from, to) && touches);
        }
        assert!(cut > 500, "{cut}");
        assert!(grid.is_cut(Vec2::NAN, Vec2::ZERO), "nobody sees from nowhere");
    }

    #[test]
    fn a_turned_wall_cuts_and_contains_as_its_corners_say() {
        let wall = Wall { centre: Vec2::new(1.0, 2.0), half: Vec2::new(3.0, 0.2), yaw: 0.7, height_m: 1.0 };
        for corner in wall.corners() {
            let inward = wall.centre + (corner - wall.centre) * 0.99;
            let outward = wall.centre + (corner - wall.centre) * 1.01;
            assert!(wall.contains(inward, 0.0) && !wall.contains(outward, 0.0));
        }
        let [a, b, _, d] = wall.corners();
        let across = (a - d).normalize();
        let middle = (a + b) * 0.5;
        assert!(wall.cuts(middle + across, middle - across * 2.0, 0.0));
        assert!(!wall.cuts(middle + across, middle + across * 2.0, 0.0));
    }
}
