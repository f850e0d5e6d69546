//! A mind watches others through its sightings, remembers their gestures and imitates them.

use crate::allocating::allocations;
use crate::support::{character, field};
use piaget_mind::others::NotLearned;
use piaget_mind::{BeliefId, Blueprint, Mind};
use piaget_motor::{GraphConfig, PoseGraph, gltf};
use piaget_terms::{
    Blind, BodySense, Effector, EffectorSighting, HostId, Intent, Name, Senses, Sighting, Vec3,
};
use std::sync::Arc;

const MOUSE: &str = r#"
    character "max"
    body kind="mouse" height=0.88 radius=0.15 eye-height=0.68
    percepts { kind "mouse" }
    selector "somebody" "mouse"
    watch trunk=0 part=0
    actions {
        tuple "imitate" value=1 object="somebody" { do "imitate" }
    }
"#;
const TICK_S: f32 = 1.0 / 30.0;

pub fn graph() -> PoseGraph {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bodies/max.glb");
    let model = gltf::read("max.glb", &std::fs::read(path).unwrap(), &mut |_| None).unwrap();
    PoseGraph::new(&model, GraphConfig::default()).unwrap()
}

/// A pose of the body of somebody who stands at a place, as a sighting.
pub fn sighting(graph: &PoseGraph, id: u32, colour: &str, at: Vec3, pose: u32) -> Sighting {
    let mut sighting =
        Sighting::new(HostId(id), Name::cut("mouse"), at + Vec3::Y * 0.4).colour(Name::cut(colour));
    let places = graph.nodes()[pose as usize].effectors;
    for (effector, place) in Effector::ALL.into_iter().zip(places) {
        let part = place.map(|place| EffectorSighting::new(effector, at + place));
        sighting.effectors.extend(part);
    }
    sighting
}

/// The poses of somebody who stands, performs and stands.
pub fn order(graph: &PoseGraph, movement: &str, stands: usize) -> Vec<u32> {
    let poses = |name: &str| graph.movements()[graph.movement(name).unwrap() as usize].poses.clone();
    let stand = poses("stand").start;
    let before = std::iter::repeat_n(stand, stands);
    before.chain(poses(movement)).chain(std::iter::repeat_n(stand, 40)).collect()
}

struct Life {
    mind: Mind,
    ticks: u32,
}

impl Life {
    fn new(graph: &PoseGraph) -> Self {
        let mut mind = Mind::new(character(MOUSE), field(), 7);
        mind.embody(graph);
        Self { mind, ticks: 0 }
    }

    fn sees(&mut self, sightings: &[Sighting]) -> Intent {
        let body = BodySense::standing(Vec3::ZERO, 0.0);
        let time_s = f64::from(self.ticks) * f64::from(TICK_S);
        self.ticks += 1;
        let senses = Senses::new(time_s, TICK_S, &body, &Blind).sightings(sightings);
        self.mind.step(&senses).clone()
    }
}

#[test]
fn a_gesture_is_recognised_remembered_and_imitated() {
    let graph = graph();
    let mut life = Life::new(&graph);
    let at = Vec3::new(0.5, 0.0, 3.0);
    let mut intent = Intent::default();
    for pose in order(&graph, "wave", 40) {
        intent = life.sees(&[sighting(&graph, 1, "blue", at, pose)]);
    }
    let gesture = life.mind.watching().latest(None).expect("a gesture was seen");
    assert_eq!(gesture.recognised.movement().unwrap().name, "wave");
    assert_eq!((gesture.number, gesture.kind), (1, Name::cut("mouse")));
    assert_eq!(intent.movement.unwrap().name, "wave");
    // Also later, from memory.
    let later = (0..60).map(|_| life.sees(&[])).last().unwrap();
    assert_eq!(later.movement.unwrap().name, "wave");
}

#[test]
fn two_others_who_gesture_at_once_are_told_apart() {
    let graph = graph();
    let mut life = Life::new(&graph);
    let (one, two) = (order(&graph, "throw", 40), order(&graph, "cover-face", 45));
    for tick in 0..one.len().max(two.len()) {
        let pose = |order: &[u32]| order[tick.min(order.len() - 1)];
        life.sees(&[
            sighting(&graph, 1, "blue", Vec3::new(-1.0, 0.0, 3.0), pose(&one)),
            sighting(&graph, 2, "red", Vec3::new(1.0, 0.0, 3.0), pose(&two)),
        ]);
    }
    let seen: Vec<(BeliefId, Name)> = life
        .mind
        .watching()
        .gestures()
        .map(|gesture| (gesture.of.unwrap(), gesture.recognised.movement().unwrap().name))
        .collect();
    assert_eq!(seen.len(), 2);
    assert_ne!(seen[0].0, seen[1].0);
    let mut names = [seen[0].1, seen[1].1];
    names.sort();
    assert_eq!(names, [Name::cut("cover-face"), Name::cut("throw")]);
}

