//! `piaget check`: every mistake in scenario and character files, with its place and what would be right.

use crate::failure::{Done, Failure};
use crate::files::{self, Kind};
use crate::output;
use crate::tell;
use piaget_text::Diagnostics;
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What `piaget check` can be told.
#[derive(clap::Args)]
pub struct Args {
    /// Scenario and character files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// One JSON object a file instead of sentences
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Done {
    let mut wrong = 0;
    for path in &args.files {
        wrong += usize::from(!check(path, args.json)?);
    }
    if !args.json {
        let (files, good) = (args.files.len(), args.files.len() - wrong);
        writeln!(output::stdout(), "{files} checked: {good} good, {wrong} with mistakes")?;
    }
    if wrong > 0 { Err(Failure::Told) } else { Ok(()) }
}

/// Tells what is wrong with a file; true if nothing is.
fn check(path: &Path, json: bool) -> Result<bool, Failure> {
    let source = match files::read(path) {
        Ok(source) => source,
        Err(Failure::Wrong(sentence)) => {
            match json {
                true => output::json_line(&json!({ "file": path, "ok": false, "error": sentence }))?,
                false => tell!("error: {sentence}"),
            }
            return Ok(false);
        }
        Err(other) => return Err(other),
    };
    let kind = Kind::of(&source, path);
    let mistakes = kind.check(&source, path).err().unwrap_or(Diagnostics(Vec::new()));
    let ok = mistakes.0.is_empty();
    if json {
        let list = mistakes.0.iter().map(|mistake| {
            json!({ "file": mistake.file, "line": mistake.line, "column": mistake.column,
                "message": mistake.message, "hint": mistake.hint })
        });
        let list: Vec<_> = list.collect();
        output::json_line(&json!({ "file": path, "kind": kind.word(), "ok": ok, "mistakes": list }))?;
    } else {
        let sources = files::with_sources(source, path, &mistakes);
        output::show_mistakes(&sources, &mistakes);
    }
    Ok(ok)
}
