//! From what is believed to what the body should do.

use crate::support::{Life, TICK_S, field, thing};
use piaget_mind::{Character, Mind};
use piaget_nav::Progress;
use piaget_terms::{Blind, BodySense, Rect, Senses, Terrain, Vec2, Vec3, Wall, maths};
use piaget_text::Source;
use std::sync::Arc;

fn shipped(name: &str) -> Arc<Character> {
    let path = format!("{}/../../characters/{name}", env!("CARGO_MANIFEST_DIR"));
    let source = Source::new(name, std::fs::read_to_string(path).unwrap());
    let parsed = Character::parse(&source, &mut |_| Err("no other files".into()));
    Arc::new(parsed.unwrap_or_else(|mistakes| panic!("{mistakes}")))
}

#[test]
fn the_reactive_creature_goes_while_it_sees_and_stops_when_it_does_not() {
    let mut life = Life::new("character \"x\"");
    life.mind = Mind::new(shipped("reactive.kdl"), field(), 1);
    let cube = [thing(1, "cube", "red", Vec3::new(0.0, 0.2, 5.0))];
    let going = life.sees(&cube);
    assert_eq!(going.gaze.unwrap().at, cube[0].position);
    assert_eq!(maths::ground(going.travel.unwrap().goal), Vec2::new(0.0, 5.0));
    assert_eq!(going.because.as_deref(), Some("approach"));
    let stopped = life.sees(&[]);
    assert_eq!((stopped.gaze, stopped.travel), (None, None));
    assert_eq!(life.mind.attention().at, None);
}

const DOG: &str = r#"
    character "dog"
    percepts { kind "bone"; kind "cat"; kind "rock" }
    beliefs persist=20
    selector "bone" "bone" nearest=#true
    selector "cat" "cat" nearest=#true
"#;

#[test]
fn an_object_has_a_host_number_only_while_it_is_seen() {
    let actions = "actions { tuple \"chew\" object=\"bone\" { do \"movement\" \"chew\" } }";
    let mut life = Life::new(&format!("{DOG}{actions}"));
    let bone = [thing(9, "bone", "white", Vec3::Z)];
    let seen = life.sees(&bone).movement.unwrap().object.unwrap();
    let unseen = life.sees(&[]).movement.unwrap().object.unwrap();
    assert_eq!((seen.seen_as.map(|id| id.0), unseen.seen_as), (Some(9), None));
    assert_eq!((seen.position, seen.kind), (unseen.position, unseen.kind));
}

/// Walks as it is told until it stands still; where it ends, and how the way stood.
fn walk(
    text: &str,
    terrain: Terrain,
    sightings: &[piaget_terms::Sighting],
) -> (Vec2, Option<Progress>, Vec<Vec2>) {
    let character = crate::support::character(text);
    let mut mind = Mind::new(character, Arc::new(terrain), 1);
    let mut body = BodySense::standing(Vec3::new(0.0, 0.0, -3.0), 0.0);
    let mut track = Vec::new();
    for tick in 0..400 {
        let time_s = f64::from(tick) * f64::from(TICK_S);
        let senses = Senses::new(time_s, TICK_S, &body, &Blind).sightings(sightings);
        let travel = mind.step(&senses).travel;
        let Some(travel) = travel else { break };
        body.position = body.position.move_towards(travel.towards, travel.speed_m_per_s * TICK_S);
        track.push(maths::ground(body.position));
    }
    (maths::ground(body.position), mind.report().travel, track)
}

