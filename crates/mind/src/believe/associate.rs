//! Data association: which record belongs to which belief (Isla 4.2). What a pair costs is decided here; all pairs are
//! then solved at once ([`super::assignment`]), so that two sheep that cross keep who they are.
//!
//! By explanations, a pair costs the negative logarithm of how likely the sighting is of that thing, whatever the thing may
//! be doing; and a sighting that is of none of them costs what a new thing there would: little where it may have walked in,
//! much in the middle of what was in view. There is no bar beyond which a sighting is silently a new thing. As printed,
//! there is one (Isla 1.12).

use super::Config;
use super::assignment::{Assigner, Pair};
use super::unsensed::edge_m;
use crate::model::{
    Belief, BeliefId, Beliefs, Explanation, Eye, Looked, Mapped, Record, Tick, log_sum, overlooked_log,
};
use crate::perceive::Snapshot;
use piaget_terms::{Vec2, Vec3, maths};

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
    // Where each thing should be seen now, if it goes on: not to see it there speaks against that.
    places.clear();
    places.extend(beliefs.all.iter().map(expected));
    in_view.clear();
    in_view.resize(places.len(), false);
    if snapshots.is_empty() && !beliefs.all.iter().skip(1).any(|belief| belief.now.seen) {
        return;
    }
    tick.sight.sees(places, in_view);
    let edge_is_open = beliefs.over_edge >= config.edge_arrivals;
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
            if let Some(cost) = cost(config, belief, (snapshot, edge_is_open), tick) {
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
            true => arrival_cost(config, beliefs, &snapshot.record, (before, tick)),
        };
        assigner.unmatched.push(unmatched);
    }
}

/// Learns how often things in plain view are seen, from those that were seen in the tick before.
pub(super) fn note_looks(config: &Config, beliefs: &mut Beliefs, scratch: &Scratch, tick: &Tick<'_>) {
    for slot in 1..beliefs.all.len() {
        let belief = &beliefs.all[slot];
        let is_followed = belief.now.seen && scratch.in_view.get(slot) == Some(&true);
        let is_cut = belief.now.occlusion.is_some_and(|occlusion| occlusion.is_cut());
        if !is_followed || is_cut {
            continue;
        }
        let is_seen = scratch.assigner.is_taken(slot as u32);
        let eye = tick.noticing();
        // What is small may be overlooked by any eye.
        let is_large = || eye.chance(belief.now.extent, expected(belief)) >= eye.rate();
        if is_seen || is_large() && is_in_plain_view(config, belief, tick) {
            beliefs.noticed.look(is_seen, config.noticed_over);
        }
    }
}

/// Where a thing is expected, if it goes on.
fn expected(belief: &Belief) -> Vec3 {
    let place = belief.motion.place;
    Vec3::new(place.x, belief.now.position.y, place.y)
}

/// The negative logarithm of how likely a sighting is of a believed thing; `None` where it cannot be of it.
fn cost(
    config: &Config,
    belief: &Belief,
    (snapshot, edge_is_open): (&Snapshot, bool),
    tick: &Tick<'_>,
) -> Option<f32> {
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
    // An eye that is off by so much now and then sees a thing where it would have jumped to.
    let near = belief.motion.off_m(at) <= 2.0 * reach_m(config, belief, record, tick);
    if belief.now.seen && !near {
        return None;
    }
    let changed = config.same.differences(&belief.now, record);
    if changed > 0 && !belief.now.seen {
        return None;
    }
    let noise_m = measured_to_m(config, record, tick);
    let speed = config.whereabouts.speed_m_per_s;
    let mut looked = if belief.now.seen { Looked::default() } else { looked(config, belief, at, tick) };
    // Where things come and go over the edge, what comes in over it is hardly one that went out.
    let returns_log = if edge_is_open { maths::ln(config.returns) } else { 0.0 };
    if edge_m(record.position, tick) <= reach_of_arrivals_m(config)
        && let Some(mapped) = &mut looked.elsewhere
    {
        mapped.log_density += returns_log;
    }
    let mut log = belief.motion.log_density_if(&config.motion, at, (noise_m, speed), looked);
    if changed > 0 {
        // One that changed its looks stayed where it was; one that jumped kept its looks.
        return Some(config.explain.change_nats * changed as f32 - log);
    }
    if belief.carried.is_some_and(|carried| carried.goes) {
        // It went with the hand that holds it, and is where that is believed to be.
        let off = at.distance(maths::ground(belief.now.position)) / config.hands.within_m.max(noise_m);
        log = log_sum(log, -0.5 * off * off);
    }
    if belief.is_beyond_edge {
        log += returns_log;
    }
    // One that was lost may have jumped from where it was seen.
    let mut jumped = config.explain.jump_log_density(belief.motion.jumped_m(at, belief.now.seen));
    if !belief.now.seen {
        // By now it is known how likely it has jumped, or is no more: then it came out of thin air again, rather than another.
        let weights = &belief.expectation.explanations.weights;
        let weight_log = |of: Explanation| maths::ln(weights[of.index()].max(f32::MIN_POSITIVE));
        jumped += config.explain.jump_nats + weight_log(Explanation::Jumped);
        let again_log = config.explain.again_nats - config.explain.arrive_nats;
        jumped = log_sum(jumped, weight_log(Explanation::Ceased) + again_log);
    }
    Some(-log_sum(log, jumped))
}

