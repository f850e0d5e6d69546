use super::*;
use crate::classify::fixture::{Believed, with_tick};
use crate::model::{Selector, ValueId};
use piaget_terms::{BodySense, Name, Vec3};
use piaget_text::{Diagnostics, Problems, Source};

fn parse(text: &str) -> Result<Values, Diagnostics> {
    let source = Source::new("test.kdl", text);
    let problems = Problems::default();
    let named = |name| Selector { name: Name::cut(name), ..Default::default() };
    let mut values = Values::default();
    if let Some(document) = source.parse(&problems) {
        values = read(source.nodes(&document, &problems), &[named("food"), named("wolf")]);
    }
    problems.into_result(values)
}

/// The one problem of a text: its line, what it says and what it advises must hold these words.
fn refuses(text: &str, line: usize, message: &str, hint: &str) {
    let found = parse(text).expect_err(text);
    let first = &found.0[0];
    assert_eq!(first.line, line, "{found}");
    assert!(first.message.contains(message) && first.hint.contains(hint), "{found}");
}

fn tick(values: &Values, feelings: &mut Feelings, scene: &Believed, ate: bool, tick_s: f32) {
    let mut body = BodySense::standing(Vec3::ZERO, 0.0);
    body.ate = ate.then(|| Name::cut("apple"));
    let view = &scene.view();
    with_tick(&body, 0.0, tick_s, |tick| values.feel(&Input { tick, view, signals: &[] }, feelings));
}

const FORAGER: &str = r#"values {
    sense "food-near" closeness="food"
    sense "wolf-near" nearness="wolf" within=10
    sense "ate" ate="any"
    drive "hunger" start=0.2 grow=0.01 multiplier=2 { impulse "ate" gain=-0.5 }
    autonomic "warmth" start=0.5 drift-to=1 half-life=10 set-point=0.5
    emotion "fear" half-life=1.5 { rate "wolf-near" gain=0.8 }
    emotion "joy" half-life=4 { impulse "ate" gain=0.6 }
    group "mood" policy="highest" { members "fear" "joy" }
    accumulator "appetite" { add "hunger.strength" gain="food-near"; add 0.1 }
}"#;

#[test]
fn a_whole_network_does_not_depend_on_the_length_of_a_tick() {
    let values = parse(FORAGER).unwrap();
    let scene = Believed::default().thing(0, 1, 3.0).thing(1, 2, 5.0);
    let mut ends = Vec::new();
    for hertz in [10u32, 30, 60] {
        let mut feelings = values.newborn();
        for step in 1..=20 * hertz {
            tick(&values, &mut feelings, &scene, step == 15 * hertz, 1.0 / hertz as f32);
        }
        ends.push(values.report(&feelings));
    }
    for end in &ends[1..] {
        for ((name, one), (_, other)) in ends[0].iter().zip(end) {
            assert!((one - other).abs() < 2e-3, "{name}: {one} and {other}");
        }
    }
    let of = |name: &str| ends[0].iter().find(|(known, _)| known == name).unwrap().1;
    // 0.2 + 15 * 0.01 is 0.35, the meal takes it to 0, then 5 s of growth.
    assert!((of("hunger") - 0.05).abs() < 1e-3 && (of("hunger.strength") - 0.1).abs() < 2e-3);
    assert!((of("appetite") - (0.1 + 0.1 * 0.25)).abs() < 1e-3);
    assert!((of("warmth") - 0.875).abs() < 1e-3 && (of("warmth.strength") - 0.375).abs() < 1e-3);
    assert_eq!(of("joy"), 0.0, "fear is higher, so joy does not show");
    assert!(of("fear") > 0.8);
}

#[test]
fn the_dominant_emotion_shows() {
    let values = parse(FORAGER).unwrap();
    let mut feelings = values.newborn();
    let (fear, joy) = (values.find("fear").unwrap(), values.find("joy").unwrap());
    feelings.set(fear, 0.2);
    feelings.set(joy, 0.9);
    tick(&values, &mut feelings, &Believed::default(), false, 0.1);
    assert_eq!(values.dominant_emotion(&feelings), Some(joy));
    assert!(feelings.is_dominant(joy) && !feelings.is_dominant(fear));
    let mut face = Expression::new();
    values.express(&feelings, &mut face);
    let shown: Vec<&str> = face.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(shown, ["joy", "neutral"]);
    assert!((face[0].1 + face[1].1 - 1.0).abs() < 1e-6);
}

