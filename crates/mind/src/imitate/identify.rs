//! Which action a movement was part of (Buchsbaum 6.2.3): every own tuple that asks for the movement, with the path
//! above it, is a candidate; its can-I triggers are asked from the other's place, at the moment when it began; how
//! often the creature itself does it for this reason decides between those that were possible.

use super::understand::{Explanation, Own, Understanding};
use super::{Gesture, Habits};
use crate::believe::BeliefId;
use crate::decide::{Action, TupleId};

/// Fills in the explanations, the most probable first, and what is left for "I do not know".
pub(super) fn explain(habits: &Habits, own: &Own<'_>, gesture: &Gesture, who: BeliefId, new: &mut Understanding) {
    new.explanations.clear();
    new.unknown = 1.0;
    let seen = &gesture.recognised;
    if seen.novel {
        return;
    }
    let view = own.view_of(who, seen.from_s);
    let tree = own.deciding.tree();
    new.unknown = 0.0;
    for candidate in &seen.ranked {
        let first = new.explanations.len();
        let mut total = 0.0;
        for (at, _) in asking_for(own, candidate.name) {
            let Ok(object) = own.deciding.could(at, &view, seen.from_s, None) else { continue };
            // Even what it never did for this reason is possible.
            let motive = tree.subsystem(at);
            let times = habits.times(candidate.name, at) + 1;
            let probability = candidate.probability * times as f32;
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
            new.unknown += candidate.probability;
        }
    }
    new.explanations.sort_by(|a, b| b.probability.total_cmp(&a.probability).then(a.action.cmp(&b.action)));
}

/// The own tuples that ask for a movement.
pub(super) fn asking_for<'a>(
    own: &'a Own<'_>,
    movement: piaget_terms::Name,
) -> impl Iterator<Item = (TupleId, &'a crate::decide::Tuple)> {
    let tuples = own.deciding.tree().tuples().iter().enumerate();
    let asks = move |tuple: &crate::decide::Tuple| tuple.action == Some(Action::Movement(movement));
    tuples.filter(move |(_, tuple)| asks(tuple)).map(|(at, tuple)| (TupleId(at as u16), tuple))
}
