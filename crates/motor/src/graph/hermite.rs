//! The way between two poses that are no neighbours in a clip: a cubic that leaves as the first moves and
//! arrives as the second does, slow enough for the body.

use super::{PoseGraph, PoseNode};
use crate::{Pose, pose};

/// A velocity is carried into or out of a transition for no longer than this; a long way is walked calmly.
const CARRY_S: f32 = 0.2;
/// The part of a joint's fastest motion that a transition may reach.
const HASTE: f32 = 1.2;
/// A joint that its clips hardly move may still turn at this part of the body's fastest turn.
pub(super) const LEAST_SHARE: f32 = 0.1;

/// The pose `s` (0 to 1) along the way of `seconds` from `a` to `b`, whose poses may have been blended.
pub(crate) fn between(a: (&PoseNode, &Pose), b: (&PoseNode, &Pose), s: f32, seconds: f32, out: &mut Pose) {
    let h = Weights::at(s, seconds);
    for joint in 0..out.rotations.len() {
        let (from, to) = (a.1.rotations[joint], b.1.rotations[joint]);
        let turn = pose::log(from.conjugate() * to);
        let vector = turn * h.end + a.0.spin[joint] * h.leave + b.0.spin[joint] * h.arrive;
        out.rotations[joint] = (from * pose::exp(vector)).normalize();
        let (from, to) = (a.1.translations[joint], b.1.translations[joint]);
        out.translations[joint] =
            from + (to - from) * h.end + a.0.drift[joint] * h.leave + b.0.drift[joint] * h.arrive;
    }
    for (out, (a, b)) in out.weights.iter_mut().zip(a.1.weights.iter().zip(&b.1.weights)) {
        *out = a + (b - a) * h.end;
    }
}

/// How much of the whole way and of the velocities at both ends is in a point of it.
struct Weights {
    end: f32,
    leave: f32,
    arrive: f32,
}

impl Weights {
    fn at(s: f32, seconds: f32) -> Self {
        let carry = seconds.min(CARRY_S);
        let (s2, s3) = (s * s, s * s * s);
        Self { end: 3.0 * s2 - 2.0 * s3, leave: carry * (s3 - 2.0 * s2 + s), arrive: carry * (s3 - s2) }
    }

    /// The same per second.
    fn rate(s: f32, seconds: f32) -> Self {
        let carry = seconds.min(CARRY_S) / seconds;
        let s2 = s * s;
        Self {
            end: (6.0 * s - 6.0 * s2) / seconds,
            leave: carry * (3.0 * s2 - 4.0 * s + 1.0),
            arrive: carry * (3.0 * s2 - 2.0 * s),
        }
    }
}

impl PoseGraph {
    /// How long the way from one pose to another should take: as short as the joints' fastest motion in the
    /// clips allows.
    pub(super) fn seconds_between(&self, a: u32, b: u32) -> f32 {
        let (a, b) = (&self.nodes[a as usize], &self.nodes[b as usize]);
        let mut seconds = self.config.shortest_s;
        while seconds < 4.0 && !self.is_gentle(a, b, seconds) {
            seconds *= 1.2;
        }
        seconds
    }

    fn is_gentle(&self, a: &PoseNode, b: &PoseNode, seconds: f32) -> bool {
        const SAMPLES: usize = 7;
        let (spin_limits, drift_limits) = (&self.fastest_spin, &self.fastest_drift);
        (0..self.skeleton.len()).all(|joint| {
            let turn = pose::log(a.pose.rotations[joint].conjugate() * b.pose.rotations[joint]);
            let shift = b.pose.translations[joint] - a.pose.translations[joint];
            (0..SAMPLES).all(|sample| {
                let h = Weights::rate(sample as f32 / (SAMPLES - 1) as f32, seconds);
                let spin = turn * h.end + a.spin[joint] * h.leave + b.spin[joint] * h.arrive;
                let drift = shift * h.end + a.drift[joint] * h.leave + b.drift[joint] * h.arrive;
                spin.length() <= HASTE * spin_limits[joint] && drift.length() <= HASTE * drift_limits[joint]
            })
        })
    }
}
