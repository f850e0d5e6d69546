//! A sight from a function, for hosts that have one.

use piaget_terms::{Sight, Vec3};

/// Sees a point if the function says so.
///
/// ```
/// use piaget::prelude::*;
/// use piaget::terms::Vec3;
/// let sight = SightBy(|point: Vec3| point.z > 0.0);
/// let mut seen = [false; 2];
/// sight.sees(&[Vec3::Z, -Vec3::Z], &mut seen);
/// assert_eq!(seen, [true, false]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SightBy<F>(pub F);

impl<F: Fn(Vec3) -> bool> Sight for SightBy<F> {
    fn sees(&self, points: &[Vec3], seen: &mut [bool]) {
        for (point, seen) in points.iter().zip(seen) {
            *seen = (self.0)(*point);
        }
    }
}
