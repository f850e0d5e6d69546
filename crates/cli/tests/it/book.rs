//! The book: every block of every page is one that something checks, and every command it shows is run.
//!
//! Blocks of Rust are doctests of the crate they are about; blocks of KDL are read here; blocks of commands are run here,
//! with fewer trials or seconds where that is all that differs. A block that nothing checks fails.

use crate::pages::{pages, read};
use crate::program::{piaget, root, stderr, stdout};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// A fenced block.
struct Block {
    page: String,
    line: usize,
    tag: String,
    text: String,
}

fn blocks() -> Vec<Block> {
    let mut found = Vec::new();
    for page in pages() {
        let text = read(&page);
        let mut open: Option<Block> = None;
        for (at, line) in text.lines().enumerate() {
            match (&mut open, line.strip_prefix("```")) {
                (None, Some(tag)) => {
                    let (page, tag) = (page.clone(), tag.to_owned());
                    open = Some(Block { page, line: at + 1, tag, text: String::new() });
                }
                (None, None) => {}
                (Some(_), Some(_)) => found.extend(open.take()),
                (Some(block), None) => block.text += &format!("{line}\n"),
            }
        }
        assert!(open.is_none(), "{page} has a block without an end");
    }
    found
}

impl Block {
    fn place(&self) -> String {
        format!("{}:{}", self.page, self.line)
    }

    /// Its commands, without what is said about them.
    fn commands(&self) -> Vec<String> {
        let bare = |line: &str| line.split(" # ").next().unwrap_or_default().trim().to_owned();
        let lines = self.text.lines().map(bare).filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines.flat_map(|line| line.split(" && ").map(str::to_owned).collect::<Vec<_>>()).collect()
    }
}

#[test]
fn every_block_is_of_a_sort_that_something_checks() {
    // Who looks at blocks of that sort on those pages; an empty list is all pages.
    let checked: &[(&str, &[&str])] = &[
        ("rust", &["README.md", "docs/own-world.md", "docs/bevy.md", "docs/hosts.md", "docs/saves.md"]),
        // Run by `python/tests/test_docs.py`.
        ("python", &["README.md", "docs/python.md"]),
        ("kdl", &["docs/first-character.md"]),
        ("kdl whole", &[]),
        ("kdl more", &[]),
        ("kdl scenario", &["docs/first-character.md", "docs/scenarios.md", "docs/verbs.md"]),
        ("sh", &[]),
        ("sh usage", &[]),
        ("json", &["docs/cli.md"]),
        ("text", &["README.md", "docs/first-character.md", "ARCHITECTURE.md"]),
        ("arrows", &["ARCHITECTURE.md"]),
        // The mind's own tests read it.
        ("modules", &["ARCHITECTURE.md"]),
    ];
    let blocks = blocks();
    assert!(blocks.len() > 40, "only {} blocks were found", blocks.len());
    for block in blocks {
        let place = block.place();
        let (_, pages) = checked
            .iter()
            .find(|(tag, _)| *tag == block.tag)
            .unwrap_or_else(|| panic!("{place}: nothing checks blocks of \"{}\"", block.tag));
        let known = pages.is_empty() || pages.contains(&block.page.as_str());
        assert!(known, "{place}: nothing checks blocks of \"{}\" on this page", block.tag);
        if block.tag == "rust" {
            let library = if block.page == "docs/bevy.md" { "bevy_piaget" } else { "piaget" };
            let includes = format!("include_str!(\"../../../{}\")", block.page);
            let source = read(&format!("crates/{library}/src/lib.rs"));
            assert!(source.contains(&includes), "{place} is no doctest of {library}");
        }
    }
}

/// Checks a file with the program itself. It stands below the repository, so that what it names is found.
fn check(block: &Block, name: &str, text: &str) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("book").join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("block.kdl");
    std::fs::write(&file, text).expect("written");
    let output = piaget(&["check", file.to_str().expect("a plain name")]);
    let said = format!("{}{}", stdout(&output), stderr(&output));
    assert!(output.status.success(), "{}: {said}", block.place());
}

#[test]
fn what_is_shown_of_character_and_scenario_files_has_no_mistakes() {
    let guard = read("crates/bevy_piaget/assets/guard.kdl");
    let mut seen = 0;
    for (number, block) in blocks().iter().enumerate() {
        let text = match block.tag.as_str() {
            "kdl whole" => block.text.clone(),
            "kdl scenario" if block.page != "docs/first-character.md" => block.text.clone(),
            // Lines that go into a character; for want of another, into the guard of the examples.
            "kdl more" => format!("{guard}\n{}", block.text),
            _ => continue,
        };
        check(block, &number.to_string(), &text);
        seen += 1;
    }
    assert!(seen >= 8, "only {seen} blocks were read");
}

