//! `piaget experiment`: the papers' experiments with one's own numbers. So far the new house (Brom 4).

use crate::failure::{Done, Failure};
use crate::{files, output};
use clap::{Subcommand, ValueEnum};
use piaget_claims::Run;
use piaget_claims::brom::{Kind, Life, Scenario, Summary, live_as, lives, summary};
use piaget_memory::{MemoryConfig, PrintedNetworkConfig};
use std::io::{self, Write};
use std::path::PathBuf;

/// What `piaget experiment` can be told.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    experiment: Experiment,
}

#[derive(Subcommand)]
enum Experiment {
    /// Weeks in a new house: how soon it is known where things are kept
    NewHouse(NewHouse),
}

#[derive(clap::Args)]
struct NewHouse {
    /// How long a life lasts; habits change at half of it
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=520))]
    weeks: u32,
    /// How many lives
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Which memory lives there
    #[arg(long, value_enum, default_value_t = Which::Better)]
    memory: Which,
    /// Let habits stay as they are
    #[arg(long)]
    no_change: bool,
    /// Decides every life
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write the better memory of the first life to this file, for `piaget memory`
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// One JSON object instead of a table
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Which {
    /// The network as the paper has it
    Printed,
    /// The default memory
    Better,
}

/// Runs the command.
pub fn run(args: &Args) -> Done {
    match &args.experiment {
        Experiment::NewHouse(args) => new_house(args),
    }
}

fn new_house(args: &NewHouse) -> Done {
    let scenario = Scenario::new_house().map_err(|mistakes| Failure::Wrong(mistakes.to_string()))?;
    let kind = match args.memory {
        Which::Printed => Kind::Printed(PrintedNetworkConfig::default()),
        Which::Better => Kind::Better(MemoryConfig::default()),
    };
    let life = Life { weeks: args.weeks, change: !args.no_change };
    let bar = output::progress(args.runs.into(), "new-house");
    let progress = || bar.inc(1);
    let run = Run::new(args.seed, args.runs, &progress);
    let summary = summary(&lives(&run, &scenario, kind, life));
    bar.finish_and_clear();
    if let Some(file) = &args.save {
        let (_, mut seeker) =
            live_as(&scenario, Kind::Better(MemoryConfig::default()), life, run.trial(0).seed);
        let text = serde_json::to_vec(seeker.better()).map_err(|error| Failure::Wrong(error.to_string()))?;
        files::save(file, &text)?;
    }
    match args.json {
        true => Ok(output::json_line(&summary)?),
        false => Ok(table(&summary)?),
    }
}

fn table(summary: &Summary) -> io::Result<()> {
    let mut out = output::stdout();
    writeln!(out, "class    searches  inspected   best  first try  rule emerged after")?;
    for class in &summary.classes {
        let emerged = class.emerged_after.map_or("never".to_owned(), |after| format!("{after:.0} searches"));
        let first = class.first_try * 100.0;
        writeln!(
            out,
            "{:8} {:8} {:10.2} {:6.2} {first:8.1} %  {emerged}",
            class.class, class.searches, class.inspected, class.best
        )?;
    }
    writeln!(out, "places inspected per those of one who knows the true chances: {:.3}", summary.ratio)?;
    let after: Vec<String> = summary.after_change.iter().map(|ratio| format!("{ratio:.2}")).collect();
    if !after.is_empty() {
        writeln!(
            out,
            "expected effort per the best, search by search after habits changed: {}",
            after.join(" ")
        )?;
    }
    Ok(())
}
