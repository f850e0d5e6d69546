//! `piaget bench crowd`: what a whole mind costs with its maps and its questions of what is in view: small (4 beliefs on
//! 1,024 nodes) and large (50 on 10,000), and small ones by the hundred, thousand and ten thousand, on one thread and on
//! two. With how the cost grows with their number, and the memory of each.

use super::memory::resident_mb;
use super::{Bench, Figure, time};
use piaget_mind::{Character, Habitat, Mind};
use piaget_terms::{
    BodySense, Chance, HostId, Name, Rect, Senses, Sight, Sighting, Sound, Terrain, Utterance, Vec2, Vec3,
    Wall, maths,
};
use piaget_text::Source;
use rayon::prelude::*;
use serde_json::json;
use std::sync::Arc;

/// The bench.
pub const BENCH: Bench = Bench {
    name: "crowd",
    about: "whole minds with maps, small and large, alone and by the thousand, on one thread and two",
    run,
};

const DUNCAN: &str = include_str!("../../../../../characters/duncan.kdl");
const SHEEPDOG: &str = include_str!("../../../../../characters/shared/sheepdog.kdl");
/// The cells of Duncan's map.
const CELL_M: f32 = 0.5;
const ROW_M: f32 = 0.866_025_4;
const TICK_S: f32 = 1.0 / 30.0;
const CROWDS: [(usize, [&str; 2]); 4] = [
    (1, ["crowd.1", "crowd.1.two-threads"]),
    (100, ["crowd.100", "crowd.100.two-threads"]),
    (1_000, ["crowd.1000", "crowd.1000.two-threads"]),
    (10_000, ["crowd.10000", "crowd.10000.two-threads"]),
];
/// Half of its things are out of sight for good by then, and their maps have spread.
const WARM_TICKS: u32 = 90;

fn run() -> Result<Vec<Figure>, String> {
    let mut figures = vec![alone("mind.small", SMALL)?, alone("mind.large", Size { things: 50, side: 100 })?];
    let mut per_creature_us = [[0.0; 2]; CROWDS.len()];
    for (index, (creatures, names)) in CROWDS.into_iter().enumerate() {
        for (threads, name) in names.into_iter().enumerate() {
            let figure = crowd(name, creatures, threads + 1)?;
            per_creature_us[index][threads] = figure.value;
            figures.push(figure);
        }
    }
    // From a hundred on: one creature alone has all of the cache.
    let [few, _, many] = [1, 2, 3].map(|index| per_creature_us[index][0]);
    let exponent = 1.0 + (many / few).ln() / 100f64.ln();
    figures.push(figure("crowd.growth", exponent, "power of their number", json!({})));
    Ok(figures)
}

/// How large a mind is: things believed in, and cells of its map each way.
#[derive(Clone, Copy)]
struct Size {
    things: usize,
    side: usize,
}

const SMALL: Size = Size { things: 4, side: 32 };

fn habitat(size: Size) -> Result<Arc<Habitat>, String> {
    let source = Source::new("duncan.kdl", DUNCAN);
    let parsed = Character::parse(&source, &mut |path| Ok(Source::new(path, SHEEPDOG)));
    let character = Arc::new(parsed.map_err(|mistakes| mistakes.to_string())?);
    let extent = Vec2::new(1.0, ROW_M) * size.side as f32 * CELL_M;
    let wall = |x: f32| Wall {
        centre: Vec2::new(x, extent.y * 0.25),
        half: Vec2::new(extent.x * 0.12, 0.15),
        yaw: 0.3,
        height_m: 2.0,
    };
    let walls = vec![wall(-extent.x * 0.25), wall(extent.x * 0.25)];
    let terrain = Terrain { bounds: Rect::centred(extent.x, extent.y), walls, grid: None };
    Ok(Arc::new(Habitat::new(character, Arc::new(terrain))))
}

/// A dog that was told to look at the sheep, and sheep that wander in and out of its sight.
struct Life {
    mind: Mind,
    body: BodySense,
    places: Vec<Vec3>,
    headings: Vec<f32>,
    sightings: Vec<Sighting>,
    tick: u32,
}

impl Life {
    fn new(habitat: &Arc<Habitat>, size: Size, seed: u64) -> Self {
        let mut chance = Chance::new(seed);
        let half = Vec2::new(1.0, ROW_M) * size.side as f32 * CELL_M * 0.45;
        let places = (0..size.things)
            .map(|_| Vec3::new(chance.between(-half.x, half.x), 0.3, chance.between(-half.y, half.y)))
            .collect();
        let headings = (0..size.things).map(|_| chance.between(-3.1, 3.1)).collect();
        let mut life = Self {
            mind: Mind::born_in(habitat, seed),
            body: BodySense::standing(Vec3::ZERO, 0.0),
            places,
            headings,
            sightings: Vec::new(),
            tick: 0,
        };
        // All of them are seen once.
        life.see(|_| true);
        life.think(&View { terrain: None, at: Vec2::ZERO, towards: Vec2::Y });
        life
    }

