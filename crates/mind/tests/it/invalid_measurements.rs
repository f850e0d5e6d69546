//! Measurements that make no sense, features that change their type, and clocks that stand still or jump: expectations outlive them.

use crate::expecting::{CUBE, Slit, Window, cube, only, watch};
use crate::support::{Life, TICK_S};
use piaget_terms::{Feature, FeatureValue, Name, Senses, Sighting, Vec3};

/// A cube whose glow is as told.
fn glowing(value: FeatureValue) -> Sighting {
    let mut seen = cube(Vec3::Z * 3.0);
    seen.features.push(Feature::new(Name::cut("glow"), value));
    seen
}

/// A life in which the cube has glowed by a half for four seconds.
fn used_to_glowing() -> Life {
    let mut life = Life::new(CUBE);
    for _ in 0..40 {
        life.senses(&[glowing(FeatureValue::Number(0.5))], &[], &Window);
    }
    life
}

fn expects_a_half(life: &Life) -> bool {
    let config = &life.mind.character().expect.features[2];
    matches!(only(life).expectation.tracks[2].expected(config), Some(FeatureValue::Number(n)) if (n - 0.5).abs() < 0.05)
}

#[test]
fn a_measurement_that_is_no_number_is_no_measurement() {
    for nonsense in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let mut life = used_to_glowing();
        let sure = only(&life).expectation.tracks[2].confidence.value;
        life.senses(&[glowing(FeatureValue::Number(nonsense))], &[], &Window);
        let track = &only(&life).expectation.tracks[2];
        assert_eq!(track.likelihood, None, "there was nothing to judge");
        assert!(!track.violations.any() && track.confidence.value > sure - 0.3);
        assert!(expects_a_half(&life));
        // Neither is a thing that is nowhere: it was not seen.
        life.senses(&[cube(Vec3::new(nonsense, 0.0, 3.0))], &[], &Slit);
        assert_eq!(life.mind.report().dropped, 1);
        assert!(!only(&life).now.seen && only(&life).now.position.is_finite());
    }
}

/// Numbers so large that their squares are none have made an estimate that was no number for good.
#[test]
fn a_measurement_beyond_all_measure_does_no_harm() {
    let mut life = used_to_glowing();
    // Some of it is odd, and so little believed that what comes after is as it was expected before.
    for (huge, odd) in [(f32::MAX, false), (1e12, true), (-f32::MAX, false), (-1e12, true), (0.5, false)] {
        life.senses(&[glowing(FeatureValue::Number(huge))], &[], &Window);
        let track = &only(&life).expectation.tracks[2];
        assert_eq!(track.violations.any(), odd, "{huge}");
        let config = &life.mind.character().expect.features[2];
        assert!(track.foretold(config, 1.0).unwrap().is_finite() && track.deviation_m(config).is_finite());
    }
    for _ in 0..400 {
        life.senses(&[glowing(FeatureValue::Number(0.5))], &[], &Window);
    }
    assert!(!only(&life).expectation.violations().any() && expects_a_half(&life));
}

#[test]
fn a_feature_that_changes_its_type_is_as_odd_as_can_be_and_does_no_harm() {
    let types = [
        FeatureValue::Word(Name::cut("bright")),
        FeatureValue::Vector(Vec3::X * 0.5),
        FeatureValue::Number(0.5),
    ];
    for other in &types[..2] {
        let mut life = used_to_glowing();
        life.senses(&[glowing(*other)], &[], &Window);
        let track = &only(&life).expectation.tracks[2];
        assert_eq!(track.likelihood, Some(0.0));
        assert!(track.violations.surprise, "{other:?}");
        // In the end one gets used to it, and to what it was before.
        for seen in [*other, types[2]] {
            let mut odd = 0;
            for tick in 0..600 {
                life.senses(&[glowing(seen)], &[], &Window);
                odd += u32::from(tick >= 500 && only(&life).expectation.tracks[2].violations.any());
            }
            assert_eq!(odd, 0, "{seen:?}");
        }
        assert!(expects_a_half(&life));
    }
    // A word that becomes a number.
    let counted =
        CUBE.replace("feature \"glow\" predictor=\"kalman\"", "feature \"glow\" predictor=\"discrete\"");
    let mut life = Life::new(&counted);
    for _ in 0..40 {
        life.senses(&[glowing(types[0])], &[], &Window);
    }
    life.senses(&[glowing(types[2])], &[], &Window);
    let track = &only(&life).expectation.tracks[2];
    assert!(track.violations.surprise);
    let expected = track.expected(&life.mind.character().expect.features[2]);
    assert_eq!(expected, Some(types[0]), "what is no word is not counted");
}

#[test]
fn a_clock_that_stands_still_changes_no_expectation() {
    let mut life = used_to_glowing();
    let before = only(&life);
    life.ticks -= 1;
    for seen in [vec![glowing(FeatureValue::Number(9.0))], vec![cube(Vec3::X)], vec![]] {
        life.ticks -= 1;
        life.senses(&seen, &[], &Window);
        assert_eq!(only(&life).expectation.tracks, before.expectation.tracks);
        assert_eq!(life.mind.report().dropped, 1, "it is counted as nonsense");
    }
}

#[test]
fn a_clock_that_jumps_by_an_hour_leaves_no_certainty_and_no_nonsense() {
    let (here, there) = (Vec3::Z * 3.0, Vec3::new(2.0, 0.0, 5.0));
    // The host says that the tick lasted an hour, or that it was short and the clock is an hour on.
    for tick_s in [3600.0, TICK_S] {
        let mut life = Life::new(CUBE);
        watch(&mut life, here, 60);
        let time_s = life.time_s() + 3600.0;
        let (body, config) = (life.body.clone(), life.mind.character().expect.features[0]);
        let mut sees = |time_s: f64, tick_s: f32, at: Vec3| {
            let sightings = [cube(at)];
            let (sightings, sounds) = (&sightings[..], &[][..]);
            life.mind.step(&Senses::new(time_s, tick_s, &body, &Window).sightings(sightings).sounds(sounds));
            only(&life).expectation.tracks[0].clone()
        };
        let track = sees(time_s, tick_s, there);
        assert_eq!(
            track.violations.any(),
            tick_s < 1.0,
            "in an hour it may have gone anywhere, in a tick not"
        );
        for tick in 1..100 {
            let track = sees(time_s + f64::from(tick) * f64::from(TICK_S), TICK_S, there);
            assert!(
                track.foretold(&config, 1.0).unwrap().is_finite() && track.deviation_m(&config).is_finite()
            );
            assert!((0.0..=1.0).contains(&track.confidence.value));
            assert!(tick < 60 || !track.violations.any(), "tick {tick}");
        }
        assert!(only(&life).now.position.distance(there) < 0.1);
    }
}
