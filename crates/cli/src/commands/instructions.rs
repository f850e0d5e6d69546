//! `piaget instructions`: which of the processor's instructions maps are worked with. `scripts/portable.py` asks it, so that it never
//! takes one form for another.

use crate::failure::{Done, Failure};
use crate::output;
use piaget_occupancy::Instructions;
use std::io::Write;

/// What `piaget instructions` can be told.
#[derive(clap::Args)]
pub struct Args {}

/// Runs the command.
pub fn run(_: &Args) -> Done {
    writeln!(output::stdout(), "{}", in_use()?)?;
    Ok(())
}

/// Those in use; a wrong `PIAGET_SIMD` is a command that was not understood.
pub fn in_use() -> Result<Instructions, Failure> {
    Instructions::in_use().map_err(|wrong| Failure::Usage(wrong.to_string()))
}
