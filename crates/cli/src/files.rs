//! Files and folders that a person names on the command line.

use crate::failure::Failure;
use piaget_claims::scene;
use piaget_mind::Character;
use piaget_sim::files::{Disk, Files as _, read_bytes, read_sealed, read_source, write_whole};
use piaget_sim::scenario::{Choice, FileKind, Scenario};
use piaget_terms::sealed;
use piaget_text::{Diagnostics, Source, nearest};
use std::fs;
use std::path::{Path, PathBuf};

/// The largest model, recording or saved memory that is read.
const MAX_LOADED: u64 = 256 << 20;
/// What scenario and character files end with.
const ENDING: &str = "kdl";

/// Reads a file that was named.
pub fn read(path: &Path) -> Result<Source, Failure> {
    read_source(path).map_err(|error| {
        let with_ending = path.with_added_extension(ENDING);
        let hint = match (path.is_dir(), with_ending.is_file()) {
            (true, _) => {
                format!("; it is a folder: name the files in it, such as {}/*.{ENDING}", path.display())
            }
            (_, true) => format!("; did you mean {}?", with_ending.display()),
            _ => String::new(),
        };
        Failure::Wrong(format!("{} cannot be read: {error}{hint}", path.display()))
    })
}

/// Finds a scenario by its file or by its bare name in the `scenarios` folder.
pub fn find_scenario(name: &str) -> Result<PathBuf, Failure> {
    let path = PathBuf::from(name);
    if path.is_file() {
        return Ok(path);
    }
    let with_ending = path.with_added_extension(ENDING);
    if with_ending.is_file() {
        return Ok(with_ending);
    }
    let known = all_scenarios();
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or(name);
    if let Some(found) = known.iter().find(|known| stem_of(known) == name) {
        return Ok(found.clone());
    }
    let shipped = shipped_scenarios();
    let names = known.iter().map(|known| stem_of(known)).chain(shipped.iter().map(String::as_str));
    let hint = match nearest(stem, names) {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None => "`piaget scenarios` shows what there is".into(),
    };
    Err(Failure::Usage(format!("there is no scenario `{name}`; {hint}")))
}

/// Every scenario file, in the order of their names: in `scenarios` here or in the nearest folder above.
pub fn all_scenarios() -> Vec<PathBuf> {
    let here = std::env::current_dir().unwrap_or_default();
    let folder = here.ancestors().map(|folder| folder.join("scenarios")).find(|folder| folder.is_dir());
    let entries = folder.and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == ENDING))
        .collect();
    files.sort();
    files.iter().map(|file| file.strip_prefix(&here).unwrap_or(file).to_owned()).collect()
}

/// The text files of a folder, in the order of their names.
pub fn texts_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(folder)
        .map_err(|error| Failure::Wrong(format!("{} cannot be read: {error}", folder.display())))?;
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == ENDING))
        .collect();
    files.sort();
    Ok(files)
}

/// A file's name without folder and ending.
pub fn stem_of(path: &Path) -> &str {
    path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("")
}

/// Reads and checks a scenario with the person's choice of seed and settings. One that is nowhere on the disk may be one of
/// those that come with the program.
pub fn load_scenario(name: &str, choice: &Choice) -> Result<Scenario, Failure> {
    let path = match find_scenario(name) {
        Ok(path) => path,
        Err(failure) => return shipped_scenario(name, choice).unwrap_or(Err(failure)),
    };
    let source = read(&path)?;
    if let kind @ (FileKind::Character | FileKind::Places) = FileKind::of(&source, &path) {
        let what = if kind == FileKind::Character { "a character" } else { "a house" };
        let sentence = format!(
            "{} is {what}; a scenario is what is played: `piaget new scenario` begins one",
            path.display()
        );
        return Err(Failure::Wrong(sentence));
    }
    let loaded = Scenario::load(&source, &Disk::beside(&path), choice);
    loaded.map_err(|mistakes| refused(mistakes, |mistakes| with_sources(source, &path, mistakes)))
}

/// A scenario that is inside of the program; `None` if it has none of this name.
/// The names of the scenarios that come with the program.
pub fn shipped_scenarios() -> Vec<String> {
    piaget_lab::server::assets::library().cards().iter().map(|card| card.name.clone()).collect()
}

fn shipped_scenario(name: &str, choice: &Choice) -> Option<Result<Scenario, Failure>> {
    let loaded = piaget_lab::server::assets::library().load(name, choice).ok()?;
    Some(loaded.map_err(|mistakes| refused(mistakes, |_| Vec::new())))
}

