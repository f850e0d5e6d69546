//! Why a command did not end well, and how that is told.

use crate::output;
use crate::tell;
use piaget_text::{Diagnostics, Source};
use std::io;
use std::process::ExitCode;

/// Why a command did not end well.
#[derive(Debug)]
pub enum Failure {
    /// Something was found wrong; what, was already told.
    Told,
    /// Something was found wrong.
    Wrong(String),
    /// Mistakes in a file.
    Mistakes(Vec<Source>, Diagnostics),
    /// The command was not understood.
    Usage(String),
}

/// How a command ends.
pub type Done = Result<(), Failure>;

impl Failure {
    /// Tells it on the error stream and gives the exit code.
    pub fn show(self) -> ExitCode {
        match &self {
            Self::Told => {}
            Self::Wrong(sentence) | Self::Usage(sentence) => tell!("error: {sentence}"),
            Self::Mistakes(sources, mistakes) => output::show_mistakes(sources, mistakes),
        }
        ExitCode::from(if matches!(self, Self::Usage(_)) { 2 } else { 1 })
    }
}

impl From<io::Error> for Failure {
    /// For writing to the standard streams: a reader that went away (`| head`) is no failure worth a sentence.
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Told,
            _ => Self::Wrong(error.to_string()),
        }
    }
}
