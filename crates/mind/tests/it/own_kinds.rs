//! Percept kinds of a user's own: a character file may use them like ours, and a mind lives by them.

use crate::support::{Life, field, thing};
use piaget_mind::classify::PerceptKinds;
use piaget_mind::model::{Datum, Evaluation, Look, Percept};
use piaget_mind::{Character, Mind};
use piaget_terms::Vec3;
use piaget_text::{Diagnostics, Source};
use std::sync::Arc;

/// Things higher than this.
#[derive(Debug)]
struct High(f32);

impl Percept for High {
    fn examine(&self, look: &Look<'_>) -> Evaluation {
        let height = look.record.position.y;
        Evaluation::is(height > self.0, look.record.confidence, Datum::Number(height))
    }
}

fn parse(text: &str) -> Result<Character, Diagnostics> {
    let kinds = PerceptKinds::default()
        .with("high", |fields, _| Some(Arc::new(High(fields.number("above", 0.0..=100.0).unwrap_or(2.0)))));
    let source = Source::new("bird.kdl", text);
    Character::parse_with(&source, &mut |_| Err("there are no other files".into()), &kinds)
}

const BIRD: &str = r#"
    character "bird"
    percepts { kind "perch" { high "high-perch" above=3 } }
    selector "roost" "high-perch" nearest=#true
    actions { tuple "roost" object="roost" { do "approach" within=0.5 } }
"#;

#[test]
fn a_character_acts_on_a_percept_kind_that_came_from_outside() {
    let character = parse(BIRD).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let mut life = Life::new("character \"x\"");
    life.mind = Mind::new(Arc::new(character), field(), 1);
    let low = thing(1, "perch", "brown", Vec3::new(0.0, 1.0, 2.0));
    let cloud = thing(2, "cloud", "white", Vec3::new(2.0, 30.0, 2.0));
    let high = thing(3, "perch", "brown", Vec3::new(-4.0, 5.0, 2.0));
    assert_eq!(life.sees(&[low.clone(), cloud.clone()]).travel, None);
    let goal = life.sees(&[low, cloud, high.clone()]).travel.map(|travel| travel.goal);
    assert_eq!(goal, Some(Vec3::new(high.position.x, 0.0, high.position.z)));
}

#[test]
fn its_mistakes_are_told_like_ours() {
    let told = |text: &str| parse(text).unwrap_err().0[0].message.clone();
    assert!(told(&BIRD.replace("above=3", "above=-3")).contains("-3"));
    assert!(told(&BIRD.replace("above=3", "over=3")).contains("over"));
    let ours = Character::parse(&Source::new("bird.kdl", BIRD), &mut |_| Err(String::new())).unwrap_err();
    assert!(ours.0[0].message.contains("high"));
}
