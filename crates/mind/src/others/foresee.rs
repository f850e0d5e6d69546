//! What another wants, whether it got it, and what it will do then (Buchsbaum 6.2.5, 7.2.4, 7.2.5): the success
//! do-untils of the own action are its goals; supposing them true, the own can-I triggers say what becomes possible.

use super::understand::{MOST_NEXT, Observer, Outcome, Understanding};
use super::{OwnActions, State};
use crate::model::action::{Action, Asked, ConditionId, ObjectChoice, TupleId};
use crate::model::{BeliefId, Wanted};

/// Fills in goal, outcome and what comes next.
pub(super) fn foresee(habits: &OwnActions, own: &Observer<'_>, new: &mut Understanding) {
    let (Some(best), Some(who)) = (new.action().copied(), new.of) else { return };
    new.goal = own.actions.goal_of(best.action);
    new.sign = own.actions.visible_goal_of(best.action);
    new.outcome = outcome(own, who, best.object, new.sign, new.to_s);
    let tree = own.actions;
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
                !is_for(own, at, sign) && own.actions.could(at, &view, new.to_s, Some(sign)).is_ok()
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

/// Whether a tuple, or one above it in its subsystem, is there to bring this about.
fn is_for(own: &Observer<'_>, tuple: TupleId, goal: ConditionId) -> bool {
    let conditions = own.actions.conditions();
    own.actions
        .visible_goal_of(tuple)
        .is_some_and(|own_goal| conditions.get(own_goal) == conditions.get(goal))
}

/// Whether a goal holds for another at a moment.
pub(super) fn holds(
    own: &Observer<'_>,
    who: BeliefId,
    object: Option<BeliefId>,
    goal: ConditionId,
    time_s: f64,
) -> Option<bool> {
    let view = own.view_of(who, time_s);
    let asked = Asked { view: &view, object, time_s, own: None, supposed: None };
    own.actions.conditions().holds(goal, &asked)
}

fn outcome(
    own: &Observer<'_>,
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

/// Notes what one of the watched wants and does not have, for whoever may help (7.2.4).
pub(super) fn follow_up(state: &mut State, slot: usize, own: &mut Observer<'_>) {
    let watched = &mut state.watched[slot];
    let latest = &watched.latest;
    if watched.followed >= latest.gesture {
        return;
    }
    watched.followed = latest.gesture;
    if let (Some(best), Some(who), Some(goal)) = (latest.action(), latest.of, latest.sign)
        && let Some(object) = best.object.filter(|_| latest.outcome == Outcome::Missed)
    {
        let top = own.actions.get(best.motive).map(|top| top.object);
        let like = match top {
            Some(ObjectChoice::Picked(selector)) => Some(selector),
            _ => None,
        };
        own.lessons.wanted = Some(Wanted { who, object, like });
        state.wish = Some(goal);
    }
}

/// Forgets what another wants when it has it, or the thing is gone.
pub(super) fn forget_wish(state: &mut State, own: &mut Observer<'_>) {
    let time_s = own.beliefs.time_s();
    let Some((wanted, goal)) = own.lessons.wanted.zip(state.wish) else { return };
    let there = |id: BeliefId| own.beliefs.get(id).is_some_and(|belief| belief.is_there(time_s));
    // It has what it wanted, or something as good.
    let has = |thing: BeliefId| holds(own, wanted.who, Some(thing), goal, time_s) == Some(true);
    let view = own.view_of(wanted.who, time_s);
    let as_good = wanted.like.and_then(|like| view.pick(like).found).map(|found| found.belief);
    let served = has(wanted.object) || as_good.is_some_and(has);
    if served || !there(wanted.who) || (!there(wanted.object) && as_good.is_none()) {
        own.lessons.wanted = None;
        state.wish = None;
    }
}
