//! What is read is what the `kdl` crate's own parser reads, where that one comes back.

use crate::writer::Writer;
use crate::{on_a_small_stack, read};
use piaget_text::{KdlDocument, KdlNode};
use std::path::Path;

/// A document in one line a part: names, values and where they stand.
fn outline(document: &KdlDocument) -> String {
    let mut out = String::new();
    document.nodes().iter().for_each(|node| outline_node(node, 0, &mut out));
    out
}

fn outline_node(node: &KdlNode, depth: usize, out: &mut String) {
    let name = node.name();
    out.push_str(&format!(
        "{depth} {:?} {:?} {:?}\n",
        node.ty().map(|ty| ty.value()),
        name.value(),
        name.span()
    ));
    for entry in node.entries() {
        let key = entry.name().map(|key| (key.value(), key.span()));
        let ty = entry.ty().map(|ty| ty.value());
        // Debug output, so that what is not a number equals itself.
        out.push_str(&format!("{depth}   {key:?} {ty:?} {:?} {:?}\n", entry.value(), entry.span()));
    }
    let Some(children) = node.children() else { return };
    out.push_str(&format!("{depth} {{\n"));
    children.nodes().iter().for_each(|node| outline_node(node, depth + 1, out));
}

fn compare(text: &str) {
    let ours = read(text);
    let reference = text.parse::<KdlDocument>();
    match (&ours, &reference) {
        (Ok(ours), Ok(reference)) => assert_eq!(outline(ours), outline(reference), "in\n{text}"),
        (Err(_), Err(_)) => {}
        (Ok(_), Err(error)) => panic!("only the reference refuses\n{text}\n{error:?}"),
        (Err(error), Ok(_)) => panic!("only the reference reads\n{text}\n{error}"),
    }
}

#[test]
fn committed_files_are_read_alike() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut count = 0;
    for folder in ["scenarios", "characters", "characters/shared", "places"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "kdl") {
                compare(&std::fs::read_to_string(path).unwrap());
                count += 1;
            }
        }
    }
    assert!(count > 20, "{count} files");
}

#[test]
fn every_construct_is_read_alike() {
    for text in [
        "",
        "\u{feff}a",
        "a; b; c",
        "a 1 -2 +3 4.5 -6e7 8E-9 1_000 0xff -0x1_0 0o17 0b101",
        "a 0x 1",
        "a 1e",
        "a 1.",
        "a .5",
        "a -.5",
        "a - + -a .a -.a",
        "a 99999999999999999999999999999999999999999",
        "a #true #false #null #inf #-inf #nan",
        "a #tru",
        "a true",
        "a b=null",
        "\"a b\" \"c d\"=\"e f\"",
        "a \"\\n\\t\\\\\\\"\\s\\u{e9}\\b\\f\\r\"",
        "a \"\\u{110000}\"",
        "a \"\\q\"",
        "a \"x \\  \n  y\"",
        "a \"x\ny\"",
        "a \"\"\"\n  one\n    two\n\n  three\n  \"\"\"",
        "a \"\"\"\n  one\n two\n  \"\"\"",
        "a \"\"\"one\"\"\"",
        "a \"\"\"\n  a \\\"\"\" b\n  \"\"\"",
        "a #\"raw \\ \"quote\"# ##\"x\"#y\"##",
        "a #\"\"\"\n  raw \\n\n   more\n  \"\"\"#",
        "a #\"open",
        "a \"open",
        "(t)a (u)1 b=(v)2",
        "( t )a",
        "()a",
        "(t)",
        "a (t)(u)1",
        "a b = 1",
        "a b= 1 c =2",
        "a =1",
        "a 1=2",
        "a { b; c 1 { d } }",
        "a{b}",
        "a { b }; c",
        "a { b } c",
        "a { b } { c }",
        "a /- { b } { c }",
        "a { c } /- { b }",
        "/- a { b }\nc",
        "a /-1 2 /-b=3 c=4",
        "a /- \n 1 2",
        "/-",
        "a /-",
        "a /* b /* c */ d */ 1 // e\nf",
        "a \\\n 1 \\ // c\n 2\nb",
        "a \\ b",
        "a /* open",
        "a\r\nb\rc\u{85}d\u{2028}e",
        "a\u{a0}1\u{3000}2",
        "a \u{1}",
        "a [b]",
        "{ a }",
        "a }",
        "a {",
        "a\"b\"",
        "a \"b\"c",
        "a 1b",
        "a=1",
        "é 1 ü=2",
        ";",
    ] {
        compare(text);
    }
}

/// How many texts are made up: `PIAGET_TEXT_RUNS=10000000` tries as many.
fn runs(usual: u64) -> u64 {
    std::env::var("PIAGET_TEXT_RUNS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(usual)
}

#[test]
fn made_up_texts_are_read_on_a_small_stack() {
    let runs = runs(50_000);
    let readable =
        on_a_small_stack(|| (0..runs).filter(|seed| read(&Writer::new(*seed).text()).is_ok()).count() as u64);
    assert!(readable > runs / 20, "only {readable} of {runs} were readable: they would test little");
}

#[test]
fn made_up_texts_are_read_alike() {
    // The reference needs a large stack for rows of the same piece, and long for children that are commented out at
    // several depths.
    const STACK_BYTES: usize = 256 << 20;
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(|| {
        let runs = runs(5_000);
        let mut differ = 0;
        for seed in 0..runs {
            let text = Writer::new(seed).text();
            if text.matches("/-").count() < 6 {
                match (read(&text), text.parse::<KdlDocument>()) {
                    (Ok(ours), Ok(reference)) => {
                        assert_eq!(outline(&ours), outline(&reference), "in\n{text}")
                    }
                    (Err(_), Err(_)) => {}
                    _ => differ += 1,
                }
            }
        }
        // The reference reads `#truething` as two values and refuses `1/-2`; the format has it the other way round.
        assert!(differ < runs / 50, "{differ} of {runs} are refused by only one of both");
    });
    thread.unwrap().join().unwrap();
}
