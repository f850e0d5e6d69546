//! What a gesture was about: how well each thing fits what was seen of the hands, and of where the other looked.

use super::{AboutConfig, Gesture};
use crate::model::{BeliefId, View};
use piaget_terms::{Effector, Vec3, maths};

/// How well a thing fits as the object of a gesture, 0 to 1: how near a hand came to it (where a reach reached to, what was
/// touched, what is in the hand), and whether the other could see it from where it stood.
pub(super) fn fits(config: &AboutConfig, view: &View<'_>, gesture: &Gesture, thing: BeliefId) -> f32 {
    let blur_m = gesture.recognised.blur_m;
    let within_m2 = config.hand_m * config.hand_m + blur_m * blur_m;
    let far_m = hand_to(view, gesture, thing);
    let by_hand = maths::powf(1.0 + far_m * far_m / within_m2.max(1e-6), -config.hand_sure);
    if could_see(config, view, thing) { by_hand } else { by_hand * config.behind }
}

/// How near a hand came to a thing; what was not noted meanwhile is asked of the moment when the gesture began.
fn hand_to(view: &View<'_>, gesture: &Gesture, thing: BeliefId) -> f32 {
    let noted = gesture.recognised.approached.iter().find(|near| near.thing == thing.0);
    let then = || {
        let (body, place) = (view.viewer()?, view.record(thing)?.position);
        let hands =
            [Effector::LeftHand, Effector::RightHand].into_iter().filter_map(|hand| body.effector(hand));
        let nearest = hands.map(|hand| hand.distance(place)).min_by(f32::total_cmp);
        Some(nearest.unwrap_or_else(|| body.position.distance(place)))
    };
    noted.map(|near| near.distance_m).or_else(then).unwrap_or(f32::INFINITY)
}

/// Whether the other had a thing before its eyes; what cannot be told allows it.
fn could_see(config: &AboutConfig, view: &View<'_>, thing: BeliefId) -> bool {
    let ahead =
        view.viewer().and_then(|body| Some((body.effector(Effector::Neck)?, body.effector(Effector::Nose)?)));
    let place = view.record(thing).map(|record| record.position);
    let (Some((neck, nose)), Some(place)) = (ahead, place) else { return true };
    let flat = |off: Vec3| maths::ground(off);
    let (looks, to) = (flat(nose - neck).normalize_or_zero(), flat(place - neck).normalize_or_zero());
    looks.dot(to) >= maths::cos(config.sees_rad)
}
