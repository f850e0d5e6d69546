//! Curves through keys: ease in and out from pose to pose, and arcs through points.

use glam::Vec3;
use piaget_terms::maths;
use std::f32::consts::TAU;

/// A value that rests at each key and eases between them.
pub fn ease(t: f32, keys: &[(f32, f32)]) -> f32 {
    let after = keys.partition_point(|key| key.0 <= t);
    if after == 0 || after == keys.len() {
        return keys[after.saturating_sub(1)].1;
    }
    let ((t0, a), (t1, b)) = (keys[after - 1], keys[after]);
    a + (b - a) * smooth((t - t0) / (t1 - t0))
}

/// From 0 to 1 with no speed at either end.
pub fn smooth(s: f32) -> f32 {
    let s = s.clamp(0.0, 1.0);
    s * s * (3.0 - 2.0 * s)
}

/// A point that passes its keys without stopping: an arc (Catmull-Rom over uneven times, at rest at both ends).
pub fn arc(t: f32, keys: &[(f32, Vec3)]) -> Vec3 {
    let after = keys.partition_point(|key| key.0 <= t);
    if after == 0 || after == keys.len() {
        return keys[after.saturating_sub(1)].1;
    }
    let slope = |at: usize| {
        if at == 0 || at + 1 == keys.len() {
            return Vec3::ZERO;
        }
        (keys[at + 1].1 - keys[at - 1].1) / (keys[at + 1].0 - keys[at - 1].0)
    };
    let ((t0, a), (t1, b)) = (keys[after - 1], keys[after]);
    let span = t1 - t0;
    let s = (t - t0) / span;
    let (s2, s3) = (s * s, s * s * s);
    a * (2.0 * s3 - 3.0 * s2 + 1.0)
        + b * (3.0 * s2 - 2.0 * s3)
        + slope(after - 1) * (span * (s3 - 2.0 * s2 + s))
        + slope(after) * (span * (s3 - s2))
}

/// A swing of so many cycles per second, beginning at 0.
pub fn swing(t: f32, hz: f32) -> f32 {
    maths::sin(TAU * hz * t)
}

/// Goes up, stays and comes down: 1 between `from` and `to`, easing over `edge` outside of them.
pub fn during(t: f32, from: f32, to: f32, edge: f32) -> f32 {
    smooth((t - from + edge) / edge) * smooth((to + edge - t) / edge)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_pass_their_keys() {
        let keys = [(0.0, 1.0), (0.5, 3.0), (1.0, -1.0)];
        for (t, value) in keys {
            assert!((ease(t, &keys) - value).abs() < 1e-6);
        }
        let points = [(0.0, Vec3::X), (0.4, Vec3::Y), (1.0, Vec3::Z)];
        for (t, point) in points {
            assert!((arc(t, &points) - point).length() < 1e-5);
        }
        assert_eq!((during(0.5, 0.4, 0.6, 0.1), during(0.2, 0.4, 0.6, 0.1)), (1.0, 0.0));
    }
}
