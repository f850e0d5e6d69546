//! The real program: what scripts read, and how it ends.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};

pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

pub fn piaget(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_piaget"))
        .args(arguments)
        .current_dir(root())
        .output()
        .expect("piaget runs")
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

pub fn stderr(output: &Output) -> String {
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
        &["run", "sqare"],
        &["run", "square", "--seconds", "-1"],
        &["run", "square", "--set", "thing.cub.at.x=1"],
        &["run", "square", "--set", "tick"],
        &["replicate", "mind", "--character", "forager"],
        &["life", "how-sure", "--character", "dunkan=mine.kdl"],
    ] {
        let output = piaget(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
        assert!(stdout(&output).is_empty() && !stderr(&output).is_empty(), "{arguments:?}");
    }
}

/// `--until` names an obstacle or says that there was none; a moment has a page and fields.
#[test]
fn why_tells_the_answer_first() {
    let why = piaget(&["why", "two-walls", "--at", "2", "--json"]);
    assert_eq!(why.status.code(), Some(0), "{}", stderr(&why));
    let fields = &json_lines(&why)[0];
    assert!(
        fields["answer"].as_str().is_some_and(|answer| answer.starts_with("At 2.0 s duncan")),
        "{fields}"
    );
    assert!(fields["actions"].as_array().is_some_and(|actions| !actions.is_empty()));
    let page = stdout(&piaget(&["why", "two-walls", "--at", "2", "--until", "sees unicorn"]));
    assert!(
        page.lines().next().is_some_and(|first| first.contains("the scenario has no \"unicorn\"")),
        "{page}"
    );
    let page = stdout(&piaget(&["why", "two-walls", "--at", "2", "--until", "sees sheep"]));
    assert!(page.lines().next().is_some_and(|first| first.contains("nothing stood in the way")), "{page}");
    let nobody = piaget(&["why", "two-walls", "--at", "1", "--creature", "duncn"]);
    assert_eq!(nobody.status.code(), Some(2));
    assert!(stderr(&nobody).contains("did you mean `duncan`?"), "{}", stderr(&nobody));
}

/// What is begun can be checked and played at once, and nothing that is there is overwritten.
#[test]
fn what_is_begun_works() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_piaget"));
        command.args(arguments).current_dir(folder.path()).output().expect("piaget runs")
    };
    for (what, name) in [("character", "guard"), ("scenario", "yard"), ("places", "home")] {
        let output = run(&["new", what, name]);
        assert_eq!(output.status.code(), Some(0), "{what}: {}", stderr(&output));
    }
    let checked = run(&["check", "characters/guard.kdl", "scenarios/yard.kdl", "places/home.kdl"]);
    assert_eq!(checked.status.code(), Some(0), "{}", stderr(&checked));
    assert!(stdout(&run(&["run", "yard"])).contains("guard decides: catch"));
    assert_eq!(run(&["new", "character", "guard"]).status.code(), Some(1));
    assert_eq!(run(&["new", "character", "../guard"]).status.code(), Some(2));
}

/// As after `cargo install`: there is no folder of scenarios anywhere above.
#[test]
fn scenarios_are_found_inside_of_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let there = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_piaget"));
        command.args(arguments).current_dir(folder.path()).output().unwrap()
    };
    for arguments in [&["run", "square", "--seconds", "1"][..], &["scenarios"], &["scenarios", "--json"]] {
        let output = there(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
    }
    let listed = |output: &Output| stdout(output).lines().map(str::to_owned).collect::<BTreeSet<_>>();
    assert_eq!(listed(&there(&["scenarios"])), listed(&piaget(&["scenarios"])), "the same as in the project");
    assert!(stderr(&there(&["run", "sqare"])).contains("did you mean `square`?"));
}

