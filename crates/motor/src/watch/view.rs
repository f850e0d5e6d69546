//! A body as an onlooker sees it at one moment: where its parts are from its root, in the onlooker's own body
//! heights, and how far two such views are apart.

use crate::effectors::EFFECTORS;
use glam::Vec3;
use piaget_terms::valid::{Checked, finite};
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

/// Numbers per axis: the parts, and what the body does as a whole.
pub(super) const LANES: usize = EFFECTORS + 1;
/// The place of the latter: how fast it travels, and how far its root is above where it is when standing.
const WHOLE: usize = EFFECTORS;
/// Over this time a difference in speed counts as a difference in place. Not a setting: part of what a distance means, to
/// which all thresholds are fitted.
const SPEED_S: f32 = 0.2;

/// What a body does as a whole, in own body heights and seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Whole {
    /// How fast it travels over the ground.
    pub speed_per_s: f32,
    /// How far its root is above where it is when standing.
    pub above: f32,
}

/// The weight of the nose in either of two views: heads look about while hands do things. Not a setting, as above.
const NOSE: f32 = 0.3;

/// Parts relative to the root; what is not seen has weight 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PoseView {
    pub(super) x: [f32; LANES],
    pub(super) y: [f32; LANES],
    pub(super) z: [f32; LANES],
    pub(super) weight: [f32; LANES],
    /// How fast the body turns, in radians per second: no part of any distance.
    pub(super) turn_per_s: f32,
}

impl PoseView {
    /// Whether a saved view is made of numbers.
    pub fn validate(&self) -> Checked {
        let lanes = self.x.iter().chain(&self.y).chain(&self.z).chain(&self.weight).chain([&self.turn_per_s]);
        lanes.into_iter().try_for_each(|lane| finite("lanes", *lane))
    }

