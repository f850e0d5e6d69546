//! One tick of expecting (Kline 3.2.4): every expectation meets its measurement, or the lack of one.

use super::config::{Config, DoubtConfig};
use super::contingency::Contingencies;
use super::habituation::Habituation;
use super::signal::{Signals, signals};
use super::stranger::Stranger;
use crate::model::expectation::{
    Evidence, Expectation, FeatureConfig, FeatureOf, GUESSES, Grounding, Output, Passage, Predictor, Taken,
    Track, Violations, kalman_of,
};
use crate::model::{Belief, Beliefs, Record, Tick};
use piaget_occupancy::{Map, Visible};
use piaget_terms::valid::{Checked, Within, finite, require};
use piaget_terms::{FeatureValue, Name, Terrain, Vec3, maths};
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
}

impl State {
    /// A newborn's.
    pub fn new(config: &Config, map: Option<&Arc<Map>>) -> Self {
        let stranger = config.stranger.as_ref().zip(map);
        let stranger = stranger.map(|(stranger, map)| Stranger::new(stranger, &config.confidence, map));
        let contingencies = config.contingencies.as_ref().map(Contingencies::new);
        Self { habituation: Habituation::default(), stranger, contingencies, urges: [0.0; 3] }
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
}

/// Buffers that every tick reuses.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    visible: Option<Visible>,
    /// What the tick does to each of the character's features that move smoothly.
    passages: Vec<Option<Passage>>,
    /// Where everything is believed to be, by belief: what moves may be held up there.
    solids: Vec<(u32, Vec3)>,
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
    if (!config.features.is_empty() || config.stranger.is_some()) && tick.tick_s > 0.0 {
        meet_all(config, state, scratch, beliefs, tick);
    }
    if tick.tick_s > 0.0 {
        learn_what_follows(config, state, beliefs, tick);
    }
    signals(beliefs, state, tick.feedback.attended)
}

