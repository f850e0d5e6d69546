//! `piaget new`: a small file that works, with comments that say what to change.

use crate::failure::{Done, Failure};
use crate::{files, output};
use std::io::Write;
use std::path::PathBuf;

/// What `piaget new` can be told.
#[derive(clap::Args)]
pub struct Args {
    /// What to write
    what: What,
    /// What it is called; the file is NAME.kdl in the folder of its sort
    name: String,
}

/// What can be begun.
#[derive(Clone, Copy, clap::ValueEnum)]
enum What {
    /// A creature's settings, in `characters`
    Character,
    /// A world with a timeline, in `scenarios`
    Scenario,
    /// A house with its rooms, in `places`
    Places,
}

impl What {
    fn folder_and_text(self) -> (&'static str, &'static str) {
        match self {
            Self::Character => ("characters", include_str!("character.kdl")),
            Self::Scenario => ("scenarios", include_str!("scenario.kdl")),
            Self::Places => ("places", include_str!("places.kdl")),
        }
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Done {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    let name = args.name.strip_suffix(".kdl").unwrap_or(&args.name);
    if name.is_empty() || !name.chars().all(plain) {
        let sentence = format!("`{name}` cannot be a file's name; use letters, digits, - and _");
        return Err(Failure::Usage(sentence));
    }
    let (folder, text) = args.what.folder_and_text();
    let file: PathBuf = [folder, &format!("{name}.kdl")].iter().collect();
    // A link that leads nowhere is there, too.
    if file.symlink_metadata().is_ok() {
        return Err(Failure::Wrong(format!("{} is there already; choose another name", file.display())));
    }
    files::make_folder(folder.as_ref())?;
    files::save(&file, text.replace("NAME", name).as_bytes())?;
    writeln!(
        output::stdout(),
        "{0} is written; `piaget check {0}` looks for mistakes in it",
        file.display()
    )?;
    Ok(())
}
