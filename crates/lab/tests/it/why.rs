//! Why a creature does what it does, told to a visitor.

use crate::support::Visitor;
use piaget_lab::messages::{FromLab, ToLab, WhyNow};

fn asked(visitor: &mut Visitor, belief: Option<u32>) -> WhyNow {
    visitor.tell(ToLab::Why { creature: "duncan".into(), belief });
    let told = visitor.said.iter().rev().find_map(|said| match said {
        FromLab::Why(why) => Some(why.clone()),
        _ => None,
    });
    told.expect("an answer")
}

fn section<'a>(why: &'a WhyNow, title: &str) -> &'a [String] {
    &why.sections.iter().find(|section| section.title == title).unwrap().lines
}

#[test]
fn why_is_told_of_the_moment_that_is_shown() {
    let mut visitor = Visitor::at("two-walls");
    visitor.watch(90);
    visitor.tell(ToLab::Pause);
    let now = asked(&mut visitor, None);
    assert_eq!(now.tick, 90);
    assert!(now.answer.starts_with("At 3.0 s duncan does \""), "{}", now.answer);
    assert!(section(&now, "Actions").iter().any(|line| line.trim_start().starts_with("* ")));
    assert!(!section(&now, "Changed since a second ago").is_empty());
    visitor.tell(ToLab::Scrub { tick: Some(45) });
    let then = asked(&mut visitor, None);
    assert_eq!(then.tick, 45);
    assert!(then.answer.starts_with("At 1.5 s "), "{}", then.answer);
    assert_ne!(section(&now, "Feels"), section(&then, "Feels"));
    // Asking changes nothing: a visitor who never asks sees the same.
    let mut quiet = Visitor::at("two-walls");
    quiet.watch(90);
    quiet.tell(ToLab::Pause);
    visitor.tell(ToLab::Scrub { tick: None });
    assert_eq!(visitor.picture.digest, quiet.picture.digest);
}

#[test]
fn of_one_belief_only_what_is_about_it_is_told() {
    let mut visitor = Visitor::at("two-walls");
    visitor.watch(90);
    let sheep = visitor.picture.beliefs.values().find(|belief| belief.kind == "sheep").unwrap().belief;
    assert!(section(&asked(&mut visitor, None), "Believes").len() > 1);
    let only = asked(&mut visitor, Some(sheep));
    let believes = section(&only, "Believes");
    assert!(believes.len() == 1 && believes[0].starts_with(&format!("sheep #{sheep}")), "{believes:?}");
}

#[test]
fn a_creature_that_is_not_there_is_refused_by_name() {
    let mut visitor = Visitor::at("two-walls");
    visitor.tell(ToLab::Why { creature: "nobody".repeat(100), belief: None });
    let Some(FromLab::Refused(refused)) = visitor.said.last() else { panic!("not refused") };
    assert_eq!(refused.what, "why");
    assert!(refused.why.starts_with("there is no creature \"nobody") && refused.why.len() < 200);
}

#[test]
fn only_the_last_question_waits_for_its_answer() {
    let mut visitor = Visitor::at("two-walls");
    for _ in 0..100 {
        visitor.session.hear(ToLab::Why { creature: "duncan".into(), belief: None });
    }
    assert_eq!(visitor.session.waiting(), 1);
}

#[test]
fn a_question_that_takes_longer_than_a_turn_is_answered_later() {
    let mut visitor = Visitor::at("two-walls");
    visitor.watch(90);
    visitor.tell(ToLab::Pause);
    let mut left = 3;
    let mut turn = || {
        left -= 1;
        left > 0
    };
    visitor.session.hear_while(ToLab::Why { creature: "duncan".into(), belief: None }, &mut turn);
    assert!(!visitor.session.is_still() && visitor.session.waiting() == 0);
    visitor.said.clear();
    for _ in 0..100 {
        let mut left = 3;
        visitor.session.advance_while(0.01, &mut || {
            left -= 1;
            left > 0
        });
        visitor.listen();
    }
    let told = visitor.said.iter().find_map(|said| match said {
        FromLab::Why(why) => Some(why),
        _ => None,
    });
    assert!(!section(told.expect("an answer"), "Changed since a second ago").is_empty());
    assert!(visitor.session.is_still() && visitor.session.tick() == 90);
}
