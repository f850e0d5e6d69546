//! What a thing is for (Buchsbaum 6.2.6): where a movement serves one motive alone and nothing known explains it, the
//! unknown thing at the other's hands is supposed to be of the kind that the path asks for. If the action becomes
//! possible by that, it is learnt: the percepts' lists of the path's object selection triggers grow by a word.

use super::Gesture;
use super::identify::asking_for;
use super::understand::{MOST_LEARNT, Observer, Understanding};
use crate::model::action::{Condition, ConditionId, ObjectChoice, TupleId};
use crate::model::{BeliefId, Record, SelectorId, View};
use arrayvec::ArrayVec;
use piaget_terms::{Effector, Name};

/// The most own actions that may ask for one movement.
const MOST_LEAVES: usize = 8;
/// Words that one gesture suggests for lists, each with its list's number.
type Suggested = ArrayVec<(u16, Name), MOST_LEARNT>;

/// Learns what an unknown thing is for, if the gesture shows it. Whether anything was learnt.
pub(super) fn learn(
    own: &mut Observer<'_>,
    gesture: &Gesture,
    who: BeliefId,
    new: &mut Understanding,
) -> bool {
    let seen = &gesture.recognised;
    let Some(movement) = seen.movement().map(|best| best.name) else { return false };
    let leaves: ArrayVec<TupleId, MOST_LEAVES> =
        asking_for(own, movement).map(|(at, _)| at).take(MOST_LEAVES).collect();
    let motive = |leaf: &TupleId| own.actions.subsystem(*leaf);
    let Some(first) = leaves.first().map(motive) else { return false };
    if leaves.iter().any(|leaf| motive(leaf) != first) {
        return false;
    }
    let Some(thing) = handled_in(&own.view_of(who, seen.from_s), gesture, who) else { return false };
    for leaf in leaves {
        let supposed = wanting(own, leaf, who, seen.from_s, thing);
        if supposed.is_empty() {
            continue;
        }
        let known = own.lessons.words.len();
        if own.lessons.words.try_extend_from_slice(&supposed).is_err() {
            continue;
        }
        let view = own.view_of(who, seen.from_s);
        if own.actions.could_be_about(leaf, thing, &view, seen.from_s) {
            let lists = own.knows().lists();
            new.learnt =
                supposed.iter().map(|(list, word)| (lists[usize::from(*list)].name, *word)).collect();
            return true;
        }
        own.lessons.words.truncate(known);
    }
    false
}

/// The thing that a hand came nearest to in a gesture.
fn handled_in(view: &View<'_>, gesture: &Gesture, who: BeliefId) -> Option<BeliefId> {
    let mut nearest = gesture.recognised.approached.iter().map(|near| BeliefId(near.thing));
    let known = |id: &BeliefId| view.record(*id).is_some_and(|record| !record.kind.is_empty());
    nearest.find(known).or_else(|| handled(view, who))
}

/// The thing that somebody most likely handles: the one nearest to a hand.
pub(super) fn handled(view: &View<'_>, who: BeliefId) -> Option<BeliefId> {
    let hands = view.record(who)?;
    let far = |record: &Record| {
        let parts =
            [Effector::LeftHand, Effector::RightHand].into_iter().filter_map(|part| hands.effector(part));
        let nearest = parts.map(|hand| hand.distance(record.position)).min_by(f32::total_cmp);
        nearest.unwrap_or_else(|| hands.position.distance(record.position))
    };
    let is_thing = |id: BeliefId, record: &Record| {
        id != who && id != BeliefId::SELF && record.effectors.is_empty() && !record.kind.is_empty()
    };
    let things = view.beliefs().iter().filter_map(|belief| Some((belief.id, view.record(belief.id)?)));
    let things = things.filter(|(id, record)| is_thing(*id, record));
    things.min_by(|a, b| far(a.1).total_cmp(&far(b.1))).map(|(id, _)| id)
}

/// The lists on which a path would want a thing to be, and the word that is missing there.
fn wanting(own: &Observer<'_>, leaf: TupleId, who: BeliefId, time_s: f64, thing: BeliefId) -> Suggested {
    let mut supposed = Suggested::new();
    let tree = own.actions;
    let view = own.view_of(who, time_s);
    let Some(record) = view.record(thing) else { return supposed };
    let mut want = |selector: SelectorId| {
        let Some(selector) = own.view.concepts().selectors.get(usize::from(selector.0)) else { return };
        for percept in &selector.all {
            let Some((list, of)) = own.view.concepts().percepts.list_of(*percept) else { continue };
            if usize::from(list) >= own.knows().lists().len() {
                continue;
            }
            let missing = of.of(record).filter(|word| !own.knows().holds(list, *word));
            if let Some(word) = missing
                && !supposed.contains(&(list, word))
            {
                let _ = supposed.try_push((list, word));
            }
        }
    };
    let mut at = Some(leaf);
    while let Some(tuple) = at.and_then(|at| tree.get(at)) {
        if let ObjectChoice::Picked(selector) = tuple.object {
            want(selector);
        }
        for can in &tuple.can {
            selection_triggers(own, *can, &mut want);
        }
        at = at.and_then(|at| tree.above(at));
    }
    supposed
}

/// The selectors that a trigger wants the object of attention to fit.
fn selection_triggers(own: &Observer<'_>, condition: ConditionId, want: &mut dyn FnMut(SelectorId)) {
    match own.actions.conditions().get(condition) {
        Some(Condition::ObjectIs(selector)) => want(*selector),
        Some(Condition::All(parts)) => parts.iter().for_each(|part| selection_triggers(own, *part, want)),
        _ => {}
    }
}
