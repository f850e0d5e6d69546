//! Golden digests: every scenario as written ends with the digest that is committed in `golden.txt`. In this folder, a file
//! per scenario holds a few bits of every tick, so that a difference is told with its first tick and stage.
//!
//! `PIAGET_BLESS=1 cargo nextest run -p piaget-sim golden` writes all of them anew.

mod ticks;

use crate::scenarios::{files, load, root};
use piaget_sim::{Action, Choice, Digest, DigestPart, Scenario, Simulation, Threads, digest_parts};
use piaget_terms::{Name, Vec3};
use std::fmt::Write as _;
use std::path::PathBuf;
use ticks::{Difference, Place, Ticks};

fn folder() -> PathBuf {
    root().join("crates/sim/tests/it/golden")
}

/// Plays a scenario to its end; `meddle` may do something to it before each tick.
fn play(scenario: Scenario, mut meddle: impl FnMut(&mut Simulation)) -> (Digest, Ticks) {
    let mut simulation = Simulation::new(scenario, Threads::One).unwrap();
    let mut ticks = Vec::new();
    while !simulation.is_over() {
        meddle(&mut simulation);
        simulation.step();
        ticks.push(digest_parts(&simulation));
    }
    (simulation.digest(), Ticks::of(&ticks))
}

#[test]
fn golden_digests_of_every_scenario() {
    let bless = std::env::var_os("PIAGET_BLESS").is_some();
    let golden = root().join("crates/sim/tests/it/golden.txt");
    let committed = std::fs::read_to_string(&golden).unwrap_or_default();
    let mut found = String::from("# The digest of each scenario as written; see golden/mod.rs.\n");
    let mut different = Vec::new();
    for path in files() {
        let scenario = load(&path, &Choice::default());
        let (name, hz) = (scenario.name, f64::from(scenario.tick_hz));
        let (digest, ticks) = play(scenario, |_| {});
        let line = format!("{name} {digest}");
        writeln!(found, "{line}").unwrap();
        let file = folder().join(format!("{name}.ticks"));
        if bless {
            std::fs::write(&file, ticks.to_bytes()).unwrap();
            continue;
        }
        let same = committed.lines().any(|other| other == line);
        let place = match Ticks::from_bytes(&std::fs::read(&file).unwrap_or_default()) {
            Some(before) => ticks.first_difference(&before).map(|first| {
                let at_s = first.tick as f64 / hz;
                format!("first at tick {} ({at_s:.2} s), in {}", first.tick, first.place)
            }),
            None => Some(format!("{} is missing or damaged", file.display())),
        };
        match (same, place) {
            (true, None) => {}
            (true, Some(place)) => {
                different.push(format!("{name}: the digest is as committed, the stages are not: {place}"));
            }
            (false, place) => {
                let place = place.unwrap_or_else(|| "no stage differs".to_owned());
                different.push(format!("{name}: the digest is now {digest}: {place}"));
            }
        }
    }
    if bless {
        std::fs::write(&golden, &found).unwrap();
        return;
    }
    assert!(
        different.is_empty() && found == committed,
        "scenarios play differently than committed. If that is meant, bless them as CONTRIBUTING.md says.\n{}",
        different.join("\n")
    );
}

/// Where a scenario first plays differently than as written, with this replaced in the files it is made of.
fn difference_with(name: &str, old: &str, new: &str) -> Option<Difference> {
    let written = load(&root().join(format!("scenarios/{name}.kdl")), &Choice::default());
    let mut files = written.files.clone();
    assert!(files.0.values().any(|text| text.contains(old)), "{old} is in none of the files of {name}");
    for text in files.0.values_mut() {
        *text = text.replace(old, new);
    }
    let changed = Scenario::load(&written.text, &files, &Choice::default());
    let changed = changed.unwrap_or_else(|found| panic!("{found}"));
    play(changed, |_| {}).1.first_difference(&play(written, |_| {}).1)
}

#[test]
fn a_difference_is_told_with_its_first_tick_and_stage() {
    let check = |name: &str, old: &str, new: &str, tick: std::ops::Range<usize>, part: DigestPart| {
        let found =
            difference_with(name, old, new).unwrap_or_else(|| panic!("{name}: {old} decides nothing"));
        assert_eq!(found.place, Place::Part(part), "{name} with {new}, at tick {}", found.tick);
        assert!(tick.contains(&found.tick), "{name} with {new} differs at tick {}", found.tick);
    };
    let start = 0..2;
    check("forager", "columns=240", "columns=120", start.clone(), DigestPart::Senses);
    check("forager", "start=0.5 grow=0.008", "start=0.5 grow=0.009", start.clone(), DigestPart::Feel);
    check(
        "forager",
        "{ add \"melon-close\" gain=3 }",
        "{ add \"melon-close\" gain=0.2 }",
        0..1800,
        DigestPart::Feel,
    );
    check("forager", "walk=1.4", "walk=1.5", start, DigestPart::Act);
    check("forager", "\"eat-berry\" value=2", "\"eat-berry\" value=2.5", 0..1800, DigestPart::Decide);
    check("forager", "persist=60", "persist=1", 0..1800, DigestPart::Believe);
}

#[test]
fn what_a_person_does_to_a_thing_shows_in_the_world_at_that_tick() {
    let scenario = load(&root().join("scenarios/forager.kdl"), &Choice::default());
    let to = Vec3::new(-9.0, 0.0, -9.0);
    let (_, moved) = play(scenario.clone(), |simulation| {
        if simulation.tick() == 100 {
            simulation.input(Action::Transport { what: Name::cut("melon-2"), to });
        }
    });
    let found = moved.first_difference(&play(scenario, |_| {}).1).expect("it is elsewhere");
    assert_eq!(found.tick, 100);
    assert!([DigestPart::Senses, DigestPart::World].map(Place::Part).contains(&found.place));
}

/// Characters that match and judge as the papers print it behave as they did before there was another account.
#[test]
fn printed_characters_keep_their_digests() {
    for (scenario, creature, character, digest) in [
        ("passing", "duncan", "duncan-printed", "cb23b0ee74bfcc10"),
        ("gap", "duncan", "duncan-printed", "caee43b18f4d0ed8"),
        ("pursuit", "walker", "walker-printed", "87c047ce325faaab"),
    ] {
        let set = vec![format!("creature.{creature}.character=characters/{character}.kdl")];
        let choice = Choice { set, ..Choice::default() };
        let scenario_file = root().join(format!("scenarios/{scenario}.kdl"));
        let (found, _) = play(load(&scenario_file, &choice), |_| {});
        assert_eq!(found.to_string(), digest, "{scenario} with {character}");
    }
}
