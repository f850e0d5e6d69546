//! A thousand minds in one app.
//!
//! `cargo run --release -p bevy_piaget --example crowd [-- COUNT]`; with `--features window` it opens a window.

#[cfg(not(feature = "window"))]
#[path = "../shared/common.rs"]
mod common;
mod game;
#[cfg(feature = "window")]
#[path = "../shared/window.rs"]
mod window;

fn main() {
    let count = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(1000);
    let text = include_str!("../../assets/watcher.kdl");
    let watcher = bevy_piaget::CharacterAsset::parse("watcher.kdl", text).expect("our own character");
    #[cfg(feature = "window")]
    let mut app = window::app("Crowd");
    #[cfg(not(feature = "window"))]
    let mut app = common::headless(bevy_piaget::Threads::Bevys);
    let watcher = app.world().resource::<bevy_asset::AssetServer>().add(watcher);
    game::add(&mut app, count, &watcher);
    #[cfg(feature = "window")]
    app.run();
    #[cfg(not(feature = "window"))]
    {
        common::begin(&mut app);
        // Two quarters of the toys' round: after the first they are behind their screens, after the second beside them.
        for quarter in 1..=2 {
            for _ in 0..(5.0 * common::HZ) as u32 {
                app.update();
            }
            let mut minds = app.world_mut().query::<&bevy_piaget::LiveMind>();
            let seen = minds.iter(app.world()).filter(|live| !live.seen().is_empty()).count();
            println!("after {} s, {seen} of {count} see their toy; the others look for it", 5 * quarter);
        }
    }
}
