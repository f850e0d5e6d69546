//! What the examples share: an app without a window, whose clock goes one tick with each update.

use bevy_app::{App, TaskPoolPlugin};
use bevy_asset::{AssetPlugin, AssetServer};
use bevy_piaget::{Creature, PiagetPlugin, Threads};
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy, Virtual};
use std::time::Duration;

/// Ticks in a second.
pub const HZ: f64 = 30.0;

/// An app with minds, without a window. Assets are found from the root of the repository.
pub fn headless(threads: Threads) -> App {
    let mut app = App::new();
    let file_path = format!("{}/../..", env!("CARGO_MANIFEST_DIR"));
    app.add_plugins((
        TaskPoolPlugin::default(),
        TimePlugin,
        AssetPlugin { file_path, ..AssetPlugin::default() },
    ))
    .add_plugins(PiagetPlugin { threads, ..PiagetPlugin::default() })
    .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
    .insert_resource(Time::<Fixed>::from_hz(HZ));
    app
}

/// Ends the building of an app, and lets its clock stand until every character file has been read: how long that takes
/// must not decide what happens.
#[allow(dead_code, reason = "the bench has its characters at once")]
pub fn begin(app: &mut App) {
    app.finish();
    app.cleanup();
    app.world_mut().resource_mut::<Time<Virtual>>().pause();
    let mut creatures = app.world_mut().query::<&Creature>();
    for _ in 0..5_000 {
        app.update();
        let world = app.world();
        let files = world.resource::<AssetServer>();
        if creatures.iter(world).all(|creature| files.is_loaded(&creature.character)) {
            break;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    app.world_mut().resource_mut::<Time<Virtual>>().unpause();
}
