//! Watching another body: what is recognised, and what happens where little or nonsense is seen.

use crate::common::own;
use glam::Vec3;
use piaget_motor::watch::{
    Correspondence, Cut, Game, Matching, OwnPoses, Parts, Recognised, Seen, WatchConfig, Watcher, learn,
};
use piaget_motor::{
    Body, Clip, EffectorMap, GraphConfig, Joint, Look, Pose, PoseGraph, Request, Rig, RigConfig, Skeleton,
    Transform,
};
use piaget_terms::{Chance, Effector, Name, maths};
use std::ops::Range;

const HZ: f64 = 30.0;

fn mouse() -> Option<PoseGraph> {
    let found = own().into_iter().find(|(name, _)| name == "morris.glb");
    found.map(|(_, model)| PoseGraph::new(&model, GraphConfig::default()).unwrap())
}

/// Looks at a body that stands for a second, performs and stands again, somewhere in the world.
fn looks(graph: &PoseGraph, movement: &str) -> Vec<Parts> {
    looks_at_all(graph, &[movement])
}

/// The same for movements that follow each other: each is left a little before it has come back to standing.
fn looks_at_all(graph: &PoseGraph, movements: &[&str]) -> Vec<Parts> {
    const LEFT: u32 = 4;
    let poses = |name: &str| graph.movements()[graph.movement(name).unwrap() as usize].poses.clone();
    let stand = poses("stand").start;
    let mut order = vec![stand; 30];
    for (place, movement) in movements.iter().enumerate() {
        let Range { start, end } = poses(movement);
        let last = place + 1 == movements.len();
        order.extend(start + if place > 0 { LEFT } else { 0 }..end - if last { 0 } else { LEFT });
    }
    order.extend([stand; 30]);
    let (yaw, at) = (0.7f32, Vec3::new(2.0, 0.0, -1.0));
    let (sin, cos) = (maths::sin(yaw), maths::cos(yaw));
    let place = |p: Vec3| Vec3::new(p.x * cos + p.z * sin, p.y, p.z * cos - p.x * sin) + at;
    let look = |pose: u32| graph.nodes()[pose as usize].effectors.map(|part| part.map(place));
    order.into_iter().map(look).collect()
}

/// Everything that a watcher says of a stream; `None` is a look that shows nothing.
fn watch(own: &OwnPoses, stream: impl IntoIterator<Item = Option<Parts>>) -> Vec<Recognised> {
    watch_as(&WatchConfig::default(), own, stream)
}

fn watch_as(
    config: &WatchConfig,
    own: &OwnPoses,
    stream: impl IntoIterator<Item = Option<Parts>>,
) -> Vec<Recognised> {
    let (mut watcher, mut matching) = (Watcher::new(), Matching::default());
    let mut said = Vec::new();
    for (look, parts) in stream.into_iter().enumerate() {
        let time_s = look as f64 / HZ;
        let recognised = match &parts {
            Some(parts) => watcher.see(own, config, &mut matching, &Seen { time_s, parts, things: &[] }),
            None => watcher.miss(own, config, &mut matching, time_s),
        };
        said.extend(recognised.cloned());
    }
    said
}

#[test]
fn every_gesture_of_the_mouse_is_taken_for_itself() {
    let Some(graph) = mouse() else { return };
    let own = OwnPoses::new(&graph, &WatchConfig::default());
    for movement in own.movements().iter().filter(|movement| !movement.cyclic && movement.corners.is_empty())
    {
        let said = watch(&own, looks(&graph, movement.name.as_str()).into_iter().map(Some));
        let [one] = &said[..] else { panic!("{}: {} gestures", movement.name, said.len()) };
        assert_eq!(one.movement().map(|taken| taken.name), Some(movement.name), "{one:?}");
        // How fast a pose is held cannot be told.
        let holds = movement.away < 0.1;
        let pace = one.movement().unwrap().pace;
        assert!(holds || (pace - 1.0).abs() < 0.3, "{}: {pace}", movement.name);
    }
}

