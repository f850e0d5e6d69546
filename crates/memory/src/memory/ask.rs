//! Asking the memory: where a thing is now, how sure that is, how soon it will be put elsewhere, and what happened.

use super::experts::{VIEWS, gone};
use super::{Memory, Remembered, Stay, What};
use crate::habit::HALF_LIVES;
use crate::house::PlaceId;
use piaget_terms::maths;

impl Memory {
    /// The chance that the thing is at each specific place now, in the order of [`House::leaves`](crate::House::leaves). They sum to 1,
    /// or to 0 when it was just missed everywhere.
    pub fn chances(&self, what: What, now_s: f64, out: &mut Vec<f32>) {
        out.clear();
        self.chances_from(what, now_s, 0, 0, out);
    }

    /// The same, written behind what stands in a list already; what is behind that is a buffer.
    pub(super) fn chances_from(&self, what: What, now_s: f64, depth: u32, start: usize, all: &mut Vec<f32>) {
        all.truncate(start);
        all.resize(start + self.house.leaves().len(), 0.0);
        let out = &mut all[start..];
        let mixture = self.mixture(what, now_s);
        let moved = mixture.factors(None);
        let weigh = |habit: &[f32; VIEWS], factors: &[f32; VIEWS]| -> f32 {
            habit.iter().zip(factors).map(|(chance, factor)| chance * factor).sum()
        };
        for (out, leaf) in out.iter_mut().zip(self.house.leaves()) {
            *out = weigh(&mixture.habit(*leaf), &moved);
        }
        // Places where it was just missed can only hold it if it came there since.
        for (place, habit, since) in mixture.missed() {
            if let Ok(at) = self.house.leaves().binary_search(&place) {
                out[at] = weigh(habit, &mixture.factors(Some(since)));
            }
        }
        if let Some((last, stays)) = mixture.stays() {
            let share = stays / mixture.open_in(last, last).max(1) as f32;
            self.house.for_all_in(last, &mut |part| {
                if let Ok(at) = self.house.leaves().binary_search(&part) {
                    out[at] += share * mixture.open_in(part, part) as f32;
                }
            });
        }
        normalise(out);
        if let Some(held) = self.held(what.object, now_s, mixture.open()) {
            self.follow_holders(&held, now_s, depth, start, all);
        }
        let out = &mut all[start..];
        self.heed_reports(what, now_s, out);
        normalise(out);
    }

    /// The chance that a thing is put elsewhere, or back where it is kept, between two times: what was learnt of it, or of all
    /// things.
    pub fn moved_between(&self, what: What, from_s: f64, to_s: f64) -> f32 {
        let object = self.remembered(what.object);
        let [hazard, _] = self.hazards(object, &self.layers(what, to_s));
        let stays = object.map_or(&self.stays, Remembered::stays_where_last_seen);
        let half_lives = self.config.stays_s.iter().zip(stays);
        let by_half_life: f32 = half_lives.map(|(half_s, trust)| trust * gone(to_s - from_s, *half_s)).sum();
        (by_half_life + stays[HALF_LIVES] * hazard.gone(from_s, to_s)).clamp(0.0, 1.0)
    }

    /// How sure it is where the thing is: 1 when one place has all the chance, 0 when every place is as likely.
    pub fn sureness(&self, what: What, now_s: f64) -> f32 {
        let mut chances = Vec::new();
        self.chances(what, now_s, &mut chances);
        let entropy: f32 = chances.iter().filter(|c| **c > 0.0).map(|c| -c * maths::ln(*c)).sum();
        let most = maths::ln(chances.len().max(2) as f32);
        if chances.iter().all(|chance| *chance <= 0.0) { 0.0 } else { (1.0 - entropy / most).clamp(0.0, 1.0) }
    }

    /// The chance that the thing is at a place of any level, without regard to reports.
    pub fn chance_at(&self, what: What, place: PlaceId, now_s: f64) -> f32 {
        self.chance_at_from(what, place, now_s, 0)
    }

    pub(super) fn chance_at_from(&self, what: What, place: PlaceId, now_s: f64, depth: u32) -> f32 {
        let mixture = self.mixture(what, now_s);
        let lies = mixture.chance(place);
        self.held(what.object, now_s, mixture.open())
            .map_or(lies, |held| held.lies * lies + self.chance_held_at(&held, place, now_s, depth))
    }

    /// What happened at a place between two times: every stay there that is remembered, in the order of time.
    pub fn happened_at(&self, place: PlaceId, from_s: f64, to_s: f64) -> Vec<(What, Stay)> {
        let overlaps = |stay: &&Stay| {
            self.house.within(stay.place, place) && stay.from_s <= to_s && stay.to_s() >= from_s
        };
        let of = |object: &Remembered| {
            object
                .history
                .stays()
                .iter()
                .filter(overlaps)
                .map(|stay| (object.what, *stay))
                .collect::<Vec<_>>()
        };
        let mut all: Vec<(What, Stay)> = self.objects.iter().flat_map(of).collect();
        all.sort_by(|a, b| a.1.from_s.total_cmp(&b.1.from_s).then(a.0.cmp(&b.0)));
        all
    }
}

/// Chances that sum to 1, or are none.
fn normalise(chances: &mut [f32]) {
    let total: f32 = chances.iter().map(|chance| chance.max(0.0)).sum();
    let of_all = |chance: f32| if total > 1e-12 { chance.max(0.0) / total } else { 0.0 };
    chances.iter_mut().for_each(|chance| *chance = of_all(*chance));
}
