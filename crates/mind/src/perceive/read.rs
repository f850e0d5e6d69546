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
    }
    config
}
