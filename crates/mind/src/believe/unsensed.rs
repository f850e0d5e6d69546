//! What is not sensed: it is looked for, believed to be where its map says, and given up in the end.

use super::Config;
use super::step::{Scratch, gaze, take_back_arrival};
use crate::model::{Belief, BeliefId, Beliefs, LookedAt, MapConfig, Sought, Tick, overlooked_log};
use piaget_occupancy::{Map, Visible};
use piaget_terms::{Vec2, Vec3, maths};

/// What was not sensed in this tick is believed to be where it was, with less and less confidence; it is given
/// up after a time, or when its place is in view and it is not there.
pub(super) fn hold_unsensed(config: &Config, beliefs: &mut Beliefs, scratch: &mut Scratch, tick: &Tick<'_>) {
    let time_s = beliefs.time_s;
    let unsensed = |belief: &Belief| belief.id != BeliefId::SELF && belief.sensed_s < time_s;
    scratch.places.clear();
    let unseen = beliefs.all.iter().filter(|belief| unsensed(belief));
    // Where each is believed to be, and where it was seen last.
    scratch.places.extend(unseen.flat_map(|belief| [belief.now.position, belief.sensed_at]));
    scratch.in_view.clear();
    scratch.in_view.resize(scratch.places.len(), false);
    tick.sight.sees(&scratch.places, &mut scratch.in_view);
    let eye = tick.noticing();
    look_for_unsensed(config, beliefs, scratch, tick);
    let mut in_view = scratch.in_view.iter();
    let (explains, edge_is_open) = (!config.explain.is_printed(), beliefs.over_edge >= config.edge_arrivals);
    let mut slot = 0;
    while slot < beliefs.all.len() {
        let belief = &mut beliefs.all[slot];
        if !unsensed(belief) {
            slot += 1;
            continue;
        }
        let [place_in_view, stands_in_view] =
            [in_view.next(), in_view.next()].map(|seen| seen == Some(&true));
        if stands_in_view {
            belief.motion.look_in_vain(eye.chance(belief.now.extent, belief.sensed_at));
        }
        if explains {
            belief.watched_from = belief.watched_from.filter(|from| looks_as_before(*from, tick));
            look_at_edge(config.explain.half_width_m, belief, tick);
            // Where others came in over the edge, one that would be beyond it by now has rather gone than not.
            let place = belief.motion.place;
            belief.is_beyond_edge =
                edge_is_open && edge_m(Vec3::new(place.x, belief.sensed_at.y, place.y), tick) < 0.0;
        }
        // With a map, a thing that is not where it was may be elsewhere; only when it can be nowhere is it missed.
        let covered = belief.carried.is_some_and(|carried| carried.is_covered());
        if !covered && belief.place.as_ref().map_or(place_in_view, |place| place.outcome.gone) {
            belief.missed_s += tick.tick_s * eye.chance(belief.now.extent, belief.now.position);
        }
        belief.absent_from_s = (belief.missed_s > config.absent_s).then_some(belief.sensed_s);
        let unseen_s = belief.unseen_s(time_s);
        belief.now.seen = false;
        belief.now.words.clear();
        belief.now.confidence = belief.sensed_confidence * maths::remaining(unseen_s, config.half_life_s);
        let is_rival = beliefs.rivals.iter().any(|rival| rival.belief == belief.id);
        let has_left = explains && has_left(config, belief, (edge_is_open, is_rival), tick);
        let given_up = belief.missed_s > config.give_up_s || belief.expectation.is_spent() || has_left;
        if unseen_s > config.persist_s || given_up {
            let was_glimpsed = belief.sensed_s - belief.since_s < f64::from(config.glimpse_s);
            if explains && was_glimpsed {
                take_back_arrival(beliefs, slot);
            }
            scratch.spare.push(beliefs.all.remove(slot));
        } else {
            slot += 1;
        }
    }
}

/// Whether an unseen thing is no longer there: it went over the edge of the ground, or was never there and a noisy eye made it of a
/// thing that it may have been. Where things come and go over the edge, one that has not been seen for long has left, too.
fn has_left(
    config: &Config,
    belief: &Belief,
    (edge_is_open, is_rival): (bool, bool),
    tick: &Tick<'_>,
) -> bool {
    let unnoticed = maths::ln(config.unnoticed);
    let was_glimpsed = belief.sensed_s - belief.since_s < f64::from(config.glimpse_s);
    // Where nothing was seen to come in over the edge, what went out of sight and would have been seen on its way there has not left.
    let may_have_left = || {
        edge_is_open
            || belief.expectation.explanations.hid_at.is_none()
            || went_unnoticed_log(belief, tick) >= unnoticed
    };
    belief.motion.stays_log() < unnoticed && may_have_left()
        || was_glimpsed && is_rival && belief.motion.stands_log() < unnoticed
        || edge_is_open && belief.unseen_s(tick.time_s) > config.gone_after_s
}

