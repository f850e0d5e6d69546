//! The forager: relevance, persistence, opportunism and interruption (Kline 3.1.1's expectations of a synthetic
//! character; Buchsbaum 5.6). Nothing in the file says any of this: it follows from values and tuples.

use crate::claim::{Bar, Claim, Measured, Trials};
use crate::run::{Run, Trial};
use crate::{scene, statistics};
use piaget_mind::Report;
use piaget_mind::model::action::Reason;
use piaget_sim::Simulation;

const TRIALS: Trials = Trials { full: 100, quick: 8 };
const CHARACTER: &str = "characters/forager.kdl";
const FEEDING: &str = "satisfy-hunger";
const PLAYING: &str = "play";
/// The forager's scenario brings a wolf, at this time at the earliest: a third reason to switch.
const BEFORE_THE_WOLF_S: f64 = 22.0;

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "mind.relevance",
        source: "Kline 3.1.1; Buchsbaum 5.6",
        says: "A creature eats when it is hungry and plays when it is playful: where both needs can be met, the \
               stronger one is chosen.",
        metric: "share of choices between feeding and playing that the stronger drive wins",
        bar: Bar::AtLeast(0.95),
        trials: TRIALS,
        run: relevance,
    },
    Claim {
        id: "mind.persistence",
        source: "Kline 3.1.1; Buchsbaum 5.6",
        says: "A creature whose two needs are about equally strong does not dither between them.",
        metric: "switches between feeding and playing per 5 s while the drives are within 10 % of each other",
        bar: Bar::AtMost(0.999),
        trials: TRIALS,
        run: persistence,
    },
    Claim {
        id: "mind.opportunism",
        source: "Kline 3.1.1",
        says: "A near small meal is taken on the way to a far large one when the values say so, and left when they \
               do not.",
        metric: "share of trials in which the berry beside the way is eaten on the way to the melon",
        bar: Bar::AtLeast(0.95),
        trials: TRIALS,
        run: opportunism,
    },
    Claim {
        id: "mind.interrupt",
        source: "Kline 3.1.1; Buchsbaum 5.6",
        says: "A frightening thing interrupts feeding at once, and feeding resumes when the fright is over.",
        metric: "share of trials in which feeding ends within 0.5 s of the sight and begins again afterwards",
        bar: Bar::AtLeast(0.95),
        trials: TRIALS,
        run: interrupt,
    },
];

/// A scenario with the forager in it, as a trial wants them.
#[derive(Default)]
struct Setting<'a> {
    scenario: &'a str,
    /// Numbers of the scenario to set, as `PATH=VALUE`.
    set: &'a [&'a str],
    /// Words of the files to replace: file, from, to.
    edits: &'a [(&'a str, &'a str, &'a str)],
    /// Hunger and playfulness at birth.
    drives: [f32; 2],
}

fn forager(trial: Trial, setting: Setting<'_>) -> Result<Simulation, String> {
    let [hunger, playfulness] = setting.drives;
    let (hunger, playfulness) =
        (format!("\"hunger\" start={hunger}"), format!("\"playfulness\" start={playfulness}"));
    let born = [
        (CHARACTER, "\"hunger\" start=0.5", hunger.as_str()),
        (CHARACTER, "\"playfulness\" start=0.4", playfulness.as_str()),
    ];
    scene::edited(setting.scenario, trial, setting.set, &[&born, setting.edits].concat())
}

/// Why a tuple is active or not in the last tick.
fn reason(simulation: &Simulation, tuple: &str) -> Result<Reason, String> {
    let mind = &simulation.actors()[0].mind;
    let found = mind.actions().find(tuple).ok_or_else(|| format!("there is no tuple `{tuple}`"))?;
    Ok(mind.deciding().reason(found))
}

fn strength(report: &Report, drive: &str) -> f32 {
    let found = report.values.iter().find(|(name, _)| name.as_str() == drive);
    found.map_or(0.0, |(_, value)| *value)
}

