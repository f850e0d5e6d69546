//! The other way round: what readers know and writers write is on the page that promises to list all of it.

use super::index::{files_below, words_of};
use crate::pages::read;
use crate::program::{piaget, root, stderr};
use serde_json::Value;
use std::collections::BTreeSet;

fn words_of_page(page: &str) -> BTreeSet<String> {
    words_of(&read(page)).map(str::to_owned).collect()
}

/// The fields and nodes that a source asks a file for, such as `node.number("persist", SECONDS)`.
fn asked_for(source: &str) -> impl Iterator<Item = &str> {
    let asks = ["number", "whole", "flag", "choice", "word", "name", "text", "child", "children", "term"];
    asks.into_iter().flat_map(move |ask| {
        source.split(ask).skip(1).filter_map(|rest| rest.strip_prefix("(\"")?.split('"').next())
    })
}

fn every_field_is_on(pages: &[&str], sources: &[&str], least: usize) {
    let known: BTreeSet<String> = pages.iter().flat_map(|page| words_of_page(page)).collect();
    let (mut count, mut unsaid) = (0, BTreeSet::new());
    for file in sources.iter().flat_map(|source| files_below(source, ".rs")) {
        let text = std::fs::read_to_string(&file).expect("a source");
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        if !text.contains("Fields") || file.ends_with("tests.rs") {
            continue;
        }
        let is_field =
            |field: &&str| !field.is_empty() && field.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        for field in asked_for(text).filter(is_field) {
            count += 1;
            if !known.contains(field) {
                unsaid.insert(format!("`{field}`, which {} reads", file.display()));
            }
        }
    }
    assert!(unsaid.is_empty(), "{pages:?} do not say what this is: {unsaid:#?}");
    assert!(count >= least, "only {count} fields were found in {sources:?}");
}

#[test]
fn every_field_of_a_character_file_is_on_its_page() {
    every_field_is_on(
        &["docs/character-files.md", "docs/imitation.md", "docs/understanding.md"],
        &["crates/mind/src", "crates/memory/src"],
        150,
    );
}

#[test]
fn every_field_of_a_scenario_is_on_its_page() {
    every_field_is_on(&["docs/scenarios.md", "docs/verbs.md"], &["crates/sim/src/scenario"], 20);
}

#[test]
fn every_word_for_what_happens_is_on_the_page_about_traces() {
    let source = read("crates/sim/src/happening.rs");
    let known = words_of_page("docs/trace.md");
    let constants = source.lines().filter(|line| line.trim_start().starts_with("pub const "));
    let words: Vec<&str> = constants.filter_map(|line| line.split('"').nth(1)).collect();
    assert!(words.len() >= 15, "only {words:?} were found");
    for word in words {
        assert!(known.contains(word), "docs/trace.md does not say what `{word}` is");
    }
}

/// The names of all fields of an object and of those inside of it.
fn fields(value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            for (name, value) in object {
                into.insert(name.clone());
                fields(value, into);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| fields(value, into)),
        _ => {}
    }
}

#[test]
fn every_field_of_a_trace_is_on_its_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let known = words_of_page("docs/trace.md");
    let mut written = BTreeSet::new();
    for scenario in ["two-walls", "usual-place", "max-and-morris"] {
        let file = folder.path().join(scenario);
        let output =
            piaget(&["run", scenario, "--seconds", "5", "--trace", file.to_str().expect("a plain name")]);
        assert!(output.status.success(), "{}", stderr(&output));
        for line in std::fs::read_to_string(&file).expect("a trace").lines() {
            fields(&serde_json::from_str(line).expect("JSON"), &mut written);
        }
    }
    // What bodies, sightings and intents hold is the host's interface, and is described there.
    let interface: Vec<String> = ["senses", "intent", "sight", "names"]
        .iter()
        .map(|name| root().join(format!("crates/terms/src/{name}.rs")))
        .filter_map(|path| std::fs::read_to_string(path).ok())
        .collect();
    let described = |name: &str| interface.iter().any(|text| text.contains(&format!("pub {name}:")));
    let unsaid: Vec<_> = written.iter().filter(|name| !known.contains(*name) && !described(name)).collect();
    assert!(written.len() > 40 && unsaid.is_empty(), "docs/trace.md does not say what {unsaid:?} are");
}
