//! Senses that make no sense are left out and counted; a tick never panics.

use crate::support::{Life, field, mind, thing};
use piaget_mind::Mind;
use piaget_terms::{
    Blind, BodySense, Effector, EffectorSighting, Extent, Feature, FeatureValue, HostId, Name, Occlusion,
    Senses, Sight, Sighting, Sound, Utterance, Vec3,
};
use proptest::prelude::*;
use std::sync::Arc;

const RACCOON: &str = r#"
    character "raccoon"
    list "edible" "egg"
    percepts {
        kind "thing" anything=#true { location "near" within=3 fade=2; motion "coming" approaching=0.1 }
        proximity "in-hand" "left-hand" "right-hand" within=0.3
        pose "faces-me" faces="self"
        on-list "food" list="edible"
        feature "bright" path="light" above=0.5
        utterance "said" words="look at {kind}"
        was "came" "coming" within=1
    }
    beliefs persist=3 most=32
    other "faces-me"
    selector "food" "food" nearest=#true within=50 from="left-hand"
    selector "fast" faster=0.1 fastest=#true
    selector "then" "thing" ago=0.5 farthest=#true
"#;

#[test]
fn what_makes_no_sense_is_left_out_and_counted() {
    let mut life = Life::new(RACCOON);
    let fine = thing(1, "egg", "white", Vec3::Z);
    let nowhere = thing(2, "egg", "white", Vec3::new(f32::NAN, 0.0, 0.0));
    let doubtful = thing(3, "egg", "white", Vec3::X).confidence(f32::NAN);
    let twice = thing(1, "egg", "white", Vec3::X * 5.0);
    let mut odd = thing(4, "egg", "white", Vec3::X * 9.0);
    odd.features.push(Feature::new(Name::cut("light"), FeatureValue::Number(f32::INFINITY)));
    odd.effectors.push(EffectorSighting::new(Effector::Nose, Vec3::NAN));
    let backwards = Occlusion { left_m: -1.0, ..Occlusion::NONE };
    let endless = Extent::new(1.0, f32::INFINITY);
    let outlined = thing(5, "egg", "white", Vec3::X * -9.0).occlusion(backwards).extent(endless);
    life.sees(&[fine, nowhere, doubtful, twice, odd, outlined]);
    let report = life.mind.report();
    assert_eq!(report.dropped, 7);
    assert_eq!(report.beliefs.len(), 3);
    life.sees(&[]);
    assert_eq!(life.mind.report().dropped, 0);
}

#[test]
fn of_ten_thousand_sightings_the_nearest_are_taken_in() {
    let mut life = Life::new("character \"x\"\nbeliefs most=64\nperceive max-sightings=100");
    let far = |id: u32| thing(id, "egg", "white", Vec3::new(10.0 + id as f32, 0.0, 0.0));
    let crowd: Vec<Sighting> = (0..10_000).rev().map(far).collect();
    for _ in 0..3 {
        life.sees(&crowd);
        let report = life.mind.report();
        assert_eq!(report.dropped, 9_900);
        assert_eq!(report.beliefs.len(), 63);
        assert!(report.beliefs.iter().all(|belief| belief.position.x < 110.0));
    }
}

#[test]
fn a_clock_that_stands_still_or_runs_back_changes_nothing_but_is_counted() {
    let mut mind = mind("character \"x\"\nbeliefs persist=1");
    let body = BodySense::standing(Vec3::ZERO, 0.0);
    let sheep = [thing(1, "sheep", "white", Vec3::Z)];
    let step = |mind: &mut Mind, time_s: f64, tick_s: f32, sightings: &[Sighting]| {
        mind.step(&Senses::new(time_s, tick_s, &body, &Blind).sightings(sightings));
        (mind.report().beliefs.len(), mind.report().dropped)
    };
    assert_eq!(step(&mut mind, 1.0, 0.1, &sheep), (1, 0));
    assert_eq!(step(&mut mind, 1.0, 0.1, &sheep), (1, 1));
    assert_eq!(step(&mut mind, 0.5, 0.1, &sheep), (1, 1));
    assert_eq!(step(&mut mind, f64::NAN, 0.1, &[]), (1, 1));
    assert_eq!(step(&mut mind, 1e300, 0.1, &sheep), (1, 1));
    assert_eq!(step(&mut mind, 1.1, f32::NAN, &[]), (1, 1));
    assert_eq!(step(&mut mind, 1.2, -1.0, &[]), (1, 1));
    assert_eq!(step(&mut mind, 1.3, 0.1, &[]), (1, 0));
    assert_eq!(step(&mut mind, 3.0, 0.1, &[]), (0, 0));
}

