//! Where the files that a scenario names come from. The readers know only [`Files`]; the disk is one answer,
//! a recording that carries its own files is another.

use piaget_text::Source;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Gives the text of a file that another file names ("characters/duncan.kdl").
pub trait Files {
    /// The text, or a sentence that says why there is none.
    fn read(&self, reference: &str) -> Result<String, String>;

    /// The bytes of a file that is no text (a model), or a sentence that says why there are none.
    fn bytes(&self, reference: &str) -> Result<Vec<u8>, String>;
}

/// Files held in memory, by reference: texts, and what is no text.
///
/// ```
/// use piaget_sim::files::{Files, Kept};
/// let mut kept = Kept::default();
/// kept.0.insert("characters/a.kdl".into(), "character \"a\"".into());
/// assert!(kept.read("characters/a.kdl").is_ok() && kept.read("b.kdl").is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept(pub BTreeMap<String, String>, pub BTreeMap<String, Vec<u8>>);

impl Files for Kept {
    fn read(&self, reference: &str) -> Result<String, String> {
        self.0.get(reference).cloned().ok_or_else(|| format!("there is no file \"{reference}\""))
    }

    fn bytes(&self, reference: &str) -> Result<Vec<u8>, String> {
        self.1.get(reference).cloned().ok_or_else(|| format!("there is no file \"{reference}\""))
    }
}

/// Passes questions on and keeps every answer, so that a run can be recorded with all it was made from.
pub(crate) struct Keeping<'a> {
    pub from: &'a dyn Files,
    pub kept: RefCell<Kept>,
}

impl<'a> Keeping<'a> {
    pub fn new(from: &'a dyn Files) -> Self {
        Self { from, kept: RefCell::default() }
    }

    pub fn source(&self, reference: &str) -> Result<Source, String> {
        let text = self.from.read(reference)?;
        self.kept.borrow_mut().0.insert(reference.to_owned(), text.clone());
        Ok(Source::new(reference, text))
    }

    pub fn bytes(&self, reference: &str) -> Result<Vec<u8>, String> {
        let bytes = self.from.bytes(reference)?;
        self.kept.borrow_mut().1.insert(reference.to_owned(), bytes.clone());
        Ok(bytes)
    }
}

/// A reference that could leave the folders it is looked for in, or that is no path at all.
#[cfg(not(target_family = "wasm"))]
fn is_unsafe(reference: &str) -> bool {
    reference.is_empty()
        || reference.contains(['\\', '\0', ':'])
        || reference.starts_with('/')
        || reference.split('/').any(|part| part == "..")
}

#[cfg(not(target_family = "wasm"))]
pub use disk::{Disk, read_source, write_whole};

#[cfg(not(target_family = "wasm"))]
mod disk {
    use super::{Files, is_unsafe};
    use piaget_text::Source;
    use std::fs;
    use std::io::{self, Read as _, Write as _};
    use std::path::{Path, PathBuf};

    /// The largest file that is read.
    const MAX_BYTES: u64 = 16 << 20;

    /// Files on the disk, looked for beside the file that names them, then in the folder above, and so on up:
    /// `scenarios/gap.kdl` may name `characters/duncan.kdl` wherever the program was started.
    pub struct Disk {
        folders: Vec<PathBuf>,
    }

    impl Disk {
        /// For what this file names.
        pub fn beside(file: &Path) -> Self {
            let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = folder.unwrap_or(Path::new("."));
            let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
            Self { folders: folder.ancestors().map(Path::to_owned).collect() }
        }
    }

    impl Disk {
        fn find(&self, reference: &str) -> Result<PathBuf, String> {
            if is_unsafe(reference) {
                return Err(format!("\"{reference}\" is no path from this file's folder or one above it"));
            }
            let found = self.folders.iter().map(|folder| folder.join(reference)).find(|path| path.is_file());
            found.ok_or_else(|| format!("there is no file \"{reference}\""))
        }
    }

    impl Files for Disk {
        fn read(&self, reference: &str) -> Result<String, String> {
            let path = self.find(reference)?;
            read_text(&path).map_err(|error| format!("\"{reference}\" cannot be read: {error}"))
        }

        fn bytes(&self, reference: &str) -> Result<Vec<u8>, String> {
            let path = self.find(reference)?;
            read_bytes(&path).map_err(|error| format!("\"{reference}\" cannot be read: {error}"))
        }
    }

    /// Reads a file that a person named, with the name they gave it.
    pub fn read_source(path: &Path) -> io::Result<Source> {
        Ok(Source::new(path.display().to_string(), read_text(path)?))
    }

    fn read_text(path: &Path) -> io::Result<String> {
        String::from_utf8(read_bytes(path)?).map_err(|_| io::Error::other("it is not text in UTF-8"))
    }

    fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        fs::File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err(io::Error::other(format!("it has more than {MAX_BYTES} bytes")));
        }
        Ok(bytes)
    }

    /// Writes a file whole or not at all: into a neighbour first, which then takes the place of the old one.
    pub fn write_whole(
        path: &Path,
        write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut beside = path.as_os_str().to_owned();
        beside.push(format!(".{}.part", std::process::id()));
        let beside = PathBuf::from(beside);
        let written = fs::File::create(&beside).and_then(|file| {
            let mut file = io::BufWriter::new(file);
            write(&mut file)?;
            file.flush()?;
            file.get_ref().sync_all()?;
            fs::rename(&beside, path)
        });
        if written.is_err() {
            // What is left of the attempt is of no use; that it cannot be removed is not worth a second error.
            let _ = fs::remove_file(&beside);
        }
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_found_upwards_and_never_outside() {
        let root = tempfile::tempdir().unwrap();
        let scenarios = root.path().join("scenarios");
        std::fs::create_dir(&scenarios).unwrap();
        std::fs::write(root.path().join("a.kdl"), "a").unwrap();
        let disk = Disk::beside(&scenarios.join("x.kdl"));
        assert_eq!(disk.read("a.kdl").unwrap(), "a");
        for reference in ["../a.kdl", "/etc/hostname", "", "b.kdl", "c:\\a"] {
            assert!(disk.read(reference).is_err(), "{reference}");
        }
    }

    #[test]
    fn a_failed_write_leaves_the_old_file_and_nothing_else() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("trace.jsonl");
        write_whole(&path, |file| file.write_all(b"good")).unwrap();
        let failed = write_whole(&path, |file| {
            file.write_all(b"half")?;
            Err(std::io::Error::other("the disk is full"))
        });
        assert!(failed.is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"good");
        assert_eq!(std::fs::read_dir(root.path()).unwrap().count(), 1);
    }
}
