//! What goes into a choice.

use crate::model::action::{Asked, SelfKnowledge, Watched};
use crate::model::{BeliefId, Feelings, Tick, View};
use piaget_terms::Name;

/// What a choice rests on.
#[derive(Clone, Copy)]
pub struct Situation<'a> {
    /// The tick.
    pub tick: &'a Tick<'a>,
    /// What is believed.
    pub view: &'a View<'a>,
    /// What is felt.
    pub feelings: &'a Feelings,
    /// What watching another has brought.
    pub watched: Watched,
}

impl<'a> Situation<'a> {
    /// Asks conditions about an object, for a tuple that has been active for so long.
    pub(super) fn asked(
        &self,
        held_at: &'a [f64],
        doing: &'a [Name],
        object: Option<BeliefId>,
        active_s: Option<f32>,
    ) -> Asked<'a> {
        let own = SelfKnowledge {
            feelings: self.feelings,
            body: self.tick.body,
            sounds: self.tick.sounds,
            travel: self.tick.feedback.travel,
            watched: self.watched,
            active_s,
            held_at,
            doing,
        };
        Asked { view: self.view, object, time_s: self.tick.time_s, own: Some(own), supposed: None }
    }
}
