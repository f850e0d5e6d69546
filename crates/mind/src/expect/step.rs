//! One tick of expecting (Kline 3.2.4): every expectation meets its measurement, or the lack of one.

use super::absence::{is_partly_hidden, look_for, stop_at_walls};
use super::arrival::{arrive, linger};
use super::config::Config;
use super::contact::Solid;
use super::meet::{Moment, meet};
use super::place::{explain_place, measure_of};
use super::signal::{Signals, signals};
use super::state::State;
use crate::model::expectation::{
    Expectation, FeatureOf, GUESSES, Grounding, Measure, Output, Passage, Predictor, Track, Violations,
    kalman_of,
};
use crate::model::explanation::Explanation;
use crate::model::{Belief, Beliefs, Tick};
use piaget_occupancy::Visible;
use piaget_terms::{Vec3, maths};

/// Buffers that every tick reuses.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    visible: Option<Visible>,
    /// What the tick does to each of the character's features that move smoothly.
    passages: Vec<Option<Passage>>,
    /// Where everything is believed to be: what moves may be held up there.
    solids: Vec<Solid>,
}

/// What comes in.
pub struct Input<'a> {
    /// What is believed after this tick's sightings.
    pub beliefs: &'a mut Beliefs,
    /// The tick.
    pub tick: &'a Tick<'a>,
}

/// Meets every expectation with what the beliefs say of this tick, and lets the beliefs say what the rest of the mind
/// is to hear. A clock that stands still changes nothing.
pub fn step(
    config: &Config,
    state: &mut State,
    scratch: &mut Scratch,
    Input { beliefs, tick }: Input<'_>,
) -> Signals {
    let expects = !config.features.is_empty() || config.stranger.is_some() || !config.explain.is_printed();
    if expects && tick.tick_s > 0.0 {
        meet_all(config, state, scratch, beliefs, tick);
    }
    if tick.tick_s > 0.0 {
        learn_what_follows(config, state, beliefs, tick);
    }
    signals(config, beliefs, state, tick.feedback.attended)
}

/// Learns what follows what; an omission that is improbable presses to be shown as a surprise.
fn learn_what_follows(config: &Config, state: &mut State, beliefs: &Beliefs, tick: &Tick<'_>) {
    let (Some(own), Some(learning)) = (&config.contingencies, &mut state.contingencies) else { return };
    let nats = learning.step(own, beliefs, tick);
    if !config.explain.is_printed() {
        state.astonish(nats.max(0.0));
    } else if config.features.is_empty() && config.stranger.is_none() {
        state.urges = [0.0; 3];
    }
    // As improbable as a broken law is as much of a surprise as there is.
    let most = -maths::ln(own.broken_law);
    let urge = if nats > 0.0 { (nats / most).min(1.0) } else { 0.0 };
    if urge >= own.shown_from {
        state.urges[1] = state.urges[1].max(urge);
    }
}

fn meet_all(
    config: &Config,
    state: &mut State,
    scratch: &mut Scratch,
    beliefs: &mut Beliefs,
    tick: &Tick<'_>,
) {
    state.urges = [0.0; 3];
    state.nats = 0.0;
    state.felt_nats *= maths::remaining(tick.tick_s, config.explain.felt_half_life_s);
    if let Some(stranger) = &mut state.stranger {
        stranger.walk(tick.tick_s);
    }
    scratch.passages.clear();
    let passage = |feature| Passage::new(kalman_of(feature)?, tick.tick_s);
    scratch.passages.extend(config.features.iter().map(passage));
    scratch.solids.clear();
    if config.touching_m > 0.0 || !config.explain.is_printed() {
        let solids = beliefs.things_mut().map(|belief| Solid::of(config, belief, tick));
        scratch.solids.extend(solids);
    }
    let shared = Shared { passages: &scratch.passages, solids: &scratch.solids };
    for belief in beliefs.things_mut() {
        expect(config, state, belief, &shared, tick);
    }
    if let (Some(stranger), Some(own)) = (&mut state.stranger, &config.stranger) {
        stranger.look(config, own, &mut scratch.visible, tick.sight, tick.tick_s);
    }
}

/// What all expectations of a tick share.
pub(super) struct Shared<'a> {
    passages: &'a [Option<Passage>],
    pub solids: &'a [Solid],
}

