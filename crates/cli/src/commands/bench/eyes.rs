//! `piaget bench eyes`: the time that one look takes, beside one parry ray per pixel in the same scene.

use super::{Bench, Figure, time};
use piaget_world::bench_scene::{BOXES, Crowd};
use serde_json::json;

/// The bench.
pub const BENCH: Bench = Bench {
    name: "eyes",
    about: "100 creatures look once each at 160 x 120 pixels, among 50 boxes and each other",
    run,
};

/// Any crowd will do.
const SEED: u64 = 1;

fn run() -> Result<Vec<Figure>, String> {
    let mut crowd = Crowd::new(SEED);
    let eyes = crowd.eyes();
    let drawn = time(|| (0..eyes).map(|eye| crowd.draw(eye)).sum::<u32>());
    let cast = time(|| (0..eyes).map(|eye| crowd.cast(eye)).sum::<u32>());
    let each = 1.0 / eyes as f64;
    let more = json!({
        "eyes": eyes, "boxes": BOXES, "columns": 160, "rows": 120,
        "least": drawn.least_ns / 1e3 * each, "most": drawn.most_ns / 1e3 * each,
    });
    let eye = Figure::new("eyes", drawn.median_us() * each, "us per eye", more);
    Ok(vec![eye.beside(cast.median_us() * each, "one parry ray per pixel")])
}
