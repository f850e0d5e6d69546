//! How much room there is in memory. What cannot fit is refused before it is made: the system ends whoever takes more than there
//! is, without a word.

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use std::fs;

/// A number of kibibytes that a file of the system gives under a name, as bytes; nothing where there is no such file.
fn told(file: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}

/// How much this process holds.
pub fn held() -> Option<u64> {
    told("/proc/self/status", "VmRSS:")
}

/// Refuses `n` of something that take so many bytes each where the machine has not as many left.
pub fn check(n: usize, what: &str, each: u64) -> PyResult<()> {
    let Some(free) = told("/proc/meminfo", "MemAvailable:") else { return Ok(()) };
    let needed = each.saturating_mul(n as u64);
    if needed <= free {
        return Ok(());
    }
    let [needed_gb, free_gb] = [needed, free].map(|bytes| bytes as f64 / 1e9);
    Err(PyMemoryError::new_err(format!(
        "{n} {what} take {needed_gb:.1} GB at least, and {free_gb:.1} GB of memory are free; make fewer at a time"
    )))
}
