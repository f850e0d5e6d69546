//! Searching: a thing is hidden, moved on, gone, or behind what nobody told of, on twenty kinds of ground. Is it found, how
//! soon beside the best plan that is known, and when is it given up?
//!
//! The searchers are those that ship: Duncan, told by the shepherd, and the guard of the README. Rivals have the same body
//! and eyes in the same world.

mod layout;
mod mind;
mod plan;
mod rooms;
mod stage;
mod tour;
mod watch;

use crate::family::{About, Case, Family, Fault, Half, Part, Subject, World, Worlds};
use crate::figure::{Better, Curve, Figure, Measure, pooled};
use crate::ranges::{Range, Ranges, Values, common};
use crate::record::{Numbers, Record, Score};
use crate::scene;
use layout::Layout;
use piaget_claims::search::Small;
use piaget_claims::statistics;
use piaget_mind::act::seek::Policy;
use piaget_terms::Vec2;
use plan::Way;
use stage::{Draws, MOST_SEARCH_S, SEARCHER, Stage, Task};
use watch::Searched;

/// The family.
pub struct Searching;

const SMALL: &str = "small";
const ROOMS: &str = "rooms";

const PARTS: &[Part] = &[
    Part {
        name: "hidden",
        says: "Behind Duncan's back the sheep goes where it cannot be seen from where he stands.",
        half: Half::Possible,
    },
    Part {
        name: "moved",
        says: "The same, and while he searches the sheep goes elsewhere once more.",
        half: Half::Possible,
    },
    Part { name: "absent", says: "The same, but the sheep has left the ground.", half: Half::Absent },
    Part {
        name: "crates",
        says: "Crates that the terrain does not know stand in the way; the twin has walls in their place.",
        half: Half::Possible,
    },
    Part {
        name: "moved-wall",
        says: "A known wall was moved into the way; in the twin it stands there from the beginning.",
        half: Half::Possible,
    },
    Part {
        name: "cart",
        says: "A cart passes to and fro across the way; the twin's cart lets everybody pass.",
        half: Half::Possible,
    },
    Part {
        name: "guard-hidden",
        says: "The README's guard watches a thief walk out of sight, and then goes after it.",
        half: Half::Possible,
    },
    Part {
        name: "guard-crates",
        says: "The same, and crates that nobody told of stand in the way; the twin has walls in their place.",
        half: Half::Possible,
    },
    Part { name: "guard-absent", says: "The same, but the thief has left the ground.", half: Half::Absent },
    Part {
        name: SMALL,
        says: "Up to nine places on a small map: the way of Duncan's policy beside the exact optimum.",
        half: Half::Possible,
    },
    Part {
        name: ROOMS,
        says: "Rooms of any kind, eyes of 2 to 20 m and 40 to 200 degrees: does every search come to an end?",
        half: Half::Possible,
    },
];

const LIKELY: &str = "most likely first";
const PLANNED: &str = "planned by effort";
const NEAREST: &str = "nearest first";
const RANDOM: &str = "random walk";
const BEST: &str = "best known plan";

const SUBJECTS: &[Subject] = &[
    Subject { name: Subject::OURS, says: "Duncan, or the README's guard, as shipped." },
    Subject { name: LIKELY, says: "The same mind, always on its way to the likeliest place (Isla)." },
    Subject { name: PLANNED, says: "The same mind with the policy that weighs finding against effort." },
    Subject { name: NEAREST, says: "Told of all obstacles: the nearest place that has not been seen." },
    Subject { name: RANDOM, says: "Told of all obstacles: from one random place to another." },
    Subject {
        name: BEST,
        says: "Told of all obstacles and of the chances: the best order of places to look from.",
    },
    Subject { name: Subject::TRUTH, says: "Told by the scorer where the thing is." },
];

