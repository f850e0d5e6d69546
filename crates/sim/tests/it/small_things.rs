//! Small things at the edge of what an eye can tell. A bowl of which a few pixels show in some ticks, and none in others,
//! stands where it stood: once a cat beside it was confused by it many times a minute.

use crate::scenarios::{load, root};
use piaget_sim::{Choice, Simulation, Threads};

/// What the cat tells of bowls in one life: how often it was astonished, and how often it found or lost one.
fn told(tick_hz: u32, seed: u64) -> (Vec<String>, u32, f64) {
    let choice = Choice { seed: Some(seed), set: vec![format!("tick={tick_hz}")] };
    let mut simulation =
        Simulation::new(load(&root().join("scenarios/bowl.kdl"), &choice), Threads::One).unwrap();
    let (mut astonished, mut found_or_lost) = (Vec::new(), 0);
    simulation.run(|simulation| {
        for one in simulation.happened().iter().filter(|one| one.creature.is_some()) {
            if !one.about.contains("bowl") {
                continue;
            }
            match one.event.as_str() {
                "surprised" | "confused" | "disbelieved" => {
                    astonished.push(format!("{:.2} s {} {}", one.t, one.event, one.about));
                }
                "found" | "lost" => found_or_lost += 1,
                _ => {}
            }
        }
    });
    (astonished, found_or_lost, simulation.time_s())
}

/// In 150 s, most of which the cat watches a mouse, each bowl comes into view and leaves it dozens of times.
#[test]
fn a_bowl_that_stays_where_it_is_hardly_ever_astonishes() {
    /// Before sizes counted there were more than eight in half a minute.
    const EVERY_S: f64 = 30.0;
    let (mut all, mut seconds) = (Vec::new(), 0.0);
    for (tick_hz, seed) in [(30, 1), (30, 2), (30, 3), (10, 4), (60, 5)] {
        let (astonished, found_or_lost, lived_s) = told(tick_hz, seed);
        println!("{tick_hz} Hz, seed {seed}: {} astonished, {found_or_lost} found or lost", astonished.len());
        assert!(f64::from(found_or_lost) < lived_s, "{found_or_lost} in {lived_s} s");
        all.extend(astonished);
        seconds += lived_s;
    }
    assert!(all.len() as f64 * EVERY_S <= seconds, "{} in {seconds} s: {all:#?}", all.len());
}
