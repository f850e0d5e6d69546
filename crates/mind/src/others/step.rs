//! One tick of watching.

use super::understand::{Observer, Understanding, understand};
use super::{Config, Gesture, State, Watched};
use crate::model::action::{self, ActionTree};
use crate::model::{Belief, BeliefId, Beliefs, Lessons, Tick, View};
use piaget_motor::watch::{Matching, OwnPoses, Parts, Seen, parts_of};
use piaget_terms::{Effector, Vec3};

/// Buffers that every tick reuses.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    matching: Matching,
    things: Vec<(u32, Vec3)>,
}

/// What comes in.
pub struct Input<'a> {
    /// What is believed and known.
    pub view: View<'a>,
    /// The own actions, by which another's are understood.
    pub actions: &'a ActionTree,
    /// The tick.
    pub tick: &'a Tick<'a>,
}

/// What goes out.
pub struct Output {
    /// What tuples can act on.
    pub watched: action::Watched,
    /// What was learnt; the mind takes it in.
    pub lessons: Lessons,
}

/// Watches everybody whose parts show, and makes sense of the gestures that ended. A character that does not watch, or
/// that knows of no body of its own, recognises nothing.
pub fn step(config: Option<&Config>, state: &mut State, scratch: &mut Scratch, input: Input<'_>) -> Output {
    let Input { view, actions, tick } = input;
    let beliefs = view.all();
    let lessons = Lessons { wanted: beliefs.wanted(), ..Lessons::default() };
    let mut own = Observer { view, beliefs, actions, lessons };
    if let (Some(config), Some(body)) = (config, state.body.clone()) {
        watch(config, body.poses(), state, scratch, beliefs, tick.feedback.attended);
        let attended = tick.feedback.attended.filter(|of| state.others().any(|other| other == *of));
        state.attended = attended.or(state.attended);
        understand(config, state, &mut own, tick);
    }
    Output { watched: state.watched(beliefs), lessons: own.lessons }
}

/// Looks at everybody whose parts show and remembers the gestures that ended.
fn watch(
    config: &Config,
    own: &OwnPoses,
    state: &mut State,
    scratch: &mut Scratch,
    beliefs: &Beliefs,
    attended: Option<BeliefId>,
) {
    let time_s = beliefs.time_s();
    let eye = beliefs.all().first().and_then(|own| own.now.eye).map(|eye| eye.position);
    gather_things(config, eye, beliefs, &mut scratch.things);
    for belief in beliefs.all().iter().skip(1).filter(|belief| shows(belief, time_s)) {
        let slot = slot_for(state, belief.id, time_s);
        let slot = match attended == Some(belief.id) {
            true => slot.or_else(|| give_way(state, beliefs, belief.id)),
            false => slot,
        };
        let Some(slot) = slot else { continue };
        let mut parts = parts_of(&belief.now.effectors);
        if let Some(eye) = eye {
            deepen(config, eye, &mut parts);
        }
        let seen = Seen { time_s, parts: &parts, things: &scratch.things };
        let watched = &mut state.watched[slot];
        watched.last_s = time_s;
        if watched.watcher.see(own, &config.watch, &mut scratch.matching, &seen).is_some() {
            remember(state, slot, belief, scratch);
        }
    }
    for slot in 0..state.watched.len() {
        let Watched { of: Some(id), last_s, watcher, .. } = &mut state.watched[slot] else { continue };
        let id = *id;
        if *last_s == time_s || watcher.miss(own, &config.watch, &mut scratch.matching, time_s).is_none() {
            continue;
        }
        if let Some(belief) = beliefs.get(id) {
            remember(state, slot, belief, scratch);
        }
    }
}

/// Whether a body's parts are seen in this very tick.
fn shows(belief: &Belief, time_s: f64) -> bool {
    belief.now.seen && belief.sensed_s == time_s && !belief.now.effectors.is_empty()
}

/// Things that hands may come to. What shows of a thing is its surface, as it is of a hand: both are taken to lie as deep
/// behind it, so that a thing beside another is not taken for it when it is seen from aside.
fn gather_things(config: &Config, eye: Option<Vec3>, beliefs: &Beliefs, things: &mut Vec<(u32, Vec3)>) {
    things.clear();
    let others = beliefs.all().iter().skip(1).filter(|belief| belief.now.effectors.is_empty());
    let middle =
        |place: Vec3| place + eye.map_or(Vec3::ZERO, |eye| (place - eye).normalize_or_zero() * config.part_m);
    things.extend(others.map(|belief| (belief.id.0, middle(belief.now.position))));
}

/// The watcher of this creature: its own, an idle one, or that of whoever has been out of sight for longest.
fn slot_for(state: &mut State, id: BeliefId, time_s: f64) -> Option<usize> {
    if let Some(slot) = state.watched.iter().position(|watched| watched.of == Some(id)) {
        return Some(slot);
    }
    let absent = state.watched.iter().enumerate().filter(|(_, watched)| watched.last_s < time_s);
    let (slot, _) = absent.min_by(|(_, a), (_, b)| a.last_s.total_cmp(&b.last_s))?;
    Some(begin(state, slot, id))
}

/// Where more are in view than can be watched, the farthest of them gives way to the one that is attended to.
fn give_way(state: &mut State, beliefs: &Beliefs, id: BeliefId) -> Option<usize> {
    let here = beliefs.all().first()?.now.position;
    let far = |watched: &Watched| {
        let other = watched.of.and_then(|of| beliefs.get(of));
        other.map_or(f32::INFINITY, |other| other.now.position.distance(here))
    };
    let all = state.watched.iter().enumerate();
    let (slot, _) = all.max_by(|(_, a), (_, b)| far(a).total_cmp(&far(b)))?;
    Some(begin(state, slot, id))
}

/// A watcher goes over to somebody else.
fn begin(state: &mut State, slot: usize, id: BeliefId) -> usize {
    let watched = &mut state.watched[slot];
    watched.of = Some(id);
    watched.watcher.forget();
    (watched.latest, watched.followed) = (Understanding::default(), 0);
    slot
}

/// What shows of a part is its surface; its middle lies deeper along the line of sight.
fn deepen(config: &Config, eye: Vec3, parts: &mut Parts) {
    for effector in Effector::ALL {
        let Some(place) = &mut parts[effector as usize] else { continue };
        let depth_m = match effector {
            Effector::Root | Effector::Neck => config.trunk_m,
            _ => config.part_m,
        };
        *place += (*place - eye).normalize_or_zero() * depth_m;
    }
}

fn remember(state: &mut State, slot: usize, belief: &Belief, scratch: &Scratch) {
    let room = state.gestures.len() as u32;
    if room == 0 {
        return;
    }
    let place = (state.seen % room) as usize;
    state.seen += 1;
    let Gesture { number, of, kind, recognised, frames } = &mut state.gestures[place];
    (*number, *of, *kind) = (state.seen, Some(belief.id), belief.now.kind);
    recognised.clone_from(state.watched[slot].watcher.recognised());
    frames.clear();
    frames.extend_from_slice(scratch.matching.frames());
}
