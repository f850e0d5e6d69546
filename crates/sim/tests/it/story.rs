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
    for seed in 1..=12 {
        let told = told("square", &Choice::seed(seed));
        nothing_is_refused(&told);
        let out = first(&told, words::EVENT, "comes-out").unwrap();
        let of_cube = |one: &&Happening| one.about == "cube" && one.creature.is_some();
        // At the very edge of the wall a last pixel may come and go.
        let before = told.iter().filter(of_cube).rfind(|one| one.t < out).expect("the cube is never seen");
        assert_eq!(
            before.event,
            words::LOSES,
            "seed {seed}: the cube is not lost before it comes out at {out}"
        );
        let after = told.iter().filter(of_cube).find(|one| one.t > out).expect("the cube never comes back");
        assert_eq!(after.event, words::SEES, "seed {seed}");
    }
}

#[test]
fn at_the_gap_nothing_crosses_and_the_second_sheep_comes_out_after_the_first_was_lost() {
    for seed in 1..=6 {
        // One that wants no sheep stands where it is and looks on.
        let set = vec!["creature.duncan.character=characters/reactive.kdl".into()];
        let told = told("gap", &Choice { seed: Some(seed), set });
        nothing_is_refused(&told);
        let seen =
            |name: &str| told.iter().filter(|one| one.event == words::SEES && one.about == name).count();
        let lost = first(&told, words::LOSES, "first").expect("the first sheep is never lost");
        let twin = first(&told, words::SEES, "second").expect("the second sheep is never seen");
        assert!(lost < twin, "seed {seed}: lost {lost}, twin {twin}");
        assert_eq!((seen("first"), seen("second")), (1, 1), "seed {seed}: something was seen in the gap");
    }
}

#[test]
fn at_the_two_walls_the_sheep_moves_only_while_nobody_looks() {
    for seed in 1..=6 {
        let told = told("two-walls", &Choice::seed(seed));
        nothing_is_refused(&told);
        assert!(first(&told, words::SEES, "sheep").is_some_and(|t| t < 0.1));
        let hidden = first(&told, words::EVENT, "hide-first").expect("the sheep is never hidden");
        let lost = first(&told, words::LOSES, "sheep").unwrap();
        assert!(hidden > lost && hidden > 1.0, "seed {seed}: hidden {hidden}, lost {lost}");
        assert!(first(&told, words::HEARS, "shepherd: approach shepherd").is_some());
        assert!(first(&told, words::EVENT, "hide-second").is_some());
    }
}

#[test]
fn every_action_of_a_timeline_is_carried_out() {
    let text = r#"
        scenario "all" { shows "Every action."; try "Add one." }
        length 12
        ground { size 20 20 }
        wall "w" { at 0 8; size 4 0.3 }
        thing "cube" { at 2 2; shape "box" { size 0.3 0.3 0.3 } }
        thing "ball" { at -6 -6; hidden; shape "sphere" { radius 0.2 } }
        creature "ann" { character "characters/reactive-dog.kdl"; at 1.5 1.5; yaw 45 }
        timeline {
            at 0.2 { pick-up "ann" "cube" }
            when "ann" picks-up "cube" delay=0.5 name="has-it" { put-down "ann" { at 4 4 } }
            after "has-it" delay=0.2 { slide "cube" { to 5 4; speed 2 }; show "ball"; move-wall "w" { to 0 9; yaw 10 } }
            at 2 { add "wolf" { kind "wolf"; at -3 4; shape "cylinder" { radius 0.3; height 1 } } }
            at 2.5 { walk "ann" { to -2 0; to -2 -3; speed 1.2 } }
            when "ann" reaches "ball" within=6 { say "well done" { by "voice"; at 0 0; loudness 0.5 } }
            when "ann" hears "well" { hide "ball"; remove "wolf" }
            at 8 { paint "cube" "black"; paint "ann" "white"; set "cube" { feature "state" "open"; shape "sphere" { radius 0.2 }; solid #false } }
            at 9 { remove "cube"; transport "ann" { to 0 0 } }
            at 10 { slide "cube" { to 1 1; speed 1 } }
        }
    "#;
    let disk = piaget_sim::files::Disk::beside(&root().join("scenarios/all.kdl"));
    let source = piaget_text::Source::new("all.kdl", text);
    let scenario =
        piaget_sim::Scenario::load(&source, &disk, &Choice::default()).unwrap_or_else(|e| panic!("{e}"));
    let mut simulation = Simulation::new(scenario, Threads::One).unwrap();
    let mut told = Vec::new();
    simulation.run(|simulation| told.extend_from_slice(simulation.happened()));
    let lines: Vec<String> =
        told.iter().map(|one| format!("{:.2} {} {}", one.t, one.event, one.about)).collect();
    for (event, about) in [
        ("pick-up", "ann: cube"),
        ("put-down", "ann"),
        ("slide", "cube"),
        ("slide-ended", "cube"),
        ("show", "ball"),
        ("move-wall", "w"),
        ("add", "wolf"),
        ("walk", "ann"),
        ("arrived", ""),
        ("say", "voice: well done"),
        ("hears", "voice: well done"),
        ("hide", "ball"),
        ("remove", "wolf"),
        ("transport", "ann"),
        ("remove", "cube"),
        ("paint", "cube: black"),
        ("paint", "ann: white"),
        ("set", "cube state sphere"),
    ] {
        assert!(first(&told, event, about).is_some(), "no {event} {about} in {lines:#?}");
    }
    let refused: Vec<_> = told.iter().filter(|one| one.event == words::REFUSED).collect();
    assert_eq!(refused.len(), 1, "only the slide of the cube that is gone: {lines:#?}");
    assert_eq!(refused[0].about, "slide cube: there is no \"cube\" now");
}

#[test]
fn what_is_painted_and_set_is_seen_so_from_then_on() {
    let text = r#"
        scenario "door" { shows "A box changes its looks."; try "Change them back." }
        length 2
        tick 10
        ground { size 20 20 }
        thing "box" { colour "white"; at 0 3; feature "state" "shut"; feature "height" 2; shape "box" { size 0.5 0.5 0.5 } }
        creature "ann" { character "characters/reactive-dog.kdl"; at 0 0; yaw 0 }
        timeline {
            at 1 { paint "box" "black"; set "box" { feature "state" "open"; shape "sphere" { radius 0.4 }; solid #false } }
        }
    "#;
    let disk = piaget_sim::files::Disk::beside(&root().join("scenarios/door.kdl"));
    let source = piaget_text::Source::new("door.kdl", text);
    let scenario =
        piaget_sim::Scenario::load(&source, &disk, &Choice::default()).unwrap_or_else(|e| panic!("{e}"));
    let mut simulation = Simulation::new(scenario, Threads::One).unwrap();
    let mut looks = Vec::new();
    simulation.run(|simulation| {
        let seen = simulation.actors()[0].sensed.sightings.iter().find(|seen| seen.kind == "box").unwrap();
        let words: Vec<String> = seen.features.iter().map(|own| format!("{:?}", own.value)).collect();
        looks.push((
            simulation.tick(),
            format!("{:?} {:?} {:?} {words:?}", seen.colour, seen.shape, seen.solid),
        ));
    });
    let before = r#"Some("white") Some("box") Some(true) ["Word(\"shut\")", "Number(2.0)"]"#;
    let after = r#"Some("black") Some("sphere") Some(false) ["Word(\"open\")", "Number(2.0)"]"#;
    for (tick, looks) in looks {
        assert_eq!(looks, if tick <= 10 { before } else { after }, "tick {tick}");
    }
}
