//! What the system tells of this process.

/// What the process holds in memory now, where the system tells; not a number elsewhere.
pub fn resident_mb() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kb = line.and_then(|line| line.split_whitespace().next()).and_then(|kb| kb.parse::<f64>().ok());
    kb.map_or(f64::NAN, |kb| kb / 1024.0)
}

/// Microseconds that this process's first thread has had a processor, where the system tells: other work on the machine does
/// not count.
pub fn processor_us() -> f64 {
    let told = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = told.split_whitespace().next().and_then(|number| number.parse::<f64>().ok());
    nanoseconds.map_or(f64::NAN, |ns| ns / 1000.0)
}
