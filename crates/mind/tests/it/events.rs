//! What happened to a creature is told once, at its onset, with its strength and the belief that it is about.

use crate::support::{Life, character, field, thing};
use piaget_mind::events::EventKind;
use piaget_mind::{Blueprint, Event};
use piaget_terms::Vec3;
use std::sync::Arc;

const GUARD: &str = r#"character "guard"
    percepts { kind "thief" }
    selector "thief" "thief"
    beliefs persist=60 { map; match colour=#false }
    actions { tuple "catch" object="thief" { do "approach" within=0.5 } }"#;

fn ticks(life: &mut Life, count: u32, at: impl Fn(u32) -> Option<Vec3>) -> Vec<(u32, Event)> {
    let mut told = Vec::new();
    for tick in 0..count {
        let seen: Vec<_> = at(tick).map(|at| thing(1, "thief", "black", at)).into_iter().collect();
        life.sees(&seen);
        told.extend(life.mind.events().iter().map(|event| (tick, *event)));
    }
    told
}

fn of(told: &[(u32, Event)], kind: EventKind) -> Vec<u32> {
    told.iter().filter(|(_, event)| event.kind == kind).map(|(tick, _)| *tick).collect()
}

#[test]
fn what_is_lost_and_found_is_told_once_and_a_blink_is_not() {
    let mut life = Life::new(GUARD);
    let here = Vec3::new(0.0, 0.0, 4.0);
    // A blink of 0.3 s at tick 10, out of sight from tick 30 to 50; ticks last a tenth of a second.
    let told =
        ticks(&mut life, 80, |tick| (!(10..13).contains(&tick) && !(30..50).contains(&tick)).then_some(here));
    assert_eq!(of(&told, EventKind::Lost), [34], "{told:?}");
    assert_eq!(of(&told, EventKind::Found), [50], "{told:?}");
    let (_, found) = told.iter().find(|(_, event)| event.kind == EventKind::Found).unwrap();
    assert!((found.unseen_s - 2.1).abs() < 0.11 && found.about == "thief", "{found:?}");
    assert_eq!(life.mind.view().belief(found.belief.unwrap()).unwrap().now.position, here);
}

#[test]
fn what_goes_on_is_told_at_its_onset() {
    let mut life = Life::new(GUARD);
    // It stands still, and then hops to and fro for two seconds, farther than it could have walked.
    let told = ticks(&mut life, 80, |tick| {
        let hops = (40..60).contains(&tick) && tick % 2 == 0;
        Some(Vec3::new(if hops { 0.55 } else { 0.0 }, 0.0, 4.0))
    });
    let surprised: Vec<_> = told.iter().filter(|(_, event)| event.kind == EventKind::Surprised).collect();
    assert!(surprised.first().is_some_and(|(first, _)| (40..44).contains(first)), "{surprised:?}");
    // Who cannot tell one hopping thing from two may believe in two: each of them surprises once.
    let mut beliefs: Vec<_> = surprised.iter().map(|(_, event)| event.belief).collect();
    beliefs.dedup();
    assert_eq!(beliefs.len(), surprised.len(), "it was told again while it went on: {surprised:?}");
    let strength = told.iter().find(|(_, event)| event.kind == EventKind::Surprised).unwrap().1.strength;
    assert!((0.9..=1.0).contains(&strength), "{strength}");
}

#[test]
fn who_turns_from_what_it_looked_for_has_given_up() {
    let impatient = GUARD.replace("persist=60", "persist=2");
    let mut life = Life::new(&impatient);
    let told = ticks(&mut life, 60, |tick| (tick < 10).then_some(Vec3::new(0.0, 0.0, 20.0)));
    let gave_up: Vec<_> = told.iter().filter(|(_, event)| event.kind == EventKind::GaveUp).collect();
    assert_eq!(gave_up.len(), 1, "{told:?}");
    assert_eq!((gave_up[0].1.about.as_str(), gave_up[0].1.belief), ("thief", None), "the belief is gone too");
}

#[test]
fn a_character_says_from_when_on_it_is_told() {
    let calm = format!("{GUARD}\nevents lost=1.5 surprise=1");
    let mut life = Life { mind: piaget_mind::Mind::new(character(&calm), field(), 7), ..Life::new(GUARD) };
    let told = ticks(&mut life, 60, |tick| (tick < 20).then_some(Vec3::new(0.0, 0.0, 4.0)));
    assert_eq!(of(&told, EventKind::Lost), [34], "{told:?}");
}

/// A restored memory had no home until the mind was saved and loaded.
#[test]
fn a_changed_character_keeps_its_places_on_the_ground() {
    let text = "character \"butler\"\nbeliefs persist=5 { map }\nmemory { recall \"ball\" }";
    let mut life = Life::new(text);
    for _ in 0..30 {
        life.sees(&[thing(1, "ball", "red", Vec3::new(2.0, 0.0, 3.0))]);
    }
    let place = |life: &Life| {
        let (home, memory) = (life.mind.home()?, life.mind.memory()?);
        home.place_at(memory.house(), piaget_terms::Vec2::new(2.0, 3.0)).map(|at| memory.house()[at].name)
    };
    let before = place(&life).expect("the ball has a place");
    let edited = character(&text.replace("persist=5", "persist=6"));
    life.mind.change_character(&Arc::new(Blueprint::new(edited, field())));
    assert_eq!(place(&life), Some(before));
}
