//! What a page calls: plain functions over numbers and bytes in the module's own memory. A text or file goes in through
//! [`room`]; what comes out lies where [`said_at`] says until the next call.

use crate::{Index, Playground};
use std::sync::{Mutex, MutexGuard, PoisonError};

static PLAYGROUND: Mutex<Option<Playground>> = Mutex::new(None);
static SAID: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// What [`say`] gives where there is nothing new.
const NOTHING: u32 = 0;
/// Words as JSON.
const WORDS: u32 = 1;
/// A frame's bytes.
const FRAME: u32 = 2;

/// Prepares everything; to be called once, first.
#[unsafe(no_mangle)]
pub extern "C" fn prepare() {
    // Where a panic ends the module, its sentence is the last thing that is said.
    std::panic::set_hook(Box::new(|panic| say_bytes(panic.to_string().into_bytes())));
    *lock(&PLAYGROUND) = Some(Playground::default());
}

/// Room for so many bytes, for whoever calls to write into; the function that is given it takes it back.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    Box::into_raw(vec![0u8; bytes].into_boxed_slice()).cast()
}

/// Where the bytes lie that were said last.
#[unsafe(no_mangle)]
pub extern "C" fn said_at() -> *const u8 {
    lock(&SAID).as_ptr()
}

/// How many bytes were said last.
#[unsafe(no_mangle)]
pub extern "C" fn said_bytes() -> usize {
    lock(&SAID).len()
}

/// Keeps a file; `own` is 1 for one that a person wrote or dropped. What is said is why it was not kept, or nothing.
///
/// # Safety
/// Both must come from [`room`], with the size that they had then; they are taken.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn keep(name: *mut u8, name_bytes: usize, file: *mut u8, file_bytes: usize, own: u32) {
    // SAFETY: the caller promises of both what `take` asks for.
    let (name, file) = unsafe { (text(name, name_bytes), take(file, file_bytes)) };
    let kept = with(|playground| playground.keep(&name, file, own == 1));
    say_bytes(kept.err().unwrap_or_default().into_bytes());
}

/// Takes the index of scenarios as JSON. What is said is why it cannot be read, or nothing.
///
/// # Safety
/// As for [`keep`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tell(index: *mut u8, bytes: usize) {
    // SAFETY: the caller promises what `take` asks for.
    let index = unsafe { take(index, bytes) };
    let wrong = match serde_json::from_slice::<Index>(&index) {
        Ok(index) => with(|playground| {
            playground.tell(index);
            String::new()
        }),
        Err(error) => format!("the index of scenarios cannot be read: {error}"),
    };
    say_bytes(wrong.into_bytes());
}

/// Says the index of scenarios.
#[unsafe(no_mangle)]
pub extern "C" fn index() {
    say_json(&with(Playground::index));
}

/// Says the cards of what can be chosen now.
#[unsafe(no_mangle)]
pub extern "C" fn cards() {
    say_json(&with(Playground::cards));
}

/// Says the files that a scenario still lacks.
///
/// # Safety
/// As for [`keep`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn missing(scenario: *mut u8, bytes: usize) {
    // SAFETY: the caller promises what `take` asks for.
    let scenario = unsafe { text(scenario, bytes) };
    say_json(&with(|playground| playground.missing(&scenario)));
}

/// Begins with a scenario. What is said is why it was not begun, or nothing.
///
/// # Safety
/// As for [`keep`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn begin(scenario: *mut u8, bytes: usize) {
    // SAFETY: the caller promises what `take` asks for.
    let scenario = unsafe { text(scenario, bytes) };
    let begun = with(|playground| playground.begin(&scenario));
    say_bytes(begun.err().unwrap_or_default().into_bytes());
}

/// Plays a recording instead of a scenario. What is said is why it is none, or nothing.
///
/// # Safety
/// As for [`keep`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn replay(recording: *mut u8, bytes: usize) {
    // SAFETY: the caller promises what `take` asks for.
    let recording = unsafe { take(recording, bytes) };
    let played = with(|playground| playground.replay(&recording));
    say_bytes(played.err().unwrap_or_default().into_bytes());
}