/// Choices between the two subsystems when both were possible, and how many went to the stronger drive.
fn relevance(run: &Run<'_>) -> Result<Measured, String> {
    let counts = run.try_each(|trial| {
        let mut chance = trial.chance();
        let drives = [chance.between(0.2, 1.0), chance.between(0.2, 1.0)];
        let mut simulation = forager(trial, Setting { scenario: "forager", drives, ..Setting::default() })?;
        let (mut choices, mut won) = (0u32, 0u32);
        while simulation.time_s() < BEFORE_THE_WOLF_S {
            simulation.step();
            let (feeding, playing) = (reason(&simulation, FEEDING)?, reason(&simulation, PLAYING)?);
            let chosen = |reason: Reason| {
                matches!(
                    reason,
                    Reason::Highest | Reason::ByChance(_) | Reason::KeptByChance(_) | Reason::Interrupts(_)
                )
            };
            let passed_over = |reason: Reason| {
                use piaget_mind::model::action::End;
                let ended = matches!(reason, Reason::Ended(End::Beaten(_) | End::Interrupted(_)));
                ended || matches!(reason, Reason::Unlucky(_) | Reason::Lower(_))
            };
            let fed = chosen(feeding) && passed_over(playing);
            let played = chosen(playing) && passed_over(feeding);
            if fed || played {
                let report = simulation.actors()[0].mind.report();
                let hungrier =
                    strength(&report, "hunger.strength") >= strength(&report, "playfulness.strength");
                choices += 1;
                won += u32::from(fed == hungrier);
            }
        }
        Ok((choices, won))
    })?;
    let choices: u32 = counts.iter().map(|(choices, _)| choices).sum();
    let won: u32 = counts.iter().map(|(_, won)| won).sum();
    Ok(Measured::new(f64::from(won) / f64::from(choices)).detail("choices", f64::from(choices)))
}

/// For how long the drives were even, and how often the forager switched between them meanwhile. `fickle` takes away
/// what holds it to a choice.
fn dithering(trial: Trial, fickle: bool) -> Result<(f64, u32), String> {
    const HELD: &str = "margin=0.25 commit=1";
    let mut chance = trial.chance();
    let one = chance.between(0.4, 0.8);
    let other = one * chance.between(0.95, 1.05);
    let hold = (CHARACTER, HELD, if fickle { "margin=0 commit=0" } else { HELD });
    let setting = Setting { scenario: "forager", edits: &[hold], drives: [one, other], ..Setting::default() };
    let mut simulation = forager(trial, setting)?;
    let (mut even_s, mut switches) = (0.0, 0u32);
    let mut last = None;
    while simulation.time_s() < BEFORE_THE_WOLF_S {
        simulation.step();
        let report = simulation.actors()[0].mind.report();
        let (hunger, play) =
            (strength(&report, "hunger.strength"), strength(&report, "playfulness.strength"));
        let even = (hunger - play).abs() <= 0.1 * hunger.max(play);
        let active = report.choices.iter().find(|choice| choice.active && choice.depth == 0);
        let now = active.map(|choice| choice.tuple).filter(|name| *name == FEEDING || *name == PLAYING);
        if even {
            even_s += f64::from(simulation.scenario().tick_s());
            switches += u32::from(now.is_some() && last.is_some() && now != last);
        }
        last = now.or(last);
    }
    Ok((even_s, switches))
}

fn persistence(run: &Run<'_>) -> Result<Measured, String> {
    let count = |fickle: bool| -> Result<(f64, f64), String> {
        let counts = run.try_each(|trial| dithering(trial, fickle))?;
        let even_s = counts.iter().map(|(even_s, _)| even_s).sum();
        Ok((even_s, counts.iter().map(|(_, switches)| f64::from(*switches)).sum()))
    };
    let ((even_s, switches), (fickle_s, fickle_switches)) = (count(false)?, count(true)?);
    let (held, fickle) = (switches / (even_s / 5.0), fickle_switches / (fickle_s / 5.0));
    let measured =
        Measured::new(held).detail("seconds with even drives", even_s).detail("switches", switches);
    Ok(measured
        .require("mean seconds with even drives per trial", even_s / f64::from(run.trials), Bar::AtLeast(2.0))
        .require("switches per 5 s without margin and commitment", fickle, Bar::AtLeast(0.1)))
}

/// What happened to the berry.
struct Meals {
    melon_wanted_first: bool,
    berry_eaten_first: bool,
    melon_eaten: bool,
}

fn meals(trial: Trial, set: &[&str]) -> Result<Meals, String> {
    let drives = [0.95, 0.05];
    let mut simulation = forager(trial, Setting { scenario: "morsel", set, drives, ..Setting::default() })?;
    let (mut first_wish, mut eaten) = (None, Vec::new());
    while !simulation.is_over() {
        let ate = simulation.step().iter().filter(|happening| happening.event == "ate");
        eaten.extend(ate.map(|happening| happening.about.clone()));
        if first_wish.is_none() {
            let report = simulation.actors()[0].mind.report();
            first_wish =
                report.choices.iter().find(|choice| choice.active && choice.depth == 1).map(|c| c.tuple);
        }
    }
    Ok(Meals {
        melon_wanted_first: first_wish.is_some_and(|name| name == "have-melon"),
        berry_eaten_first: eaten.first().is_some_and(|kind| kind == "berry"),
        melon_eaten: eaten.iter().any(|kind| kind == "melon"),
    })
}

