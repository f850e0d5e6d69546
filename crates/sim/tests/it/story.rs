//! What the scenarios are there to show does happen in them, with the creature that only reacts.

use crate::scenarios::{load, root};
use piaget_sim::{Choice, Happening, Simulation, Threads, words};

fn told(name: &str, choice: &Choice) -> Vec<Happening> {
    let scenario = load(&root().join(format!("scenarios/{name}.kdl")), choice);
    let mut simulation = Simulation::new(scenario, Threads::One).unwrap();
    let mut told = Vec::new();
    simulation.run(|simulation| told.extend_from_slice(simulation.happened()));
    told
}

fn first(told: &[Happening], event: &str, about: &str) -> Option<f64> {
    told.iter().find(|one| one.event == event && one.about == about).map(|one| one.t)
}

fn nothing_is_refused(told: &[Happening]) {
    let refused: Vec<_> = told.iter().filter(|one| one.event == words::REFUSED).collect();
    assert!(refused.is_empty(), "{refused:?}");
}

#[test]
fn in_the_square_the_cube_is_seen_lost_and_seen_again() {
    for seed in [1, 2, 3] {
        let told = told("square", &Choice::seed(seed));
        nothing_is_refused(&told);
        let lost = first(&told, words::LOSES, "cube").expect("the cube is never lost");
        let out = first(&told, words::EVENT, "comes-out").unwrap();
        let again = told.iter().find(|one| one.event == words::SEES && one.about == "cube" && one.t > lost);
        let again = again.expect("the cube never comes back").t;
        assert!(
            lost > 1.0 && lost < out && again > out,
            "seed {seed}: lost {lost}, out {out}, again {again}"
        );
    }
}

#[test]
fn at_the_gap_nothing_crosses_and_the_second_sheep_comes_out_after_the_first_was_lost() {
    for seed in [1, 2, 3] {
        // One that wants no sheep stands where it is and looks on.
        let set = vec!["creature.duncan.character=characters/reactive.kdl".into()];
        let told = told("gap", &Choice { seed: Some(seed), set });
        nothing_is_refused(&told);
        let seen = |name: &str| told.iter().filter(|one| one.event == words::SEES && one.about == name).count();
        let lost = first(&told, words::LOSES, "first").expect("the first sheep is never lost");
        let twin = first(&told, words::SEES, "second").expect("the second sheep is never seen");
        assert!(lost < twin, "seed {seed}: lost {lost}, twin {twin}");
        assert_eq!((seen("first"), seen("second")), (1, 1), "seed {seed}: something was seen in the gap");
    }
}

#[test]
fn at_the_two_walls_the_sheep_moves_only_while_nobody_looks() {
    for seed in [1, 2, 3] {
        let told = told("two-walls", &Choice::seed(seed));
        nothing_is_refused(&told);
        assert!(first(&told, words::SEES, "sheep").is_some_and(|t| t < 0.1));
        let hidden = first(&told, words::EVENT, "hide-first").expect("the sheep is never hidden");
        let lost = first(&told, words::LOSES, "sheep").unwrap();
        assert!(hidden > lost && hidden > 2.0, "seed {seed}: hidden {hidden}, lost {lost}");
        assert!(first(&told, words::HEARS, "shepherd: come").is_some());
        assert!(first(&told, words::EVENT, "hide-second").is_some());
    }
}
