//! Shapes of things. They stand upright: a shape's place is the point of its base on the ground, and it turns only
//! about the vertical. There is no tilting.

use crate::config::{Refusal, limits};
use piaget_terms::{Name, Vec3};
use serde::{Deserialize, Serialize};

/// A body of triangles. Its origin is the point of its base; both sides of a triangle are opaque.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mesh {
    /// Corners, in the thing's own axes.
    pub vertices: Vec<Vec3>,
    /// Three corners each.
    pub triangles: Vec<[u32; 3]>,
}

/// The form of a thing.
///
/// ```
/// use piaget_world::Shape;
/// assert_eq!(Shape::cube(0.5).height_m(), 0.5);
/// assert_eq!(Shape::Sphere { radius_m: 0.2 }.word(), "sphere");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Shape {
    /// A box; the size is the whole width (x), height (y) and depth (z).
    Box {
        /// Width, height and depth.
        size_m: Vec3,
    },
    /// A ball that lies on its base point.
    Sphere {
        /// From the middle to the surface.
        radius_m: f32,
    },
    /// An upright rod with round ends.
    Capsule {
        /// From the lowest to the highest point, at least twice the radius.
        height_m: f32,
        /// From the axis to the surface.
        radius_m: f32,
    },
    /// An upright cylinder.
    Cylinder {
        /// From the base to the top.
        height_m: f32,
        /// From the axis to the surface.
        radius_m: f32,
    },
    /// Triangles.
    Mesh(Mesh),
}

impl Shape {
    /// A box with equal sides.
    pub fn cube(side_m: f32) -> Self {
        Self::Box { size_m: Vec3::splat(side_m) }
    }

    /// The word that files and sightings use.
    pub fn word(&self) -> Name {
        Name::cut(match self {
            Self::Box { .. } => "box",
            Self::Sphere { .. } => "sphere",
            Self::Capsule { .. } => "capsule",
            Self::Cylinder { .. } => "cylinder",
            Self::Mesh(_) => "mesh",
        })
    }

    /// From the base point up to the highest point.
    pub fn height_m(&self) -> f32 {
        match self {
            Self::Box { size_m } => size_m.y,
            Self::Sphere { radius_m } => 2.0 * radius_m,
            Self::Capsule { height_m, radius_m } => height_m.max(2.0 * radius_m),
            Self::Cylinder { height_m, .. } => *height_m,
            Self::Mesh(mesh) => mesh.vertices.iter().fold(0.0, |top, v| v.y.max(top)),
        }
    }

    /// The radius of a circle on the ground, around the base point, that holds the whole shape.
    pub fn ground_radius_m(&self) -> f32 {
        match self {
            Self::Box { size_m } => Vec3::new(size_m.x, 0.0, size_m.z).length() * 0.5,
            Self::Sphere { radius_m } | Self::Capsule { radius_m, .. } | Self::Cylinder { radius_m, .. } => {
                *radius_m
            }
            Self::Mesh(mesh) => {
                mesh.vertices.iter().map(|v| Vec3::new(v.x, 0.0, v.z).length()).fold(0.0, f32::max)
            }
        }
    }

    /// Whether every size is a number within the limits and every triangle has its corners.
    pub fn check(&self) -> Result<(), Refusal> {
        let fits =
            |size: f32| size.is_finite() && (limits::SHAPE_SIZE_M.0..=limits::SHAPE_SIZE_M.1).contains(&size);
        let good = match self {
            Self::Box { size_m } => size_m.to_array().into_iter().all(fits),
            Self::Sphere { radius_m } => fits(*radius_m),
            Self::Capsule { height_m, radius_m } => {
                fits(*height_m) && fits(*radius_m) && *height_m >= 2.0 * radius_m
            }
            Self::Cylinder { height_m, radius_m } => fits(*height_m) && fits(*radius_m),
            Self::Mesh(mesh) => {
                let corners = mesh.vertices.len() as u64;
                !mesh.triangles.is_empty()
                    && mesh.triangles.len() <= limits::MAX_TRIANGLES
                    && mesh.vertices.iter().all(|v| v.abs().max_element() <= limits::SHAPE_SIZE_M.1)
                    && mesh.triangles.iter().flatten().all(|corner| u64::from(*corner) < corners)
            }
        };
        if good { Ok(()) } else { Err(Refusal::BadNumber("size of the shape")) }
    }
}
