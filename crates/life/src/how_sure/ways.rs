//! The ways that things go in this family, as scenario texts: steadily, erratically, to and fro with a period, and to and fro
//! until the habit changes. Walls before the way hide the thing now and then.

use crate::astonish::script::{Form, Look, Presence, Script};
use crate::family::Draws;
use crate::scene::{EYE_RANGE_M, seen_within_m};
use piaget_terms::{Chance, Vec2};

/// Half of the greatest width of the ground over which things go. The watcher follows with its eyes.
const HALF_WAY_M: f32 = 6.0;
/// How deep the ground is over which erratic things go.
const DEEP_M: f32 = 4.0;
/// The nearest that things come.
const NEAREST_M: f32 = 4.0;
const FROM_EDGE_M: f32 = 1.5;
const WALL_M: f32 = 0.2;
/// How many times a period is seen, and how long a scene lasts at least and at most.
const PERIODS: f32 = 5.0;
const LEAST_S: f32 = 20.0;
const MOST_S: f32 = 180.0;

/// What was drawn.
pub(super) struct Drawn {
    pub watcher: &'static str,
    pub noise_m: f32,
    pub missed: f32,
    /// Half of the thing's width.
    pub half_m: f32,
    pub text: String,
}

/// Legs of a way: when each begins, where it leads, how fast.
type Legs = Vec<(f32, Vec2, f32)>;

pub(super) fn draw(part: &str, draws: &mut Draws<'_>, seed: u64, shows: &str) -> Drawn {
    let watcher = ["duncan", "walker"][(draws.whole("watcher") as usize).min(1)];
    let (kind, colour, eye_m) =
        if watcher == "duncan" { ("sheep", "white", 0.5f32) } else { ("cube", "red", 1.6) };
    let (tick_hz, speed, size_m) = (draws.number("tick"), draws.number("speed"), draws.number("size"));
    let farthest = (0.66 * seen_within_m(size_m)).min(0.95 * EYE_RANGE_M) - DEEP_M;
    let distance = draws.number("distance").clamp(NEAREST_M, farthest.max(NEAREST_M));
    let (noise, missed) = (draws.number("noise"), draws.number("missed"));
    let (noise_m, missed) = if draws.whole("faulty") > 0 { (noise, missed) } else { (0.0, 0.0) };
    let (period, clutter) = (draws.number("period"), draws.whole("clutter"));
    for (name, value) in [("distance", distance), ("noise", noise_m), ("missed", missed)] {
        draws.conditions.set(name, value.into());
    }
    let chance = &mut draws.chance;
    let form = Form::ALL[chance.below(4) as usize];
    let look = Look { kind, colour, form, size_m };
    let ground = Vec2::new(2.0 * HALF_WAY_M + 4.0, distance + DEEP_M + 4.0 + FROM_EDGE_M);
    let mut script = Script::new(ground, FROM_EDGE_M);
    let half = HALF_WAY_M.min(0.8 * distance);
    // Walls that hide a part of the way each: a half to a third of it in all.
    let walls = 1 + chance.below(2);
    for index in 0..walls {
        let across = half * chance.between(0.35, 0.7) / walls as f32 + size_m;
        let middle = half * (chance.between(-0.6, 0.6) + 1.2 * (index as f32 - 0.5 * (walls - 1) as f32));
        let ahead = distance - (0.75 * size_m + 0.3);
        let nearer = ahead / distance;
        let at = Vec2::new(middle.clamp(-half, half) * nearer, ahead);
        script.wall(&format!("wall-{index}"), at, across * nearer, WALL_M, eye_m.max(size_m) + 0.3);
    }
    let (start, legs, length_s) = match part {
        "steady" => steady(chance, half, distance, speed),
        "erratic" => erratic(chance, half, distance, speed),
        "periodic" => to_and_fro(chance, half, distance, speed, period, None),
        _ => {
            let other =
                Vec2::new(half * chance.between(-1.0, 1.0), distance + chance.between(0.5, 1.0) * DEEP_M);
            to_and_fro(chance, half, distance, speed, period, Some(other))
        }
    };
    script.thing("thing", &look, start, Presence::Solid);
    for (time_s, to, speed) in legs {
        script.slide(time_s, "thing", &[to], speed);
    }
    let crate_look = Look { kind: "crate", colour: "brown", form: Form::Box, size_m };
    for index in 0..clutter {
        // Beside the ground over which the thing goes.
        let side = if chance.happens(0.5) { 1.0 } else { -1.0 };
        let at = Vec2::new(side * (half + size_m + 0.3), distance + chance.between(0.0, DEEP_M));
        if script.holds(at) {
            script.thing(&format!("crate-{index}"), &crate_look, at, Presence::Ghost);
        }
    }
    if watcher == "duncan" {
        script.order_to_look();
    }
    let text = script.finish(shows, length_s, tick_hz, seed);
    Drawn { watcher, noise_m, missed, half_m: look.half_m(), text }
}

