//! Any text that a visitor sends to a session is obeyed or refused: no panic, no hang, bounded memory. Lines are
//! messages; between them time passes and what is told is read back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use piaget_lab::messages::bytes;
use piaget_lab::{Library, Said, Session};
use std::sync::{Arc, LazyLock};

/// The most messages of one run; each may make a scenario anew.
const MOST: usize = 12;

static LIBRARY: LazyLock<Arc<Library>> = LazyLock::new(|| {
    let mut library = Library::default();
    library.add_scenario("two-walls", include_str!("../../scenarios/two-walls.kdl"));
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
