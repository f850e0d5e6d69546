//! What nobody asked for: reported when the node is dropped, with the nearest word that was known.

use super::{Fields, entry_span, words_within};
use crate::{Diagnostic, nearest};
use kdl::{KdlEntry, KdlNode, KdlValue};
use std::ops::Range;

impl Drop for Fields<'_> {
    fn drop(&mut self) {
        if self.quiet || self.problems.is_full() || std::thread::panicking() {
            return;
        }
        // Whoever reads a node may stop at a mistake in it: what was not asked for then says nothing. What looks like a
        // word that was asked for does.
        let mut disturbed = None;
        let mut values = Vec::new();
        for (entry, _) in self.node.entries().iter().zip(&self.used_entries).filter(|(_, used)| !**used) {
            if self.problems.is_told(self.source, &entry_span(entry)) {
                continue;
            }
            let disturbed = *disturbed.get_or_insert_with(|| self.has_own_mistake());
            match entry.name() {
                Some(name) => {
                    self.report_unknown("the field", name.value(), entry_span(entry), disturbed, || {
                        // Written as a field, known as a node.
                        let (key, value) = (name.value(), shown(entry.value()));
                        self.known_children.contains(&key).then(|| {
                            let message = format!(
                                "`{key}` is a node in the braces of `{}`, not a field",
                                self.node_name()
                            );
                            (message, format!("write `{} {{ {key} {value} }}`", self.node_name()))
                        })
                    })
                }
                None if disturbed => {}
                None => values.push(entry),
            }
        }
        self.report_values(&values);
        let nodes = self.node.children().map_or(&[][..], |children| children.nodes());
        for (node, _) in nodes.iter().zip(&self.used_children).filter(|(_, used)| !**used) {
            let disturbed = *disturbed.get_or_insert_with(|| self.has_own_mistake());
            let (span, key) = (node.name().span(), node.name().value());
            let span = span.offset()..span.offset() + span.len();
            self.report_unknown("the node", key, span, disturbed, || {
                self.known_fields.contains(&key).then(|| {
                    let value = node.entries().first().map(|entry| shown(entry.value()));
                    let message = format!("`{key}` is a field of `{}`, not a node", self.node_name());
                    let written = format!("{key}={}", value.as_deref().unwrap_or("#true"));
                    (message, format!("write `{written}` before its braces"))
                })
            });
            self.problems.obscure(|words| words_within(node, words));
        }
    }
}

impl Fields<'_> {
    /// Whether something is wrong with the node itself; what is wrong with the nodes in it is another matter.
    fn has_own_mistake(&self) -> bool {
        let inner: Vec<Range<usize>> =
            self.node.children().map_or(&[][..], |children| children.nodes()).iter().map(span_of).collect();
        self.problems.has_own_in(self.source, &self.whole_span(), &inner)
    }

    /// Reports values that nobody asked for, all of them as one mistake.
    fn report_values(&self, values: &[&KdlEntry]) {
        let Some(first) = values.first() else { return };
        let node = self.node_name();
        if let Some(word) = first.value().as_string().filter(|word| self.known_children.contains(word)) {
            let message = format!("`{word}` is a node in the braces of `{node}`, not a value");
            return self.problem_at(entry_span(first), message, format!("write `{node} {{ {word} ... }}`"));
        }
        let all: Vec<String> = values.iter().map(|entry| entry.value().to_string()).collect();
        let message = format!("`{node}` takes no value here: {}", all.join(" "));
        // What is missing here may be meant by them.
        let hint = self.problems.hint_of_missing_in(self.source, &self.whole_span());
        let hint = hint.unwrap_or_else(|| match self.known_fields.is_empty() {
            true => "remove it".to_owned(),
            false => format!("remove it, or name the field it belongs to: {}", self.known_fields.join(", ")),
        });
        self.problem_at(entry_span(first), message, hint);
    }

    fn report_unknown(
        &self,
        what: &str,
        word: &str,
        span: Range<usize>,
        disturbed: bool,
        exchanged: impl Fn() -> Option<(String, String)>,
    ) {
        if self.problems.is_full() {
            return;
        }
        if let Some((message, hint)) = exchanged() {
            return self.problem_at(span, message, hint);
        }
        let known = || self.known_fields.iter().chain(&self.known_children).copied();
        let hint = match nearest(word, known()) {
            Some(known) => format!("did you mean `{known}`?"),
            None if disturbed => return,
            // The reader stopped at once, because the node does not say what it is about.
            None if known().next().is_none()
                && self.problems.hint_of_missing_in(self.source, &self.whole_span()).is_some() =>
            {
                return;
            }
            None if known().next().is_none() => "remove it".to_owned(),
            None => format!("here may stand: {}", known().collect::<Vec<_>>().join(", ")),
        };
        let message = format!("{what} `{word}` is not known in `{}`", self.node_name());
        let known = if what == "the field" { &self.known_fields } else { &self.known_children };
        let known = known.iter().map(|word| (*word).to_owned()).collect();
        self.unknown_at(span, message, hint, known);
    }

    /// Notes that a word is not known, and those that are.
    pub(super) fn unknown_at(&self, span: Range<usize>, message: String, hint: String, known: Vec<String>) {
        if !self.problems.is_full() {
            let problem = self.source.problem(span, message, hint);
            self.problems.add_in(&self.owners, Diagnostic { known, ..problem });
        }
    }
}

/// The bytes of a whole node.
fn span_of(node: &KdlNode) -> Range<usize> {
    let span = node.span();
    span.offset()..span.offset() + span.len()
}

/// A value as it is written: words in quotes.
fn shown(value: &KdlValue) -> String {
    match value {
        KdlValue::String(word) => format!("\"{word}\""),
        other => other.to_string(),
    }
}
