//! A cat that eats from its bowl, broken in one place at a time: the first obstacle that is named must be that one.

mod hall;
mod unforeseen;

use piaget_sim::files::Kept;
use piaget_sim::scenario::{Choice, Scenario};
use piaget_sim::why::{Diary, Goal, cause_of};
use piaget_sim::{Simulation, Threads};
use piaget_terms::Name;
use piaget_text::Source;

const CAT: &str = r#"
character "cat"
body kind="cat" height=0.35 radius=0.12 eye-height=0.28 walk=0.8 reach=0.5 head-yaw-limit=0.5
eyes field-of-view=90 range=20 hearing=50
percepts { kind "bowl" }
beliefs persist=60 { map cell=0.4 look-height=0.1 }
selector "bowl" "bowl" nearest=#true
values { drive "hunger" start=0.6; drive "sleepiness" start=0.3 }
actions choose="highest" {
    tuple "feed" value="hunger" object="bowl" {
        tuple "go" value=1 { do "approach" within=0.4 }
        tuple "eat" value=2 { can { near within=0.5 }; do "movement" "eat" }
    }
    tuple "rest" value="sleepiness" { do "wait" }
}
"#;

const MEAL: &str = r#"
scenario "meal" { shows "A cat eats."; try "Hide the bowl." }
length 25
ground { size 16 12 }
thing "bowl" { kind "bowl"; at 4 3; shape "cylinder" { radius 0.15; height 0.1 } }
creature "cat" { character "cat.kdl"; at 0 0; yaw 45 }
timeline { at 1 { say "dinner" { by "owner"; at -6 -4 } } }
"#;

/// The bowl slides behind a wall while the cat watches.
const HIDDEN: (&str, &str) = (
    "timeline {",
    r#"wall "w" { at 3 4; size 3 0.2; height 1 }
timeline { at 0.5 { slide "bowl" { to 5.5 3; to 5.5 5; to 3 5; speed 3 } };"#,
);
/// The cat is led away from the bowl, and looks the other way then.
const LED_AWAY: (&str, &str) = ("timeline {", r#"timeline { at 0.5 { walk "cat" { to -4 -3; speed 2 } };"#);

/// What is said of a meal whose character and scenario were changed so; nothing if the cat ate.
fn answer(character: &[(&str, &str)], scenario: &[(&str, &str)]) -> Option<String> {
    check_goal(character, scenario, "eats bowl")
}

/// The same of something else that should come about.
fn check_goal(character: &[(&str, &str)], scenario: &[(&str, &str)], goal: &str) -> Option<String> {
    let files = [("cat.kdl", changed(CAT, character)), ("home.kdl", HOME.to_owned())];
    first_obstacle("cat", &files, changed(MEAL, scenario), goal)
}

fn changed(text: &str, changes: &[(&str, &str)]) -> String {
    changes.iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from} is not there");
        text.replace(from, to)
    })
}

/// What kept a creature from what should come about, by the end of the play.
fn first_obstacle(creature: &str, files: &[(&str, String)], scenario: String, goal: &str) -> Option<String> {
    let mut kept = Kept::default();
    kept.0.extend(files.iter().map(|(name, text)| ((*name).to_owned(), text.clone())));
    let source = Source::new("play.kdl", scenario);
    let scenario =
        Scenario::load(&source, &kept, &Choice::default()).unwrap_or_else(|found| panic!("{found}"));
    let mut simulation = Simulation::new(scenario, Threads::One).unwrap();
    let mut diary = Diary::new(Name::cut(creature));
    while !simulation.is_over() {
        simulation.step();
        diary.note(&simulation);
    }
    let goal: Goal = goal.parse().unwrap();
    cause_of(&simulation, &diary, &goal).map(|cause| cause.to_string())
}

const HOME: &str = r#"
place "home" {
    place "kitchen" { at -4 0; size 8 12; place "corner" { at -6 5 } }
    place "parlour" { at 4 0; size 8 12; place "rug" { at 6 -5 } }
}
"#;

fn check(named: &str, character: &[(&str, &str)], scenario: &[(&str, &str)]) {
    let found = answer(character, scenario);
    let found = found.unwrap_or_else(|| panic!("the cat eats all the same, though: {named}"));
    assert!(found.contains(named), "{named}: {found}");
}

