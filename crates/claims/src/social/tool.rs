//! Learning a new action by watching (Buchsbaum 7.2.7): a tool that brings in what is out of reach.

use crate::buchsbaum::mice::Mice;
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::run::{Run, Trial};
use crate::statistics;
use piaget_sim::Action;
use piaget_terms::{Name, Vec3};

pub(super) const CLAIMS: &[Claim] = &[Claim {
    id: "social.tool",
    source: "Buchsbaum 7.2.7",
    says: "Max sees Morris sweep a cheese in with a rake, over a fence. The movement is part of no action of his, its result \
           is what he goes to food for: he has a new action, fetches a rake when there is no way to his own cheese, and \
           eats. He does not when he saw the sweep bring nothing, the cheese come in without a sweep, or neither.",
    metric: "share of trials in which the action is learned from one demonstration and gets Max his cheese",
    bar: Bar::AtLeast(0.9),
    trials: Trials { full: 100, quick: 10 },
    run: tool,
}];

/// What Max is shown.
#[derive(Clone, Copy, PartialEq)]
enum Lesson {
    /// Morris sweeps the cheese in with a rake.
    Whole,
    /// Morris makes the same movement with a rake in hand, and nothing comes of it.
    MovementAlone,
    /// The cheese comes in by itself, and Morris, a rake beside him, eats it.
    ResultAlone,
    Nothing,
}

/// The wrong lessons, tried in turn.
const WRONG: [(&str, Lesson); 3] = [
    ("the movement alone", Lesson::MovementAlone),
    ("the result alone", Lesson::ResultAlone),
    ("nothing", Lesson::Nothing),
];

fn tool(run: &Run<'_>) -> Result<Measured, String> {
    let rate = |all: &[(bool, bool)], of: fn(&(bool, bool)) -> bool| {
        statistics::rate_of(&all.iter().map(of).collect::<Vec<_>>())
    };
    let whole = run.try_each(|trial| one(trial, Lesson::Whole))?;
    let wrong = run.try_each(|trial| one(trial, WRONG[trial.index as usize % WRONG.len()].1))?;
    let both = rate(&whole, |(learned, ate)| *learned && *ate);
    let mut measured = Measured::new(both.value)
        .detail("low", both.low)
        .detail("learned", rate(&whole, |(learned, _)| *learned).value);
    for (which, (name, _)) in WRONG.iter().enumerate() {
        let own: Vec<(bool, bool)> = wrong.iter().skip(which).step_by(WRONG.len()).copied().collect();
        measured = measured
            .require(
                format!("control: shown {name}, gets his cheese"),
                rate(&own, |(_, ate)| *ate).value,
                Bar::AtMost(0.05),
            )
            .require(
                format!("control: shown {name}, learned"),
                rate(&own, |(learned, _)| *learned).value,
                Bar::AtMost(0.05),
            );
    }
    Ok(measured)
}

/// Whether Max has learned a new action, and whether he ate.
fn one(trial: Trial, lesson: Lesson) -> Result<(bool, bool), String> {
    let set: Vec<String> = match lesson {
        Lesson::Whole => Vec::new(),
        _ => vec!["event.rake.time=89".into()],
    };
    let mut mice = Mice::placed("rake", trial, &[], &set)?;
    let tuples = |mice: &Mice| mice.max().mind.actions().tuples().len();
    let before = tuples(&mice);
    mice.run(1.5);
    match lesson {
        Lesson::MovementAlone => {
            mice.hand("morris", "rake");
            mice.run(2.0);
            let (creature, movement) = (Name::cut("morris"), Name::cut("wave"));
            mice.simulation.input(Action::Perform { creature, movement });
        }
        Lesson::ResultAlone => {
            mice.simulation.input(Action::Show(Name::cut("rake")));
            mice.simulation.input(Action::Show(Name::cut("cheese")));
            mice.run(3.0);
            let to = mice.before("morris", Vec3::new(-0.06, 0.0, 0.3));
            mice.simulation.input(Action::Transport { what: Name::cut("cheese"), to });
            mice.let_go();
        }
        Lesson::Whole | Lesson::Nothing => {}
    }
    mice.run(22.5 - mice.now());
    let learned = tuples(&mice) > before;
    let ate = mice.until(60.0, |mice| mice.happened(22.0, "max", "ate", "cheese"));
    Ok((learned, ate))
}
