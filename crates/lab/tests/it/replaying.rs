//! The same again: shared links, recordings, the past, and characters that are given while a creature lives.

use crate::support::{Visitor, chosen};
use piaget_lab::messages::{Change, Choice, Export, FromLab, NewThing, ShapePlan, Shared, ToLab};
use piaget_sim::{Recording, Threads, Trace};
use std::collections::BTreeMap;

/// Plays with everything that a hand can do.
fn meddle(visitor: &mut Visitor) {
    visitor.wait(40);
    visitor.change(Change::Transport { what: "sheep".into(), to: [-5.0, 0.0, 6.5] });
    visitor.wait(20);
    visitor.change(Change::Say { by: "shepherd".into(), words: "approach sheep".into(), at: None });
    let shape = ShapePlan::Box { size: [0.5, 0.5, 0.5] };
    let (name, kind, colour) = ("cube".to_owned(), "cube".to_owned(), "red".to_owned());
    visitor.change(Change::Add {
        thing: NewThing { name, kind, colour, shape, at: [2.0, 0.0, 2.0], solid: true },
    });
    visitor.wait(30);
    visitor.change(Change::Slide { thing: "cube".into(), path: vec![[0.0, 0.0, 3.0]], speed: 2.0 });
    visitor.change(Change::MoveWall { wall: "left".into(), to: [-4.0, 0.0, 3.0], yaw: Some(40.0) });
    let path = visitor.plan.as_ref().unwrap().parameters.iter().find(|one| one.path.ends_with("half-life"));
    let path = path.unwrap().path.clone();
    visitor.change(Change::Set { creature: "duncan".into(), path, value: 7.0 });
    visitor.wait(60);
    visitor.change(Change::Remove { thing: "cube".into() });
    visitor.wait(50);
}

fn shared(visitor: &mut Visitor) -> Shared {
    visitor.tell(ToLab::Share);
    let found = visitor.said.iter().find_map(|said| match said {
        FromLab::Shared(shared) => Some(shared.clone()),
        _ => None,
    });
    found.unwrap()
}

/// A file, put together from its parts.
fn exported(visitor: &mut Visitor, what: Export) -> String {
    visitor.tell(ToLab::Export { what });
    let mut content = String::new();
    for _ in 0..1000 {
        for said in visitor.said.drain(..) {
            match said {
                FromLab::Exported(part) => {
                    content.push_str(&part.content);
                    if !part.more {
                        return content;
                    }
                }
                FromLab::Refused(refused) => panic!("{refused:?}"),
                _ => {}
            }
        }
        visitor.session.advance(0.0);
        visitor.listen();
    }
    panic!("no file came");
}

#[test]
fn a_shared_link_a_recording_and_a_trace_give_the_same_digest() {
    let mut first = Visitor::at("two-walls");
    first.tell(ToLab::Choose(Choice { seed: Some(9), ..chosen("two-walls") }));
    meddle(&mut first);
    let link = shared(&mut first);
    assert_eq!((link.choice.seed, link.choice.changes.len()), (Some(9), 7));

    // As it goes through an address bar.
    let text = serde_json::to_string(&link.choice).unwrap();
    let mut second = Visitor::new();
    second.tell(ToLab::Choose(serde_json::from_str(&text).unwrap()));
    while second.session.tick() < link.choice.until.unwrap() {
        second.session.advance(0.0);
    }
    second.listen();
    assert_eq!(second.picture.digest, link.digest);
    assert!(second.picture.differs(&first.picture).is_empty());
    assert!(second.last.clock.as_ref().is_none_or(|clock| clock.paused), "it waits there");

    let other = shared(&mut second);
    assert_eq!(other, link, "a link of a link");

    let recording = unbase64(&exported(&mut first, Export::Recording));
    let mut recording = Recording::open(&recording, Threads::One).unwrap();
    assert_eq!(recording.play(|_| {}).to_string(), link.digest);

    let trace = exported(&mut first, Export::Trace);
    assert_eq!(Trace::read(trace.as_bytes()).unwrap().end.digest, link.digest);
}

