//! Files that are written whole or not at all.
//!
//! What is written goes into a part file beside the target, which then takes the target's place. A part file has a
//! random name that nobody else had, and is removed when writing fails, when it panics, and by [`remove_parts`] when
//! a person ends the program. What is no regular file (a device, a pipe, `/dev/stdout`) has no place to take: it is
//! written to.
//!
//! Every operation on the disk is announced by [`about_to`], so that a test can make each of them fail.

#[cfg(test)]
mod faults;

use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions};
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The part files of this process.
static PARTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
/// How many links are followed, as the system has it.
const MAX_LINKS: usize = 40;
/// How often another name is tried for a part file.
const MAX_TRIES: usize = 16;
/// How much of the target's name a part file's name keeps, so that both fit where names are short.
const NAME_BYTES: usize = 100;

/// Writes a file whole or not at all.
pub fn write_whole(path: &Path, write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>) -> io::Result<()> {
    match target(path)? {
        Target::Stream => {
            let mut stream = io::BufWriter::new(open_stream(path)?);
            write(&mut stream)?;
            stream.flush()
        }
        Target::File { path, before } => {
            let (part, file) = Part::beside(&path)?;
            if let Some(before) = before {
                keep_access(&file, &before)?;
            }
            let mut file = io::BufWriter::new(Written(file));
            write(&mut file)?;
            file.flush()?;
            about_to("sync the part")?;
            file.get_ref().0.sync_all()?;
            part.take_the_place_of(&path)
        }
    }
}

/// Removes the part files of this process: for a program that is told to end. As long as what it gives is held, no part file
/// is made and none takes its place, so the program ends before it lets go.
pub fn remove_parts() -> NoMoreParts {
    NoMoreParts::remove(parts())
}

/// Holds back whoever would make a part file.
#[must_use = "part files can be made again once this is dropped"]
pub struct NoMoreParts {
    _held: MutexGuard<'static, Vec<PathBuf>>,
}

impl NoMoreParts {
    fn remove(mut parts: MutexGuard<'static, Vec<PathBuf>>) -> Self {
        for part in parts.drain(..) {
            // It may be gone already; nobody is left to be told.
            let _ = fs::remove_file(part);
        }
        Self { _held: parts }
    }
}

fn parts() -> MutexGuard<'static, Vec<PathBuf>> {
    PARTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Tests make the operation fail that is announced here.
#[cfg(not(test))]
fn about_to(_operation: &str) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
use faults::about_to;

/// A part file while it is written.
struct Written(File);

impl io::Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        about_to("write")?;
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Where to write.
enum Target {
    /// To what is there.
    Stream,
    /// To a regular file, which may be there already.
    File { path: PathBuf, before: Option<Metadata> },
}

/// Follows links to the file that is meant.
fn target(path: &Path) -> io::Result<Target> {
    let mut path = path.to_owned();
    about_to("look at the target")?;
    for _ in 0..MAX_LINKS {
        if is_stream_folder(&path) {
            return Ok(Target::Stream);
        }
        match fs::symlink_metadata(&path) {
            Ok(link) if link.file_type().is_symlink() => {
                let to = fs::read_link(&path)?;
                path = path.parent().unwrap_or(Path::new("")).join(to);
            }
            Ok(before) if before.is_file() => return Ok(Target::File { path, before: Some(before) }),
            Ok(folder) if folder.is_dir() => return Err(io::Error::other("it is a folder")),
            Ok(_) => return Ok(Target::Stream),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Target::File { path, before: None });
            }
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other(format!("more than {MAX_LINKS} links lead from one to the next")))
}

/// Whether names in a path's folder stand for open streams, such as `/dev/stdout`: they look like links to files that
/// are not there, or to a file that the stream is not at the beginning of.
fn is_stream_folder(path: &Path) -> bool {
    let Some(folder) = path.parent().and_then(|folder| folder.canonicalize().ok()) else { return false };
    let is_link = || fs::symlink_metadata(path).is_ok_and(|found| found.file_type().is_symlink());
    folder.starts_with("/proc")
        || (folder == Path::new("/dev") || folder == Path::new("/dev/fd")) && is_link()
}

/// Opens a stream to be written to. The process's own standard output is not opened a second time: where it is a regular
/// file, each opening would have a position of its own, and one would write over the other.
fn open_stream(path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd as _;
        use std::os::unix::fs::MetadataExt as _;
        let own = File::from(io::stdout().as_fd().try_clone_to_owned()?);
        let same = |a: &Metadata, b: &Metadata| (a.dev(), a.ino()) == (b.dev(), b.ino());
        if same(&own.metadata()?, &fs::metadata(path)?) {
            // What was said so far comes first.
            io::stdout().flush()?;
            return Ok(own);
        }
    }
    OpenOptions::new().append(true).open(path)
}

/// Who may read and write the file that is replaced may do so after.
fn keep_access(file: &File, before: &Metadata) -> io::Result<()> {
    about_to("keep access")?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, fchown};
        let new = file.metadata()?;
        if (new.uid(), new.gid()) != (before.uid(), before.gid()) {
            // Only root may give files away; for others the file becomes their own, as it would with an editor.
            let _ = fchown(file, Some(before.uid()), Some(before.gid()));
        }
    }
    file.set_permissions(before.permissions())
}

/// A part file. It is removed when it is dropped before it has taken its place.
struct Part(PathBuf);