/// Taken at once, and still for longer than any other gesture may pause when it is performed slowly.
#[test]
fn a_pose_that_is_kept_is_a_gesture_and_told_once() {
    let Some(graph) = mouse() else { return };
    let own = OwnPoses::new(&graph, &WatchConfig::default());
    let whole = looks(&graph, "stand-frustrated");
    let slowed = |pace: f64| {
        let looks = 0..(whole.len() as f64 / pace) as usize;
        looks.map(|look| Some(whole[(look as f64 * pace) as usize])).collect::<Vec<_>>()
    };
    for pace in [0.6, 0.7, 0.8, 1.0, 1.4] {
        assert_eq!(names(&watch(&own, slowed(pace))), [Name::cut("stand-frustrated")], "at {pace}");
    }
    let keeps = whole[whole.len() / 2];
    let kept = slowed(1.0).into_iter().take(whole.len() / 2).chain(std::iter::repeat_n(Some(keeps), 900));
    assert_eq!(watch(&own, kept).len(), 1);
}

#[test]
fn a_reach_between_reaches_is_a_reach_and_says_where_to() {
    let Some(graph) = mouse() else { return };
    let own = OwnPoses::new(&graph, &WatchConfig::default());
    let reach = &own.movements()[own.find("reach").unwrap() as usize];
    // The even mix of all corners is none of them.
    let said = watch(&own, looks(&graph, "reach").into_iter().map(Some));
    let taken = said[0].movement().unwrap();
    assert_eq!(taken.name, "reach");
    let middle: Vec3 = reach.corners.iter().map(|(_, at)| *at).sum::<Vec3>() / reach.corners.len() as f32;
    assert!(taken.aim.unwrap().distance(middle) < 0.06, "{:?} {middle:?}", taken.aim);
}

/// Looks with an error of so many metres along each axis, performed at a pace, after the other has been seen for a while.
fn blurred(looks: &[Parts], pace: f64, noise_m: f32, chance: &mut Chance) -> Vec<Option<Parts>> {
    let first = std::iter::repeat_n(looks[0], 60);
    let paced = (0..(looks.len() as f64 / pace) as usize).map(|look| looks[(look as f64 * pace) as usize]);
    let mut blur = |mut parts: Parts| {
        for part in parts.iter_mut().flatten() {
            *part += Vec3::new(chance.normal(), chance.normal(), chance.normal()) * noise_m;
        }
        Some(parts)
    };
    first.chain(paced).map(&mut blur).collect()
}

/// Noise of 3 % of the height makes a gesture cross the threshold late and doing nothing look like something. Quiet
/// gestures were lost by that: a margin as wide as the noise, and frames that the movement had been left out of.
#[test]
fn noise_does_not_hide_gestures() {
    let Some(graph) = mouse() else { return };
    let own = OwnPoses::new(&graph, &WatchConfig::default());
    let (mut chance, mut right, mut all) = (Chance::new(7), 0, 0);
    for movement in own.movements().iter().filter(|movement| movement.group != "gait") {
        for pace in [0.7, 1.0, 1.3] {
            let said = watch(&own, blurred(&looks(&graph, movement.name.as_str()), pace, 0.026, &mut chance));
            right += u32::from(names(&said) == [movement.name] && !said[0].novel);
            all += 1;
        }
    }
    assert!(10 * right >= 9 * all, "{right} of {all}");
}

/// A foot that taps slowly moves too little of the body to be told from a pose that is held by the mean of all parts.
#[test]
fn a_foot_that_taps_slowly_taps() {
    let Some(graph) = mouse() else { return };
    let own = OwnPoses::new(&graph, &WatchConfig::default());
    for pace in [0.7, 0.85, 1.0, 1.4] {
        let said = watch(&own, blurred(&looks(&graph, "tap-foot"), pace, 0.0, &mut Chance::new(1)));
        let taps = |one: &Recognised| one.movement().is_some_and(|taken| taken.name == "tap-foot");
        assert!(!said.is_empty() && said.iter().all(taps), "at {pace}: {:?}", names(&said));
    }
}

