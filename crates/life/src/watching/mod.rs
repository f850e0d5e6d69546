//! Watching: one to three others live before Max's eyes for minutes. Does he name the gestures that are there and no others,
//! what they are about, and why they are made?

mod stage;
mod truth;
mod warp;
mod watch;

use crate::family::{About, Case, Family, Fault, Half, Part, Subject, World, Worlds};
use crate::figure::{Better, Curve, Measure};
use crate::ranges::{Range, Ranges, Values, common};
use crate::record::{Numbers, Record, Score};
use crate::scene;
use piaget_terms::Chance;
use stage::{Draws, Life, Stage};
use std::sync::LazyLock;
use truth::{Counts, compare};
use warp::Warping;

/// The family.
pub struct Watching;

const PARTS: &[Part] = &[
    Part {
        name: "pacing",
        says: "There is nothing to be had: the others pace and look about.",
        half: Half::Absent,
    },
    Part { name: "turning", says: "The others stand and turn on the spot.", half: Half::Absent },
    Part {
        name: "gestures",
        says: "The others pace, and now and then one is told to make a gesture.",
        half: Half::Possible,
    },
    Part {
        name: "half-hidden",
        says: "The others stand behind low walls and are told to make gestures.",
        half: Half::Possible,
    },
    Part {
        name: "feeding",
        says: "The others are hungry, and food and toys are in reach.",
        half: Half::Possible,
    },
    Part {
        name: "playing",
        says: "The others are playful, and food and toys are in reach.",
        half: Half::Possible,
    },
];

const WARPING: &str = "time warping";
const LAYOUT: &str = "layout alone";
const CHANCE: &str = "chance";

const SUBJECTS: &[Subject] = &[
    Subject { name: Subject::OURS, says: "Max as shipped." },
    Subject { name: WARPING, says: "Time warping of the visible parts, scaled by the trunk." },
    Subject {
        name: LAYOUT,
        says: "Told by the scorer what was done; takes what stands nearest for the object.",
    },
    Subject { name: CHANCE, says: "Names as many gestures as were made, at any time." },
    Subject { name: Subject::TRUTH, says: "Told by the scorer what was done, about what and why." },
];

const MEASURES: &[Measure] = &[
    Measure {
        name: "recall",
        says: "Share of the gestures made in view that are named rightly.",
        of: "recalled",
        per: Some("performed"),
        better: Better::Higher,
    },
    Measure {
        name: "precision",
        says: "Share of the named gestures that were made.",
        of: "right",
        per: Some("named"),
        better: Better::Higher,
    },
    Measure {
        name: "false in 10 min",
        says: "Named gestures that nobody made, in ten minutes.",
        of: "false_named",
        per: Some("ten_minutes"),
        better: Better::Lower,
    },
    Measure {
        name: "false reaches in 10 min",
        says: "Of these, reaches.",
        of: "false_reaches",
        per: Some("ten_minutes"),
        better: Better::Lower,
    },
    Measure {
        name: "false novel in 10 min",
        says: "Novel gestures while nobody made any, in ten minutes.",
        of: "false_novel",
        per: Some("ten_minutes"),
        better: Better::Lower,
    },
    Measure {
        name: "right object",
        says: "Of gestures that were named rightly and had an object, those with the right one.",
        of: "right_object",
        per: Some("with_object"),
        better: Better::Higher,
    },
    Measure {
        name: "right motive",
        says: "Of these, those with the right motive.",
        of: "right_motive",
        per: Some("with_object"),
        better: Better::Higher,
    },
];

const CURVES: &[Curve] = &[
    Curve { measure: "recall", over: "distance" },
    Curve { measure: "recall", over: "noise" },
    Curve { measure: "recall", over: "tick" },
    Curve { measure: "recall", over: "pace" },
    Curve { measure: "recall", over: "hips hidden" },
    Curve { measure: "false in 10 min", over: "noise" },
    Curve { measure: "false in 10 min", over: "others" },
];

/// Templates are the same for all worlds.
static TEMPLATES: LazyLock<Result<Warping, String>> = LazyLock::new(Warping::new);

impl Watching {
    fn stage(&self, case: &Case<'_>) -> Result<(Stage, Numbers), Fault> {
        let life = match case.part.name {
            "pacing" => Life::Pacing,
            "turning" => Life::Turning,
            "gestures" => Life::Gestures,
            "half-hidden" => Life::HalfHidden,
            "feeding" => Life::Feeding,
            "playing" => Life::Playing,
            other => return Err(case.unplayable(self, format!("nobody builds `{other}`"))),
        };
        let mut drawn = case.draws("watching");
        let draws = Draws {
            others: drawn.whole("others"),
            seconds: drawn.number("seconds"),
            distance_m: drawn.number("distance"),
            cover_m: drawn.number("cover"),
            pace: drawn.number("pace"),
            tick_hz: drawn.number("tick"),
            noise_m: drawn.number("noise"),
            missed: drawn.number("missed"),
        };
        Ok((Stage::draw(life, draws, case.seed), drawn.conditions))
    }