/// What is used is said, the variable lowers it, and a word that it does not know is a mistake of whoever set it.
#[test]
fn instructions_are_lowered_by_a_variable_and_change_no_digest() {
    let with = |simd: &str, arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_piaget"));
        command.args(arguments).current_dir(root()).env("PIAGET_SIMD", simd).output().expect("piaget runs")
    };
    assert_eq!(stdout(&with("scalar", &["instructions"])), "scalar\n");
    assert_ne!(stdout(&with("avx2", &["instructions"])), "avx512\n");
    let wrong = with("sse9", &["run", "square"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(stderr(&wrong).contains("PIAGET_SIMD is \"sse9\""), "{}", stderr(&wrong));
    let play = |simd| json_lines(&with(simd, &["run", "square", "--json"]))[0]["digest"].clone();
    let digest = play("scalar");
    assert!(digest.is_string());
    assert!(digest == play("avx2") && digest == play("avx512"));
}

/// A little of what lasts for hours elsewhere: the same end every time, and a lab that shows something to whoever comes.
#[test]
fn a_village_and_a_lab_endure() {
    let village = || piaget(&["endure", "--hours", "0.01", "--set", "tick=10", "--json"]);
    let (first, second) = (village(), village());
    assert_eq!(first.status.code(), Some(0), "{}", stderr(&first));
    let ends = [first, second].map(|output| json_lines(&output).pop().expect("a verdict"));
    assert!(ends[0]["ticks"] == 360 && ends[0]["digest"] == ends[1]["digest"], "{ends:?}");
    let lab = piaget(&["endure", "--visitors", "2", "--hours", "0.001", "--json"]);
    assert_eq!(lab.status.code(), Some(0), "{}", stderr(&lab));
    let told = json_lines(&lab);
    assert!(told.last().is_some_and(|last| last["frames"].as_u64() > Some(0)), "{told:?}");
    assert_eq!(piaget(&["endure", "square", "--visitors", "2"]).status.code(), Some(2));
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

#[test]
fn each_broken_scenario_ends_with_1_at_the_right_line() {
    let folder = root().join("crates/sim/tests/broken");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the broken files") {
        let path = entry.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("text");
        // The first line of each says what is to be found: `// LINE: words of the message | words of the hint`.
        let (line, _) = text.strip_prefix("// ").and_then(|rest| rest.split_once(':')).expect("a first line");
        let file = path.to_str().expect("a plain name");
        let output = piaget(&["check", file]);
        assert_eq!(output.status.code(), Some(1), "{file}");
        let told = stderr(&output);
        let at = format!("{file}:{line}:");
        assert!(told.lines().any(|told| told.starts_with(&at)), "{file} should be wrong at {line}:\n{told}");
        assert!(told.contains("hint: "), "{told}");
        let object = &json_lines(&piaget(&["check", "--json", file]))[0];
        assert_eq!(object["ok"], false);
        let mistakes = object["mistakes"].as_array().expect("a list");
        assert!(mistakes.iter().any(|mistake| mistake["line"].as_u64() == line.parse().ok()), "{object}");
        count += 1;
    }
    assert!(count >= 30, "only {count} broken files are there");
}

#[test]
fn committed_files_have_no_mistakes() {
    for folder in ["scenarios", "characters", "places"] {
        for entry in std::fs::read_dir(root().join(folder)).expect("the folder") {
            let path = entry.expect("a file").path();
            // What lies in a folder of its own is a part of a character, and is checked with those that include it.
            if path.is_dir() {
                continue;
            }
            let output = piaget(&["check", "--json", path.to_str().expect("a plain name")]);
            assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
            let kind = &json_lines(&output)[0]["kind"];
            assert_eq!(kind, folder.trim_end_matches('s'), "{}", path.display());
        }
    }
}

#[test]
fn what_cannot_be_read_is_told_and_ends_with_1() {
    let folder = tempfile::tempdir().expect("a folder");
    let noise = folder.path().join("noise.kdl");
    std::fs::write(&noise, [0xff, 0xfe, 0x00, 0x80]).expect("written");
    for file in [noise.as_path(), Path::new("no/such/file.kdl"), folder.path()] {
        let output = piaget(&["check", file.to_str().expect("a plain name")]);
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains("cannot be read"), "{}", stderr(&output));
    }
}

#[test]
fn scenarios_are_listed_for_people_and_for_scripts() {
    let lines = json_lines(&piaget(&["scenarios", "--json"]));
    assert!(lines.len() >= 4);
    for line in &lines {
        assert!(line["shows"].as_str().is_some_and(|shows| shows.len() > 10), "{line}");
        assert!(root().join(line["file"].as_str().expect("a file")).exists());
    }
    assert_eq!(stdout(&piaget(&["scenarios"])).lines().count(), lines.len());
}

