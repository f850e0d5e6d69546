//! How many things there are, where hosts and worlds are unusual: slow, fast and uneven clocks, eyes that are blind or blink, thin
//! posts, many that look the same, ground that is left. Each case says how many are believed in at its end.

use crate::support::{character, field, thing};
use piaget_mind::Mind;
use piaget_terms::{BodySense, Chance, Extent, Senses, Sight, Sighting, Vec3, maths};

pub const DOG: &str =
    r#"character "dog"; percepts { kind "cube" }; beliefs persist=120 { map cell=0.5 look-height=0.2 }"#;
const PLAIN: &str = r#"character "plain"; percepts { kind "cube" }; beliefs persist=120 give-up=10"#;
const TOLD: &str = r#"character "told"; percepts { kind "cube" }; beliefs persist=120 { match id=#true; map cell=0.5 look-height=0.2 }"#;

/// What is hidden: strips behind walls that stand 3 m away, and what is beyond the edges of view.
struct View<'a> {
    walls: &'a [(f32, f32)],
    rate: f32,
    pixel_rad: f32,
}

impl View<'_> {
    fn hides(&self, at: Vec3) -> bool {
        at.x.abs() > 12.0 || self.walls.iter().any(|(from, to)| at.x > *from && at.x < *to && at.z > 3.0)
    }
}

impl Sight for View<'_> {
    fn sees(&self, points: &[Vec3], seen: &mut [bool]) {
        for (point, seen) in points.iter().zip(seen) {
            *seen = !self.hides(*point);
        }
    }

    fn detection_rate(&self) -> f32 {
        self.rate
    }

    fn resolution_rad(&self) -> f32 {
        self.pixel_rad
    }
}

/// A case; what is left out is ordinary.
pub struct Case {
    pub mind: &'static str,
    pub seconds: f32,
    /// How long each tick lasts, by its number.
    pub tick_s: fn(u32) -> f32,
    pub noise_m: f32,
    /// How often a thing in view is told, and how often the host says that it is.
    pub told: (f32, f32),
    pub walls: &'static [(f32, f32)],
    pub extent: Option<Extent>,
    /// Where each thing is at a time; none for one that is nowhere.
    pub world: fn(f32) -> Vec<Option<Vec3>>,
}

pub fn at(x: f32, z: f32) -> Option<Vec3> {
    Some(Vec3::new(x, 0.2, z))
}

pub const ORDINARY: Case = Case {
    mind: DOG,
    seconds: 10.0,
    tick_s: |_| 1.0 / 30.0,
    noise_m: 0.0,
    told: (1.0, 1.0),
    walls: &[],
    extent: None,
    world: |_| vec![at(0.0, 4.0)],
};

/// The number of things believed in at the end, for some seeds.
fn numbers(case: &Case) -> Vec<usize> {
    (0..4).map(|seed| play(case, seed, 0.0).0).collect()
}

/// How many things are believed in at the end, and the most nats of a tick from a time on.
pub fn play(case: &Case, seed: u64, from_s: f32) -> (usize, f32) {
    let mut mind = Mind::new(character(case.mind), field(), seed);
    let mut chance = Chance::new(seed);
    let body = BodySense::standing(Vec3::new(0.0, 0.0, -6.0), 0.0);
    let view = View { walls: case.walls, rate: case.told.1, pixel_rad: 0.01 };
    let (mut time_s, mut tick, mut nats) = (0.0f64, 0, 0.0f32);
    while time_s < f64::from(case.seconds) {
        let tick_s = (case.tick_s)(tick);
        let mut seen: Vec<Sighting> = Vec::new();
        for (index, place) in (case.world)(time_s as f32).into_iter().enumerate() {
            let Some(place) = place.filter(|place| !view.hides(*place)) else { continue };
            let off = Vec3::new(chance.normal(), 0.0, chance.normal()) * case.noise_m;
            if chance.unit() < case.told.0 {
                let mut sighting = thing(index as u32 + 1, "cube", "red", place + off);
                sighting.extent = case.extent;
                seen.push(sighting);
            }
        }
        mind.step(&Senses::new(time_s, tick_s, &body, &view).sightings(&seen));
        if time_s >= f64::from(from_s) {
            nats = nats.max(mind.report().nats);
        }
        (time_s, tick) = (time_s + f64::from(tick_s), tick + 1);
    }
    (mind.view().beliefs()[1..].iter().filter(|belief| belief.is_held()).count(), nats)
}

#[track_caller]
pub fn check(expected: usize, case: Case) {
    assert_eq!(numbers(&case), [expected; 4]);
}

pub const SCREEN: &[(f32, f32)] = &[(-2.0, 2.0)];

/// From the left to the right at a speed.
pub fn walk(speed: f32, t: f32) -> Option<Vec3> {
    at(-6.0 + speed * t, 4.0)
}

#[test]
fn two_looks_a_second_are_enough_for_one_that_passes_a_screen() {
    check(1, Case { tick_s: |_| 0.5, walls: SCREEN, world: |t| vec![walk(1.0, t)], ..ORDINARY });
}

#[test]
fn so_are_240() {
    check(1, Case { tick_s: |_| 1.0 / 240.0, walls: SCREEN, world: |t| vec![walk(1.0, t)], ..ORDINARY });
}