/// Where places are off by a sixth of the height nothing can be told, and nothing is.
#[test]
fn in_a_blur_nothing_is_named_falsely() {
    let Some(graph) = mouse() else { return };
    let own = OwnPoses::new(&graph, &WatchConfig::default());
    let (mut chance, mut wrong, mut all) = (Chance::new(9), 0, 0);
    for movement in own.movements().iter().filter(|movement| movement.group != "gait") {
        for pace in [0.7, 1.0, 1.3] {
            let said = watch(&own, blurred(&looks(&graph, movement.name.as_str()), pace, 0.14, &mut chance));
            let gestures = said.iter().filter_map(Recognised::movement).map(|taken| taken.name);
            wrong +=
                gestures.filter(|name| *name != movement.name && *name != "walk" && *name != "turn").count();
            all += 1;
        }
    }
    assert!(20 * wrong <= all, "{wrong} of {all}");
    let life: Vec<_> = ordinary_life(31, 120.0);
    let said = watch(&own, blurred(&life, 1.0, 0.14, &mut chance));
    let passing =
        |one: &Recognised| one.movement().is_some_and(|taken| taken.name == "walk" || taken.name == "turn");
    assert!(said.iter().all(passing), "{:?}", names(&said));
}

/// What a body does after a pose was told is the rest of it, and is not told again as getting about.
#[test]
fn the_rest_of_a_held_pose_is_not_told_as_getting_about() {
    let Some(graph) = mouse() else { return };
    let own = OwnPoses::new(&graph, &WatchConfig::default());
    for movement in ["stand-frustrated", "cover-face", "shrug"] {
        let whole = looks(&graph, movement);
        let keeps = whole[whole.len() / 2];
        let (before, after) = whole.split_at(whole.len() / 2);
        let kept = before.iter().copied().chain(std::iter::repeat_n(keeps, 200)).chain(after.iter().copied());
        let said = watch(&own, kept.map(Some));
        assert_eq!(said.len(), 1, "{movement}: {:?}", names(&said));
    }
}

/// Behind a low wall: the hips, or the legs too.
#[test]
fn hidden_hips_do_not_hide_a_gesture() {
    let Some(graph) = mouse() else { return };
    let own = OwnPoses::new(&graph, &WatchConfig::default());
    let legs = [Effector::LeftKnee, Effector::RightKnee, Effector::LeftFoot, Effector::RightFoot];
    for movement in ["wave", "throw", "cover-face", "shrug", "thumbs-up", "beg"] {
        for hidden in [&[Effector::Root][..], &[&[Effector::Root][..], &legs].concat()] {
            let mut stream = looks(&graph, movement);
            for parts in &mut stream {
                hidden.iter().for_each(|part| parts[*part as usize] = None);
            }
            let said = watch(&own, stream.into_iter().map(Some));
            assert_eq!(names(&said), [Name::cut(movement)], "{hidden:?}");
        }
    }
}

#[test]
fn whoever_shows_fewer_than_four_parts_does_nothing() {
    let Some(graph) = mouse() else { return };
    let own = OwnPoses::new(&graph, &WatchConfig::default());
    let mut stream = looks(&graph, "wave");
    stream.iter_mut().for_each(|parts| parts[3..].iter_mut().for_each(|part| *part = None));
    assert!(watch(&own, stream.into_iter().map(Some)).is_empty());
}

