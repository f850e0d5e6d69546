//! `piaget bench lab`: what each of many visitors of one lab sees, over this machine's own loopback.

use super::{Bench, Figure};
use piaget_lab::server::{assets, load};
use serde_json::json;
use std::sync::Arc;

/// The bench.
pub const BENCH: Bench = Bench {
    name: "lab",
    about: "frames and ticks a second for the slowest of 16 visitors of the first scenario, which asks for 30; also beside 8 attackers",
    run,
};

const VISITORS: usize = 16;
/// Each does another kind of harm.
const ATTACKERS: usize = 8;
const SECONDS: f64 = 10.0;

fn run() -> Result<Vec<Figure>, String> {
    let library = Arc::new(assets::library());
    let measured = |attackers| {
        load::measure(library.clone(), VISITORS, attackers, SECONDS).map_err(|error| error.to_string())
    };
    let (alone, beside) = (measured(0)?, measured(ATTACKERS)?);
    let least =
        |seen: &[load::Seen], of: fn(&load::Seen) -> f64| seen.iter().map(of).fold(f64::INFINITY, f64::min);
    let mean = |seen: &[load::Seen], of: fn(&load::Seen) -> f64| {
        seen.iter().map(of).sum::<f64>() / seen.len().max(1) as f64
    };
    let figure = |bench, of: fn(&load::Seen) -> f64, unit| {
        let more = json!({ "mean": mean(&alone, of), "visitors": VISITORS, "seconds": SECONDS });
        Figure::new(bench, least(&alone, of), unit, more)
    };
    let frames_hz: fn(&load::Seen) -> f64 = |seen| seen.frames_hz;
    let attacked = json!({
        "mean": mean(&beside, frames_hz),
        "per_unattacked": least(&beside, frames_hz) / least(&alone, frames_hz),
        "visitors": VISITORS,
        "attackers": ATTACKERS,
        "seconds": SECONDS,
    });
    Ok(vec![
        figure("lab.frames", frames_hz, "frames a second for the slowest"),
        figure("lab.ticks", |seen| seen.ticks_hz, "ticks a second for the slowest"),
        figure("lab.bytes", |seen| seen.bytes_per_s / 1024.0, "KiB a second for the least"),
        Figure::new(
            "lab.attacked",
            least(&beside, frames_hz),
            "frames a second for the slowest beside 8 attackers",
            attacked,
        ),
    ])
}
