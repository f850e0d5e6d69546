//! Kinds of edits of a character file between saving and loading: what is kept is what the table in `docs/saves.md` says.

use piaget::mind::{Blueprint, Mind};
use piaget::prelude::*;
use piaget::terms::{Name, Vec3};
use std::collections::BTreeMap;
use std::sync::Arc;

const GUARD: &str = r#"
character "guard"
body height=1.8 walk=1.2
eyes range=20
list "valuables" "ring" "crown"
place "post" { at 2 2 }
percepts {
    kind "thief"
    on-list "valuable" list="valuables"
}
selector "thief" "thief" nearest=#true
beliefs persist=60 {
    map cell=0.5
}
expect {
    feature "position"
}
values {
    drive "duty" start=0.6 grow=0.01
    emotion "fear" half-life=5
}
actions choose="highest" {
    tuple "catch" value="duty" object="thief" {
        do "approach" within=0.8
        until { near within=0.5 }
    }
    tuple "rest" value=0.1 {
        do "wait"
    }
}
"#;

/// The edits by what the table calls them: what is written, and what instead.
const EDITS: [(&str, &[(&str, &str)]); 31] = [
    ("a number of a drive", &[("grow=0.01", "grow=0.02"), ("start=0.6", "start=0.9")]),
    ("the body's walking speed", &[("walk=1.2", "walk=2")]),
    ("the range of the eyes", &[("range=20", "range=10")]),
    ("`persist` of the beliefs", &[("persist=60", "persist=90")]),
    ("the value of a tuple", &[("value=0.1", "value=0.2")]),
    ("the action of a tuple", &[("do \"wait\"", "do \"look-around\"")]),
    ("a condition of a tuple, other number", &[("near within=0.5", "near within=0.7")]),
    (
        "a comment, and nodes in another order",
        &[("eyes range=20\n", ""), ("values {", "// moved down\neyes range=20\nvalues {")],
    ),
    ("a drive added", &[("    emotion", "    drive \"thirst\"\n    emotion")]),
    ("an emotion removed", &[("    emotion \"fear\" half-life=5\n", "")]),
    (
        "a tuple added",
        &[("    tuple \"rest\"", "    tuple \"sing\" value=0.05 { do \"wait\" }\n    tuple \"rest\"")],
    ),
    (
        "a tuple removed that it was not doing",
        &[("    tuple \"rest\" value=0.1 {\n        do \"wait\"\n    }\n", "")],
    ),
    (
        "the tuple removed that it was doing",
        &[(
            "    tuple \"catch\" value=\"duty\" object=\"thief\" {\n        do \"approach\" within=0.8\n        until { near within=0.5 }\n    }\n",
            "",
        )],
    ),
    ("a tuple renamed", &[("tuple \"rest\"", "tuple \"pause\"")]),
    ("a selector added", &[("beliefs", "selector \"anything\"\nbeliefs")]),
    ("a word on a list", &[("\"crown\"", "\"crown\" \"cup\"")]),
    ("a place added", &[("place \"post\"", "place \"bed\" { at 1 1 }\nplace \"post\"")]),
    ("the cell of the map", &[("cell=0.5", "cell=0.3")]),
    ("no map any more", &[("    map cell=0.5\n", "")]),
    (
        "another salient feature",
        &[("    feature \"position\"\n", "    feature \"position\"\n    feature \"colour\"\n")],
    ),
    ("a place moved", &[("at 2 2", "at 3 3")]),
    (
        "a selector renamed, and who uses it",
        &[("selector \"thief\"", "selector \"robber\""), ("object=\"thief\"", "object=\"robber\"")],
    ),
    (
        "a percept added before the others",
        &[("    kind \"thief\"\n", "    kind \"dog\"\n    kind \"thief\"\n")],
    ),
    (
        "a tuple put into another",
        &[(
            "    tuple \"rest\" value=0.1 {\n        do \"wait\"\n    }\n",
            "    tuple \"idle\" value=0.1 {\n        tuple \"rest\" { do \"wait\" }\n    }\n",
        )],
    ),
    (
        "tuples in another order",
        &[
            ("    tuple \"rest\" value=0.1 {\n        do \"wait\"\n    }\n", ""),
            ("    tuple \"catch\"", "    tuple \"rest\" value=0.1 { do \"wait\" }\n    tuple \"catch\""),
        ],
    ),
    (
        "a drive made an emotion",
        &[("drive \"duty\" start=0.6 grow=0.01", "emotion \"duty\" start=0.6 half-life=900")],
    ),
    ("a memory added", &[("expect {", "memory\nexpect {")]),
    ("minds added", &[("expect {", "minds \"thief\"\nexpect {")]),
    ("no expectations any more", &[("expect {\n    feature \"position\"\n}\n", "")]),
    ("another shape of the map's cells", &[("map cell=0.5", "map cell=0.5 shape=\"squares\"")]),
    (
        "a route added",
        &[("place \"post\" { at 2 2 }", "place \"post\" { at 2 2 }\nroute \"round\" \"post\"")],
    ),
];

