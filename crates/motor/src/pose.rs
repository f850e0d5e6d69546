//! A body's configuration at one moment: how each joint is turned and moved against its parent, and the
//! weights of its face.

use crate::Skeleton;
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

/// Local rotations and translations of all joints, and morph weights.
///
/// ```
/// # use piaget_motor::{Joint, Pose, Skeleton, Transform};
/// # let joints = vec![Joint { name: "root".into(), parent: None, rest: Transform::IDENTITY }];
/// # let skeleton = Skeleton::new(joints).unwrap();
/// let rest = Pose::rest(&skeleton, 0);
/// let mut half_way = rest.clone();
/// half_way.mix(&rest, 0.5);
/// assert_eq!(half_way, rest);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pose {
    /// Per joint, the turn against its parent.
    pub rotations: Vec<Quat>,
    /// Per joint, the place against its parent.
    pub translations: Vec<Vec3>,
    /// Per morph target, how much of it shows.
    pub weights: Vec<f32>,
}

impl Pose {
    /// The pose in which nothing moves, with a face of `morphs` weights at 0.
    pub fn rest(skeleton: &Skeleton, morphs: usize) -> Self {
        Self {
            rotations: skeleton.joints().iter().map(|joint| joint.rest.rotation).collect(),
            translations: skeleton.joints().iter().map(|joint| joint.rest.translation).collect(),
            weights: vec![0.0; morphs],
        }
    }

    /// Becomes the other pose, without allocating when both are of one body.
    pub fn copy_from(&mut self, other: &Self) {
        self.rotations.clone_from(&other.rotations);
        self.translations.clone_from(&other.translations);
        self.weights.clone_from(&other.weights);
    }

    /// Goes a part of the way to another pose of the same body.
    pub fn mix(&mut self, other: &Self, part: f32) {
        for (mine, other) in self.rotations.iter_mut().zip(&other.rotations) {
            *mine = slerp(*mine, *other, part);
        }
        for (mine, other) in self.translations.iter_mut().zip(&other.translations) {
            *mine = mine.lerp(*other, part);
        }
        for (mine, other) in self.weights.iter_mut().zip(&other.weights) {
            *mine += (other - *mine) * part;
        }
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        self.rotations.iter().all(|rotation| rotation.is_finite())
            && self.translations.iter().all(|translation| translation.is_finite())
            && self.weights.iter().all(|weight| weight.is_finite())
    }
}

/// The turn `part` of the way from one to another, the short way round.
pub fn slerp(from: Quat, to: Quat, part: f32) -> Quat {
    if part == 0.0 || from == to {
        return from;
    }
    from * exp(log(from.conjugate() * to) * part)
}

/// The turn as a vector: its axis, as long as its angle, the short way round.
pub fn log(turn: Quat) -> Vec3 {
    let turn = if turn.w < 0.0 { -turn } else { turn };
    let axis = Vec3::new(turn.x, turn.y, turn.z);
    let sine = axis.length();
    if sine < 1e-6 {
        return axis * 2.0;
    }
    axis * (2.0 * piaget_terms::maths::atan2(sine, turn.w) / sine)
}

/// The turn about a vector's direction by its length.
pub fn exp(vector: Vec3) -> Quat {
    use piaget_terms::maths::{cos, sin};
    let angle = vector.length();
    if angle < 1e-6 {
        return Quat::from_xyzw(vector.x * 0.5, vector.y * 0.5, vector.z * 0.5, 1.0).normalize();
    }
    let axis = vector * (sin(angle * 0.5) / angle);
    Quat::from_xyzw(axis.x, axis.y, axis.z, cos(angle * 0.5))
}

/// The angle between two turns.
pub fn angle(a: Quat, b: Quat) -> f32 {
    log(a.conjugate() * b).length()
}

/// The yaw of a turn: how far it turns about the vertical, whatever else it does.
pub fn yaw(turn: Quat) -> f32 {
    // Where the turn takes +z straight down or up there is no better answer than 0.
    if turn.y * turn.y + turn.w * turn.w < 1e-9 {
        return 0.0;
    }
    piaget_terms::maths::wrap_angle(2.0 * piaget_terms::maths::atan2(turn.y, turn.w))
}

/// A turn about the vertical.
pub fn about_up(yaw: f32) -> Quat {
    exp(Vec3::Y * yaw)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn exp_and_log_undo_each_other(x in -1.7f32..1.7, y in -1.7f32..1.7, z in -1.7f32..1.7) {
            let vector = Vec3::new(x, y, z);
            prop_assert!((log(exp(vector)) - vector).length() < 1e-4);
        }

        #[test]
        fn a_mix_keeps_its_length_and_ends_where_it_should(x in -1.5f32..1.5, y in -1.5f32..1.5, t in 0.0f32..1.0) {
            let (a, b) = (exp(Vec3::new(x, y, 0.3)), exp(Vec3::new(y, 0.1, x)));
            prop_assert!((slerp(a, b, t).length() - 1.0).abs() < 1e-5);
            prop_assert!(angle(slerp(a, b, 1.0), b) < 1e-3);
            prop_assert!((angle(slerp(a, b, t), a) - t * angle(a, b)).abs() < 2e-3);
        }
    }
}
