//! Pairings that were not clear are kept open: a sighting went to the likelier of two things, and what is seen next may show
//! that it was the other. Then the two change places, so that each has the past that fits (multiple-hypothesis tracking,
//! bounded to pairs).

use super::Config;
use crate::model::{Belief, BeliefId, Beliefs, MOST_RIVALS, Motion, Rival};
use piaget_terms::{Vec2, maths};

/// A pairing as it was decided in a tick.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decided {
    /// What it costs.
    pub cost: f32,
    /// What the next best costs more.
    pub lead_nats: f32,
    /// The next best: another thing that was not seen, or a new one.
    pub other: Option<BeliefId>,
}

/// Lets time pass for what was left open, and forgets what is too old or about things that are gone.
pub(super) fn pass(config: &Config, beliefs: &mut Beliefs, tick_s: f32) {
    let time_s = beliefs.time_s;
    let mut at = 0;
    while at < beliefs.rivals.len() {
        let rival = &mut beliefs.rivals[at];
        if let Some(ghost) = &mut rival.ghost {
            ghost.pass(&config.motion, tick_s, false);
        }
        let (belief, other) = (rival.belief, rival.other);
        let is_old = time_s - rival.since_s > f64::from(config.undecided_s);
        let is_gone = |id: BeliefId| beliefs.slot(id).is_none();
        if is_old || is_gone(belief) || other.is_some_and(is_gone) {
            beliefs.rivals.remove(at);
        } else {
            at += 1;
        }
    }
}

/// Keeps a pairing open, if it was not clear. `ghost` is how the thing would have gone on unseen.
pub(super) fn keep(
    config: &Config,
    beliefs: &mut Beliefs,
    belief: BeliefId,
    decided: Decided,
    ghost: Option<Motion>,
) {
    if decided.lead_nats >= config.undecided_nats {
        return;
    }
    if beliefs.rivals.len() == MOST_RIVALS {
        beliefs.rivals.remove(0);
    }
    let Decided { lead_nats, other, .. } = decided;
    beliefs.rivals.push(Rival { belief, other, ghost, lead_nats, since_s: beliefs.time_s });
}

/// A thing that was left open as the rival of another was seen, at a place and a cost: if it fits better that the two were
/// mistaken for each other, they change places. `arrival` is what a new thing there would cost. Says with which one.
pub(super) fn settle(
    config: &Config,
    beliefs: &mut Beliefs,
    (seen, is_new): (BeliefId, bool),
    at: Vec2,
    (cost, arrival): (f32, f32),
    noise_m: f32,
) -> Option<BeliefId> {
    let speed = config.whereabouts.speed_m_per_s;
    let fits = |rival: &Rival| match &rival.ghost {
        Some(ghost) => -ghost.log_density(&config.motion, at, (noise_m, speed)),
        None => arrival,
    };
    let concerns = |rival: &Rival| match rival.other {
        Some(other) => other == seen,
        None => is_new && rival.belief != seen,
    };
    let gain = |rival: &Rival| cost - rival.lead_nats - fits(rival);
    let open = beliefs.rivals.iter().enumerate().filter(|(_, rival)| concerns(rival));
    let (best, gained) = open.map(|(at, rival)| (at, gain(rival))).max_by(|a, b| a.1.total_cmp(&b.1))?;
    if gained <= config.explain.settles_nats {
        return None;
    }
    let rival = beliefs.rivals.remove(best);
    let (one, other) = (beliefs.slot(rival.belief)?, beliefs.slot(seen)?);
    exchange(&mut beliefs.all, one.min(other), one.max(other));
    Some(rival.belief)
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
    one.expectation.of = one.id.0;
    other.expectation.of = other.id.0;
}

/// A thing that was taken for a new one, and the other that it could have been, which is looked for in vain: in the end they
/// are one. Gives the number of the belief that is no longer needed.
pub(super) fn merge_missed(config: &Config, beliefs: &mut Beliefs) -> Option<BeliefId> {
    let time_s = beliefs.time_s;
    for at in 0..beliefs.rivals.len() {
        let rival = &beliefs.rivals[at];
        let (Some(other), None) = (rival.other, rival.ghost) else { continue };
        let Some(missed) = beliefs.get(other).filter(|other| other.sensed_s < time_s) else { continue };
        let outcome = missed.place.as_ref().map(|place| place.outcome)?;
        let gone = if outcome.fell_back || outcome.gone { 1.0 } else { outcome.confusion.clamp(0.0, 1.0) };
        let belief = rival.belief;
        beliefs.rivals[at].lead_nats += maths::ln((1.0 - gone).max(1e-6));
        if beliefs.rivals[at].lead_nats < -config.explain.settles_nats {
            beliefs.rivals.remove(at);
            let (one, two) = (beliefs.slot(belief)?, beliefs.slot(other)?);
            exchange(&mut beliefs.all, one.min(two), one.max(two));
            return Some(belief);
        }
    }
    None
}
