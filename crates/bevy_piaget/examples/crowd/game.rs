//! A town of yards. In each, one creature keeps track of one toy that wanders behind a wall and comes out again.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::{Rect, Vec2, Vec3};
use bevy_piaget::prelude::*;
use bevy_piaget::{CharacterAsset, wall};
use bevy_time::Time;
use bevy_transform::components::Transform;

/// A toy that slides to and fro behind its wall.
#[derive(Component)]
pub struct Toy {
    home: Vec3,
    /// Where in its round it begins, so that yards differ.
    phase: f32,
}

/// The side of a yard.
pub const YARD_M: f32 = 12.0;

/// Adds so many yards to an app, side by side in a square town.
pub fn add(app: &mut App, yards: u32, watcher: &bevy_asset::Handle<CharacterAsset>) {
    app.add_systems(FixedUpdate, slide_toys.before(PiagetSystems::Look));
    let side = (1..).find(|side| side * side >= yards).unwrap_or(1);
    let world = app.world_mut();
    for yard in 0..yards {
        let middle = Vec3::new((yard % side) as f32, 0.0, (yard / side) as f32) * YARD_M;
        let centre = Vec2::new(middle.x, middle.z);
        let screen = Wall { centre: centre + Vec2::Y, half: Vec2::new(2.0, 0.15), yaw: 0.0, height_m: 2.0 };
        let land = Land::walled(Rect::from_center_size(centre, Vec2::splat(YARD_M)), &[screen]);
        world.spawn(wall(&screen));
        let transform = Transform::from_translation(middle - Vec3::Z * 4.0).looking_to(Vec3::Z, Vec3::Y);
        world.spawn((Creature::new(watcher.clone(), u64::from(yard)), Legs::default(), land, transform));
        // All begin beside their screens, at either end of their round, and slip behind them one by one.
        let phase = (yard % 2) as f32 * 0.5 + (yard % 7) as f32 * 0.01;
        let home = middle + Vec3::Z * 3.0;
        let looks = Perceivable { middle: Vec3::Y * 0.5, ..Perceivable::new("toy") };
        world.spawn((Toy { home, phase }, looks, Transform::from_translation(home)));
    }
}

fn slide_toys(time: Res<'_, Time>, mut toys: Query<'_, '_, (&Toy, &mut Transform)>) {
    const REACH_M: f32 = 4.0;
    const ROUND_S: f32 = 20.0;
    for (toy, mut transform) in &mut toys {
        // A triangle wave between -1 and 1.
        let turn = (time.elapsed_secs() / ROUND_S + toy.phase).fract();
        let along = 1.0 - 4.0 * (turn - 0.5).abs();
        transform.translation = toy.home + Vec3::X * along * REACH_M;
    }
}
