//! Any text that a visitor sends to a session is obeyed or refused: no panic, no hang, bounded memory. Lines are
//! messages; between them time passes and what is told is read back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use piaget_lab::messages::bytes;
use piaget_lab::{FIRST, Library, Said, Session};
use std::sync::{Arc, LazyLock};

/// The most messages of one run; each may make a scenario anew.
const MOST: usize = 12;

/// Where a visit begins: small, because each run begins one.
const AT_FIRST: &str = r#"
scenario "two-walls" { shows "A thing and somebody."; try "Anything." }
length 5
ground { size 6 6 }
thing "cube" { at 0 2; shape "box" { size 0.5 0.5 0.5 } }
creature "dog" { character "characters/small.kdl"; at 0 0 }
"#;
const SMALL: &str = r#"
character "small"
percepts { kind "cube" }
selector "cube" "cube" nearest=#true
actions { tuple "look" object="cube" value=1 { do "look-at" } }
"#;

static LIBRARY: LazyLock<Arc<Library>> = LazyLock::new(|| {
    let mut library = Library::default();
    library.add_scenario(FIRST, AT_FIRST);
    library.add_file("characters/small.kdl", SMALL);
    library.add_scenario("gap", include_str!("../../scenarios/gap.kdl"));
    library.add_scenario("field", include_str!("../../scenarios/field.kdl"));
    for (name, text) in [
        ("characters/duncan.kdl", include_str!("../../characters/duncan.kdl")),
        ("characters/reactive-dog.kdl", include_str!("../../characters/reactive-dog.kdl")),
        ("characters/shared/sheepdog.kdl", include_str!("../../characters/shared/sheepdog.kdl")),
    ] {
        library.add_file(name, text);
    }
    Arc::new(library)
});

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let mut session = Session::new(LIBRARY.clone()).expect("the library has scenarios");
    for line in text.lines().take(MOST) {
        session.hear_text(line);
        session.advance(0.07);
        while let Some(said) = session.say() {
            if let Said::Frame(message) = said {
                bytes::unpack(&message).expect("what we say can be read");
            }
        }
    }
});