#[test]
fn it_walks_around_walls_and_around_what_it_avoids() {
    let wall = Wall { centre: Vec2::ZERO, half: Vec2::new(3.0, 0.1), yaw: 0.0, height_m: 2.0 };
    let terrain = Terrain { bounds: Rect::centred(20.0, 20.0), walls: vec![wall], grid: None };
    let approach = "actions { tuple \"fetch\" object=\"bone\" { do \"approach\" within=0.5 } }";
    let avoid = "navigate { avoid \"rock\" radius=0.5 }";
    let rock = Vec3::new(3.6, 0.2, 0.4);
    let sightings = [thing(1, "bone", "white", Vec3::new(0.5, 0.1, 3.0)), thing(2, "rock", "grey", rock)];
    let (end, progress, track) = walk(&format!("{DOG}{approach}\n{avoid}"), terrain.clone(), &sightings);
    assert_eq!(progress, Some(Progress::Arrived));
    assert!(end.distance(Vec2::new(0.5, 3.0)) <= 0.51, "{end}");
    assert!(track.iter().all(|place| terrain.is_open(*place, 0.2)), "it walked through the wall");
    let nearest = track.iter().map(|place| place.distance(maths::ground(rock))).fold(f32::MAX, f32::min);
    assert!(nearest > 0.6, "it came within {nearest} m of what it avoids");
}

#[test]
fn a_bone_at_a_wall_is_reached_from_beside_it_and_one_behind_walls_is_not() {
    let wall = |x: f32, z: f32, half: Vec2| Wall { centre: Vec2::new(x, z), half, yaw: 0.0, height_m: 2.0 };
    let approach = "actions { tuple \"fetch\" object=\"bone\" { do \"approach\" within=0.6 } }";
    let text = format!("{DOG}{approach}");
    let at_wall = wall(0.0, 3.0, Vec2::new(3.0, 0.1));
    let terrain = |walls: Vec<Wall>| Terrain { bounds: Rect::centred(20.0, 20.0), walls, grid: None };
    let bone = [thing(1, "bone", "white", Vec3::new(0.5, 0.1, 2.85))];
    let (end, progress, _) = walk(&text, terrain(vec![at_wall]), &bone);
    assert_eq!(progress, Some(Progress::Arrived));
    assert!(end.distance(Vec2::new(0.5, 2.85)) <= 0.65, "{end}");
    let (long, short) = (Vec2::new(2.0, 0.1), Vec2::new(0.1, 2.0));
    let pen = vec![wall(0.0, 1.0, long), wall(0.0, 5.0, long), wall(-2.0, 3.0, short), wall(2.0, 3.0, short)];
    let bone = [thing(1, "bone", "white", Vec3::new(0.0, 0.1, 3.0))];
    let (end, progress, _) = walk(&text, terrain(pen), &bone);
    assert!(matches!(progress, Some(Progress::NoWay { .. })), "{progress:?}");
    assert_eq!(end, Vec2::new(0.0, -3.0), "it does not set out");
}

#[test]
fn who_keeps_away_gets_away_and_then_stands() {
    let flee = "actions { tuple \"flee\" object=\"cat\" { do \"keep-away\" distance=4 speed=\"run\" } }";
    let cat = [thing(1, "cat", "black", Vec3::new(0.0, 0.2, -2.0))];
    for bounds in [40.0, 12.0] {
        let terrain = Terrain::open(Rect::centred(bounds, bounds));
        let (end, _, track) = walk(&format!("{DOG}{flee}"), terrain.clone(), &cat);
        let apart = end.distance(Vec2::new(0.0, -2.0));
        assert!((4.0..5.0).contains(&apart), "{apart} m away within {bounds} m");
        assert!(track.iter().all(|place| terrain.is_open(*place, 0.0)));
    }
}

#[test]
fn who_looks_around_turns_its_gaze_all_the_way() {
    let mut life = Life::new("character \"x\"\nactions { tuple \"look\" { do \"look-around\" turn=1.0 } }");
    let mut seen = [false; 8];
    for _ in 0..70 {
        let at = life.sees(&[]).gaze.unwrap().at;
        let octant = (maths::yaw_of(at) + std::f32::consts::PI) / std::f32::consts::TAU * 8.0;
        seen[(octant as usize).min(7)] = true;
    }
    assert_eq!(seen, [true; 8]);
}

