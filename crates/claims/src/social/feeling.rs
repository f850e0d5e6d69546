//! Recognising feelings from gestures (Buchsbaum 7.2.3): the gestures that an emotion drives in oneself.

use crate::buchsbaum::mice::Mice;
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::run::{Run, Trial};
use crate::statistics;
use piaget_terms::Name;

pub(super) const CLAIMS: &[Claim] = &[Claim {
    id: "social.emotion",
    source: "Buchsbaum 7.2.3",
    says: "Morris is praised, scolded or kept waiting, and shows what he feels by one gesture or another; Max, who was not \
           told, names the emotion that would drive him to the same.",
    metric: "share of gestures whose emotion is named rightly",
    bar: Bar::AtLeast(0.9),
    trials: Trials { full: 120, quick: 6 },
    run: emotion,
}];

const FEELINGS: [(&str, &str); 3] =
    [("well done morris", "joy"), ("shame on morris", "despair"), ("not yet morris", "impatience")];
const GESTURES: [&str; 6] =
    ["jump-for-joy", "thumbs-up", "cover-face", "pound-ground", "tap-foot", "stand-frustrated"];

fn emotion(run: &Run<'_>) -> Result<Measured, String> {
    let named = run.try_each(one)?;
    let of = |feeling: &str| {
        named
            .iter()
            .filter(|named| named.0 == feeling)
            .map(|named| named.1.contains(named.0))
            .collect::<Vec<_>>()
    };
    let right = statistics::rate_of(&named.iter().map(|named| named.1.contains(named.0)).collect::<Vec<_>>());
    // The control: who names one emotion whatever he sees.
    let blind = FEELINGS.iter().map(|(_, feeling)| {
        let share: Vec<bool> = named.iter().map(|named| named.0 == *feeling).collect();
        statistics::rate_of(&share).value
    });
    let mut measured = Measured::new(right.value).detail("low", right.low).require(
        "always_the_same_answer",
        blind.fold(0.0, f64::max),
        Bar::AtMost(0.5),
    );
    for (_, feeling) in FEELINGS {
        measured = measured.detail(feeling, statistics::rate_of(&of(feeling)).value);
    }
    Ok(measured)
}

/// What Morris felt, and what Max named.
fn one(trial: Trial) -> Result<(&'static str, String), String> {
    let (words, feeling) = FEELINGS[trial.index as usize % FEELINGS.len()];
    let mut mice = Mice::new("mice", trial, &[])?;
    let since = mice.now();
    mice.say(words);
    let begun = |mice: &Mice, gesture: &str| mice.happened(since, "morris", "begins", gesture);
    if !mice.until(5.0, |mice| GESTURES.iter().any(|gesture| begun(mice, gesture))) {
        return Ok((feeling, String::new()));
    }
    let gesture =
        GESTURES.iter().find(|gesture| begun(&mice, gesture)).map_or(Name::default(), |g| Name::cut(g));
    let named = mice.understands(gesture.as_str(), since, 8.0);
    Ok((feeling, named.map(|named| named.motive).unwrap_or_default()))
}
