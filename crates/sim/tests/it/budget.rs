//! What a scenario may ask for, and that a mistake is told once.

use piaget_mind::Budget;
use piaget_sim::files::{Disk, Kept};
use piaget_sim::scenario::{Choice, Scenario};
use piaget_sim::{Simulation, Threads};
use piaget_text::Source;
use std::path::Path;

const HEAD: &str = "scenario \"s\" { shows \"a\"; try \"b\" }\nlength 1\n";

/// Loads a scenario whose creatures are all of one character.
fn load(character: &str, side_m: u32, creatures: usize) -> Result<Scenario, String> {
    let mut kept = Kept::default();
    kept.0.insert("a.kdl".into(), format!("character \"a\"\n{character}"));
    let mut text = format!("{HEAD}ground {{ size {side_m} {side_m} }}\n");
    for index in 0..creatures {
        let (x, z) = ((index % 25) as f32 - 12.0, (index / 25) as f32 - 10.0);
        text += &format!("creature \"c{index}\" {{ at {x} {z}; character \"a.kdl\" }}\n");
    }
    let loaded = Scenario::load(&Source::new("s.kdl", text), &kept, &Choice::default());
    loaded.map_err(|mistakes| mistakes.to_string())
}

#[test]
fn a_fine_map_of_a_wide_ground_is_refused() {
    let told = load("beliefs { map cell=0.02 }", 4000, 1).unwrap_err();
    for part in
        ["s.kdl:4:1", "\"c0\" asks for too much", "nodes", "cells of 0.02 m", "at most 4000000", "cell=2.15"]
    {
        assert!(told.contains(part), "{part}: {told}");
    }
    // What the hint says is enough.
    load("beliefs { map cell=2.15 }", 4000, 1).unwrap();
    let stranger = load("expect { feature \"position\" predictor=\"hold\"; stranger cell=0.02 }", 4000, 1);
    assert!(stranger.unwrap_err().contains("nodes"));
}

/// One file has as many names as it likes: each was read, and kept.
#[test]
fn files_that_are_included_are_counted() {
    let mut kept = Kept::default();
    let line = |path: &str| format!("include \"{path}\"\n");
    for slashes in 1..1000 {
        kept.0.insert(format!("a{}b.kdl", "/".repeat(slashes)), "eyes noise=0\n".into());
    }
    kept.0.insert("mistaken.kdl".into(), format!("{}eyes {{\n", "eyes noise=0\n".repeat(20_000)));
    let names: String = (1..1000).map(|slashes| line(&format!("a{}b.kdl", "/".repeat(slashes)))).collect();
    for (includes, says) in
        [(names, "more than 256 files"), (line("mistaken.kdl").repeat(20_000), "is not closed")]
    {
        kept.0.insert("a.kdl".into(), format!("character \"a\"\n{includes}"));
        let text = format!("{HEAD}ground {{ size 9 9 }}\ncreature \"c\" {{ at 0 0; character \"a.kdl\" }}\n");
        let loaded = Scenario::load(&Source::new("s.kdl", text), &kept, &Choice::default());
        let told = loaded.expect_err("it was read").to_string();
        assert!(told.contains(says), "{told}");
    }
}

#[test]
fn journeys_to_many_goals_are_refused() {
    let told = load("beliefs { map cell=1 { journeys goals=256 } }", 1000, 1).unwrap_err();
    assert!(told.contains("ways to goals") && told.contains("journeys goals=27"), "{told}");
    load("beliefs { map cell=1 { journeys goals=27 } }", 1000, 1).unwrap();
}

#[test]
fn many_creatures_with_large_maps_are_refused() {
    let told = load("beliefs { map cell=2.15 }", 4000, 500).unwrap_err();
    assert!(told.contains("MB of memory together") && told.contains("at most 2048 MB"), "{told}");
    let told = load("beliefs history=100000 most=4096", 40, 400).unwrap_err();
    assert!(told.contains("MB of memory together"), "{told}");
}

#[test]
fn creatures_of_one_character_share_its_maps() {
    let scenario = load("beliefs { map cell=0.5 }", 100, 40).unwrap();
    let simulation = Simulation::new(scenario, Threads::One).unwrap();
    let blueprints = simulation.actors().iter().map(|actor| actor.mind.blueprint());
    let first = simulation.actors()[0].mind.blueprint();
    assert!(blueprints.into_iter().all(|blueprint| std::sync::Arc::ptr_eq(blueprint, first)));
}

#[test]
fn committed_scenarios_stay_far_below_the_budget() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let quarter = Budget { bytes: Budget::default().bytes / 4, ..Budget::default() };
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let source = Source::new(path.display().to_string(), std::fs::read_to_string(&path).unwrap());
        let scenario = Scenario::load(&source, &Disk::beside(&path), &Choice::default()).unwrap();
        let over = scenario.over_budget(&quarter);
        assert!(over.is_ok(), "{}: {over:?}", path.display());
    }
}

fn mistakes(text: &str) -> Vec<String> {
    let found =
        Scenario::load(&Source::new("s.kdl", text), &Kept::default(), &Choice::default()).unwrap_err();
    found.0.iter().map(ToString::to_string).collect()
}

#[test]
fn what_is_missing_is_told_once() {
    let things = "thing \"t\" { at 0 0; shape \"sphere\" { radius 0.1 } }\n";
    let without_shows = "scenario \"s\" {}\nlength 1\nground { size 9 9 }\n".to_owned() + things;
    let told = mistakes(&without_shows);
    assert!(told.len() == 1 && told[0].contains("`scenario` needs `shows`"), "{told:#?}");
    let silent = format!(
        "{HEAD}ground {{ size 9 9 }}\n{things}timeline {{ at 0.5 {{ say \"hi\" {{ at 1 1; loudness 2 }} }} }}\n"
    );
    let told = mistakes(&silent);
    assert!(told.len() == 1 && told[0].contains("`say` needs a speaker"), "{told:#?}");
    let nameless =
        format!("{HEAD}ground {{ size 9 9 }}\nthing {{ at 0 0; shape \"box\" {{ size 1 1 1 }} }}\n");
    let told = mistakes(&nameless);
    assert!(told.len() == 1 && told[0].contains("`thing` needs a name"), "{told:#?}");
    let shapeless =
        format!("{HEAD}ground {{ size 9 9 }}\nthing \"a\" {{ at 0 0; shape {{ size 1 1 1 }} }}\n");
    let told = mistakes(&shapeless);
    assert!(told.len() == 1 && told[0].contains("`shape` needs the word"), "{told:#?}");
}

#[test]
fn a_setting_is_read_on_a_small_stack() {
    let text = format!("{HEAD}ground {{ size 9 9 }}\n");
    for value in ["/*".repeat(100_000), "a {".repeat(100_000), "}".repeat(100_000), "(a)".repeat(20_000)] {
        let choice = Choice { seed: None, set: vec![format!("tick={value}")] };
        let load = || Scenario::load(&Source::new("s.kdl", text.clone()), &Kept::default(), &choice).is_err();
        let refused = std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(512 << 10).spawn_scoped(scope, load);
            thread.unwrap().join().unwrap()
        });
        assert!(refused);
    }
}
