//! One node of a file, asked field by field.

mod unread;
mod value;

use crate::problem::Role;
use crate::{Diagnostics, Problems, Source, nearest};
use glam::Vec3;
use kdl::{KdlEntry, KdlNode, KdlValue};
use piaget_terms::Name;
use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

/// A node that is being read. It remembers what it was asked for; when it is dropped, every argument, field or
/// child that nobody asked for is reported with the nearest word that was known.
pub struct Fields<'a> {
    source: &'a Source,
    problems: &'a Problems,
    node: &'a KdlNode,
    /// Where the values without a field name stand among the entries.
    arguments: Vec<usize>,
    used_entries: Vec<bool>,
    used_children: Vec<bool>,
    /// Fields and children that were asked for.
    known_fields: Vec<&'static str>,
    known_children: Vec<&'static str>,
    /// What this node and those around it call themselves: their first words.
    owners: Owners<'a>,
    quiet: bool,
}

type Owners<'a> = Vec<&'a str>;

impl<'a> Fields<'a> {
    /// Begins to read a node.
    pub fn new(source: &'a Source, problems: &'a Problems, node: &'a KdlNode) -> Self {
        Self::inside(source, problems, node, Owners::new())
    }

    fn inside(source: &'a Source, problems: &'a Problems, node: &'a KdlNode, mut owners: Owners<'a>) -> Self {
        owners.extend(own_word(node));
        let entries = node.entries().iter().enumerate();
        Self {
            source,
            problems,
            node,
            arguments: entries.filter(|(_, entry)| entry.name().is_none()).map(|(at, _)| at).collect(),
            used_entries: vec![false; node.entries().len()],
            used_children: vec![false; node.children().map_or(0, |children| children.nodes().len())],
            known_fields: Vec::new(),
            known_children: Vec::new(),
            owners,
            quiet: false,
        }
    }

