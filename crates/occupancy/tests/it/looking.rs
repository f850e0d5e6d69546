//! Looking and not finding, finding where it was or was not expected, and falling back when nothing is left.

use piaget_occupancy::{
    Distribution, Lattice, MOST_SALIENT, Map, Outcome, Prior, Seen, Verification, Visible, salience,
};
use piaget_terms::{Chance, Rect, Terrain, Vec2, Vec3, Wall};
use std::sync::Arc;

fn map() -> Arc<Map> {
    Map::new(Lattice::hexagons(&Terrain::open(Rect::centred(12.0, 12.0)), 0.5, 0.0))
}

fn look(visible: &mut Visible, belief: &Distribution, sees: impl Fn(Vec3) -> bool) {
    visible.clear();
    visible.ask_with(belief, 0.3, |points, seen| {
        points.iter().zip(seen).for_each(|(point, seen)| *seen = sees(*point));
    });
}

#[test]
fn predictions_are_true_false_or_unverifiable() {
    let map = map();
    let mut visible = Visible::new(map.lattice());
    let mut belief = Distribution::seen(&map, Seen::at(Vec2::ZERO, 0.1));
    belief.spread(1.0);
    look(&mut visible, &belief, |_| false);
    let culled = belief.cull(&visible, 1.0, Prior::Uniform);
    assert_eq!((culled.outcome, culled.verification), (Outcome::Untouched, Verification::Unverifiable));
    assert_eq!(culled.confusion, 0.0);
    look(&mut visible, &belief, |point| point.x < 0.3);
    let culled = belief.cull(&visible, 1.0, Prior::Uniform);
    assert_eq!((culled.outcome, culled.verification), (Outcome::Revised, Verification::False));
    assert!(culled.confusion > 0.5);
    assert_eq!(belief.mass_in(|place| place.x < 0.29), 0.0);
    let best = belief.most_likely().unwrap().place;
    let mut found = belief.clone();
    assert_eq!(found.observe(Seen::at(best, 0.1)).verification, Verification::True);
    let surprise = belief.observe(Seen::at(Vec2::new(-5.0, 5.0), 0.1));
    assert_eq!(surprise.verification, Verification::False);
    assert_eq!(surprise.salience(), MOST_SALIENT);
}

#[test]
fn salience_never_divides_by_zero() {
    assert_eq!(salience(1.0), 0.0);
    assert_eq!(salience(0.5), 1.0);
    assert_eq!(salience(0.0), MOST_SALIENT);
    assert_eq!(salience(f32::NAN), MOST_SALIENT);
    let belief = Distribution::seen(&map(), Seen::at(Vec2::ZERO, 0.1));
    assert!(belief.place_distance(Vec2::ZERO) < 1e-6);
    assert_eq!(belief.place_distance(Vec2::new(5.0, 5.0)), MOST_SALIENT);
}

#[test]
fn only_nodes_with_mass_are_asked_about_and_each_once() {
    let map = map();
    let mut visible = Visible::new(map.lattice());
    let mut belief = Distribution::seen(&map, Seen::at(Vec2::ZERO, 0.1));
    belief.spread(0.1);
    look(&mut visible, &belief, |_| false);
    let with_mass = belief.nodes_with_mass().count();
    assert_eq!(visible.asked(), with_mass);
    assert!(with_mass < map.lattice().len() / 4);
    visible.ask_with(&belief, 0.3, |_, _| panic!("asked twice"));
}

#[test]
fn nothing_left_falls_back_to_what_is_hidden_and_reachable() {
    // A sealed room in the corner cannot be reached.
    let wall = |centre, yaw| Wall { centre, half: Vec2::new(2.2, 0.1), yaw, height_m: 2.0 };
    let room =
        vec![wall(Vec2::new(-4.0, -2.0), 0.0), wall(Vec2::new(-2.0, -4.0), std::f32::consts::FRAC_PI_2)];
    let field = Terrain { bounds: Rect::centred(12.0, 12.0), walls: room, grid: None };
    let map = Map::new(Lattice::hexagons(&field, 0.5, 0.0));
    let mut visible = Visible::new(map.lattice());
    let mut belief = Distribution::seen(&map, Seen::at(Vec2::new(3.0, 3.0), 0.1));
    belief.spread(0.5);
    visible.ask_everywhere(map.lattice(), 0.3, |points, seen| {
        points.iter().zip(seen).for_each(|(point, seen)| *seen = point.x > 0.0);
    });
    let culled = belief.cull(&visible, 1.0, Prior::Uniform);
    assert_eq!(culled.outcome, Outcome::FellBack);
    assert!((culled.confusion - 1.0).abs() < 1e-5);
    assert_eq!(belief.mass_in(|place| place.x > 0.0), 0.0);
    assert_eq!(belief.mass_in(|place| place.x < -2.5 && place.y < -2.5), 0.0);
    assert!((belief.total_probability() - 1.0).abs() < 1e-5);
    // With places to go by, it goes by those.
    let mut belief = Distribution::seen(&map, Seen::at(Vec2::new(3.0, 3.0), 0.1));
    let places = [(Vec2::new(-3.0, 3.0), 3.0), (Vec2::new(-3.0, 5.0), 1.0), (Vec2::new(3.0, 5.0), 9.0)];
    assert_eq!(belief.cull(&visible, 1.0, Prior::Places(&places)).outcome, Outcome::FellBack);
    assert!((belief.mass_within(Vec2::new(-3.0, 3.0), 0.5) - 0.75).abs() < 1e-5);
}

