//! Where the files that a scenario names come from. The readers know only [`Files`]; the disk is one answer,
//! a recording that carries its own files is another.

use piaget_text::Source;
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
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
    /// How many more bytes may be read, of texts and of what is no text.
    left: Cell<(usize, usize)>,
}

/// The most bytes of all texts that a scenario names, and of all models.
const MOST_TEXT: usize = 16 << 20;
const MOST_MODELS: usize = 256 << 20;

impl<'a> Keeping<'a> {
    pub fn new(from: &'a dyn Files) -> Self {
        Self { from, kept: RefCell::default(), left: Cell::new((MOST_TEXT, MOST_MODELS)) }
    }

    pub fn source(&self, reference: &str) -> Result<Source, String> {
        if let Some(text) = self.kept.borrow().0.get(reference) {
            return Ok(Source::new(reference, text.clone()));
        }
        let text = self.from.read(reference)?;
        let (texts, models) = self.left.get();
        self.left.set((left(texts, text.len(), MOST_TEXT, reference)?, models));
        self.kept.borrow_mut().0.insert(reference.to_owned(), text.clone());
        Ok(Source::new(reference, text))
    }

    pub fn bytes(&self, reference: &str) -> Result<Vec<u8>, String> {
        if let Some(bytes) = self.kept.borrow().1.get(reference) {
            return Ok(bytes.clone());
        }
        let bytes = self.from.bytes(reference)?;
        let (texts, models) = self.left.get();
        self.left.set((texts, left(models, bytes.len(), MOST_MODELS, reference)?));
        self.kept.borrow_mut().1.insert(reference.to_owned(), bytes.clone());
        Ok(bytes)
    }
}

