//! What the system tells of this process, and what is done when it is told to end.

/// Removes files that are being written when the program is ended by Ctrl-C, by a closed terminal or by `kill`.
pub fn clean_up_when_ended() {
    // A program that was started to outlive its terminal (`nohup`, a job in the background) must not listen.
    if ignores_signals() {
        return;
    }
    // Without a handler the files are left; that is no reason not to run.
    let _ = ctrlc::set_handler(|| {
        let _held = piaget_sim::files::remove_parts();
        // As shells have it for a program that was interrupted.
        std::process::exit(130);
    });
}

/// Whether the hangup of a terminal or Ctrl-C is already ignored, where the system tells.
fn ignores_signals() -> bool {
    /// SIGHUP is signal 1 and SIGINT signal 2; their bits in the mask.
    const HANGUP_AND_INTERRUPT: u64 = 0b11;
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & HANGUP_AND_INTERRUPT != 0)
}

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