/// What looks in vain have made of where an unseen thing may be.
fn looked(config: &Config, belief: &Belief, at: Vec2, tick: &Tick<'_>) -> Looked {
    let expectation = &belief.expectation;
    // Where it should have been seen and was not, it does not go on: each guess at where it would be was looked at so often.
    let chance = tick.noticing().chance(belief.now.extent, expected(belief)).clamp(0.0, 1.0);
    let overlooked =
        |looks: &u8| if *looks == 0 { 1.0 } else { maths::powf(1.0 - chance, f32::from(*looks)) };
    let unnoticed: f32 = expectation.looks.iter().map(overlooked).sum();
    let left = unnoticed / expectation.looks.len() as f32;
    let mapped = belief.place.as_ref().and_then(|place| place.log_density(at));
    let left_of_map = expectation.explanations.left(config.explain.stays);
    let elsewhere = mapped.map(|log_density| Mapped {
        log_density: log_density + crossed_log(belief, at, tick),
        left_log: maths::ln(left_of_map.max(LEAST_LEFT)),
    });
    // That it is no more is weighed against all that it may be doing: turning or stopping out of sight is no wonder to who only asks
    // which of several came out.
    let ceased = expectation.explanations.may_cease();
    Looked { goes_on_log: maths::ln(left.max(LEAST_UNNOTICED)), ceased, elsewhere }
}

/// The logarithm of how likely a lost thing came to a place unnoticed, where it had no time for more than about the straight way and
/// a part of that is in view: nothing crosses an open gap unseen. A map is too coarse to know narrow ones.
fn crossed_log(belief: &Belief, at: Vec2, tick: &Tick<'_>) -> f32 {
    let (motion, from) = (&belief.motion, belief.motion.seen_at());
    let (way_m, unseen_s) = (at.distance(from), motion.unseen_s());
    let pace = motion.velocity.length().max(way_m / unseen_s.max(f32::MIN_POSITIVE));
    // Whoever looked elsewhere meanwhile would not have noticed.
    if belief.watched_from.is_none()
        || way_m < SHORT_WAY_M
        || pace * unseen_s > DETOUR * way_m
        || !(tick.tick_s > 0.0)
    {
        return 0.0;
    }
    let height = belief.sensed_at.y;
    let point = |share: f32| {
        let place = from.lerp(at, share);
        Vec3::new(place.x, height, place.y)
    };
    let points: [Vec3; ON_THE_WAY] = std::array::from_fn(|index| point((index + 1) as f32 / SHARES));
    let mut seen = [false; ON_THE_WAY];
    tick.sight.sees(&points, &mut seen);
    let chance =
        |(point, _): (&Vec3, &bool)| overlooked_log(tick.noticing().chance(belief.now.extent, *point));
    let in_view: f32 = points.iter().zip(&seen).filter(|(_, seen)| **seen).map(chance).sum();
    let looks = way_m / SHARES / pace / tick.tick_s;
    in_view * looks
}

/// On a shorter way nothing is crossed, in metres. Not a setting: a map's cells are about that large.
const SHORT_WAY_M: f32 = 1.0;
/// Who goes so many times as far as the straight way may have gone round. Not a setting: it is a bound of an approximation.
const DETOUR: f32 = 2.0;
/// Points on the way that are looked at, and the shares of it that they stand for; the last ones belong to where the thing came into
/// view. Not settings: the room for them is of a fixed size.
const ON_THE_WAY: usize = 8;
const SHARES: f32 = 10.0;
/// Less than this is not left of a map: rounding.
const LEAST_LEFT: f32 = 1e-7;
/// What was overlooked so improbably often is as good as not there.
const LEAST_UNNOTICED: f32 = 1e-25;

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
    (off_m > 2.0 * reach_m(config, belief, record, tick)).then(|| -config.explain.jump_log_density(off_m))
}

