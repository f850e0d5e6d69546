//! How much of a thing shows: shares and hidden sides against counts of pixels with and without what covers it.

use piaget_terms::{
    BodyPlan, Chance, Effector, Eyes, HostId, Name, Occlusion, Rect, Sighting, Terrain, Vec3,
};
use piaget_world::{Creature, Posed, Sensed, Shape, Thing, World};

const EYE_HEIGHT_M: f32 = 0.9;

fn world() -> (World, HostId) {
    let mut world = World::new(&Terrain::open(Rect::centred(60.0, 60.0)), 5);
    let body = BodyPlan { eye_height_m: EYE_HEIGHT_M, ..BodyPlan::default() };
    let dog = Creature::new(Name::cut("dog"), Name::cut("brown"), body, Eyes::default());
    let dog = world.add_creature(dog).unwrap();
    (world, dog)
}

fn eye() -> Vec3 {
    Vec3::Y * EYE_HEIGHT_M
}

fn put(world: &mut World, kind: &str, shape: Shape, position: Vec3, yaw: f32) -> HostId {
    let mut thing = Thing::new(Name::cut(kind), Name::cut("red"), shape, position);
    thing.yaw = yaw;
    world.add_thing(thing).unwrap()
}

fn see(world: &World, looker: HostId, id: HostId) -> Option<Sighting> {
    let mut sensed = Sensed::default();
    world.sense(looker, &mut sensed);
    sensed.sightings.iter().find(|seen| seen.id == id).cloned()
}

fn board(width: f32, height: f32) -> Shape {
    Shape::Box { size_m: Vec3::new(width, height, 0.05) }
}

#[test]
fn what_nothing_covers_shows_whole_and_has_its_size() {
    let (mut world, dog) = world();
    let cube = put(&mut world, "cube", Shape::cube(0.5), Vec3::new(0.2, 0.65, 4.0), 0.0);
    // Behind it, so it covers nothing of it.
    put(&mut world, "board", board(3.0, 2.0), Vec3::new(0.0, 0.0, 6.0), 0.0);
    let seen = see(&world, dog, cube).unwrap();
    assert_eq!(seen.occlusion, Some(Occlusion::NONE));
    let extent = seen.extent.unwrap();
    // The near side of half a metre, at the depth of that side.
    assert!((extent.width_m - 0.5).abs() < 0.06 && (extent.height_m - 0.5).abs() < 0.06, "{extent:?}");
    assert_eq!(seen.solid, Some(true));
}

#[test]
fn a_board_that_covers_the_right_half_cuts_off_the_right() {
    let (mut world, dog) = world();
    let ball = put(&mut world, "ball", Shape::Sphere { radius_m: 0.4 }, Vec3::new(0.0, 0.5, 5.0), 0.0);
    // Whoever looks along +z has -x to the right.
    put(&mut world, "board", board(1.0, 3.0), Vec3::new(-0.5, 0.0, 2.5), 0.0);
    let seen = see(&world, dog, ball).unwrap();
    let occlusion = seen.occlusion.unwrap();
    assert!((occlusion.shown - 0.5).abs() < 0.1, "{occlusion:?}");
    assert!((occlusion.right_m - 0.4).abs() < 0.08, "{occlusion:?}");
    assert_eq!([occlusion.left_m, occlusion.above_m, occlusion.below_m], [0.0; 3]);
    let whole = seen.position + occlusion.world_offset(eye(), seen.position);
    assert!((whole.x).abs() < 0.08 && seen.position.x > 0.1, "{whole} from {}", seen.position);
}

#[test]
fn the_edge_of_view_cuts_off_like_a_board() {
    let (mut world, dog) = world();
    // The edge of 60 degrees at depth 4 is 2.31 m to the right.
    let cube = put(&mut world, "cube", Shape::cube(1.0), Vec3::new(-2.2, 0.0, 4.5), 0.0);
    let occlusion = see(&world, dog, cube).unwrap().occlusion.unwrap();
    assert!(occlusion.right_m > 0.2 && occlusion.shown < 0.8, "{occlusion:?}");
    assert_eq!([occlusion.left_m, occlusion.above_m], [0.0; 2]);
}

#[test]
fn a_bar_across_the_middle_hides_a_share_and_no_side() {
    let (mut world, dog) = world();
    let cube = put(&mut world, "cube", Shape::cube(1.0), Vec3::new(0.0, 0.4, 5.0), 0.0);
    put(&mut world, "bar", board(4.0, 0.2), Vec3::new(0.0, 0.8, 2.5), 0.0);
    let occlusion = see(&world, dog, cube).unwrap().occlusion.unwrap();
    assert!(!occlusion.is_cut() && (0.5..0.75).contains(&occlusion.shown), "{occlusion:?}");
}

