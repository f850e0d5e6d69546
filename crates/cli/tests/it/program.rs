//! The real program: what scripts read, and how it ends.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn piaget(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_piaget"))
        .args(arguments)
        .current_dir(root())
        .output()
        .expect("piaget runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

fn json_lines(output: &Output) -> Vec<Value> {
    let text = stdout(output);
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect()
}

#[test]
fn what_is_not_understood_ends_with_2() {
    for arguments in [
        &["dance"][..],
        &["replicate", "--trials", "none"],
        &["replicate", "no.such.claim.at.all"],
        &["bench", "no-such-bench"],
    ] {
        let output = piaget(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
        assert!(stdout(&output).is_empty() && !stderr(&output).is_empty(), "{arguments:?}");
    }
}

#[test]
fn claims_are_listed_for_people_and_for_scripts() {
    let lines = json_lines(&piaget(&["replicate", "--list", "--json"]));
    for line in &lines {
        for key in ["claim", "source", "says", "metric", "bar", "trials"] {
            assert!(line.get(key).is_some(), "{key} is missing in {line}");
        }
    }
    assert_eq!(stdout(&piaget(&["replicate", "--list"])).lines().count(), lines.len());
}