/// How exactly a place was measured, one standard deviation. Where something hides a part of the thing, the middle of the
/// whole is a guess that is off by about half of what is hidden.
pub(super) fn measured_to_m(config: &Config, record: &Record, tick: &Tick<'_>) -> f32 {
    let assumed_m = config.motion.noise_m.max(config.explain.unknown_noise_m);
    tick.seeing(&config.explain, assumed_m, record.position).deviation_m()
        + record.hidden_m()
        + record.spread_m
}

/// How far from where it was expected a thing can be without having jumped.
pub(super) fn reach_m(config: &Config, belief: &Belief, record: &Record, tick: &Tick<'_>) -> f32 {
    let unseen_s = (record.time_s - belief.sensed_s).max(0.0) as f32;
    let unsure_m = 3.0 * (belief.motion.deviation_m() + measured_to_m(config, record, tick));
    config.whereabouts.slack_m.max(unsure_m) + config.whereabouts.speed_m_per_s * unseen_s
}

/// A thing that was taken for a new one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decided {
    /// The one that it could have been.
    pub other: Option<BeliefId>,
    /// What that would have cost more.
    pub lead_nats: f32,
}

/// Which lost thing a record that was taken for a new one could have been. `None` where there is none.
pub(super) fn decided(beliefs: &Beliefs, assigner: &Assigner, row: usize) -> Option<Decided> {
    let unmatched = *assigner.unmatched.get(row)?;
    let own = assigner.pairs.iter().filter(|pair| pair.row as usize == row);
    let free = own.filter(|pair| !assigner.is_taken(pair.column));
    let next = free.min_by(|a, b| a.cost.total_cmp(&b.cost))?;
    let other = beliefs.all.get(next.column as usize).map(|belief| belief.id);
    Some(Decided { other, lead_nats: next.cost - unmatched })
}

/// What it costs that a sighting is of a thing not met before: little where it may have come from behind cover or over the
/// edge of view, much in the middle of what is and was in view.
fn arrival_cost(
    config: &Config,
    beliefs: &Beliefs,
    record: &Record,
    (before, tick): (Before, &Tick<'_>),
) -> f32 {
    let since_s = beliefs.all.first().map_or(0.0, |own| tick.time_s - own.since_s).max(0.0);
    let comes_in = config.explain.arrival_cost(beliefs.arrived, since_s as f32, tick.tick_s);
    if came_into_view(config, beliefs, record, (before, tick)) != Came::FromNowhere {
        return comes_in;
    }
    // Where things come out of nothing again and again, one more is no wonder: from the second on there is a rate.
    let left = 1.0 / (1.0 + config.usual_from_nowhere * beliefs.from_nowhere as f32);
    let again = beliefs.from_nowhere.saturating_sub(1) as f32;
    let per_s = again / (since_s as f32 + config.explain.arrivals_over_s);
    let rate = -maths::ln(per_s / area_m2(tick) * tick.tick_s);
    (config.explain.arrive_nats * left).min(rate).max(comes_in)
}

/// How large the ground is.
fn area_m2(tick: &Tick<'_>) -> f32 {
    let size = tick.terrain.bounds.max - tick.terrain.bounds.min;
    (size.x * size.y).max(1.0)
}

/// How far a new thing may have come before it was noticed.
pub(super) fn reach_of_arrivals_m(config: &Config) -> f32 {
    config.whereabouts.slack_m + config.whereabouts.speed_m_per_s * config.explain.arrives_within_s
}

/// How something just there came into view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Came {
    /// It was not out of view: it came out of thin air.
    FromNowhere,
    /// It came out from behind something, or over the edge of view.
    ByItself,
    /// The own eye turned or went there, or has just been opened.
    WithTheEye,
}

