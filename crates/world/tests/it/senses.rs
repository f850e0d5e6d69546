//! What crosses to a creature: sightings, sounds, its body; and that nothing else does.

use crate::random;
use piaget_terms::{
    BodyPlan, Chance, Effector, EyePlan, Eyes, HostId, Intent, Name, Rect, Sound, Terrain, Utterance, Vec2,
    Vec3, Wall,
};
use piaget_world::eye::RayCaster;
use piaget_world::{Creature, Sensed, Shape, Thing, World};

fn field() -> World {
    World::new(&Terrain::open(Rect::centred(40.0, 40.0)), 5)
}

fn creature(world: &mut World, eye: EyePlan, position: Vec3, yaw: f32) -> HostId {
    let eyes = Eyes { eye, ..Eyes::default() };
    let mut creature = Creature::new(Name::cut("dog"), Name::cut("brown"), BodyPlan::default(), eyes);
    (creature.position, creature.yaw) = (position, yaw);
    world.add_creature(creature).unwrap()
}

fn cube(world: &mut World, position: Vec3) -> HostId {
    world.add_thing(Thing::new(Name::cut("cube"), Name::cut("red"), Shape::cube(0.5), position)).unwrap()
}

/// All that a mind could learn, as bits.
fn bits(world: &World, id: HostId) -> String {
    let mut sensed = Sensed::default();
    assert!(world.sense(id, &mut sensed));
    let mut chance = Chance::new(99);
    let points: Vec<Vec3> = (0..500).map(|_| random::place(&mut chance) + Vec3::Y * 0.5).collect();
    let mut seen = vec![false; points.len()];
    sensed.view.sees(&points, &mut seen);
    format!("{:?} {:?} {:?} {seen:?}", sensed.sightings, sensed.sounds, sensed.body)
}

/// Invariant 5 of the design, at the world's border.
#[test]
fn moving_a_hidden_thing_changes_no_bit_of_what_is_sensed() {
    let mut chance = Chance::new(21);
    let mut moved = 0;
    for seed in 0..60 {
        let (mut world, ids) = random::world(seed, 8, 10, 3, false);
        let looker = ids[0];
        let faulty = EyePlan { detection_rate: 0.7, position_noise_m: 0.1, ..EyePlan::default() };
        let looker = if seed % 2 == 0 { looker } else { creature(&mut world, faulty, Vec3::ZERO, 0.3) };
        world.tick(1.0 / 30.0);
        let before = bits(&world, looker);
        let mut sensed = Sensed::default();
        let shown = |world: &World, sensed: &mut Sensed, id: HostId| {
            world.sense(looker, sensed);
            let marks = sensed.view.marks();
            let shows = |slot: &u32| *slot != u32::MAX && marks[*slot as usize].host() == Some(id);
            sensed.view.slots().iter().any(shows)
        };
        let hidden: Vec<HostId> = world.things().map(|(id, _)| id).collect();
        for id in hidden.into_iter().filter(|id| !shown(&world, &mut sensed, *id)).collect::<Vec<_>>() {
            let home = world.thing(id).unwrap().position;
            for _ in 0..20 {
                let mut elsewhere = world.clone();
                elsewhere.transport(id, random::place(&mut chance)).unwrap();
                let still = world.creature(looker).unwrap() == elsewhere.creature(looker).unwrap();
                if shown(&elsewhere, &mut sensed, id) || !still {
                    continue;
                }
                moved += 1;
                assert_eq!(before, bits(&elsewhere, looker), "thing {id:?} from {home}");
            }
        }
    }
    assert!(moved > 1_000, "{moved}");
}

#[test]
fn a_sighting_has_looks_place_and_features() {
    let mut world = field();
    let dog = creature(&mut world, EyePlan::default(), Vec3::ZERO, 0.0);
    let id = cube(&mut world, Vec3::new(0.3, 0.0, 4.0));
    let lit = piaget_terms::Feature::new(Name::cut("lamp.lit"), piaget_terms::FeatureValue::Number(1.0));
    world.set_feature(id, lit).unwrap();
    let mut sensed = Sensed::default();
    world.sense(dog, &mut sensed);
    let [seen] = &sensed.sightings[..] else { panic!("{:?}", sensed.sightings) };
    assert!(
        seen.id == id
            && seen.kind == "cube"
            && seen.colour.as_deref() == Some("red")
            && seen.shape.as_deref() == Some("box")
    );
    assert_eq!(seen.features.as_slice(), &[lit]);
    assert!(seen.pixels > 50 && seen.confidence == 1.0);
    // The centroid of the visible part lies on the near side, which is a quarter of a metre before the middle.
    assert!((seen.position - Vec3::new(0.3, 0.25, 3.75)).length() < 0.1, "{}", seen.position);
}

