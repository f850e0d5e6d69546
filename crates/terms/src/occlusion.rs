//! How much of a thing shows. A thing that something nearer or the edge of view cuts off is measured with a bias: the
//! middle of what shows is not the middle of the thing. With what is hidden on each side, a mind can tell the two apart.

use glam::{Vec2, Vec3};
use serde::{Deserialize, Serialize};

/// How large a thing is as seen from the eye, square to the line of sight, with what is hidden of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Extent {
    /// From its left to its right.
    pub width_m: f32,
    /// From its lower to its upper end, as the eye sees it.
    pub height_m: f32,
}

impl Extent {
    /// A width and a height in metres.
    pub fn new(width_m: f32, height_m: f32) -> Self {
        Self { width_m, height_m }
    }
}

/// How much of a thing shows, and how far it reaches beyond what shows on each side.
///
/// Lengths are metres at the distance of the thing, square to the line of sight, on the sides as the eye sees them.
/// They are 0 where nothing cuts the thing off.
///
/// ```
/// use piaget_terms::{Occlusion, Vec2, Vec3};
/// // A sheep of which the right half is behind a post.
/// let sheep = Occlusion { shown: 0.5, right_m: 0.4, ..Occlusion::NONE };
/// assert_eq!(sheep.offset(), Vec2::new(0.2, 0.0));
/// // Whoever looks along +z has +x to the left.
/// let offset = sheep.world_offset(Vec3::ZERO, Vec3::Z * 3.0);
/// assert!((offset - Vec3::new(-0.2, 0.0, 0.0)).length() < 1e-6);
/// assert!(sheep.is_cut() && !Occlusion::NONE.is_cut());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Occlusion {
    /// The share of its outline that shows, 0 to 1. Below 1 also where something covers its middle and no side.
    pub shown: f32,
    /// How far it reaches beyond what shows, to the left.
    pub left_m: f32,
    /// To the right.
    pub right_m: f32,
    /// Upwards.
    pub above_m: f32,
    /// Downwards.
    pub below_m: f32,
}

impl Occlusion {
    /// All of the thing shows.
    pub const NONE: Self = Self { shown: 1.0, left_m: 0.0, right_m: 0.0, above_m: 0.0, below_m: 0.0 };

    /// The hidden lengths: left, right, above, below.
    pub fn sides(&self) -> [f32; 4] {
        [self.left_m, self.right_m, self.above_m, self.below_m]
    }

    /// Whether a side is cut off.
    pub fn is_cut(&self) -> bool {
        self.sides().iter().any(|side| *side > 0.0)
    }

    /// From the middle of what shows to the middle of the whole thing: metres to the right and up, as the eye sees it.
    pub fn offset(&self) -> Vec2 {
        Vec2::new(self.right_m - self.left_m, self.above_m - self.below_m) * 0.5
    }

    /// [`Occlusion::offset`] in the world, for an eye and the place where the thing was sighted.
    pub fn world_offset(&self, eye: Vec3, position: Vec3) -> Vec3 {
        let ahead = (position - eye).normalize_or_zero();
        let right = ahead.cross(Vec3::Y).normalize_or_zero();
        let offset = self.offset();
        right * offset.x + right.cross(ahead) * offset.y
    }
}
