//! Where a thing tends to be: the edges of Brom's network with counts that fade, read as a probability that goes
//! down the hierarchy of places. What was never seen is filled in from above: an object from its kind, a kind from
//! the sizes of places.

use super::house::{House, PlaceId};
use serde::{Deserialize, Serialize};

/// Parts of a day that are told apart.
pub(super) const HOURS: usize = 8;
/// Spans of the past that are weighed: all of it, the last several findings, the last few.
pub(super) const SPANS: usize = 3;
/// Ways of reading a habit: by each span, or by the time of day.
pub(super) const VIEWS: usize = SPANS + 1;
/// The view that weighs all of the past.
pub(super) const LONG: usize = 0;

/// An edge between an object (or a kind) and a place, at any level.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Edge {
    pub place: PlaceId,
    spans: [f32; SPANS],
    hours: [f32; HOURS],
}

/// What is left of counts after one more finding.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fading {
    pub views: [f32; SPANS],
    pub hour: f32,
}

/// One finding to learn from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finding {
    pub place: PlaceId,
    /// The part of the day.
    pub hour: usize,
    /// How much it tells that was not known a moment ago, 0 to 1.
    pub news: f32,
}

/// The edges of one object or kind, sorted by place.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Habit {
    pub edges: Vec<Edge>,
}

/// How to read a habit: which view, at what time of day, and how much the prior weighs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    pub view: usize,
    pub hour: usize,
    /// Findings that the prior is worth.
    pub prior: f32,
}

impl Habit {
    /// Strengthens the place and all that contain it, and lets the rest fade.
    pub fn learn(&mut self, house: &House, finding: Finding, fading: &Fading, most: usize) {
        let keeps = |share: f32| 1.0 - (1.0 - share) * finding.news;
        for edge in &mut self.edges {
            for (count, share) in edge.spans.iter_mut().zip(fading.views) {
                *count *= keeps(share);
            }
            edge.hours[finding.hour] *= keeps(fading.hour);
        }
        for place in house.up_from(finding.place) {
            let at = match self.edges.binary_search_by_key(&place, |edge| edge.place) {
                Ok(at) => at,
                Err(at) => {
                    self.edges.insert(at, Edge { place, spans: [0.0; SPANS], hours: [0.0; HOURS] });
                    at
                }
            };
            let edge = &mut self.edges[at];
            edge.spans.iter_mut().for_each(|count| *count += finding.news);
            edge.hours[finding.hour] += finding.news;
        }
        while self.edges.len() > most && self.forget_weakest(house) {}
    }

    /// Drops the faintest specific place; what contained it keeps its counts.
    fn forget_weakest(&mut self, house: &House) -> bool {
        let specific = self.edges.iter().enumerate().filter(|(_, edge)| house[edge.place].level == 1);
        let weakest = specific.min_by(|a, b| a.1.spans[LONG].total_cmp(&b.1.spans[LONG])).map(|(at, _)| at);
        weakest.map(|at| self.edges.remove(at)).is_some()
    }

    fn count(&self, place: PlaceId, reading: &Reading) -> f32 {
        let Ok(at) = self.edges.binary_search_by_key(&place, |edge| edge.place) else { return 0.0 };
        let edge = &self.edges[at];
        edge.spans.get(reading.view).copied().unwrap_or(edge.hours[reading.hour])
    }
}

/// An object's habit over its kind's over the sizes of places.
#[derive(Clone, Copy)]
pub(super) struct Layers<'a> {
    pub house: &'a House,
    pub own: Option<&'a Habit>,
    pub kind: Option<&'a Habit>,
    /// Findings that a kind's prior is worth.
    pub kind_prior: f32,
}

impl Layers<'_> {
    /// The chance to be in a part, given that it is in the whole.
    fn share(&self, part: PlaceId, whole: PlaceId, reading: &Reading) -> f32 {
        let by_size = self.house[part].size as f32 / self.house[whole].size as f32;
        let long = Reading { view: LONG, ..*reading };
        let smoothed = |habit: Option<&Habit>, reading: &Reading, prior: f32, base: f32| match habit {
            None => base,
            Some(habit) => {
                (habit.count(part, reading) + prior * base) / (habit.count(whole, reading) + prior).max(1e-9)
            }
        };
        let by_kind = smoothed(self.kind, &long, self.kind_prior, by_size);
        let by_self = smoothed(self.own, &long, reading.prior, by_kind);
        match reading.view {
            LONG => by_self,
            // What is recent, or usual at this hour, is filled in from what is usual at all.
            _ => smoothed(self.own, reading, reading.prior, by_self),
        }
    }

    /// The chance to be at a place of any level.
    pub fn chance(&self, place: PlaceId, reading: &Reading) -> f32 {
        let steps = self.house.up_from(place).zip(self.house.up_from(place).skip(1));
        steps.map(|(part, whole)| self.share(part, whole, reading)).product()
    }

    /// The chances of all places, by number.
    pub fn chances(&self, reading: &Reading, out: &mut Vec<f32>) {
        out.clear();
        out.resize(self.house.len(), 1.0);
        // A part always has a higher number than its whole.
        for index in 1..self.house.len() as u32 {
            let place = PlaceId(index);
            if let Some(whole) = self.house[place].parent {
                out[index as usize] = out[whole.0 as usize] * self.share(place, whole, reading);
            }
        }
    }
}
