//! Files, pipes and terminals that brought the program down, or that it did harm to.

use crate::program::{piaget, root, stderr, stdout};
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};

fn program() -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_piaget"));
    program.current_dir(root());
    program
}

/// Checks a file with this text in a folder of its own, and gives the exit code and what was told.
fn check(name: &str, text: &str) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(name);
    std::fs::write(&file, text).expect("written");
    let output = piaget(&["check", file.to_str().expect("a plain name")]);
    (output.status.code(), stderr(&output))
}

#[test]
fn texts_that_overflowed_the_stack_are_refused() {
    for (text, says) in [
        ("/*".repeat(900) + &"*/".repeat(900), "the file has no `scenario`"),
        ("a \"}\" {".repeat(400), "braces are nested too deep"),
        ("(a)".repeat(20_000) + "b", "cannot begin with `(`"),
        ("}".repeat(100_000), "closes nothing"),
        (format!("/*{}*/", "*".repeat(500_000)), "the file has no `scenario`"),
        ("x".repeat(5 << 20), "at most 1048576 are read"),
    ] {
        let (code, told) = check("a.kdl", &text);
        assert_eq!(code, Some(1), "{told}");
        assert!(told.contains(says), "{says}: {told}");
    }
}

#[test]
fn a_file_full_of_mistakes_tells_the_first_hundred() {
    // 200 KB that took half a minute.
    let text = "thing \"a\" { at 0 0; colr \"red\"; spd 3 }\n".repeat(5_000);
    let (code, told) = check("a.kdl", &text);
    assert_eq!(code, Some(1));
    assert_eq!(told.matches("hint:").count(), 100);
}

#[test]
fn who_asks_for_too_much_is_told_before_it_is_made() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    std::fs::create_dir(at("characters")).expect("made");
    std::fs::write(at("characters/fine.kdl"), "character \"fine\"; beliefs { map cell=0.02 }")
        .expect("written");
    let scenario = "scenario \"s\" { shows \"a\"; try \"b\" }; length 1; ground { size 4000 4000 }\n\
        creature \"one\" { at 0 0; character \"characters/fine.kdl\" }\n";
    std::fs::write(at("s.kdl"), scenario).expect("written");
    let file = at("s.kdl");
    let file = file.to_str().expect("a plain name");
    for command in ["check", "run"] {
        let output = piaget(&[command, file]);
        assert_eq!(output.status.code(), Some(1), "{command}");
        let told = stderr(&output);
        let says = ["s.kdl:2:1", "\"one\" asks for too much", "nodes", "at most 4000000", "map cell=2.15"];
        assert!(says.iter().all(|part| told.contains(part)), "{command}: {told}");
    }
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_quietly() {
    for arguments in [&["run", "square", "--seconds", "20"][..], &["scenarios"], &["check", "no-such-file"]] {
        let mut child = program()
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("piaget runs");
        drop(child.stdout.take());
        let mut told = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut told).expect("text");
        child.wait().expect("it ends");
        assert!(!told.contains("panicked") && !told.contains("roken pipe"), "{arguments:?}: {told}");
    }
    // Nobody hears the mistakes.
    for arguments in
        [&["check", "no-such-file"][..], &["run", "no-such-scenario"], &["clips", "bodies/max.glb", "--json"]]
    {
        let mut child = program()
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("piaget runs");
        drop(child.stderr.take());
        let ended = child.wait().expect("it ends");
        assert!(ended.code().is_some_and(|code| code <= 2), "{arguments:?}: {ended}");
    }
}

