//! Data association: which record belongs to which belief (Isla 4.2). What a pair costs is decided here; all pairs are
//! then solved at once ([`super::assignment`]), so that two sheep that cross keep who they are.
//!
//! By explanations, a pair costs the negative logarithm of how likely the sighting is of that thing, whatever the thing may
//! be doing; and a sighting that is of none of them costs what a new thing there would: little where it may have walked in,
//! much in the middle of what was in view. There is no bar beyond which a sighting is silently a new thing. As printed,
//! there is one (Isla 1.12).

use super::Config;
use super::assignment::{Assigner, Pair};
use super::rivals::Decided;
use crate::model::{Belief, Beliefs, Eye, Record, Tick, log_sum};
use crate::perceive::Snapshot;
use piaget_terms::{Vec3, maths};

/// Buffers of association; nothing in them outlives a tick.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    pub assigner: Assigner,
    places: Vec<Vec3>,
    in_view: Vec<bool>,
}

/// What the tick before saw with: to tell what was in view then.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    /// The own eye; `None` before the first tick.
    pub eye: Option<Eye>,
}

/// Assigns the records of a tick to beliefs; `gone` are records that were merged into others.
pub(super) fn associate(
    config: &Config,
    beliefs: &Beliefs,
    scratch: &mut Scratch,
    (snapshots, gone): (&[Snapshot], &[bool]),
    (before, tick): (Before, &Tick<'_>),
) {
    scratch.assigner.pairs.clear();
    scratch.assigner.unmatched.clear();
    if config.explain.is_printed() {
        pair_as_printed(config, beliefs, &mut scratch.assigner, (snapshots, gone));
    } else {
        pair(config, beliefs, scratch, (snapshots, gone), (before, tick));
    }
    scratch.assigner.solve(config.assignment, snapshots.len(), beliefs.all.len());
}

fn pair_as_printed(
    config: &Config,
    beliefs: &Beliefs,
    assigner: &mut Assigner,
    (snapshots, gone): (&[Snapshot], &[bool]),
) {
    for (row, snapshot) in snapshots.iter().enumerate().filter(|(row, _)| !gone[*row]) {
        for (column, belief) in beliefs.all.iter().enumerate().skip(1) {
            if let Some(cost) = printed_cost(config, belief, snapshot, beliefs.time_s) {
                assigner.pairs.push(Pair { row: row as u32, column: column as u32, cost });
            }
        }
    }
}

/// What taking a record for a believed thing costs; `None` where it cannot be the same thing.
fn printed_cost(config: &Config, belief: &Belief, snapshot: &Snapshot, time_s: f64) -> Option<f32> {
    if config.same.id
        && let (Some(known), Some(seen)) = (belief.host, snapshot.id)
    {
        return (known == seen).then_some(0.0);
    }
    if !config.same.allows(&belief.now, &snapshot.record) {
        return None;
    }
    // What is in view is followed by the eye; the map speaks of what was lost from it.
    if let (Some(map), Some(place)) = (&config.map, &belief.place)
        && !belief.now.seen
    {
        let at = maths::ground(snapshot.record.position);
        return place.cost(map, at, config.whereabouts.slack_m);
    }
    heard_or_seen_cost(config, belief, &snapshot.record, time_s)
}

fn heard_or_seen_cost(config: &Config, belief: &Belief, record: &Record, time_s: f64) -> Option<f32> {
    let mut whereabouts = config.whereabouts;
    if !record.seen {
        // An ear places things less well than an eye.
        whereabouts.slack_m += config.hear_within_m;
    }
    whereabouts.cost(belief, record.position, time_s)
}

/// A sighting that fits this well needs no other explanation: whether it could be a new thing is not asked.
const FITS_NATS: f32 = 3.0;

fn pair(
    config: &Config,
    beliefs: &Beliefs,
    scratch: &mut Scratch,
    (snapshots, gone): (&[Snapshot], &[bool]),
    (before, tick): (Before, &Tick<'_>),
) {
    let Scratch { assigner, places, in_view } = scratch;
    if snapshots.is_empty() {
        return;
    }
    // Where each thing should be seen now, if it goes on: not to see it there speaks against that.
    places.clear();
    places.extend(beliefs.all.iter().map(expected));
    in_view.clear();
    in_view.resize(places.len(), false);
    tick.sight.sees(places, in_view);
    let eye = tick.noticing();
    let miss_nats = |belief: &Belief| {
        let overlooked = 1.0 - eye.chance(belief.now.extent, belief.now.position).clamp(0.0, 1.0);
        -maths::ln(overlooked.max(1e-30))
    };
    for (row, snapshot) in snapshots.iter().enumerate() {
        let mut best = f32::MAX;
        let mut add = |column: usize, cost: f32, missed: f32| {
            best = best.min(cost - missed);
            assigner.pairs.push(Pair { row: row as u32, column: column as u32, cost: cost - missed });
            best
        };
        let mut fits_best = f32::MAX;
        let others = || beliefs.all.iter().enumerate().skip(1).filter(|_| !gone[row]);
        for (column, belief) in others() {
            if let Some(cost) = cost(config, belief, snapshot, tick) {
                let missed = if in_view[column] && belief.now.seen { miss_nats(belief) } else { 0.0 };
                fits_best = add(column, cost, missed.min(config.explain.look_nats));
            }
        }
        // Whether something jumped here is asked only of a sighting that fits nothing well.
        if snapshot.record.seen && fits_best > FITS_NATS {
            for (column, belief) in others() {
                if let Some(cost) = jump_cost(config, belief, snapshot, tick) {
                    let plain = in_view[column] && is_in_plain_view(config, belief, tick);
                    let missed = if plain { miss_nats(belief) } else { 0.0 };
                    add(column, cost, missed.min(config.explain.cease_nats));
                }
            }
        }
        let unmatched = match snapshot.record.seen {
            // A voice that fits anybody is theirs.
            false => config.explain.thin_air_cost(),
            true if best < -FITS_NATS => config.explain.thin_air_cost(),
            true => arrival_cost(config, &snapshot.record, before, tick),
        };
        assigner.unmatched.push(unmatched);
    }
}

/// Where a thing is expected, if it goes on.
fn expected(belief: &Belief) -> Vec3 {
    let place = belief.motion.place;
    Vec3::new(place.x, belief.now.position.y, place.y)
}

/// The negative logarithm of how likely a sighting is of a believed thing; `None` where it cannot be of it.
fn cost(config: &Config, belief: &Belief, snapshot: &Snapshot, tick: &Tick<'_>) -> Option<f32> {
    let record = &snapshot.record;
    if config.same.id
        && let (Some(known), Some(seen)) = (belief.host, snapshot.id)
    {
        return (known == seen).then_some(-config.explain.thin_air_cost());
    }
    if !record.seen {
        return config
            .same
            .allows(&belief.now, record)
            .then(|| heard_or_seen_cost(config, belief, record, tick.time_s))?;
    }
    let at = maths::ground(record.position);
    let near = belief.motion.off_m(at) <= reach_m(config, belief, record, tick);
    if belief.now.seen && !near {
        return None;
    }
    let changed = config.same.differences(&belief.now, record);
    if changed > 0 && !belief.now.seen {
        return None;
    }
    let noise_m = measured_to_m(config, record, tick);
    let speed = config.whereabouts.speed_m_per_s;
    // Where it should have been seen and was not, it does not go on.
    let refuted = if belief.now.seen { 0.0 } else { belief.expectation.explanations.goes_on_log() };
    let mut log = belief.motion.log_density_if(&config.motion, at, (noise_m, speed), refuted);
    if changed > 0 {
        // One that changed its looks stayed where it was; one that jumped kept its looks.
        return Some(config.explain.change_nats * changed as f32 - log);
    }
    if belief.carried.is_some_and(|carried| carried.goes) {
        // It went with the hand that holds it, and is where that is believed to be.
        let off = at.distance(maths::ground(belief.now.position)) / config.carried_m.max(noise_m);
        log = log_sum(log, -0.5 * off * off);
    }
    if let (Some(place), false) = (&belief.place, belief.now.seen) {
        let mapped = place.log_density(at).unwrap_or(f32::NEG_INFINITY);
        log = log_sum(log - std::f32::consts::LN_2, mapped - std::f32::consts::LN_2);
    }
    Some(-log_sum(log, config.explain.jump_log_density(belief.motion.off_m(at))))
}

/// Whether a thing where it is expected would be seen for certain: its sides too are in view.
fn is_in_plain_view(config: &Config, belief: &Belief, tick: &Tick<'_>) -> bool {
    let at = expected(belief);
    let half_m = belief.now.extent.map_or(config.explain.half_width_m, |extent| 0.5 * extent.width_m);
    let side = (at - tick.body.position).cross(Vec3::Y).normalize_or_zero() * half_m;
    let mut seen = [false; 2];
    tick.sight.sees(&[at + side, at - side], &mut seen);
    seen == [true; 2]
}

/// What it costs that a thing in view jumped to where the sighting is; `None` where it would be no jump, or is not that thing.
fn jump_cost(config: &Config, belief: &Belief, snapshot: &Snapshot, tick: &Tick<'_>) -> Option<f32> {
    let record = &snapshot.record;
    let given = config.same.id && belief.host.is_some() && snapshot.id.is_some();
    if given || !belief.now.seen || !config.same.allows(&belief.now, record) {
        return None;
    }
    let off_m = belief.motion.off_m(maths::ground(record.position));
    (off_m > reach_m(config, belief, record, tick)).then(|| -config.explain.jump_log_density(off_m))
}

/// How exactly a place was measured, one standard deviation. Where something hides a part of the thing, the middle of the
/// whole is a guess that is off by about half of what is hidden.
pub(super) fn measured_to_m(config: &Config, record: &Record, tick: &Tick<'_>) -> f32 {
    let hidden_m = record.occlusion.map_or(0.0, |occlusion| occlusion.offset().length());
    let noise_m =
        tick.noise_m.map_or(config.motion.noise_m, |known_m| known_m.max(config.explain.least_noise_m));
    noise_m + 0.5 * hidden_m + record.spread_m
}

/// How far from where it was expected a thing can be without having jumped.
pub(super) fn reach_m(config: &Config, belief: &Belief, record: &Record, tick: &Tick<'_>) -> f32 {
    let unseen_s = (record.time_s - belief.sensed_s).max(0.0) as f32;
    let unsure_m = 3.0 * (belief.motion.deviation_m() + measured_to_m(config, record, tick));
    config.whereabouts.slack_m.max(unsure_m) + config.whereabouts.speed_m_per_s * unseen_s
}

/// How a record was decided on: what the pairing costs, and what the next best would. `None` where nothing else was possible.
pub(super) fn decided(beliefs: &Beliefs, assigner: &Assigner, row: usize) -> Option<Decided> {
    let unmatched = *assigner.unmatched.get(row)?;
    let given = assigner.of(row);
    let own = assigner.pairs.iter().filter(|pair| pair.row as usize == row);
    let taken = given.and_then(|given| own.clone().find(|pair| pair.column as usize == given));
    let cost = taken.map_or(unmatched, |pair| pair.cost);
    // The others that it could have been are those that were given no record.
    let free = own.filter(|pair| Some(pair.column as usize) != given && !assigner.is_taken(pair.column));
    let next = free.min_by(|a, b| a.cost.total_cmp(&b.cost));
    let new = if given.is_some() { unmatched } else { f32::INFINITY };
    let (other, next) = match next {
        Some(pair) if pair.cost < new => {
            (beliefs.all.get(pair.column as usize).map(|belief| belief.id), pair.cost)
        }
        _ if new.is_finite() => (None, new),
        _ => return None,
    };
    Some(Decided { cost, lead_nats: next - cost, other })
}

/// What it costs that a sighting is of a thing not met before: little where it may have come from behind cover or over the
/// edge of view, much in the middle of what is and was in view.
fn arrival_cost(config: &Config, record: &Record, before: Before, tick: &Tick<'_>) -> f32 {
    if came_into_view(config, record.position, before, tick) {
        -maths::ln(config.explain.arrivals_per_m2)
    } else {
        config.explain.thin_air_cost()
    }
}

/// Whether something just there may have been out of view a moment ago.
pub(super) fn came_into_view(config: &Config, at: Vec3, before: Before, tick: &Tick<'_>) -> bool {
    let Some(eye_before) = before.eye else { return true };
    let reach_m =
        config.whereabouts.slack_m + config.whereabouts.speed_m_per_s * config.explain.arrives_within_s;
    let mut points = [at; AROUND + 1];
    // Beside it and before it: what is behind it, it hides itself.
    let away = maths::yaw_of(at - tick.body.position);
    for (spoke, point) in points.iter_mut().enumerate().take(AROUND) {
        let side = spoke as f32 / (AROUND - 1) as f32 - 0.5;
        *point -= maths::direction(away + side * std::f32::consts::PI) * reach_m;
    }
    // Where it stood in the eye before the head turned: a place at the same angle from where the eye looks now.
    let own = tick.body;
    let turned = maths::wrap_angle(own.yaw + own.head_yaw - eye_before.yaw);
    let off = at - own.position;
    // A little nearer, or the thing would hide it itself.
    let distance_m = (maths::ground(off).length() - reach_m).max(0.0);
    let yaw = maths::yaw_of(off) + turned;
    points[AROUND] = own.position + maths::direction(yaw) * distance_m + Vec3::Y * (at.y - own.position.y);
    let mut seen = [false; AROUND + 1];
    tick.sight.sees(&points, &mut seen);
    !seen.iter().all(|seen| *seen) || seen_points_leave(tick, &points)
}

/// Whether one of the points is beyond the ground: something may walk in over its edge.
fn seen_points_leave(tick: &Tick<'_>, points: &[Vec3]) -> bool {
    let inside = |point: &Vec3| {
        let at = maths::ground(*point);
        tick.terrain.clamp(*point).distance_squared(Vec3::new(at.x, point.y, at.y)) < 1e-6
    };
    !points.iter().all(inside)
}

/// Points that are looked at around a thing that may be new. Not a setting: the room for them is of a fixed size.
const AROUND: usize = 5;
