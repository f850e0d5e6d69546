//! One tick of believing.

use super::Config;
use super::associate::{
    self, Before, Came, associate, came_into_view, decided, measured_to_m, reach_m, reach_of_arrivals_m,
};
use super::carried;
use super::habits;
use super::merge::merge;
use super::rivals::{self, Assigned, Settled};
use super::unsensed::{edge_m, hold_unsensed};
use crate::model::{Belief, BeliefId, Beliefs, Eye, LookedAt, Motion, Place, Record, Tick};
use crate::perceive::{Sensed, Snapshot};
use piaget_occupancy::Seen;
use piaget_terms::{Effector, Vec3, maths};

/// Buffers that every tick reuses; nothing in them outlives it.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    gone: Vec<bool>,
    associate: associate::Scratch,
    /// Room of beliefs that were given up.
    pub(super) spare: Vec<Belief>,
    pub(super) places: Vec<Vec3>,
    pub(super) in_view: Vec<bool>,
    pub(super) looked_at: Option<LookedAt>,
    /// Room for what was taken for another thing.
    taken: Option<Record>,
}

/// What comes in.
pub struct Input<'a> {
    /// The records of this tick; merging changes them.
    pub sensed: Sensed<'a>,
    /// The tick.
    pub tick: &'a Tick<'a>,
}

/// Brings the beliefs up to date: spreads the maps, assigns records to beliefs (data association), and looks for what was
/// not sensed.
pub fn step(config: &Config, beliefs: &mut Beliefs, scratch: &mut Scratch, input: Input<'_>) {
    let Input { sensed, tick } = input;
    beliefs.time_s = tick.time_s;
    forget_eaten(config, beliefs, scratch, (sensed.snapshots, tick));
    let before = Before { eye: eye_before(beliefs) };
    believe_self(config, beliefs, sensed.own);
    complete(config, sensed.snapshots, beliefs);
    merge(config, sensed.snapshots, &mut scratch.gone);
    habits::by_kind(config, beliefs);
    for place in beliefs.all.iter_mut().filter_map(|belief| belief.place.as_mut()) {
        place.spread(tick.tick_s);
    }
    admit_elsewhere(beliefs, tick);
    let explains = !config.explain.is_printed();
    if explains {
        let course_s = beliefs.courses.course_s(&config.motion);
        for belief in beliefs.all.iter_mut().skip(1) {
            belief.motion.keeps_course_s = course_s;
            belief.motion.pass(&config.motion, tick.tick_s, belief.now.seen);
        }
        rivals::pass(config, beliefs, tick.tick_s);
    }
    let sensed_now = (&sensed.snapshots[..], &scratch.gone[..]);
    associate(config, beliefs, &mut scratch.associate, sensed_now, (before, tick));
    for belief in &mut beliefs.all {
        belief.seen_as = None;
    }
    if explains {
        let assigned = Assigned { snapshots: sensed.snapshots, assigner: &scratch.associate.assigner, tick };
        associate::note_looks(config, beliefs, &scratch.associate, tick);
        rivals::weigh(config, beliefs, assigned);
        rivals::open(config, beliefs, assigned);
    }
    take_in(config, beliefs, scratch, (sensed.snapshots, before, tick));
    feel_held(config, beliefs, scratch, (sensed.own, tick));
    carried::note(config, beliefs);
    carried::note_covered(config, beliefs);
    carried::follow(beliefs, tick.sight);
    hold_unsensed(config, beliefs, scratch, tick);
    if explains {
        rivals::miss(config, beliefs);
        settle(config, beliefs, scratch, tick);
    }
}