#[test]
fn a_trace_is_finished_though_nobody_reads_the_story() {
    let folder = tempfile::tempdir().expect("a folder");
    let (trace, recording) = (folder.path().join("trace.jsonl"), folder.path().join("run.piaget"));
    let mut child = program()
        .args(["run", "square", "--seconds", "5", "--trace"])
        .arg(&trace)
        .arg("--record")
        .arg(&recording)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("piaget runs");
    drop(child.stdout.take());
    child.wait().expect("it ends");
    let bytes = std::fs::read(&trace).expect("the trace");
    assert_eq!(piaget_sim::Trace::read(&bytes[..]).expect("a whole trace").moments.len(), 150);
    assert!(recording.is_file());
}

#[cfg(target_os = "linux")]
#[test]
fn a_trace_goes_to_a_device_or_a_stream_and_replaces_neither() {
    let run = |to: &str| piaget(&["run", "square", "--seconds", "1", "--json", "--trace", to]);
    assert_eq!(run("/dev/null").status.code(), Some(0));
    assert!(!std::fs::metadata("/dev/null").expect("it is there").is_file());
    let output = run("/dev/stdout");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).lines().count() > 30, "the trace and the summary");
    assert!(std::fs::symlink_metadata("/dev/stdout").expect("it is there").file_type().is_symlink());
    let full = run("/dev/full");
    assert_eq!(full.status.code(), Some(1));
    assert!(stderr(&full).contains("cannot be written"), "{}", stderr(&full));
}

#[cfg(target_os = "linux")]
#[test]
fn a_trace_onto_the_standard_output_joins_what_stands_in_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("out.txt");
    let file = std::fs::File::create(&path).expect("made");
    let ended = program()
        .args(["run", "square", "--seconds", "1", "--json", "--trace", "/dev/stdout"])
        .stdout(file)
        .status()
        .expect("piaget runs");
    assert!(ended.success());
    let text = std::fs::read_to_string(&path).expect("text");
    assert!(
        text.lines().last().is_some_and(|last| last.contains("\"scenario\"")),
        "the summary stands at the end"
    );
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 1);
}

#[cfg(unix)]
#[test]
fn who_is_told_to_end_leaves_no_part() {
    for signal in ["INT", "TERM"] {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("trace.jsonl");
        std::fs::write(&file, "good").expect("written");
        let mut child = program()
            .args(["run", "field", "--seconds", "80000", "--json", "--trace"])
            .arg(&file)
            .spawn()
            .expect("piaget runs");
        while std::fs::read_dir(folder.path()).expect("the folder").count() < 2 {
            assert!(child.try_wait().expect("a child").is_none(), "it should run for long");
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        let kill = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
        assert!(kill.expect("kill runs").success());
        let ended = child.wait().expect("it ends");
        assert_eq!(ended.code(), Some(130), "{signal}");
        let left: Vec<_> = std::fs::read_dir(folder.path()).expect("the folder").collect();
        assert_eq!(left.len(), 1, "{signal}: {left:?}");
        assert_eq!(std::fs::read_to_string(&file).expect("text"), "good");
    }
}

/// Runs the program where no file may grow beyond so many blocks of 512 bytes: a write beyond it fails, as on a full disk.
fn with_room(blocks: u32, args: &[&str], file: &Path) -> std::process::Output {
    Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f \"$1\"; shift; exec \"$@\"", "sh", &blocks.to_string()])
        .arg(env!("CARGO_BIN_EXE_piaget"))
        .args(args)
        .arg(file)
        .current_dir(root())
        .output()
        .expect("sh runs")
}

