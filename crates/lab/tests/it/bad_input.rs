//! Mistakes of visitors: each is answered with a sentence, and nothing changes.

use crate::support::Visitor;
use piaget_lab::messages::{Change, ToLab};
use proptest::prelude::*;

#[test]
fn every_mistake_is_answered_and_changes_nothing() {
    let long = "x".repeat(100);
    let cases = [
        ("{", "no message of the lab"),
        ("null", "no message of the lab"),
        (r#"{"type":"dance"}"#, "no message of the lab"),
        (r#"{"type":"choose","scenario":"two-wals"}"#, "did you mean \"two-walls\""),
        (&format!(r#"{{"type":"choose","scenario":"{long}"}}"#), "there is no scenario"),
        (r#"{"type":"choose","scenario":"two-walls","seed":-1}"#, "no message of the lab"),
        (r#"{"type":"choose","scenario":"two-walls","seed":18014398509481984}"#, "a seed is"),
        (r#"{"type":"choose","scenario":"two-walls","set":["thing.wolf.at=1 1"]}"#, "cannot be played so"),
        (r#"{"type":"choose","scenario":"two-walls","until":4000000000}"#, "at most"),
        (
            r#"{"type":"choose","scenario":"two-walls","changes":[{"tick":9,"change":{"do":"remove","thing":"sheep"}},{"tick":3,"change":{"do":"remove","thing":"sheep"}}]}"#,
            "order of time",
        ),
        (r#"{"type":"restart","seed":18014398509481984}"#, "a seed is"),
        (r#"{"type":"step","ticks":0}"#, "one to"),
        (r#"{"type":"step","ticks":99999}"#, "one to"),
        (r#"{"type":"speed","factor":0}"#, "outside 0.1 to 20"),
        (r#"{"type":"speed","factor":1e30}"#, "outside 0.1 to 20"),
        (r#"{"type":"select","creature":"wolf"}"#, "there is no creature \"wolf\""),
        (r#"{"type":"scrub","tick":999}"#, "can be shown"),
        (r#"{"type":"export","what":{"kind":"character","creature":"wolf"}}"#, "there is no creature"),
        (
            r#"{"type":"change","do":"slide","thing":"wolf","path":[[0,0,0]],"speed":1}"#,
            "there is no \"wolf\"",
        ),
        (r#"{"type":"change","do":"slide","thing":"duncan","path":[[0,0,0]],"speed":1}"#, "is a creature"),
        (r#"{"type":"change","do":"slide","thing":"sheep","path":[],"speed":1}"#, "1 to 100 points"),
        (r#"{"type":"change","do":"slide","thing":"sheep","path":[[0,0,0]],"speed":-1}"#, "the speed is -1"),
        (r#"{"type":"change","do":"slide","thing":"sheep","path":[[0,0,1e9]],"speed":1}"#, "z is"),
        (r#"{"type":"change","do":"transport","what":"sheep","to":[1e9,0,0]}"#, "x is"),
        (r#"{"type":"change","do":"remove","thing":"duncan"}"#, "stays"),
        (r#"{"type":"change","do":"move-wall","wall":"none","to":[0,0,0]}"#, "there is no wall"),
        (r#"{"type":"change","do":"say","by":"nobody","words":"come"}"#, "nobody called"),
        (
            &format!(r#"{{"type":"change","do":"say","by":"shepherd","words":"{long}"}}"#),
            "too long to be said",
        ),
        (r#"{"type":"change","do":"perform","creature":"wolf","movement":"wave"}"#, "there is no creature"),
        (
            r#"{"type":"change","do":"perform","creature":"duncan","movement":"fly"}"#,
            "has no movement \"fly\"",
        ),
        (
            r#"{"type":"change","do":"add","thing":{"name":"sheep","kind":"a","colour":"red","shape":{"form":"sphere","radius":1},"at":[0,0,0]}}"#,
            "there is a \"sheep\" already",
        ),
        (
            r#"{"type":"change","do":"add","thing":{"name":"b","kind":"","colour":"red","shape":{"form":"sphere","radius":1},"at":[0,0,0]}}"#,
            "needs a kind",
        ),
        (
            r#"{"type":"change","do":"add","thing":{"name":"b","kind":"b","colour":"red","shape":{"form":"sphere","radius":-1},"at":[0,0,0]}}"#,
            "size of the shape",
        ),
        (r#"{"type":"change","do":"set","creature":"wolf","path":"a","value":1}"#, "there is no creature"),
        (r#"{"type":"change","do":"set","creature":"duncan","path":"a.b","value":1}"#, "has no number"),
        (
            r#"{"type":"change","do":"set","creature":"duncan","path":"eyes.field-of-view","value":-5}"#,
            "mistakes",
        ),
    ];
    let mut visitor = Visitor::at("two-walls");
    let mut plain = Visitor::at("two-walls");
    for (message, says) in &cases {
        visitor.said.clear();
        visitor.session.hear_text(message);
        visitor.listen();
        let refused = visitor.refused().unwrap_or_else(|| panic!("{message} was taken: {:?}", visitor.said));
        assert!(refused.why.contains(says), "{message}: {}", refused.why);
        assert!(refused.why.len() < 400, "{}", refused.why);
        visitor.watch(1);
        plain.watch(1);
    }
    assert!(visitor.picture.differs(&plain.picture).is_empty());
}

#[test]
fn a_character_with_mistakes_shows_them_and_the_old_one_stays() {
    let mut visitor = Visitor::at("two-walls");
    let text = visitor.plan.as_ref().unwrap().text.replacen(
        "beliefs persist=600",
        "forgets 1; beliefs persist=-1",
        1,
    );
    let line = text.lines().position(|line| line.contains("forgets")).unwrap() as u32 + 1;
    visitor.tell(ToLab::Change(Change::Character { creature: "duncan".into(), text }));
    let refused = visitor.refused().unwrap().clone();
    assert!(refused.why.contains("the old one stays"));
    assert_eq!(refused.mistakes.len(), 2);
    for mistake in &refused.mistakes {
        assert_eq!((mistake.line, mistake.file.as_str()), (line, "duncan.kdl"));
        assert!(!mistake.hint.is_empty() && mistake.length > 0);
    }
    visitor.wait(60);
    let mut plain = Visitor::at("two-walls");
    plain.wait(60);
    assert!(visitor.picture.differs(&plain.picture).is_empty());
}

#[test]
fn a_change_of_a_link_that_cannot_be_made_is_told_and_the_rest_goes_on() {
    let mut visitor = Visitor::new();
    let link = r#"{"type":"choose","scenario":"two-walls","until":20,"changes":[
        {"tick":3,"change":{"do":"remove","thing":"wolf"}},{"tick":5,"change":{"do":"remove","thing":"sheep"}}]}"#;
    visitor.session.hear_text(link);
    visitor.session.advance(0.0);
    visitor.listen();
    assert!(visitor.last.happened.iter().any(|one| one.event == "refused" && one.about.contains("wolf")));
    assert!(!visitor.picture.things.values().any(|thing| thing.kind == "sheep"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whatever is said in whatever order, a session goes on.
    #[test]
    fn nothing_that_is_said_stops_a_session(messages in prop::collection::vec(message(), 1..12)) {
        let mut visitor = Visitor::new();
        for message in messages {
            visitor.session.hear_text(&message);
            visitor.session.advance(0.05);
            visitor.listen();
        }
        visitor.tell(ToLab::Digest);
        prop_assert!(!visitor.said.is_empty());
    }
}

/// Messages that might be: good ones with numbers out of range, and none at all.
fn message() -> impl Strategy<Value = String> {
    let number = prop_oneof![
        Just("0".to_owned()),
        Just("-1".into()),
        Just("1e38".into()),
        Just("3".into()),
        any::<i32>().prop_map(|n| n.to_string())
    ];
    let name = prop_oneof![
        Just("sheep"),
        Just("duncan"),
        Just("left"),
        Just("toy"),
        Just(""),
        Just("max-and-morris"),
        Just("two-walls")
    ];
    (0usize..16, name, number).prop_map(|(which, name, n)| match which {
        0 => r#"{"type":"pause"}"#.into(),
        1 => r#"{"type":"resume"}"#.into(),
        2 => format!(r#"{{"type":"step","ticks":{n}}}"#),
        3 => format!(r#"{{"type":"speed","factor":{n}}}"#),
        4 => format!(r#"{{"type":"choose","scenario":"{name}"}}"#),
        5 => format!(r#"{{"type":"select","creature":"{name}","belief":{n}}}"#),
        6 => format!(r#"{{"type":"scrub","tick":{n}}}"#),
        7 => r#"{"type":"scrub","tick":null}"#.into(),
        8 => format!(r#"{{"type":"change","do":"transport","what":"{name}","to":[{n},0,{n}]}}"#),
        9 => format!(r#"{{"type":"change","do":"slide","thing":"{name}","path":[[{n},0,1]],"speed":2}}"#),
        10 => format!(r#"{{"type":"change","do":"move-wall","wall":"{name}","to":[{n},0,1]}}"#),
        11 => format!(r#"{{"type":"change","do":"set","creature":"{name}","path":"eyes.field-of-view","value":{n}}}"#),
        12 => format!(r#"{{"type":"change","do":"character","creature":"{name}","text":"character \"{n}\""}}"#),
        13 => format!(r#"{{"type":"change","do":"add","thing":{{"name":"toy","kind":"toy","colour":"red","shape":{{"form":"sphere","radius":{n}}},"at":[0,0,{n}]}}}}"#),
        14 => r#"{"type":"share"}"#.into(),
        _ => n,
    })
}

/// One message of 1.8 KB ended the lab for everybody: the reader of its text ran out of stack.
#[test]
fn a_text_that_overflowed_the_stack_is_answered() {
    let mut visitor = Visitor::at("two-walls");
    for text in ["/*".repeat(900) + &"*/".repeat(900), "a \"}\" {".repeat(400), "(a)".repeat(20_000)] {
        let creature = "duncan".to_owned();
        visitor.tell(ToLab::Change(Change::Character { creature, text }));
        assert!(visitor.refused().is_some());
        visitor.wait(1);
    }
}