/// A command of the book, made shorter where it would take minutes.
fn shortened(arguments: &[&str]) -> Vec<String> {
    let mut arguments: Vec<String> = arguments.iter().map(|word| (*word).to_owned()).collect();
    let has = |arguments: &[String], flag: &str| arguments.iter().any(|word| word == flag);
    if arguments[0] == "replicate" && !has(&arguments, "--list") {
        // Claims have a step of their own in `make test`; of those of a whole paper, here only that there are such.
        let one = arguments[1..].iter().any(|word| word.contains('.'));
        arguments.push(if !one { "--list".into() } else { "--allow-skipped".into() });
        if one && !has(&arguments, "--quick") {
            arguments.push("--quick".into());
        }
    }
    if arguments[0] == "life" && !has(&arguments, "--list") {
        let named = arguments.get(1).is_some_and(|word| !word.starts_with("--"));
        if !named {
            arguments.insert(1, "how-sure".into());
        }
        if let Some(at) = arguments.iter().position(|word| word == "--worlds") {
            arguments.drain(at..at + 2);
        }
        arguments.retain(|word| word != "--quick");
        arguments.extend(["--worlds".into(), "1".into()]);
    }
    if arguments[0] == "run" && !has(&arguments, "--seconds") {
        arguments.extend(["--seconds".into(), "5".into()]);
    }
    arguments
}

/// Runs the commands of the pages for which this holds.
fn run_commands(of: impl Fn(&str) -> bool) -> usize {
    let makefile = read("Makefile");
    let mut ran = 0;
    for block in blocks().iter().filter(|block| block.tag == "sh" && of(&block.page)) {
        for command in block.commands() {
            let place = format!("{}: {command}", block.place());
            // A setting of the environment may stand before the command.
            let is_setting =
                |word: &&str| word.split_once('=').is_some_and(|(name, _)| name == name.to_uppercase());
            let words: Vec<&str> = command.split_whitespace().skip_while(is_setting).collect();
            match words[0] {
                "piaget" => {
                    let arguments = shortened(&words[1..]);
                    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
                    let output = piaget(&arguments);
                    assert!(output.status.success(), "{place}: {}", stderr(&output));
                    assert!(!output.stdout.is_empty(), "{place} says nothing");
                }
                // Each is a script or a program that this or another test runs; here, that it is there.
                "make" => {
                    assert!(makefile.contains(&format!("\n{}: ## ", words[1])), "{place}: no such target")
                }
                "cargo" => check_cargo(&words[1..], &place),
                "cd" | "alias" => {}
                _ => panic!("{place}: this test does not know how to run that"),
            }
            ran += 1;
        }
    }
    ran
}

/// Cargo cannot build from inside a test without waiting for itself: what it would run is run by another test.
fn check_cargo(words: &[&str], place: &str) {
    match words {
        // `make run`, `make report` and `make bench` begin with it.
        ["build", "--release"] => assert!(read("Makefile").contains("cargo run --locked --quiet --release")),
        ["install", "--locked", "--path", path] => {
            let manifest = read(&format!("{path}/Cargo.toml"));
            assert!(manifest.contains("name = \"piaget\""), "{place}: installs no program `piaget`");
        }
        // `make newcomer` does just that.
        ["new", ..] | ["add", "piaget", "--path", ..] => {
            assert!(read("scripts/newcomer.sh").contains(&format!("cargo {}", words[0])), "{place}");
        }
        // `make second-hour` does just that.
        ["add", added, ..] if added.starts_with("bevy") => {
            let all = words[1..].iter().filter(|word| word.starts_with("bevy")).copied().collect::<Vec<_>>();
            let does = format!("cargo add --quiet {}", all.join(" "));
            assert!(read("scripts/second-hour.sh").contains(&does), "{place}: it does not say `{does}`");
        }
        ["nextest", "run", "-p", package, ..] => {
            let room = package.strip_prefix("piaget-").unwrap_or(package);
            assert!(root().join("crates").join(room).is_dir(), "{place}: no such crate");
        }
        // Its own tests run the examples as programs, and build their windows.
        ["run", "-p", "bevy_piaget", "--example", example, ..] => {
            assert!(
                read("crates/bevy_piaget/tests/it/programs.rs").contains(&format!("\"{example}\"")),
                "{place}"
            );
        }
        _ => panic!("{place}: this test does not know how to check that"),
    }
}

