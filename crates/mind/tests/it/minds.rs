//! What another has seen, and so believes: from its pose as it is seen, one level deep, bounded.

use crate::allocating::allocations;
use crate::support::{Life, TICK_S, character, field};
use piaget_mind::{BeliefId, Blueprint, Character, Mind, OtherMind};
use piaget_terms::{
    Blind, BodySense, Chance, Effector, EffectorSighting, HostId, Name, Rect, Senses, Sighting, Sound,
    Terrain, Told, Vec2, Vec3, Wall, maths,
};
use piaget_text::Source;
use std::f32::consts::PI;
use std::sync::Arc;

const ANNE: &str = r#"
    character "anne"
    body kind="person" height=1.6
    place "gate" { at 3 2 }
    percepts {
        kind "person"
        kind "ball"
        knows "known" by="person"
        unaware "secret"
        has-seen "shown" within=2
        looks-at "watched" within=15
    }
    selector "me" who="self"
    selector "ball" "ball"
    selector "known" "known" "ball"
    selector "secret" "secret" "ball"
    selector "shown" "shown" "ball"
    selector "watched" "watched" "ball"
    beliefs persist=600 give-up=600 { map }
    minds "person" field-of-view=100
    actions choose="highest" {
        tuple "at-gate" value=5 { can { expects-at "ball" place="gate" within=1 }; do "wait" }
        tuple "hide" value=4 object="ball" { can { unaware by="person" }; do "wait" }
        tuple "gone" value=3 { can { not { has-seen "me" } }; do "wait" }
        tuple "seen" value=2 { can { knows "ball"; looks-at "ball" within=90 }; do "wait" }
        tuple "rest" value=1 { do "wait" }
    }
"#;

/// Somebody who stands at a place on the ground and faces along a yaw.
fn person(id: u32, at: Vec2, yaw: f32) -> Sighting {
    let root = Vec3::new(at.x, 0.9, at.y);
    let mut seen = Sighting::new(HostId(id), Name::cut("person"), root);
    for (effector, position) in [
        (Effector::Root, root),
        (Effector::Nose, root + maths::direction(yaw) * 0.2 + Vec3::Y * 0.6),
        (Effector::LeftHand, root + maths::direction(yaw + 1.5) * 0.3),
    ] {
        seen.effectors.push(EffectorSighting::new(effector, position));
    }
    seen
}

fn ball(x: f32, z: f32) -> Sighting {
    Sighting::new(HostId(90), Name::cut("ball"), Vec3::new(x, 0.3, z))
}

const HOME: Vec2 = Vec2::new(0.0, 7.0);
/// Facing the row where the ball is.
const HERE: f32 = PI;
const AWAY: f32 = 0.0;

fn id_of(mind: &Mind, kind: &str) -> BeliefId {
    let view = mind.view();
    view.beliefs().iter().skip(1).find(|belief| belief.now.kind == *kind).map(|belief| belief.id).unwrap()
}

fn sallys(mind: &Mind) -> &OtherMind {
    mind.mind_of(id_of(mind, "person")).expect("Sally's mind is thought of")
}

/// Sally looks on while the ball rolls from the middle to -1.5; then it rolls to 1.5 while she faces along `yaw`; then she looks
/// again.
fn plays(life: &mut Life, yaw: f32) {
    for tick in 0..90u32 {
        let (first, then) = (tick as f32 - 10.0, tick as f32 - 40.0);
        let x = -0.1 * first.clamp(0.0, 15.0) + 0.1 * then.clamp(0.0, 30.0);
        let yaw = if (30..80).contains(&tick) { yaw } else { HERE };
        life.sees(&[person(1, HOME, yaw), ball(x, 2.0)]);
    }
}

