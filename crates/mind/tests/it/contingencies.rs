//! What follows what is learnt by a whole mind: from sounds, from things that change, and from what it does itself.

use crate::allocating::allocations;
use crate::support::{Life, character, field, thing};
use piaget_mind::{Blueprint, Mind};
use piaget_terms::{
    Blind, Chance, Feature, FeatureValue, MovementSense, MovementStage, Name, Senses, Sighting, Sound,
    Utterance, Vec3,
};
use std::sync::Arc;

const LISTENER: &str = r#"
    character "listener"
    percepts { kind "door" }
    beliefs persist=60
    expect { contingencies within=8 }
    values {
        sense "startling" signal="show-surprise"
        emotion "surprise" face="surprised" half-life=0.5 { impulse "startling" gain=1 }
    }
"#;

fn door(state: &str) -> Sighting {
    let mut door = thing(1, "door", "white", Vec3::Z * 4.0);
    door.features.push(Feature::new(Name::cut("state"), FeatureValue::Word(Name::cut(state))));
    door
}

/// Ten seconds: the bell, or a movement of its own, at the beginning, and the door opens after one second, if it does.
/// Gives the greatest surprise felt.
fn scene(life: &mut Life, bell: bool, opens: bool) -> f32 {
    let bell_rings = [Sound::new(Vec3::X * 3.0).speaker(Name::cut("bell"))];
    let mut most = 0.0f32;
    for tick in 0..100 {
        life.body.movement =
            (!bell && tick == 5).then(|| MovementSense::new(Name::cut("pull-rope"), MovementStage::Finished));
        let sounds = if bell && tick == 5 { &bell_rings[..] } else { &[] };
        let state = if opens && (15..60).contains(&tick) { "open" } else { "shut" };
        life.senses(&[door(state)], sounds, &Blind);
        let felt = life.mind.report().values.iter().find(|(name, _)| *name == "surprise").unwrap().1;
        most = most.max(felt);
    }
    most
}

#[test]
fn a_door_that_stays_shut_after_the_bell_surprises_once_it_was_paired() {
    for bell in [true, false] {
        let mut life = Life::new(LISTENER);
        assert!(scene(&mut life, bell, false) < 0.05, "nothing was expected yet");
        let mut life = Life::new(LISTENER);
        for _ in 0..8 {
            assert!(scene(&mut life, bell, true) < 0.05, "it came as before");
        }
        let surprise = scene(&mut life, bell, false);
        assert!(surprise > 0.5, "{surprise}, by a bell: {bell}");
        let omitted = life.mind.expecting().contingencies().unwrap().pairs().count();
        assert!(omitted > 0);
    }
}

#[test]
fn what_was_learnt_is_kept_when_a_mind_is_saved_and_when_it_is_given_another_character() {
    let mut life = Life::new(LISTENER);
    for _ in 0..8 {
        scene(&mut life, true, true);
    }
    let saved = serde_json::to_string(life.mind.state()).unwrap();
    let restore = |life: &Life, text: &str| {
        let blueprint = Arc::new(Blueprint::new(character(text), field()));
        let mind = Mind::restore(&blueprint, serde_json::from_str(&saved).unwrap()).unwrap();
        Life { mind, body: life.body.clone(), ticks: life.ticks }
    };
    assert!(scene(&mut restore(&life, LISTENER), true, false) > 0.5);

    let mut changed = restore(&life, LISTENER);
    let other = LISTENER.replace("half-life=0.5", "half-life=0.6");
    changed.mind.change_character(&Arc::new(Blueprint::new(character(&other), field())));
    assert!(scene(&mut changed, true, false) > 0.5);

    let mut unlearnt = restore(&life, LISTENER);
    let other = LISTENER.replace("within=8", "within=7");
    unlearnt.mind.change_character(&Arc::new(Blueprint::new(character(&other), field())));
    assert!(scene(&mut unlearnt, true, false) < 0.05, "what was learnt otherwise is not kept");
}

/// Bells, doors and movements at random, and more kinds of them than there is room for.
#[test]
fn a_warm_listener_does_not_allocate() {
    let mut life = Life::new(LISTENER);
    let mut chance = Chance::new(8);
    let mut allocated = 0;
    for tick in 0..4000 {
        // One bell with many sounds: each new speaker would be a new belief.
        let words = Utterance::from(&format!("ding {}", chance.below(40))).unwrap();
        let sounds = [Sound::new(Vec3::X).speaker(Name::cut("bell")).words(words)];
        let sounds = if chance.happens(0.1) { &sounds[..] } else { &[] };
        let state = Name::cut(&format!("state-{}", tick / 17 % 40));
        let doors = [door(state.as_str())];
        life.ticks += 1;
        let senses = Senses::new(life.time_s(), 0.1, &life.body, &Blind).sightings(&doors).sounds(sounds);
        let before = allocations();
        life.mind.step(&senses);
        allocated += if tick >= 1000 { allocations() - before } else { 0 };
    }
    assert_eq!(allocated, 0);
}
