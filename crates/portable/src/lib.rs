//! Scenarios played where there is neither our processor nor an operating system: a module for WebAssembly, which
//! `scripts/portable.mjs` gives the files and asks for digests (`make portable`).

use piaget_sim::files::Kept;
use piaget_sim::{Choice, Scenario, Simulation, Threads};
use piaget_text::Source;
use std::sync::Mutex;

static FILES: Mutex<Kept> =
    Mutex::new(Kept(std::collections::BTreeMap::new(), std::collections::BTreeMap::new()));

/// Room for so many bytes, for whoever calls to write into; `take` gives it back.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    Box::into_raw(vec![0u8; bytes].into_boxed_slice()).cast()
}

/// What was written there.
///
/// # Safety
/// The room must come from [`room`], be as large as said then, and be taken once.
unsafe fn take(room: *mut u8, bytes: usize) -> Vec<u8> {
    // SAFETY: the caller promises that this box came from `room`, with this size, and is taken once.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(room, bytes)) }.into_vec()
}

/// Keeps a file that scenarios may name.
///
/// # Safety
/// Both must come from [`room`], with the size that they had then; they are taken.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn keep(name: *mut u8, name_bytes: usize, file: *mut u8, file_bytes: usize) {
    // SAFETY: the caller promises of both what `take` asks for.
    let (name, file) = unsafe { (take(name, name_bytes), take(file, file_bytes)) };
    let name = String::from_utf8(name).expect("names are text");
    let mut files = FILES.lock().expect("there is one thread");
    match String::from_utf8(file) {
        Ok(text) => drop(files.0.insert(name, text)),
        Err(model) => drop(files.1.insert(name, model.into_bytes())),
    }
}

/// Plays a scenario to its end and gives its digest.
///
/// # Safety
/// As for [`keep`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn play(name: *mut u8, name_bytes: usize) -> u64 {
    // SAFETY: the caller promises what `take` asks for.
    let name = unsafe { take(name, name_bytes) };
    let name = String::from_utf8(name).expect("names are text");
    let files = FILES.lock().expect("there is one thread").clone();
    let text = files.0.get(&name).expect("it was kept");
    let scenario = Scenario::load(&Source::new(name.as_str(), text), &files, &Choice::default());
    let scenario = scenario.unwrap_or_else(|mistakes| panic!("{mistakes}"));
    Simulation::new(scenario, Threads::One).expect("it is sound").run(|_| {}).0
}