/// Two demonstrators and a bystander: what each did last is kept, whatever the bystander does meanwhile and after.
#[test]
fn what_each_showed_is_kept_though_a_bystander_moves() {
    let graph = graph();
    let mut life = Life::new(&graph);
    let orders = [order(&graph, "throw", 40), order(&graph, "cover-face", 90), order(&graph, "wave", 160)];
    let longest = orders.iter().map(Vec::len).max().unwrap();
    for tick in 0..longest {
        let pose = |at: usize| orders[at][tick.min(orders[at].len() - 1)];
        life.sees(&[
            sighting(&graph, 1, "blue", Vec3::new(-1.5, 0.0, 3.0), pose(0)),
            sighting(&graph, 2, "red", Vec3::new(0.0, 0.0, 3.0), pose(1)),
            sighting(&graph, 3, "green", Vec3::new(1.5, 0.0, 3.0), pose(2)),
        ]);
    }
    let watching = life.mind.watching();
    let mut last: Vec<Name> = watching
        .others()
        .filter_map(|other| watching.latest(Some(other)))
        .map(|gesture| gesture.recognised.movement().unwrap().name)
        .collect();
    last.sort();
    assert_eq!(last, ["cover-face", "throw", "wave"].map(Name::cut));
}

#[test]
fn a_saved_mind_goes_on_watching() {
    let graph = graph();
    let (mut plain, mut saved) = (Life::new(&graph), Life::new(&graph));
    for (tick, pose) in order(&graph, "shrug", 40).into_iter().enumerate() {
        if tick == 60 {
            let state = serde_json::from_str(&serde_json::to_string(saved.mind.state()).unwrap()).unwrap();
            saved.mind = Mind::restore(&Arc::new(Blueprint::new(character(MOUSE), field())), state).unwrap();
            saved.mind.embody(&graph);
        }
        let seen = [sighting(&graph, 1, "blue", Vec3::new(0.2, 0.0, 2.0), pose)];
        assert_eq!(plain.sees(&seen), saved.sees(&seen), "tick {tick}");
    }
    let whole = |mind: &Mind| serde_json::to_string(mind.state()).unwrap();
    assert_eq!(whole(&plain.mind), whole(&saved.mind));
    assert_eq!(plain.mind.watching().seen(), 1);
}

#[test]
fn a_warm_onlooker_does_not_allocate() {
    let graph = graph();
    let mut life = Life::new(&graph);
    let movements = ["wave", "throw", "dance", "jump", "cover-face", "reach-3"];
    let orders: Vec<Vec<u32>> = movements.iter().map(|name| order(&graph, name, 40)).collect();
    let body = BodySense::standing(Vec3::ZERO, 0.0);
    for round in 0..4 {
        for pose in orders.iter().flatten() {
            let seen = [sighting(&graph, 1, "blue", Vec3::new(0.5, 0.0, 3.0), *pose)];
            let time_s = f64::from(life.ticks) * f64::from(TICK_S);
            life.ticks += 1;
            let senses = Senses::new(time_s, TICK_S, &body, &Blind).sightings(&seen);
            let before = allocations();
            life.mind.step(&senses);
            let made = allocations() - before;
            assert!(round < 3 || made == 0, "{made} allocations at {time_s} s");
        }
    }
    assert!(life.mind.watching().seen() >= 20, "{}", life.mind.watching().seen());
}

#[test]
fn a_movement_is_learned_once_and_kept_with_the_mind() {
    let graph = graph();
    let mut life = Life::new(&graph);
    for pose in order(&graph, "beg", 40) {
        life.sees(&[sighting(&graph, 1, "blue", Vec3::new(0.5, 0.0, 3.0), pose)]);
    }
    let trick = Name::cut("trick");
    assert_eq!(life.mind.learn_movement(9, trick).unwrap_err(), NotLearned::Forgotten(9));
    assert_eq!(
        life.mind.learn_movement(1, Name::cut("wave")).unwrap_err(),
        NotLearned::Known(Name::cut("wave"))
    );
    assert!(life.mind.learn_movement(1, trick).unwrap().seconds > 1.0);
    let state = serde_json::from_str(&serde_json::to_string(life.mind.state()).unwrap()).unwrap();
    let mut restored = Mind::restore(&Arc::new(Blueprint::new(character(MOUSE), field())), state).unwrap();
    restored.embody(&graph);
    assert!(restored.own_poses().unwrap().find("trick").is_some());
    let mut bodiless = Mind::new(character(MOUSE), field(), 7);
    assert_eq!(bodiless.learn_movement(1, trick).unwrap_err(), NotLearned::NoBody);
}
