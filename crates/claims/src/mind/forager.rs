//! The forager: relevance, persistence, opportunism and interruption (Kline 3.1.1's expectations of a synthetic
//! character; Buchsbaum 5.6). Nothing in the file says any of this: it follows from values and tuples.

use crate::claim::{Bar, Claim, Measured, Trials};
use crate::run::{Run, Trial};
use crate::{scene, statistics};
use piaget_mind::Report;
use piaget_mind::decide::Reason;
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

/// The forager with these drives at birth.
fn forager(
    scenario: &str,
    trial: Trial,
    set: &[&str],
    [hunger, playfulness]: [f32; 2],
) -> Result<Simulation, String> {
    let (hunger, playfulness) =
        (format!("\"hunger\" start={hunger}"), format!("\"playfulness\" start={playfulness}"));
    let edits = [
        (CHARACTER, "\"hunger\" start=0.5", hunger.as_str()),
        (CHARACTER, "\"playfulness\" start=0.4", playfulness.as_str()),
    ];
    scene::edited(scenario, trial, set, &edits)
}

/// Why a tuple is active or not in the last tick.
fn reason(simulation: &Simulation, tuple: &str) -> Result<Reason, String> {
    let deciding = simulation.actors()[0].mind.deciding();
    let found = deciding.tree().find(tuple).ok_or_else(|| format!("there is no tuple `{tuple}`"))?;
    Ok(deciding.reason(found))
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
        let mut simulation = forager("forager", trial, &[], drives)?;
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
                use piaget_mind::decide::End;
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

fn persistence(run: &Run<'_>) -> Result<Measured, String> {
    let counts = run.try_each(|trial| {
        let mut chance = trial.chance();
        let one = chance.between(0.4, 0.8);
        let other = one * chance.between(0.95, 1.05);
        let mut simulation = forager("forager", trial, &[], [one, other])?;
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
    })?;
    let even_s: f64 = counts.iter().map(|(even_s, _)| even_s).sum();
    let switches: u32 = counts.iter().map(|(_, switches)| switches).sum();
    let measured = Measured::new(f64::from(switches) / (even_s / 5.0));
    Ok(measured.detail("seconds with even drives", even_s).detail("switches", f64::from(switches)).require(
        "mean seconds with even drives per trial",
        even_s / f64::from(run.trials),
        Bar::AtLeast(2.0),
    ))
}

/// What happened to the berry.
struct Meals {
    melon_wanted_first: bool,
    berry_eaten_first: bool,
    melon_eaten: bool,
}

fn meals(trial: Trial, set: &[&str]) -> Result<Meals, String> {
    let mut simulation = forager("morsel", trial, set, [0.95, 0.05])?;
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

fn interrupt(run: &Run<'_>) -> Result<Measured, String> {
    let trials = run.try_each(|trial| {
        let mut simulation = forager("fright", trial, &[], [0.95, 0.05])?;
        let (mut seen_s, mut fled_s, mut gone_s, mut resumed_s, mut was_feeding) =
            (None, None, None, None, false);
        while !simulation.is_over() {
            let (mut saw, mut gone, mut ate) = (false, false, false);
            for happening in simulation.step() {
                saw |= happening.event == "sees" && happening.about == "wolf";
                gone |= happening.event == "event" && happening.about == "wolf-goes";
                ate |= happening.event == "ate";
            }
            let time_s = simulation.time_s();
            let active = |tuple| Ok::<bool, String>(reason(&simulation, tuple)?.is_active());
            let feeding = active(FEEDING)?;
            if saw && seen_s.is_none() {
                // The mind that sees it in this tick may already have left its meal in this tick.
                was_feeding |= feeding;
                seen_s = Some(time_s);
            }
            was_feeding = if seen_s.is_none() { feeding } else { was_feeding };
            if seen_s.is_some() && fled_s.is_none() && active("flee")? {
                fled_s = Some(time_s);
            }
            gone_s = gone_s.or(gone.then_some(time_s));
            if gone_s.is_some() && ate {
                resumed_s = resumed_s.or(Some(time_s));
            }
        }
        Ok((was_feeding, seen_s, fled_s, resumed_s))
    })?;
    let feeding: Vec<_> =
        trials.iter().filter(|(was_feeding, seen, ..)| *was_feeding && seen.is_some()).collect();
    let delays: Vec<f64> =
        feeding.iter().filter_map(|(_, seen, fled, _)| Some((*fled)? - (*seen)?)).collect();
    let good = feeding.iter().filter(|(_, seen, fled, resumed)| {
        let at_once = seen.zip(*fled).is_some_and(|(seen, fled)| fled - seen <= 0.5);
        at_once && resumed.is_some()
    });
    let share = good.count() as f64 / feeding.len() as f64;
    Ok(Measured::new(share).detail("median delay, s", statistics::median(&delays)).require(
        "share of trials in which the wolf is seen while feeding",
        feeding.len() as f64 / trials.len() as f64,
        Bar::AtLeast(0.9),
    ))
}
