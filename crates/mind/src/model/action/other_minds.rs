//! Conditions on what others are taken to believe: who knows, has seen or looks at a thing, and where it is expected.

use crate::model::{BeliefId, NamedPlaceId, OtherMind, SelectorId, View};
use piaget_terms::{Name, Vec3, maths};
use serde::{Deserialize, Serialize};

/// What is asked of another's mind.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum AsksMind {
    /// It expects the thing where the creature itself believes it to be, within so many metres.
    Knows(f32),
    /// It does not: it knows of no such thing, or expects it elsewhere.
    Unaware(f32),
    /// It has seen the thing within so many seconds.
    HasSeen(f32),
    /// It sees the thing and looks its way, within so many radians.
    LooksAt(f32),
    /// It expects the thing at a place, within so many metres.
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
    pub asks: AsksMind,
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
        let at = view.record(what)?.position;
        let spot = match self.asks {
            AsksMind::ExpectsAt(Spot::Place(place), _) => Some(view.place(place)?),
            AsksMind::ExpectsAt(Spot::Thing(selector), _) => Some(view.pick(selector).found?.position),
            _ => None,
        };
        let mut minds = asked(view.minds(), self.by).peekable();
        minds.peek()?;
        Some(match self.asks {
            AsksMind::Unaware(within_m) => minds.all(|mind| !mind.knows(what, at, within_m)),
            _ => minds.any(|mind| self.holds_of(mind, (what, at), spot)),
        })
    }

    fn holds_of(&self, mind: &OtherMind, (what, at): (BeliefId, Vec3), spot: Option<Vec3>) -> bool {
        match self.asks {
            AsksMind::Knows(within_m) => mind.knows(what, at, within_m),
            AsksMind::Unaware(within_m) => !mind.knows(what, at, within_m),
            AsksMind::HasSeen(within_s) => mind.has_seen(what, within_s),
            AsksMind::LooksAt(within_rad) => mind.looks_at(what, at, within_rad),
            AsksMind::ExpectsAt(_, within_m) => {
                let near = |a: Vec3, b: Vec3| maths::ground(a).distance(maths::ground(b)) <= within_m;
                mind.expects_at(what).zip(spot).is_some_and(|(expected, spot)| near(expected, spot))
            }
        }
    }
}

/// Those who are asked: all of a kind, or all.
pub(crate) fn asked(minds: &[OtherMind], kind: Name) -> impl Iterator<Item = &OtherMind> {
    minds.iter().filter(move |mind| kind.is_empty() || mind.kind == kind)
}
