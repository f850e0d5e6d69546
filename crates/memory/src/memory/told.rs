//! What others say of where a thing is, or is not: heeded as far as each of them was right so far. Somebody of whom nothing is
//! known yet is trusted as others were.

use super::experts::gone;
use super::{Memory, MemoryConfig, What};
use crate::house::{House, PlaceId};
use arrayvec::ArrayVec;
use piaget_terms::Name;
use piaget_terms::valid::{Checked, amount, at_most, index, time};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The most reports of one thing that are remembered.
const MOST_REPORTS: usize = 4;
/// The most people whose word is remembered apart; the one who was judged least is forgotten.
const MOST_SOURCES: usize = 64;

/// What another said.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Report {
    /// Who; empty for nobody in particular.
    source: Name,
    place: PlaceId,
    /// Whether it was said to be there; else, not to be there.
    there: bool,
    at_s: f64,
}

/// The reports of one thing.
pub(super) type Reports = ArrayVec<Report, MOST_REPORTS>;

/// How often somebody was right and wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Word {
    right: f32,
    wrong: f32,
}

/// How often everybody was.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Trusted {
    all: Word,
    named: BTreeMap<Name, Word>,
}

impl Trusted {
    pub fn new(config: &MemoryConfig) -> Self {
        let (right, wrong) = config.told_right_wrong;
        Self { all: Word { right, wrong }, named: BTreeMap::new() }
    }

    pub fn validate(&self) -> Checked {
        at_most("sources", self.named.len(), MOST_SOURCES)?;
        self.named.values().chain([&self.all]).try_for_each(|word| {
            amount("right", word.right)?;
            amount("wrong", word.wrong)
        })
    }

    /// How far somebody's word is trusted, 0 to 1.
    pub fn in_word_of(&self, source: Name, prior: f32) -> f32 {
        let all = self.all.right / (self.all.right + self.all.wrong).max(1e-6);
        let own = self.named.get(&source).copied().unwrap_or_default();
        (own.right + prior * all) / (own.right + own.wrong + prior).max(1e-6)
    }

    /// `share` of what is learned of one who has a name tells of all others.
    fn judge(&mut self, source: Name, right: bool, weight: f32, share: f32) {
        let note = |word: &mut Word, weight: f32| match right {
            true => word.right += weight,
            false => word.wrong += weight,
        };
        if source.is_empty() {
            return note(&mut self.all, weight);
        }
        note(&mut self.all, share * weight);
        if self.named.len() >= MOST_SOURCES && !self.named.contains_key(&source) {
            let judged = |word: &Word| word.right + word.wrong;
            let least =
                self.named.iter().min_by(|a, b| judged(a.1).total_cmp(&judged(b.1))).map(|(name, _)| *name);
            least.map(|name| self.named.remove(&name));
        }
        note(self.named.entry(source).or_default(), weight);
    }
}

/// Whether saved reports are of places of this house.
pub(super) fn validate(reports: &Reports, house: &House) -> Checked {
    reports.iter().try_for_each(|report| {
        index("reports", report.place.0 as usize, house.len())?;
        time("reports", report.at_s)
    })
}

impl Memory {
    /// Another said that the thing is there. Weaker than seeing: trusted as far as others have been right so far.
    /// Of contradicting reports the latest weighs most.
    pub fn told(&mut self, what: What, place: PlaceId, now_s: f64) {
        self.told_by(Name::default(), what, place, true, now_s);
    }

    /// Somebody said that the thing is there, or is not there; an empty name is nobody in particular.
    ///
    /// ```
    /// use piaget_memory::{House, Memory, MemoryConfig, What};
    /// use piaget_terms::Name;
    /// let house = House::from_text("home.kdl", r#"place "home" { place "desk"; place "sofa"; place "bed" }"#).unwrap();
    /// let (desk, sofa) = (house.find("desk").unwrap(), house.find("sofa").unwrap());
    /// let mut memory = Memory::new(house, MemoryConfig::default());
    /// let pen = What { object: Name::cut("pen").into(), kind: Name::cut("pen") };
    /// for day in 0..8 {
    ///     memory.told_by(Name::cut("fox"), pen, sofa, true, f64::from(day) * 86_400.0);
    ///     memory.found(pen, desk, f64::from(day) * 86_400.0 + 600.0);
    /// }
    /// assert!(memory.trust_in(Name::cut("fox")) < memory.trust_in(Name::cut("owl")));
    /// ```
    pub fn told_by(&mut self, source: Name, what: What, place: PlaceId, there: bool, now_s: f64) {
        let Some(now_s) = self.check(place, now_s) else { return };
        let index = self.entry(what, now_s);
        let reports = &mut self.objects[index].reports;
        reports.retain(|report| report.place != place);
        if reports.is_full() {
            reports.remove(0);
        }
        reports.push(Report { source, place, there, at_s: now_s });
    }

    /// How far somebody's word is trusted, 0 to 1.
    pub fn trust_in(&self, source: Name) -> f32 {
        self.trusted.in_word_of(source, self.config.source_prior)
    }

    /// The thing is found: who spoke of it was right or wrong, as far as it was still worth something.
    pub(super) fn judge_reports(&mut self, index: usize, place: PlaceId, now_s: f64) {
        let reports = std::mem::take(&mut self.objects[index].reports);
        for report in reports {
            let right = self.house.within(place, report.place) == report.there;
            let worth = 1.0 - gone(now_s - report.at_s, self.config.report_lasts_s);
            self.trusted.judge(report.source, right, worth, self.config.told_share);
        }
    }

    /// Mixes in what others said, oldest first.
    pub(super) fn heed_reports(&self, what: What, now_s: f64, out: &mut [f32]) {
        let Some(object) = self.remembered(what.object) else { return };
        let leaves = self.house.leaves();
        for report in &object.reports {
            let holds = |leaf: &PlaceId| self.house.within(*leaf, report.place) == report.there;
            let mass: f32 = leaves.iter().zip(&*out).filter(|(leaf, _)| holds(leaf)).map(|(_, c)| *c).sum();
            if mass <= 1e-9 {
                continue;
            }
            let trust =
                self.trust_in(report.source) * (1.0 - gone(now_s - report.at_s, self.config.report_lasts_s));
            for (leaf, chance) in leaves.iter().zip(out.iter_mut()) {
                let there = if holds(leaf) { *chance / mass } else { 0.0 };
                *chance = *chance * (1.0 - trust) + trust * there;
            }
        }
    }
}
