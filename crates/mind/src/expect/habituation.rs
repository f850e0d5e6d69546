//! What was odd and happens again becomes usual, for the thing itself and for its kind (Kline 4.2.1): an oddity of
//! one desk makes the next desk's less odd, and watching desks that do nothing odd makes it odd again.

use super::config::HabituationConfig;
use crate::model::expectation::Track;
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
    feature: u8,
    oddities: f32,
}

impl Habituation {
    /// Whether saved habits are of a character with so many features.
    pub(super) fn validate(&self, features: usize) -> Checked {
        at_most("kinds", self.kinds.len(), MOST)?;
        for habit in &self.kinds {
            index("feature", usize::from(habit.feature), features)?;
            amount("oddities", habit.oddities)?;
        }
        Ok(())
    }

    /// Oddities remembered of a feature of a kind.
    pub fn of(&self, kind: Name, feature: u8) -> f32 {
        self.kinds
            .iter()
            .find(|habit| habit.kind == kind && habit.feature == feature)
            .map_or(0.0, |habit| habit.oddities)
    }

    /// The share of a track's confidence that is left to judge an oddity by.
    pub(super) fn left(&self, config: &HabituationConfig, track: &Track, kind: Name, feature: u8) -> f32 {
        let usual = track.oddities.max(config.kind_counts * self.of(kind, feature));
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
            self.add(kind, feature);
        } else if !odd {
            let kept = maths::remaining(seconds, config.forgets_half_in_s);
            track.oddities *= kept;
            let known = self.kinds.iter_mut().find(|habit| habit.kind == kind && habit.feature == feature);
            if let Some(habit) = known {
                habit.oddities *= kept;
            }
        }
        track.was_odd = odd;
    }

    fn add(&mut self, kind: Name, feature: u8) {
        if kind.is_empty() {
            return;
        }
        if let Some(habit) =
            self.kinds.iter_mut().find(|habit| habit.kind == kind && habit.feature == feature)
        {
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
        self.kinds.push(KindHabit { kind, feature, oddities: 1.0 });
    }
}
