//! Bodies never pass through walls, solid things or each other, at any tick; nothing fast passes through thin walls.

use crate::random;
use piaget_terms::{
    BodyPlan, Chance, Eyes, Gaze, Grid, HostId, Intent, Name, Rect, Terrain, Travel, Vec2, Vec3, Wall, maths,
};
use piaget_world::{Creature, Shape, Thing, World};

fn towards(point: Vec3, speed_m_per_s: f32) -> Intent {
    let travel = Travel::straight(point, speed_m_per_s, 0.0);
    Intent::default().travel(travel)
}

fn add(world: &mut World, body: BodyPlan, position: Vec3) -> HostId {
    let mut creature = Creature::new(Name::cut("dog"), Name::cut("brown"), body, Eyes::default());
    creature.position = position;
    world.add_creature(creature).unwrap()
}

/// How deep a body is in a wall, a box-shaped thing or another body; 0 if in none.
fn depth_in_others(world: &World, id: HostId) -> f32 {
    let me = world.creature(id).unwrap();
    let (here, radius) = (maths::ground(me.position), me.body.radius_m);
    let in_wall = |wall: &Wall| {
        let corners = wall.corners();
        let edges = (0..4).map(|at| (corners[at], corners[(at + 1) % 4]));
        let distance = |(a, b): (Vec2, Vec2)| {
            let share = (here - a).dot(b - a) / (b - a).length_squared();
            here.distance(a.lerp(b, share.clamp(0.0, 1.0)))
        };
        let nearest = edges.map(distance).fold(f32::INFINITY, f32::min);
        if wall.contains(here, 0.0) { radius + nearest } else { (radius - nearest).max(0.0) }
    };
    let walls = world.walls().iter().map(|(_, wall)| in_wall(wall)).fold(0.0, f32::max);
    let things = world.things().filter(|(_, thing)| thing.solid).map(|(_, thing)| match thing.shape {
        Shape::Box { size_m } => in_wall(&Wall {
            centre: maths::ground(thing.position),
            half: Vec2::new(size_m.x, size_m.z) * 0.5,
            yaw: thing.yaw,
            height_m: size_m.y,
        }),
        _ => radius + thing.shape.ground_radius_m() - maths::ground(thing.position).distance(here),
    });
    let things = things.fold(walls, f32::max);
    let others = world
        .creatures()
        .filter(|(other, _)| *other != id)
        .map(|(_, other)| radius + other.body.radius_m - maths::ground(other.position).distance(here));
    others.fold(things, f32::max)
}

#[test]
fn bodies_stay_out_of_walls_things_and_each_other() {
    for (seed, hertz) in [(1, 5.0), (2, 10.0), (3, 30.0), (4, 60.0), (5, 240.0)] {
        let mut chance = Chance::new(seed);
        let mut world = World::new(&random::terrain(&mut chance, 12), seed);
        for _ in 0..15 {
            let shape = match chance.below(2) {
                0 => Shape::cube(chance.between(0.2, 1.0)),
                _ => Shape::Cylinder { height_m: 0.8, radius_m: chance.between(0.1, 0.5) },
            };
            let mut thing =
                Thing::new(Name::cut("cube"), Name::cut("red"), shape, random::place(&mut chance));
            thing.yaw = chance.between(-3.0, 3.0);
            world.add_thing(thing).unwrap();
        }
        let ids: Vec<HostId> =
            (0..8).map(|_| world.add_creature(random::creature(&mut chance)).unwrap()).collect();
        let mut moved = 0.0;
        for _ in 0..1_500 {
            for id in &ids {
                if chance.happens(0.1) {
                    let goal = random::place(&mut chance) * 1.3;
                    let speed = chance.between(0.0, 6.0);
                    world.act(*id, &towards(goal, speed));
                }
            }
            world.tick(1.0 / hertz);
            for id in &ids {
                let depth = depth_in_others(&world, *id);
                assert!(depth < 2e-3, "{depth} m deep at {hertz} Hz, tick {}", world.ticks());
                let me = world.creature(*id).unwrap();
                let edge = random::HALF_M - me.body.radius_m + 1e-3;
                assert!(me.position.abs().max_element() <= edge, "{}", me.position);
                assert!(me.velocity.length() <= me.body.run_m_per_s + 1e-2);
                moved += me.velocity.length() / hertz;
            }
        }
        assert!(moved > 20.0, "{moved} m in all at {hertz} Hz");
    }
}

