//! `piaget endure`: lets a scenario go on for hours or weeks of its own time while somebody moves its things about, asks every mind
//! after every tick whether it is sound, and tells whether it slows down or grows. With `--visitors`, the same of a lab.

mod visitors;

use super::run::begin;
use crate::failure::{Done, Failure};
use crate::output;
use crate::process::{processor_us, resident_mb};
use piaget_sim::{Action, Choice, Simulation, words};
use piaget_terms::{Chance, Name, Utterance, Vec2, Vec3};
use serde::Serialize;
use std::io::Write;

/// What `piaget endure` can be told.
#[derive(clap::Args)]
pub struct Args {
    /// A scenario's file, or its name in the folder `scenarios`
    #[arg(default_value = "village")]
    scenario: String,
    /// How long to go on, in hours of the scenario's own time; a week unless told
    #[arg(long, value_name = "N", default_value_t = 168.0, value_parser = hours)]
    hours: f64,
    /// Decides every chance, and what is done to things
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Change a value of the scenario, such as tick=10
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
    /// Instead of a scenario, a lab on this machine with places for so many visitors, who come, play and vanish; the hours are
    /// the clock's
    #[arg(long, value_name = "N", conflicts_with_all = ["scenario", "set"], value_parser = clap::value_parser!(u8).range(1..))]
    visitors: Option<u8>,
    /// One JSON object a stretch and one for the whole instead of a table
    #[arg(long)]
    json: bool,
}

/// How many stretches a life is told in at most; each is an hour, or a part of one.
const MOST_STRETCHES: f64 = 168.0;
/// The last quarter may take this much longer than the first, and the process grow by so much.
const SLOWER: f64 = 1.1;
/// From so many stretches on slowing is judged: one hour differs from another by what happens in it.
const ENOUGH: usize = 12;
const GROWN_MB: f64 = 8.0;
/// Seconds between two things that somebody does.
const BETWEEN_S: (f32, f32) = (4.0, 30.0);
/// What is said to the creatures of the village.
const SAYINGS: [&str; 16] = [
    "approach sheep",
    "look at sheep",
    "approach shepherd",
    "max observe",
    "max rest",
    "max imitate",
    "max identify",
    "max help",
    "stay morris",
    "go morris",
    "morris wave",
    "morris jump",
    "morris cover-face",
    "morris thumbs-up",
    "well done morris",
    "not yet max",
];

/// One stretch of it.
#[derive(Serialize)]
struct Stretch {
    hour: f64,
    ticks: u64,
    tick_us: f64,
    resident_mb: f64,
    beliefs: usize,
    happened: u64,
}

/// All of it.
#[derive(Serialize)]
struct Verdict {
    scenario: String,
    seed: u64,
    hours: f64,
    ticks: u64,
    slower: f64,
    grown_mb: f64,
    digest: String,
}

/// Runs the command.
pub fn run(args: &Args) -> Done {
    if let Some(visitors) = args.visitors {
        return visitors::run(args, visitors.into());
    }
    let choice = Choice { seed: Some(args.seed), set: args.set.clone() };
    let mut simulation = begin(&args.scenario, &choice, Some(1))?;
    let mut keeper = Keeper::new(&simulation, args.seed);
    let stretch_h = (args.hours / MOST_STRETCHES).max(1.0).min(args.hours / 2.0);
    let ticks = (stretch_h * 3600.0 * f64::from(simulation.scenario().tick_hz)).ceil().max(1.0) as u64;
    let count = (args.hours / stretch_h).round().max(2.0) as u64;
    let mut told: Vec<Stretch> = Vec::new();
    if !args.json {
        writeln!(output::stdout(), "    hour   us a tick   resident MB   beliefs   happened")?;
    }
    for at in 1..=count {
        let before_us = processor_us();
        let mut happened = 0;
        for _ in 0..ticks {
            keeper.meddle(&mut simulation);
            happened += simulation.step().len() as u64;
            keeper.mind_losses(&simulation);
            sound(&simulation)?;
        }
        let stretch = Stretch {
            hour: at as f64 * stretch_h,
            ticks,
            tick_us: (processor_us() - before_us) / ticks as f64,
            resident_mb: resident_mb(),
            beliefs: simulation.actors().iter().map(|actor| actor.mind.view().beliefs().len()).sum(),
            happened,
        };
        if args.json {
            output::json_line(&stretch)?;
        } else {
            let Stretch { hour, tick_us, resident_mb, beliefs, .. } = &stretch;
            writeln!(
                output::stdout(),
                "{hour:8.2}   {tick_us:9.1}   {resident_mb:11.1}   {beliefs:7}   {happened:8}"
            )?;
        }
        told.push(stretch);
    }
    conclude(args, &simulation, &told)
}

