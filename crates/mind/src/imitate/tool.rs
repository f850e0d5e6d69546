//! Learning a new action (Buchsbaum 7.2.7): a movement that no own action explains, by which somebody brings about
//! what an own action is for, becomes a tuple beside that action: it asks for the movement, is possible with the same
//! kind of thing in hand and as near to the object, and is done when the result is there.

use super::identify::asking_for;
use super::understand::Own;
use super::{State, afford, foresee};
use crate::believe::{BeliefId, View};
use crate::decide::{
    Action, ActionGroup, Condition, ConditionId, ObjectChoice, Selection, Speed, Tuple, TupleId, Until,
};
use crate::feel::Term;
use crate::perceive::Record;
use piaget_terms::{Effector, Name};

/// What comes later than this is no result.
const RESULT_WITHIN_S: f64 = 2.0;
/// Whoever has walked farther than this meanwhile got there on foot.
const STAYED_M: f32 = 0.2;
/// A thing that moved less than this was not brought.
const BROUGHT_M: f32 = 0.15;
/// A thing this near to a hand is held.
const IN_HAND_M: f32 = 0.3;
/// The new action is tried from a little nearer than it was seen from.
const NEARER: f32 = 0.95;
/// The list of kinds that serve as tools; a character without it learns no tools.
const TOOLS: &str = "tools";

/// Learns the action that a gesture showed, if it showed one.
pub(super) fn learn(state: &mut State, own: &mut Own<'_>) {
    let latest = &state.latest;
    // What a gesture brings about may come a little after it.
    let waits = own.beliefs.time_s() - latest.to_s <= RESULT_WITHIN_S;
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
    let Some(lesson) = lesson(own, who, (latest.from_s, latest.to_s)) else { return };
    let kind = own.beliefs.get(lesson.object).map(|belief| belief.now.kind).unwrap_or_default();
    let new = &mut state.latest;
    new.new_action = add(own, movement, kind, &lesson);
    if let (Some(_), Some(tool)) = (new.new_action, lesson.tool)
        && own.perceived.knowledge.learn(TOOLS, tool)
    {
        let _ = new.learnt.try_push((Name::cut(TOOLS), tool));
    }
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
fn lesson(own: &Own<'_>, who: BeliefId, (from_s, to_s): (f64, f64)) -> Option<Lesson> {
    let (now_s, tree) = (own.beliefs.time_s(), own.deciding.tree());
    let (before, after) = (own.view_of(who, from_s), own.view_of(who, now_s));
    let stood = before.record(who)?.distance_m(after.record(who)?.root()) <= STAYED_M;
    for like in (0..tree.tuples().len()).filter(|_| stood).map(|at| TupleId(at as u16)) {
        let top = tree.get(tree.subsystem(like))?;
        let (ObjectChoice::Picked(selector), Some(goal)) = (top.object, foresee::sign_of(own, like)) else {
            continue;
        };
        let Some(found) = before.pick(selector).found else { continue };
        let object = found.belief;
        let brought =
            after.record(object).is_some_and(|now| now.position.distance(found.position) >= BROUGHT_M);
        let came_true = || {
            foresee::holds(own, who, Some(object), goal, from_s) == Some(false)
                && foresee::holds(own, who, Some(object), goal, now_s) == Some(true)
        };
        if brought && came_true() {
            let tool = held_meanwhile(own, who, object, (from_s, to_s));
            return Some(Lesson { like, goal, object, distance_m: found.distance_m, tool });
        }
    }
    None
}

/// What somebody held besides the thing it was about. A hand does not show at every moment, so several are asked.
fn held_meanwhile(
    own: &Own<'_>,
    who: BeliefId,
    object: BeliefId,
    (from_s, to_s): (f64, f64),
) -> Option<Name> {
    /// How many.
    const MOMENTS: u32 = 8;
    (0..=MOMENTS).find_map(|at| {
        let view = own.view_of(who, from_s + (to_s - from_s) * f64::from(at) / f64::from(MOMENTS));
        let tool =
            afford::handled(&view, who).filter(|tool| *tool != object && is_held(&view, who, *tool))?;
        view.record(tool).map(|record| record.kind)
    })
}

fn is_held(view: &View<'_>, who: BeliefId, thing: BeliefId) -> bool {
    let near = |body: &Record, thing: &Record| {
        let hands =
            [Effector::LeftHand, Effector::RightHand].into_iter().filter_map(|part| body.effector(part));
        hands.map(|hand| hand.distance(thing.position)).any(|distance| distance <= IN_HAND_M)
    };
    view.record(who).zip(view.record(thing)).is_some_and(|(body, thing)| near(body, thing))
}

/// Puts the new action beside the one whose goal it serves: go near enough, then perform the movement.
fn add(own: &mut Own<'_>, movement: Name, kind: Name, lesson: &Lesson) -> Option<TupleId> {
    let tree = own.deciding.tree_mut();
    let group = tree.get(lesson.like)?.group;
    let value = tree.get(lesson.like)?.value;
    let mut can = Vec::new();
    if let Some(tool) = lesson.tool {
        can.push(tree.conditions_mut().add(Condition::Holding(tool))?);
    }
    let near = tree.conditions_mut().add(Condition::Near(None, lesson.distance_m))?;
    let finished = tree.conditions_mut().add(Condition::Finished(movement))?;
    let until = vec![Until { condition: lesson.goal, success: true }];
    let blank = |name: String, group| Tuple {
        name: Name::cut(&name),
        group,
        action: None,
        object: ObjectChoice::Inherited,
        can: Vec::new(),
        should: Vec::new(),
        until: Vec::new(),
        value: Term::Constant(1.0),
        interrupts: false,
        below: None,
    };
    let top = tree.add(Tuple { can, until, value, ..blank(format!("{movement}-{kind}"), group) })?;
    let settings = ActionGroup { selection: Selection::Highest, ..ActionGroup::default() };
    let below = tree.add_group(top, settings)?;
    let go = Action::Approach { speed: Speed::Walk, within_m: lesson.distance_m * NEARER };
    let went = vec![Until { condition: near, success: true }];
    tree.add(Tuple { action: Some(go), until: went, ..blank(format!("near-{movement}-{kind}"), below) })?;
    let perform = Tuple {
        action: Some(Action::Movement(movement)),
        can: vec![near],
        until: vec![Until { condition: finished, success: false }],
        value: Term::Constant(2.0),
        ..blank(format!("do-{movement}-{kind}"), below)
    };
    tree.add(perform)?;
    Some(top)
}
