//! `piaget run`: plays a scenario as fast as it goes and tells what happened.

use crate::failure::{Done, Failure};
use crate::{files, output, story};
use piaget_sim::{Choice, Happening, Simulation, Threads, TraceWriter};
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;

/// What `piaget run` can be told.
#[derive(clap::Args)]
pub struct Args {
    /// A scenario's file, or its name in the folder `scenarios`
    scenario: String,
    /// Decides every chance; any but the file's own also varies what `jitter` names
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How long to play, instead of the file's length
    #[arg(long, value_name = "S", value_parser = seconds)]
    seconds: Option<f64>,
    /// Change a value of the scenario, such as tick=60 or thing.sheep.at.x=3
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
    /// Write what each creature saw, believed, chose and intended in every tick, as JSON Lines
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Write a recording that `piaget replay` plays again
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// How many threads step the creatures; as many as the machine has unless told
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// End with one JSON object instead of telling the story
    #[arg(long)]
    json: bool,
}

/// What scripts read.
#[derive(Serialize)]
struct Summary<'a> {
    scenario: &'a str,
    seed: u64,
    ticks: u64,
    seconds: f64,
    digest: String,
    events: Vec<Happening>,
}

/// Runs the command.
pub fn run(args: &Args) -> Done {
    let choice = Choice { seed: args.seed, set: args.set.clone() };
    let mut simulation = begin(&args.scenario, &choice, args.threads)?;
    if args.record.is_some() {
        simulation.record();
    }
    let events = match &args.trace {
        None => play(&mut simulation, args, &mut |_| Ok(()))?,
        Some(file) => traced(&mut simulation, args, file)?,
    };
    if let Some((file, bytes)) = args.record.as_ref().zip(simulation.recording()) {
        files::save(file, &bytes)?;
    }
    let scenario = simulation.scenario();
    let (ticks, digest) = (simulation.tick(), simulation.digest());
    if args.json {
        let summary = Summary {
            scenario: scenario.name.as_str(),
            seed: scenario.seed,
            ticks,
            seconds: simulation.time_s(),
            digest: digest.to_string(),
            events,
        };
        output::json_line(&summary)?;
    } else {
        let seed = scenario.seed;
        writeln!(
            output::stdout(),
            "{ticks} ticks ({:.1} s), seed {seed}, digest {digest}",
            simulation.time_s()
        )?;
    }
    Ok(())
}

/// Loads a scenario and sets it up.
pub fn begin(scenario: &str, choice: &Choice, threads: Option<u16>) -> Result<Simulation, Failure> {
    let scenario = files::load_scenario(scenario, choice)?;
    let threads = threads.map_or(Threads::All, Threads::Exactly);
    Simulation::new(scenario, threads).map_err(|why| Failure::Wrong(why.to_string()))
}

/// Steps to the end, telling the story on the way.
fn play(
    simulation: &mut Simulation,
    args: &Args,
    each: &mut dyn FnMut(&Simulation) -> io::Result<()>,
) -> io::Result<Vec<Happening>> {
    let scenario = simulation.scenario();
    let ticks = args.seconds.map_or(scenario.ticks(), |s| (s * f64::from(scenario.tick_hz)).round() as u64);
    let mut listener = Listener { gone: args.json, needed: args.trace.is_none() && args.record.is_none() };
    listener.tell(&format!("{}: {}", scenario.name, scenario.shows))?;
    let bar = output::progress(ticks, "ticks");
    let (mut events, mut told) = (Vec::new(), story::Folded::default());
    while simulation.tick() < ticks {
        let happened = simulation.step();
        if !listener.gone && !happened.is_empty() {
            let lines: Vec<String> = happened.iter().filter_map(|one| told.line(one)).collect();
            bar.suspend(|| lines.iter().try_for_each(|line| listener.tell(line)))?;
        }
        events.extend_from_slice(happened);
        each(simulation)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    told.counts().try_for_each(|line| listener.tell(&line))?;
    Ok(events)
}

/// Who reads the story on the standard output.
struct Listener {
    /// Nobody reads, or nobody does any more.
    gone: bool,
    /// Without a listener there is nothing to play for: no file is being written.
    needed: bool,
}

impl Listener {
    fn tell(&mut self, line: &str) -> io::Result<()> {
        if self.gone {
            return Ok(());
        }
        match writeln!(output::stdout(), "{line}") {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe && !self.needed => {
                self.gone = true;
                Ok(())
            }
            told => told,
        }
    }
}

/// As [`play`], with a trace that is written whole or not at all.
fn traced(
    simulation: &mut Simulation,
    args: &Args,
    file: &std::path::Path,
) -> Result<Vec<Happening>, Failure> {
    let mut events = Vec::new();
    let written = piaget_sim::files::write_whole(file, |out| {
        let mut trace = TraceWriter::begin(out, simulation)?;
        events = play(simulation, args, &mut |now| trace.tick(now))?;
        trace.end(simulation.digest()).map(|_| ())
    });
    written.map_err(|error| files::cannot_write(file, &error))?;
    Ok(events)
}

/// A number of seconds that can be played: some, and at most a day.
fn seconds(text: &str) -> Result<f64, String> {
    const MOST: f64 = piaget_sim::scenario::MAX_LENGTH_S as f64;
    let seconds: f64 = text.parse().map_err(|_| "it should be a number of seconds".to_owned())?;
    match seconds > 0.0 && seconds <= MOST {
        true => Ok(seconds),
        false => Err(format!("it should be more than 0 and at most {MOST}")),
    }
}

/// A moment of a scenario, in seconds: at most a day after its beginning.
pub(super) fn moment(text: &str) -> Result<f64, String> {
    const MOST: f64 = piaget_sim::scenario::MAX_LENGTH_S as f64;
    let moment: f64 = text.parse().map_err(|_| "it should be a number of seconds".to_owned())?;
    match (0.0..=MOST).contains(&moment) {
        true => Ok(moment),
        false => Err(format!("it should be from 0 to {MOST}")),
    }
}
