//! Sources of text and the mistakes found in them.

use crate::lexer::is_forbidden;
use crate::{Fields, document};
use kdl::KdlDocument;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

/// The largest text that is read, in bytes. A file beyond it is refused before it is parsed.
pub const MAX_BYTES: usize = 1 << 20;
/// How many mistakes of a reading are kept. A hostile file could hold one a byte; nobody reads more than these.
pub const MAX_PROBLEMS: usize = 100;

/// How many are noted: some follow from others and are left out in the end.
const MOST_NOTED: usize = 3 * MAX_PROBLEMS;

/// A text with the name it goes by in messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The file's name, as a person would recognise it.
    pub name: String,
    /// What it holds.
    pub text: String,
}

/// One mistake: where it is, what is wrong, what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The file.
    pub file: String,
    /// Its line, from 1.
    pub line: usize,
    /// Its column in characters, from 1.
    pub column: usize,
    /// The bytes that it is about.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub hint: String,
    /// The words that may stand there, where the mistake is a word that is not known: an editor offers them.
    pub known: Vec<String>,
}

/// Every mistake of a file; at least one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Diagnostics(pub Vec<Diagnostic>);

/// Mistakes as they are found; readers share it, so that one reading reports all of them. What follows from another
/// mistake is left out: a part that is missing where something else in the same node is wrong, and a name that means nothing
/// because what bears it is mistaken itself, or bears the name of another.
#[derive(Debug, Default)]
pub struct Problems(RefCell<Found>);

#[derive(Debug, Default)]
struct Found {
    all: Vec<Noted>,
    /// What nodes call themselves that could not be read.
    obscured: BTreeSet<String>,
}

/// A mistake, and what it may follow from.
#[derive(Debug)]
struct Noted {
    diagnostic: Diagnostic,
    role: Role,
    /// What the node that it stands in, and those around it, call themselves.
    owners: Vec<String>,
}

/// What a mistake may follow from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// From nothing else.
    Own,
    /// Something is missing in these bytes: the misspelt word for it may stand there.
    Missing {
        /// The bytes of the node.
        within: Range<usize>,
        /// The word for what is missing.
        what: String,
    },
    /// This word names nothing: what bears the name may be mistaken.
    Unresolved {
        /// What sort of thing it should name, such as `"place"`.
        what: &'static str,
        /// The word.
        word: String,
    },
    /// From nothing else. Two of this sort bear one name, so that the name which one of them should have stands nowhere.
    Twice(&'static str),
}

impl Role {
    fn is_own(&self) -> bool {
        matches!(self, Self::Own | Self::Twice(_))
    }
}

impl Problems {
    /// Notes a mistake.
    pub fn add(&self, diagnostic: Diagnostic) {
        self.push(Noted { diagnostic, role: Role::Own, owners: Vec::new() });
    }

    /// Notes a mistake in a node, by what that node and those around it call themselves.
    pub(crate) fn add_in(&self, owners: &[&str], diagnostic: Diagnostic) {
        let owners = owners.iter().map(|owner| (*owner).to_owned()).collect();
        self.push(Noted { diagnostic, role: Role::Own, owners });
    }

    /// Notes a mistake of a text. One that would be left out is not looked at: finding its line takes as long as the
    /// text before it.
    pub fn note(
        &self,
        source: &Source,
        span: Range<usize>,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) {
        self.note_as(Role::Own, &[], source, span, message, hint);
    }

    /// Notes that a text names two of a sort alike.
    pub fn twice(
        &self,
        source: &Source,
        what: &'static str,
        span: Range<usize>,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) {
        self.note_as(Role::Twice(what), &[], source, span, message, hint);
    }

    /// Notes that a text lacks a top node. It is not told where a node that was not known may have been meant for it.
    pub fn missing(&self, source: &Source, what: &str, message: impl Into<String>, hint: impl Into<String>) {
        let role = Role::Missing { within: 0..0, what: what.to_owned() };
        self.note_as(role, &[], source, 0..0, message, hint);
    }

    pub(crate) fn note_as(
        &self,
        role: Role,
        owners: &[&str],
        source: &Source,
        span: Range<usize>,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) {
        if !self.is_full() {
            let owners = owners.iter().map(|owner| (*owner).to_owned()).collect();
            self.push(Noted { diagnostic: source.problem(span, message, hint), role, owners });
        }
    }

    /// What was noted already, of a file that two others name, is not noted again.
    fn push(&self, noted: Noted) {
        let is_known = self.0.borrow().all.iter().any(|known| known.diagnostic == noted.diagnostic);
        if !is_known && !self.is_full() {
            self.0.borrow_mut().all.push(noted);
        }
    }

