//! Reads KDL files into validated values and explains every mistake: file, line, column, what is wrong, and
//! what would be right.
//!
//! A reader of a file format asks a node for the fields it knows; whatever the node holds beyond what was asked
//! for is reported, with the nearest known word. A text is refused when it is larger than [`MAX_BYTES`], nests braces
//! deeper than [`MAX_DEPTH`] or holds more than [`MAX_PARTS`] nodes and values. Nothing here reads from
//! a disk: the caller brings the text.
//!
//! ```
//! use piaget_text::{Problems, Source};
//! let source = Source::new("sheep.kdl", "sheep speed=-1 colr=\"white\"");
//! let problems = Problems::default();
//! let document = source.parse(&problems).unwrap();
//! for mut sheep in source.nodes(&document, &problems) {
//!     assert_eq!(sheep.number("speed", 0.0..=10.0), None);
//!     sheep.word("colour");
//! }
//! let found = problems.into_result(()).unwrap_err();
//! assert_eq!(found.0[0].message, "`speed` is -1, outside 0 to 10");
//! assert_eq!(found.0[1].hint, "did you mean `colour`?");
//! ```

mod document;
mod fields;
mod lexer;
mod problem;
mod strings;

pub use document::{MAX_DEPTH, MAX_PARTS};
pub use fields::Fields;
pub use kdl::{KdlDocument, KdlEntry, KdlNode, KdlValue};
pub use problem::{
    Diagnostic, Diagnostics, MAX_BYTES, MAX_PROBLEMS, Problems, Source, is_printable, nearest, printable,
};
