//! The lie of the land as creatures know it, in Bevy's types. Things and bodies are not part of it.

use crate::sight::Opaque;
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Rect, Vec2, Vec3};
use bevy_transform::components::Transform;
use piaget::terms::{self, Terrain};
use std::sync::Arc;

/// A wall: an upright box that stands on the ground. Points of the ground have the world's x and z as `x` and `y`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wall {
    /// The middle of its footprint.
    pub centre: Vec2,
    /// Half its length along its own x axis and half its thickness along its own z axis.
    pub half: Vec2,
    /// How far it is turned about the vertical, as Bevy's rotations about y.
    pub yaw: f32,
    /// From the ground to its top.
    pub height_m: f32,
}

/// The ground that one creature lives on, where it is not the [`CommonLand`]. Clones share what is computed from it.
///
/// ```
/// use bevy_math::{Rect, Vec2};
/// use bevy_piaget::{Land, Wall};
/// let wall = Wall { centre: Vec2::new(0.0, -3.0), half: Vec2::new(3.0, 0.1), yaw: 0.0, height_m: 2.0 };
/// let yard = Land::walled(Rect::from_center_size(Vec2::ZERO, Vec2::splat(20.0)), &[wall]);
/// assert!(yard.is_open(Vec2::ZERO, 0.3) && !yard.is_open(Vec2::new(1.0, -3.0), 0.3));
/// assert!(yard.is_cut(Vec2::ZERO, Vec2::new(0.0, -6.0)));
/// ```
#[derive(Component, Clone, Debug)]
pub struct Land(pub(crate) Arc<Terrain>);

/// Why cells do not make a land.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum BadCells {
    /// The last row is not full, or there is no row.
    #[error("{cells} cells do not fill rows of {columns}; give every row as many cells as there are columns")]
    Incomplete {
        /// How many cells there are.
        cells: usize,
        /// How many make a row.
        columns: u32,
    },
    /// A cell has no size, or the map has no place.
    #[error("a side of {0} m is not the side of a cell; give a number above 0, and a corner that is finite")]
    NoSize(f32),
}

impl Land {
    /// Open ground.
    pub fn open(bounds: Rect) -> Self {
        Self::walled(bounds, &[])
    }

    /// Ground with walls. To make them opaque as well, spawn [`wall`] for each.
    pub fn walled(bounds: Rect, walls: &[Wall]) -> Self {
        let bounds = terms::Rect { min: to_piaget(bounds.min), max: to_piaget(bounds.max) };
        let walls = walls.iter().map(|wall| terms::Wall {
            centre: to_piaget(wall.centre),
            half: to_piaget(wall.half),
            yaw: wall.yaw,
            height_m: wall.height_m,
        });
        Self(Arc::new(Terrain { walls: walls.collect(), ..Terrain::open(bounds) }))
    }

    /// Ground of square cells, row by row from the corner with the smallest x and z; `true` where one can stand.
    pub fn of_cells(columns: u32, cell_m: f32, corner: Vec2, free: Vec<bool>) -> Result<Self, BadCells> {
        let rows = (free.len() as u32).checked_div(columns).unwrap_or(0);
        if rows == 0 || rows as usize * columns as usize != free.len() {
            return Err(BadCells::Incomplete { cells: free.len(), columns });
        }
        if !(cell_m > 0.0 && cell_m.is_finite() && corner.is_finite()) {
            return Err(BadCells::NoSize(cell_m));
        }
        let grid = terms::Grid { columns, rows, cell_m, origin: to_piaget(corner), free };
        Ok(Self(Arc::new(Terrain { bounds: grid.bounds(), walls: Vec::new(), grid: Some(grid) })))
    }

    /// How far it reaches.
    pub fn bounds(&self) -> Rect {
        let terms::Rect { min, max } = self.0.bounds;
        Rect { min: to_bevy(min), max: to_bevy(max) }
    }

    /// Whether one can stand at a point, keeping `margin_m` clear of walls.
    pub fn is_open(&self, point: Vec2, margin_m: f32) -> bool {
        self.0.is_open(to_piaget(point), margin_m)
    }

    /// Whether a wall stands in the straight way between two points. Cells are not asked.
    pub fn is_cut(&self, from: Vec2, to: Vec2) -> bool {
        self.0.is_cut(to_piaget(from), to_piaget(to), 0.0)
    }
}

impl From<Arc<Terrain>> for Land {
    fn from(terrain: Arc<Terrain>) -> Self {
        Self(terrain)
    }
}

/// The ground of every creature without a [`Land`] of its own.
#[derive(Resource, Clone, Debug)]
pub struct CommonLand(pub Land);

impl CommonLand {
    /// Open ground around the origin.
    pub fn open(width_m: f32, depth_m: f32) -> Self {
        Self::walled(width_m, depth_m, &[])
    }

    /// Ground around the origin with walls. To make them opaque as well, spawn [`wall`] for each.
    pub fn walled(width_m: f32, depth_m: f32, walls: &[Wall]) -> Self {
        let bounds = Rect::from_center_half_size(Vec2::ZERO, Vec2::new(width_m, depth_m) * 0.5);
        Self(Land::walled(bounds, walls))
    }
}

/// A wall of the land as something to spawn: in its place, and opaque.
pub fn wall(wall: &Wall) -> (Transform, Opaque) {
    let centre = Vec3::new(wall.centre.x, wall.height_m * 0.5, wall.centre.y);
    let half = Vec3::new(wall.half.x, wall.height_m * 0.5, wall.half.y);
    (
        Transform::from_translation(centre).with_rotation(Quat::from_rotation_y(wall.yaw)),
        Opaque::Cuboid { half },
    )
}

fn to_piaget(point: Vec2) -> terms::Vec2 {
    terms::Vec2::new(point.x, point.y)
}

fn to_bevy(point: terms::Vec2) -> Vec2 {
    Vec2::new(point.x, point.y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_that_make_no_map_are_refused_with_a_sentence() {
        let refused = |columns, cell_m, count| {
            Land::of_cells(columns, cell_m, Vec2::ZERO, vec![true; count]).unwrap_err().to_string()
        };
        assert!(refused(3, 1.0, 7).starts_with("7 cells do not fill rows of 3"));
        assert!(refused(0, 1.0, 7).starts_with("7 cells do not fill rows of 0"));
        assert!(refused(3, 1.0, 0).starts_with("0 cells"));
        assert!(refused(3, f32::NAN, 6).contains("is not the side of a cell"));
        let mut free = vec![true; 6];
        free[4] = false;
        let land = Land::of_cells(3, 2.0, Vec2::new(-3.0, 0.0), free).unwrap();
        assert_eq!(land.bounds(), Rect::new(-3.0, 0.0, 3.0, 4.0));
        assert!(land.is_open(Vec2::new(0.0, 1.0), 0.0) && !land.is_open(Vec2::new(0.0, 3.0), 0.0));
    }
}
