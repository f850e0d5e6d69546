//! Noticing that a habit has changed: findings in a row that it did not foretell. What was found since then is a span of
//! the past of its own, and what is known of how orderly the thing is kept outlives the change.

use super::experts::VIEWS;
use super::{Memory, MemoryConfig, Remembered};
use crate::habit::{COUNTED, LONG, SINCE, SLIPS, SPANS, WAYS};
use crate::house::{House, PlaceId};

/// The most findings in a row that are kept until a habit is taken for an old one.
pub(super) const MOST_ODD: usize = 4;

impl Memory {
    /// Whether the habit, as long as it is known, gave less to a place than chance: told apart and spread over its room.
    pub(super) fn is_odd(&self, index: usize, now_s: f64, place: PlaceId) -> bool {
        let object = &self.objects[index];
        if object.last.is_none() {
            return false;
        }
        let config = &self.config;
        let long = self.layers(object.what, now_s).chances(place);
        let by_chance = self.house[place].size as f32 / self.house[self.house.root()].size as f32;
        long[WAYS * LONG].max(long[WAYS * LONG + 1]) < config.odd_below * by_chance
    }
}

impl Remembered {
    /// Counts findings that the habit did not foretell; enough of them in a row, or two at one place, and it is an old one.
    pub(super) fn note_odd(&mut self, house: &House, place: PlaceId, is_odd: bool, config: &MemoryConfig) {
        // Found again where the habit did not foretell it: two slips would hardly go to one place.
        let again = self.odd.contains(&place);
        if !is_odd && !again {
            self.odd.clear();
            return;
        }
        if self.odd.is_full() {
            self.odd.remove(0);
        }
        self.odd.push(place);
        if !again && self.odd.len() < (config.odd_findings.max(1) as usize).min(MOST_ODD) {
            return;
        }
        self.habit.begin_anew(house, self.odd.iter().copied());
        self.odd.clear();
        let is_since = |view: usize| view / WAYS == SINCE;
        for view in (0..VIEWS).filter(|view| !is_since(*view)) {
            // What goes by days and hours goes by old ones.
            let way = if view < WAYS * SPANS { view % WAYS } else { SLIPS };
            let moved = config.anew * self.trust[view];
            self.trust[view] -= moved;
            self.trust[WAYS * SINCE + way] += moved;
        }
    }
}

/// The trust in each way of reading (places told apart, spread over their room, by the hour, by the kind of day), shared evenly
/// between the spans of the past.
pub(super) fn character_of(trust: &[f32; VIEWS]) -> [f32; VIEWS] {
    let way = |view: usize| if view < WAYS * SPANS { view % WAYS } else { WAYS + view - (COUNTED - 1) };
    std::array::from_fn(|view| {
        let alike = (0..VIEWS).filter(|other| way(*other) == way(view));
        let (count, sum) = alike.fold((0.0, 0.0), |(count, sum), other| (count + 1.0, sum + trust[other]));
        sum / count
    })
}
