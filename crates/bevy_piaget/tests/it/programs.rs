//! The examples as programs, as somebody would start them: without a window they tell what happens.

use std::path::Path;
use std::process::Command;

/// What an example says. Cargo builds examples with the tests; where it did not, it is asked to.
fn run(example: &str, arguments: &[&str]) -> String {
    let here = std::env::current_exe().expect("a test");
    let folder = here.parent().and_then(|deps| deps.parent()).expect("a target folder");
    let built = folder.join("examples").join(format!("{example}{}", std::env::consts::EXE_SUFFIX));
    let mut command = if built.exists() {
        Command::new(built)
    } else {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["run", "--quiet", "--offline", "--package", "bevy_piaget", "--example", example, "--"]);
        cargo
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = command.args(arguments).current_dir(root).output().expect("it runs");
    assert!(output.status.success(), "{example}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_guards_find_the_thief_lose_him_and_give_up() {
    let said = run("stealth", &[]);
    assert!(said.contains("found the thief") && said.contains("gave up looking for the thief"), "{said}");
}

#[test]
fn duncan_loses_the_sheep_and_goes_where_it_went() {
    let said = run("sheepdog", &[]);
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines.iter().any(|line| line.contains("thought to be")), "he never lost it: {said}");
    assert!(lines.last().is_some_and(|line| line.contains("in view")), "he did not find it: {said}");
}

#[test]
fn a_crowd_says_how_many_see_their_toys() {
    let said = run("crowd", &["150"]);
    let seen = |line: &str| line.split(" of 150").next()?.split(' ').next_back()?.parse::<u32>().ok();
    let seen: Vec<u32> = said.lines().filter_map(seen).collect();
    // The toys slip behind their screens and come out again: some are lost, and found.
    assert!(seen.len() == 2 && seen[0] < 150 && seen[1] > seen[0], "{said}");
}
