//! Learning a new action (Buchsbaum 7.2.7): a movement that no own action explains, by which somebody brings about
//! what an own action is for, becomes a tuple beside that action: it asks for the movement, is possible with the same
//! kind of thing in hand and as near to the object, and is done when the result is there.

use super::identify::asking_for;
use super::understand::Observer;
use super::{Gesture, LessonConfig, State, afford, foresee};
use crate::model::action::{ConditionId, NewAction, ObjectChoice, TupleId};
use crate::model::{BeliefId, View};
use arrayvec::ArrayVec;
use piaget_terms::{Effector, Name};

const HANDS: [Effector; 2] = [Effector::LeftHand, Effector::RightHand];
/// The most things that may be in a hand during one movement.
const MOST_HELD: usize = 4;

/// Learns the action that the last gesture of one of the watched showed, if it showed one. Whether it did.
pub(super) fn learn(config: &LessonConfig, state: &State, slot: usize, own: &mut Observer<'_>) -> bool {
    let latest = &state.watched[slot].latest;
    // What a gesture brings about may come a little after it.
    let waits = own.beliefs.time_s() - latest.to_s <= f64::from(config.result_within_s);
    if latest.gesture == 0 || !waits || latest.action().is_some() || latest.new_action.is_some() {
        return false;
    }
    let seen = state.gesture(latest.gesture).filter(|gesture| !gesture.recognised.novel);
    let movement = seen.and_then(|gesture| gesture.recognised.movement()).map(|best| best.name);
    let (Some(movement), Some(who)) = (movement, latest.of) else { return false };
    // What it does itself it need not learn.
    let given_up = |top: TupleId| {
        let mut learnt = own.actions.learnt().iter().filter(|lesson| lesson.given_up);
        learnt.any(|lesson| own.actions.learnt_as(lesson) == own.actions.above(top))
    };
    if asking_for(own, movement).any(|(at, _)| !given_up(at)) {
        return false;
    }
    let Some(lesson) = seen.and_then(|gesture| lesson(config, own, who, gesture)) else { return false };
    let kind = own.beliefs.get(lesson.object).map(|belief| belief.now.kind).unwrap_or_default();
    let Lesson { like, goal, distance_m, tool, .. } = lesson;
    let approach_m = distance_m * config.nearer;
    own.lessons.action =
        Some(NewAction { movement, like, goal, kind, distance_m, approach_m, tool, given_up: false });
    true
}

/// What a demonstration shows.
struct Lesson {
    /// The own action whose goal came true.
    like: TupleId,
    /// That goal.
    goal: ConditionId,
    /// The thing it came true of.
    object: BeliefId,
    /// How far away it was.
    distance_m: f32,
    /// What was held.
    tool: Option<Name>,
}

/// The own goal that was not so before, and is so now, of a thing that was brought, by the one who moved.
fn lesson(config: &LessonConfig, own: &Observer<'_>, who: BeliefId, gesture: &Gesture) -> Option<Lesson> {
    let (from_s, to_s) = (gesture.recognised.from_s, gesture.recognised.to_s);
    let (now_s, tree) = (own.beliefs.time_s(), own.actions);
    let (before, after) = (own.view_of(who, from_s), own.view_of(who, now_s));
    let stood = before.record(who)?.distance_m(after.record(who)?.root()) <= config.stayed_m;
    for like in (0..tree.tuples().len()).filter(|_| stood).map(|at| TupleId(at as u16)) {
        let top = tree.get(tree.subsystem(like))?;
        let (ObjectChoice::Picked(selector), Some(goal)) = (top.object, own.actions.visible_goal_of(like))
        else {
            continue;
        };
        let Some(found) = before.pick(selector).found else { continue };
        let object = found.belief;
        let brought =
            after.record(object).is_some_and(|now| now.position.distance(found.position) >= config.brought_m);
        let came_true = || {
            foresee::holds(own, who, Some(object), goal, from_s) == Some(false)
                && foresee::holds(own, who, Some(object), goal, now_s) == Some(true)
        };
        if brought && came_true() {
            let tool = held_meanwhile(config, own, who, object, (from_s, to_s));
            let touched = gesture.recognised.approached.iter().find(|near| near.thing == object.0);
            let touched = touched.is_some_and(|near| near.distance_m <= config.touched_m);
            // What comes by itself, or by somebody else, is not brought about by a movement at the same time.
            if (touched || tool.is_some()) && !by_another(config, own, who, object, (from_s, now_s)) {
                return Some(Lesson { like, goal, object, distance_m: found.distance_m, tool });
            }
        }
    }
    None
}

/// What somebody held besides the thing it was about, at most moments at which a hand showed.
fn held_meanwhile(
    config: &LessonConfig,
    own: &Observer<'_>,
    who: BeliefId,
    object: BeliefId,
    during_s: (f64, f64),
) -> Option<Name> {
    let mut times: ArrayVec<(BeliefId, u32), MOST_HELD> = ArrayVec::new();
    let mut showed = 0;
    for time_s in moments(config, during_s) {
        let view = own.view_of(who, time_s);
        let Some(body) = view.record(who) else { continue };
        showed += u32::from(HANDS.iter().any(|hand| body.effector(*hand).is_some()));
        let held =
            afford::handled(&view, who).filter(|tool| *tool != object && is_held(config, &view, who, *tool));
        if let Some(tool) = held {
            match times.iter_mut().find(|(thing, _)| *thing == tool) {
                Some((_, times)) => *times += 1,
                None => drop(times.try_push((tool, 1))),
            }
        }
    }
    let (tool, times) = times.into_iter().max_by_key(|(_, times)| *times)?;
    let kind = own.beliefs.get(tool).map(|belief| belief.now.kind);
    kind.filter(|_| 2 * times >= showed)
}

/// Whether a hand of anybody else, or of the creature itself, was at a thing meanwhile.
fn by_another(
    config: &LessonConfig,
    own: &Observer<'_>,
    who: BeliefId,
    object: BeliefId,
    during_s: (f64, f64),
) -> bool {
    moments(config, during_s).any(|time_s| {
        let view = own.view_of(who, time_s);
        let others = view.beliefs().iter().map(|belief| belief.id).filter(|id| *id != who && *id != object);
        others.into_iter().any(|other| is_held(config, &view, other, object))
    })
}

/// Moments from the beginning to the end.
fn moments(config: &LessonConfig, (from_s, to_s): (f64, f64)) -> impl Iterator<Item = f64> + use<> {
    let count = config.moments;
    (0..=count).map(move |at| from_s + (to_s - from_s) * f64::from(at) / f64::from(count.max(1)))
}

fn is_held(config: &LessonConfig, view: &View<'_>, who: BeliefId, thing: BeliefId) -> bool {
    view.record(who).zip(view.record(thing)).is_some_and(|(body, thing)| config.hands.holds(body, thing))
}
