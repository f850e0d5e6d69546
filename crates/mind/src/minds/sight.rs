//! What another sees from where it stands: its field of view, and what stands in between as this creature knows it.

use super::Settings;
use crate::model::{Belief, BeliefId, GazeEstimate, Tick};
use piaget_terms::{Sight, Terrain, Vec2, Vec3, maths};

/// A seen thing that cannot be looked through, as an upright cylinder.
#[derive(Clone, Copy, Debug)]
pub(super) struct Solid {
    of: BeliefId,
    centre: Vec2,
    radius_m: f32,
    bottom_m: f32,
    top_m: f32,
}

/// The most seen solids that are looked around. Not a setting: more than so many are as good as a wall.
const MOST_SOLIDS: usize = 64;

impl Solid {
    /// Of a believed thing that is solid and whose size is known.
    fn of(belief: &Belief) -> Option<Self> {
        let record = &belief.now;
        let extent = record.extent.filter(|_| record.solid == Some(true))?;
        let (half_m, centre) = (0.5 * extent.height_m, maths::ground(record.position));
        Some(Self {
            of: belief.id,
            centre,
            radius_m: 0.5 * extent.width_m,
            bottom_m: record.position.y - half_m,
            top_m: record.position.y + half_m,
        })
    }

    /// Whether it is between two points.
    fn hides(&self, from: Vec3, to: Vec3) -> bool {
        let (a, b) = (maths::ground(from), maths::ground(to));
        let along = b - a;
        let length2 = along.length_squared();
        let share =
            if length2 > 0.0 { ((self.centre - a).dot(along) / length2).clamp(0.0, 1.0) } else { 0.0 };
        let height_m = from.y + (to.y - from.y) * share;
        let nearest = a + along * share;
        (self.bottom_m..=self.top_m).contains(&height_m)
            && nearest.distance_squared(self.centre) < self.radius_m * self.radius_m
    }
}

/// Gathers the solids of which this creature knows where they are.
pub(super) fn gather<'a>(beliefs: impl Iterator<Item = &'a Belief>, solids: &mut Vec<Solid>) {
    solids.clear();
    solids
        .extend(beliefs.filter(|belief| belief.id != BeliefId::SELF).filter_map(Solid::of).take(MOST_SOLIDS));
}

/// The eye of another.
pub(super) struct OtherSight<'a> {
    pub eye: Vec3,
    pub who: BeliefId,
    ahead: Vec2,
    /// The tangents of half its field of view: across as far as it may see and as far as it surely does, and down.
    across: [f32; 2],
    down: f32,
    range_m2: f32,
    terrain: &'a Terrain,
    solids: &'a [Solid],
    own: &'a dyn Sight,
}

impl<'a> OtherSight<'a> {
    pub fn new(
        settings: &Settings,
        (who, eye): (BeliefId, Vec3),
        gaze: &GazeEstimate,
        solids: &'a [Solid],
        tick: &Tick<'a>,
    ) -> Self {
        let half_rad = 0.5 * settings.field_of_view_rad;
        let tan = |rad: f32| maths::tan(rad.clamp(0.0, WIDEST_RAD));
        Self {
            eye,
            who,
            ahead: maths::ground(maths::direction(gaze.yaw.unwrap_or(0.0))),
            across: [tan(half_rad + gaze.doubt_rad), tan(half_rad - gaze.doubt_rad)],
            down: tan(half_rad) * settings.aspect,
            range_m2: settings.range_m * settings.range_m,
            terrain: tick.terrain,
            solids,
            own: tick.sight,
        }
    }

    /// Whether a point may be within the field of view, or surely is.
    fn is_ahead(&self, point: Vec3, surely: bool) -> bool {
        let off = point - self.eye;
        let ground = maths::ground(off);
        let (ahead, beside) = (ground.dot(self.ahead), ground.perp_dot(self.ahead));
        ahead > 0.0
            && beside.abs() <= ahead * self.across[usize::from(surely)]
            && off.y.abs() <= ahead * self.down
            && off.length_squared() <= self.range_m2
    }

    /// Whether nothing that is known stands between the eye and a point of a thing.
    fn is_clear(&self, point: Vec3, of: Option<BeliefId>) -> bool {
        let others = |solid: &&Solid| Some(solid.of) != of && solid.of != self.who;
        !self.solids.iter().filter(others).any(|solid| solid.hides(self.eye, point))
            && !self.terrain.hides(self.eye, point)
    }

    /// Whether a part of a thing shows to it, at a place.
    fn sees_at(&self, id: BeliefId, belief: &Belief, at: Vec3) -> bool {
        let extent = belief.now.extent.unwrap_or_default();
        let aside = maths::ground(at - self.eye).perp().normalize_or_zero() * (PART * 0.5 * extent.width_m);
        let (aside, up) = (maths::on_ground(aside), Vec3::Y * (PART * 0.5 * extent.height_m));
        let points = [at, at + up, at + aside, at - aside];
        points.into_iter().any(|point| self.is_ahead(point, false) && self.is_clear(point, Some(id)))
    }

