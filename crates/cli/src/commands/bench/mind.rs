//! `piaget bench mind`: microseconds per step of a mind of the size of *Swamped!*'s raccoon (Kline 3.1), with 10, 20
//! and 40 beliefs in one run. The cost should grow at most linearly.

use super::wanderers::Wanderers;
use super::{Bench, Figure, time};
use piaget_mind::{Character, Mind};
use piaget_terms::{HostId, Name, Rect, Sighting, Terrain, Vec3};
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
    let mut swamp = Wanderers::new(beliefs, 15.0, look);
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
    Ok(Figure::new(bench, timing.median_us(), "us per step", more))
}

/// Of every kind and colour.
fn look(index: usize, place: Vec3, _turn: f32) -> Sighting {
    let kind = Name::cut(KINDS[index % KINDS.len()]);
    let colour = Name::cut(["red", "green", "blue", "white", "brown"][index % 5]);
    Sighting::new(HostId(index as u32), kind, place).colour(colour)
}
