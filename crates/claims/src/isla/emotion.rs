//! Surprise, confusion and frustration while searching (Isla 5.4 and fig. 9).

use super::{came, duncan, felt, sheep};
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::figure::{self, Labels, Series};
use crate::run::{Run, Trial};
use crate::{scene, statistics};
use piaget_mind::model::{Belief, PlaceOutcome};
use piaget_sim::{Action, Actor};
use piaget_terms::{Name, maths};

pub(super) const CLAIMS: &[Claim] = &[Claim {
    id: "isla.emotions",
    source: "Isla 5.4 and fig. 9",
    says: "Frustration rises while Duncan searches and falls when he finds the sheep; confusion peaks when the likely \
           place proves empty; surprise at finding it grows with how unexpected the place was.",
    metric: "share of trials in which frustration and confusion have this shape",
    bar: Bar::AtLeast(0.95),
    trials: Trials { full: 100, quick: 8 },
    run: emotions,
}];

/// The feelings of one trial over time.
struct Felt {
    surprise: Vec<(f64, f64)>,
    confusion: Vec<(f64, f64)>,
    frustration: Vec<(f64, f64)>,
    /// When the second search began, and when it found the sheep.
    searched: (f64, f64),
    /// The tick of the second search in which the most mass proved to be nowhere.
    emptied: f64,
    /// Each time a sheep was found by a calm dog: how unexpected the place was, and how surprised he was.
    finds: Vec<(f64, f64)>,
}

/// Less surprise than this has faded.
const FADED: f64 = 0.05;

fn trial(trial: Trial) -> Result<Felt, String> {
    let mut simulation = scene::simulation("two-walls", trial, &[])?;
    let mut chance = trial.chance();
    let nan = (f64::NAN, f64::NAN);
    let (surprise, confusion, frustration) = (Vec::new(), Vec::new(), Vec::new());
    let mut felt_now =
        Felt { surprise, confusion, frustration, searched: nan, emptied: f64::NAN, finds: Vec::new() };
    let (mut second, mut most_culled, mut found_at) = (false, 0.0f32, None);
    let mut attended = None;
    while !simulation.is_over() {
        let happened = simulation.step().to_vec();
        let t = simulation.time_s();
        if came(&happened, "second-order") {
            second = true;
            felt_now.searched.0 = t;
        }
        let actor = duncan(&simulation)?;
        let (surprise, confusion) = (felt(actor, "surprise"), felt(actor, "confusion"));
        let before = felt_now.surprise.last().map_or(0.0, |(_, surprise)| *surprise);
        felt_now.surprise.push((t, surprise));
        felt_now.confusion.push((t, confusion));
        felt_now.frustration.push((t, felt(actor, "frustration")));
        // What he feels is about the sheep that he attends to, if he believes in more than one.
        let about = std::mem::replace(&mut attended, attends_to(actor));
        let Some(outcome) = sheep(actor).find(|belief| Some(belief.id.0) == about).and_then(placed) else {
            continue;
        };
        if second && felt_now.searched.1.is_nan() && outcome.confusion > most_culled {
            (most_culled, felt_now.emptied) = (outcome.confusion, t);
        }
        if outcome.found {
            // What is left of an earlier surprise says nothing of this one.
            if before < FADED {
                felt_now.finds.push((f64::from(1.0 - outcome.likelihood), surprise));
            }
            if second && felt_now.searched.1.is_nan() {
                felt_now.searched.1 = t;
            }
            found_at = Some(t);
        }
        // Once he has seen it for a while, it is put somewhere else behind a blink of his eyes, to be found again.
        if felt_now.searched.1.is_finite() && found_at.is_some_and(|found| t - found > 4.0) {
            found_at = None;
            let at = maths::direction(chance.between(-3.1, 3.1)) * chance.between(1.5, 9.0);
            simulation.input(Action::Transport { what: Name::cut("sheep"), to: at });
        }
    }
    Ok(felt_now)
}

/// The belief that his choice is about.
fn attends_to(actor: &Actor) -> Option<u32> {
    actor.report.choices.iter().rev().find(|choice| choice.active && choice.object.is_some())?.object
}

fn placed(belief: &Belief) -> Option<PlaceOutcome> {
    belief.place.as_ref().map(|place| place.outcome)
}

/// The value at the last moment not after `t`.
fn at(series: &[(f64, f64)], t: f64) -> f64 {
    series.iter().take_while(|(time, _)| *time <= t).last().map_or(f64::NAN, |(_, value)| *value)
}

fn emotions(run: &Run<'_>) -> Result<Measured, String> {
    let trials = run.try_each(trial)?;
    let rises =
        |felt: &Felt| at(&felt.frustration, felt.searched.1) > at(&felt.frustration, felt.searched.0 + 0.5);
    let falls =
        |felt: &Felt| at(&felt.frustration, felt.searched.1 + 2.0) < at(&felt.frustration, felt.searched.1);
    let peaks = |felt: &Felt| {
        let (began, found) = felt.searched;
        let during = felt.confusion.iter().filter(|(t, _)| (began..=found).contains(t));
        // The first moment of the greatest confusion: it cannot exceed 1, and may stay there for a while.
        let peak = during.rev().max_by(|a, b| a.1.total_cmp(&b.1)).map_or(f64::NAN, |(t, _)| *t);
        (peak - felt.emptied).abs() < 1.0
    };
    let shaped = |felt: &Felt| rises(felt) && falls(felt) && peaks(felt);
    let rate = statistics::rate_of(&trials.iter().map(shaped).collect::<Vec<_>>());
    let finds: Vec<(f64, f64)> = trials.iter().flat_map(|felt| felt.finds.iter().copied()).collect();
    let (unexpected, surprise): (Vec<f64>, Vec<f64>) = finds.into_iter().unzip();
    let correlation = statistics::rank_correlation(&unexpected, &surprise);
    let labels =
        Labels { title: "A search for the sheep, as felt (compare fig. 9)", x: "time (s)", y: "value" };
    let lines = trials.first().map_or_else(Vec::new, |felt| {
        vec![
            Series::new("surprise", felt.surprise.clone()),
            Series::new("confusion", felt.confusion.clone()),
            Series::new("frustration", felt.frustration.clone()),
        ]
    });
    Ok(Measured::new(rate.value)
        .detail("wilson_low", rate.low)
        .detail(
            "searches_found",
            statistics::rate_of(&trials.iter().map(|f| f.searched.1.is_finite()).collect::<Vec<_>>()).value,
        )
        .detail("frustration_rises", statistics::rate_of(&trials.iter().map(rises).collect::<Vec<_>>()).value)
        .detail("frustration_falls", statistics::rate_of(&trials.iter().map(falls).collect::<Vec<_>>()).value)
        .detail(
            "confusion_peaks_when_empty",
            statistics::rate_of(&trials.iter().map(peaks).collect::<Vec<_>>()).value,
        )
        .detail("finds", unexpected.len() as f64)
        .require("surprise_rank_correlation", correlation, Bar::AtLeast(0.9))
        .figure(figure::lines(labels, &lines, None)))
}
