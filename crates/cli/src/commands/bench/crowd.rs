//! `piaget bench crowd`: what a whole mind costs with its maps and its questions of what is in view: small (4 beliefs on
//! 1,024 nodes) and large (50 on 10,000), and small ones by the hundred, thousand and ten thousand, on one thread and on
//! two. With how the cost grows with their number, and the memory of each.

use super::timing::{Lap, took_us};
use super::{Bench, Figure};
use crate::process::resident_mb;
use piaget_mind::{Blueprint, Character, Mind, Stage};
use piaget_occupancy::Distribution;
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
const PATIENCE: &str = include_str!("../../../../../characters/shared/patience.kdl");
/// The cells of Duncan's map.
const CELL_M: f32 = 0.5;
const ROW_M: f32 = 0.866_025_4;
pub(super) const TICK_S: f32 = 1.0 / 30.0;
const CROWDS: [(usize, [&str; 2]); 4] = [
    (1, ["crowd.1", "crowd.1.two-threads"]),
    (100, ["crowd.100", "crowd.100.two-threads"]),
    (1_000, ["crowd.1000", "crowd.1000.two-threads"]),
    (10_000, ["crowd.10000", "crowd.10000.two-threads"]),
];
/// Half of its things are out of sight for good by then, and their maps have spread.
const WARM_TICKS: u32 = 90;
/// How long a mind alone is measured: the same stretch of the same lives each time, since a mind that has lost more
/// things has more to do.
const LIFE_TICKS: u32 = 600;
const LIVES: u64 = 11;
/// The same for a crowd.
const CROWD_TICKS: usize = 30;
/// So many creatures are measured at least: small crowds again and again with others.
const LEAST_CREATURES: usize = 200;

fn run() -> Result<Vec<Figure>, String> {
    // First of all: later, what a creature takes may be room that others have left.
    let memory = memory()?;
    let mut figures = vec![
        alone("mind.small", SMALL, LIVES)?,
        alone("mind.large", Size { things: 50, side: 100 }, 3)?,
        other()?,
    ];
    let mut per_creature_us = [[0.0; 2]; CROWDS.len()];
    for (index, (creatures, names)) in CROWDS.into_iter().enumerate() {
        for (threads, name) in names.into_iter().enumerate() {
            let figure = crowd(name, creatures, threads + 1)?;
            per_creature_us[index][threads] = figure.value;
            figures.push(figure);
        }
    }
    // From a hundred on: one creature alone has all of the cache.
    for (threads, name) in ["crowd.growth", "crowd.growth.two-threads"].into_iter().enumerate() {
        let [few, _, many] = [1, 2, 3].map(|index| per_creature_us[index][threads]);
        let exponent = 1.0 + (many / few).ln() / 100f64.ln();
        figures.push(Figure::new(name, exponent, "power of their number", json!({})));
    }
    figures.extend(memory);
    Ok(figures)
}

/// How large a mind is: things believed in, and cells of its map each way.
#[derive(Clone, Copy)]
pub(super) struct Size {
    pub(super) things: usize,
    pub(super) side: usize,
}

const SMALL: Size = Size { things: 4, side: 32 };

pub(super) fn blueprint(size: Size) -> Result<Arc<Blueprint>, String> {
    blueprint_with(size, "")
}

