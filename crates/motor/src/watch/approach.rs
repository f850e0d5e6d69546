//! How near the hands of another come to things while it does something: where a reach reaches to, what is touched, and what
//! is in a hand all show in this.

use super::view::Parts;
use super::{Approach, MOST_APPROACHED};
use arrayvec::ArrayVec;
use glam::Vec3;
use piaget_terms::Effector;
use piaget_terms::maths;
use piaget_terms::valid::{Checked, amount_or_none, vector};
use serde::{Deserialize, Serialize};

const HANDS: [Effector; 2] = [Effector::LeftHand, Effector::RightHand];

/// One thing near to the hands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Near {
    thing: u32,
    /// From the thing to each hand, averaged over a moment; `None` until the hand has shown.
    off: [Option<Vec3>; HANDS.len()],
    /// How near a hand was when the gesture began.
    began_m: f32,
    /// The least that this has been since.
    least_m: f32,
}

/// The things near to the hands of one other.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Approaches {
    near: ArrayVec<Near, MOST_APPROACHED>,
}

impl Approaches {
    /// Whether what was saved are distances.
    pub fn validate(&self) -> Checked {
        for near in &self.near {
            amount_or_none("began_m", near.began_m)?;
            amount_or_none("least_m", near.least_m)?;
            near.off.iter().flatten().try_for_each(|off| vector("off", *off))?;
        }
        Ok(())
    }

    /// Forgets the other.
    pub fn clear(&mut self) {
        self.near.clear();
    }

    /// A gesture begins: what is near now counts, what was does not.
    pub fn begin(&mut self) {
        for near in &mut self.near {
            near.began_m = near.now_m();
            near.least_m = near.began_m;
        }
    }

    /// Takes in a look; places are averaged over so many seconds.
    pub fn look(&mut self, parts: &Parts, things: &[(u32, Vec3)], passed_s: f32, average_s: f32) {
        let hands = HANDS.map(|hand| parts[hand as usize].filter(|place| place.is_finite()));
        let trust = 1.0 - maths::exp(-passed_s.max(0.0) / average_s.max(1e-3));
        self.near.retain(|near| things.iter().any(|(thing, _)| *thing == near.thing));
        for (thing, place) in things.iter().filter(|(_, place)| place.is_finite()) {
            let off = hands.map(|hand| hand.map(|hand| hand - *place));
            let at = self.near.iter().position(|near| near.thing == *thing);
            let Some(at) = at.or_else(|| self.room_for(*thing, &off)) else { continue };
            let near = &mut self.near[at];
            for (kept, off) in near.off.iter_mut().zip(off) {
                if let Some(off) = off {
                    *kept = Some(kept.map_or(off, |kept| kept + (off - kept) * trust));
                }
            }
            near.least_m = near.least_m.min(near.now_m());
        }
    }

    /// A place for a thing: a free one, or that of the farthest if it is nearer.
    fn room_for(&mut self, thing: u32, off: &[Option<Vec3>; HANDS.len()]) -> Option<usize> {
        let new = Near { thing, off: *off, began_m: FAR_M, least_m: FAR_M };
        if !self.near.is_full() {
            self.near.push(new);
            return Some(self.near.len() - 1);
        }
        let (at, farthest) =
            self.near.iter().enumerate().max_by(|a, b| a.1.least_m.total_cmp(&b.1.least_m))?;
        let nearer = new.now_m() < farthest.least_m;
        nearer.then(|| self.near[at] = new).map(|()| at)
    }

    /// How near the hands came since the gesture began and were when it began or ended, whichever is less: what is taken
    /// stays at the hand, what is thrown was there, and what is only passed was near for a moment. The nearest first.
    pub fn told(&self, told: &mut ArrayVec<Approach, MOST_APPROACHED>) {
        told.clear();
        let came = self.near.iter().filter(|near| near.least_m < FAR_M);
        let kept = |near: &Near| 0.5 * near.least_m + 0.5 * near.began_m.min(near.now_m());
        told.extend(came.map(|near| Approach { thing: near.thing, distance_m: kept(near) }));
        told.sort_by(|a, b| a.distance_m.total_cmp(&b.distance_m).then(a.thing.cmp(&b.thing)));
    }
}

/// Farther than anything is from a hand.
const FAR_M: f32 = f32::MAX;

impl Near {
    fn now_m(&self) -> f32 {
        let off = self.off.iter().flatten().map(|off| off.length()).fold(FAR_M, f32::min);
        if off.is_finite() { off } else { FAR_M }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effectors::EFFECTORS;

    fn hand_at(place: Vec3) -> Parts {
        let mut parts = [None; EFFECTORS];
        parts[Effector::RightHand as usize] = Some(place);
        parts
    }

    #[test]
    fn the_thing_that_the_hand_comes_to_is_the_nearest_of_many() {
        let things: Vec<(u32, Vec3)> = (0..30).map(|at| (at, Vec3::X * at as f32 * 0.1)).collect();
        let mut approaches = Approaches::default();
        for look in 0..60 {
            let reached = Vec3::X * 1.7 + Vec3::Y * (1.0 - look as f32 / 30.0).abs();
            approaches.look(&hand_at(reached), &things, 1.0 / 30.0, 0.05);
        }
        let mut told = ArrayVec::new();
        approaches.told(&mut told);
        assert_eq!((told.len(), told[0].thing), (MOST_APPROACHED, 17));
        // What was near before the next gesture does not count for it.
        approaches.begin();
        approaches.told(&mut told);
        assert!(told[0].distance_m > 0.5, "{told:?}");
    }

    #[test]
    fn what_is_taken_counts_for_more_than_what_the_hand_only_passed() {
        let mut approaches = Approaches::default();
        let (taken, passed) = (Vec3::X * 0.5, Vec3::X * 0.4);
        let mut ball = taken;
        for look in 0..60 {
            let hand = Vec3::X * (0.5 - (1.0 - look as f32 / 30.0).abs() * 0.4);
            if look >= 30 {
                ball = hand;
            }
            approaches.look(&hand_at(hand), &[(1, ball), (2, passed)], 1.0 / 30.0, 0.02);
            if look == 0 {
                approaches.begin();
            }
        }
        let mut told = ArrayVec::new();
        approaches.told(&mut told);
        assert_eq!(told[0].thing, 1);
        assert!(told[0].distance_m < 0.05 && told[1].distance_m > 0.1, "{told:?}");
    }

    #[test]
    fn without_hands_nothing_is_near() {
        let mut approaches = Approaches::default();
        approaches.look(&[None; EFFECTORS], &[(1, Vec3::ZERO)], 0.1, 0.1);
        let mut told = ArrayVec::new();
        approaches.told(&mut told);
        assert!(told.is_empty());
    }
}
