//! Who is who: things that look the same are hidden and come out again. Is each still the one it was, and how many are there?

mod common;
mod controls;
#[cfg(test)]
mod fooled;
mod held;
mod many;
mod one;
mod rivals;
mod score;
mod stage;
mod truth;
mod walkers;
mod watch;

pub use truth::{Detection, Event, FRAMES_HZ, Row, Scene, Stay};

use crate::family::{About, Case, Family, Fault, Half, Part, Subject, World, Worlds};
use crate::figure::{Better, Curve, Measure};
use crate::ranges::{Range, Ranges, Values, common as shared};
use crate::record::{Numbers, Record, Score};
use rivals::RIVALS;
use stage::Stage;
use std::sync::LazyLock;
use walkers::{Hiding, Recording};

/// The family.
pub struct WhoIsWho;

const WALKERS: Part = Part {
    name: "walkers",
    says: "Recorded pedestrians walk behind pillars or walls.",
    half: Half::Possible,
};

const PARTS: &[Part] = &[
    one::POST,
    many::PILLARS,
    many::CROSSING,
    many::MUTUAL,
    many::GROUP,
    one::GAP_CLOSED,
    one::GAP_OPEN,
    one::RETURN,
    WALKERS,
];

static SUBJECTS: LazyLock<Vec<Subject>> = LazyLock::new(|| {
    let ours = Subject { name: Subject::OURS, says: "The mind of the sheepdog as shipped." };
    let rivals = RIVALS.iter().map(|rival| rival.subject);
    [ours].into_iter().chain(rivals).chain([controls::TRUTH, controls::FORGETS, controls::RANDOM]).collect()
});

/// Every recording on this machine, in the order of their names.
static RECORDINGS: LazyLock<Result<Vec<Recording>, String>> =
    LazyLock::new(|| walkers::folders()?.iter().map(|folder| Recording::load(folder)).collect());

const MEASURES: &[Measure] = &[
    Measure {
        name: "idf1",
        says: "How much of truth and belief the best pairing of things with identities covers.",
        of: "idf1",
        per: None,
        better: Better::Higher,
    },
    Measure {
        name: "hota",
        says: "Detection and association in one number.",
        of: "hota",
        per: None,
        better: Better::Higher,
    },
    Measure {
        name: "mota",
        says: "1 less misses, false rows and switches, by true rows.",
        of: "mota",
        per: None,
        better: Better::Higher,
    },
    Measure {
        name: "idf1 seen",
        says: "As idf1, of what is seen in the frame: identity alone.",
        of: "idf1-seen",
        per: None,
        better: Better::Higher,
    },
    Measure {
        name: "switches per event",
        says: "How often a thing that was hidden is not the one it was when it comes out.",
        of: "switches",
        per: Some("events"),
        better: Better::Lower,
    },
    Measure {
        name: "false per object-hour",
        says: "Things believed in that fit nothing for more than half of the time.",
        of: "false",
        per: Some("object-hours"),
        better: Better::Lower,
    },
    Measure {
        name: "lost per object-hour",
        says: "Things that no identity fits for more than half of their time.",
        of: "lost",
        per: Some("object-hours"),
        better: Better::Lower,
    },
    Measure {
        name: "right number",
        says: "Share of worlds at whose end as many things are believed in as there are.",
        of: "right-number",
        per: None,
        better: Better::Higher,
    },
];

const CURVES: &[Curve] = &[
    Curve { measure: "idf1", over: "speed" },
    Curve { measure: "idf1", over: "noise" },
    Curve { measure: "idf1", over: "tick" },
    Curve { measure: "idf1", over: "clutter" },
    Curve { measure: "idf1", over: "missed" },
    Curve { measure: "idf1", over: "alike" },
    Curve { measure: "switches per event", over: "speed" },
    Curve { measure: "switches per event", over: "noise" },
    Curve { measure: "right number", over: "cover" },
];

/// A scene of the family, with what our mind held in it.
struct Watched {
    scene: Scene,
    ours: Vec<Row>,
    conditions: Numbers,
}

impl WhoIsWho {
    fn stage(&self, case: &Case<'_>) -> Result<(Stage, Numbers), Fault> {
        let build = match case.part {
            part if *part == one::POST => one::post,
            part if *part == one::GAP_CLOSED || *part == one::GAP_OPEN => one::gap,
            part if *part == one::RETURN => one::returns,
            part if *part == many::CROSSING => many::crossing,
            part if *part == many::GROUP => many::group,
            _ => many::ways,
        };
        build(case).map_err(|why| case.unplayable(self, why))
    }

