//! Identifying the action (Buchsbaum 4.3, 6.2): Max names what Morris does, what it is about, why, and what for.

use super::mice::{JUST_TOO_HIGH, Mice, SHARED, in_reach};
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::figure::{self, Column, Labels};
use crate::run::{Run, Trial};
use crate::statistics;
use piaget_mind::report::WatchingReport;
use piaget_terms::Vec3;

pub(super) const CLAIMS: &[Claim] = &[Claim {
    id: "buchsbaum.identify",
    source: "Buchsbaum 4.3, 6.2.1, 6.2.2",
    says: "From watching alone Max names the action that Morris performs, its object, its goal and its motive, and \
           shows it when asked: eating, reaching for the cheese and not for the ball that hangs too high, jumping for \
           the ball, and two actions that share one movement. Where ball and cheese are both in reach he names the one \
           that Morris reaches for, and the other motive too; where both hang too high, side by side, the motive that is \
           most frequent in himself, and the other one second.",
    metric: "share of demonstrations of which action, object, goal and motive are named rightly",
    bar: Bar::AtLeast(0.95),
    trials: Trials { full: 150, quick: 12 },
    run: identify,
}];

/// The demonstrations, each tried in turn.
const SCENES: [&str; 6] = ["eat", "reach", "jump", "shared-movement", "both-in-reach", "both-too-high"];

/// The hungry do not play and the playful do not eat.
const HUNGRY: [(&str, &str, &str); 2] = [
    (SHARED, "drive \"hunger\" start=0.8", "drive \"hunger\" start=1"),
    (SHARED, "drive \"playfulness\" start=0.7 grow=0.006", "drive \"playfulness\" start=0.3 grow=0"),
];
const PLAYFUL: [(&str, &str, &str); 2] = [
    (SHARED, "drive \"hunger\" start=0.8 grow=0.006", "drive \"hunger\" start=0.1 grow=0"),
    (SHARED, "drive \"playfulness\" start=0.7", "drive \"playfulness\" start=1"),
];

/// What should be named.
struct Right {
    action: &'static str,
    kind: &'static str,
    motive: &'static str,
    goal: &'static str,
}

impl Right {
    fn is(&self, named: &WatchingReport) -> bool {
        named.action == self.action
            && named.object.is_some_and(|(_, kind)| kind == self.kind)
            && named.motive.contains(self.motive)
            && named.goal.contains(self.goal)
    }
}

fn identify(run: &Run<'_>) -> Result<Measured, String> {
    let right = run.try_each(|trial| {
        let scene = trial.index as usize % SCENES.len();
        Ok((scene, show(trial, SCENES[scene])?))
    })?;
    let of = |scene: usize| -> Vec<bool> {
        right.iter().filter(|(own, _)| *own == scene).map(|(_, right)| *right).collect()
    };
    let all = statistics::rate_of(&right.iter().map(|(_, right)| *right).collect::<Vec<_>>());
    let labels =
        Labels { title: "What Morris does, as Max names it", x: "demonstration", y: "share named rightly" };
    let columns: Vec<Column> = SCENES
        .iter()
        .enumerate()
        .map(|(at, scene)| Column::rate(*scene, statistics::rate_of(&of(at))))
        .collect();
    let mut measured = Measured::new(all.value).detail("low", all.low);
    for (at, scene) in SCENES.iter().enumerate().filter(|(at, _)| !of(*at).is_empty()) {
        measured = measured.detail(*scene, statistics::rate_of(&of(at)).value);
    }
    Ok(measured.figure(figure::columns(labels, &columns, Some(0.95))))
}

fn show(trial: Trial, scene: &str) -> Result<bool, String> {
    let mut chance = trial.chance();
    match scene {
        "eat" => {
            let mut mice = Mice::new("mice", trial, &HUNGRY)?;
            mice.give("cheese", mice.before("morris", in_reach(&mut chance)));
            mice.let_go();
            let named = mice.understands("eat", 0.0, 30.0);
            let right = Right { action: "eat-food", kind: "cheese", motive: "hunger", goal: "ate" };
            Ok(named.is_some_and(|named| right.is(&named)) && mice.shows("eat"))
        }
        "reach" => {
            let mut mice = Mice::new("mice", trial, &HUNGRY)?;
            mice.give("ball", mice.overhead(&mut chance));
            mice.give("cheese", mice.before("morris", in_reach(&mut chance)));
            mice.let_go();
            let named = mice.understands("reach", 0.0, 20.0);
            let right = Right { action: "reach-for-food", kind: "cheese", motive: "hunger", goal: "in-hand" };
            Ok(named.is_some_and(|named| right.is(&named)) && mice.shows("reach"))
        }
        "jump" => {
            let mut mice = Mice::new("mice", trial, &PLAYFUL)?;
            mice.give("ball", mice.overhead(&mut chance));
            mice.let_go();
            let named = mice.understands("jump", 0.0, 20.0);
            let right =
                Right { action: "jump-for-toy", kind: "ball", motive: "playfulness", goal: "in-hand" };
            Ok(named.is_some_and(|named| right.is(&named)) && mice.shows("jump"))
        }
        "shared-movement" => shared_movement(trial),
        "both-in-reach" => both_in_reach(trial),
        _ => both_too_high(trial),
    }
}

