//! How where a thing is seen, or that it is not seen, is explained and felt.

use super::absence::{MOSTLY_SHOWN, is_partly_hidden};
use super::config::Config;
use super::contact::{
    Solid, half_width_m, is_at_wall, is_touching, leads_through, middle, overlaps, stops_at_thing,
};
use super::explain::{self, Explained, Sighted};
use super::state::State;
use super::step::Shared;
use crate::model::expectation::{FeatureConfig, FeatureOf, Measure};
use crate::model::explanation::{Explanation, Explanations};
use crate::model::{Belief, Seeing, Tick};
use piaget_terms::{Name, Vec3, maths};

/// Weighs the explanations of where a thing is, and lets the surprise be felt.
pub(super) fn explain_place(
    config: &Config,
    state: &mut State,
    belief: &mut Belief,
    (seen, absence): (bool, f32),
    (shared, tick): (&Shared<'_>, &Tick<'_>),
) -> Explained {
    let place = config.features.iter().position(|feature| feature.of == FeatureOf::Position);
    let place = place.map(|at| (&config.features[at], at));
    let is_new = belief.since_s >= tick.time_s;
    let (at, seeing, steady) =
        (belief.now.position, seeing_of(config, belief, tick), config.explain.steady());
    if seen && is_new {
        // How it surprised by its arrival is told by that.
        belief.expectation.score.pass(&config.explain, None, tick.tick_s);
        belief.expectation.steady.meet(&steady, maths::ground(at), seeing);
        belief.expectation.explanations.looks = looks_of(config, belief);
        return Explained::default();
    }
    if !seen && !belief.expectation.steady.is_met() {
        return Explained::default();
    }
    let explained = if seen {
        let velocity = maths::on_ground(belief.expectation.steady.velocity());
        let half_m = half_width_m(belief);
        let own = middle(at, half_m, tick);
        let touching = is_touching(config, velocity, (belief.id.0, own), (half_m, tick), shared.solids)
            || is_at_wall(config, velocity, at, half_m, tick)
            || was_held_up(config, belief, half_m, (shared.solids, tick));
        let overlaps = overlaps(config, belief, shared.solids);
        let enters = overlaps && !std::mem::replace(&mut belief.overlaps, overlaps);
        belief.overlaps = overlaps;
        let way = belief.came_from.map(|from| (middle(from, half_m, tick), own));
        let enters = enters
            || way.is_some_and(|way| {
                leads_through(config, way, (belief.id.0, seeing.deviation_m()), shared.solids)
            });
        let measure = measure_of(config, place.map(|(feature, _)| feature), belief, tick);
        let expectation = &mut belief.expectation;
        let is_whole = !belief
            .now
            .occlusion
            .is_some_and(|occlusion| occlusion.is_cut() || occlusion.shown < MOSTLY_SHOWN);
        let whole_s = &mut expectation.explanations.whole_s;
        *whole_s = if is_whole { (*whole_s + tick.tick_s).min(f32::MAX) } else { 0.0 };
        expectation.score.pass(&config.explain, Some((at, belief.motion.place)), tick.tick_s);
        let sets_out = expectation.steady.sets_out(&steady);
        let (looked, strayed) = expectation.steady.see(&steady, maths::ground(at), seeing, is_whole);
        // A foretelling may fail because of something that the thing ran into since.
        let untouched_s = &mut expectation.explanations.untouched_s;
        *untouched_s = if touching { 0.0 } else { (*untouched_s + tick.tick_s).min(f32::MAX) };
        let touching = *untouched_s <= config.explain.held_s;
        let seen_to_m = seeing.deviation_m();
        let sighted = Sighted { touching, enters, sets_out, looked, strayed, measure, seen_to_m, tick };
        let explained = explain::see((config, &state.habituation), belief, place, &sighted);
        let looks = looks_of(config, belief);
        explain::see_change((config, &state.habituation), belief, looks, explained)
    } else {
        belief.expectation.score.pass(&config.explain, None, tick.tick_s);
        let is_in_view = look_behind(config, belief, tick);
        let unseen_s = belief.unseen_s(tick.time_s);
        explain::miss((config, &state.habituation), belief, absence, (!is_in_view, unseen_s))
    };
    let expectation = &mut belief.expectation;
    if explained.begins_anew || explained.nats >= config.explain.surprise_nats {
        expectation.score.void();
        if seen {
            expectation.steady.restart(&steady, maths::ground(at), seeing);
        }
    }
    let explanations = &mut expectation.explanations;
    let odd = Some(explained.oddest).filter(|_| explained.is_needed);
    state.habituation.note_explained(&config.habituation, explanations, (belief.now.kind, odd), tick.tick_s);
    if seen {
        explanations.given_up = false;
    } else if explanations.has_surely_ceased() {
        state.habituation.cease(explanations, belief.now.kind);
    }
    feel(config, state, explanations, (explained.nats, explained.oddest), tick.tick_s);
    explained
}

