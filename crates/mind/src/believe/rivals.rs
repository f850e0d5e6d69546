//! Pairings that were not clear are kept open: a sighting went to the likelier of two things, and what is seen next may show
//! that it was the other. Both accounts are followed for a while, each with its own estimate of how the things move. When the
//! other fits better, the two change places, so that each has the past that fits (multiple-hypothesis tracking, bounded to
//! pairs).

use super::Config;
use super::assignment::Assigner;
use super::associate::{Decided, measured_to_m};
use crate::model::{Belief, BeliefId, Beliefs, Motion, Record, Rival, Tick, log_sum, overlooked_log};
use crate::perceive::Snapshot;
use piaget_occupancy::Seen;
use piaget_terms::{Vec3, maths};

/// Lets time pass for what was left open, and forgets what is too old or about things that are gone.
pub(super) fn pass(config: &Config, beliefs: &mut Beliefs, tick_s: f32) {
    let time_s = beliefs.time_s;
    let mut at = 0;
    while at < beliefs.rivals.len() {
        let Rival { belief, other, since_s, .. } = beliefs.rivals[at];
        let is_seen =
            |id: Option<BeliefId>| id.and_then(|id| beliefs.get(id)).is_some_and(|belief| belief.now.seen);
        let (one_seen, other_seen) = (is_seen(Some(belief)), is_seen(other));
        let rival = &mut beliefs.rivals[at];
        rival.instead.pass(&config.motion, tick_s, one_seen);
        if let Some(ghost) = &mut rival.ghost {
            ghost.pass(&config.motion, tick_s, other_seen);
        }
        let is_clear = rival.lead_nats > open_nats(config, rival.ghost.is_none());
        let is_old = time_s - since_s > f64::from(config.undecided_s);
        let is_gone = |id: BeliefId| beliefs.slot(id).is_none();
        if is_clear || is_old || is_gone(belief) || other.is_some_and(is_gone) {
            beliefs.rivals.remove(at);
        } else {
            at += 1;
        }
    }
}

/// How clear a pairing must be not to be kept open. That a noisy eye made two of one shows soon, so that more are asked about.
fn open_nats(config: &Config, is_new: bool) -> f32 {
    if is_new { 2.0 * config.undecided_nats } else { config.undecided_nats }
}

/// How likely a sighting is of a thing that moves so, as a logarithm.
fn log_density(config: &Config, motion: &Motion, record: &Record, noise_m: f32) -> f32 {
    let (at, speed) = (maths::ground(record.position), config.whereabouts.speed_m_per_s);
    let density = motion.log_density(&config.motion, at, (noise_m, speed));
    log_sum(density, config.explain.jump_log_density(motion.off_m(at)))
}

/// The sightings of a tick, as they were assigned and before they are taken in.
#[derive(Clone, Copy)]
pub(super) struct Assigned<'a> {
    pub snapshots: &'a [Snapshot],
    pub assigner: &'a Assigner,
    pub tick: &'a Tick<'a>,
}

impl<'a> Assigned<'a> {
    /// The row and the record that were given to a belief, if it was seen.
    fn of(&self, slot: usize) -> Option<(usize, &'a Record)> {
        let row = self.assigner.row_of(slot)?;
        let record = &self.snapshots[row].record;
        record.seen.then_some((row, record))
    }
}