#[test]
fn what_is_moved_behind_its_back_is_expected_where_it_was() {
    for (yaw, knows) in [(HERE, true), (AWAY, false)] {
        // She does not see it at the end: a wall as high as the ball stands before it, on her side.
        let wall =
            |x: f32| Wall { centre: Vec2::new(x, 2.5), half: Vec2::new(0.6, 0.1), yaw: 0.0, height_m: 1.2 };
        let terrain = Terrain::around_origin(20.0, 20.0).with_walls(vec![wall(-1.5), wall(1.5)]);
        let mut life = Life::new(ANNE);
        life.mind = Mind::new(character(ANNE), Arc::new(terrain), 7);
        plays(&mut life, yaw);
        let (sally, ball) = (id_of(&life.mind, "person"), id_of(&life.mind, "ball"));
        assert!(life.mind.view().record(ball).unwrap().position.x > 1.4, "Anne knows");
        let expected = life.mind.expects_at(sally, ball).unwrap();
        assert_eq!(expected.x > 0.0, knows, "{yaw}: {expected}");
        let picked = life.mind.would_pick(sally, "ball").unwrap();
        assert_eq!((picked.belief, picked.position), (ball, expected));
    }
}

#[test]
fn percepts_and_conditions_ask_the_others_mind() {
    let picked = |life: &Life, name: &str| {
        let concepts = life.mind.view().concepts();
        let at = concepts.selectors.iter().position(|selector| selector.name == *name).unwrap();
        life.mind.view().pick(piaget_mind::SelectorId(at as u16)).found.is_some()
    };
    let mut life = Life::new(ANNE);
    for _ in 0..20 {
        life.sees(&[person(1, HOME, HERE), ball(0.0, 2.0)]);
    }
    for (name, holds) in [("known", true), ("secret", false), ("shown", true), ("watched", true)] {
        assert_eq!(picked(&life, name), holds, "{name}");
    }
    let because = |life: &Life| life.mind.intent().because.unwrap();
    assert_eq!(because(&life), "seen");
    // Behind her back it is taken to the gate.
    for tick in 0..80u32 {
        let x = (0.1 * (tick as f32 - 10.0)).clamp(0.0, 3.0);
        life.sees(&[person(1, HOME, AWAY), ball(x, 2.0)]);
    }
    for (name, holds) in [("known", false), ("secret", true), ("shown", false), ("watched", false)] {
        assert_eq!(picked(&life, name), holds, "{name}");
    }
    assert_eq!(because(&life), "hide");
    for _ in 0..10 {
        life.sees(&[person(1, HOME, HERE), ball(3.0, 2.0)]);
    }
    assert_eq!(because(&life), "at-gate");
}

#[test]
fn what_it_hears_it_knows_without_a_look() {
    for (loudness, hears) in [(1.0, true), (0.02, false)] {
        let mut life = Life::new(ANNE);
        for _ in 0..20 {
            life.sees(&[person(1, HOME, HERE), ball(-1.5, 2.0)]);
        }
        // She has turned away before it rolls.
        for tick in 0..60u32 {
            let x = (-1.5 + 0.2 * (tick as f32 - 15.0).max(0.0)).min(2.5);
            let sound = Sound::new(Vec3::new(x, 0.3, 2.0)).speaker(Name::cut("ball")).loudness(loudness);
            let sounds = [sound];
            let rings = if tick == 50 { &sounds[..] } else { &[] };
            life.senses(&[person(1, HOME, AWAY), ball(x, 2.0)], rings, &Blind);
        }
        let expected = life.mind.expects_at(id_of(&life.mind, "person"), id_of(&life.mind, "ball")).unwrap();
        assert_eq!(expected.x > 1.5, hears, "{loudness}: {expected}");
    }
}

#[test]
fn it_knows_of_the_one_who_thinks_of_it_when_it_has_looked_there() {
    let mut life = Life::new(ANNE);
    for _ in 0..20 {
        life.sees(&[person(1, HOME, AWAY)]);
    }
    assert!(sallys(&life.mind).about(BeliefId::SELF).is_none());
    for _ in 0..5 {
        life.sees(&[person(1, HOME, HERE)]);
    }
    assert!(sallys(&life.mind).knows(BeliefId::SELF, Vec3::ZERO, 0.5));
    assert!(sallys(&life.mind).looks_at(BeliefId::SELF, Vec3::ZERO, 0.2));
}

#[test]
fn one_who_lives_here_knows_what_was_there_before() {
    for (lives_here, knows) in [(true, true), (false, false)] {
        let text = ANNE.replace("field-of-view=100", &format!("field-of-view=100 lives-here=#{lives_here}"));
        let mut life = Life::new(&text);
        for _ in 0..10 {
            life.sees(&[ball(1.0, 2.0)]);
        }
        for _ in 0..10 {
            life.sees(&[ball(1.0, 2.0), person(1, HOME, AWAY)]);
        }
        assert_eq!(sallys(&life.mind).about(id_of(&life.mind, "ball")).is_some(), knows);
    }
}

