//! How a thing is kept. A rule cuts days into stretches and says which of the thing's usual places ("slots") each stretch
//! belongs to. Which rules there are, and how likely each is, is all that the exact filter knows beforehand
//! ([`Rule::all`]); drawing takes from the same list.

use piaget_terms::Chance;

/// Minutes of a day.
pub const DAY_MIN: u32 = 24 * 60;
/// When things are put away for the night: before anybody is up.
const NIGHT_H: u32 = 4;
/// When a thing that is moved twice a day is moved for the second time.
const AFTERNOON_H: u32 = 14;
/// Hours at which the habit of a thing that stands by the hour may change.
const HOURS: std::ops::RangeInclusive<u32> = 9..=21;
/// The least number of days that a habit lasts before it changes.
const LASTS_DAYS: u32 = 7;

/// A kind of habit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Habit {
    /// In one place.
    Always,
    /// In one place, but for slips.
    Mostly,
    /// In two to five places in turn, day by day.
    Cycle,
    /// By the time of day, two or three places.
    ByHour,
    /// In another place on weekends, or on one day of the week.
    ByWeekday,
    /// Carried by a person, who is anywhere.
    WithPerson,
    /// In a bag that is put down anywhere.
    InBag,
    /// In one place, but for slips; the place changes twice.
    ChangedTwice,
}

impl Habit {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Always,
        Self::Mostly,
        Self::Cycle,
        Self::ByHour,
        Self::ByWeekday,
        Self::WithPerson,
        Self::InBag,
        Self::ChangedTwice,
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::Mostly => "mostly",
            Self::Cycle => "cycle",
            Self::ByHour => "by-hour",
            Self::ByWeekday => "by-weekday",
            Self::WithPerson => "with-person",
            Self::InBag => "in-bag",
            Self::ChangedTwice => "changed-twice",
        }
    }

    fn slips(self) -> &'static [f32] {
        match self {
            Self::Always => &[0.0],
            Self::Mostly => &[0.1, 0.2, 0.3],
            Self::Cycle | Self::ByHour | Self::ByWeekday => &[0.0, 0.05, 0.1],
            Self::WithPerson => &[0.1, 0.2, 0.3],
            Self::InBag => &[0.02, 0.1],
            Self::ChangedTwice => &[0.05, 0.15],
        }
    }
}

/// What a thing is kept in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holding {
    /// A person, who shows what they carry.
    Person,
    /// A closed bag: what is in it does not show to who passes by.
    Bag,
}

impl Holding {
    /// The minutes at which the holder goes elsewhere.
    pub fn moves(self, days: u32) -> Vec<u32> {
        let hours: &[u32] = match self {
            Self::Person => &[NIGHT_H, 7, 9, 11, 13, 15, 17, 19, 21],
            Self::Bag => &[NIGHT_H, AFTERNOON_H],
        };
        (0..days).flat_map(|day| hours.iter().map(move |hour| day * DAY_MIN + hour * 60)).collect()
    }
}

/// A stretch of time: the thing is put somewhere at its beginning and stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// When it begins, in minutes of the whole time.
    pub from_min: u32,
    /// To which of the usual places it belongs.
    pub slot: usize,
}

/// How a day is cut and how stretches get their slot.
#[derive(Clone, Debug, PartialEq)]
enum Pattern {
    One,
    /// The number of places in turn.
    Cycle(u32),
    /// The stretch of the day.
    Hours,
    /// The days of the week that are another's, as bits.
    Weekdays(u8),
    /// The days at which the place changes.
    Changes(u32, u32),
}

/// A habit with its numbers, except for which places they are.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// The share of stretches in which the thing is put anywhere.
    pub slips: f32,
    /// What it is kept in, if it is.
    pub holding: Option<Holding>,
    cuts_h: Vec<u32>,
    pattern: Pattern,
}

