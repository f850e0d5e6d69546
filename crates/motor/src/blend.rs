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

/// Weights, none below 0 and with sum 1, whose mean of the corners comes nearest to a point. Where many would do,
/// near corners are preferred: the less differs, the better turns blend.
pub fn weights_for(corners: impl ExactSizeIterator<Item = Vec3> + Clone, point: Vec3) -> Weights {
    let count = corners.len().min(MAX_CORNERS);
    let even = (0..count).map(|_| 1.0 / count as f32).collect();
    let near = solve(corners.clone(), point, even, NEARNESS);
    solve(corners, point, near, 0.0)
}

/// What a far corner costs against missing the point.
const NEARNESS: f32 = 0.05;

/// Projected gradient from given weights.
fn solve(
    corners: impl ExactSizeIterator<Item = Vec3> + Clone,
    point: Vec3,
    mut weights: Weights,
    nearness: f32,
) -> Weights {
    const ROUNDS: usize = 300;
    let centre = corners.clone().take(weights.len()).sum::<Vec3>() / weights.len() as f32;
    let spread = corners.clone().map(|corner| (corner - centre).length_squared()).sum::<f32>().max(1e-9);
    let step = 1.0 / spread;
    for _ in 0..ROUNDS {
        let at: Vec3 = corners.clone().zip(&weights).map(|(corner, weight)| corner * *weight).sum();
        let off = at - point;
        let before = weights.clone();
        for (corner, weight) in corners.clone().zip(&mut weights) {
            let far = (corner - point).length_squared();
            *weight -= step * (off.dot(corner - centre) + nearness * far);
        }
        project(&mut weights);
        let moved = weights.iter().zip(&before).map(|(now, before)| (now - before).abs()).fold(0.0, f32::max);
        if moved < 1e-6 {
            break;
        }
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
    /// moment of `mark`, or at its middle where it has no such mark.
    ///
    /// Turns do not blend as places do. So the places are taken as a first guess, and then each round asks where the
    /// effector really is, where a little more of each corner would bring it, and mends the weights by that.
    pub fn weights_to_reach(
        &self,
        movement: u32,
        effector: Effector,
        point: Vec3,
        mark: &str,
        (pose, places): &mut (Pose, Vec<Transform>),
    ) -> Weights {
        const ROUNDS: usize = 16;
        const LITTLE: f32 = 0.05;
        let movement = &self.movements()[movement as usize];
        let at_s = movement.marks.iter().find(|m| m.name == mark).map_or(movement.seconds * 0.5, |m| m.at_s);
        let frame = (at_s / movement.seconds.max(1e-6) * (movement.poses.len() - 1) as f32).round() as u32;
        let members = || movement.blend.iter().take(MAX_CORNERS);
        let node =
            |member: u32| &self.nodes()[(self.movements()[member as usize].poses.start + frame) as usize];
        let corners: ArrayVec<Vec3, MAX_CORNERS> =
            members().map(|(member, at)| node(*member).effectors[effector as usize].unwrap_or(*at)).collect();
        let mut weights = weights_for(corners.iter().copied(), point);
        let Some(joint) = self.effector_map().joint(effector) else { return weights };
        pose.copy_from(&self.nodes()[0].pose);
        let mut brought = |weights: &Weights| {
            let poses = members().map(|(member, _)| &node(*member).pose);
            blend_poses(poses.zip(weights.iter().copied()), pose);
            self.skeleton().place(pose, places);
            places[joint as usize].translation
        };
        let mut best = (f32::INFINITY, weights.clone());
        for round in 0..ROUNDS {
            let here = brought(&weights);
            let off = here.distance(point);
            if off < best.0 {
                best = (off, weights.clone());
            }
            if off < 0.002 * self.skeleton().height() || round + 1 == ROUNDS {
                break;
            }
            // Where the effector would be if the way towards each corner went on as it begins.
            let ahead: ArrayVec<Vec3, MAX_CORNERS> = (0..weights.len())
                .map(|corner| {
                    let mut more: Weights = weights.iter().map(|weight| weight * (1.0 - LITTLE)).collect();
                    more[corner] += LITTLE;
                    here + (brought(&more) - here) / LITTLE
                })
                .collect();
            let mended = solve(ahead.iter().copied(), point, weights.clone(), 0.0);
            let part = if round < ROUNDS / 2 { 0.6 } else { 0.3 };
            for (weight, mended) in weights.iter_mut().zip(mended) {
                *weight += (mended - *weight) * part;
            }
        }
        best.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_reach_corners_and_points_between_them() {
        let corners: Vec<Vec3> = (0..8)
            .map(|i| Vec3::new((i & 1) as f32 * 0.26, (i >> 1 & 1) as f32 * 0.31, (i >> 2) as f32 * 0.1))
            .chain([Vec3::new(0.13, 0.155, 0.05)])
            .collect();
        let points = [corners[0], corners[7], Vec3::new(0.05, 0.3, 0.02), Vec3::new(0.2, 0.1, 0.1)];
        for point in points {
            let weights = weights_for(corners.iter().copied(), point);
            let at: Vec3 = corners.iter().zip(&weights).map(|(corner, weight)| *corner * *weight).sum();
            assert!((at - point).length() < 0.006, "{point}: {at} {weights:?}");
            assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-5 && weights.iter().all(|w| *w >= 0.0));
        }
        // Beyond the corners the nearest is found.
        let weights = weights_for(corners.iter().copied(), Vec3::new(1.0, 1.0, 1.0));
        assert!(weights[7] > 0.99, "{weights:?}");
    }
}
