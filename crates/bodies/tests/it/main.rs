//! Our own bodies: made as they should be, and the files in the repository are what the code makes.

use glam::Vec3;
use piaget_motor::{Body, GraphConfig, Look, Pose, PoseGraph, Request, Rig, RigConfig, Transform, gltf};
use piaget_terms::{Effector, MovementStage, Name};
use std::path::{Path, PathBuf};

mod allocating;
mod independent;
mod programs;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bodies")
}

#[test]
fn the_files_in_the_repository_are_what_the_code_makes() {
    for (name, model) in piaget_bodies::all() {
        let kept = std::fs::read(folder().join(format!("{name}.glb"))).unwrap();
        assert!(
            kept == gltf::write_compact(&model),
            "{name}.glb is stale: run `piaget clips --generate bodies`"
        );
    }
}

#[test]
fn every_movement_of_the_issue_is_there_and_gestures_begin_and_end_standing() {
    let movements = |name: &str| -> &[&str] {
        match name {
            "max" | "morris" => &[
                "stand",
                "walk",
                "turn",
                "jump",
                "jump-for-joy",
                "reach",
                "beg",
                "eat",
                "throw",
                "dance",
                "wave",
                "thumbs-up",
                "shrug",
                "cover-face",
                "pound-ground",
                "stand-frustrated",
                "tap-foot",
            ],
            "walker" => &["stand", "walk", "rub-eyes", "startle", "scratch-head", "peer"],
            "terrier" => &["stand", "walk", "trot", "sit", "look", "head-tilt"],
            _ => &["stand", "walk", "eat"],
        }
    };
    for (name, model) in piaget_bodies::all() {
        let graph = PoseGraph::new(&model, GraphConfig::default()).unwrap();
        for movement in movements(name) {
            assert!(graph.movement(movement).is_some(), "{name} has no {movement}");
        }
        assert_eq!(model.morphs, ["happy", "surprised", "confused", "frustrated", "blink"]);
        let stand = graph.movements()[graph.movement("stand").unwrap() as usize].poses.start;
        for movement in graph.movements().iter().filter(|m| !m.cyclic) {
            for end in [movement.poses.start, movement.poses.end - 1] {
                let off = graph.distance(stand, end);
                assert!(off < 0.02, "{name}: {} is {off} off standing", movement.name);
            }
        }
        let hub = &graph.hubs()[0];
        assert!(graph.distance(hub.pose, stand) < 0.02, "{name}: the busiest hub is standing");
    }
}

/// On straight walks, how far a foot slides over the ground while it stands, at worst.
fn slide(model: &piaget_motor::Model, clip: &str) -> f32 {
    let clip = model.clips.iter().find(|known| known.name == clip).unwrap();
    let feet: Vec<u32> = ["left-foot", "right-foot", "left-hand", "right-hand"]
        .into_iter()
        .filter_map(|name| model.skeleton.find(name))
        .filter(|joint| {
            // A biped's hands are no feet.
            let mut places = Vec::new();
            model.skeleton.place(&Pose::rest(&model.skeleton, model.morphs.len()), &mut places);
            places[*joint as usize].translation.y < 0.15
        })
        .collect();
    let (mut pose, mut places) = (Pose::rest(&model.skeleton, model.morphs.len()), Vec::new());
    let mut worst = 0.0f32;
    for foot in feet {
        let mut track: Vec<Vec3> = Vec::new();
        const STEPS: usize = 400;
        for step in 0..=STEPS {
            clip.sample(&model.skeleton, clip.seconds * step as f32 / STEPS as f32, &mut pose);
            model.skeleton.place(&pose, &mut places);
            track.push(places[foot as usize].translation);
        }
        let lowest = track.iter().map(|place| place.y).fold(f32::MAX, f32::min);
        let mut stood: Option<Vec3> = None;
        for place in track {
            if place.y > lowest + 0.004 {
                stood = None;
                continue;
            }
            let at = *stood.get_or_insert(place);
            worst = worst.max((place - at).length());
        }
    }
    worst
}