/// Settles what was left open and is clear by now.
fn settle(config: &Config, beliefs: &mut Beliefs, scratch: &mut Scratch, tick: &Tick<'_>) {
    while let Some(settled) = rivals::settle(config, beliefs) {
        match settled {
            Settled::Merged(belief) => {
                if let Some(slot) = beliefs.slot(belief) {
                    take_back_arrival(beliefs, slot);
                    scratch.spare.push(beliefs.all.remove(slot));
                }
            }
            Settled::Split(lost, ghost) => {
                let Some(taken) = beliefs.get(lost) else { continue };
                let mut record = scratch.taken.take().unwrap_or_else(|| Record::at(0.0, Vec3::ZERO));
                record.clone_from(&taken.now);
                let snapshot = Snapshot { record, id: taken.seen_as };
                let new = meet(config, beliefs, scratch, &snapshot, tick).map(|new| new.id);
                new.into_iter().for_each(|new| rivals::split(beliefs, (lost, new), ghost));
                scratch.taken = Some(snapshot.record);
            }
        }
    }
}

/// What is looked for may be where its map does not expect it.
fn admit_elsewhere(beliefs: &mut Beliefs, tick: &Tick<'_>) {
    for search in tick.feedback.searches.iter().filter(|search| search.elsewhere > 0.0) {
        let slot = beliefs.slot(search.object);
        let sought = slot.map(|slot| &mut beliefs.all[slot]).filter(|belief| !belief.now.seen);
        if let Some(place) = sought.and_then(|belief| belief.place.as_mut()) {
            place.admit_elsewhere(search.elsewhere);
        }
    }
}

