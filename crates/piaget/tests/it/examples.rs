//! The README's example and the guard's 40 lines are what they say, and run.

use crate::{read, root};
use std::path::PathBuf;
use std::process::Command;

/// Lines that are neither empty nor comments.
fn lines_of_code(text: &str) -> usize {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")).count()
}

/// What an example says. Cargo builds examples with the tests; where it did not, it is asked to.
fn run(example: &str, arguments: &[&str]) -> String {
    let here = std::env::current_exe().expect("a test");
    let folder = here.parent().and_then(|deps| deps.parent()).expect("a target folder");
    let built = folder.join("examples").join(format!("{example}{}", std::env::consts::EXE_SUFFIX));
    let mut command = if built.exists() {
        Command::new(built)
    } else {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["run", "--quiet", "--offline", "--package", "piaget", "--example", example, "--"]);
        cargo
    };
    let output = command.args(arguments).current_dir(root()).output().expect("it runs");
    assert!(output.status.success(), "{example}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_guard_of_the_readme_looks_behind_the_wall() {
    let said = run("mind", &[]);
    let sees: Vec<bool> = said.lines().map(|line| line.contains(" sees ")).collect();
    // In view, lost, found again.
    assert!(sees.first() == Some(&true) && sees.contains(&false) && sees.last() == Some(&true), "{said}");
}

#[test]
fn the_readme_shows_the_example_as_it_is() {
    let readme = read("README.md");
    let code = read("crates/piaget/examples/mind.rs");
    let code = code.split_once("use piaget::prelude").map(|(_, rest)| rest).expect("the use line");
    assert!(
        readme.contains(code.trim_end()),
        "README.md should show crates/piaget/examples/mind.rs as it is"
    );
}

#[test]
fn what_the_readme_says_it_prints_is_what_it_prints() {
    let readme = read("README.md");
    let shown =
        readme.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a block of text");
    let said = run("mind", &[]);
    for line in shown.lines() {
        assert!(said.lines().any(|own| own == line), "README.md shows `{line}`, which is not in\n{said}");
    }
    assert!(shown.lines().count() >= 4);
}

#[test]
fn only_the_map_in_40_lines_catches_the_thief_on_real_maps() {
    let code = read("crates/piaget/examples/guard_map.rs");
    assert!(lines_of_code(&code) <= 40, "{} lines", lines_of_code(&code));
    let data = std::env::var_os("PIAGET_DATA").map_or_else(|| root().join("../shared/data"), PathBuf::from);
    for map in ["arena.map", "den312d.map"] {
        let map = data.join("maps").join(map);
        if !map.exists() {
            println!("skipped: there is no map at {} (set PIAGET_DATA)", map.display());
            continue;
        }
        let said = run("guard_map", &[&map.display().to_string()]);
        let after_meeting = said.lines().skip_while(|line| !line.contains("sees the thief"));
        let lost = after_meeting.into_iter().any(|line| line.contains("sees nobody"));
        assert!(lost, "the thief was never out of sight on {}: {said}", map.display());
        assert!(said.lines().last().is_some_and(|line| line.starts_with("caught")), "{said}");
    }
}
