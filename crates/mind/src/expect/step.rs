//! One tick of expecting (Kline 3.2.4): every expectation meets its measurement, or the lack of one.

use super::config::{Config, DoubtConfig};
use super::contingency::Contingencies;
use super::explain::{self, Explained, Sighted};
use super::habituation::Habituation;
use super::signal::{Signals, signals};
use super::stranger::Stranger;
use crate::model::expectation::{
    Evidence, Expectation, FeatureConfig, FeatureOf, GUESSES, Grounding, Measure, Output, Passage, Predictor,
    Taken, Track, ViolationConfig, Violations, kalman_of,
};
use crate::model::explanation::{Explanation, Explanations};
use crate::model::{Belief, Beliefs, Record, Tick};
use piaget_occupancy::{Map, Visible};
use piaget_terms::valid::{Checked, Within, amount, finite, require};
use piaget_terms::{FeatureValue, Name, Terrain, Vec2, Vec3, maths};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What expecting keeps besides the expectations, which live in their beliefs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct State {
    habituation: Habituation,
    stranger: Option<Stranger>,
    pub(crate) contingencies: Option<Contingencies>,
    /// How much the violations of this tick press to be shown: confusion, surprise, disbelief.
    urges: [f32; 3],
    /// The most improbable that this tick brought, in nats.
    nats: f32,
    /// The strongest surprise that is felt, in nats.
    felt_nats: f32,
}

impl State {
    /// A newborn's.
    pub fn new(config: &Config, map: Option<&Arc<Map>>) -> Self {
        let stranger = config.stranger.as_ref().zip(map);
        let stranger = stranger.map(|(stranger, map)| Stranger::new(stranger, &config.confidence, map));
        let contingencies = config.contingencies.as_ref().map(Contingencies::new);
        Self { stranger, contingencies, ..Self::default() }
    }

    /// Whether what was saved is of a character that expects so.
    pub fn validate(&self, config: &Config) -> Checked {
        self.habituation.validate(config.features.len()).within("habituation")?;
        let reckons = self.stranger.is_some() == config.stranger.is_some();
        require(reckons, "stranger", || "does not go with the character".into())?;
        if let Some(stranger) = &self.stranger {
            stranger.validate().within("stranger")?;
        }
        let learns = self.contingencies.is_some() == config.contingencies.is_some();
        require(learns, "contingencies", || "does not go with the character".into())?;
        if let (Some(own), Some(config)) = (&self.contingencies, &config.contingencies) {
            own.validate(config).within("contingencies")?;
        }
        amount("nats", self.nats)?;
        amount("felt_nats", self.felt_nats)?;
        self.urges.iter().try_for_each(|urge| finite("urges", *urge))
    }

    /// Lays a loaded map on its lattice, or says what is wrong with it.
    pub fn attach(&mut self, map: Option<&Arc<Map>>) -> Checked {
        match (&mut self.stranger, map) {
            (Some(stranger), Some(map)) => stranger.attach(map).within("stranger"),
            _ => Ok(()),
        }
    }

    /// What has become usual.
    pub fn habituation(&self) -> &Habituation {
        &self.habituation
    }

    /// Where somebody not yet met may be.
    pub fn stranger(&self) -> Option<&Stranger> {
        self.stranger.as_ref()
    }

    /// What was learnt of which event follows which, for a character that learns it.
    pub fn contingencies(&self) -> Option<&Contingencies> {
        self.contingencies.as_ref()
    }

    /// How much this tick's violations press to be shown: confusion, surprise, disbelief.
    pub fn urges(&self) -> [f32; 3] {
        self.urges
    }

    /// How improbable the oddest of this tick was, in nats, over all explanations and all things.
    pub fn nats(&self) -> f32 {
        self.nats
    }

    /// The strongest surprise that is felt, in nats: that of this tick, or of an earlier one as far as it has not faded.
    pub fn felt_nats(&self) -> f32 {
        self.felt_nats
    }

    /// Something was so improbable, whatever it was about: it is felt.
    pub(super) fn astonish(&mut self, nats: f32) {
        self.nats = self.nats.max(nats);
        self.felt_nats = self.felt_nats.max(nats);
    }
}