#[test]
fn a_cat_that_is_not_broken_eats() {
    assert_eq!(answer(&[], &[]), None);
    assert_eq!(answer(&[], &[HIDDEN]), None);
    assert_eq!(answer(&[], &[LED_AWAY]), None);
}

#[test]
fn eyes_too_short_are_named() {
    check("its eyes are too short", &[("range=20", "range=2")], &[]);
}

#[test]
fn a_wall_that_the_terrain_does_not_know_is_named() {
    let crates = r#"thing "a" { kind "crate"; at 4 1.6; solid #true; shape "box" { size 3.4 0.05 0.3 } }
thing "b" { kind "crate"; at 4 4.4; shape "box" { size 3.4 0.05 0.3 } }
thing "c" { kind "crate"; at 2.4 3; shape "box" { size 0.3 0.05 2.8 } }
thing "d" { kind "crate"; at 5.6 3; shape "box" { size 0.3 0.05 2.8 } }
timeline {"#;
    check("which its terrain does not know", &[], &[("timeline {", crates)]);
}

#[test]
fn a_kind_that_is_misspelt_is_named() {
    check("\"bowll\"", &[(r#"kind "bowl""#, r#"kind "bowl" "bowll""#)], &[]);
    check("did you mean \"bowl\"?", &[(r#"kind "bowl""#, r#"kind "bowl" "bowll""#)], &[]);
}

#[test]
fn a_value_that_is_too_low_is_named() {
    check("the value of \"feed\" is too low", &[("\"hunger\" start=0.6", "\"hunger\" start=0.1")], &[]);
    check("the value of \"feed\" is too low", &[("\"hunger\" start=0.6", "\"hunger\" start=0")], &[]);
}

#[test]
fn a_margin_that_is_too_high_is_named() {
    let margin = ("choose=\"highest\"", "choose=\"highest\" margin=5 interrupt-margin=10 commit=0");
    check(
        "the margin is too high",
        &[margin, ("\"hunger\" start=0.6", "\"hunger\" start=0.2 grow=0.02")],
        &[],
    );
}

#[test]
fn a_trigger_that_never_holds_is_named() {
    check("its `can` needs holding spoon", &[("near within=0.5", "near within=0.5; holding \"spoon\"")], &[]);
}

#[test]
fn a_memory_of_the_wrong_place_is_named() {
    let memory = (
        "selector",
        "memory places=\"home.kdl\" { recall \"bowl\"; found \"grey bowl\" at=\"corner\" times=9 }\nselector",
    );
    let elsewhere = [
        ("at 4 3;", "at 7 -5;"),
        (
            "timeline {",
            "wall \"between\" { at 0 -1; size 0.2 9.5; height 2 }\nwall \"screen\" { at -5.5 3.5; size 4.8 0.2; height 1 }\ntimeline {",
        ),
        ("length 25", "length 9"),
        ("at 0 0; yaw 45", "at -2 -4; yaw 270"),
    ];
    check("its memory says that bowl is at corner", &[memory], &elsewhere);
}

#[test]
fn a_map_with_cells_too_large_is_named() {
    check("the cells of its map are too large", &[("cell=0.4", "cell=4")], &[HIDDEN]);
}

#[test]
fn what_was_forgotten_too_soon_is_named() {
    let short = ("persist=60 { map cell=0.4 look-height=0.1 }", "persist=1");
    check("it forgot bowl too soon", &[short], &[LED_AWAY]);
}

#[test]
fn that_there_is_no_way_is_named() {
    let pen = r#"wall "a" { at 4 1.5; size 4.2 0.2; height 0.05 }
wall "b" { at 4 4.5; size 4.2 0.2; height 0.05 }
wall "c" { at 2 3; size 0.2 3.2; height 0.05 }
wall "d" { at 6 3; size 0.2 3.2; height 0.05 }
timeline {"#;
    check("there is no way there", &[], &[("timeline {", pen)]);
}

#[test]
fn deafness_is_named() {
    let waits = ("object=\"bowl\" {", "object=\"bowl\" { should { heard words=\"dinner\" }");
    assert_eq!(answer(&[waits], &[]), None);
    check("it is deaf to \"dinner\"", &[waits, ("hearing=50", "hearing=4")], &[]);
}
