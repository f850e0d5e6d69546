//! A mind that stands and watches a told world: an ideal eye of 60 degrees behind which walls hide, at 30 Hz give or
//! take 10 (Kline 3.3). For experiments about what is expected, where walking and rendering would only cost time.

use crate::run::Trial;
use crate::scene;
use piaget_mind::{Belief, Mind};
use piaget_terms::{
    BodySense, Chance, Feature, FeatureValue, HostId, Intent, Name, Rect, Senses, Sight, Sighting, Terrain,
    Vec2, Vec3, Wall, maths,
};
use std::sync::Arc;

/// How the eye sees.
#[derive(Clone, Copy, Debug)]
pub(super) struct Eye {
    /// The chance that a thing in view is noticed.
    pub detection: f32,
    /// How far off a place may be, one standard deviation.
    pub noise_m: f32,
}

impl Eye {
    /// Misses nothing and measures exactly.
    pub const CLEAN: Self = Self { detection: 1.0, noise_m: 0.0 };
}

/// A thing as it is in the told world.
#[derive(Clone, Debug)]
pub(super) struct Told {
    pub id: u32,
    pub kind: &'static str,
    pub colour: &'static str,
    pub at: Vec3,
    pub glow: Option<&'static str>,
}

impl Told {
    pub fn new(id: u32, kind: &'static str, at: Vec2) -> Self {
        Self { id, kind, colour: "red", at: Vec3::new(at.x, 0.25, at.y), glow: None }
    }

    /// The same thing elsewhere.
    pub fn at(&self, at: Vec2) -> Self {
        Self { at: Vec3::new(at.x, self.at.y, at.y), ..self.clone() }
    }
}

/// A mind and where it stands.
pub(super) struct Watch {
    pub mind: Mind,
    pub body: BodySense,
    pub time_s: f64,
    pub tick_s: f32,
    pub chance: Chance,
    /// What the mind did in the last tick.
    pub intent: Intent,
    /// Between how many and how many looks a second: each tick draws its own.
    pub hz: (f32, f32),
    /// Screens that hide what is behind them, while they are up; the mind is not told of them.
    pub screens: Vec<Wall>,
    terrain: Terrain,
    eye: Eye,
    sightings: Vec<Sighting>,
}

/// What is in view from a place.
struct View<'a> {
    terrain: &'a Terrain,
    screens: &'a [Wall],
    eye: Vec3,
    yaw: f32,
    detection: f32,
}

const HALF_FIELD_RAD: f32 = std::f32::consts::PI / 6.0;
const EYE_HEIGHT_M: f32 = 1.6;

impl Sight for View<'_> {
    fn sees(&self, points: &[Vec3], seen: &mut [bool]) {
        for (point, seen) in points.iter().zip(seen) {
            let off = maths::wrap_angle(maths::yaw_of(*point - self.eye) - self.yaw);
            let (from, to) = (maths::ground(self.eye), maths::ground(*point));
            *seen = off.abs() <= HALF_FIELD_RAD
                && !self.terrain.is_cut(from, to, 0.0)
                && !self.screens.iter().any(|screen| screen.cuts(from, to, 0.0));
        }
    }

    fn detection_rate(&self) -> f32 {
        self.detection
    }
}

/// A wall along x: its middle and its length.
pub(super) fn wall(x: f32, z: f32, length_m: f32) -> Wall {
    Wall { centre: Vec2::new(x, z), half: Vec2::new(length_m * 0.5, 0.1), yaw: 0.0, height_m: 2.0 }
}

impl Watch {
    /// A character at the edge of a square of 20 m, looking over it.
    pub fn new(
        (character, more): (&str, &str),
        walls: Vec<Wall>,
        eye: Eye,
        trial: Trial,
    ) -> Result<Self, String> {
        let terrain = Terrain { bounds: Rect::centred(20.0, 20.0), walls, grid: None };
        let character = scene::character(character, more)?;
        let mind = Mind::new(character, Arc::new(terrain.clone()), trial.seed);
        let chance = Chance::of_part(trial.seed, 1);
        let body = BodySense::standing(Vec3::new(0.0, 0.0, -9.0), 0.0);
        let intent = Intent::default();
        let (time_s, tick_s, screens, sightings) = (0.0, 0.0, Vec::new(), Vec::new());
        let hz = (20.0, 40.0);
        Ok(Self { mind, body, time_s, tick_s, chance, intent, hz, screens, terrain, eye, sightings })
    }

