//! Some two hundred single mistakes, each planted into a file that is right: one message is told, in the line of the mistake, with a
//! hint that mends it. Where the hint says what to write, it is written and the file is checked again.

use piaget_memory::House;
use piaget_mind::Character;
use piaget_sim::files::Kept;
use piaget_sim::scenario::{Choice, Scenario};
use piaget_text::{Diagnostic, Source};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A mistake in one of the files, and what a reader of the hint does.
struct Mistake {
    file: String,
    /// The file that is checked, which names it.
    main: String,
    /// The line in which it is told, where that is not the one in which it stands.
    line: Option<usize>,
    right: String,
    wrong: String,
    mend: Mend,
}

enum Mend {
    /// Puts the word that the hint proposes in the place of this one.
    Word(String),
    /// Finds this in the hint, and writes the second in the place of the mistake.
    Write(String, String),
    /// Has to decide; the hint says this.
    Says(String),
}

fn read(file: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/mistakes").join(file);
    std::fs::read_to_string(path).unwrap()
}

/// The files that are right.
static FILES: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    ["dog.kdl", "yard.kdl", "home.kdl", "lynx.kdl", "pond.kdl", "den.kdl", "ears.kdl"]
        .map(|file| (file.to_owned(), read(file)))
        .into()
});

fn mistakes() -> Vec<Mistake> {
    let table = read("table.txt").replace('⏎', "\u{1}");
    let rows = table.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let mistakes = rows.map(|row| {
        let cells: Vec<String> = row.split('\t').map(|cell| cell.replace('\u{1}', "\n")).collect();
        let cell = |at: usize| cells.get(at).unwrap_or_else(|| panic!("{row}")).clone();
        let mend = match cells[3].as_str() {
            "word" => Mend::Word(cell(4)),
            "write" => Mend::Write(cell(4), cell(5)),
            "says" => Mend::Says(cell(4)),
            other => panic!("{other} in {row}"),
        };
        let (place, main) = cells[0].split_once('@').unwrap_or((&cells[0], ""));
        let (file, line) = match place.split_once(':') {
            Some((file, line)) => (file, Some(line.parse().unwrap())),
            None => (place, None),
        };
        let main = if main.is_empty() { file } else { main }.to_owned();
        Mistake { file: file.to_owned(), main, line, right: cell(1), wrong: cell(2), mend }
    });
    mistakes.collect()
}

fn text_of(file: &str) -> &'static str {
    &FILES[file]
}

/// What is told of the file that is checked, where one of the files is as given and the others are right.
fn check(main: &str, file: &str, text: &str) -> Vec<Diagnostic> {
    let mut files = FILES.clone();
    files.insert(file.to_owned(), text.to_owned());
    let source = Source::new(main, &*files[main]);
    let told = match main {
        "yard.kdl" | "pond.kdl" => {
            Scenario::load(&source, &Kept(files, BTreeMap::new()), &Choice::default()).map(|_| ())
        }
        "home.kdl" | "den.kdl" => House::from_text(main, &source.text).map(|_| ()),
        _ => {
            let mut include = |path: &str| match files.get(path) {
                Some(text) => Ok(Source::new(path, text)),
                None => Err(format!("there is no file \"{path}\"")),
            };
            Character::parse(&source, &mut include).map(|_| ())
        }
    };
    told.err().map_or(Vec::new(), |found| found.0)
}

/// The file with the mistake in it, and the line in which the two begin to differ.
fn with_mistake(mistake: &Mistake) -> (String, usize) {
    let right = text_of(&mistake.file);
    assert_eq!(
        right.matches(&*mistake.right).count(),
        1,
        "{:?} is not one place of {}",
        mistake.right,
        mistake.file
    );
    let text = right.replacen(&mistake.right, &mistake.wrong, 1);
    let same = right.bytes().zip(text.bytes()).take_while(|(a, b)| a == b).count();
    let line = text.as_bytes()[..same].iter().filter(|byte| **byte == b'\n').count() + 1;
    (text, mistake.line.unwrap_or(line))
}

/// The word between two marks.
fn quoted(sentence: &str, mark: char) -> Option<&str> {
    sentence.split(mark).nth(1)
}

/// What stands in the place of the mistake after somebody did as the hint says; an error says why that cannot be done.
fn mended(mistake: &Mistake, hint: &str) -> Result<Option<String>, String> {
    let says = |wanted: &str| match hint.contains(wanted) {
        true => Ok(()),
        false => Err(format!("the hint does not say `{wanted}`: {hint}")),
    };
    match &mistake.mend {
        Mend::Word(wrong) => {
            let meant = hint.strip_prefix("did you mean ").ok_or(format!("it proposes no word: {hint}"))?;
            let word = quoted(meant, '`').or(quoted(meant, '"')).ok_or("no word in the hint")?;
            let wrong = wrong.trim().trim_matches('"');
            if !mistake.wrong.contains(wrong) || word == wrong {
                return Err(format!("it proposes what was written: {hint}"));
            }
            Ok(Some(mistake.wrong.replacen(wrong, word, 1)))
        }
        Mend::Write(wanted, instead) => says(wanted).map(|()| Some(instead.to_owned())),
        Mend::Says(wanted) => says(wanted).map(|()| None),
    }
}

#[test]
fn one_mistake_is_told_once_in_its_line_and_the_hint_mends_it() {
    for (file, text) in FILES.iter().filter(|(file, _)| *file != "ears.kdl") {
        assert_eq!(check(file, file, text), [], "{file}");
    }
    let mistakes = mistakes();
    assert!(mistakes.len() >= 190, "{} mistakes", mistakes.len());
    let (mut wrong, mut applied) = (Vec::new(), 0);
    for mistake in &mistakes {
        let (text, line) = with_mistake(mistake);
        let told = check(&mistake.main, &mistake.file, &text);
        let all: Vec<String> = told.iter().map(Diagnostic::to_string).collect();
        let mut complain = |why: String| {
            let planted =
                format!("{:?} -> {:?} in line {line} of {}", mistake.right, mistake.wrong, mistake.file);
            wrong.push(format!("{planted}: {why}\n    {}", all.join("\n    ")));
        };
        let [one] = told.as_slice() else {
            complain(format!("{} messages", told.len()));
            continue;
        };
        if (&one.file, one.line) != (&mistake.file, line) {
            complain(format!("told in line {} of {}", one.line, one.file));
        }
        match mended(mistake, &one.hint) {
            Err(why) => complain(why),
            Ok(None) => {}
            Ok(Some(instead)) => {
                applied += 1;
                let text = text_of(&mistake.file).replacen(&mistake.right, &instead, 1);
                let again = check(&mistake.main, &mistake.file, &text);
                if !again.is_empty() {
                    complain(format!("after the hint: {again:?}"));
                }
            }
        }
    }
    println!("{} mistakes planted, the hints of {applied} applied", mistakes.len());
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), mistakes.len(), wrong.join("\n"));
}
