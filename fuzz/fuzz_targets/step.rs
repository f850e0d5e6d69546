//! Whatever a mind senses, a step does not fail, and what it holds and intends stays sound. The bytes are read as ticks of
//! senses.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../hostile.rs"]
mod hostile;

fuzz_target!(|data: &[u8]| hostile::live(data));
