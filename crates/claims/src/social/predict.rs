//! Predicting the next action (Buchsbaum 7.2.5): supposing that what Morris does succeeds, Max's own triggers say what
//! becomes possible.

use crate::buchsbaum::mice::{Mice, SHARED, in_reach};
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::run::{Run, Trial};
use crate::statistics;

pub(super) const CLAIMS: &[Claim] = &[Claim {
    id: "social.predict",
    source: "Buchsbaum 7.2.5",
    says: "When Max sees Morris reach for a cheese, a ball or a baton, he expects him to eat it, to throw it or to dance \
           with it, before Morris does; and a reach that comes to nothing is told from one that gets the thing.",
    metric: "share of reaches after which Morris does what Max expected most",
    bar: Bar::AtLeast(0.9),
    trials: Trials { full: 120, quick: 6 },
    run: predict,
}];

/// What there is to reach for: half of its height, what is done with it, and by which movement.
const THINGS: [(&str, f32, &str, &str); 3] = [
    ("cheese", 0.06, "eat-food", "eat"),
    ("ball", 0.07, "throw-toy", "throw"),
    ("baton", 0.1, "dance-with-toy", "dance"),
];
/// Morris reaches for a thing whose middle is here, and cannot quite come to it.
const TOO_HIGH_M: f32 = 0.9;

fn predict(run: &Run<'_>) -> Result<Measured, String> {
    let trials = run.try_each(|trial| one(trial, true))?;
    let rate = |of: &dyn Fn(&Seen) -> bool| statistics::rate_of(&trials.iter().map(of).collect::<Vec<_>>());
    let right = rate(&|seen| seen.expected && seen.came);
    // The control: the most frequent answer for everybody.
    let shares = THINGS.map(|(_, _, action, _)| rate(&|seen| seen.action == action).value);
    let blind = shares.into_iter().fold(0.0, f64::max);
    let missed = run.try_each(|trial| one(trial, false))?;
    let told = |seen: &Seen, reached: bool| seen.reached == Some(reached);
    let outcomes: Vec<bool> = trials
        .iter()
        .map(|seen| told(seen, true))
        .chain(missed.iter().map(|seen| told(seen, false)))
        .collect();
    Ok(Measured::new(right.value)
        .detail("low", right.low)
        .require("always_the_same_answer", blind, Bar::AtMost(0.5))
        .require("intention_told_from_result", statistics::rate_of(&outcomes).value, Bar::AtLeast(0.9)))
}

/// What came of one reach.
struct Seen {
    /// What Morris should do with the thing.
    action: &'static str,
    /// Whether Max expected that most.
    expected: bool,
    /// Whether Morris did it.
    came: bool,
    /// Whether Max saw the reach succeed; `None` if he did not understand it.
    reached: Option<bool>,
}

fn one(trial: Trial, reachable: bool) -> Result<Seen, String> {
    let (thing, half_m, action, movement) = THINGS[trial.index as usize % THINGS.len()];
    let both = [
        (SHARED, "drive \"hunger\" start=0.8", "drive \"hunger\" start=0.9"),
        (SHARED, "drive \"playfulness\" start=0.7", "drive \"playfulness\" start=0.9"),
    ];
    let mut mice = Mice::new("mice", trial, &both)?;
    let mut chance = trial.chance();
    let mut place = in_reach(&mut chance);
    if !reachable {
        place.y = TOO_HIGH_M - half_m;
    }
    mice.give(thing, mice.before("morris", place));
    mice.let_go();
    let Some(named) = mice.understands("reach", 0.0, 20.0) else {
        return Ok(Seen { action, expected: false, came: false, reached: None });
    };
    let expected = named.next.first().is_some_and(|(next, _)| *next == action);
    let reached =
        (!named.action.is_empty()).then_some(named.outcome == piaget_mind::others::Outcome::Reached);
    let since = mice.now();
    let came = reachable && mice.until(8.0, |mice| mice.happened(since - 1.0, "morris", "begins", movement));
    Ok(Seen { action, expected, came, reached })
}
