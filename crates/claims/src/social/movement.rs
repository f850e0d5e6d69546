//! Buchsbaum 7.2.6: a movement that was only seen becomes one's own.

use crate::buchsbaum::onlooker::{Fault, Onlooker};
use crate::buchsbaum::repertoire::{MOVEMENTS, STRANGER, UNKNOWN};
use crate::buchsbaum::show::{MOUSE_RIG, Seat, show};
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::run::{Run, Trial};
use crate::statistics::rate_of;
use piaget_mind::others::Gesture;
use piaget_motor::Rig;
use piaget_terms::{Chance, Eyes, Name};

pub(crate) const CLAIMS: &[Claim] = &[Claim {
    id: "social.movement",
    source: "Buchsbaum 7.2.6",
    says: "A movement that a mouse does not have is seen once, learned and added to its graph: it is recognised from then \
           on, and whoever has always had it recognises it when the mouse performs it.",
    metric: "share of movements both recognised and performed after one demonstration",
    bar: Bar::AtLeast(0.9),
    trials: Trials { full: 100, quick: 40 },
    run,
}];

/// The name under which it is learned: the learner does not know the other's.
const NEW: &str = "new-trick";

/// What came of one lesson.
struct Lesson {
    recognised: bool,
    performed: bool,
    /// The control: taken for something known before the lesson.
    mistaken: bool,
    /// Another movement is recognised as before.
    kept: bool,
}

fn run(run: &Run<'_>) -> Result<Measured, String> {
    let lessons = run.try_each(lesson)?;
    let share =
        |which: &dyn Fn(&Lesson) -> bool| rate_of(&lessons.iter().map(which).collect::<Vec<_>>()).value;
    Ok(Measured::new(share(&|lesson| lesson.recognised && lesson.performed))
        .require("known movements recognised as before", share(&|lesson| lesson.kept), Bar::AtLeast(0.9))
        .require(
            "control: before, taken for a known one",
            share(&|lesson| lesson.mistaken),
            Bar::AtMost(0.15),
        )
        .detail("recognised afterwards", share(&|lesson| lesson.recognised))
        .detail("performed so that others recognise it", share(&|lesson| lesson.performed)))
}

fn lesson(trial: Trial) -> Result<Lesson, String> {
    let mut chance = trial.chance();
    let trick = UNKNOWN[(trial.index as usize) % UNKNOWN.len()];
    let mut watch = |onlooker: &mut Onlooker, rig: &Rig, name: &str| -> Result<Vec<Gesture>, String> {
        let seat = Seat::by_chance(&mut chance);
        let shown = show(rig, &[name], seat, Eyes::default(), trial.seed)?;
        Ok(onlooker.watch(&shown, Fault::default(), &mut Chance::new(0)))
    };
    let mut learner = Onlooker::new(&MOUSE_RIG.graph, "")?;
    let first = watch(&mut learner, &STRANGER, trick)?;
    let Some(gesture) = first.first() else {
        return Ok(Lesson { recognised: false, performed: false, mistaken: false, kept: true });
    };
    let mistaken = gesture.recognised.movement().is_some();
    let mut rig = MOUSE_RIG.clone();
    let learned =
        learner.mind.learn_movement(gesture.number, Name::cut(NEW)).map_err(|why| why.to_string())?;
    rig.graph.add(learned).map_err(|why| why.to_string())?;
    let again = watch(&mut learner, &STRANGER, trick)?;
    let mut judge = Onlooker::new(&STRANGER.graph, "")?;
    let performed = watch(&mut judge, &rig, NEW)?;
    let (asked, known) = MOVEMENTS[(trial.seed % MOVEMENTS.len() as u64) as usize];
    let other = watch(&mut learner, &STRANGER, asked[0])?;
    let is = |seen: &[Gesture], name: &str| {
        let taken = seen.first().and_then(|gesture| gesture.recognised.movement());
        taken.is_some_and(|taken| taken.name == *name)
    };
    Ok(Lesson {
        recognised: is(&again, NEW),
        performed: is(&performed, trick),
        mistaken,
        kept: is(&other, known),
    })
}