#[test]
fn an_uneven_clock_makes_no_second_thing() {
    let tick_s = |tick: u32| if tick.is_multiple_of(7) { 0.3 } else { 0.01 };
    check(1, Case { tick_s, walls: SCREEN, world: |t| vec![walk(1.0, t)], ..ORDINARY });
}

#[test]
fn thin_posts_make_no_second_thing() {
    let walls = &[(-3.05, -2.95), (-1.1, -0.9), (0.8, 1.0), (2.0, 2.05)];
    check(1, Case { walls, noise_m: 0.02, world: |t| vec![walk(1.2, t)], ..ORDINARY });
}

#[test]
fn eight_in_two_rows_come_out_as_eight() {
    fn rows(t: f32) -> Vec<Option<Vec3>> {
        (0..8).map(|n| at(-5.0 - (n / 2) as f32 * 1.2 + t, 4.0 + (n % 2) as f32 * 1.2)).collect()
    }
    check(8, Case { walls: SCREEN, seconds: 12.0, world: rows, ..ORDINARY });
}

#[test]
fn one_that_is_told_who_it_is_stays_one_wherever_it_jumps() {
    fn hops(t: f32) -> Vec<Option<Vec3>> {
        vec![at(if (t as u32).is_multiple_of(2) { -5.0 } else { 5.0 }, 4.0)]
    }
    check(1, Case { mind: TOLD, world: hops, ..ORDINARY });
}

#[test]
fn an_eye_that_is_off_by_a_metre_sees_one() {
    check(1, Case { noise_m: 1.0, ..ORDINARY });
}

#[test]
fn an_eye_that_mostly_misses_it_sees_one() {
    check(1, Case { told: (0.3, 0.3), noise_m: 0.1, world: |t| vec![walk(0.8, t)], ..ORDINARY });
}

#[test]
fn an_eye_that_blinks_without_saying_so_sees_one() {
    check(1, Case { told: (0.5, 1.0), noise_m: 0.02, ..ORDINARY });
}

#[test]
fn a_slow_one_behind_a_wide_screen_is_one() {
    check(1, Case { seconds: 50.0, walls: SCREEN, world: |t| vec![at(-3.0 + 0.15 * t, 4.0)], ..ORDINARY });
}

#[test]
fn a_fast_one_is_one() {
    check(1, Case { seconds: 1.6, walls: SCREEN, world: |t| vec![at(-6.0 + 8.0 * t, 4.0)], ..ORDINARY });
}

#[test]
fn two_that_stand_close_are_two() {
    let world = |_| vec![at(0.0, 4.0), at(0.5, 4.0)];
    check(2, Case { noise_m: 0.1, told: (0.9, 0.9), world, ..ORDINARY });
}

#[test]
fn one_that_circles_behind_a_screen_is_one() {
    fn circles(t: f32) -> Vec<Option<Vec3>> {
        vec![at(2.5 * maths::cos(0.8 * t), 6.0 + 2.0 * maths::sin(0.8 * t))]
    }
    check(1, Case { seconds: 30.0, walls: &[(-1.0, 1.0)], world: circles, ..ORDINARY });
}

#[test]
fn one_that_is_gone_for_ten_seconds_and_back_where_it_was_is_one() {
    let world = |t: f32| vec![if (4.0..14.0).contains(&t) { None } else { at(0.0, 4.0) }];
    check(1, Case { seconds: 18.0, world, ..ORDINARY });
}

#[test]
fn who_keeps_no_map_knows_one_that_passes_a_screen() {
    check(1, Case { mind: PLAIN, walls: SCREEN, world: |t| vec![walk(1.0, t)], ..ORDINARY });
}

#[test]
fn one_beyond_the_ground_is_one() {
    check(1, Case { world: |t| vec![at(0.0, 19.0 + 0.5 * t)], ..ORDINARY });
}

#[test]
fn one_of_a_pixel_is_one() {
    let extent = Some(Extent::new(0.12, 0.12));
    check(1, Case { extent, told: (0.6, 1.0), world: |t| vec![at(-2.0 + 0.2 * t, 5.0)], ..ORDINARY });
}

#[test]
fn two_behind_two_screens_that_turn_back_are_two() {
    fn back(t: f32) -> Vec<Option<Vec3>> {
        let x = if t < 6.0 { 1.0 + t } else { 7.0 - (t - 6.0) };
        vec![at(-x.min(5.0), 4.0), at(x.min(5.0), 4.0)]
    }
    check(2, Case { seconds: 12.0, walls: &[(-7.0, -3.0), (3.0, 7.0)], world: back, ..ORDINARY });
}

#[test]
fn one_that_stays_behind_a_screen_is_still_held() {
    let world = |t: f32| vec![at((-6.0 + t).min(0.0), 4.0)];
    check(1, Case { seconds: 40.0, walls: SCREEN, world, ..ORDINARY });
}

#[test]
fn one_that_vanishes_in_plain_view_is_not() {
    let world = |t: f32| vec![if t < 4.0 { at(0.0, 4.0) } else { None }];
    check(0, Case { seconds: 10.0, world, ..ORDINARY });
}
