//! Matching, persistence, voices, learning, and the limits of memory.

use crate::support::{Life, TICK_S, thing};
use piaget_mind::model::Datum;
use piaget_mind::{BeliefId, Mind};
use piaget_terms::{Blind, Name, Senses, Sight, Sound, Utterance, Vec3};

const DUNCAN: &str = r#"
    character "duncan"
    percepts { kind "sheep"; kind "shepherd" { utterance "told" words="look at {kind}" } }
    beliefs persist=5 give-up=0.25
    selector "sheep" "sheep" nearest=#true
"#;

fn at(x: f32, z: f32) -> Vec3 {
    Vec3::new(x, 0.4, z)
}

/// The belief about each host id that is in view.
fn who_is_who(mind: &Mind) -> Vec<(u32, u32)> {
    let beliefs = mind.report().beliefs;
    let mut all: Vec<_> =
        beliefs.iter().filter_map(|belief| Some((belief.seen_as?.0, belief.belief))).collect();
    all.sort_unstable();
    all
}

#[test]
fn two_sheep_that_cross_stay_themselves_without_the_hosts_numbers() {
    let mut life = Life::new(DUNCAN);
    let walk = |t: f32| {
        [thing(1, "sheep", "white", at(-2.0 + t, 5.0)), thing(2, "sheep", "white", at(2.0 - t, 5.05))]
    };
    life.sees(&walk(0.0));
    let first = who_is_who(&life.mind);
    for step in 1..40 {
        life.sees(&walk(step as f32 * TICK_S));
        assert_eq!(who_is_who(&life.mind), first, "after {step} ticks");
    }
}

#[test]
fn colours_tell_things_apart_that_change_places() {
    let mut life = Life::new(DUNCAN);
    life.sees(&[thing(1, "sheep", "white", at(0.0, 5.0)), thing(2, "sheep", "black", at(0.2, 5.0))]);
    let before = who_is_who(&life.mind);
    life.sees(&[thing(1, "sheep", "white", at(0.2, 5.0)), thing(2, "sheep", "black", at(0.0, 5.0))]);
    assert_eq!(who_is_who(&life.mind), before);
}

#[test]
fn ids_decide_only_where_the_character_may_use_them() {
    let jump = [[thing(1, "sheep", "white", at(0.0, 5.0))], [thing(1, "sheep", "white", at(9.0, 5.0))]];
    for (text, beliefs) in [
        (DUNCAN.to_owned(), 2),
        (format!("{DUNCAN}\n").replace("give-up=0.25", "give-up=0.25 { match id=#true }"), 1),
    ] {
        let mut life = Life::new(&text);
        jump.iter().for_each(|sightings| _ = life.sees(sightings));
        assert_eq!(life.mind.report().beliefs.len(), beliefs);
    }
}

#[test]
fn a_thing_out_of_sight_is_believed_in_for_as_long_as_the_character_says() {
    let mut life = Life::new(DUNCAN);
    life.sees(&[thing(1, "sheep", "white", at(0.0, 5.0))]);
    let mut held = 0;
    loop {
        life.sees(&[]);
        let Some(belief) = life.mind.report().beliefs.first().cloned() else { break };
        assert_eq!((belief.seen_as, belief.position), (None, at(0.0, 5.0)));
        held += 1;
    }
    assert!((49..=50).contains(&held), "held for {held} ticks");
}

#[test]
fn a_reactive_creature_is_one_whose_beliefs_do_not_persist() {
    let mut life = Life::new("character \"fly\"\nbeliefs persist=0");
    life.sees(&[thing(1, "cube", "red", at(0.0, 5.0))]);
    assert_eq!(life.mind.report().beliefs.len(), 1);
    life.sees(&[]);
    assert!(life.mind.report().beliefs.is_empty());
}

/// Sees everything within a distance of the origin.
struct Near(f32);

