//! Bad input and rough handling: a warning that names the entity, once, and everything else goes on.

use crate::{add_character, common, digest, guard_asset, start, stealth};
use bevy_app::{App, FixedUpdate};
use bevy_asset::{AssetPlugin, AssetServer, Assets};
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_piaget::prelude::*;
use bevy_piaget::{PiagetPlugin, Threads, Trouble, Warnings};
use bevy_time::{Time, Virtual};
use bevy_transform::components::Transform;

/// A yard with a guard, and a thief in front of him.
fn yard() -> (App, Entity, Entity) {
    let mut app = common::headless(Threads::Own(1));
    app.insert_resource(CommonLand::open(20.0, 20.0));
    let guard = add_character(app.world(), guard_asset());
    let guard = app.world_mut().spawn((Creature::new(guard, 1), Legs::default())).id();
    let thief = app.world_mut().spawn((Perceivable::new("thief"), Transform::from_xyz(0.0, 0.9, -6.0))).id();
    start(&mut app);
    (app, guard, thief)
}

fn update(app: &mut App, ticks: u32) {
    (0..ticks).for_each(|_| app.update());
}

/// Warnings of one trouble about one entity.
fn said(app: &App, entity: Option<Entity>, trouble: Trouble) -> Vec<String> {
    let all = app.world().resource::<Warnings>().recent();
    let about = all.filter(|one| one.entity == entity && one.trouble == trouble);
    about.map(|one| one.text.clone()).collect()
}

fn acts(app: &App, guard: Entity) -> bool {
    app.world().get::<Intention>(guard).is_some_and(|intention| intention.because.as_deref() == Some("catch"))
}

#[test]
fn a_perceivable_without_a_transform_is_told_once() {
    let (mut app, guard, _) = yard();
    let ghost = app.world_mut().spawn(Perceivable::new("ghost")).id();
    update(&mut app, 20);
    let said = said(&app, Some(ghost), Trouble::NoTransform);
    assert!(said.len() == 1 && said[0].contains("ghost") && said[0].contains("Transform"), "{said:?}");
    assert!(acts(&app, guard));
}

#[test]
fn a_creature_without_a_land_is_told_once_and_lives_when_it_has_one() {
    let mut app = common::headless(Threads::Own(1));
    let guard = add_character(app.world(), guard_asset());
    let guard = app.world_mut().spawn((Creature::new(guard, 1), Legs::default())).id();
    start(&mut app);
    update(&mut app, 20);
    assert_eq!(said(&app, Some(guard), Trouble::NoLand).len(), 1);
    assert!(app.world().get::<LiveMind>(guard).is_none());
    app.insert_resource(CommonLand::open(20.0, 20.0));
    update(&mut app, 2);
    assert!(app.world().get::<LiveMind>(guard).is_some());
}

#[test]
fn transforms_that_are_not_numbers_are_told_once_and_the_rest_goes_on() {
    let (mut app, guard, thief) = yard();
    update(&mut app, 5);
    let second = app.world().get::<Creature>(guard).expect("a creature").clone();
    let second = app.world_mut().spawn((second, Legs::default(), Transform::from_xyz(1.0, 0.0, 0.0))).id();
    update(&mut app, 5);
    app.world_mut().get_mut::<Transform>(guard).expect("a place").translation.x = f32::NAN;
    update(&mut app, 20);
    assert_eq!(said(&app, Some(guard), Trouble::NotANumber).len(), 1);
    assert!(acts(&app, second));
    app.world_mut().get_mut::<Transform>(thief).expect("a place").translation.y = f32::INFINITY;
    update(&mut app, 20);
    assert_eq!(said(&app, Some(thief), Trouble::NotANumber).len(), 1);
    app.world_mut().get_mut::<Transform>(guard).expect("a place").translation = Vec3::ZERO;
    app.world_mut().get_mut::<Transform>(thief).expect("a place").translation = Vec3::new(0.0, 0.9, -6.0);
    update(&mut app, 30);
    assert!(acts(&app, guard));
    let wall = Opaque::Cuboid { half: Vec3::new(f32::NAN, 1.0, 1.0) };
    app.world_mut().spawn(wall);
    update(&mut app, 5);
    assert!(acts(&app, guard));
}

