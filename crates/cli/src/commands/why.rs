//! `piaget why`: what a creature holds at one moment and why, or what keeps it from doing something.

use super::run::{begin, moment};
use crate::failure::{Done, Failure};
use crate::output;
use piaget_mind::Why;
use piaget_sim::why::{Cause, Diary, Goal, cause_of, why_now};
use piaget_sim::{Choice, Simulation};
use piaget_terms::Name;
use piaget_text::nearest;
use serde::Serialize;
use std::io::Write;

/// What `piaget why` can be told.
#[derive(clap::Args)]
pub struct Args {
    /// A scenario's file, or its name in the folder `scenarios`
    scenario: String,
    /// The moment that is asked about, in seconds; the scenario's end unless told
    #[arg(long, value_name = "S", value_parser = moment)]
    at: Option<f64>,
    /// Who is asked; the first creature of the scenario unless told
    #[arg(long, value_name = "NAME")]
    creature: Option<String>,
    /// Tell only of things of this kind or name
    #[arg(long, value_name = "THING")]
    about: Option<String>,
    /// What should have come about by then, such as "eats bowl": the first obstacle is named
    #[arg(long, value_name = "GOAL")]
    until: Option<Goal>,
    /// Decides every chance; any but the file's own also varies what `jitter` names
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Change a value of the scenario, such as tick=60 or thing.sheep.at.x=3
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
    /// One JSON object instead of a page
    #[arg(long)]
    json: bool,
}

/// What scripts read.
#[derive(Serialize)]
struct Answer<'a> {
    creature: Name,
    answer: &'a str,
    cause: Option<&'a Cause>,
    changed: &'a [String],
    #[serde(flatten)]
    why: &'a Why,
}

/// How long before the moment the comparison lies.
const BEFORE_S: f64 = 1.0;

/// Runs the command.
pub fn run(args: &Args) -> Done {
    let choice = Choice { seed: args.seed, set: args.set.clone() };
    let mut simulation = begin(&args.scenario, &choice, Some(1))?;
    let creature = creature_of(&simulation, args.creature.as_deref())?;
    let hz = f64::from(simulation.scenario().tick_hz);
    let ticks = args.at.map_or(simulation.scenario().ticks(), |at| (at * hz).round() as u64).max(1);
    let earlier = ticks.saturating_sub((BEFORE_S * hz).round() as u64).max(1);
    let bar = output::progress(ticks, "ticks");
    let (mut diary, mut before) = (Diary::new(creature), None);
    while simulation.tick() < ticks {
        simulation.step();
        diary.note(&simulation);
        if simulation.tick() == earlier {
            before = why_now(&simulation, creature.as_str());
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let Some(mut why) = why_now(&simulation, creature.as_str()) else {
        return Err(Failure::Wrong(format!("\"{creature}\" is no longer there")));
    };
    let changed = before.map_or_else(Vec::new, |before| why.changes_since(&before));
    if let Some(about) = &args.about {
        why.tell_only_of(about);
    }
    let cause = args.until.as_ref().map(|goal| cause_of(&simulation, &diary, goal));
    let answer = answer(&simulation, creature, &why, &cause, args.until.as_ref());
    if args.json {
        let cause = cause.as_ref().and_then(Option::as_ref);
        output::json_line(&Answer { creature, answer: &answer, cause, changed: &changed, why: &why })?;
        return Ok(());
    }
    let mut out = output::stdout();
    writeln!(out, "{answer}\n")?;
    write!(out, "{why}")?;
    writeln!(out, "Changed since a second ago")?;
    changed.iter().try_for_each(|line| writeln!(out, "  {line}"))?;
    if changed.is_empty() {
        writeln!(out, "  nothing")?;
    }
    Ok(())
}

/// The creature of a name, or the first.
fn creature_of(simulation: &Simulation, wanted: Option<&str>) -> Result<Name, Failure> {
    let all: Vec<Name> = simulation.actors().iter().map(|actor| actor.name).collect();
    let found = match wanted {
        None => all.first().copied(),
        Some(wanted) => all.iter().find(|name| **name == *wanted).copied(),
    };
    found.ok_or_else(|| {
        let wanted = wanted.unwrap_or("a creature");
        let hint = match nearest(wanted, all.iter().map(Name::as_str)) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => format!("it has {}", all.iter().map(Name::as_str).collect::<Vec<_>>().join(", ")),
        };
        Failure::Usage(format!("the scenario has no creature `{wanted}`; {hint}"))
    })
}

/// The first line: what it does and why, or what keeps it from what it should do.
fn answer(
    simulation: &Simulation,
    creature: Name,
    why: &Why,
    cause: &Option<Option<Cause>>,
    goal: Option<&Goal>,
) -> String {
    let at = simulation.time_s();
    if let (Some(cause), Some(goal)) = (cause, goal) {
        let asked = format!("{}{}", goal.verb, goal.about.map_or(String::new(), |about| format!(" {about}")));
        return match cause {
            Some(cause) => format!("{creature} does not come to \"{asked}\" by {at:.1} s: {cause}"),
            None => format!("{creature} {asked} by {at:.1} s: nothing stood in the way"),
        };
    }
    format!("At {at:.1} s {creature} {}", why.answer())
}