/// As printed, a still thing that the eyes miss once is culled for good; with a detection rate it comes back.
#[test]
fn a_thing_overlooked_is_found_again() {
    let map = map();
    let mut visible = Visible::new(map.lattice());
    let place = Vec2::new(2.0, 1.0);
    for (trial, rate) in [0.9f32, 0.7, 0.5].into_iter().cycle().take(60).enumerate() {
        let mut chance = Chance::of_part(5, trial as u64);
        let mut belief = Distribution::seen(&map, Seen::at(place, 0.1));
        let mut found = false;
        for _ in 0..400 {
            belief.spread(0.1);
            let best = belief.most_likely().unwrap().place;
            if best.distance(place) < 1.0 && chance.happens(rate) {
                found = true;
                break;
            }
            look(&mut visible, &belief, |point| Vec2::new(point.x, point.z).distance(best) < 1.0);
            belief.cull(&visible, rate, Prior::Uniform);
        }
        assert!(found, "lost with a detection rate of {rate}");
    }
}

#[test]
fn peaks_are_separate_and_in_order() {
    let map = map();
    let places = [(Vec2::new(-4.0, 0.0), 3.0), (Vec2::new(4.0, 0.0), 2.0), (Vec2::new(0.0, 4.0), 1.0)];
    let mut belief = Distribution::from_places(&map, &places);
    belief.spread(2.0);
    let mut peaks = Vec::new();
    belief.peaks(5, 2.0, &mut peaks);
    assert_eq!(peaks.len(), 3, "{peaks:?}");
    for (peak, (place, _)) in peaks.iter().zip(places) {
        assert!(peak.place.distance(place) < 0.8, "{peak:?}");
        assert!(peak.mass >= peak.probability);
    }
    assert!(belief.entropy_bits() > 1.0);
}

#[test]
fn a_still_thing_is_less_salient_than_a_walker_than_a_zigzag() {
    let map = Map::new(Lattice::hexagons(&Terrain::open(Rect::centred(40.0, 40.0)), 0.5, 0.0));
    let mean_salience = |place: &dyn Fn(f32) -> Vec2| {
        let mut belief = Distribution::seen(&map, Seen::at(place(0.0), 0.1));
        let mut sum = 0.0;
        for tick in 1..200 {
            belief.spread(0.1);
            let observed = belief.observe(Seen::at(place(tick as f32 * 0.1), 0.1));
            sum += if tick > 20 { 1.0 - observed.likelihood_ratio } else { 0.0 };
        }
        sum / 180.0
    };
    let still = mean_salience(&|_| Vec2::ZERO);
    let straight = mean_salience(&|t| Vec2::new(t - 10.0, 0.3));
    let zigzag = mean_salience(&|t| {
        let phase = (t / 0.8) % 2.0;
        Vec2::new(t * 0.5 - 5.0, if phase < 1.0 { phase } else { 2.0 - phase } * 0.69)
    });
    assert!(still < straight && straight < zigzag, "{still} {straight} {zigzag}");
}

/// A thing that is likely overlooked on the right loses little there.
#[test]
fn what_is_hardly_noticed_is_hardly_culled() {
    let map = map();
    let mut visible = Visible::new(map.lattice());
    let mut belief = Distribution::seen(&map, Seen::at(Vec2::ZERO, 0.1));
    belief.spread(4.0);
    let before = belief.clone();
    look(&mut visible, &belief, |_| true);
    let culled = belief.cull_by(&visible, Prior::Uniform, |place| if place.x < 0.0 { 1.0 } else { 0.25 });
    assert_eq!(belief.mass_in(|place| place.x < 0.0), 0.0);
    assert_eq!(culled.outcome, Outcome::Revised);
    let right = before.mass_in(|place| place.x >= 0.0);
    assert!((culled.confusion - (1.0 - right * 0.75)).abs() < 1e-4, "{culled:?}");
    let total = belief.mass_in(|_| true);
    assert!((total - 1.0).abs() < 1e-5, "{total}");
    let one_node = before.most_likely().unwrap().place + Vec2::X;
    let ratio = |map: &Distribution| map.likelihood_ratio(one_node);
    assert!(ratio(&belief) >= ratio(&before));
}

/// With the same chance everywhere it is the same as culling by one rate.
#[test]
fn culling_by_place_with_one_rate_is_culling() {
    let map = map();
    let (mut visible, mut chance) = (Visible::new(map.lattice()), Chance::new(9));
    for _ in 0..40 {
        let at = Vec2::new(chance.between(-5.0, 5.0), chance.between(-5.0, 5.0));
        let mut one = Distribution::seen(&map, Seen::at(at, 0.1));
        one.spread(chance.between(0.1, 8.0));
        let mut other = one.clone();
        let (edge, rate) = (chance.between(-3.0, 3.0), chance.between(0.0, 1.0));
        look(&mut visible, &one, |point| point.x < edge);
        let (a, b) =
            (one.cull(&visible, rate, Prior::Uniform), other.cull_by(&visible, Prior::Uniform, |_| rate));
        assert!((a.confusion - b.confusion).abs() < 1e-4, "{a:?} {b:?}");
        assert_eq!(a.outcome, b.outcome);
        for (node, probability) in one.nodes_with_mass() {
            assert!((other.probability(node) - probability).abs() < 1e-4);
        }
    }
}

#[test]
fn nothing_is_farther_than_the_farthest() {
    let map = map();
    let mut belief = Distribution::seen(&map, Seen::at(Vec2::new(2.0, -1.0), 0.1));
    for _ in 0..5 {
        belief.spread(1.0);
        let from = Vec2::new(-4.0, 3.0);
        let farthest = belief.farthest_m(from);
        let truth = belief.nodes_with_mass().map(|(node, _)| map.lattice().place(node).distance(from));
        let truth = truth.fold(0.0, f32::max);
        // Rows end at whole blocks, of which the last may be empty.
        assert!(farthest >= truth - 1e-4 && farthest < truth + 20.0, "{farthest} {truth}");
    }
}