#[test]
fn names_and_words_that_are_too_long_are_told_with_their_length_and_left_out() {
    let (mut app, guard, _) = yard();
    let long = "a name that is too long for any mind".to_owned();
    let ghost = (Perceivable::new(long.clone()), Transform::from_xyz(1.0, 0.9, -5.0));
    let ghost = app.world_mut().spawn(ghost).id();
    let colour = Perceivable { colour: Some(long.clone()), ..Perceivable::new("ghost") };
    let coloured = app.world_mut().spawn((colour, Transform::from_xyz(2.0, 0.9, -5.0))).id();
    app.world_mut().get_mut::<Body>(guard).expect("a body").holding = Some(long.clone());
    let noise =
        Noise { speaker: None, at: Vec3::ZERO, loudness: 1.0, words: Some("far too much ".repeat(5)) };
    app.world_mut().write_message(noise);
    update(&mut app, 20);
    for entity in [ghost, coloured, guard] {
        let said = said(&app, Some(entity), Trouble::TextTooLong);
        assert!(said.len() == 1 && said[0].contains("is 36 bytes long; a name holds at most 28"), "{said:?}");
        assert!(said[0].contains(&long));
    }
    let heard = said(&app, None, Trouble::TextTooLong);
    assert!(heard.len() == 1 && heard[0].contains("are 65 bytes long; at most 60"), "{heard:?}");
    let live = app.world().get::<LiveMind>(guard).expect("alive");
    assert!(!live.seen().contains(&ghost) && !live.seen().contains(&coloured));
    assert!(acts(&app, guard));
    let mut live = app.world_mut().get_mut::<LiveMind>(guard).expect("alive");
    assert!(live.learn("enemies", &long).is_err());
}

#[test]
fn a_second_plugin_is_told_and_left_out() {
    let mut app = common::headless(Threads::Own(1));
    app.add_plugins(PiagetPlugin::default()).insert_resource(CommonLand::open(20.0, 20.0));
    assert_eq!(said(&app, None, Trouble::AddedTwice).len(), 1);
    let guard = add_character(app.world(), guard_asset());
    let guard = app.world_mut().spawn((Creature::new(guard, 1), Legs::default())).id();
    app.world_mut().spawn((Perceivable::new("thief"), Transform::from_xyz(0.0, 0.9, -6.0)));
    start(&mut app);
    update(&mut app, 20);
    assert!(acts(&app, guard));
    let clock = app.world().get::<LiveMind>(guard).expect("alive").mind().view().time_s();
    assert!((clock - 20.0 / common::HZ).abs() < 0.1, "it thought twice a tick: {clock}");
}

#[test]
fn a_character_that_vanishes_is_told_once_and_its_creature_goes_on() {
    let (mut app, guard, _) = yard();
    update(&mut app, 5);
    let id = app.world().get::<Creature>(guard).expect("a creature").character.id();
    app.world_mut().resource_mut::<Assets<CharacterAsset>>().remove(id);
    update(&mut app, 20);
    assert_eq!(said(&app, Some(guard), Trouble::CharacterVanished).len(), 1);
    assert!(acts(&app, guard));
}

#[test]
fn a_file_reloaded_with_mistakes_leaves_the_old_character_and_a_good_one_takes_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = include_str!("../../assets/guard.kdl");
    let write = |text: &str| std::fs::write(folder.path().join("guard.kdl"), text).expect("writable");
    write(good);
    let mut app = App::new();
    let file_path = folder.path().display().to_string();
    app.add_plugins((bevy_app::TaskPoolPlugin::default(), bevy_time::TimePlugin))
        .add_plugins(AssetPlugin { file_path, ..AssetPlugin::default() })
        .add_plugins(PiagetPlugin::default())
        .insert_resource(bevy_time::TimeUpdateStrategy::FixedTimesteps(1))
        .insert_resource(CommonLand::open(20.0, 20.0));
    let handle = app.world().resource::<AssetServer>().load("guard.kdl");
    let guard = app.world_mut().spawn((Creature::new(handle, 1), Legs::default())).id();
    app.world_mut().spawn((Perceivable::new("thief"), Transform::from_xyz(0.0, 0.9, -9.0)));
    start(&mut app);
    let until = |app: &mut App, what: &str, done: &dyn Fn(&App) -> bool| {
        for _ in 0..20_000 {
            if done(app) {
                return;
            }
            app.update();
            std::thread::yield_now();
        }
        panic!("it never came to this: {what}");
    };
    until(&mut app, "alive and chasing", &|app| acts(app, guard));

    write(&good.replace("beliefs persist", "beleifs persist"));
    app.world().resource::<AssetServer>().reload("guard.kdl");
    until(&mut app, "told", &|app| !said(app, Some(guard), Trouble::CharacterMistaken).is_empty());
    let told = said(&app, Some(guard), Trouble::CharacterMistaken);
    assert!(told[0].contains("guard.kdl") && told[0].contains("beleifs"), "{told:?}");
    update(&mut app, 10);
    assert!(acts(&app, guard));

    let believed =
        |app: &App| app.world().get::<LiveMind>(guard).map(|live| live.mind().report().beliefs.len());
    assert_eq!(believed(&app), Some(1));
    write(&good.replace("run=2.6", "run=4.5"));
    app.world().resource::<AssetServer>().reload("guard.kdl");
    let run = |app: &App| {
        let live = app.world().get::<LiveMind>(guard).expect("alive");
        live.mind().character().body.run_m_per_s
    };
    until(&mut app, "taken over", &|app| run(app) > 4.0);
    assert_eq!(believed(&app), Some(1), "what it believed was lost");
}

