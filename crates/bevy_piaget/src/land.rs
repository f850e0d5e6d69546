//! The lie of the land as creatures know it. Things and bodies are not part of it.

use crate::sight::Opaque;
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec3};
use bevy_transform::components::Transform;
use piaget::terms::{Rect, Terrain, Wall};
use std::sync::Arc;

/// The ground that one creature lives on, where it is not the [`CommonLand`]. Creatures that share one `Arc` share what
/// is computed from it.
#[derive(Component, Clone, Debug)]
pub struct Land(pub Arc<Terrain>);

/// The ground of every creature without a [`Land`] of its own.
#[derive(Resource, Clone, Debug)]
pub struct CommonLand(pub Arc<Terrain>);

impl CommonLand {
    /// Open ground around the origin.
    pub fn open(width_m: f32, depth_m: f32) -> Self {
        Self::walled(width_m, depth_m, Vec::new())
    }

    /// Ground around the origin with walls. To make them opaque as well, spawn [`wall`] for each.
    pub fn walled(width_m: f32, depth_m: f32, walls: Vec<Wall>) -> Self {
        Self(Arc::new(Terrain { bounds: Rect::centred(width_m, depth_m), walls, grid: None }))
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
