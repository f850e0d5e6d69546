//! A lab and those who come, play and vanish.

use super::Args;
use crate::failure::{Done, Failure};
use crate::output;
use crate::process::resident_mb;
use piaget_lab::server::{assets, visitors};
use serde::Serialize;
use std::io::{self, Write as _};
use std::sync::Arc;
use std::time::Duration;

/// How often it is told how things are; shorter where all of it is short.
const EVERY: Duration = Duration::from_secs(60);
/// The process may hold so many times more in its last third than it ever did in its first: what a visitor plays is large or
/// small.
const MORE: f64 = 1.25;
/// From so long on growing is judged: at first everybody's past is still short.
const ENOUGH: Duration = Duration::from_secs(15 * 60);

#[derive(Serialize)]
struct Stretch {
    minutes: f64,
    visits: u64,
    vanished: u64,
    turned_away: u64,
    said: u64,
    refused: u64,
    frames: u64,
    attacks: u64,
    resident_mb: f64,
}

/// All of it.
#[derive(Serialize)]
struct Verdict {
    visitors: usize,
    seed: u64,
    hours: f64,
    visits: u64,
    vanished: u64,
    frames: u64,
    attacks: u64,
    first_third_mb: f64,
    last_third_mb: f64,
}

pub(super) fn run(args: &Args, visitors: usize) -> Done {
    let lasts = Duration::from_secs_f64(args.hours * 3600.0);
    let every = EVERY.min(lasts / 6);
    let mut held = Vec::new();
    if !args.json {
        writeln!(
            output::stdout(),
            " minutes   visits   vanished   turned away      said   refused     frames   attacks   resident MB"
        )?;
    }
    let told = visitors::run(
        Arc::new(assets::library()),
        visitors,
        args.seed,
        lasts,
        every,
        |passed, totals| {
            let visitors::VisitTotals { visits, vanished, turned_away, said, refused, frames, attacks } =
                totals;
            let (minutes, resident_mb) = (passed.as_secs_f64() / 60.0, resident_mb());
            held.push(resident_mb);
            if args.json {
                let stretch = Stretch {
                    minutes,
                    visits,
                    vanished,
                    turned_away,
                    said,
                    refused,
                    frames,
                    attacks,
                    resident_mb,
                };
                return output::json_line(&stretch).map_err(io::Error::other);
            }
            writeln!(
                output::stdout(),
                "{minutes:8.2}   {visits:6}   {vanished:8}   {turned_away:11}   {said:7}   {refused:7}   {frames:8}   {attacks:7}   {resident_mb:11.1}"
            )
        },
    );
    let totals = told.map_err(|why| Failure::Wrong(format!("the lab does not last: {why}")))?;
    let third = held.len() / 3;
    let most = |part: &[f64]| part.iter().copied().fold(0.0, f64::max);
    let (first, last) = (most(&held[..third]), most(&held[held.len() - third..]));
    let visitors::VisitTotals { visits, vanished, frames, attacks, .. } = totals;
    if args.json {
        let (first_third_mb, last_third_mb) = (first, last);
        let (seed, hours) = (args.seed, args.hours);
        output::json_line(&Verdict {
            visitors,
            seed,
            hours,
            visits,
            vanished,
            frames,
            attacks,
            first_third_mb,
            last_third_mb,
        })?;
    } else {
        writeln!(
            output::stdout(),
            "{visits} visits of {visitors} at a time, {vanished} of which ended without a farewell, and {attacks} attacks; {frames} frames, each could be read; at most {first:.0} MB in the first third, {last:.0} MB in the last",
        )?;
    }
    if lasts >= ENOUGH && last > first * MORE {
        return Err(Failure::Wrong(format!(
            "the lab grows: at most {MORE} times the memory of its first third was allowed"
        )));
    }
    Ok(())
}
