//! Keeping house: weeks in generated houses of 4 to 20 rooms, with things that are kept by habits of many kinds. How many
//! places does one look into until a thing is found, beside an exact Bayes filter that saw the same?
//!
//! The memory is asked directly, without a body: it is told what shows in a room that is entered and at a place that is looked
//! into. The worlds are no scenarios; their text is a file of places, with the habits in its comments.

mod filter;
mod habit;
mod home;
mod life;
mod seekers;

use crate::family::{About, Case, Family, Fault, Half, Part, Subject, World, Worlds};
use crate::figure::{Better, Curve, Measure};
use crate::ranges::{Range, Ranges, Values};
use crate::record::{Numbers, Record, Score};
use habit::Habit;
use home::{Draws, Home};
use seekers::Who;

/// The family.
pub struct KeepingHouse;

// Each house has both halves: things are where their habit says, and now and then they are not.
const PARTS: &[Part] = &[
    Part { name: "always", says: "Things are always in one place.", half: Half::Both },
    Part {
        name: "mostly",
        says: "Things are in one place, but for 10 to 30 % of the times they are put away.",
        half: Half::Both,
    },
    Part { name: "cycle", says: "Things are in two to five places in turn, day by day.", half: Half::Both },
    Part { name: "by-hour", says: "Things have two or three places by the time of day.", half: Half::Both },
    Part {
        name: "by-weekday",
        says: "Things have another place on weekends, or on one day of the week.",
        half: Half::Both,
    },
    Part {
        name: "with-person",
        says: "Things are carried by a person, who is elsewhere every two hours.",
        half: Half::Both,
    },
    Part {
        name: "in-bag",
        says: "Things are in a closed bag that is put down anywhere, twice a day.",
        half: Half::Both,
    },
    Part {
        name: "changed-twice",
        says: "Things are mostly in one place, which changes twice.",
        half: Half::Both,
    },
];

const SUBJECTS: &[Subject] = &[
    Subject { name: Subject::OURS, says: "The memory of minds at its default setting." },
    Subject {
        name: "printed with last-found",
        says: "The network as printed, trying the place of the last finding first: Brom's final model.",
    },
    Subject { name: "last seen", says: "Where it was seen last, then where before that." },
    Subject {
        name: "next place by time of day",
        says: "A table of the next place by the last place and the time of day.",
    },
    Subject { name: "most frequent", says: "Where it was most often." },
    Subject { name: "chance", says: "Any order, another each time." },
    Subject {
        name: "exact filter",
        says: "The exact Bayes filter, given the kind of habit; ties are broken by chance.",
    },
    Subject { name: Subject::TRUTH, says: "Told by the scorer where the thing is." },
];

const MEASURES: &[Measure] = &[
    Measure {
        name: "looks over exact",
        says: "Places looked into, by those that the exact filter would have looked into after the same sightings.",
        of: "looks",
        per: Some("exact"),
        better: Better::Lower,
    },
    Measure {
        name: "first try",
        says: "Share of searches that end at the first place.",
        of: "first",
        per: Some("searches"),
        better: Better::Higher,
    },
    Measure {
        name: "looks",
        says: "Places looked into, per search.",
        of: "looks",
        per: Some("searches"),
        better: Better::Lower,
    },
];

const CURVES: &[Curve] = &[
    Curve { measure: "looks over exact", over: "rooms" },
    Curve { measure: "looks over exact", over: "visits" },
    Curve { measure: "looks over exact", over: "weeks" },
    Curve { measure: "first try", over: "visits" },
];

fn range(name: &'static str, says: &'static str, (low, high): (f64, f64), limits: (f64, f64)) -> Range {
    Range { name, unit: "", says, values: Values::Whole(low, high), limits }
}

impl KeepingHouse {
    fn home(&self, case: &Case<'_>) -> Result<(Habit, Home, Numbers), Fault> {
        let habit = Habit::ALL.into_iter().find(|habit| habit.word() == case.part.name);
        let habit = habit.ok_or_else(|| case.unplayable(self, "nobody knows this habit"))?;
        let mut drawn = case.draws("house");
        let draws = Draws {
            rooms: drawn.whole("rooms"),
            places: (FEWEST_PLACES, drawn.whole("places").max(FEWEST_PLACES)),
            days: drawn.whole("weeks") * 7,
            visits: drawn.whole("visits"),
            things: drawn.whole("things"),
            wanted: drawn.whole("wanted"),
        };
        let home = Home::draw(habit, &draws, case.seed).map_err(|why| case.unplayable(self, why))?;
        drawn.conditions.set("spots", home.places() as f64);
        Ok((habit, home, drawn.conditions))
    }
}

/// The least specific places of a room.
const FEWEST_PLACES: u32 = 2;

/// What it is, for people.
const ABOUT: About = About {
    name: "keeping-house",
    says: "Things are kept by habits for weeks: how many places are looked into until one is found?",
    parts: PARTS,
    subjects: SUBJECTS,
    measures: MEASURES,
    curves: CURVES,
};

impl Family for KeepingHouse {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn ranges(&self) -> Ranges {
        Ranges::new([
            range("rooms", "how many rooms there are", (4.0, 20.0), (2.0, 20.0)),
            range("places", "how many places a room has at most", (2.0, 6.0), (2.0, 6.0)),
            range("weeks", "for how long", (4.0, 8.0), (4.0, 12.0)),
            range("visits", "how often a room is entered in a day", (2.0, 40.0), (0.0, 200.0)),
            range("things", "how many things are asked for", (2.0, 4.0), (1.0, 20.0)),
            range("wanted", "how often a day each is asked for", (1.0, 3.0), (1.0, 20.0)),
        ])
    }

    fn worlds(&self, _: &Part) -> Worlds {
        Worlds { quick: 8, full: 60 }
    }

    fn world(&self, case: &Case<'_>) -> Result<World, Fault> {
        let (_, home, conditions) = self.home(case)?;
        Ok(World { scenario: None, files: vec![("house.kdl".to_owned(), home.text)], conditions })
    }

    fn play(&self, case: &Case<'_>) -> Result<Record, Fault> {
        let (habit, home, conditions) = self.home(case)?;
        let mut record = case.record(self, conditions);
        for who in Who::MEASURED {
            let looked = life::live(&home, habit, who, case.seed);
            let numbers = [
                ("looks", looked.looks),
                ("exact", looked.exact),
                ("searches", looked.searches.into()),
                ("first", looked.first.into()),
                ("exact-first", looked.exact_first),
            ];
            record.scores.push(Score::new(who.name(), Numbers::from_iter(numbers)));
        }
        Ok(record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Run;

    #[test]
    fn the_same_seed_gives_the_same_record_on_any_number_of_threads() {
        let play = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let run = Run { seed: 2, worlds: Some(1), quick: true };
            let parts: Vec<&'static Part> = PARTS.iter().collect();
            pool.install(|| run.play(&KeepingHouse, &parts, &KeepingHouse.ranges(), &|| ()).unwrap().records)
        };
        assert_eq!(play(1), play(2));
    }
}