/// Notes where an unseen thing went out of sight, and looks whether it is still there. Says whether the place is in view where it was
/// seen last.
fn look_behind(config: &Config, belief: &mut Belief, tick: &Tick<'_>) -> bool {
    let (from, goes_on) = (belief.sensed_at, belief.expectation.steady.place());
    let unseen_s = belief.unseen_s(tick.time_s);
    let explanations = &mut belief.expectation.explanations;
    // It has gone a little way behind what hides it by then.
    let is_going = unseen_s <= config.explain.foretell_s;
    let at = explanations.hid_at.filter(|_| !is_going).unwrap_or(goes_on);
    let point = Vec3::new(at.x, from.y, at.y);
    let mut in_view = [false; 2];
    tick.sight.sees(&[from, point], &mut in_view);
    if !in_view[1] && is_going {
        explanations.hid_at = Some(at);
    } else if in_view[1] && explanations.hid_at == Some(at) {
        let chance = tick.noticing().chance(belief.now.extent, point).clamp(0.0, 1.0);
        explanations.uncovered = 1.0 - (1.0 - explanations.uncovered) * (1.0 - chance);
    }
    in_view[0]
}

/// Whether a thing that was out of sight is found where it would have run into another.
fn was_held_up(config: &Config, belief: &Belief, half_m: f32, (solids, tick): (&[Solid], &Tick<'_>)) -> bool {
    let Some(from) = belief.came_from else { return false };
    let (at, steady) = (belief.now.position, &belief.expectation.steady);
    let to = middle(Vec3::new(steady.place().x, from.y, steady.place().y), half_m, tick);
    let (from, at) = (middle(from, half_m, tick), middle(at, half_m, tick));
    let near_m = config.explain.near_m + steady.deviation_m();
    stops_at_thing(from, to, (belief.id.0, half_m), solids)
        .is_some_and(|(stops, _)| maths::ground(stops).distance(maths::ground(at)) <= near_m)
}

/// How exactly a thing's place is seen.
pub(super) fn seeing_of(config: &Config, belief: &Belief, tick: &Tick<'_>) -> Seeing {
    let seeing = tick.seeing(&config.explain, config.explain.unknown_noise_m, belief.now.position);
    Seeing { bias_m: seeing.bias_m + belief.now.hidden_m(), ..seeing }
}

/// How a thing looks, as far as that is not salient: what is has a track of its own.
fn looks_of(config: &Config, belief: &Belief) -> [Name; 3] {
    let (now, known) = (&belief.now, belief.expectation.explanations.looks);
    let looks = [(FeatureOf::Kind, now.kind), (FeatureOf::Colour, now.colour), (FeatureOf::Shape, now.shape)];
    let mut all = known;
    for (own, (of, word)) in all.iter_mut().zip(looks) {
        if !word.is_empty() && !config.features.iter().any(|feature| feature.of == of) {
            *own = word;
        }
    }
    all
}

/// How exactly a thing's place is measured. Where something hides a part of it, the middle of the whole is a guess that is
/// off by about half of what is hidden.
pub(super) fn measure_of(
    config: &Config,
    feature: Option<&FeatureConfig>,
    belief: &Belief,
    tick: &Tick<'_>,
) -> Measure {
    let partly = || feature.is_some_and(|feature| is_partly_hidden(feature, belief, tick));
    let seeing = tick.seeing(&config.explain, config.explain.unknown_noise_m, belief.now.position);
    let eye_m = Some(seeing.deviation_m());
    match belief.now.occlusion {
        Some(_) => Measure { partly: false, hidden_m: belief.now.hidden_m(), eye_m },
        None => Measure { partly: partly(), hidden_m: 0.0, eye_m },
    }
}

/// Surprise that is felt fades; a greater one takes its place.
pub(super) fn feel(
    config: &Config,
    state: &mut State,
    explanations: &mut Explanations,
    (nats, oddest): (f32, Explanation),
    tick_s: f32,
) {
    let faded = explanations.felt_nats * maths::remaining(tick_s, config.explain.felt_half_life_s);
    // The same surprise, looked at twice, startles once, however short a tick is.
    let startle = (config.explain.urge(nats) - config.explain.urge(faded)).max(0.0);
    explanations.startle = if tick_s > 0.0 { startle } else { explanations.startle.max(startle) };
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
