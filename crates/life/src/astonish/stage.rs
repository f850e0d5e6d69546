//! What every scene of the family draws, and the geometry that makes its label true: what happens, happens in plain view of
//! a watcher that looks at any of the things on the stage, or behind a cover that hides all of it.

use super::script::{Form, Look, Presence, Script};
use crate::family::Draws;
use crate::scene::{EYE_RANGE_M, seen_within_m};
use piaget_terms::{Chance, Vec2};

/// Half of the stage as the watcher sees it, as the tangent of an angle (11 degrees). Whoever looks at one end of the stage has
/// the other end in view, with 8 degrees to spare of the 30 on each side.
const HALF_STAGE: f32 = 0.194;
/// Nothing happens nearer than this: the ground there lies below the picture of a watcher that looks ahead.
const NEAREST_M: f32 = 4.0;
/// Nothing happens farther away than this share of the eye's range.
const FARTHEST: f32 = 0.95;
/// A thing is at most this share of the distance away at which it would cover two pixels: it covers three at least.
const CLEARLY: f32 = 0.66;
/// The watcher's distance from the near edge of the ground.
const FROM_EDGE_M: f32 = 1.5;
/// The least time for which a moving thing is watched before something happens to it, and after.
pub(super) const WATCHED_S: f32 = 1.5;
/// The longest time for which a scene goes on after it.
const AFTER_S: f32 = 3.0;
/// Sizes that are tried where the one that was drawn does not fit.
const SIZE_STEPS: u32 = 65;

/// Who watches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Watcher {
    /// The sheepdog: a map per thing, things told apart by looks and place, feelings in its face. He is told to look at sheep.
    Duncan,
    /// Kline's walker, which stands still here: expectations of place and colour, given correspondence, gestures.
    Walker,
}

impl Watcher {
    pub fn eye_height_m(self) -> f32 {
        match self {
            Self::Duncan => 0.5,
            Self::Walker => 1.6,
        }
    }

    pub fn character(self) -> &'static str {
        match self {
            Self::Duncan => "duncan",
            Self::Walker => "walker",
        }
    }

    /// What is added to the character: the walker's body, but it cannot walk.
    pub fn held_still(self) -> &'static str {
        match self {
            Self::Duncan => "",
            Self::Walker => super::WALKER_HELD_STILL,
        }
    }

    fn kind_and_colours(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Duncan => ("sheep", "white", "black"),
            Self::Walker => ("cube", "red", "blue"),
        }
    }
}

/// What was drawn for a scene.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    pub watcher: Watcher,
    pub tick_hz: f32,
    pub look: Look,
    /// The colour of a thing that looks otherwise.
    pub other_colour: &'static str,
    pub speed: f32,
    /// How far ahead of the watcher it happens.
    pub distance: f32,
    pub noise_m: f32,
    pub missed: f32,
    /// How many other things look the same.
    pub others: u32,
    pub clutter: u32,
    /// Which way things go: 1 to the right, -1 to the left.
    pub side: f32,
    /// How long a thing is watched before something happens to it.
    pub known_s: f32,
    /// How far a thing jumps.
    pub displacement: f32,
    /// Whether it happens behind a cover.
    pub covered: bool,
    /// Ground beyond what the scene needs.
    spare_m: f32,
}