fn blueprint_with(size: Size, more: &str) -> Result<Arc<Blueprint>, String> {
    let source = Source::new(
        "duncan.kdl",
        format!(
            "{DUNCAN}
{more}"
        ),
    );
    let included = |path: &str| if path.ends_with("patience.kdl") { PATIENCE } else { SHEEPDOG };
    let parsed = Character::parse(&source, &mut |path| Ok(Source::new(path, included(path))));
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
    Ok(Arc::new(Blueprint::new(character, Arc::new(terrain))))
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
    fn new(blueprint: &Arc<Blueprint>, size: Size, seed: u64) -> Self {
        let mut chance = Chance::new(seed);
        let half = Vec2::new(1.0, ROW_M) * size.side as f32 * CELL_M * 0.45;
        let places = (0..size.things)
            .map(|_| Vec3::new(chance.between(-half.x, half.x), 0.3, chance.between(-half.y, half.y)))
            .collect();
        let headings = (0..size.things).map(|_| chance.between(-3.1, 3.1)).collect();
        let mut life = Self {
            mind: Mind::from_blueprint(blueprint, seed),
            body: BodySense::standing(Vec3::ZERO, 0.0),
            places,
            headings,
            sightings: Vec::new(),
            tick: 0,
        };
        // All of them are seen once.
        life.see(|_| true);
        life.think(&View { terrain: None, at: Vec2::ZERO, towards: Vec2::Y }, |_| {});
        life
    }

    fn see(&mut self, in_view: impl Fn(Vec3) -> bool) {
        let Self { places, sightings, .. } = self;
        sightings.clear();
        for (index, place) in places.iter().enumerate().filter(|(_, place)| in_view(**place)) {
            let (kind, colour) = (Name::cut("sheep"), Name::cut("white"));
            sightings.push(Sighting::new(HostId(index as u32), kind, *place).colour(colour));
        }
    }

    fn pass(&mut self, blueprint: &Blueprint) {
        self.pass_by_stages(blueprint, |_| {});
    }

    fn pass_by_stages(&mut self, blueprint: &Blueprint, done: impl FnMut(Stage)) {
        let terrain = blueprint.terrain();
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
        self.think(&view, done);
    }

    fn think(&mut self, sight: &dyn Sight, done: impl FnMut(Stage)) {
        let (body, sightings, time_s) =
            (&self.body, &self.sightings, f64::from(self.tick) * f64::from(TICK_S));
        let order = [Sound::new(Vec3::ZERO)
            .speaker(Name::cut("shepherd"))
            .words(Utterance::from("look at sheep").unwrap_or_default())];
        let sounds = if self.tick.is_multiple_of(300) { &order[..] } else { &[] };
        let senses = Senses::new(time_s, TICK_S, body, sight).sightings(sightings).sounds(sounds);
        let intent = self.mind.step_by_stages(&senses, done);
        if let Some(gaze) = intent.gaze {
            let wanted = maths::yaw_of(gaze.at - self.body.position);
            let turn = maths::wrap_angle(wanted - self.body.yaw).clamp(-2.5 * TICK_S, 2.5 * TICK_S);
            self.body.yaw = maths::wrap_angle(self.body.yaw + turn);
        }
        self.tick += 1;
    }

    /// What its maps weigh.
    fn map_bytes(&self) -> usize {
        let places = self.mind.view().beliefs().iter().filter_map(|belief| belief.place.as_ref());
        places.filter_map(|place| place.map()).map(Distribution::bytes).sum()
    }
}

/// A field of 60 degrees, cut by the walls of the terrain.
pub(super) struct View<'a> {
    pub(super) terrain: Option<&'a Terrain>,
    pub(super) at: Vec2,
    pub(super) towards: Vec2,
}

const COS_HALF_FIELD: f32 = 0.866_025_4;
const SIN_HALF_FIELD: f32 = 0.5;

impl View<'_> {
    fn has(&self, point: Vec3) -> bool {
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

    /// A disc is in view where it stays clear of both edges of the field, and of every wall made wider by its radius.
    fn sees_whole(&self, centres: &[Vec3], radius_m: f32, seen: &mut [bool]) {
        for (centre, seen) in centres.iter().zip(seen) {
            let centre = maths::ground(*centre);
            let away = centre - self.at;
            let (ahead, aside) = (away.dot(self.towards), away.perp_dot(self.towards).abs());
            *seen = ahead * SIN_HALF_FIELD - aside * COS_HALF_FIELD >= radius_m
                && self.terrain.is_none_or(|terrain| !terrain.is_cut(self.at, centre, radius_m));
        }
    }
}

/// One mind: whole lives, then the same lives once more with a look at the clock after each stage.
fn alone(name: &'static str, size: Size, lives: u64) -> Result<Figure, String> {
    let blueprint = blueprint(size)?;
    let warm = |seed: u64| {
        let mut life = Life::new(&blueprint, size, seed);
        (0..WARM_TICKS).for_each(|_| life.pass(&blueprint));
        life
    };
    let (mut each_us, mut held) = (Vec::new(), 0.0);
    for seed in 1..=lives {
        let mut life = warm(seed);
        let took_us = took_us(|| (0..LIFE_TICKS).for_each(|_| life.pass(&blueprint)));
        each_us.push(took_us / f64::from(LIFE_TICKS));
        let beliefs = life.mind.report().beliefs.len();
        if beliefs <= size.things {
            return Err(format!(
                "the mind holds {beliefs} beliefs where {} were to be measured",
                size.things
            ));
        }
        // Without the belief about itself.
        held += (beliefs - 1) as f64 / lives as f64;
    }
    let mut stages_us = [0.0; Stage::ALL.len()];
    for seed in 1..=lives {
        let mut life = warm(seed);
        for _ in 0..LIFE_TICKS {
            let mut clock = Lap::new();
            life.pass_by_stages(&blueprint, |stage| stages_us[stage as usize] += clock.us());
        }
    }
    let steps = f64::from(LIFE_TICKS) * lives as f64;
    let stages = Stage::ALL.map(|stage| (stage.name(), stages_us[stage as usize] / steps));
    each_us.sort_by(f64::total_cmp);
    let more = json!({
        "beliefs": held, "nodes": size.side * size.side, "parts": stages,
        "least_us": each_us[0], "most_us": each_us[each_us.len() - 1],
    });
    Ok(Figure::new(name, each_us[each_us.len() / 2], "us per step", more))
}

