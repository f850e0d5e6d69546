//! The plugin as a game meets it, without a window.

mod border;
mod budget;
mod guard;
mod hardship;
mod preludes;
mod programs;
mod scenes;

#[path = "../../examples/shared/common.rs"]
mod common;
#[allow(dead_code)]
#[path = "../../examples/crowd/game.rs"]
mod crowd;
#[path = "../../examples/sheepdog/game.rs"]
mod sheepdog;
#[path = "../../examples/stealth/game.rs"]
mod stealth;

use bevy_app::App;
use bevy_asset::{AssetServer, Handle};
use bevy_ecs::prelude::*;
use bevy_piaget::{CharacterAsset, Intention, LiveMind, piaget};
use bevy_transform::components::Transform;

/// The example's guard, parsed.
pub fn guard_asset() -> CharacterAsset {
    CharacterAsset::parse("guard.kdl", include_str!("../../assets/guard.kdl")).expect("our own character")
}

/// The crowd's character, parsed.
pub fn watcher_asset() -> CharacterAsset {
    CharacterAsset::parse("watcher.kdl", include_str!("../../assets/watcher.kdl")).expect("our own character")
}

/// Puts a character among the assets.
pub fn add_character(world: &World, character: CharacterAsset) -> Handle<CharacterAsset> {
    world.resource::<AssetServer>().add(character)
}

/// Ready to be updated.
pub fn start(app: &mut App) {
    app.finish();
    app.cleanup();
}

/// A number that changes with any bit of any mind, intention or place of a creature.
pub fn digest(world: &mut World) -> u64 {
    let mut minds = world.query::<(Entity, &LiveMind, &Intention, &Transform)>();
    let mut all: Vec<_> = minds.iter(world).collect();
    all.sort_by_key(|one| one.0);
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut take = |bytes: &[u8]| {
        for byte in bytes {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for (_, live, intention, transform) in all {
        take(&piaget::save(live.mind()).expect("it can be saved"));
        take(format!("{intention:?}").as_bytes());
        take(&transform.translation.to_array().map(f32::to_le_bytes).concat());
        take(&transform.rotation.to_array().map(f32::to_le_bytes).concat());
    }
    hash
}
