//! Saving, loading and many minds at once, through the public crate alone.

use piaget::mind::Blueprint;
use piaget::prelude::*;
use piaget::terms::sealed::SealError;
use piaget::terms::{Name, Vec2, Vec3};
use piaget::{CannotRestore, restore, restore_in, save};
use std::sync::Arc;

const GUARD: &str = r#"
character "guard"
percepts { kind "thief" }
selector "thief" "thief"
beliefs persist=600 { map }
values { drive "duty" start=0.2 grow=0.01 }
actions { tuple "catch" value="duty" object="thief" { do "approach" } }
"#;

fn guard(text: &str) -> Arc<Character> {
    Arc::new(piaget::parse_character("guard.kdl", text).expect("a good character"))
}

fn yard() -> Arc<Terrain> {
    let wall = Wall { centre: Vec2::new(0.0, 3.0), half: Vec2::new(3.0, 0.1), yaw: 0.0, height_m: 2.0 };
    Arc::new(Terrain::around_origin(20.0, 20.0).with_walls(vec![wall]))
}

/// A thief walks behind the wall.
fn step(mind: &mut Mind, tick: u32) -> Intent {
    let at = Vec3::new(-6.0 + tick as f32 * 0.1, 0.0, 4.0);
    let thief = [Sighting::new(HostId(1), Name::cut("thief"), at)];
    let sightings = if tick < 20 { &thief[..] } else { &[] };
    let body = BodySense::standing(Vec3::Z * -4.0, 0.0);
    let sight = &SightBy(|point: Vec3| point.z < 3.0);
    let time_s = f64::from(tick) * 0.1;
    mind.step(&Senses::new(time_s, 0.1, &body, sight).sightings(sightings)).clone()
}

#[test]
fn a_mind_saved_in_the_middle_goes_on_to_the_bit() {
    let (character, yard) = (guard(GUARD), yard());
    let mut mind = Mind::new(character.clone(), yard.clone(), 3);
    (0..40).for_each(|tick| drop(step(&mut mind, tick)));
    let mut again = restore(character, yard, &save(&mind).unwrap()).expect("it fits");
    for tick in 40..80 {
        assert_eq!(step(&mut mind, tick), step(&mut again, tick), "tick {tick}");
    }
    assert_eq!(save(&mind), save(&again));
}

#[test]
fn bytes_that_do_not_fit_are_refused_with_a_sentence() {
    let blueprint = Arc::new(Blueprint::new(guard(GUARD), yard()));
    let bytes = save(&Mind::from_blueprint(&blueprint, 3)).unwrap();
    let refused = |bytes: &[u8]| restore_in(&blueprint, bytes).err().expect("a refusal");
    assert!(matches!(refused(&[]), CannotRestore::Sealed(SealError::Other { .. })));
    let half = refused(&bytes[..bytes.len() / 2]);
    assert!(half.to_string().starts_with("the saved mind is cut short"), "{half}");
    for bit in 0..bytes.len() * 8 {
        let mut bent = bytes.clone();
        bent[bit / 8] ^= 1 << (bit % 8);
        let refused = refused(&bent);
        assert!(matches!(refused, CannotRestore::Sealed(_)), "bit {bit}: {refused}");
    }
    let renamed = guard(&GUARD.replace("\"guard\"", "\"dog\""));
    assert!(matches!(restore(renamed, yard(), &bytes), Err(CannotRestore::OtherCharacter { .. })));
}

#[test]
fn minds_in_one_blueprint_are_as_if_each_had_its_own_on_any_number_of_threads() {
    let blueprint = Arc::new(Blueprint::new(guard(GUARD), yard()));
    let mut crowd: Vec<Mind> = (0..20).map(|seed| Mind::from_blueprint(&blueprint, seed)).collect();
    for tick in 0..60 {
        piaget::for_each(&mut crowd, |mind| drop(step(mind, tick)));
    }
    for (seed, mind) in crowd.iter().enumerate() {
        let mut alone = Mind::new(guard(GUARD), yard(), seed as u64);
        (0..60).for_each(|tick| drop(step(&mut alone, tick)));
        assert_eq!(save(mind), save(&alone), "seed {seed}");
    }
}

#[test]
fn a_mind_goes_on_with_an_edited_character_and_keeps_what_it_believes() {
    let yard = yard();
    let mut mind = Mind::new(guard(GUARD), yard.clone(), 3);
    (0..40).for_each(|tick| drop(step(&mut mind, tick)));
    let believed = mind.report().beliefs;
    assert!(!believed.is_empty());
    let faster = guard(&GUARD.replace("\"approach\"", "\"approach\" speed=\"run\""));
    mind.change_character(&Arc::new(Blueprint::new(faster, yard.clone())));
    assert_eq!(mind.report().beliefs, believed);
    let intent = step(&mut mind, 41);
    assert!(intent.travel.is_some_and(|travel| travel.speed_m_per_s > 2.0), "{intent:?}");
    // Percepts that are numbered otherwise are asked anew: the thief is still the one that is meant.
    let other = guard(&GUARD.replace("kind \"thief\"", "kind \"dog\"; kind \"thief\""));
    let believed = mind.report().beliefs;
    mind.change_character(&Arc::new(Blueprint::new(other, yard)));
    assert_eq!(mind.report().beliefs, believed);
    assert!(step(&mut mind, 42).travel.is_some(), "it goes on after the thief");
}

#[test]
fn a_character_on_disk_finds_what_it_includes_and_says_what_is_wrong() {
    let characters = crate::root().join("characters");
    assert_eq!(piaget::load_character(characters.join("duncan.kdl")).expect("duncan").name, "duncan");
    let missing = piaget::load_character(characters.join("nobody.kdl")).unwrap_err();
    assert!(missing.0[0].message.contains("cannot be read"), "{missing}");
}
