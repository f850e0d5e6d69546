//! `piaget bench mind`: microseconds per step of a mind of the size of *Swamped!*'s raccoon (Kline 3.1), with 10, 20
//! and 40 beliefs in one run. The cost should grow at most linearly.

use super::{Bench, Figure, time};
use piaget_mind::{Character, Mind};
use piaget_terms::{Blind, BodySense, Chance, HostId, Name, Rect, Senses, Sighting, Terrain, Vec3};
use piaget_text::Source;
use serde_json::json;
use std::sync::Arc;

/// The bench.
pub const BENCH: Bench =
    Bench { name: "mind", about: "a step of a mind with 60 percepts and 84 behaviours, by beliefs", run };

const RACCOON: &str = include_str!("../../../../../characters/raccoon.kdl");
const KINDS: [&str; 16] = [
    "egg", "fish", "corn", "berry", "nut", "scrap", "ball", "stick", "shell", "can", "chicken", "friend",
    "keeper", "dog", "owl", "trap",
];
const SIZES: [(usize, &str); 3] = [(10, "mind.10-beliefs"), (20, "mind.20-beliefs"), (40, "mind.40-beliefs")];
const TICK_S: f32 = 1.0 / 30.0;

fn run() -> Result<Vec<Figure>, String> {
    let source = Source::new("raccoon.kdl", RACCOON);
    let parsed = Character::parse(&source, &mut |other| Err(format!("{other} is not needed")));
    let character = Arc::new(parsed.map_err(|mistakes| mistakes.to_string())?);
    let mut figures = Vec::new();
    for (beliefs, bench) in SIZES {
        figures.push(figure(&character, beliefs, bench)?);
    }
    Ok(figures)
}

fn figure(character: &Arc<Character>, beliefs: usize, bench: &'static str) -> Result<Figure, String> {
    let terrain = Arc::new(Terrain::open(Rect::centred(40.0, 40.0)));
    let mut mind = Mind::new(Arc::clone(character), terrain, 1);
    let mut swamp = Swamp::new(beliefs);
    for _ in 0..300 {
        swamp.pass(&mut mind);
    }
    let timing = time(|| swamp.pass(&mut mind));
    let held = mind.report().beliefs.len();
    if held != beliefs {
        return Err(format!("the mind holds {held} beliefs where {beliefs} were to be measured"));
    }
    let per_belief = timing.median_us() / beliefs as f64;
    let more = json!({
        "beliefs": beliefs,
        "us_per_belief": per_belief,
        "least_us": timing.least_ns / 1e3,
        "most_us": timing.most_ns / 1e3,
    });
    Ok(Figure {
        bench,
        value: timing.median_us(),
        unit: "us per step",
        reference: None,
        reference_is: None,
        ratio: None,
        more: more.as_object().cloned().unwrap_or_default(),
    })
}

/// Things that stand or wander on the spot, nine in ten in view, around a body that does as it is told.
struct Swamp {
    homes: Vec<Vec3>,
    sightings: Vec<Sighting>,
    body: BodySense,
    tick: u32,
}

impl Swamp {
    fn new(things: usize) -> Self {
        let mut chance = Chance::new(2);
        let mut place = || Vec3::new(chance.between(-15.0, 15.0), 0.2, chance.between(-15.0, 15.0));
        let homes = (0..things).map(|_| place()).collect();
        Self { homes, sightings: Vec::new(), body: BodySense::standing(Vec3::ZERO, 0.0), tick: 0 }
    }

    fn pass(&mut self, mind: &mut Mind) {
        self.sightings.clear();
        let time_s = f64::from(self.tick) * f64::from(TICK_S);
        for (index, home) in self.homes.iter().enumerate() {
            if (self.tick / 30 + index as u32).is_multiple_of(10) {
                continue;
            }
            let turn = self.tick as f32 * TICK_S * (index % 3) as f32;
            let place = *home + piaget_terms::maths::direction(turn) * 0.3;
            let (id, kind) = (HostId(index as u32), Name::cut(KINDS[index % KINDS.len()]));
            let colour = Name::cut(["red", "green", "blue", "white", "brown"][index % 5]);
            self.sightings.push(Sighting::new(id, kind, colour, place));
        }
        self.tick += 1;
        let (body, sightings) = (&self.body, &self.sightings);
        let intent =
            mind.step(&Senses { time_s, tick_s: TICK_S, body, sightings, sounds: &[], sight: &Blind });
        if let Some(travel) = intent.travel {
            let step_m = travel.speed_m_per_s * TICK_S;
            self.body.position = self.body.position.move_towards(travel.towards, step_m);
        }
    }
}
