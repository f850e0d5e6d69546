//! What the examples share in a window: ground, light, a camera from above, bodies for everything, and the overlay.

use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::prelude::*;
use bevy_piaget::prelude::*;

/// The keyboard, for examples that a person plays.
#[allow(dead_code, reason = "only some examples are played")]
pub type Keys<'w> = Res<'w, ButtonInput<KeyCode>>;

/// An app with a window, minds and the overlay.
pub fn app(title: &str) -> App {
    let mut app = App::new();
    let window = Window { title: title.into(), resolution: (1100, 800).into(), ..default() };
    let file_path = format!("{}/../..", env!("CARGO_MANIFEST_DIR"));
    app.add_plugins(
        DefaultPlugins
            .set(WindowPlugin { primary_window: Some(window), ..default() })
            .set(AssetPlugin { file_path, ..default() }),
    );
    app.add_plugins((PiagetPlugin::default(), OverlayPlugin));
    app.insert_resource(ClearColor(Color::srgb(0.09, 0.1, 0.12)));
    app.insert_resource(Time::<Fixed>::from_hz(30.0));
    app.add_systems(Startup, set_up).add_systems(Update, (embody, lay_out));
    app
}

/// The direction that the arrow keys ask for, if one is pressed.
#[allow(dead_code)]
pub fn steer(keys: &ButtonInput<KeyCode>) -> Option<Vec3> {
    let pulls = [
        (KeyCode::ArrowUp, Vec3::NEG_Z),
        (KeyCode::ArrowDown, Vec3::Z),
        (KeyCode::ArrowLeft, Vec3::NEG_X),
        (KeyCode::ArrowRight, Vec3::X),
    ];
    let pressed = pulls.into_iter().filter(|(key, _)| keys.pressed(*key));
    pressed.map(|(_, way)| way).reduce(|a, b| a + b)
}

fn set_up(mut commands: Commands) {
    // The usual curve needs tables that the engine is built without here.
    commands.spawn((Camera3d::default(), Tonemapping::Reinhard, Transform::default()));
    let sun = DirectionalLight { illuminance: 9_000.0, ..default() };
    commands.spawn((sun, Transform::from_xyz(4.0, 10.0, 6.0).looking_at(Vec3::ZERO, Vec3::Y)));
}

/// Things without a mesh.
type Bare = (Without<Mesh3d>, Without<Creature>);

/// Gives a mesh to everything that has come without one.
fn embody(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
    walls: Query<(Entity, &Opaque), Without<Mesh3d>>,
    creatures: Query<(Entity, &LiveMind), Without<Mesh3d>>,
    things: Query<(Entity, &Perceivable), Bare>,
) {
    for (entity, opaque) in &walls {
        if let Opaque::Cuboid { half } = opaque {
            let mesh = meshes.add(Cuboid::from_size(*half * 2.0));
            commands
                .entity(entity)
                .try_insert((Mesh3d(mesh), MeshMaterial3d(materials.add(Color::srgb(0.45, 0.47, 0.5)))));
        }
    }
    let child = |commands: &mut Commands, entity, mesh, colour: Handle<StandardMaterial>, up: f32| {
        let body =
            commands.spawn((Mesh3d(mesh), MeshMaterial3d(colour), Transform::from_xyz(0.0, up, 0.0))).id();
        commands.entity(entity).try_insert((Mesh3d::default(), Visibility::default())).add_child(body);
    };
    for (entity, live) in &creatures {
        let plan = live.mind().character().body;
        let mesh = meshes.add(Capsule3d::new(plan.radius_m, (plan.height_m - 2.0 * plan.radius_m).max(0.05)));
        child(&mut commands, entity, mesh, materials.add(Color::srgb(0.85, 0.65, 0.25)), plan.height_m * 0.5);
    }
    for (entity, seen) in &things {
        let mesh = meshes.add(Cuboid::from_size(seen.half_size * 2.0));
        child(&mut commands, entity, mesh, materials.add(Color::srgb(0.75, 0.2, 0.25)), seen.middle.y);
    }
}

/// Puts ground under everything that lives, and looks down on all of it.
fn lay_out(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
    mut laid: Local<Option<Rect>>,
    common: Option<Res<CommonLand>>,
    lands: Query<&Land>,
    mut cameras: Query<&mut Transform, With<Camera3d>>,
) {
    let one = common.iter().map(|land| land.0.bounds());
    let all = one.chain(lands.iter().map(Land::bounds));
    let Some(bounds) = all.reduce(|a, b| a.union(b)) else {
        return;
    };
    let (centre, size) = (bounds.center(), bounds.size());
    let middle = Vec3::new(centre.x, 0.0, centre.y);
    if laid.replace(bounds) != Some(bounds) {
        let ground = meshes.add(Plane3d::default().mesh().size(size.x, size.y));
        let colour = materials
            .add(StandardMaterial { perceptual_roughness: 1.0, ..Color::srgb(0.16, 0.19, 0.17).into() });
        commands.spawn((
            Mesh3d(ground),
            MeshMaterial3d(colour),
            Transform::from_translation(middle - Vec3::Y * 0.02),
        ));
    }
    let away = size.x.max(size.y) * 1.35;
    for mut camera in &mut cameras {
        *camera = Transform::from_translation(middle + Vec3::new(0.0, away, away * 0.25))
            .looking_at(middle, Vec3::Y);
    }
}