#[test]
fn words_are_said_once() {
    let mut life = Life::new("character \"x\"\nactions { tuple \"greet\" { do \"say\" words=\"hello\" } }");
    let said: Vec<bool> = (0..5).map(|_| life.sees(&[]).utterance.is_some()).collect();
    assert_eq!(said, [true, false, false, false, false]);
}

#[test]
fn inside_a_wall_it_says_so_and_leaves_by_the_nearest_free_place() {
    let wall = Wall { centre: Vec2::new(0.0, -3.0), half: Vec2::new(3.0, 2.0), yaw: 0.0, height_m: 2.0 };
    let terrain = Terrain { bounds: Rect::centred(20.0, 20.0), walls: vec![wall], grid: None };
    let approach = "actions { tuple \"fetch\" object=\"bone\" { do \"approach\" within=0.5 } }";
    let character = crate::support::character(&format!("{DOG}{approach}"));
    let mut mind = Mind::new(character, Arc::new(terrain.clone()), 1);
    let bone = [thing(1, "bone", "white", Vec3::new(0.0, 0.1, 5.0))];
    let mut body = BodySense::standing(Vec3::new(0.0, 0.0, -2.5), 0.0);
    mind.step(&Senses::new(0.0, TICK_S, &body, &Blind).sightings(&bone));
    let why = mind.report().travel;
    assert!(matches!(why, Some(Progress::NoWay { why: piaget_nav::WhyNot::StartEnclosed, .. })), "{why:?}");
    for tick in 1..200 {
        let senses = Senses::new(f64::from(tick) * 0.1, TICK_S, &body, &Blind).sightings(&bone);
        let Some(travel) = mind.step(&senses).travel else { break };
        body.position = body.position.move_towards(travel.towards, travel.speed_m_per_s * TICK_S);
    }
    assert_eq!(mind.report().travel, Some(Progress::Arrived), "{}", body.position);
}

#[test]
fn obstacles_of_no_sense_stop_nobody_and_break_nothing() {
    let approach = "actions { tuple \"fetch\" object=\"bone\" { do \"approach\" within=0.5 } }";
    let extents = [
        None,
        Some((f32::NAN, 1.0)),
        Some((f32::INFINITY, 1.0)),
        Some((-1.0, 1.0)),
        Some((0.0, 0.0)),
        Some((1e6, 1e6)),
    ];
    for extent in extents {
        let mut rock = thing(2, "rock", "grey", Vec3::new(0.0, 0.2, 0.0));
        (rock.extent, rock.solid) = (extent.map(|(w, h)| piaget_terms::Extent::new(w, h)), Some(true));
        let sightings = [thing(1, "bone", "white", Vec3::new(0.0, 0.1, 3.0)), rock];
        let terrain = Terrain::open(Rect::centred(20.0, 20.0));
        let (end, progress, _) = walk(&format!("{DOG}{approach}"), terrain, &sightings);
        assert!(end.is_finite() && progress.is_some(), "{extent:?}: {progress:?}");
        let told = matches!(progress, Some(Progress::Arrived | Progress::NoWay { .. }));
        assert!(told, "{extent:?}: {progress:?}");
    }
}

