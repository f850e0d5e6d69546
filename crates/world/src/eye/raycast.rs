//! A second way to look: one parry ray through each pixel's centre. Slower than drawing and independent of it, it
//! is the oracle of the rasteriser's tests and the reference of its benchmark, and shows how a host with ray casts
//! of its own would answer.

use super::scene::{Form, Item, Scene};
use super::view::{Mark, View};
use super::{Eye, NEAR_M, Renderer};
use parry3d::math::{Pose, Rotation};
use parry3d::partitioning::{Bvh, BvhBuildStrategy};
use parry3d::query::Ray;
use parry3d::shape::SharedShape;
use piaget_terms::{HostId, Vec2, Vec3};

/// Casts rays into a scene.
pub struct RayCaster {
    bodies: Vec<Body>,
    tree: Bvh,
}

struct Body {
    mark: Mark,
    pose: Pose,
    shape: SharedShape,
    convex: bool,
}

impl RayCaster {
    /// A tree over the scene's bodies, as parry casts rays best.
    pub fn new(scene: &Scene) -> Self {
        let bodies: Vec<Body> = scene.items().iter().map(|item| Body::new(item, scene)).collect();
        let leaves: Vec<_> = bodies.iter().map(|body| body.shape.compute_aabb(&body.pose)).collect();
        let tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &leaves);
        Self { bodies, tree }
    }

    /// The first surface that a line from the eye meets, and how far along `direction` it is. The owner's own body
    /// is passed through, and so is what the eye is in.
    pub fn cast(&self, eye: &Eye, direction: Vec3) -> Option<(Mark, f32)> {
        // Depth along the line of sight in one step along the direction.
        let depth = direction.dot(-eye.world_from_eye.z_axis);
        let ray = Ray::new(eye.position, direction);
        let met = self.tree.cast_ray(&ray, f32::MAX, |at, best| {
            let body = &self.bodies[at as usize];
            body.cast(&ray, best, eye.owner, NEAR_M / depth)
        })?;
        Some((self.bodies[met.0 as usize].mark, met.1))
    }

    /// Whether nothing stands between the eye and a point.
    pub fn is_clear(&self, eye: &Eye, point: Vec3) -> bool {
        self.cast(eye, point - eye.position).is_none_or(|(_, along)| along > 1.0)
    }
}

impl Renderer for RayCaster {
    fn render(&self, eye: &Eye, view: &mut View) {
        for body in &self.bodies {
            view.mark(body.mark);
        }
        for row in 0..eye.rows {
            for column in 0..eye.columns {
                let slope = eye.slope_from_screen(Vec2::new(column as f32 + 0.5, row as f32 + 0.5));
                let ray = Ray::new(eye.position, eye.world_from_eye * slope.extend(-1.0));
                let met = self.tree.cast_ray(&ray, eye.range_m, |at, best| {
                    self.bodies[at as usize].cast(&ray, best, eye.owner, NEAR_M)
                });
                if let Some((slot, depth)) = met {
                    view.put(column, row, slot, depth);
                }
            }
        }
    }
}

impl Body {
    fn new(item: &Item, scene: &Scene) -> Self {
        // The item's axes are columns of a turn about the vertical.
        let turn = glam::Mat3::from_cols(item.x_axis, Vec3::Y, item.z_axis());
        let upright = Pose::from_parts(item.centre, Rotation::from_mat3(&turn));
        let (pose, shape) = match item.form {
            Form::Box { half } => (upright, SharedShape::cuboid(half.x, half.y, half.z)),
            Form::Sphere { radius } => (upright, SharedShape::ball(radius)),
            Form::Capsule { half_axis, radius } => (upright, SharedShape::capsule_y(half_axis, radius)),
            Form::Cylinder { half_height, radius } => (upright, SharedShape::cylinder(half_height, radius)),
            Form::Mesh { first, count } => {
                let corners: Vec<Vec3> = scene.mesh(first, count).iter().flatten().copied().collect();
                let triangles = (0..count).map(|at| [3 * at, 3 * at + 1, 3 * at + 2]).collect();
                let shape = SharedShape::trimesh(corners, triangles);
                (Pose::identity(), shape.unwrap_or_else(|_| SharedShape::ball(0.0)))
            }
        };
        Self { mark: item.mark, pose, shape, convex: !matches!(item.form, Form::Mesh { .. }) }
    }

    fn cast(&self, ray: &Ray, best: f32, owner: Option<HostId>, near: f32) -> Option<f32> {
        if owner.is_some() && self.mark.body() == owner {
            return None;
        }
        if self.convex {
            // From within it is met at once, which is nearer than anything is seen.
            return self.shape.cast_ray(&self.pose, ray, best, true).filter(|along| *along >= near);
        }
        let beyond_near = Ray::new(ray.point_at(near), ray.dir);
        self.shape.cast_ray(&self.pose, &beyond_near, best - near, true).map(|along| along + near)
    }
}
