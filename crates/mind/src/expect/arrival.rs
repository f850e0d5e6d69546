//! A thing not met before: whether it could have come from somewhere.

use super::config::Config;
use super::meet::{lasting, press, stamp};
use super::place::feel;
use super::state::State;
use crate::model::expectation::Violations;
use crate::model::explanation::Explanation;
use crate::model::{Belief, Tick};
use piaget_terms::maths;

/// Whether a new thing could have come from somewhere.
pub(super) fn arrive(config: &Config, state: &mut State, belief: &mut Belief, tick: &Tick<'_>) {
    let at = maths::ground(belief.now.position);
    let known = state.stranger.as_mut().zip(config.stranger.as_ref());
    let known = known.map(|(stranger, own)| (stranger.meet(config, own, at), own));
    let (likelihood, violations, confidence) = if config.explain.is_printed() {
        let Some(((likelihood, violations), own)) = known else { return };
        (likelihood, violations, own.confidence)
    } else {
        // Who reckons with strangers has a map of where they may be; who does not looks whether it may have walked in.
        let walks_in = if belief.walked_in { maths::exp(-belief.arrival_nats) } else { 0.0 };
        let (likelihood, comes_from_somewhere, confidence) = match known {
            Some(((likelihood, _), own)) => {
                let comes = belief.walked_in || likelihood >= own.min_likelihood;
                (if belief.walked_in { walks_in } else { likelihood }, comes, own.confidence)
            }
            None => (walks_in, belief.walked_in, config.confidence.initial),
        };
        let nats = state.habituation.arrive(config, belief.now.kind, (likelihood, comes_from_somewhere));
        feel(config, state, &mut belief.expectation.explanations, (nats, Explanation::Arrived), tick.tick_s);
        let violations = match known {
            Some((_, own)) if nats >= config.explain.surprise_nats => {
                config.violation.judge(true, true, 0.0, own.confidence)
            }
            _ => Violations::default(),
        };
        (likelihood.min(1.0), violations, confidence)
    };
    let expectation = &mut belief.expectation;
    (expectation.arrival, expectation.arrival_likelihood) = (violations, likelihood);
    stamp(&mut expectation.arrived_s, violations, tick.time_s);
    press(&mut state.urges, &config.doubt, violations, confidence, tick.tick_s);
}

/// That something came out of thin air is felt for a while, and pressed to be shown as long.
pub(super) fn linger(config: &Config, state: &mut State, belief: &Belief, tick: &Tick<'_>) {
    let explanations = &belief.expectation.explanations;
    if let Some(own) = &config.stranger
        && explanations.felt == Explanation::Arrived
        && !config.explain.is_printed()
    {
        let violations = lasting(config, explanations, own.confidence);
        press(&mut state.urges, &config.doubt, violations, own.confidence, tick.tick_s);
    }
}