/// A body that stands, walks at any speed and in curves, turns on the spot and looks about, for so many seconds.
fn ordinary_life(seed: u64, seconds: f32) -> Vec<Parts> {
    let (_, model) = own().into_iter().find(|(name, _)| name == "morris.glb").unwrap();
    let rig = Rig::new(&model, GraphConfig::default(), RigConfig::default()).unwrap();
    let mut body = Body::new(&rig, seed);
    let (mut chance, tick_s) = (Chance::new(seed), 1.0 / HZ as f32);
    let (mut at, mut yaw, mut speed, mut turn) = (Vec3::new(2.0, 0.0, 3.0), 0.0f32, 0.0f32, 0.0f32);
    let (mut left_s, mut look) = (0.0f32, Look::Angles { yaw: 0.0, pitch: 0.0 });
    let mut stream = Vec::new();
    for _ in 0..(seconds * HZ as f32) as u32 {
        left_s -= tick_s;
        if left_s <= 0.0 {
            left_s = chance.between(0.4, 3.0);
            speed = if chance.happens(0.5) { chance.between(0.3, 1.0) } else { 0.0 };
            turn = if chance.happens(0.6) { chance.between(-3.0, 3.0) } else { 0.0 };
            look = Look::Angles { yaw: chance.between(-1.2, 1.2), pitch: chance.between(-0.5, 0.6) };
        }
        let request =
            Request { speed_m_per_s: speed, turn_rad_per_s: turn, look: Some(look), ..Request::default() };
        body.step(&rig, tick_s, &request);
        yaw += turn * tick_s;
        at += maths::direction(yaw) * (speed * tick_s);
        let world =
            Transform { translation: at, rotation: glam::Quat::from_rotation_y(yaw), ..Transform::IDENTITY };
        let mut parts = [None; Effector::ALL.len()];
        body.effectors(&rig, world).for_each(|(effector, place)| parts[effector as usize] = Some(place));
        stream.push(parts);
    }
    stream
}

#[test]
fn whoever_walks_turns_and_looks_about_makes_no_gesture() {
    let Some(graph) = mouse() else { return };
    let own = OwnPoses::new(&graph, &WatchConfig::default());
    for seed in 1..=4 {
        let said = watch(&own, ordinary_life(seed, 120.0).into_iter().map(Some));
        let told: Vec<_> =
            said.iter().map(|one| (one.from_s, one.movement().map(|taken| taken.name))).collect();
        let passing = |name: Option<Name>| name.is_some_and(|name| name == "walk" || name == "turn");
        assert!(told.iter().all(|(_, name)| passing(*name)), "{seed}: {told:?}");
    }
}

#[test]
fn a_body_with_few_or_senseless_parts_is_no_harm() {
    let Some(graph) = mouse() else { return };
    let own = OwnPoses::new(&graph, &WatchConfig::default());
    let mut few = looks(&graph, "throw");
    for parts in &mut few {
        for effector in &Effector::ALL[2..] {
            parts[*effector as usize] = None;
        }
    }
    watch(&own, few.into_iter().map(Some));
    let mut chance = Chance::new(5);
    let wild = (0..300).map(|_| {
        let mut parts = [None; Effector::ALL.len()];
        for part in &mut parts {
            let far = [1.0, 1e6, 1e30][chance.below(3) as usize];
            *part = chance.happens(0.7).then(|| Vec3::splat(chance.normal() * far));
        }
        Some(parts)
    });
    for said in watch(&own, wild.collect::<Vec<_>>()) {
        assert!(said.ranked.iter().all(|candidate| candidate.probability.is_finite()), "{said:?}");
    }
}

#[test]
fn a_gesture_that_leaves_the_view_is_matched_as_far_as_it_was_seen() {
    let Some(graph) = mouse() else { return };
    let own = OwnPoses::new(&graph, &WatchConfig::default());
    for movement in ["wave", "throw", "pound-ground", "cover-face"] {
        let whole = looks(&graph, movement);
        // Two thirds of the movement, then nothing.
        let seen = 30 + (whole.len() - 60) * 2 / 3;
        let said =
            watch(&own, whole.into_iter().enumerate().map(|(look, parts)| (look < seen).then_some(parts)));
        let [one] = &said[..] else { panic!("{movement}: {} gestures", said.len()) };
        assert_eq!(one.cut, Cut::Lost);
        assert_eq!(one.nearest().unwrap().name, movement, "{one:?}");
    }
}

