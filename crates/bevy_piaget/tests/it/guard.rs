//! A guard sees the thief, loses him behind a wall, searches where the map says, and finds him or gives up; the same in
//! every run, on any number of threads, and without knowing more than he can see.

use crate::{add_character, common, digest, guard_asset, sheepdog, start, stealth};
use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_piaget::Threads;
use bevy_piaget::piaget::terms::Vec2;
use bevy_piaget::prelude::*;
use bevy_time::Time;
use bevy_transform::components::Transform;

fn game(threads: Threads) -> App {
    let mut app = common::headless(threads);
    stealth::add(&mut app, |world| add_character(world, guard_asset()));
    start(&mut app);
    app
}

fn seen(app: &mut App) -> bool {
    let mut minds = app.world_mut().query::<&LiveMind>();
    minds.iter(app.world()).any(|live| !live.seen().is_empty())
}

const TICKS: u32 = 95 * 30;

#[test]
fn a_guard_loses_the_thief_searches_where_the_map_says_and_finds_him_or_gives_up() {
    let mut app = game(Threads::Bevys);
    let (mut saw, mut searched, mut chosen, mut anywhere) = (false, 0, 0.0, 0.0);
    for tick in 0..TICKS {
        app.update();
        saw |= seen(&mut app);
        if tick % 10 != 0 {
            continue;
        }
        let mut minds = app.world_mut().query::<(&LiveMind, &Intention)>();
        for (live, intention) in
            minds.iter(app.world()).filter(|(_, intention)| intention.because.as_deref() == Some("catch"))
        {
            let view = live.mind().view();
            let thief = view.beliefs().iter().find(|belief| belief.now.kind == "thief" && !belief.now.seen);
            let map = thief.and_then(|thief| thief.place.as_ref()?.map());
            let Some((map, goal)) = map.zip(intention.travel.map(|travel| travel.goal)) else { continue };
            // How much of the thief is in view from a place, as the guard's own map has it.
            let terrain = live.mind().terrain();
            let in_view = |from: Vec2| map.mass_in(|place| !terrain.is_cut(from, place, 0.0));
            let grid =
                (0..25).map(|at| Vec2::new((at % 5) as f32, (at / 5) as f32) * 5.0 - Vec2::splat(10.0));
            let open: Vec<Vec2> = grid.filter(|place| terrain.is_open(*place, 0.3)).collect();
            searched += 1;
            chosen += in_view(Vec2::new(goal.x, goal.z));
            anywhere += open.iter().map(|place| in_view(*place)).sum::<f32>() / open.len() as f32;
        }
    }
    let story = app.world().resource::<stealth::Story>().0.join("\n");
    println!("{searched} goals: {chosen} in view from them, {anywhere} from anywhere\n{story}");
    assert!(saw && searched > 20, "he was hardly searched for");
    assert!(chosen > 1.25 * anywhere, "{chosen} is not more than {anywhere}");
    assert!(story.contains("found") && story.contains("gave up"));
}

#[test]
fn three_runs_and_any_number_of_threads_give_the_same_bits() {
    let run = |threads| {
        let mut app = game(threads);
        let mut all = Vec::new();
        for tick in 0..30 * 30 {
            app.update();
            if tick % 30 == 29 {
                all.push(digest(app.world_mut()));
            }
        }
        all
    };
    let first = run(Threads::Own(1));
    assert_ne!(first.first(), first.last());
    for threads in [Threads::Own(1), Threads::Own(1), Threads::Own(2), Threads::Own(2), Threads::Bevys] {
        assert_eq!(run(threads), first, "{threads:?}");
    }
}

