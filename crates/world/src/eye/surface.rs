//! Surfaces in eye space, and where the line of sight through a point of the picture meets them.
//!
//! A direction is (x, y, -1), so that a multiple of it has that depth. Results are inverse depths, the nearest
//! surface having the greatest, and [`MISS`] where there is none. A convex surface that holds the eye is not seen.
//! The functions for round forms are free of branches: the rasteriser runs them over rows of pixels.

use super::scene::{Form, Item};
use super::{Eye, NEAR_M};
use glam::Mat3;
use piaget_terms::{Vec2, Vec3};

/// Less than any inverse depth.
pub(crate) const MISS: f32 = -1.0;

/// A surface in eye space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Surface {
    Box(BoxSurface),
    Sphere(Ball),
    Capsule(Rod),
    Cylinder(Rod),
    /// A range of the view's triangles.
    Mesh {
        first: u32,
        count: u32,
    },
}

/// A box: its middle, its axes (columns, of length 1) and half its size along them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BoxSurface {
    pub centre: Vec3,
    pub axes: Mat3,
    pub half: Vec3,
}

/// A sphere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ball {
    pub centre: Vec3,
    pub radius: f32,
}

/// What capsules and cylinders have in common: a middle, an axis of length 1, half its length, a radius.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rod {
    pub centre: Vec3,
    pub axis: Vec3,
    pub half: f32,
    pub radius: f32,
}

impl Surface {
    /// The item as an eye has it before it, its middle at `centre`. A mesh brings its triangles.
    pub fn new(
        item: &Item,
        centre: Vec3,
        eye: &Eye,
        mesh: &[[Vec3; 3]],
        triangles: &mut Vec<[Vec3; 3]>,
    ) -> Self {
        let up = eye.eye_from_world.y_axis;
        match item.form {
            Form::Box { half } => {
                let x = eye.eye_from_world * item.x_axis;
                let axes = Mat3::from_cols(x, up, eye.eye_from_world * item.z_axis());
                Self::Box(BoxSurface { centre, axes, half })
            }
            Form::Sphere { radius } => Self::Sphere(Ball { centre, radius }),
            Form::Capsule { half_axis, radius } => {
                Self::Capsule(Rod { centre, axis: up, half: half_axis, radius })
            }
            Form::Cylinder { half_height, radius } => {
                Self::Cylinder(Rod { centre, axis: up, half: half_height, radius })
            }
            Form::Mesh { count, .. } => {
                let first = triangles.len() as u32;
                triangles.extend(mesh.iter().map(|corners| corners.map(|corner| eye.eye_from_point(corner))));
                Self::Mesh { first, count }
            }
        }
    }

    /// Where the line of sight through a place of the picture (x and y at depth 1) meets it first.
    pub fn inverse_depth(&self, slope: Vec2, triangles: &[[Vec3; 3]]) -> Option<f32> {
        let direction = slope.extend(-1.0);
        let visible = |inverse: f32| inverse > 0.0 && inverse <= 1.0 / NEAR_M;
        let inverse = match self {
            Self::Box(it) => it.meet(direction),
            Self::Sphere(it) => it.meet(direction),
            Self::Capsule(it) if it.holds_eye() => MISS,
            Self::Capsule(it) => {
                let [top, bottom] = it.ends();
                it.meet_side(direction).max(top.meet(direction)).max(bottom.meet(direction))
            }
            Self::Cylinder(it) => it.meet_side(direction).max(it.meet_end(direction)),
            Self::Mesh { first, count } => {
                let own = &triangles[*first as usize..(first + count) as usize];
                let met = own.iter().map(|triangle| meet_triangle(triangle, direction));
                met.filter(|inverse| visible(*inverse)).fold(MISS, f32::max)
            }
        };
        visible(inverse).then_some(inverse)
    }
}

