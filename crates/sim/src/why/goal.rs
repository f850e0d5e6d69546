//! What should have come about, as a person says it: `eats bowl`, `reaches thief`, `does patrol`.

use super::Diary;
use crate::happening::words;
use piaget_mind::model::action::Action;
use piaget_terms::{Name, Utterance};
use std::borrow::Cow;

/// Something that a creature should do.
///
/// ```
/// use piaget_sim::why::Goal;
/// let goal: Goal = "eats bowl".parse().unwrap();
/// assert_eq!((goal.verb.as_str(), goal.about.unwrap().as_str()), ("eats", "bowl"));
/// assert!("".parse::<Goal>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// What it should do, as it was said.
    pub verb: String,
    /// With what: a kind or a name of the scenario, or the name of an action.
    pub about: Option<Name>,
    /// The words that it should hear, for `hears`.
    pub hears: Option<Utterance>,
}

/// Why a text is not a goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "write what it should do and with what, such as \"eats bowl\", \"reaches thief\", \"sees cheese\" or \"does patrol\""
)]
pub struct NotAGoal;

impl std::str::FromStr for Goal {
    type Err = NotAGoal;

    fn from_str(text: &str) -> Result<Self, NotAGoal> {
        let mut parts = text.split_whitespace();
        let verb = parts.next().ok_or(NotAGoal)?.to_owned();
        let rest = parts.collect::<Vec<_>>().join(" ");
        let hears = (verb == "hears").then(|| Utterance::from(&rest)).and_then(Result::ok);
        let about = (!rest.is_empty() && hears.is_none()).then(|| Name::cut(&rest));
        Ok(Self { verb, about, hears })
    }
}

/// Verbs that mean the same for every character; others name its own actions and movements.
const VERBS: [&str; 11] = [
    "sees",
    "hears",
    "eats",
    "picks-up",
    "takes",
    "puts-down",
    "says",
    "does",
    "chooses",
    "reaches",
    "approaches",
];

impl Goal {
    /// Whether a word is one of the verbs that mean the same for every character.
    pub fn is_verb(word: &str) -> bool {
        VERBS.contains(&word)
    }

    /// Its verb without the ending.
    pub(super) fn base(&self) -> Cow<'_, str> {
        base(&self.verb)
    }

    /// Whether an action must be chosen for it.
    pub(super) fn needs_action(&self) -> bool {
        !matches!(self.verb.as_str(), "sees" | "hears")
    }

    /// Whether what it is about is a thing, and not the name of an action.
    pub(super) fn is_about_a_thing(&self) -> bool {
        !matches!(self.verb.as_str(), "does" | "chooses" | "hears" | "says")
    }

    /// Whether a tuple would do it: by its name, by its movement, or by going there.
    pub(super) fn is_done_by(&self, tuple: Name, movement: Option<Name>, action: Option<Action>) -> bool {
        let named = |name: Name| self.verb == *name || base(&self.verb) == *name.as_str();
        match self.verb.as_str() {
            "does" | "chooses" => self.about == Some(tuple),
            "says" => matches!(action, Some(Action::Say(_))),
            "reaches" | "approaches" => matches!(action, Some(Action::Approach { .. })),
            _ => named(tuple) || movement.is_some_and(named),
        }
    }

    /// When it came about.
    pub(super) fn reached_s(&self, diary: &Diary) -> Option<f64> {
        let word = match self.verb.as_str() {
            "sees" => words::SEES,
            "hears" => words::HEARS,
            "eats" if self.about.is_some() => return self.eaten_s(diary),
            "eats" => words::ATE,
            "picks-up" | "takes" => words::PICKED_UP,
            "puts-down" => words::PUT_DOWN,
            "says" => words::SAID,
            "does" | "chooses" => words::CHOSE,
            "reaches" | "approaches" => return self.arrived_s(diary),
            _ => words::FINISHES,
        };
        let about_it = |about: &str| match (&self.hears, self.about) {
            (Some(said), _) => about.ends_with(said.as_str()),
            (None, Some(wanted)) if word != words::FINISHES => {
                wanted == *about || diary.of(wanted).any(|met| met.kind == *about || met.name == *about)
            }
            (None, None) if word != words::FINISHES => true,
            _ => base(&self.verb) == *about || self.verb == about,
        };
        diary.happened.iter().find(|one| one.event == word && about_it(&one.about)).map(|one| one.t)
    }

    /// When it ate one of what was asked about.
    fn eaten_s(&self, diary: &Diary) -> Option<f64> {
        diary.of(self.about?).filter_map(|met| met.eaten_s).min_by(f64::total_cmp)
    }

    /// To have been as near as arms reach counts as having reached it.
    fn arrived_s(&self, diary: &Diary) -> Option<f64> {
        /// Two bodies that stand beside each other are about this far apart.
        const BESIDE_M: f32 = 1.5;
        /// Who is this near to a place by name is there.
        const THERE_M: f32 = 1.0;
        if let Some(place) = diary.place(self.about?) {
            // Who was told of no place stood at it from the beginning, which is not what was asked for.
            return (place.nearest_m <= THERE_M && !place.untold).then_some(place.nearest_s);
        }
        let near = diary.of(self.about?).filter(|met| met.nearest_m <= BESIDE_M);
        near.filter_map(|met| met.seen_s).map(|(_, last)| last).next()
    }
}

/// A verb without its ending: `eats` is `eat`, `catches` is `catch`, `picks-up` is `pick-up`, and `takes` is that, too.
fn base(verb: &str) -> Cow<'_, str> {
    let (first, rest) = verb.split_at(verb.find('-').unwrap_or(verb.len()));
    let sibilant = first.strip_suffix("es").filter(|stem| stem.ends_with("ch") || stem.ends_with("sh"));
    let stem = sibilant.or_else(|| first.strip_suffix('s')).unwrap_or(first);
    match (stem, rest) {
        ("take", "") => Cow::Borrowed("pick-up"),
        (stem, "") => Cow::Borrowed(stem),
        (stem, rest) => Cow::Owned(format!("{stem}{rest}")),
    }
}