/// Buffers that every tick reuses.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    visible: Option<Visible>,
    /// What the tick does to each of the character's features that move smoothly.
    passages: Vec<Option<Passage>>,
    /// Where everything is believed to be: what moves may be held up there.
    solids: Vec<Solid>,
}

/// Something that holds up what moves.
#[derive(Clone, Copy, Debug)]
struct Solid {
    /// The belief.
    id: u32,
    place: Vec3,
    /// Half its width and height, where they are known.
    half: Option<Vec2>,
    /// Whether it is seen now and is no creature: what a body holds or leans on is not inside of it.
    is_seen_thing: bool,
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
        // What is out of sight holds things up where it is expected, not in the middle of the cell that its map likes best.
        let place = |belief: &mut Belief| {
            let expected = belief.expectation.foretold(&config.features, 0.0).filter(|_| !belief.now.seen);
            let now = &belief.now;
            Solid {
                id: belief.id.0,
                place: expected.unwrap_or(now.position),
                half: now.extent.map(|extent| Vec2::new(extent.width_m, extent.height_m) * 0.5),
                is_seen_thing: now.seen && now.effectors.is_empty() && belief.carried.is_none(),
            }
        };
        scratch.solids.extend(beliefs.things_mut().map(place));
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
struct Shared<'a> {
    passages: &'a [Option<Passage>],
    solids: &'a [Solid],
}