/// What thinking of one other adds to a small mind's step, as a share of it: the same lives with and without, in turn.
fn other() -> Result<Figure, String> {
    const THINKS: &str = "minds \"sheep\" most=1 things=5";
    let both = [blueprint(SMALL)?, blueprint_with(SMALL, THINKS)?];
    let (mut each_us, mut thought_of) = ([Vec::new(), Vec::new()], 0.0);
    for seed in 1..=LIVES {
        for (blueprint, each_us) in both.iter().zip(&mut each_us) {
            let mut life = Life::new(blueprint, SMALL, seed);
            (0..WARM_TICKS).for_each(|_| life.pass(blueprint));
            let took_us = took_us(|| (0..LIFE_TICKS).for_each(|_| life.pass(blueprint)));
            each_us.push(took_us / f64::from(LIFE_TICKS));
            thought_of += life.mind.minds().len() as f64 / LIVES as f64;
        }
    }
    let median = each_us.map(|mut each_us| {
        each_us.sort_by(f64::total_cmp);
        each_us[each_us.len() / 2]
    });
    let more = json!({ "without_us": median[0], "with_us": median[1], "thought_of": thought_of });
    Ok(Figure::new("mind.other", median[1] / median[0] - 1.0, "of a step for each other thought of", more))
}

/// What a creature of a crowd holds in memory, with its maps and without.
fn memory() -> Result<Vec<Figure>, String> {
    /// Large enough that the rounding of pages does not count.
    const CREATURES: usize = 1_000;
    let blueprint = blueprint(SMALL)?;
    let before_mb = resident_mb();
    let mut lives: Vec<Life> =
        (0..CREATURES).map(|index| Life::new(&blueprint, SMALL, index as u64)).collect();
    for _ in 0..WARM_TICKS {
        lives.iter_mut().for_each(|life| life.pass(&blueprint));
    }
    let held = (resident_mb() - before_mb) * 1024.0 / CREATURES as f64;
    let maps = lives.iter().map(Life::map_bytes).sum::<usize>() as f64 / 1024.0 / CREATURES as f64;
    Ok(vec![
        Figure::new("crowd.memory", held, "KiB per creature", json!({ "creatures": CREATURES })),
        Figure::new("crowd.memory.beyond-maps", held - maps, "KiB per creature", json!({ "maps_kib": maps })),
    ])
}

/// A crowd's time per creature.
fn crowd(name: &'static str, creatures: usize, threads: usize) -> Result<Figure, String> {
    let blueprint = blueprint(SMALL)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|why| why.to_string())?;
    let each = 1.0 / creatures as f64;
    let rounds = LEAST_CREATURES.div_ceil(creatures);
    let (mut tick_us, mut least_us) = (0.0, 0.0);
    for round in 0..rounds {
        let seeds = (0..creatures).map(|index| (round * creatures + index) as u64);
        let mut lives: Vec<Life> = seeds.map(|seed| Life::new(&blueprint, SMALL, seed)).collect();
        let mut ticks: Vec<f64> = pool.install(|| {
            let mut pass = || lives.par_iter_mut().with_min_len(16).for_each(|life| life.pass(&blueprint));
            (0..WARM_TICKS).for_each(|_| pass());
            (0..CROWD_TICKS).map(|_| took_us(&mut pass)).collect()
        });
        ticks.sort_by(f64::total_cmp);
        tick_us += ticks[ticks.len() / 2] / rounds as f64;
        least_us += ticks[0] / rounds as f64;
    }
    let more = json!({
        "creatures": creatures, "threads": threads, "tick_ms": tick_us / 1e3,
        "share_of_a_30th_of_a_second": tick_us * 30.0 / 1e6, "least_us": least_us * each,
    });
    Ok(Figure::new(name, tick_us * each, "us per creature", more))
}
