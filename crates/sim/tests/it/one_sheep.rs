//! One sheep that is hidden behind one wall and then behind another is one sheep. Once a dog that had looked for it in vain held it for
//! one that had ceased to be, and met a second and a third.

use crate::scenarios::{load, root};
use piaget_sim::{Choice, Simulation, Threads};

/// The most sheep that the dog believed in at once, and how many in the end.
fn sheep(tick_hz: u32, seed: u64) -> (usize, usize) {
    let choice = Choice { seed: Some(seed), set: vec![format!("tick={tick_hz}")] };
    let mut simulation =
        Simulation::new(load(&root().join("scenarios/two-walls.kdl"), &choice), Threads::One).unwrap();
    let count = |simulation: &Simulation| {
        let dog = simulation.actor("duncan").unwrap();
        dog.mind.view().beliefs().iter().filter(|belief| belief.now.kind == "sheep").count()
    };
    let mut most = 0;
    simulation.run(|simulation| most = most.max(count(simulation)));
    (most, count(&simulation))
}

#[test]
fn a_sheep_that_was_moved_unseen_is_not_met_as_another() {
    for (tick_hz, seed) in [(30, 1), (30, 2), (30, 3), (10, 4), (60, 5), (30, 6), (10, 7)] {
        assert_eq!(sheep(tick_hz, seed), (1, 1), "{tick_hz} Hz, seed {seed}");
    }
}
