//! `piaget bench memory`: how long the what-where memory takes to answer and to learn after ever longer lives, and
//! how much room a city takes.

use super::{Bench, Figure, time};
use crate::process::resident_mb;
use piaget_memory::{House, Memory, MemoryConfig, PlaceId, What};
use piaget_terms::{Chance, Name};
use serde_json::json;

/// The bench.
pub const BENCH: Bench =
    Bench { name: "memory", about: "where things are kept: asking and learning; a city's size", run };

const LIVES: [(u32, &str, &str); 4] = [
    (10, "memory.ask.10", "memory.learn.10"),
    (1_000, "memory.ask.1000", "memory.learn.1000"),
    (100_000, "memory.ask.100000", "memory.learn.100000"),
    (1_000_000, "memory.ask.1000000", "memory.learn.1000000"),
];
const BUILDINGS: u32 = 1_000;
const PLACES: u32 = 10_000;
const OBJECTS: u32 = 100_000;

fn run() -> Result<Vec<Figure>, String> {
    let mut figures = Vec::new();
    for (observations, ask, learn) in LIVES {
        let house = houses(6, 36)?;
        let leaves = house.leaves().to_vec();
        let mut memory = Memory::new(house, MemoryConfig::default());
        let mut chance = Chance::new(1);
        let mut now_s = 0.0;
        let thing = |index: u32| What {
            object: Name::cut(&format!("thing {index}")).into(),
            kind: Name::cut("thing"),
        };
        let mut live = |memory: &mut Memory| {
            now_s += 1800.0;
            let place = leaves[chance.below(leaves.len() as u32) as usize];
            memory.found(thing(chance.below(20)), place, now_s);
            now_s
        };
        for _ in 0..observations {
            live(&mut memory);
        }
        // Asking first: the timing of learning goes on living.
        let later = live(&mut memory);
        let mut chances = Vec::new();
        let asked = time(|| memory.chances(thing(3), later, &mut chances));
        let learned = time(|| live(&mut memory));
        figures.push(Figure::new(ask, asked.median_us(), "us per question", json!({})));
        figures.push(Figure::new(learn, learned.median_us(), "us per finding", json!({})));
    }
    figures.push(city()?);
    Ok(figures)
}

/// So many wholes with so many places in all.
fn houses(wholes: u32, places: u32) -> Result<House, String> {
    let mut house = House::new(Name::cut("all"));
    let root = house.root();
    let buildings = (0..wholes).map(|whole| (Name::cut(&format!("whole {whole}")), root, None));
    house.add_all(buildings).map_err(|why| why.to_string())?;
    let parts =
        (0..places).map(|place| (Name::cut(&format!("place {place}")), PlaceId(1 + place % wholes), None));
    house.add_all(parts).map_err(|why| why.to_string())?;
    Ok(house)
}

/// A city, and what the process grew by.
fn city() -> Result<Figure, String> {
    let before = resident_mb();
    let house = houses(BUILDINGS, PLACES)?;
    let leaves = house.leaves().to_vec();
    let mut memory = Memory::new(house, MemoryConfig::default());
    let mut chance = Chance::new(2);
    for index in 0..OBJECTS {
        let what = What {
            object: Name::cut(&format!("thing {index}")).into(),
            kind: Name::cut(&format!("kind {}", index % 1000)),
        };
        for find in 0..2 {
            let place = leaves[chance.below(leaves.len() as u32) as usize];
            memory.found(what, place, f64::from(find) * 86_400.0);
        }
    }
    let grown = resident_mb() - before;
    let mut chances = Vec::new();
    let what = What { object: Name::cut("thing 7").into(), kind: Name::cut("kind 7") };
    let asked = time(|| memory.chances(what, 2.0 * 86_400.0, &mut chances));
    let more = json!({
        "buildings": BUILDINGS, "places": PLACES, "objects": memory.len(), "ask_us": asked.median_us(),
    });
    // Kept, so that what is measured next does not take its room.
    std::mem::forget(memory);
    Ok(Figure::new("memory.city", grown, "MB", more))
}
