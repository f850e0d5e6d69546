//! Same scenario, same seed: same digest, for any number of threads, played again from a recording, and saved and
//! loaded in the middle. The digests of the scenarios as written are in `golden.rs`.

use crate::scenarios::{load, root};
use piaget_sim::{Action, Choice, Digest, Recording, Scenario, Simulation, Threads};
use piaget_terms::{Name, Vec3};
use proptest::prelude::*;
use std::fmt::Write as _;

fn simulation(scenario: Scenario, threads: Threads) -> Simulation {
    Simulation::new(scenario, threads).unwrap()
}

fn scenario(name: &str, choice: &Choice) -> Scenario {
    load(&root().join(format!("scenarios/{name}.kdl")), choice)
}

/// A crowd that looks at itself: more creatures than threads.
fn crowd(seed: u64) -> Scenario {
    let mut text = String::from(
        "scenario \"crowd\" { shows \"A crowd.\"; try \"Count it.\" }\nlength 4\nground { size 40 40 }\n\
         thing \"cube\" { at 0 0; shape \"box\" { size 0.5 0.5 0.5 } }\n\
         timeline { at 1 { slide \"cube\" { to 8 8; to -8 8; speed 3 } } }\njitter \"thing.cube.at\" 2\n",
    );
    for index in 0..17 {
        let (x, z, yaw) = (index % 5 * 3 - 6, index / 5 * 3 + 3, index * 20 - 170);
        writeln!(
            text,
            "creature \"c{index}\" {{ character \"characters/reactive.kdl\"; at {x} {z}; yaw {yaw} }}"
        )
        .unwrap();
    }
    let source = piaget_text::Source::new("crowd.kdl", text);
    let disk = piaget_sim::files::Disk::beside(&root().join("scenarios/crowd.kdl"));
    Scenario::load(&source, &disk, &Choice::seed(seed)).unwrap_or_else(|found| panic!("{found}"))
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for scenario in [crowd(1), crowd(2), scenario("square", &Choice::seed(3))] {
        let digest = |threads| simulation(scenario.clone(), threads).run(|_| {});
        let one = digest(Threads::One);
        for count in [1, 2, 8] {
            assert_eq!(digest(Threads::Exactly(count)), one, "{} with {count} threads", scenario.name);
        }
        assert_eq!(digest(Threads::All), one);
    }
}

#[test]
fn another_seed_gives_another_digest() {
    let mut digests: Vec<Digest> =
        (1..=4).map(|seed| simulation(crowd(seed), Threads::One).run(|_| {})).collect();
    digests.sort();
    digests.dedup();
    assert_eq!(digests.len(), 4);
}

/// What a person does in the lab at some tick.
fn meddle(simulation: &mut Simulation, tick: u64) {
    let to = Vec3::new(tick as f32 * 0.01, 0.0, -3.0);
    simulation.input(Action::Transport { what: Name::cut("cube"), to });
    simulation.input(Action::Note("a person was here".into()));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn saving_loading_and_replaying_go_on_to_the_same_digest(
        seed in 1u64..1000, save_at in 0u64..240, meddle_at in 0u64..240, record_at in 0u64..120, crowded: bool,
    ) {
        let scenario = match crowded {
            true => crowd(seed),
            false => scenario("square", &Choice { seed: Some(seed), set: vec!["length=40".into()] }),
        };
        let ticks = if crowded { scenario.ticks() } else { 240 };
        let mut straight = simulation(scenario, Threads::One);
        let mut saved = None;
        while straight.tick() < ticks {
            let tick = straight.tick();
            if tick == record_at {
                straight.record();
            }
            if tick == meddle_at {
                meddle(&mut straight, tick);
            }
            if tick == save_at {
                saved = Some(straight.save());
            }
            straight.step();
        }
        if let Some(saved) = saved {
            let mut loaded = Simulation::load(&saved, Threads::Exactly(2)).unwrap();
            prop_assert_eq!(loaded.tick(), save_at);
            while loaded.tick() < ticks {
                let tick = loaded.tick();
                if tick == meddle_at && tick != save_at {
                    meddle(&mut loaded, tick);
                }
                loaded.step();
            }
            prop_assert_eq!(loaded.digest(), straight.digest(), "saved at {}", save_at);
            for (a, b) in loaded.actors().iter().zip(straight.actors()) {
                let state = |actor: &piaget_sim::Actor| postcard::to_stdvec(actor.mind.state()).unwrap();
                prop_assert_eq!(state(a), state(b), "the mind of {} differs", a.name);
            }
        }
        if let Some(bytes) = straight.recording() {
            // What came in before the recording began is in its first snapshot already.
            let mut recording = Recording::open(&bytes, Threads::One).unwrap();
            prop_assert_eq!(recording.digest(), straight.digest());
            prop_assert_eq!(recording.play(|_| {}), straight.digest(), "recorded from {}", record_at);
            let cut = bytes.len() * (seed as usize % 100) / 100;
            prop_assert!(Recording::open(&bytes[..cut], Threads::One).is_err());
        }
    }
}
