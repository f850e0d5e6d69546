//! Each broken file is told its line and what would be right. The first line of a file says what is expected:
//! `// LINE: a fragment of the message | a fragment of the hint`.

use piaget_sim::files::Disk;
use piaget_sim::scenario::{Choice, Scenario};
use piaget_text::Source;
use std::path::Path;

#[test]
fn every_broken_file_is_told_what_would_be_right() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken");
    let mut paths: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "kdl"));
    paths.sort();
    let mut wrong = Vec::new();
    for path in &paths {
        let text = std::fs::read_to_string(path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let expected = text.lines().next().and_then(|line| line.strip_prefix("// ")).expect(&name);
        let (line, rest) = expected.split_once(": ").expect(&name);
        let (message, hint) = rest.split_once(" | ").expect(&name);
        let line: usize = line.parse().expect(&name);
        match Scenario::load(&Source::new(&name, &text), &Disk::beside(path), &Choice::default()) {
            Ok(_) => wrong.push(format!("{name}: was read without complaint")),
            Err(found) => {
                let first = &found.0[0];
                if first.line != line || !first.message.contains(message) || !first.hint.contains(hint) {
                    wrong.push(format!("{name}: expected {expected}\n{found}"));
                }
            }
        }
    }
    assert!(paths.len() >= 30, "{} broken files", paths.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
