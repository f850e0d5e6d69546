//! ARCHITECTURE.md cannot go stale: the paths it names exist, and crates depend only the way it says.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The lines of the fenced block with this tag.
fn block(text: &str, tag: &str) -> Vec<String> {
    let mut lines = text.lines().skip_while(|line| *line != format!("```{tag}"));
    assert!(lines.next().is_some(), "ARCHITECTURE.md has no block ```{tag}");
    lines.take_while(|line| *line != "```").map(str::to_owned).collect()
}

/// The arrows as the page draws them: `mind: terms text occupancy` for "mind may use these".
fn drawn_arrows() -> BTreeMap<String, BTreeSet<String>> {
    let mut arrows = BTreeMap::new();
    for line in block(&read("ARCHITECTURE.md"), "arrows") {
        let (room, uses) = line.split_once(':').unwrap_or_else(|| panic!("no colon in \"{line}\""));
        let uses: BTreeSet<String> = uses.split_whitespace().map(str::to_owned).collect();
        for used in &uses {
            assert!(arrows.contains_key(used), "{room} uses {used}, which should be drawn above it");
        }
        assert!(arrows.insert(room.trim().to_owned(), uses).is_none(), "{room} is drawn twice");
    }
    arrows
}

/// The arrows as they are: for each crate of the workspace, those of the workspace that it depends on, for
/// building, for tests and for benches alike.
fn real_arrows() -> BTreeMap<String, BTreeSet<String>> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("cargo speaks JSON");
    let room = |package: &str| package.strip_prefix("piaget-").unwrap_or(package).to_owned();
    let packages = metadata["packages"].as_array().expect("packages");
    let ours: BTreeSet<&str> = packages.iter().filter_map(|package| package["name"].as_str()).collect();
    let one = |package: &serde_json::Value| {
        let uses = package["dependencies"].as_array().expect("dependencies").iter();
        // A crate that uses itself does so to switch on its own features for its tests.
        let others = |name: &&str| ours.contains(name) && package["name"] != **name;
        let uses = uses.filter_map(|used| used["name"].as_str()).filter(others).map(room);
        (room(package["name"].as_str().expect("a name")), uses.collect())
    };
    packages.iter().map(one).collect()
}

#[test]
fn crates_depend_only_the_way_the_page_says() {
    let drawn = drawn_arrows();
    let real = real_arrows();
    assert!(real.len() >= 8, "only {} crates were found", real.len());
    for (room, uses) in &real {
        let allowed = drawn.get(room).unwrap_or_else(|| panic!("ARCHITECTURE.md does not draw `{room}`"));
        let forbidden: Vec<_> = uses.difference(allowed).collect();
        assert!(forbidden.is_empty(), "{room} uses {forbidden:?}, which ARCHITECTURE.md does not allow");
    }
    for room in drawn.keys() {
        assert!(real.contains_key(room), "ARCHITECTURE.md draws `{room}`, which does not exist");
    }
}

#[test]
fn no_road_leads_from_a_mind_to_the_truth_nor_back() {
    let real = real_arrows();
    for (from, to) in [("mind", "world"), ("world", "mind")] {
        let mut reached = BTreeSet::from([from.to_owned()]);
        let mut new = vec![from.to_owned()];
        while let Some(room) = new.pop() {
            new.extend(real[&room].iter().filter(|used| reached.insert((*used).clone())).cloned());
        }
        assert!(!reached.contains(to), "{from} reaches {to}");
    }
}

#[test]
fn every_path_that_the_page_names_exists() {
    let mut checked = 0;
    for page in ["ARCHITECTURE.md", "README.md", "CONTRIBUTING.md", "docs/cli.md"] {
        let text = read(page);
        // Between backticks, outside of fenced blocks.
        let prose: String = text.split("```").step_by(2).collect();
        for word in prose.split('`').skip(1).step_by(2).filter(|word| is_path(word)) {
            checked += 1;
            assert!(root().join(word).exists(), "{page} names {word}, which does not exist");
        }
        for link in text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
            let elsewhere = link.is_empty() || link.starts_with("http");
            let beside = root().join(page).parent().expect("a folder").join(link);
            assert!(elsewhere || beside.exists(), "{page} links to {link}, which does not exist");
        }
    }
    assert!(checked > 20, "only {checked} paths were found; does the test still read the pages?");
}

/// A word that names a file or folder of the repository: it has a slash or a known ending, and no holes to fill.
fn is_path(word: &str) -> bool {
    let shaped = word.contains('/') || [".md", ".rs", ".kdl", ".toml"].iter().any(|end| word.ends_with(end));
    let holed = |c: char| c.is_whitespace() || "<>*$={}()|:".contains(c);
    // What a run leaves behind is not there before it.
    let made = word.starts_with("out/") || word.starts_with("target/");
    shaped && !word.contains(holed) && !made
}

#[test]
fn every_crate_inherits_the_lints_and_minds_forbid_unsafe_code() {
    for entry in std::fs::read_dir(root().join("crates")).expect("crates") {
        let manifest = entry.expect("a folder").path().join("Cargo.toml");
        let text = std::fs::read_to_string(&manifest).expect("a manifest");
        let inherits = text.contains("lints.workspace = true") || text.contains("[lints]\nworkspace = true");
        assert!(inherits, "{} should say `lints.workspace = true`", manifest.display());
    }
    for room in ["mind", "nav", "memory"] {
        let root = read(&format!("crates/{room}/src/lib.rs"));
        assert!(root.contains("#![forbid(unsafe_code)]"), "{room} should forbid unsafe code");
    }
}
