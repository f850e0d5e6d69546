//! Every broken character in `tests/broken` is told what is wrong with it, on the line where it is wrong, and
//! what would be right. A file says itself what it expects: `// expect LINE: message` and `// hint: ...`.

use piaget_mind::Character;
use piaget_text::Source;
use std::fs;
use std::path::Path;

#[test]
fn every_broken_character_is_told_where_and_why() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken");
    let mut names: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort_unstable();
    assert!(names.len() >= 12);
    let mut wrong = Vec::new();
    for name in &names {
        let text = fs::read_to_string(folder.join(name)).unwrap();
        let mut include = |path: &str| match fs::read_to_string(folder.join(path)) {
            Ok(text) => Ok(Source::new(path, text)),
            Err(_) => Err("there is no such file".to_owned()),
        };
        let found = match Character::parse(&Source::new(name.as_str(), text.as_str()), &mut include) {
            Ok(_) => "it was accepted".to_owned(),
            Err(mistakes) => {
                let first = &mistakes.0[0];
                format!("// expect {}: {}\n// hint: {}", first.line, first.message, first.hint)
            }
        };
        let expected: Vec<&str> = text.lines().take(2).map(str::trim_end).collect();
        if found.lines().map(str::trim_end).ne(expected.iter().copied()) {
            wrong.push(format!("{name}\n  expected\n{}\n  but found\n{found}", expected.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
