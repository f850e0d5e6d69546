//! `piaget replicate`: the papers' claims, run again.

use crate::failure::{Done, Failure};
use crate::tell;
use crate::{files, output};
use piaget_claims::{Claim, Outcome, Verdict};
use std::io::{self, Write};
use std::path::PathBuf;

/// What `piaget replicate` can be told.
#[derive(clap::Args)]
pub struct Args {
    /// Claims by the beginning of their names (`isla`, `kline.reactive`); all of them if none is given
    claims: Vec<String>,
    /// Say which claims there are, without running them
    #[arg(long)]
    list: bool,
    /// How many trials to make of each
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    trials: Option<u32>,
    /// Decides every trial
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Few trials of each, as the tests make
    #[arg(long, conflicts_with = "trials")]
    quick: bool,
    /// Let a claim pass that cannot be measured here because its data is not on this machine
    #[arg(long)]
    allow_skipped: bool,
    /// Another file in the place of a committed character: duncan=mine.kdl
    #[arg(long, value_name = "NAME=FILE")]
    character: Vec<String>,
    /// One JSON object a line instead of a table
    #[arg(long)]
    json: bool,
    /// Write `index.html` with every claim and its figure into this folder
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args) -> Done {
    files::use_characters(&args.character)?;
    let claims = piaget_claims::find(&args.claims).map_err(|unknown| Failure::Usage(unknown.to_string()))?;
    if args.list {
        return list(&claims, args.json);
    }
    if let Some(folder) = &args.report {
        // Before hours of trials, not after.
        files::make_folder(folder)?;
    }
    let width = claims.iter().map(|claim| claim.id.len()).max().unwrap_or(0);
    let mut outcomes = Vec::new();
    for claim in claims {
        let trials = match args.quick {
            true => claim.trials.quick,
            false => args.trials.unwrap_or(claim.trials.full),
        };
        let bar = output::progress(trials.into(), claim.id);
        let outcome = claim.replicate(trials, args.seed, &|| bar.inc(1));
        bar.finish_and_clear();
        match args.json {
            true => output::json_line(&outcome)?,
            false => row(&outcome, width)?,
        }
        outcomes.push(outcome);
    }
    if let Some(folder) = &args.report {
        let file = folder.join("index.html");
        files::save(&file, piaget_claims::page(&outcomes).as_bytes())?;
        tell!("the report is {}", file.display());
    }
    verdict(&outcomes, args)
}

fn list(claims: &[&'static Claim], json: bool) -> Done {
    let width = claims.iter().map(|claim| claim.id.len()).max().unwrap_or(0);
    for claim in claims {
        if json {
            output::json_line(&serde_json::json!({
                "claim": claim.id, "source": claim.source, "says": claim.says, "metric": claim.metric,
                "bar": claim.bar, "trials": claim.trials.full,
            }))?;
        } else {
            writeln!(output::stdout(), "{:width$}  {} ({})", claim.id, claim.says, claim.source)?;
        }
    }
    Ok(())
}

fn row(outcome: &Outcome, width: usize) -> io::Result<()> {
    let mut out = output::stdout();
    let word = match &outcome.verdict {
        Verdict::Pass => "holds",
        Verdict::Fail => "FAILS",
        Verdict::Broken(_) => "BROKEN",
        Verdict::Skipped(why) => return writeln!(out, "skipped: {}: {why}", outcome.claim.id),
    };
    writeln!(
        out,
        "{:width$}  {word:6}  {:>9.4}  {:16}  {} in {} trials",
        outcome.claim.id,
        outcome.measured.value,
        outcome.claim.bar.to_string(),
        outcome.claim.metric,
        outcome.trials,
    )?;
    if let Some(why) = outcome.why_not() {
        writeln!(out, "{:width$}  {why}", "")?;
    }
    out.flush()
}

fn verdict(outcomes: &[Outcome], args: &Args) -> Done {
    let skipped = outcomes.iter().filter(|outcome| matches!(outcome.verdict, Verdict::Skipped(_))).count();
    let passed = outcomes.iter().filter(|outcome| outcome.passed()).count();
    let is_open =
        |outcome: &&Outcome| outcome.verdict == Verdict::Fail && piaget_claims::open(outcome.claim).is_some();
    let open = outcomes.iter().filter(is_open).count();
    let failed = outcomes.len() - passed - skipped;
    if !args.json {
        writeln!(
            output::stdout(),
            "claims: {passed} hold, {failed} fail ({open} known to be open), {skipped} skipped (seed {})",
            args.seed
        )?;
    }
    // A quick run asks whether something broke; what is known to be open did not.
    let failed = if args.quick { failed - open } else { failed };
    match failed == 0 && (skipped == 0 || args.allow_skipped) {
        true => Ok(()),
        false => Err(Failure::Told),
    }
}