/// Whether something just there may have been out of view a moment ago, and why.
pub(super) fn came_into_view(
    config: &Config,
    beliefs: &Beliefs,
    record: &Record,
    (before, tick): (Before, &Tick<'_>),
) -> Came {
    let Some(eye_before) = before.eye else { return Came::WithTheEye };
    let at = record.position;
    let within_s = config.explain.arrives_within_s.max(overlooked_s(record, tick));
    // A mind that has just opened its eyes may have overlooked anything.
    if beliefs.all.first().is_some_and(|own| tick.time_s - own.since_s <= f64::from(within_s)) {
        return Came::WithTheEye;
    }
    // Whoever moves sees what stood behind things before.
    let eye_now = beliefs.all.first().and_then(|own| own.now.eye).unwrap_or(eye_before);
    let went_m = eye_now.position.distance(eye_before.position);
    let stands = went_m <= config.explain.still_m_per_s * tick.tick_s;
    let by_itself = if stands { Came::ByItself } else { Came::WithTheEye };
    // What shows in part comes from behind what hides the rest.
    if record.occlusion.is_some_and(|occlusion| occlusion.shown < HALF_SHOWN) {
        return by_itself;
    }
    let reach_m = config.whereabouts.slack_m.max(2.0 * measured_to_m(config, record, tick))
        + config.whereabouts.speed_m_per_s * within_s;
    // Nearer than its own width it would hide a place itself.
    let own_m = record.extent.map_or(0.0, |extent| 0.5 * extent.width_m);
    let mut points = [at; AROUND + 1];
    // Beside it and before it: what is behind it, it hides itself.
    let away = maths::yaw_of(at - tick.body.position);
    for (index, point) in points.iter_mut().enumerate().take(AROUND) {
        let (ring, spoke) = (index / AROUND_SPOKES, index % AROUND_SPOKES);
        let side = spoke as f32 / (AROUND_SPOKES - 1) as f32 - 0.5;
        let share = (ring + 1) as f32 / AROUND_RINGS as f32;
        *point -= maths::direction(away + side * std::f32::consts::PI) * (own_m + share * reach_m);
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
    let is_taken = |point: Vec3| beliefs.all.iter().skip(1).any(|other| is_inside(record, other, point));
    let hides = |(seen, point): (&bool, &Vec3)| !*seen && !is_taken(*point);
    if hides((&seen[AROUND], &points[AROUND])) {
        return Came::WithTheEye;
    }
    let is_hidden = seen.iter().zip(&points).any(hides) || seen_points_leave(tick, &points);
    if is_hidden { by_itself } else { Came::FromNowhere }
}

/// For how long a thing in view may have been overlooked.
fn overlooked_s(record: &Record, tick: &Tick<'_>) -> f32 {
    let missed = 1.0 - tick.noticing().chance(record.extent, record.position).clamp(0.0, 1.0);
    if missed <= 0.0 {
        return 0.0;
    }
    let looks = (maths::ln(OVERLOOKED) / maths::ln(missed)).min(MOST_OVERLOOKED);
    if looks.is_finite() { looks * tick.tick_s } else { 0.0 }
}

/// Whether a thing at a place would be inside of another that is seen: what stands there hides it, and leaves no room for it.
fn is_inside(record: &Record, other: &Belief, at: Vec3) -> bool {
    let half_m = |record: &Record| record.extent.map_or(0.0, |extent| 0.5 * extent.width_m);
    let apart_m = maths::ground(other.now.position).distance(maths::ground(at));
    other.now.seen && apart_m < half_m(record) + half_m(&other.now)
}

/// Having been overlooked so often is as good as impossible. Not a setting: it only says how long to look back.
const OVERLOOKED: f32 = 1e-2;
/// However blind the eye, so many looks are enough. Not a setting: a bound.
const MOST_OVERLOOKED: f32 = 20.0;

/// Whether one of the points is beyond the ground: something may walk in over its edge.
fn seen_points_leave(tick: &Tick<'_>, points: &[Vec3]) -> bool {
    let inside = |point: &Vec3| {
        let at = maths::ground(*point);
        tick.terrain.clamp(*point).distance_squared(Vec3::new(at.x, point.y, at.y)) < 1e-6
    };
    !points.iter().all(inside)
}

/// Points that are looked at around a thing that may be new. Not a setting: the room for them is of a fixed size.
const AROUND: usize = AROUND_SPOKES * AROUND_RINGS;
/// In so many directions.
const AROUND_SPOKES: usize = 5;
/// And at so many distances, so that none steps over a narrow cover.
const AROUND_RINGS: usize = 3;
/// A thing of which less shows is coming out from behind something. Not a setting: the other half hides in any case.
const HALF_SHOWN: f32 = 0.5;
