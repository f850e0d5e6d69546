//! The sample interaction of Buchsbaum 4.1, step by step: drives, objects, and what two mice do about them.

use super::stage::{Mice, SHARED};
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::figure::{self, Column, Labels};
use crate::run::{Run, Trial};
use crate::statistics;
use piaget_sim::Action;
use piaget_terms::{Name, Vec3};

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

fn basics(run: &Run<'_>) -> Result<Measured, String> {
    let trials = run.try_each(play)?;
    let step = |at: usize| statistics::rate_of(&trials.iter().map(|steps| steps[at]).collect::<Vec<_>>());
    let all: Vec<bool> = trials.iter().flatten().copied().collect();
    let whole: Vec<bool> = trials.iter().map(|steps| steps.iter().all(|went| *went)).collect();
    let labels =
        Labels { title: "The sample interaction of 4.1", x: "step", y: "share of trials that went so" };
    let columns: Vec<Column> =
        STEPS.iter().enumerate().map(|(at, name)| Column::rate(*name, step(at))).collect();
    let mut measured = Measured::new(statistics::rate_of(&all).value)
        .detail("whole_interaction", statistics::rate_of(&whole).value);
    for (at, name) in STEPS.iter().enumerate() {
        measured = measured.detail(*name, step(at).value);
    }
    Ok(measured.figure(figure::columns(labels, &columns, Some(0.95))))
}

fn play(trial: Trial) -> Result<[bool; 8], String> {
    let drives = [
        (SHARED, "drive \"hunger\" start=0.8 grow=0.006", "drive \"hunger\" start=0.8 grow=0.012"),
        (SHARED, "drive \"playfulness\" start=0.7 grow=0.006", "drive \"playfulness\" start=0.5 grow=0"),
    ];
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
    let paces = |mouse| chooses(&mice, mouse, 0.0, &["walk-about", "look-about"]);
    let pace = paces("max") && paces("morris");

    // A cheese over their heads.
    let since = mice.now();
    mice.give("cheese", Vec3::new(0.0, 1.2, 0.0));
    let jump = mice.until(30.0, |mice| both(mice, since, &["jump"]));

    // It comes down, on the side of Max.
    let since = mice.now();
    let (max, morris) = (mice.before("max", Vec3::ZERO), mice.before("morris", Vec3::ZERO));
    let to = max + (max - morris).normalize_or(Vec3::X) * 0.3 + Vec3::Y * 0.55;
    mice.simulation.input(Action::Slide { thing: Name::cut("cheese"), path: vec![to], speed_m_per_s: 0.8 });
    let reach = mice.until(20.0, |mice| mice.happened(since, "max", "begins", "reach"));
    let max_eats = mice.until(25.0, |mice| mice.happened(since, "max", "ate", "cheese"));
    mice.run(3.0);
    let less_hungry = hunger(&mice, "max") < hunger(&mice, "morris") - 0.4;
    let after = mice.now();
    mice.run(3.0);
    let gets = ["reach", "jump", "pick-up"];
    let morris_stops = !gets.iter().any(|movement| mice.happened(after, "morris", "begins", movement));

    // A ball, then another cheese elsewhere.
    mice.give("ball", Vec3::new(0.0, 1.15, 0.0));
    let toys = ["jump-for-toy", "reach-for-toy"];
    let since = mice.now();
    let ball =
        mice.until(30.0, |mice| chooses(mice, "max", since, &toys) && chooses(mice, "morris", since, &toys));
    let since = mice.now();
    let (max, morris) = (mice.before("max", Vec3::ZERO), mice.before("morris", Vec3::ZERO));
    let aside = (max - morris).normalize_or(Vec3::X).cross(Vec3::Y);
    mice.give("second-cheese", Vec3::new(0.0, 1.15, 0.0) + aside * 0.4);
    let foods = ["go-to-food", "jump-for-food", "reach-for-food"];
    let turned = mice.until(30.0, |mice| chooses(mice, "morris", since, &foods));
    let morris_turns = ball && turned && !chooses(&mice, "max", since, &foods);
    let max_turns = mice.until(60.0, |mice| chooses(mice, "max", since, &foods));
    Ok([pace, jump, reach, max_eats, less_hungry, morris_stops, morris_turns, max_turns])
}
