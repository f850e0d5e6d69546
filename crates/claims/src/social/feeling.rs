//! Recognising feelings from gestures (Buchsbaum 7.2.3): the gestures that an emotion drives in oneself.

use crate::buchsbaum::mice::{INCLUDE, Mice, SHARED};
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::run::{Run, Trial};
use crate::{scene, statistics};
use piaget_terms::Name;

pub(super) const CLAIMS: &[Claim] = &[Claim {
    id: "social.emotion",
    source: "Buchsbaum 7.2.3",
    says: "Morris is praised, scolded or kept waiting, and shows what he feels by one gesture or another; Max, who was not \
           told, names the emotion that would drive him to the same. A Max who shows his own emotions by the others' gestures \
           names by his own lights, and so wrongly, and who names the same whatever is shown is wrong in two of three.",
    metric: "share of gestures whose emotion is named rightly",
    bar: Bar::AtLeast(0.9),
    trials: Trials { full: 120, quick: 6 },
    run: emotion,
}];

/// What is said to Morris, what he feels then, and what a Max of other manners would feel to show it so.
const FEELINGS: [(&str, &str, &str); 3] = [
    ("well done morris", "joy", "despair"),
    ("shame on morris", "despair", "impatience"),
    ("not yet morris", "impatience", "joy"),
];
/// The gestures of joy, of despair and of impatience.
const GESTURES: [[&str; 2]; 3] =
    [["jump-for-joy", "thumbs-up"], ["cover-face", "pound-ground"], ["tap-foot", "stand-frustrated"]];

fn emotion(run: &Run<'_>) -> Result<Measured, String> {
    let named = run.try_each(|trial| one(trial, &[]))?;
    let shared = other_manners()?;
    let edits = [("characters/max.kdl", INCLUDE, shared.as_str())];
    let other = run.try_each(|trial| one(trial, &edits))?;
    let share = |named: &[Named], is: &dyn Fn(&Named) -> bool| {
        statistics::rate_of(&named.iter().map(is).collect::<Vec<_>>())
    };
    let right = |named: &Named| named.motive.contains(FEELINGS[named.feeling].1);
    let own_lights = |named: &Named| named.motive.contains(FEELINGS[named.feeling].2);
    let value = share(&named, &right);
    let same = |feeling: usize| share(&named, &|named| named.feeling == feeling).value;
    let most_frequent = (0..FEELINGS.len()).map(same).fold(0.0, f64::max);
    let mut measured = Measured::new(value.value)
        .require(
            "control: a Max of other manners names it rightly",
            share(&other, &right).value,
            Bar::AtMost(0.1),
        )
        .require(
            "rival: the most frequent emotion whatever is shown, less ours",
            most_frequent - value.value,
            Bar::AtMost(-0.1),
        )
        .require(
            "a Max of other manners names what he would feel",
            share(&other, &own_lights).value,
            Bar::AtLeast(0.9),
        )
        .detail("low", value.low);
    for (feeling, (_, word, _)) in FEELINGS.iter().enumerate() {
        let own: Vec<bool> = named.iter().filter(|named| named.feeling == feeling).map(right).collect();
        if !own.is_empty() {
            measured = measured.detail(*word, statistics::rate_of(&own).value);
        }
    }
    Ok(measured)
}

/// What both mice share, but that each emotion is shown by the gestures of the one before it.
fn other_manners() -> Result<String, String> {
    let text = scene::text(SHARED)?;
    let movement = |name: &str| format!("do \"movement\" \"{name}\"");
    let mut changed = String::new();
    for line in text.lines() {
        let of = |feeling: usize| GESTURES[feeling].iter().position(|name| line.contains(&movement(name)));
        let found = (0..GESTURES.len()).find_map(|feeling| Some((feeling, of(feeling)?)));
        // Each emotion takes the gestures of the one before it, so that joy's gestures show despair.
        let line = match found {
            Some((feeling, which)) => {
                let next = GESTURES[(feeling + GESTURES.len() - 1) % GESTURES.len()][which];
                line.replace(&movement(GESTURES[feeling][which]), &movement(next))
            }
            None => line.to_owned(),
        };
        changed.push_str(&line);
        changed.push('\n');
    }
    Ok(changed)
}

/// What Morris felt, and what Max named.
struct Named {
    feeling: usize,
    motive: String,
}

fn one(trial: Trial, edits: &[(&str, &str, &str)]) -> Result<Named, String> {
    let feeling = trial.index as usize % FEELINGS.len();
    let mut mice = Mice::new("mice", trial, edits)?;
    let since = mice.now();
    mice.say(FEELINGS[feeling].0);
    let begun = |mice: &Mice, gesture: &str| mice.happened(since, "morris", "begins", gesture);
    let gestures = || GESTURES.iter().flatten();
    if !mice.until(5.0, |mice| gestures().any(|gesture| begun(mice, gesture))) {
        return Ok(Named { feeling, motive: String::new() });
    }
    let gesture = gestures().find(|gesture| begun(&mice, gesture)).map_or(Name::default(), |g| Name::cut(g));
    let named = mice.understands(gesture.as_str(), since, 8.0);
    Ok(Named { feeling, motive: named.map(|named| named.motive).unwrap_or_default() })
}