fn refused(mistakes: Diagnostics, sources: impl FnOnce(&Diagnostics) -> Vec<Source>) -> Failure {
    // A setting that points nowhere is the command's mistake, not the file's.
    match mistakes.0.iter().find(|mistake| mistake.file.starts_with("--set")) {
        Some(mistake) => Failure::Usage(format!("{}: {}; {}", mistake.file, mistake.message, mistake.hint)),
        None => Failure::Mistakes(sources(&mistakes), mistakes),
    }
}

/// Puts files in the place of committed characters, for claims and generated worlds: `NAME=FILE` each.
pub fn use_characters(given: &[String]) -> Result<(), Failure> {
    let mut texts = Vec::new();
    for one in given {
        let Some((name, file)) = one.split_once('=') else {
            return Err(Failure::Usage(format!("--character {one}: write NAME=FILE, as in duncan=mine.kdl")));
        };
        if !scene::characters().any(|known| known == name) {
            let hint = nearest(name, scene::characters());
            let hint = hint.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            return Err(Failure::Usage(format!("--character {one}: there is no character `{name}`{hint}")));
        }
        texts.push((name, read(Path::new(file))?));
    }
    let used = match texts.is_empty() {
        true => Ok(true),
        false => scene::with_characters(&texts),
    };
    let sources = || texts.into_iter().map(|(_, source)| source).collect();
    match used.map_err(|mistakes| Failure::Mistakes(sources(), mistakes))? {
        true => Ok(()),
        false => Err(Failure::Wrong("--character came after the committed characters were read".into())),
    }
}

/// Reads a file of a kind and gives every mistake in it and in what it names.
pub fn check(kind: FileKind, source: &Source, path: &Path) -> Result<(), Diagnostics> {
    let disk = Disk::beside(path);
    match kind {
        FileKind::Scenario => Scenario::load(source, &disk, &Choice::default()).map(|_| ()),
        FileKind::Character => {
            let mut include = |name: &str| disk.read(name).map(|text| Source::new(name, text));
            Character::parse(source, &mut include).map(|_| ())
        }
        // What is kept in a house stands in the same file; the experiments' reader knows both.
        FileKind::Places => piaget_claims::brom::Scenario::from_text(&source.name, &source.text).map(|_| ()),
    }
}

/// The texts that mistakes stand in: the file itself and what it names.
pub fn with_sources(source: Source, path: &Path, mistakes: &Diagnostics) -> Vec<Source> {
    let disk = Disk::beside(path);
    let mut sources = vec![source];
    for mistake in &mistakes.0 {
        if !sources.iter().any(|source| source.name == mistake.file) {
            sources.extend(disk.read(&mistake.file).map(|text| Source::new(&mistake.file, text)));
        }
    }
    sources
}

/// Makes a folder and those above it.
pub fn make_folder(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder)
        .map_err(|error| Failure::Wrong(format!("the folder {} cannot be made: {error}", folder.display())))
}

/// Writes a file whole or not at all.
pub fn save(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_whole(file, |out| out.write_all(bytes)).map_err(|error| cannot_write(file, &error))
}

/// Reads the bytes of a file that was named.
pub fn load(file: &Path) -> Result<Vec<u8>, Failure> {
    load_at_most(file, MAX_LOADED)
}

/// As [`load`], with a limit of its own.
pub fn load_at_most(file: &Path, most_bytes: u64) -> Result<Vec<u8>, Failure> {
    read_bytes(file, most_bytes).map_err(|error| cannot_read(file, &error))
}

/// Reads a file that was named and that should be an envelope of this kind.
pub fn load_sealed(file: &Path, kind: sealed::Kind) -> Result<Vec<u8>, Failure> {
    read_sealed(file, kind, MAX_LOADED).map_err(|error| cannot_read(file, &error))
}

fn cannot_read(file: &Path, error: &std::io::Error) -> Failure {
    Failure::Wrong(format!("{} cannot be read: {error}", file.display()))
}

/// The sentence for a file that could not be written.
pub fn cannot_write(file: &Path, error: &std::io::Error) -> Failure {
    // A trace onto `/dev/stdout` whose reader went away: as for the story itself.
    if error.kind() == std::io::ErrorKind::BrokenPipe {
        return Failure::Told;
    }
    Failure::Wrong(format!("{} cannot be written: {error}", file.display()))
}