#[test]
fn a_claim_is_told_in_one_line_and_in_a_report() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = folder.path().join("a/b");
    let arguments = ["replicate", "world.eyes", "--trials", "3", "--seed", "5", "--json", "--report"];
    let output = piaget(&[&arguments[..], &[report.to_str().expect("a plain name")]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let line = &json_lines(&output)[0];
    for key in ["claim", "source", "says", "metric", "value", "bar"] {
        assert!(line.get(key).is_some(), "{key} is missing in {line}");
    }
    assert_eq!((&line["trials"], &line["seed"], &line["pass"]), (&3.into(), &5.into(), &true.into()));
    let page = std::fs::read_to_string(report.join("index.html")).expect("a report");
    assert!(page.contains("world.eyes.roundtrip") && page.contains("<svg"));
}

#[test]
fn a_claim_measures_another_character_in_the_place_of_the_committed_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let shipped = std::fs::read_to_string(root().join("characters/forager.kdl")).expect("a character");
    let measured = |text: &str| {
        let file = folder.path().join("mine.kdl");
        std::fs::write(&file, text).expect("a file");
        let given = format!("forager={}", file.display());
        piaget(&["replicate", "mind.interrupt", "--trials", "2", "--json", "--character", &given])
    };
    let value = |output: &Output| json_lines(output)[0]["value"].as_f64();
    let plain = piaget(&["replicate", "mind.interrupt", "--trials", "2", "--json"]);
    assert_eq!(value(&measured(&shipped)), value(&plain));
    let fearless = shipped.replace("rate \"danger-near\" gain=6", "rate \"danger-near\" gain=0");
    assert_ne!(fearless, shipped);
    assert!(value(&measured(&fearless)) < value(&plain), "without fear nothing interrupts it");
    let wrong = measured("character \"forager\"\nbeleifs persist=3");
    assert_eq!(wrong.status.code(), Some(1));
    let told = stderr(&wrong);
    assert!(told.contains("mine.kdl") && told.contains("beliefs"), "{told}");
}

fn last_object(output: &Output) -> Value {
    let text = stdout(output);
    let last = text.lines().last().unwrap_or_else(|| panic!("nothing was said: {}", stderr(output)));
    serde_json::from_str(last).unwrap_or_else(|error| panic!("{error}: {last}"))
}

#[test]
fn a_run_ends_with_one_object() {
    let object = last_object(&piaget(&["run", "square", "--seed", "3", "--seconds", "4", "--json"]));
    assert_eq!(
        (&object["scenario"], &object["seed"], &object["ticks"]),
        (&"square".into(), &3.into(), &120.into())
    );
    assert_eq!(object["digest"].as_str().map(str::len), Some(16));
    let events = object["events"].as_array().expect("a list");
    let sees = events.iter().find(|event| event["event"] == "sees").expect("the walker sees the cube");
    assert_eq!((&sees["creature"], &sees["about"]), (&"walker".into(), &"cube".into()));
    assert!(sees["t"].is_number());
}

#[test]
fn a_run_tells_a_story() {
    let story = stdout(&piaget(&["run", "scenarios/square.kdl", "--seconds", "4"]));
    assert!(story.contains("walker sees cube") && story.contains("digest"), "{story}");
    assert!(!story.contains('\x1b'), "no colours or bars where there is no terminal");
    let watched = stdout(&piaget(&["watch", "square"]));
    assert!(watched.contains("walker sees cube") && !watched.contains('\x1b'), "{watched}");
}

#[test]
fn the_digest_depends_on_seed_and_settings_and_not_on_threads() {
    let digest = |more: &[&str]| {
        let output = piaget(&[&["run", "square", "--seconds", "6", "--json"][..], more].concat());
        last_object(&output)["digest"].clone()
    };
    let plain = digest(&[]);
    for threads in ["1", "2", "8"] {
        assert_eq!(digest(&["--threads", threads]), plain);
    }
    assert_ne!(digest(&["--seed", "99"]), plain);
    assert_ne!(digest(&["--set", "thing.cube.at.x=-3"]), plain);
}