#[test]
fn a_character_without_the_node_thinks_of_nobody_and_conditions_that_need_it_are_told() {
    let plain = "character \"plain\"\nbeliefs { map }";
    let mut life = Life::new(plain);
    plays(&mut life, AWAY);
    assert!(life.mind.minds().is_empty());
    let text = ANNE.replace("minds \"person\" field-of-view=100", "");
    let source = Source::new("anne.kdl", text);
    let mistakes = Character::parse(&source, &mut |_| Err("none".into())).unwrap_err();
    assert!(mistakes.0.iter().any(|one| one.message.contains("thinks of nobody's mind")), "{mistakes}");
    for (text, told) in [
        ("minds", "names no kind"),
        ("minds \"a\" most=0", "most"),
        ("minds \"a\" feld-of-view=3", "feld-of-view"),
    ] {
        let source = Source::new("a.kdl", format!("character \"a\"\n{text}"));
        let mistakes = Character::parse(&source, &mut |_| Err("none".into())).unwrap_err();
        assert!(mistakes.to_string().contains(told), "{text}: {mistakes}");
    }
}

/// A hundred others in view, and more than there is room for of everything: bounded, and sound.
#[test]
fn a_hundred_others_are_thought_of_as_far_as_there_is_room() {
    let text = ANNE
        .replace("minds \"person\"", "minds \"person\" most=3 things=4")
        .replace("beliefs persist=600", "beliefs most=128 persist=600");
    let mut life = Life::new(&text);
    let mut chance = Chance::new(3);
    for tick in 0..60u32 {
        let mut seen: Vec<Sighting> = (0..100)
            .map(|id| {
                let at = Vec2::new((id % 10) as f32 - 5.0, 3.0 + (id / 10) as f32);
                person(id, at, HERE + chance.between(-0.5, 0.5))
            })
            .collect();
        seen.push(ball(0.1 * tick as f32, 2.0));
        life.sees(&seen);
        life.mind.check().unwrap();
        assert!(life.mind.minds().len() <= 3);
        assert!(life.mind.minds().iter().all(|mind| mind.beliefs.all().len() <= 4 && mind.ties().len() <= 4));
    }
    assert_eq!(life.mind.minds().len(), 3);
}

#[test]
fn an_other_that_leaves_for_ever_is_forgotten_with_the_belief_in_it() {
    let mut life = Life::new(&ANNE.replace("persist=600", "persist=5"));
    plays(&mut life, HERE);
    assert_eq!(life.mind.minds().len(), 1);
    for _ in 0..40 {
        life.sees(&[ball(1.5, 2.0)]);
    }
    assert_eq!(life.mind.minds().len(), 1, "gone for 4 s");
    for _ in 0..20 {
        life.sees(&[ball(1.5, 2.0)]);
    }
    assert!(life.mind.minds().is_empty());
}

/// What is out of view of the one who thinks is not added to what the other knows.
#[test]
fn nothing_is_known_of_what_it_saw_while_it_was_out_of_view() {
    let mut life = Life::new(ANNE);
    plays(&mut life, HERE);
    let ball_id = id_of(&life.mind, "ball");
    let before = sallys(&life.mind).about(ball_id).unwrap().sensed_s;
    for tick in 0..30u32 {
        life.sees(&[ball(1.5 - 0.1 * tick as f32, 2.0)]);
    }
    let after = sallys(&life.mind).about(ball_id).unwrap().sensed_s;
    assert!(after - before <= 0.6, "{before} {after}");
}

#[test]
fn two_who_think_of_each_other_stay_one_level_deep() {
    let mut both = [Life::new(ANNE), Life::new(ANNE)];
    both[1].body = BodySense::standing(Vec3::new(HOME.x, 0.0, HOME.y), HERE);
    for tick in 0..100u32 {
        let x = maths::sin(tick as f32 * 0.15);
        let faces = if tick % 40 < 20 { HERE } else { AWAY };
        both[0].sees(&[person(1, HOME, faces), ball(x, 3.0)]);
        both[1].sees(&[person(0, Vec2::ZERO, AWAY), ball(x, 3.0)]);
        for life in &both {
            life.mind.check().unwrap();
            assert!(life.mind.minds().iter().all(|mind| mind.beliefs.minds().is_empty()));
        }
    }
    assert!(both.iter().all(|life| life.mind.minds().len() == 1));
}

