//! `piaget evaluate homes`: the what-where memory in the homes of others, beside other ways to remember.

use crate::failure::{Done, Failure};
use crate::output;
use piaget_claims::Run;
use piaget_claims::homes::{Household, housekeep, rivals};
use std::io::Write;

/// What `piaget evaluate homes` can be told.
#[derive(clap::Args)]
pub struct Args {
    /// Decides which rooms are visited and what is asked for
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many lives each memory lives in each household
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    lives: u32,
    /// One JSON object a line instead of a table
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Done {
    let run = Run::new(args.seed, args.lives, &|| ());
    for letter in ["A", "B"] {
        let household = Household::load(letter).map_err(Failure::Wrong)?;
        for (name, kind) in rivals() {
            let found = household.search(kind, &run);
            if args.json {
                output::json_line(
                    &serde_json::json!({ "household": letter, "memory": name, "found": found }),
                )?;
            } else {
                writeln!(
                    output::stdout(),
                    "household {letter}  {name:14} {:6.3} places inspected, {:5.1} % at the first try, {} searches",
                    found.inspected,
                    found.first_try * 100.0,
                    found.searches
                )?;
            }
        }
    }
    let belongings = housekeep().map_err(Failure::Wrong)?;
    if args.json {
        output::json_line(&serde_json::json!({ "housekeep": belongings }))?;
    } else {
        writeln!(
            output::stdout(),
            "housekeep    new things right at the first try: {:.1} %; by chance {:.1} %, at the most frequent place \
             {:.1} %; {} asked",
            belongings.first_try * 100.0,
            belongings.by_chance * 100.0,
            belongings.most_frequent * 100.0,
            belongings.asked
        )?;
        let [first, chance, frequent] = belongings.in_room.map(|share| share * 100.0);
        writeln!(
            output::stdout(),
            "housekeep    the same within a room: {first:.1} %; by chance {chance:.1} %, at its most frequent place \
             {frequent:.1} %; {} asked; annotations agree by {:.3} beyond how popular a place is",
            belongings.asked_in_room,
            belongings.agreement
        )?;
    }
    Ok(())
}
