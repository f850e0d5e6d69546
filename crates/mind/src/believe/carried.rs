//! What somebody carries goes with the hand that took it. A thing that was last seen at another's hand, and is not where
//! it was seen then although that place is in view, is believed to be where the hand is now, seen or not.

use super::Config;
use crate::model::{Belief, Beliefs, Carried, Record};
use piaget_terms::{Effector, Sight, Vec3};

/// Notes at whose hand each thing that is seen now is.
pub(super) fn note(config: &Config, beliefs: &mut Beliefs) {
    if !config.carried {
        return;
    }
    let time_s = beliefs.time_s;
    for slot in 1..beliefs.all.len() {
        let thing = &beliefs.all[slot];
        if thing.sensed_s < time_s || !thing.now.effectors.is_empty() {
            continue;
        }
        let place = thing.now.position;
        let bodies = beliefs.all.iter().skip(1).filter(|body| body.sensed_s == time_s);
        let hands = bodies.filter_map(|body| {
            let (hand, at) = config.hands.hand_at(&body.now, place)?;
            Some((body.id, hand, at))
        });
        let nearest =
            hands.min_by(|a, b| a.2.distance_squared(place).total_cmp(&b.2.distance_squared(place)));
        let carried = nearest.map(|(by, hand, at)| Carried { by, hand, off: place - at, goes: false });
        // A thing whose hand does not show may be in it still.
        let hidden = |carried: &Carried| {
            beliefs.get(carried.by).is_some_and(|body| body.now.effector(carried.hand).is_none())
        };
        let carried = carried.or_else(|| thing.carried.filter(hidden));
        beliefs.all[slot].carried = carried;
    }
}

/// Moves what is not sensed now with the hand that has taken it.
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
        let Some(hand) = beliefs.get(carried.by).and_then(|body| hand_of(body, carried.hand)) else {
            continue;
        };
        let thing = &mut beliefs.all[slot];
        thing.now.position = hand + carried.off;
        if !carried.goes {
            (thing.missed_s, thing.absent_from_s) = (0.0, None);
            thing.carried = Some(Carried { goes: true, ..carried });
        }
    }
}

/// Where somebody's hand is; one that does not show is taken to be where it was last seen from the body.
fn hand_of(body: &Belief, hand: Effector) -> Option<Vec3> {
    let shown = |record: &Record| Some(record.effector(hand)? - record.root());
    let off = shown(&body.now).or_else(|| body.history.latest_first().find_map(shown))?;
    Some(body.now.root() + off)
}
