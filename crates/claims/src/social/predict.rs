//! Predicting the next action (Buchsbaum 7.2.5): supposing that what Morris does succeeds, Max's own triggers say what
//! becomes possible.

use crate::buchsbaum::mice::{INCLUDE, Mice, SHARED, in_reach};
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::run::{Run, Trial};
use crate::{scene, statistics};
use piaget_terms::Vec3;

pub(super) const CLAIMS: &[Claim] = &[Claim {
    id: "social.predict",
    source: "Buchsbaum 7.2.5",
    says: "A cheese and a toy hang in reach of Morris, who is hungry or playful. When Max sees him reach he expects him to eat, to \
           throw or to dance, before Morris does; and a reach that comes to nothing is told from one that gets the thing. Who \
           goes by where things hang, or by what he would like himself, does worse.",
    metric: "share of reaches after which Morris does what Max expected most",
    bar: Bar::AtLeast(0.9),
    trials: Trials { full: 120, quick: 8 },
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
    let choices = run.try_each(choose)?;
    let done: Vec<&Choice> = choices.iter().filter(|choice| choice.did.is_some()).collect();
    let right = |of: &dyn Fn(&Choice) -> Option<&'static str>| {
        statistics::rate_of(
            &done.iter().map(|choice| of(choice).is_some() && of(choice) == choice.did).collect::<Vec<_>>(),
        )
    };
    let ours = right(&|choice| choice.expected);
    // Who goes by the layout, or by what is most frequent: of two things in reach it is one or the other.
    let nearest = right(&|choice| Some(choice.nearest));
    let food = right(&|_| Some(THINGS[0].2));
    let reached = run.try_each(|trial| reach(trial, true))?;
    let missed = run.try_each(|trial| reach(trial, false))?;
    let told = |seen: &Option<bool>, reached: bool| *seen == Some(reached);
    let outcomes: Vec<bool> = reached
        .iter()
        .map(|seen| told(seen, true))
        .chain(missed.iter().map(|seen| told(seen, false)))
        .collect();
    Ok(Measured::new(ours.value)
        .require(
            "trials in which Morris did something with one of them",
            done.len() as f64 / choices.len() as f64,
            Bar::AtLeast(0.75),
        )
        .require(
            "rival: what is done with the nearer one, less ours",
            nearest.value - ours.value,
            Bar::AtMost(-0.1),
        )
        .require("rival: eating, whatever is seen, less ours", food.value - ours.value, Bar::AtMost(-0.1))
        .require("intention_told_from_result", statistics::rate_of(&outcomes).value, Bar::AtLeast(0.9))
        .require("Morris does as he is driven", right(&|choice| Some(choice.driven)).value, Bar::AtLeast(0.9))
        .detail("low", ours.low)
        .detail("what is done with the nearer one", nearest.value)
        .detail("eating", food.value)
        .detail(
            "reaches after which Max expected eating",
            statistics::rate_of(
                &done.iter().map(|one| one.expected == Some(THINGS[0].2)).collect::<Vec<_>>(),
            )
            .value,
        ))
}

/// What came of one choice between a cheese and a toy.
struct Choice {
    /// What Max expected most when he saw the reach.
    expected: Option<&'static str>,
    /// What is done with the thing that hangs nearer to Morris.
    nearest: &'static str,
    /// What Morris did, and what he should, being hungry or playful.
    did: Option<&'static str>,
    driven: &'static str,
}

fn choose(trial: Trial) -> Result<Choice, String> {
    let mut chance = trial.chance();
    let hungry = chance.happens(0.5);
    let (hunger, playfulness) = if hungry { (1.0, 0.2) } else { (0.1, 1.0) };
    // Morris alone is hungry, or playful: Max is what he always is.
    let shared = scene::text(SHARED)?
        .replace("drive \"hunger\" start=0.8 grow=0.006", &format!("drive \"hunger\" start={hunger} grow=0"))
        .replace(
            "drive \"playfulness\" start=0.7 grow=0.006",
            &format!("drive \"playfulness\" start={playfulness} grow=0"),
        );
    let edits = [("characters/morris.kdl", INCLUDE, shared.as_str())];
    let mut mice = Mice::new("mice", trial, &edits)?;
    let toy = THINGS[1 + chance.below(2) as usize];
    // One a hand's breadth beside the other, either way round.
    let place = in_reach(&mut chance);
    let beside = place + Vec3::new(0.14, chance.between(-0.05, 0.05), chance.between(-0.03, 0.03));
    let (cheese_at, toy_at) = if chance.happens(0.5) { (place, beside) } else { (beside, place) };
    mice.give("cheese", mice.before("morris", cheese_at));
    mice.give(toy.0, mice.before("morris", toy_at));
    let flat = |place: Vec3| place.with_y(0.0).length();
    let nearest = if flat(cheese_at) < flat(toy_at) { THINGS[0].2 } else { toy.2 };
    mice.let_go();
    let named = mice.understands("reach", 0.0, 20.0);
    let next = named.as_ref().and_then(|named| named.next.first());
    let expected =
        THINGS.iter().find(|thing| next.is_some_and(|(next, _)| *next == thing.2)).map(|thing| thing.2);
    let since = mice.now();
    let begins = |mice: &Mice, thing: &(&str, f32, &str, &str)| {
        mice.happened(since - 1.0, "morris", "begins", thing.3)
    };
    mice.until(8.0, |mice| THINGS.iter().any(|thing| begins(mice, thing)));
    let did = THINGS.iter().find(|thing| begins(&mice, thing)).map(|thing| thing.2);
    let driven = if hungry { THINGS[0].2 } else { toy.2 };
    Ok(Choice { expected, nearest, did, driven })
}

/// Morris reaches for one thing, in reach or just too high: whether Max saw the reach succeed; `None` if he did not
/// understand it.
fn reach(trial: Trial, reachable: bool) -> Result<Option<bool>, String> {
    let (thing, half_m, ..) = THINGS[trial.index as usize % THINGS.len()];
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
    let Some(named) = mice.understands("reach", 0.0, 20.0) else { return Ok(None) };
    Ok((!named.action.is_empty()).then_some(named.outcome == piaget_mind::others::Outcome::Reached))
}
