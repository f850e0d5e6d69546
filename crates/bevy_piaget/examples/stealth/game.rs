//! Two guards in a house of three rooms, and a thief who walks in, is seen, and goes away behind a wall.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::{Vec2, Vec3};
use bevy_piaget::prelude::*;
use bevy_piaget::{CharacterAsset, wall};
use bevy_time::Time;
use bevy_transform::components::Transform;

/// Whom the guards are after. A script walks it until a person takes the keys.
#[derive(Component, Debug, Default)]
pub struct Thief {
    /// Where a person wants it to go, as a direction; `None` leaves it to the script.
    pub steered: Option<Vec3>,
}

/// What happened, for people to read.
#[derive(Resource, Debug, Default)]
pub struct Story(pub Vec<String>);

/// The guards' seeds decide where they wander.
pub const SEEDS: [u64; 2] = [11, 12];

/// The thief's way: when to be where, in seconds and metres. He walks in, hides in a room, runs out of the house, waits
/// behind its outer wall, and comes back.
const WAY: [(f32, f32, f32); 13] = [
    (0.0, -9.0, -3.0),
    (3.0, -4.0, -3.0),
    (7.0, 3.5, -3.0),
    (9.0, 6.0, -6.0),
    (14.0, 9.0, -9.0),
    (18.0, 9.0, -9.0),
    (20.0, 6.0, -2.0),
    (22.0, 6.0, 4.5),
    (25.0, 14.0, 4.5),
    (28.0, 13.0, -9.0),
    (80.0, 13.0, -9.0),
    (84.0, 14.0, 4.5),
    (88.0, 7.0, 5.0),
];

/// The walls of the house.
pub fn walls() -> Vec<Wall> {
    let wall = |x: f32, z: f32, half_x: f32, half_z: f32| Wall {
        centre: Vec2::new(x, z),
        half: Vec2::new(half_x, half_z),
        yaw: 0.0,
        height_m: 2.5,
    };
    vec![
        wall(4.5, -8.0, 0.15, 4.0),
        wall(4.5, 3.0, 0.15, 5.0),
        wall(-2.0, 1.0, 4.5, 0.15),
        wall(9.0, -1.0, 2.0, 0.15),
        wall(-6.0, -8.0, 0.15, 2.5),
        wall(11.85, -4.4, 0.15, 7.6),
    ]
}

/// Adds the game to an app.
pub fn add(app: &mut App, guard: impl Fn(&World) -> bevy_asset::Handle<CharacterAsset>) {
    app.insert_resource(CommonLand::walled(24.0, 24.0, &walls())).init_resource::<Story>();
    app.add_systems(FixedUpdate, walk_the_thief.before(PiagetSystems::Look));
    app.add_observer(|found: On<'_, '_, Found>, time: Res<'_, Time>, mut story: ResMut<'_, Story>| {
        tell(
            &mut story,
            &time,
            format!("{} found the {} after {:.1} s", found.entity, found.kind, found.after_s),
        );
    });
    app.add_observer(|gave_up: On<'_, '_, GaveUp>, time: Res<'_, Time>, mut story: ResMut<'_, Story>| {
        tell(&mut story, &time, format!("{} gave up looking for the {}", gave_up.entity, gave_up.kind));
    });
    app.add_observer(
        |surprised: On<'_, '_, Surprised>, time: Res<'_, Time>, mut story: ResMut<'_, Story>| {
            tell(&mut story, &time, format!("{} is surprised by the {}", surprised.entity, surprised.kind));
        },
    );
    let guard = guard(app.world());
    let world = app.world_mut();
    for one in walls() {
        world.spawn(wall(&one));
    }
    for (seed, at) in SEEDS.into_iter().zip([Vec3::new(0.0, 0.0, -7.0), Vec3::new(-2.0, 0.0, 7.0)]) {
        let transform = Transform::from_translation(at).looking_to(Vec3::NEG_X, Vec3::Y);
        world.spawn((Creature::new(guard.clone(), seed), Legs::default(), transform));
    }
    let looks = Perceivable {
        middle: Vec3::Y * 0.9,
        half_size: Vec3::new(0.3, 0.9, 0.3),
        colour: Some("black".into()),
        ..Perceivable::new("thief")
    };
    world.spawn((Thief::default(), looks, Transform::from_xyz(WAY[0].1, 0.0, WAY[0].2)));
}

fn tell(story: &mut Story, time: &Time, what: String) {
    story.0.push(format!("{:5.1} s: {what}", time.elapsed_secs()));
}

/// Where the script wants the thief at a time.
pub fn on_the_way(time_s: f32) -> Vec3 {
    let last = WAY[WAY.len() - 1];
    let leg = WAY.windows(2).find(|leg| time_s < leg[1].0).map_or([last, last], |leg| [leg[0], leg[1]]);
    let share = ((time_s - leg[0].0) / (leg[1].0 - leg[0].0).max(1e-3)).clamp(0.0, 1.0);
    let place = |(_, x, z): (f32, f32, f32)| Vec3::new(x, 0.0, z);
    place(leg[0]).lerp(place(leg[1]), share)
}

fn walk_the_thief(
    time: Res<'_, Time>,
    land: Res<'_, CommonLand>,
    mut thief: Query<'_, '_, (&Thief, &mut Transform)>,
) {
    const SPEED_M_PER_S: f32 = 3.0;
    for (thief, mut transform) in &mut thief {
        let to = match thief.steered {
            None => on_the_way(time.elapsed_secs()),
            Some(way) => transform.translation + way.normalize_or_zero() * SPEED_M_PER_S * time.delta_secs(),
        };
        if land.0.is_open(Vec2::new(to.x, to.z), 0.2) || thief.steered.is_none() {
            transform.translation = to;
        }
    }
}
