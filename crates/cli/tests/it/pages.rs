//! The pages that people read: the book, README, ARCHITECTURE.md, CONTRIBUTING.md.

use crate::program::root;

/// Their paths from the root of the repository. The changelog is not among them: it tells of what was.
pub fn pages() -> Vec<String> {
    let entries = std::fs::read_dir(root().join("docs")).expect("docs");
    let names = entries.map(|entry| entry.expect("a page").file_name().into_string().expect("a plain name"));
    let mut pages: Vec<_> =
        names.filter(|name| name.ends_with(".md")).map(|name| format!("docs/{name}")).collect();
    pages.extend(["README.md".to_owned(), "CONTRIBUTING.md".to_owned(), "ARCHITECTURE.md".to_owned()]);
    pages.sort();
    pages
}

/// A file of the repository.
pub fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// What stands between backticks in a page, outside of fenced blocks, each with its line.
pub fn spans(text: &str) -> Vec<(usize, String)> {
    let mut spans = Vec::new();
    let mut line = 1;
    for (part, text) in text.split("```").enumerate() {
        let (mut at, outside) = (line, part % 2 == 0);
        for (piece, text) in text.split('`').enumerate() {
            if outside && piece % 2 == 1 {
                spans.push((at, text.replace('\n', " ")));
            }
            at += text.matches('\n').count();
        }
        line = at;
    }
    spans
}

/// What stands in the fenced blocks of a page.
pub fn fenced(text: &str) -> String {
    text.split("```").skip(1).step_by(2).collect()
}

#[test]
fn spans_are_found_with_their_lines_and_blocks_are_left_out() {
    let text = "one `a b`\n```sh\n`no`\n```\nand `c\nd` and `e`\n";
    let expected = [(1, "a b"), (5, "c d"), (6, "e")].map(|(line, text)| (line, text.to_owned()));
    assert_eq!(spans(text), expected);
    assert_eq!(fenced(text), "sh\n`no`\n");
}
