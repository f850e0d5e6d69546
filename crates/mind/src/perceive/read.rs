//! The `perceive` node of a character file.

use super::Config;
use piaget_text::Fields;

/// The top nodes that this stage reads.
pub const NODES: &[&str] = &["perceive"];

/// Reads the nodes of this stage.
pub fn read(nodes: Vec<Fields<'_>>) -> Config {
    let mut config = Config::default();
    for mut node in nodes {
        let limit = |value: Option<i64>, default: u32| value.map_or(default, |value| value as u32);
        config.max_sightings = limit(node.whole("max-sightings", 1..=10_000), config.max_sightings);
        config.max_sounds = limit(node.whole("max-sounds", 0..=1000), config.max_sounds);
        if let Some(pixels) = node.number("sure-pixels", 0.0..=1000.0) {
            config.sure_pixels = pixels;
        }
        let noise = &mut config.noise;
        noise.after = limit(node.whole("noise-after", 1..=1_000_000), noise.after);
        noise.over = limit(node.whole("noise-over", 1..=1_000_000), noise.over);
        if let Some(within_m) = node.number("noise-within", 0.01..=100.0) {
            noise.within_m = within_m;
        }
    }
    config
}