impl Rule {
    /// Every rule of a habit with its probability.
    pub fn all(habit: Habit, days: u32) -> Vec<(f64, Self)> {
        let slips = habit.slips();
        let mut patterns: Vec<(f64, Vec<u32>, Pattern)> = Vec::new();
        let holding = match habit {
            Habit::WithPerson => Some(Holding::Person),
            Habit::InBag => Some(Holding::Bag),
            _ => None,
        };
        match habit {
            Habit::Always | Habit::WithPerson | Habit::InBag => {
                patterns.push((1.0, vec![NIGHT_H], Pattern::One));
            }
            Habit::Mostly => patterns.push((1.0, vec![NIGHT_H, AFTERNOON_H], Pattern::One)),
            Habit::Cycle => {
                patterns.extend((2..=5).map(|places| (1.0, vec![NIGHT_H], Pattern::Cycle(places))));
            }
            Habit::ByHour => {
                // Two places and three are as likely as each other.
                let two = HOURS.map(|hour| vec![NIGHT_H, hour]).collect::<Vec<_>>();
                let three = HOURS.flat_map(|a| (a + 1..=*HOURS.end()).map(move |b| vec![NIGHT_H, a, b]));
                let three = three.collect::<Vec<_>>();
                for cuts in [two, three] {
                    let each = 1.0 / cuts.len() as f64;
                    patterns.extend(cuts.into_iter().map(|cuts| (each, cuts, Pattern::Hours)));
                }
            }
            Habit::ByWeekday => {
                // Weekends are as likely as all single days of the week together.
                patterns.push((7.0, vec![NIGHT_H], Pattern::Weekdays(0b110_0000)));
                patterns.extend((0..7).map(|day| (1.0, vec![NIGHT_H], Pattern::Weekdays(1 << day))));
            }
            Habit::ChangedTwice => {
                let days = (LASTS_DAYS..days).flat_map(|first| {
                    (first + LASTS_DAYS..days.saturating_sub(LASTS_DAYS)).map(move |second| (first, second))
                });
                patterns.extend(days.map(|(first, second)| {
                    (1.0, vec![NIGHT_H, AFTERNOON_H], Pattern::Changes(first, second))
                }));
            }
        }
        let whole: f64 = patterns.iter().map(|pattern| pattern.0).sum::<f64>() * slips.len() as f64;
        let mut rules = Vec::new();
        for (weight, cuts_h, pattern) in patterns {
            for slips in slips {
                let (cuts_h, pattern) = (cuts_h.clone(), pattern.clone());
                rules.push((weight / whole, Self { slips: *slips, holding, cuts_h, pattern }));
            }
        }
        rules
    }

    /// One of them.
    pub fn draw(habit: Habit, days: u32, chance: &mut Chance) -> Self {
        let mut all = Self::all(habit, days);
        let weights: Vec<f32> = all.iter().map(|(weight, _)| *weight as f32).collect();
        all.swap_remove(chance.weighted(&weights).unwrap_or(0)).1
    }

    /// How many usual places there are.
    pub fn slots(&self) -> usize {
        match &self.pattern {
            Pattern::One => 1,
            Pattern::Cycle(places) => *places as usize,
            Pattern::Hours => self.cuts_h.len(),
            Pattern::Weekdays(_) => 2,
            Pattern::Changes(..) => 3,
        }
    }

    /// All stretches, in order. Those of one day differ in their beginning.
    pub fn stretches(&self, days: u32) -> Vec<Stretch> {
        let each = |day: u32| {
            self.cuts_h.iter().enumerate().map(move |(part, hour)| {
                let slot = match &self.pattern {
                    Pattern::One => 0,
                    Pattern::Cycle(places) => (day % places) as usize,
                    Pattern::Hours => part,
                    Pattern::Weekdays(bits) => usize::from(bits >> (day % 7) & 1),
                    Pattern::Changes(first, second) => {
                        usize::from(day >= *first) + usize::from(day >= *second)
                    }
                };
                Stretch { from_min: day * DAY_MIN + hour * 60, slot }
            })
        };
        (0..days).flat_map(each).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_of_a_habit_are_a_distribution_and_cover_what_is_drawn() {
        for habit in Habit::ALL {
            let all = Rule::all(habit, 28);
            let sum: f64 = all.iter().map(|(weight, _)| weight).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{habit:?}: {sum}");
            let drawn = Rule::draw(habit, 28, &mut Chance::new(3));
            assert!(all.iter().any(|(_, rule)| *rule == drawn));
            let stretches = drawn.stretches(28);
            assert!(stretches.is_sorted_by(|a, b| a.from_min < b.from_min), "{habit:?}");
            assert!(stretches.iter().all(|stretch| stretch.slot < drawn.slots()));
        }
    }
}
