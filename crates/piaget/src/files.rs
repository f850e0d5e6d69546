//! Characters from text and from disk. The mind itself reads no files; a host that keeps them elsewhere (an asset
//! system, a database) calls [`Character::parse`] with its own way to find what a file includes.

use piaget_mind::Character;
use piaget_text::{Diagnostics, Source};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

/// Reads a character that includes no other file. The name is the one that messages use.
///
/// ```
/// let mistakes = piaget::parse_character("dog.kdl", "character \"dog\"\nbeleifs persist=3").unwrap_err();
/// assert_eq!(mistakes.0[0].line, 2);
/// assert_eq!(mistakes.0[0].hint, "did you mean `beliefs`?");
/// ```
pub fn parse_character(name: &str, text: &str) -> Result<Character, Diagnostics> {
    Character::parse(&Source::new(name, text), &mut |_| {
        Err("this text was not read from a folder; use `load_character` for files that include others".into())
    })
}

/// The largest file that is read: no larger one is parsed.
const MAX_BYTES: u64 = piaget_text::MAX_BYTES as u64;
/// A folder that holds one of these is the root of a project: characters include nothing from above it.
const ROOT_MARKS: [&str; 2] = ["characters", ".piaget"];

/// Reads a character file, and what it includes: looked for beside the file, then in the folders above, up to the
/// nearest that holds a folder `characters` or a file `.piaget`. Without such a folder only the file's own counts.
pub fn load_character(path: impl AsRef<Path>) -> Result<Character, Diagnostics> {
    let path = path.as_ref();
    let name = path.display().to_string();
    let text = read(path).map_err(|why| {
        let nothing = Source::new(name.clone(), "");
        Diagnostics(vec![nothing.problem(0..0, format!("it cannot be read: {why}"), "check the path")])
    })?;
    let folder = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let above = || folder.ancestors().skip(1);
    let is_root = |folder: &Path| ROOT_MARKS.iter().any(|mark| folder.join(mark).exists());
    let depth = above().position(is_root).unwrap_or(0);
    let folders: Vec<PathBuf> = above().take(depth + 1).map(Path::to_owned).collect();
    Character::parse(&Source::new(name, text), &mut |wanted| {
        let leaves = Path::new(wanted).is_absolute() || wanted.split('/').any(|part| part == "..");
        let found = folders.iter().map(|folder| folder.join(wanted)).find(|path| path.is_file());
        let path = found.filter(|_| !leaves).ok_or("there is no such file in this folder or one above it")?;
        Ok(Source::new(wanted, read(&path).map_err(|why| why.to_string())?))
    })
}

fn read(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    std::fs::File::open(path)?.take(MAX_BYTES + 1).read_to_string(&mut text)?;
    match text.len() as u64 > MAX_BYTES {
        true => Err(io::Error::other(format!("it has more than {MAX_BYTES} bytes, the most that is read"))),
        false => Ok(text),
    }
}
