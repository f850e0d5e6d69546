//! At which hours of the day a thing is put elsewhere: how often it was, by how often the hour was lived through since
//! the thing was seen. When exactly it was moved nobody saw, so a move is shared out over the hours in which it may have
//! been (expectation maximisation, one finding at a time).

use super::MemoryConfig;
use super::experts::leave;
use super::history::Stay;
use piaget_terms::maths;
use piaget_terms::valid::{Checked, amount};
use serde::{Deserialize, Serialize};

/// Rounds of expectation maximisation.
const ROUNDS: u32 = 4;
/// The most that an hour is taken to be one of moving.
const SUREST: f32 = 0.95;
/// Hours of a day.
pub(super) const DAY_HOURS: usize = 24;

/// How often a thing was moved at each hour, and how often that hour passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Rhythm {
    moved: [f32; DAY_HOURS],
    passed: [f32; DAY_HOURS],
}

/// The hours at which a thing is put elsewhere from anywhere, and those at which it is tidied away from where it hardly ever is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Rhythms {
    all: Rhythm,
    astray: Rhythm,
}

impl Rhythms {
    pub fn validate(&self) -> Checked {
        self.all.validate()?;
        self.astray.validate()
    }

    /// The hazard for a thing that was seen last where it is as usual as this.
    pub fn hazard(&self, usual: f32, others: &Self, config: &MemoryConfig) -> Hazard {
        match usual < config.astray_below {
            true => self.astray.hazard(&others.astray, config),
            false => self.all.hazard(&others.all, config),
        }
    }

    /// Learns anew from all stays that are remembered.
    pub fn learn_anew(&mut self, stays: &[Stay], others: &Self, config: &MemoryConfig) {
        self.all.learn_anew(stays, f32::INFINITY, &others.all, config);
        self.astray.learn_anew(stays, config.astray_below, &others.astray, config);
    }

    /// Adds or takes away what was learned of one thing.
    pub fn add(&mut self, other: &Self, share: f32) {
        self.all.add(&other.all, share);
        self.astray.add(&other.astray, share);
    }

    /// The hours of all moves.
    pub fn all(&self) -> &Rhythm {
        &self.all
    }
}

/// How much it takes to be moved between two times, ready to be asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hazard {
    day_s: f64,
    /// Over a longer time without a look nothing is learned.
    longest_s: f64,
    /// Over so long between two stays, half is known of where it was.
    known_gap_s: f64,
    /// By the beginning of each hour, since midnight.
    until: [f32; DAY_HOURS + 1],
}

impl Rhythm {
    pub fn validate(&self) -> Checked {
        self.moved.iter().chain(&self.passed).try_for_each(|count| amount("rhythm", *count))
    }

    /// The hazard, filled in from that of all things, which is filled in from one rate.
    pub fn hazard(&self, all: &Self, config: &MemoryConfig) -> Hazard {
        let prior = config.rhythm_prior.max(1e-3);
        let mut until = [0.0; DAY_HOURS + 1];
        for hour in 0..DAY_HOURS {
            let usual = (all.moved[hour] + prior * config.moved_per_hour) / (all.passed[hour] + prior);
            let rate = (self.moved[hour] + prior * usual) / (self.passed[hour] + prior);
            // Never quite sure: what is certain would be infinitely many moves.
            until[hour + 1] = until[hour] - maths::ln(1.0 - rate.clamp(0.0, SUREST));
        }
        let day_s = config.day_s.max(1e-9);
        let (longest_s, known_gap_s) = (config.longest_days * day_s, config.known_gap_days * day_s);
        Hazard { day_s, longest_s, known_gap_s, until }
    }

    /// Learns anew from all stays that were less usual than this.
    fn learn_anew(&mut self, stays: &[Stay], below: f32, all: &Self, config: &MemoryConfig) {
        *self = Self::default();
        for _ in 0..ROUNDS {
            let hazard = self.hazard(all, config);
            let mut next = Self::default();
            let pairs = stays.iter().zip(&stays[1.min(stays.len())..]);
            for (stay, after) in pairs.filter(|(stay, _)| stay.usual < below) {
                let shows = 1.0 - stay.usual;
                let came = after.came();
                let moved = Some(came).filter(|_| came.1 > came.0);
                let until_s = moved.map_or(after.from_s, |window| window.1);
                next.learn(&hazard, (stay.from_s, until_s), moved, shows, 1.0);
            }
            *self = next;
        }
    }

    fn add(&mut self, other: &Self, share: f32) {
        let sums = self.moved.iter_mut().chain(&mut self.passed);
        for (sum, count) in sums.zip(other.moved.iter().chain(&other.passed)) {
            *sum = (*sum + share * count).max(0.0);
        }
    }

