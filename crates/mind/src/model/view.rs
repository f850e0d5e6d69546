//! A look at the beliefs from somebody's point of view, now or at a past moment (Buchsbaum 6.2.4): the same
//! queries serve the creature itself and the other whose view it takes.

use super::selector::Whom;
use super::{
    Belief, BeliefId, Beliefs, Concepts, Evaluation, Knowledge, KnownWords, Look, NamedPlaceId, OtherMind,
    PerceptId, Record,
};
use super::{PerceptTree, Wanted};
use piaget_terms::{Effector, Name, Vec3};
use serde::{Deserialize, Serialize};

/// One of the character's named selectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SelectorId(pub u16);

/// What is believed of one thing, from one viewpoint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// Which belief.
    pub belief: BeliefId,
    /// Where it is believed to be.
    pub position: Vec3,
    /// How far from the viewer, on the ground.
    pub distance_m: f32,
    /// Whether it is seen at this moment.
    pub seen: bool,
    /// Seconds since it was last sensed.
    pub unseen_s: f32,
    /// How sure the mind is of it.
    pub confidence: f32,
}

/// The answer of one selector.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pick {
    /// The one that it prefers of those it accepts.
    pub found: Option<Found>,
    /// How many it accepts.
    pub count: u32,
}

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
    concepts: &'a Concepts,
    knows: KnownWords<'a>,
    beliefs: &'a Beliefs,
    wanted: Option<Wanted>,
    who: BeliefId,
    other: Option<BeliefId>,
    /// `None` for now.
    past_s: Option<f64>,
    time_s: f64,
    /// Whether percepts and selectors were evaluated on these beliefs when they were made.
    is_evaluated: bool,
}

impl<'a> View<'a> {
    /// The creature's own view of the present.
    pub fn now(concepts: &'a Concepts, knowledge: &'a Knowledge, beliefs: &'a Beliefs) -> Self {
        Self {
            concepts,
            knows: KnownWords::of(knowledge),
            beliefs,
            wanted: beliefs.wanted(),
            who: BeliefId::SELF,
            other: beliefs.other(),
            past_s: None,
            time_s: beliefs.time_s(),
            is_evaluated: true,
        }
    }

    /// What another is taken to believe, with the same concepts: the other is the viewer, and the creature that thinks of it is
    /// the other. Numbers of beliefs are the other's own ([`OtherMind::ours`]).
    pub fn of(self, mind: &'a OtherMind) -> Self {
        let other = mind.about(BeliefId::SELF).map(|belief| belief.id);
        let (beliefs, time_s) = (&mind.beliefs, mind.beliefs.time_s());
        Self {
            beliefs,
            wanted: None,
            who: BeliefId::SELF,
            other,
            past_s: None,
            time_s,
            is_evaluated: false,
            ..self
        }
    }

    /// The same view, if these words stood on their lists and this were what another wants.
    pub fn supposing(self, words: &'a [(u16, Name)], wanted: Option<Wanted>) -> Self {
        Self { knows: self.knows.supposing(words), wanted, ..self }
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

    /// Percepts and selectors.
    pub fn concepts(&self) -> &'a Concepts {
        self.concepts
    }

