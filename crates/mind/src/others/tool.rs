//! Learning a new action (Buchsbaum 7.2.7): a movement that no own action explains, by which somebody brings about
//! what an own action is for, becomes a tuple beside that action: it asks for the movement, is possible with the same
//! kind of thing in hand and as near to the object, and is done when the result is there.

use super::identify::asking_for;
use super::understand::Observer;
use super::{LessonConfig, State, afford, foresee};
use crate::model::action::{ConditionId, NewAction, ObjectChoice, TupleId};
use crate::model::{BeliefId, View};
use piaget_terms::Name;

/// Learns the action that a gesture showed, if it showed one.
pub(super) fn learn(config: &LessonConfig, state: &State, own: &mut Observer<'_>) {
    let latest = &state.latest;
    // What a gesture brings about may come a little after it.
    let waits = own.beliefs.time_s() - latest.to_s <= f64::from(config.result_within_s);
    if !waits || latest.action().is_some() || latest.new_action.is_some() {
        return;
    }
    let seen = state.gesture(latest.gesture).filter(|gesture| !gesture.recognised.novel);
    let movement = seen.and_then(|gesture| gesture.recognised.movement()).map(|best| best.name);
    let (Some(movement), Some(who)) = (movement, latest.of) else { return };
    // What it does itself it need not learn.
    if asking_for(own, movement).next().is_some() {
        return;
    }
    let Some(lesson) = lesson(config, own, who, (latest.from_s, latest.to_s)) else { return };
    let kind = own.beliefs.get(lesson.object).map(|belief| belief.now.kind).unwrap_or_default();
    let Lesson { like, goal, distance_m, tool, .. } = lesson;
    let approach_m = distance_m * config.nearer;
    own.lessons.action = Some(NewAction { movement, like, goal, kind, distance_m, approach_m, tool });
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

/// The own goal that was not so before, and is so now, of a thing that was brought.
fn lesson(
    config: &LessonConfig,
    own: &Observer<'_>,
    who: BeliefId,
    (from_s, to_s): (f64, f64),
) -> Option<Lesson> {
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
            return Some(Lesson { like, goal, object, distance_m: found.distance_m, tool });
        }
    }
    None
}

/// What somebody held besides the thing it was about. A hand does not show at every moment, so several are asked.
fn held_meanwhile(
    config: &LessonConfig,
    own: &Observer<'_>,
    who: BeliefId,
    object: BeliefId,
    (from_s, to_s): (f64, f64),
) -> Option<Name> {
    (0..=config.moments).find_map(|at| {
        let view = own.view_of(who, from_s + (to_s - from_s) * f64::from(at) / f64::from(config.moments));
        let tool = afford::handled(&view, who)
            .filter(|tool| *tool != object && is_held(config, &view, who, *tool))?;
        view.record(tool).map(|record| record.kind)
    })
}

fn is_held(config: &LessonConfig, view: &View<'_>, who: BeliefId, thing: BeliefId) -> bool {
    view.record(who).zip(view.record(thing)).is_some_and(|(body, thing)| config.hands.holds(body, thing))
}