fn conclude(args: &Args, simulation: &Simulation, told: &[Stretch]) -> Done {
    let [first, .., last] = told else { return Ok(()) };
    let quarter = (told.len() / 4).max(1);
    let mean_us =
        |part: &[Stretch]| part.iter().map(|stretch| stretch.tick_us).sum::<f64>() / part.len() as f64;
    let verdict = Verdict {
        scenario: simulation.scenario().name.to_string(),
        seed: args.seed,
        hours: last.hour,
        ticks: simulation.tick(),
        slower: mean_us(&told[told.len() - quarter..]) / mean_us(&told[..quarter]),
        grown_mb: last.resident_mb - first.resident_mb,
        digest: simulation.digest().to_string(),
    };
    if args.json {
        output::json_line(&verdict)?;
    } else {
        writeln!(
            output::stdout(),
            "{} ticks ({:.2} h), every mind sound after each; the last quarter took {:.2} of the first, {:+.1} MB; digest {}",
            verdict.ticks,
            verdict.hours,
            verdict.slower,
            verdict.grown_mb,
            verdict.digest
        )?;
    }
    // Not a number where the system does not tell.
    let slows = told.len() >= ENOUGH && verdict.slower > SLOWER;
    if slows || verdict.grown_mb > GROWN_MB {
        return Err(Failure::Wrong(format!(
            "it does not last: at most {SLOWER} times as slow and {GROWN_MB} MB more were allowed"
        )));
    }
    Ok(())
}

/// Every mind and every body, after a tick.
fn sound(simulation: &Simulation) -> Done {
    for actor in simulation.actors() {
        let (name, tick) = (actor.name, simulation.tick());
        let broken = |what: String| Failure::Wrong(format!("after tick {tick}, {name} is not sound: {what}"));
        actor.mind.check().map_err(|found| broken(found.to_string()))?;
        let body = simulation.world().creature(actor.id).map(|creature| creature.position);
        if !body.is_some_and(|at| at.is_finite()) {
            return Err(broken(format!("its body is at {body:?}")));
        }
    }
    Ok(())
}

/// Somebody who moves things about, hides them, says things, and brings what was eaten anew.
struct Keeper {
    chance: Chance,
    next_s: f64,
    eaten: bool,
}

impl Keeper {
    fn new(simulation: &Simulation, seed: u64) -> Self {
        Self { chance: Chance::of_part(seed, 0xEE), next_s: simulation.time_s(), eaten: false }
    }

    fn meddle(&mut self, simulation: &mut Simulation) {
        if simulation.time_s() < self.next_s {
            return;
        }
        self.next_s = simulation.time_s() + f64::from(self.chance.between(BETWEEN_S.0, BETWEEN_S.1));
        if std::mem::take(&mut self.eaten) {
            self.bring_anew(simulation);
        }
        let things = &simulation.scenario().things;
        if things.is_empty() {
            return;
        }
        let thing = &things[self.below(things.len())];
        let (what, height) = (thing.name, thing.position.y);
        let to = self.place(simulation, height);
        let action = match self.below(6) {
            0 | 1 => {
                let speed_m_per_s = self.chance.between(0.3, 2.5);
                Action::Slide { thing: what, path: vec![to], speed_m_per_s }
            }
            2 => Action::Transport { what, to },
            3 => Action::Hide(what),
            4 => Action::Show(what),
            _ => {
                let words = Utterance::from(SAYINGS[self.below(SAYINGS.len())]).unwrap_or_default();
                Action::Say { by: Name::cut("keeper"), words, at: Some(to), loudness: 1.0 }
            }
        };
        simulation.input(action);
        // What is hidden does not stay so for ever.
        if self.chance.unit() < 0.3 {
            let back = simulation.scenario().things[self.below(simulation.scenario().things.len())].name;
            simulation.input(Action::Show(back));
        }
    }

    fn mind_losses(&mut self, simulation: &Simulation) {
        self.eaten |= simulation.happened().iter().any(|told| told.event == words::ATE);
    }

    /// What the scenario had and is no more.
    fn bring_anew(&mut self, simulation: &mut Simulation) {
        let world = simulation.world();
        let gone =
            simulation.scenario().things.iter().filter(|thing| world.named(thing.name.as_str()).is_none());
        let anew: Vec<Action> = gone.map(|thing| Action::Add(Box::new(thing.clone()))).collect();
        anew.into_iter().for_each(|action| simulation.input(action));
    }

    fn place(&mut self, simulation: &Simulation, height: f32) -> Vec3 {
        let bounds = simulation.scenario().terrain.bounds;
        let inner = |low: f32, high: f32, share: f32| low + (high - low) * (0.05 + 0.9 * share);
        let at = Vec2::new(
            inner(bounds.min.x, bounds.max.x, self.chance.unit()),
            inner(bounds.min.y, bounds.max.y, self.chance.unit()),
        );
        Vec3::new(at.x, height, at.y)
    }

    fn below(&mut self, most: usize) -> usize {
        (self.chance.unit() * most as f32) as usize % most.max(1)
    }
}

fn hours(text: &str) -> Result<f64, String> {
    let hours: f64 = text.parse().map_err(|_| "write a number of hours, such as 24".to_owned())?;
    if (0.001..=100_000.0).contains(&hours) {
        Ok(hours)
    } else {
        Err("between 0.001 and 100000 hours".into())
    }
}