impl Stage {
    /// Draws a stage on which a way of this length lies in view; the length depends on speed and size. Speed, size and distance
    /// are then made to fit each other: fast things need a wide stage, which is far away, where small things cannot be seen.
    /// `within_m` is the greatest distance for a speed.
    pub fn draw(draws: &mut Draws<'_>, way_m: fn(f32, f32) -> f32, within_m: fn(f32) -> f32) -> Self {
        let watcher = [Watcher::Duncan, Watcher::Walker][(draws.whole("watcher") as usize).min(1)];
        let tick_hz = draws.number("tick");
        let (mut speed, mut size_m) = (draws.number("speed"), draws.number("size"));
        let wanted_m = draws.number("distance");
        // One world in two is seen by the default eye, which has neither noise nor missed looks.
        let (noise_m, missed) = (draws.number("noise"), draws.number("missed"));
        let (noise_m, missed) = if draws.whole("faulty") > 0 { (noise_m, missed) } else { (0.0, 0.0) };
        let (others, clutter) = (draws.whole("alike").max(1) - 1, draws.whole("clutter"));
        let (known_s, displacement) = (draws.number("known"), draws.number("displacement"));
        let covered = draws.whole("covered") > 0;
        let chance = &mut draws.chance;
        let form = Form::ALL[chance.below(4) as usize];
        let side = if chance.happens(0.5) { 1.0 } else { -1.0 };
        let spare_m = chance.between(2.0, 8.0);
        let farthest_m = FARTHEST * EYE_RANGE_M;
        let least_m = |speed: f32, size: f32| (way_m(speed, size) / (2.0 * HALF_STAGE)).max(NEAREST_M);
        let seen_m = |size: f32| (CLEARLY * seen_within_m(size)).min(farthest_m);
        // What fits is left as it was drawn. Else the nearest size that fits is taken, and where there is none, less speed.
        let fits = |speed: f32, size: f32| least_m(speed, size) <= seen_m(size);
        let nearest = |speed: f32, size: f32| {
            let steps = (0..=SIZE_STEPS).map(|step| 0.2 + 1.3 * step as f32 / SIZE_STEPS as f32);
            let fitting = std::iter::once(size).chain(steps).filter(|other| fits(speed, *other));
            fitting.min_by(|a, b| (a - size).abs().total_cmp(&(b - size).abs()))
        };
        size_m = loop {
            match nearest(speed, size_m) {
                Some(size) => break size,
                // A way of no length fits everywhere, so this ends.
                None => speed *= 0.95,
            }
        };
        let least_m = least_m(speed, size_m);
        let distance = wanted_m.clamp(least_m, seen_m(size_m).min(within_m(speed)).max(least_m));
        let (kind, colour, other_colour) = watcher.kind_and_colours();
        for (name, value) in [("speed", speed), ("size", size_m), ("distance", distance), ("noise", noise_m)]
        {
            draws.conditions.set(name, value.into());
        }
        draws.conditions.set("missed", missed.into());
        Self {
            watcher,
            tick_hz,
            look: Look { kind, colour, form, size_m },
            other_colour,
            speed,
            distance,
            noise_m,
            missed,
            others,
            clutter,
            side,
            known_s,
            displacement,
            covered,
            spare_m,
        }
    }

    /// Half the width of the stage at its distance.
    pub fn half_m(&self) -> f32 {
        HALF_STAGE * self.distance
    }

    /// Half the width of a thing.
    pub fn thing_m(&self) -> f32 {
        self.look.half_m()
    }

    /// A place on the stage's line, from its left end (-1) to its right end (1).
    pub fn on_line(&self, share: f32) -> Vec2 {
        Vec2::new(share * (self.half_m() - self.thing_m()).max(0.0), self.distance)
    }

    /// Whether a place is on the stage: in view of a watcher that looks at any other place on it, and large enough there.
    pub fn holds(&self, at: Vec2) -> bool {
        let farthest = (CLEARLY * seen_within_m(self.look.size_m)).min(FARTHEST * EYE_RANGE_M);
        at.x.abs() <= HALF_STAGE * at.y && at.y >= NEAREST_M && at.y <= farthest.max(self.distance)
    }

    /// An empty ground for this stage, at least so wide.
    pub fn script(&self, least_m: f32) -> Script {
        let deep = (self.distance * 1.3 + 4.0).max(self.distance + 6.0) + FROM_EDGE_M + self.spare_m;
        let wide = (0.6 * self.distance + 6.0).max(least_m) + self.spare_m;
        Script::new(Vec2::new(wide, deep), FROM_EDGE_M)
    }

    /// A way along the stage's line on which something happens after `known_s`, with time before and after it.
    pub fn lane(&self, chance: &mut Chance, least_after_s: f32) -> Lane {
        let (half, speed) = (self.half_m() - self.thing_m(), self.speed);
        let most_known_s = (2.0 * half / speed - least_after_s).max(0.5);
        let known_s = self.known_s.min(most_known_s).max(WATCHED_S.min(most_known_s));
        let (least, most) = (-half + speed * known_s, half - speed * least_after_s);
        let along = if least < most { chance.between(least, most) } else { 0.5 * (least + most) };
        let after_s = ((half - along) / speed).clamp(least_after_s, AFTER_S.max(least_after_s));
        let event = Vec2::new(along * self.side, self.distance);
        let velocity = Vec2::new(speed * self.side, 0.0);
        Lane { velocity, event, known_s, after_s }
    }

