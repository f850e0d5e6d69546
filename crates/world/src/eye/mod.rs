//! Synthetic eyes: the world rendered from a creature's eye into an id buffer and a depth buffer (Isla 4.1), and the
//! frustum's formulas that lead from a pixel and its depth back into the world (Buchsbaum, Appendix A).
//!
//! A thing is visible if it is the nearest surface at the centre of any pixel; what falls between all pixel centres
//! is too small to be seen. A host with its own renderer or ray casts implements [`Renderer`].

mod outline;
mod raster;
mod raycast;
pub mod scene;
mod surface;
mod view;

pub(crate) use outline::PixelBounds;
pub use raster::Raster;
pub use raycast::RayCaster;
pub use scene::{Item, Scene};
pub use view::{Mark, View};

use glam::Mat3;
use piaget_terms::{EyePlan, HostId, Vec2, Vec3, maths};

/// Nothing nearer to the eye than this is drawn.
pub const NEAR_M: f32 = 0.01;

/// A way to look: fills a view for one eye.
///
/// The world's own ways are [`Raster`], which draws, and [`RayCaster`], which asks parry pixel by pixel.
pub trait Renderer {
    /// Puts the nearest surface at each pixel's centre into the view, which has been cleared for this eye.
    fn render(&self, eye: &Eye, view: &mut View);
}

/// Where an eye is, how it is turned, and its frustum.
///
/// Eye space is right-handed: x to the right, y up, looking along -z. *Screen* is in pixels from the upper left
/// corner; *NDC* runs from -1 to 1 in x (right) and y (up), and in z from 0 at the near plane to 1 at the far one.
///
/// ```
/// use piaget_terms::{EyePlan, Vec3};
/// use piaget_world::eye::Eye;
/// let eye = Eye::new(&EyePlan::default(), Vec3::Y, 0.0, 0.0, None);
/// let point = Vec3::new(0.5, 1.2, 4.0);
/// let screen = eye.screen_from_world(point).unwrap();
/// let back = eye.world_from_screen(screen.truncate(), screen.z);
/// assert!((back - point).length() < 1e-5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eye {
    /// In the world.
    pub position: Vec3,
    /// Takes directions of the eye into the world: columns are its right, its up and its back.
    pub world_from_eye: Mat3,
    /// Takes directions of the world into the eye.
    pub eye_from_world: Mat3,
    /// Half the width and height of the picture at distance 1.
    pub half: Vec2,
    /// Pixels across.
    pub columns: u32,
    /// Pixels down.
    pub rows: u32,
    /// Nothing farther away is seen.
    pub range_m: f32,
    /// Whose body, marks and all, this eye does not see.
    pub owner: Option<HostId>,
}

impl Eye {
    /// An eye at a place of the world that looks along a yaw and a pitch (positive upwards).
    pub fn new(plan: &EyePlan, position: Vec3, yaw: f32, pitch: f32, owner: Option<HostId>) -> Self {
        let (sin_yaw, cos_yaw) = (maths::sin(yaw), maths::cos(yaw));
        let (sin_pitch, cos_pitch) = (maths::sin(pitch), maths::cos(pitch));
        let ahead = Vec3::new(sin_yaw * cos_pitch, sin_pitch, cos_yaw * cos_pitch);
        let right = Vec3::new(-cos_yaw, 0.0, sin_yaw);
        let world_from_eye = Mat3::from_cols(right, right.cross(ahead), -ahead);
        let half_width = maths::tan(plan.field_of_view_rad * 0.5);
        let half = Vec2::new(half_width, half_width * plan.rows as f32 / plan.columns as f32);
        Self {
            position,
            world_from_eye,
            eye_from_world: world_from_eye.transpose(),
            half,
            columns: plan.columns,
            rows: plan.rows,
            range_m: plan.range_m,
            owner,
        }
    }

    /// A point of the world in eye space.
    pub fn eye_from_point(&self, world: Vec3) -> Vec3 {
        self.eye_from_world * (world - self.position)
    }

    /// A point of eye space in the world.
    pub fn point_from_eye(&self, eye: Vec3) -> Vec3 {
        self.position + self.world_from_eye * eye
    }

    /// A point of eye space in NDC, as the frustum with its far plane at the range projects it.
    pub fn ndc_from_eye(&self, eye: Vec3) -> Vec3 {
        let depth = -eye.z;
        let (near, far) = (NEAR_M, self.far_m());
        let z = far * (depth - near) / (depth * (far - near));
        Vec3::new(eye.x / (depth * self.half.x), eye.y / (depth * self.half.y), z)
    }

    /// The inverse of [`Eye::ndc_from_eye`] (Buchsbaum A.1 to A.3, for a frustum with left = -right and
    /// bottom = -top). The printed signs do not invert a projection to z from 0 to 1; these do.
    pub fn eye_from_ndc(&self, ndc: Vec3) -> Vec3 {
        let (near, far) = (NEAR_M, self.far_m());
        let z = near * far / ((far - near) * ndc.z - far);
        Vec3::new(-z * self.half.x * ndc.x, -z * self.half.y * ndc.y, z)
    }

    /// Pixel coordinates of a point in NDC; the centre of the upper left pixel is (0.5, 0.5).
    pub fn screen_from_ndc(&self, ndc: Vec2) -> Vec2 {
        Vec2::new((ndc.x + 1.0) * 0.5 * self.columns as f32, (1.0 - ndc.y) * 0.5 * self.rows as f32)
    }

    /// The inverse of [`Eye::screen_from_ndc`].
    pub fn ndc_from_screen(&self, screen: Vec2) -> Vec2 {
        Vec2::new(2.0 * screen.x / self.columns as f32 - 1.0, 1.0 - 2.0 * screen.y / self.rows as f32)
    }

    /// Pixel coordinates and depth (along the line of sight) of a point, if it is within the frustum and the range.
    pub fn screen_from_world(&self, world: Vec3) -> Option<Vec3> {
        let eye = self.eye_from_point(world);
        if -eye.z < NEAR_M || eye.length_squared() > self.range_m * self.range_m {
            return None;
        }
        let ndc = Vec2::new(eye.x / (-eye.z * self.half.x), eye.y / (-eye.z * self.half.y));
        let inside = ndc.abs().max_element() < 1.0;
        inside.then(|| self.screen_from_ndc(ndc).extend(-eye.z))
    }

    /// The point of the world at pixel coordinates and a depth along the line of sight.
    pub fn world_from_screen(&self, screen: Vec2, depth_m: f32) -> Vec3 {
        let slope = self.slope_from_screen(screen);
        self.point_from_eye(slope.extend(-1.0) * depth_m)
    }

    /// How far along the line of sight a point is.
    pub fn depth_m(&self, world: Vec3) -> f32 {
        -self.eye_from_point(world).z
    }

    /// The direction of a pixel's coordinates: x and y in eye space at depth 1.
    pub(crate) fn slope_from_screen(&self, screen: Vec2) -> Vec2 {
        self.ndc_from_screen(screen) * self.half
    }

    /// The angle that a pixel takes up in the middle of the picture, where it is largest.
    pub fn resolution_rad(&self) -> f32 {
        (self.half * 2.0 / Vec2::new(self.columns as f32, self.rows as f32)).max_element()
    }

    /// The greatest distance between two points of one pixel at a depth.
    pub fn footprint_m(&self, depth_m: f32) -> f32 {
        let pixel = self.half * 2.0 / Vec2::new(self.columns as f32, self.rows as f32);
        pixel.length() * depth_m
    }

    fn far_m(&self) -> f32 {
        self.range_m.max(2.0 * NEAR_M)
    }
}
