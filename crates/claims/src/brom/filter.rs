//! The exact Bayes filter of the new house: one who knows how things are kept and when they are moved. No order of places is better
//! for a search, given what it has seen itself. It does not plan beyond that search: who looks into more places sees more things by
//! the way, and may find those sooner later on.

use super::life::{DAY_S, UP_S};
use piaget_memory::{House, PlaceId, What};
use std::collections::BTreeMap;

/// What is known of one thing.
#[derive(Clone, Debug, Default)]
struct Known {
    /// When it was looked for last, and found.
    found_s: Option<f64>,
    /// Whether it is looked for now.
    asked: bool,
    /// When and where it was seen since then, the finding itself included.
    seen: Vec<(f64, PlaceId)>,
}

/// The filter, for every thing of a house.
#[derive(Clone, Debug, Default)]
pub struct ExactFilter {
    known: BTreeMap<What, Known>,
    /// When the search began that is under way. Nothing is moved during a search, however long its looks take, so that is when
    /// everything that it shows was there.
    began_s: f64,
}

impl ExactFilter {
    /// The chance of each specific place for a thing that is wanted now. `truth` are the chances of where it is put. Between
    /// two times that a thing is wanted it is moved once, at any moment of the day of the later one.
    pub fn chances(&mut self, house: &House, what: What, truth: &[f32], now_s: f64) -> Vec<f32> {
        self.began_s = now_s;
        let known = self.known.entry(what).or_default();
        known.asked = true;
        let day_begins_s = (now_s / DAY_S).floor() * DAY_S + f64::from(UP_S.0);
        let from_s = known.found_s.unwrap_or(f64::NEG_INFINITY).max(day_begins_s);
        let index = |place: PlaceId| house.leaves().binary_search(&place).ok();
        // The chance of each place and of not having been moved yet, and of each place and of having been moved.
        let (mut still, mut moved) = (truth.to_vec(), vec![0.0f32; truth.len()]);
        let mut before_s = from_s;
        for (seen_s, place) in &known.seen {
            if *seen_s > from_s {
                let hazard = ((seen_s - before_s) / (now_s - before_s).max(1e-9)).clamp(0.0, 1.0) as f32;
                put_back(&mut still, &mut moved, truth, hazard);
                before_s = *seen_s;
            }
            if let Some(at) = index(*place) {
                keep_only(&mut still, &mut moved, at);
            }
        }
        put_back(&mut still, &mut moved, truth, 1.0);
        moved
    }

    /// It was seen in the search under way, by the way or because it was looked for.
    pub fn found(&mut self, what: What, place: PlaceId) {
        let now_s = self.began_s;
        let known = self.known.entry(what).or_default();
        if std::mem::take(&mut known.asked) {
            known.found_s = Some(now_s);
            known.seen.clear();
        }
        known.seen.push((now_s, place));
    }
}

/// So much of what was not moved yet is moved.
fn put_back(still: &mut [f32], moved: &mut [f32], truth: &[f32], hazard: f32) {
    let mass: f32 = still.iter().sum();
    for ((still, moved), truth) in still.iter_mut().zip(moved).zip(truth) {
        *moved += hazard * mass * truth;
        *still *= 1.0 - hazard;
    }
}

/// It is here and nowhere else.
fn keep_only(still: &mut [f32], moved: &mut [f32], at: usize) {
    let mass = still[at] + moved[at];
    let (kept, gone) = match mass > 0.0 {
        true => (still[at] / mass, moved[at] / mass),
        // What the habits rule out was seen all the same.
        false => (1.0, 0.0),
    };
    still.fill(0.0);
    moved.fill(0.0);
    (still[at], moved[at]) = (kept, gone);
}

#[cfg(test)]
mod tests {
    use super::*;
    use piaget_terms::Name;

    const NINE_S: f64 = 9.0 * 3600.0;
    const CHANCES: [f32; 2] = [0.75, 0.25];

    /// A house of two places, a cup that is kept there with the chances above, and a hat that is looked for as well.
    fn two() -> (House, What, What) {
        let mut house = House::new(Name::cut("home"));
        for place in ["shelf", "table"] {
            house.add(Name::cut(place), house.root(), None).unwrap();
        }
        let thing = |name: &str| What { object: Name::cut(name).into(), kind: Name::cut(name) };
        (house, thing("cup"), thing("hat"))
    }

    #[test]
    fn without_a_sighting_since_the_last_search_the_habits_are_all_there_is() {
        let (house, cup, _) = two();
        let mut filter = ExactFilter::default();
        assert_eq!(filter.chances(&house, cup, &CHANCES, NINE_S), CHANCES);
        filter.found(cup, house.leaves()[1]);
        assert_eq!(filter.chances(&house, cup, &CHANCES, NINE_S + 3600.0), CHANCES);
    }

    #[test]
    fn a_sighting_by_the_way_counts_as_much_as_it_is_likely_to_be_after_the_move() {
        let (house, cup, hat) = two();
        let (shelf, table) = (house.leaves()[0], house.leaves()[1]);
        let mut filter = ExactFilter::default();
        filter.chances(&house, cup, &CHANCES, NINE_S);
        filter.found(cup, shelf);
        // Seen on the table half way: it was on the shelf, so it has been moved already, and only once.
        filter.chances(&house, hat, &CHANCES, NINE_S + 1800.0);
        filter.found(cup, table);
        assert_eq!(filter.chances(&house, cup, &CHANCES, NINE_S + 3600.0), [0.0, 1.0]);
        filter.found(cup, shelf);
        // Seen on the shelf half way: it was there before, and has been moved with the odds 0.5 times 0.75 to 0.5.
        filter.chances(&house, hat, &CHANCES, NINE_S + 5400.0);
        filter.found(cup, shelf);
        let moved = 0.375 / (0.375 + 0.5);
        let chances = filter.chances(&house, cup, &CHANCES, NINE_S + 7200.0);
        assert!((chances[0] - (moved + (1.0 - moved) * 0.75)).abs() < 1e-6, "{chances:?}");
        assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-6);
    }
}
