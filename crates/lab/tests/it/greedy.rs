//! Characters and changes that break no rule and ask for much: memory that the budget did not reckon with, and ticks that nothing
//! interrupts. Each is refused with a sentence or stays within what a visitor has.

use crate::memory;
use crate::support::{Visitor, chosen};
use piaget_lab::messages::{Change, Choice, NewThing, ShapePlan, ToLab};
use std::time::Duration;

/// What one visitor's session may take.
const MOST_BYTES: usize = 64 << 20;

/// What the session of one who looks at a crowd may take.
const CROWD_BYTES: usize = 96 << 20;

/// What came of one of them.
struct Outcome {
    refused: Option<String>,
    bytes: usize,
    /// The longest tick or change, in processor time.
    longest: Duration,
}

/// Says everything, and lets so many ticks pass after each.
fn attack(scenario: &str, messages: impl IntoIterator<Item = (ToLab, u32)>) -> Outcome {
    drop(Visitor::new());
    let before = memory::begin();
    let mut visitor = Visitor::at(scenario);
    let mut outcome = Outcome { refused: None, bytes: 0, longest: Duration::ZERO };
    for (message, ticks) in messages {
        let began = memory::processor_time();
        visitor.tell(message);
        outcome.longest = outcome.longest.max(memory::processor_time() - began);
        if let Some(refused) = visitor.refused() {
            outcome.refused.get_or_insert(refused.why.clone());
        }
        for _ in 0..ticks {
            // Where the minds have become too large, time stands still.
            let began = memory::processor_time();
            visitor.watch(1);
            outcome.longest = outcome.longest.max(memory::processor_time() - began);
            if let Some(refused) = visitor.refused() {
                outcome.refused.get_or_insert(refused.why.clone());
            }
        }
        // What a page would forget.
        (visitor.story, visitor.captions, visitor.said) = Default::default();
    }
    outcome.bytes = memory::most_since(before);
    outcome
}

fn character(creature: &str, text: &str) -> ToLab {
    let text = format!("character \"c\"\n{text}");
    ToLab::Change(Change::Character { creature: creature.into(), text })
}

fn stone(n: u32, x: f32, z: f32) -> ToLab {
    let thing = NewThing {
        name: format!("stone-{n}"),
        kind: "stone".into(),
        colour: "grey".into(),
        shape: ShapePlan::Sphere { radius: 0.2 },
        at: [x, 0.2, z],
        solid: false,
    };
    ToLab::Change(Change::Add { thing })
}

/// Stones in rows before a dog's eyes.
fn stones(count: u32) -> impl Iterator<Item = (ToLab, u32)> {
    (0..count).map(|n| (stone(n, (n % 20) as f32 * 0.6 - 6.0, 1.0 + (n / 20) as f32 * 0.5), 0))
}

fn held(name: &str, outcome: &Outcome) {
    println!(
        "{name}: {:.1} MB, longest {:.0?}, {}",
        outcome.bytes as f64 / f64::from(1 << 20),
        outcome.longest,
        outcome.refused.as_deref().unwrap_or("not refused"),
    );
    assert!(outcome.bytes < MOST_BYTES, "{name}: {} bytes", outcome.bytes);
}

#[test]
fn things_that_are_brought_in_later_are_reckoned_with() {
    let fine = character("duncan", "beliefs most=4096 { map cell=0.1 }");
    held(
        "fine maps, then stones",
        &attack("two-walls", [(fine, 1)].into_iter().chain(stones(150)).chain([(ToLab::Resume, 30)])),
    );
}

#[test]
fn a_crowd_that_sees_many_things_stays_small() {
    held("a crowd and stones", &attack("crowd", stones(150).chain([(ToLab::Resume, 30)])));
    let moves = (0..200).map(|n| {
        let to = [(n * 7 % 31) as f32 - 15.0, 0.0, (n * 11 % 29) as f32 - 14.0];
        (ToLab::Change(Change::Transport { what: "sheep".into(), to }), 6)
    });
    held("a crowd and a sheep that jumps", &attack("crowd", moves));
}

#[test]
fn one_who_takes_everything_for_new_stays_small() {
    let text = "eyes noise=2\nbeliefs most=4096 persist=600 give-up=600 { map cell=0.5; match slack=0.0001 speed=0 threshold=0.001 }";
    let outcome = attack("two-walls", [(character("duncan", text), 600)]);
    // A character with a mistake would attack nobody.
    assert_eq!(outcome.refused, None);
    held("everything is new", &outcome);
}

#[test]
fn histories_of_others_are_reckoned_with() {
    let text = "beliefs most=4096 history=1000 { map cell=2 }\nminds \"stone\" \"sheep\" most=32 things=256 history=1024 every=0 sure=0 glance=60 lives-here=#true gives-way=0";
    held("minds of stones", &attack("two-walls", stones(150).chain([(character("duncan", text), 300)])));
}

#[test]
fn patterns_are_reckoned_with() {
    let feature =
        |n: u32| format!("feature \"f{n}\" predictor=\"kalman\" {{ repeats longest=1000 sample=0.01 }}\n");
    let features: String = (0..15).map(feature).collect();
    let text = format!("beliefs most=4096\nexpect {{\n{features}}}");
    held("patterns", &attack("two-walls", stones(150).chain([(character("duncan", &text), 60)])));
}