impl Sight for Near {
    fn sees(&self, points: &[Vec3], seen: &mut [bool]) {
        for (point, seen) in points.iter().zip(seen) {
            *seen = point.length() <= self.0;
        }
    }
}

#[test]
fn what_is_gone_from_a_place_in_view_is_given_up_and_what_may_be_hidden_is_not() {
    let mut life = Life::new(DUNCAN);
    let both = [thing(1, "sheep", "white", at(0.0, 3.0)), thing(2, "sheep", "white", at(0.0, 9.0))];
    life.senses(&both, &[], &Near(5.0));
    for _ in 0..4 {
        life.senses(&[], &[], &Near(5.0));
    }
    let left = life.mind.report().beliefs;
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].position, at(0.0, 9.0));
}

#[test]
fn memory_is_bounded_and_the_longest_unseen_gives_way() {
    let mut life = Life::new("character \"x\"\nbeliefs persist=100 most=3");
    for (tick, x) in [0.0, 5.0, 10.0].into_iter().enumerate() {
        life.sees(&[thing(tick as u32, "sheep", "white", at(x, 5.0))]);
    }
    let places: Vec<f32> = life.mind.report().beliefs.iter().map(|belief| belief.position.x).collect();
    assert_eq!(places, [5.0, 10.0]);
}

#[test]
fn a_voice_belongs_to_the_one_who_stands_there_and_says_something() {
    let mut life = Life::new(DUNCAN);
    let shepherd = thing(5, "shepherd", "brown", at(0.0, 4.0));
    let sound = Sound::new(at(0.1, 4.2))
        .speaker(Name::cut("shepherd"))
        .words(Utterance::from("Look at sheep").unwrap());
    life.senses(&[shepherd], &[sound], &Blind);
    assert_eq!(life.mind.report().beliefs.len(), 1, "voice and looks are of one thing");
    let view = life.mind.view();
    let told = view.percepts().find("told").unwrap();
    let speaker = view.beliefs()[1].id;
    assert_eq!(view.evaluate(told, speaker).data, Datum::Word(Name::cut("sheep")));
    // Nobody in view: a voice alone makes a belief, and the next tick is silent.
    let mut elsewhere = sound;
    elsewhere.position = at(0.1, -9.0);
    life.senses(&[], &[elsewhere], &Blind);
    assert_eq!(life.mind.report().beliefs.len(), 2);
    life.sees(&[]);
    let view = life.mind.view();
    assert!(view.beliefs().iter().all(|belief| view.evaluate(told, belief.id).matched == 0.0));
}

#[test]
fn a_list_grows_by_learning_and_the_past_is_seen_with_what_is_known_now() {
    let text = r#"
        character "max"
        list "edible" "cheese"
        percepts { on-list "food" list="edible" of="kind" }
        beliefs
        selector "food" "food" nearest=#true
    "#;
    let mut life = Life::new(text);
    let cone = thing(1, "ice-cream", "white", at(0.0, 2.0));
    for _ in 0..3 {
        life.sees(std::slice::from_ref(&cone));
    }
    let food = life.mind.view().percepts().find("food").unwrap();
    let belief = life.mind.view().beliefs()[1].id;
    assert_eq!(life.mind.view().evaluate(food, belief).matched, 0.0);
    assert!(life.mind.learn("edible", Name::cut("ice-cream")));
    assert!(!life.mind.learn("edible", Name::cut("ice-cream")), "it is on the list now");
    assert!(!life.mind.learn("drinkable", Name::cut("milk")), "there is no such list");
    assert_eq!(life.mind.view().ago(TICK_S).evaluate(food, belief).matched, 1.0);
    life.sees(&[cone]);
    assert_eq!(life.mind.view().evaluate(food, belief).matched, 1.0);
}

