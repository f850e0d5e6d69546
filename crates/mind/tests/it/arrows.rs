//! The arrows between the modules of the mind, as ARCHITECTURE.md has them: a stage uses shared data and stages that come
//! before it in a tick, never a later one.

use piaget_mind::Stage;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

type Arrows = BTreeMap<String, BTreeSet<String>>;

fn stages() -> Vec<&'static str> {
    Stage::ALL.map(Stage::name).to_vec()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The block of ARCHITECTURE.md that begins with "```modules".
fn written() -> Arrows {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md is there");
    let block = page.split("```modules").nth(1).and_then(|rest| rest.split("```").next());
    let lines = block.expect("ARCHITECTURE.md lists the modules of the mind").lines();
    let arrow = |line: &str| {
        let (module, uses) = line.split_once(':')?;
        Some((module.trim().to_owned(), uses.split_whitespace().map(str::to_owned).collect()))
    };
    lines.filter_map(arrow).collect()
}

/// The text of a file without its comments and without what only tests use.
fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).expect("a source file can be read");
    let text = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder can be read").map(Result::unwrap) {
        let path = entry.path();
        let name = entry.file_name().into_string().unwrap();
        if path.is_dir() {
            sources(&path, found);
        } else if name.ends_with(".rs") && name != "tests.rs" && name != "fixture.rs" {
            found.push(path);
        }
    }
}

/// Which modules a text names as `crate::module` or in `crate::{module, ...}`.
fn used_by(text: &str, modules: &[&str]) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    for (at, _) in text.match_indices("crate::") {
        let rest = &text[at + "crate::".len()..];
        let named = match rest.strip_prefix('{') {
            // One level of braces is enough: items within a module stand in braces of their own.
            Some(group) => group.split('}').next().unwrap_or_default(),
            None => rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default(),
        };
        let words = named.split(|c: char| !c.is_alphanumeric() && c != '_');
        used.extend(words.filter(|word| modules.contains(word)).map(str::to_owned));
    }
    used
}

fn found() -> Arrows {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut modules = stages();
    modules.push("model");
    let uses = |module: &&str| {
        let mut files = Vec::new();
        sources(&src.join(module), &mut files);
        let all = files.iter().flat_map(|file| used_by(&code(file), &modules));
        let others = all.filter(|used| used != module).collect();
        (module.to_string(), others)
    };
    modules.iter().map(uses).collect()
}

#[test]
fn modules_use_each_other_only_as_the_architecture_says() {
    assert_eq!(found(), written(), "left: what the sources use; right: what ARCHITECTURE.md lists");
}

#[test]
fn no_stage_uses_a_later_one_and_the_model_uses_none() {
    let order = stages();
    let place = |stage: &str| order.iter().position(|known| *known == stage);
    for (module, uses) in found() {
        for used in uses.iter().filter(|used| *used != "model") {
            assert!(place(used) < place(&module), "`{module}` uses `{used}`, which comes later in a tick");
        }
    }
}

#[test]
fn a_module_that_names_a_later_stage_would_be_found() {
    let modules = ["believe", "decide", "model"];
    let used = |text: &str| used_by(text, &modules).into_iter().collect::<Vec<_>>();
    assert_eq!(used("use crate::decide::State;"), ["decide"]);
    assert_eq!(used("use crate::{believe, model::Belief};"), ["believe", "model"]);
    assert_eq!(used("fn f(x: crate::decide::Config) {}"), ["decide"]);
    assert!(used("use crate::decided::State;").is_empty());
}

#[test]
fn the_modules_stand_in_the_order_of_a_tick() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let lib = fs::read_to_string(src.join("lib.rs")).unwrap();
    let declared: Vec<&str> = lib
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'))
        .filter(|module| stages().contains(module))
        .collect();
    assert_eq!(declared, stages());
}