impl Part {
    fn beside(target: &Path) -> io::Result<(Self, File)> {
        let name = target.file_name().ok_or_else(|| io::Error::other("it names no file"))?;
        let name: String = name.to_string_lossy().chars().take(NAME_BYTES / 4).collect();
        let mut last = io::Error::other("no name is free beside it");
        for _ in 0..MAX_TRIES {
            let random = RandomState::new().hash_one(std::process::id());
            let path = target.with_file_name(OsString::from(format!("{name}.{random:016x}.part")));
            // The list is held meanwhile, so that whoever ends the program finds the file in it.
            let mut parts = parts();
            about_to("make a part")?;
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => {
                    parts.push(path.clone());
                    return Ok((Self(path), file));
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = error,
                Err(error) => return Err(error),
            }
        }
        Err(last)
    }

    fn take_the_place_of(self, target: &Path) -> io::Result<()> {
        {
            // As when it was made: whoever ends the program finds a part, or the file.
            let mut parts = parts();
            about_to("rename").and_then(|()| fs::rename(&self.0, target))?;
            parts.retain(|other| *other != self.0);
        }
        std::mem::forget(self);
        sync_folder(target)
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        parts().retain(|other| *other != self.0);
        // What is left of the attempt is of no use; that it cannot be removed is not worth a second error.
        let _ = fs::remove_file(&self.0);
    }
}

/// Makes a new name outlast a loss of power, where the folder may be opened and can be synced; the file is there in any case.
fn sync_folder(file: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let synced = about_to("sync the folder").and_then(|()| File::open(folder)?.sync_all());
        match synced {
            // A folder that may be written to and not read; a file system without such a thing.
            Err(error) if is_not_for_folders(&error) => {}
            synced => return synced,
        }
    }
    let _ = file;
    Ok(())
}

#[cfg(unix)]
fn is_not_for_folders(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidInput, PermissionDenied, Unsupported};
    matches!(error.kind(), InvalidInput | PermissionDenied | Unsupported)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(path: &Path, text: &str) -> io::Result<()> {
        let _tests = faults::beside_others();
        write_whole(path, |file| file.write_all(text.as_bytes()))
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_failed_write_leaves_the_old_file_and_nothing_else() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("trace.jsonl");
        write(&path, "good").unwrap();
        let _tests = faults::beside_others();
        let failed = write_whole(&path, |file| {
            file.write_all(b"half")?;
            Err(io::Error::other("the disk is full"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"good");
        assert_eq!(names(root.path()), ["trace.jsonl"]);
    }

    #[test]
    fn a_panic_leaves_no_part() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("a");
        let _tests = faults::beside_others();
        let panicked = std::panic::catch_unwind(|| write_whole(&path, |_| panic!("on purpose")));
        assert!(panicked.is_err());
        assert_eq!(names(root.path()), Vec::<String>::new());
    }

    #[test]
    fn a_part_that_was_there_before_is_not_touched() {
        let root = tempfile::tempdir().unwrap();
        // The name that a part file had when it was made from the process's number.
        let foreign = root.path().join(format!("a.{}.part", std::process::id()));
        fs::write(&foreign, "foreign").unwrap();
        write(&root.path().join("a"), "mine").unwrap();
        assert_eq!(fs::read(&foreign).unwrap(), b"foreign");
    }

    #[cfg(unix)]
    #[test]
    fn what_others_may_do_with_a_file_stays() {
        use std::os::unix::fs::PermissionsExt as _;
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("secret");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        write(&path, "new").unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read(&path).unwrap(), b"new");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_stay_links() {
        use std::os::unix::fs::symlink;
        let root = tempfile::tempdir().unwrap();
        let at = |name: &str| root.path().join(name);
        fs::create_dir(at("data")).unwrap();
        fs::write(at("data/real"), "old").unwrap();
        symlink("data/real", at("link")).unwrap();
        symlink("link", at("link-to-link")).unwrap();
        symlink("data/new", at("dangling")).unwrap();
        symlink("circle", at("circle")).unwrap();
        write(&at("link-to-link"), "new").unwrap();
        write(&at("dangling"), "born").unwrap();
        assert!(write(&at("circle"), "never").is_err());
        assert_eq!(fs::read(at("data/real")).unwrap(), b"new");
        assert_eq!(fs::read(at("data/new")).unwrap(), b"born");
        assert!(fs::symlink_metadata(at("link")).unwrap().file_type().is_symlink());
        assert_eq!(names(&at("data")), ["new", "real"]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_device_is_written_to_and_not_replaced() {
        write(Path::new("/dev/null"), "gone").unwrap();
        let null = fs::metadata("/dev/null").unwrap();
        assert!(!null.is_file(), "/dev/null was replaced");
        // A disk without room.
        let full = write(Path::new("/dev/full"), "gone").unwrap_err();
        assert_eq!(full.kind(), io::ErrorKind::StorageFull);
        assert!(!fs::metadata("/dev/full").unwrap().is_file());
    }

    #[test]
    fn a_folder_is_refused() {
        let root = tempfile::tempdir().unwrap();
        assert!(write(root.path(), "never").unwrap_err().to_string().contains("folder"));
        assert!(write(&root.path().join("no/such/folder"), "never").is_err());
        assert_eq!(names(root.path()), Vec::<String>::new());
    }
}
