//! Two bones that bring a wrist or an ankle to a point.

use glam::{Mat3, Quat, Vec3};

/// A limb whose bones hang straight down at rest.
#[derive(Clone, Copy)]
pub struct Limb {
    /// From shoulder or hip to elbow or knee.
    pub upper: f32,
    /// From there to wrist or ankle.
    pub lower: f32,
    /// Whether it folds forward (an elbow, a dog's hind knee turned round) or backward (a knee).
    pub folds_forward: bool,
}

impl Limb {
    /// The turns of both bones in the space of `target`, for a limb that begins at `origin`; the middle joint
    /// points towards `pole`.
    pub fn reach(&self, origin: Vec3, target: Vec3, pole: Vec3) -> (Quat, Quat) {
        let to = target - origin;
        let longest = (self.upper + self.lower) * 0.999;
        let shortest = (self.upper - self.lower).abs() + 0.02 * self.lower;
        let distance = to.length().clamp(shortest, longest);
        let along = to.normalize_or(Vec3::NEG_Y);
        let out = (pole - along * pole.dot(along)).normalize_or(Vec3::Z);
        let cosine = (self.upper * self.upper + distance * distance - self.lower * self.lower)
            / (2.0 * self.upper * distance);
        let cosine = cosine.clamp(-1.0, 1.0);
        let first = along * cosine + out * (1.0 - cosine * cosine).max(0.0).sqrt();
        let second = (along * distance - first * self.upper).normalize_or(first);
        let hinge = out.cross(along);
        let hinge = if self.folds_forward { -hinge } else { hinge };
        (hang(first, hinge), hang(second, hinge))
    }
}

/// The turn that lets a bone which hangs down point along `bone`, its hinge along `hinge`.
fn hang(bone: Vec3, hinge: Vec3) -> Quat {
    let y = -bone;
    let x = (hinge - y * hinge.dot(y)).normalize_or(Vec3::X);
    Quat::from_mat3(&Mat3::from_cols(x, y, x.cross(y))).normalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_the_limb_is_where_it_should_be() {
        let limb = Limb { upper: 0.3, lower: 0.25, folds_forward: true };
        for target in [Vec3::new(0.1, -0.3, 0.2), Vec3::new(-0.2, 0.2, 0.3), Vec3::new(0.0, -0.5, 0.0)] {
            let (upper, lower) = limb.reach(Vec3::ZERO, target, Vec3::NEG_Z);
            let end = upper * Vec3::NEG_Y * limb.upper + lower * Vec3::NEG_Y * limb.lower;
            assert!((end - target).length() < 1e-4, "{end} {target}");
        }
        let (upper, _) = limb.reach(Vec3::ZERO, Vec3::new(0.0, -0.5, 0.0), Vec3::NEG_Z);
        assert!((upper * Vec3::X - Vec3::X).length() < 0.1, "at rest nothing is twisted");
    }
}