#[test]
fn creatures_and_things_may_go_at_any_moment() {
    let mut app = common::headless(Threads::Own(2));
    stealth::add(&mut app, |world| add_character(world, guard_asset()));
    // In the middle of telling: whoever finds, is surprised or gives up vanishes, and so does what was found.
    app.add_observer(|found: On<'_, '_, Found>, mut commands: Commands<'_, '_>| {
        commands.entity(found.entity).try_despawn();
        if let Some(what) = found.what {
            commands.entity(what).try_despawn();
        }
    });
    // And between thinking and walking, every second.
    let vanish = |mut ticks: Local<'_, u32>,
                  all: Query<'_, '_, Entity, With<LiveMind>>,
                  mut commands: Commands<'_, '_>| {
        *ticks += 1;
        if let Some(one) = all.iter().next().filter(|_| ticks.is_multiple_of(30)) {
            commands.entity(one).remove::<Creature>().try_despawn();
        }
    };
    app.add_systems(FixedUpdate, vanish.after(PiagetSystems::Think).before(PiagetSystems::Act));
    start(&mut app);
    let guard = add_character(app.world(), guard_asset());
    for round in 0..20 {
        update(&mut app, 17);
        app.world_mut().spawn((Creature::new(guard.clone(), round), Legs::default()));
        app.world_mut().spawn((Perceivable::new("thief"), Transform::from_xyz(1.0, 0.9, -3.0)));
    }
    // A mind that is taken away begins anew.
    let creatures: Vec<Entity> =
        app.world_mut().query_filtered::<Entity, With<LiveMind>>().iter(app.world()).collect();
    for one in creatures {
        app.world_mut().entity_mut(one).remove::<LiveMind>();
    }
    update(&mut app, 5);
}

#[test]
fn paused_slow_and_fast_games() {
    let (mut app, guard, _) = yard();
    update(&mut app, 10);
    let clock = |app: &App| app.world().get::<LiveMind>(guard).expect("alive").mind().view().time_s();
    app.world_mut().resource_mut::<Time<Virtual>>().pause();
    let (before, was) = (clock(&app), digest(app.world_mut()));
    update(&mut app, 20);
    assert_eq!((clock(&app), digest(app.world_mut())), (before, was));
    let mut time = app.world_mut().resource_mut::<Time<Virtual>>();
    time.unpause();
    time.set_relative_speed(0.0);
    update(&mut app, 20);
    assert_eq!(digest(app.world_mut()), was);
    app.world_mut().resource_mut::<Time<Virtual>>().set_relative_speed(10.0);
    update(&mut app, 20);
    // Ten ticks with each update, but for those that Bevy's limit on long frames keeps back.
    assert!(clock(&app) - before > 4.0, "{} s", clock(&app) - before);
    assert!(acts(&app, guard));
}

/// Bytes of memory that this process has in use.
fn resident_bytes() -> Option<u64> {
    let pages: u64 =
        std::fs::read_to_string("/proc/self/statm").ok()?.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

#[test]
fn ten_thousand_lives_leave_nothing_behind() {
    let (mut app, _, _) = yard();
    let guard = add_character(app.world(), guard_asset());
    let mut after_warmth = None;
    for round in 0..10_000 {
        let creature = app.world_mut().spawn((Creature::new(guard.clone(), round), Legs::default())).id();
        let at = Transform::from_xyz(3.0, 0.9, -5.0);
        let thing = app.world_mut().spawn((Perceivable::new("thief"), at)).id();
        let ghost = app.world_mut().spawn(Perceivable::new("ghost")).id();
        app.update();
        for one in [creature, thing, ghost] {
            app.world_mut().despawn(one);
        }
        if round == 2_000 {
            after_warmth = resident_bytes();
        }
    }
    let Some((warm, now)) = after_warmth.zip(resident_bytes()) else {
        println!("skipped: this system does not say how much memory is in use");
        return;
    };
    println!("{} kB after 2,000 rounds, {} kB after 10,000", warm / 1024, now / 1024);
    assert!(now < warm + (2 << 20), "it grew from {warm} to {now} bytes");
}
