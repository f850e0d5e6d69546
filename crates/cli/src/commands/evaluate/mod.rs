//! `piaget evaluate`: how good something is on data that others published, beside other ways of doing it. One file per subject.

mod homes;
mod search;
mod tracks;

use crate::failure::Done;
use clap::Subcommand;

/// What `piaget evaluate` can be told.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    subject: Subject,
}

#[derive(Subcommand)]
enum Subject {
    /// Where things are found in simulated households
    Homes(homes::Args),
    /// How soon a thing lost from sight is found again on game maps
    Search(search::Args),
    /// Where real pedestrians come out again after they were hidden
    Tracks(tracks::Args),
}

/// Runs the command.
pub fn run(args: &Args) -> Done {
    match &args.subject {
        Subject::Homes(args) => homes::run(args),
        Subject::Search(args) => search::run(args),
        Subject::Tracks(args) => tracks::run(args),
    }
}
