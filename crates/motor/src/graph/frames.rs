//! A clip becomes frames at a steady rate: poses without the travel of the root, and the travel apart.

use super::{PoseNode, RootMotion};
use crate::{Clip, Moves, Pose, Skeleton, Transform, pose};
use glam::Vec3;
use piaget_terms::maths::wrap_angle;

/// The joint whose way over the ground is the body's: one named `root`, else the moved joint that carries most.
pub fn carrier(skeleton: &Skeleton, clips: &[Clip]) -> u32 {
    if let Some(root) = skeleton.find("root")
        && clips.iter().flat_map(|clip| &clip.tracks).any(|track| track.moves == Moves::Translation(root))
    {
        return root;
    }
    let moved = clips.iter().flat_map(|clip| &clip.tracks).filter_map(|track| match track.moves {
        Moves::Translation(joint) => Some(joint),
        _ => None,
    });
    let carried = |joint: &u32| {
        let all = 0..skeleton.len() as u32;
        (all.filter(|other| skeleton.hangs_from(*other, *joint)).count(), std::cmp::Reverse(*joint))
    };
    moved.max_by_key(carried).unwrap_or(0)
}

/// The frames of a clip. Where it is cyclic, the frame after the last is the first.
pub(super) fn frames(
    skeleton: &Skeleton,
    carrier: u32,
    clip: &Clip,
    (count, cyclic): (usize, bool),
    morphs: usize,
) -> Vec<PoseNode> {
    let steps = if cyclic { count } else { count - 1 }.max(1);
    let step_s = (clip.seconds / steps as f32).max(1e-3);
    let mut grounds: Vec<(Vec3, f32)> = Vec::with_capacity(count + 1);
    let mut poses: Vec<Pose> = Vec::with_capacity(count + 1);
    let mut places = Vec::new();
    for frame in 0..=count {
        let mut pose = Pose::rest(skeleton, morphs);
        let time_s = if frame == count && !cyclic { clip.seconds } else { frame as f32 * step_s };
        clip.sample(skeleton, time_s.min(clip.seconds), &mut pose);
        skeleton.place(&pose, &mut places);
        let place = places[carrier as usize];
        let ground = Vec3::new(place.translation.x, 0.0, place.translation.z);
        let yaw = pose::yaw(place.rotation * skeleton_rest(skeleton, carrier).conjugate());
        take_away(skeleton, ground, yaw, &mut pose);
        grounds.push((ground, yaw));
        poses.push(pose);
    }
    let mut nodes: Vec<PoseNode> = Vec::with_capacity(count);
    for frame in 0..count {
        let next = if frame + 1 == count && !cyclic { frame } else { frame + 1 };
        let (here, there) = (grounds[frame], grounds[next]);
        let root = RootMotion {
            velocity: pose::about_up(-here.1) * (there.0 - here.0) / step_s,
            yaw_rate: wrap_angle(there.1 - here.1) / step_s,
        };
        let (now, later) = (&poses[frame], &poses[if cyclic && next == count { 0 } else { next }]);
        let spin =
            now.rotations.iter().zip(&later.rotations).map(|(a, b)| pose::log(a.conjugate() * *b) / step_s);
        let drift = now.translations.iter().zip(&later.translations).map(|(a, b)| (*b - *a) / step_s);
        let (spin, drift) = (spin.collect(), drift.collect());
        nodes.push(PoseNode {
            movement: 0,
            time_s: frame as f32 * step_s,
            pose: now.clone(),
            spin,
            drift,
            root,
            effectors: [None; crate::effectors::EFFECTORS],
        });
    }
    // The last frame of a clip that ends goes on as the one before it did.
    if !cyclic && count > 1 {
        let (before, last) = nodes.split_at_mut(count - 1);
        last[0].root = before[count - 2].root;
        last[0].spin.clone_from(&before[count - 2].spin);
        last[0].drift.clone_from(&before[count - 2].drift);
    }
    nodes
}

/// The carrier's turn at rest, in the model's space.
fn skeleton_rest(skeleton: &Skeleton, joint: u32) -> glam::Quat {
    let joint = &skeleton.joints()[joint as usize];
    match joint.parent {
        Some(parent) => skeleton_rest(skeleton, parent) * joint.rest.rotation,
        None => joint.rest.rotation,
    }
}

/// Moves everything without a parent back to the origin of the ground, facing +z.
fn take_away(skeleton: &Skeleton, ground: Vec3, yaw: f32, pose: &mut Pose) {
    let back = Transform { rotation: pose::about_up(-yaw), ..Transform::IDENTITY };
    for (index, joint) in skeleton.joints().iter().enumerate().filter(|(_, joint)| joint.parent.is_none()) {
        let local = Transform {
            translation: pose.translations[index] - ground,
            rotation: pose.rotations[index],
            scale: joint.rest.scale,
        };
        let local = back.then(&local);
        pose.translations[index] = local.translation;
        pose.rotations[index] = local.rotation.normalize();
    }
}
