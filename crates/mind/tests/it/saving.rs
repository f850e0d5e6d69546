//! A mind that is saved and loaded in the middle goes on as if nothing had happened, to the bit.

use crate::support::{Life, TICK_S, thing};
use piaget_mind::{Blueprint, Mind, MindState};
use piaget_terms::{Chance, Sighting, Vec3};
use std::sync::Arc;

const TEXT: &str = r#"
    character "duncan"
    list "edible" "cheese"
    percepts { kind "sheep" { motion "moving" faster=0.1 }; on-list "food" list="edible" }
    beliefs persist=2 most=12 history=16
    expect {
        feature "position" { repeats longest=3 }
        feature "colour"
        stranger cell=1
    }
    selector "sheep" "moving" nearest=#true
    values {
        drive "hunger" grow=0.02 start=0.3
        emotion "joy" half-life=2 { rate "sees" gain=0.5 }
        sense "sees" seen="sheep"
    }
    actions {
        tuple "chase" object="sheep" value="hunger" { do "approach" within=0.5 }
        tuple "rest" value=0.4 { do "wander" radius=3 }
    }
"#;

fn flock(chance: &mut Chance, tick: u32) -> Vec<Sighting> {
    let mut all = Vec::new();
    for id in 0..8 {
        let at = Vec3::new(id as f32 * 0.7 - 3.0, 0.3, 4.0 + (tick as f32 * TICK_S * 0.5) % 3.0);
        let noise = Vec3::new(chance.normal(), 0.0, chance.normal()) * 0.02;
        if chance.happens(0.8) {
            all.push(thing(id, "sheep", "white", at + noise));
        }
    }
    all
}

#[test]
fn a_saved_mind_goes_on_to_the_bit() {
    let mut life = Life::new(TEXT);
    let mut chance = Chance::new(5);
    for tick in 0..50 {
        life.sees(&flock(&mut chance, tick));
    }
    life.mind.learn("edible", piaget_terms::Name::cut("grass"));
    let saved = serde_json::to_string(life.mind.state()).unwrap();
    let state: MindState = serde_json::from_str(&saved).unwrap();
    let terrain = Arc::new(life.mind.terrain().clone());
    let character = Arc::new(life.mind.character().clone());
    let mut again = Life {
        mind: Mind::restore(&Arc::new(Blueprint::new(character, terrain)), state).unwrap(),
        body: life.body.clone(),
        ticks: life.ticks,
    };
    assert_eq!(again.mind.report(), life.mind.report());
    for tick in 50..150 {
        let sightings = flock(&mut chance, tick);
        assert_eq!(life.sees(&sightings), again.sees(&sightings), "tick {tick}");
        assert_eq!(life.mind.report(), again.mind.report(), "tick {tick}");
    }
    let (one, other) = (serde_json::to_string(life.mind.state()), serde_json::to_string(again.mind.state()));
    assert_eq!(one.unwrap(), other.unwrap());
}
