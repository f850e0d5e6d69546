//! `piaget scenarios`: what there is, one line each.

use crate::failure::{Done, Failure};
use crate::{files, output};
use piaget_sim::scenario::Choice;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;

/// What `piaget scenarios` can be told.
#[derive(clap::Args)]
pub struct Args {
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Done {
    let paths = files::all_scenarios();
    // Away from any project there are those that come with the program.
    let found: Vec<(String, Option<&PathBuf>)> = match paths.as_slice() {
        [] => files::shipped_scenarios().into_iter().map(|name| (name, None)).collect(),
        paths => paths.iter().map(|path| (files::stem_of(path).to_owned(), Some(path))).collect(),
    };
    let width = found.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut wrong = false;
    for (name, path) in &found {
        let from = path.map_or(name.clone(), |path| path.to_string_lossy().into_owned());
        let scenario = match files::load_scenario(&from, &Choice::default()) {
            Ok(scenario) => scenario,
            Err(failure) => {
                failure.show();
                wrong = true;
                continue;
            }
        };
        if args.json {
            let creatures: Vec<_> =
                scenario.creatures.iter().map(|creature| creature.name.as_str()).collect();
            output::json_line(&json!({
                "scenario": name, "file": path, "shows": scenario.shows, "try": scenario.try_this,
                "seconds": scenario.length_s, "creatures": creatures,
            }))?;
        } else {
            writeln!(output::stdout(), "{name:width$}  {} ({} s)", scenario.shows, scenario.length_s)?;
        }
    }
    if wrong { Err(Failure::Told) } else { Ok(()) }
}