#[test]
fn nothing_tunnels_through_a_thin_wall_at_5_hertz() {
    let wall = Wall { centre: Vec2::new(0.0, 5.0), half: Vec2::new(20.0, 0.01), yaw: 0.0, height_m: 2.0 };
    let terrain = Terrain { bounds: Rect::centred(40.0, 40.0), walls: vec![wall], grid: None };
    let mut chance = Chance::new(8);
    for _ in 0..200 {
        let mut world = World::new(&terrain, 1);
        let body =
            BodyPlan { run_m_per_s: 200.0, radius_m: chance.between(0.02, 0.4), ..BodyPlan::default() };
        let runner =
            add(&mut world, body, Vec3::new(chance.between(-9.0, 9.0), 0.0, chance.between(0.0, 4.4)));
        let shape = random::shape(&mut chance, false);
        let start = Vec3::new(chance.between(10.0, 15.0), 0.0, chance.between(-5.0, 3.0));
        let mut thing = Thing::new(Name::cut("ball"), Name::cut("blue"), shape, start);
        thing.solid = chance.happens(0.5);
        let thing = world.add_thing(thing).unwrap();
        world.slide(thing, vec![start + Vec3::new(chance.between(-4.0, 4.0), 0.0, 60.0)], 500.0).unwrap();
        world.act(runner, &towards(Vec3::new(chance.between(-9.0, 9.0), 0.0, 15.0), 200.0));
        for _ in 0..20 {
            world.tick(0.2);
        }
        assert!(world.creature(runner).unwrap().position.z < 5.0 - body.radius_m);
        assert!(world.thing(thing).unwrap().position.z < 5.0);
    }
}

#[test]
fn a_body_slides_along_a_wall_and_feels_it() {
    let wall = Wall { centre: Vec2::new(0.0, 2.0), half: Vec2::new(8.0, 0.1), yaw: 0.0, height_m: 2.0 };
    let terrain = Terrain { bounds: Rect::centred(40.0, 40.0), walls: vec![wall], grid: None };
    let mut world = World::new(&terrain, 1);
    let dog = add(&mut world, BodyPlan::default(), Vec3::ZERO);
    world.act(dog, &towards(Vec3::new(6.0, 0.0, 6.0), 1.2));
    let mut felt = false;
    for _ in 0..200 {
        world.tick(1.0 / 30.0);
        felt |= world.creature(dog).unwrap().blocked;
    }
    let position = world.creature(dog).unwrap().position;
    assert!(felt && position.x > 4.0 && position.z < 1.65, "{position}");
}

#[test]
fn blocked_cells_of_a_grid_stop_bodies_and_sight() {
    let free: Vec<bool> = (0..100).map(|at| at % 10 != 5).collect();
    let grid = Grid { columns: 10, rows: 10, cell_m: 1.0, origin: Vec2::ZERO, free };
    let terrain = Terrain { bounds: grid.bounds(), walls: Vec::new(), grid: Some(grid) };
    let mut world = World::new(&terrain, 1);
    let dog = add(&mut world, BodyPlan::default(), Vec3::new(2.0, 0.0, 5.0));
    world.act(dog, &towards(Vec3::new(9.0, 0.0, 5.0), 2.0));
    for _ in 0..200 {
        world.tick(0.1);
    }
    let x = world.creature(dog).unwrap().position.x;
    assert!((x - 4.75).abs() < 0.01, "{x}");
    let mut sensed = piaget_world::Sensed::default();
    world.sense(dog, &mut sensed);
    assert!(!sensed.view.sees_point(Vec3::new(8.0, 0.5, 5.0)));
}

#[test]
fn the_head_turns_first_and_the_body_follows() {
    let mut world = World::new(&Terrain::open(Rect::centred(40.0, 40.0)), 1);
    let dog = add(&mut world, BodyPlan::default(), Vec3::ZERO);
    let behind = Vec3::new(-5.0, 0.9, -1.0);
    world.act(dog, &Intent::default().gaze(Gaze::new(behind)));
    world.tick(0.1);
    let body = BodyPlan::default();
    let first = world.creature(dog).unwrap().clone();
    assert!((first.yaw.abs() - body.turn_rad_per_s * 0.1).abs() < 1e-4);
    assert!((first.head_yaw.abs() - body.head_turn_rad_per_s * 0.1).abs() < 1e-4);
    for _ in 0..30 {
        world.tick(0.1);
        let head = world.creature(dog).unwrap().head_yaw;
        assert!(head.abs() <= body.head_yaw_limit_rad);
    }
    let last = world.creature(dog).unwrap();
    let wanted = maths::yaw_of(behind);
    assert!(maths::wrap_angle(last.gaze_yaw() - wanted).abs() < 1e-4);
    assert!(maths::wrap_angle(last.yaw - wanted).abs() < 1e-4 && last.position == Vec3::ZERO);
}

