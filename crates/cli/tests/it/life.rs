//! `piaget life` from outside: what it prints, what it writes, and how it ends.

use crate::program::{piaget, stderr, stdout};
use serde_json::Value;

#[test]
fn what_cannot_be_played_is_told_with_its_name_and_ends_with_2() {
    for (arguments, told) in [
        (&["who-is-whom"][..], "did you mean `who-is-who`?"),
        (&["who-is-who/pst"], "did you mean `who-is-who/post`?"),
        (&["who-is-who/post", "--set", "speed=3..1"], "the range `speed=3..1` is empty"),
        (&["who-is-who/post", "--set", "speed=nan"], "the range `speed=nan` is not finite"),
        (&["who-is-who/post", "--set", "noise=0..inf"], "the range `noise=0..inf` is not finite"),
        (&["who-is-who/post", "--set", "sped=1"], "did you mean `speed`?"),
        (
            &["who-is-who/post", "--set", "speed=0", "--worlds", "1"],
            "who-is-who/post makes a world with seed 1",
        ),
        (&["who-is-who/post", "--set", "cover=10", "--set", "size=0.2", "--worlds", "1"], "do not fit"),
        (&["who-is-who", "--watch"], "name one part"),
        (&["who-is-who/post", "--worlds", "0"], "0"),
        (&["who-is-who/post", "--seed", "-1"], "-1"),
    ] {
        let output = piaget(&[&["life"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(told), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn a_line_of_json_for_each_world_and_each_figure() {
    let arguments = ["life", "who-is-who/post", "--worlds", "2", "--seed", "4", "--set", "tick=10", "--json"];
    let output = piaget(&arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    let lines: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let worlds: Vec<&Value> = lines.iter().filter(|line| line.get("scores").is_some()).collect();
    assert_eq!(worlds.iter().map(|line| line["seed"].as_u64()).collect::<Vec<_>>(), [Some(4), Some(5)]);
    assert_eq!(worlds[0]["conditions"]["tick"], 10.0);
    let truth = |line: &&Value| line["subject"] == "told the truth" && line["measure"] == "idf1";
    assert_eq!(lines.iter().find(truth).expect("a figure")["value"], 1.0);
    assert_eq!(stdout(&piaget(&arguments)), stdout(&output), "the same seeds give the same scores");
}

#[test]
fn a_world_is_written_so_that_it_can_be_checked_and_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a plain path");
    let written = piaget(&["life", "who-is-who/group", "--seed", "3", "--scenario", path]);
    assert!(written.status.success(), "{}", stderr(&written));
    let file = stdout(&written).trim().to_owned();
    assert!(file.ends_with("who-is-who-group-3.kdl"), "{file}");
    let text = std::fs::read_to_string(&file).expect("the scenario");
    assert!(text.contains("character \"who-is-who-group-3-watcher.kdl\""), "{text}");
    // Where the characters are, it can be played.
    std::fs::create_dir(folder.path().join("characters")).expect("a folder");
    let copy = |name: &str| {
        let to = folder.path().join("characters").join(name);
        std::fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
        std::fs::copy(crate::program::root().join("characters").join(name), to).expect("a copy");
    };
    copy("duncan.kdl");
    copy("shared/sheepdog.kdl");
    copy("shared/patience.kdl");
    let checked = piaget(&["check", &file]);
    assert!(checked.status.success(), "{}", stderr(&checked));
}

#[test]
fn a_report_has_a_page_for_each_family_and_the_worst_worlds() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a plain path");
    let output = piaget(&["life", "who-is-who/post", "--worlds", "2", "--set", "tick=10", "--report", path]);
    assert!(output.status.success(), "{}", stderr(&output));
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect(name);
    assert!(read("life.html").contains("life-who-is-who.html"));
    assert!(read("life-who-is-who.html").contains("#scenario=who-is-who-post-1"));
    assert!(read("life/who-is-who-post-1.kdl").contains("who-is-who-post-1-watcher.kdl"));
}