/// Learns what follows what; an omission that is improbable presses to be shown as a surprise.
fn learn_what_follows(config: &Config, state: &mut State, beliefs: &Beliefs, tick: &Tick<'_>) {
    let (Some(own), Some(learning)) = (&config.contingencies, &mut state.contingencies) else { return };
    let nats = learning.step(own, beliefs, tick);
    if config.features.is_empty() && config.stranger.is_none() {
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
    if let Some(stranger) = &mut state.stranger {
        stranger.walk(tick.tick_s);
    }
    scratch.passages.clear();
    let passage = |feature| Passage::new(kalman_of(feature)?, tick.tick_s);
    scratch.passages.extend(config.features.iter().map(passage));
    scratch.solids.clear();
    if config.touching_m > 0.0 {
        // What is out of sight holds things up where it is expected, not in the middle of the cell that its map likes best.
        let place = |belief: &mut Belief| {
            let expected = belief.expectation.foretold(&config.features, 0.0).filter(|_| !belief.now.seen);
            (belief.id.0, expected.unwrap_or(belief.now.position))
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
    solids: &'a [(u32, Vec3)],
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
    let absence = if seen { 0.0 } else { look_for(config, belief, tick) };
    let mut should = false;
    for (at, feature) in config.features.iter().enumerate() {
        let partly = seen && is_partly_hidden(feature, belief, tick);
        let moment = Moment { at: at as u8, feature, seen, partly, absence, solids: shared.solids, tick };
        should |= meet(config, state, belief, &moment);
    }
    let expectation = &mut belief.expectation;
    let thin_air = expectation.arrival.any();
    expectation.grounding = Some(match (seen, thin_air) {
        (true, true) => Grounding::Reject2,
        _ => Grounding::of(seen, seen || should),
    });
    expectation.refuted = !seen && (expectation.refuted || should);
    tell(config, belief, seen, tick);
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
    let (Some(stranger), Some(own)) = (&mut state.stranger, &config.stranger) else { return };
    let (likelihood, violations) = stranger.meet(config, own, maths::ground(belief.now.position));
    let expectation = &mut belief.expectation;
    (expectation.arrival, expectation.arrival_likelihood) = (violations, likelihood);
    stamp(&mut expectation.arrived_s, violations, tick.time_s);
    press(&mut state.urges, &config.doubt, violations, own.confidence, tick.tick_s);
}

/// One feature in one tick.
struct Moment<'a> {
    at: u8,
    feature: &'a FeatureConfig,
    seen: bool,
    /// Only a part of the thing is seen.
    partly: bool,
    /// The share of where it may be that has been looked at in vain; 0 while it is looked for elsewhere.
    absence: f32,
    solids: &'a [(u32, Vec3)],
    tick: &'a Tick<'a>,
}

/// A feature meets its measurement, or the lack of one. Says whether the thing should have been seen and was not.
fn meet(config: &Config, state: &mut State, belief: &mut Belief, moment: &Moment<'_>) -> bool {
    let Moment { feature, seen, tick, .. } = *moment;
    let (kind, name) = (belief.now.kind, (belief.now.kind, moment.at));
    let track = &mut belief.expectation.tracks[usize::from(moment.at)];
    let measured = if seen { feature.of.measure(&belief.now) } else { None };
    let is_place = feature.of == FeatureOf::Position;
    let (mut should, mut likelihood, mut begins_anew) = (false, 1.0, false);
    if let Some(value) = measured {
        let overlooked = was_overlooked(config, track, &belief.now, tick);
        likelihood = match (&feature.predictor, &belief.place) {
            (Predictor::Occupancy(_), Some(place)) => place.outcome.likelihood,
            // What was out of sight cannot have gone through walls, and the map knows them.
            (Predictor::Kalman(_), Some(place)) if is_place && place.outcome.found && !overlooked => {
                track.likelihood_of(feature, value, moment.partly).min(place.outcome.likelihood)
            }
            _ => track.likelihood_of(feature, value, moment.partly),
        };
        begins_anew = likelihood < config.violation.minimum_allowed_likelihood;
        if let (true, true, FeatureValue::Vector(place)) = (begins_anew, is_place, value)
            && is_touching(config, track, (belief.id.0, place), moment.solids)
        {
            // Nothing goes through things: that it was held up is no wonder.
            likelihood = likelihood.max(track.likelihood_of_stop(feature, place, moment.partly));
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
    let sure = track.confidence.value * state.habituation.left(&config.habituation, track, kind, moment.at);
    let violations = match measured.is_some() || should {
        true => config.violation.judge(measured.is_some(), should, likelihood, sure),
        false => Violations::default(),
    };
    track.violations = violations;
    stamp(&mut track.last_s, violations, tick.time_s);
    press(&mut state.urges, &config.doubt, violations, track.confidence.value, tick.tick_s);
    if measured.is_some() || should {
        state.habituation.note(&config.habituation, track, name, violations.any(), tick.tick_s);
    }
    // What is not believed is not taken in.
    let believed = measured.filter(|_| !violations.disbelief);
    if let Some(value) = believed {
        track.take_in(feature, value, Taken { begins_anew, partly: moment.partly }, tick.tick_s);
    }
    let evidence = Evidence { available: believed.is_some(), violated: violations.any(), likelihood };
    track.confidence.update(&config.confidence, evidence, tick.tick_s);
    should
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

/// Whether another thing is believed to stand just ahead of where a moving one is.
fn is_touching(config: &Config, track: &Track, (id, at): (u32, Vec3), solids: &[(u32, Vec3)]) -> bool {
    let Some(velocity) = track.velocity() else { return false };
    let is_ahead = |other: Vec3| {
        let apart = maths::ground(other - at);
        apart.length() <= config.touching_m && apart.dot(maths::ground(velocity)) > 0.0
    };
    solids.iter().any(|(other, place)| *other != id && is_ahead(*place))
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
    let spread_m = place.map_or(0.0, |(track, at)| track.deviation_m(&config.features[at]));
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