/// Says that everything is in view, or nothing, at random.
struct Fickle(bool);

impl Sight for Fickle {
    fn sees(&self, _points: &[Vec3], seen: &mut [bool]) {
        seen.fill(self.0);
    }

    fn detection_rate(&self) -> f32 {
        f32::NAN
    }
}

fn any_number() -> impl Strategy<Value = f32> {
    prop_oneof![
        -20.0f32..20.0,
        Just(f32::NAN),
        Just(f32::INFINITY),
        Just(f32::MAX),
        Just(0.0f32),
        any::<f32>()
    ]
}

fn any_place() -> impl Strategy<Value = Vec3> {
    (any_number(), any_number(), any_number()).prop_map(|(x, y, z)| Vec3::new(x, y, z))
}

fn any_sighting() -> impl Strategy<Value = Sighting> {
    (0u32..12, "(egg|cat|)", any_place(), any_number(), prop::option::of(any_place())).prop_map(
        |(id, kind, place, confidence, nose)| {
            let mut sighting = Sighting::new(HostId(id), Name::cut(&kind), place);
            sighting.confidence = confidence;
            for (effector, position) in [(Effector::Nose, nose), (Effector::Root, Some(place))] {
                sighting.effectors.extend(position.map(|position| EffectorSighting::new(effector, position)));
            }
            sighting.occlusion = nose.map(|nose| Occlusion {
                shown: nose.x,
                left_m: nose.y,
                right_m: nose.z,
                ..Occlusion::NONE
            });
            sighting.extent = nose.map(|nose| Extent::new(nose.x, nose.y));
            let value = FeatureValue::Number(confidence);
            sighting.features.push(Feature::new(Name::cut("light"), value));
            sighting
        },
    )
}

type Tick = (Vec<Sighting>, Vec<(Vec3, f32)>, (f64, f32), Vec3, bool);

fn any_tick() -> impl Strategy<Value = Tick> {
    let time = (prop_oneof![0.0f64..10.0, Just(f64::NAN), Just(f64::MAX), Just(1e12)], any_number());
    let sounds = prop::collection::vec((any_place(), any_number()), 0..4);
    (prop::collection::vec(any_sighting(), 0..20), sounds, time, any_place(), any::<bool>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_senses_make_a_mind_panic_or_believe_in_places_that_are_no_numbers(
        ticks in prop::collection::vec(any_tick(), 1..20)
    ) {
        let character = crate::support::character(RACCOON);
        let mut mind = Mind::new(Arc::clone(&character), field(), 3);
        for (sightings, sounds, (time_s, tick_s), place, sees) in &ticks {
            let mut body = BodySense::standing(*place, place.x);
            body.effectors.push(EffectorSighting::new(Effector::LeftHand, *place));
            let (cat, words) = (Name::cut("cat"), Utterance::from("look at egg").unwrap());
            let sound = |position: Vec3| Sound::new(position).speaker(cat).words(words);
            let sounds = sounds.iter().map(|&(position, loudness)| sound(position).loudness(loudness));
            let (sounds, sight): (Vec<Sound>, _) = (sounds.collect(), Fickle(*sees));
            let senses = Senses::new(*time_s, *tick_s, &body, &sight).sightings(sightings).sounds(&sounds);
            let intent = mind.step(&senses).clone();
            prop_assert!(intent.travel.is_none_or(|travel| travel.towards.is_finite()));
            for belief in mind.report().beliefs {
                prop_assert!(belief.position.is_finite());
                prop_assert!((0.0..=1.0).contains(&belief.confidence), "{}", belief.confidence);
            }
        }
    }
}
