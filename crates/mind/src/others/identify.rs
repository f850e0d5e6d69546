//! Which action a movement was part of (Buchsbaum 6.2.3): every own tuple that asks for the movement, with the path
//! above it, is a candidate; its can-I triggers are asked from the other's place, at the moment when it began; how
//! often the creature itself does it for this reason decides between those that were possible.

use super::understand::{Explanation, Observer, Understanding};
use super::{Gesture, State};
use crate::model::BeliefId;
use crate::model::action::{Action, Tuple, TupleId};
use piaget_terms::{Name, maths};

/// Fills in the explanations, the most probable first, and what is left for "I do not know".
pub(super) fn explain(
    state: &State,
    own: &Observer<'_>,
    gesture: &Gesture,
    who: BeliefId,
    new: &mut Understanding,
) {
    new.explanations.clear();
    (new.unknown, new.unexplained) = (1.0, 1.0);
    let seen = &gesture.recognised;
    if seen.novel {
        return;
    }
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
            let Ok(object) = own.actions.could(at, &view, seen.from_s, None) else { continue };
            // Even what it never did for this reason is possible.
            let motive = tree.subsystem(at);
            let times = state.own_actions.times(candidate.name, at) + 1;
            let probability = movement * times as f32;
            total += times as f32;
            let kind = object.and_then(|object| view.record(object)).map(|record| record.kind);
            let _ = new.explanations.try_push(Explanation {
                action: at,
                motive,
                movement: candidate.name,
                object,
                kind: kind.unwrap_or_default(),
                probability,
            });
        }
        if total > 0.0 {
            new.explanations[first..].iter_mut().for_each(|one| one.probability /= total);
        } else {
            new.unknown += movement;
            new.unexplained = new.unexplained.max(movement);
        }
    }
    new.explanations.sort_by(|a, b| b.probability.total_cmp(&a.probability).then(a.action.cmp(&b.action)));
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