#[test]
fn feet_do_not_slide_on_straight_walks() {
    for (name, model) in piaget_bodies::all() {
        for clip in
            ["walk-ahead", "trot"].into_iter().filter(|clip| model.clips.iter().any(|c| c.name == *clip))
        {
            let slide = slide(&model, clip);
            println!("{name} {clip}: {:.1} mm", slide * 1000.0);
            assert!(slide < 0.02, "{name} {clip} slides {slide} m");
        }
    }
}

#[test]
fn the_mouse_reaches_500_points() {
    let all = piaget_bodies::all();
    let graph = PoseGraph::new(&all[0].1, GraphConfig::default()).unwrap();
    let reach = graph.movement("reach").unwrap();
    let [low, high] = piaget_bodies::MOUSE_REACH;
    let movement = &graph.movements()[reach as usize];
    let frame =
        (movement.marks[0].at_s / movement.seconds * (movement.poses.len() - 1) as f32).round() as u32;
    let hand = graph.effector_map().joint(Effector::RightHand).unwrap();
    for (member, at) in &movement.blend {
        let pose = graph.movements()[*member as usize].poses.start + frame;
        let hand = graph.nodes()[pose as usize].effectors[Effector::RightHand as usize].unwrap();
        assert!((hand - *at).length() < 0.01, "a reach for {at} ends at {hand}");
    }
    let (mut near, mut worst) = (0, 0.0f32);
    let mut scratch = Default::default();
    let (mut pose, mut places) = (graph.nodes()[0].pose.clone(), Vec::new());
    for index in 0..500 {
        let part = |i: i32, n: i32| i as f32 / (n - 1) as f32;
        let share = Vec3::new(part(index % 10, 10), part(index / 10 % 10, 10), part(index / 100, 5));
        let point = low + (high - low) * share;
        let weights = graph.weights_to_reach(reach, Effector::RightHand, point, "take", &mut scratch);
        assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        let corners = movement.blend.iter().map(|(member, _)| {
            &graph.nodes()[(graph.movements()[*member as usize].poses.start + frame) as usize].pose
        });
        piaget_motor::blend::blend_poses(corners.zip(weights.iter().copied()), &mut pose);
        graph.skeleton().place(&pose, &mut places);
        let off = (places[hand as usize].translation - point).length();
        worst = worst.max(off);
        near += i32::from(off < 0.03);
    }
    println!("{near} of 500 within 3 cm, worst {:.1} cm", worst * 100.0);
    assert!(near >= 475, "{near} of 500");
}

fn rig(name: &str) -> Rig {
    let model = piaget_bodies::all().into_iter().find(|(known, _)| *known == name).unwrap().1;
    Rig::new(&model, GraphConfig::default(), RigConfig::default()).unwrap()
}

#[test]
fn a_played_reach_brings_the_hand_to_the_object_at_the_mark() {
    let rig = rig("max");
    let mut body = Body::new(&rig, 1);
    let object = Vec3::new(-0.12, 0.6, 0.22);
    let request = Request { movement: Some(Name::cut("reach")), object: Some(object), ..Request::default() };
    for _ in 0..400 {
        let report = body.step(&rig, 1.0 / 60.0, &request);
        if report.marks.contains(&(Name::cut("reach"), Name::cut("take"))) {
            let places = body.effectors(&rig, Transform::IDENTITY);
            let hand = places.into_iter().find(|(effector, _)| *effector == Effector::RightHand).unwrap().1;
            assert!((hand - object).length() < 0.03, "{hand}");
            return;
        }
    }
    panic!("the mark was never passed");
}

