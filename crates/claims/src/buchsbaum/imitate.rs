//! Buchsbaum 4.2 and 6.1: every movement is recognised from one demonstration, from any seat, at any pace, also by
//! poor eyes.

use super::onlooker::{Fault, Onlooker};
use super::repertoire::MOVEMENTS;
use super::show::{MOUSE, MOUSE_RIG, Seat, show};
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::figure;
use crate::run::{Run, Trial};
use crate::statistics::rate;
use piaget_mind::others::Gesture;
use piaget_terms::{Chance, Effector, Eyes, Name};

pub(crate) const CLAIMS: &[Claim] = &[Claim {
    id: "buchsbaum.imitate",
    source: "Buchsbaum 4.2, 6.1",
    says: "A mouse recognises every movement of another from one demonstration seen through its own eyes, and would \
           perform it; also where hands are hidden, looks are missing, places tremble, or only seven parts show.",
    metric: "share of demonstrations taken for what they were",
    bar: Bar::AtLeast(0.95),
    trials: Trials { full: 100, quick: 10 },
    run,
}];

/// The eyes that watch: good ones first.
const EYES: [(&str, Fault); 4] = [
    ("good eyes", Fault { missing: 0.0, noise_m: 0.0, seven: false }),
    ("a third of the looks missing", Fault { missing: 1.0 / 3.0, noise_m: 0.0, seven: false }),
    ("noise of 3 % of the height", Fault { missing: 0.0, noise_m: 0.03 * MOUSE.height_m, seven: false }),
    ("seven parts", Fault { missing: 0.0, noise_m: 0.0, seven: true }),
];

/// From so many trials on, each movement has a rate of its own.
const ENOUGH: u32 = 20;

/// What one demonstration was taken for: by each of the eyes, by the search as printed, and whether a hand was hidden.
struct Taken {
    by: [Name; EYES.len()],
    printed: Name,
    hidden: bool,
}

fn run(run: &Run<'_>) -> Result<Measured, String> {
    let trials = run.try_each(|trial| {
        (0..MOVEMENTS.len()).map(|movement| demonstrate(trial, movement)).collect::<Result<Vec<_>, _>>()
    })?;
    let share = |right: &dyn Fn(usize, &Taken) -> bool| {
        let all = trials.iter().flat_map(|taken| taken.iter().enumerate());
        let right = all.filter(|(movement, taken)| right(*movement, taken)).count();
        rate(right, trials.len() * MOVEMENTS.len()).value
    };
    let by = |eyes: usize| share(&|movement, taken| taken.by[eyes] == MOVEMENTS[movement].1);
    let each: Vec<f64> = (0..MOVEMENTS.len())
        .map(|movement| {
            let right = trials.iter().filter(|taken| taken[movement].by[0] == MOVEMENTS[movement].1).count();
            rate(right, trials.len()).value
        })
        .collect();
    let least = each.iter().copied().fold(1.0, f64::min);
    let hidden = |taken: &&Taken| taken.hidden && !taken.by[0].is_empty();
    let cover = MOVEMENTS.iter().position(|(_, name)| *name == "cover-face").unwrap_or(0);
    let covered: Vec<&Taken> = trials.iter().map(|taken| &taken[cover]).filter(hidden).collect();
    let covered_right = covered.iter().filter(|taken| taken.by[0] == "cover-face").count();
    let mut measured = Measured::new(by(0))
        .require("with a third of the looks missing", by(1), Bar::AtLeast(0.9))
        .require("with noise of 3 % of the height", by(2), Bar::AtLeast(0.9))
        .require("with seven parts", by(3), Bar::AtLeast(0.9))
        .detail("as printed", share(&|movement, taken| taken.printed == MOVEMENTS[movement].1))
        .detail("cover-face with a hand hidden, seen", covered.len() as f64);
    // One in a few says nothing of how often.
    if run.trials >= ENOUGH {
        measured = measured.require("the movement that is recognised least often", least, Bar::AtLeast(0.85));
    }
    if !covered.is_empty() {
        let share = covered_right as f64 / covered.len() as f64;
        measured = measured.require("cover-face with a hand hidden, recognised", share, Bar::AtLeast(0.85));
    }
    for (movement, share) in MOVEMENTS.iter().zip(&each) {
        measured = measured.detail(movement.1, *share);
    }
    let names: Vec<String> = MOVEMENTS.iter().map(|(_, name)| (*name).to_owned()).collect();
    let mut columns = names.clone();
    columns.push("novel or unseen".to_owned());
    let mut counts = vec![vec![0.0; columns.len()]; names.len()];
    for (movement, taken) in trials.iter().flat_map(|taken| taken.iter().enumerate()) {
        let column = names.iter().position(|name| taken.by[0] == name.as_str()).unwrap_or(names.len());
        counts[movement][column] += 1.0 / trials.len() as f64;
    }
    for (row, shares) in names.iter().zip(&counts) {
        for (column, share) in
            columns.iter().zip(shares).filter(|(column, share)| *column != row && **share > 0.0)
        {
            measured = measured.detail(format!("{row} taken for {column}"), *share);
        }
    }
    let title = "What was shown (rows), and what it was taken for (columns)";
    Ok(measured.figure(figure::matrix(title, &names, &columns, &counts)))
}

fn demonstrate(trial: Trial, movement: usize) -> Result<Taken, String> {
    let mut chance = Chance::of_part(trial.seed, movement as u64);
    let seat = Seat::by_chance(&mut chance);
    let (asked, _) = MOVEMENTS[movement];
    let asked = asked[chance.below(asked.len() as u32) as usize];
    let shown = show(&MOUSE_RIG, &[asked], seat, Eyes::default(), trial.seed)?;
    let mut by = [Name::default(); EYES.len()];
    for (name, (_, fault)) in by.iter_mut().zip(EYES) {
        let mut onlooker = Onlooker::new(&MOUSE_RIG.graph, "")?;
        *name = taken(&onlooker.watch(&shown, fault, &mut chance));
    }
    let mut printed = Onlooker::new(&MOUSE_RIG.graph, "search=\"printed\"")?;
    let printed = taken(&printed.watch(&shown, Fault::default(), &mut chance));
    let hands = [Effector::LeftHand, Effector::RightHand];
    let hidden = shown.glimpses.iter().flat_map(|glimpse| &glimpse.sightings).any(|sighting| {
        let shows = |hand: &Effector| sighting.effectors.iter().any(|part| part.effector == *hand);
        !sighting.effectors.is_empty() && !hands.iter().all(shows)
    });
    Ok(Taken { by, printed, hidden })
}

/// What a demonstration was taken for: empty where it was not one gesture, or a novel one.
fn taken(seen: &[Gesture]) -> Name {
    match seen {
        [one] => one.recognised.movement().map_or(Name::default(), |movement| movement.name),
        _ => Name::default(),
    }
}
