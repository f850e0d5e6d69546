//! Sources of text and the mistakes found in them.

use crate::Fields;
use kdl::KdlDocument;
use std::cell::RefCell;
use std::fmt;
use std::ops::Range;

/// The largest text that is read, in bytes. A file beyond it is refused before it is parsed.
pub const MAX_BYTES: usize = 4 << 20;
/// How deep braces may nest; the parser walks them by recursion.
pub const MAX_DEPTH: usize = 64;

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
        // A hostile file could hold a mistake per byte; nobody reads past the first hundred.
        const MOST: usize = 100;
        let mut all = self.0.borrow_mut();
        if all.len() < MOST {
            all.push(diagnostic);
        }
    }

    /// Whether nothing was wrong so far.
    pub fn is_empty(&self) -> bool {
        self.0.borrow().is_empty()
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
            message: message.into(),
            hint: hint.into(),
        }
    }

    /// The document, or `None` with the mistakes noted.
    pub fn parse(&self, problems: &Problems) -> Option<KdlDocument> {
        if let Some(problem) = self.too_much() {
            problems.add(problem);
            return None;
        }
        match self.text.parse::<KdlDocument>() {
            Ok(document) => Some(document),
            Err(error) => {
                for found in &error.diagnostics {
                    let at = found.span.offset();
                    let message = found.message.clone().unwrap_or_else(|| "this is not KDL".into());
                    let hint = found.help.clone().unwrap_or_else(|| {
                        "a line is a node: `name argument field=value { children }`, with words in quotes"
                            .into()
                    });
                    problems.add(self.problem(at..at + found.span.len(), message, hint));
                }
                if error.diagnostics.is_empty() {
                    problems.add(self.problem(0..0, "this is not KDL", "see kdl.dev for the format"));
                }
                None
            }
        }
    }

    /// The top nodes of the document, ready to be asked for their fields.
    pub fn nodes<'a>(&'a self, document: &'a KdlDocument, problems: &'a Problems) -> Vec<Fields<'a>> {
        document.nodes().iter().map(|node| Fields::new(self, problems, node)).collect()
    }

    /// Texts that are refused before they are parsed.
    fn too_much(&self) -> Option<Diagnostic> {
        if self.text.len() > MAX_BYTES {
            let message = format!("the file has {} bytes; at most {MAX_BYTES} are read", self.text.len());
            return Some(self.problem(0..0, message, "split it into several files"));
        }
        let (mut depth, mut deepest, mut at) = (0usize, 0, 0);
        for (index, byte) in self.text.bytes().enumerate() {
            match byte {
                b'{' | b'(' => depth += 1,
                b'}' | b')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > deepest {
                (deepest, at) = (depth, index);
            }
        }
        // Block comments nest too, and a hostile file may open thousands of them.
        let comments = self.text.matches("/*").count();
        if deepest > MAX_DEPTH || comments > 1000 {
            let message = format!("braces are nested {deepest} deep and {comments} comments are opened");
            let hint = format!("nest at most {MAX_DEPTH} braces and open at most 1000 block comments");
            return Some(self.problem(at..at + 1, message, hint));
        }
        None
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