/// Bodies of other plans: no hands, one leg, a head alone on a trunk. Nothing is named that needs what is not there to be
/// told, and nothing breaks.
#[test]
fn bodies_that_lack_parts_are_no_harm() {
    use Effector::{LeftElbow, LeftFoot, LeftHand, LeftKnee, RightElbow, RightHand};
    let Some(graph) = mouse() else { return };
    let own = OwnPoses::new(&graph, &WatchConfig::default());
    let without = [
        &[LeftHand, RightHand][..],
        &[LeftKnee, LeftFoot],
        &[LeftHand, RightHand, LeftElbow, RightElbow],
        &[LeftHand, RightHand, LeftElbow, RightElbow, LeftKnee, LeftFoot],
    ];
    for hidden in without {
        for movement in ["wave", "throw", "jump", "pound-ground", "shrug"] {
            let mut stream = looks(&graph, movement);
            for parts in &mut stream {
                hidden.iter().for_each(|part| parts[*part as usize] = None);
            }
            for said in watch(&own, stream.into_iter().map(Some)) {
                assert!(
                    said.ranked.iter().all(|one| one.distance.is_finite() && one.probability.is_finite())
                );
            }
        }
    }
    // Without a leg all is told as with it.
    for movement in ["wave", "throw", "shrug", "cover-face"] {
        let mut stream = looks(&graph, movement);
        stream
            .iter_mut()
            .for_each(|parts| (parts[LeftKnee as usize], parts[LeftFoot as usize]) = (None, None));
        assert_eq!(names(&watch(&own, stream.into_iter().map(Some))), [Name::cut(movement)]);
    }
}

/// Three looks a second: what is long enough is told, and what is told is right.
#[test]
fn few_looks_a_second_name_nothing_false() {
    let Some(graph) = mouse() else { return };
    let config = WatchConfig::default();
    let own = OwnPoses::new(&graph, &config);
    for movement in
        own.movements().iter().filter(|movement| movement.group != "gait" && movement.corners.is_empty())
    {
        let whole = looks(&graph, movement.name.as_str());
        let (mut watcher, mut matching) = (Watcher::new(), Matching::default());
        let stream = std::iter::repeat_n(whole[0], 120)
            .chain(whole.iter().copied())
            .chain(std::iter::repeat_n(whole[0], 60));
        for (look, parts) in stream.enumerate().filter(|(look, _)| look % 10 == 0) {
            let seen = Seen { time_s: look as f64 / HZ, parts: &parts, things: &[] };
            let Some(said) = watcher.see(&own, &config, &mut matching, &seen) else { continue };
            let taken = said.movement().map(|taken| taken.name);
            let passing = |name: Name| name == "walk" || name == "turn";
            assert!(
                taken.is_none_or(|name| name == movement.name || passing(name)),
                "{}: {taken:?}",
                movement.name
            );
        }
    }
}

/// A demonstrator that vanishes in the middle, whenever that is: at most one gesture is told of it, and none for ever after.
#[test]
fn who_vanishes_in_the_middle_of_a_gesture_is_told_once_at_most() {
    let Some(graph) = mouse() else { return };
    let own = OwnPoses::new(&graph, &WatchConfig::default());
    let whole = looks(&graph, "throw");
    for seen in (30..whole.len()).step_by(3) {
        let stream = whole[..seen].iter().copied().map(Some).chain(std::iter::repeat_n(None, 300));
        let said = watch(&own, stream);
        assert!(said.len() <= 1, "{seen}: {:?}", names(&said));
        assert!(said.iter().all(|one| one.novel || one.movement().is_some()), "{said:?}");
    }
}

