//! Duncan, the sheepdog of Isla and Blumberg, in a Bevy game: his character is the repository's own file. The shepherd
//! tells him to go to the sheep, which has gone behind a wall.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::{Vec2, Vec3};
use bevy_piaget::prelude::*;
use bevy_piaget::{CharacterAsset, wall};
use bevy_time::Time;
use bevy_transform::components::Transform;

/// Walks behind the wall and stays there.
#[derive(Component)]
pub struct Sheep;

/// Two walls on a field.
pub fn walls() -> Vec<Wall> {
    let wall = |x: f32, z: f32| Wall {
        centre: Vec2::new(x, z),
        half: Vec2::new(2.0, 0.15),
        yaw: 0.0,
        height_m: 1.6,
    };
    vec![wall(-2.5, -4.0), wall(3.5, -4.0)]
}

/// Adds the game to an app.
pub fn add(app: &mut App, duncan: impl Fn(&World) -> bevy_asset::Handle<CharacterAsset>) {
    app.insert_resource(CommonLand::walled(20.0, 20.0, &walls()));
    app.add_systems(FixedUpdate, (walk_the_sheep, shout).before(PiagetSystems::Look));
    let duncan = duncan(app.world());
    let world = app.world_mut();
    for one in walls() {
        world.spawn(wall(&one));
    }
    world.spawn((Creature::new(duncan, 7), Legs::default(), Transform::from_xyz(0.0, 0.0, 4.0)));
    let looks =
        Perceivable { colour: Some("white".into()), middle: Vec3::Y * 0.4, ..Perceivable::new("sheep") };
    world.spawn((Sheep, looks, Transform::from_xyz(-7.0, 0.0, -6.0)));
    let looks = Perceivable { middle: Vec3::Y, ..Perceivable::new("shepherd") };
    world.spawn((looks, Transform::from_xyz(2.0, 0.0, 7.0)));
}

fn walk_the_sheep(time: Res<'_, Time>, mut sheep: Query<'_, '_, &mut Transform, With<Sheep>>) {
    for mut transform in &mut sheep {
        transform.translation.x = (-7.0 + 1.2 * time.elapsed_secs()).min(-2.5);
    }
}

/// The shepherd gives his order once, at four seconds.
fn shout(time: Res<'_, Time>, mut told: Local<'_, bool>, mut noises: MessageWriter<'_, Noise>) {
    if !*told && time.elapsed_secs() >= 4.0 {
        *told = true;
        let at = Vec3::new(2.0, 1.6, 7.0);
        let (speaker, words) = (Some("shepherd".into()), Some("approach sheep".into()));
        noises.write(Noise { speaker, at, loudness: 1.0, words });
    }
}