#[test]
fn a_slow_drive_grows_at_short_ticks() {
    let values = parse(r#"values { drive "age" start=0.9 grow=1e-6 }"#).unwrap();
    let mut feelings = values.newborn();
    for _ in 0..60 * 1000 {
        tick(&values, &mut feelings, &Believed::default(), false, 1.0 / 60.0);
    }
    let grown = feelings.get(ValueId(0)) - 0.9;
    assert!((grown - 1e-3).abs() < 1e-5, "{grown}");
}

#[test]
fn a_loop_with_a_delay_reads_the_tick_before() {
    let values = parse(r#"values { accumulator "n" { add 1; add "n" delayed=#true } }"#).unwrap();
    let mut feelings = values.newborn();
    for wanted in 1..5 {
        tick(&values, &mut feelings, &Believed::default(), false, 0.1);
        assert_eq!(feelings.get(ValueId(0)), wanted as f32);
    }
}

#[test]
fn a_value_that_blows_up_is_held_and_reported() {
    let values =
        parse(r#"values bound=100 { accumulator "n" { add 1; add "n" gain=3 delayed=#true } }"#).unwrap();
    let mut feelings = values.newborn();
    for _ in 0..3 {
        tick(&values, &mut feelings, &Believed::default(), false, 0.1);
    }
    assert_eq!(values.held(&feelings).count(), 0);
    for _ in 0..20 {
        tick(&values, &mut feelings, &Believed::default(), false, 0.1);
    }
    assert_eq!(feelings.get(ValueId(0)), 100.0);
    assert_eq!(values.held(&feelings).collect::<Vec<_>>(), [Name::cut("n")]);
}

#[test]
fn a_place_that_is_not_a_number_leaves_the_feelings_whole() {
    let values = parse(FORAGER).unwrap();
    let mut feelings = values.newborn();
    let scene = Believed::default().thing(0, 1, f32::NAN).thing(1, 2, f32::INFINITY);
    for _ in 0..10 {
        tick(&values, &mut feelings, &scene, false, 0.1);
    }
    assert!(values.report(&feelings).iter().all(|(_, value)| value.is_finite()));
}

#[test]
fn mistakes_are_explained() {
    refuses("values {\n sense \"a\" closeness=\"fod\"\n}", 2, "no selector \"fod\"", "\"food\"");
    refuses("values {\n sense \"a\"\n}", 2, "does not say what it senses", "closeness");
    refuses(
        "values {\n accumulator \"a\" { add \"hungr\" }\n drive \"hunger\"\n}",
        2,
        "no value called",
        "\"hunger\"",
    );
    refuses("values {\n group \"g\" policy=\"highest\"\n}", 2, "no members", "members");
    refuses("values {\n drive \"a\"\n emotion \"a\"\n}", 3, "already a value", "");
    refuses("values {\n drive \"a\" start=2\n}", 2, "outside 0 to 1", "");
    refuses("values {\n drive \"a\" low=2\n}", 2, "not below", "");
    refuses("values {\n drive \"a\" keep=1 half-life=2\n}", 2, "both", "");
    refuses("values {\n accumulator \"a\"\n}", 2, "nothing to sum", "add");
    refuses("values {\n drve \"a\"\n}", 2, "not known here", "drive");
    refuses(
        "values {\n accumulator \"a\" { add \"b\" }\n accumulator \"b\" { add \"c\" }\n accumulator \"c\" { add \"a\" }\n}",
        2,
        "without a delay: `a` needs `b` needs `c` needs `a`",
        "delayed=#true",
    );
    refuses("values {\n sense \"e\" ate=\"any\"\n drive \"a\" { rate \"e\" }\n}", 3, "as a rate", "impulse");
    refuses(
        "values {\n sense \"e\" seen=\"food\"\n drive \"a\" { impulse \"e\" }\n}",
        3,
        "as an impulse",
        "rate",
    );
}
