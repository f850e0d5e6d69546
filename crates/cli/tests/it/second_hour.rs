//! What somebody tries in the second hour, in a folder of one's own: mistyped, misunderstood, or meant a little differently.

use crate::program::{root, stderr, stdout};
use std::fs;
use std::process::Command;

/// A command, how it ends, and what it says.
type Tried<'a> = (&'a [&'a str], i32, &'a str);

const TRIED: &[Tried<'_>] = &[
    (&["run", "yard", "--seconds", "8"], 0, "guard decides: catch"),
    (&["run", "scenarios/yard", "--seconds", "1"], 0, "1.0 s"),
    (&["run", "scenarios/yrad.kdl"], 2, "did you mean `yard`?"),
    (&["run", "characters/guard.kdl"], 1, "a character"),
    (&["run", "yard", "--set", "thing.thief.at=3"], 1, "x and z"),
    (&["run", "yard", "--set", "thing.theif.at=3 3"], 2, "theif"),
    (&["run", "yard", "--set", "creature.guard.character=characters/gaurd.kdl"], 1, "gaurd.kdl"),
    (
        &["why", "yard", "--until", "guard reaches thief"],
        0,
        "guard reaches thief by 20.0 s: nothing stood in the way",
    ),
    (&["why", "yard", "--until", "cacthes thief"], 0, "did you mean \"catch\"?"),
    (&["why", "yard", "--until", "reaches theif"], 0, "did you mean \"thief\"?"),
    (&["why", "yard", "--until", "reaches THIEF"], 0, "did you mean \"thief\"?"),
    (&["why", "yard", "--until", "gard reaches thief"], 2, "did you mean `guard`?"),
    (&["why", "yard", "--until", " "], 2, "write what it should do and with what"),
    (&["why", "yard", "--at", "-1"], 2, "--at"),
    (&["why", "yard", "--at", "nan"], 2, "from 0 to"),
    (&["why", "yard", "--at", "0"], 0, "guard"),
    (&["why", "yard", "--at", "3"], 0, "of 2 (the nearest, "),
    (&["why", "yard", "--at", "3", "--about", "theif"], 2, "did you mean `thief`?"),
    (&["why", "yard", "--at", "3", "--creature", "Guard"], 2, "did you mean `guard`?"),
    (&["check", "scenarios"], 1, "it is a folder: name the files in it"),
    (&["check", "scenarios/yard"], 1, "did you mean scenarios/yard.kdl?"),
    (&["check", "scenarios/yard.kdl", "characters/guard.kdl", "places/home.kdl"], 0, "3 good"),
    (&["strip", "yard", "out.png", "--at", "9,2,5"], 0, "3 moments"),
    (&["strip", "yard", "out.png", "--at", "9,2,x"], 2, "from 0 to"),
    (&["strip", "yard", "no/such/out.png", "--at", "1"], 1, "no/such"),
    (&["strip", "yard", "out.jpg"], 2, "should end with .png"),
    (&["new", "character", "dog.kdl"], 0, "characters/dog.kdl is written"),
    (&["new", "character", "my dog"], 2, "use letters"),
    (&["new", "creature", "dog"], 2, "character"),
    (&["new", "scenario", "yard"], 1, "there already"),
];

#[test]
fn what_is_tried_works_or_is_told_what_would() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_piaget"));
        command.args(arguments).current_dir(folder.path()).output().expect("piaget runs")
    };
    for (what, name) in [("character", "guard"), ("scenario", "yard"), ("places", "home")] {
        assert!(run(&["new", what, name]).status.success());
    }
    let yard = folder.path().join("scenarios/yard.kdl");
    let second =
        "thing \"second\" { kind \"thief\"; colour \"red\"; at 7 6; shape \"sphere\" { radius 0.25 } }";
    fs::write(&yard, format!("{}\n{second}\n", fs::read_to_string(&yard).unwrap())).unwrap();
    let mut wrong = Vec::new();
    for (arguments, code, says) in TRIED {
        let output = run(arguments);
        let said = format!("{}{}", stdout(&output), stderr(&output));
        if output.status.code() != Some(*code) || !said.contains(says) {
            let first: Vec<&str> = said.lines().take(4).collect();
            wrong.push(format!("{arguments:?} ends with {:?}: {}", output.status.code(), first.join(" | ")));
        }
    }
    // Of one of several only that one is told.
    let only = stdout(&run(&["why", "yard", "--at", "3", "--about", "second"]));
    if only.matches("thief #").count() == 0
        || only.lines().filter(|line| line.contains("seen now") || line.contains("last sensed")).count() != 1
    {
        wrong.push(format!("--about second: {only}"));
    }
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), TRIED.len(), wrong.join("\n"));
}

/// The recipes are played from where they lie, and from a copy.
#[test]
fn a_recipe_is_played_from_anywhere() {
    let folder = tempfile::tempdir().unwrap();
    let cat = root().join("recipes/cat.kdl");
    let output = Command::new(env!("CARGO_BIN_EXE_piaget"))
        .args(["run", cat.to_str().unwrap(), "--seconds", "2"])
        .current_dir(folder.path())
        .output()
        .expect("piaget runs");
    assert!(output.status.success(), "{}", stderr(&output));
}
