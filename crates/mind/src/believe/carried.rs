//! What somebody carries goes with the hand that took it, and what is in or under a thing goes with that thing (invisible displacement;
//! LA-CATER's *carried* and *contained*). A thing that was last seen at another's hand, or where something larger stands now, and is not
//! where it was seen then although that place is in view, is believed to be where the hand or the cover is now, seen or not.

use super::Config;
use crate::model::{Belief, Beliefs, Carried, Record};
use piaget_terms::{Effector, Sight, Vec3, maths};

/// Notes at whose hand each thing that is seen now is. What is seen is in or under nothing.
pub(super) fn note(config: &Config, beliefs: &mut Beliefs) {
    let time_s = beliefs.time_s;
    for slot in 1..beliefs.all.len() {
        let thing = &beliefs.all[slot];
        if thing.sensed_s < time_s || !thing.now.effectors.is_empty() {
            continue;
        }
        beliefs.all[slot].carried = at_hand(config, beliefs, thing);
    }
}

/// The hand that a thing in view is at, if any.
fn at_hand(config: &Config, beliefs: &Beliefs, thing: &Belief) -> Option<Carried> {
    if !config.carried {
        return None;
    }
    let place = thing.now.position;
    let bodies = beliefs.all.iter().skip(1).filter(|body| body.sensed_s == beliefs.time_s);
    let hands = bodies.filter_map(|body| {
        let (hand, at) = config.hands.hand_at(&body.now, place)?;
        Some((body.id, hand, at))
    });
    let nearest = hands.min_by(|a, b| a.2.distance_squared(place).total_cmp(&b.2.distance_squared(place)));
    let carried =
        nearest.map(|(by, hand, at)| Carried { by, hand: Some(hand), off: place - at, goes: false });
    // A thing whose hand does not show may be in it still.
    let hidden = |carried: &Carried| {
        let body = beliefs.get(carried.by);
        carried.hand.is_some_and(|hand| body.is_some_and(|body| body.now.effector(hand).is_none()))
    };
    carried.or_else(|| thing.carried.filter(hidden))
}

/// Notes what came over each thing that lay still and was lost from sight a moment ago.
pub(super) fn note_covered(config: &Config, beliefs: &mut Beliefs) {
    if config.covered_s <= 0.0 || config.explain.is_printed() {
        return;
    }
    let time_s = beliefs.time_s;
    for slot in 1..beliefs.all.len() {
        let thing = &beliefs.all[slot];
        let just_lost = thing.sensed_s < time_s && thing.unseen_s(time_s) <= config.covered_s;
        let goes = thing.carried.is_some_and(|carried| carried.goes);
        let lay_still = thing.motion.velocity.length() <= config.covered_speed_m_per_s;
        if !just_lost || goes || !lay_still || !thing.now.effectors.is_empty() {
            continue;
        }
        let covers = beliefs.all.iter().skip(1).filter(|cover| covers(cover, thing, time_s));
        let nearest = covers.min_by(|a, b| apart_m(a, thing).total_cmp(&apart_m(b, thing)));
        let covered = nearest.map(|cover| Carried {
            by: cover.id,
            hand: None,
            off: maths::on_ground(thing.motion.place - cover.motion.place),
            goes: false,
        });
        if covered.is_some() {
            beliefs.all[slot].carried = covered;
        }
    }
}

/// Whether what is seen of one thing stands where another was seen last, and is large enough to hide it.
fn covers(cover: &Belief, thing: &Belief, time_s: f64) -> bool {
    let in_view = cover.sensed_s == time_s && cover.now.seen && cover.id != thing.id;
    let (Some(large), Some(small)) = (cover.now.extent, thing.now.extent) else { return false };
    in_view
        && cover.now.effectors.is_empty()
        && large.width_m > small.width_m
        && large.height_m > small.height_m
        // What stands farther off than the thing is wide is before it, not over it, however wide it is itself.
        && apart_m(cover, thing) <= (0.5 * large.width_m).min(small.width_m)
}

/// How far apart two things are, by all that was seen of each: a single look may be off by the eye's noise.
fn apart_m(a: &Belief, b: &Belief) -> f32 {
    a.motion.place.distance(b.motion.place)
}

/// Moves what is not sensed now with the hand that has taken it, or with what it is in.
pub(super) fn follow(beliefs: &mut Beliefs, sight: &dyn Sight) {
    let time_s = beliefs.time_s;
    for slot in 1..beliefs.all.len() {
        let thing = &beliefs.all[slot];
        let Some(carried) = thing.carried.filter(|_| thing.sensed_s < time_s) else { continue };
        let mut empty = [false];
        sight.sees(&[thing.now.position], &mut empty);
        if !carried.goes && !empty[0] {
            continue;
        }
        let Some(holder) = beliefs.get(carried.by) else {
            beliefs.all[slot].carried = None;
            continue;
        };
        let Some(at) = place_of(holder, carried.hand) else { continue };
        // A cover that stands where it stood has taken nothing along.
        let stood = maths::ground(thing.now.position - carried.off);
        let half_m = holder.now.extent.map_or(0.0, |extent| 0.5 * extent.width_m);
        if carried.is_covered() && !carried.goes && maths::ground(at).distance(stood) < half_m {
            // Where it should be is in view, and it is not there.
            beliefs.all[slot].carried = None;
            continue;
        }
        let thing = &mut beliefs.all[slot];
        thing.now.position = at + carried.off;
        if !carried.goes {
            (thing.missed_s, thing.absent_from_s) = (0.0, None);
            thing.carried = Some(Carried { goes: true, ..carried });
        }
    }
}

/// Where a holder is, or its hand.
fn place_of(holder: &Belief, hand: Option<Effector>) -> Option<Vec3> {
    match hand {
        Some(hand) => hand_of(holder, hand),
        None => Some(holder.now.position),
    }
}

/// Where somebody's hand is; one that does not show is taken to be where it was last seen from the body.
fn hand_of(body: &Belief, hand: Effector) -> Option<Vec3> {
    let shown = |record: &Record| Some(record.effector(hand)? - record.root());
    let off = shown(&body.now).or_else(|| body.history.latest_first().find_map(shown))?;
    Some(body.now.root() + off)
}