/// Ball and baton are played with by the same movement (yo-yo against dribble, 6.2.2).
fn shared_movement(trial: Trial) -> Result<bool, String> {
    let same = [
        (SHARED, "do \"movement\" \"dance\"", "do \"movement\" \"throw\""),
        (SHARED, "until success=#true { finished \"dance\" }", "until success=#true { finished \"throw\" }"),
    ];
    let mut mice = Mice::new("mice", trial, &[&PLAYFUL[..], &same].concat())?;
    let (thing, action) =
        if trial.index.is_multiple_of(2) { ("ball", "throw-toy") } else { ("baton", "dance-with-toy") };
    mice.hand("morris", thing);
    mice.let_go();
    let named = mice.understands("throw", 0.0, 20.0);
    let right = Right { action, kind: thing, motive: "playfulness", goal: "throw finished" };
    Ok(named.is_some_and(|named| right.is(&named)) && mice.shows("throw"))
}

/// Two things hang before Morris, who reaches for one of them; Max has mostly reached for toys in his life.
fn after_a_life_with_toys(
    trial: Trial,
    places: impl Fn(&Mice) -> (Vec3, Vec3),
) -> Result<Option<(Mice, WatchingReport)>, String> {
    let own = [
        (SHARED, "drive \"hunger\" start=0.8 grow=0.006", "drive \"hunger\" start=0.6 grow=0"),
        (SHARED, "impulse \"threw\" gain=-0.3", "impulse \"threw\" gain=-0.01"),
    ];
    let mut mice = Mice::new("mice", trial, &own)?;
    mice.say("max rest");
    mice.give("ball", mice.before("max", Vec3::new(-0.05, 0.55, 0.23)));
    // He plays until he has reached for it a few times.
    let reached = |mice: &Mice| {
        let (habits, tree) = (mice.max().mind.watching().own_actions(), mice.max().mind.actions());
        let times =
            |tuple| tree.find(tuple).map_or(0, |tuple| habits.times(piaget_terms::Name::cut("reach"), tuple));
        times("reach-for-toy") >= 2 && times("reach-for-toy") > times("reach-for-food")
    };
    if !mice.until(60.0, reached) {
        return Ok(None);
    }
    mice.take_away("ball");
    mice.say("max observe");
    mice.run(2.5);
    let since = mice.now();
    let (cheese, ball) = places(&mice);
    mice.give("cheese", mice.before("morris", cheese));
    mice.give("ball", mice.before("morris", ball));
    mice.let_go();
    Ok(mice.understands("reach", since, 25.0).map(|named| (mice, named)))
}

/// Where the hand goes tells which of the two it was.
fn both_in_reach(trial: Trial) -> Result<bool, String> {
    let place = in_reach(&mut trial.chance());
    let places = |_: &Mice| (place, Vec3::new(0.0, 0.55, place.z - 0.05));
    let Some((mice, named)) = after_a_life_with_toys(trial, places)? else { return Ok(false) };
    let (right, other) = match mice.meant("reach") {
        Some(kind) if kind == "cheese" => ("reach-for-food", "reach-for-toy"),
        _ => ("reach-for-toy", "reach-for-food"),
    };
    let lists = |action: &str| named.explanations.iter().any(|one| one.action == action);
    Ok(named.action == right && lists(right) && lists(other))
}

/// The hand comes to neither, so that nothing tells but how often he does it himself.
fn both_too_high(trial: Trial) -> Result<bool, String> {
    let mut chance = trial.chance();
    let aside = chance.between(0.06, 0.08) * if chance.happens(0.5) { 1.0 } else { -1.0 };
    let off = Vec3::X * aside;
    let places = |_: &Mice| (JUST_TOO_HIGH + off, JUST_TOO_HIGH - off);
    let Some((_, named)) = after_a_life_with_toys(trial, places)? else { return Ok(false) };
    let listed: Vec<&str> = named.explanations.iter().map(|one| one.action.as_str()).collect();
    Ok(listed.starts_with(&["reach-for-toy", "reach-for-food"]) && named.action == "reach-for-toy")
}