fn expect(config: &Config, state: &mut State, belief: &mut Belief, shared: &Shared<'_>, tick: &Tick<'_>) {
    let seen = belief.now.seen && belief.sensed_s >= tick.time_s;
    if belief.expectation.of != belief.id.0 || belief.expectation.tracks.len() != config.features.len() {
        begin(config, belief);
    }
    belief.expectation.arrival = Violations::default();
    if seen {
        (belief.expectation.vain_nats, belief.expectation.looks) = ([0.0; GUESSES], [0; GUESSES]);
    }
    if seen && belief.since_s >= tick.time_s {
        arrive(config, state, belief, tick);
    } else {
        linger(config, state, belief, tick);
    }
    for (track, passage) in belief.expectation.tracks.iter_mut().zip(shared.passages) {
        track.pass(passage.as_ref(), tick.tick_s);
    }
    if !config.explain.is_printed() {
        belief.expectation.steady.pass(&config.explain.steady(), tick.tick_s, seen);
    }
    let is_known = match config.explain.is_printed() {
        true => !config.features.is_empty(),
        false => belief.expectation.steady.is_met(),
    };
    let looks = !seen && is_known;
    // Where places are not salient, what has been lost for long is left to its map, until its place is in view again.
    let is_late = belief.unseen_s(tick.time_s) > config.explain.looks_for_s;
    let is_late = is_late && !is_place_in_view(belief, tick);
    let absence = match belief.expectation.place(&config.features) {
        _ if !looks => 0.0,
        None if is_late => belief.expectation.explanations.absence,
        _ => look_for(config, belief, shared.solids, tick),
    };
    belief.expectation.explanations.absence = absence;
    let mut should = false;
    let explained = (!config.explain.is_printed())
        .then(|| explain_place(config, state, belief, (seen, absence), (shared, tick)));
    for (at, feature) in config.features.iter().enumerate() {
        let measure = match config.explain.is_printed() {
            _ if !seen || feature.of != FeatureOf::Position => Measure::default(),
            true => Measure { partly: is_partly_hidden(feature, belief, tick), ..Measure::default() },
            false => measure_of(config, Some(feature), belief, tick),
        };
        let (at, solids) = (at as u8, shared.solids);
        let moment = Moment { at, feature, seen, measure, absence, solids, explained, tick };
        should |= meet(config, state, belief, &moment);
    }
    let expectation = &mut belief.expectation;
    let is_doubted = expectation.place(&config.features).is_some_and(|(track, _)| track.violations.disbelief);
    if !seen || !is_doubted {
        expectation.came = None;
    }
    let thin_air = expectation.arrival.any();
    expectation.grounding = Some(match (seen, thin_air) {
        (true, true) => Grounding::Reject2,
        _ => Grounding::of(seen, seen || should),
    });
    // A look in vain does not refute yet: it is looked at until something else is likelier, or not to see it is a wonder.
    let explanations = &expectation.explanations;
    let is_refuted = config.explain.is_printed()
        || explanations.absent_nats >= config.explain.surprise_nats
        || explanations.weights[Explanation::GoesOn.index()] < 0.5;
    expectation.refuted = !seen && (expectation.refuted || should && is_refuted);
    // How a thing moves of which only a part shows is not known well enough to foretell it.
    let is_clear = belief.expectation.explanations.whole_s >= 0.5 * config.explain.foretell_s;
    if seen && is_clear && !config.explain.is_printed() && belief.expectation.score.is_due(&config.explain) {
        foretell(config, belief, tick);
    }
    tell(config, belief, seen, tick);
}

/// Whether the place is in view where a thing would be if it went on.
fn is_place_in_view(belief: &Belief, tick: &Tick<'_>) -> bool {
    let (at, mut seen) = (belief.expectation.steady.place(), [false]);
    tick.sight.sees(&[Vec3::new(at.x, belief.sensed_at.y, at.y)], &mut seen);
    seen[0]
}

/// Says where the thing will be, to be held against what is seen then.
fn foretell(config: &Config, belief: &mut Belief, tick: &Tick<'_>) {
    let ahead_s = config.explain.foretell_s;
    let place = belief.expectation.place(&config.features);
    let feature = place.map(|(_, at)| &config.features[at]);
    let measure = measure_of(config, feature, belief, tick);
    let foretold =
        place.and_then(|(track, at)| track.foretold_within(&config.features[at], ahead_s, measure));
    // Without a salient place it is foretold to go on, and only how well that goes is scored.
    let steady = &belief.expectation.steady;
    let velocity =
        place.and_then(|(track, _)| track.velocity()).unwrap_or(maths::on_ground(steady.velocity()));
    let goes_on = maths::on_ground(steady.place() + steady.velocity() * ahead_s);
    let (place, deviation_m) = foretold.unwrap_or((goes_on, 0.0));
    let noise_m = measure.eye_m.unwrap_or(config.explain.least_noise_m);
    if place.is_finite() && deviation_m.is_finite() {
        belief.expectation.score.foretell(&config.explain, place, (velocity, deviation_m), noise_m);
    }
}

/// A thing just met.
fn begin(config: &Config, belief: &mut Belief) {
    let expectation = &mut belief.expectation;
    let mut tracks = std::mem::take(&mut expectation.tracks);
    *expectation = Expectation { of: belief.id.0, arrival_likelihood: 1.0, ..Expectation::default() };
    tracks.truncate(config.features.len());
    for (at, feature) in config.features.iter().enumerate() {
        match tracks.get_mut(at) {
            Some(track) => track.renew(&config.confidence, feature),
            None => tracks.push(Track::new(&config.confidence, feature)),
        }
    }
    expectation.tracks = tracks;
}

/// The output rules: what the belief says to the rest of the mind.
fn tell(config: &Config, belief: &mut Belief, seen: bool, tick: &Tick<'_>) {
    let Belief { now, expectation, place, sensed_at, .. } = belief;
    expectation.output = match expectation.refuted {
        true => Output::Withheld,
        false => Output::Belief,
    };
    for (track, feature) in expectation.tracks.iter().zip(&config.features) {
        let is_place = feature.of == FeatureOf::Position;
        let mapped = is_place && place.is_some() && matches!(feature.predictor, Predictor::Occupancy(_));
        let unseen_for_a_reason = !seen && !expectation.refuted && !mapped;
        if !track.violations.disbelief && !unseen_for_a_reason {
            continue;
        }
        let Some(expected) = track.expected(feature) else { continue };
        feature.of.put(now, expected);
        if is_place {
            now.position = stop_at_walls(tick.terrain, *sensed_at, tick.terrain.clamp(now.position));
            now.velocity = track.velocity().unwrap_or(now.velocity);
            expectation.output = Output::Expectation;
        }
    }
    if let Some(confidence) = expectation.confidence(&config.features) {
        now.confidence = confidence * belief.sensed_confidence;
    }
}