    /// Words on lists, as the viewer is taken to know them.
    pub fn knows(&self) -> KnownWords<'a> {
        self.knows
    }

    /// Everything that is believed, whoever's view this is.
    pub fn all(&self) -> &'a Beliefs {
        self.beliefs
    }

    /// What others are taken to believe.
    pub fn minds(&self) -> &'a [OtherMind] {
        self.beliefs.minds()
    }

    /// Where a place is that the creature knows by name, whoever's view this is.
    pub fn place(&self, place: NamedPlaceId) -> Option<Vec3> {
        self.knows.place(place)
    }

    /// The percepts.
    pub fn percepts(&self) -> &'a PerceptTree {
        &self.concepts.percepts
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

    /// Whether a thing is what another wants, or as good as that.
    pub(super) fn would_serve(&self, id: BeliefId) -> bool {
        let Some(wanted) = self.wanted else { return false };
        let like = wanted.like.and_then(|like| self.concepts.selectors.get(usize::from(like.0)));
        // A selector of wanted things cannot say what is wanted.
        let like = like.filter(|like| like.whom != Whom::Wanted);
        id == wanted.object || (id != wanted.who && like.is_some_and(|like| like.accepts(self, id)))
    }

    /// What is believed of the viewer.
    pub fn viewer(&self) -> Option<&'a Record> {
        self.record(self.who)
    }

    /// What is believed of one thing; `None` if it is forgotten, or was not known then.
    pub fn about(&self, id: BeliefId) -> Option<Found> {
        let record = self.record(id)?;
        let unseen_s = self.unsensed_s(id);
        Some(Found {
            belief: id,
            position: record.position,
            distance_m: self.viewer().map_or(0.0, |viewer| viewer.distance_m(record.position)),
            seen: record.seen && unseen_s <= 0.0,
            unseen_s,
            confidence: record.confidence,
        })
    }

    /// The answer of one of the character's named selectors.
    pub fn pick(&self, selector: SelectorId) -> Pick {
        let index = usize::from(selector.0);
        if self.is_own_present()
            && let Some(pick) = self.beliefs.picks.get(index)
        {
            return *pick;
        }
        self.concepts.selectors.get(index).map_or(Pick::default(), |selector| selector.pick(self))
    }

    /// Whether one of the character's named selectors would take this thing, even if it prefers another.
    pub fn accepts(&self, selector: SelectorId, id: BeliefId) -> bool {
        self.concepts
            .selectors
            .get(usize::from(selector.0))
            .is_some_and(|selector| selector.accepts(self, id))
    }

    /// The kind of thing that the viewer holds.
    pub fn holding(&self) -> Option<Name> {
        self.viewer()?.holding
    }

    /// Whether the viewer holds something of a kind. Of another that is told by its hands: a thing no farther from a hand
    /// than its elbow is in it; `None` where a hand does not show and none that shows holds it.
    pub fn holds(&self, is: impl Fn(Name) -> bool) -> Option<bool> {
        if self.who == BeliefId::SELF {
            return Some(self.holding().is_some_and(is));
        }
        let body = self.viewer()?;
        let arms = [(Effector::LeftElbow, Effector::LeftHand), (Effector::RightElbow, Effector::RightHand)];
        let mut shown = 0;
        for (elbow, hand) in arms {
            let Some((elbow, hand)) = body.effector(elbow).zip(body.effector(hand)) else { continue };
            shown += 1;
            let things = self.beliefs().iter().filter_map(|belief| self.record_of(belief));
            let mut things = things.filter(|thing| thing.effectors.is_empty() && is(thing.kind));
            if things.any(|thing| thing.position.distance(hand) <= elbow.distance(hand)) {
                return Some(true);
            }
        }
        (shown == arms.len()).then_some(false)
    }

    /// Seconds since a thing was last sensed, at this view's moment.
    pub fn unsensed_s(&self, id: BeliefId) -> f32 {
        let Some(belief) = self.beliefs.get(id) else { return f32::INFINITY };
        let sensed_s = match self.past_s {
            None => belief.sensed_s,
            Some(time_s) => belief.at(time_s).map_or(f64::NEG_INFINITY, |record| record.time_s),
        };
        (self.time_s - sensed_s).max(0.0) as f32
    }

    /// Whether this is a view of the present.
    pub(super) fn is_present(&self) -> bool {
        self.past_s.is_none()
    }

    fn is_own_present(&self) -> bool {
        self.is_evaluated && self.past_s.is_none() && self.who == BeliefId::SELF
    }

    /// What a percept makes of a believed thing.
    pub fn evaluate(&self, percept: PerceptId, id: BeliefId) -> Evaluation {
        if self.is_own_present() {
            // The present, seen with own eyes, was evaluated when the beliefs were made.
            return self.beliefs.evaluation(id, percept);
        }
        match (self.beliefs.get(id), self.record(id)) {
            (Some(belief), Some(record)) => {
                self.concepts.percepts.evaluate(percept, &self.look(belief, record))
            }
            _ => Evaluation::NO,
        }
    }

    /// As [`View::record`], for a belief that is at hand.
    pub(super) fn record_of(&self, belief: &'a Belief) -> Option<&'a Record> {
        match self.past_s {
            None => Some(&belief.now),
            Some(time_s) => belief.at(time_s),
        }
    }

    /// As [`View::evaluate`], for a belief that is at hand with its place among the others.
    pub(super) fn evaluate_at(&self, percept: PerceptId, slot: usize, belief: &'a Belief) -> Evaluation {
        if self.is_own_present() {
            return self.beliefs.evaluation_at(slot, percept);
        }
        self.record_of(belief).map_or(Evaluation::NO, |record| {
            self.concepts.percepts.evaluate(percept, &self.look(belief, record))
        })
    }

    fn look(&self, belief: &'a Belief, record: &'a Record) -> Look<'a> {
        Look {
            record,
            minds: self.is_own_present().then(|| (belief.id, self.minds())),
            history: Some(&belief.history),
            viewer: self.viewer(),
            viewer_history: self.beliefs.get(self.who).map(|belief| &belief.history),
            other: self.other.and_then(|other| self.record(other)),
            other_history: self.other.and_then(|other| Some(&self.beliefs.get(other)?.history)),
            knows: self.knows,
            tree: &self.concepts.percepts,
            row: None,
        }
    }
}