fn opportunism(run: &Run<'_>) -> Result<Measured, String> {
    let beside = run.try_each(|trial| meals(trial, &[]))?;
    let away = run.try_each(|trial| meals(trial, &["thing.berry.at=4.5 0"]))?;
    let share = |all: &[Meals], of: fn(&Meals) -> bool| {
        all.iter().filter(|one| of(one)).count() as f64 / all.len() as f64
    };
    let on_the_way = share(&beside, |one| one.melon_wanted_first && one.berry_eaten_first && one.melon_eaten);
    let left = share(&away, |one| one.melon_wanted_first && !one.berry_eaten_first && one.melon_eaten);
    Ok(Measured::new(on_the_way).require(
        "share that leaves a berry out of the way",
        left,
        Bar::AtLeast(0.95),
    ))
}

/// What the sight of the wolf did in one trial.
struct Fright {
    was_feeding: bool,
    /// Whether it had a berry in its mouth.
    was_chewing: bool,
    seen_s: Option<f64>,
    fled_s: Option<f64>,
    resumed_s: Option<f64>,
}

impl Fright {
    fn fled_at_once(&self) -> bool {
        self.seen_s.zip(self.fled_s).is_some_and(|(seen, fled)| fled - seen <= 0.5)
    }
}

fn fright(trial: Trial, edits: &[(&str, &str, &str)]) -> Result<Fright, String> {
    let drives = [0.95, 0.05];
    let mut simulation = forager(trial, Setting { scenario: "fright", edits, drives, ..Setting::default() })?;
    let mut found =
        Fright { was_feeding: false, was_chewing: false, seen_s: None, fled_s: None, resumed_s: None };
    let (mut gone, mut chewing) = (false, false);
    while !simulation.is_over() {
        let chewed = chewing;
        let (mut saw, mut ate) = (false, false);
        for happening in simulation.step() {
            saw |= happening.event == "sees" && happening.about == "wolf";
            gone |= happening.event == "event" && happening.about == "wolf-goes";
            ate |= happening.event == "ate";
            match happening.event.as_str() {
                "begins" => chewing = true,
                "finishes" | "interrupted" | "cannot" => chewing = false,
                _ => {}
            }
        }
        let time_s = simulation.time_s();
        let active = |tuple| Ok::<bool, String>(reason(&simulation, tuple)?.is_active());
        let feeding = active(FEEDING)?;
        if saw && found.seen_s.is_none() {
            // The mind that sees it in this tick may already have left its meal in this tick.
            found.was_feeding |= feeding;
            found.was_chewing = chewed;
            found.seen_s = Some(time_s);
        }
        if found.seen_s.is_none() {
            found.was_feeding = feeding;
        } else if found.fled_s.is_none() && active("flee")? {
            found.fled_s = Some(time_s);
        }
        if gone && ate {
            found.resumed_s = found.resumed_s.or(Some(time_s));
        }
    }
    Ok(found)
}

fn interrupt(run: &Run<'_>) -> Result<Measured, String> {
    // The same wolf, but it comes when the berry is in the mouth, and close: who eats looks down at its meal.
    const SCENARIO: &str = "scenarios/fright.kdl";
    let late = [
        (SCENARIO, "at 1.4 name", "when \"forager\" reaches \"berry-1\" within=0.7 delay=0.7 name"),
        (SCENARIO, "at 0 5;", "at 0 1;"),
        (SCENARIO, "\"thing.wolf.at\" 1", "\"thing.wolf.at\" 0.2"),
        (SCENARIO, "\"event.wolf-comes.time\" 0.6", "\"event.wolf-comes.delay\" 0.3"),
    ];
    let on_the_way = run.try_each(|trial| fright(trial, &[]))?;
    let at_the_meal = run.try_each(|trial| fright(trial, &late))?;
    let feeding: Vec<&Fright> =
        on_the_way.iter().filter(|one| one.was_feeding && one.seen_s.is_some()).collect();
    let chewing: Vec<&Fright> = at_the_meal.iter().filter(|one| one.was_chewing).collect();
    let good = |all: &[&Fright]| {
        all.iter().filter(|one| one.fled_at_once() && one.resumed_s.is_some()).count() as f64
            / all.len() as f64
    };
    let delays: Vec<f64> = feeding.iter().filter_map(|one| Some(one.fled_s? - one.seen_s?)).collect();
    let of_trials = |all: &[&Fright]| all.len() as f64 / f64::from(run.trials);
    Ok(Measured::new(good(&feeding))
        .detail("median delay, s", statistics::median(&delays))
        .require("the same share, with a berry in the mouth", good(&chewing), Bar::AtLeast(0.95))
        .require(
            "share of trials in which the wolf is seen while feeding",
            of_trials(&feeding),
            Bar::AtLeast(0.9),
        )
        .require("share in which it is seen while chewing", of_trials(&chewing), Bar::AtLeast(0.9)))
}
