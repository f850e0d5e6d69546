//! What was odd and happens again becomes usual, for the thing itself and for its kind (Kline 4.2.1): an oddity of
//! one desk makes the next desk's less odd, and watching desks that do nothing odd makes it odd again.

use super::config::{Config, HabituationConfig};
use crate::model::expectation::Track;
use crate::model::explanation::{Explanation, Explanations};
use piaget_terms::valid::{Checked, amount, at_most, index};
use piaget_terms::{Name, maths};
use serde::{Deserialize, Serialize};

/// The most kinds and features of which habits are remembered; the weakest habit makes room.
const MOST: usize = 64;

/// Oddities that are remembered of kinds of things.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Habituation {
    kinds: Vec<KindHabit>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct KindHabit {
    kind: Name,
    of: HabitOf,
    oddities: f32,
}

/// What a habit is about: nothing is learnt of another oddity of the same thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HabitOf {
    /// A feature that is not as expected, by its number.
    Feature(u8),
    /// An explanation of where the thing is.
    Explanation(Explanation),
}

impl Habituation {
    /// Whether saved habits are of a character with so many features.
    pub(super) fn validate(&self, features: usize) -> Checked {
        at_most("kinds", self.kinds.len(), MOST)?;
        for habit in &self.kinds {
            if let HabitOf::Feature(feature) = habit.of {
                index("feature", usize::from(feature), features)?;
            }
            amount("oddities", habit.oddities)?;
        }
        Ok(())
    }

    /// Oddities remembered of a kind.
    pub fn of(&self, kind: Name, of: HabitOf) -> f32 {
        self.kinds
            .iter()
            .find(|habit| habit.kind == kind && habit.of == of)
            .map_or(0.0, |habit| habit.oddities)
    }

    /// The share of an explanation's oddness that is left, for this thing and its kind.
    pub(super) fn left_of(
        &self,
        config: &HabituationConfig,
        usual: f32,
        kind: Name,
        explanation: Explanation,
    ) -> f32 {
        let of_kind = self.of(kind, HabitOf::Explanation(explanation));
        1.0 / (1.0 + usual.max(config.kind_counts * of_kind) / config.oddities)
    }

    /// A new thing of a kind turned up at a place of this likelihood: how improbable that was, in nats. What came out of thin
    /// air is noted, and surprises until it has become usual.
    pub(super) fn arrive(
        &mut self,
        config: &Config,
        kind: Name,
        (likelihood, comes_from_somewhere): (f32, bool),
    ) -> f32 {
        let left = self.left_of(&config.habituation, 0.0, kind, Explanation::Arrived);
        let odd = maths::exp(-config.explain.arrive_nats * left);
        let nats = -maths::ln((likelihood.max(0.0) + odd).min(1.0));
        if comes_from_somewhere {
            return nats;
        }
        self.add(kind, HabitOf::Explanation(Explanation::Arrived));
        nats.max(config.explain.surprise_nats * left)
    }

    /// The logarithm of how likely a thing of a kind ceased to be within so many seconds, by how often such things were seen to, or to
    /// come out of nothing: who comes so goes so. One that did is a wonder; from the second on there is a rate.
    pub(super) fn ceases_log(&self, config: &HabituationConfig, kind: Name, seconds: f32) -> f32 {
        let times = |of: Explanation| self.of(kind, HabitOf::Explanation(of));
        let again = times(Explanation::Ceased) + times(Explanation::Arrived) - 1.0;
        if !(again > 0.0) {
            return f32::NEG_INFINITY;
        }
        // Oddities fade by the second of every thing that is watched, so that their number is a rate times what is remembered.
        let remembered_s = config.forgets_half_in_s / std::f32::consts::LN_2;
        maths::ln(1.0 - maths::exp(-again * seconds.max(0.0) / remembered_s))
    }

    /// A thing is held for one that surely is no more. It may never be seen again, so that this counts now, and once.
    pub(super) fn cease(&mut self, explanations: &mut Explanations, kind: Name) {
        if !std::mem::replace(&mut explanations.given_up, true) {
            self.add(kind, HabitOf::Explanation(Explanation::Ceased));
        }
    }

    /// What a tick showed of where a thing is: an oddity, or that there was none.
    pub(super) fn note_explained(
        &mut self,
        config: &HabituationConfig,
        explanations: &mut Explanations,
        (kind, odd): (Name, Option<Explanation>),
        seconds: f32,
    ) {
        // An oddity counts once, when it is over, however long it lasted: nothing is usual while it first happens.
        if let Some(over) = explanations.odd.filter(|before| odd != Some(*before)) {
            explanations.usual[over.index()] += 1.0;
            if over != Explanation::Ceased || !explanations.given_up {
                self.add(kind, HabitOf::Explanation(over));
            }
        } else if odd.is_none() {
            let kept = maths::remaining(seconds, config.forgets_half_in_s);
            explanations.usual.iter_mut().for_each(|usual| *usual *= kept);
            for habit in self.kinds.iter_mut().filter(|habit| habit.kind == kind) {
                if matches!(habit.of, HabitOf::Explanation(_)) {
                    habit.oddities *= kept;
                }
            }
        }
        explanations.odd = odd;
    }

    /// The share of a track's confidence that is left to judge an oddity by.
    pub(super) fn left(&self, config: &HabituationConfig, track: &Track, kind: Name, feature: u8) -> f32 {
        let usual = track.oddities.max(config.kind_counts * self.of(kind, HabitOf::Feature(feature)));
        1.0 / (1.0 + usual / config.oddities)
    }

    /// What a tick showed of a track that was watched: an oddity, or that there was none.
    pub(super) fn note(
        &mut self,
        config: &HabituationConfig,
        track: &mut Track,
        (kind, feature): (Name, u8),
        odd: bool,
        seconds: f32,
    ) {
        // An oddity counts once, when it is over, however long it lasted: nothing is usual while it first happens.
        if !odd && track.was_odd {
            track.oddities += 1.0;
            self.add(kind, HabitOf::Feature(feature));
        } else if !odd {
            let kept = maths::remaining(seconds, config.forgets_half_in_s);
            track.oddities *= kept;
            let of = HabitOf::Feature(feature);
            let known = self.kinds.iter_mut().find(|habit| habit.kind == kind && habit.of == of);
            if let Some(habit) = known {
                habit.oddities *= kept;
            }
        }
        track.was_odd = odd;
    }

    fn add(&mut self, kind: Name, of: HabitOf) {
        if kind.is_empty() {
            return;
        }
        if let Some(habit) = self.kinds.iter_mut().find(|habit| habit.kind == kind && habit.of == of) {
            habit.oddities += 1.0;
            return;
        }
        if self.kinds.len() >= MOST
            && let Some(weakest) = (0..self.kinds.len())
                .min_by(|a, b| self.kinds[*a].oddities.total_cmp(&self.kinds[*b].oddities))
        {
            self.kinds.swap_remove(weakest);
        }
        if self.kinds.capacity() == 0 {
            self.kinds.reserve(MOST);
        }
        self.kinds.push(KindHabit { kind, of, oddities: 1.0 });
    }
}