const MEASURES: &[Measure] = &[
    Measure {
        name: "found",
        says: "Share of things that are seen and come up to within 90 s.",
        of: "found",
        per: None,
        better: Better::Higher,
    },
    Measure {
        name: "time over best plan",
        says: "Time until the thing is reached, 90 s where it is not, by that of the best known plan.",
        of: "time_s",
        per: Some("best_s"),
        better: Better::Lower,
    },
    Measure {
        name: "time over known",
        says: "The same by the own time in the twin in which the obstacle is known.",
        of: "time_s",
        per: Some("known_s"),
        better: Better::Lower,
    },
    Measure {
        name: "found in the twin",
        says: "Share of things that are found where the obstacle is known.",
        of: "known_found",
        per: None,
        better: Better::Higher,
    },
    Measure {
        name: "pressed",
        says: "Share of the time on the way that is spent pressed against something.",
        of: "pressed_s",
        per: Some("travel_s"),
        better: Better::Lower,
    },
    Measure {
        name: "stuck over 1 s",
        says: "Share of searches in which one is pressed against something for more than a second on end.",
        of: "stuck",
        per: None,
        better: Better::Lower,
    },
    Measure {
        name: "inspected",
        says: "Share of the hidden ground that was looked at before giving up, or within 300 s.",
        of: "inspected_m2",
        per: Some("hidden_m2"),
        better: Better::Higher,
    },
    Measure {
        name: "gave up",
        says: "Share of searches that are given up within 300 s.",
        of: "gave_up",
        per: None,
        better: Better::Higher,
    },
    Measure {
        name: "gave up after s",
        says: "Mean time until giving up, 300 s where one does not.",
        of: "gave_up_s",
        per: None,
        better: Better::Lower,
    },
    Measure {
        name: "open field after s",
        says: "The same on ground where nothing can hide.",
        of: "open_s",
        per: None,
        better: Better::Lower,
    },
    Measure {
        name: "circled twice",
        says: "Share of searches in which some place is circled twice or more.",
        of: "circled_twice",
        per: None,
        better: Better::Lower,
    },
    Measure {
        name: "way over optimum",
        says: "Expected way until the thing is found, by the least possible.",
        of: "way_m",
        per: Some("optimum_m"),
        better: Better::Lower,
    },
    Measure {
        name: "never ends",
        says: "Share of searches in rooms that neither find nor give up within 600 s.",
        of: "never_ends",
        per: None,
        better: Better::Lower,
    },
    Measure {
        name: "left without a reason",
        says: "Share of places set out for that are left for none of the reasons there are.",
        of: "unexplained",
        per: Some("plans"),
        better: Better::Lower,
    },
    Measure {
        name: "left for a better one",
        says: "Share of places set out for that are left for a better one before they are reached.",
        of: "better",
        per: Some("plans"),
        better: Better::Lower,
    },
    Measure {
        name: "gap over twice the way",
        says: "Share of searches with more than twice the time of the way, and of looking around at both ends, between two looks at new ground.",
        of: "long_gap",
        per: None,
        better: Better::Lower,
    },
];
const GIVE_UP_RANKS: &str = "giving up follows hidden ground";

const CURVES: &[Curve] = &[
    Curve { measure: "found", over: "speed" },
    Curve { measure: "found", over: "noise" },
    Curve { measure: "found", over: "tick" },
    Curve { measure: "time over best plan", over: "side" },
    Curve { measure: "pressed", over: "layout" },
];

impl Searching {
    fn stage(&self, case: &Case<'_>) -> Result<(Stage, Numbers), Fault> {
        let task = match case.part.name {
            "hidden" => Task::Hidden,
            "moved" => Task::Moved,
            "absent" => Task::Absent,
            "crates" => Task::Crates,
            "moved-wall" => Task::MovedWall,
            "cart" => Task::Cart,
            "guard-hidden" => Task::GuardHidden,
            "guard-crates" => Task::GuardCrates,
            "guard-absent" => Task::GuardAbsent,
            other => return Err(case.unplayable(self, format!("nobody builds `{other}`"))),
        };
        let mut drawn = case.draws("search");
        let first = drawn.whole("layout") as usize % Layout::ALL.len();
        let size = Vec2::new(drawn.number("side"), drawn.number("side")).map(scene::rounded);
        let (speed_m_per_s, thing_m) = (drawn.number("speed"), drawn.number("size"));
        let (tick_hz, noise_m, missed) =
            (drawn.number("tick"), drawn.number("noise"), drawn.number("missed"));
        let missed = missed.min(0.95);
        // Where a kind of ground has no true beginning for the task (nothing hides on an open field), the next kind is taken.
        for other in 0..Layout::ALL.len() {
            let kind = (first + other) % Layout::ALL.len();
            let layout = Layout::ALL[kind];
            let draws = Draws { layout, size, speed_m_per_s, thing_m, tick_hz, noise_m, missed };
            for attempt in 0..4u64 {
                let seed = case.seed ^ attempt << 48;
                if let Some(stage) = Stage::draw(task, draws, seed) {
                    drawn.conditions.set("layout", kind as f64);
                    drawn.conditions.set("side", f64::from((size.x * size.y).sqrt()));
                    drawn.conditions.set("away_s", stage.away_s.into());
                    return Ok((stage, drawn.conditions));
                }
            }
        }
        Err(case.unplayable(self, "no ground of these ranges has a place to hide that can be reached"))
    }