/// From one end to the other at one speed, and the scene ends before it stops.
fn steady(chance: &mut Chance, half: f32, distance: f32, speed: f32) -> (Vec2, Legs, f32) {
    let side = if chance.happens(0.5) { 1.0 } else { -1.0 };
    let slant = chance.between(0.0, 0.5) * DEEP_M;
    let (from, to) = (Vec2::new(-half * side, distance), Vec2::new(half * side, distance + slant));
    (from, vec![(0.0, to, speed)], (from.distance(to) / speed - 0.2).max(1.0))
}

/// Legs of 0.3 to 1.5 s to anywhere near, at any speed up to twice that which was drawn.
fn erratic(chance: &mut Chance, half: f32, distance: f32, speed: f32) -> (Vec2, Legs, f32) {
    const ERRATIC_S: f32 = 40.0;
    let middle = Vec2::new(0.0, distance + 0.5 * DEEP_M);
    let (mut at, mut time_s, mut legs) = (middle, 0.0, Vec::new());
    while time_s < ERRATIC_S {
        let (lasts_s, own) = (chance.between(0.3, 1.5), speed * chance.between(0.2, 2.0));
        let inside = |to: Vec2| to.x.abs() <= half && (distance..=distance + DEEP_M).contains(&to.y);
        let mut tried = (0..20)
            .map(|_| at + Vec2::from_angle(chance.between(0.0, std::f32::consts::TAU)) * own * lasts_s);
        let to = tried.find(|to| inside(*to)).unwrap_or(at + (middle - at).clamp_length_max(own * lasts_s));
        legs.push((time_s, to, own));
        time_s += (to - at).length() / own.max(1e-3);
        time_s += if to == at { lasts_s } else { 0.0 };
        at = to;
    }
    (middle, legs, ERRATIC_S)
}

/// To and fro between two places with a period; from half of the scene on to another place than before, where one is given.
fn to_and_fro(
    chance: &mut Chance,
    half: f32,
    distance: f32,
    speed: f32,
    period_s: f32,
    other: Option<Vec2>,
) -> (Vec2, Legs, f32) {
    let periods = if other.is_some() { 2.0 * PERIODS } else { PERIODS };
    let length_s = (periods * period_s).clamp(LEAST_S, MOST_S);
    // As far as half a period allows, with a tenth of it to spare.
    let reach = (0.45 * period_s * speed).min(1.8 * half);
    let from = Vec2::new(chance.between(-half, half - reach), distance);
    let to = from + Vec2::X * reach;
    let (mut time_s, mut legs) = (0.0, Vec::new());
    while time_s < length_s {
        let away = other.filter(|_| time_s >= 0.5 * length_s).unwrap_or(to);
        let away = from + (away - from).clamp_length_max(0.45 * period_s * speed);
        legs.push((time_s, away, speed));
        if time_s + 0.5 * period_s < length_s {
            legs.push((time_s + 0.5 * period_s, from, speed));
        }
        time_s += period_s;
    }
    (from, legs, length_s)
}
