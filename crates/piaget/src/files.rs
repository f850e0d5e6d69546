//! Characters from text and from disk. The mind itself reads no files; a host that keeps them elsewhere (an asset
//! system, a database) calls [`Character::parse`] with its own way to find what a file includes.

use piaget_mind::Character;
use piaget_text::{Diagnostics, Source};
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

/// Reads a character file, and what it includes: looked for beside the file, then in the folders above.
pub fn load_character(path: impl AsRef<Path>) -> Result<Character, Diagnostics> {
    let path = path.as_ref();
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|why| {
        let nothing = Source::new(name.clone(), "");
        Diagnostics(vec![nothing.problem(0..0, format!("it cannot be read: {why}"), "check the path")])
    })?;
    let folder = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let folders: Vec<PathBuf> = folder.ancestors().skip(1).map(Path::to_owned).collect();
    Character::parse(&Source::new(name, text), &mut |wanted| {
        let leaves = Path::new(wanted).is_absolute() || wanted.split('/').any(|part| part == "..");
        let found = folders.iter().map(|folder| folder.join(wanted)).find(|path| path.is_file());
        let path = found.filter(|_| !leaves).ok_or("there is no such file in this folder or one above it")?;
        Ok(Source::new(wanted, std::fs::read_to_string(&path).map_err(|why| why.to_string())?))
    })
}