    /// Notes the words of nodes that cannot be read: who refers to them is not to blame.
    pub(crate) fn obscure(&self, words: impl FnOnce(&mut BTreeSet<String>)) {
        if !self.is_empty() {
            words(&mut self.0.borrow_mut().obscured);
        }
    }

    /// Whether a mistake was noted for exactly these bytes.
    pub(crate) fn is_told(&self, source: &Source, span: &Range<usize>) -> bool {
        let found = self.0.borrow();
        found.all.iter().any(|noted| noted.diagnostic.file == source.name && noted.diagnostic.span == *span)
    }

    /// Whether a mistake was noted within the bytes of a node and outside of the nodes in it, but for what is missing in that node
    /// itself: the misspelt word for it may stand there.
    pub(crate) fn has_own_in(&self, source: &Source, span: &Range<usize>, inner: &[Range<usize>]) -> bool {
        let found = self.0.borrow();
        let of_others =
            |noted: &&Noted| !matches!(&noted.role, Role::Missing { within, .. } if within == span);
        let told = found.all.iter().filter(of_others).map(|noted| &noted.diagnostic);
        let mut here = told.filter(|told| told.file == source.name).map(|told| &told.span);
        here.any(|told| lies_in(told, span) && !inner.iter().any(|node| lies_in(told, node)))
    }

    /// What would be right for what was found to be missing in the node of these bytes.
    pub(crate) fn hint_of_missing_in(&self, source: &Source, span: &Range<usize>) -> Option<String> {
        let found = self.0.borrow();
        let mut here = found.all.iter().filter(|noted| noted.diagnostic.file == source.name);
        let noted =
            here.find(|noted| matches!(&noted.role, Role::Missing { within, .. } if within == span))?;
        Some(noted.diagnostic.hint.clone())
    }

    /// Whether nothing was wrong so far.
    pub fn is_empty(&self) -> bool {
        self.0.borrow().all.is_empty()
    }

    /// Whether a further mistake would be left out: then it need not be put into words.
    pub fn is_full(&self) -> bool {
        let found = self.0.borrow();
        let own = found.all.iter().filter(|noted| noted.role.is_own()).count();
        own >= MAX_PROBLEMS || found.all.len() >= MOST_NOTED
    }

    /// How many mistakes were found so far, those included that follow from others.
    pub fn count(&self) -> usize {
        self.0.borrow().all.len()
    }

    /// The value if nothing was wrong, else all that was, in the order of the text. What follows from another mistake
    /// is left out; the first is always told.
    pub fn into_result<T>(self, value: T) -> Result<T, Diagnostics> {
        let Found { all, obscured } = self.0.into_inner();
        if all.is_empty() {
            return Ok(value);
        }
        let mut told: Vec<Diagnostic> = Vec::new();
        // A mistake follows only from one that stands on its own or was found before it, so that two never hide each other.
        let mut kept = vec![false; all.len()];
        for (index, noted) in all.iter().enumerate() {
            let causes = || {
                let others = all.iter().enumerate().filter(move |(at, _)| *at != index);
                others.filter(|(at, other)| other.role.is_own() || (*at < index && kept[*at]))
            };
            let follows = match &noted.role {
                Role::Own | Role::Twice(_) => false,
                Role::Missing { within, what } if within.is_empty() => {
                    let mut words = what.split('|').map(|word| format!("did you mean `{word}`?"));
                    words.any(|meant| causes().any(|(_, other)| other.diagnostic.hint == meant))
                }
                Role::Missing { within, .. } => causes().any(|(_, other)| {
                    other.diagnostic.file == noted.diagnostic.file && lies_in(&other.diagnostic.span, within)
                }),
                Role::Unresolved { what, word } => {
                    let named = |other: &Noted| other.owners.contains(word);
                    (obscured.contains(word) && causes().next().is_some())
                        || causes().any(|(_, other)| named(other))
                        || taken(&all, what) == Some(word)
                }
            };
            kept[index] = !follows;
        }
        let hints: Vec<Option<String>> = all.iter().map(hint_with_name(&all)).collect();
        for ((noted, hint), _) in all.into_iter().zip(hints).zip(kept).filter(|(_, kept)| *kept) {
            let hint = hint.unwrap_or(noted.diagnostic.hint);
            told.push(Diagnostic { hint, ..noted.diagnostic });
        }
        told.truncate(MAX_PROBLEMS);
        told.sort_by(|a, b| (&a.file, a.span.start).cmp(&(&b.file, b.span.start)));
        Err(Diagnostics(told))
    }
}

/// The one name that is asked for and stands nowhere, where two of its sort bear one name: one of the two should have it.
fn taken<'a>(all: &'a [Noted], sort: &str) -> Option<&'a String> {
    let is_twice = all.iter().any(|noted| matches!(noted.role, Role::Twice(what) if what == sort));
    let mut words = all.iter().filter_map(|noted| match &noted.role {
        Role::Unresolved { what, word } if *what == sort => Some(word),
        _ => None,
    });
    let first = words.next().filter(|_| is_twice)?;
    words.all(|word| word == first).then_some(first)
}

