//! Any text given to the reader of nodes is read or refused on a stack of 512 KB: no panic, no overflow, no hang. What
//! is read is no larger than is said.
#![no_main]

use libfuzzer_sys::fuzz_target;
use piaget_text::{KdlNode, MAX_DEPTH, Problems, Source};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::LazyLock;

/// The smallest stack that a host gives a thread by default.
const STACK_BYTES: usize = 512 << 10;

/// One thread reads all texts: to start one for each would take longer than the reading.
static READER: LazyLock<(SyncSender<String>, std::sync::Mutex<Receiver<()>>)> = LazyLock::new(|| {
    let (texts, incoming) = sync_channel::<String>(0);
    let (done, answers) = sync_channel(0);
    let reader = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(move || {
        for text in incoming {
            read(text);
            done.send(()).expect("somebody waits");
        }
    });
    reader.expect("a thread");
    (texts, std::sync::Mutex::new(answers))
});

fuzz_target!(|data: &[u8]| {
    let (texts, answers) = &*READER;
    texts.send(String::from_utf8_lossy(data).into_owned()).expect("the reader lives");
    answers.lock().expect("one asks at a time").recv().expect("the reader lives");
});

fn read(text: String) {
    let source = Source::new("fuzzed.kdl", text);
    let problems = Problems::default();
    let document = source.parse(&problems);
    assert_eq!(document.is_some(), problems.is_empty());
    let Some(document) = document else { return };
    for node in document.nodes() {
        assert!(depth(node) <= MAX_DEPTH + 1);
    }
    // Every part is reported as unknown when it is dropped unread.
    source.nodes(&document, &problems).into_iter().for_each(drop);
}

fn depth(node: &KdlNode) -> usize {
    1 + node.children().map_or(0, |children| children.nodes().iter().map(depth).max().unwrap_or(0))
}
