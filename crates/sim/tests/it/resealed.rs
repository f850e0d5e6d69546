//! Saved simulations and recordings whose content was made up: bytes are changed and every envelope is put right again, so
//! that no checksum catches them. They are refused with a sentence, or they go on: 20 ticks and what the minds report,
//! without a panic, without a hang and without growing.
//!
//! `PIAGET_RESEALED=1000000 cargo nextest run -p piaget-sim resealed --no-capture` tries a million.

use crate::damage::{Rounds, Tally, damage};
use crate::scenarios::{load, root};
use piaget_sim::{Action, Choice, Recording, Scenario, SealError, Simulation, Threads};
use piaget_terms::sealed::{Kind, open, seal};
use piaget_terms::{Chance, Name, Vec3};

/// Files that are tried where nobody asks for more.
const ROUNDS: u32 = 600;
/// How far each one is played.
const TICKS: u64 = 20;
/// How long each simulation runs before it is saved.
const LIVED: u64 = 90;
/// Small worlds without rigs, which are read fast: most rounds are of these.
const SMALL: [&str; 4] = ["sally-anne", "bell", "bowl", "square"];
/// Between them they have maps, memories, bodies with rigs, walks of the script, things that slide and things that are held.
const LARGE: [&str; 7] = ["forager", "usual-place", "max-and-morris", "rake", "voe-block", "passing", "hide"];
/// One in so many rounds is of a large one.
const LARGE_ONE_IN: u32 = 32;

/// The payloads of one simulation in the three forms in which it is kept.
struct Saved {
    scenario: Scenario,
    whole: Vec<u8>,
    /// Where what follows the scenario's files begins in that.
    files: usize,
    snapshot: Vec<u8>,
    /// A recording: its first simulation, and what follows that in its payload.
    start: Vec<u8>,
    rest: Vec<u8>,
}

#[test]
fn simulations_and_recordings_that_were_changed_and_sealed_again_are_refused_or_go_on() {
    let rounds = Rounds::or(ROUNDS);
    let [small, large] =
        [&SMALL[..], &LARGE[..]].map(|names| names.iter().map(|name| lived(name)).collect::<Vec<_>>());
    let mut tally = Tally::default();
    for round in rounds.first..rounds.first.saturating_add(rounds.count) {
        let mut chance = Chance::of_part(21, u64::from(round));
        let among = if chance.below(LARGE_ONE_IN) == 0 { &large } else { &small };
        let saved = &among[chance.below(among.len() as u32) as usize];
        tally.attempt(round, || try_one(saved, &mut chance).map_err(|refused| refused.to_string()));
    }
    tally.judge("files", &rounds);
}

/// A simulation that has run a while and is recorded with inputs of a person.
fn lived(name: &str) -> Saved {
    let scenario = load(&root().join(format!("scenarios/{name}.kdl")), &Choice::default());
    let mut simulation = Simulation::new(scenario.clone(), Threads::One).expect("it begins");
    for _ in 0..LIVED {
        simulation.step();
    }
    let things: Vec<Name> = simulation.world().things().map(|(_, thing)| thing.name).take(3).collect();
    simulation.record();
    let [start, whole, snapshot] = [simulation.save(), simulation.save(), simulation.snapshot()]
        .map(|bytes| inside(Kind::Simulation, &bytes));
    for tick in 0..TICKS {
        let to = Vec3::new(tick as f32 * 0.1, 0.0, -3.0);
        simulation.input(Action::Note("a person was here".into()));
        for what in &things {
            let path = vec![to, Vec3::new(3.0, 0.0, 3.0)];
            simulation.input(Action::Slide { thing: *what, path, speed_m_per_s: 1.0 });
            simulation.input(Action::Transport { what: *what, to });
        }
        simulation.step();
    }
    let recording = inside(Kind::Recording, &simulation.recording().expect("it was recorded"));
    let sealed = counted(&seal(Kind::Simulation, &start));
    let rest = recording.strip_prefix(&sealed[..]).expect("the first simulation is the first field").to_vec();
    // A snapshot is the same without texts, for each of which it has an empty one.
    const EMPTY: usize = 4;
    let files = whole.len() - (snapshot.len() - EMPTY);
    Saved { scenario, whole, files, snapshot, start, rest }
}

fn inside(kind: Kind, bytes: &[u8]) -> Vec<u8> {
    open(kind, bytes).expect("just sealed").to_vec()
}

/// Bytes with their number before them, as `postcard` writes a list of bytes.
fn counted(bytes: &[u8]) -> Vec<u8> {
    postcard::to_stdvec(bytes).expect("bytes serialise")
}

fn try_one(saved: &Saved, chance: &mut Chance) -> Result<(), SealError> {
    let form = chance.below(4);
    let mut payload = [&saved.whole, &saved.snapshot, &saved.start, &saved.rest][form as usize].clone();
    // Most of a whole simulation is texts, which have readers and tests of their own.
    let from = if form.is_multiple_of(2) && chance.below(16) > 0 { saved.files } else { 0 };
    damage(&mut payload, from, chance);
    match form {
        0 => Simulation::load(&seal(Kind::Simulation, &payload), Threads::One).map(go_on),
        1 => Simulation::resume(saved.scenario.clone(), &seal(Kind::Simulation, &payload), Threads::One)
            .map(go_on),
        2 => play(&payload, &saved.rest),
        _ => play(&saved.start, &payload),
    }
}

fn go_on(mut simulation: Simulation) {
    for _ in 0..TICKS {
        simulation.step();
    }
    simulation.actors().iter().for_each(|actor| drop(actor.mind.report()));
}

fn play(start: &[u8], rest: &[u8]) -> Result<(), SealError> {
    let payload = [counted(&seal(Kind::Simulation, start)), rest.to_vec()].concat();
    let mut recording = Recording::open(&seal(Kind::Recording, &payload), Threads::One)?;
    for _ in 0..TICKS {
        if !recording.step() {
            break;
        }
    }
    recording.simulation().actors().iter().for_each(|actor| drop(actor.mind.report()));
    Ok(())
}
