//! `piaget check` on files of one's own: what a file is, and watching it.

use crate::program::{piaget, stderr, stdout};
use std::io::BufRead;
use std::process::{Command, Stdio};
use std::{env, fs};

const HOME: &str = "place \"home\" { place \"kitchen\" { at 0 0; radius 1 } }\n";
const YARD: &str =
    "scenario \"yard\" { shows \"A yard.\" }\nlength 20\nground { size 20 20 }\nplaces \"home.kdl\"\n";
const DOG: &str = "character \"dog\"\nbody height=0.5\npercepts { kind \"cat\" }\nbeliefs persist=3\n";

/// A file is told by most of what it holds: its first word misspelt, it is still what it was.
#[test]
fn a_misspelt_first_word_does_not_make_it_another_file() {
    let folder = env::temp_dir().join(format!("piaget-kinds-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    for (name, text, kind, meant) in [
        ("yard.kdl", YARD.replace("scenario \"yard\"", "scenaro \"yard\""), "scenario", "scenario"),
        ("dog.kdl", DOG.replace("character", "charcter"), "character", "character"),
        ("home.kdl", HOME.replace("place \"home\"", "plce \"home\""), "place", "place"),
    ] {
        fs::write(folder.join("home.kdl"), HOME).unwrap();
        fs::write(folder.join(name), text).unwrap();
        let output = piaget(&["check", "--json", folder.join(name).to_str().unwrap()]);
        let told: serde_json::Value =
            serde_json::from_str(&stdout(&output)).unwrap_or_else(|_| panic!("{}", stderr(&output)));
        // A file of one misspelt node may be anything.
        if name != "home.kdl" {
            assert_eq!(told["kind"], kind, "{told}");
            assert_eq!(told["mistakes"].as_array().map(Vec::len), Some(1), "{told}");
            assert_eq!(told["mistakes"][0]["hint"], format!("did you mean `{meant}`?"), "{told}");
        }
    }
    let _ = fs::remove_dir_all(&folder);
}

/// A watched file is told again when it is mended, and when one that it names is.
#[test]
fn a_watched_file_is_checked_when_it_changes() {
    let folder = env::temp_dir().join(format!("piaget-watched-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let (home, yard) = (folder.join("home.kdl"), folder.join("yard.kdl"));
    fs::write(&home, HOME.replace("radius", "radios")).unwrap();
    fs::write(&yard, YARD).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_piaget"))
        .args(["check", "--watch"])
        .arg(&yard)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = std::io::BufReader::new(child.stdout.take().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    fs::write(&home, HOME).unwrap();
    let second = lines.next().unwrap().unwrap();
    fs::write(&yard, YARD.replace("length 20", "length -20")).unwrap();
    let third = lines.next().unwrap().unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    let _ = fs::remove_dir_all(&folder);
    let told = |good: u32| format!("1 checked: {good} good, {} with mistakes", 1 - good);
    assert_eq!([first, second, third], [told(0), told(1), told(0)]);
}