/// Weighs what was left open by the sightings of a tick.
pub(super) fn weigh(config: &Config, beliefs: &mut Beliefs, assigned: Assigned<'_>) {
    for at in 0..beliefs.rivals.len() {
        let mut rival = beliefs.rivals[at];
        let one = beliefs.slot(rival.belief).and_then(|slot| Some((slot, assigned.of(slot)?.1)));
        if let Some((slot, record)) = one {
            let noise_m = measured_to_m(config, record, assigned.tick);
            rival.lead_nats += log_density(config, &beliefs.all[slot].motion, record, noise_m)
                - log_density(config, &rival.instead, record, noise_m);
            rival.instead.see(maths::ground(record.position), noise_m);
        }
        let other = rival.other.and_then(|id| beliefs.slot(id));
        let other = other.and_then(|slot| Some((slot, assigned.of(slot)?)));
        if let (Some((slot, (row, record))), Some(ghost)) = (other, &mut rival.ghost) {
            let noise_m = measured_to_m(config, record, assigned.tick);
            let other = &beliefs.all[slot];
            let mut fits = log_density(config, &other.motion, record, noise_m);
            if !other.now.seen {
                // What was lost has a map of where it may be, too.
                fits = assigned.assigner.cost(row, slot).map_or(fits, |cost| fits.max(-cost));
            }
            rival.lead_nats += fits - log_density(config, ghost, record, noise_m);
            ghost.see(maths::ground(record.position), noise_m);
        }
        if let (Some(other), None) = (rival.other, rival.ghost) {
            rival.lead_nats += two_for_one(config, beliefs, (rival.belief, other), assigned);
        }
        beliefs.rivals[at] = rival;
    }
}

/// Of two that are one, one is seen at a time; of two that are two, both are, unless one is overlooked or hidden. Gives how much a
/// tick speaks for two.
fn two_for_one(
    config: &Config,
    beliefs: &Beliefs,
    (one, other): (BeliefId, BeliefId),
    assigned: Assigned<'_>,
) -> f32 {
    let seen = |id: BeliefId| beliefs.slot(id).and_then(|slot| assigned.of(slot)).is_some();
    let missed = match (seen(one), seen(other)) {
        (true, true) => return 2.0 * open_nats(config, true),
        (true, false) => beliefs.get(other),
        (false, true) => beliefs.get(one),
        (false, false) => None,
    };
    // What was lost for longer may be anywhere.
    let lately = |belief: &&Belief| belief.unseen_s(assigned.tick.time_s) <= config.give_up_s;
    let Some(missed) = missed.filter(lately) else { return 0.0 };
    let place = Vec3::new(missed.motion.place.x, missed.sensed_at.y, missed.motion.place.y);
    let mut in_view = [false];
    assigned.tick.sight.sees(&[place], &mut in_view);
    let chance = assigned.tick.noticing().chance(missed.now.extent, place);
    if in_view[0] { overlooked_log(chance).max(-config.explain.look_nats) } else { 0.0 }
}

/// Keeps the pairings of a tick open that were not clear. Those of new things are kept when they have a number.
pub(super) fn open(config: &Config, beliefs: &mut Beliefs, assigned: Assigned<'_>) {
    let Assigned { assigner, tick, snapshots } = assigned;
    for pair in &assigner.pairs {
        let (row, column) = (pair.row as usize, pair.column as usize);
        let Some((own, cost)) = assigner.given(row).filter(|(own, _)| *own != column) else { continue };
        let record = &snapshots[row].record;
        let mut lead_nats = pair.cost - cost;
        if lead_nats >= config.undecided_nats || !record.seen {
            continue;
        }
        let (mut ghost, mut instead) = (beliefs.all[own].motion, beliefs.all[column].motion);
        if let Some(held_by) = assigner.row_of(column) {
            // The two may have been taken for each other.
            let (its, Some(theirs)) = (&snapshots[held_by].record, assigner.cost(held_by, own)) else {
                continue;
            };
            lead_nats += theirs - assigner.given(held_by).map_or(0.0, |(_, kept)| kept);
            ghost.see(maths::ground(its.position), measured_to_m(config, its, tick));
        }
        instead.see(maths::ground(record.position), measured_to_m(config, record, tick));
        let (belief, other) = (beliefs.all[own].id, Some(beliefs.all[column].id));
        keep(config, beliefs, (belief, other), (instead, Some(ghost)), lead_nats);
    }
    for (row, snapshot) in snapshots.iter().enumerate().filter(|(_, snapshot)| snapshot.record.seen) {
        let Some((own, cost)) = assigner.given(row) else { continue };
        let lost = &beliefs.all[own];
        let Some(new) = assigner.unmatched.get(row).filter(|_| !lost.now.seen) else { continue };
        let (belief, ghost, lead_nats) = (lost.id, Some(lost.motion), new - cost);
        let instead = met(config, &snapshot.record, tick);
        keep(config, beliefs, (belief, None), (instead, ghost), lead_nats);
    }
}

