//! Texts that overflowed the stack, took minutes or took gigabytes: each is read or refused on a stack of 512 KB. No
//! clock is asked: what is quadratic takes minutes at these sizes, and the runner of the tests ends it.

use crate::{on_a_small_stack, read};
use piaget_text::{MAX_BYTES, MAX_DEPTH, MAX_PARTS, MAX_PROBLEMS, Problems, Source, printable};

/// Reads on a small stack and says what is wrong, or nothing.
fn mistake(text: &str) -> String {
    on_a_small_stack(|| read(text).err().map_or_else(String::new, |found| found.to_string()))
}

#[test]
fn comments_nest_without_a_stack() {
    let deep = |n: usize| format!("{} a {}", "/*".repeat(n), "*/".repeat(n));
    assert_eq!(mistake(&deep(900)), "");
    assert_eq!(mistake(&deep(100_000)), "");
    // A banner: the kdl crate's parser takes a frame for each star.
    assert_eq!(mistake(&format!("/*{}*/ a", "* ".repeat(100_000))), "");
    let open = mistake(&"/*".repeat(1000));
    assert_eq!(open, "a.kdl:1:1: this comment has no end (close it with `*/`)");
}

#[test]
fn a_brace_within_quotes_is_not_counted() {
    // Counting braces of the bare text closes each of them again.
    let hidden = "a \"}\" {\n".repeat(400) + &"}\n".repeat(400);
    assert!(mistake(&hidden).contains("braces are nested too deep"), "{}", mistake(&hidden));
    for text in
        ["a #\"}\"# {\n", "a /* } */ {\n", "a // }\n{\n", "a #\"\"\"\n}\n\"\"\"# {\n", "a \"\\\"}\" {\n"]
    {
        let found = mistake(&text.repeat(400));
        assert!(found.contains("too deep") || found.contains("cannot begin"), "{text}: {found}");
    }
    // Braces within quotes open nothing either.
    assert_eq!(mistake(&"a \"{{{{\" #\"{{\"# /* {{ */ // {{\n".repeat(400)), "");
}

#[test]
fn braces_nest_as_deep_as_is_said() {
    let deep = |n: usize| "a {\n".repeat(n) + &"}\n".repeat(n);
    assert_eq!(mistake(&deep(MAX_DEPTH)), "");
    let over = mistake(&deep(MAX_DEPTH + 1));
    assert_eq!(over, "a.kdl:65:3: braces are nested too deep (nest at most 64 braces)");
    assert!(mistake(&deep(100_000)).contains("too deep"));
    assert!(mistake(&"}".repeat(100_000)).contains("this brace closes nothing"));
    assert!(mistake("a {\n b {\n").contains("a.kdl:2:4: this brace is not closed"));
}

#[test]
fn annotations_do_not_pile_up() {
    let found = mistake(&("(a)".repeat(20_000) + "b"));
    assert!(found.contains("a.kdl:1:4: the name of a node cannot begin with `(`"), "{found}");
    assert!(mistake(&"(".repeat(20_000)).contains("the name of a type cannot begin with `(`"));
    assert_eq!(mistake(&format!("a {}", "(a)b ".repeat(20_000))), "");
}

#[test]
fn commented_children_are_read_once() {
    // The kdl crate's parser reads them twice at each depth: these 512 bytes would take it longer than a life.
    let text = "a /-{\n".repeat(MAX_DEPTH) + &"}\n".repeat(MAX_DEPTH);
    assert_eq!(mistake(&text), "");
    assert!(mistake(&"/-".repeat(100_000)).contains("cannot begin with"));
}

#[test]
fn a_large_text_is_refused_and_says_so() {
    let found = mistake(&"a\n".repeat(2 << 20));
    assert!(found.contains("the file has 4194304 bytes; at most 1048576 are read"), "{found}");
    let many = mistake(&"a\n".repeat(MAX_PARTS + 1));
    assert!(many.contains("more than 100000 nodes and values"), "{many}");
    assert_eq!(mistake(&"a\n".repeat(MAX_PARTS)), "");
}

#[test]
fn every_kind_of_large_text_is_read_once() {
    for piece in [
        "a =\n",
        "a \"\\q\"\n",
        "a 1a b=\n",
        ")",
        "a\u{1}\n",
        "a \"b\n",
        "a #x\n",
        "\"",
        "#",
        "##\"",
        "\\",
        "\\\n",
        "/*",
        "*/",
        "/-",
        "/- \n",
        "//",
        ";",
        "=",
        "a=",
        "(",
        ")",
        "{",
        "}",
        "{a",
        "a{",
        "\u{feff}",
        "\"\"\"\n",
        "#\"\"\"\n",
        "a \\",
        "0x",
        "1e",
        "-.",
        "+",
        "é",
        "\r",
        "\u{2028}",
    ] {
        let text = piece.repeat((MAX_BYTES - 8) / piece.len());
        for text in [text.clone(), format!("a {text}"), format!("a \"{text}"), format!("a #\"{text}")] {
            mistake(&text);
        }
    }
}

#[test]
fn mistakes_beyond_the_most_are_not_put_into_words() {
    // The line of each mistake is counted from the beginning of the file.
    let text = "sheep colr=1 {\n  wool\n}\n".repeat(30_000);
    let source = Source::new("a.kdl", text);
    let problems = Problems::default();
    let document = source.parse(&problems).expect("it is KDL");
    for mut sheep in source.nodes(&document, &problems) {
        sheep.word("colour");
    }
    let found = problems.into_result(()).unwrap_err();
    assert_eq!(found.0.len(), MAX_PROBLEMS);
}

#[test]
fn a_mistake_quotes_no_megabytes() {
    let source = Source::new("a.kdl", format!("sheep {}=1", "x".repeat(500_000)));
    let problems = Problems::default();
    let document = source.parse(&problems).expect("it is KDL");
    source.nodes(&document, &problems).into_iter().for_each(drop);
    let found = problems.into_result(()).unwrap_err();
    assert!(found.to_string().len() < 2500, "{}", found.to_string().len());
}

#[test]
fn what_is_shown_has_no_control_characters() {
    assert_eq!(
        printable("\u{1b}]0;owned\u{7}\r\u{9b}2J\u{202e}"),
        "\\u{1b}]0;owned\\u{7}\\u{d}\\u{9b}2J\\u{202e}"
    );
    assert_eq!(printable("é — \"ok\"\n\tline"), "é — \"ok\"\n\tline");
}

/// What turns the direction of writing hides a node from who reads the file: it looks like a part of the comment.
#[test]
fn a_comment_hides_no_node() {
    for text in [
        "// a comment \u{202e}\nsheep 1",
        "/* \u{2066} */ sheep 1",
        "sheep 1 // \0",
        "/- \"\u{200f}\"\nsheep 1",
    ] {
        let told = mistake(text);
        assert!(told.contains("may not stand in a text"), "{told}");
    }
    let source = Source::new("a.kdl", "\u{feff}// \u{e9}\u{4e2d}\u{1f411}\r\nsheep 1");
    assert!(source.parse(&Problems::default()).is_some());
}
