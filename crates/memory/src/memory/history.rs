//! What happened to a thing, stay by stay, and what the past says of now: where it was on days like this one, where it went
//! from where it was last, where it was at this time on other days, and what became of it on days that began as this one.

use super::MemoryConfig;
use crate::house::{House, PlaceId};
use arrayvec::ArrayVec;
use piaget_terms::valid::{Checked, amount, at_most, index, require, time};
use serde::{Deserialize, Serialize};

/// Kinds of days that are told apart: weekends from other days, each day of the week from all others, all days of the week, and
/// days in turn, from every other day to every sixth.
const CALENDARS: usize = 1 + WEEK_DAYS + 1 + TURNS;
const WEEK_DAYS: usize = 7;
/// From two days in turn on.
const TURNS: usize = 5;
/// Where it went next from where it was last.
const NEXT: usize = CALENDARS;
/// Where it was at this time on other days.
const SAME_TIME: usize = CALENDARS + 1;
/// What became of it on other days, when it was where it was last at the time of that.
pub(super) const LIKE_TODAY: usize = CALENDARS + 2;
/// Ways of reading a history.
pub(super) const HISTORIES: usize = CALENDARS + 3;

/// Different places of a history that are counted; what is beyond is filled in from habits.
const MOST_COUNTED: usize = 64;
/// Past days that are asked what became of a thing.
const MOST_DAYS: u32 = 40;
/// A gap between two stays this long, in days, is half known.
const KNOWN_GAP_DAYS: f64 = 0.25;

/// A thing was at a place, as far as was seen, for some time of one day.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stay {
    /// Where.
    pub place: PlaceId,
    /// For how long, at least, in seconds.
    pub lasted_s: f32,
    /// From when on.
    pub from_s: f64,
}

impl Stay {
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
        }
        Ok(())
    }

    /// All stays that are remembered, in the order of time.
    pub fn stays(&self) -> &[Stay] {
        &self.stays
    }

    /// It is seen at a place: still, if it is the same day and it was not missed there since.
    pub fn note(&mut self, place: PlaceId, now_s: f64, still: bool, config: &MemoryConfig) {
        let day = |time_s: f64| (time_s / config.day_s.max(1e-9)).floor();
        if let Some(last) = self.stays.last_mut().filter(|last| last.from_s <= now_s) {
            if still && last.place == place && day(last.from_s) == day(now_s) {
                last.lasted_s = (now_s - last.from_s) as f32;
                return;
            }
        } else if !self.stays.is_empty() {
            // Time that runs back has no place in a history.
            return;
        }
        if self.stays.len() >= config.most_stays.max(1) as usize {
            self.stays.remove(0);
        }
        self.stays.push(Stay { place, lasted_s: 0.0, from_s: now_s });
    }

    /// How the past votes for now, for a thing that was seen last there and then.
    pub fn votes(&self, last: Option<(PlaceId, f64)>, now_s: f64, day_s: f64) -> Votes {
        let day_s = day_s.max(1e-9);
        let mut votes = Votes::none();
        let today = (now_s / day_s).floor() as i64;
        let alike = |then: i64, calendar: usize| is_alike(then, today, calendar);
        for (number, stay) in self.stays.iter().enumerate() {
            let then = (stay.from_s / day_s).floor() as i64;
            let mut counts: [f32; HISTORIES] = [0.0; HISTORIES];
            for (calendar, count) in counts.iter_mut().enumerate().take(CALENDARS) {
                *count = f32::from(u8::from(alike(then, calendar)));
            }
            let before = number.checked_sub(1).map(|before| self.stays[before].place);
            let went_on = before.is_some() && before != Some(stay.place);
            if went_on && before == last.map(|(place, _)| place) {
                counts[NEXT] = 1.0;
            }
            votes.add(stay.place, &counts);
        }
        if let Some((place, last_s)) = last {
            self.vote_by_days(place, last_s, now_s, day_s, &mut votes);
        }
        votes
    }

    /// What other days say of this time of the day.
    fn vote_by_days(&self, last: PlaceId, last_s: f64, now_s: f64, day_s: f64, votes: &mut Votes) {
        let Some(first_s) = self.stays.first().map(|stay| stay.from_s) else { return };
        for back in 1..=MOST_DAYS {
            let ago_s = f64::from(back) * day_s;
            if now_s - ago_s < first_s {
                break;
            }
            let began_as_today: f32 = self
                .at(last_s - ago_s, day_s)
                .into_iter()
                .filter(|(place, _)| *place == last)
                .map(|(_, known)| known)
                .sum();
            for (place, known) in self.at(now_s - ago_s, day_s) {
                let mut counts = [0.0; HISTORIES];
                counts[SAME_TIME] = known;
                counts[LIKE_TODAY] = known * began_as_today;
                votes.add(place, &counts);
            }
        }
    }

    /// Where it was at some time, as far as is known: in a gap between two stays, at either.
    fn at(&self, time_s: f64, day_s: f64) -> ArrayVec<(PlaceId, f32), 2> {
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
        let sure = 1.0 / (1.0 + (gap_s / (KNOWN_GAP_DAYS * day_s)) as f32);
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
        turn => (then - today) % (turn - WEEK_DAYS) as i64 == 0,
    }
}

impl Votes {
    /// No past.
    pub fn none() -> Self {
        Self { places: ArrayVec::new(), all: [0.0; HISTORIES] }
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

    /// The chance of a place of any level, by each way of reading, filled in from what is usual.
    pub fn chances(
        &self,
        house: &House,
        place: PlaceId,
        usual: f32,
        still_there: f32,
        prior: f32,
    ) -> [f32; HISTORIES] {
        let mut chances: [f32; HISTORIES] = [prior * usual; HISTORIES];
        chances[LIKE_TODAY] = prior * still_there;
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
