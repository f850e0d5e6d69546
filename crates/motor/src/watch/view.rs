//! A body as an onlooker sees it at one moment: where its parts are from its root, in the onlooker's own body
//! heights, and how far two such views are apart.

use crate::effectors::EFFECTORS;
use glam::Vec3;
use piaget_terms::{Effector, EffectorSighting, maths};
use serde::{Deserialize, Serialize};

/// Where the marked parts of a body are; `None` for what is not seen.
pub type Parts = [Option<Vec3>; EFFECTORS];

/// The parts of a sighting.
pub fn parts_of(seen: &[EffectorSighting]) -> Parts {
    let mut parts = [None; EFFECTORS];
    for part in seen.iter().filter(|part| part.position.is_finite()) {
        parts[part.effector as usize] = Some(part.position);
    }
    parts
}

/// Numbers per axis: the parts, and how far the root is above or below where it is when standing.
pub(super) const LANES: usize = EFFECTORS + 1;
/// The place of the root's height among them.
pub(super) const HEIGHT: usize = EFFECTORS;

/// Parts relative to the root; what is not seen has weight 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PoseView {
    pub(super) x: [f32; LANES],
    pub(super) y: [f32; LANES],
    pub(super) z: [f32; LANES],
    pub(super) weight: [f32; LANES],
}

impl PoseView {
    /// From parts relative to the root. `above` is how far the root is above its place when standing.
    pub(super) fn new(parts: &Parts, above: Option<f32>) -> Self {
        let mut view = Self::default();
        for (lane, place) in parts.iter().enumerate() {
            // The root is where it is: it would only dilute the mean.
            if let Some(place) = place.filter(|_| lane != Effector::Root as usize) {
                view.set(lane, place);
            }
        }
        if let Some(above) = above {
            view.set(HEIGHT, Vec3::Y * above);
        }
        view
    }

    pub(super) fn set(&mut self, lane: usize, place: Vec3) {
        (self.x[lane], self.y[lane], self.z[lane]) = (place.x, place.y, place.z);
        self.weight[lane] = 1.0;
    }

    pub(super) fn at(&self, lane: usize) -> Vec3 {
        Vec3::new(self.x[lane], self.y[lane], self.z[lane])
    }

    /// Where a part is from the root, if it is seen.
    pub fn part(&self, effector: Effector) -> Option<Vec3> {
        let lane = effector as usize;
        (self.weight[lane] > 0.0).then(|| self.at(lane))
    }

    /// How many parts are seen, the root apart.
    pub fn seen(&self) -> usize {
        self.weight[..EFFECTORS].iter().filter(|weight| **weight > 0.0).count()
    }

    /// Turned about the vertical.
    pub(super) fn turned(&self, yaw: f32) -> Self {
        let (sin, cos) = (maths::sin(yaw), maths::cos(yaw));
        let mut view = *self;
        for lane in 0..LANES {
            view.x[lane] = self.x[lane] * cos + self.z[lane] * sin;
            view.z[lane] = self.z[lane] * cos - self.x[lane] * sin;
        }
        view
    }

    /// Turned so that the nose is ahead of the root (Buchsbaum 6.1.2); `None` where the nose does not show.
    pub fn facing_by_nose(&self) -> Option<Self> {
        let nose = self.part(Effector::Nose)?;
        let ahead = maths::ground(nose).length_squared() > 1e-8;
        ahead.then(|| self.turned(-maths::yaw_of(nose)))
    }

    /// The mean distance of the parts that both show (Buchsbaum 6.1 and 6.2); infinite where they share none.
    pub fn mean_distance(&self, other: &Self) -> f32 {
        let (mut sum, mut count) = (0.0, 0.0);
        for lane in 0..EFFECTORS {
            let both = self.weight[lane] * other.weight[lane];
            sum += both * self.at(lane).distance(other.at(lane));
            count += both;
        }
        if count > 0.0 { sum / count } else { f32::INFINITY }
    }

    /// The root mean square distance of the parts that both show, whichever way the bodies face: the turn about
    /// the vertical that brings them nearest needs no nose, and is right when the head looks aside.
    pub fn distance(&self, other: &Self) -> f32 {
        let (squares, count, ..) = self.sums(other);
        if count > 0.0 { (squares.max(0.0) / count).sqrt() } else { f32::INFINITY }
    }

    /// The yaw by which to turn this view to bring it nearest to another.
    pub(super) fn yaw_to(&self, other: &Self) -> f32 {
        let (_, _, dot, cross) = self.sums(other);
        maths::atan2(cross, dot)
    }

    /// The sum of squares after the best turn, the number of shared parts, and the sums that give the turn.
    fn sums(&self, other: &Self) -> (f32, f32, f32, f32) {
        let (mut own, mut dot, mut cross, mut count) = (0.0, 0.0, 0.0, 0.0);
        for lane in 0..LANES {
            let both = self.weight[lane] * other.weight[lane];
            let (ax, ay, az) = (self.x[lane], self.y[lane], self.z[lane]);
            let (bx, by, bz) = (other.x[lane], other.y[lane], other.z[lane]);
            own += both * (ax * ax + az * az + bx * bx + bz * bz + (ay - by) * (ay - by));
            dot += both * (ax * bx + az * bz);
            cross += both * (az * bx - ax * bz);
            count += both;
        }
        (own - 2.0 * (dot * dot + cross * cross).sqrt(), count, dot, cross)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piaget_terms::Chance;

    fn view(seed: u64) -> PoseView {
        let mut chance = Chance::new(seed);
        let mut place = || Vec3::new(chance.between(-0.5, 0.5), chance.between(0.0, 1.0), chance.unit());
        let mut parts = [None; EFFECTORS];
        parts.iter_mut().for_each(|part| *part = Some(place()));
        PoseView::new(&parts, Some(0.1))
    }

    #[test]
    fn a_turned_body_is_at_no_distance_and_the_turn_is_found() {
        let one = view(1);
        for yaw in [-2.0f32, -0.3, 0.0, 1.0, 3.0] {
            let turned = one.turned(yaw);
            assert!(one.distance(&turned) < 1e-3);
            assert!((one.yaw_to(&turned) - yaw).abs() < 1e-3, "{yaw}");
            assert!(turned.facing_by_nose().unwrap().mean_distance(&one.facing_by_nose().unwrap()) < 1e-5);
        }
        assert!(one.distance(&view(2)) > 0.1);
    }

    #[test]
    fn what_is_hidden_does_not_count() {
        let (one, mut other) = (view(1), view(1));
        other.x[Effector::LeftHand as usize] += 1.0;
        assert!(one.distance(&other) > 0.05 && one.mean_distance(&other) > 0.05);
        other.weight[Effector::LeftHand as usize] = 0.0;
        assert!(one.distance(&other) < 1e-3 && one.mean_distance(&other) == 0.0);
        assert_eq!(one.mean_distance(&PoseView::default()), f32::INFINITY);
        assert_eq!(one.distance(&PoseView::default()), f32::INFINITY);
    }
}
