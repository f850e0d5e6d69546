//! Any text that a visitor sends to a session is obeyed or refused: no panic, no hang, bounded memory. Lines are
//! messages; between them time passes and what is told is read back. Where no line is a message, nothing can have changed, and
//! the next run meets the same session: most runs are such, and beginning a session takes far longer than refusing a line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use piaget_lab::messages::{FromLab, ToLab, bytes};
use piaget_lab::{FIRST, Library, Said, Session};
use std::cell::RefCell;
use std::sync::{Arc, LazyLock};

/// The most messages of one run; each may make a scenario anew.
const MOST: usize = 6;

/// Where a visit begins: small, because each run begins one.
const AT_FIRST: &str = r#"
scenario "two-walls" { shows "A thing and somebody."; try "Anything." }
length 5
ground { size 6 6 }
wall "left" { at -2 0; size 1 0.2 }
thing "sheep" { at 0 2; shape "box" { size 0.5 0.5 0.5 } }
creature "duncan" { character "characters/small.kdl"; at 0 0 }
"#;
const SMALL: &str = r#"
character "small"
eyes field-of-view=90
percepts { kind "sheep" }
selector "sheep" "sheep" nearest=#true
actions { tuple "look" object="sheep" value=1 { do "look-at" } }
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
        ("characters/shared/patience.kdl", include_str!("../../characters/shared/patience.kdl")),
    ] {
        library.add_file(name, text);
    }
    Arc::new(library)
});

fn begin() -> Session {
    Session::new(LIBRARY.clone()).expect("the library has scenarios")
}

/// Everything that the session has to say.
fn listen(session: &mut Session, mut each: impl FnMut(Said)) {
    while let Some(said) = session.say() {
        if let Said::Frame(message) = &said {
            bytes::unpack(message).expect("what we say can be read");
        }
        each(said);
    }
}

thread_local! {
    /// One in which nobody was ever obeyed and no time passed.
    static UNTOUCHED: RefCell<Session> = RefCell::new(begin());
}

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let lines = || text.lines().take(MOST);
    if !lines().any(|line| serde_json::from_str::<ToLab>(line).is_ok()) {
        return UNTOUCHED.with_borrow_mut(|session| {
            listen(session, |_| ());
            for line in lines() {
                session.hear_text(line);
                listen(session, |said| assert!(matches!(said, Said::Text(word) if matches!(*word, FromLab::Refused(_)))));
            }
        });
    }
    let mut session = begin();
    for line in lines() {
        session.hear_text(line);
        session.advance(0.07);
        listen(&mut session, |_| ());
    }
});