impl BoxSurface {
    /// Where the line enters the last of three pairs of planes.
    fn meet(&self, direction: Vec3) -> f32 {
        let own_from_eye = self.axes.transpose();
        let (from, along) = (own_from_eye * -self.centre, own_from_eye * direction);
        let (mut enter, mut leave) = (f32::NEG_INFINITY, f32::INFINITY);
        for axis in 0..3 {
            let (from, along, half) = (from[axis], along[axis], self.half[axis]);
            if along == 0.0 {
                if from.abs() > half {
                    return MISS;
                }
            } else {
                let (a, b) = ((-half - from) / along, (half - from) / along);
                enter = enter.max(a.min(b));
                leave = leave.min(a.max(b));
            }
        }
        if enter <= leave && enter > 0.0 { 1.0 / enter } else { MISS }
    }
}

impl Ball {
    /// The nearer crossing. The product of both depths is known, so its inverse takes no division by a small number.
    #[inline(always)]
    pub fn meet(&self, direction: Vec3) -> f32 {
        let power = self.centre.length_squared() - self.radius * self.radius;
        // |d|²r² - |d x c|² loses less to rounding than (d.c)² - |d|²(|c|² - r²).
        let under_root = direction.length_squared() * (self.radius * self.radius)
            - direction.cross(self.centre).length_squared();
        let along = direction.dot(self.centre);
        let inverse = (along + under_root.max(0.0).sqrt()) * (1.0 / power);
        if (power > 0.0) & (under_root >= 0.0) & (along > 0.0) { inverse } else { MISS }
    }
}

impl Rod {
    /// The spheres at the ends of a capsule.
    pub fn ends(&self) -> [Ball; 2] {
        let reach = self.axis * self.half;
        [self.centre + reach, self.centre - reach].map(|centre| Ball { centre, radius: self.radius })
    }

    /// Whether the eye is in the capsule.
    pub fn holds_eye(&self) -> bool {
        let foot = (-self.centre).dot(self.axis).clamp(-self.half, self.half);
        (self.centre + self.axis * foot).length_squared() <= self.radius * self.radius
    }

    /// The nearer crossing of the round side, if it lies between the ends.
    #[inline(always)]
    pub fn meet_side(&self, direction: Vec3) -> f32 {
        let across = direction - self.axis * direction.dot(self.axis);
        let away = self.centre - self.axis * self.centre.dot(self.axis);
        let power = away.length_squared() - self.radius * self.radius;
        let under_root =
            across.length_squared() * (self.radius * self.radius) - across.cross(away).length_squared();
        let along = across.dot(away);
        let inverse = (along + under_root.max(0.0).sqrt()) * (1.0 / power);
        // Height above the middle, times the inverse depth, so that nothing is divided.
        let height = direction.dot(self.axis) - self.centre.dot(self.axis) * inverse;
        let hit = (power > 0.0) & (under_root >= 0.0) & (along > 0.0) & (height.abs() <= self.half * inverse);
        if hit { inverse } else { MISS }
    }

    /// The flat end of a cylinder that faces the eye, if one does.
    #[inline(always)]
    pub fn meet_end(&self, direction: Vec3) -> f32 {
        let above = -self.centre.dot(self.axis);
        let inverse = direction.dot(self.axis) / (self.half.copysign(above) - above);
        let hit = direction - self.centre * inverse;
        let off_axis = hit - self.axis * hit.dot(self.axis);
        let reach = self.radius * inverse;
        let hit = (above.abs() > self.half) & (inverse > 0.0) & (off_axis.length_squared() <= reach * reach);
        if hit { inverse } else { MISS }
    }
}

/// Both sides of a triangle are opaque.
fn meet_triangle(&[a, b, c]: &[Vec3; 3], direction: Vec3) -> f32 {
    let sides = [a.cross(b), b.cross(c), c.cross(a)].map(|side| side.dot(direction));
    let inside = sides.iter().all(|side| *side >= 0.0) || sides.iter().all(|side| *side <= 0.0);
    let normal = (b - a).cross(c - a);
    let offset = normal.dot(a);
    if inside && offset != 0.0 { normal.dot(direction) / offset } else { MISS }
}