#[test]
fn a_body_does_not_turn_after_what_is_in_its_own_hand() {
    let mut world = World::new(&Terrain::open(Rect::centred(40.0, 40.0)), 1);
    let dog = add(&mut world, BodyPlan::default(), Vec3::ZERO);
    let ball = Thing::new(Name::cut("ball"), Name::cut("red"), Shape::cube(0.1), Vec3::X);
    let ball = world.add_thing(ball).unwrap();
    let look = |world: &mut World, at: Vec3| {
        world.act(dog, &Intent::default().gaze(Gaze::new(at)));
        world.tick(0.1);
        world.creature(dog).unwrap().clone()
    };
    let hand = world.creature(dog).unwrap().hand();
    let empty_handed = look(&mut world, hand);
    assert!(empty_handed.yaw != 0.0, "what lies beside it, it turns to");
    world.pick_up(dog, ball).unwrap();
    for _ in 0..30 {
        let held = world.thing(ball).unwrap().position;
        let holding = look(&mut world, held);
        assert!(holding.yaw == empty_handed.yaw && holding.head_yaw != 0.0, "{}", holding.yaw);
    }
    let far = look(&mut world, Vec3::new(-5.0, 0.9, -1.0));
    assert!(far.yaw != empty_handed.yaw, "with a full hand too, it turns to what is elsewhere");
}

#[test]
fn tick_rates_agree_on_where_one_gets_to() {
    let reached = [5.0, 30.0, 240.0].map(|hertz: f32| {
        let mut world = World::new(&Terrain::open(Rect::centred(40.0, 40.0)), 1);
        let dog = add(&mut world, BodyPlan::default(), Vec3::ZERO);
        world.act(dog, &towards(Vec3::new(0.0, 0.0, 15.0), 1.2));
        for _ in 0..(5.0 * hertz) as u32 {
            world.tick(1.0 / hertz);
        }
        world.creature(dog).unwrap().position.z
    });
    assert!(reached.iter().all(|z| (z - 6.0).abs() < 1e-2), "{reached:?}");
}

#[test]
fn who_is_walled_in_steps_aside() {
    let mut world = World::new(&Terrain::open(Rect::centred(40.0, 40.0)), 1);
    let dog = add(&mut world, BodyPlan::default(), Vec3::ZERO);
    let wall = Wall { centre: Vec2::new(0.1, 0.0), half: Vec2::new(0.2, 5.0), yaw: 0.0, height_m: 2.0 };
    world.add_wall(wall).unwrap();
    assert!(depth_in_others(&world, dog) < 2e-3);
    let (a, b) = (add(&mut world, BodyPlan::default(), Vec3::X * 4.0), Vec3::X * 4.0);
    let b = add(&mut world, BodyPlan::default(), b);
    assert!(depth_in_others(&world, a) < 2e-3 && depth_in_others(&world, b) < 2e-3);
    assert!(world.creature(dog).unwrap().position.distance(Vec3::ZERO) < 0.6);
}

#[test]
fn one_can_walk_under_an_arch_of_triangles() {
    let arch = |low: f32| {
        let quad = |x0: f32, x1: f32, y0: f32, y1: f32| {
            [Vec3::new(x0, y0, 0.0), Vec3::new(x1, y0, 0.0), Vec3::new(x1, y1, 0.0), Vec3::new(x0, y1, 0.0)]
        };
        let vertices =
            [quad(-2.0, -1.0, 0.0, 2.5), quad(1.0, 2.0, 0.0, 2.5), quad(-1.0, 1.0, low, 2.5)].concat();
        let triangles =
            (0..3).flat_map(|at| [[4 * at, 4 * at + 1, 4 * at + 2], [4 * at, 4 * at + 2, 4 * at + 3]]);
        Shape::Mesh(piaget_world::Mesh { vertices, triangles: triangles.collect() })
    };
    for (low, passes) in [(1.5, true), (0.5, false)] {
        let mut world = World::new(&Terrain::open(Rect::centred(40.0, 40.0)), 1);
        let dog = add(&mut world, BodyPlan::default(), Vec3::new(0.0, 0.0, -3.0));
        world.add_thing(Thing::new(Name::cut("arch"), Name::cut("grey"), arch(low), Vec3::ZERO)).unwrap();
        world.act(dog, &towards(Vec3::new(0.0, 0.0, 3.0), 1.2));
        for _ in 0..200 {
            world.tick(1.0 / 30.0);
        }
        assert_eq!(world.creature(dog).unwrap().position.z > 2.0, passes, "lintel at {low} m");
    }
}