#[test]
fn obstacles_that_enclose_it_or_cover_the_goal_give_a_reason() {
    let approach = "actions { tuple \"fetch\" object=\"bone\" { do \"approach\" within=0.5 } }";
    let rock = |id: u32, at: Vec2, width_m: f32| {
        let mut rock = thing(id, "rock", "grey", Vec3::new(at.x, 0.2, at.y));
        (rock.extent, rock.solid) = (Some(piaget_terms::Extent::new(width_m, 1.0)), Some(true));
        rock
    };
    // `walk` begins at (0, -3).
    let around = |index: u32| {
        let turn = std::f32::consts::TAU * index as f32 / 12.0;
        rock(2 + index, Vec2::new(0.0, -3.0) + Vec2::new(maths::sin(turn), maths::cos(turn)), 0.7)
    };
    let enclosed: Vec<_> = (0..12).map(around).collect();
    let covered = vec![rock(2, Vec2::new(0.0, 3.0), 3.0)];
    let on_top = vec![rock(2, Vec2::new(0.0, -3.0), 0.5)];
    for (name, rocks) in [("enclosed", enclosed), ("covered", covered), ("on top", on_top)] {
        let mut sightings = vec![thing(1, "bone", "white", Vec3::new(0.0, 0.1, 3.0))];
        sightings.extend(rocks);
        let terrain = Terrain::open(Rect::centred(20.0, 20.0));
        let (end, progress, _) = walk(&format!("{DOG}{approach}"), terrain, &sightings);
        let told = matches!(progress, Some(Progress::Arrived | Progress::NoWay { .. }));
        assert!(end.is_finite() && told, "{name}: at {end}, {progress:?}");
    }
}

/// A box as it shows from an eye: the middle of its near face, and its width.
fn shown(eye: Vec2, half: Vec2, noise: Vec2) -> (Vec2, f32) {
    let towards = (-eye).normalize_or_zero();
    let width_m = 2.0 * (half.x * towards.y.abs() + half.y * towards.x.abs());
    let share = (eye.x.abs() / half.x).max(eye.y.abs() / half.y);
    (eye / share + noise, width_m)
}

/// What the far side of a crate was taken to be turned with each look, and with it the way round it: a dog walked to and fro.
#[test]
fn a_crate_is_gone_round_on_one_side() {
    let approach = "actions { tuple \"fetch\" object=\"bone\" { do \"approach\" within=0.5 } }";
    for (half, from_x, noise_m) in [
        (Vec2::new(1.2, 0.3), 0.1, 0.0),
        (Vec2::new(1.2, 0.3), 0.0, 0.08),
        (Vec2::new(0.3, 1.2), -0.05, 0.08),
        (Vec2::new(1.5, 1.5), 0.02, 0.05),
    ] {
        let character = crate::support::character(&format!("{DOG}{approach}"));
        let mut mind = Mind::new(character, field(), 1);
        let mut body = BodySense::standing(Vec3::new(from_x, 0.0, -4.5), 0.0);
        let bone = thing(1, "bone", "white", Vec3::new(0.0, 0.1, 4.5));
        let (mut sides, mut ticks) = (Vec::new(), 0);
        while ticks < 400 {
            let wobble = Vec2::new([1.0, -1.0][ticks % 2], [-1.0, 1.0, 0.5][ticks % 3]) * noise_m;
            let (near, width_m) = shown(maths::ground(body.position), half, wobble);
            let mut rock = thing(2, "crate", "red", Vec3::new(near.x, 0.2, near.y));
            (rock.extent, rock.solid) = (Some(piaget_terms::Extent::new(width_m, 0.4)), Some(true));
            let sightings = [bone.clone(), rock];
            let time_s = ticks as f64 * f64::from(TICK_S);
            let senses = Senses::new(time_s, TICK_S, &body, &Blind).sightings(&sightings);
            let Some(travel) = mind.step(&senses).travel else { break };
            let to = body.position.move_towards(travel.towards, travel.speed_m_per_s * TICK_S);
            // The box stops the body.
            let inside = to.x.abs() < half.x + 0.2 && to.z.abs() < half.y + 0.2;
            (body.blocked, body.velocity) = (inside, (to - body.position) / TICK_S);
            if inside {
                body.velocity = Vec3::ZERO;
            } else {
                body.position = to;
            }
            if body.position.x.abs() > 0.4 && sides.last() != Some(&(body.position.x > 0.0)) {
                sides.push(body.position.x > 0.0);
            }
            ticks += 1;
        }
        let told = mind.report().travel;
        assert_eq!(told, Some(Progress::Arrived), "{half} {noise_m}: at {}", body.position);
        assert!(sides.len() <= 1, "{half} {noise_m}: it turned round {} times", sides.len() - 1);
    }
}
