//! A creature with a body: what its mind asks for is played, others see what is played, effects come at marks.

use piaget_sim::files::Disk;
use piaget_sim::{Choice, Scenario, Simulation, Threads};
use piaget_terms::{Effector, MovementStage};
use piaget_text::Source;

fn scenario(body: &str) -> Scenario {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios");
    let text = std::fs::read_to_string(format!("{folder}/morsel.kdl")).unwrap();
    let text = text.replace("kind \"forager\"\n", &format!("kind \"forager\"\n    {body}\n"));
    let files = Disk::beside(std::path::Path::new(folder));
    Scenario::load(&Source::new("morsel.kdl", text), &files, &Choice::default()).unwrap()
}

#[test]
fn a_played_meal_is_eaten_at_the_mark_and_its_feet_are_seen_to_walk() {
    let mut simulation = Simulation::new(scenario("body \"max\""), Threads::One).unwrap();
    let (mut ate, mut begun_s) = (Vec::new(), None);
    let mut feet: Vec<f32> = Vec::new();
    while !simulation.is_over() {
        let happened = simulation.step().to_vec();
        let actor = simulation.actor("forager").unwrap();
        let movement = actor.sensed.body.movement;
        if movement.is_some_and(|m| m.name == "eat" && m.stage == MovementStage::Begun) && begun_s.is_none() {
            begun_s = Some(simulation.time_s());
        }
        for _ in happened.iter().filter(|happening| happening.event == "ate") {
            ate.push(simulation.time_s() - begun_s.take().unwrap());
        }
        let creature = simulation.world().creature(actor.id).unwrap();
        let foot = creature.posed.iter().find(|part| part.effector == Effector::LeftFoot).unwrap();
        feet.push(foot.place.z);
        assert!(actor.posed().is_some());
    }
    assert!(!ate.is_empty(), "it ate nothing");
    // The swallow is 1.85 s into the movement; getting there from whatever the body did takes a moment.
    assert!(ate.iter().all(|after_s| (1.7..3.2).contains(after_s)), "{ate:?}");
    let span = feet.iter().copied().fold(f32::MIN, f32::max) - feet.iter().copied().fold(f32::MAX, f32::min);
    assert!(span > 0.1, "the feet moved over {span} m only");
}

#[test]
fn saved_in_the_middle_of_a_movement_it_goes_on_to_the_same_digest() {
    let mut whole = Simulation::new(scenario("body \"morris\""), Threads::One).unwrap();
    for _ in 0..400 {
        whole.step();
    }
    let mut half = Simulation::load(&whole.save(), Threads::One).unwrap();
    for _ in 0..300 {
        whole.step();
        half.step();
    }
    assert_eq!(whole.digest(), half.digest());
}

#[test]
fn an_unknown_body_is_told_with_the_nearest_name() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios");
    let text = std::fs::read_to_string(format!("{folder}/morsel.kdl")).unwrap();
    let text = text.replace("kind \"forager\"\n", "kind \"forager\"\n    body \"mx\"\n");
    let files = Disk::beside(std::path::Path::new(folder));
    let found = Scenario::load(&Source::new("morsel.kdl", text), &files, &Choice::default()).unwrap_err();
    assert!(found.to_string().contains("did you mean \"max\"?"), "{found}");
}
