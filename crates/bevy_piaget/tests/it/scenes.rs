//! Minds saved with the scene: through Bevy's reflection, as its scenes and inspectors do it.

use crate::{add_character, common, digest, guard_asset, start};
use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_ecs::reflect::AppTypeRegistry;
use bevy_piaget::prelude::*;
use bevy_piaget::{Threads, Trouble, Warnings, save_minds};
use bevy_reflect::serde::{ReflectDeserializer, ReflectSerializer};
use bevy_reflect::{FromReflect, GetTypeRegistration, Reflect};
use bevy_transform::components::Transform;
use serde::de::DeserializeSeed;

/// A yard; the caller spawns the guard.
fn yard() -> (App, Entity) {
    let mut app = common::headless(Threads::Own(1));
    app.insert_resource(CommonLand::open(20.0, 20.0));
    let thief = app.world_mut().spawn((Perceivable::new("thief"), Transform::from_xyz(-2.0, 0.9, -6.0))).id();
    start(&mut app);
    // The first frame of a game has no length.
    app.update();
    (app, thief)
}

/// Walks the thief past the guard and out of his sight.
fn play(app: &mut App, thief: Entity, from: u32, to: u32) {
    for tick in from..to {
        let x = -2.0 + tick as f32 * 0.1;
        app.world_mut().get_mut::<Transform>(thief).expect("a thief").translation.x = x;
        app.update();
    }
}

/// Through text and back.
fn through_text<T: Component + Reflect + FromReflect + GetTypeRegistration>(app: &App, entity: Entity) -> T {
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let component = app.world().get::<T>(entity).expect("the component");
    let text =
        serde_json::to_string(&ReflectSerializer::new(component, &registry)).expect("it can be written");
    let mut reader = serde_json::Deserializer::from_str(&text);
    let read = ReflectDeserializer::new(&registry).deserialize(&mut reader).expect("it can be read");
    T::from_reflect(&*read).expect("it is what it was")
}

#[test]
fn a_mind_goes_on_to_the_bit_in_a_scene_that_was_saved_and_loaded() {
    let (mut app, thief) = yard();
    let character = add_character(app.world(), guard_asset());
    let guard = app.world_mut().spawn((Creature::new(character, 5), Legs::default())).id();
    play(&mut app, thief, 0, 50);
    save_minds(app.world_mut()).expect("it can be saved");

    let (mut again, thief_again) = yard();
    let character = add_character(again.world(), guard_asset());
    let saved = (
        through_text::<SavedMind>(&app, guard),
        through_text::<Body>(&app, guard),
        through_text::<Intention>(&app, guard),
        through_text::<Legs>(&app, guard),
        *app.world().get::<Transform>(guard).expect("a place"),
    );
    let looks = through_text::<Perceivable>(&app, thief);
    assert_eq!(Some(&looks), app.world().get::<Perceivable>(thief));
    let guard_again = again.world_mut().spawn((Creature::new(character, 5), saved)).id();
    play(&mut app, thief, 50, 120);
    play(&mut again, thief_again, 50, 120);
    assert!(again.world().get::<SavedMind>(guard_again).is_none(), "it has been used");
    assert_eq!(digest(app.world_mut()), digest(again.world_mut()));
}

#[test]
fn a_saved_mind_that_does_not_fit_is_told_and_the_creature_begins_anew() {
    let (mut app, _) = yard();
    let character = add_character(app.world(), guard_asset());
    let broken = SavedMind { bytes: vec![1, 2, 3], ..SavedMind::default() };
    let guard = app.world_mut().spawn((Creature::new(character, 5), broken)).id();
    (0..5).for_each(|_| app.update());
    let warnings = app.world().resource::<Warnings>();
    let about =
        warnings.recent().filter(|one| one.entity == Some(guard) && one.trouble == Trouble::CannotRestore);
    assert_eq!(about.count(), 1);
    assert!(app.world().get::<LiveMind>(guard).is_some());
}
