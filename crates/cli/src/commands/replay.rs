//! `piaget replay`: plays a recording again and compares its digest.

use crate::failure::{Done, Failure};
use crate::{files, output, story};
use piaget_sim::{Recording, Threads};
use piaget_terms::sealed::Kind;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;

/// What `piaget replay` can be told.
#[derive(clap::Args)]
pub struct Args {
    /// A file that `piaget run --record` wrote
    file: PathBuf,
    /// How many threads step the creatures; as many as the machine has unless told
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// End with one JSON object instead of telling the story
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Done {
    let file = args.file.display();
    let wrong = |why: String| Failure::Wrong(format!("{file}: {why}"));
    let bytes = files::load_sealed(&args.file, Kind::Recording)?;
    let threads = args.threads.map_or(Threads::All, Threads::Exactly);
    let mut recording = Recording::open(&bytes, threads).map_err(|error| wrong(error.to_string()))?;
    let bar = output::progress(recording.ticks(), "ticks");
    let mut told = Ok(());
    let digest = recording.play(|simulation| {
        bar.inc(1);
        if !args.json && told.is_ok() {
            let mut lines = simulation.happened().iter().map(story::line);
            told = bar.suspend(|| lines.try_for_each(|line| writeln!(output::stdout(), "{line}")));
        }
    });
    bar.finish_and_clear();
    told?;
    let (recorded, ticks) = (recording.digest(), recording.ticks());
    let same = digest == recorded;
    if args.json {
        let scenario = recording.simulation().scenario();
        output::json_line(&json!({
            "recording": args.file, "scenario": scenario.name, "seed": scenario.seed, "ticks": ticks,
            "digest": digest.to_string(), "recorded_digest": recorded.to_string(), "same": same,
        }))?;
    }
    match same {
        true if args.json => Ok(()),
        true => Ok(writeln!(output::stdout(), "{ticks} ticks, digest {digest}, as recorded")?),
        false => Err(wrong(format!(
            "the digest is {digest}, but {recorded} was recorded; was it made by another version of the program?"
        ))),
    }
}
