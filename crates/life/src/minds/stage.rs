//! The stage of false belief: an observer at the origin looks along +z at a row of screens. Behind them, facing the row, stands the
//! other. A marble rolls behind one screen and later behind another; the screens hide it from the other and not from the observer.
//! The other walks away and back. The stage writes itself as a scenario.

use crate::family::World;
use crate::record::Numbers;
use crate::scene::{self, WATCHER, rounded};
use piaget_terms::Vec2;
use std::fmt::Write as _;

/// The creature that watches, the one that is thought of, and what is hidden.
pub(super) const OBSERVER: &str = "anne";
pub(super) const OTHER: &str = "sally";
pub(super) const MARBLE: &str = "marble";
/// The order to the other.
const ORDER: &str = "find it";
/// The file of the other's character.
const OTHER_FILE: &str = "other.kdl";
/// How much ground lies around what happens.
const MARGIN_M: f32 = 4.0;
/// How thick screens are.
const THICK_M: f32 = 0.15;
/// How long the other may take to set out.
const SETS_OUT_S: f32 = 5.0;

/// Something that happens at a time.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Event {
    /// The marble rolls to a place.
    Rolls(Vec2),
    /// The other walks along places.
    Walks(Vec<Vec2>),
    /// The marble sounds, so loud.
    Sounds(f32),
}

/// A wall across the line of sight: its middle, length and height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Screen {
    pub at: Vec2,
    pub long_m: f32,
    pub high_m: f32,
}

/// A stage.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stage {
    pub name: String,
    pub shows: &'static str,
    pub tick_hz: f32,
    pub seed: u64,
    pub noise_m: f32,
    pub missed: f32,
    /// The other's field of view, which the observer knows.
    pub field_of_view_deg: f32,
    pub radius_m: f32,
    pub roll_m_per_s: f32,
    pub walk_m_per_s: f32,
    /// The places behind screens.
    pub places: Vec<Vec2>,
    pub screens: Vec<Screen>,
    /// Where the marble lies at first.
    pub begins: Vec2,
    /// Where the other stands while it looks on, and at the end.
    pub home: Vec2,
    /// Where it comes from.
    pub comes_from: Vec2,
    pub events: Vec<(f32, Event)>,
    /// When the other is asked to find the marble; the prediction is read just before.
    pub ask_s: f32,
}

impl Stage {
    /// The nearest of the places, if one is so near that it can be meant.
    pub fn place_of(&self, at: Vec2) -> Option<usize> {
        let apart =
            self.places.windows(2).map(|pair| pair[0].distance(pair[1])).fold(f32::INFINITY, f32::min);
        let away = |place: &Vec2| place.distance(at);
        let nearest = (0..self.places.len())
            .min_by(|a, b| away(&self.places[*a]).total_cmp(&away(&self.places[*b])))?;
        (away(&self.places[nearest]) <= apart * 0.5 + self.radius_m).then_some(nearest)
    }

    /// The scenario that plays this stage.
    pub fn world(&self, conditions: Numbers) -> World {
        let events = self.events.iter().flat_map(|(_, event)| match event {
            Event::Rolls(to) => vec![*to],
            Event::Walks(way) => way.clone(),
            Event::Sounds(_) => Vec::new(),
        });
        let (mut min, mut max) = (Vec2::ZERO, Vec2::ZERO);
        for at in events.chain(self.places.iter().copied()).chain([self.begins, self.comes_from]) {
            (min, max) = (min.min(at), max.max(at));
        }
        let (min, max) = (min - MARGIN_M, max + MARGIN_M);
        let (size, centre) = (max - min, (min + max) * 0.5);
        let mut text = String::new();
        let _ = writeln!(text, "scenario \"{}\" {{\n    shows \"{}\"", self.name, self.shows);
        let _ = writeln!(text, "    try \"See where {OBSERVER} thinks that {OTHER} will look.\"\n}}");
        let length_s = rounded(self.ask_s + SETS_OUT_S);
        let _ = writeln!(text, "length {length_s}\ntick {}\nseed {}", self.tick_hz, self.seed);
        let [width, depth, x, z] = [size.x, size.y, centre.x, centre.y].map(rounded);
        let _ = writeln!(text, "ground {{ size {width} {depth}; centre {x} {z} }}");
        for (number, screen) in self.screens.iter().enumerate() {
            let [x, z, long, high] = [screen.at.x, screen.at.y, screen.long_m, screen.high_m].map(rounded);
            let _ = writeln!(
                text,
                "wall \"screen-{number}\" {{ at {x} {z}; size {long} {THICK_M}; height {high} }}"
            );
        }
        let [x, z, radius] = [self.begins.x, self.begins.y, self.radius_m].map(rounded);
        let _ = writeln!(
            text,
            "thing \"{MARBLE}\" {{ kind \"{MARBLE}\"; colour \"red\"; shape \"sphere\" {{ radius {radius} }}; at {x} {z}; \
             solid #false }}"
        );
        let creature = |name: &str, file: &str, at: Vec2, yaw: f32| {
            let [x, z] = [at.x, at.y].map(rounded);
            format!("creature \"{name}\" {{ kind \"person\"; character \"{file}\"; at {x} {z}; yaw {yaw} }}")
        };
        let _ = writeln!(text, "{}", creature(OBSERVER, WATCHER, Vec2::ZERO, 0.0));
        let _ = writeln!(text, "{}", creature(OTHER, OTHER_FILE, self.comes_from, 180.0));
        let _ = writeln!(text, "timeline {{");
        for (at_s, event) in &self.events {
            let way = |places: &[Vec2]| {
                let to: Vec<String> =
                    places.iter().map(|at| format!("to {} {}", rounded(at.x), rounded(at.y))).collect();
                to.join("; ")
            };
            let at_s = rounded(*at_s);
            let [roll, walk] = [self.roll_m_per_s, self.walk_m_per_s].map(rounded);
            let _ = match event {
                Event::Rolls(to) => {
                    writeln!(
                        text,
                        "    at {at_s} {{ slide \"{MARBLE}\" {{ {}; speed {roll} }} }}",
                        way(&[*to])
                    )
                }
                Event::Walks(to) => {
                    writeln!(text, "    at {at_s} {{ walk \"{OTHER}\" {{ {}; speed {walk} }} }}", way(to))
                }
                Event::Sounds(loudness) => writeln!(
                    text,
                    "    at {at_s} {{ say \"ding\" {{ by \"{MARBLE}\"; loudness {} }} }}",
                    rounded(*loudness)
                ),
            };
        }
        let _ = writeln!(
            text,
            "    at {} name=\"asked\" {{ say \"{ORDER}\" {{ by \"teacher\"; at 0 -2; loudness 3 }} }}\n}}",
            rounded(self.ask_s)
        );
        let degrees = rounded(self.field_of_view_deg);
        let minds = format!("minds \"person\" field-of-view={degrees}");
        let watcher = scene::watcher(OBSERVER, self.noise_m, self.missed, &minds);
        let other = format!(
            "character \"{OTHER}\"\ninclude \"characters/{OTHER}.kdl\"\n\
             eyes field-of-view={degrees} columns=320 rows=240 range=40\n"
        );
        World { scenario: Some(text), files: vec![watcher, (OTHER_FILE.to_owned(), other)], conditions }
    }
}
