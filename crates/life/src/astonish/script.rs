//! The text of a generated scene. Places are given as the watcher sees them: metres to its right, and metres ahead of it.

use crate::scene::{WATCHER, rounded};
use piaget_terms::Vec2;
use std::fmt::Write as _;

/// How a thing looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Look {
    pub kind: &'static str,
    pub colour: &'static str,
    pub form: Form,
    pub size_m: f32,
}

/// The shape of a thing that is as high as its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Box,
    Sphere,
    Cylinder,
    Capsule,
}

impl Form {
    pub const ALL: [Self; 4] = [Self::Box, Self::Sphere, Self::Cylinder, Self::Capsule];
    /// A capsule is this much of its height wide.
    const CAPSULE_WIDTH: f32 = 0.7;
}

impl Look {
    /// Half of its width on the ground.
    pub fn half_m(&self) -> f32 {
        let share = if self.form == Form::Capsule { Form::CAPSULE_WIDTH } else { 1.0 };
        0.5 * share * self.size_m
    }

    fn text(&self) -> String {
        let (size, half) = (rounded(self.size_m), rounded(self.half_m()));
        match self.form {
            Form::Box => format!("shape \"box\" {{ size {size} {size} {size} }}"),
            Form::Sphere => format!("shape \"sphere\" {{ radius {half} }}"),
            Form::Cylinder => format!("shape \"cylinder\" {{ radius {half}; height {size} }}"),
            Form::Capsule => format!("shape \"capsule\" {{ radius {half}; height {size} }}"),
        }
    }
}

/// Whether a thing is there from the beginning, and whether it stops others and is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    /// There, and solid.
    Solid,
    /// There; it passes through other things and they through it.
    Ghost,
    /// Not there until it is shown.
    Hidden,
}

/// A scene that is being written.
pub(crate) struct Script {
    /// Width and depth of the ground.
    ground_m: Vec2,
    /// How far the watcher stands in front of the ground's middle.
    back_m: f32,
    walls: String,
    things: String,
    timeline: Vec<(f32, String)>,
    count: u32,
}

impl Script {
    /// An empty ground of this width and depth; the watcher stands so far from its near edge, in the middle, and looks along it.
    pub fn new(ground_m: Vec2, from_edge_m: f32) -> Self {
        let back_m = ground_m.y * 0.5 - from_edge_m;
        Self { ground_m, back_m, walls: String::new(), things: String::new(), timeline: Vec::new(), count: 0 }
    }

    /// A place of the watcher's view in the world.
    pub fn world(&self, at: Vec2) -> Vec2 {
        Vec2::new(at.x, at.y - self.back_m)
    }

    /// Whether a place lies on the ground.
    pub fn holds(&self, at: Vec2) -> bool {
        let at = self.world(at);
        at.x.abs() < self.ground_m.x * 0.5 && at.y.abs() < self.ground_m.y * 0.5
    }

    /// How many things there are, hidden ones included.
    pub fn count(&self) -> u32 {
        self.count
    }

    fn place(&self, at: Vec2) -> String {
        let at = self.world(at);
        format!("{} {}", rounded(at.x), rounded(at.y))
    }

    pub fn thing(&mut self, name: &str, look: &Look, at: Vec2, presence: Presence) {
        let flags = match presence {
            Presence::Solid => "",
            Presence::Ghost => "; solid #false",
            Presence::Hidden => "; hidden #true",
        };
        let (place, shape) = (self.place(at), look.text());
        let (kind, colour) = (look.kind, look.colour);
        let _ = writeln!(
            self.things,
            "thing \"{name}\" {{ kind \"{kind}\"; colour \"{colour}\"; at {place}{flags}; {shape} }}"
        );
        self.count += 1;
    }

    /// A panel: a thing as thin as a wall that stands across the way, `deep_m` from near to far.
    pub fn panel(&mut self, name: &str, at: Vec2, thick_m: f32, high_m: f32, deep_m: f32) {
        let (place, [thick, high, deep]) = (self.place(at), [thick_m, high_m, deep_m].map(rounded));
        let _ = writeln!(
            self.things,
            "thing \"{name}\" {{ kind \"panel\"; colour \"grey\"; at {place}; shape \"box\" {{ size {thick} {high} {deep} }} }}"
        );
        self.count += 1;
    }

    /// A wall: `across_m` wide as the watcher sees it, `deep_m` from near to far.
    pub fn wall(&mut self, name: &str, at: Vec2, across_m: f32, deep_m: f32, high_m: f32) {
        let (place, [across, deep, high]) = (self.place(at), [across_m, deep_m, high_m].map(rounded));
        let _ = writeln!(self.walls, "wall \"{name}\" {{ at {place}; size {across} {deep}; height {high} }}");
    }

    pub fn at(&mut self, time_s: f32, action: String) {
        self.timeline.push((time_s.max(0.0), action));
    }

    pub fn slide(&mut self, time_s: f32, thing: &str, to: &[Vec2], speed_m_per_s: f32) {
        let places: Vec<String> = to.iter().map(|to| format!("to {}; ", self.place(*to))).collect();
        let speed = rounded(speed_m_per_s);
        self.at(time_s, format!("slide \"{thing}\" {{ {}speed {speed} }}", places.concat()));
    }

    pub fn transport(&mut self, time_s: f32, thing: &str, to: Vec2) {
        let place = self.place(to);
        self.at(time_s, format!("transport \"{thing}\" {{ to {place} }}"));
    }

    pub fn move_wall(&mut self, time_s: f32, wall: &str, to: Vec2) {
        let place = self.place(to);
        self.at(time_s, format!("move-wall \"{wall}\" {{ to {place} }}"));
    }

    /// A shepherd behind the watcher tells it to look at sheep. He is really there: a voice out of nowhere would be a wonder.
    pub fn order_to_look(&mut self) {
        let place = self.place(Vec2::new(0.7, -0.9));
        let _ = writeln!(
            self.things,
            "thing \"shepherd\" {{ at {place}; shape \"capsule\" {{ radius 0.25; height 1.7 }} }}"
        );
        self.at(0.1, "say \"look at sheep\" { by \"shepherd\" }".into());
    }

    /// The whole text.
    pub fn finish(mut self, shows: &str, length_s: f32, tick_hz: f32, seed: u64) -> String {
        self.timeline.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut text = String::new();
        let _ = writeln!(
            text,
            "scenario \"astonish\" {{ shows \"{shows}\"; try \"Watch the face and the gaze.\" }}"
        );
        let _ =
            writeln!(text, "length {}\ntick {tick_hz}\nseed {}", rounded(length_s), seed & (u64::MAX >> 1));
        let _ = writeln!(text, "ground {{ size {} {} }}", rounded(self.ground_m.x), rounded(self.ground_m.y));
        let _ = write!(text, "{}{}", self.walls, self.things);
        let eye = self.place(Vec2::ZERO);
        let _ = writeln!(text, "creature \"watcher\" {{ character \"{WATCHER}\"; at {eye}; yaw 0 }}");
        text.push_str("timeline {\n");
        for (time_s, action) in &self.timeline {
            let _ = writeln!(text, "    at {} {{ {action} }}", rounded(*time_s));
        }
        text.push_str("}\n");
        text
    }
}
