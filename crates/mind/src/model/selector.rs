//! Belief selectors (Buchsbaum 5.5.1): which of the believed things is meant.

use super::expectation::{Output, Violated};
use super::{Belief, BeliefId, PerceptId, PerceptTree, Pick, View, WordList};
use piaget_terms::{Effector, Name, Vec3};

/// What a character can tell apart: its percepts, the lists of words that they know, and its named selectors.
#[derive(Clone, Debug, Default)]
pub struct Concepts {
    /// Its percepts.
    pub percepts: PerceptTree,
    /// The lists of words it is born with, such as the kinds of things that can be eaten.
    pub lists: Vec<WordList>,
    /// Selectors that other parts of the character may use by name.
    pub selectors: Vec<Selector>,
    /// Which creature it acts in reference to.
    pub other: Option<Selector>,
}

/// Whom a selector may choose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Whom {
    /// Anything but the viewer.
    #[default]
    Things,
    /// The viewer.
    Viewer,
    /// The creature that the viewer acts in reference to.
    Other,
    /// What another is understood to want, or what would serve it as well.
    Wanted,
}

/// What distances are measured from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum From {
    /// The viewer's body, on the ground.
    #[default]
    Viewer,
    /// The other's body, on the ground.
    Other,
    /// A part of the viewer's body.
    Part(Effector),
    /// A part of the other's body.
    OtherPart(Effector),
}

/// Which of several is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Prefer {
    /// The one that has been known longest.
    #[default]
    First,
    /// The nearest to where distances are measured from.
    Nearest,
    /// The farthest.
    Farthest,
    /// The one that the percepts and senses are surest of.
    Surest,
    /// The one that was sensed last.
    Latest,
    /// The fastest.
    Fastest,
}

/// A limit on a percept's datum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DataRange {
    /// The percept.
    pub percept: PerceptId,
    /// The least.
    pub above: f32,
    /// The greatest.
    pub below: f32,
}

/// Says which believed thing is meant: every condition must hold, and of those left one is preferred.
#[derive(Clone, Debug, PartialEq)]
pub struct Selector {
    /// What other parts of the character call it; empty for one that is written where it is used.
    pub name: Name,
    /// Whom it may choose.
    pub whom: Whom,
    /// Percepts that must all match.
    pub all: Vec<PerceptId>,
    /// Percepts of which one must match; empty for no such condition.
    pub any: Vec<PerceptId>,
    /// Percepts that must not match.
    pub not: Vec<PerceptId>,
    /// Limits on data.
    pub data: Vec<DataRange>,
    /// From which match on a percept counts as matched.
    pub at_least: f32,
    /// What distances are measured from.
    pub from: From,
    /// Not farther.
    pub within_m: f32,
    /// Not nearer.
    pub beyond_m: f32,
    /// Not slower.
    pub faster_m_per_s: f32,
    /// Not faster.
    pub slower_m_per_s: f32,
    /// Sensed within the last seconds.
    pub sensed_within_s: f32,
    /// How its expectations must have been violated (Kline 3.2.5).
    pub violated: Option<Violated>,
    /// How long ago the conditions had to hold.
    pub ago_s: f32,
    /// Which one is taken.
    pub prefer: Prefer,
}

impl Default for Selector {
    fn default() -> Self {
        Self {
            name: Name::default(),
            whom: Whom::Things,
            all: Vec::new(),
            any: Vec::new(),
            not: Vec::new(),
            data: Vec::new(),
            at_least: 0.5,
            from: From::Viewer,
            within_m: f32::INFINITY,
            beyond_m: 0.0,
            faster_m_per_s: 0.0,
            slower_m_per_s: f32::INFINITY,
            sensed_within_s: f32::INFINITY,
            violated: None,
            ago_s: 0.0,
            prefer: Prefer::First,
        }
    }
}

impl Selector {
    /// The believed thing that is meant, if there is one.
    pub fn choose(&self, view: &View<'_>) -> Option<BeliefId> {
        self.pick(view).found.map(|found| found.belief)
    }