#[test]
fn velocity_is_estimated_from_places_and_selectors_use_it() {
    let text = r#"
        character "x"
        percepts { motion "coming" approaching=0.5; was "came" "coming" within=0.35 }
        selector "fast" faster=0.5
    "#;
    let mut life = Life::new(text);
    let sheep = |z: f32| [thing(1, "sheep", "white", at(0.0, z)), thing(2, "rock", "grey", at(3.0, 3.0))];
    for tick in 0..10 {
        life.sees(&sheep(9.0 - tick as f32 * TICK_S));
    }
    let view = life.mind.view();
    let (coming, came) = (view.percepts().find("coming").unwrap(), view.percepts().find("came").unwrap());
    let sheep_belief = view.beliefs().iter().find(|belief| belief.now.kind == "sheep").unwrap();
    assert!((sheep_belief.now.velocity.z + 1.0).abs() < 0.01, "{:?}", sheep_belief.now.velocity);
    assert_eq!(view.evaluate(coming, sheep_belief.id).matched, 1.0);
    let fast = view.pick(piaget_mind::SelectorId(0));
    assert_eq!((fast.found.unwrap().belief, fast.count), (sheep_belief.id, 1));
    let id = sheep_belief.id;
    // It stands still from here on, and came until a moment ago.
    for (tick, lately) in [1.0, 1.0, 1.0, 0.0, 0.0].into_iter().enumerate() {
        life.sees(&sheep(8.1));
        assert_eq!(life.mind.view().evaluate(came, id).matched, lately, "{tick}");
    }
}

#[test]
fn nobody_is_the_creature_itself() {
    let mut life = Life::new("character \"x\"\nselector \"me\" who=\"self\"\nselector \"things\"");
    life.sees(&[thing(1, "sheep", "white", at(0.0, 5.0))]);
    let view = life.mind.view();
    assert_eq!(view.pick(piaget_mind::SelectorId(0)).found.unwrap().belief, BeliefId::SELF);
    assert_eq!(view.pick(piaget_mind::SelectorId(1)).count, 1);
    assert!(view.record(BeliefId::SELF).is_some_and(|own| own.kind == "x"));
}

#[test]
fn what_was_eaten_is_no_longer_believed_in() {
    let text = r#"
        character "dog"
        percepts { kind "bone" }
        beliefs persist=60
        selector "bone" "bone" nearest=#true
        actions { tuple "gnaw" object="bone" { do "movement" "eat"; until success=#true { ate "bone" } } }
    "#;
    let mut life = Life::new(text);
    let (near, far) = (thing(1, "bone", "white", Vec3::Z), thing(2, "bone", "white", Vec3::Z * 6.0));
    life.sees(&[near, far.clone()]);
    life.body.ate = Some(Name::cut("bone"));
    let next = life.sees(&[]).movement.and_then(|movement| movement.object);
    let believed: Vec<Vec3> = life.mind.report().beliefs.iter().map(|belief| belief.position).collect();
    assert_eq!(believed, [far.position], "only what was eaten is gone, unseen as both are");
    assert_eq!(next.map(|object| object.position), Some(far.position));
    // A thing of another kind was eaten: not the one it attends to.
    life.body.ate = Some(Name::cut("berry"));
    life.sees(&[]);
    assert_eq!(life.mind.report().beliefs.len(), 1);
}

/// Found by minds that were changed and sealed again: a sighting next to no time after the last one gave an infinite speed.
#[test]
fn two_sightings_next_to_no_time_apart_leave_the_speed_finite() {
    let mut life = Life::new("character \"a\"");
    for (time_s, x) in [(0.0, 0.0), (1e-44, 0.2), (0.1, 0.2)] {
        let senses = Senses::new(time_s, 0.1, &life.body, &Blind);
        let seen = [thing(1, "sheep", "white", Vec3::new(x, 0.0, 4.0))];
        life.mind.step(&senses.sightings(&seen));
        life.mind.check().unwrap_or_else(|broken| panic!("at {time_s} s: {broken}"));
    }
}
