//! The character of the size of *Swamped!*'s raccoon (Kline 3.1) is what it says.

use piaget_mind::Character;
use piaget_text::Source;

fn load(name: &str) -> Character {
    let path = format!("{}/../../characters/{name}.kdl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    Character::parse(&Source::new(name, text), &mut |other| Err(format!("{other} is not needed")))
        .unwrap_or_else(|found| panic!("{found}"))
}

#[test]
fn it_has_84_behaviours_60_percepts_5_drives_and_6_emotions() {
    let raccoon = load("raccoon");
    let tuples = raccoon.decide.tuples();
    assert_eq!(tuples.iter().filter(|tuple| tuple.action.is_some()).count(), 84);
    assert_eq!(raccoon.classify.percepts.len(), 60);
    let drives = raccoon.feel.names().iter().filter(|name| name.as_str().ends_with(".strength")).count();
    assert_eq!((drives, raccoon.feel.emotions().len()), (5, 6));
}

#[test]
fn the_forager_is_a_character() {
    assert_eq!(load("forager").name, "forager");
}
