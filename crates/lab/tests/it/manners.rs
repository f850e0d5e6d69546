//! A visitor who breaks no rule: a thousand messages of every kind, each within its limits, at the rate that is allowed. Whatever
//! they ask for, the session stays small, and nothing that cannot be interrupted takes long.

use crate::memory;
use crate::support::{Visitor, chosen};
use piaget_lab::Said;
use piaget_lab::messages::{Change, Choice, Export, NewThing, ShapePlan, Timed, ToLab};
use std::time::{Duration, Instant};

/// What a thousand messages may take, the session itself counted.
const MOST_BYTES: usize = 64 << 20;
/// Messages come 60 times a second.
const BETWEEN_S: f64 = 1.0 / 60.0;
/// Ticks or changes between two messages: more than a turn of the server has time for.
const WORK: u32 = 8;

/// Longer than most, within what is allowed.
fn long_character() -> String {
    let padding = "// a remark that nobody needs\n".repeat(2000);
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../characters/duncan.kdl"))
        .expect("it is there");
    text + &padding
}

/// A link with a long character, and then settings of it that each repeat the whole text.
fn heavy_link() -> Choice {
    let creature = || "duncan".to_owned();
    let text = Change::Character { creature: creature(), text: long_character() };
    let set = |n: u32| Change::Set {
        creature: creature(),
        path: "eyes.field-of-view".into(),
        value: 60.0 + (n % 60) as f32,
    };
    let changes = std::iter::once(text).chain((0..1999).map(set));
    let changes = changes.map(|change| Timed { tick: 0, change }).collect();
    Choice { changes, until: Some(100), ..chosen("two-walls") }
}

/// The `n`th message of the kind `n % KINDS`.
fn message(n: u32) -> ToLab {
    let creature = || "duncan".to_owned();
    let at = |n: u32| [(n % 17) as f32 - 8.0, 0.0, (n % 13) as f32 - 6.0];
    let kinds: [&dyn Fn() -> ToLab; KINDS as usize] = [
        &|| {
            ToLab::Choose(chosen(
                ["two-walls", "max-and-morris", "crowd", "village"][(n / KINDS) as usize % 4],
            ))
        },
        &|| ToLab::Change(Change::Transport { what: "sheep".into(), to: at(n) }),
        &|| ToLab::Step { ticks: 3000 },
        &|| ToLab::Export { what: Export::Trace },
        &|| ToLab::Scrub { tick: Some(n % 40) },
        &|| ToLab::Resume,
        &|| ToLab::Speed { factor: 20.0 },
        &|| {
            let path = (0..100).map(at).collect();
            ToLab::Change(Change::Slide { thing: "sheep".into(), path, speed: 20.0 })
        },
        &|| {
            let thing = NewThing {
                name: format!("stone-{n}"),
                kind: "stone".into(),
                colour: "grey".into(),
                shape: ShapePlan::Sphere { radius: 0.2 },
                at: at(n),
                solid: true,
            };
            ToLab::Change(Change::Add { thing })
        },
        &|| {
            ToLab::Change(Change::Set {
                creature: creature(),
                path: "eyes.field-of-view".into(),
                value: 90.0,
            })
        },
        &|| ToLab::Change(Change::Character { creature: creature(), text: long_character() }),
        &|| ToLab::Change(Change::Character { creature: creature(), text: "actions { a }\n".repeat(4000) }),
        &|| {
            let text = "character \"fine\"; beliefs { map cell=0.02 }".to_owned();
            ToLab::Change(Change::Character { creature: creature(), text })
        },
        &|| ToLab::Choose(Choice { set: vec!["ground.size=900 900".into()], ..chosen("two-walls") }),
        &|| ToLab::Choose(heavy_link()),
        &|| ToLab::Export { what: Export::Recording },
        &|| ToLab::Share,
        &|| ToLab::Digest,
        &|| ToLab::Choose(Choice { until: Some(100_000), ..chosen("max-and-morris") }),
        &|| ToLab::Restart { seed: Some(u64::from(n)) },
    ];
    kinds[(n % KINDS) as usize]()
}

const KINDS: u32 = 20;

#[test]
#[allow(clippy::disallowed_methods, reason = "the longest piece of work is told, and decides nothing")]
fn a_thousand_messages_of_every_kind_hold_little() {
    drop(Visitor::new());
    let before = memory::begin();
    let mut visitor = Visitor::new();
    let (mut longest, mut refused, mut frames) = ((Duration::ZERO, 0), 0, 0);
    for n in 0..1000 {
        let began = Instant::now();
        visitor.session.hear_while(message(n), &mut || false);
        let heard = began.elapsed();
        let mut left = WORK;
        visitor.session.advance_while(BETWEEN_S, &mut || {
            left = left.saturating_sub(1);
            left > 0
        });
        while let Some(said) = visitor.session.say() {
            match said {
                Said::Frame(_) => frames += 1,
                Said::Text(words) => refused += u32::from(format!("{words:?}").starts_with("Refused")),
            }
        }
        longest = longest.max((heard.max(began.elapsed() / WORK), n % KINDS));
    }
    let most = memory::most_since(before);
    println!("{most} bytes at most, {frames} frames, {refused} refused; longest {longest:?}");
    assert!(most < MOST_BYTES, "{most} bytes");
    assert!(frames > 200 && refused > 50, "{frames} frames, {refused} refused");
}

/// One message of 200 KB that says nothing forbidden: two thousand texts of 64 KB would wait for one tick.
#[test]
fn settings_of_a_long_character_do_not_each_wait_with_its_text() {
    let mut visitor = Visitor::at("two-walls");
    let before = memory::begin();
    visitor.tell(ToLab::Choose(heavy_link()));
    let mut left = 300;
    visitor.session.advance_while(0.0, &mut || {
        left -= 1;
        left > 0
    });
    let most = memory::most_since(before);
    assert!(most < 16 << 20, "{most} bytes for 150 settings");
    assert_eq!(left, 0, "it is not asked between two of them");
}

#[test]
fn a_visitor_cannot_ask_for_what_the_machine_could_give() {
    let mut visitor = Visitor::at("two-walls");
    let fine = "character \"fine\"; beliefs { map cell=0.02 }".to_owned();
    let before = memory::begin();
    for message in [
        ToLab::Change(Change::Character { creature: "duncan".into(), text: fine }),
        ToLab::Choose(Choice { set: vec!["ground.size=900 900".into()], ..chosen("two-walls") }),
    ] {
        visitor.tell(message);
        let refused = visitor.refused().expect("it is too much");
        assert!(refused.why.contains("more than a visitor of the lab has"), "{}", refused.why);
        visitor.wait(5);
    }
    let most = memory::most_since(before);
    assert!(most < 16 << 20, "{most} bytes for what was refused");
}
