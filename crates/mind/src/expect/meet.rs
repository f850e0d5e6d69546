//! A salient feature meets its measurement, or the lack of one (Kline 3.2.4).

use super::absence::was_overlooked;
use super::config::{Config, DoubtConfig};
use super::contact::{Solid, is_touching};
use super::explain::Explained;
use super::place::feel;
use super::state::State;
use crate::model::expectation::{
    Evidence, FeatureConfig, FeatureOf, Measure, Predictor, Taken, Track, ViolationConfig, Violations,
};
use crate::model::explanation::{Explanation, Explanations};
use crate::model::{Belief, Tick};
use piaget_terms::{FeatureValue, maths};

/// One feature in one tick.
pub(super) struct Moment<'a> {
    pub at: u8,
    pub feature: &'a FeatureConfig,
    pub seen: bool,
    pub measure: Measure,
    /// The share of where it may be that has been looked at in vain; 0 while it is looked for elsewhere.
    pub absence: f32,
    pub solids: &'a [Solid],
    /// How its place was explained; `None` where all is judged as printed.
    pub explained: Option<Explained>,
    pub tick: &'a Tick<'a>,
}

/// A feature meets its measurement, or the lack of one. Says whether the thing should have been seen and was not.
pub(super) fn meet(config: &Config, state: &mut State, belief: &mut Belief, moment: &Moment<'_>) -> bool {
    let Moment { feature, seen, tick, .. } = *moment;
    let (kind, name) = (belief.now.kind, (belief.now.kind, moment.at));
    let track = &mut belief.expectation.tracks[usize::from(moment.at)];
    let measured = if seen { feature.of.measure(&belief.now) } else { None };
    let is_place = feature.of == FeatureOf::Position;
    let score = &belief.expectation.score;
    let trust = if score.is_scored() { score.value() } else { 1.0 };
    let (mut should, mut likelihood, mut begins_anew) = (false, 1.0, false);
    let explained = moment.explained.filter(|_| is_place);
    if let (Some(_), Some(explained)) = (measured, explained) {
        (likelihood, begins_anew) = (maths::exp(-explained.nats), explained.begins_anew);
        track.looked_at = 0.0;
    } else if let (Some(value), Some(_)) = (measured, moment.explained) {
        let left = state.habituation.left(&config.habituation, track, kind, moment.at);
        let changes = maths::exp(-config.explain.change_nats * left);
        likelihood = track.likelihood_of(feature, value, moment.measure.partly).max(changes).min(1.0);
        begins_anew = -maths::ln(likelihood) >= config.explain.surprise_nats;
    } else if let Some(value) = measured {
        let overlooked = was_overlooked(config, track, &belief.now, tick);
        likelihood = match (&feature.predictor, &belief.place) {
            (Predictor::Occupancy(_), Some(place)) => place.outcome.likelihood,
            // What was out of sight cannot have gone through walls, and the map knows them.
            (Predictor::Kalman(_), Some(place)) if is_place && place.outcome.found && !overlooked => {
                track.likelihood_of(feature, value, moment.measure.partly).min(place.outcome.likelihood)
            }
            _ => track.likelihood_of(feature, value, moment.measure.partly),
        };
        begins_anew = likelihood < config.violation.minimum_allowed_likelihood;
        if let (true, true, FeatureValue::Vector(place)) = (begins_anew, is_place, value)
            && track.velocity().is_some_and(|velocity| {
                is_touching(config, velocity, (belief.id.0, place), (0.0, tick), moment.solids)
            })
        {
            // Nothing goes through things: that it was held up is no wonder.
            likelihood = likelihood.max(track.likelihood_of_stop(feature, place, moment.measure.partly));
        }
        track.looked_at = 0.0;
    } else if !seen && feature.feels_absence {
        let culled = match &feature.predictor {
            Predictor::Occupancy(_) => belief.place.as_ref().map(|place| place.outcome.confusion),
            _ => None,
        };
        let looked_at = look_in_vain(track, culled, moment);
        should = looked_at >= config.visible.share;
        likelihood = 1.0 - looked_at;
        if should && culled.is_some() {
            // The map is revised by what was not seen, and what it now says is a new expectation.
            track.looked_at = 0.0;
        }
    }
    track.likelihood = measured.map(|_| likelihood);
    let sure = track.confidence.value
        * match explained {
            Some(explained) => explained.left * (trust / config.explain.trusted).min(1.0),
            None => state.habituation.left(&config.habituation, track, kind, moment.at),
        };
    let rule = match moment.explained {
        Some(_) => ViolationConfig {
            minimum_allowed_likelihood: maths::exp(-config.explain.surprise_nats),
            ..config.violation
        },
        None => config.violation,
    };
    // Not to see what should be seen is odd once that is improbable over all explanations.
    let absent_nats = belief.expectation.explanations.absent_nats;
    let is_odd = should && (explained.is_none() || absent_nats >= config.explain.surprise_nats);
    let violations = match measured.is_some() || is_odd {
        true => rule.judge(measured.is_some(), is_odd, likelihood, sure),
        false => Violations::default(),
    };
    // What is merely odd is believed; only what is held for impossible is not.
    let believable = explained.is_some_and(|explained| !explained.is_impossible);
    let violations = Violations { disbelief: violations.disbelief && !believable, ..violations };
    track.violations = violations;
    if explained.is_some() {
        track.violations = violations.or(lasting(config, &belief.expectation.explanations, sure));
    } else if moment.explained.is_some() && measured.is_some() {
        let nats = -maths::ln(likelihood.max(f32::MIN_POSITIVE));
        let explanations = &mut belief.expectation.explanations;
        if nats > explanations.nats {
            feel(config, state, explanations, (nats, Explanation::Changed), 0.0);
        }
    }
    let track = &mut belief.expectation.tracks[usize::from(moment.at)];
    stamp(&mut track.last_s, violations, tick.time_s);
    press(&mut state.urges, &config.doubt, track.violations, track.confidence.value, tick.tick_s);
    if explained.is_none() && (measured.is_some() || is_odd) {
        state.habituation.note(&config.habituation, track, name, violations.any(), tick.tick_s);
    }
    // What is not believed is not taken in.
    let believed = measured.filter(|_| !violations.disbelief);
    if let Some(value) = believed {
        track.take_in(feature, value, Taken { begins_anew, measure: moment.measure }, tick.tick_s);
    }
    let evidence = Evidence { available: believed.is_some(), violated: violations.any(), likelihood };
    track.confidence.update(&config.confidence, evidence, tick.tick_s);
    should
}