    fn play_small(&self, case: &Case<'_>) -> Result<Record, Fault> {
        let small = Small::draw(&mut case.draws("small").chance);
        let mut record = case.record(self, Numbers::default());
        let shipped = shipped_policy(case, self)?;
        let optimum = small.optimum_m();
        for (subject, policy) in
            [(Subject::OURS, shipped), (LIKELY, Policy::Likely), (PLANNED, Policy::Effort)]
        {
            let walked = small.walked_m(policy);
            let mut numbers = Numbers::from_iter([("found", f64::from(u8::from(walked.is_some())))]);
            if let Some(walked) = walked {
                numbers.set("way_m", walked);
                numbers.set("optimum_m", optimum);
            }
            record.scores.push(Score::new(subject, numbers));
        }
        let numbers = [("found", 1.0), ("way_m", optimum), ("optimum_m", optimum)];
        record.scores.push(Score::new(BEST, Numbers::from_iter(numbers)));
        Ok(record)
    }

    fn searched(
        &self,
        case: &Case<'_>,
        stage: &Stage,
        twin: bool,
        policy: Option<&str>,
    ) -> Result<Searched, Fault> {
        let world = world(stage, twin, policy, Numbers::default());
        let simulation = scene::simulation(&world).map_err(|why| case.unplayable(self, why))?;
        mind::search(stage, simulation).map_err(|why| case.unplayable(self, why))
    }
}

/// The policy that Duncan ships with.
fn shipped_policy(case: &Case<'_>, family: &Searching) -> Result<Policy, Fault> {
    let loaded = piaget_claims::Run::new(1, 1, &|| ()).trial(0);
    let simulation = piaget_claims::scene::simulation("two-walls", loaded, &[]);
    let simulation = simulation.map_err(|why| case.unplayable(family, why))?;
    let duncan = simulation.actor("duncan").ok_or_else(|| case.unplayable(family, "there is no Duncan"))?;
    Ok(duncan.mind.character().act.seek.policy)
}

fn world(stage: &Stage, twin: bool, policy: Option<&str>, conditions: Numbers) -> World {
    let files = vec![(SEARCHER.to_owned(), stage.character(policy))];
    World { scenario: Some(stage.scenario(twin)), files, conditions }
}

/// What is counted of one search; `best_s` and `known` are those that it is compared with.
fn numbers(stage: &Stage, searched: &Searched, best_s: Option<f64>, known: Option<&Searched>) -> Numbers {
    let yes = |is: bool| f64::from(u8::from(is));
    let most_s = f64::from(stage.most_s());
    let mut numbers = Numbers::default();
    numbers.set("travel_s", searched.travel_s);
    numbers.set("pressed_s", searched.pressed_s);
    numbers.set("stuck", yes(searched.stuck_s > 1.0));
    numbers.set("circled_twice", yes(searched.circled >= 2.0));
    if stage.task.is_absent() {
        numbers.set("hidden_m2", searched.hidden_m2);
        numbers.set("inspected_m2", searched.hidden_m2 * searched.inspected);
        numbers.set("gave_up", yes(searched.gave_up_s.is_some()));
        numbers.set("gave_up_s", searched.gave_up_s.unwrap_or(most_s));
        if stage.draws.layout == Layout::OpenField {
            numbers.set("open_s", searched.gave_up_s.unwrap_or(most_s));
        }
        return numbers;
    }
    numbers.set("found", yes(searched.reached_s.is_some()));
    numbers.set("time_s", searched.reached_s.unwrap_or(most_s));
    if let Some(best_s) = best_s {
        numbers.set("best_s", best_s);
    }
    if let Some(known) = known {
        numbers.set("known_found", yes(known.reached_s.is_some()));
        numbers.set("known_s", known.reached_s.unwrap_or(most_s));
    }
    numbers
}

/// What it is, for people.
const ABOUT: About = About {
    name: "searching",
    says: "A thing is out of sight: is it found, how soon, and when is it given up?",
    parts: PARTS,
    subjects: SUBJECTS,
    measures: MEASURES,
    curves: CURVES,
};

impl Family for Searching {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn ranges(&self) -> Ranges {
        let side = Range {
            name: "side",
            unit: "m",
            says: "the sides of the ground",
            values: Values::Between(10.0, 30.0),
            limits: (8.0, 60.0),
        };
        let layout = Range {
            name: "layout",
            unit: "",
            says: "the kind of ground, by its number",
            values: Values::Whole(0.0, 19.0),
            limits: (0.0, 19.0),
        };
        let all = [layout, side, common::speed(), common::size(), common::tick()];
        Ranges::new(all.into_iter().chain([common::noise(), common::missed()]))
    }