/// The names of what is said.
fn names(said: &[Recognised]) -> Vec<Name> {
    said.iter().map(|one| one.nearest().unwrap().name).collect()
}

#[test]
fn the_second_of_two_gestures_without_a_pause_is_told_though_the_other_has_left() {
    let Some(graph) = mouse() else { return };
    let own = OwnPoses::new(&graph, &WatchConfig::default());
    for pair in [["wave", "throw"], ["throw", "wave"], ["eat", "pound-ground"], ["shrug", "cover-face"]] {
        let whole: Vec<_> = looks_at_all(&graph, &pair).into_iter().map(Some).collect();
        let told = |looks: usize| watch(&own, whole[..looks].to_vec()).len();
        let first = (60..whole.len()).find(|looks| told(*looks) > 0).unwrap();
        assert_eq!((told(first), told(first + 1)), (1, 2), "both end together, and each look tells one");
        let gone = whole.iter().copied().take(first).chain(std::iter::repeat_n(None, 60));
        assert_eq!(names(&watch(&own, gone)), pair.map(Name::cut));
    }
}

/// Two gestures without a pause, cut where the body returns to where it was: the first is told. It stands by then, which
/// soon ends what is left of them, in one of the runs with the very next look.
#[test]
fn the_second_of_two_gestures_is_told_though_something_ends_in_the_same_look() {
    let Some(graph) = mouse() else { return };
    let config = WatchConfig::default();
    let own = OwnPoses::new(&graph, &config);
    let pair = ["eat", "pound-ground"];
    let whole: Vec<_> = looks_at_all(&graph, &pair).into_iter().map(Some).collect();
    let said = watch(&own, whole.clone());
    let lasts_s = (said[1].to_s - said[0].from_s) as f32;
    for looks in 0..(config.stood_s * HZ as f32) as u32 {
        let return_after_s = lasts_s + (looks as f32 + 0.5) / HZ as f32;
        let said = watch_as(&WatchConfig { return_after_s, ..config }, &own, whole.clone());
        assert_eq!(said.last().map(|last| last.cut), Some(Cut::Returned), "{looks}");
        assert_eq!(names(&said), pair.map(Name::cut), "{looks}");
    }
}

#[test]
fn a_graph_of_one_pose_knows_only_standing() {
    let joint = |name: &str, parent, y| Joint { name: name.into(), parent, rest: Transform::at(Vec3::Y * y) };
    let bones = Skeleton::new(vec![joint("root", None, 0.5), joint("neck", Some(0), 0.4)]).unwrap();
    let clip = Clip::of_poses(Name::cut("stand"), &bones, &[Pose::rest(&bones, 0)], 0.0);
    let map = EffectorMap::guess(&bones);
    let graph = PoseGraph::of_clips(&bones, map, 0, &[clip], GraphConfig::default()).unwrap();
    let own = OwnPoses::new(&graph, &WatchConfig::default());
    assert!(own.movements().is_empty());
    let moves = |look: usize| {
        let mut parts = [None; Effector::ALL.len()];
        parts[Effector::Root as usize] = Some(Vec3::Y * 0.5);
        let swing = if (40..80).contains(&look) { 0.3 } else { 0.0 };
        parts[Effector::Neck as usize] = Some(Vec3::new(swing, 0.9 - swing, 0.0));
        Some(parts)
    };
    for said in watch(&own, (0..150).map(moves)) {
        assert!(said.ranked.is_empty() && said.nearest().is_none());
    }
}

#[test]
fn a_saved_watcher_goes_on_as_if_nothing_had_happened() {
    let Some(graph) = mouse() else { return };
    let config = WatchConfig::default();
    let own = OwnPoses::new(&graph, &config);
    let (mut plain, mut saved, mut matching) = (Watcher::new(), Watcher::new(), Matching::default());
    for (look, parts) in looks(&graph, "shrug").iter().enumerate() {
        let seen = Seen { time_s: look as f64 / HZ, parts, things: &[(7, Vec3::new(2.0, 0.3, -1.0))] };
        if look % 17 == 0 {
            saved = serde_json::from_str(&serde_json::to_string(&saved).unwrap()).unwrap();
        }
        let said = plain.see(&own, &config, &mut matching, &seen).cloned();
        assert_eq!(saved.see(&own, &config, &mut matching, &seen).cloned(), said);
    }
    assert_eq!(plain.recognised().nearest().unwrap().name, "shrug");
}