    /// The node's own name.
    pub fn node_name(&self) -> &'a str {
        self.node.name().value()
    }

    /// The bytes of the node's name, for messages about the whole node.
    pub fn span(&self) -> Range<usize> {
        let span = self.node.name().span();
        span.offset()..span.offset() + span.len()
    }

    /// The bytes of a field's value, or of the node where the field is absent.
    pub fn span_of(&self, key: &str) -> Range<usize> {
        self.node.entries().iter().find(|entry| is_named(entry, key)).map_or_else(|| self.span(), entry_span)
    }

    /// Notes a mistake about the whole node.
    pub fn problem(&self, message: impl Into<String>, hint: impl Into<String>) {
        self.problem_at(self.span(), message, hint);
    }

    /// Notes a mistake about a part of the node.
    pub fn problem_at(&self, span: Range<usize>, message: impl Into<String>, hint: impl Into<String>) {
        self.note(Role::Own, span, message, hint);
    }

    /// Notes that a word names nothing of its sort (`"place"`, say). It is not told where what the word names is itself mistaken and
    /// told, or where two of the sort bear one name and this is the only word that is asked for in vain.
    pub fn unresolved(
        &self,
        span: Range<usize>,
        (what, word): (&'static str, &str),
        message: impl Into<String>,
        hint: impl Into<String>,
    ) {
        self.note(Role::Unresolved { what, word: word.to_owned() }, span, message, hint);
    }

    /// Notes that two of a sort bear one name.
    pub fn twice(
        &self,
        span: Range<usize>,
        what: &'static str,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) {
        self.note(Role::Twice(what), span, message, hint);
    }

    /// Notes what is wrong in a file that this node names: told there, in that file's own lines.
    pub fn mistakes_of_file(&self, found: Diagnostics) {
        found.0.into_iter().for_each(|mistake| self.problems.add(mistake));
    }

    /// Reports that the node itself has no place here, naming those that have; its insides are left unread.
    pub fn unknown(mut self, allowed: &[&str]) {
        let hint = match nearest(self.node_name(), allowed.iter().copied()) {
            Some(known) => format!("did you mean `{known}`?"),
            None => format!("here may stand: {}", allowed.join(", ")),
        };
        let known = allowed.iter().map(|word| (*word).to_owned()).collect();
        let message = format!("`{}` is not known here", self.node_name());
        self.unknown_at(self.span(), message, hint, known);
        self.leave();
    }

    /// As [`unknown`](Self::unknown), with a hint of the caller's own.
    pub fn misplaced(mut self, hint: impl Into<String>) {
        let message = format!("`{}` is not known here", self.node_name());
        self.problem(message, hint);
        self.leave();
    }

    /// Reports children that stand in the wrong node; `hint` says of each where it belongs.
    pub fn misplaced_children(&mut self, names: &[&str], hint: impl Fn(&str) -> String) {
        for child in self.take_children(|child| names.contains(&child.name().value())) {
            let hint = hint(child.node_name());
            child.misplaced(hint);
        }
    }

    /// Leaves the rest of the node unread, without a report: for a node that is already known to be wrong, or
    /// that somebody else reads.
    pub fn ignore(mut self) {
        self.quiet = true;
    }

    /// As [`ignore`](Self::ignore), for one that is still held: its own mistake is told, and what else stands in it
    /// cannot be judged without that.
    pub fn leave(&mut self) {
        self.quiet = true;
        self.problems.obscure(|words| words_within(self.node, words));
    }

    /// Whether a child of this name is there, without reading it.
    pub fn has_child(&self, name: &str) -> bool {
        self.node
            .children()
            .is_some_and(|children| children.nodes().iter().any(|node| node.name().value() == name))
    }

    /// Whether anything stands in its braces.
    pub fn has_children(&self) -> bool {
        self.node.children().is_some_and(|children| !children.nodes().is_empty())
    }

    /// Notes that something is missing in the node. It is not told where something else in the node is wrong.
    pub fn missing(&self, what: &str, message: impl Into<String>, hint: impl Into<String>) {
        let role = Role::Missing { within: self.whole_span(), what: what.to_owned() };
        self.note(role, self.span(), message, hint);
    }

    /// Notes that something is missing that stands under one of these words. It is not told where such a word is misspelt
    /// elsewhere in the file.
    pub fn missing_elsewhere(&self, words: &[&str], message: impl Into<String>, hint: impl Into<String>) {
        let role = Role::Missing { within: 0..0, what: words.join("|") };
        self.note(role, self.span(), message, hint);
    }

    /// Whether a field is there, without reading it.
    pub fn has(&self, key: &str) -> bool {
        self.node.entries().iter().any(|entry| is_named(entry, key))
    }

    /// Whether a field is there and holds a word: for fields that take a word or a number.
    pub fn is_word(&self, key: &str) -> bool {
        let mut fields = self.node.entries().iter().filter(|entry| is_named(entry, key));
        fields.any(|entry| matches!(entry.value(), KdlValue::String(_)))
    }

    /// A word given as a field.
    pub fn word(&mut self, key: &'static str) -> Option<&'a str> {
        let entry = self.field(key)?;
        self.as_word(entry, key)
    }

    /// A short name given as a field.
    pub fn name(&mut self, key: &'static str) -> Option<Name> {
        let entry = self.field(key)?;
        self.as_name(entry, key)
    }

    /// A number given as a field, within limits.
    pub fn number(&mut self, key: &'static str, within: RangeInclusive<f32>) -> Option<f32> {
        let entry = self.field(key)?;
        self.as_number(entry, key, within)
    }

    /// A whole number given as a field, within limits.
    pub fn whole(&mut self, key: &'static str, within: RangeInclusive<i64>) -> Option<i64> {
        let entry = self.field(key)?;
        self.as_whole(entry, key, within)
    }

    /// `#true` or `#false` given as a field.
    pub fn flag(&mut self, key: &'static str) -> Option<bool> {
        let entry = self.field(key)?;
        self.as_flag(entry, key)
    }

    /// One of a few words given as a field.
    pub fn choice<T: Copy>(&mut self, key: &'static str, choices: &[(&str, T)]) -> Option<T> {
        let entry = self.field(key)?;
        let word = self.as_word(entry, key)?;
        if let Some((_, value)) = choices.iter().find(|(known, _)| *known == word) {
            return Some(*value);
        }
        let known: Vec<&str> = choices.iter().map(|(known, _)| *known).collect();
        let hint = match nearest(word, known.iter().copied()) {
            Some(known) => format!("did you mean \"{known}\"?"),
            None => format!("choose one of: {}", known.join(", ")),
        };
        self.problem_at(entry_span(entry), format!("`{key}` cannot be \"{word}\""), hint);
        None
    }

    /// How many arguments (values without a field name) there are.
    pub fn arguments(&self) -> usize {
        self.arguments.len()
    }

    /// A word given as an argument; reported as missing if it is not there.
    pub fn word_argument(&mut self, index: usize, what: &'static str) -> Option<&'a str> {
        let entry = self.argument(index, what)?;
        self.as_word(entry, what)
    }

    /// A short name given as an argument; reported as missing if it is not there.
    pub fn name_argument(&mut self, index: usize, what: &'static str) -> Option<Name> {
        let entry = self.argument(index, what)?;
        self.as_name(entry, what)
    }

    /// A number given as an argument; reported as missing if it is not there.
    pub fn number_argument(
        &mut self,
        index: usize,
        what: &'static str,
        within: RangeInclusive<f32>,
    ) -> Option<f32> {
        let entry = self.argument(index, what)?;
        self.as_number(entry, what, within)
    }

    /// A whole number given as an argument, within limits; reported as missing if it is not there.
    pub fn whole_argument(
        &mut self,
        index: usize,
        what: &'static str,
        within: RangeInclusive<i64>,
    ) -> Option<i64> {
        let entry = self.argument(index, what)?;
        self.as_whole(entry, what, within)
    }

    /// `#true` or `#false` given as an argument; reported as missing if it is not there.
    pub fn flag_argument(&mut self, index: usize, what: &'static str) -> Option<bool> {
        let entry = self.argument(index, what)?;
        self.as_flag(entry, what)
    }

    /// Whether an argument is there and is a word, without reading it.
    pub fn is_word_argument(&self, index: usize) -> bool {
        self.arguments.get(index).is_some_and(|at| self.node.entries()[*at].value().is_string())
    }

    /// The bytes of an argument, or of the node where it is absent.
    pub fn span_of_argument(&self, index: usize) -> Range<usize> {
        self.arguments.get(index).map_or_else(|| self.span(), |at| entry_span(&self.node.entries()[*at]))
    }

    /// A point given as three numbers (x y z) or two (x z, on the ground) of this node.
    pub fn point(&mut self, limit: f32) -> Option<Vec3> {
        let count = self.arguments();
        if count != 2 && count != 3 {
            let message = format!("`{}` needs a place: two or three numbers, not {count}", self.node_name());
            self.missing("", message, "write x and z, or x, y and z, in metres");
            self.used_entries.fill(true);
            return None;
        }
        let mut part = |index| self.number_argument(index, "the place", -limit..=limit);
        match count {
            2 => Some(Vec3::new(part(0)?, 0.0, part(1)?)),
            _ => Some(Vec3::new(part(0)?, part(1)?, part(2)?)),
        }
    }

    /// The one child of this name, if it is there; a second one is reported.
    pub fn child(&mut self, name: &'static str) -> Option<Fields<'a>> {
        let mut all = self.children(name).into_iter();
        let first = all.next();
        for second in all {
            second.problem(format!("`{name}` stands here twice"), "keep one of them");
            second.ignore();
        }
        first
    }

    /// A point given by a child node: `at 1 2` or `at 1 0 2`.
    pub fn point_child(&mut self, name: &'static str, limit: f32) -> Option<Vec3> {
        self.child(name)?.point(limit)
    }

    /// The children of this name, in the order of the file.
    pub fn children(&mut self, name: &'static str) -> Vec<Fields<'a>> {
        self.known_children.push(name);
        self.take_children(|child| child.name().value() == name)
    }

    /// All children that nobody asked for yet; the caller answers for each, `unknown` included.
    pub fn every_child(&mut self) -> Vec<Fields<'a>> {
        self.take_children(|_| true)
    }

    /// The same where only these words are understood; one that stands outside of the braces is told where it belongs.
    pub fn every_child_of(&mut self, known: &[&'static str]) -> Vec<Fields<'a>> {
        self.known_children.extend_from_slice(known);
        self.every_child()
    }

    /// Says that something must be there: the value if it is, else a report about the node.
    pub fn need<T>(&self, value: Option<T>, what: &str, hint: &str) -> Option<T> {
        if value.is_some() {
            return value;
        }
        // What the hint asks for may stand here as a field, where a node in braces is meant.
        let written = self.node.entries().iter().find(|entry| {
            let key = entry.name().map(|name| name.value());
            key.is_some_and(|key| hint.contains(&format!("`{key} ")))
        });
        match written {
            Some(entry) => {
                let key = entry.name().map_or("", |name| name.value());
                let message =
                    format!("`{key}` is a node in the braces of `{}`, not a field", self.node_name());
                self.problem_at(entry_span(entry), message, hint);
            }
            None => self.missing(what, format!("`{}` needs {what}", self.node_name()), hint),
        }
        value
    }

    fn note(&self, role: Role, span: Range<usize>, message: impl Into<String>, hint: impl Into<String>) {
        self.problems.note_as(role, &self.owners, self.source, span, message, hint);
    }

    fn whole_span(&self) -> Range<usize> {
        let span = self.node.span();
        span.offset()..span.offset() + span.len()
    }

    fn take_children(&mut self, wanted: impl Fn(&KdlNode) -> bool) -> Vec<Fields<'a>> {
        let nodes = self.node.children().map_or(&[][..], |children| children.nodes());
        let mut taken = Vec::new();
        for (node, used) in nodes.iter().zip(&mut self.used_children) {
            if !*used && wanted(node) {
                *used = true;
                taken.push(Fields::inside(self.source, self.problems, node, self.owners.clone()));
            }
        }
        taken
    }

    fn field(&mut self, key: &'static str) -> Option<&'a KdlEntry> {
        self.known_fields.push(key);
        let mut found: Option<&'a KdlEntry> = None;
        for (index, entry) in self.node.entries().iter().enumerate().filter(|(_, entry)| is_named(entry, key))
        {
            self.used_entries[index] = true;
            if found.is_some() {
                self.problem_at(entry_span(entry), format!("`{key}` stands here twice"), "keep one of them");
            }
            found = Some(entry);
        }
        found
    }

    fn argument(&mut self, index: usize, what: &str) -> Option<&'a KdlEntry> {
        match self.arguments.get(index) {
            Some(&at) => {
                self.used_entries[at] = true;
                Some(&self.node.entries()[at])
            }
            None => {
                let name = self.node_name();
                self.missing(what, format!("`{name}` needs {what}"), format!("write it after `{name}`"));
                None
            }
        }
    }
}

/// What a node calls itself: its first value, if that is a word.
fn own_word(node: &KdlNode) -> Option<&str> {
    node.entries().iter().find(|entry| entry.name().is_none())?.value().as_string()
}

/// What a node and all nodes in it call themselves.
fn words_within(node: &KdlNode, words: &mut BTreeSet<String>) {
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        words.extend(own_word(node).map(str::to_owned));
        open.extend(node.children().map_or(&[][..], |children| children.nodes()));
    }
}

fn is_named(entry: &KdlEntry, key: &str) -> bool {
    entry.name().is_some_and(|name| name.value() == key)
}

fn entry_span(entry: &KdlEntry) -> Range<usize> {
    entry.span().offset()..entry.span().offset() + entry.span().len()
}