    /// From parts relative to the root, and what the body does as a whole.
    pub(super) fn new(parts: &Parts, whole: Option<Whole>) -> Self {
        let mut view = Self::default();
        for (lane, place) in parts.iter().enumerate() {
            if let Some(place) = place {
                view.set(lane, *place);
            }
        }
        view.weight[Effector::Nose as usize] *= NOSE;
        if let Some(whole) = whole {
            view.set(WHOLE, Vec3::new(whole.speed_per_s * SPEED_S, whole.above, 0.0));
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

    /// Adds places of another, weighed; what shows stays as it is.
    pub(super) fn add(&mut self, other: &Self, weight: f32) {
        for lane in 0..LANES {
            self.x[lane] += other.x[lane] * weight;
            self.y[lane] += other.y[lane] * weight;
            self.z[lane] += other.z[lane] * weight;
        }
    }

    /// Makes all places larger or smaller.
    pub(super) fn scale(&mut self, by: f32) {
        for lane in 0..LANES {
            self.x[lane] *= by;
            self.y[lane] *= by;
            self.z[lane] *= by;
        }
    }

    /// Where a part is from the root, if it is seen.
    pub fn part(&self, effector: Effector) -> Option<Vec3> {
        let lane = effector as usize;
        (self.weight[lane] > 0.0).then(|| self.at(lane))
    }

    /// How fast the body travels over the ground, in own body heights per second, if that is known.
    pub fn speed_per_s(&self) -> Option<f32> {
        (self.weight[WHOLE] > 0.0).then(|| self.x[WHOLE] / SPEED_S)
    }

    /// Only the root and the legs, which tell best which way a body faces.
    pub(super) fn legs(mut self) -> Self {
        for effector in [
            Effector::Neck,
            Effector::Nose,
            Effector::LeftElbow,
            Effector::RightElbow,
            Effector::LeftHand,
            Effector::RightHand,
        ] {
            self.weight[effector as usize] = 0.0;
        }
        self
    }

    /// The same with the head hidden.
    pub(super) fn without_head(mut self) -> Self {
        self.weight[Effector::Nose as usize] = 0.0;
        self
    }

    /// How far the root is above where it is when standing, if that is known.
    pub fn above(&self) -> Option<f32> {
        (self.weight[WHOLE] > 0.0).then_some(self.y[WHOLE])
    }

    /// How many parts are seen.
    pub fn seen(&self) -> usize {
        self.weight[..EFFECTORS].iter().filter(|weight| **weight > 0.0).count()
    }

    /// Turned about the vertical.
    pub(super) fn turned(&self, yaw: f32) -> Self {
        let (sin, cos) = (maths::sin(yaw), maths::cos(yaw));
        let mut view = *self;
        for lane in 0..EFFECTORS {
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
        // Roots are where they are: they would only dilute the mean.
        for lane in 1..EFFECTORS {
            let both = if self.weight[lane] * other.weight[lane] > 0.0 { 1.0 } else { 0.0 };
            sum += both * self.at(lane).distance(other.at(lane));
            count += both;
        }
        if count > 0.0 { sum / count } else { f32::INFINITY }
    }

    /// The root mean square distance of the parts that both show, wherever the bodies stand and whichever way they
    /// face: the shift and the turn about the vertical that bring them nearest rest on all parts, so that neither a
    /// head that looks aside nor an error of the root spoils them.
    pub fn distance(&self, other: &Self) -> f32 {
        let shared = self.shared(other);
        if shared.count > 0.0 { (shared.squares.max(0.0) / shared.count).sqrt() } else { f32::INFINITY }
    }

    /// How far apart the part is that is farthest apart in both, wherever the bodies stand and whichever way they face; 0
    /// where they share none.
    pub(super) fn farthest_part(&self, other: &Self) -> f32 {
        let laid = self.laid_onto(other);
        let both = |lane: &usize| laid.weight[*lane] * other.weight[*lane] > 0.0;
        let parts = (0..EFFECTORS).filter(both).map(|lane| laid.at(lane).distance_squared(other.at(lane)));
        parts.fold(0.0, f32::max).sqrt()
    }

    /// The yaw by which to turn this view to bring it nearest to another.
    pub(super) fn yaw_to(&self, other: &Self) -> f32 {
        let shared = self.shared(other);
        maths::atan2(shared.cross, shared.dot)
    }

    /// This view turned and shifted to bring it nearest to another.
    pub(super) fn laid_onto(&self, other: &Self) -> Self {
        let mut laid = self.turned(self.yaw_to(other));
        let (mut off, mut count) = (Vec3::ZERO, 0.0);
        for lane in 0..EFFECTORS {
            let both = self.weight[lane] * other.weight[lane];
            off += (other.at(lane) - laid.at(lane)) * both;
            count += both;
        }
        if count > 0.0 {
            let off = off / count;
            for lane in 0..EFFECTORS {
                laid.x[lane] += off.x;
                laid.y[lane] += off.y;
                laid.z[lane] += off.z;
            }
        }
        laid
    }

    fn shared(&self, other: &Self) -> Shared {
        let (mut own, mut dot, mut cross, mut count) = (0.0f32, 0.0f32, 0.0f32, 0.0f32);
        let (mut sum_a, mut sum_b) = (Vec3::ZERO, Vec3::ZERO);
        for lane in 0..EFFECTORS {
            let both = self.weight[lane] * other.weight[lane];
            let (ax, ay, az) = (self.x[lane], self.y[lane], self.z[lane]);
            let (bx, by, bz) = (other.x[lane], other.y[lane], other.z[lane]);
            own += both * (ax * ax + az * az + bx * bx + bz * bz + (ay - by) * (ay - by));
            dot += both * (ax * bx + az * bz);
            cross += both * (az * bx - ax * bz);
            sum_a += Vec3::new(ax, ay, az) * both;
            sum_b += Vec3::new(bx, by, bz) * both;
            count += both;
        }
        if count <= 0.0 {
            return Shared { squares: 0.0, count, dot, cross };
        }
        // Both about the mean of what they share.
        let share = 1.0 / count;
        own -= share * (sum_a.x * sum_a.x + sum_a.z * sum_a.z + sum_b.x * sum_b.x + sum_b.z * sum_b.z);
        own -= share * (sum_a.y - sum_b.y) * (sum_a.y - sum_b.y);
        dot -= share * (sum_a.x * sum_b.x + sum_a.z * sum_b.z);
        cross -= share * (sum_a.z * sum_b.x - sum_a.x * sum_b.z);
        let both = self.weight[WHOLE] * other.weight[WHOLE];
        let whole = self.at(WHOLE).distance_squared(other.at(WHOLE));
        let squares = own - 2.0 * (dot * dot + cross * cross).sqrt() + both * whole;
        Shared { squares, count: count + both, dot, cross }
    }
}

/// What two views have in common.
struct Shared {
    /// The sum of squared distances after the best shift and turn.
    squares: f32,
    /// How many parts, weighed.
    count: f32,
    /// What gives the turn.
    dot: f32,
    cross: f32,
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
        PoseView::new(&parts, Some(Whole { above: 0.1, ..Whole::default() }))
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