#[test]
fn the_past_is_shown_as_it_was() {
    let mut visitor = Visitor::at("two-walls");
    let mut album = BTreeMap::new();
    visitor.watch(1);
    while visitor.session.tick() < 330 {
        if visitor.session.tick() == 100 {
            visitor
                .session
                .hear(ToLab::Change(Change::Transport { what: "sheep".into(), to: [-5.0, 0.0, 6.5] }));
        } else {
            visitor.session.hear(ToLab::Step { ticks: 1 });
        }
        album.insert(visitor.session.tick(), visitor.picture.clone());
        visitor.session.advance(0.0);
        visitor.listen();
    }
    album.insert(330, visitor.picture.clone());
    for tick in [330u32, 5, 329, 150, 151, 100, 101, 1, 240] {
        visitor.tell(ToLab::Scrub { tick: Some(tick) });
        assert!(visitor.refused().is_none(), "{tick}: {:?}", visitor.refused());
        assert!(
            visitor.picture.differs(&album[&tick]).is_empty(),
            "tick {tick}: {:?}",
            visitor.picture.differs(&album[&tick])
        );
    }
    visitor.tell(ToLab::Change(Change::Remove { thing: "sheep".into() }));
    assert!(visitor.refused().unwrap().why.contains("past cannot be changed"));
    visitor.tell(ToLab::Scrub { tick: None });
    assert!(visitor.picture.differs(&album[&330]).is_empty());
    visitor.watch(1);
    assert_eq!(visitor.picture.tick, 331);
}

#[test]
fn becoming_what_it_is_changes_nothing() {
    for scenario in ["two-walls", "forager", "max-and-morris"] {
        let mut plain = Visitor::at(scenario);
        plain.wait(240);
        let mut changed = Visitor::at(scenario);
        for _ in 0..3 {
            changed.wait(60);
            let plan = changed.plan.clone().unwrap();
            changed.change(Change::Character { creature: plan.creature, text: plan.text });
        }
        changed.wait(60);
        assert_eq!(changed.picture.digest, plain.picture.digest, "{scenario}");
    }
}

#[test]
fn a_slider_acts_at_once_and_its_file_can_be_taken_home() {
    let mut visitor = Visitor::at("two-walls");
    visitor.watch(10);
    let (path, value) = ("eyes.field-of-view".to_owned(), 20.0);
    let before = visitor.picture.visible.iter().filter(|seen| **seen == 1).count();
    visitor.change(Change::Set { creature: "duncan".into(), path: path.clone(), value });
    visitor.watch(2);
    let after = visitor.picture.visible.iter().filter(|seen| **seen == 1).count();
    assert!(after * 2 < before, "{before} nodes in view, then {after}");
    assert!(!visitor.picture.beliefs.is_empty(), "what he believes stays");
    let own = visitor.plan.as_ref().unwrap().parameters.iter().find(|one| one.path == path).unwrap();
    assert_eq!(own.value, value);
    let file = exported(&mut visitor, Export::Character { creature: "duncan".into() });
    let source = piaget_text::Source::new("duncan.kdl", file);
    let alone =
        piaget_mind::Character::parse(&source, &mut |_| Err("it needs no other file".into())).unwrap();
    assert!((alone.eyes.eye.field_of_view_rad.to_degrees() - value).abs() < 1e-3);
}

fn unbase64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits: Vec<u32> = text
        .bytes()
        .filter_map(|byte| DIGITS.iter().position(|own| *own == byte))
        .map(|at| at as u32)
        .collect();
    let mut bytes = Vec::new();
    for four in digits.chunks(4) {
        let number = four.iter().fold(0, |sum, digit| sum << 6 | digit) << (6 * (4 - four.len()));
        bytes.extend(&number.to_be_bytes()[1..four.len()]);
    }
    bytes
}
