//! No oracle (invariant 5): while a thing is hidden from a creature, moving it anywhere it stays hidden changes no
//! bit of what the creature senses, what its mind holds and what it intends. Holds for every scenario and every
//! character in the repository, so a mind that learns to cheat fails here.

use crate::scenarios::{files, load, root};
use piaget_sim::{Action, Actor, Choice, Simulation, Threads};
use piaget_terms::{Name, Sight as _, Vec2, Vec3};
use proptest::prelude::*;

/// Everything of a creature that could betray the truth.
pub fn bits(actor: &Actor) -> Vec<u8> {
    let sensed = &actor.sensed;
    let mut bytes =
        postcard::to_stdvec(&(&sensed.body, &sensed.sightings, &sensed.sounds, &actor.intent)).unwrap();
    bytes.extend(postcard::to_stdvec(actor.mind.state()).unwrap());
    bytes.extend(postcard::to_stdvec(&actor.mind.report()).unwrap());
    // What the creature could ask: a lattice of test points over the ground around it.
    let here = sensed.body.position;
    let lattice: Vec<Vec3> =
        (0..400).map(|i| here + Vec3::new((i % 20) as f32 - 9.5, 0.5, (i / 20) as f32 - 9.5)).collect();
    let mut seen = vec![false; lattice.len()];
    sensed.sees(&lattice, &mut seen);
    bytes.extend(seen.iter().map(|seen| u8::from(*seen)));
    bytes
}

/// Every character that a scenario's creatures can be given.
fn characters() -> Vec<String> {
    let mut all: Vec<String> = std::fs::read_dir(root().join("characters"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "kdl"))
        .map(|path| format!("characters/{}", path.file_name().unwrap().to_string_lossy()))
        .collect();
    all.sort();
    all
}

/// Plays until the thing has been out of everybody's sight for a moment, then again with the thing moved to
/// `places` one after the other, as long as it is still unseen; the two must not differ in a bit.
fn check(path: &std::path::Path, character: &str, seed: u64, places: &[Vec2]) -> Result<u32, TestCaseError> {
    let own = load(path, &Choice::default());
    let set =
        own.creatures.iter().map(|plan| format!("creature.{}.character={character}", plan.name)).collect();
    let scenario = load(path, &Choice { seed: Some(seed), set });
    let Some(thing) = scenario.things.first().map(|thing| thing.name) else { return Ok(0) };
    let bounds = scenario.terrain.bounds;
    let start = Simulation::new(scenario, Threads::One).unwrap();
    let mut truth = start;
    let mut moves = 0;
    // The hidden thing may only be compared while nobody sees it and no timeline condition could tell it apart.
    for place in places {
        while !truth.is_over() && is_seen(&truth, thing) {
            truth.step();
        }
        if truth.is_over() {
            break;
        }
        let mut moved = Simulation::load(&truth.save(), Threads::One).unwrap();
        let at = bounds.min + *place * bounds.size();
        moved.input(Action::Transport { what: thing, to: Vec3::new(at.x, 0.0, at.y) });
        for _ in 0..20 {
            if truth.is_over() {
                break;
            }
            truth.step();
            moved.step();
            if is_seen(&truth, thing)
                || is_seen(&moved, thing)
                || touched(&truth, thing)
                || touched(&moved, thing)
            {
                break;
            }
            for (a, b) in truth.actors().iter().zip(moved.actors()) {
                prop_assert_eq!(
                    bits(a),
                    bits(b),
                    "{} knows where {} is at {} s",
                    a.name,
                    thing,
                    truth.time_s()
                );
            }
            moves += 1;
        }
    }
    Ok(moves)
}

/// Whether any eye has a pixel of it, noticed or not: an eye that looks and does not notice is still shown it.
fn is_seen(simulation: &Simulation, thing: Name) -> bool {
    let id = simulation.world().named(thing.as_str());
    let marked = |actor: &Actor| {
        let view = &actor.sensed.view;
        view.slots().iter().any(|slot| view.marks().get(*slot as usize).and_then(|mark| mark.host()) == id)
    };
    id.is_some() && simulation.actors().iter().any(marked)
}

/// Whether a body is so near that it may be stopped by the thing, which a creature may feel.
fn touched(simulation: &Simulation, thing: Name) -> bool {
    let world = simulation.world();
    let Some(thing) = world.named(thing.as_str()).and_then(|id| world.thing(id)) else { return false };
    let near = thing.shape.ground_radius_m() + 0.8;
    world.creatures().any(|(_, own)| own.position.distance(thing.position) < near + own.body.radius_m)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3, ..ProptestConfig::default() })]

    #[test]
    fn moving_a_hidden_thing_changes_nothing(
        seed in 2u64..10_000,
        places in prop::collection::vec((0.02f32..0.98, 0.02f32..0.98), 12),
    ) {
        let places: Vec<Vec2> = places.into_iter().map(|(x, z)| Vec2::new(x, z)).collect();
        let mut compared = 0;
        // Every scenario, each time with another third of the characters: over the cases all of them meet.
        for (at, path) in files().iter().enumerate() {
            for (which, character) in characters().iter().enumerate() {
                if (at + which + seed as usize).is_multiple_of(3) {
                    compared += check(path, character, seed, &places)?;
                }
            }
        }
        prop_assert!(compared > 0, "the thing was never hidden: nothing was compared");
    }
}
