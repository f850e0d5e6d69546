//! No oracle for whoever watches: what a movement of another is about, and why it is performed, never reach the onlooker.
//! Only here can an intent be changed on its way from the mind to the body.

use super::*;
use crate::files::{Disk, read_source};
use crate::scenario::Choice;
use piaget_mind::others::Outcome;
use piaget_terms::{Object, Vec3};
use std::path::Path;

/// Everything that passes between one creature and the world, and all that its mind holds.
fn bits(actor: &Actor) -> Vec<u8> {
    let sensed = &actor.sensed;
    let passed = (&sensed.body, &sensed.sightings, &sensed.sounds, &actor.intent, actor.mind.state());
    postcard::to_stdvec(&passed).unwrap()
}

/// Morris begs for a cheese, and Max is there.
fn fence(seed: u64) -> Simulation {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/fence.kdl");
    let scenario = Scenario::load(&read_source(&path).unwrap(), &Disk::beside(&path), &Choice::seed(seed));
    Simulation::new(scenario.unwrap_or_else(|found| panic!("{found}")), Threads::One).unwrap()
}

#[test]
fn what_the_other_acts_on_and_why_never_reach_the_onlooker() {
    let mut both = [fence(1), fence(1)];
    let (mut scrambled, mut understood) = (0, false);
    while both[0].time_s() < 12.0 {
        both.iter_mut().for_each(Simulation::think);
        let morris = both[1].actors.iter_mut().find(|actor| actor.name == "morris").unwrap();
        if let Some(movement) = morris.intent.movement.as_mut().filter(|movement| movement.name == "beg") {
            let nowhere = Vec3::new(-3.0, 0.2, 4.0);
            let nothing = Object::new(Some(HostId(77)), Some(Name::cut("ball")), nowhere);
            assert_eq!(
                movement.object.replace(nothing).and_then(|object| object.kind),
                Some(Name::cut("cheese"))
            );
            morris.intent.because = Some(Name::cut("throw-toy"));
            scrambled += 1;
        }
        both.iter_mut().for_each(Simulation::act);
        let [plain, other] = both.each_ref().map(|one| one.actor("max").unwrap());
        assert!(bits(plain) == bits(other), "Max knows better at {} s", both[0].time_s());
        let taken = plain.mind.watching().understanding();
        let about_cheese = taken.action().is_some_and(|action| action.kind == "cheese");
        understood |= about_cheese && taken.outcome == Outcome::Missed;
    }
    assert!(scrambled > 100 && understood, "{scrambled} intents were changed; he understood: {understood}");
}