    fn staged(&self, case: &Case<'_>) -> Result<Watched, Fault> {
        let (stage, conditions) = self.stage(case)?;
        let world = stage.world(conditions.clone());
        let (scene, ours) = watch::watch(&stage, &world).map_err(|why| case.unplayable(self, why))?;
        Ok(Watched { scene, ours, conditions })
    }

    /// Recorded walkers. Neighbouring seeds take turns in recording, kind and noise, so that a run of seeds has as many of each.
    fn walkers(&self, case: &Case<'_>) -> Result<Watched, Fault> {
        let recordings = RECORDINGS.as_ref().map_err(|why| Fault::NoData(why.clone()))?;
        let mut turn = case.seed.wrapping_sub(1);
        let mut take = |count: usize| {
            let index = turn % count as u64;
            turn /= count as u64;
            index as usize
        };
        let which = take(recordings.len());
        let hiding = [Hiding::Pillars, Hiding::Walls][take(2)];
        let mut draws = case.draws("walkers");
        let mut choose = |name: &'static str| {
            let drawn = f64::from(draws.number(name));
            match case.ranges.get(name).map(|range| &range.values) {
                Some(Values::OneOf(values)) => values[take(values.len())],
                _ => drawn,
            }
        };
        let (noise, missed) = (choose("walkers-noise"), choose("walkers-missed"));
        let walkers = walkers::scene(&recordings[which], turn, hiding, noise, missed);
        let walkers = walkers.map_err(|why| case.unplayable(self, why))?;
        let ours = walkers::watch(&walkers, missed, case.seed).map_err(|why| case.unplayable(self, why))?;
        let conditions = [
            ("noise", noise),
            ("missed", missed),
            ("recording", which as f64),
            ("walls", f64::from(u8::from(hiding == Hiding::Walls))),
        ];
        Ok(Watched { scene: walkers.scene, ours, conditions: Numbers::from_iter(conditions) })
    }
}

/// What it is, for people.
static ABOUT: LazyLock<About> = LazyLock::new(|| About {
    name: "who-is-who",
    says: "Things that look the same are hidden and come out again: is each still the one it was?",
    parts: PARTS,
    subjects: &SUBJECTS,
    measures: MEASURES,
    curves: CURVES,
});

impl Family for WhoIsWho {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn ranges(&self) -> Ranges {
        let range = |name, unit, says, values, limits| Range { name, unit, says, values, limits };
        let own = [
            range(
                "cover",
                "m",
                "radius of a post; a screen is four of it long",
                Values::Between(0.1, 1.0),
                (0.01, 10.0),
            ),
            range(
                "nearer",
                "",
                "how much nearer than the way a post or a screen stands, as a share of the distance",
                Values::Between(0.0, 0.4),
                (0.0, 0.9),
            ),
            range(
                "away",
                "s",
                "how long a thing is away before it returns",
                Values::Between(10.0, 180.0),
                (0.0, 3600.0),
            ),
            range(
                "walkers-noise",
                "m",
                "as noise, for recorded walkers",
                Values::OneOf(vec![0.05, 0.15]),
                (0.0, 5.0),
            ),
            range(
                "walkers-missed",
                "",
                "as missed, for recorded walkers",
                Values::OneOf(vec![0.1]),
                (0.0, 0.95),
            ),
        ];
        let all = shared::seen().into_iter().chain([shared::alike(), shared::clutter()]);
        Ranges::new(all.chain(own))
    }

    fn worlds(&self, part: &Part) -> Worlds {
        match part {
            // Minutes long.
            part if *part == one::RETURN => Worlds { quick: 6, full: 60 },
            // Twenty seeds of each recording, kind and noise.
            part if *part == WALKERS => Worlds { quick: 16, full: 160 },
            _ => Worlds { quick: 16, full: 200 },
        }
    }

    fn world(&self, case: &Case<'_>) -> Result<World, Fault> {
        if *case.part == WALKERS {
            let Watched { conditions, scene, .. } = self.walkers(case)?;
            let files = vec![("scene.txt".to_owned(), scene.text())];
            return Ok(World { scenario: None, files, conditions });
        }
        let (stage, conditions) = self.stage(case)?;
        Ok(stage.world(conditions))
    }

