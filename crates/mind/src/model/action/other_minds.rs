//! Conditions on what others are taken to believe: who knows, has seen or looks at a thing, and where it is expected.

use crate::model::asks_mind::of_kind;
use crate::model::{AsksMind, BeliefId, NamedPlaceId, SelectorId, View};
use piaget_terms::{Name, Vec3, maths};
use serde::{Deserialize, Serialize};

/// What is asked of others' minds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Question {
    /// What they know of the thing.
    Of(AsksMind),
    /// Whether somebody expects the thing at a place, within so many metres.
    ExpectsAt(Spot, f32),
}

/// A place on the ground.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Spot {
    /// One that is known by name.
    Place(NamedPlaceId),
    /// Where a thing is that a selector picks.
    Thing(SelectorId),
}

/// A question about others' minds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MindQuestion {
    /// What is asked.
    pub asks: Question,
    /// About which thing; about the object of attention where nothing is said.
    pub what: Option<SelectorId>,
    /// Of which kind of creature; of anybody whose mind is thought of, if the name is empty.
    pub by: Name,
}

impl MindQuestion {
    /// Whether it holds for at least one of those who are asked; that nobody knows holds for all of them. `None` where nobody's mind
    /// is thought of, or there is no such thing.
    pub(crate) fn holds(&self, view: &View<'_>, object: Option<BeliefId>) -> Option<bool> {
        let what = match self.what {
            Some(selector) => view.pick(selector).found.map(|found| found.belief),
            None => object,
        }?;
        let (spot, within_m) = match self.asks {
            Question::Of(asks) => {
                let at = view.record(what)?.position;
                return asks.holds(view.minds(), self.by, (what, at)).map(|(holds, _)| holds);
            }
            Question::ExpectsAt(Spot::Place(place), within_m) => (view.place(place)?, within_m),
            Question::ExpectsAt(Spot::Thing(selector), within_m) => {
                (view.pick(selector).found?.position, within_m)
            }
        };
        let mut minds = of_kind(view.minds(), self.by).peekable();
        minds.peek()?;
        let near = |there: Vec3| maths::ground(there).distance(maths::ground(spot)) <= within_m;
        Some(minds.any(|mind| mind.expects_at(what).is_some_and(near)))
    }
}