/// A thing was taken for a new one, and could have been one that is lost.
pub(super) fn open_new(
    config: &Config,
    beliefs: &mut Beliefs,
    (new, record): (BeliefId, &Record),
    decided: Decided,
    tick: &Tick<'_>,
) {
    let Some(lost) = decided.other.and_then(|other| beliefs.get(other)) else { return };
    let mut instead = lost.motion;
    instead.see(maths::ground(record.position), measured_to_m(config, record, tick));
    keep(config, beliefs, (new, decided.other), (instead, None), decided.lead_nats);
}

fn met(config: &Config, record: &Record, tick: &Tick<'_>) -> Motion {
    Motion::met(&config.motion, maths::ground(record.position), measured_to_m(config, record, tick))
}

/// Keeps a pairing open, if it was not clear. `ghost` is how the thing would have gone on elsewhere.
fn keep(
    config: &Config,
    beliefs: &mut Beliefs,
    (belief, other): (BeliefId, Option<BeliefId>),
    (instead, ghost): (Motion, Option<Motion>),
    lead_nats: f32,
) {
    let is_same = |rival: &Rival| {
        (rival.belief, rival.other) == (belief, other)
            || other.is_some_and(|other| (rival.belief, rival.other) == (other, Some(belief)))
    };
    if !(lead_nats < open_nats(config, ghost.is_none())) || beliefs.rivals.iter().any(is_same) {
        return;
    }
    if beliefs.rivals.is_full() {
        // The clearest one gives way.
        let leads = beliefs.rivals.iter().enumerate();
        let clearest = leads.max_by(|a, b| a.1.lead_nats.total_cmp(&b.1.lead_nats));
        match clearest.filter(|(_, rival)| rival.lead_nats > lead_nats).map(|(at, _)| at) {
            Some(at) => _ = beliefs.rivals.remove(at),
            None => return,
        }
    }
    let since_s = beliefs.time_s;
    beliefs.rivals.push(Rival { belief, other, instead, ghost, lead_nats, since_s });
}

/// What the sightings of a tick have decided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Settled {
    /// A thing that was taken for new is one that was met before: the belief of this number is no longer needed.
    Merged(BeliefId),
    /// What was taken for a lost thing is a new one, and the lost one went on so.
    Split(BeliefId, Motion),
}

/// Settles one of what was left open, if by now the other account fits better.
pub(super) fn settle(config: &Config, beliefs: &mut Beliefs) -> Option<Settled> {
    let mut at = 0;
    while at < beliefs.rivals.len() {
        // That there is one more than was thought takes as much as would have been clear at once.
        let is_split = beliefs.rivals[at].other.is_none();
        let enough = if is_split { config.undecided_nats } else { config.explain.settles_nats };
        if beliefs.rivals[at].lead_nats >= -enough {
            at += 1;
            continue;
        }
        let rival = beliefs.rivals.remove(at);
        match (rival.other, rival.ghost) {
            (None, Some(ghost)) => return Some(Settled::Split(rival.belief, ghost)),
            (None, None) => {}
            (Some(other), None) if beliefs.get(other).is_some_and(|other| other.now.seen) => {
                return Some(Settled::Merged(rival.belief));
            }
            (Some(other), ghost) => {
                change_places(beliefs, (rival.belief, other), (rival.instead, ghost))?;
                if ghost.is_none() {
                    return Some(Settled::Merged(rival.belief));
                }
            }
        }
    }
    None
}

/// Two things were taken for each other: each goes on as the one that it is.
fn change_places(
    beliefs: &mut Beliefs,
    (belief, other): (BeliefId, BeliefId),
    (instead, ghost): (Motion, Option<Motion>),
) -> Option<()> {
    let (one, two) = (beliefs.slot(belief)?, beliefs.slot(other)?);
    exchange(&mut beliefs.all, one.min(two), one.max(two));
    beliefs.all[two].motion = instead;
    if let Some(ghost) = ghost {
        beliefs.all[one].motion = ghost;
    }
    // What else is open about them is about the same sightings.
    let renamed = |id: BeliefId| match id {
        id if id == belief => other,
        id if id == other => belief,
        id => id,
    };
    for rival in &mut beliefs.rivals {
        (rival.belief, rival.other) = (renamed(rival.belief), rival.other.map(renamed));
    }
    Some(())
}

