//! How far apart two poses are: the one distance that decides transitions, hubs and hints for the search.
//!
//! Every joint is represented by a point a little off its centre (so that its turn counts too), in the frame of
//! the root. The distance is
//!
//! `sqrt( mean over joints of ( |p - p'|^2 + tau^2 |v - v'|^2 ) + tau^2 |V - V'|^2 )`
//!
//! with `p` the point's place, `v` its velocity, `V` the root's velocity over the ground, all lengths in body
//! heights, and `tau` the time over which a difference of velocities counts as a difference of places. It is a
//! Euclidean distance of feature vectors, hence a metric.

use super::PoseNode;
use crate::{Skeleton, Transform};
use glam::Vec3;

/// Where the measured point lies off a joint's centre, in body heights.
const OFF_CENTRE: f32 = 0.04;

/// How many numbers describe a pose.
pub(super) fn width(skeleton: &Skeleton) -> usize {
    skeleton.len() * 6 + 3
}

/// The measured points of a pose in body heights.
pub(super) fn points(skeleton: &Skeleton, places: &[Transform], out: &mut Vec<Vec3>) {
    out.clear();
    let height = skeleton.height();
    let off = Vec3::new(0.62, 0.53, 0.58) * OFF_CENTRE;
    out.extend(places.iter().map(|place| place.translation / height + place.rotation * off));
}

/// Writes the feature vector of a pose from its points and those one step later.
pub(super) fn describe(
    node: &PoseNode,
    now: &[Vec3],
    later: &[Vec3],
    span: (f32, f32, f32),
    out: &mut Vec<f32>,
) {
    let (step_s, tau_s, height) = span;
    let share = 1.0 / (now.len() as f32).sqrt();
    out.extend(now.iter().flat_map(|point| (*point * share).to_array()));
    let to_velocity = share * tau_s / step_s;
    out.extend(now.iter().zip(later).flat_map(|(a, b)| ((*b - *a) * to_velocity).to_array()));
    out.extend((node.root.velocity * (tau_s / height)).to_array());
}

/// The squared distance of two feature vectors, or something above `enough` as soon as it exceeds that.
pub(super) fn squared(a: &[f32], b: &[f32], enough: f32) -> f32 {
    let mut sum = 0.0;
    for (a, b) in a.chunks(48).zip(b.chunks(48)) {
        let mut lanes = [0.0f32; 8];
        let (mut wide_a, mut wide_b) = (a.chunks_exact(8), b.chunks_exact(8));
        for (a, b) in (&mut wide_a).zip(&mut wide_b) {
            for lane in 0..8 {
                let d = a[lane] - b[lane];
                lanes[lane] += d * d;
            }
        }
        let rest = wide_a.remainder().iter().zip(wide_b.remainder()).map(|(a, b)| (a - b) * (a - b));
        sum += lanes.iter().sum::<f32>() + rest.sum::<f32>();
        if sum > enough {
            return sum;
        }
    }
    sum
}
