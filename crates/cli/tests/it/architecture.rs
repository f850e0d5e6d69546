//! ARCHITECTURE.md cannot go stale: crates depend only the way it says. What it names is checked in `statements`.

use crate::pages::read;
use crate::program::root;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

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

/// What cargo knows of our crates.
fn packages() -> Vec<serde_json::Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    let mut metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("cargo speaks JSON");
    serde_json::from_value(metadata["packages"].take()).expect("packages")
}

/// The folder of a crate.
fn room(package: &str) -> String {
    package.strip_prefix("piaget-").unwrap_or(package).to_owned()
}

/// The arrows as they are: for each crate of the workspace, those of the workspace that it depends on, for
/// building, for tests and for benches alike.
fn real_arrows() -> BTreeMap<String, BTreeSet<String>> {
    let packages = packages();
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
fn libraries_are_used_where_the_page_says() {
    let page = read("ARCHITECTURE.md");
    let (_, table) = page.split_once("| library | where | why |").expect("a table of libraries");
    let packages = packages();
    let users = |library: &str| -> BTreeSet<String> {
        let fits =
            |name: &str| library.strip_suffix('*').map_or(name == library, |start| name.starts_with(start));
        let uses = |package: &&serde_json::Value| {
            let all = package["dependencies"].as_array().expect("dependencies");
            // Those for tests and benches alone have another kind than null.
            all.iter().any(|one| one["kind"].is_null() && one["name"].as_str().is_some_and(fits))
        };
        packages.iter().filter(uses).filter_map(|package| package["name"].as_str()).map(room).collect()
    };
    let mut rows = 0;
    for row in table.lines().skip(2).take_while(|line| line.starts_with('|')) {
        let columns: Vec<&str> = row.split('|').map(str::trim).collect();
        let said: BTreeSet<String> = columns[2].split(", ").map(str::to_owned).collect();
        let used: BTreeSet<String> = columns[1].split('`').skip(1).step_by(2).flat_map(users).collect();
        let everywhere = said.contains("everywhere") && used.len() > 4;
        assert!(
            everywhere || said == used,
            "ARCHITECTURE.md says that {} is used in {said:?}; it is used in {used:?}",
            columns[1]
        );
        rows += 1;
    }
    assert!(rows > 10, "only {rows} rows were found");
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

/// The fuzz targets are a workspace of their own: who adds a library to a crate commits both lock files.
#[test]
fn the_lock_file_of_the_fuzz_targets_fits() {
    let lock = read("fuzz/Cargo.lock");
    let mut looked_at = 0;
    for package in packages() {
        let name = package["name"].as_str().expect("a name");
        let Some(entry) =
            lock.split("[[package]]").find(|entry| entry.contains(&format!("name = \"{name}\"\n")))
        else {
            continue;
        };
        looked_at += 1;
        let needed = package["dependencies"].as_array().expect("dependencies").iter();
        let needed = needed
            .filter(|used| used["kind"].is_null() && used["optional"] == false && used["target"].is_null());
        for used in needed.filter_map(|used| used["name"].as_str()) {
            let listed = [format!(" \"{used}\","), format!(" \"{used} ")];
            assert!(
                listed.iter().any(|line| entry.contains(line)),
                "fuzz/Cargo.lock does not know that {name} uses {used}: cargo fetch --manifest-path fuzz/Cargo.toml"
            );
        }
    }
    assert!(looked_at > 8, "{looked_at} of our crates");
}