    fn world_of(&self, case: &Case<'_>, stage: &Stage, conditions: Numbers) -> Result<World, Fault> {
        let files = stage.files().map_err(|why| case.unplayable(self, why))?;
        Ok(World { scenario: Some(stage.scenario()), files, conditions })
    }
}

/// What a subject says anything of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Says {
    Movements,
    Objects,
    Both,
}

fn numbers(counts: &Counts, seconds: f64, says: Says) -> Numbers {
    let mut numbers = Numbers::default();
    if says != Says::Objects {
        numbers.set("performed", counts.performed.into());
        numbers.set("recalled", counts.recalled.into());
        numbers.set("named", counts.named.into());
        numbers.set("right", counts.right.into());
        numbers.set("false_named", (counts.named - counts.right).into());
        numbers.set("false_reaches", counts.false_reaches.into());
        numbers.set("false_novel", counts.false_novel.into());
        numbers.set("ten_minutes", seconds / 600.0);
    }
    if says != Says::Movements {
        numbers.set("with_object", counts.with_object.into());
        numbers.set("right_object", counts.right_object.into());
        numbers.set("right_motive", counts.right_motive.into());
    }
    numbers
}

/// What it is, for people.
const ABOUT: About = About {
    name: "watching",
    says: "Others live before one's eyes: are their gestures named, and nothing that is none?",
    parts: PARTS,
    subjects: SUBJECTS,
    measures: MEASURES,
    curves: CURVES,
};

impl Family for Watching {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn ranges(&self) -> Ranges {
        let range = |name, unit, says, (low, high): (f64, f64), limits| Range {
            name,
            unit,
            says,
            values: Values::Between(low, high),
            limits,
        };
        let others = Range {
            name: "others",
            unit: "",
            says: "how many others there are",
            values: Values::Whole(1.0, 3.0),
            limits: (1.0, 3.0),
        };
        Ranges::new([
            others,
            range("seconds", "s", "for how long", (60.0, 120.0), (10.0, 3600.0)),
            range("distance", "m", "how far the first other is at first", (1.5, 8.0), (0.6, 15.0)),
            range("cover", "m", "how high a wall before them is", (0.2, 0.6), (0.05, 1.0)),
            range("pace", "", "how fast they perform", (0.7, 1.4), (0.2, 3.0)),
            common::tick(),
            common::noise(),
            common::missed(),
        ])
    }

    fn worlds(&self, _: &Part) -> Worlds {
        Worlds { quick: 5, full: 40 }
    }

    fn world(&self, case: &Case<'_>) -> Result<World, Fault> {
        let (stage, conditions) = self.stage(case)?;
        self.world_of(case, &stage, conditions)
    }

    fn play(&self, case: &Case<'_>) -> Result<Record, Fault> {
        let (stage, mut conditions) = self.stage(case)?;
        let world = self.world_of(case, &stage, Numbers::default())?;
        let simulation = scene::simulation(&world).map_err(|why| case.unplayable(self, why))?;
        let warping = TEMPLATES.as_ref().map_err(|why| case.unplayable(self, why))?;
        let watched = watch::watch(&stage, simulation, warping).map_err(|why| case.unplayable(self, why))?;
        conditions.set("hips hidden", watched.hips_hidden);
        let mut record = case.record(self, conditions);
        let seconds = f64::from(stage.draws.seconds);
        let performed = &watched.performed;
        let chance = watch::by_chance(performed, seconds, &mut Chance::of_part(case.seed, 8));
        for (subject, named, says) in [
            (Subject::OURS, &watched.ours, Says::Both),
            (WARPING, &watched.warped, Says::Movements),
            (LAYOUT, &truth::by_layout(performed), Says::Objects),
            (CHANCE, &chance, Says::Movements),
            (Subject::TRUTH, &truth::told(performed), Says::Both),
        ] {
            let counts = compare(performed, named);
            record.scores.push(Score::new(subject, numbers(&counts, seconds, says)));
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
        let mut ranges = Watching.ranges();
        for set in ["seconds=12", "tick=30", "noise=0..0.05"] {
            ranges.set(set).unwrap();
        }
        let play = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let run = Run { seed: 2, worlds: Some(1), quick: true };
            let parts: Vec<&'static Part> = PARTS.iter().collect();
            pool.install(|| run.play(&Watching, &parts, &ranges, &|| ()).unwrap().records)
        };
        let records = play(1);
        assert_eq!(records, play(2));
        let sum = |name: &str| -> f64 {
            let of = |record: &Record| record.score(Subject::TRUTH).unwrap().numbers.get(name).unwrap();
            records.iter().map(of).sum()
        };
        assert!(sum("performed") > 0.0, "somebody did something");
        assert_eq!((sum("recalled"), sum("false_named")), (sum("performed"), 0.0));
    }
}
