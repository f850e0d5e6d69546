//! What a gesture of another was for (Buchsbaum 6.2), asked of a small action tree of one's own.

use crate::allocating::allocations;
use crate::support::{character, field, thing};
use crate::watching::{graph, order, sighting};
use piaget_mind::Mind;
use piaget_mind::others::Outcome;
use piaget_mind::report::WatchingReport;
use piaget_motor::PoseGraph;
use piaget_terms::{
    Blind, BodySense, Effector, EffectorSighting, MovementSense, MovementStage, Name, Senses, Sighting, Vec3,
};

const MOUSE: &str = r#"
    character "max"
    body kind="mouse" height=0.88 radius=0.15 eye-height=0.68
    list "edible" "cheese"
    list "toys" "ball"
    percepts {
        kind "mouse"
        on-list "food" list="edible"
        on-list "toy" list="toys"
        proximity "in-hand" "left-hand" "right-hand" within=0.16
        proximity "reachable" "neck" "root" within=0.5
    }
    beliefs persist=60 give-up=12 history=256 history-every=0.03
    other "mouse"
    selector "food" "food" nearest=#true
    selector "toy" "toy" nearest=#true
    selector "in-hand" "in-hand"
    selector "reachable" "reachable"
    values {
        drive "hunger" start=0.1
        drive "fun" start=0.1
    }
    watch trunk=0 part=0
    actions {
        tuple "satisfy-hunger" value="hunger.strength" object="food" {
            should { above "hunger" 0.2 }
            tuple "eat-food" value=3 {
                can { object-is "in-hand" }
                do "movement" "eat"
                until success=#true { ate }
            }
            tuple "reach-for-food" value=2 {
                can { object-is "reachable" }
                do "movement" "reach"
                until success=#true { object-is "in-hand" }
            }
        }
        tuple "play" value="fun.strength" object="toy" {
            should { above "fun" 0.2 }
            tuple "throw-toy" value=3 { can { object-is "in-hand" }; do "movement" "throw"; until success=#true { finished } }
            tuple "reach-for-toy" value=2 {
                can { object-is "reachable" }
                do "movement" "reach"
                until success=#true { object-is "in-hand" }
            }
        }
    }
"#;
const TICK_S: f32 = 1.0 / 30.0;
const THERE: Vec3 = Vec3::new(0.5, 0.0, 3.0);

/// Where things are while the other performs: a kind, and where it is for a pose of the other.
type Placed<'a> = (&'a str, &'a dyn Fn(&PoseGraph, u32) -> Vec3);

/// In the other's right hand.
fn in_hand(graph: &PoseGraph, pose: u32) -> Vec3 {
    THERE + graph.nodes()[pose as usize].effectors[Effector::RightHand as usize].unwrap()
}

/// Before its chest.
fn before_it(_: &PoseGraph, _: u32) -> Vec3 {
    THERE + Vec3::new(-0.05, 0.55, 0.25)
}

struct Onlooker {
    graph: PoseGraph,
    mind: Mind,
    body: BodySense,
    ticks: u32,
}

impl Onlooker {
    fn new() -> Self {
        Self::with(MOUSE)
    }

    fn with(text: &str) -> Self {
        let graph = graph();
        let mut mind = Mind::new(character(text), field(), 7);
        mind.embody(&graph);
        Self { graph, mind, body: BodySense::standing(Vec3::ZERO, 0.0), ticks: 0 }
    }

    /// A tick; gives how often the mind allocated.
    fn sees(&mut self, sightings: &[Sighting]) -> u64 {
        let time_s = f64::from(self.ticks) * f64::from(TICK_S);
        self.ticks += 1;
        let senses = Senses::new(time_s, TICK_S, &self.body, &Blind).sightings(sightings);
        let before = allocations();
        self.mind.step(&senses);
        allocations() - before
    }

    /// The other performs a movement with things about; gives what is made of it.
    fn watches(&mut self, movement: &str, things: &[Placed<'_>]) -> WatchingReport {
        for pose in order(&self.graph, movement, 40) {
            let mut seen = vec![sighting(&self.graph, 1, "blue", THERE, pose)];
            for (at, (kind, place)) in things.iter().enumerate() {
                seen.push(thing(10 + at as u32, kind, "red", place(&self.graph, pose)));
            }
            self.sees(&seen);
        }
        self.mind.understanding().unwrap()
    }

    /// It performs a movement itself, as its own tree wants; nothing else is about.
    fn does(&mut self, movement: &str, kind: &str, at: Vec3) {
        let stage = |stage| Some(MovementSense::new(Name::cut(movement), stage));
        for tick in 0..30 {
            self.body.movement = if tick == 0 { None } else { stage(MovementStage::Begun) };
            self.sees(&[thing(20, kind, "red", at)]);
        }
        self.body.movement = stage(MovementStage::Finished);
        self.sees(&[thing(20, kind, "red", at)]);
        self.body.movement = None;
    }
}

#[test]
fn what_was_done_with_a_known_thing_is_named_with_object_motive_and_goal() {
    let eaten = Onlooker::new().watches("eat", &[("cheese", &in_hand)]);
    assert_eq!((eaten.action.as_str(), eaten.object.unwrap().1.as_str()), ("eat-food", "cheese"));
    assert!(eaten.motive.contains("hunger"), "{}", eaten.motive);
    assert!(eaten.goal.contains("ate"), "{}", eaten.goal);
    let thrown = Onlooker::new().watches("throw", &[("ball", &in_hand), ("cheese", &before_it)]);
    assert_eq!((thrown.action.as_str(), thrown.object.unwrap().1.as_str()), ("throw-toy", "ball"));
    assert!(thrown.motive.contains("fun"), "{}", thrown.motive);
}

#[test]
fn what_was_not_possible_is_no_explanation() {
    // The movement is that of eating, but the cheese is out of its hands' reach.
    let far = |_: &PoseGraph, _: u32| THERE + Vec3::new(2.0, 0.5, 0.0);
    let said = Onlooker::new().watches("eat", &[("cheese", &far)]);
    assert!(said.action.is_empty(), "{said:?}");
    assert!(said.unknown > 0.5 && said.explanations.iter().all(|one| one.probability < 0.5), "{said:?}");
    // And with nothing about, nothing is known of a reach.
    let said = Onlooker::new().watches("reach-3", &[]);
    assert!(said.action.is_empty() && said.object.is_none() && said.goal.is_empty(), "{said:?}");
}

#[test]
fn where_two_motives_are_possible_the_own_habit_comes_first() {
    let about: [Placed<'_>; 2] = [("cheese", &before_it), ("ball", &before_it)];
    // The same life twice, but for what it went for itself.
    for (drive, kind, first) in [("hunger", "cheese", "reach-for-food"), ("fun", "ball", "reach-for-toy")] {
        let text =
            MOUSE.replace(&format!("drive \"{drive}\" start=0.1"), &format!("drive \"{drive}\" start=0.9"));
        let mut onlooker = Onlooker::with(&text);
        let own = [(Effector::Root, Vec3::Y * 0.4), (Effector::Neck, Vec3::Y * 0.6)];
        for (effector, position) in own {
            onlooker.body.effectors.push(EffectorSighting::new(effector, position));
        }
        for _ in 0..3 {
            onlooker.does("reach", kind, Vec3::new(0.0, 0.55, 0.25));
        }
        let tree = onlooker.mind.actions();
        let times =
            onlooker.mind.watching().own_actions().times(Name::cut("reach"), tree.find(first).unwrap());
        assert!(times >= 1, "it never reached for {kind}");
        let said = onlooker.watches("reach-3", &about);
        let listed: Vec<&str> = said.explanations.iter().map(|one| one.action.as_str()).collect();
        assert_eq!(said.action, first, "{listed:?}");
        assert!(listed.len() >= 2 && listed[0] == first && listed[1].starts_with("reach-for-"), "{listed:?}");
    }
}

#[test]
fn a_movement_for_one_motive_teaches_what_a_thing_is_for_and_one_for_two_does_not() {
    let mut onlooker = Onlooker::new();
    let reached = onlooker.watches("reach-3", &[("ice-cream", &before_it)]);
    assert!(reached.action.is_empty() && reached.learnt.is_empty(), "{reached:?}");
    assert!(!onlooker.mind.knowledge().lists("edible", "ice-cream"));
    let eaten = onlooker.watches("eat", &[("ice-cream", &in_hand)]);
    assert_eq!(eaten.learnt, [(Name::cut("edible"), Name::cut("ice-cream"))]);
    assert_eq!((eaten.action.as_str(), eaten.object.unwrap().1.as_str()), ("eat-food", "ice-cream"));
    // It is part of what is saved.
    let restored = Mind::restore(onlooker.mind.blueprint(), onlooker.mind.state().clone()).unwrap();
    assert!(restored.knowledge().lists("edible", "ice-cream"));
    assert!(!restored.knowledge().lists("toys", "ice-cream"));
}

#[test]
fn a_reach_that_gets_the_thing_is_told_from_one_that_does_not_and_says_what_comes_next() {
    let hand = |graph: &PoseGraph, pose: u32| in_hand(graph, pose);
    let stays = |_: &PoseGraph, _: u32| THERE + Vec3::new(-0.05, 0.75, 0.25);
    let got = Onlooker::new().watches("reach-3", &[("cheese", &hand)]);
    assert_eq!((got.action.as_str(), got.outcome), ("reach-for-food", Outcome::Reached), "{got:?}");
    let missed = Onlooker::new().watches("reach-3", &[("cheese", &stays)]);
    assert_eq!((missed.action.as_str(), missed.outcome), ("reach-for-food", Outcome::Missed), "{missed:?}");
    for said in [got, missed] {
        assert_eq!(said.next.first().map(|(next, _)| next.as_str()), Some("eat-food"), "{:?}", said.next);
    }
}

#[test]
fn whoever_understands_does_not_allocate_once_it_is_warm() {
    let mut onlooker = Onlooker::new();
    let scenes: [(&str, Placed<'_>); 4] = [
        ("eat", ("cheese", &in_hand)),
        ("reach-3", ("ball", &before_it)),
        ("throw", ("ball", &in_hand)),
        ("wave", ("cheese", &before_it)),
    ];
    let orders: Vec<Vec<u32>> = scenes.iter().map(|(name, _)| order(&onlooker.graph, name, 40)).collect();
    let mut named = 0;
    for round in 0..4 {
        for ((_, (kind, place)), poses) in scenes.iter().zip(&orders) {
            for pose in poses {
                let seen = [
                    sighting(&onlooker.graph, 1, "blue", THERE, *pose),
                    thing(10, kind, "red", place(&onlooker.graph, *pose)),
                ];
                let made = onlooker.sees(&seen);
                assert!(round < 3 || made == 0, "{made} allocations in tick {}", onlooker.ticks);
            }
            named += u32::from(!onlooker.mind.understanding().unwrap().action.is_empty());
        }
    }
    assert!(named >= 8, "it understood too little for the count to say anything: {named}");
}