    /// Learns that a thing was lived with for a while, and moved once or more in a window of it, or not. `shows` is the share of
    /// moves that can be noticed.
    pub fn learn(
        &mut self,
        hazard: &Hazard,
        (from_s, to_s): (f64, f64),
        moved: Option<(f64, f64)>,
        shows: f32,
        share: f32,
    ) {
        // What happened in days that nobody looked is anybody's guess.
        if !(to_s > from_s && to_s - from_s <= hazard.longest_s) {
            return;
        }
        hazard.for_hours((from_s, to_s), |hour, hours| self.passed[hour] += share * shows * hours);
        let Some(window) = moved else { return };
        let any = hazard.gone(window.0, window.1);
        if any > 1e-9 {
            // The chance of a move in each hour, given that there was one.
            hazard.for_hours(window, |hour, hours| {
                self.moved[hour] += share * leave(hazard.rate(hour) * hours) / any;
            });
        }
    }
}

impl Hazard {
    pub fn day_s(&self) -> f64 {
        self.day_s
    }

    pub fn known_gap_s(&self) -> f64 {
        self.known_gap_s
    }

    /// How likely nothing is moved between the time of day at which something was seen, from one time to another of a day, and
    /// the time of day that it is now.
    pub fn same_stretch(&self, (from_s, to_s): (f64, f64), now_s: f64) -> f32 {
        let day = (from_s / self.day_s).floor() * self.day_s;
        let then_s = day + now_s - (now_s / self.day_s).floor() * self.day_s;
        1.0 - self.gone(then_s, from_s).max(self.gone(to_s, then_s))
    }

    /// The chance to have been put elsewhere, or anew, between two times.
    pub fn gone(&self, from_s: f64, to_s: f64) -> f32 {
        leave(self.between(from_s, to_s))
    }

    /// How many moves are expected between two times.
    pub fn between(&self, from_s: f64, to_s: f64) -> f32 {
        if to_s <= from_s { 0.0 } else { (self.since_start(to_s) - self.since_start(from_s)).max(0.0) as f32 }
    }

    fn rate(&self, hour: usize) -> f32 {
        self.until[hour + 1] - self.until[hour]
    }

    fn since_start(&self, time_s: f64) -> f64 {
        let days = time_s / self.day_s;
        let hours = (days - days.floor()) * DAY_HOURS as f64;
        let hour = (hours as usize).min(DAY_HOURS - 1);
        let within = f64::from(self.until[hour]) + f64::from(self.rate(hour)) * (hours - hour as f64);
        days.floor() * f64::from(self.until[DAY_HOURS]) + within
    }

    /// The hours between two times, each with how much of it.
    fn for_hours(&self, (from_s, to_s): (f64, f64), mut visit: impl FnMut(usize, f32)) {
        let hour_s = self.day_s / DAY_HOURS as f64;
        let (from, to) = (from_s / hour_s, to_s / hour_s);
        let mut at = from;
        while at < to {
            let next = (at.floor() + 1.0).min(to);
            let hour = (at.floor() as i64).rem_euclid(DAY_HOURS as i64) as usize;
            visit(hour, (next - at) as f32);
            at = if next > at { next } else { break };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::MemoryConfig;
    use super::*;

    #[test]
    fn the_hour_of_moving_is_found_from_sightings_around_it() {
        let config = MemoryConfig::default();
        let (mut own, all) = (Rhythm::default(), Rhythm::default());
        let hour_s = 3600.0;
        for day in 0..30 {
            let midnight = f64::from(day) * 24.0 * hour_s;
            // Seen at eight, at two and at eight; moved between two and eight.
            for (from, to, moved) in [(8.0, 14.0, false), (14.0, 20.0, true), (20.0, 32.0, false)] {
                let hazard = own.hazard(&all, &config);
                let window = (midnight + from * hour_s, midnight + to * hour_s);
                own.learn(&hazard, window, moved.then_some(window), 1.0, 1.0);
            }
        }
        let hazard = own.hazard(&all, &config);
        assert!(hazard.gone(9.0 * hour_s, 13.0 * hour_s) < 0.05);
        assert!(hazard.gone(14.0 * hour_s, 20.0 * hour_s) > 0.5);
        let whole = hazard.between(0.0, 48.0 * hour_s);
        let parts = hazard.between(0.0, 9.5 * hour_s) + hazard.between(9.5 * hour_s, 48.0 * hour_s);
        assert!((whole - parts).abs() < 1e-3 * whole);
    }
}
