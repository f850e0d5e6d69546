//! Random worlds and eyes, decided by a seed.

use piaget_terms::{BodyPlan, Chance, EyePlan, Eyes, HostId, Name, Rect, Terrain, Vec2, Vec3, Wall, maths};
use piaget_world::eye::Eye;
use piaget_world::{Creature, Mesh, Shape, Thing, World};

pub const HALF_M: f32 = 12.0;

pub fn place(chance: &mut Chance) -> Vec3 {
    Vec3::new(chance.between(-HALF_M, HALF_M), 0.0, chance.between(-HALF_M, HALF_M))
}

pub fn terrain(chance: &mut Chance, walls: u32) -> Terrain {
    let wall = |chance: &mut Chance| {
        let at = place(chance);
        Wall {
            centre: Vec2::new(at.x, at.z),
            half: Vec2::new(chance.between(0.5, 3.0), chance.between(0.02, 0.3)),
            yaw: chance.between(-3.0, 3.0),
            height_m: chance.between(0.5, 3.0),
        }
    };
    let walls = (0..walls).map(|_| wall(chance)).collect();
    Terrain { bounds: Rect::centred(2.0 * HALF_M, 2.0 * HALF_M), walls, grid: None }
}

/// Any shape; `exact` leaves out the cylinder, whose rays parry finds only approximately.
pub fn shape(chance: &mut Chance, exact: bool) -> Shape {
    let mut size = || chance.between(0.1, 1.0);
    let (a, b, c) = (size(), size(), size());
    match chance.below(if exact { 4 } else { 5 }) {
        0 => Shape::Box { size_m: Vec3::new(a, b, c) },
        1 => Shape::Sphere { radius_m: a * 0.5 },
        2 => Shape::Capsule { height_m: a + b, radius_m: a * 0.5 },
        3 => Shape::Mesh(pyramid(a, b)),
        _ => Shape::Cylinder { height_m: a, radius_m: b * 0.5 },
    }
}

pub fn pyramid(half_m: f32, height_m: f32) -> Mesh {
    let corner = |x: f32, z: f32| Vec3::new(x * half_m, 0.0, z * half_m);
    let base = [corner(1.0, 1.0), corner(-1.0, 1.0), corner(-1.0, -1.0), corner(1.0, -1.0)];
    let vertices = base.into_iter().chain([Vec3::Y * height_m]).collect();
    Mesh { vertices, triangles: vec![[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4], [0, 2, 1], [0, 3, 2]] }
}

pub fn thing(chance: &mut Chance, exact: bool) -> Thing {
    let shape = shape(chance, exact);
    let mut thing = Thing::new(Name::cut("cube"), Name::cut("red"), shape, place(chance));
    thing.position.y = if chance.happens(0.3) { chance.between(0.0, 1.5) } else { 0.0 };
    thing.yaw = chance.between(-3.0, 3.0);
    thing
}

pub fn creature(chance: &mut Chance) -> Creature {
    let mut creature =
        Creature::new(Name::cut("dog"), Name::cut("brown"), BodyPlan::default(), Eyes::default());
    creature.position = place(chance);
    creature.yaw = chance.between(-3.0, 3.0);
    creature
}

/// Walls, things and creatures; gives the creatures' numbers.
pub fn world(seed: u64, walls: u32, things: u32, creatures: u32, exact: bool) -> (World, Vec<HostId>) {
    let mut chance = Chance::new(seed);
    let mut world = World::new(&terrain(&mut chance, walls), seed);
    for _ in 0..things {
        world.add_thing(thing(&mut chance, exact)).unwrap();
    }
    let ids = (0..creatures).map(|_| world.add_creature(creature(&mut chance)).unwrap()).collect();
    (world, ids)
}

pub fn eye(chance: &mut Chance, owner: Option<HostId>) -> Eye {
    let plan = EyePlan {
        field_of_view_rad: chance.between(0.3, 2.2),
        columns: 40 + chance.below(200),
        rows: 30 + chance.below(150),
        range_m: chance.between(5.0, 60.0),
        ..EyePlan::default()
    };
    let at = place(chance) + Vec3::Y * chance.between(0.3, 2.0);
    // Towards somewhere in the world, so that there is something to see.
    let aim = place(chance) * 0.5 - at;
    let yaw = maths::yaw_of(aim) + chance.between(-0.3, 0.3);
    Eye::new(&plan, at, yaw, chance.between(-0.4, 0.2), owner)
}
