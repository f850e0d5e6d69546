//! `piaget memory`: what a saved memory holds, thing by thing.

use crate::failure::{Done, Failure};
use crate::{files, output};
use piaget_memory::{House, Memory, MemoryConfig, Stay, What};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The most bytes of a saved memory that are read. One of 20 weeks in a house has 90 KB.
const MAX_MEMORY: u64 = 16 << 20;

/// What `piaget memory` can be told.
#[derive(clap::Args)]
pub struct Args {
    /// A saved memory (`piaget experiment new-house --save FILE`)
    file: PathBuf,
    /// Refuse it unless it is about the places of this file
    #[arg(long, value_name = "FILE")]
    places: Option<PathBuf>,
    /// Only things whose names begin so
    #[arg(long, value_name = "NAME", default_value = "")]
    thing: String,
    /// Answer a question instead: "when did you last see the keys", "where was the pan before", "what happened at the table"
    #[arg(long, value_name = "QUESTION", conflicts_with = "thing")]
    ask: Option<String>,
    /// One JSON object a line instead of a table
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Done {
    let memory = load(&args.file)?;
    if let Some(places) = &args.places {
        let house = House::from_text(&places.display().to_string(), &read(places)?)
            .map_err(|mistakes| Failure::Wrong(mistakes.to_string()))?;
        memory.house().fits(&house).map_err(|other| Failure::Wrong(other.to_string()))?;
    }
    if let Some(question) = &args.ask {
        return answer(&memory, question, args.json);
    }
    let now_s = memory.objects().filter_map(|(_, last)| last).map(|(_, when)| when).fold(0.0, f64::max);
    let things: Vec<_> =
        memory.objects().filter(|(what, _)| what.object.to_string().starts_with(&args.thing)).collect();
    for (what, last) in things {
        let order = memory.order(what, now_s);
        let sureness = memory.sureness(what, now_s);
        let name = |place| memory.house()[place].name;
        let likely: Vec<_> = order.iter().take(3).map(|(place, chance)| (name(*place), *chance)).collect();
        let last = last.map(|(place, when)| (name(place), when));
        if args.json {
            output::json_line(&serde_json::json!({
                "object": what.object.to_string(), "kind": what.kind, "last_seen": last, "likely": likely, "sureness": sureness,
            }))?;
        } else {
            let likely: Vec<String> =
                likely.iter().map(|(place, chance)| format!("{place} {:.0} %", chance * 100.0)).collect();
            let last = last.map_or("never seen".to_owned(), |(place, _)| format!("last seen: {place}"));
            writeln!(
                output::stdout(),
                "{:20} {}; {last}; sureness {sureness:.2}",
                what.object,
                likely.join(", ")
            )?;
        }
    }
    Ok(())
}

/// Tells the stays that a question asks for.
fn answer(memory: &Memory, question: &str, json: bool) -> Done {
    for (what, stay) in asked(memory, question)? {
        let place = memory.house()[stay.place].name;
        let (day, hour) = (stay.from_s.div_euclid(DAY_S), stay.from_s.rem_euclid(DAY_S) / HOUR_S);
        if json {
            output::json_line(&serde_json::json!({
                "object": what.object.to_string(), "place": place, "from_s": stay.from_s, "to_s": stay.to_s(),
            }))?;
        } else {
            let minutes = f64::from(stay.lasted_s) / 60.0;
            writeln!(
                output::stdout(),
                "{:20} {place}, day {day:.0} at {:02.0}:{:02.0}, for {minutes:.0} minutes or more",
                what.object,
                hour.floor(),
                hour.fract() * 60.0
            )?;
        }
    }
    Ok(())
}

const HOUR_S: f64 = 3600.0;
const DAY_S: f64 = 24.0 * HOUR_S;

fn asked(memory: &Memory, question: &str) -> Result<Vec<(What, Stay)>, Failure> {
    let bare = |words: &str| {
        let words = words.trim().trim_end_matches('?');
        words.strip_prefix("the ").unwrap_or(words).trim().to_owned()
    };
    let stays = |name: &str| {
        let what = memory.called(name);
        let what = what.ok_or_else(|| Failure::Wrong(format!("nothing called `{name}` is remembered")))?;
        Ok::<_, Failure>((what, memory.stays(what.object)))
    };
    if let Some(name) = question.strip_prefix("when did you last see ") {
        let (what, stays) = stays(&bare(name))?;
        return Ok(stays.last().map(|stay| (what, *stay)).into_iter().collect());
    }
    let before = question.trim_end_matches('?').strip_prefix("where was ");
    if let Some(name) = before.and_then(|rest| rest.strip_suffix(" before")) {
        let (what, stays) = stays(&bare(name))?;
        let last = stays.last().map(|stay| stay.place);
        let before = stays.iter().rev().find(|stay| Some(stay.place) != last);
        return Ok(before.map(|stay| (what, *stay)).into_iter().collect());
    }
    if let Some(place) = question.strip_prefix("what happened at ") {
        let name = bare(place);
        let place = memory.house().find(&name);
        let place =
            place.ok_or_else(|| Failure::Wrong(format!("there is no place `{name}` in this memory")))?;
        return Ok(memory.happened_at(place, f64::NEG_INFINITY, f64::INFINITY));
    }
    Err(Failure::Wrong(format!(
        "`{question}` is not understood; ask \"when did you last see THING\", \"where was THING before\" or \"what happened at PLACE\""
    )))
}

/// Reads a saved memory. It is JSON without a checksum, so that people can read and change it; it is used only if every
/// number in it fits the others.
fn load(file: &Path) -> Result<Memory, Failure> {
    let wrong =
        |why: &dyn std::fmt::Display| Failure::Wrong(format!("{} is no saved memory: {why}", file.display()));
    let memory: Memory = serde_json::from_str(&read(file)?).map_err(|error| wrong(&error))?;
    // `piaget experiment new-house --save` writes memories with these settings alone.
    memory.validate(&MemoryConfig::default()).map_err(|invalid| wrong(&invalid))?;
    Ok(memory)
}

fn read(file: &Path) -> Result<String, Failure> {
    String::from_utf8(files::load_at_most(file, MAX_MEMORY)?)
        .map_err(|_| Failure::Wrong(format!("{} is not text in UTF-8", file.display())))
}