    /// The believed thing that is meant, and how many would do. What is told of it is told of the view's moment,
    /// also where the conditions are about an earlier one.
    pub fn pick(&self, view: &View<'_>) -> Pick {
        let then = view.ago(self.ago_s);
        let mut best: Option<(f32, BeliefId)> = None;
        let mut count = 0;
        for (slot, belief) in then.beliefs().iter().enumerate() {
            if !self.fits(&then, slot, belief) {
                continue;
            }
            count += 1;
            let worth = self.worth(&then, belief.id);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, belief.id));
            }
        }
        Pick { found: best.and_then(|(_, id)| view.about(id)), count }
    }

    /// Whether a believed thing fulfils the conditions.
    pub fn accepts(&self, view: &View<'_>, id: BeliefId) -> bool {
        let then = view.ago(self.ago_s);
        let slot = then.beliefs().binary_search_by_key(&id, |belief| belief.id);
        slot.is_ok_and(|slot| self.fits(&then, slot, &then.beliefs()[slot]))
    }

    /// All believed things that fulfil the conditions.
    pub fn each<'s>(&'s self, view: &View<'s>) -> impl Iterator<Item = BeliefId> + 's {
        let then = view.ago(self.ago_s);
        let all = then.beliefs().iter().enumerate();
        all.filter(move |(slot, belief)| self.fits(&then, *slot, belief)).map(|(_, belief)| belief.id)
    }

    /// How far away a believed thing is from where this selector measures.
    pub fn distance_m(&self, view: &View<'_>, id: BeliefId) -> Option<f32> {
        let place = view.record(id)?.position;
        let part =
            |who: Option<BeliefId>, part: Effector| -> Option<Vec3> { view.record(who?)?.effector(part) };
        match self.from {
            From::Viewer => Some(view.viewer()?.distance_m(place)),
            From::Other => Some(view.record(view.other()?)?.distance_m(place)),
            From::Part(effector) => Some(part(Some(view.who()), effector)?.distance(place)),
            From::OtherPart(effector) => Some(part(view.other(), effector)?.distance(place)),
        }
    }

    /// Whether the expectations about a thing let it be chosen. What should be visible and is not has no place to act
    /// on (Kline 3.2.4), unless a map still says where it may be.
    fn allows(&self, view: &View<'_>, belief: &Belief) -> bool {
        let withheld = belief.expectation.output == Output::Withheld && belief.place.is_none();
        let nowhere = (view.is_present() && withheld) || !belief.is_there(view.time_s());
        let violated = |asked: &Violated| asked.holds(&belief.expectation, view.time_s());
        match &self.violated {
            Some(asked) => violated(asked),
            None => !nowhere,
        }
    }

    fn fits<'a>(&self, view: &View<'a>, slot: usize, belief: &'a Belief) -> bool {
        let id = belief.id;
        let meant = match self.whom {
            Whom::Things => id != view.who(),
            Whom::Viewer => id == view.who(),
            Whom::Other => Some(id) == view.other(),
            Whom::Wanted => view.would_serve(id),
        };
        let Some(record) = view.record_of(belief).filter(|_| meant) else { return false };
        if !self.allows(view, belief) {
            return false;
        }
        let matches = |percept: &PerceptId| view.evaluate_at(*percept, slot, belief).matched >= self.at_least;
        let in_range = |range: &DataRange| {
            let number = view.evaluate_at(range.percept, slot, belief).data.number();
            number.is_some_and(|number| number >= range.above && number <= range.below)
        };
        let speed = record.velocity.length();
        let measured = self.within_m.is_finite() || self.beyond_m > 0.0;
        speed >= self.faster_m_per_s
            && speed <= self.slower_m_per_s
            && (self.sensed_within_s == f32::INFINITY || view.unsensed_s(id) <= self.sensed_within_s)
            && (!measured
                || self
                    .distance_m(view, id)
                    .is_some_and(|distance| distance <= self.within_m && distance >= self.beyond_m))
            && self.all.iter().all(matches)
            && (self.any.is_empty() || self.any.iter().any(matches))
            && !self.not.iter().any(matches)
            && self.data.iter().all(in_range)
    }

    /// Of those that fit, the one with the greatest worth is taken.
    fn worth(&self, view: &View<'_>, id: BeliefId) -> f32 {
        let Some(record) = view.record(id) else { return f32::NEG_INFINITY };
        let confidence = || {
            let percepts = self.all.iter().map(|percept| view.evaluate(*percept, id));
            percepts.fold(record.confidence, |least, one| least.min(one.confidence * one.matched))
        };
        match self.prefer {
            Prefer::First => 0.0,
            Prefer::Nearest => self.distance_m(view, id).map_or(f32::NEG_INFINITY, |distance| -distance),
            Prefer::Farthest => self.distance_m(view, id).unwrap_or(f32::NEG_INFINITY),
            Prefer::Surest => confidence(),
            Prefer::Latest => -view.unsensed_s(id),
            Prefer::Fastest => record.velocity.length(),
        }
    }
}