/// A surprise outlasts what brought it: it fades from surprise over confusion to nothing (Kline 2.2.3).
pub(super) fn lasting(config: &Config, explanations: &Explanations, sure: f32) -> Violations {
    if !explanations.surprised {
        return Violations::default();
    }
    let share = explanations.felt_nats / config.explain.surprise_nats;
    let to = &config.violation;
    Violations {
        confusion: share >= config.explain.lasts_confused && sure >= to.low_confidence,
        surprise: share >= config.explain.lasts_surprised && sure > to.medium_confidence,
        disbelief: false,
    }
}

/// The share of the expectation that has been looked at in vain.
fn look_in_vain(track: &mut Track, culled: Option<f32>, moment: &Moment<'_>) -> f32 {
    let Some(mass) = culled else { return moment.absence };
    track.looked_at = 1.0 - (1.0 - track.looked_at) * (1.0 - mass.clamp(0.0, 1.0));
    track.looked_at
}

pub(super) fn stamp(last_s: &mut [Option<f64>; 3], violations: Violations, time_s: f64) {
    for (last_s, happened) in last_s.iter_mut().zip(violations.kinds()) {
        if happened {
            *last_s = Some(time_s);
        }
    }
}

/// A violation presses to be shown until the benefit of the doubt, which grows with confidence, is used up.
pub(super) fn press(
    urges: &mut [f32; 3],
    doubt: &DoubtConfig,
    violations: Violations,
    confidence: f32,
    tick_s: f32,
) {
    let doubts = [doubt.confusion_s, doubt.surprise_s, doubt.disbelief_s];
    for ((urge, doubt_s), happened) in urges.iter_mut().zip(doubts).zip(violations.kinds()) {
        if happened {
            let wait_s = doubt_s * confidence;
            *urge = urge.max(if wait_s > tick_s { tick_s / wait_s } else { 1.0 });
        }
    }
}