    /// The height of a cover through which the watcher cannot see the top of a thing.
    pub fn cover_height_m(&self) -> f32 {
        self.watcher.eye_height_m().max(self.look.size_m) + 0.3
    }

    /// How far in front of a thing a cover stands.
    pub fn cover_gap_m(&self) -> f32 {
        0.75 * self.look.size_m + 0.3
    }

    /// A wall that hides what lies between two places of the stage's line, with its thickness to spare.
    pub fn hide_line(&self, script: &mut Script, name: &str, from_x: f32, to_x: f32) {
        let nearer = (self.distance - self.cover_gap_m()) / self.distance;
        let (from, to) = (from_x.min(to_x) * nearer, from_x.max(to_x) * nearer);
        let at = Vec2::new(0.5 * (from + to), self.distance * nearer);
        script.wall(name, at, to - from, COVER_M, self.cover_height_m());
    }

    /// A curtain that is drawn before a place of the stage at a time and opened at another. It hides so much to each side.
    pub fn curtain(&self, script: &mut Script, at: Vec2, half_m: f32, (from_s, to_s): (f32, f32)) {
        let nearer = (at.y - self.cover_gap_m()) / at.y;
        let across = 2.0 * (half_m * nearer + COVER_M);
        // Beside the watcher, out of its view.
        let aside = Vec2::new(0.5 * across + 1.2, 0.2);
        script.wall("curtain", aside, across, COVER_M, self.cover_height_m());
        script.move_wall(from_s, "curtain", at * nearer);
        script.move_wall(to_s, "curtain", aside);
    }

    /// Things that look the same and things of another kind stand about, behind where it happens: they hide nothing of it.
    pub fn crowd(&self, script: &mut Script, chance: &mut Chance, keep_clear_to_m: f32) {
        let nearest = keep_clear_to_m.max(self.distance) + 1.5 * self.look.size_m + 0.5;
        let farthest = (1.25 * self.distance).max(nearest + 2.0);
        let crate_look = Look { kind: "crate", colour: "brown", form: Form::Box, size_m: self.look.size_m };
        let mut standing: Vec<Vec2> = Vec::new();
        for index in 0..self.others + self.clutter {
            for _ in 0..40 {
                let ahead = chance.between(nearest, farthest);
                let at = Vec2::new(chance.between(-1.0, 1.0) * HALF_STAGE * self.distance, ahead);
                let apart = standing.iter().all(|other| other.distance(at) > 1.5 * self.look.size_m + 0.1);
                if apart && script.holds(at) {
                    standing.push(at);
                    let (look, name) = match index < self.others {
                        true => (&self.look, format!("other-{index}")),
                        false => (&crate_look, format!("crate-{index}")),
                    };
                    script.thing(&name, look, at, Presence::Solid);
                    break;
                }
            }
        }
    }
}

/// The thickness of a wall that covers something.
pub(super) const COVER_M: f32 = 0.2;

/// A thing's way along the stage.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lane {
    pub velocity: Vec2,
    /// Where it is when something happens.
    pub event: Vec2,
    /// When something happens: it moves from the beginning.
    pub known_s: f32,
    /// How long it goes on after that within view.
    pub after_s: f32,
}

impl Lane {
    /// Where it is at a time, if nothing happens.
    pub fn at(&self, time_s: f32) -> Vec2 {
        self.event + self.velocity * (time_s - self.known_s)
    }

    /// When the scene ends: it is on its way still, since an end of the way would be a stop.
    pub fn end_s(&self) -> f32 {
        self.known_s + self.after_s
    }

    /// A place on the way that is not reached before the scene ends.
    pub fn beyond(&self) -> Vec2 {
        self.at(self.end_s() + 0.3)
    }
}
