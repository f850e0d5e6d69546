//! Who is who: how many things there are, and which is which, for eyes that are off and look away.

use crate::support::{character, field, thing};
use piaget_mind::Mind;
use piaget_mind::model::Belief;
use piaget_terms::{BodySense, Chance, Senses, Sight, Sighting, Vec3};

/// Keeps a map and matches by looks and place alone.
const DOG: &str = r#"
    character "dog"
    percepts { kind "cube" }
    beliefs persist=120 { map cell=0.5 look-height=0.2 }
"#;

/// Sees the ground up to some distance to both sides, but for strips behind walls.
struct View {
    half_m: f32,
    walls: &'static [(f32, f32)],
    detection_rate: f32,
}

impl View {
    fn hides(&self, at: Vec3) -> bool {
        let behind = |(from, to): &(f32, f32)| at.x > *from && at.x < *to && at.z > 3.0;
        at.x.abs() > self.half_m || self.walls.iter().any(behind)
    }
}

impl Sight for View {
    fn sees(&self, points: &[Vec3], seen: &mut [bool]) {
        for (point, seen) in points.iter().zip(seen) {
            *seen = !self.hides(*point);
        }
    }

    fn detection_rate(&self) -> f32 {
        self.detection_rate
    }
}

const OPEN: View = View { half_m: 9.0, walls: &[], detection_rate: 1.0 };

/// A mind that watches for some time, with an eye that is off by `noise_m`. Gives what it believes in the end, and with which thing
/// each belief began.
fn watch(
    eye: (f32, f32, u64),
    seconds: f32,
    view: &View,
    world: impl Fn(f32) -> Vec<Vec3>,
) -> (Vec<Belief>, Vec<(u32, u32)>) {
    look(eye, seconds, |_| view, world)
}

/// The same, with a view that changes.
fn look<'a>(
    (hz, noise_m, seed): (f32, f32, u64),
    seconds: f32,
    view: impl Fn(f32) -> &'a View,
    world: impl Fn(f32) -> Vec<Vec3>,
) -> (Vec<Belief>, Vec<(u32, u32)>) {
    let mut mind = Mind::new(character(DOG), field(), seed);
    let mut chance = Chance::new(seed);
    let body = BodySense::standing(Vec3::new(0.0, 0.0, -6.0), 0.0);
    let mut began: Vec<(u32, u32)> = Vec::new();
    for tick in 0..(seconds * hz) as u32 {
        let time_s = tick as f32 / hz;
        let view = view(time_s);
        let mut seen: Vec<Sighting> = Vec::new();
        for (index, place) in world(time_s).into_iter().enumerate() {
            let off = Vec3::new(chance.normal(), 0.0, chance.normal()) * noise_m;
            if !view.hides(place) && chance.unit() < view.detection_rate {
                seen.push(thing(index as u32 + 1, "cube", "red", place + off));
            }
        }
        let senses = Senses::new(f64::from(time_s), 1.0 / hz, &body, view);
        mind.step(&senses.sightings(&seen));
        for belief in &mind.view().beliefs()[1..] {
            if let (Some(host), true) = (belief.seen_as, began.iter().all(|(id, _)| *id != belief.id.0)) {
                began.push((belief.id.0, host.0));
            }
        }
    }
    (mind.view().beliefs()[1..].to_vec(), began)
}

/// Those that are seen in the end, as what they began as and what they are.
fn kept(beliefs: &[Belief], began: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let pair = |belief: &Belief| {
        let first = began.iter().find(|(id, _)| *id == belief.id.0)?.1;
        Some((first, belief.seen_as?.0))
    };
    beliefs.iter().filter_map(pair).collect()
}

#[test]
fn a_noisy_eye_that_overlooks_much_makes_no_second_thing_of_one() {
    for hz in [10.0, 30.0, 120.0] {
        for seed in 0..10 {
            let view = View { detection_rate: 0.75, ..OPEN };
            let speed = 0.3 * seed as f32;
            let world = move |t: f32| vec![Vec3::new(-6.0 + speed * t, 0.2, 4.0)];
            let (beliefs, _) = watch((hz, 0.3, seed), 4.0, &view, world);
            assert_eq!(beliefs.len(), 1, "{hz} Hz, seed {seed}");
        }
    }
}

