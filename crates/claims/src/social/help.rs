//! Helping (Buchsbaum 7.2.4): Max adopts the goal of Morris, with Morris in it.

use crate::buchsbaum::mice::Mice;
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::run::{Run, Trial};
use crate::statistics;
use piaget_sim::Action;
use piaget_terms::{Name, Vec3};

pub(super) const CLAIMS: &[Claim] = &[Claim {
    id: "social.help",
    source: "Buchsbaum 7.2.4",
    says: "Morris is fenced in and begs for a cheese that he cannot get to. Max understands what he wants and that he does \
           not have it, fetches it and hands it over; or, where that cheese hangs too high for both, another one.",
    metric: "share of trials in which Morris eats what Max brought",
    bar: Bar::AtLeast(0.9),
    trials: Trials { full: 100, quick: 4 },
    run: help,
}];

/// How long it may take.
const PATIENCE_S: f64 = 90.0;

fn help(run: &Run<'_>) -> Result<Measured, String> {
    let told = run.try_each(|trial| eats(trial, true))?;
    let untold = run.try_each(|trial| eats(trial, false))?;
    let rate = statistics::rate_of(&told);
    let other: Vec<bool> = told.iter().skip(1).step_by(2).copied().collect();
    Ok(Measured::new(rate.value)
        .detail("low", rate.low)
        .detail("brings_another", if other.is_empty() { f64::NAN } else { statistics::rate_of(&other).value })
        .require("fed_without_help", statistics::rate_of(&untold).value, Bar::AtMost(0.05)))
}

fn eats(trial: Trial, helped: bool) -> Result<bool, String> {
    let set: Vec<String> = if helped { Vec::new() } else { vec!["event.help.time=119".into()] };
    let mut mice = Mice::placed("fence", trial, &[], &set)?;
    if !trial.index.is_multiple_of(2) {
        // What he begs for hangs too high; another one hangs where only Max can get at it.
        mice.simulation.input(Action::Transport { what: Name::cut("cheese"), to: Vec3::new(0.7, 1.5, 1.0) });
        mice.simulation.input(Action::Show(Name::cut("second-cheese")));
    }
    Ok(mice.until(PATIENCE_S, |mice| mice.happened(0.0, "morris", "ate", "cheese")))
}
