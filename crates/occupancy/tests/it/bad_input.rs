//! Input that makes no sense has a defined answer, and never a panic, a NaN or a lost probability.

use piaget_occupancy::{
    Distribution, Lattice, Map, Outcome, Prior, Seen, Settings, Spread, Verification, Visible,
};
use piaget_terms::{Rect, Terrain, Vec2, Wall};

fn field(side_m: f32) -> Terrain {
    Terrain::open(Rect::centred(side_m, side_m))
}

fn check_sum(belief: &Distribution) {
    let total = belief.total_probability();
    assert!((total - 1.0).abs() < 1e-5, "sums to {total}");
}

#[test]
fn no_node_at_all() {
    let nothing = [
        Lattice::hexagons(&Terrain::open(Rect::centred(0.0, 5.0)), 0.5, 0.0),
        Lattice::squares(&Terrain::open(Rect::centred(-3.0, 5.0)), 0.5, 0.0),
        Lattice::graph(&[], &[(0, 1)]),
    ];
    for lattice in nothing {
        assert!(lattice.is_empty());
        check_nothing(lattice);
    }
}

#[test]
fn everything_blocked() {
    let block = Wall { centre: Vec2::ZERO, half: Vec2::splat(100.0), yaw: 0.3, height_m: 1.0 };
    let full = Terrain { walls: vec![block], ..field(10.0) };
    check_nothing(Lattice::hexagons(&full, 0.5, 0.0));
    check_nothing(Lattice::squares(&full, 0.5, 0.0));
}

fn check_nothing(lattice: Lattice) {
    let map = Map::new(lattice);
    let mut belief = Distribution::uniform(&map);
    let visible = Visible::new(map.lattice());
    let observed = belief.observe(Seen::at(Vec2::ONE, 0.1));
    assert_eq!((observed.node, observed.verification), (None, Verification::Unverifiable));
    belief.spread(0.1);
    assert_eq!(belief.cull(&visible, 1.0, Prior::Uniform).outcome, Outcome::NoMap);
    assert_eq!(belief.most_likely(), None);
    assert_eq!(belief.mean(), None);
    assert_eq!(belief.entropy_bits(), 0.0);
    assert_eq!(belief.likelihood_ratio(Vec2::ZERO), 0.0);
    assert_eq!(belief.total_probability(), 0.0);
    let mut peaks = Vec::new();
    belief.peaks(3, 1.0, &mut peaks);
    assert!(peaks.is_empty());
}

#[test]
fn one_node() {
    for lattice in [
        Lattice::hexagons(&field(0.4), 0.5, 0.0),
        Lattice::squares(&field(0.4), 0.5, 0.0),
        Lattice::graph(&[Vec2::ZERO], &[]),
    ] {
        assert_eq!(lattice.len(), 1);
        for spread in [Spread::default(), Spread::isotropic(0.5), Spread::velocity_driven(0.5, 0.9)] {
            let map = Map::with(lattice.clone(), Settings { spread, ..Settings::default() });
            let seen = Seen { velocity: Some(Vec2::new(3.0, 1.0)), ..Seen::at(Vec2::new(9.0, 9.0), 0.1) };
            let mut belief = Distribution::seen(&map, seen);
            for _ in 0..100 {
                belief.spread(0.1);
            }
            check_sum(&belief);
            assert_eq!(belief.most_likely().unwrap().node, map.lattice().nearest(Vec2::ZERO).unwrap());
            // The only place is in view and empty: there is nothing else to believe.
            let mut visible = Visible::new(map.lattice());
            visible.set(map.lattice().nearest(Vec2::ZERO).unwrap(), true);
            assert_eq!(belief.cull(&visible, 1.0, Prior::Uniform).outcome, Outcome::FellBackInView);
            check_sum(&belief);
        }
    }
}

#[test]
fn places_outside_and_places_that_are_none() {
    let map = Map::new(Lattice::hexagons(&field(10.0), 0.5, 0.0));
    let mut belief = Distribution::seen(&map, Seen::at(Vec2::new(1e6, 0.0), 0.1));
    assert!(belief.most_likely().unwrap().place.x > 4.0);
    check_sum(&belief);
    let before = belief.save();
    for place in [Vec2::NAN, Vec2::new(f32::INFINITY, 0.0)] {
        assert_eq!(belief.observe(Seen::at(place, 0.1)).node, None);
        assert_eq!(belief.place_distance(place), piaget_occupancy::MOST_SALIENT);
    }
    assert_eq!(format!("{before:?}"), format!("{:?}", belief.save()));
    let far =
        Distribution::from_places(&map, &[(Vec2::splat(-1e9), 2.0), (Vec2::NAN, 1.0), (Vec2::ZERO, -1.0)]);
    check_sum(&far);
}

