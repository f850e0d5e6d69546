//! The sample interaction of Buchsbaum 4.1, step by step: drives, objects, and what two mice do about them.

use super::mice::{Mice, SHARED};
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::figure::{self, Column, Labels};
use crate::run::{Run, Trial};
use crate::statistics;
use piaget_sim::Action;
use piaget_terms::{Name, Vec3, maths};
use std::f32::consts::PI;

pub(super) const CLAIMS: &[Claim] = &[Claim {
    id: "buchsbaum.basics",
    source: "Buchsbaum 4.1",
    says: "Two hungry and playful mice pace while there is nothing; they jump for a cheese overhead and reach for it when \
           it comes down; Max eats it and is less hungry, and Morris stops reaching; both go for a ball, Morris turns to \
           the next cheese while Max goes on with the ball, and later Max is hungry again and turns to the cheese too.",
    metric: "share of steps of the sample interaction that go as told",
    bar: Bar::AtLeast(0.95),
    trials: Trials { full: 100, quick: 3 },
    run: basics,
}];

const STEPS: [&str; 8] =
    ["pace", "jump", "reach", "max-eats", "less-hungry", "morris-stops", "morris-turns", "max-turns"];

/// From so many trials on, each step is judged by itself.
const ENOUGH: usize = 20;
/// How often the cheese is brought near to Max, and for how long each time.
const OFFERS: u32 = 12;
const OFFER_S: f64 = 4.0;

fn basics(run: &Run<'_>) -> Result<Measured, String> {
    let trials = run.try_each(play)?;
    let step = |at: usize| statistics::rate_of(&trials.iter().map(|steps| steps[at]).collect::<Vec<_>>());
    let all: Vec<bool> = trials.iter().flatten().copied().collect();
    let whole: Vec<bool> = trials.iter().map(|steps| steps.iter().all(|went| *went)).collect();
    let labels =
        Labels { title: "The sample interaction of 4.1", x: "step", y: "share of trials that went so" };
    let columns: Vec<Column> =
        STEPS.iter().enumerate().map(|(at, name)| Column::rate(*name, step(at))).collect();
    let least = (0..STEPS.len()).map(|at| step(at).value).fold(1.0, f64::min);
    let mut measured = Measured::new(statistics::rate_of(&all).value)
        .detail("whole_interaction", statistics::rate_of(&whole).value);
    // Of a few trials one decides too much.
    if trials.len() >= ENOUGH {
        measured = measured.require("least_step", least, Bar::AtLeast(0.9));
    }
    for (at, name) in STEPS.iter().enumerate() {
        measured = measured.detail(*name, step(at).value);
    }
    Ok(measured.figure(figure::columns(labels, &columns, Some(0.95))))
}

fn play(trial: Trial) -> Result<[bool; 8], String> {
    let drives = [
        (SHARED, "drive \"hunger\" start=0.8 grow=0.006", "drive \"hunger\" start=0.8 grow=0.009"),
        (SHARED, "drive \"playfulness\" start=0.7 grow=0.006", "drive \"playfulness\" start=0.7 grow=0"),
    ];
    let mut chance = trial.chance();
    // The experiment brings the things itself, when it is time.
    let events = ["cheese-comes", "lower", "ball-comes", "second-comes"];
    let mut set: Vec<String> = events.iter().map(|event| format!("event.{event}.time=399")).collect();
    set.push("length=400".into());
    let mut mice = Mice::placed("max-and-morris-basics", trial, &drives, &set)?;
    let both = |mice: &Mice, since: f64, words: &[&str]| {
        ["max", "morris"]
            .iter()
            .all(|mouse| words.iter().any(|word| mice.happened(since, mouse, "begins", word)))
    };
    let chooses = |mice: &Mice, mouse: &str, since: f64, tuples: &[&str]| {
        tuples.iter().any(|tuple| mice.happened(since, mouse, "chose", tuple))
    };
    let hunger = |mice: &Mice, mouse: &str| {
        let values =
            &mice.simulation.actor(mouse).map(|actor| actor.report.values.clone()).unwrap_or_default();
        values.iter().find(|(name, _)| *name == "hunger").map_or(f32::NAN, |(_, value)| *value)
    };
    mice.run(6.0);
    let paces = |mouse| chooses(&mice, mouse, 0.0, &["walk-about", "look-about", "look-up"]);
    let pace = paces("max") && paces("morris");

    // A cheese over their heads.
    let since = mice.now();
    mice.give("cheese", Vec3::new(0.0, 1.2, 0.0));
    let jump = mice.until(30.0, |mice| both(mice, since, &["jump"]));

    // A person lowers it, and moves it until it is close enough for Max to get it.
    let since = mice.now();
    let taken = |mice: &Mice| {
        ["max", "morris"].iter().any(|mouse| mice.happened(since, mouse, "picked-up", "cheese"))
    };
    for _ in 0..OFFERS {
        let (max, morris) = (mice.before("max", Vec3::ZERO), mice.before("morris", Vec3::ZERO));
        let away = (max - morris).normalize_or(Vec3::X);
        let aside = away.cross(Vec3::Y) * if chance.unit() < 0.5 { 1.0 } else { -1.0 };
        let beside = (aside + away * 0.5).normalize_or(away) * chance.between(0.2, 0.3);
        let to = max + beside + Vec3::Y * chance.between(0.46, 0.64);
        mice.simulation.input(Action::Slide {
            thing: Name::cut("cheese"),
            path: vec![to],
            speed_m_per_s: 0.8,
        });
        let offered = mice.now();
        let reaches = |mice: &Mice, mouse| mice.happened(offered, mouse, "begins", "reach");
        // It is moved on when Morris would have it first.
        mice.until(OFFER_S, |mice| taken(mice) || (reaches(mice, "morris") && !reaches(mice, "max")));
        if taken(&mice) {
            break;
        }
    }
    let max_eats = mice.until(10.0, |mice| mice.happened(since, "max", "ate", "cheese"));
    let reach = mice.happened(since, "max", "begins", "reach");
    mice.run(3.0);
    let less_hungry = hunger(&mice, "max") < hunger(&mice, "morris") - 0.4;
    let after = mice.now();
    mice.run(3.0);
    let gets = ["reach", "jump", "pick-up"];
    let morris_stops = !gets.iter().any(|movement| mice.happened(after, "morris", "begins", movement));

    // A ball, then another cheese not far from it, both higher than they can reach.
    mice.give("ball", Vec3::new(0.0, 1.15, 0.0));
    let toys = ["jump-for-toy", "reach-for-toy"];
    let since = mice.now();
    let ball =
        mice.until(30.0, |mice| chooses(mice, "max", since, &toys) && chooses(mice, "morris", since, &toys));
    let since = mice.now();
    let aside = maths::direction(chance.between(-PI, PI)) * chance.between(0.4, 0.9);
    mice.give("second-cheese", Vec3::new(0.0, 1.15, 0.0) + aside);
    let foods = ["go-to-food", "jump-for-food", "reach-for-food"];
    let turned = mice.until(30.0, |mice| chooses(mice, "morris", since, &foods));
    let morris_turns = ball && turned && !chooses(&mice, "max", since, &foods);
    let max_turns = mice.until(60.0, |mice| chooses(mice, "max", since, &foods));
    Ok([pace, jump, reach, max_eats, less_hungry, morris_stops, morris_turns, max_turns])
}
