//! Guards that lose you, search where you may have gone, give up, and come back to look.
//!
//! `cargo run -p bevy_piaget --example stealth` tells the story; with `--features window` it opens a window, and the
//! arrow keys walk the thief.

#[cfg(not(feature = "window"))]
#[path = "../shared/common.rs"]
mod common;
mod game;
#[cfg(feature = "window")]
#[path = "../shared/window.rs"]
mod window;

const GUARD: &str = "crates/bevy_piaget/assets/guard.kdl";

fn main() {
    let load = |world: &bevy_ecs::world::World| world.resource::<bevy_asset::AssetServer>().load(GUARD);
    #[cfg(feature = "window")]
    {
        let mut app = window::app("Stealth: arrow keys walk the thief");
        game::add(&mut app, load);
        app.add_systems(
            bevy_app::Update,
            |mut thief: bevy_ecs::prelude::Query<'_, '_, &mut game::Thief>, keys: window::Keys<'_>| {
                for mut thief in &mut thief {
                    thief.steered = window::steer(&keys).or(thief.steered.map(|_| bevy_math::Vec3::ZERO));
                }
            },
        );
        app.run();
    }
    #[cfg(not(feature = "window"))]
    {
        let mut app = common::headless(bevy_piaget::Threads::Bevys);
        game::add(&mut app, load);
        common::begin(&mut app);
        for _ in 0..(95.0 * common::HZ) as u32 {
            app.update();
        }
        app.world().resource::<game::Story>().0.iter().for_each(|line| println!("{line}"));
    }
}
