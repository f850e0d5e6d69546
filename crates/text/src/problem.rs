//! Sources of text and the mistakes found in them.

use crate::lexer::is_forbidden;
use crate::{Fields, document};
use kdl::KdlDocument;
use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;
use std::ops::Range;

/// The largest text that is read, in bytes. A file beyond it is refused before it is parsed.
pub const MAX_BYTES: usize = 1 << 20;
/// How many mistakes of a reading are kept. A hostile file could hold one a byte; nobody reads more than these.
pub const MAX_PROBLEMS: usize = 100;

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

/// Mistakes as they are found; readers share it, so that one reading reports all of them.
#[derive(Debug, Default)]
pub struct Problems(RefCell<Vec<Diagnostic>>);

impl Problems {
    /// Notes a mistake.
    pub fn add(&self, diagnostic: Diagnostic) {
        let mut all = self.0.borrow_mut();
        if all.len() < MAX_PROBLEMS {
            all.push(diagnostic);
        }
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
        if !self.is_full() {
            self.add(source.problem(span, message, hint));
        }
    }

    /// Whether nothing was wrong so far.
    pub fn is_empty(&self) -> bool {
        self.0.borrow().is_empty()
    }

    /// Whether a further mistake would be left out: then it need not be put into words.
    pub fn is_full(&self) -> bool {
        self.0.borrow().len() >= MAX_PROBLEMS
    }

    /// How many mistakes were found so far.
    pub fn count(&self) -> usize {
        self.0.borrow().len()
    }

    /// The value if nothing was wrong, else all that was, in the order of the text.
    pub fn into_result<T>(self, value: T) -> Result<T, Diagnostics> {
        let mut all = self.0.into_inner();
        if all.is_empty() {
            return Ok(value);
        }
        all.sort_by(|a, b| (&a.file, a.span.start).cmp(&(&b.file, b.span.start)));
        Err(Diagnostics(all))
    }
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
/// assert_eq!(piaget_text::nearest("zebra", ["kind", "colour"]), None);
/// ```
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: Vec<char> = word.chars().take(64).collect();
    known
        .into_iter()
        .map(|candidate| (edits(&word, candidate), candidate))
        .filter(|(edits, candidate)| *edits <= candidate.chars().count().max(3) / 2)
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, candidate)| candidate)
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