/// Who would have to cross an open gap to come out on the other side, and was not seen in it, did not.
#[test]
fn what_comes_out_beyond_an_open_gap_is_another_and_beyond_a_closed_one_the_same() {
    for (hz, noise_m) in [(10.0, 0.05), (30.0, 0.15), (60.0, 0.0)] {
        for seed in 0..6 {
            let open = View { walls: &[(-3.0, -1.0), (1.0, 3.0)], ..OPEN };
            let stops = |t: f32| {
                let first = (-6.0 + 1.5 * t).min(-2.0);
                let second = (2.0 + 1.5 * (t - 16.0 / 3.0)).max(2.0);
                vec![Vec3::new(first, 0.2, 4.0), Vec3::new(second, 0.2, 4.0)]
            };
            let (beliefs, _) = watch((hz, noise_m, seed), 8.0, &open, stops);
            assert_eq!(beliefs.len(), 2, "open, {hz} Hz, {noise_m} m, seed {seed}");
            let closed = View { walls: &[(-3.0, 3.0)], ..OPEN };
            let goes_on = |t: f32| vec![Vec3::new(-6.0 + 1.5 * t, 0.2, 4.0)];
            let (beliefs, _) = watch((hz, noise_m, seed), 8.0, &closed, goes_on);
            assert_eq!(beliefs.len(), 1, "closed, {hz} Hz, {noise_m} m, seed {seed}");
        }
    }
}

/// Two that look the same pass close by each other in plain view, before an eye that could take one for the other.
#[test]
fn two_that_pass_each_other_closely_keep_who_they_are() {
    let (mut right, mut number) = (0, 0);
    for seed in 0..30 {
        let view = View { detection_rate: 0.9, ..OPEN };
        let world = |t: f32| vec![Vec3::new(-4.0 + t, 0.2, 4.0), Vec3::new(4.0 - t, 0.2, 4.3)];
        let (beliefs, began) = watch((10.0, 0.15, seed), 8.0, &view, world);
        number += usize::from(beliefs.len() == 2);
        right += usize::from(kept(&beliefs, &began).iter().all(|(first, now)| first == now));
    }
    assert!(number >= 29 && right >= 29, "{number} and {right} of 30");
}

/// Who goes on over the edge of the ground, and is not seen at the edge, has left. One that may stand at the edge unseen has not.
#[test]
fn who_walks_off_over_an_edge_in_view_has_left() {
    let edge = field().bounds.max.x;
    let leaves = |t: f32| {
        let x = edge - 3.0 + 1.2 * t;
        vec![Vec3::new(if x < edge { x } else { 1e3 }, 0.2, 4.0)]
    };
    let (beliefs, _) = watch((10.0, 0.0, 1), 4.0, &View { half_m: edge, ..OPEN }, leaves);
    assert_eq!(beliefs.len(), 0);
    let (beliefs, _) = watch((10.0, 0.0, 1), 4.0, &View { half_m: edge - 1.5, ..OPEN }, leaves);
    assert_eq!(beliefs.len(), 1);
}

/// A thing is put behind a wall while nobody looks, is looked for in vain everywhere else for long, and is then found there; and the
/// same once more behind another wall. It is the one thing that there is: what was looked for in vain may still have been moved.
#[test]
fn what_was_moved_unseen_and_long_looked_for_in_vain_is_still_the_same_thing() {
    const AWAY: View = View { half_m: 0.0, walls: &[], detection_rate: 1.0 };
    const BOTH: View = View { half_m: 30.0, walls: &[(-8.0, -4.0), (4.0, 8.0)], detection_rate: 1.0 };
    const LEFT_OPEN: View = View { half_m: 30.0, walls: &[(4.0, 8.0)], detection_rate: 1.0 };
    const RIGHT_OPEN: View = View { half_m: 30.0, walls: &[(-8.0, -4.0)], detection_rate: 1.0 };
    let view = |t: f32| match t {
        t if t < 3.0 => &BOTH,
        t if t < 8.0 => &AWAY,
        t if t < 30.0 => &BOTH,
        t if t < 35.0 => &LEFT_OPEN,
        t if t < 40.0 => &AWAY,
        t if t < 62.0 => &BOTH,
        _ => &RIGHT_OPEN,
    };
    let world = |t: f32| {
        let x = match t {
            t if t < 5.0 => -1.5,
            t if t < 38.0 => -5.0,
            _ => 5.0,
        };
        vec![Vec3::new(x, 0.2, if t < 5.0 { 4.0 } else { 6.0 })]
    };
    for (hz, noise_m) in [(10.0, 0.0), (30.0, 0.05), (120.0, 0.0)] {
        let (beliefs, _) = look((hz, noise_m, 1), 66.0, view, world);
        assert_eq!(beliefs.len(), 1, "{hz} Hz, {noise_m} m");
        assert!(beliefs[0].now.seen && beliefs[0].is_held());
    }
}
