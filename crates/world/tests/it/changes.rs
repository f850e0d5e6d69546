//! What a script and a creature change, how long it takes, and that a world saved is the same world.

use crate::random;
use piaget_terms::{
    BodyPlan, Chance, Eyes, HostId, Intent, MovementRequest, MovementStage, Name, Object, Rect, Terrain,
    Travel, Vec2, Vec3, Wall,
};
use piaget_world::{Creature, Event, Refusal, Sensed, Shape, Thing, World};

const TICK_S: f32 = 0.1;

fn field(walls: Vec<Wall>) -> (World, HostId) {
    let mut world = World::new(&Terrain { walls, ..Terrain::open(Rect::centred(20.0, 20.0)) }, 5);
    let dog = Creature::new(Name::cut("dog"), Name::cut("brown"), BodyPlan::default(), Eyes::default());
    let dog = world.add_creature(dog).unwrap();
    (world, dog)
}

fn cheese(world: &mut World, position: Vec3) -> HostId {
    let shape = Shape::cube(0.1);
    world.add_thing(Thing::new(Name::cut("cheese"), Name::cut("yellow"), shape, position)).unwrap()
}

fn asks(movement: &str, kind: &str, position: Vec3) -> Intent {
    let object = Some(Object::new(None, Some(Name::cut(kind)), position));
    let movement = MovementRequest::new(Name::cut(movement), object);
    Intent::default().movement(movement)
}

/// Ticks until the movement ends; its stages, one per tick.
fn perform(world: &mut World, id: HostId, intent: &Intent) -> Vec<MovementStage> {
    let mut stages = Vec::new();
    for _ in 0..50 {
        world.act(id, intent);
        world.tick(TICK_S);
        let stage = world.creature(id).unwrap().movement().unwrap().stage;
        stages.push(stage);
        if stage != MovementStage::Begun {
            break;
        }
    }
    world.act(id, &Intent::default());
    stages
}

#[test]
fn a_thing_is_picked_up_carried_put_down_and_eaten() {
    let (mut world, dog) = field(Vec::new());
    let place = Vec3::new(0.0, 0.0, 0.5);
    let id = cheese(&mut world, place);
    let stages = perform(&mut world, dog, &asks("pick-up", "cheese", place));
    assert_eq!(stages.last(), Some(&MovementStage::Finished));
    assert_eq!(stages.len(), 7, "begun, then 0.6 s");
    assert_eq!(world.events(), [Event::PickedUp { creature: dog, thing: id }]);
    let mut sensed = Sensed::default();
    world.sense(dog, &mut sensed);
    assert_eq!(sensed.body.holding, Some(Name::cut("cheese")));

    let travel = Travel::straight(Vec3::Z * 5.0, 1.0, 0.1);
    world.act(dog, &Intent::default().travel(travel));
    for _ in 0..20 {
        world.tick(TICK_S);
    }
    let (hand, held) = (world.creature(dog).unwrap().hand(), world.thing(id).unwrap().position);
    assert!((held - hand).length() < 0.06 && held.z > 1.5, "{held} {hand}");
    let again = perform(&mut world, dog, &asks("pick-up", "cheese", place));
    assert_eq!(again, [MovementStage::Cannot], "the hand is full");

    let stages = perform(&mut world, dog, &asks("put-down", "cheese", Vec3::ZERO));
    assert_eq!(stages.last(), Some(&MovementStage::Finished));
    let lies = world.thing(id).unwrap().clone();
    assert!(lies.held_by().is_none() && lies.position.y == 0.0);

    let stages = perform(&mut world, dog, &asks("eat", "cheese", lies.position));
    assert_eq!((stages.last(), stages.len()), (Some(&MovementStage::Finished), 11));
    assert!(world.thing(id).is_none());
    world.sense(dog, &mut sensed);
    assert_eq!((sensed.body.ate, sensed.body.holding), (Some(Name::cut("cheese")), None));
    world.tick(TICK_S);
    world.sense(dog, &mut sensed);
    assert_eq!(sensed.body.ate, None, "eaten once");
}

