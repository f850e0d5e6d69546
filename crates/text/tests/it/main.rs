//! The reader of texts against hostile files and against the `kdl` crate's own parser.

mod hostile;
mod reference;
mod writer;

use piaget_text::{Diagnostics, KdlDocument, Problems, Source};

/// Reads a text, or gives its mistakes.
fn read(text: &str) -> Result<KdlDocument, Diagnostics> {
    let source = Source::new("a.kdl", text);
    let problems = Problems::default();
    let document = source.parse(&problems);
    problems.into_result(())?;
    Ok(document.expect("a text without a mistake is a document"))
}

/// Does something on a stack of 512 KB: the smallest that a host gives a thread by default.
fn on_a_small_stack<T: Send>(what: impl FnOnce() -> T + Send) -> T {
    const STACK_BYTES: usize = 512 << 10;
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, what);
        thread.expect("a thread").join().expect("no panic")
    })
}
