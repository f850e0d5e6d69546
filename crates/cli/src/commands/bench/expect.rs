//! `piaget bench expect`: microseconds per step of a mind that expects something of 200 things, with no, three and six
//! salient features each. The cost should grow in proportion to the features.

use super::wanderers::Wanderers;
use super::{Bench, Figure, time};
use piaget_mind::{Character, Mind};
use piaget_terms::{Feature, FeatureValue, HostId, Name, Rect, Sighting, Terrain, Vec3, maths};
use piaget_text::Source;
use serde_json::json;
use std::sync::Arc;

/// The bench.
pub const BENCH: Bench =
    Bench { name: "expect", about: "a step of a mind that believes in 200 things, by salient features", run };

const BELIEFS: usize = 200;
const FEATURES: [&str; 6] = [
    "feature \"position\"",
    "feature \"colour\"",
    "feature \"glow\" predictor=\"kalman\"",
    "feature \"kind\"",
    "feature \"state\" predictor=\"discrete\"",
    "feature \"heat\" predictor=\"kalman\"",
];
const SIZES: [(usize, &str); 3] =
    [(0, "expect.no-features"), (3, "expect.3-features"), (6, "expect.6-features")];

fn run() -> Result<Vec<Figure>, String> {
    let mut figures: Vec<Figure> = Vec::new();
    for (features, bench) in SIZES {
        let without = figures.first().map_or(0.0, |figure| figure.value);
        figures.push(figure(features, bench, without)?);
    }
    Ok(figures)
}

fn figure(features: usize, bench: &'static str, without_us: f64) -> Result<Figure, String> {
    let expect = FEATURES[..features].join("\n");
    let text = format!(
        "character \"watcher\"\nbeliefs most=256 persist=60 history=4 {{ match id=#true }}\nexpect {{\n{expect}\n}}"
    );
    let parsed = Character::parse(&Source::new("watcher.kdl", text), &mut |_| Err("no other files".into()));
    let character = Arc::new(parsed.map_err(|mistakes| mistakes.to_string())?);
    let mut mind = Mind::new(character, Arc::new(Terrain::open(Rect::centred(60.0, 60.0))), 1);
    let mut crowd = Wanderers::new(BELIEFS, 28.0, look);
    for _ in 0..200 {
        crowd.pass(&mut mind);
    }
    let timing = time(|| crowd.pass(&mut mind));
    let held = mind.report().beliefs.len();
    if held != BELIEFS {
        return Err(format!("the mind holds {held} beliefs where {BELIEFS} were to be measured"));
    }
    let per_feature = (timing.median_us() - without_us) / (features.max(1) * BELIEFS) as f64;
    let more = json!({
        "beliefs": BELIEFS,
        "features": features,
        "us_per_feature_of_a_belief": if features > 0 { per_feature } else { 0.0 },
        "least_us": timing.least_ns / 1e3,
        "most_us": timing.most_ns / 1e3,
    });
    Ok(Figure::new(bench, timing.median_us(), "us per step", more))
}

/// All alike, each with features that change and one that does not.
fn look(index: usize, place: Vec3, turn: f32) -> Sighting {
    let mut sighting =
        Sighting::new(HostId(index as u32), Name::cut("thing"), place).colour(Name::cut("red"));
    let warm = FeatureValue::Number(maths::sin(turn));
    for (path, value) in [("glow", warm), ("heat", warm), ("state", FeatureValue::Word(Name::cut("open")))] {
        sighting.features.push(Feature::new(Name::cut(path), value));
    }
    sighting
}
