//! What happened to a thing, stay by stay, and what the past says of now: where it was on days like this one, where it went
//! from where it was last, where it was at this time on other days, and what became of it on days that began as this one.

use super::MemoryConfig;
use super::rhythm::Hazard;
use crate::house::{House, PlaceId};
use arrayvec::ArrayVec;
use piaget_terms::valid::{Checked, amount, at_most, index, require, share, time};
use serde::{Deserialize, Serialize};

/// Kinds of days that are told apart: weekends from other days, each day of the week from all others, all days of the week, and
/// days in turn, from every other day to every sixth.
const CALENDARS: usize = 1 + WEEK_DAYS + 1 + TURNS;
const WEEK_DAYS: usize = 7;
/// From two days in turn on.
const TURNS: usize = 5;
/// Where it went next from where it was last.
const NEXT: usize = CALENDARS;
/// Where it was on other days, as far as it is not put elsewhere between the hour it was then and the hour it is now.
const SAME_STRETCH: usize = CALENDARS + 1;
/// What became of it on other days, when it was where it was last at the time of that.
pub(super) const LIKE_TODAY: usize = CALENDARS + 2;
/// Ways of reading a history.
pub(super) const HISTORIES: usize = CALENDARS + 3;

/// Different places of a history that are counted; what is beyond is filled in from habits.
const MOST_COUNTED: usize = 64;
/// Past days that are asked what became of a thing.
const MOST_DAYS: u32 = 40;

/// A thing was at a place, as far as was seen, for some time of one day.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stay {
    /// Where.
    pub place: PlaceId,
    /// For how long, at least, in seconds.
    pub lasted_s: f32,
    /// From when on.
    pub from_s: f64,
    /// It came there at least so many seconds before it was seen there first, and at most so many.
    came_s: (f32, f32),
    /// How usual the place was by then: what is put back to where it was moves unseen.
    pub(super) usual: f32,
}

impl Stay {
    /// Between which times it came there.
    pub(super) fn came(&self) -> (f64, f64) {
        (self.from_s - f64::from(self.came_s.1), self.from_s - f64::from(self.came_s.0))
    }

    /// When it was seen there last.
    pub fn to_s(&self) -> f64 {
        self.from_s + f64::from(self.lasted_s)
    }
}

/// The stays of one thing, in the order of time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct History {
    stays: Vec<Stay>,
}

/// How the past votes for places, by each way of reading it.
#[derive(Clone, Debug)]
pub(super) struct Votes {
    places: ArrayVec<(PlaceId, [f32; HISTORIES]), MOST_COUNTED>,
    all: [f32; HISTORIES],
    /// What single stays hold back, for they may be slips.
    slips: [f32; HISTORIES],
}

impl History {
    pub fn validate(&self, house: &House, config: &MemoryConfig) -> Checked {
        at_most("history", self.stays.len(), config.most_stays.max(1) as usize)?;
        let rising = self.stays.is_sorted_by(|a, b| a.from_s <= b.from_s);
        require(rising, "history", || "is not in the order of time".into())?;
        for stay in &self.stays {
            index("history", stay.place.0 as usize, house.len())?;
            time("history", stay.from_s)?;
            amount("history", stay.lasted_s)?;
            share("history", stay.usual)?;
            amount("history", stay.came_s.0)?;
            amount("history", stay.came_s.1)?;
        }
        Ok(())
    }

    /// All stays that are remembered, in the order of time.
    pub fn stays(&self) -> &[Stay] {
        &self.stays
    }

    /// It is seen at a place, where it came between two times, or where it still is.
    pub fn note(
        &mut self,
        place: PlaceId,
        now_s: f64,
        came: Option<(f64, f64)>,
        usual: f32,
        config: &MemoryConfig,
    ) {
        let day = |time_s: f64| (time_s / config.day_s.max(1e-9)).floor();
        if let Some(last) = self.stays.last_mut().filter(|last| last.from_s <= now_s) {
            if came.is_none() && last.place == place && day(last.from_s) == day(now_s) {
                last.lasted_s = (now_s - last.from_s) as f32;
                last.usual = usual;
                return;
            }
        } else if !self.stays.is_empty() {
            // Time that runs back has no place in a history.
            return;
        }
        if self.stays.len() >= config.most_stays.max(1) as usize {
            self.stays.remove(0);
        }
        let came = came.unwrap_or((now_s, now_s));
        let came_s = ((now_s - came.1).max(0.0) as f32, (now_s - came.0).max(0.0) as f32);
        self.stays.push(Stay { place, lasted_s: 0.0, from_s: now_s, came_s, usual });
    }

    /// How the past votes for now, for a thing that was seen last there and then.
    pub fn votes(&self, last: Option<(PlaceId, f64)>, now_s: f64, hazard: &Hazard, slips: f32) -> Votes {
        let day_s = hazard.day_s();
        let mut votes = Votes::none();
        let today = (now_s / day_s).floor() as i64;
        let alike = |then: i64, calendar: usize| is_alike(then, today, calendar);
        for (number, stay) in self.stays.iter().enumerate() {
            let then = (stay.from_s / day_s).floor() as i64;
            let mut counts: [f32; HISTORIES] = [0.0; HISTORIES];
            for (calendar, count) in counts.iter_mut().enumerate().take(CALENDARS) {
                *count = f32::from(u8::from(alike(then, calendar)));
            }
            counts[SAME_STRETCH] = hazard.same_stretch((stay.from_s, stay.to_s()), now_s);
            let before = number.checked_sub(1).map(|before| self.stays[before].place);
            let went_on = before.is_some() && before != Some(stay.place);
            if went_on && before == last.map(|(place, _)| place) {
                counts[NEXT] = 1.0;
            }
            votes.add(stay.place, &counts);
        }
        if let Some((place, last_s)) = last {
            self.vote_by_days((place, last_s), now_s, hazard, &mut votes);
        }
        votes.settle(slips);
        votes
    }

