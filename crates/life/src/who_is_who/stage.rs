//! The stage on which things that look the same come and go: an eye at the origin that looks along +z, things that walk
//! along ways, posts and walls that hide them. The stage writes itself as a scenario.

use crate::family::World;
use crate::record::Numbers;
use crate::scene::{self, FIELD_OF_VIEW_DEG, WATCHER, rounded};
use piaget_terms::{Vec2, maths};
use std::fmt::Write as _;

/// The creature that watches.
pub(super) const OBSERVER: &str = "duncan";
/// The kind of the things that are told apart by nothing but their ways.
pub(super) const KIND: &str = "sheep";
/// How much ground lies around what happens.
const MARGIN_M: f32 = 4.0;
/// The share of the half field of view in which things happen: at its very edge half a thing is seen.
const USED_VIEW: f32 = 0.85;
/// Posts and walls are higher than things, so that nothing shows above them.
const HIGHER_M: f32 = 1.5;

/// A thing that walks.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Walker {
    /// Where it stands at first.
    pub from: Vec2,
    /// Walks, in the order of time: when each begins, where it leads, how fast.
    pub walks: Vec<Walk>,
}

impl Walker {
    /// A thing that walks once.
    pub fn walks(from: Vec2, at_s: f32, way: Vec<Vec2>, speed_m_per_s: f32) -> Self {
        Self { from, walks: vec![Walk { at_s, way, speed_m_per_s }] }
    }
}

/// One walk of a thing.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Walk {
    pub at_s: f32,
    pub way: Vec<Vec2>,
    pub speed_m_per_s: f32,
}

/// A thing that hides what is behind it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Cover {
    /// A round post, which no map shows.
    Post { at: Vec2, radius_m: f32 },
    /// A wall across the line of sight, from one x to another.
    Wall { from: Vec2, to_x: f32 },
}

impl Cover {
    /// How far it reaches to both sides.
    fn ends(&self) -> [Vec2; 2] {
        match *self {
            Self::Post { at, radius_m } => [at - radius_m, at + radius_m],
            Self::Wall { from, to_x } => [from, Vec2::new(to_x, from.y)],
        }
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
    /// How high each thing is.
    pub size_m: f32,
    pub noise_m: f32,
    pub missed: f32,
    pub walkers: Vec<Walker>,
    pub covers: Vec<Cover>,
    /// Where things of another kind stand.
    pub clutter: Vec<Vec2>,
}

/// A thing's radius by its height: that of the committed scenarios' sheep, 0.3 m at 0.9 m.
pub(super) fn radius_of(size_m: f32) -> f32 {
    size_m / 3.0
}

/// How far to each side of the middle something at this distance can be and still be well in view.
pub(super) fn half_view_m(distance_m: f32) -> f32 {
    let half = FIELD_OF_VIEW_DEG.to_radians() * 0.5;
    distance_m * maths::sin(half) / maths::cos(half) * USED_VIEW
}

impl Stage {
    /// The scenario that plays this stage.
    pub fn world(&self, conditions: Numbers) -> World {
        let ways = self
            .walkers
            .iter()
            .flat_map(|walker| walker.walks.iter().flat_map(|walk| &walk.way).chain([&walker.from]));
        let covers = self.covers.iter().flat_map(Cover::ends);
        let places = ways.chain(&self.clutter).copied().chain(covers);
        let (mut min, mut max) = (Vec2::ZERO, Vec2::ZERO);
        for place in places {
            (min, max) = (min.min(place), max.max(place));
        }
        let (min, max) = (min - MARGIN_M, max + MARGIN_M);
        let (size, centre) = (max - min, (min + max) * 0.5);
        let mut text = String::new();
        let _ = writeln!(text, "scenario \"{}\" {{\n    shows \"{}\"", self.name, self.shows);
        let _ = writeln!(text, "    try \"Watch how many {KIND} he believes in.\"\n}}");
        let _ =
            writeln!(text, "length {}\ntick {}\nseed {}", rounded(self.length_s), self.tick_hz, self.seed);
        let _ = writeln!(
            text,
            "ground {{ size {} {}; centre {} {} }}",
            rounded(size.x),
            rounded(size.y),
            rounded(centre.x),
            rounded(centre.y)
        );
        let high = rounded(self.size_m + HIGHER_M);
        for (index, cover) in self.covers.iter().enumerate() {
            let _ = match cover {
                Cover::Post { at, radius_m } => writeln!(
                    text,
                    "thing \"post-{index}\" {{ kind \"post\"; colour \"grey\"; at {} {}; shape \"cylinder\" {{ radius {}; height {high} }} }}",
                    rounded(at.x),
                    rounded(at.y),
                    rounded(*radius_m)
                ),
                Cover::Wall { from, to_x } => writeln!(
                    text,
                    "wall \"wall-{index}\" {{ at {} {}; size {} 0.2; height {high} }}",
                    rounded((from.x + to_x) * 0.5),
                    rounded(from.y),
                    rounded((to_x - from.x).abs())
                ),
            };
        }
        let (radius, height) = (rounded(radius_of(self.size_m)), rounded(self.size_m));
        for (index, walker) in self.walkers.iter().enumerate() {
            let _ = writeln!(
                text,
                "thing \"{}\" {{ kind \"{KIND}\"; colour \"white\"; at {} {}; shape \"capsule\" {{ radius {radius}; height {height} }} }}",
                name_of(index),
                rounded(walker.from.x),
                rounded(walker.from.y)
            );
        }
        for (index, at) in self.clutter.iter().enumerate() {
            let _ = writeln!(
                text,
                "thing \"bush-{index}\" {{ kind \"bush\"; colour \"green\"; at {} {}; shape \"sphere\" {{ radius {radius} }} }}",
                rounded(at.x),
                rounded(at.y)
            );
        }
        let _ = writeln!(
            text,
            "creature \"{OBSERVER}\" {{ kind \"dog\"; character \"{WATCHER}\"; at 0 0; yaw 0 }}"
        );
        let _ = writeln!(text, "timeline {{");
        for (index, walker) in self.walkers.iter().enumerate() {
            for walk in &walker.walks {
                let way: Vec<String> =
                    walk.way.iter().map(|to| format!("to {} {}", rounded(to.x), rounded(to.y))).collect();
                let _ = writeln!(
                    text,
                    "    at {} {{ slide \"{}\" {{ {}; speed {} }} }}",
                    rounded(walk.at_s),
                    name_of(index),
                    way.join("; "),
                    rounded(walk.speed_m_per_s)
                );
            }
        }
        let _ = writeln!(text, "}}");
        let watcher = scene::watcher("duncan", self.noise_m, self.missed, "");
        World { scenario: Some(text), files: vec![watcher], conditions }
    }
}

/// What a scenario calls the thing of this index.
pub(super) fn name_of(index: usize) -> String {
    format!("{KIND}-{index}")
}
