//! Buchsbaum 4.2 and 6.1: every movement is recognised from one demonstration, from any seat, at any pace, also by
//! poor eyes.

use super::onlooker::{Fault, Onlooker};
use super::repertoire::MOVEMENTS;
use super::show::{MOUSE, MOUSE_RIG, Seat, Shown, show};
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::figure;
use crate::run::{Run, Trial};
use crate::statistics::rate;
use piaget_mind::others::Gesture;
use piaget_terms::{Chance, Effector, Eyes, Name, Sighting};

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
    let covered = run.try_each(hides_a_hand)?;
    let hidden: Vec<&(Name, Taken)> = covered.iter().filter(|(_, taken)| taken.hidden).collect();
    let hidden_right = |by: &dyn Fn(&Taken) -> Name| {
        rate(hidden.iter().filter(|(name, taken)| by(taken) == *name).count(), hidden.len()).value
    };
    let mut measured = Measured::new(by(0))
        .require("with a third of the looks missing", by(1), Bar::AtLeast(0.9))
        .require("with noise of 3 % of the height", by(2), Bar::AtLeast(0.9))
        .require("with seven parts", by(3), Bar::AtLeast(0.9))
        .require(
            "gestures of the hands with a hand hidden, recognised",
            hidden_right(&|taken| taken.by[0]),
            Bar::AtLeast(0.85),
        )
        .require(
            "trials in which a hand was hidden",
            rate(hidden.len(), covered.len()).value,
            Bar::AtLeast(0.8),
        )
        .require(
            "rival: the search as printed, less ours",
            share(&|movement, taken| taken.printed == MOVEMENTS[movement].1) - by(0),
            Bar::AtMost(-0.03),
        )
        .detail("with a hand hidden, as printed", hidden_right(&|taken| taken.printed));
    // One in a few says nothing of how often.
    if run.trials >= ENOUGH {
        measured = measured.require("the movement that is recognised least often", least, Bar::AtLeast(0.85));
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

/// Gestures that the hands make, each in turn.
const OF_HANDS: [&str; 5] = ["cover-face", "eat", "beg", "shrug", "pound-ground"];

/// One of the hands' gestures by a performer who stands sideways, so that its own body hides a hand.
fn hides_a_hand(trial: Trial) -> Result<(Name, Taken), String> {
    let name = OF_HANDS[trial.index as usize % OF_HANDS.len()];
    let movement = MOVEMENTS.iter().position(|(_, movement)| *movement == name).ok_or("no such movement")?;
    let mut chance = Chance::of_part(trial.seed, 99);
    // From some seats both hands show all the time: another is tried then.
    const SEATS: usize = 6;
    let mut shown = None;
    for _ in 0..SEATS {
        let side = if chance.happens(0.5) { 1.0 } else { -1.0 };
        let seat = Seat { turned_rad: side * chance.between(1.1, 1.9), ..Seat::by_chance(&mut chance) };
        let seen = show(&MOUSE_RIG, &[MOVEMENTS[movement].0[0]], seat, Eyes::default(), trial.seed)?;
        let hidden = hides_hand(&seen);
        shown = Some(seen);
        if hidden {
            break;
        }
    }
    let shown = shown.ok_or("nothing was shown")?;
    Ok((Name::cut(name), judge(&shown, &mut chance)?))
}

fn demonstrate(trial: Trial, movement: usize) -> Result<Taken, String> {
    let mut chance = Chance::of_part(trial.seed, movement as u64);
    let seat = Seat::by_chance(&mut chance);
    let (asked, _) = MOVEMENTS[movement];
    let asked = asked[chance.below(asked.len() as u32) as usize];
    judge(&show(&MOUSE_RIG, &[asked], seat, Eyes::default(), trial.seed)?, &mut chance)
}

/// What each of the eyes takes a demonstration for.
fn judge(shown: &Shown, chance: &mut Chance) -> Result<Taken, String> {
    let mut by = [Name::default(); EYES.len()];
    for (name, (_, fault)) in by.iter_mut().zip(EYES) {
        let mut onlooker = Onlooker::new(&MOUSE_RIG.graph, "")?;
        *name = taken(&onlooker.watch(shown, fault, chance));
    }
    let mut printed = Onlooker::new(&MOUSE_RIG.graph, "search=\"printed\"")?;
    let printed = taken(&printed.watch(shown, Fault::default(), chance));
    Ok(Taken { by, printed, hidden: hides_hand(shown) })
}

/// Whether a hand is hidden for a good part of the time, not for one look.
fn hides_hand(shown: &Shown) -> bool {
    let hands = [Effector::LeftHand, Effector::RightHand];
    let hides = |sighting: &&Sighting| {
        let shows = |hand: &Effector| sighting.effectors.iter().any(|part| part.effector == *hand);
        !sighting.effectors.is_empty() && !hands.iter().all(shows)
    };
    let all = || shown.glimpses.iter().flat_map(|glimpse| &glimpse.sightings);
    4 * all().filter(hides).count() >= all().count()
}

/// What a demonstration was taken for: empty where it was not one gesture, or a novel one.
fn taken(seen: &[Gesture]) -> Name {
    match seen {
        [one] => one.recognised.movement().map_or(Name::default(), |movement| movement.name),
        _ => Name::default(),
    }
}