    /// What other days say of this time of the day.
    fn vote_by_days(&self, (last, last_s): (PlaceId, f64), now_s: f64, hazard: &Hazard, votes: &mut Votes) {
        let Some(first_s) = self.stays.first().map(|stay| stay.from_s) else { return };
        for back in 1..=MOST_DAYS {
            let ago_s = f64::from(back) * hazard.day_s();
            if now_s - ago_s < first_s {
                break;
            }
            let began_as_today: f32 = self
                .at(last_s - ago_s, hazard.known_gap_s())
                .into_iter()
                .filter(|(place, _)| *place == last)
                .map(|(_, known)| known)
                .sum();
            for (place, known) in self.at(now_s - ago_s, hazard.known_gap_s()) {
                let mut counts = [0.0; HISTORIES];
                counts[LIKE_TODAY] = known * began_as_today;
                votes.add(place, &counts);
            }
        }
    }

    /// Where it was at some time, as far as is known: in a gap between two stays, at either.
    fn at(&self, time_s: f64, known_gap_s: f64) -> ArrayVec<(PlaceId, f32), 2> {
        let mut known = ArrayVec::new();
        let next = self.stays.partition_point(|stay| stay.from_s <= time_s);
        let Some(stay) = next.checked_sub(1).map(|at| self.stays[at]) else { return known };
        let after = self.stays.get(next);
        if time_s <= stay.to_s() {
            known.push((stay.place, 1.0));
            return known;
        }
        let Some(after) = after else { return known };
        let gap_s = after.from_s - stay.to_s();
        let sure = 1.0 / (1.0 + (gap_s / known_gap_s) as f32);
        let on = ((time_s - stay.to_s()) / gap_s.max(1e-9)) as f32;
        known.push((stay.place, sure * (1.0 - on)));
        known.push((after.place, sure * on));
        known
    }
}

fn is_alike(then: i64, today: i64, calendar: usize) -> bool {
    let weekday = |day: i64| day.rem_euclid(WEEK_DAYS as i64);
    let weekend = |day: i64| weekday(day) >= WEEK_DAYS as i64 - 2;
    match calendar {
        0 => weekend(then) == weekend(today),
        day if day <= WEEK_DAYS => {
            let is = |other: i64| weekday(other) == day as i64 - 1;
            is(then) == is(today)
        }
        day if day == WEEK_DAYS + 1 => weekday(then) == weekday(today),
        turn => then.saturating_sub(today) % (turn - WEEK_DAYS) as i64 == 0,
    }
}

impl Votes {
    /// No past.
    pub fn none() -> Self {
        Self { places: ArrayVec::new(), all: [0.0; HISTORIES], slips: [0.0; HISTORIES] }
    }

    fn add(&mut self, place: PlaceId, counts: &[f32; HISTORIES]) {
        let at = match self.places.iter().position(|(known, _)| *known == place) {
            Some(at) => at,
            None if self.places.is_full() => return,
            None => {
                self.places.push((place, [0.0; HISTORIES]));
                self.places.len() - 1
            }
        };
        for ((sum, all), count) in self.places[at].1.iter_mut().zip(&mut self.all).zip(counts) {
            *sum += count;
            *all += count;
        }
    }

    /// Takes a share of single stays for slips.
    pub fn settle(&mut self, slips: f32) {
        for (_, counts) in &mut self.places {
            for (held_back, count) in self.slips.iter_mut().zip(counts) {
                let slip = count.min(slips);
                *held_back += slip;
                *count -= slip;
            }
        }
    }

    /// The chance of a place of any level, by each way of reading, filled in from what is usual, and, for a day that goes on like
    /// another, from what is usual for a thing that may be still there.
    pub fn chances(
        &self,
        house: &House,
        place: PlaceId,
        [usual, still]: [f32; 2],
        prior: f32,
    ) -> [f32; HISTORIES] {
        let mut chances: [f32; HISTORIES] = std::array::from_fn(|view| {
            (prior + self.slips[view]) * if view == LIKE_TODAY { still } else { usual }
        });
        let specific = house[place].children.is_empty();
        for (_, counts) in self.places.iter().filter(|(at, _)| match specific {
            true => *at == place,
            false => house.within(*at, place),
        }) {
            chances.iter_mut().zip(counts).for_each(|(chance, count)| *chance += count);
        }
        chances.iter_mut().zip(self.all).for_each(|(chance, all)| *chance /= (all + prior).max(1e-9));
        chances
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A saved memory and a host's clock may be farther apart than days can be counted.
    #[test]
    fn days_without_end_are_compared_by_every_calendar() {
        for calendar in 0..CALENDARS {
            for (then, today) in [(i64::MAX, i64::MIN), (i64::MIN, i64::MAX), (i64::MIN, 1)] {
                is_alike(then, today, calendar);
                assert!(is_alike(then, then, calendar));
            }
        }
    }
}
