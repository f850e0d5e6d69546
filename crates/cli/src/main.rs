//! The program `piaget`: runs scenarios, checks files, runs the papers' claims again, measures speed.
//!
//! One module per command. What a command prints for scripts (`--json`) is stable; what it prints for people is
//! not. Exit code 0: all is well; 1: something was found wrong; 2: the command was not understood.

mod commands;
mod failure;
mod files;
mod output;

use clap::{Parser, Subcommand};
use commands::{bench, check, replicate, scenarios};
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "piaget", version, about = "Minds for synthetic creatures", arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Look for mistakes in scenario and character files
    Check(check::Args),
    /// Say which scenarios there are
    Scenarios(scenarios::Args),
    /// Run the papers' claims again
    Replicate(replicate::Args),
    /// Measure speed
    Bench(bench::Args),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Check(args) => check::run(&args),
        Command::Scenarios(args) => scenarios::run(&args),
        Command::Replicate(args) => replicate::run(&args),
        Command::Bench(args) => bench::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.show(),
    }
}