/// The logarithm of how likely it is that a thing went straight on to the edge of the ground and was noticed nowhere on its way.
fn went_unnoticed_log(belief: &Belief, tick: &Tick<'_>) -> f32 {
    let (motion, bounds) = (&belief.motion, tick.terrain.bounds);
    let (from, out) = (motion.seen_at(), motion.place.max(bounds.min).min(bounds.max));
    let points: [Vec3; STEPS] = std::array::from_fn(|index| {
        let place = from.lerp(out, (index as f32 + 0.5) / STEPS as f32);
        Vec3::new(place.x, belief.sensed_at.y, place.y)
    });
    let mut in_view = [false; STEPS];
    tick.sight.sees(&points, &mut in_view);
    let seconds = from.distance(out) / motion.velocity.length().max(f32::MIN_POSITIVE);
    let looks = seconds / tick.tick_s.max(f32::MIN_POSITIVE) / STEPS as f32;
    let eye = tick.noticing();
    let seen = points.iter().zip(in_view).filter(|(_, seen)| *seen);
    seen.map(|(point, _)| looks * overlooked_log(eye.chance(belief.now.extent, *point))).sum()
}

/// Places on a way that are looked at. Not a setting: the room for them is of a fixed size.
const STEPS: usize = 10;

/// Looks for an unseen thing that would be beyond the edge of the ground by now: had it stayed at the edge, it would be seen.
fn look_at_edge(half_width_m: f32, belief: &mut Belief, tick: &Tick<'_>) {
    let place = belief.motion.place;
    let expected = Vec3::new(place.x, belief.sensed_at.y, place.y);
    if edge_m(expected, tick) >= -belief.motion.deviation_m() {
        return;
    }
    // Its middle would be half of its width inside.
    let half_m = belief.now.extent.map_or(half_width_m, |extent| 0.5 * extent.width_m);
    let bounds = tick.terrain.bounds;
    let inside = place.max(bounds.min + half_m).min(bounds.max - half_m);
    let stayed = Vec3::new(inside.x, expected.y, inside.y);
    let mut in_view = [false];
    tick.sight.sees(&[stayed], &mut in_view);
    if in_view[0] {
        belief.motion.look_over_edge(tick.noticing().chance(belief.now.extent, stayed));
    }
}

/// How far inside of the ground's edge a place is.
pub(super) fn edge_m(at: Vec3, tick: &Tick<'_>) -> f32 {
    let (at, bounds) = (maths::ground(at), tick.terrain.bounds);
    (at - bounds.min).min(bounds.max - at).min_element()
}

/// Empties the maps of what is not sensed where the creature looks, and believes each thing where its map now says.
fn look_for_unsensed(config: &Config, beliefs: &mut Beliefs, scratch: &mut Scratch, tick: &Tick<'_>) {
    let (Some(config), Some(map)) = (&config.map, tick.map) else { return };
    let time_s = beliefs.time_s;
    let looked_at = scratch.looked_at.get_or_insert_with(|| LookedAt::new(map.lattice()));
    looked_at.shared.clear();
    feel_around(config, map, &mut looked_at.shared, maths::ground(tick.body.position));
    for belief in beliefs.all.iter_mut().skip(1).filter(|belief| belief.sensed_s < time_s) {
        let Some(place) = &mut belief.place else { continue };
        // What hides it goes along: looking from outside tells nothing of what is in it.
        if belief.carried.is_some_and(|carried| carried.is_covered()) {
            place.go_along(maths::ground(belief.now.position), tick.tick_s);
            continue;
        }
        place.look_for(looked_at, &tick.noticing(), Sought::of(&belief.now), config);
        if let Some(likely) = place.map().and_then(|map| map.most_likely()) {
            belief.now.position = Vec3::new(likely.place.x, belief.now.position.y, likely.place.y);
        }
    }
}

/// Nothing else is where the creature itself stands.
fn feel_around(config: &MapConfig, map: &Map, visible: &mut Visible, own: Vec2) {
    let lattice = map.lattice();
    let Some(under_own_feet) = lattice.nearest(own) else { return };
    visible.set(under_own_feet, true);
    for beside in lattice.neighbours(under_own_feet) {
        if lattice.place(beside).distance(own) < config.touch_m {
            visible.set(beside, true);
        }
    }
}

/// Whether the creature sees about as much of the ground as it did from there.
fn looks_as_before((eye, yaw): (Vec3, f32), tick: &Tick<'_>) -> bool {
    let (now, looks) = gaze(tick);
    now.distance(eye) <= SAME_PLACE_M && maths::wrap_angle(looks - yaw).abs() <= SAME_WAY_RAD
}

/// An eye that moved or turned by more than this sees other ground. Not settings: bounds of an approximation.
const SAME_PLACE_M: f32 = 0.2;
const SAME_WAY_RAD: f32 = 0.1;