    /// Whether a thing shows to it that is about here, give or take so many metres: there and in all but one of the places around.
    pub fn sees_thing(&self, id: BeliefId, belief: &Belief, (at, off_m): (Vec3, f32)) -> bool {
        if !self.sees_at(id, belief, at) {
            return false;
        }
        let towards = maths::on_ground(maths::ground(at - self.eye).normalize_or_zero()) * off_m;
        let aside = Vec3::new(-towards.z, 0.0, towards.x);
        let around = [at + towards, at - towards, at + aside, at - aside];
        let hidden = around.into_iter().filter(|at| !self.sees_at(id, belief, *at)).count();
        off_m <= 0.0 || hidden <= 1
    }
}

/// No eye sees wider than this to either side. Not a setting: a picture on a plane has less than half of the circle.
const WIDEST_RAD: f32 = 1.5;

/// Points of a thing that are looked at are this share of the way from its middle to its edge. Not a setting: geometry.
const PART: f32 = 0.8;

impl Sight for OtherSight<'_> {
    /// Nothing is said of what is not in the own view: what the other found there is not known.
    fn sees(&self, points: &[Vec3], seen: &mut [bool]) {
        self.own.sees(points, seen);
        for (point, seen) in points.iter().zip(seen) {
            *seen = *seen && self.is_ahead(*point, true) && self.is_clear(*point, None);
        }
    }

    /// Asked of places whose middle the other sees: the rest of the cell is taken from the own view.
    fn sees_whole(&self, centres: &[Vec3], radius_m: f32, seen: &mut [bool]) {
        self.own.sees_whole(centres, radius_m, seen);
    }

    fn detection_rate(&self) -> f32 {
        self.own.detection_rate()
    }

    fn resolution_rad(&self) -> f32 {
        self.own.resolution_rad()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classify::fixture::with_tick;
    use crate::minds::read::settings_of;
    use crate::model::Record;
    use piaget_terms::{BodyPlan, BodySense, Extent, Eyes};

    fn thing(id: u32, at: Vec3, size: f32, solid: bool) -> Belief {
        let mut record = Record::at(0.0, at);
        (record.extent, record.solid) = (Some(Extent::new(size, size)), Some(solid));
        Belief::new(BeliefId(id), &record, 1)
    }

    fn sees(at: Vec3, between: &[Belief]) -> bool {
        let settings = settings_of(&BodyPlan::default(), &Eyes::default());
        let mut solids = Vec::new();
        gather(between.iter(), &mut solids);
        let body = BodySense::standing(Vec3::ZERO, 0.0);
        with_tick(&body, 0.0, 0.1, |tick| {
            let gaze = GazeEstimate { yaw: Some(0.0), ..GazeEstimate::default() };
            let sight = OtherSight::new(&settings, (BeliefId(9), Vec3::Y), &gaze, &solids, tick);
            sight.sees_thing(BeliefId(1), &thing(1, at, 0.3, false), (at, 0.0))
        })
    }

    #[test]
    fn a_thing_ahead_is_seen_and_one_beside_behind_or_too_far_is_not() {
        assert!(sees(Vec3::new(0.0, 1.0, 5.0), &[]));
        assert!(sees(Vec3::new(2.5, 1.0, 5.0), &[]));
        assert!(!sees(Vec3::new(4.5, 1.0, 5.0), &[]));
        assert!(!sees(Vec3::new(0.0, 1.0, -5.0), &[]));
        assert!(!sees(Vec3::new(0.0, 0.0, 1.0), &[]), "at its feet");
        assert!(!sees(Vec3::new(0.0, 1.0, 300.0), &[]));
    }

    #[test]
    fn what_is_solid_hides_and_what_is_low_or_small_does_not() {
        let far = Vec3::new(0.0, 1.0, 6.0);
        assert!(!sees(far, &[thing(2, Vec3::new(0.0, 1.0, 3.0), 1.5, true)]));
        assert!(sees(far, &[thing(2, Vec3::new(0.0, 1.0, 3.0), 1.5, false)]));
        assert!(sees(far, &[thing(2, Vec3::new(0.0, 0.2, 3.0), 0.4, true)]), "looked over");
        assert!(sees(far, &[thing(2, Vec3::new(0.0, 1.0, 3.0), 0.04, true)]), "looked around");
        assert!(sees(far, &[thing(9, Vec3::new(0.0, 1.0, 0.1), 0.6, true)]), "its own body hides nothing");
    }
}