    fn worlds(&self, part: &Part) -> Worlds {
        match part.name {
            SMALL => Worlds { quick: 40, full: 400 },
            ROOMS => Worlds { quick: 100, full: 10_000 },
            _ => Worlds { quick: 2, full: 100 },
        }
    }

    fn world(&self, case: &Case<'_>) -> Result<World, Fault> {
        if [SMALL, ROOMS].contains(&case.part.name) {
            return Ok(World::default());
        }
        let (stage, conditions) = self.stage(case)?;
        Ok(world(&stage, false, None, conditions))
    }

    fn play(&self, case: &Case<'_>) -> Result<Record, Fault> {
        match case.part.name {
            SMALL => return self.play_small(case),
            ROOMS => {
                return Ok(rooms::play(case.record(self, Numbers::default()), &mut case.draws(ROOMS).chance));
            }
            _ => {}
        }
        let (stage, conditions) = self.stage(case)?;
        let mut record = case.record(self, conditions);
        let simulation = scene::simulation(&world(&stage, false, None, Numbers::default()));
        let simulation = simulation.map_err(|why| case.unplayable(self, why))?;
        let scenario = simulation.scenario().clone();
        let shipped = scenario.creatures.first().map(|plan| plan.character.act.seek.policy);
        let ours = mind::search(&stage, simulation).map_err(|why| case.unplayable(self, why))?;
        let has_twin = matches!(stage.task, Task::Crates | Task::GuardCrates | Task::MovedWall | Task::Cart);
        let by = |policy: Option<&str>, twin: bool| self.searched(case, &stage, twin, policy);
        let known = has_twin.then(|| by(None, true)).transpose()?;
        let rival = |way: Way| {
            plan::search(&stage, &scenario, way, case.seed).map_err(|why| case.unplayable(self, why))
        };
        let is_absent = stage.task.is_absent();
        let best = match is_absent || stage.task == Task::Moved {
            true => None,
            false => {
                let way = plan::best_way(&stage, &scenario, case.seed);
                Some(rival(way.map_err(|why| case.unplayable(self, why))?)?)
            }
        };
        let best_s = best.as_ref().map(|best| best.reached_s.unwrap_or(MOST_SEARCH_S.into()));
        record.scores.push(Score::new(Subject::OURS, numbers(&stage, &ours, best_s, known.as_ref())));
        for (name, word, policy) in [(LIKELY, "likely", Policy::Likely), (PLANNED, "effort", Policy::Effort)]
        {
            // The shipped mind need not be played twice.
            let same = shipped == Some(policy);
            let other = if same { ours.clone() } else { by(Some(word), false)? };
            let known = match &known {
                Some(known) if same => Some(known.clone()),
                Some(_) => Some(by(Some(word), true)?),
                None => None,
            };
            record.scores.push(Score::new(name, numbers(&stage, &other, best_s, known.as_ref())));
        }
        if let Some(best) = best {
            for (name, way) in [(NEAREST, Way::Nearest), (RANDOM, Way::Random)] {
                record.scores.push(Score::new(name, numbers(&stage, &rival(way)?, best_s, None)));
            }
            record.scores.push(Score::new(BEST, numbers(&stage, &best, best_s, None)));
            let told = rival(Way::Told)?;
            record.scores.push(Score::new(Subject::TRUTH, numbers(&stage, &told, best_s, None)));
        }
        Ok(record)
    }

    fn figures(&self, records: &[Record]) -> Vec<Figure> {
        let mut figures = pooled(MEASURES, records);
        let absent = PARTS.iter().filter(|part| part.half == Half::Absent);
        for part in absent {
            for subject in SUBJECTS {
                let of_part = records.iter().filter(|record| record.part == part.name);
                let (ground, time): (Vec<f64>, Vec<f64>) = of_part
                    .filter_map(|record| {
                        let numbers = &record.score(subject.name)?.numbers;
                        Some((numbers.get("hidden_m2")?, numbers.get("gave_up_s")?))
                    })
                    .unzip();
                if ground.len() > 2 {
                    let value = statistics::rank_correlation(&ground, &time);
                    // Fisher's interval for a correlation of so many pairs.
                    let half = 1.96 / (ground.len() as f64 - 1.0).sqrt();
                    figures.push(Figure {
                        part: part.name,
                        subject: subject.name,
                        measure: GIVE_UP_RANKS,
                        value,
                        low: value - half,
                        high: value + half,
                        worlds: ground.len(),
                        better: Better::Higher,
                    });
                }
            }
        }
        figures
    }
}

#[cfg(test)]
mod tests;