#[test]
fn a_movement_seen_once_can_be_learned() {
    let Some(graph) = mouse() else { return };
    let (found, config) = (own().into_iter().find(|(name, _)| name == "morris.glb"), WatchConfig::default());
    let mut model = found.unwrap().1;
    model.clips.retain(|clip| clip.name != "cover-face");
    let mut poorer = PoseGraph::new(&model, GraphConfig::default()).unwrap();
    let own = OwnPoses::new(&poorer, &config);
    let (mut watcher, mut matching) = (Watcher::new(), Matching::default());
    let stream = looks(&graph, "cover-face");
    let mut learned = None;
    for (look, parts) in stream.iter().enumerate() {
        let seen = Seen { time_s: look as f64 / HZ, parts, things: &[] };
        if let Some(said) = watcher.see(&own, &config, &mut matching, &seen) {
            assert!(said.nearest().unwrap().name != "cover-face");
            let lasted_s = (said.to_s - said.from_s) as f32 + 2.0 * said.lead_s;
            let step_s = lasted_s / (matching.frames().len() - 1) as f32;
            learned = learn(&poorer, &own, matching.frames(), step_s, Name::cut("hide"));
        }
    }
    let clip = learned.expect("it was seen whole");
    poorer.add(&clip).unwrap();
    let own = OwnPoses::new(&poorer, &config);
    let said = watch(&own, stream.into_iter().map(Some));
    assert_eq!(said[0].movement().unwrap().name, "hide", "{said:?}");
}

#[test]
fn a_game_of_turns_teaches_which_part_is_which() {
    let Some(graph) = mouse() else { return };
    let own = OwnPoses::new(&graph, &WatchConfig::default());
    let mut chance = Chance::new(3);
    // The other's marks are all mixed up, it is half as large again, and it answers a fifth of a second late.
    let mut mixed: Vec<usize> = (0..Effector::ALL.len()).collect();
    for index in (1..mixed.len()).rev() {
        mixed.swap(index, chance.below(index as u32 + 1) as usize);
    }
    let mix = |parts: &Parts| {
        let mut theirs = [None; Effector::ALL.len()];
        for (part, place) in parts.iter().enumerate() {
            theirs[mixed[part]] = place.map(|place| place * 1.5);
        }
        theirs
    };
    let mut game = Game::default();
    for movement in
        ["wave", "throw", "tap-foot", "pound-ground", "thumbs-up", "walk-left", "turn-left", "pick-up"]
    {
        let stream = looks(&graph, movement);
        for look in 0..stream.len() {
            game.turn(&stream[look], &mix(&stream[look.saturating_sub(6)]));
        }
    }
    let learned = game.learn().expect("enough has moved");
    let right = (0..mixed.len())
        .filter(|part| learned.own(Effector::ALL[mixed[*part]]) == Some(Effector::ALL[*part]));
    assert!(right.count() >= 10, "{learned:?}");
    // What is seen of it now makes sense.
    let said = watch(&own, looks(&graph, "shrug").iter().map(|parts| Some(learned.translate(&mix(parts)))));
    assert_eq!(said[0].nearest().unwrap().name, "shrug");
    let unlearned = Correspondence::default();
    let said = watch(&own, looks(&graph, "shrug").iter().map(|parts| Some(unlearned.translate(&mix(parts)))));
    assert!(said.iter().all(|one| one.movement().is_none_or(|taken| taken.name != "shrug")), "the control");
    assert!(Game::default().learn().is_none());
}
