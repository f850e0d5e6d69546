//! Belief selectors (Buchsbaum 5.5.1): which of the believed things is meant.

use super::expectation::{Output, Violated};
use super::{
    Belief, BeliefId, NamedPlace, NamedPlaceId, PerceptId, PerceptTree, Pick, Route, View, WordList,
};
use piaget_terms::{Effector, Name, Vec3, maths};

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
    /// The places that it knows by name.
    pub places: Vec<NamedPlace>,
    /// The rounds that it makes over them.
    pub routes: Vec<Route>,
}

impl Concepts {
    /// The place of a name.
    pub fn place(&self, name: &str) -> Option<NamedPlaceId> {
        self.places.iter().position(|place| place.name == *name).map(|at| NamedPlaceId(at as u16))
    }
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
    /// A place that the viewer knows by name, on the ground.
    Place(NamedPlaceId),
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

/// Why a selector does not take a believed thing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Refusal {
    /// It chooses among others: itself, the other, what is wanted.
    NotMeant,
    /// Nothing is known of it at the moment that is asked about.
    NotKnown,
    /// It is missing from where it should be, or was not violated as asked.
    NotThere,
    /// It moves at this speed, which is too slow or too fast.
    Speed(f32),
    /// It was sensed too many seconds ago.
    NotSensed(f32),
    /// It is this far away, which is too near or too far.
    Distance(f32),
    /// This percept does not match it.
    Lacks(PerceptId),
    /// None of the percepts of which one must match does.
    LacksAny,
    /// This percept matches it, and must not.
    Has(PerceptId),
    /// The datum of this percept is out of its limits.
    Data(PerceptId),
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
            From::Place(named) => Some(maths::ground(view.place(named)?).distance(maths::ground(place))),
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
        self.refusal(view, slot, belief).is_none()
    }

    /// Why it does not take a believed thing; `None` if it does, or if the thing is not believed in.
    pub fn why_not(&self, view: &View<'_>, id: BeliefId) -> Option<Refusal> {
        let then = view.ago(self.ago_s);
        let slot = then.beliefs().binary_search_by_key(&id, |belief| belief.id).ok()?;
        self.refusal(&then, slot, &then.beliefs()[slot])
    }

    /// The first condition that a believed thing does not fulfil.
    fn refusal<'a>(&self, view: &View<'a>, slot: usize, belief: &'a Belief) -> Option<Refusal> {
        let id = belief.id;
        let meant = match self.whom {
            Whom::Things => id != view.who(),
            Whom::Viewer => id == view.who(),
            Whom::Other => Some(id) == view.other(),
            Whom::Wanted => view.would_serve(id),
        };
        if !meant {
            return Some(Refusal::NotMeant);
        }
        let Some(record) = view.record_of(belief) else { return Some(Refusal::NotKnown) };
        if !self.allows(view, belief) {
            return Some(Refusal::NotThere);
        }
        let speed = record.velocity.length();
        if !(speed >= self.faster_m_per_s && speed <= self.slower_m_per_s) {
            return Some(Refusal::Speed(speed));
        }
        if self.sensed_within_s != f32::INFINITY {
            let unsensed_s = view.unsensed_s(id);
            if !(unsensed_s <= self.sensed_within_s) {
                return Some(Refusal::NotSensed(unsensed_s));
            }
        }
        if self.within_m.is_finite() || self.beyond_m > 0.0 {
            let distance_m = self.distance_m(view, id);
            let near = distance_m.is_some_and(|found| found <= self.within_m && found >= self.beyond_m);
            if !near {
                return Some(distance_m.map_or(Refusal::NotKnown, Refusal::Distance));
            }
        }
        let matches = |percept: &PerceptId| view.evaluate_at(*percept, slot, belief).matched >= self.at_least;
        let in_range = |range: &DataRange| {
            let number = view.evaluate_at(range.percept, slot, belief).data.number();
            number.is_some_and(|number| number >= range.above && number <= range.below)
        };
        let lacked = || self.all.iter().find(|percept| !matches(percept)).map(|found| Refusal::Lacks(*found));
        let lacks_any =
            || (!self.any.is_empty() && !self.any.iter().any(matches)).then_some(Refusal::LacksAny);
        let excluded = || self.not.iter().find(|percept| matches(percept)).map(|found| Refusal::Has(*found));
        let beyond = || self.data.iter().find(|range| !in_range(range));
        lacked()
            .or_else(lacks_any)
            .or_else(excluded)
            .or_else(|| beyond().map(|range| Refusal::Data(range.percept)))
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

    /// Why of those that fit this one is taken, in words.
    pub(crate) fn preference(&self, view: &View<'_>, id: BeliefId) -> String {
        let metres = self.measured(view, id);
        match self.prefer {
            Prefer::First => "the one that has been known longest".to_owned(),
            Prefer::Nearest => format!("the nearest, {metres}"),
            Prefer::Farthest => format!("the farthest, {metres}"),
            Prefer::Surest => format!("the surest, {:.2}", self.worth(view, id)),
            Prefer::Latest => format!("sensed last, {:.1} s ago", -self.worth(view, id)),
            Prefer::Fastest => format!("the fastest, {:.1} m/s", self.worth(view, id)),
        }
    }

    /// Why another than this one was taken, in words.
    pub fn passed_over(&self, view: &View<'_>, id: BeliefId, chosen: Option<BeliefId>) -> String {
        let metres = self.measured(view, id);
        let Some(chosen) = chosen else { return "it would do".to_owned() };
        if self.worth(view, id) > self.worth(view, chosen) {
            // An object is kept until another is clearly better.
            return format!("it would do ({metres}), but not by enough to turn from the one that was chosen");
        }
        match self.prefer {
            Prefer::First => "another has been known for longer".to_owned(),
            Prefer::Nearest => format!("{metres}, farther than the one that was chosen"),
            Prefer::Farthest => format!("{metres}, nearer than the one that was chosen"),
            Prefer::Surest => "less sure than the one that was chosen".to_owned(),
            Prefer::Latest => "sensed longer ago than the one that was chosen".to_owned(),
            Prefer::Fastest => "slower than the one that was chosen".to_owned(),
        }
    }

    fn measured(&self, view: &View<'_>, id: BeliefId) -> String {
        self.distance_m(view, id)
            .map_or("at an unknown distance".to_owned(), |far| format!("{far:.1} m away"))
    }
}
