//! Few dependencies, each with a reason that is written down.

use crate::{read, root};
use std::collections::BTreeSet;
use std::process::Command;

/// What is built with the crate by default, for this machine.
fn tree() -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--package",
            "piaget",
            "--edges",
            "normal",
            "--prefix",
            "none",
            "--offline",
            "--locked",
        ])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8(output.stdout).expect("text");
    said.lines().filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

#[test]
fn there_are_fewer_than_60_and_each_is_listed_with_its_reason() {
    let page = read("docs/dependencies.md");
    let tree = tree();
    assert!(tree.contains("piaget-mind") && tree.contains("glam"), "is this the tree? {tree:?}");
    assert!(tree.len() < 60, "{} crates: {tree:?}", tree.len());
    let unlisted: Vec<_> = tree.iter().filter(|name| !page.contains(&format!("`{name}`"))).collect();
    assert!(unlisted.is_empty(), "docs/dependencies.md does not say why {unlisted:?} are there");
}

#[test]
fn nothing_that_a_game_would_not_want() {
    let tree = tree();
    for unwanted in ["tokio", "rayon", "reqwest", "clap", "parry3d", "openssl-sys", "cc", "rand"] {
        assert!(!tree.contains(unwanted), "{unwanted} is in the default tree");
    }
}
