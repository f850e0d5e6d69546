//! How sure: is the true place as probable as the mind says? Things go steadily, erratically, to and fro with a period of 1 to
//! 60 s, or to and fro until their habit changes; walls hide them now and then.
//!
//! Two predictions are scored. Whenever the thing comes out from behind a wall: where was it expected then? And at every second
//! while it is in view: where will it be in a second? A prediction is a distribution over cells of half a metre, and is scored by
//! the logarithm of what it gave to the true cell. The told confidence is compared with how often the foretold place was right.

mod figures;
mod predict;
mod watch;
mod ways;

use crate::family::{About, Case, Family, Fault, Half, Part, Subject, World, Worlds};
use crate::figure::{Better, Curve, Figure, Measure, pooled};
use crate::ranges::{Range, Ranges, Values, common};
use crate::record::Record;
use crate::scene;
use watch::Watch;

/// The family.
pub struct HowSure;

const fn part(name: &'static str, says: &'static str) -> Part {
    Part { name, says, half: Half::Both }
}

const PARTS: &[Part] = &[
    part("steady", "A thing goes straight on at one speed."),
    part("erratic", "A thing changes course and speed every 0.3 to 1.5 s."),
    part("periodic", "A thing goes to and fro with a period of 1 to 60 s."),
    part("changes", "A thing goes to and fro, and from the middle of the scene on to another place."),
];

const SUBJECTS: &[Subject] = &[
    Subject {
        name: Subject::OURS,
        says: "The map of the watcher's belief: duncan's or the walker's, as the seed has it.",
    },
    Subject { name: "kalman, culled", says: "A Kalman filter laid on a map, emptied where nothing is seen." },
    Subject {
        name: "kalman",
        says: "A Kalman filter that knows neither walls nor what is seen to be empty.",
    },
    Subject { name: "isla 1.3", says: "Isla's printed spreading in all directions." },
    Subject { name: "isla 1.4", says: "Isla's printed spreading driven by velocity." },
    Subject { name: "random", says: "Puts everything on one cell drawn at random." },
    Subject { name: "forgets at once", says: "Gives every cell the same probability." },
    Subject { name: Subject::TRUTH, says: "Is told the true cell by the scorer." },
];

/// The rivals that keep a map.
const MAPS: [&str; 3] = ["kalman, culled", "isla 1.3", "isla 1.4"];

const fn score(name: &'static str, says: &'static str, of: &'static str, per: &'static str) -> Measure {
    Measure { name, says, of, per: Some(per), better: Better::Higher }
}

const MEASURES: &[Measure] = &[
    score(
        "log score, comes out",
        "Mean logarithm of the probability of the true cell when the thing comes out from behind a wall.",
        "out_log",
        "out_count",
    ),
    score(
        "log score, 1 s ahead",
        "Mean logarithm of the probability of the cell in which a thing in view is a second later.",
        "ahead_log",
        "ahead_count",
    ),
    score(
        "hit rate, 1 s ahead",
        "Share of foretold places that are at most half a metre off a second later.",
        "hits",
        "ahead_count",
    ),
    score("told confidence", "Mean confidence that is told with these.", "confidence", "ahead_count"),
];

/// What it is, for people.
const ABOUT: About = About {
    name: "how-sure",
    says: "Is the true place as probable as the mind says, and is it as sure as it is right?",
    parts: PARTS,
    subjects: SUBJECTS,
    measures: MEASURES,
    curves: &[
        Curve { measure: "log score, comes out", over: "speed" },
        Curve { measure: "log score, comes out", over: "noise" },
        Curve { measure: "log score, 1 s ahead", over: "tick" },
        Curve { measure: "log score, 1 s ahead", over: "period" },
        Curve { measure: "log score, 1 s ahead", over: "clutter" },
        Curve { measure: "hit rate, 1 s ahead", over: "speed" },
    ],
};

impl Family for HowSure {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn ranges(&self) -> Ranges {
        let one_of = |name, says| Range {
            name,
            unit: "",
            says,
            values: Values::OneOf(vec![0.0, 1.0]),
            limits: (0.0, 1.0),
        };
        Ranges::new([
            one_of("watcher", "who watches: 0 duncan, 1 the walker"),
            common::tick(),
            common::speed(),
            common::size(),
            common::distance(),
            common::noise(),
            common::missed(),
            one_of("faulty", "whether the eye has noise and misses looks: 0 is the default eye"),
            Range {
                name: "period",
                unit: "s",
                says: "the period of what goes to and fro",
                values: Values::Between(1.0, 60.0),
                limits: (0.5, 120.0),
            },
            common::clutter(),
        ])
    }