    fn see(&mut self, in_view: impl Fn(Vec3) -> bool) {
        let Self { places, sightings, .. } = self;
        sightings.clear();
        for (index, place) in places.iter().enumerate().filter(|(_, place)| in_view(**place)) {
            let (kind, colour) = (Name::cut("sheep"), Name::cut("white"));
            sightings.push(Sighting::new(HostId(index as u32), kind, colour, *place));
        }
    }

    fn pass(&mut self, habitat: &Habitat) {
        let terrain = habitat.terrain();
        let bounds = terrain.bounds;
        for (place, heading) in self.places.iter_mut().zip(&mut self.headings) {
            let next = *place + maths::direction(*heading) * 0.4 * TICK_S;
            match bounds.contains(maths::ground(next)) {
                true => *place = next,
                false => *heading += 2.0,
            }
        }
        let towards = maths::ground(maths::direction(self.body.yaw + self.body.head_yaw));
        let view = View { terrain: Some(terrain), at: maths::ground(self.body.position), towards };
        self.see(|place| view.has(place));
        self.think(&view);
    }

    fn think(&mut self, sight: &View<'_>) {
        let (body, sightings, time_s) =
            (&self.body, &self.sightings, f64::from(self.tick) * f64::from(TICK_S));
        let order = [Sound {
            speaker: Name::cut("shepherd"),
            position: Vec3::ZERO,
            loudness: 1.0,
            words: Utterance::from("look at sheep").unwrap_or_default(),
        }];
        let sounds = if self.tick.is_multiple_of(300) { &order[..] } else { &[] };
        let intent = self.mind.step(&Senses { time_s, tick_s: TICK_S, body, sightings, sounds, sight });
        if let Some(gaze) = intent.gaze {
            let wanted = maths::yaw_of(gaze.at - self.body.position);
            let turn = maths::wrap_angle(wanted - self.body.yaw).clamp(-2.5 * TICK_S, 2.5 * TICK_S);
            self.body.yaw = maths::wrap_angle(self.body.yaw + turn);
        }
        self.tick += 1;
    }
}

/// A field of 60 degrees, cut by the walls of the terrain.
struct View<'a> {
    terrain: Option<&'a Terrain>,
    at: Vec2,
    towards: Vec2,
}

impl View<'_> {
    fn has(&self, point: Vec3) -> bool {
        const COS_HALF_FIELD: f32 = 0.866_025_4;
        let away = maths::ground(point) - self.at;
        let ahead = away.dot(self.towards);
        ahead > 0.0
            && ahead * ahead >= COS_HALF_FIELD * COS_HALF_FIELD * away.length_squared()
            && self.terrain.is_none_or(|terrain| !terrain.is_cut(self.at, maths::ground(point), 0.0))
    }
}

impl Sight for View<'_> {
    fn sees(&self, points: &[Vec3], seen: &mut [bool]) {
        for (point, seen) in points.iter().zip(seen) {
            *seen = self.has(*point);
        }
    }
}

fn alone(name: &'static str, size: Size) -> Result<Figure, String> {
    let habitat = habitat(size)?;
    let mut life = Life::new(&habitat, size, 1);
    for _ in 0..WARM_TICKS {
        life.pass(&habitat);
    }
    let timing = time(|| life.pass(&habitat));
    let held = life.mind.report().beliefs.len();
    if held < size.things {
        return Err(format!("the mind holds {held} beliefs where {} were to be measured", size.things));
    }
    let more = json!({
        "beliefs": held, "nodes": size.side * size.side,
        "least_us": timing.least_ns / 1e3, "most_us": timing.most_ns / 1e3,
    });
    Ok(figure(name, timing.median_us(), "us per step", more))
}

fn crowd(name: &'static str, creatures: usize, threads: usize) -> Result<Figure, String> {
    let habitat = habitat(SMALL)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|why| why.to_string())?;
    let before_mb = resident_mb();
    let mut lives: Vec<Life> = (0..creatures).map(|index| Life::new(&habitat, SMALL, index as u64)).collect();
    let timing = pool.install(|| {
        let mut pass = || lives.par_iter_mut().with_min_len(16).for_each(|life| life.pass(&habitat));
        for _ in 0..WARM_TICKS {
            pass();
        }
        time(pass)
    });
    let each = 1.0 / creatures as f64;
    let kib_each = (resident_mb() - before_mb) * 1024.0 * each;
    let tick_ms = timing.median_ns / 1e6;
    let more = json!({
        "creatures": creatures, "threads": threads, "tick_ms": tick_ms,
        "share_of_a_30th_of_a_second": tick_ms * 30.0 / 1e3,
        "least_us": timing.least_ns * each / 1e3,
        // Of few creatures it is the rounding of pages.
        "kib_each": (creatures >= 100).then_some(kib_each),
    });
    Ok(figure(name, timing.median_us() * each, "us per creature", more))
}

fn figure(bench: &'static str, value: f64, unit: &'static str, more: serde_json::Value) -> Figure {
    let more = more.as_object().cloned().unwrap_or_default();
    Figure { bench, value, unit, reference: None, reference_is: None, ratio: None, more }
}
