//! A dog is told to go to a sheep, and something stands between them that its terrain does not know: a crate, a wall that
//! was moved, a cart that passes. The same obstacle as a wall of the terrain says how long the way takes.

use crate::scenarios::root;
use piaget_sim::files::Disk;
use piaget_sim::{Choice, Scenario, Simulation, Threads};
use piaget_terms::{Chance, Vec3};
use piaget_text::Source;

const WORLDS: u64 = 24;

/// What stands in the way.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Obstacle {
    /// A wall that the terrain knows.
    Known,
    /// A solid thing.
    Crate,
    /// A wall that the terrain has elsewhere.
    MovedWall,
    /// A solid thing that crosses the way.
    Cart,
}

/// How a run went.
#[derive(Clone, Copy, Debug)]
struct Run {
    /// When the dog was beside the sheep.
    arrived_s: Option<f64>,
    /// How long it pressed against something.
    pressed_s: f64,
}

fn text(obstacle: Obstacle, seed: u64) -> String {
    let mut chance = Chance::of_part(seed, 23);
    let (width, depth) = (chance.between(0.6, 4.0), chance.between(0.3, 2.0));
    let (x, z, yaw) = (chance.between(-0.6, 0.6), chance.between(-1.0, 1.0), chance.between(-40.0, 40.0));
    let (sheep, tick) = (chance.between(-0.5, 0.5), [10, 30, 60][chance.below(3) as usize]);
    // Lower than the dog's eyes, so that the sheep is seen over it.
    let size = format!("size {width} {depth}; height 0.35; yaw {yaw}");
    let place = format!("at {x} {z}; {size}");
    let solid =
        format!("kind \"crate\"; colour \"red\"; yaw {yaw}; shape \"box\" {{ size {width} 0.35 {depth} }}");
    let (stands, happens) = match obstacle {
        Obstacle::Known => (format!("wall \"w\" {{ {place} }}"), String::new()),
        Obstacle::Crate => (format!("thing \"crate\" {{ at {x} {z}; {solid} }}"), String::new()),
        Obstacle::MovedWall => (
            format!("wall \"w\" {{ at 8 -8; {size} }}"),
            format!("at 0 {{ move-wall \"w\" {{ to {x} {z} }} }}"),
        ),
        Obstacle::Cart => (
            format!("thing \"crate\" {{ at {} {z}; {solid} }}", chance.between(-5.0, -2.0)),
            format!("at 0.2 {{ slide \"crate\" {{ to 6 {z}; speed 1.5 }} }}"),
        ),
    };
    format!(
        r#"scenario "way" {{ shows "A way."; try "It. Again." }}
length 30
tick {tick}
seed {seed}
ground {{ size 20 20 }}
{stands}
thing "sheep" {{ kind "sheep"; colour "white"; at {sheep} 4.5; shape "capsule" {{ radius 0.3; height 0.9 }} }}
creature "duncan" {{ kind "dog"; character "characters/duncan.kdl"; colour "brown"; at 0 -4; yaw 0 }}
timeline {{
    at 0.1 {{ say "approach sheep" {{ by "shepherd"; at 6 0 }} }}
    {happens}
}}
"#
    )
}

fn run(obstacle: Obstacle, seed: u64) -> Run {
    let source = Source::new("way.kdl", text(obstacle, seed));
    let scenario =
        Scenario::load(&source, &Disk::beside(&root().join("scenarios/way.kdl")), &Choice::default())
            .unwrap_or_else(|found| panic!("{found}"));
    let tick_s = f64::from(scenario.tick_s());
    let mut simulation = Simulation::new(scenario, Threads::One).unwrap();
    let mut run = Run { arrived_s: None, pressed_s: 0.0 };
    while run.arrived_s.is_none() && !simulation.is_over() {
        simulation.step();
        let world = simulation.world();
        let (_, sheep) = world.things().find(|(_, thing)| thing.name == "sheep").unwrap();
        let (_, dog) = world.creatures().next().unwrap();
        let apart = (dog.position - sheep.position) * Vec3::new(1.0, 0.0, 1.0);
        run.arrived_s = (apart.length() < 1.2).then(|| simulation.time_s());
        run.pressed_s += if dog.blocked && dog.velocity.length() < 0.3 { tick_s } else { 0.0 };
    }
    run
}

/// Found in at least 97 of 100, in at most 1.5 times the time with the obstacle known, pressed for less than 5 % of it.
fn comes_round(obstacle: Obstacle) {
    let (mut times, mut found, mut pressed, mut all) = (Vec::new(), 0, 0.0, 0.0);
    for seed in 1..=WORLDS {
        let known = run(Obstacle::Known, seed).arrived_s.expect("a known wall is walked around");
        let met = run(obstacle, seed);
        found += u64::from(met.arrived_s.is_some());
        let took = met.arrived_s.unwrap_or(30.0);
        pressed += met.pressed_s;
        all += took;
        times.push(took / known);
    }
    times.sort_by(f64::total_cmp);
    let middle = times[times.len() / 2];
    assert!(found * 100 >= WORLDS * 97, "{obstacle:?}: found {found} of {WORLDS}");
    assert!(middle <= 1.5, "{obstacle:?}: {middle} of the time with the obstacle known");
    assert!(pressed / all < 0.05, "{obstacle:?}: pressed {} of the time", pressed / all);
}

#[test]
fn a_crate_is_walked_around() {
    comes_round(Obstacle::Crate);
}

#[test]
fn a_wall_that_was_moved_is_walked_around() {
    comes_round(Obstacle::MovedWall);
}

#[test]
fn a_cart_that_passes_is_walked_around() {
    comes_round(Obstacle::Cart);
}
