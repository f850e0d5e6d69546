//! What is believed, from one viewpoint: the one door through which values and actions ask about beliefs.

use crate::believe::{BeliefId, Found, Pick, SelectorId, View};
use piaget_terms::Name;
#[cfg(test)]
use piaget_terms::Vec3;

/// What somebody believes, seen from where they stand: the creature itself, or another whose view it takes
/// (Buchsbaum 6.2.4). Values and triggers ask through this, so that nothing is written twice for "self" and
/// "other".
pub trait Scene {
    /// The answer of a selector.
    fn pick(&self, selector: SelectorId) -> Pick;

    /// What is believed of one thing; `None` if it is forgotten.
    fn about(&self, belief: BeliefId) -> Option<Found>;

    /// Whether a selector would accept this belief, even if it prefers another.
    fn accepts(&self, selector: SelectorId, belief: BeliefId) -> bool;

    /// The kind of thing that the one who looks holds.
    fn holding(&self) -> Option<Name>;
}

impl Scene for View<'_> {
    fn pick(&self, selector: SelectorId) -> Pick {
        View::pick(self, selector)
    }

    fn about(&self, belief: BeliefId) -> Option<Found> {
        View::about(self, belief)
    }

    fn accepts(&self, selector: SelectorId, belief: BeliefId) -> bool {
        View::accepts(self, selector, belief)
    }

    fn holding(&self) -> Option<Name> {
        View::holding(self)
    }
}

/// A scene that a test writes down.
#[cfg(test)]
#[derive(Default)]
pub(crate) struct Told {
    pub things: Vec<(SelectorId, Found)>,
    pub holding: Option<Name>,
}

#[cfg(test)]
impl Told {
    pub fn thing(mut self, selector: u16, belief: u32, distance_m: f32) -> Self {
        let position = Vec3::new(distance_m, 0.0, 0.0);
        let belief = BeliefId(belief);
        let found = Found { belief, position, distance_m, seen: true, unseen_s: 0.0, confidence: 1.0 };
        self.things.push((SelectorId(selector), found));
        self
    }
}

#[cfg(test)]
impl Scene for Told {
    fn pick(&self, selector: SelectorId) -> Pick {
        let all = || self.things.iter().filter(|(of, _)| *of == selector).map(|(_, found)| *found);
        let nearest = all().min_by(|a, b| a.distance_m.total_cmp(&b.distance_m));
        Pick { found: nearest, count: all().count() as u32 }
    }

    fn about(&self, belief: BeliefId) -> Option<Found> {
        self.things.iter().map(|(_, found)| *found).find(|found| found.belief == belief)
    }

    fn accepts(&self, selector: SelectorId, belief: BeliefId) -> bool {
        self.things.iter().any(|(of, found)| *of == selector && found.belief == belief)
    }

    fn holding(&self) -> Option<Name> {
        self.holding
    }
}