#[test]
fn a_thing_behind_a_post_is_placed_between_its_visible_parts() {
    let mut world = field();
    let dog = creature(&mut world, EyePlan::default(), Vec3::ZERO, 0.0);
    let plank = Shape::Box { size_m: Vec3::new(2.0, 0.4, 0.1) };
    let plank =
        world.add_thing(Thing::new(Name::cut("plank"), Name::cut("red"), plank, Vec3::Z * 4.0)).unwrap();
    let post = Shape::Cylinder { height_m: 3.0, radius_m: 0.1 };
    world.add_thing(Thing::new(Name::cut("post"), Name::cut("grey"), post, Vec3::Z * 2.0)).unwrap();
    let mut sensed = Sensed::default();
    world.sense(dog, &mut sensed);
    let seen = sensed.sightings.iter().find(|seen| seen.id == plank).unwrap();
    assert!((seen.position - Vec3::new(0.0, 0.2, 3.95)).length() < 0.1, "{}", seen.position);
}

#[test]
fn effectors_of_others_are_seen_each_on_its_own_and_never_ones_own() {
    let mut world = field();
    let dog = creature(&mut world, EyePlan::default(), Vec3::ZERO, 0.0);
    let other = creature(&mut world, EyePlan::default(), Vec3::Z * 2.0, std::f32::consts::PI);
    let mut sensed = Sensed::default();
    world.sense(dog, &mut sensed);
    let [seen] = &sensed.sightings[..] else { panic!("only the other is seen") };
    assert_eq!(seen.id, other);
    let parts: Vec<Effector> = seen.effectors.iter().map(|part| part.effector).collect();
    assert_eq!(parts, Effector::ALL, "face to face all marked parts show");
    for part in &seen.effectors {
        let truth =
            world.creature(other).unwrap().effectors().find(|own| own.effector == part.effector).unwrap();
        let radius = world.creature(other).unwrap().mark_radius_m(part.effector);
        let off = part.position.distance(truth.position);
        assert!(off < radius * 1.3, "{:?} is {off} m off", part.effector);
    }
    // From behind, the nose is hidden by the head.
    world.turn(other, 0.0).unwrap();
    world.sense(dog, &mut sensed);
    assert!(sensed.sightings[0].effectors.iter().all(|part| part.effector != Effector::Nose));
    assert_eq!(sensed.body.effectors.len(), 11, "one's own parts are felt");
}

#[test]
fn posed_parts_are_seen_where_they_were_put() {
    let mut world = field();
    let dog = creature(&mut world, EyePlan::default(), Vec3::ZERO, 0.0);
    let other = creature(&mut world, EyePlan::default(), Vec3::Z * 3.0, std::f32::consts::PI);
    let hand = piaget_world::Posed { effector: Effector::RightHand, place: Vec3::new(-0.6, 0.9, 0.2) };
    world.pose(other, &[hand]);
    let mut sensed = Sensed::default();
    world.sense(dog, &mut sensed);
    let [seen] = &sensed.sightings[0].effectors[..] else { panic!("one part was posed") };
    let truth = world.creature(other).unwrap().world_from_own(hand.place);
    assert!(seen.position.distance(truth) < 0.06, "{} {truth}", seen.position);
}

#[test]
fn faulty_eyes_miss_and_err_as_often_as_they_say() {
    let mut world = field();
    let plan = EyePlan { detection_rate: 0.7, position_noise_m: 0.2, ..EyePlan::default() };
    let dog = creature(&mut world, plan, Vec3::ZERO, 0.0);
    cube(&mut world, Vec3::Z * 4.0);
    let mut sensed = Sensed::default();
    let (mut seen, mut squares) = (0, 0.0);
    for _ in 0..2_000 {
        world.tick(1.0 / 30.0);
        world.sense(dog, &mut sensed);
        if let Some(sighting) = sensed.sightings.first() {
            seen += 1;
            squares += sighting.position.x * sighting.position.x;
        }
        let again = sensed.sightings.clone();
        world.sense(dog, &mut sensed);
        assert_eq!(again, sensed.sightings, "looking twice in one tick is looking once");
    }
    assert!((1_330..1_470).contains(&seen), "{seen}");
    let deviation = (squares / seen as f32).sqrt();
    assert!((deviation - 0.2).abs() < 0.015, "{deviation}");
}

