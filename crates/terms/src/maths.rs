//! The same bits on every machine: trigonometry and exponentials from `libm`, never from the platform.
//!
//! Square roots, sums and products are exact by IEEE 754 and may be taken from the standard library.

use glam::{Vec2, Vec3};
use std::f32::consts::{PI, TAU};

pub use libm::{
    acosf as acos, asinf as asin, atan2f as atan2, cosf as cos, expf as exp, expm1f as exp_m1,
    log1pf as ln_1p, logf as ln, powf, sinf as sin, tanf as tan, tanhf as tanh,
};
// For the few sums of which f32 would lose the digits.
pub use libm::{exp as exp_f64, expm1 as exp_m1_f64};

/// The angle brought into -pi to pi.
///
/// ```
/// use piaget_terms::maths::wrap_angle;
/// assert!((wrap_angle(7.0) - (7.0 - std::f32::consts::TAU)).abs() < 1e-6);
/// ```
pub fn wrap_angle(angle: f32) -> f32 {
    let turned = (angle + PI) % TAU;
    if turned < 0.0 { turned + PI } else { turned - PI }
}

/// The direction on the ground that a yaw looks in.
pub fn direction(yaw: f32) -> Vec3 {
    Vec3::new(sin(yaw), 0.0, cos(yaw))
}

/// The yaw that looks along a direction; 0 for a direction straight up or down.
pub fn yaw_of(direction: Vec3) -> f32 {
    atan2(direction.x, direction.z)
}

/// The point on the ground, as x and z.
pub fn ground(point: Vec3) -> Vec2 {
    Vec2::new(point.x, point.z)
}

/// The point at height 0 above x and z.
pub fn on_ground(point: Vec2) -> Vec3 {
    Vec3::new(point.x, 0.0, point.y)
}

/// What is left after `seconds` of something that halves every `half_life_s`.
pub fn remaining(seconds: f32, half_life_s: f32) -> f32 {
    exp(-std::f32::consts::LN_2 * seconds / half_life_s)
}

/// Moves `from` towards `to` by at most `step`.
pub fn approach(from: f32, to: f32, step: f32) -> f32 {
    from + (to - from).clamp(-step, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yaw_and_direction_agree() {
        for i in -31..=31 {
            let yaw = i as f32 * 0.1;
            assert!((wrap_angle(yaw_of(direction(yaw)) - yaw)).abs() < 1e-5);
        }
    }
}
