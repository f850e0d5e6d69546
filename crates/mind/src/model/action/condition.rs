//! Conditions of triggers and do-untils. They are asked from a viewpoint, and answer *yes*, *no* or *cannot
//! tell*: of another creature's feelings and of its body's reports the mind knows nothing.

use super::{MindQuestion, Question, Spot, Watched};
use crate::model::words::{fits, is, performs};
use crate::model::{
    AsksMind, BeliefId, Feelings, Found, NamedPlace, NamedPlaceId, Selector, SelectorId, ValueId, View,
};
use piaget_nav::Progress;
use piaget_terms::{BodySense, MovementStage, Name, Sound, Utterance};
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// A condition's place among a tree's conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ConditionId(pub u16);

/// Something that holds or does not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Condition {
    /// All of these.
    All(Vec<ConditionId>),
    /// At least one of these.
    Any(Vec<ConditionId>),
    /// Not this.
    Not(ConditionId),
    /// A value is above a number.
    Above(ValueId, f32),
    /// A value is below a number.
    Below(ValueId, f32),
    /// A value is the strongest of its group.
    Dominant(ValueId),
    /// The selector has something to pick, seen or not.
    Believed(SelectorId),
    /// What the selector picks is seen now.
    Seen(SelectorId),
    /// The object of attention is seen now.
    ObjectSeen,
    /// The selector would accept the object of attention (an object selection trigger, Buchsbaum 6.2.6).
    ObjectIs(SelectorId),
    /// The object, or what a selector picks, is within this many metres.
    Near(Option<SelectorId>, f32),
    /// A named place is within this many metres.
    NearPlace(NamedPlaceId, f32),
    /// Something of this kind is held; of any kind if the name is empty.
    Holding(Name),
    /// Words that fit this pattern (`{...}` stands for any one word) are heard in this tick.
    Heard(Utterance),
    /// Something of this kind was eaten in this tick; of any kind if the name is empty.
    Ate(Name),
    /// This movement ended well in this tick; any movement, if the name is empty.
    Finished(Name),
    /// The body reports that it cannot do this movement; any, if the name is empty.
    Cannot(Name),
    /// The way is at its end.
    Arrived,
    /// There is no way.
    NoWay,
    /// Something stops the body.
    Blocked,
    /// The tuple has been active for so many seconds.
    After(f32),
    /// A movement of the other was recognised.
    Recognised,
    /// What the other did was identified as an action of one's own.
    Identified,
    /// A condition held at some moment within so many seconds.
    Recently(ConditionId, f32),
    /// The tuple of this name was active in the tick before, by itself or above the one that acted.
    Doing(Name),
    /// What others are taken to know.
    OtherMind(MindQuestion),
}

/// Who is asked, and when.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// What the one whose view it is believes.
    pub view: &'a View<'a>,
    /// The object of attention.
    pub object: Option<BeliefId>,
    /// The clock.
    pub time_s: f64,
    /// What can only be known of oneself.
    pub own: Option<SelfKnowledge<'a>>,
    /// A condition that is taken to hold, whatever is believed.
    pub supposed: Option<ConditionId>,
}

/// What a creature knows of itself alone.
#[derive(Clone, Copy)]
pub struct SelfKnowledge<'a> {
    /// What it feels.
    pub feelings: &'a Feelings,
    /// Its body.
    pub body: &'a BodySense,
    /// What it hears.
    pub sounds: &'a [Sound],
    /// How the way that the last tick wanted to go stands.
    pub travel: Option<Progress>,
    /// What watching another has brought.
    pub watched: Watched,
    /// For how long the tuple has been active; `None` for one that would begin now, to which what happened in
    /// this tick does not belong.
    pub active_s: Option<f32>,
    /// When each condition that is remembered held last.
    pub held_at: &'a [f64],
    /// The tuples that were active in the tick before.
    pub doing: &'a [Name],
}

/// The character's own words for values and selectors, to describe conditions with.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    /// The names of values, in their order.
    pub values: &'a [Name],
    /// The named selectors, in their order.
    pub selectors: &'a [Selector],
    /// The named places, in their order.
    pub places: &'a [NamedPlace],
}

impl Words<'_> {
    fn value(&self, id: ValueId) -> Name {
        self.values.get(id.index()).copied().unwrap_or_default()
    }

    fn place(&self, id: NamedPlaceId) -> Name {
        self.places.get(usize::from(id.0)).map(|place| place.name).unwrap_or_default()
    }

    fn selector(&self, id: SelectorId) -> Name {
        self.selectors.get(usize::from(id.0)).map(|selector| selector.name).unwrap_or_default()
    }
}

/// All conditions of a tree.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Conditions {
    all: Vec<Condition>,
}

impl Conditions {
    /// Adds one; those it is made of must be there already. `None` if they are not, or there is no more room.
    pub fn add(&mut self, condition: Condition) -> Option<ConditionId> {
        let count = self.all.len();
        let there = |id: &ConditionId| usize::from(id.0) < count;
        let complete = match &condition {
            Condition::All(parts) | Condition::Any(parts) => parts.iter().all(there),
            Condition::Not(part) | Condition::Recently(part, _) => there(part),
            _ => true,
        };
        let id = u16::try_from(count).ok().filter(|_| complete)?;
        self.all.push(condition);
        Some(ConditionId(id))
    }

