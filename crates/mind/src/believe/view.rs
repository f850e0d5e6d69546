//! A look at the beliefs from somebody's point of view, now or at a past moment (Buchsbaum 6.2.4): the same
//! queries serve the creature itself and the other whose view it takes.

use super::{Belief, BeliefId, Beliefs};
use crate::perceive::{self, Evaluation, Look, PerceptId, Record};

/// Whose view, and of when.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewpoint {
    /// The one who is taken for *self*.
    pub who: BeliefId,
    /// The moment.
    pub time_s: f64,
}

/// The beliefs as one viewer has them at one moment. Cheap to copy; asks nothing of the truth.
#[derive(Clone, Copy)]
pub struct View<'a> {
    config: &'a perceive::Config,
    knows: &'a perceive::Knowledge,
    beliefs: &'a Beliefs,
    who: BeliefId,
    other: Option<BeliefId>,
    /// `None` for now.
    past_s: Option<f64>,
    time_s: f64,
}

impl<'a> View<'a> {
    /// The creature's own view of the present.
    pub fn now(config: &'a perceive::Config, state: &'a perceive::State, beliefs: &'a Beliefs) -> Self {
        Self {
            config,
            knows: &state.knowledge,
            beliefs,
            who: BeliefId::SELF,
            other: beliefs.other(),
            past_s: None,
            time_s: state.time_s,
        }
    }

    /// The same beliefs from another viewpoint. Taking the other's view makes the creature itself the other.
    pub fn from(self, viewpoint: Viewpoint) -> Self {
        let other = if viewpoint.who == BeliefId::SELF { self.beliefs.other() } else { Some(BeliefId::SELF) };
        let past_s = (viewpoint.time_s < self.beliefs.time_s()).then_some(viewpoint.time_s);
        Self { who: viewpoint.who, other, past_s, time_s: viewpoint.time_s, ..self }
    }

    /// The same view, so many seconds earlier.
    pub fn ago(self, seconds: f32) -> Self {
        if seconds <= 0.0 {
            return self;
        }
        let time_s = self.time_s - f64::from(seconds);
        Self { past_s: Some(time_s), time_s, ..self }
    }

    /// The moment of this view.
    pub fn time_s(&self) -> f64 {
        self.time_s
    }

    /// The belief about the viewer.
    pub fn who(&self) -> BeliefId {
        self.who
    }

    /// The creature that the viewer acts in reference to.
    pub fn other(&self) -> Option<BeliefId> {
        self.other
    }

    /// The percepts.
    pub fn percepts(&self) -> &'a perceive::PerceptTree {
        &self.config.tree
    }

    /// All beliefs, that about the creature itself first.
    pub fn beliefs(&self) -> &'a [Belief] {
        self.beliefs.all()
    }

    /// A belief, if it is still held.
    pub fn belief(&self, id: BeliefId) -> Option<&'a Belief> {
        self.beliefs.get(id)
    }

    /// What is (or was, at this view's moment) believed of a thing.
    pub fn record(&self, id: BeliefId) -> Option<&'a Record> {
        let belief = self.beliefs.get(id)?;
        match self.past_s {
            None => Some(&belief.now),
            Some(time_s) => belief.at(time_s),
        }
    }

    /// What is believed of the viewer.
    pub fn viewer(&self) -> Option<&'a Record> {
        self.record(self.who)
    }

    /// What a percept makes of a believed thing.
    pub fn evaluate(&self, percept: PerceptId, id: BeliefId) -> Evaluation {
        if self.past_s.is_none() && self.who == BeliefId::SELF {
            // The present, seen with own eyes, was evaluated when the beliefs were made.
            return self.beliefs.evaluation(id, percept);
        }
        match (self.beliefs.get(id), self.record(id)) {
            (Some(belief), Some(record)) => self.config.tree.evaluate(percept, &self.look(belief, record)),
            _ => Evaluation::NO,
        }
    }

    fn look(&self, belief: &'a Belief, record: &'a Record) -> Look<'a> {
        Look {
            record,
            history: Some(&belief.history),
            viewer: self.viewer(),
            viewer_history: self.beliefs.get(self.who).map(|belief| &belief.history),
            other: self.other.and_then(|other| self.record(other)),
            other_history: self.other.and_then(|other| Some(&self.beliefs.get(other)?.history)),
            knows: self.knows,
            tree: &self.config.tree,
            row: None,
        }
    }
}