#[test]
fn contradicting_words_and_words_by_nobody_are_taken_in_within_bounds() {
    let mut life = Life::new(ANNE);
    for tick in 0..100u32 {
        let told = |x: f32, kind: &str| {
            Sound::new(Vec3::new(0.0, 1.0, 3.0)).tells(Told::new(
                Name::cut(kind),
                Vec3::new(x, 0.0, 2.0),
                0.5,
            ))
        };
        let mut sounds: Vec<Sound> = (0..20).map(|at| told(at as f32 - 10.0, "ball")).collect();
        sounds.push(told(f32::NAN, "ball"));
        sounds.push(told(1e9, "ball"));
        sounds.push(told(1.0, "unheard-of"));
        let sounds = if tick % 3 == 0 { &sounds[..] } else { &[] };
        life.senses(&[person(1, HOME, AWAY), ball(0.0, 2.0)], sounds, &Blind);
        life.mind.check().unwrap();
    }
    let known = sallys(&life.mind);
    assert!(known.beliefs.all().len() <= 12 && known.ties().len() <= 12);
}

#[test]
fn saved_and_loaded_it_goes_on_as_if_nothing_had_happened() {
    // When conditions held last is written as minus infinity, which this format does not have.
    let anne = ANNE.split("actions").next().unwrap();
    let blueprint = Arc::new(Blueprint::new(character(anne), field()));
    let mut mind = Mind::from_blueprint(&blueprint, 7);
    let step = |mind: &mut Mind, tick: u32| {
        let body = BodySense::standing(Vec3::ZERO, 0.0);
        let x = (-1.5 + 0.05 * tick as f32).min(1.5);
        let yaw = if tick % 40 < 25 { HERE } else { AWAY };
        let seen = [person(1, HOME, yaw), ball(x, 2.0)];
        mind.step(&Senses::new(f64::from(tick) * 0.1, TICK_S, &body, &Blind).sightings(&seen));
    };
    for tick in 0..33 {
        step(&mut mind, tick);
    }
    let saved = serde_json::to_string(mind.state()).unwrap();
    let mut loaded = Mind::restore(&blueprint, serde_json::from_str(&saved).unwrap()).unwrap();
    for tick in 33..80 {
        step(&mut mind, tick);
        step(&mut loaded, tick);
    }
    let bits = |mind: &Mind| serde_json::to_string(mind.state()).unwrap();
    assert!(bits(&mind) == bits(&loaded));
    // For a character that thinks of nobody, it is refused.
    let plain = anne.replace("minds \"person\" field-of-view=100", "");
    let plain = Arc::new(Blueprint::new(character(&plain), field()));
    assert!(Mind::restore(&plain, serde_json::from_str(&saved).unwrap()).is_err());
    let narrow = anne.replace("field-of-view=100", "field-of-view=100 things=2");
    let narrow = Arc::new(Blueprint::new(character(&narrow), field()));
    assert!(
        Mind::restore(&narrow, serde_json::from_str(&saved).unwrap()).is_err(),
        "more than it has room for"
    );
}

#[test]
fn a_warm_thought_of_another_allocates_nothing() {
    let mut mind = Mind::new(character(ANNE), Arc::new(Terrain::open(Rect::centred(20.0, 20.0))), 7);
    let body = BodySense::standing(Vec3::ZERO, 0.0);
    let mut allocated = 0;
    for tick in 0..400u32 {
        let x = 1.5 * maths::sin(tick as f32 * 0.05);
        let yaw = if tick % 80 < 40 { HERE } else { AWAY };
        let seen = [person(1, HOME, yaw), ball(x, 2.0), person(2, Vec2::new(2.0, 6.0), yaw + 0.5)];
        let senses = Senses::new(f64::from(tick) * 0.1, TICK_S, &body, &Blind).sightings(&seen);
        let before = allocations();
        mind.step(&senses);
        if tick >= 200 {
            allocated += allocations() - before;
        }
    }
    assert_eq!(mind.minds().len(), 2);
    assert_eq!(allocated, 0);
}