#[test]
fn a_disk_that_fills_up_at_any_write_costs_no_file() {
    let commands: [&[&str]; 3] = [
        &["run", "square", "--seconds", "1", "--json", "--trace"],
        &["run", "square", "--seconds", "1", "--json", "--record"],
        &["experiment", "new-house", "--runs", "1", "--weeks", "1", "--save"],
    ];
    for args in commands {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, neighbour) = (folder.path().join("file"), folder.path().join("neighbour"));
        std::fs::write(&neighbour, "foreign").expect("written");
        let (mut failed, mut written) = (0, 0);
        for blocks in (0..12).map(|power| (1 << power) - 1) {
            std::fs::write(&file, "good").expect("written");
            let ended = with_room(blocks, args, &file);
            let now = std::fs::read(&file).expect("the file is there");
            match ended.status.code() {
                Some(0) => {
                    assert!(now.len() > 512, "{args:?} with {blocks} blocks: {} bytes", now.len());
                    written += 1;
                }
                code => {
                    assert_eq!(code, Some(1), "{args:?} with {blocks} blocks");
                    assert_eq!(now, b"good", "{args:?} with {blocks} blocks");
                    failed += 1;
                }
            }
            assert_eq!(std::fs::read(&neighbour).expect("it is there"), b"foreign");
            let left: Vec<_> = std::fs::read_dir(folder.path()).expect("the folder").collect();
            assert_eq!(left.len(), 2, "{args:?} with {blocks} blocks: {left:?}");
        }
        assert!(failed > 1 && written > 1, "{args:?}: {failed} failed, {written} were written");
    }
}

#[test]
fn a_folder_that_may_not_be_written_to_costs_no_file() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    std::fs::write(&file, "good").expect("written");
    let may = |mode| std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(mode));
    may(0o555).expect("the folder is ours");
    let ended = program()
        .args(["run", "square", "--seconds", "1", "--trace"])
        .arg(&file)
        .output()
        .expect("piaget runs");
    may(0o755).expect("the folder is ours");
    // The superuser may write all the same.
    let now = std::fs::read(&file).expect("the file is there");
    assert_eq!(ended.status.success(), now != b"good", "{}", stderr(&ended));
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 1);
}

#[test]
fn names_are_not_looked_for_above_the_project() {
    let disk = tempfile::tempdir().expect("a folder");
    let project = disk.path().join("project/scenarios");
    std::fs::create_dir_all(&project).expect("made");
    std::fs::create_dir(disk.path().join("project/characters")).expect("made");
    std::fs::write(disk.path().join("secret.kdl"), "password \"x\"").expect("written");
    let text = "scenario \"s\" { shows \"a\"; try \"b\" }; length 1; ground { size 9 9 }\n\
        creature \"a\" { at 0 0; character \"secret.kdl\" }";
    let file = project.join("s.kdl");
    std::fs::write(&file, text).expect("written");
    let told = stderr(&piaget(&["check", file.to_str().expect("a plain name")]));
    assert!(told.contains("there is no file \"secret.kdl\"") && !told.contains("password"), "{told}");
}

#[test]
fn control_characters_of_a_file_are_shown_as_escapes() {
    let (code, told) = check(
        "a.kdl",
        "scenario \"a\\u{1b}[2J\" { shows \"\\u{9b}2J\"; try \"x\" }\nsheep\u{1b}]0;t\u{7} 1\n",
    );
    assert_eq!(code, Some(1));
    assert!(!told.contains(['\u{1b}', '\u{7}', '\u{9b}']), "{told:?}");
    let (_, told) = check("a.kdl", "scenario \"a\\u{1b}[2J\" { shows \"b\"; try \"x\" }\n");
    assert!(told.contains("holds a control character"), "{told:?}");
}

/// A picture of so many moments would take 20 GB; a moment beyond every scenario never comes.
#[test]
fn moments_that_never_come_and_too_many_of_them_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("strip.png");
    let file = file.to_str().expect("a plain name");
    let many = vec!["0"; 60_000].join(",");
    for (arguments, says) in [
        (&["strip", "square", file, "--at", &many][..], "at most 64 moments"),
        (&["strip", "square", file, "--at", "nan"], "from 0 to 86400"),
        (&["why", "square", "--at", "1e300"], "from 0 to 86400"),
        (&["why", "square", "--at", "-1"], "from 0 to 86400"),
    ] {
        let output = piaget(arguments);
        assert_eq!(output.status.code(), Some(2), "{says}");
        assert!(stderr(&output).contains(says), "{}", stderr(&output));
    }
    assert!(!Path::new(file).exists());
}

