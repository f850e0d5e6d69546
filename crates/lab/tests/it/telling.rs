//! What frames tell.

use crate::support::{Visitor, chosen, library};
use piaget_lab::messages::{Change, Choice, FromLab, NewThing, ShapePlan, ToLab};

#[test]
fn the_first_scenario_stands_ready_and_moves_at_its_own_rate() {
    let mut visitor = Visitor::new();
    assert!(matches!(visitor.said[0], FromLab::Welcome(_)));
    assert!(matches!(visitor.said[1], FromLab::Stage(_)));
    assert!(matches!(visitor.said[2], FromLab::Mind(_)));
    assert!(visitor.last.whole && visitor.last.tick == 0);
    for _ in 0..100 {
        visitor.session.advance(0.01);
        visitor.listen();
    }
    assert_eq!(visitor.session.tick(), 30, "a second at 30 ticks a second");
    assert!(!visitor.last.whole);
    visitor.tell(ToLab::Speed { factor: 0.1 });
    visitor.session.advance(1.0);
    assert_eq!(visitor.session.tick(), 33);
    visitor.tell(ToLab::Pause);
    visitor.session.advance(10.0);
    assert_eq!(visitor.session.tick(), 33);
    assert!(visitor.session.is_still());
}

#[test]
fn nothing_new_is_not_told_again() {
    let mut visitor = Visitor::new();
    let frames = visitor.frames;
    visitor.listen();
    assert_eq!(visitor.frames, frames);
}

#[test]
fn who_looks_seldom_sees_the_same_in_the_end() {
    let (mut often, mut seldom) = (Visitor::new(), Visitor::new());
    often.watch(240);
    seldom.wait(240);
    assert!(often.picture.differs(&seldom.picture).is_empty());
    assert!(often.frames > 10 * seldom.frames);
}

#[test]
fn the_map_fills_when_the_sheep_is_hidden_and_empties_where_he_looks() {
    let mut visitor = Visitor::at("two-walls");
    let lattice = visitor.plan.as_ref().unwrap().lattice.as_ref().unwrap().places.len();
    let mut emptied = false;
    let (mut confusion, mut before) = (0.0f32, Vec::new());
    for _ in 0..20 * 30 {
        visitor.watch(1);
        let picture = &visitor.picture;
        let sheep = picture.beliefs.values().find(|belief| belief.kind == "sheep");
        let Some(sheep) = sheep else { continue };
        confusion = confusion.max(sheep.confusion.unwrap_or(0.0));
        let map = picture.maps.get(&sheep.belief).cloned().unwrap_or_default();
        assert!(map.is_empty() || map.len() == lattice);
        // Where there was mass and he looks now, there is none left.
        let looked = |(at, mass): (usize, &u8)| *mass > 150 && picture.visible[at] == 1 && map[at] == 0;
        emptied |= !map.is_empty() && before.iter().enumerate().any(looked);
        before = map;
    }
    assert!(emptied, "nothing was ever emptied by looking");
    assert!(confusion > 0.2, "he was never confused: {confusion}");
}

#[test]
fn every_scenario_plays_and_every_mind_in_it_can_be_looked_into() {
    for card in library().cards() {
        let mut visitor = Visitor::at(&card.name);
        visitor.wait(20);
        let stage = visitor.stage.clone().unwrap();
        assert_eq!(visitor.picture.creatures.len(), stage.creatures.len(), "{}", card.name);
        for creature in stage.creatures.iter().take(3) {
            visitor.tell(ToLab::Select { creature: creature.name.clone(), belief: Some(1) });
            visitor.watch(2);
            let plan = visitor.plan.as_ref().unwrap();
            assert_eq!(plan.creature, creature.name);
            assert_eq!(visitor.picture.values.len(), plan.values.len(), "{}", card.name);
            assert_eq!(visitor.picture.choices.len(), plan.actions.len(), "{}", card.name);
            assert!(!plan.text.is_empty() && !plan.parameters.is_empty(), "{}", card.name);
        }
    }
    assert!(library().cards().len() >= 9);
}

/// The page leaves out what is for a shell; what is left must be enough for somebody with hands.
#[test]
fn every_scenario_says_in_two_sentences_what_to_try_in_the_page() {
    for card in library().cards() {
        let text = card.try_this.replace("? ", ". ").replace("! ", ". ");
        let sentences = text.split(". ").filter(|sentence| !sentence.contains("--"));
        let count = sentences.filter(|sentence| sentence.len() > 10).count();
        assert!(count >= 2, "{} says only: {}", card.name, card.try_this);
    }
}

