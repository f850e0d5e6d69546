//! A mixture of experts: what [`Memory`](super::Memory) makes of one object at one moment. Every expert's chances are
//! weighed by the trust in it. An expert is a way of reading the habit with a duration of stay.

use super::{MemoryConfig, Remembered, hour};
use crate::habit::{Layers, Reading, STAYS, VIEWS};
use crate::house::PlaceId;
use piaget_terms::maths;

/// Ways of reading a habit, each with every duration of stay.
pub(super) const EXPERTS: usize = STAYS * VIEWS;

/// One object at one moment, ready to be asked.
pub(super) struct ExpertMixture<'a> {
    pub(super) layers: Layers<'a>,
    object: Option<&'a Remembered>,
    pub(super) trust: [f32; EXPERTS],
    pub(super) readings: [WeighedReading; VIEWS],
}

/// One way of reading the habit, with the trust in each duration of stay.
pub(super) struct WeighedReading {
    pub(super) reading: Reading,
    stays_s: [f64; STAYS],
    /// Trust, divided by the expert's total.
    weight: [f32; STAYS],
    total: [f32; STAYS],
    /// Chance to have been moved since it was seen last.
    since_last: [f32; STAYS],
}

impl WeighedReading {
    /// The factor of the habit's chance at a place, all durations together: where it was missed some seconds ago,
    /// it can only be if it was moved since.
    pub(super) fn moved(&self, missed_ago_s: Option<f64>) -> f32 {
        (0..STAYS).map(|stay| self.weight[stay] * self.moved_by(stay, missed_ago_s)).sum()
    }

    fn moved_by(&self, stay: usize, missed_ago_s: Option<f64>) -> f32 {
        missed_ago_s.map_or(self.since_last[stay], |ago| gone(ago, self.stays_s[stay]))
    }
}

impl<'a> ExpertMixture<'a> {
    pub(super) fn new(
        config: &MemoryConfig,
        layers: Layers<'a>,
        object: Option<&'a Remembered>,
        (views, stays): (&[f32; VIEWS], &[f32; STAYS]),
        now_s: f64,
    ) -> Self {
        let views = object.map_or(views, |object| &object.trust);
        let stays = object.map_or(stays, Remembered::stays_where_last_seen);
        let trust = std::array::from_fn(|expert| views[expert / STAYS] * stays[expert % STAYS]);
        let since = object.and_then(|object| object.last).map(|(_, then)| now_s - then);
        let mut mixture = Self {
            layers,
            object,
            trust,
            readings: std::array::from_fn(|view| WeighedReading {
                reading: Reading::of_view(view, hour(config, now_s), config.own_prior, config.spread_prior),
                stays_s: config.stays_s,
                weight: [0.0; STAYS],
                total: [0.0; STAYS],
                since_last: config.stays_s.map(|stay_s| since.map_or(1.0, |since| gone(since, stay_s))),
            }),
        };
        for index in 0..VIEWS {
            let totals = mixture.totals(&mixture.readings[index], now_s);
            let weighed = &mut mixture.readings[index];
            weighed.total = totals;
            for stay in 0..STAYS {
                let total = totals[stay];
                weighed.weight[stay] = if total > 1e-12 { trust[index * STAYS + stay] / total } else { 0.0 };
            }
        }
        mixture
    }

    /// What an expert's chances add up to before they are divided by it. The habit sums to 1, so only places where
    /// the thing was missed need a look.
    fn totals(&self, weighed: &WeighedReading, now_s: f64) -> [f32; STAYS] {
        let mut totals = weighed.since_last;
        for &(place, then) in self.missed() {
            let chance = self.layers.chance(place, &weighed.reading);
            for (stay, total) in totals.iter_mut().enumerate() {
                *total += chance * (weighed.moved_by(stay, Some(now_s - then)) - weighed.since_last[stay]);
            }
        }
        if self.is_last_open() {
            for (total, moved) in totals.iter_mut().zip(weighed.since_last) {
                *total += 1.0 - moved;
            }
        }
        totals.map(|total| total.max(0.0))
    }

    /// Where it was missed since, and when.
    pub(super) fn missed(&self) -> &[(PlaceId, f64)] {
        self.object.map_or(&[], |object| &object.missed)
    }

    fn last(&self) -> Option<PlaceId> {
        self.object.and_then(|object| object.last).map(|(place, _)| place)
    }

    /// Whether it may still be where it was seen last.
    fn is_last_open(&self) -> bool {
        self.last().is_some_and(|last| self.open_in(last, last) > 0)
    }

    /// How many specific places of both wholes it was not missed at since.
    pub(super) fn open_in(&self, one: PlaceId, other: PlaceId) -> u32 {
        let house = self.layers.house;
        let inner = if house.within(one, other) { one } else { other };
        if !house.within(inner, one) || !house.within(inner, other) {
            return 0;
        }
        let mut open = 0;
        house.for_all_in(inner, &mut |part| {
            let missed = || self.missed().iter().any(|(place, _)| *place == part);
            open += u32::from(house[part].children.is_empty() && !missed());
        });
        open
    }

    /// Where it was seen last, and the chance that it never left.
    pub(super) fn stays(&self) -> Option<(PlaceId, f32)> {
        let last = self.last().filter(|_| self.is_last_open())?;
        let each = |weighed: &WeighedReading| -> f32 {
            (0..STAYS).map(|stay| weighed.weight[stay] * (1.0 - weighed.since_last[stay])).sum()
        };
        Some((last, self.readings.iter().map(each).sum()))
    }

    /// The chance that it is at a place of any level.
    pub(super) fn chance(&self, place: PlaceId, now_s: f64) -> f32 {
        (0..EXPERTS).map(|expert| self.trust[expert] * self.chance_of_expert(expert, place, now_s)).sum()
    }

    /// What one expert says about a place of any level.
    pub(super) fn chance_of_expert(&self, expert: usize, place: PlaceId, now_s: f64) -> f32 {
        let (weighed, stay) = (&self.readings[expert / STAYS], expert % STAYS);
        if weighed.total[stay] <= 1e-12 {
            return 0.0;
        }
        let house = self.layers.house;
        let mut chance = self.layers.chance(place, &weighed.reading) * weighed.since_last[stay];
        for &(missed, then) in self.missed().iter().filter(|(missed, _)| house.within(*missed, place)) {
            let habit = self.layers.chance(missed, &weighed.reading);
            chance += habit * (weighed.moved_by(stay, Some(now_s - then)) - weighed.since_last[stay]);
        }
        if let Some(last) = self.last() {
            // Seen in a room and no nearer, any of the room's places may have it.
            let all = self.open_in(last, last);
            if all > 0 {
                let share = self.open_in(last, place) as f32 / all as f32;
                chance += (1.0 - weighed.since_last[stay]) * share;
            }
        }
        (chance / weighed.total[stay]).clamp(0.0, 1.0)
    }
}

/// The chance to have gone after some seconds, where half are gone after `half_s`. Exact for very short times.
pub(super) fn gone(seconds: f64, half_s: f64) -> f32 {
    let x = (std::f64::consts::LN_2 * seconds.max(0.0) / half_s.max(1e-9)) as f32;
    if x < 1e-3 { x - 0.5 * x * x } else { 1.0 - maths::exp(-x) }
}
