//! Buchsbaum 6.1.3: the performer's graph is not the onlooker's. What is similar is taken for the nearest own
//! movement; what is not is called novel.

use super::onlooker::{Fault, Onlooker};
use super::repertoire::{MOVEMENTS, SIMILAR, STRANGER, UNKNOWN, relative};
use super::show::{MOUSE_RIG, Seat, show};
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::run::{Run, Trial};
use crate::statistics::rate_of;
use piaget_mind::others::Gesture;
use piaget_terms::{Chance, Eyes};

pub(crate) const CLAIMS: &[Claim] = &[Claim {
    id: "buchsbaum.graphs",
    source: "Buchsbaum 6.1.3",
    says: "Somebody who moves a little differently is understood: the nearest own movement is chosen. Movements that the \
           onlooker does not have are called novel, and those it has are not.",
    metric: "share of similar movements taken for the nearest own",
    bar: Bar::AtLeast(0.95),
    trials: Trials { full: 100, quick: 2 },
    run,
}];

fn run(run: &Run<'_>) -> Result<Measured, String> {
    let similar = run.try_each(|trial| {
        let rig = relative(trial.seed);
        let mut chance = trial.chance();
        let mut right = Vec::new();
        for name in SIMILAR {
            let shown = show(&rig, &[name], Seat::by_chance(&mut chance), Eyes::default(), trial.seed)?;
            let seen = Onlooker::new(&MOUSE_RIG.graph, "")?.watch(&shown, Fault::default(), &mut chance);
            let nearest = seen.first().and_then(|gesture| gesture.recognised.nearest());
            right.push(seen.len() == 1 && nearest.is_some_and(|nearest| nearest.name == name));
        }
        Ok(right)
    })?;
    // One unknown and one known movement per trial and turn: as many of either kind.
    let judged = run.try_each(|trial| {
        let turns = 0..UNKNOWN.len() as u64;
        turns
            .map(|turn| Ok((novel(trial, turn, true)?, novel(trial, turn, false)?)))
            .collect::<Result<Vec<_>, String>>()
    })?;
    let unknown: Vec<bool> = judged.iter().flatten().map(|(unknown, _)| *unknown).collect();
    let known: Vec<bool> = judged.iter().flatten().map(|(_, known)| *known).collect();
    let (hits, alarms) = (unknown.iter().filter(|n| **n).count(), known.iter().filter(|n| **n).count());
    let precision = hits as f64 / (hits + alarms).max(1) as f64;
    let mut measured = Measured::new(rate_of(&similar.concat()).value)
        .require("recall of the novel", rate_of(&unknown).value, Bar::AtLeast(0.9))
        .require("precision of the novel", precision, Bar::AtLeast(0.9));
    for (turn, name) in UNKNOWN.iter().enumerate() {
        let called: Vec<bool> = judged.iter().map(|trial| trial[turn].0).collect();
        measured = measured.detail(format!("{name} called novel"), rate_of(&called).value);
    }
    Ok(measured)
}

/// Whether a movement, unknown or known, is called novel.
fn novel(trial: Trial, turn: u64, unknown: bool) -> Result<bool, String> {
    let mut chance = Chance::of_part(trial.seed, 2 * turn + u64::from(unknown));
    let seat = Seat::by_chance(&mut chance);
    let name = if unknown {
        UNKNOWN[turn as usize]
    } else {
        MOVEMENTS[chance.below(MOVEMENTS.len() as u32) as usize].0[0]
    };
    let shown = show(&STRANGER, &[name], seat, Eyes::default(), trial.seed)?;
    let seen = Onlooker::new(&MOUSE_RIG.graph, "")?.watch(&shown, Fault::default(), &mut chance);
    Ok(seen.first().is_some_and(|gesture: &Gesture| gesture.recognised.novel))
}
