//! Every operation on the disk fails once, in every way: the disk is full, a permission is missing, the disk is broken, the writer
//! panics, a signal ends the program. No good file is lost, no foreign file is touched, no part is left.

use super::{NoMoreParts, PARTS, write_whole};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard, TryLockError};

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    Error(io::ErrorKind),
    Panic,
    /// The program is told to end.
    Signal,
}

const FAULTS: [Fault; 6] = [
    Fault::Error(io::ErrorKind::StorageFull),
    Fault::Error(io::ErrorKind::PermissionDenied),
    Fault::Error(io::ErrorKind::Interrupted),
    Fault::Error(io::ErrorKind::Other),
    Fault::Panic,
    Fault::Signal,
];

/// Files by their names.
type Folder = BTreeMap<String, Vec<u8>>;

/// What is planned for a thread, and what came of it.
#[derive(Default)]
struct Plan {
    /// The operations so far.
    done: Vec<String>,
    at: usize,
    fault: Option<Fault>,
    folder: Option<std::path::PathBuf>,
    /// What a signal left.
    left: Option<Folder>,
}

/// Part files belong to the whole process: who removes them all must be alone among the tests that run at a time.
static TESTS: RwLock<()> = RwLock::new(());

pub(super) fn beside_others() -> RwLockReadGuard<'static, ()> {
    TESTS.read().unwrap_or_else(PoisonError::into_inner)
}

fn alone() -> RwLockWriteGuard<'static, ()> {
    TESTS.write().unwrap_or_else(PoisonError::into_inner)
}

thread_local! {
    static PLAN: RefCell<Plan> = RefCell::default();
}

pub(super) fn about_to(operation: &str) -> io::Result<()> {
    let due = PLAN.with_borrow_mut(|plan| {
        plan.done.push(operation.to_owned());
        plan.fault.filter(|_| plan.done.len() > plan.at)
    });
    match due {
        None => Ok(()),
        Some(Fault::Signal) => match PARTS.try_lock() {
            // The handler waits for the operation that is under way, and comes before the next.
            Err(TryLockError::WouldBlock) => Ok(()),
            Err(TryLockError::Poisoned(held)) => end_there(held.into_inner()),
            Ok(held) => end_there(held),
        },
        Some(fault) => {
            PLAN.with_borrow_mut(|plan| plan.fault = None);
            match fault {
                Fault::Error(kind) => Err(kind.into()),
                _ => panic!("on purpose"),
            }
        }
    }
}

/// What the program's handler does, then a look at what is left. The thread goes no further.
fn end_there(held: std::sync::MutexGuard<'static, Vec<std::path::PathBuf>>) -> io::Result<()> {
    let ended = NoMoreParts::remove(held);
    PLAN.with_borrow_mut(|plan| {
        plan.fault = None;
        plan.left = plan.folder.as_deref().map(read);
    });
    drop(ended);
    panic!("the program has ended");
}

fn read(folder: &Path) -> Folder {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let names = entries.map(|entry| (entry.file_name().into_string().unwrap(), entry.path()));
    names.map(|(name, path)| (name, fs::read(path).unwrap_or_default())).collect()
}

/// Several times what a buffered writer holds.
fn content() -> Vec<u8> {
    (0..50_000u32).map(|at| at as u8).collect()
}

fn write(path: &Path) -> io::Result<()> {
    write_whole(path, |file| content().chunks(1000).try_for_each(|part| file.write_all(part)))
}

/// A folder with what is foreign in it, and with the file itself where it is to be there.
fn folder(old: Option<&str>) -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("file.0123456789abcdef.part"), "foreign").unwrap();
    fs::write(root.path().join("neighbour"), "foreign").unwrap();
    if let Some(old) = old {
        fs::write(root.path().join("file"), old).unwrap();
    }
    root
}

#[test]
fn a_fault_at_any_operation_costs_no_file_and_leaves_no_part() {
    let _alone = alone();
    for old in [None, Some("good")] {
        let root = folder(old);
        PLAN.set(Plan::default());
        write(&root.path().join("file")).unwrap();
        let operations = PLAN.with_borrow(|plan| plan.done.clone());
        assert!(operations.iter().filter(|operation| *operation == "write").count() > 4, "{operations:?}");
        for (at, operation) in operations.iter().enumerate() {
            for fault in FAULTS {
                let root = folder(old);
                let before = read(root.path());
                let folder = Some(root.path().to_owned());
                PLAN.set(Plan { at, fault: Some(fault), folder, ..Plan::default() });
                let wrote = catch_unwind(AssertUnwindSafe(|| write(&root.path().join("file"))));
                let case = format!("{fault:?} at {operation} ({at}), {old:?} before");
                let Plan { left, fault: still_to_come, .. } = PLAN.take();
                let after = left.unwrap_or_else(|| read(root.path()));
                let mut with_new = before.clone();
                with_new.insert("file".to_owned(), content());
                let is_new = after == with_new;
                assert!(is_new || after == before, "{case}: {:?}", after.keys());
                // A signal in the last operations comes after the file is whole.
                assert!(still_to_come.is_none() || is_new, "{case} never happened");
                if let Ok(Ok(())) = wrote {
                    assert!(is_new, "{case} was said to be written");
                }
            }
        }
    }
}

/// After the program was told to end, no part file is made before it has ended.
#[test]
fn no_part_is_made_while_the_program_ends() {
    let _alone = alone();
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("file");
    let ending = super::remove_parts();
    let writer = std::thread::spawn(move || write(&path));
    std::thread::sleep(std::time::Duration::from_millis(100));
    assert!(read(root.path()).is_empty());
    drop(ending);
    writer.join().unwrap().unwrap();
    assert_eq!(read(root.path())["file"], content());
}