#[test]
fn every_command_of_the_readme_runs() {
    assert!(run_commands(|page| page == "README.md") >= 8);
}

#[test]
fn every_command_of_the_book_runs() {
    assert!(run_commands(|page| page != "README.md") >= 10);
}

fn flags(text: &str) -> BTreeSet<String> {
    let starts = text.match_indices("--").map(|(at, _)| &text[at..]);
    let flag =
        |rest: &str| -> String { rest.chars().take_while(|c| c.is_ascii_lowercase() || *c == '-').collect() };
    starts.map(flag).filter(|flag| flag.len() > 2 && flag != "--help" && flag != "--version").collect()
}

#[test]
fn what_is_shown_of_the_programs_flags_is_what_it_has() {
    let mut shown: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for block in blocks().iter().filter(|block| block.tag == "sh usage") {
        for command in block.commands() {
            let words = command.split_whitespace().skip(1);
            let name: Vec<&str> = words
                .take_while(|word| {
                    word.chars().all(|c| c.is_ascii_lowercase() || c == '-') && !word.starts_with('-')
                })
                .collect();
            let name = name.join(" ");
            let own = flags(&command);
            let has = help_of(&name);
            let unknown: Vec<_> = own.difference(&has).collect();
            assert!(unknown.is_empty(), "{}: `piaget {name}` has no {unknown:?}", block.place());
            if block.page == "docs/cli.md" {
                shown.entry(name).or_default().extend(own);
            }
        }
    }
    assert!(shown.len() >= 12, "only {:?} were found", shown.keys());
    for (name, own) in &shown {
        let unsaid: Vec<_> = help_of(name).difference(own).cloned().collect();
        assert!(unsaid.is_empty(), "docs/cli.md does not show {unsaid:?} of `piaget {name}`");
    }
    let all = stdout(&piaget(&["--help"]));
    let commands = all.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    for command in
        commands.map_while(|line| line.strip_prefix("  ")).filter_map(|line| line.split(' ').next())
    {
        let known = command == "help" || shown.keys().any(|name| name.split(' ').next() == Some(command));
        assert!(known, "docs/cli.md does not show `piaget {command}`");
    }
}

/// The flags that a command says it has: those that begin a line of its help.
fn help_of(name: &str) -> BTreeSet<String> {
    let arguments: Vec<&str> = name.split(' ').chain(["--help"]).collect();
    let output = piaget(&arguments);
    assert!(output.status.success(), "piaget {name} --help: {}", stderr(&output));
    let help = stdout(&output);
    let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    lines.flat_map(|line| flags(line.split("  ").next().unwrap_or_default())).collect()
}

#[test]
fn the_object_that_a_run_ends_with_is_as_shown() {
    let blocks = blocks();
    let shown = blocks.iter().find(|block| block.tag == "json").expect("an object in docs/cli.md");
    let shown: serde_json::Value = serde_json::from_str(&shown.text).expect("JSON");
    let output = stdout(&piaget(&["run", "square", "--seed", "7", "--seconds", "5", "--json"]));
    let real: serde_json::Value = serde_json::from_str(output.lines().last().expect("a line")).expect("JSON");
    let keys = |object: &serde_json::Value| -> BTreeSet<String> {
        object.as_object().expect("an object").keys().cloned().collect()
    };
    assert_eq!(keys(&shown), keys(&real));
    assert_eq!(keys(&shown["events"][0]), keys(&real["events"][0]));
    for same in ["scenario", "seed", "ticks"] {
        assert_eq!(shown[same], real[same], "{same}");
    }
}

#[test]
fn every_page_and_picture_is_in_the_book_and_every_link_leads_somewhere() {
    let summary = read("docs/SUMMARY.md");
    let mut pictures = BTreeSet::new();
    for page in pages() {
        let text = read(&page);
        let name = page.strip_prefix("docs/").filter(|name| *name != "SUMMARY.md");
        let listed = name.is_none_or(|name| summary.contains(&format!("({name})")));
        assert!(listed, "docs/SUMMARY.md does not list {page}");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
            let elsewhere = link.is_empty() || link.starts_with("http");
            let beside = root().join(&page).parent().expect("a folder").join(link);
            assert!(elsewhere || beside.exists(), "{page} links to {link}, which does not exist");
            pictures.extend(link.rsplit_once("pictures/").map(|(_, name)| name.to_owned()));
        }
    }
    for entry in std::fs::read_dir(root().join("docs/pictures")).expect("pictures") {
        let name = entry.expect("a picture").file_name().into_string().expect("a plain name");
        assert!(pictures.contains(&name), "no page shows docs/pictures/{name}");
    }
}