#[test]
fn velocities_without_measure() {
    for velocity in [Vec2::splat(f32::INFINITY), Vec2::NAN, Vec2::new(f32::MAX, 0.0), Vec2::new(-1e12, 3.0)] {
        for spread in [Spread::default(), Spread::velocity_driven(0.5, 0.98)] {
            let map = Map::with(
                Lattice::hexagons(&field(10.0), 0.5, 0.0),
                Settings { spread, ..Settings::default() },
            );
            let seen = Seen { velocity: Some(velocity), ..Seen::at(Vec2::ZERO, 0.1) };
            let mut belief = Distribution::seen(&map, seen);
            for _ in 0..20 {
                belief.spread(0.1);
            }
            check_sum(&belief);
            assert!(belief.mean().unwrap().is_finite());
        }
    }
}

#[test]
fn ticks_long_and_wrong() {
    let map = Map::new(Lattice::hexagons(&field(20.0), 0.5, 0.0));
    let seen = Seen { velocity: Some(Vec2::new(0.5, 0.0)), ..Seen::at(Vec2::ZERO, 0.1) };
    let mut belief = Distribution::seen(&map, seen);
    let before = format!("{:?}", belief.save());
    for tick_s in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        belief.spread(tick_s);
    }
    assert_eq!(before, format!("{:?}", belief.save()));
    belief.spread(10.0);
    check_sum(&belief);
    assert!((belief.most_likely().unwrap().place.x - 5.0).abs() < 1.5);
    belief.spread(1e9);
    check_sum(&belief);
}

#[test]
fn a_view_of_everything_with_eyes_that_miss() {
    let map = Map::new(Lattice::hexagons(&field(10.0), 0.5, 0.0));
    let mut belief = Distribution::uniform(&map);
    belief.observe(Seen::at(Vec2::ONE, 0.1));
    belief.spread(1.0);
    let mut visible = Visible::new(map.lattice());
    visible.ask_everywhere(map.lattice(), 0.3, |_, seen| seen.fill(true));
    let before: Vec<f32> = belief.nodes_with_mass().map(|(_, p)| p).collect();
    let culled = belief.cull(&visible, 0.9, Prior::Uniform);
    assert!((culled.confusion - 0.9).abs() < 1e-4);
    assert_eq!((culled.outcome, culled.verification), (Outcome::Revised, Verification::False));
    let after: Vec<f32> = belief.nodes_with_mass().map(|(_, p)| p).collect();
    assert!(before.iter().zip(&after).all(|(a, b)| (a - b).abs() < 1e-6), "looking everywhere tells nothing");
    assert_eq!(belief.cull(&visible, 1.0, Prior::Uniform).outcome, Outcome::FellBackInView);
    check_sum(&belief);
    for rate in [f32::NAN, -3.0, 7.0, f32::INFINITY] {
        belief.cull(&visible, rate, Prior::Uniform);
        check_sum(&belief);
    }
}

#[test]
fn ten_thousand_things() {
    let map = Map::new(Lattice::hexagons(&field(10.0), 0.5, 0.0));
    let mut things: Vec<Distribution> = (0..10_000)
        .map(|thing| Distribution::seen(&map, Seen::at(Vec2::new(thing as f32 * 0.001 - 5.0, 0.0), 0.1)))
        .collect();
    for thing in &mut things {
        thing.spread(0.5);
    }
    things.iter().step_by(997).for_each(check_sum);
}

/// Longer than the universe: a mind under random senses had a map that held nothing afterwards.
#[test]
fn a_tick_without_measure() {
    for spread in [Spread::default(), Spread::isotropic(0.5), Spread::velocity_driven(0.5, 0.9)] {
        let map =
            Map::with(Lattice::hexagons(&field(20.0), 0.5, 0.0), Settings { spread, ..Settings::default() });
        for long_s in [1.0e5, 1.0e20, f32::MAX] {
            let mut belief = Distribution::seen(&map, Seen::at(Vec2::ZERO, 0.1));
            for at in [Vec2::X, Vec2::new(1.0, 2.0), Vec2::new(-30.0, 4.0)] {
                belief.observe(Seen::at(at, 0.1));
                belief.spread(0.1);
                belief.spread(long_s);
                assert!((belief.total_probability() - 1.0).abs() < 1e-4, "spread for {long_s} s");
                belief.observe(Seen::at(at, long_s));
                assert!((belief.total_probability() - 1.0).abs() < 1e-4, "seen after {long_s} s");
                belief.spread(0.1);
                assert!((belief.total_probability() - 1.0).abs() < 1e-4, "and went on");
            }
        }
    }
}
