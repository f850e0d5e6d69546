//! `piaget scenarios`: what there is, one line each.

use crate::failure::{Done, Failure};
use crate::{files, output};
use piaget_sim::scenario::Choice;
use serde_json::json;
use std::io::Write;

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
    if paths.is_empty() {
        let sentence = "there is no folder `scenarios` with files in it here or above".to_owned();
        return Err(Failure::Wrong(sentence));
    }
    let width = paths.iter().map(|path| files::stem_of(path).len()).max().unwrap_or(0);
    let mut wrong = false;
    for path in &paths {
        let name = files::stem_of(path);
        let scenario = match files::load_scenario(&path.to_string_lossy(), &Choice::default()) {
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
