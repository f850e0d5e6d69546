//! `piaget why`: what a creature holds at one moment and why, or what keeps it from doing something.

use super::run::{begin, moment};
use crate::failure::{Done, Failure};
use crate::output;
use piaget_mind::Why;
use piaget_sim::why::{Cause, Diary, Dropped, Goal, NotAGoal, cause_of, why_now};
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
    #[arg(long, value_name = "S", value_parser = moment, allow_negative_numbers = true)]
    at: Option<f64>,
    /// Who is asked; the first creature of the scenario unless told
    #[arg(long, value_name = "NAME")]
    creature: Option<String>,
    /// Tell only of things of this kind or name
    #[arg(long, value_name = "THING")]
    about: Option<String>,
    /// What should have come about by then, such as "eats bowl": the first obstacle is named
    #[arg(long, value_name = "GOAL")]
    until: Option<String>,
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
    dropped: Option<&'a Dropped>,
    #[serde(flatten)]
    why: &'a Why,
}

/// How long before the moment the comparison lies.
const BEFORE_S: f64 = 1.0;

/// Runs the command.
pub fn run(args: &Args) -> Done {
    let choice = Choice { seed: args.seed, set: args.set.clone() };
    let mut simulation = begin(&args.scenario, &choice, Some(1))?;
    let (creature, goal) = asked(&simulation, args)?;
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
    let cause = goal.as_ref().map(|goal| cause_of(&simulation, &diary, goal));
    let answer = answer(&simulation, creature, &why, &cause, goal.as_ref());
    if let Some(about) = &args.about {
        tell_only_of(&diary, about, &mut why)?;
    }
    if args.json {
        let cause = cause.as_ref().and_then(Option::as_ref);
        output::json_line(&Answer {
            creature,
            answer: &answer,
            cause,
            changed: &changed,
            dropped: diary.dropped.as_ref(),
            why: &why,
        })?;
        return Ok(());
    }
    let mut out = output::stdout();
    writeln!(out, "{answer}\n")?;
    write!(out, "{why}")?;
    if let Some(Dropped { time_s, tuple, because }) = &diary.dropped {
        writeln!(out, "Dropped last\n  \"{tuple}\" at {time_s:.1} s: {because}")?;
    }
    writeln!(out, "Changed since a second ago")?;
    changed.iter().try_for_each(|line| writeln!(out, "  {line}"))?;
    if changed.is_empty() {
        writeln!(out, "  nothing")?;
    }
    Ok(())
}

/// Leaves out what is about other things than those of a kind or a name.
fn tell_only_of(diary: &Diary, about: &str, why: &mut Why) -> Result<(), Failure> {
    let asked = Name::cut(about);
    let named = diary.things.values().find(|met| met.name == asked);
    if diary.things.values().any(|met| met.kind == asked) {
        why.tell_only_of(about);
    } else if let Some(belief) = named.and_then(|met| met.belief) {
        why.tell_only_of_belief(belief);
    } else if named.is_some() {
        // It was never met: nothing that is believed is about it.
        why.tell_only_of("");
    } else {
        let known: Vec<Name> = diary.things.values().flat_map(|met| [met.kind, met.name]).collect();
        let hint = match nearest(about, known.iter().map(Name::as_str)) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => format!("it has {}", known.iter().map(Name::as_str).collect::<Vec<_>>().join(", ")),
        };
        return Err(Failure::Usage(format!("the scenario has nothing called `{about}`; {hint}")));
    }
    Ok(())
}

/// Who is asked, and what it should have done. `--until "cat eats bowl"` names the creature as well.
fn asked(simulation: &Simulation, args: &Args) -> Result<(Name, Option<Goal>), Failure> {
    let wanted = args.until.as_deref().map(str::trim);
    let named = wanted.and_then(|wanted| wanted.split_once(char::is_whitespace)).filter(|(first, rest)| {
        let is_there = || simulation.actors().iter().any(|actor| actor.name == **first);
        // What stands before a verb, and is none, was meant for somebody's name.
        let before_verb =
            || !Goal::is_verb(first) && rest.split_whitespace().next().is_some_and(Goal::is_verb);
        args.creature.is_none() && (is_there() || before_verb())
    });
    let (creature, wanted) = match named {
        Some((creature, wanted)) => (Some(creature), Some(wanted)),
        None => (args.creature.as_deref(), wanted),
    };
    let creature = creature_of(simulation, creature)?;
    let goal = wanted.map(str::parse).transpose();
    Ok((creature, goal.map_err(|why: NotAGoal| Failure::Usage(format!("--until: {why}")))?))
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