    fn worlds(&self, _: &Part) -> Worlds {
        Worlds { quick: 6, full: 150 }
    }

    fn world(&self, case: &Case<'_>) -> Result<World, Fault> {
        Ok(world(case).0)
    }

    fn play(&self, case: &Case<'_>) -> Result<Record, Fault> {
        let (world, drawn) = world(case);
        let unplayable = |why: String| case.unplayable(self, why);
        let mut simulation = scene::simulation(&world).map_err(unplayable)?;
        let mut watch = Watch::new(&simulation, &drawn, case.seed).map_err(unplayable)?;
        while !simulation.is_over() {
            let truth = watch.truth(&simulation).map_err(unplayable)?;
            simulation.step();
            watch.tick(&simulation, truth).map_err(unplayable)?;
        }
        let mut record = case.record(self, world.conditions);
        record.scores = watch.scores();
        Ok(record)
    }

    fn figures(&self, records: &[Record]) -> Vec<Figure> {
        let mut all = pooled(self.measures(), records);
        all.extend(figures::figures(records));
        all
    }
}

fn world(case: &Case<'_>) -> (World, ways::Drawn) {
    let mut draws = case.draws(case.part.name);
    let drawn = ways::draw(case.part.name, &mut draws, case.seed, case.part.says);
    let still = match drawn.watcher {
        "walker" => crate::astonish::WALKER_HELD_STILL,
        _ => "",
    };
    let files = vec![scene::watcher(drawn.watcher, drawn.noise_m, drawn.missed, still)];
    let conditions = std::mem::take(&mut draws.conditions);
    (World { scenario: Some(drawn.text.clone()), files, conditions }, drawn)
}

#[cfg(test)]
mod tests {
    use super::predict::Worth;
    use super::*;

    fn played(part: &str, set: &[&str]) -> Record {
        let mut ranges = HowSure.ranges();
        set.iter().for_each(|text| ranges.set(text).unwrap());
        let part = PARTS.iter().find(|known| known.name == part).unwrap();
        HowSure.play(&Case { part, seed: 2, ranges: &ranges }).unwrap()
    }

    #[test]
    fn every_way_can_be_played() {
        for part in PARTS {
            for seed in 0..12 {
                let ranges = HowSure.ranges();
                let world = HowSure.world(&Case { part, seed, ranges: &ranges }).unwrap();
                let made = scene::simulation(&world);
                assert!(
                    made.is_ok(),
                    "{} {seed}: {}\n{}",
                    part.name,
                    made.err().unwrap(),
                    world.scenario.unwrap()
                );
            }
        }
    }

    #[test]
    fn the_same_seeds_give_the_same_records_on_1_and_2_threads() {
        let mut ranges = HowSure.ranges();
        ["tick=10", "period=1..8"].iter().for_each(|text| ranges.set(text).unwrap());
        let parts: Vec<&'static Part> = PARTS.iter().collect();
        let played = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let run = crate::Run { seed: 9, worlds: Some(1), quick: true };
            pool.install(|| run.play(&HowSure, &parts, &ranges, &|| ()).unwrap().records)
        };
        assert_eq!(played(1), played(2));
    }

    #[test]
    fn known_subjects_get_what_arithmetic_says() {
        let record = played("erratic", &["tick=10", "faulty=0", "clutter=0"]);
        let mean = |subject: &str, name: &'static str, count: &str| {
            let numbers = &record.score(subject).unwrap().numbers;
            assert!(numbers.get(count).unwrap() > 0.0, "nothing was scored");
            numbers.get(name).unwrap() / numbers.get(count).unwrap()
        };
        let cells = (-mean("forgets at once", "ahead_log", "ahead_count")).exp();
        assert!(cells > 100.0, "{cells}");
        for (name, count) in [("out_log", "out_count"), ("ahead_log", "ahead_count")] {
            assert_eq!(mean(Subject::TRUTH, name, count), 0.0);
            assert!((mean("forgets at once", name, count) + cells.ln()).abs() < 1e-6);
            // One cell of so many is right once in a while at most; else the share of anywhere is left.
            let random = mean("random", name, count);
            assert!(
                random < -cells.ln() && random >= Worth::of_nothing(cells.round() as usize).log - 1e-6,
                "{random}"
            );
            for subject in [Subject::OURS, "kalman, culled", "kalman", "isla 1.3", "isla 1.4"] {
                assert!((-20.0..0.0).contains(&mean(subject, name, count)), "{subject} {name}");
            }
        }
        assert_eq!(record, played("erratic", &["tick=10", "faulty=0", "clutter=0"]));
    }
}