#[test]
fn a_recording_replays_to_the_same_digest_and_a_damaged_one_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("run.piaget");
    let name = file.to_str().expect("a plain name");
    let run =
        last_object(&piaget(&["run", "square", "--seconds", "5", "--seed", "8", "--record", name, "--json"]));
    let replay = last_object(&piaget(&["replay", name, "--json"]));
    assert_eq!((&replay["digest"], &replay["same"]), (&run["digest"], &true.into()));
    assert_eq!((&replay["ticks"], &replay["seed"]), (&run["ticks"], &run["seed"]));

    let bytes = std::fs::read(&file).expect("the recording");
    std::fs::write(&file, &bytes[..bytes.len() / 2]).expect("written");
    for wrong in [name, "no/such/recording"] {
        let output = piaget(&["replay", wrong]);
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).starts_with("error: "), "{}", stderr(&output));
    }
}

#[test]
fn a_trace_is_read_back_by_the_program_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("trace.jsonl");
    let name = file.to_str().expect("a plain name");
    let run = last_object(&piaget(&["run", "square", "--seconds", "2", "--trace", name, "--json"]));
    let bytes = std::fs::read(&file).expect("the trace");
    let trace = piaget_sim::Trace::read(&bytes[..]).expect("a whole trace");
    assert_eq!(run["digest"], trace.end.digest.as_str());
    assert_eq!(trace.moments.len(), 60);
}

#[test]
fn an_interrupted_run_leaves_a_good_file_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("trace.jsonl");
    std::fs::write(&file, "good").expect("written");
    let mut child = Command::new(env!("CARGO_BIN_EXE_piaget"))
        .args(["run", "field", "--seconds", "80000", "--json", "--trace"])
        .arg(&file)
        .current_dir(root())
        .spawn()
        .expect("piaget runs");
    // It is writing once something stands beside the good file.
    while std::fs::read_dir(folder.path()).expect("the folder").count() < 2 {
        assert!(child.try_wait().expect("a child").is_none(), "it should run for long");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    child.kill().expect("killed");
    child.wait().expect("ended");
    assert_eq!(std::fs::read_to_string(&file).expect("text"), "good");
}

#[test]
fn a_place_that_cannot_be_written_is_told_and_ends_with_1() {
    for flag in ["--trace", "--record"] {
        let output = piaget(&["run", "square", "--seconds", "1", flag, "no/such/folder/file"]);
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains("cannot be written"), "{}", stderr(&output));
    }
}

#[test]
fn a_saved_memory_is_shown_and_one_of_another_house_is_refused_and_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).to_str().expect("a plain name").to_owned();
    let (saved, other) = (file("memory.json"), file("other.kdl"));
    let lived = piaget(&["experiment", "new-house", "--runs", "1", "--weeks", "1", "--save", &saved]);
    assert_eq!(lived.status.code(), Some(0), "{}", stderr(&lived));
    let shown = json_lines(&piaget(&["memory", &saved, "--places", "places/new-house.kdl", "--json"]));
    assert_eq!(shown.len(), 15, "every thing of the house");
    std::fs::write(&other, "place \"hut\" { place \"hearth\" }").expect("written");
    let before = std::fs::read(&saved).expect("the memory");
    let refused = piaget(&["memory", &saved, "--places", &other]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(stderr(&refused).contains("about another house"), "{}", stderr(&refused));
    assert_eq!(std::fs::read(&saved).expect("the memory"), before, "nothing is lost");
    std::fs::write(&other, "nonsense").expect("written");
    let broken = piaget(&["memory", &other]);
    assert_eq!(broken.status.code(), Some(1));
    assert!(stderr(&broken).contains("is no saved memory"), "{}", stderr(&broken));
    let mut made_up: Value = serde_json::from_slice(&before).expect("it is JSON");
    made_up["objects"][0]["habit"]["edges"][0]["place"] = 9_999.into();
    std::fs::write(&other, made_up.to_string()).expect("written");
    let refused = piaget(&["memory", &other]);
    assert_eq!(refused.status.code(), Some(1), "{}", stderr(&refused));
    assert!(stderr(&refused).contains("is no saved memory: `objects[0]"), "{}", stderr(&refused));
    let large = std::fs::File::create(&other).expect("a file");
    large.set_len((16 << 20) + 1).expect("a file without content takes no room");
    let refused = piaget(&["memory", &other]);
    assert_eq!(refused.status.code(), Some(1), "{}", stderr(&refused));
    assert!(stderr(&refused).contains("cannot be read"), "{}", stderr(&refused));
}