/// Hears a message; at most so many ticks and changes are played for it at once.
///
/// # Safety
/// As for [`keep`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hear(message: *mut u8, bytes: usize, most: u32) {
    // SAFETY: the caller promises what `take` asks for.
    let message = unsafe { text(message, bytes) };
    with(|playground| playground.hear(&message, &mut counted(most)));
}

/// Lets time pass; at most so many ticks and changes are played.
#[unsafe(no_mangle)]
pub extern "C" fn advance(elapsed_s: f64, most: u32) {
    with(|playground| playground.advance(elapsed_s, &mut counted(most)));
}

/// Says the next thing, and what it is: 0 nothing, 1 words as JSON, 2 a frame's bytes.
#[unsafe(no_mangle)]
pub extern "C" fn say() -> u32 {
    match with(Playground::say) {
        None => NOTHING,
        Some(Ok(words)) => {
            say_bytes(words.into_bytes());
            WORDS
        }
        Some(Err(frame)) => {
            say_bytes(frame);
            FRAME
        }
    }
}

/// How often something new can be seen.
#[unsafe(no_mangle)]
pub extern "C" fn rate_hz() -> f32 {
    with(|playground| playground.rate_hz())
}

/// 1 where nothing changes until the visitor says something.
#[unsafe(no_mangle)]
pub extern "C" fn is_still() -> u32 {
    u32::from(with(|playground| playground.is_still()))
}

/// How many ticks have passed.
#[unsafe(no_mangle)]
pub extern "C" fn tick() -> u32 {
    with(|playground| playground.tick())
}

/// Says every mistake of a text that would be read under a name.
///
/// # Safety
/// As for [`keep`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn check(name: *mut u8, name_bytes: usize, file: *mut u8, file_bytes: usize) {
    // SAFETY: the caller promises of both what `take` asks for.
    let (name, file) = unsafe { (text(name, name_bytes), text(file, file_bytes)) };
    say_json(&with(|playground| playground.check(&name, &file)));
}

/// Says the words that may stand at a byte of a text.
///
/// # Safety
/// As for [`keep`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn words(
    name: *mut u8,
    name_bytes: usize,
    file: *mut u8,
    file_bytes: usize,
    at: usize,
) {
    // SAFETY: the caller promises of both what `take` asks for.
    let (name, file) = unsafe { (text(name, name_bytes), text(file, file_bytes)) };
    say_json(&with(|playground| playground.words(&name, &file, at)));
}

/// What was written into a room.
///
/// # Safety
/// The room must come from [`room`], be as large as said then, and be taken once.
unsafe fn take(room: *mut u8, bytes: usize) -> Vec<u8> {
    // SAFETY: the caller promises that this box came from `room`, with this size, and is taken once.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(room, bytes)) }.into_vec()
}

/// As [`take`], as text; what is no text is told by its marks.
///
/// # Safety
/// As for [`take`].
unsafe fn text(room: *mut u8, bytes: usize) -> String {
    // SAFETY: the caller promises what `take` asks for.
    String::from_utf8_lossy(&unsafe { take(room, bytes) }).into_owned()
}

/// Says yes so many times.
fn counted(most: u32) -> impl FnMut() -> bool {
    let mut left = most;
    move || {
        let yes = left > 0;
        left = left.saturating_sub(1);
        yes
    }
}

fn with<T>(work: impl FnOnce(&mut Playground) -> T) -> T {
    work(lock(&PLAYGROUND).get_or_insert_default())
}

/// There is one thread, and a panic ends it: nobody else sees what it left.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn say_bytes(bytes: Vec<u8>) {
    *lock(&SAID) = bytes;
}

fn say_json(value: &impl serde::Serialize) {
    say_bytes(serde_json::to_vec(value).expect("plain data"));
}