/// A device without an end, and a file that is longer than it says: neither is read further than its beginning asks for.
#[cfg(target_os = "linux")]
#[test]
fn what_has_no_end_is_not_read_to_its_end() {
    for (arguments, says) in [
        (&["replay", "/dev/zero"][..], "this is no recording"),
        (&["check", "/dev/zero"], "more than 16777216 bytes"),
        (&["memory", "/dev/zero", "--ask", "ball"], "more than"),
        (&["run", "/dev/zero"], "there is no scenario"),
    ] {
        let output = piaget(arguments);
        assert!(output.status.code().is_some_and(|code| code == 1 || code == 2), "{arguments:?}");
        assert!(stderr(&output).contains(says), "{arguments:?}: {}", stderr(&output));
    }
}

/// A pipe beside a model that names it as its buffer: nobody ever writes into it.
#[cfg(unix)]
#[test]
fn a_model_that_names_a_pipe_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = Command::new("mkfifo").arg(folder.path().join("pipe.bin")).status();
    assert!(made.expect("mkfifo runs").success());
    let model = folder.path().join("model.gltf");
    let text = r#"{"asset":{"version":"2.0"},"buffers":[{"byteLength":4,"uri":"pipe.bin"}]}"#;
    std::fs::write(&model, text).expect("written");
    let output = piaget(&["clips", model.to_str().expect("a plain name")]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("`pipe.bin` is missing"), "{}", stderr(&output));
}

/// A link that leads nowhere, in a folder that a stranger made: what is new would be written to where it leads.
#[cfg(unix)]
#[test]
fn what_is_new_does_not_follow_a_link_that_leads_nowhere() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("characters")).expect("made");
    let elsewhere = folder.path().join("elsewhere");
    std::os::unix::fs::symlink(&elsewhere, folder.path().join("characters/a.kdl")).expect("made");
    let mut new = Command::new(env!("CARGO_BIN_EXE_piaget"));
    let output =
        new.current_dir(folder.path()).args(["new", "character", "a"]).output().expect("piaget runs");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(!elsewhere.exists());
}

#[test]
fn a_graph_needs_no_file_and_goes_with_a_sheet() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let body = root().join("bodies/max.glb");
    let clips = |arguments: &[&Path]| {
        let mut clips = Command::new(env!("CARGO_BIN_EXE_piaget"));
        clips
            .current_dir(folder.path())
            .arg("clips")
            .arg(&body)
            .args(arguments)
            .output()
            .expect("piaget runs")
    };
    let output = clips(&[Path::new("--graph")]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(at("out/max-graph.svg").is_file());
    let (graph, sheet) = (at("g.svg"), at("s.png"));
    let both = clips(&[Path::new("--graph"), &graph, Path::new("--sheet"), &sheet]);
    assert_eq!(both.status.code(), Some(0), "{}", stderr(&both));
    assert!(graph.is_file() && sheet.is_file());
}

/// The list of attacks in the book names a test for each; all of them are there.
#[test]
fn every_attack_in_the_list_has_its_test() {
    let page = std::fs::read_to_string(root().join("docs/bugs-found.md")).expect("the page");
    let list = page.split("## Attacks on 0.1").nth(1).expect("the list");
    let rows: Vec<&str> = list.lines().filter(|line| line.contains(".rs`: ")).collect();
    assert!(rows.len() > 30, "{} attacks", rows.len());
    for row in rows {
        let (path, test) = row.rsplit_once("`: ").expect("a file and a test");
        let path = path.rsplit('`').next().expect("a file");
        let test = test.trim_end_matches([' ', '|']);
        let source = std::fs::read_to_string(root().join(path)).unwrap_or_else(|_| panic!("{path}"));
        assert!(source.contains(&format!("fn {test}(")), "{path} has no test {test}");
    }
}