#[test]
fn rays_and_drawing_give_the_same_sightings() {
    let mut compared = 0;
    for seed in 0..20 {
        let (world, ids) = random::world(seed, 4, 10, 2, true);
        let (mut drawn, mut cast) = (Sensed::default(), Sensed::default());
        world.sense(ids[0], &mut drawn);
        world.sense_with(&RayCaster::new(world.scene()), ids[0], &mut cast);
        for seen in drawn.sightings.iter().filter(|seen| seen.pixels > 20) {
            let other = cast.sightings.iter().find(|other| other.id == seen.id).unwrap();
            assert!(seen.position.distance(other.position) < 0.15, "{} {}", seen.position, other.position);
            assert!(seen.pixels.abs_diff(other.pixels) <= 1 + seen.pixels / 50);
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn words_are_heard_by_others_in_range_in_the_next_tick_and_once() {
    let mut world = field();
    let speaker = creature(&mut world, EyePlan::default(), Vec3::ZERO, 0.0);
    let near = creature(&mut world, EyePlan::default(), Vec3::X * 3.0, 0.0);
    let words = Utterance::from("sit").unwrap();
    world.act(speaker, &Intent::default().utterance(words));
    let mut sensed = Sensed::default();
    world.sense(near, &mut sensed);
    assert!(sensed.sounds.is_empty(), "not before it is said");
    world.tick(0.1);
    world.sense(near, &mut sensed);
    assert!(
        sensed.sounds.len() == 1
            && sensed.sounds[0].words == Some(words)
            && sensed.sounds[0].speaker.as_deref() == Some("dog")
    );
    world.sense(speaker, &mut sensed);
    assert!(sensed.sounds.is_empty(), "nobody hears himself");
    world.tick(0.1);
    world.sense(near, &mut sensed);
    assert!(sensed.sounds.is_empty(), "said once, heard once");
    // A whisper carries as far as its loudness says.
    for (loudness, heard) in [(0.059, false), (0.062, true)] {
        let sound =
            Sound::new(Vec3::new(0.0, 0.9, 0.0)).speaker(Name::cut("person")).loudness(loudness).words(words);
        world.make_sound(sound);
        world.tick(0.1);
        world.sense(near, &mut sensed);
        assert_eq!(sensed.sounds.len() == 1, heard, "loudness {loudness}");
    }
}

#[test]
fn a_wall_hides_and_its_removal_shows() {
    let wall = Wall { centre: Vec2::new(0.0, 2.0), half: Vec2::new(3.0, 0.1), yaw: 0.0, height_m: 2.0 };
    let mut world = field();
    let dog = creature(&mut world, EyePlan::default(), Vec3::ZERO, 0.0);
    let id = cube(&mut world, Vec3::Z * 4.0);
    let mut sensed = Sensed::default();
    let mut sees = |world: &World| {
        world.sense(dog, &mut sensed);
        sensed.sightings.iter().any(|seen| seen.id == id)
    };
    assert!(sees(&world));
    let wall_id = world.add_wall(wall).unwrap();
    assert!(!sees(&world));
    world.move_wall(wall_id, Wall { centre: Vec2::new(9.0, 2.0), ..wall }).unwrap();
    assert!(sees(&world));
    world.move_wall(wall_id, wall).unwrap();
    assert!(!sees(&world));
    world.remove_wall(wall_id).unwrap();
    assert!(sees(&world));
    world.hide(id).unwrap();
    assert!(!sees(&world));
    world.show(id).unwrap();
    assert!(sees(&world));
}

#[test]
fn a_warm_look_uses_the_same_memory() {
    let (world, ids) = random::world(3, 6, 30, 4, false);
    let mut sensed = Sensed::default();
    let places = |sensed: &mut Sensed| {
        for id in &ids {
            world.sense(*id, sensed);
        }
        let view = &sensed.view;
        let buffers = (view.slots().as_ptr(), view.inverse_depths().as_ptr());
        (buffers, sensed.sightings.capacity(), sensed.sounds.capacity())
    };
    let warm = places(&mut sensed);
    for _ in 0..5 {
        assert_eq!(places(&mut sensed), warm);
    }
}
