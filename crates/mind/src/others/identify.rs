//! Which action a movement was part of (Buchsbaum 6.2.3): every own tuple that asks for the movement, with the path
//! above it, is a candidate; its can-I triggers are asked from the other's place, at the moment when it began; how
//! often the creature itself does it for this reason decides between those that were possible.

use super::understand::{Explanation, Observer, Understanding};
use super::{AboutConfig, Gesture, State, about};
use crate::model::action::{Action, Tuple, TupleId};
use crate::model::{BeliefId, View};
use arrayvec::ArrayVec;
use piaget_terms::{Name, maths};

/// The most things that one own action is weighed with.
const MOST_OBJECTS: usize = 3;

/// Fills in the explanations, the most probable first, and what is left for "I do not know".
pub(super) fn explain(
    config: &AboutConfig,
    state: &State,
    own: &Observer<'_>,
    gesture: &Gesture,
    new: &mut Understanding,
) {
    new.explanations.clear();
    (new.unknown, new.unexplained) = (1.0, 1.0);
    let seen = &gesture.recognised;
    let Some(who) = gesture.of.filter(|_| !seen.novel) else { return };
    let view = own.view_of(who, seen.from_s);
    let tree = own.actions;
    (new.unknown, new.unexplained) = (0.0, 0.0);
    let sure = |probability: f32| maths::powf(probability, state.sharpness);
    let all: f32 = seen.ranked.iter().map(|candidate| sure(candidate.probability)).sum();
    for candidate in seen.ranked.iter().filter(|_| all > 0.0) {
        let movement = sure(candidate.probability) / all;
        let first = new.explanations.len();
        let mut total = 0.0;
        for (at, _) in asking_for(own, candidate.name) {
            // Even what it never did for this reason is possible.
            let times = (state.own_actions.times(candidate.name, at) + 1) as f32;
            for (object, fits) in objects(config, own, &view, gesture, at) {
                total += times * fits;
                let kind = object.and_then(|object| view.record(object)).map(|record| record.kind);
                let _ = new.explanations.try_push(Explanation {
                    action: at,
                    motive: tree.subsystem(at),
                    movement: candidate.name,
                    object,
                    kind: kind.unwrap_or_default(),
                    probability: movement * times * fits,
                });
            }
        }
        if total > 0.0 {
            new.explanations[first..].iter_mut().for_each(|one| one.probability /= total);
        } else {
            new.unknown += movement;
            new.unexplained = new.unexplained.max(movement);
        }
    }
    new.explanations.sort_by(|a, b| b.probability.total_cmp(&a.probability).then(a.action.cmp(&b.action)));
    new.tied = tied(config, new);
}

/// The things that an own action could have been about, each with how well it fits; nothing where it was not possible.
fn objects(
    config: &AboutConfig,
    own: &Observer<'_>,
    view: &View<'_>,
    gesture: &Gesture,
    tuple: TupleId,
) -> ArrayVec<(Option<BeliefId>, f32), MOST_OBJECTS> {
    let mut objects = ArrayVec::new();
    let from_s = gesture.recognised.from_s;
    let Some(selector) = own.actions.selector_of(tuple) else {
        objects.extend(own.actions.could(tuple, view, from_s, None).ok().map(|object| (object, 1.0)));
        return objects;
    };
    for thing in view.beliefs().iter().map(|belief| belief.id) {
        let could = view.accepts(selector, thing) && own.actions.could_be_about(tuple, thing, view, from_s);
        if !could {
            continue;
        }
        let one = (Some(thing), about::fits(config, view, gesture, thing));
        if objects.is_full() && objects.last().is_some_and(|last: &(_, f32)| last.1 < one.1) {
            objects.pop();
        }
        if objects.try_push(one).is_ok() {
            objects.sort_by(|a, b| b.1.total_cmp(&a.1));
        }
    }
    objects
}

/// Whether another motive or another kind of thing explains it as well as the best.
fn tied(config: &AboutConfig, new: &Understanding) -> bool {
    let Some(best) = new.explanations.first() else { return false };
    let other = |one: &&Explanation| one.motive != best.motive || one.kind != best.kind;
    let rival = new.explanations.iter().find(other);
    rival.is_some_and(|rival| rival.probability >= config.tie * best.probability)
}

/// The own tuples that ask for a movement.
pub(super) fn asking_for<'a>(
    own: &'a Observer<'_>,
    movement: Name,
) -> impl Iterator<Item = (TupleId, &'a Tuple)> {
    let tuples = own.actions.tuples().iter().enumerate();
    let asks = move |tuple: &Tuple| tuple.action == Some(Action::Movement(movement));
    tuples.filter(move |(_, tuple)| asks(tuple)).map(|(at, tuple)| (TupleId(at as u16), tuple))
}
