//! One tick of believing.

use super::Config;
use super::associate::{self, Before, associate, came_into_view, decided, measured_to_m, reach_m};
use super::carried;
use super::merge::merge;
use super::rivals;
use crate::model::{
    Belief, BeliefId, Beliefs, Eye, LookedAt, MapConfig, Motion, Place, Record, Sought, Tick,
};
use crate::perceive::{Sensed, Snapshot};
use piaget_occupancy::{Map, Seen, Visible};
use piaget_terms::{Effector, Vec2, Vec3, maths};

/// Buffers that every tick reuses; nothing in them outlives it.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    gone: Vec<bool>,
    associate: associate::Scratch,
    /// Room of beliefs that were given up.
    spare: Vec<Belief>,
    places: Vec<Vec3>,
    in_view: Vec<bool>,
    looked_at: Option<LookedAt>,
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
    forget_eaten(beliefs, scratch, tick);
    let before = Before { eye: eye_before(beliefs) };
    believe_self(config, beliefs, sensed.own);
    complete(config, sensed.snapshots, beliefs);
    merge(config, sensed.snapshots, &mut scratch.gone);
    for place in beliefs.all.iter_mut().filter_map(|belief| belief.place.as_mut()) {
        place.spread(tick.tick_s);
    }
    let explains = !config.explain.is_printed();
    if explains {
        for belief in beliefs.all.iter_mut().skip(1) {
            belief.motion.pass(&config.motion, tick.tick_s, belief.now.seen);
        }
        rivals::pass(config, beliefs, tick.tick_s);
    }
    let sensed_now = (&sensed.snapshots[..], &scratch.gone[..]);
    associate(config, beliefs, &mut scratch.associate, sensed_now, (before, tick));
    for belief in &mut beliefs.all {
        belief.seen_as = None;
    }
    take_in(config, beliefs, scratch, (sensed.snapshots, before, tick));
    feel_held(config, beliefs, scratch, (sensed.own, tick));
    carried::note(config, beliefs);
    carried::note_covered(config, beliefs);
    carried::follow(beliefs, tick.sight);
    hold_unsensed(config, beliefs, scratch, tick);
    if let Some(slot) = rivals::merge_missed(config, beliefs).and_then(|merged| beliefs.slot(merged)) {
        scratch.spare.push(beliefs.all.remove(slot));
    }
}

/// The body knows that what it ate is gone, without a look at where it was.
fn forget_eaten(beliefs: &mut Beliefs, scratch: &mut Scratch, tick: &Tick<'_>) {
    let kind_of = |id: BeliefId| beliefs.get(id).map(|belief| belief.now.kind);
    let eaten = tick.feedback.attended.filter(|id| tick.body.ate.is_some() && kind_of(*id) == tick.body.ate);
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
        let lost = explains && snapshot.record.seen && !beliefs.all[slot].now.seen;
        let ghost = beliefs.all[slot].motion;
        sense_again(config, &mut beliefs.all[slot], snapshot, tick);
        if !lost {
            continue;
        }
        // What was out of sight is back: what was left open about it may now be settled.
        let Some(decided) = decided(beliefs, &scratch.associate.assigner, row) else { continue };
        let (id, at) = (beliefs.all[slot].id, maths::ground(snapshot.record.position));
        let arrival = scratch.associate.assigner.unmatched[row];
        let noise_m = measured_to_m(config, &snapshot.record, tick);
        let costs = (decided.cost, arrival);
        if rivals::settle(config, beliefs, (id, false), at, costs, noise_m).is_none() {
            rivals::keep(config, beliefs, id, decided, Some(ghost));
        }
    }
    for (row, snapshot) in snapshots.iter().enumerate() {
        if scratch.gone[row] || scratch.associate.assigner.of(row).is_some() {
            continue;
        }
        let at = snapshot.record.position;
        let walked_in = !explains || came_into_view(config, at, before, tick);
        let decided = explains.then(|| decided(beliefs, &scratch.associate.assigner, row)).flatten();
        let Some(belief) = meet(config, beliefs, scratch, snapshot, tick) else { continue };
        belief.walked_in = walked_in;
        let id = belief.id;
        if explains && snapshot.record.seen {
            let cost = scratch.associate.assigner.unmatched[row];
            let noise_m = measured_to_m(config, &snapshot.record, tick);
            let settled =
                rivals::settle(config, beliefs, (id, true), maths::ground(at), (cost, cost), noise_m);
            if let (None, Some(decided)) = (settled, decided) {
                rivals::keep(config, beliefs, id, decided, None);
            }
        }
    }
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
        match jumped || remembered {
            true => belief.motion.jump(&config.motion, at, noise_m),
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
        let seen = Seen { velocity: known, ..Seen::at(maths::ground(record.position), since_s) };
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
    (belief.missed_s, belief.absent_from_s) = (0.0, None);
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
            belief.motion = Motion::met(&config.motion, maths::ground(hand), config.motion.noise_m);
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
    match (&mut belief.place, tick.map) {
        (Some(place), _) => place.meet_again(at, tick.tick_s),
        (none, map) => *none = map.map(|map| Place::met(map, at, tick.tick_s)),
    }
    remember(config, &mut belief);
    beliefs.all.push(belief);
    beliefs.all.last_mut()
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

/// What was not sensed in this tick is believed to be where it was, with less and less confidence; it is given
/// up after a time, or when its place is in view and it is not there.
fn hold_unsensed(config: &Config, beliefs: &mut Beliefs, scratch: &mut Scratch, tick: &Tick<'_>) {
    let time_s = beliefs.time_s;
    let unsensed = |belief: &Belief| belief.id != BeliefId::SELF && belief.sensed_s < time_s;
    scratch.places.clear();
    scratch
        .places
        .extend(beliefs.all.iter().filter(|belief| unsensed(belief)).map(|belief| belief.now.position));
    scratch.in_view.clear();
    scratch.in_view.resize(scratch.places.len(), false);
    tick.sight.sees(&scratch.places, &mut scratch.in_view);
    let eye = tick.noticing();
    look_for_unsensed(config, beliefs, scratch, tick);
    let mut in_view = scratch.in_view.iter();
    let mut slot = 0;
    while slot < beliefs.all.len() {
        let belief = &mut beliefs.all[slot];
        if !unsensed(belief) {
            slot += 1;
            continue;
        }
        let place_in_view = in_view.next().copied().unwrap_or(false);
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
        let given_up = belief.missed_s > config.give_up_s || belief.expectation.is_spent();
        if unseen_s > config.persist_s || given_up {
            scratch.spare.push(beliefs.all.remove(slot));
        } else {
            slot += 1;
        }
    }
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
