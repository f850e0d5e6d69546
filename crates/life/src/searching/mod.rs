//! Searching: a thing is hidden, moved on, gone, or behind what nobody told of, on twenty kinds of ground. Is it found, how
//! soon beside the best plan that is known, and when is it given up?
//!
//! The searchers are those that ship: Duncan, told by the shepherd, and the guard of the README. Rivals have the same body
//! and eyes in the same world.

mod about;
mod layout;
mod mind;
mod plan;
mod rooms;
mod stage;
mod text;
mod watch;

use crate::family::{About, Case, Family, Fault, Half, Part, Subject, World, Worlds};
use crate::figure::{Better, Figure, pooled};
use crate::ranges::{Range, Ranges, Values, common};
use crate::record::{Numbers, Record, Score};
use crate::scene;
use about::{
    ABOUT, BEST, GIVE_UP_BY_BEST, GIVE_UP_RANKS, LIKELY, MEASURES, NEAREST, PARTS, PLANNED, RANDOM, ROOMS,
    SMALL, SUBJECTS,
};
use layout::Layout;
use piaget_claims::search::Small;
use piaget_claims::statistics;
use piaget_mind::act::seek::Policy;
use piaget_terms::Vec2;
use plan::Way;
use stage::{Draws, Stage, Task};
use text::SEARCHER;
use watch::Searched;

/// The family.
pub struct Searching;

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
        numbers.set("enough", yes(searched.enough_s.is_some()));
        if let Some(best_s) = best_s {
            numbers.set("best_s", best_s);
        }
        if let Some((enough_s, best_s)) = searched.enough_s.zip(best_s) {
            numbers.set("enough_s", enough_s);
            numbers.set("enough_best_s", best_s);
        }
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

/// How far the order of the times goes by the order of what they should follow, over worlds.
fn rank_figure(
    (part, subject, measure): (&'static str, &'static str, &'static str),
    asked: &[f64],
    time: &[f64],
) -> Figure {
    let value = statistics::rank_correlation(asked, time);
    // Fisher's interval for a correlation of so many pairs.
    let half = 1.96 / (asked.len() as f64 - 1.0).sqrt();
    let (low, high, worlds) = (value - half, value + half, asked.len());
    Figure { part, subject, measure, value, low, high, worlds, better: Better::Higher }
}

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
        let best = match stage.task {
            Task::Moved => None,
            task if task.is_absent() => Some(plan::inspect(&stage, &scenario, case.seed)),
            _ => Some(
                plan::best_way(&stage, &scenario, case.seed)
                    .and_then(|way| plan::search(&stage, &scenario, way, case.seed)),
            ),
        };
        let best = best.transpose().map_err(|why| case.unplayable(self, why))?;
        let best_s = best.as_ref().map(|best| {
            let done_s = if stage.task.is_absent() { best.gave_up_s } else { best.reached_s };
            done_s.unwrap_or(stage.most_s().into())
        });
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
            if !stage.task.is_absent() {
                let told = rival(Way::Told)?;
                record.scores.push(Score::new(Subject::TRUTH, numbers(&stage, &told, best_s, None)));
            }
        }
        Ok(record)
    }

    fn figures(&self, records: &[Record]) -> Vec<Figure> {
        let mut figures = pooled(MEASURES, records);
        let absent = PARTS.iter().filter(|part| part.half == Half::Absent);
        for part in absent {
            for subject in SUBJECTS {
                for (measure, number) in [(GIVE_UP_RANKS, "hidden_m2"), (GIVE_UP_BY_BEST, "best_s")] {
                    let of_part = records.iter().filter(|record| record.part == part.name);
                    let (asked, time): (Vec<f64>, Vec<f64>) = of_part
                        .filter_map(|record| {
                            let numbers = &record.score(subject.name)?.numbers;
                            Some((numbers.get(number)?, numbers.get("gave_up_s")?))
                        })
                        .unzip();
                    if asked.len() > 2 {
                        figures.push(rank_figure((part.name, subject.name, measure), &asked, &time));
                    }
                }
            }
        }
        figures
    }
}

#[cfg(test)]
mod tests;
