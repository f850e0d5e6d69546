//! A thing on its way somewhere is expected along the shortest way there, round the corners that it has not been seen
//! to take yet.

use piaget_occupancy::{Calibrated, Distribution, Habits, Journeys, Lattice, Map, Seen, Settings, Spread};
use piaget_terms::{Rect, Terrain, Vec2, Wall};
use std::sync::Arc;

const SPEED_MPS: f32 = 1.0;
const TICK_S: f32 = 0.1;

/// A passage of 4 m along the lower edge and, from its right end, along the right edge: the rest is wall.
fn bent_passage() -> Terrain {
    let rest = Wall { centre: Vec2::new(-2.0, 2.0), half: Vec2::new(18.0, 18.0), yaw: 0.0, height_m: 3.0 };
    Terrain { bounds: Rect::centred(40.0, 40.0), walls: vec![rest], grid: None }
}

fn settings(journeys: Option<Journeys>) -> Settings {
    let calibrated = Calibrated { journeys, stopped: 0.0, ..Calibrated::default() };
    let habits = Habits { speed_mps: SPEED_MPS, course_s: 1e4, ..Habits::default() };
    Settings { spread: Spread::Calibrated(calibrated), habits, ..Settings::default() }
}

/// Watched for 10 s on its way along the lower passage, then unseen for so long.
fn walker(map: &Arc<Map>, unseen_s: f32, tick_s: f32) -> Distribution {
    let at = |t: f32| Vec2::new(SPEED_MPS * t, -18.0);
    let mut belief = Distribution::seen(map, Seen::at(at(0.0), TICK_S));
    for look in 1..=100 {
        belief.observe(Seen::at(at(look as f32 * TICK_S), TICK_S));
    }
    for _ in 0..(unseen_s / tick_s).round() as u32 {
        belief.spread(tick_s);
    }
    belief
}

#[test]
fn a_walker_is_expected_round_the_corner_in_time() {
    let terrain = bent_passage();
    for lattice in [Lattice::hexagons(&terrain, 0.5, 0.0), Lattice::squares(&terrain, 0.5, 0.0)] {
        let journeys = Journeys { lasts_s: 1e4, ..Journeys::default() };
        for tick_s in [TICK_S, 1.0] {
            let map = Map::with(lattice.clone(), settings(Some(journeys)));
            // Ten metres to the corner at (18, -18); after 25 s it is some 15 m up the other leg.
            let belief = walker(&map, 25.0, tick_s);
            let round = belief.mass_in(|place| place.y > -15.0);
            assert!(round > 0.7, "{round} round the corner, ticks of {tick_s} s");
            let up = belief.nodes_with_mass().map(|(node, mass)| (map.lattice().place(node).y, mass));
            let (sum, mass) =
                up.filter(|(y, _)| *y > -15.0).fold((0.0, 0.0), |(s, m), (y, mass)| (s + y * mass, m + mass));
            let mean = sum / mass;
            assert!((mean - -3.0).abs() < 4.0, "{mean}");
        }
        let without =
            walker(&Map::with(lattice, settings(None)), 25.0, TICK_S).mass_in(|place| place.y > -15.0);
        assert!(without < 0.3, "a straight course ends at the wall, yet {without} is round the corner");
    }
}

#[test]
fn walking_says_where_to() {
    let field = Terrain::open(Rect::centred(40.0, 40.0));
    let map = Map::with(Lattice::hexagons(&field, 0.5, 0.0), settings(Some(Journeys::default())));
    for heading in 0..12 {
        let along = Vec2::from_angle(heading as f32 * std::f32::consts::TAU / 12.0);
        let at = |t: f32| along * (SPEED_MPS * t - 5.0);
        let mut belief = Distribution::seen(&map, Seen::at(at(0.0), TICK_S));
        for look in 1..=100 {
            belief.observe(Seen::at(at(look as f32 * TICK_S), TICK_S));
        }
        for _ in 0..60 {
            belief.spread(TICK_S);
        }
        let off = belief.mean().unwrap().distance(at(16.0));
        assert!(off < 2.0, "heading {heading}/12: {off} m off after 6 m unseen");
    }
}

#[test]
fn on_a_graph_and_on_no_ground_a_thing_keeps_its_course() {
    let places: Vec<Vec2> = (0..20).map(|at| Vec2::new(at as f32, 0.0)).collect();
    let ways: Vec<(u32, u32)> = (1..20).map(|at| (at - 1, at)).collect();
    let nothing = Terrain::open(Rect::centred(0.0, 0.0));
    for lattice in [Lattice::graph(&places, &ways), Lattice::squares(&nothing, 1.0, 0.0)] {
        let empty = lattice.is_empty();
        let map = Map::with(lattice, settings(Some(Journeys::default())));
        let mut belief = Distribution::seen(&map, Seen::at(Vec2::ZERO, TICK_S));
        belief.observe(Seen { velocity: Some(Vec2::X), ..Seen::at(Vec2::new(1.0, 0.0), 1.0) });
        belief.spread(3.0);
        assert!(empty || (belief.total_probability() - 1.0).abs() < 1e-5);
    }
}