#[test]
fn a_thing_comes_slides_and_goes() {
    let mut visitor = Visitor::at("two-walls");
    visitor.tell(ToLab::Pause);
    let shape = ShapePlan::Sphere { radius: 0.2 };
    let (name, kind, colour) = ("toy".to_owned(), "ball".to_owned(), "red".to_owned());
    let thing = NewThing { name, kind, colour, shape, at: [0.0, 0.0, 0.0], solid: false };
    visitor.change(Change::Add { thing });
    visitor.session.advance(0.0);
    visitor.listen();
    let there =
        |visitor: &Visitor| visitor.picture.things.values().find(|thing| thing.name == "toy").cloned();
    assert!(there(&visitor).is_some(), "also where time stands still what is done can be seen");
    visitor.change(Change::Slide { thing: "toy".into(), path: vec![[3.0, 0.0, 0.0]], speed: 1.0 });
    visitor.watch(30);
    assert!((there(&visitor).unwrap().at[0] - 1.0).abs() < 0.05);
    visitor.change(Change::Remove { thing: "toy".into() });
    visitor.watch(2);
    assert!(there(&visitor).is_none());
    let wall = visitor.picture.walls[0].name.clone();
    visitor.change(Change::MoveWall { wall, to: [1.0, 0.0, 9.0], yaw: Some(90.0) });
    visitor.watch(2);
    assert_eq!(visitor.picture.walls[0].at, [1.0, 9.0]);
}

#[test]
fn a_body_performs_what_it_is_ordered() {
    let mut visitor = Visitor::at("max-and-morris");
    visitor.change(Change::Perform { creature: "morris".into(), movement: "wave".into() });
    let (mut begun, mut moved) = (false, 0);
    let mut pose = Vec::new();
    for _ in 0..60 {
        visitor.watch(1);
        let morris =
            visitor.stage.as_ref().unwrap().creatures.iter().position(|one| one.name == "morris").unwrap();
        begun |= visitor.picture.creatures[morris].movement.as_ref().is_some_and(|(name, _)| name == "wave");
        moved += u32::from(pose != visitor.picture.poses[morris]);
        pose = visitor.picture.poses[morris].clone();
    }
    assert!(begun && moved > 20, "{begun} {moved}");
}

#[test]
fn transport_before_his_eyes_is_told_as_a_surprise() {
    let mut visitor = Visitor::at("two-walls");
    visitor.watch(20);
    visitor.change(Change::Transport { what: "sheep".into(), to: [2.5, 0.0, 2.0] });
    visitor.story.clear();
    visitor.watch(5);
    let odd = visitor.story.iter().filter(|one| ["surprised", "confused"].contains(&one.event.as_str()));
    assert!(odd.count() > 0, "{:?}", visitor.story);
}

#[test]
fn the_butlers_memory_is_told_and_his_searching_rule_changes_with_what_he_misses() {
    let mut visitor = Visitor::new();
    let nowhere = vec!["thing.ball.hidden=#true".to_owned()];
    visitor.tell(ToLab::Choose(Choice { set: nowhere, ..chosen("usual-place") }));
    assert!(visitor.refused().is_none(), "{:?}", visitor.refused());
    let places = visitor.plan.as_ref().unwrap().memory.as_ref().unwrap().places.clone();
    assert!(places.len() > 20 && places[0].parent.is_none());
    assert!(places.iter().enumerate().skip(1).all(|(at, place)| (place.parent.unwrap() as usize) < at));
    visitor.watch(1);
    let now = visitor.picture.search.clone().unwrap();
    assert!(now.object.is_none() && now.rule.is_empty(), "he was not asked yet: {now:?}");
    let ball = now.network.iter().find(|(object, _)| object == "red ball");
    let likeliest = ball.map(|(_, at)| places[at.place as usize].name.as_str());
    assert_eq!(likeliest, Some("wardrobe"), "{now:?}");
    let mut first = Vec::new();
    for _ in 0..40 * 30 {
        visitor.watch(1);
        let now = visitor.picture.search.as_ref().unwrap();
        // What holds things is a place too, and comes to be known while he lives: the plan is told anew then.
        let places = &visitor.plan.as_ref().unwrap().memory.as_ref().unwrap().places;
        let Some(place) = now.rule.first().map(|step| places[step.place as usize].name.clone()) else {
            continue;
        };
        assert_eq!(now.object.as_deref(), Some("red ball"));
        assert!(now.rule.is_sorted_by(|a, b| a.likely >= b.likely), "{:?}", now.rule);
        if first.last() != Some(&place) {
            first.push(place);
        }
    }
    assert_eq!(first.first().map(String::as_str), Some("wardrobe"));
    assert!(first.len() > 1, "he missed it there, and would still look there first: {first:?}");
}