/// The hint of a name that stands twice, with the name that one of the two should have, where that is known.
fn hint_with_name(all: &[Noted]) -> impl Fn(&Noted) -> Option<String> {
    |noted| match noted.role {
        Role::Twice(what) => {
            let word = taken(all, what)?;
            Some(format!("{}: \"{word}\" is asked for and stands nowhere", noted.diagnostic.hint))
        }
        _ => None,
    }
}

fn lies_in(inner: &Range<usize>, outer: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

impl Source {
    /// A text and its name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into() }
    }

    /// A mistake in this text.
    pub fn problem(
        &self,
        span: Range<usize>,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Diagnostic {
        let start = span.start.min(self.text.len());
        let before = &self.text.as_bytes()[..start];
        let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let in_line = String::from_utf8_lossy(&before[line_start..]);
        Diagnostic {
            file: self.name.clone(),
            line: before.iter().filter(|byte| **byte == b'\n').count() + 1,
            column: in_line.chars().count() + 1,
            span,
            message: shortened(message.into()),
            hint: shortened(hint.into()),
            known: Vec::new(),
        }
    }

    /// The document, or `None` with the first mistake of its syntax noted.
    pub fn parse(&self, problems: &Problems) -> Option<KdlDocument> {
        if self.text.len() > MAX_BYTES {
            let message = format!("the file has {} bytes; at most {MAX_BYTES} are read", self.text.len());
            problems.note(self, 0..0, message, "split it into several files");
            return None;
        }
        match document::read(&self.text) {
            Ok(document) => Some(document),
            Err(mistake) => {
                problems.note(self, mistake.at, mistake.message, mistake.hint);
                None
            }
        }
    }

    /// The top nodes of the document, ready to be asked for their fields.
    pub fn nodes<'a>(&'a self, document: &'a KdlDocument, problems: &'a Problems) -> Vec<Fields<'a>> {
        document.nodes().iter().map(|node| Fields::new(self, problems, node)).collect()
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.message)?;
        if !self.hint.is_empty() {
            write!(f, " ({})", self.hint)?;
        }
        Ok(())
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.0.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(f, "{diagnostic}")?;
        }
        Ok(())
    }
}

/// A sentence of which the end is left out where it is too long to be read: it may quote a word of a megabyte.
fn shortened(mut sentence: String) -> String {
    const MAX_CHARACTERS: usize = 1000;
    if let Some((end, _)) = sentence.char_indices().nth(MAX_CHARACTERS) {
        sentence.truncate(end);
        sentence.push_str("...");
    }
    sentence
}

/// A text that can be shown on a terminal: control characters and those that turn the direction of writing are
/// written as escapes, and lines stay lines.
///
/// ```
/// assert_eq!(piaget_text::printable("a\u{1b}[2Jb\n"), "a\\u{1b}[2Jb\n");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_printable) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match is_printable(c) {
            true => shown.push(c),
            false => shown.extend(c.escape_unicode()),
        }
    }
    Cow::Owned(shown)
}

/// Whether a terminal shows a character, rather than obeying it; tabs and ends of lines count as shown.
pub fn is_printable(c: char) -> bool {
    matches!(c, '\n' | '\t') || !(c.is_control() || is_forbidden(c))
}

/// The known word that a mistyped one most likely stands for.
///
/// ```
/// assert_eq!(piaget_text::nearest("colr", ["kind", "colour"]), Some("colour"));
/// assert_eq!(piaget_text::nearest("KIND", ["wind", "kind"]), Some("kind"), "other capitals are one mistake");
/// assert_eq!(piaget_text::nearest("zebra", ["kind", "colour"]), None);
/// ```
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: Vec<char> = word.chars().take(64).collect();
    known
        .into_iter()
        .map(|candidate| (mistakes(&word, candidate), candidate))
        // What was written is wrong: it is not proposed.
        .filter(|(made, candidate)| *made > 0 && *made <= candidate.chars().count().max(3) / 2)
        .min_by_key(|(made, _)| *made)
        .map(|(_, candidate)| candidate)
}

/// How many mistakes turn one word into the other: other capitals throughout count as one.
fn mistakes(word: &[char], other: &str) -> usize {
    let same_letters =
        word.iter().flat_map(|c| c.to_lowercase()).eq(other.chars().flat_map(char::to_lowercase));
    edits(word, other).min(if same_letters { 1 } else { usize::MAX })
}

/// How many letters must be added, dropped or changed to turn one word into the other.
fn edits(word: &[char], other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in word.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in other.iter().enumerate() {
            let changed = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}