/// A new thing turned up: it may be one that was taken for another before. Then that one is the new one, and this is the one it
/// was taken for. `cost` is what a new thing there costs.
pub(super) fn settle_new(
    config: &Config,
    beliefs: &mut Beliefs,
    (new, record): (BeliefId, &Record),
    cost: f32,
    tick: &Tick<'_>,
) -> bool {
    let noise_m = measured_to_m(config, record, tick);
    let gain = |rival: &Rival| {
        let ghost = rival.ghost.filter(|_| rival.other.is_none() && rival.belief != new)?;
        Some(cost - rival.lead_nats + log_density(config, &ghost, record, noise_m))
    };
    let gains = beliefs.rivals.iter().enumerate().filter_map(|(at, rival)| Some((at, gain(rival)?)));
    let best = gains.max_by(|a, b| a.1.total_cmp(&b.1));
    let Some((at, _)) = best.filter(|(_, gained)| *gained > config.explain.settles_nats) else {
        return false;
    };
    let rival = beliefs.rivals.remove(at);
    let mut ghost = rival.ghost;
    if let Some(ghost) = &mut ghost {
        ghost.see(maths::ground(record.position), noise_m);
    }
    change_places(beliefs, (rival.belief, new), (rival.instead, ghost)).is_some()
}

/// Two things are each other: everything but their numbers and their past goes over.
fn exchange(all: &mut [Belief], first: usize, second: usize) {
    if first == second {
        return;
    }
    let (before, rest) = all.split_at_mut(second);
    let (one, other) = (&mut before[first], &mut rest[0]);
    std::mem::swap(one, other);
    std::mem::swap(&mut one.id, &mut other.id);
    std::mem::swap(&mut one.since_s, &mut other.since_s);
    std::mem::swap(&mut one.history, &mut other.history);
    std::mem::swap(&mut one.walked_in, &mut other.walked_in);
    std::mem::swap(&mut one.arrived, &mut other.arrived);
    std::mem::swap(&mut one.arrival_nats, &mut other.arrival_nats);
    one.expectation.of = one.id.0;
    other.expectation.of = other.id.0;
}

/// What was seen of a thing is of a new one: the new one takes over all that is believed of it now, and the lost one is believed to
/// have gone on out of sight.
pub(super) fn split(beliefs: &mut Beliefs, (lost, new): (BeliefId, BeliefId), ghost: Motion) {
    let (Some(one), Some(two)) = (beliefs.slot(lost), beliefs.slot(new)) else { return };
    exchange(&mut beliefs.all, one.min(two), one.max(two));
    let lost = &mut beliefs.all[one];
    lost.motion = ghost;
    (lost.now.position.x, lost.now.position.z) = (ghost.place.x, ghost.place.y);
    (lost.now.velocity.x, lost.now.velocity.z) = (ghost.velocity.x, ghost.velocity.y);
    (lost.now.seen, lost.seen_as) = (false, None);
    lost.sensed_s -= f64::from(ghost.unseen_s());
    if let Some(place) = &mut lost.place {
        place.meet_again(Seen::at(ghost.place, 0.0));
    }
}

/// A thing that was taken for a new one, and the other that it could have been, which is looked for in vain: in the end they
/// are one.
pub(super) fn miss(config: &Config, beliefs: &mut Beliefs) {
    let time_s = beliefs.time_s;
    for at in 0..beliefs.rivals.len() {
        let rival = &beliefs.rivals[at];
        let (Some(other), None) = (rival.other, rival.ghost) else { continue };
        let Some(missed) = beliefs.get(other).filter(|other| other.sensed_s < time_s) else { continue };
        let Some(outcome) = missed.place.as_ref().map(|place| place.outcome) else { continue };
        // A little of a map is emptied all the time: what spreads comes into view.
        if outcome.fell_back || outcome.gone {
            beliefs.rivals[at].lead_nats -= config.explain.cease_nats;
        }
    }
}