    /// One of them.
    pub fn get(&self, id: ConditionId) -> Option<&Condition> {
        self.all.get(usize::from(id.0))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Whether a condition holds; `None` if that cannot be told from this viewpoint.
    pub fn holds(&self, id: ConditionId, asked: &Asked<'_>) -> Option<bool> {
        let own = asked.own;
        if asked.supposed.is_some_and(|supposed| self.get(supposed) == self.get(id)) {
            return Some(true);
        }
        let happened =
            |test: &dyn Fn(&SelfKnowledge<'_>) -> bool| own.map(|own| own.active_s.is_some() && test(&own));
        let felt = |value, test: &dyn Fn(f32) -> bool| own.map(|own| test(own.feelings.get(value)));
        match self.get(id)? {
            Condition::All(parts) => self.fold(parts, asked, false),
            Condition::Any(parts) => self.fold(parts, asked, true),
            Condition::Not(part) => self.holds(*part, asked).map(|holds| !holds),
            Condition::Above(value, than) => felt(*value, &|found| found > *than),
            Condition::Below(value, than) => felt(*value, &|found| found < *than),
            Condition::Dominant(value) => own.map(|own| own.feelings.is_dominant(*value)),
            Condition::Believed(selector) => Some(asked.view.pick(*selector).found.is_some()),
            Condition::Seen(selector) => {
                Some(asked.view.pick(*selector).found.is_some_and(|found| found.seen))
            }
            Condition::ObjectSeen => Some(asked.about_object().is_some_and(|found| found.seen)),
            Condition::ObjectIs(selector) => {
                Some(asked.object.is_some_and(|object| asked.view.accepts(*selector, object)))
            }
            Condition::Near(selector, within) => {
                let found = match selector {
                    Some(selector) => asked.view.pick(*selector).found,
                    None => asked.about_object(),
                };
                Some(found.is_some_and(|found| found.distance_m <= *within))
            }
            Condition::NearPlace(place, within) => {
                // What another takes for its post is not known.
                let here = own.and(asked.view.viewer())?;
                Some(asked.view.place(*place).is_some_and(|at| here.distance_m(at) <= *within))
            }
            Condition::Holding(kind) => asked.view.holds(|held| is(kind, held)),
            Condition::Heard(words) => {
                own.map(|own| own.sounds.iter().any(|sound| fits(words, sound.said()).is_some()))
            }
            Condition::Ate(kind) => happened(&|own| own.body.ate.is_some_and(|ate| is(kind, ate))),
            Condition::Finished(name) => happened(&|own| performs(own.body, *name, MovementStage::Finished)),
            Condition::Cannot(name) => happened(&|own| performs(own.body, *name, MovementStage::Cannot)),
            Condition::Arrived => happened(&|own| matches!(own.travel, Some(Progress::Arrived))),
            Condition::NoWay => happened(&|own| matches!(own.travel, Some(Progress::NoWay { .. }))),
            Condition::Blocked => own.map(|own| own.body.blocked),
            Condition::After(seconds) => own.map(|own| own.active_s.is_some_and(|active| active >= *seconds)),
            Condition::Recognised => own.map(|own| own.watched.movement.is_some()),
            Condition::Identified => own.map(|own| own.watched.action.is_some()),
            Condition::Recently(_, within) => own.map(|own| {
                let last = own.held_at.get(usize::from(id.0)).copied().unwrap_or(f64::NEG_INFINITY);
                asked.time_s - last <= f64::from(*within)
            }),
            Condition::Doing(tuple) => own.map(|own| own.doing.contains(tuple)),
            // One level deep: what another thinks of others' minds is not asked.
            Condition::OtherMind(question) => own.and_then(|_| question.holds(asked.view, asked.object)),
        }
    }

    /// The part that is to blame when a condition does not hold.
    pub fn blame(&self, id: ConditionId, asked: &Asked<'_>) -> ConditionId {
        match self.get(id) {
            Some(Condition::All(parts)) => {
                let failing = parts.iter().find(|part| self.holds(**part, asked) == Some(false));
                failing.map_or(id, |part| self.blame(*part, asked))
            }
            _ => id,
        }
    }

    /// The part to blame in the first of several conditions that is certainly `wanted`.
    pub fn first(&self, conditions: &[ConditionId], asked: &Asked<'_>, wanted: bool) -> Option<ConditionId> {
        let found = conditions.iter().find(|condition| self.holds(**condition, asked) == Some(wanted));
        found.map(|condition| self.blame(*condition, asked))
    }

    /// Notes which of the conditions that are remembered hold now. `held_at` grows to the number of conditions.
    pub(crate) fn remember(&self, asked: &Asked<'_>, held_at: &mut Vec<f64>) {
        held_at.resize(self.all.len(), f64::NEG_INFINITY);
        for (at, condition) in self.all.iter().enumerate() {
            if let Condition::Recently(part, _) = condition
                && self.holds(*part, asked) == Some(true)
            {
                held_at[at] = asked.time_s;
            }
        }
    }

    fn fold(&self, parts: &[ConditionId], asked: &Asked<'_>, decisive: bool) -> Option<bool> {
        let mut answer = Some(!decisive);
        for part in parts {
            match self.holds(*part, asked) {
                Some(holds) if holds == decisive => return Some(decisive),
                Some(_) => {}
                None => answer = None,
            }
        }
        answer
    }

    /// The condition in words.
    pub fn describe(&self, id: ConditionId, words: Words<'_>) -> String {
        let mut text = String::new();
        self.write(id, words, &mut text);
        text
    }

    fn write(&self, id: ConditionId, words: Words<'_>, out: &mut String) {
        let selector = |id: &SelectorId| words.selector(*id);
        let any_movement = |name: &Name| if name.is_empty() { Name::cut("any movement") } else { *name };
        let any = |kind: &Name| if kind.is_empty() { Name::cut("anything") } else { *kind };
        let joined = |parts: &[ConditionId], word: &str, out: &mut String| {
            for (index, part) in parts.iter().enumerate() {
                out.push_str(if index > 0 { word } else { "" });
                self.write(*part, words, out);
            }
        };
        // Writing to a `String` cannot fail.
        let _ = match self.get(id) {
            None => Ok(()),
            Some(Condition::All(parts)) => return joined(parts, " and ", out),
            Some(Condition::Any(parts)) => return joined(parts, " or ", out),
            Some(Condition::Not(part)) => {
                out.push_str("not ");
                return self.write(*part, words, out);
            }
            Some(Condition::Recently(part, within)) => {
                self.write(*part, words, out);
                write!(out, " within the last {within} s")
            }
            Some(Condition::Above(value, than)) => write!(out, "{} above {than}", words.value(*value)),
            Some(Condition::Below(value, than)) => write!(out, "{} below {than}", words.value(*value)),
            Some(Condition::Dominant(value)) => write!(out, "{} dominant", words.value(*value)),
            Some(Condition::Believed(id)) => write!(out, "\"{}\" believed", selector(id)),
            Some(Condition::Seen(id)) => write!(out, "\"{}\" seen", selector(id)),
            Some(Condition::ObjectSeen) => write!(out, "object seen"),
            Some(Condition::ObjectIs(id)) => write!(out, "object is \"{}\"", selector(id)),
            Some(Condition::Near(Some(id), within)) => write!(out, "\"{}\" within {within} m", selector(id)),
            Some(Condition::Near(None, within)) => write!(out, "object within {within} m"),
            Some(Condition::NearPlace(place, within)) => {
                write!(out, "place \"{}\" within {within} m", words.place(*place))
            }
            Some(Condition::Holding(kind)) => write!(out, "holding {}", any(kind)),
            Some(Condition::Heard(words)) => write!(out, "\"{words}\" heard"),
            Some(Condition::Ate(kind)) => write!(out, "ate {}", any(kind)),
            Some(Condition::Finished(name)) => write!(out, "{} finished", any_movement(name)),
            Some(Condition::Cannot(name)) => write!(out, "{} impossible for the body", any_movement(name)),
            Some(Condition::Recognised) => write!(out, "a movement recognised"),
            Some(Condition::Identified) => write!(out, "an action identified"),
            Some(Condition::Arrived) => write!(out, "arrived"),
            Some(Condition::NoWay) => write!(out, "no way"),
            Some(Condition::Blocked) => write!(out, "blocked"),
            Some(Condition::Doing(tuple)) => write!(out, "doing \"{tuple}\""),
            Some(Condition::After(seconds)) => write!(out, "active for {seconds} s"),
            Some(Condition::OtherMind(question)) => write_question(question, words, out),
        };
    }
}

fn write_question(question: &MindQuestion, words: Words<'_>, out: &mut String) -> std::fmt::Result {
    let by = if question.by.is_empty() { Name::cut("somebody") } else { question.by };
    let what = question.what.map_or("the object".to_owned(), |what| format!("\"{}\"", words.selector(what)));
    match question.asks {
        Question::Of(AsksMind::Knows(_)) => write!(out, "{what} known to {by}"),
        Question::Of(AsksMind::Unaware(_)) => write!(out, "{what} not known to {by}"),
        Question::Of(AsksMind::HasSeen(_)) => write!(out, "{what} seen by {by}"),
        Question::Of(AsksMind::LooksAt(_)) => write!(out, "{what} looked at by {by}"),
        Question::ExpectsAt(Spot::Place(place), _) => {
            write!(out, "{what} expected at \"{}\" by {by}", words.place(place))
        }
        Question::ExpectsAt(Spot::Thing(thing), _) => {
            write!(out, "{what} expected at \"{}\" by {by}", words.selector(thing))
        }
    }
}

impl Asked<'_> {
    fn about_object(&self) -> Option<Found> {
        self.object.and_then(|object| self.view.about(object))
    }
}
