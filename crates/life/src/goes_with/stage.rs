//! The stage of cups and a ball: an eye at the origin looks along +z, cups stand in a row, one is lowered over the ball, and cups are
//! slid about with what is in them. The stage writes itself as a scenario.

use crate::family::World;
use crate::record::Numbers;
use crate::scene::{self, FIELD_OF_VIEW_DEG, WATCHER, rounded};
use piaget_terms::{Vec2, maths};
use std::fmt::Write as _;

/// The creature that watches.
pub(super) const OBSERVER: &str = "duncan";
/// What is hidden.
pub(super) const BALL: &str = "ball";
/// How much ground lies around what happens.
const MARGIN_M: f32 = 4.0;
/// The share of the half field of view in which things happen: at its very edge half a thing is seen.
const USED_VIEW: f32 = 0.8;

/// One movement of a thing: when it begins, along which places (x, height, z), how fast.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Slide {
    pub at_s: f32,
    pub way: Vec<(Vec2, f32)>,
    pub speed_m_per_s: f32,
}

/// A cup or the ball.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Moved {
    pub name: String,
    pub from: Vec2,
    pub height_m: f32,
    pub slides: Vec<Slide>,
}

impl Moved {
    /// Where it stands after all its slides.
    pub fn last(&self) -> Vec2 {
        self.slides.iter().rev().find_map(|slide| slide.way.last()).map_or(self.from, |(at, _)| *at)
    }

    /// It goes along a way over the ground, and is there after the time that is given back.
    pub fn go(&mut self, at_s: f32, way: &[Vec2], speed_m_per_s: f32) -> f32 {
        let mut from = self.last();
        let mut length_m = 0.0;
        for to in way {
            length_m += from.distance(*to);
            from = *to;
        }
        let way = way.iter().map(|at| (*at, 0.0)).collect();
        self.slides.push(Slide { at_s, way, speed_m_per_s });
        at_s + length_m / speed_m_per_s
    }

    /// It goes up or down where it stands.
    pub fn lift(&mut self, at_s: f32, from_m: f32, to_m: f32, speed_m_per_s: f32) -> f32 {
        let at = self.last();
        self.slides.push(Slide { at_s, way: vec![(at, to_m)], speed_m_per_s });
        at_s + (to_m - from_m).abs() / speed_m_per_s
    }
}

/// A stage.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stage {
    pub name: String,
    pub shows: &'static str,
    pub tick_hz: f32,
    pub seed: u64,
    pub length_s: f32,
    /// How high a cup is; its radius and that of the ball follow.
    pub size_m: f32,
    pub noise_m: f32,
    pub missed: f32,
    pub cups: Vec<Moved>,
    pub ball: Moved,
    /// A wall across the line of sight, from one x to another, at a depth.
    pub screen: Option<(f32, f32, f32)>,
}

/// A cup's radius by its height.
pub(super) fn cup_radius(size_m: f32) -> f32 {
    0.45 * size_m
}

/// The ball's radius by the height of a cup: it is hidden whole.
pub(super) fn ball_radius(size_m: f32) -> f32 {
    0.3 * size_m
}

/// How far to each side of the middle something at this distance can be and still be well in view.
pub(super) fn half_view_m(distance_m: f32) -> f32 {
    let half = FIELD_OF_VIEW_DEG.to_radians() * 0.5;
    distance_m * maths::sin(half) / maths::cos(half) * USED_VIEW
}

impl Stage {
    /// The scenario that plays this stage.
    pub fn world(&self, conditions: Numbers) -> World {
        let all = || self.cups.iter().chain([&self.ball]);
        let places = all().flat_map(|moved| {
            moved.slides.iter().flat_map(|slide| slide.way.iter().map(|(at, _)| *at)).chain([moved.from])
        });
        let screen = self.screen.into_iter().flat_map(|(from, to, z)| [Vec2::new(from, z), Vec2::new(to, z)]);
        let (mut min, mut max) = (Vec2::ZERO, Vec2::ZERO);
        for place in places.chain(screen) {
            (min, max) = (min.min(place), max.max(place));
        }
        let (min, max) = (min - MARGIN_M, max + MARGIN_M);
        let (size, centre) = (max - min, (min + max) * 0.5);
        let mut text = String::new();
        let _ = writeln!(text, "scenario \"{}\" {{\n    shows \"{}\"", self.name, self.shows);
        let _ = writeln!(text, "    try \"Watch where he believes the {BALL} to be.\"\n}}");
        let _ =
            writeln!(text, "length {}\ntick {}\nseed {}", rounded(self.length_s), self.tick_hz, self.seed);
        let [width, depth, x, z] = [size.x, size.y, centre.x, centre.y].map(rounded);
        let _ = writeln!(text, "ground {{ size {width} {depth}; centre {x} {z} }}");
        if let Some((from, to, z)) = self.screen {
            let [x, z, long] = [(from + to) * 0.5, z, (to - from).abs()].map(rounded);
            let high = rounded(3.0 * self.size_m);
            let _ = writeln!(text, "wall \"screen\" {{ at {x} {z}; size {long} 0.2; height {high} }}");
        }
        let (cup, ball) = (rounded(cup_radius(self.size_m)), rounded(ball_radius(self.size_m)));
        let high = rounded(self.size_m);
        for moved in all() {
            let shape = match moved.name == BALL {
                true => format!("kind \"{BALL}\"; colour \"red\"; shape \"sphere\" {{ radius {ball} }}"),
                false => format!(
                    "kind \"cup\"; colour \"grey\"; shape \"cylinder\" {{ radius {cup}; height {high} }}"
                ),
            };
            let [x, y, z] = [moved.from.x, moved.height_m, moved.from.y].map(rounded);
            let _ = writeln!(text, "thing \"{}\" {{ {shape}; at {x} {y} {z}; solid #false }}", moved.name);
        }
        let _ = writeln!(
            text,
            "creature \"{OBSERVER}\" {{ kind \"dog\"; character \"{WATCHER}\"; at 0 0; yaw 0 }}"
        );
        let _ = writeln!(text, "timeline {{");
        for moved in all() {
            for slide in &moved.slides {
                let way: Vec<String> = slide
                    .way
                    .iter()
                    .map(|(at, height)| {
                        format!("to {} {} {}", rounded(at.x), rounded(*height), rounded(at.y))
                    })
                    .collect();
                let [at_s, speed] = [slide.at_s, slide.speed_m_per_s].map(rounded);
                let way = way.join("; ");
                let _ =
                    writeln!(text, "    at {at_s} {{ slide \"{}\" {{ {way}; speed {speed} }} }}", moved.name);
            }
        }
        let _ = writeln!(text, "}}");
        let watcher = scene::watcher("duncan", self.noise_m, self.missed, "beliefs covered=1");
        World { scenario: Some(text), files: vec![watcher], conditions }
    }
}