    fn play(&self, case: &Case<'_>) -> Result<Record, Fault> {
        let watched = if *case.part == WALKERS { self.walkers(case)? } else { self.staged(case)? };
        let Watched { scene, ours, conditions } = watched;
        let mut record = case.record(self, conditions);
        let mut add = |name, rows: &[Row]| record.scores.push(Score::new(name, score::score(&scene, rows)));
        add(Subject::OURS, &ours);
        for rival in RIVALS {
            add(rival.subject.name, &(rival.track)(&scene));
        }
        add(controls::TRUTH.name, &controls::told_the_truth(&scene));
        add(controls::FORGETS.name, &controls::forgets(&scene));
        add(controls::RANDOM.name, &controls::guesses(&scene, case.seed));
        Ok(record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Run;

    /// Narrow enough to take a second: at 10 ticks, with a short absence.
    fn ranges() -> Ranges {
        let mut ranges = WhoIsWho.ranges();
        for text in ["tick=10", "away=10", "speed=1..3", "clutter=0..2"] {
            ranges.set(text).unwrap();
        }
        ranges
    }

    #[test]
    fn pinned_worlds_give_the_same_records_on_1_and_2_threads_and_the_truth_gets_1() {
        let (run, ranges) = (Run { seed: 11, worlds: Some(2), quick: true }, ranges());
        let parts: Vec<&'static Part> = PARTS.iter().collect();
        let played = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| run.play(&WhoIsWho, &parts, &ranges, &|| ()).unwrap())
        };
        let (one, two) = (played(1), played(2));
        assert_eq!(one.records, two.records);
        for (part, why) in &one.skipped {
            println!("skipped: {}: {why}", part.name);
        }
        assert_eq!(one.records.len() + 2 * one.skipped.len(), 2 * PARTS.len());
        for record in &one.records {
            assert_eq!(record.scores.len(), SUBJECTS.len());
            let truth = &record.score(Subject::TRUTH).unwrap().numbers;
            let name = format!("{} {}", record.part, record.seed);
            assert!(truth.get("idf1").unwrap() > 1.0 - 1e-9, "{name}: {truth:?}");
            assert!(truth.get("hota").unwrap() > 1.0 - 1e-9, "{name}: {truth:?}");
            assert_eq!(truth.get("switches"), Some(0.0), "{name}");
            assert_eq!(truth.get("right-number"), Some(1.0), "{name}");
        }
    }

    #[test]
    fn a_thing_is_hidden_where_the_part_says_so() {
        let ranges = ranges();
        for part in [&one::GAP_CLOSED, &one::RETURN] {
            for seed in 1..6 {
                let case = Case { part, seed, ranges: &ranges };
                let watched = WhoIsWho.staged(&case).unwrap();
                let events = watched.scene.events();
                assert!(events.iter().any(|event| event.stay == 0), "{} {seed}: {events:?}", part.name);
            }
        }
        // Nothing crosses an open gap: the first is out of sight for good before the other is first seen.
        for seed in 1..6 {
            let case = Case { part: &one::GAP_OPEN, seed, ranges: &ranges };
            let stays = WhoIsWho.staged(&case).unwrap().scene.stays;
            let second = stays[1].life().map(|(first, _)| first).unwrap();
            assert!(stays[0].last_frame().unwrap() < second, "{seed}");
        }
    }

    #[test]
    fn twins_share_all_draws() {
        let ranges = WhoIsWho.ranges();
        for seed in 1..20 {
            let drawn = |part| WhoIsWho.stage(&Case { part, seed, ranges: &ranges }).unwrap().1;
            assert_eq!(drawn(&one::GAP_OPEN), drawn(&one::GAP_CLOSED));
        }
    }

    #[test]
    fn every_seed_of_the_wide_ranges_makes_a_world_that_can_be_read() {
        let ranges = WhoIsWho.ranges();
        for part in PARTS.iter().filter(|part| **part != WALKERS) {
            for seed in 1..200 {
                let world = WhoIsWho.world(&Case { part, seed, ranges: &ranges });
                let world = world.unwrap_or_else(|why| panic!("{why}"));
                if let Err(why) = crate::scene::simulation(&world) {
                    panic!("{} {seed}: {why}\n{}", part.name, world.scenario.unwrap_or_default());
                }
            }
        }
    }
}