fn table() -> BTreeMap<String, String> {
    let page = include_str!("../../../../docs/saves.md");
    let rows = page.lines().skip_while(|line| !line.starts_with("| edit |")).skip(2);
    let cells = rows.take_while(|line| line.starts_with('|')).map(|line| {
        let mut cells = line.trim_matches('|').split('|').map(str::trim);
        (cells.next().unwrap().to_owned(), cells.next().unwrap().to_owned())
    });
    cells.collect()
}

fn character(text: &str) -> Arc<Character> {
    let parsed = piaget::parse_character("guard.kdl", text);
    Arc::new(parsed.unwrap_or_else(|mistakes| panic!("{mistakes}\n{text}")))
}

/// A thief walks by and goes out of view; the guard goes after it.
fn lead(mind: &mut Mind, from: u32, ticks: u32) {
    for tick in from..from + ticks {
        let body = BodySense::standing(Vec3::ZERO, 0.0);
        let at = Vec3::new(-4.0 + tick as f32 * 0.1, 0.0, 6.0);
        let thief = [Sighting::new(HostId(1), Name::cut("thief"), at)];
        let seen: &[Sighting] = if tick < 30 { &thief } else { &[] };
        mind.step(&Senses::new(f64::from(tick) * 0.1, 0.1, &body, &Blind).sightings(seen));
    }
}

fn thief_at(mind: &Mind) -> Vec3 {
    mind.report()
        .beliefs
        .iter()
        .find(|belief| belief.kind == "thief")
        .expect("a thief is believed in")
        .position
}

#[test]
fn what_is_kept_after_an_edit_is_what_the_table_says() {
    let yard = Arc::new(Terrain::around_origin(20.0, 20.0));
    let mut mind = Mind::new(character(GUARD), yard.clone(), 7);
    lead(&mut mind, 0, 50);
    mind.learn("valuables", Name::cut("spoon"));
    let bytes = piaget::save(&mind).unwrap();
    let table = table();
    assert_eq!(table.len(), EDITS.len());
    let felt = |mind: &Mind, name: &str| {
        mind.report().values.iter().find(|(known, _)| *known == *name).map(|(_, value)| *value)
    };
    let mut wrong = Vec::new();
    for (edit, changes) in EDITS {
        let mut text = GUARD.to_owned();
        for (old, new) in changes {
            assert!(text.contains(old), "{edit}: {old}");
            text = text.replacen(old, new, 1);
        }
        let blueprint = Arc::new(Blueprint::new(character(&text), yard.clone()));
        let restored =
            piaget::restore_and_tell(&blueprint, &bytes).unwrap_or_else(|why| panic!("{edit}: {why}"));
        let said = table.get(edit).unwrap_or_else(|| panic!("{edit} is not in the table"));
        if restored.kept.to_string() != *said {
            wrong.push(format!("{edit}\n  table: {said}\n  found: {}", restored.kept));
        }
        let mut loaded = restored.mind;
        // What is said to be kept is.
        assert_eq!(felt(&loaded, "duty"), felt(&mind, "duty"), "{edit}");
        let apart = thief_at(&loaded).distance(thief_at(&mind));
        assert!(apart < 0.6, "{edit}: the thief is believed {apart} m from where it was");
        assert!(loaded.knowledge().lists("valuables", "spoon"), "{edit}: it learnt that");
        // Where its file says now.
        let post = if text.contains("at 3 3") { 3.0 } else { 2.0 };
        assert_eq!(loaded.place("post"), Some(Vec3::new(post, 0.0, post)), "{edit}");
        let doing = loaded.deciding().decision().because;
        assert_eq!(doing == "catch", text.contains("tuple \"catch\""), "{edit}: {doing}");
        lead(&mut loaded, 50, 20);
        let again = piaget::save(&loaded).unwrap();
        let same = piaget::restore_and_tell(&blueprint, &again).unwrap();
        assert!(same.kept.is_all(), "{edit}: saved and loaded again");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A save whose old character cannot be read, or asks for more than a machine has, is refused with a sentence.
#[test]
fn a_save_with_a_made_up_character_is_refused() {
    let yard = Arc::new(Terrain::around_origin(4000.0, 4000.0));
    let small = Arc::new(Terrain::around_origin(9.0, 9.0));
    let greedy = "character \"guard\"; beliefs { map cell=0.02 }";
    let mind = Mind::new(character(greedy), small, 7);
    let bytes = piaget::save(&mind).unwrap();
    let refused = piaget::restore(character("character \"guard\""), yard, &bytes).err().expect("a refusal");
    assert!(refused.to_string().contains("nodes"), "{refused}");
}