fn expect(config: &Config, state: &mut State, belief: &mut Belief, shared: &Shared<'_>, tick: &Tick<'_>) {
    let seen = belief.now.seen && belief.sensed_s >= tick.time_s;
    if belief.expectation.of != belief.id.0 || belief.expectation.tracks.len() != config.features.len() {
        begin(config, belief);
    }
    belief.expectation.arrival = Violations::default();
    if seen {
        belief.expectation.looks = [0; GUESSES];
    }
    if seen && belief.since_s >= tick.time_s {
        arrive(config, state, belief, tick);
    }
    for (track, passage) in belief.expectation.tracks.iter_mut().zip(shared.passages) {
        track.pass(passage.as_ref(), tick.tick_s);
    }
    let looks = !seen && (!config.explain.is_printed() || !config.features.is_empty());
    // Where places are not salient, what has been lost for long is left to its map.
    let is_late = belief.unseen_s(tick.time_s) > config.explain.looks_for_s;
    let absence = match belief.expectation.place(&config.features) {
        _ if !looks => 0.0,
        None if is_late => belief.expectation.explanations.absence,
        _ => look_for(config, belief, tick),
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
    let thin_air = expectation.arrival.any();
    expectation.grounding = Some(match (seen, thin_air) {
        (true, true) => Grounding::Reject2,
        _ => Grounding::of(seen, seen || should),
    });
    expectation.refuted = !seen && (expectation.refuted || should);
    // How a thing moves of which only a part shows is not known well enough to foretell it.
    let is_clear = belief.expectation.explanations.whole_s >= 0.5 * config.explain.foretell_s;
    if seen && is_clear && !config.explain.is_printed() && belief.expectation.score.is_due(&config.explain) {
        foretell(config, belief, tick);
    }
    tell(config, belief, seen, tick);
}

/// Says where the thing will be, to be held against what is seen then.
fn foretell(config: &Config, belief: &mut Belief, tick: &Tick<'_>) {
    let ahead_s = config.explain.foretell_s;
    let place = belief.expectation.place(&config.features);
    let feature = place.map(|(_, at)| &config.features[at]);
    let measure = measure_of(config, feature, belief, tick);
    let foretold =
        place.and_then(|(track, at)| track.foretold_within(&config.features[at], ahead_s, measure));
    let velocity = place.and_then(|(track, _)| track.velocity()).unwrap_or(belief.now.velocity);
    // Without a salient place, only how well it goes is scored.
    let (place, deviation_m) = foretold.unwrap_or((belief.now.position + velocity * ahead_s, 0.0));
    if place.is_finite() && deviation_m.is_finite() {
        belief.expectation.score.foretell(&config.explain, place, (velocity, deviation_m));
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

/// Whether a new thing could have come from somewhere.
fn arrive(config: &Config, state: &mut State, belief: &mut Belief, tick: &Tick<'_>) {
    let at = maths::ground(belief.now.position);
    let known = state.stranger.as_mut().zip(config.stranger.as_ref());
    let known = known.map(|(stranger, own)| (stranger.meet(config, own, at), own));
    let (likelihood, violations, confidence) = if config.explain.is_printed() {
        let Some(((likelihood, violations), own)) = known else { return };
        (likelihood, violations, own.confidence)
    } else {
        // Who reckons with strangers has a map of where they may be; who does not looks whether it may have walked in.
        let (likelihood, comes_from_somewhere, confidence) = match known {
            Some(((likelihood, _), own)) => (likelihood, likelihood >= own.min_likelihood, own.confidence),
            None => {
                let likelihood = f32::from(u8::from(belief.walked_in));
                (likelihood, belief.walked_in, config.confidence.initial)
            }
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

/// One feature in one tick.
struct Moment<'a> {
    at: u8,
    feature: &'a FeatureConfig,
    seen: bool,
    measure: Measure,
    /// The share of where it may be that has been looked at in vain; 0 while it is looked for elsewhere.
    absence: f32,
    solids: &'a [Solid],
    /// How its place was explained; `None` where all is judged as printed.
    explained: Option<Explained>,
    tick: &'a Tick<'a>,
}

/// Weighs the explanations of where a thing is, and lets the surprise be felt.
fn explain_place(
    config: &Config,
    state: &mut State,
    belief: &mut Belief,
    (seen, absence): (bool, f32),
    (shared, tick): (&Shared<'_>, &Tick<'_>),
) -> Explained {
    let place = config.features.iter().position(|feature| feature.of == FeatureOf::Position);
    let place = place.map(|at| (&config.features[at], at));
    let is_new = belief.since_s >= tick.time_s;
    if seen && is_new {
        // How it surprised by its arrival is told by that.
        belief.expectation.score.pass(&config.explain, None, tick.tick_s);
        return Explained::default();
    }
    let explained = if seen {
        let velocity = place.and_then(|(_, at)| belief.expectation.tracks.get(at)?.velocity());
        let touching = velocity.is_some_and(|velocity| {
            let (own, half_m) = ((belief.id.0, belief.now.position), half_width_m(belief));
            is_touching(config, velocity, own, half_m, shared.solids)
                || is_at_wall(config, velocity, own.1, half_m, tick)
        });
        let overlaps = overlaps(config, belief, shared.solids);
        let enters = overlaps && !std::mem::replace(&mut belief.overlaps, overlaps);
        belief.overlaps = overlaps;
        let measure = measure_of(config, place.map(|(feature, _)| feature), belief, tick);
        let expectation = &mut belief.expectation;
        let is_whole = !belief.now.occlusion.is_some_and(|occlusion| occlusion.is_cut());
        let whole_s = &mut expectation.explanations.whole_s;
        *whole_s = if is_whole { (*whole_s + tick.tick_s).min(f32::MAX) } else { 0.0 };
        let strayed = expectation.score.pass(&config.explain, Some(belief.now.position), tick.tick_s);
        let strayed = strayed.filter(|_| is_whole);
        // A foretelling may fail because of something that the thing ran into since.
        let untouched_s = &mut expectation.explanations.untouched_s;
        *untouched_s = if touching { 0.0 } else { (*untouched_s + tick.tick_s).min(f32::MAX) };
        let touching = *untouched_s <= config.explain.foretell_s;
        let sighted = Sighted { touching, enters, strayed, measure, tick };
        explain::see((config, &state.habituation), belief, place, &sighted)
    } else {
        belief.expectation.score.pass(&config.explain, None, tick.tick_s);
        let mut in_view = [false];
        tick.sight.sees(&[belief.sensed_at], &mut in_view);
        explain::miss((config, &state.habituation), belief, absence, !in_view[0])
    };
    let expectation = &mut belief.expectation;
    if explained.begins_anew || explained.nats >= config.explain.surprise_nats {
        expectation.score.void();
    }
    let explanations = &mut expectation.explanations;
    let odd = Some(explained.oddest).filter(|_| explained.is_needed);
    state.habituation.note_explained(&config.habituation, explanations, (belief.now.kind, odd), tick.tick_s);
    feel(config, state, explanations, (explained.nats, explained.oddest), tick.tick_s);
    explained
}

/// How exactly the eye measures, where that is known.
fn eye_m(config: &Config, tick: &Tick<'_>) -> Option<f32> {
    tick.noise_m.map(|known_m| known_m.max(config.explain.least_noise_m))
}

/// How exactly a thing's place is measured. Where something hides a part of it, the middle of the whole is a guess that is
/// off by about half of what is hidden.
fn measure_of(config: &Config, feature: Option<&FeatureConfig>, belief: &Belief, tick: &Tick<'_>) -> Measure {
    let partly = || feature.is_some_and(|feature| is_partly_hidden(feature, belief, tick));
    match belief.now.occlusion {
        Some(occlusion) => {
            Measure { partly: false, hidden_m: 0.5 * occlusion.offset().length(), eye_m: eye_m(config, tick) }
        }
        None => Measure { partly: partly(), hidden_m: 0.0, eye_m: eye_m(config, tick) },
    }
}

/// Surprise that is felt fades; a greater one takes its place.
fn feel(
    config: &Config,
    state: &mut State,
    explanations: &mut Explanations,
    (nats, oddest): (f32, Explanation),
    tick_s: f32,
) {
    let faded = explanations.felt_nats * maths::remaining(tick_s, config.explain.felt_half_life_s);
    explanations.nats = nats;
    explanations.felt_nats = faded;
    if nats >= faded {
        (explanations.felt_nats, explanations.felt) = (nats, oddest);
    }
    explanations.surprised |= nats >= config.explain.surprise_nats;
    explanations.surprised &=
        explanations.felt_nats >= config.explain.lasts_confused * config.explain.surprise_nats;
    state.astonish(nats);
}

/// A feature meets its measurement, or the lack of one. Says whether the thing should have been seen and was not.
fn meet(config: &Config, state: &mut State, belief: &mut Belief, moment: &Moment<'_>) -> bool {
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
                is_touching(config, velocity, (belief.id.0, place), 0.0, moment.solids)
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
    let violations = match measured.is_some() || should {
        true => rule.judge(measured.is_some(), should, likelihood, sure),
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
    if explained.is_none() && (measured.is_some() || should) {
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
fn lasting(config: &Config, explanations: &Explanations, sure: f32) -> Violations {
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

/// How likely it is that a thing in view, with this chance of being noticed, is overlooked so many times on end.
fn overlooked(chance: f32, ticks: f32) -> f32 {
    maths::powf(1.0 - chance, ticks)
}

/// Whether a thing that is seen again was only overlooked meanwhile, and not out of sight.
fn was_overlooked(config: &Config, track: &Track, now: &Record, tick: &Tick<'_>) -> bool {
    let missed_ticks = (track.unmeasured_s() / tick.tick_s - 1.0).max(0.0);
    overlooked(tick.noticing().chance(now.extent, now.position), missed_ticks.round())
        > config.visible.overlooked
}

/// Half of how wide a thing is, where that is known.
fn half_width_m(belief: &Belief) -> f32 {
    belief.now.extent.map_or(0.0, |extent| 0.5 * extent.width_m)
}

/// Whether another thing is believed to stand just ahead of where a moving one is.
fn is_touching(
    config: &Config,
    velocity: Vec3,
    (id, at): (u32, Vec3),
    half_m: f32,
    solids: &[Solid],
) -> bool {
    let is_ahead = |other: &Solid| {
        let apart = maths::ground(other.place - at);
        let reach_m = match other.half {
            Some(half) if half_m > 0.0 => config.touching_m.max(half_m + half.x + config.explain.near_m),
            _ => config.touching_m,
        };
        apart.length() <= reach_m && apart.dot(maths::ground(velocity)) > 0.0
    };
    solids.iter().any(|other| other.id != id && is_ahead(other))
}

/// Whether a moving thing is about to run into a wall, or over the edge of the ground.
fn is_at_wall(config: &Config, velocity: Vec3, at: Vec3, half_m: f32, tick: &Tick<'_>) -> bool {
    let reach_m = if half_m > 0.0 { half_m + config.explain.near_m } else { config.touching_m };
    let ahead = at + velocity.normalize_or_zero() * reach_m.max(config.touching_m);
    let stopped = maths::ground(tick.terrain.clamp(ahead)).distance_squared(maths::ground(ahead)) > 1e-6;
    stopped || tick.terrain.is_cut(maths::ground(at), maths::ground(ahead), 0.0)
}

/// Whether a thing is inside of another: their middles are nearer than half of what both take up.
fn overlaps(config: &Config, belief: &Belief, solids: &[Solid]) -> bool {
    let share = config.explain.inside_share;
    let Some(own) = solids.iter().find(|solid| solid.id == belief.id.0 && solid.is_seen_thing) else {
        return false;
    };
    let Some(half) = own.half else { return false };
    solids.iter().any(|other| {
        let Some(its) = other.half.filter(|_| other.is_seen_thing && other.id != own.id) else {
            return false;
        };
        let apart = other.place - own.place;
        let across_m = maths::ground(apart).length();
        across_m < share * (half.x + its.x) && apart.y.abs() < share * (half.y + its.y)
    })
}

/// Whether something hides a part of a thing that is seen: of such a thing only the visible part is measured.
fn is_partly_hidden(feature: &FeatureConfig, belief: &Belief, tick: &Tick<'_>) -> bool {
    if feature.of != FeatureOf::Position || feature.extent_m <= 0.0 {
        return false;
    }
    // To the left and to the right of it, as the creature sees it: before and behind it hides only itself.
    let across =
        (belief.now.position - tick.body.position).cross(Vec3::Y).normalize_or_zero() * feature.extent_m;
    let points = [belief.now.position + across, belief.now.position - across];
    let mut seen = [false; 2];
    tick.sight.sees(&points, &mut seen);
    !seen.iter().all(|seen| *seen)
}

/// Radii, in standard deviations, of three rings that each hold a third of a normal distribution on the ground. Not a
/// setting: they follow from the distribution.
const RINGS: [f32; 3] = [0.604, 1.177, 1.893];
/// Points on each ring. Not a setting: the room for guesses is of a fixed size.
const SPOKES: usize = 6;
const _: () = assert!(GUESSES == RINGS.len() * SPOKES);

/// Looks for a thing where it may be: at guesses around its expected place, which go on and apart as the expectation does. A
/// guess that was looked at often enough is given up (the eye may take in one part of them now and another later). Gives the
/// share of guesses given up, or 0 while none is in view.
fn look_for(config: &Config, belief: &mut Belief, tick: &Tick<'_>) -> f32 {
    let place = belief.expectation.place(&config.features);
    let centre = place.and_then(|(track, at)| match track.expected(&config.features[at]) {
        Some(FeatureValue::Vector(position)) => Some(position),
        _ => None,
    });
    let (centre, spread_m) = match (place, centre) {
        (Some((track, at)), centre) => (centre, track.deviation_m(&config.features[at])),
        (None, _) if config.explain.is_printed() => (None, 0.0),
        // Without a salient place, it is looked for where its motion leads.
        (None, _) => {
            let at = belief.motion.place;
            (Some(Vec3::new(at.x, belief.sensed_at.y, at.y)), belief.motion.deviation_m())
        }
    };
    let centre =
        centre.map_or(belief.now.position, |place| stop_at_walls(tick.terrain, belief.sensed_at, place));
    let mut points = [centre; GUESSES];
    for (index, point) in points.iter_mut().enumerate() {
        let (ring, spoke) = (index / SPOKES, index % SPOKES);
        // Every ring is turned a little, so that no two points stand in line with the eye.
        let angle = (spoke as f32 + ring as f32 / RINGS.len() as f32) * std::f32::consts::TAU / SPOKES as f32;
        let off = *point + maths::direction(angle) * (RINGS[ring] * spread_m);
        *point = stop_at_walls(tick.terrain, centre, tick.terrain.clamp(off));
    }
    let mut seen = [false; GUESSES];
    tick.sight.sees(&points, &mut seen);
    let (mut in_view, mut given_up) = (false, 0.0);
    let chances = tick.noticing().chances(belief.now.extent);
    for ((looks, seen), point) in belief.expectation.looks.iter_mut().zip(seen).zip(points) {
        let chance = chances.at(point);
        // What would not be noticed is not in view.
        let seen = seen && chance > 0.0;
        in_view |= seen;
        *looks = looks.saturating_add(u8::from(seen));
        let missed = *looks > 0 && overlooked(chance, f32::from(*looks)) <= config.visible.overlooked;
        given_up += f32::from(u8::from(missed));
    }
    if in_view { given_up / GUESSES as f32 } else { 0.0 }
}

/// Things do not go through walls: on the straight way to where one is expected, it is expected before the first wall.
fn stop_at_walls(terrain: &Terrain, from: Vec3, to: Vec3) -> Vec3 {
    let is_free = |share: f32| !terrain.is_cut(maths::ground(from), maths::ground(from.lerp(to, share)), 0.0);
    if is_free(1.0) {
        return to;
    }
    let (mut free, mut barred) = (0.0, 1.0);
    for _ in 0..WALL_HALVINGS {
        let middle = 0.5 * (free + barred);
        *(if is_free(middle) { &mut free } else { &mut barred }) = middle;
    }
    from.lerp(to, free)
}

/// Halvings of the way to a wall: a thousandth of it is near enough. Not a setting: a numerical tolerance.
const WALL_HALVINGS: u32 = 10;

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

fn stamp(last_s: &mut [Option<f64>; 3], violations: Violations, time_s: f64) {
    for (last_s, happened) in last_s.iter_mut().zip(violations.kinds()) {
        if happened {
            *last_s = Some(time_s);
        }
    }
}

/// A violation presses to be shown until the benefit of the doubt, which grows with confidence, is used up.
fn press(urges: &mut [f32; 3], doubt: &DoubtConfig, violations: Violations, confidence: f32, tick_s: f32) {
    let doubts = [doubt.confusion_s, doubt.surprise_s, doubt.disbelief_s];
    for ((urge, doubt_s), happened) in urges.iter_mut().zip(doubts).zip(violations.kinds()) {
        if happened {
            let wait_s = doubt_s * confidence;
            *urge = urge.max(if wait_s > tick_s { tick_s / wait_s } else { 1.0 });
        }
    }
}

/// The names under which [`State::urges`] reach the feelings.
pub(super) fn named_urges(state: &State) -> [(Name, f32); 3] {
    let named = |name: &str, at: usize| (Name::cut(name), state.urges[at]);
    [named("show-confusion", 0), named("show-surprise", 1), named("show-disbelief", 2)]
}

/// Where a thing that is out of sight will come into view again, if it goes on as expected: the first expected place, looking
/// ahead in small steps, to which no wall bars the way of the eye after one to which a wall does. Where no wall ever does,
/// the thing is hidden by something else, and where it is expected now is as good a place as any.
pub fn comes_out(
    config: &Config,
    expectation: &Expectation,
    eye: Vec3,
    terrain: &Terrain,
    within_s: f32,
) -> Option<Vec3> {
    let step_s = config.look_ahead_step_s;
    let steps = (within_s / step_s) as u32;
    let place = |step: u32| expectation.foretold(&config.features, step as f32 * step_s);
    let is_open = |place: Vec3| !terrain.is_cut(maths::ground(eye), maths::ground(place), 0.0);
    let mut was_hidden = false;
    for place in (0..=steps).filter_map(place).map(|place| terrain.clamp(place)) {
        let open = is_open(place);
        if open && was_hidden {
            return Some(place);
        }
        was_hidden |= !open;
    }
    if was_hidden { None } else { place(0).map(|place| terrain.clamp(place)) }
}
