//! What the examples share: an app without a window, whose clock goes one tick with each update.

use bevy_app::{App, TaskPoolPlugin};
use bevy_asset::AssetPlugin;
use bevy_piaget::{PiagetPlugin, Threads};
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};

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