#[test]
fn what_is_out_of_reach_or_behind_a_wall_cannot_be_taken() {
    let wall = Wall { centre: Vec2::new(0.0, 0.35), half: Vec2::new(2.0, 0.02), yaw: 0.0, height_m: 2.0 };
    for (walls, place, can) in [
        (vec![], Vec3::Z * 0.55, true),
        (vec![], Vec3::Z * 0.8, false),
        (vec![wall], Vec3::Z * 0.55, false),
        (vec![], Vec3::new(0.0, 3.0, 0.3), false),
    ] {
        let (mut world, dog) = field(walls);
        cheese(&mut world, place);
        let stages = perform(&mut world, dog, &asks("eat", "cheese", place));
        assert_eq!(stages.last() == Some(&MovementStage::Finished), can, "{place}");
        assert!(can || stages == [MovementStage::Cannot]);
    }
    let (mut world, dog) = field(Vec::new());
    cheese(&mut world, Vec3::Z * 0.5);
    assert_eq!(perform(&mut world, dog, &asks("eat", "ham", Vec3::Z * 0.5)), [MovementStage::Cannot]);
}

#[test]
fn the_thing_nearest_to_where_it_is_believed_is_taken() {
    let (mut world, dog) = field(Vec::new());
    let (left, right) = (cheese(&mut world, Vec3::X * 0.5), cheese(&mut world, Vec3::X * -0.5));
    perform(&mut world, dog, &asks("eat", "cheese", Vec3::X * -0.4));
    assert!(world.thing(left).is_some() && world.thing(right).is_none());
}

#[test]
fn movements_can_be_interrupted_and_driven_by_a_host() {
    let (mut world, dog) = field(Vec::new());
    let wave = Intent::default().movement(MovementRequest::new(Name::cut("wave"), None));
    let stage = |world: &World| world.creature(dog).unwrap().movement().map(|movement| movement.stage);
    world.act(dog, &wave);
    world.tick(TICK_S);
    assert_eq!(stage(&world), Some(MovementStage::Begun));
    world.act(dog, &Intent::default());
    world.tick(TICK_S);
    assert_eq!(stage(&world), Some(MovementStage::Interrupted));
    world.tick(TICK_S);
    assert_eq!(stage(&world), None);

    world.let_host_move(dog, true);
    world.act(dog, &wave);
    for _ in 0..40 {
        world.tick(TICK_S);
        assert_eq!(stage(&world), Some(MovementStage::Begun), "no timer ends it");
    }
    world.report_movement(dog, MovementStage::Finished);
    world.tick(TICK_S);
    assert_eq!(stage(&world), Some(MovementStage::Finished));
}

#[test]
fn slides_follow_their_path_at_their_speed_at_any_tick() {
    for hertz in [5.0, 30.0, 240.0] {
        let (mut world, _) = field(Vec::new());
        let id = cheese(&mut world, Vec3::new(-5.0, 0.0, 3.0));
        let path = [Vec3::new(-2.0, 0.0, 3.0), Vec3::new(-2.0, 0.0, 5.0), Vec3::new(4.0, 0.0, 5.0)];
        world.slide(id, path.to_vec(), 2.0).unwrap();
        let mut ended = 0;
        for _ in 0..(2.0 * hertz) as u32 {
            world.tick(1.0 / hertz);
        }
        let halfway = world.thing(id).unwrap().position;
        assert!(halfway.distance(Vec3::new(-2.0, 0.0, 4.0)) < 1e-3, "{halfway} at {hertz} Hz");
        for _ in 0..(4.0 * hertz) as u32 {
            world.tick(1.0 / hertz);
            ended += world.events().iter().filter(|e| **e == Event::SlideEnded { thing: id }).count();
        }
        assert_eq!((world.thing(id).unwrap().position, ended), (path[2], 1));
    }
}

