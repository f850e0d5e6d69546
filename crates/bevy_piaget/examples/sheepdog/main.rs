//! Duncan looks for a sheep that went behind a wall.
//!
//! `cargo run -p bevy_piaget --example sheepdog`; with `--features window` it opens a window.

#[cfg(not(feature = "window"))]
#[path = "../shared/common.rs"]
mod common;
mod game;
#[cfg(feature = "window")]
#[path = "../shared/window.rs"]
mod window;

fn main() {
    let load = |world: &bevy_ecs::world::World| {
        world.resource::<bevy_asset::AssetServer>().load("characters/duncan.kdl")
    };
    #[cfg(feature = "window")]
    {
        let mut app = window::app("Sheepdog");
        game::add(&mut app, load);
        app.run();
    }
    #[cfg(not(feature = "window"))]
    {
        use bevy_piaget::{Intention, LiveMind};
        let mut app = common::headless(bevy_piaget::Threads::Bevys);
        game::add(&mut app, load);
        common::begin(&mut app);
        let mut dogs =
            app.world_mut().query::<(&bevy_transform::components::Transform, &LiveMind, &Intention)>();
        for tick in 0..(20.0 * common::HZ) as u32 {
            app.update();
            for (place, live, intention) in dogs.iter(app.world()).filter(|_| tick % common::HZ as u32 == 0) {
                let sheep = live.beliefs().into_iter().find(|belief| belief.kind.as_deref() == Some("sheep"));
                let sheep = sheep.map_or("not known of".to_owned(), |sheep| {
                    let how = if sheep.entity.is_some() { "in view" } else { "thought to be" };
                    format!("{how} at {:.1}", sheep.at)
                });
                let (seconds, at) = (tick / 30, place.translation);
                let doing = intention.because.as_deref().unwrap_or("nothing");
                println!("{seconds:2} s at {at:.1}: {doing:20} sheep {sheep}");
            }
        }
    }
}
