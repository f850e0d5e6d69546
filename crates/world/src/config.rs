//! How large a world may be, how long its movements take, and the sentences with which it refuses.

use piaget_terms::HostId;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The greatest world that is promised to work; a scenario reader checks against these.
pub mod limits {
    /// Things in one world.
    pub const MAX_THINGS: usize = 10_000;
    /// Creatures in one world.
    pub const MAX_CREATURES: usize = 1_000;
    /// Walls in one world, not counting blocked cells of a grid.
    pub const MAX_WALLS: usize = 10_000;
    /// Cells of a grid.
    pub const MAX_GRID_CELLS: usize = 4_000_000;
    /// From one end of the ground to the other, along x or z.
    pub const MAX_SIZE_M: f32 = 4_000.0;
    /// How far from the origin the ground may reach.
    pub const MAX_COORDINATE_M: f32 = 4_000.0;
    /// The smallest and the greatest extent of a shape.
    pub const SHAPE_SIZE_M: (f32, f32) = (0.001, 1_000.0);
    /// Triangles of one mesh.
    pub const MAX_TRIANGLES: usize = 20_000;
    /// Points of one path to slide along.
    pub const MAX_PATH_POINTS: usize = 10_000;
    /// The slowest and the fastest tick.
    pub const TICK_HZ: (f32, f32) = (5.0, 240.0);
    /// Width and height of an eye's buffers.
    pub const MAX_EYE_PIXELS: u32 = 2_048;
    /// The widest horizontal field of view: a flat picture cannot show half a circle.
    pub const MAX_FIELD_OF_VIEW_RAD: f32 = 3.0;
}

/// How long a movement takes while the world and not a motor system performs it, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MovementTimes {
    /// "pick-up": the thing is in the hand at the end.
    pub pick_up_s: f32,
    /// "put-down": the thing is on the ground at the end.
    pub put_down_s: f32,
    /// "eat": the thing is gone at the end.
    pub eat_s: f32,
    /// Every other movement; it has no effect on the world.
    pub other_s: f32,
}

impl Default for MovementTimes {
    fn default() -> Self {
        Self { pick_up_s: 0.6, put_down_s: 0.5, eat_s: 1.0, other_s: 1.0 }
    }
}

/// Why the world did not do what it was told.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// There is nothing with this number (any more).
    NoSuch(HostId),
    /// There is no such wall (any more).
    NoSuchWall(u32),
    /// The world holds as many as it may; the word says of what, the number how many.
    Full(&'static str, usize),
    /// A size, place or speed is not a number, not positive or beyond the limits; the word says which.
    BadNumber(&'static str),
    /// There is no free place for the body near there.
    NoRoom,
    /// A hand is not empty, holds nothing, or the thing is held by another.
    Hands,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuch(id) => write!(f, "nothing in the world has the number {}", id.0),
            Self::NoSuchWall(id) => write!(f, "no wall has the number {id}"),
            Self::Full(what, most) => write!(f, "a world holds at most {most} {what}"),
            Self::BadNumber(what) => {
                write!(f, "the {what} must be a finite number within the world's limits")
            }
            Self::NoRoom => write!(f, "there is no free place for the body near there"),
            Self::Hands => write!(f, "the hand is full or empty, or another holds the thing"),
        }
    }
}

impl std::error::Error for Refusal {}