#[test]
fn a_slide_waits_for_whoever_stands_in_its_way() {
    let (mut world, dog) = field(Vec::new());
    let id = cheese(&mut world, Vec3::X * -3.0);
    world.slide(id, vec![Vec3::X * 3.0], 1.0).unwrap();
    for _ in 0..80 {
        world.tick(TICK_S);
    }
    let waits = world.thing(id).unwrap().position.x;
    assert!((waits + 0.3).abs() < 0.01, "{waits}");
    world.transport(dog, Vec3::Z * 5.0).unwrap();
    for _ in 0..80 {
        world.tick(TICK_S);
    }
    assert_eq!(world.thing(id).unwrap().position.x, 3.0);
}

#[test]
fn refusals_say_what_is_wrong_and_change_nothing() {
    let (mut world, dog) = field(Vec::new());
    let before = world.clone();
    let bad = |shape| Thing::new(Name::cut("x"), Name::cut("x"), shape, Vec3::ZERO);
    assert!(world.add_thing(bad(Shape::cube(-1.0))).is_err());
    assert!(world.add_thing(bad(Shape::cube(f32::NAN))).is_err());
    assert!(world.transport(dog, Vec3::splat(f32::NAN)).is_err());
    assert_eq!(world.transport(HostId(99), Vec3::ZERO), Err(Refusal::NoSuch(HostId(99))));
    assert!(world.add_wall(Wall { centre: Vec2::ZERO, half: Vec2::ZERO, yaw: 0.0, height_m: 1.0 }).is_err());
    assert_eq!(world.put_down(dog), Err(Refusal::Hands));
    assert_eq!(world, before);
}

/// Random changes and intents; what was saved in the middle goes on as what was not.
#[test]
fn a_world_saved_and_loaded_goes_on_to_the_same_bits() {
    for seed in 0..10 {
        let (mut world, ids) = random::world(seed, 5, 8, 4, false);
        let mut chance = Chance::new(seed);
        let mut twin: Option<World> = None;
        let save_at = chance.below(100);
        let change = |world: &mut World, chance: &mut Chance| {
            for id in &ids {
                let goal = random::place(chance);
                let travel = Travel::straight(goal, 2.0, 0.1);
                let mut intent = asks("pick-up", "cube", goal);
                intent.travel = Some(travel);
                if chance.happens(0.2) {
                    world.act(*id, &intent);
                }
            }
            let things: Vec<HostId> = world.things().map(|(id, _)| id).collect();
            let any = things[chance.below(things.len() as u32) as usize];
            match chance.below(6) {
                0 => world.slide(any, vec![random::place(chance)], 1.5).unwrap(),
                1 => world.transport(any, random::place(chance)).unwrap(),
                2 => world.hide(any).unwrap(),
                3 => world.show(any).unwrap(),
                4 => {
                    let (id, mut wall) = world.walls()[0];
                    wall.yaw += 0.1;
                    world.move_wall(id, wall).unwrap();
                }
                _ => {}
            }
            world.tick(1.0 / 30.0);
        };
        for tick in 0..150 {
            if tick == save_at {
                let saved = postcard::to_allocvec(&world).unwrap();
                let loaded: World = postcard::from_bytes(&saved).unwrap();
                assert_eq!(loaded, world);
                twin = Some(loaded);
            }
            let mut same = chance.clone();
            change(&mut world, &mut chance);
            if let Some(twin) = &mut twin {
                change(twin, &mut same);
                assert_eq!(*twin, world, "seed {seed}, tick {tick}");
                let (mut a, mut b) = (Sensed::default(), Sensed::default());
                world.sense(ids[0], &mut a);
                twin.sense(ids[0], &mut b);
                assert_eq!(a.sightings, b.sightings);
            }
        }
        assert!(twin.is_some());
    }
}