#[test]
fn own_parts_do_not_cover_the_own_body() {
    let (mut world, dog) = world();
    let mut other = Creature::new(Name::cut("dog"), Name::cut("grey"), BodyPlan::default(), Eyes::default());
    (other.position, other.yaw) = (Vec3::Z * 3.0, std::f32::consts::PI);
    let other = world.add_creature(other).unwrap();
    assert_eq!(see(&world, dog, other).unwrap().occlusion, Some(Occlusion::NONE));
}

/// Only a hand shows: the body is somewhere around it, and where exactly it is changes nothing.
#[test]
fn a_hand_beside_a_board_says_that_a_body_is_hidden_and_not_where() {
    let sight_of = |aside: f32| {
        let (mut world, dog) = world();
        let mut other =
            Creature::new(Name::cut("dog"), Name::cut("grey"), BodyPlan::default(), Eyes::default());
        (other.position, other.yaw) = (Vec3::new(-0.8 - aside, 0.0, 4.0), std::f32::consts::PI);
        let other = world.add_creature(other).unwrap();
        put(&mut world, "board", board(3.0, 3.0), Vec3::new(-1.6, 0.0, 3.0), 0.0);
        let hand = world.creature(other).unwrap();
        let place = hand.own_from_world(Vec3::new(0.05, 1.0, 3.9));
        world.pose(other, &[Posed { effector: Effector::LeftHand, place }]);
        see(&world, dog, other).expect("the hand shows")
    };
    let (near, far) = (sight_of(0.0), sight_of(0.3));
    let occlusion = near.occlusion.unwrap();
    assert!(occlusion.shown < 0.1 && occlusion.sides().iter().all(|side| *side > 0.5), "{occlusion:?}");
    assert_eq!(near.extent, None);
    // The hand is the same but for rounding, and so is the rest.
    assert!((far.position - near.position).length() < 1e-4, "{} {}", far.position, near.position);
    assert!((far.occlusion.unwrap().shown - occlusion.shown).abs() < 1e-4, "{:?}", far.occlusion);
    assert_eq!(far.occlusion.unwrap().sides(), occlusion.sides());
}

/// Over many shapes, places and boards: the share is that of the pixels, and the middle of the whole is found again
/// better than by the middle of what shows.
#[test]
fn shares_are_those_of_pixels_and_offsets_lead_to_the_whole() {
    let mut chance = Chance::new(17);
    let (mut compared, mut worst, mut by_what_shows, mut by_whole) = (0, 0.0f32, 0.0f32, 0.0f32);
    while compared < 400 {
        let shape = match chance.below(4) {
            0 => Shape::Box { size_m: Vec3::new(0.7, 0.9, 0.3) },
            1 => Shape::Sphere { radius_m: 0.35 },
            2 => Shape::Capsule { height_m: 1.1, radius_m: 0.3 },
            _ => Shape::Cylinder { height_m: 0.8, radius_m: 0.35 },
        };
        let (mut world, dog) = world();
        let at = Vec3::new(chance.between(-0.8, 0.8), chance.between(0.0, 0.6), chance.between(4.0, 6.0));
        let thing = put(&mut world, "thing", shape, at, chance.between(-3.0, 3.0));
        let alone = see(&world, dog, thing).unwrap();
        assert_eq!(alone.occlusion, Some(Occlusion::NONE), "at {at}");
        let aside = chance.between(-0.7, 0.7);
        let low = if chance.happens(0.5) { 0.0 } else { chance.between(0.3, 1.0) };
        put(&mut world, "board", board(chance.between(0.1, 0.8), 1.0), Vec3::new(aside, low, 2.0), 0.0);
        let Some(seen) = see(&world, dog, thing) else { continue };
        let occlusion = seen.occlusion.unwrap();
        if seen.pixels == alone.pixels {
            // Less than a pixel may be covered.
            assert!(!occlusion.is_cut() && occlusion.shown > 0.98, "{occlusion:?}");
            continue;
        }
        let share = seen.pixels as f32 / alone.pixels as f32;
        let off = (occlusion.shown - share).abs();
        worst = worst.max(off);
        let apart = |place: Vec3| {
            let along = (alone.position - eye()).normalize();
            let off = place - alone.position;
            (off - along * off.dot(along)).length()
        };
        by_what_shows += apart(seen.position);
        by_whole += apart(seen.position + occlusion.world_offset(eye(), seen.position));
        compared += 1;
    }
    println!("share off by at most {worst}; {by_what_shows} m by what shows, {by_whole} m by the whole");
    assert!(worst < 0.12, "{worst}");
    assert!(by_whole < 0.5 * by_what_shows, "{by_what_shows} {by_whole}");
}
