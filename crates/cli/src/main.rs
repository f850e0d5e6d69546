//! The program `piaget`: runs scenarios, checks files, runs the papers' claims again, measures speed.
//!
//! One module per command. What a command prints for scripts (`--json`) is stable; what it prints for people is
//! not. Exit code 0: all is well; 1: something was found wrong; 2: the command was not understood.

mod commands;
mod failure;
mod files;
mod output;
mod process;
mod story;

use clap::{Parser, Subcommand};
use commands::{
    bench, check, clips, endure, evaluate, experiment, instructions, lab, life, memory, new, replay,
    replicate, run, scenarios, strip, watch, why,
};
use std::process::ExitCode;

/// A crowd's minds lie closer together than the system's own allocator lays them: a tenth less time for a thousand.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Parser)]
#[command(name = "piaget", version, about = "Minds for synthetic creatures", arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run a scenario and tell what happened
    Run(run::Args),
    /// Watch a scenario from above, here in the terminal
    Watch(watch::Args),
    /// Draw moments of a scenario side by side into a picture
    Strip(strip::Args),
    /// Say why a creature does what it does at a moment, or what keeps it from something
    Why(why::Args),
    /// Open the lab: watch a mind think, in the browser
    Lab(lab::Args),
    /// Run a recording again and compare its digest
    Replay(replay::Args),
    /// Begin a character, a scenario or a house with a small file that works
    New(new::Args),
    /// Look for mistakes in scenario and character files
    Check(check::Args),
    /// Show what a character's file holds: its movements, its pose graph, a contact sheet
    Clips(clips::Args),
    /// Say which scenarios there are
    Scenarios(scenarios::Args),
    /// Run the papers' claims again
    Replicate(replicate::Args),
    /// Score minds in generated worlds, beside rivals
    Life(life::Args),
    /// Measure speed
    Bench(bench::Args),
    /// Measure how good something is on data that others published
    Evaluate(evaluate::Args),
    /// Repeat a paper's experiment with numbers of your own
    Experiment(experiment::Args),
    /// Let a scenario go on for a week of its own time, and tell whether it lasts
    Endure(endure::Args),
    /// Show what a saved memory holds
    Memory(memory::Args),
    /// Say which of the processor's instructions are used
    Instructions(instructions::Args),
}

fn main() -> ExitCode {
    process::clean_up_when_ended();
    let command = Cli::parse().command;
    // Before anything is done: who asks for instructions that do not exist shall not get others.
    let done = instructions::in_use().and_then(|_| match command {
        Command::Run(args) => run::run(&args),
        Command::Watch(args) => watch::run(&args),
        Command::Strip(args) => strip::run(&args),
        Command::Why(args) => why::run(&args),
        Command::Lab(args) => lab::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::New(args) => new::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Clips(args) => clips::run(&args),
        Command::Scenarios(args) => scenarios::run(&args),
        Command::Replicate(args) => replicate::run(&args),
        Command::Life(args) => life::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Evaluate(args) => evaluate::run(&args),
        Command::Endure(args) => endure::run(&args),
        Command::Experiment(args) => experiment::run(&args),
        Command::Memory(args) => memory::run(&args),
        Command::Instructions(args) => instructions::run(&args),
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.show(),
    }
}
