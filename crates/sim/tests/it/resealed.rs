//! Saved simulations and recordings whose content was made up: bytes are changed and every envelope is put right again, so
//! that no checksum catches them. They are refused with a sentence, or they go on: 20 ticks and what the minds report,
//! without a panic, without a hang and without growing.
//!
//! `PIAGET_RESEALED=1000000 cargo nextest run -p piaget-sim resealed --no-capture` tries a million.

use crate::memory;
use crate::scenarios::{load, root};
use piaget_sim::{Action, Choice, Recording, Scenario, SealError, Simulation, Threads};
use piaget_terms::sealed::{Kind, open, seal};
use piaget_terms::{Chance, Name, Vec3};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// Files that are tried where nobody asks for more.
const ROUNDS: u32 = 600;
/// No single file may take a processor for longer, where more are asked for.
const LONGEST: Duration = Duration::from_secs(1);
/// No single file may grow beyond this.
const MOST_BYTES: usize = 64 << 20;
/// How far each one is played.
const TICKS: u64 = 20;
/// How long each simulation runs before it is saved.
const LIVED: u64 = 90;
/// Between them they have maps, memories, bodies with rigs, walks of the script, things that slide and things that are held.
const SCENARIOS: [&str; 6] = ["forager", "usual-place", "max-and-morris", "rake", "voe-block", "passing"];

/// The payloads of one simulation in the three forms in which it is kept.
struct Saved {
    scenario: Scenario,
    whole: Vec<u8>,
    snapshot: Vec<u8>,
    /// A recording: its first simulation, and what follows that in its payload.
    start: Vec<u8>,
    rest: Vec<u8>,
}

/// What came of all of them.
#[derive(Debug, Default)]
struct Tally {
    refused: u32,
    lived: u32,
    /// What made one panic: how often, and the first round that did.
    panics: BTreeMap<String, (u32, u32)>,
    longest: (Duration, u32),
    most_bytes: (usize, u32),
}

#[test]
fn simulations_and_recordings_that_were_changed_and_sealed_again_are_refused_or_go_on() {
    let number = |name| std::env::var(name).ok().and_then(|count| count.parse::<u32>().ok());
    let asked = number("PIAGET_RESEALED");
    let first = number("PIAGET_RESEALED_FROM").unwrap_or(0);
    let rounds = asked.unwrap_or(ROUNDS);
    let saved: Vec<Saved> = SCENARIOS.iter().map(|name| lived(name)).collect();
    let mut tally = Tally::default();
    for round in first..first.saturating_add(rounds) {
        let tried = catch_unwind(AssertUnwindSafe(|| try_one(&saved, round, &mut tally)));
        if let Err(panic) = tried {
            let why = panic.downcast_ref::<String>().map(String::as_str);
            let why = why.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
            tally.panics.entry(why.to_owned()).or_insert((0, round)).0 += 1;
        }
    }
    let Tally { refused, lived, panics, longest, most_bytes } = tally;
    println!(
        "{rounds} files: {refused} refused, {lived} went on; longest {:?} (round {}), most {} bytes (round {})",
        longest.0, longest.1, most_bytes.0, most_bytes.1
    );
    assert!(panics.is_empty(), "{panics:#?}");
    assert!(refused > rounds / 20 && lived > rounds / 20, "the changes are too mild or too rough");
    assert!(most_bytes.0 < MOST_BYTES, "one grew by {} bytes", most_bytes.0);
    // Timings do not decide the usual test.
    assert!(asked.is_none() || longest.0 < LONGEST, "one took {:?}", longest.0);
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
    Saved { scenario, whole, snapshot, start, rest }
}

fn inside(kind: Kind, bytes: &[u8]) -> Vec<u8> {
    open(kind, bytes).expect("just sealed").to_vec()
}

/// Bytes with their number before them, as `postcard` writes a list of bytes.
fn counted(bytes: &[u8]) -> Vec<u8> {
    postcard::to_stdvec(bytes).expect("bytes serialise")
}

fn try_one(saved: &[Saved], round: u32, tally: &mut Tally) {
    let mut chance = Chance::of_part(21, u64::from(round));
    let one = &saved[chance.below(saved.len() as u32) as usize];
    let form = chance.below(4);
    let mut payload = [&one.whole, &one.snapshot, &one.start, &one.rest][form as usize].clone();
    for _ in 0..=chance.below(3) {
        change(&mut payload, &mut chance);
    }
    let (began, bytes_before) = (memory::processor_time(), memory::begin());
    let went_on = match form {
        0 => Simulation::load(&seal(Kind::Simulation, &payload), Threads::One).map(go_on),
        1 => Simulation::resume(one.scenario.clone(), &seal(Kind::Simulation, &payload), Threads::One)
            .map(go_on),
        2 => play(&payload, &one.rest),
        _ => play(&one.start, &payload),
    };
    match went_on {
        Ok(()) => tally.lived += 1,
        Err(refused) => {
            assert!(!refused.to_string().is_empty());
            tally.refused += 1;
        }
    }
    tally.most_bytes = tally.most_bytes.max((memory::most_since(bytes_before), round));
    tally.longest = tally.longest.max((memory::processor_time() - began, round));
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

/// One change: a byte, a bit, a byte more or less, or a number that breaks those who read numbers.
fn change(bytes: &mut Vec<u8>, chance: &mut Chance) {
    /// The largest 32-bit count, a count of 65,536, nothing, no number, endless, and the largest `f32`.
    const NUMBERS: [&[u8]; 6] = [
        &[0xff, 0xff, 0xff, 0xff, 0x0f],
        &[0x80, 0x80, 0x04],
        &[0x00],
        &[0x00, 0x00, 0xc0, 0x7f],
        &[0x00, 0x00, 0x80, 0x7f],
        &[0xff, 0xff, 0x7f, 0x7f],
    ];
    if bytes.is_empty() {
        return;
    }
    let at = chance.below(bytes.len() as u32) as usize;
    match chance.below(6) {
        0 => bytes[at] = chance.bits() as u8,
        1 | 2 => bytes[at] ^= 1 << chance.below(8),
        3 => drop(bytes.remove(at)),
        4 => bytes.insert(at, chance.bits() as u8),
        _ => {
            let number = NUMBERS[chance.below(NUMBERS.len() as u32) as usize];
            let end = (at + number.len()).min(bytes.len());
            drop(bytes.splice(at..end, number.iter().copied()));
        }
    }
}