#[test]
fn what_was_found_before_the_first_day_is_bounded() {
    let found = "found \"red ball\" at=\"wardrobe\" times=10000\n".repeat(1000);
    let text = format!("beliefs {{ map }}\nmemory places=\"places/new-house.kdl\" {{\n{found}}}");
    held("found", &attack("usual-place", [(character("butler", &text), 1)]));
}

#[test]
fn an_eye_of_many_pixels_is_slow_for_a_tick_only() {
    held("pixels", &attack("two-walls", [(character("duncan", "eyes columns=4096 rows=4096"), 3)]));
}

#[test]
fn a_busy_search_stays_short() {
    let text = "percepts { kind \"sheep\" }\nselector \"s\" \"sheep\" nearest=#true\nbeliefs persist=600 { map cell=0.12 }\n\
        seek district=0.5 districts=10 plan-every=0 look-every=0 sweep-directions=64 anew=0\n\
        navigate cell=0.02 goal-moves=0\n\
        actions { tuple \"a\" value=1 object=\"s\" { do \"approach\" within=0.1 } }";
    held("search", &attack("two-walls", [(character("duncan", text), 300)]));
}

#[test]
fn percepts_that_ask_all_minds_stay_short() {
    let knows: String = (0..1000).map(|n| format!("knows \"k{n}\" by=\"stone\"\n")).collect();
    let text = format!(
        "percepts {{ kind \"stone\"\n{knows}}}\nbeliefs most=4096 {{ map cell=2 }}\nminds \"stone\" \"sheep\" most=32 things=256 every=0 sure=0 glance=60 lives-here=#true"
    );
    held("knows", &attack("two-walls", stones(150).chain([(character("duncan", &text), 10)])));
}

#[test]
fn looking_far_ahead_stays_short() {
    let text = "percepts { kind \"stone\" }\nbeliefs most=4096 persist=600\nexpect look-ahead=100 look-ahead-step=0.01 touching=100 { feature \"position\" }";
    held("ahead", &attack("two-walls", stones(150).chain([(character("duncan", text), 60)])));
}

#[test]
fn large_texts_are_read_in_no_time() {
    for (name, node) in [
        ("drives", "values { drive \"dN\" { rate 1 gain=1 } }\n"),
        ("values", "values { accumulator \"aN\" { add 1 } }\n"),
        ("kinds", "percepts { kind \"kN\" }\n"),
        ("selectors", "selector \"sN\" \"p\" nearest=#true\n"),
        ("tuples", "actions { tuple \"tN\" value=1 { do \"wait\" } }\n"),
        (
            "conditions",
            "actions { tuple \"tN\" value=1 { can { above \"d\" 0.5; near place=\"home\" within=1 } } }\n",
        ),
        ("places", "place \"pN\" { at 0 0 }\n"),
        ("routes", "route \"rN\" \"home\" \"home\"\n"),
        ("lists", "list \"lN\" \"a\"\n"),
        ("unknown", "nonsense-N 1 2 3\n"),
    ] {
        let mut text = "percepts { kind \"p\" }\nplace \"home\"\nvalues { drive \"d\" }\n".to_owned();
        for n in 0.. {
            let node = node.replace('N', &n.to_string());
            if text.len() + node.len() > 60_000 {
                break;
            }
            text += &node;
        }
        held(name, &attack("two-walls", [(character("duncan", &text), 3)]));
    }
}

#[test]
fn settings_of_a_link_are_reckoned_with() {
    for set in [
        "tick=1000",
        "tick=0.001",
        "length=86400",
        "ground.size=100 100",
        "wall.left.size=1e30 1e30",
        "thing.sheep.at.x=1e38",
    ] {
        let choice = Choice { set: vec![set.into()], ..chosen("two-walls") };
        held(set, &attack("two-walls", [(ToLab::Choose(choice), 3)]));
    }
}

/// What comes with the program is never too large for a visitor, and what 16 of them hold stays small.
#[test]
fn scenarios_as_they_are_written_stay_small() {
    let mut all = 0;
    let library = crate::support::library();
    for card in library.cards() {
        drop(Visitor::new());
        let before = memory::begin();
        let mut visitor = Visitor::at(&card.name);
        for _ in 0..20 {
            visitor.wait(30);
            assert!(visitor.refused().is_none(), "{}: {:?}", card.name, visitor.refused());
            (visitor.story, visitor.captions, visitor.said) = Default::default();
        }
        let most = memory::most_since(before);
        let held: usize = visitor.session.belief_bytes();
        println!(
            "{}: {:.1} MB at most, past {:.1} MB, beliefs {:.1} MB",
            card.name,
            most as f64 / 1e6,
            visitor.session.kept_bytes() as f64 / 1e6,
            held as f64 / 1e6
        );
        all += most;
        // A crowd takes more than others, and may.
        let bar = if card.name == "crowd" { CROWD_BYTES } else { MOST_BYTES / 2 };
        assert!(most < bar, "{}: {most} bytes", card.name);
    }
    println!("{:.1} MB on average", all as f64 / 1e6 / library.cards().len() as f64);
}
