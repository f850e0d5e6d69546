//! `piaget watch`: plays a scenario at its own pace, from above, in the terminal. Where there is no terminal it
//! tells the story instead. It draws what the world and the minds hold and works out nothing of its own.

pub(super) mod canvas;
mod picture;

use super::run;
use crate::failure::Done;
use crate::output;
use crate::story;
use piaget_sim::{Actor, Choice, Simulation};
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// What `piaget watch` can be told.
#[derive(clap::Args)]
pub struct Args {
    /// A scenario's file, or its name in the folder `scenarios`
    scenario: String,
    /// Decides every chance; any but the file's own also varies what `jitter` names
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Change a value of the scenario, such as tick=60 or thing.sheep.at.x=3
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
    /// Times as fast as life
    #[arg(long, value_name = "X", default_value_t = 1.0, value_parser = speed)]
    speed: f64,
}

/// Pictures a second.
const FRAMES_HZ: f64 = 10.0;
/// Lines of the story under the picture.
const TOLD: usize = 4;
/// The most creatures that get a line of their own.
const LINES: usize = 6;
/// What the picture means.
const LEGEND: &str = "light: in view   glow: where something unseen may be   ?: where it is believed to be";
/// A face that is not neutral is named when it weighs at least this much.
const SHOWN: f32 = 0.3;
/// Rewinds to where the last picture began, and clears from there.
const REWIND: &str = "\x1b[0J";

/// Runs the command.
pub fn run(args: &Args) -> Done {
    let choice = Choice { seed: args.seed, set: args.set.clone() };
    play(&mut run::begin(&args.scenario, &choice, None)?, args.speed)
}

/// Plays a simulation to its end, so many times as fast as life.
pub fn play(simulation: &mut Simulation, speed: f64) -> Done {
    let scenario = simulation.scenario();
    writeln!(output::stdout(), "{}: {}", scenario.name, scenario.shows)?;
    let can_draw = io::stdout().is_terminal() && std::env::var("TERM").is_ok_and(|term| term != "dumb");
    match can_draw {
        true => show(simulation, speed)?,
        false => tell(simulation)?,
    }
    let scenario = simulation.scenario();
    writeln!(output::stdout(), "To try: {}", scenario.try_this)?;
    Ok(())
}

fn tell(simulation: &mut Simulation) -> io::Result<()> {
    while !simulation.is_over() {
        for happening in simulation.step() {
            writeln!(output::stdout(), "{}", story::line(happening))?;
        }
    }
    Ok(())
}

/// Plays in step with the clock on the wall, a picture at a time.
#[allow(clippy::disallowed_methods, reason = "a person watches by the clock; the simulation never sees it")]
fn show(simulation: &mut Simulation, speed: f64) -> io::Result<()> {
    let frame = Duration::from_secs_f64(1.0 / FRAMES_HZ);
    let mut told = VecDeque::new();
    let mut drawn_lines = 0;
    while !simulation.is_over() {
        let begun = Instant::now();
        let until = simulation.time_s() + speed / FRAMES_HZ;
        while simulation.time_s() < until && !simulation.is_over() {
            told.extend(simulation.step().iter().map(story::line));
        }
        told.drain(..told.len().saturating_sub(TOLD));
        let picture = frame_of(simulation, &told);
        // In one piece, so that no terminal shows half a picture.
        let mut piece = String::new();
        if drawn_lines > 0 {
            let _ = write!(piece, "\x1b[{drawn_lines}A\r");
        }
        piece.push_str(REWIND);
        piece.push_str(&picture);
        drawn_lines = picture.matches('\n').count();
        let mut out = io::stdout().lock();
        out.write_all(piece.as_bytes())?;
        out.flush()?;
        std::thread::sleep(frame.saturating_sub(begun.elapsed()));
    }
    Ok(())
}

fn frame_of(simulation: &Simulation, told: &VecDeque<String>) -> String {
    let (rows, columns) = console::Term::stdout().size();
    let (rows, columns) = (usize::from(rows), usize::from(columns).max(20));
    let creatures = simulation.actors().len().min(LINES);
    // The clock, a line for each creature, the story, and one to spare.
    let lines = rows.saturating_sub(creatures + TOLD + 3).clamp(6, 48);
    let mut text = String::new();
    for line in picture::draw(simulation.world(), simulation.actors(), columns, lines) {
        text.push_str(&line);
        text.push('\n');
    }
    let mut plain = vec![format!("{:5.1} s   {LEGEND}", simulation.time_s())];
    plain.extend(simulation.actors().iter().take(LINES).map(doing));
    plain.extend((0..TOLD).map(|at| told.get(at).cloned().unwrap_or_default()));
    for line in plain {
        text.extend(line.chars().take(columns - 1));
        text.push('\n');
    }
    text
}

/// What a creature is doing, and why, in a line.
fn doing(actor: &Actor) -> String {
    let mut line = format!("{}: ", actor.name);
    let because = actor.intent.because.as_deref().unwrap_or("nothing");
    line.push_str(because);
    if let Some(choice) = actor.report.choices.iter().rfind(|choice| choice.active) {
        let _ = write!(line, ", since {}", choice.because);
    }
    let from = actor.sensed.body.position;
    if let Some(travel) = actor.intent.travel {
        let _ = write!(
            line,
            "; goes {:.1} m at {:.1} m/s",
            picture::apart(from, travel.goal),
            travel.speed_m_per_s
        );
    }
    let sightings = &actor.sensed.sightings;
    let seen =
        sightings.iter().map(|seen| format!("{} at {:.1} m", seen.kind, picture::apart(from, seen.position)));
    let seen = seen.collect::<Vec<_>>().join(", ");
    let _ = match seen.is_empty() {
        true => write!(line, "; sees nothing"),
        false => write!(line, "; sees {seen}"),
    };
    let shown =
        actor.intent.expression.iter().filter(|(face, weight)| *weight >= SHOWN && *face != "neutral");
    if let Some((face, _)) = shown.max_by(|a, b| a.1.total_cmp(&b.1)) {
        let _ = write!(line, "; looks {face}");
    }
    line
}

fn speed(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(speed) if (0.01..=1000.0).contains(&speed) => Ok(speed),
        _ => Err("it should be a number from 0.01 to 1000".into()),
    }
}