/// What is left after so many bytes, or why they are too many.
fn left(before: usize, bytes: usize, most: usize, reference: &str) -> Result<usize, String> {
    let too_many =
        || format!("with \"{reference}\" the files of its sort have more than {most} bytes all together");
    before.checked_sub(bytes).ok_or_else(too_many)
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
pub use disk::{Disk, MAX_BYTES, read_bytes, read_sealed, read_source};
#[cfg(not(target_family = "wasm"))]
pub use whole::{NoMoreParts, remove_parts, write_whole};

#[cfg(not(target_family = "wasm"))]
mod whole;

#[cfg(not(target_family = "wasm"))]
mod disk {
    use super::{Files, is_unsafe};
    use piaget_terms::sealed::{self, HEAD_BYTES, Kind};
    use piaget_text::Source;
    use std::fs;
    use std::io::{self, Read as _};
    use std::path::{Path, PathBuf};

    /// The largest file that is read.
    pub const MAX_BYTES: u64 = 16 << 20;
    /// A folder that holds one of these is the root of a project: files name nothing above it. The second is an
    /// empty file for a project without a folder of characters.
    const ROOT_MARKS: [&str; 2] = ["characters", ".piaget"];

    /// Files on the disk, looked for beside the file that names them, then in the folder above, and so on up to the
    /// project's root, the nearest folder that holds `characters` or a file `.piaget`: `scenarios/gap.kdl` may name
    /// `characters/duncan.kdl` wherever the program was started. Without a root only the file's own folder counts.
    pub struct Disk {
        folders: Vec<PathBuf>,
    }

    impl Disk {
        /// For what this file names.
        pub fn beside(file: &Path) -> Self {
            let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = folder.unwrap_or(Path::new("."));
            let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
            let is_root = |folder: &Path| ROOT_MARKS.iter().any(|mark| folder.join(mark).exists());
            let depth = folder.ancestors().position(is_root).unwrap_or(0);
            Self { folders: folder.ancestors().take(depth + 1).map(Path::to_owned).collect() }
        }
    }

    impl Disk {
        /// Where the file really lies: a link that is exchanged in the meantime leads nowhere else.
        fn find(&self, reference: &str) -> Result<PathBuf, String> {
            if is_unsafe(reference) {
                return Err(format!("\"{reference}\" is no path from this file's folder or one above it"));
            }
            let found = self.folders.iter().map(|folder| folder.join(reference)).find(|path| path.is_file());
            let found = found.ok_or_else(|| format!("there is no file \"{reference}\""))?;
            // A link may lead out of the project.
            let root = self.folders.last().map(|root| root.canonicalize());
            match (found.canonicalize(), root) {
                (Ok(real), Some(Ok(root))) if !real.starts_with(&root) => {
                    Err(format!("\"{reference}\" leads out of the project's folder"))
                }
                (Ok(real), _) => Ok(real),
                _ => Ok(found),
            }
        }
    }

    impl Files for Disk {
        fn read(&self, reference: &str) -> Result<String, String> {
            let path = self.find(reference)?;
            read_text(&path).map_err(|error| format!("\"{reference}\" cannot be read: {error}"))
        }

        fn bytes(&self, reference: &str) -> Result<Vec<u8>, String> {
            let path = self.find(reference)?;
            read_bytes(&path, MAX_BYTES).map_err(|error| format!("\"{reference}\" cannot be read: {error}"))
        }
    }

    /// Reads a file that a person named, with the name they gave it.
    pub fn read_source(path: &Path) -> io::Result<Source> {
        Ok(Source::new(path.display().to_string(), read_text(path)?))
    }

    fn read_text(path: &Path) -> io::Result<String> {
        String::from_utf8(read_bytes(path, MAX_BYTES)?)
            .map_err(|_| io::Error::other("it is not text in UTF-8"))
    }

    /// Reads a file of at most so many bytes. One that is larger is refused before it is read, as far as the system tells how
    /// large it is.
    pub fn read_bytes(path: &Path, most: u64) -> io::Result<Vec<u8>> {
        let file = fs::File::open(path)?;
        let told = file.metadata()?;
        if told.is_file() && told.len() > most {
            return Err(too_large(most));
        }
        let mut bytes = Vec::new();
        file.take(most + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > most {
            return Err(too_large(most));
        }
        Ok(bytes)
    }

    /// Reads a file of at most so many bytes that is an envelope of this kind. Of what begins otherwise only the beginning is
    /// read, and no more than the beginning says: a device may have no end.
    pub fn read_sealed(path: &Path, kind: Kind, most: u64) -> io::Result<Vec<u8>> {
        let mut file = fs::File::open(path)?;
        let mut bytes = Vec::new();
        file.by_ref().take(HEAD_BYTES as u64).read_to_end(&mut bytes)?;
        let whole = sealed::whole_bytes(kind, &bytes).map_err(io::Error::other)?;
        if whole > most {
            return Err(too_large(most));
        }
        // One byte more tells that it does not end there.
        file.take(whole + 1 - bytes.len() as u64).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn too_large(most: u64) -> io::Error {
        io::Error::other(format!("it has more than {most} bytes, the most that is read"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_found_up_to_the_root_of_the_project_and_never_beyond() {
        let disk_root = tempfile::tempdir().unwrap();
        let root = disk_root.path().join("project");
        let scenarios = root.join("scenarios");
        std::fs::create_dir_all(&scenarios).unwrap();
        std::fs::create_dir(root.join("characters")).unwrap();
        std::fs::write(root.join("a.kdl"), "a").unwrap();
        std::fs::write(disk_root.path().join("secret.kdl"), "s").unwrap();
        std::fs::create_dir(disk_root.path().join("etc")).unwrap();
        std::fs::write(disk_root.path().join("etc/passwd"), "s").unwrap();
        let disk = Disk::beside(&scenarios.join("x.kdl"));
        assert_eq!(disk.read("a.kdl").unwrap(), "a");
        for reference in
            ["../a.kdl", "/etc/hostname", "", "b.kdl", "c:\\a", "secret.kdl", "etc/passwd", "etc/hostname"]
        {
            assert!(disk.read(reference).is_err(), "{reference}");
        }
        // Without a root, nothing but the folder itself.
        let alone = disk_root.path().join("alone");
        std::fs::create_dir(&alone).unwrap();
        std::fs::write(alone.join("b.kdl"), "b").unwrap();
        let disk = Disk::beside(&alone.join("x.kdl"));
        assert_eq!(disk.read("b.kdl").unwrap(), "b");
        assert!(disk.read("secret.kdl").is_err());
        // A marker makes a root.
        std::fs::write(disk_root.path().join(".piaget"), "").unwrap();
        assert_eq!(Disk::beside(&alone.join("x.kdl")).read("secret.kdl").unwrap(), "s");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_does_not_lead_out_of_the_project() {
        let outside = tempfile::tempdir().unwrap();
        std::fs::write(outside.path().join("secret.kdl"), "s").unwrap();
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir(root.path().join("characters")).unwrap();
        let link = root.path().join("characters/a.kdl");
        std::os::unix::fs::symlink(outside.path().join("secret.kdl"), link).unwrap();
        let found = Disk::beside(&root.path().join("x.kdl")).read("characters/a.kdl");
        assert!(found.unwrap_err().contains("leads out of the project"));
    }

    #[test]
    fn files_are_counted_all_together_and_each_once() {
        let mut kept = Kept::default();
        let text = " ".repeat(1 << 20);
        for number in 0..17 {
            kept.0.insert(format!("{number}.kdl"), text.clone());
        }
        let keeping = Keeping::new(&kept);
        for number in 0..16 {
            assert!((0..3).all(|_| keeping.source(&format!("{number}.kdl")).is_ok()));
        }
        assert!(keeping.source("16.kdl").unwrap_err().contains("more than 16777216 bytes all together"));
    }

    #[test]
    fn a_file_beyond_the_largest_is_refused_and_says_so() {
        let root = tempfile::tempdir().unwrap();
        std::fs::write(root.path().join("a.kdl"), vec![b' '; MAX_BYTES as usize + 1]).unwrap();
        let found = Disk::beside(&root.path().join("x.kdl")).read("a.kdl").unwrap_err();
        assert!(found.contains("more than 16777216 bytes"), "{found}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn of_what_has_no_end_only_the_beginning_is_read() {
        use piaget_terms::sealed::{HEAD_BYTES, Kind, seal};
        use std::path::Path;
        let endless = read_sealed(Path::new("/dev/zero"), Kind::Recording, u64::MAX).unwrap_err();
        assert!(endless.to_string().contains("this is no recording"), "{endless}");
        let root = tempfile::tempdir().unwrap();
        let file = root.path().join("a.piaget");
        let whole = seal(Kind::Recording, b"what happened");
        // A hole in a file takes no room on the disk, and much time to read.
        let made = std::fs::File::create(&file).unwrap();
        std::io::Write::write_all(&mut &made, &whole).unwrap();
        made.set_len(1 << 40).unwrap();
        let read = read_sealed(&file, Kind::Recording, 1 << 20).unwrap();
        assert_eq!(read.len(), whole.len() + 1, "as long as it says, and one byte to tell that it is longer");
        assert!(
            read_sealed(&file, Kind::Recording, HEAD_BYTES as u64)
                .unwrap_err()
                .to_string()
                .contains("more than")
        );
        let told = read_bytes(&file, 1 << 20).unwrap_err();
        assert!(told.to_string().contains("more than 1048576 bytes"), "{told}");
        std::fs::write(&file, &whole).unwrap();
        assert_eq!(read_sealed(&file, Kind::Recording, 1 << 20).unwrap(), whole);
    }
}
