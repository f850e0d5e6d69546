//! The percepts of a character file: `percepts` and `list` nodes.

use super::{Config, PerceptKinds, places, selectors};
use crate::model::expectation::FeatureConfig;
use crate::model::{Percept, PerceptId, PerceptTree, WordList};
use piaget_terms::Name;
use piaget_text::{Fields, nearest};
use std::sync::Arc;

/// The top nodes that this stage reads.
pub const NODES: &[&str] = &["percepts", "list", "selector", "other", "place", "route"];

/// The most percepts of a character.
const MAX_PERCEPTS: usize = 4096;

/// Reads the fields of one percept; its name and its children are read by us. `None` if something was wrong
/// and has been noted.
pub type PerceptReader = for<'a> fn(&mut Fields<'a>, &Known<'_>) -> Option<Arc<dyn Percept>>;

/// What a percept of a file may refer to.
pub struct Known<'a> {
    /// The percepts that stand before it.
    pub tree: &'a PerceptTree,
    /// The lists.
    pub lists: &'a [WordList],
}

impl Known<'_> {
    /// A percept that stands before this one, or a note about the one that does not.
    pub fn percept(&self, fields: &Fields<'_>, argument: usize, word: &str) -> Option<PerceptId> {
        let found = self.tree.find(word);
        if found.is_none() {
            let known = self.tree.nodes().iter().map(|node| node.name.as_str());
            let hint = match nearest(word, known) {
                Some(known) => format!("did you mean \"{known}\"?"),
                None => "a percept builds on percepts that stand before it in the file".to_owned(),
            };
            let message = format!("there is no percept \"{word}\" before this one");
            fields.unresolved(fields.span_of_argument(argument), ("percept", word), message, hint);
        }
        found
    }

    /// A list, or a note about the one that does not exist.
    pub fn list(&self, fields: &Fields<'_>, word: &str) -> Option<u16> {
        let found = self.lists.iter().position(|list| list.name == *word);
        if found.is_none() {
            let hint = match nearest(word, self.lists.iter().map(|list| list.name.as_str())) {
                Some(known) => format!("did you mean \"{known}\"?"),
                None => format!("write a list at the top of the file: `list \"{word}\" \"cheese\"`"),
            };
            let message = format!("there is no list \"{word}\"");
            fields.unresolved(fields.span_of("list"), ("list", word), message, hint);
        }
        found.map(|index| index as u16)
    }
}

/// Reads the nodes of this stage: lists first, then percepts that look words up on them, then selectors of percepts,
/// wherever they stand in the file.
pub fn read(nodes: Vec<Fields<'_>>, kinds: &PerceptKinds, features: &[FeatureConfig]) -> Config {
    let mut config = Config::default();
    let (lists, others): (Vec<_>, Vec<_>) = nodes.into_iter().partition(|node| node.node_name() == "list");
    for list in lists {
        read_list(list, &mut config.lists);
    }
    let (places, others): (Vec<_>, Vec<_>) =
        others.into_iter().partition(|node| ["place", "route"].contains(&node.node_name()));
    places::read(places, &mut config);
    let (percepts, selectors): (Vec<_>, Vec<_>) =
        others.into_iter().partition(|node| node.node_name() == "percepts");
    for percept in percepts.into_iter().flat_map(|mut node| node.every_child()) {
        read_percept(percept, None, &mut config, kinds);
    }
    for node in selectors {
        match node.node_name() {
            "selector" => selectors::read_named(node, &mut config, features),
            _ => selectors::read_other(node, &mut config),
        }
    }
    config
}

fn read_list(mut list: Fields<'_>, lists: &mut Vec<WordList>) {
    let Some(name) = list.name_argument(0, "a name and its words") else { return list.leave() };
    let words = (1..list.arguments()).filter_map(|index| list.name_argument(index, "a word")).collect();
    if lists.iter().any(|known| known.name == name) {
        let message = format!("there are two lists \"{name}\"");
        list.twice(
            list.span(),
            "list",
            message,
            "put their words on one list, or give one of them another name",
        );
    }
    lists.push(WordList { name, words });
}

fn read_percept(mut node: Fields<'_>, parent: Option<PerceptId>, config: &mut Config, kinds: &PerceptKinds) {
    let Some(reader) = kinds.reader(node.node_name()) else {
        let words: Vec<&str> = kinds.words().collect();
        return node.unknown(&words);
    };
    let name = node.name_argument(0, "a name");
    let percept = reader(&mut node, &Known { tree: &config.percepts, lists: &config.lists });
    let (Some(name), Some(percept)) = (name, percept) else { return node.leave() };
    if config.percepts.find(name.as_str()).is_some() {
        let message = format!("there are two percepts \"{name}\"");
        node.twice(node.span_of_argument(0), "percept", message, "give one of them another name");
    }
    if config.percepts.len() >= MAX_PERCEPTS {
        node.problem(format!("there are more than {MAX_PERCEPTS} percepts"), "leave some out");
        return node.ignore();
    }
    let id = config.percepts.push(name, percept, parent);
    for child in node.every_child() {
        read_percept(child, Some(id), config, kinds);
    }
}

/// The words after a percept's name; the name itself where there are none.
pub(super) fn words(node: &mut Fields<'_>) -> Vec<Name> {
    let from = if node.arguments() > 1 { 1 } else { 0 };
    (from..node.arguments()).filter_map(|index| node.name_argument(index, "a word")).collect()
}