    /// From now on 10, 30 or 60 looks a second, give or take a sixth, by chance.
    pub fn at_any_rate(mut self) -> Self {
        let hz = [10.0, 30.0, 60.0][self.chance.below(3) as usize];
        self.hz = (hz * 5.0 / 6.0, hz * 7.0 / 6.0);
        self
    }

    /// One tick of this world.
    pub fn pass(&mut self, things: &[Told]) {
        self.tick_s = 1.0 / self.chance.between(self.hz.0, self.hz.1);
        self.time_s += f64::from(self.tick_s);
        let eye = self.body.position + Vec3::Y * EYE_HEIGHT_M;
        let view = View {
            terrain: &self.terrain,
            screens: &self.screens,
            eye,
            yaw: self.body.yaw,
            detection: self.eye.detection,
        };
        self.sightings.clear();
        for thing in things {
            let mut seen = [false];
            view.sees(&[thing.at], &mut seen);
            if !seen[0] || !self.chance.happens(self.eye.detection) {
                continue;
            }
            let off = Vec3::new(self.chance.normal(), 0.0, self.chance.normal()) * self.eye.noise_m;
            let (kind, colour) = (Name::cut(thing.kind), Name::cut(thing.colour));
            let mut sighting = Sighting::new(HostId(thing.id), kind, thing.at + off).colour(colour);
            if let Some(glow) = thing.glow {
                let value = FeatureValue::Word(Name::cut(glow));
                sighting.features.push(Feature::new(Name::cut("glow"), value));
            }
            self.sightings.push(sighting);
        }
        let senses = Senses::new(self.time_s, self.tick_s, &self.body, &view).sightings(&self.sightings);
        self.intent.clone_from(self.mind.step(&senses));
    }

    /// Lets a world that is a function of time pass, from now; `each` is asked after every tick, with the seconds since.
    pub fn play(&mut self, seconds: f32, world: impl Fn(f32) -> Vec<Told>, mut each: impl FnMut(&Self, f32)) {
        let from_s = self.time_s;
        loop {
            let since_s = (self.time_s - from_s) as f32;
            if since_s >= seconds {
                return;
            }
            self.pass(&world(since_s));
            each(self, since_s);
        }
    }

    /// As [`Watch::play`], with nothing asked.
    pub fn wait(&mut self, seconds: f32, world: impl Fn(f32) -> Vec<Told>) {
        self.play(seconds, world, |_, _| {});
    }

    /// What is believed of a thing: the belief of this kind that was met first.
    pub fn belief(&self, kind: &str) -> Option<&Belief> {
        self.mind.view().beliefs().iter().skip(1).find(|belief| belief.now.kind == *kind)
    }

    /// How many kinds of violation all expectations have in this tick, together.
    pub fn violations(&self) -> u32 {
        let all = self.mind.view().beliefs().iter().skip(1);
        all.map(|belief| {
            let expectation = &belief.expectation;
            let tracks = expectation.tracks.iter().map(|track| track.violations.count());
            expectation.arrival.count() + tracks.sum::<u32>()
        })
        .sum()
    }

    /// Whether a place is in view.
    pub fn shows(&self, place: Vec2) -> bool {
        let eye = self.body.position + Vec3::Y * EYE_HEIGHT_M;
        let (terrain, screens, yaw) = (&self.terrain, &self.screens[..], self.body.yaw);
        let view = View { terrain, screens, eye, yaw, detection: 1.0 };
        let mut seen = [false];
        view.sees(&[maths::on_ground(place)], &mut seen);
        seen[0] && self.terrain.bounds.contains(place)
    }

    /// A place in view: between the given distances, within the share of the field of view.
    pub fn somewhere(&mut self, near_m: f32, far_m: f32, share: f32) -> Vec2 {
        let (yaw, distance_m) =
            (self.chance.between(-share, share) * HALF_FIELD_RAD, self.chance.between(near_m, far_m));
        maths::ground(self.body.position) + maths::ground(maths::direction(yaw)) * distance_m
    }
}
