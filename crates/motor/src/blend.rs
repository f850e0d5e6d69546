//! Blended poses and movements (Buchsbaum 5.7.3): several of one body weighed into one.

use crate::graph::{PoseGraph, PoseNode, RootMotion};
use crate::{Pose, Transform};
use arrayvec::ArrayVec;
use glam::{Quat, Vec3};
use piaget_terms::Effector;

/// The most corners of a space of blended movements.
pub const MAX_CORNERS: usize = 16;

/// How much of each corner is in a blend; they sum to 1.
pub type Weights = ArrayVec<f32, MAX_CORNERS>;

/// Poses weighed into one. Turns are summed on the side of the heaviest and brought back to unit length.
pub fn blend_poses<'a>(poses: impl Iterator<Item = (&'a Pose, f32)> + Clone, out: &mut Pose) {
    for (joint, out) in out.rotations.iter_mut().enumerate() {
        let heaviest = poses.clone().max_by(|a, b| a.1.total_cmp(&b.1));
        let side = heaviest.map_or(Quat::IDENTITY, |(pose, _)| pose.rotations[joint]);
        let sum = poses.clone().fold(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), |sum, (pose, weight)| {
            let turn = pose.rotations[joint];
            sum + turn * (if turn.dot(side) < 0.0 { -weight } else { weight })
        });
        *out = if sum.length_squared() > 1e-12 { sum.normalize() } else { side };
    }
    for (joint, out) in out.translations.iter_mut().enumerate() {
        *out = poses.clone().map(|(pose, weight)| pose.translations[joint] * weight).sum();
    }
    for (morph, out) in out.weights.iter_mut().enumerate() {
        *out = poses.clone().map(|(pose, weight)| pose.weights[morph] * weight).sum();
    }
}

/// Weights, none below 0 and with sum 1, whose mean of the corners comes nearest to a point: by projected
/// gradient, with a slight pull towards even weights where many would do.
pub fn weights_for(corners: impl ExactSizeIterator<Item = Vec3> + Clone, point: Vec3) -> Weights {
    const ROUNDS: usize = 300;
    let count = corners.len().min(MAX_CORNERS);
    let mut weights: Weights = (0..count).map(|_| 1.0 / count as f32).collect();
    let centre = corners.clone().take(count).sum::<Vec3>() / count as f32;
    let spread = corners.clone().map(|corner| (corner - centre).length_squared()).sum::<f32>().max(1e-9);
    let step = 1.0 / spread;
    for _ in 0..ROUNDS {
        let at: Vec3 = corners.clone().zip(&weights).map(|(corner, weight)| corner * *weight).sum();
        let off = at - point;
        for (corner, weight) in corners.clone().zip(&mut weights) {
            *weight -= step * off.dot(corner - centre);
        }
        project(&mut weights);
    }
    weights
}

/// The nearest point of the simplex.
fn project(weights: &mut Weights) {
    let mut sorted = weights.clone();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let (mut sum, mut shift) = (0.0, 0.0);
    for (index, weight) in sorted.iter().enumerate() {
        sum += weight;
        let candidate = (sum - 1.0) / (index + 1) as f32;
        if weight - candidate > 0.0 {
            shift = candidate;
        }
    }
    weights.iter_mut().for_each(|weight| *weight = (*weight - shift).max(0.0));
}

impl PoseGraph {
    /// A pose that blends others.
    pub(crate) fn blend_nodes(&self, poses: &[u32], weights: &[f32]) -> PoseNode {
        let nodes = || poses.iter().map(|pose| &self.nodes()[*pose as usize]).zip(weights.iter().copied());
        let mut out = nodes().next().map(|(node, _)| node.clone()).unwrap_or_else(|| self.nodes()[0].clone());
        blend_poses(nodes().map(|(node, weight)| (&node.pose, weight)), &mut out.pose);
        for joint in 0..out.spin.len() {
            out.spin[joint] = nodes().map(|(node, weight)| node.spin[joint] * weight).sum();
            out.drift[joint] = nodes().map(|(node, weight)| node.drift[joint] * weight).sum();
        }
        out.root = RootMotion {
            velocity: nodes().map(|(node, weight)| node.root.velocity * weight).sum(),
            yaw_rate: nodes().map(|(node, weight)| node.root.yaw_rate * weight).sum(),
        };
        out
    }

    /// The weights with which a blended movement brings an effector to a point (in the root's frame) at the
    /// moment of `mark`, or at its middle where it has no such mark. Turns do not blend as places do, so the aim
    /// is corrected by what the blend really does.
    pub fn weights_to_reach(
        &self,
        movement: u32,
        effector: Effector,
        point: Vec3,
        mark: &str,
        (pose, places): &mut (Pose, Vec<Transform>),
    ) -> Weights {
        const CORRECTIONS: usize = 12;
        let movement = &self.movements()[movement as usize];
        let at_s = movement.marks.iter().find(|m| m.name == mark).map_or(movement.seconds * 0.5, |m| m.at_s);
        let frame = (at_s / movement.seconds.max(1e-6) * (movement.poses.len() - 1) as f32).round() as u32;
        let members = || movement.blend.iter().take(MAX_CORNERS);
        let node =
            |member: u32| &self.nodes()[(self.movements()[member as usize].poses.start + frame) as usize];
        let corners: ArrayVec<Vec3, MAX_CORNERS> =
            members().map(|(member, at)| node(*member).effectors[effector as usize].unwrap_or(*at)).collect();
        pose.copy_from(&self.nodes()[0].pose);
        let mut aim = point;
        let mut best = (f32::INFINITY, Weights::new());
        for _ in 0..CORRECTIONS {
            let weights = weights_for(corners.iter().copied(), aim);
            blend_poses(members().map(|(member, _)| &node(*member).pose).zip(weights.iter().copied()), pose);
            self.skeleton().place(pose, places);
            let Some(joint) = self.effector_map().joint(effector) else { return weights };
            let off = point - places[joint as usize].translation;
            if off.length() < best.0 {
                best = (off.length(), weights);
            }
            aim += off * 0.8;
        }
        best.1
    }
}