/// The body knows that what it ate is gone, without a look at where it was. A bowl that it ate from, and sees, is not.
fn forget_eaten(
    config: &Config,
    beliefs: &mut Beliefs,
    scratch: &mut Scratch,
    (snapshots, tick): (&[Snapshot], &Tick<'_>),
) {
    let kind_of = |id: BeliefId| beliefs.get(id).map(|belief| belief.now.kind);
    let eaten = tick.feedback.attended.filter(|id| tick.body.ate.is_some() && kind_of(*id) == tick.body.ate);
    let is_there = |id: &BeliefId| {
        let place = beliefs.get(*id).map(|belief| belief.now.position);
        snapshots.iter().map(|snapshot| &snapshot.record).any(|record| {
            let near =
                place.is_some_and(|place| record.position.distance(place) <= config.whereabouts.slack_m);
            record.seen && near && Some(record.kind) == tick.body.ate
        })
    };
    let eaten = eaten.filter(|id| !is_there(id));
    if let Some(slot) = eaten.and_then(|id| beliefs.slot(id)) {
        scratch.spare.push(beliefs.all.remove(slot));
    }
}

/// What shows of a half hidden thing is off its middle: each record is taken to be where the middle of the whole thing is,
/// where the host says what hides it.
fn complete(config: &Config, snapshots: &mut [Snapshot], beliefs: &Beliefs) {
    let eye = beliefs.all.first().and_then(|own| own.now.eye);
    let Some(eye) = eye.filter(|_| !config.explain.is_printed()) else { return };
    for Snapshot { record, .. } in snapshots {
        if let Some(offset) = record.occlusion_offset(eye.position).filter(|offset| offset.is_finite()) {
            record.position += offset;
        }
    }
}

/// The eye of the tick before; `None` in the first.
fn eye_before(beliefs: &Beliefs) -> Option<Eye> {
    beliefs.all.first().filter(|own| !own.history.is_empty()).and_then(|own| own.now.eye)
}

fn believe_self(config: &Config, beliefs: &mut Beliefs, own: Option<&Record>) {
    let time_s = beliefs.time_s;
    if let (Some(belief), Some(own)) = (beliefs.all.first_mut(), own) {
        belief.now.clone_from(own);
        if belief.history.is_empty() {
            belief.since_s = time_s;
        }
        belief.sensed_s = time_s;
        remember(config, belief);
    }
}

/// Every record with every belief that it could be of.
fn take_in(
    config: &Config,
    beliefs: &mut Beliefs,
    scratch: &mut Scratch,
    (snapshots, before, tick): (&[Snapshot], Before, &Tick<'_>),
) {
    let explains = !config.explain.is_printed();
    // Slots stay as they were paired until every matched record is in; new beliefs come after.
    for (row, snapshot) in snapshots.iter().enumerate().filter(|(row, _)| !scratch.gone[*row]) {
        let Some(slot) = scratch.associate.assigner.of(row) else { continue };
        let belief = &mut beliefs.all[slot];
        let since_s = belief.unseen_s(tick.time_s);
        sense_again(config, belief, snapshot, tick);
        if let Some(turned) = belief.motion.keeps_course(&config.motion, since_s).filter(|_| explains) {
            beliefs.courses.note(config.motion.course_every_s, turned);
        }
    }
    for (row, snapshot) in snapshots.iter().enumerate() {
        if scratch.gone[row] || scratch.associate.assigner.of(row).is_some() {
            continue;
        }
        let at = snapshot.record.position;
        let came = match explains {
            true => came_into_view(config, beliefs, &snapshot.record, (before, tick)),
            false => Came::WithTheEye,
        };
        let walked_in = came != Came::FromNowhere;
        let decided = explains.then(|| decided(beliefs, &scratch.associate.assigner, row)).flatten();
        if explains && before.eye.is_some() && edge_m(at, tick) <= reach_of_arrivals_m(config) {
            beliefs.over_edge = beliefs.over_edge.saturating_add(1);
        }
        let is_awake = is_awake(config, beliefs, tick);
        let arrival_nats = match came {
            Came::ByItself if is_awake => arrival_nats(config, beliefs, tick),
            _ => 0.0,
        };
        let Some(belief) = meet(config, beliefs, scratch, snapshot, tick) else { continue };
        (belief.walked_in, belief.arrival_nats) = (walked_in, arrival_nats);
        belief.arrived = explains && walked_in && is_awake && snapshot.record.seen;
        let (id, arrived) = (belief.id, belief.arrived);
        beliefs.arrived = beliefs.arrived.saturating_add(u32::from(arrived));
        beliefs.from_nowhere = beliefs.from_nowhere.saturating_add(u32::from(!walked_in));
        if explains && snapshot.record.seen {
            let (cost, record) = (scratch.associate.assigner.unmatched[row], &snapshot.record);
            if rivals::settle_new(config, beliefs, (id, record), cost, tick) {
                continue;
            }
            decided
                .into_iter()
                .for_each(|decided| rivals::open_new(config, beliefs, (id, record), decided, tick));
        }
    }
}

/// Whether the mind has had its eyes open for long enough to know what was there before.
fn is_awake(config: &Config, beliefs: &Beliefs, tick: &Tick<'_>) -> bool {
    let since_s = beliefs.all.first().map_or(0.0, |own| tick.time_s - own.since_s);
    since_s > f64::from(config.explain.arrives_within_s)
}

/// How improbable it is that a new thing comes into view by itself about here and now.
fn arrival_nats(config: &Config, beliefs: &Beliefs, tick: &Tick<'_>) -> f32 {
    let since_s = beliefs.all.first().map_or(0.0, |own| tick.time_s - own.since_s).max(0.0);
    config.explain.arrival_cost(beliefs.arrived, since_s as f32, HERE_AND_NOW_M2_S).max(0.0)
}

/// What counts as here and now, in square metres times seconds. Not a setting: the unit in which an arrival is improbable.
const HERE_AND_NOW_M2_S: f32 = 10.0;

/// What was taken for a new thing was none: it did not come into view.
pub(super) fn take_back_arrival(beliefs: &mut Beliefs, slot: usize) {
    let belief = &beliefs.all[slot];
    beliefs.arrived = beliefs.arrived.saturating_sub(u32::from(belief.arrived));
    beliefs.from_nowhere = beliefs.from_nowhere.saturating_sub(u32::from(!belief.walked_in));
}

fn sense_again(config: &Config, belief: &mut Belief, snapshot: &Snapshot, tick: &Tick<'_>) {
    let explains = !config.explain.is_printed();
    let record = &snapshot.record;
    let since_s = (record.time_s - belief.sensed_s) as f32;
    let mut velocity = belief.now.velocity;
    let partly = shows_in_part(config, belief, record, since_s);
    // Where a thing was only remembered to be says nothing of how it moves.
    let remembered = belief.place.as_ref().is_some_and(|place| place.recalled.is_some());
    belief.stray = belief.motion.stray(maths::ground(record.position), measured_to_m(config, record, tick));
    belief.came_from = Some(belief.sensed_at).filter(|_| record.seen && !remembered);
    belief.was_recalled = remembered;
    let jumped = record.seen && explains && belief.stray.off.length() > reach_m(config, belief, record, tick);
    if record.seen && explains {
        let (at, noise_m) = (maths::ground(record.position), measured_to_m(config, record, tick));
        // What was lost and is not where it would be if it had gone on has turned meanwhile: who knows where to.
        let turned = !belief.now.seen && belief.stray.deviations() > config.motion.turned_deviations;
        match jumped || remembered {
            true => belief.motion.jump(&config.motion, at, noise_m),
            false if turned => belief.motion = Motion::met(&config.motion, at, noise_m),
            false => belief.motion.see(at, noise_m),
        }
    }
    if remembered && record.seen {
        velocity = Vec3::ZERO;
    } else if record.seen && since_s > 0.0 && !partly && !jumped {
        let lately = (record.position - belief.sensed_at) / since_s;
        let first_move = belief.sensed_s == belief.since_s;
        let trust = if first_move || config.smooth_velocity_s <= 0.0 {
            1.0
        } else {
            1.0 - maths::exp(-since_s / config.smooth_velocity_s)
        };
        // A time too short to divide by says nothing of how it moves.
        if lately.is_finite() {
            velocity += (lately - velocity) * trust;
        }
    }
    if let Some(place) = &mut belief.place {
        let found = record.seen && !belief.now.seen;
        let known = place.map().map(|map| map.mobility().velocity()).filter(|_| jumped || partly && !found);
        // Where nothing is known of the eye, the map has an assumption of its own.
        let noise_m = tick.noise_m.map_or(0.0, |_| measured_to_m(config, record, tick));
        let noise_m = if explains { noise_m } else { 0.0 }.max(record.spread_m);
        let seen = Seen { velocity: known, noise_m, ..Seen::at(maths::ground(record.position), since_s) };
        place.observe(seen, found);
    }
    if record.seen {
        let before = (belief.now.kind, belief.now.colour, belief.now.shape);
        belief.now.clone_from(record);
        let now = &mut belief.now;
        // What could not be told this time is still known from before.
        for (word, known) in
            [(&mut now.kind, before.0), (&mut now.colour, before.1), (&mut now.shape, before.2)]
        {
            if word.is_empty() {
                *word = known;
            }
        }
    } else {
        (belief.now.position, belief.now.words) = (record.position, record.words);
        (belief.now.time_s, belief.now.confidence) = (record.time_s, record.confidence);
        belief.now.seen = false;
    }
    belief.now.velocity = velocity;
    (belief.sensed_at, belief.sensed_s) = (record.position, record.time_s);
    belief.sensed_confidence = record.confidence;
    belief.watched_from = Some(gaze(tick));
    (belief.missed_s, belief.absent_from_s, belief.is_beyond_edge) = (0.0, None, false);
    note_host(config, belief, snapshot);
    remember(config, belief);
}

/// What is in the own hand is felt, seen or not.
fn feel_held(
    config: &Config,
    beliefs: &mut Beliefs,
    scratch: &mut Scratch,
    (own, tick): (Option<&Record>, &Tick<'_>),
) {
    let Some(own) = own else { return };
    let (Some(kind), Some(hand)) = (own.holding, own.effector(Effector::RightHand)) else { return };
    let time_s = beliefs.time_s;
    let far = |belief: &Belief| belief.now.position.distance_squared(hand);
    let alike = beliefs.all.iter_mut().skip(1).filter(|belief| belief.now.kind == kind);
    match alike.min_by(|a, b| far(a).total_cmp(&far(b))) {
        Some(belief) if belief.sensed_s == time_s => {}
        Some(belief) => {
            (belief.now.position, belief.now.velocity) = (hand, own.velocity);
            (belief.now.time_s, belief.now.seen) = (time_s, true);
            belief.now.confidence = belief.sensed_confidence;
            (belief.sensed_at, belief.sensed_s) = (hand, time_s);
            belief.motion = Motion::met(&config.motion, maths::ground(hand), config.explain.least_noise_m);
            // Where it is let go, it lies: not where it was before.
            if let Some(place) = &mut belief.place {
                place.go_along(maths::ground(hand), tick.tick_s);
            }
            (belief.missed_s, belief.absent_from_s) = (0.0, None);
            remember(config, belief);
        }
        None => {
            let mut record = Record::at(time_s, hand);
            record.kind = kind;
            meet(config, beliefs, scratch, &Snapshot { record, id: None }, tick);
        }
    }
}

/// Whether something hides a part of the thing. What shows of it is then off its middle, more so as it goes on behind
/// a wall, and seems to slow down although the thing does not.
fn shows_in_part(config: &Config, belief: &mut Belief, record: &Record, since_s: f32) -> bool {
    if let Some(occlusion) = record.occlusion.filter(|_| !config.explain.is_printed()) {
        return occlusion.shown < config.whole_share;
    }
    if record.size <= 0.0 {
        return false;
    }
    let kept = maths::remaining(since_s, config.usual_size_after_s);
    belief.whole_size = record.size.max(belief.whole_size * kept);
    let part = record.size < config.whole_share * belief.whole_size;
    belief.partly_s = if part { belief.partly_s + since_s } else { 0.0 };
    part && belief.partly_s < config.trust_part_s
}

fn meet<'a>(
    config: &Config,
    beliefs: &'a mut Beliefs,
    scratch: &mut Scratch,
    snapshot: &Snapshot,
    tick: &Tick<'_>,
) -> Option<&'a mut Belief> {
    if beliefs.all.len() >= config.most.max(1) as usize {
        // Whoever was unseen for longest gives way, but nobody who is in view does.
        let oldest =
            beliefs.all.iter().enumerate().skip(1).filter(|(_, belief)| belief.sensed_s < beliefs.time_s);
        let slot = oldest.min_by(|a, b| a.1.sensed_s.total_cmp(&b.1.sensed_s)).map(|(slot, _)| slot)?;
        scratch.spare.push(beliefs.all.remove(slot));
    }
    let id = BeliefId(beliefs.next);
    beliefs.next = beliefs.next.saturating_add(1);
    let mut belief = match scratch.spare.pop() {
        Some(mut room) => {
            room.renew(id, &snapshot.record);
            room
        }
        None => Belief::new(id, &snapshot.record, config.history_moments),
    };
    note_host(config, &mut belief, snapshot);
    let at = maths::ground(snapshot.record.position);
    belief.motion = Motion::met(&config.motion, at, measured_to_m(config, &snapshot.record, tick));
    belief.watched_from = Some(gaze(tick));
    // What was heard or told of may be anywhere within its spread from the beginning.
    let seen = Seen { noise_m: snapshot.record.spread_m, ..Seen::at(at, tick.tick_s) };
    match (&mut belief.place, tick.map) {
        (Some(place), _) => place.meet_again(seen),
        (none, map) => *none = map.map(|map| Place::met(map, seen)),
    }
    remember(config, &mut belief);
    beliefs.all.push(belief);
    beliefs.all.last_mut()
}

/// Where the own eye is, and which way it looks.
pub(super) fn gaze(tick: &Tick<'_>) -> (Vec3, f32) {
    (tick.eye, tick.body.yaw + tick.body.head_yaw)
}

fn note_host(config: &Config, belief: &mut Belief, snapshot: &Snapshot) {
    belief.seen_as = snapshot.id;
    if config.same.id {
        belief.host = snapshot.id.or(belief.host);
    }
}

/// Keeps what was sensed, at the character's pace.
fn remember(config: &Config, belief: &mut Belief) {
    let due = belief.history.latest().is_none_or(|latest| {
        let since_s = belief.now.time_s - latest.time_s;
        since_s > 0.0 && since_s >= f64::from(config.history_every_s)
    });
    if due {
        belief.history.push(&belief.now);
    }
}
