//! What another wants, whether it got it, and what it will do then (Buchsbaum 6.2.5, 7.2.4, 7.2.5): the success
//! do-untils of the own action are its goals; supposing them true, the own can-I triggers say what becomes possible.

use super::understand::{MOST_NEXT, Outcome, Own, Understanding};
use super::{Habits, State};
use crate::believe::{BeliefId, Wanted};
use crate::decide::{Action, Asked, Condition, ConditionId, ObjectChoice, TupleId};

/// Fills in goal, outcome and what comes next.
pub(super) fn foresee(habits: &Habits, own: &Own<'_>, new: &mut Understanding) {
    let (Some(best), Some(who)) = (new.action().copied(), new.of) else { return };
    new.goal = goal_of(own, best.action);
    new.sign = sign_of(own, best.action);
    new.outcome = outcome(own, who, best.object, new.sign, new.to_s);
    let tree = own.deciding.tree();
    let view = own.view_of(who, new.to_s);
    let mut all: arrayvec::ArrayVec<(TupleId, f32), 32> = arrayvec::ArrayVec::new();
    for (at, tuple) in tree.tuples().iter().enumerate() {
        let at = TupleId(at as u16);
        let performs = matches!(tuple.action, Some(Action::Movement(_)));
        if !performs || at == best.action || tree.subsystem(at) != best.motive {
            continue;
        }
        let known = habits.followed(best.action, at);
        let possible = || match new.sign {
            // Whoever has what it wanted does not go on getting it.
            Some(sign) => {
                !is_for(own, at, sign) && own.deciding.could(at, &view, new.to_s, Some(sign)).is_ok()
            }
            None => known > 0,
        };
        if possible() {
            let _ = all.try_push((at, (known + 1) as f32));
        }
    }
    let total: f32 = all.iter().map(|(_, times)| times).sum();
    all.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    new.next = all.into_iter().take(MOST_NEXT).map(|(at, times)| (at, times / total)).collect();
}

/// What a tuple is to bring about: its own success do-until, or that of the nearest tuple above it that has one.
fn goal_of(own: &Own<'_>, tuple: TupleId) -> Option<ConditionId> {
    nearest_success(own, tuple, &Some)
}

/// The same, as far as it could be seen of another.
pub(super) fn sign_of(own: &Own<'_>, tuple: TupleId) -> Option<ConditionId> {
    nearest_success(own, tuple, &|condition| visible(own, condition))
}

fn nearest_success(
    own: &Own<'_>,
    tuple: TupleId,
    take: &dyn Fn(ConditionId) -> Option<ConditionId>,
) -> Option<ConditionId> {
    let tree = own.deciding.tree();
    let mut at = Some(tuple);
    while let Some(tuple) = at.and_then(|at| tree.get(at)) {
        let mut successes = tuple.until.iter().filter(|until| until.success);
        if let Some(goal) = successes.find_map(|until| take(until.condition)) {
            return Some(goal);
        }
        at = at.and_then(|at| tree.above(at));
    }
    None
}

/// The part of a condition that can be seen of another.
fn visible(own: &Own<'_>, condition: ConditionId) -> Option<ConditionId> {
    match own.deciding.tree().conditions().get(condition)? {
        Condition::ObjectIs(_) | Condition::Near(..) | Condition::Holding(_) => Some(condition),
        Condition::All(parts) => parts.iter().find_map(|part| visible(own, *part)),
        _ => None,
    }
}

/// Whether a tuple, or one above it in its subsystem, is there to bring this about.
fn is_for(own: &Own<'_>, tuple: TupleId, goal: ConditionId) -> bool {
    let conditions = own.deciding.tree().conditions();
    sign_of(own, tuple).is_some_and(|own_goal| conditions.get(own_goal) == conditions.get(goal))
}

/// Whether a goal holds for another at a moment.
pub(super) fn holds(
    own: &Own<'_>,
    who: BeliefId,
    object: Option<BeliefId>,
    goal: ConditionId,
    time_s: f64,
) -> Option<bool> {
    let view = own.view_of(who, time_s);
    let asked = Asked { scene: &view, object, time_s, own: None, supposed: None };
    own.deciding.tree().conditions().holds(goal, &asked)
}

fn outcome(
    own: &Own<'_>,
    who: BeliefId,
    object: Option<BeliefId>,
    goal: Option<ConditionId>,
    time_s: f64,
) -> Outcome {
    match goal.and_then(|goal| holds(own, who, object, goal, time_s)) {
        Some(true) => Outcome::Reached,
        Some(false) => Outcome::Missed,
        None => Outcome::Unknown,
    }
}

/// Notes what the other wants and does not have, for whoever may help (7.2.4), until it has it or the thing is gone.
pub(super) fn follow_up(state: &mut State, own: &mut Own<'_>) {
    let time_s = own.beliefs.time_s();
    let latest = &state.latest;
    if state.followed < latest.gesture {
        state.followed = latest.gesture;
        if let (Some(best), Some(who), Some(goal)) = (latest.action(), latest.of, latest.sign)
            && let Some(object) = best.object.filter(|_| latest.outcome == Outcome::Missed)
        {
            let top = own.deciding.tree().get(best.motive).map(|top| top.object);
            let like = match top {
                Some(ObjectChoice::Picked(selector)) => Some(selector),
                _ => None,
            };
            own.beliefs.want(Some(Wanted { who, object, like }));
            state.wish = Some(goal);
        }
    }
    let Some((wanted, goal)) = own.beliefs.wanted().zip(state.wish) else { return };
    let there = |id: BeliefId| own.beliefs.get(id).is_some_and(|belief| belief.is_there(time_s));
    // It has what it wanted, or something as good.
    let has = |thing: BeliefId| holds(own, wanted.who, Some(thing), goal, time_s) == Some(true);
    let view = own.view_of(wanted.who, time_s);
    let as_good = wanted.like.and_then(|like| view.pick(like).found).map(|found| found.belief);
    let served = has(wanted.object) || as_good.is_some_and(has);
    if served || !there(wanted.who) || (!there(wanted.object) && as_good.is_none()) {
        own.beliefs.want(None);
        state.wish = None;
    }
}
