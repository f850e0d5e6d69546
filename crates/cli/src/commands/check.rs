//! `piaget check`: every mistake in scenario and character files, with its place and what would be right.

use crate::failure::{Done, Failure};
use crate::files;
use crate::output;
use crate::tell;
use piaget_sim::scenario::FileKind;
use piaget_text::{Diagnostics, Source};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What `piaget check` can be told.
#[derive(clap::Args)]
pub struct Args {
    /// Scenario and character files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// One JSON object a file instead of sentences
    #[arg(long)]
    json: bool,
    /// Stay, and check again whenever a file or what it names changes; end it with Ctrl-C
    #[arg(long)]
    watch: bool,
}

/// How often files are looked at.
const EVERY: Duration = Duration::from_millis(250);

/// Runs the command.
pub fn run(args: &Args) -> Done {
    if args.watch {
        return watch(args);
    }
    let mut wrong = 0;
    for path in &args.files {
        wrong += usize::from(!show(path, look(path)?, args.json)?);
    }
    sum_up(args, wrong)?;
    if wrong > 0 { Err(Failure::Told) } else { Ok(()) }
}

fn sum_up(args: &Args, wrong: usize) -> Done {
    if !args.json {
        let (files, good) = (args.files.len(), args.files.len() - wrong);
        writeln!(output::stdout(), "{files} checked: {good} good, {wrong} with mistakes")?;
    }
    Ok(())
}

/// Checks again and again, and tells a file's mistakes when its text or what is wrong with it has changed: a file that it
/// includes may be the one that did.
fn watch(args: &Args) -> Done {
    let mut before: Vec<Option<Looked>> = vec![None; args.files.len()];
    let mut wrong = vec![false; args.files.len()];
    loop {
        let mut changed = false;
        for (index, path) in args.files.iter().enumerate() {
            let looked = look(path)?;
            if before[index].as_ref() != Some(&looked) {
                changed = true;
                before[index] = Some(looked.clone());
                wrong[index] = !show(path, looked, args.json)?;
            }
        }
        if changed {
            sum_up(args, wrong.iter().filter(|wrong| **wrong).count())?;
            output::stdout().flush()?;
        }
        std::thread::sleep(EVERY);
    }
}

/// What a look at a file gives: its text and its mistakes, or why it cannot be read.
type Looked = Result<(Source, FileKind, Diagnostics), String>;

fn look(path: &Path) -> Result<Looked, Failure> {
    let source = match files::read(path) {
        Ok(source) => source,
        Err(Failure::Wrong(sentence)) => return Ok(Err(sentence)),
        Err(other) => return Err(other),
    };
    let kind = FileKind::of(&source, path);
    let mistakes = files::check(kind, &source, path).err().unwrap_or(Diagnostics(Vec::new()));
    Ok(Ok((source, kind, mistakes)))
}

/// Tells what is wrong with a file; true if nothing is.
fn show(path: &Path, looked: Looked, json: bool) -> Result<bool, Failure> {
    let (source, kind, mistakes) = match looked {
        Ok(looked) => looked,
        Err(sentence) => {
            match json {
                true => output::json_line(&json!({ "file": path, "ok": false, "error": sentence }))?,
                false => tell!("error: {sentence}"),
            }
            return Ok(false);
        }
    };
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
