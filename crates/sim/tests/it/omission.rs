//! What follows what is learnt in a whole world (Kline 4.2.1): a bell, a door, and the one time when it stays shut.

use crate::scenarios::{load, root};
use piaget_sim::{Choice, Simulation, Threads, words};

#[test]
fn the_listener_starts_when_the_door_stays_shut_and_not_before() {
    for seed in 1..=3 {
        let scenario = load(&root().join("scenarios/bell.kdl"), &Choice::seed(seed));
        let mut simulation = Simulation::new(scenario, Threads::One).unwrap();
        let (mut in_vain_s, mut starts) = (None, Vec::new());
        simulation.run(|simulation| {
            for one in simulation.happened() {
                if one.event == words::EVENT && one.about == "in-vain" {
                    in_vain_s = Some(one.t);
                }
                if one.event == words::CHOSE && one.about.contains("startle") {
                    starts.push(one.t);
                }
            }
        });
        let in_vain_s = in_vain_s.expect("the bell rings in vain");
        assert!(!starts.is_empty(), "seed {seed}: she does not start");
        assert!(
            starts.iter().all(|t| *t > in_vain_s + 1.0 && *t < in_vain_s + 10.0),
            "seed {seed}: {starts:?}"
        );
    }
}