#[test]
fn a_hidden_thief_may_be_anywhere_hidden_and_no_mind_differs() {
    let thief_of = |app: &mut App| {
        let mut thieves = app.world_mut().query_filtered::<Entity, With<stealth::Thief>>();
        thieves.single(app.world()).expect("one thief")
    };
    let (mut plain, mut moved) = (game(Threads::Own(1)), game(Threads::Own(1)));
    let thief = thief_of(&mut moved);
    let (mut hidden_ticks, mut teleports, mut together) = (0, 0, true);
    for tick in 0..TICKS {
        plain.update();
        moved.update();
        together &= seen(&mut plain) == seen(&mut moved);
        if !together {
            break;
        }
        assert_eq!(digest(plain.world_mut()), digest(moved.world_mut()), "tick {tick}");
        // Out of everybody's sight behind the outer wall: in the second game he is beamed about far away.
        hidden_ticks = if seen(&mut plain) { 0 } else { hidden_ticks + 1 };
        let world = moved.world_mut();
        if tick > 28 * 30 && hidden_ticks > 5 {
            world.entity_mut(thief).insert(stealth::Thief { steered: Some(Vec3::ZERO) });
            let far = Vec3::new(500.0 + tick as f32, 0.0, 500.0);
            world.get_mut::<Transform>(thief).expect("a place").translation = far;
            teleports += 1;
        }
    }
    assert!(teleports > 100, "he was hidden for {teleports} ticks only");
}

#[test]
fn duncan_from_the_repository_goes_where_the_sheep_went() {
    let mut app = common::headless(Threads::Bevys);
    sheepdog::add(&mut app, |world| {
        world.resource::<bevy_asset::AssetServer>().load("characters/duncan.kdl")
    });
    common::begin(&mut app);
    let mut dogs = app.world_mut().query_filtered::<&Transform, With<LiveMind>>();
    for _ in 0..25 * 30 {
        app.update();
    }
    let sheep =
        app.world_mut().query_filtered::<&Transform, With<sheepdog::Sheep>>().single(app.world()).copied();
    let sheep = sheep.expect("a sheep").translation;
    let dog = dogs.single(app.world()).expect("a dog").translation;
    assert!(dog.distance(sheep) < 1.5, "dog at {dog}, sheep at {sheep}");
}

#[test]
fn a_guard_remembers_where_the_thief_stood() {
    let mut app = common::headless(Threads::Own(1));
    app.insert_resource(CommonLand::open(20.0, 20.0));
    let guard = add_character(app.world(), guard_asset());
    let guard = app.world_mut().spawn((Creature::new(guard, 1), Legs::default())).id();
    let hideout = Vec3::new(2.0, 0.0, -6.0);
    app.world_mut().spawn((Perceivable::new("thief"), Transform::from_translation(hideout)));
    start(&mut app);
    (0..60).for_each(|_| app.update());
    let mind = app.world().get::<LiveMind>(guard).expect("alive").mind();
    let memory = mind.memory().expect("a guard remembers");
    let (thief, _) = memory.objects().next().expect("he was seen to stand");
    let (place, _) = memory.order(thief, mind.view().time_s())[0];
    let at = memory.house()[place].at.expect("a spot that was learned");
    assert!(at.distance(Vec2::new(hideout.x, hideout.z)) < 1.0, "{at}");
}

#[derive(Resource, Default)]
struct Surprises(Vec<(Entity, f32)>);

#[test]
fn a_surprise_is_told_once() {
    let mut app = game(Threads::Own(1));
    app.init_resource::<Surprises>();
    app.add_observer(
        |surprised: On<'_, '_, Surprised>, time: Res<'_, Time>, mut all: ResMut<'_, Surprises>| {
            all.0.push((surprised.entity, time.elapsed_secs()));
        },
    );
    (0..TICKS).for_each(|_| app.update());
    let all = &app.world().resource::<Surprises>().0;
    assert!(!all.is_empty(), "nothing surprised anybody");
    for (index, (who, at_s)) in all.iter().enumerate() {
        let before = all[..index].iter().rev().find(|(other, _)| other == who);
        assert!(before.is_none_or(|(_, before_s)| at_s - before_s > 0.99), "{all:?}");
    }
}