#[test]
fn a_request_goes_through_its_stages_and_an_unknown_one_is_answered_with_near_names() {
    let rig = rig("max");
    let mut body = Body::new(&rig, 1);
    let wave = Request { movement: Some(Name::cut("wave")), ..Request::default() };
    let stages: Vec<MovementStage> = (0..200)
        .filter_map(|_| body.step(&rig, 1.0 / 30.0, &wave).movement.map(|movement| movement.stage))
        .collect();
    let begun = stages.iter().position(|stage| *stage == MovementStage::Begun).unwrap();
    let finished = stages.iter().position(|stage| *stage == MovementStage::Finished).unwrap();
    assert!(begun < finished);
    let unknown = Request { movement: Some(Name::cut("wvae")), ..Request::default() };
    let report = body.step(&rig, 1.0 / 30.0, &unknown);
    assert_eq!(report.movement.unwrap().stage, MovementStage::Cannot);
    assert_eq!(report.nearest[0], "wave");
    assert_eq!(body.step(&rig, 1.0 / 30.0, &unknown).movement.unwrap().stage, MovementStage::Cannot);
    let stopped = (0..20).map(|_| body.step(&rig, 1.0 / 30.0, &Request::default())).last().unwrap();
    assert_eq!(stopped.movement, None);
}

#[test]
fn a_wave_is_laid_over_a_walk_and_the_legs_go_on() {
    let rig = rig("walker");
    let foot_travel = |movement: Option<Name>| {
        let mut body = Body::new(&rig, 1);
        let request = Request { movement, speed_m_per_s: 1.2, ..Request::default() };
        let (mut travel, mut highest) = (0.0f32, 0.0f32);
        let mut before: Option<Vec3> = None;
        for _ in 0..120 {
            body.step(&rig, 1.0 / 30.0, &request);
            for (effector, place) in body.effectors(&rig, Transform::IDENTITY) {
                if effector == Effector::LeftFoot {
                    travel += before.map_or(0.0, |before| (place - before).length());
                    before = Some(place);
                }
                if effector == Effector::RightHand {
                    highest = highest.max(place.y);
                }
            }
        }
        (travel, highest)
    };
    let (plain, low) = foot_travel(None);
    let (waving, high) = foot_travel(Some(Name::cut("wave")));
    assert!((plain - waving).abs() < 0.05 * plain, "{plain} {waving}");
    assert!(high > low + 0.3, "{low} {high}");
}

#[test]
fn the_head_looks_where_it_is_told_whatever_the_body_does() {
    let rig = rig("max");
    let mut body = Body::new(&rig, 1);
    let at = Vec3::new(1.0, 0.9, 1.5);
    let names = ["dance", "wave", "throw", "beg"];
    for tick in 0..600u32 {
        let request = Request {
            movement: Some(Name::cut(names[(tick / 150) as usize])),
            look: Some(Look::At(at)),
            ..Request::default()
        };
        body.step(&rig, 1.0 / 60.0, &request);
        if tick > 60 {
            let head = body.places()[rig.graph.skeleton().find("head").unwrap() as usize];
            let off = (head.rotation * Vec3::Z).angle_between(at - head.translation);
            assert!(off < 0.05, "tick {tick}: {off} rad off");
        }
    }
    // Behind the back is beyond the neck: the head stops at its limit.
    for _ in 0..200 {
        let look = Some(Look::At(Vec3::new(0.3, 0.9, -2.0)));
        body.step(&rig, 1.0 / 60.0, &Request { look, ..Request::default() });
    }
    let (yaw, _, _) = body.gaze().angles();
    assert!((yaw - rig.config().gaze.yaw_limit_rad).abs() < 1e-3, "{yaw}");
}

#[test]
fn a_saved_body_goes_on_as_if_nothing_had_happened() {
    let rig = rig("max");
    let ask = |tick: u32| {
        let names = ["wave", "reach", "jump", "dance"];
        let movement = Some(Name::cut(names[(tick / 37 % 4) as usize]));
        Request { movement, object: Some(Vec3::new(-0.1, 0.5, 0.2)), ..Request::default() }
    };
    let mut body = Body::new(&rig, 9);
    (0..100).for_each(|tick| drop(body.step(&rig, 1.0 / 30.0, &ask(tick))));
    let mut other: Body = serde_json::from_str(&serde_json::to_string(&body).unwrap()).unwrap();
    other.refresh(&rig);
    for tick in 100..300 {
        body.step(&rig, 1.0 / 30.0, &ask(tick));
        other.step(&rig, 1.0 / 30.0, &ask(tick));
        assert_eq!(body.pose(), other.pose(), "tick {tick}");
    }
}
