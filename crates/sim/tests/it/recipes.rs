//! The recipes of `recipes` hold: each character has at most 40 lines, and each scenario shows what its first lines say:
//! `// guard: chose chase, chose go-back` is what happens to the guard, in this order and with whatever else between.

use crate::scenarios::root;
use piaget_sim::files::Disk;
use piaget_sim::{Choice, Happening, Scenario, Simulation, Threads};
use piaget_text::Source;
use std::fs;
use std::path::{Path, PathBuf};

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|end| end == "kdl")).collect();
    files.sort();
    files
}

fn play(path: &Path, seed: Option<u64>) -> Vec<Happening> {
    let source = Source::new(path.display().to_string(), fs::read_to_string(path).unwrap());
    let choice = Choice { seed, ..Choice::default() };
    let scenario = Scenario::load(&source, &Disk::beside(path), &choice);
    let scenario = scenario.unwrap_or_else(|found| panic!("{found}"));
    let mut told = Vec::new();
    let mut simulation = Simulation::new(scenario, Threads::One).unwrap();
    simulation.run(|simulation| told.extend_from_slice(simulation.happened()));
    told
}

/// The first of these that did not happen after those before it.
fn missing(told: &[Happening], who: &str, wanted: &str) -> Option<String> {
    let mut own = told.iter().filter(|one| one.creature.is_some_and(|name| name == *who));
    wanted
        .split(", ")
        .find(|wanted| !own.any(|one| format!("{} {}", one.event, one.about) == **wanted))
        .map(str::to_owned)
}

#[test]
fn every_recipe_shows_what_it_says() {
    let folder = root().join("recipes");
    let scenarios = files(&folder);
    assert_eq!(scenarios.len(), 12);
    let only = std::env::var("PIAGET_RECIPE").ok();
    let mut wrong = Vec::new();
    for path in &scenarios {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        if only.as_ref().is_some_and(|only| *only != name) {
            continue;
        }
        let text = fs::read_to_string(path).unwrap();
        let told = play(path, None);
        let said: Vec<&str> = text.lines().map_while(|line| line.strip_prefix("// ")).collect();
        assert!(!said.is_empty(), "{name} says nothing");
        for line in said {
            let (who, wanted) = line.split_once(": ").unwrap();
            if let Some(missing) = missing(&told, who, wanted) {
                let told_of = told
                    .iter()
                    .filter(|one| !["sees", "loses", "found", "lost"].contains(&one.event.as_str()));
                let story = told_of.map(|one| {
                    format!(
                        "    {:6.2} {} {} {}",
                        one.t,
                        one.creature.map_or(String::new(), |name| name.to_string()),
                        one.event,
                        one.about
                    )
                });
                let story: Vec<String> = story.take(400).collect();
                wrong.push(format!("{name}: `{missing}` of `{line}` did not happen\n{}", story.join("\n")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_recipe_is_short() {
    for path in files(&root().join("recipes/characters")) {
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines <= 40, "{} has {lines} lines", path.display());
    }
}
