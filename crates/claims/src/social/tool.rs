//! Learning a new action by watching (Buchsbaum 7.2.7): a tool that brings in what is out of reach.

use crate::buchsbaum::mice::Mice;
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::run::{Run, Trial};
use crate::statistics;

pub(super) const CLAIMS: &[Claim] = &[Claim {
    id: "social.tool",
    source: "Buchsbaum 7.2.7",
    says: "Max sees Morris sweep a cheese in with a rake, over a fence. The movement is part of no action of his, its result \
           is what he goes to food for: he has a new action, fetches a rake when there is no way to his own cheese, and \
           eats. Without the demonstration he does not.",
    metric: "share of trials in which the action is learned from one demonstration and gets Max his cheese",
    bar: Bar::AtLeast(0.9),
    trials: Trials { full: 100, quick: 10 },
    run: tool,
}];

fn tool(run: &Run<'_>) -> Result<Measured, String> {
    let shown = run.try_each(|trial| one(trial, true))?;
    let not_shown = run.try_each(|trial| one(trial, false))?;
    let rate = |all: &[(bool, bool)], of: fn(&(bool, bool)) -> bool| {
        statistics::rate_of(&all.iter().map(of).collect::<Vec<_>>())
    };
    let both = rate(&shown, |(learned, ate)| *learned && *ate);
    Ok(Measured::new(both.value)
        .detail("low", both.low)
        .detail("learned", rate(&shown, |(learned, _)| *learned).value)
        .require("without_demonstration", rate(&not_shown, |(_, ate)| *ate).value, Bar::AtMost(0.05)))
}

/// Whether Max has learned a new action, and whether he ate.
fn one(trial: Trial, shown: bool) -> Result<(bool, bool), String> {
    let set: Vec<String> = if shown { Vec::new() } else { vec!["event.rake.time=89".into()] };
    let mut mice = Mice::placed("rake", trial, &[], &set)?;
    let tuples = |mice: &Mice| mice.max().mind.actions().tuples().len();
    let before = tuples(&mice);
    mice.run(22.5);
    let learned = tuples(&mice) > before;
    let ate = mice.until(60.0, |mice| mice.happened(22.0, "max", "ate", "cheese"));
    Ok((learned, ate))
}
