//! What-where memory in a mind: one account of where (memory is the prior of the map), and everything that teaches it.

use crate::support::{Life, TICK_S, thing};
use piaget_memory::{House, ObjectName, PlaceId, What};
use piaget_mind::{Belief, Character, Mind, MindState};
use piaget_terms::{
    Feature, FeatureValue, Intent, Name, Rect, Sight, Sighting, Sound, Terrain, Utterance, Vec2, Vec3, Wall,
};
use piaget_text::Source;
use std::sync::Arc;

const HOME: &str = r#"
    place "home" {
        place "west" { at -5 0; size 10 8; place "chest" { at -8 2 }; place "rug" { at -3 -2 } }
        place "east" { at 5 0; size 10 8; place "shelf" { at 8 2 }; place "sofa" { at 3 -2 } }
    }
"#;

const BUTLER: &str = r#"
    character "butler"
    percepts { kind "ball" }
    selector "ball" "ball"
    beliefs persist=5000 most=12 { map cell=0.5 }
    values { drive "wish" start=1 }
    actions { tuple "fetch" object="ball" value="wish" { do "approach" within=0.5 } }
"#;

/// Two rooms with a door between them.
fn two_rooms() -> Arc<Terrain> {
    let wall =
        |z: f32| Wall { centre: Vec2::new(0.0, z), half: Vec2::new(0.1, 1.7), yaw: 0.0, height_m: 2.5 };
    let mut terrain = Terrain::open(Rect::centred(20.0, 8.0));
    terrain.walls = vec![wall(2.3), wall(-2.3)];
    Arc::new(terrain)
}

fn butler(memory: &str) -> Life {
    let source = Source::new("butler.kdl", format!("{BUTLER}\n{memory}"));
    let parsed = Character::parse(&source, &mut |name| match name {
        "home.kdl" => Ok(Source::new(name, HOME)),
        _ => Err("there is no such file".into()),
    });
    let character = Arc::new(parsed.unwrap_or_else(|mistakes| panic!("{mistakes}")));
    let mut life = Life::new("character \"nobody\"");
    life.mind = Mind::new(character, two_rooms(), 1);
    life
}

/// Sees all points of which this is true.
struct Sees<F: Fn(Vec3) -> bool>(F);

impl<F: Fn(Vec3) -> bool> Sight for Sees<F> {
    fn sees(&self, points: &[Vec3], seen: &mut [bool]) {
        for (point, seen) in points.iter().zip(seen) {
            *seen = (self.0)(*point);
        }
    }
}

fn ball(x: f32, z: f32) -> Sighting {
    thing(1, "ball", "red", Vec3::new(x, 0.2, z))
}

fn what() -> What {
    What { object: ObjectName::of_words("red ball", Name::cut("ball")), kind: Name::cut("ball") }
}

fn place(life: &Life, name: &str) -> PlaceId {
    life.mind.memory().unwrap().house().find(name).unwrap()
}

fn chance_at(life: &Life, name: &str) -> f32 {
    life.mind.memory().unwrap().chance_at(what(), place(life, name), life.time_s())
}

fn the_ball(life: &Life) -> Option<&Belief> {
    life.mind.view().beliefs().iter().skip(1).find(|belief| belief.now.kind == "ball")
}

/// How much of the ball's map lies within a metre of a point.
fn mass_near(life: &Life, x: f32, z: f32) -> f32 {
    let place = the_ball(life).and_then(|ball| ball.place.as_ref());
    place.and_then(|place| place.map()).map_or(0.0, |map| map.mass_within(Vec2::new(x, z), 1.0))
}

/// Blind, for so many seconds.
fn blind(life: &mut Life, seconds: f32) -> Intent {
    let mut last = life.sees(&[]);
    for _ in 1..(seconds / TICK_S) as u32 {
        last = life.sees(&[]);
    }
    last
}

fn says(words: &str) -> Sound {
    let words = Utterance::from(words).unwrap();
    Sound::new(Vec3::new(1.0, 1.0, 1.0)).speaker(Name::cut("owner")).words(words)
}

#[test]
fn a_thing_not_met_today_comes_to_mind_where_it_is_kept_and_he_goes_there() {
    let mut life =
        butler(r#"memory places="home.kdl" { recall "ball"; found "red ball" at="shelf" times=5 }"#);
    let intent = life.sees(&[]);
    let ball = the_ball(&life).expect("the ball comes to mind");
    assert_eq!(ball.place.as_ref().unwrap().recalled.unwrap().place, "shelf");
    let report = life.mind.report();
    assert!(report.beliefs[0].place.unwrap().remembered, "and he says so");
    assert!(mass_near(&life, 8.0, 2.0) > 0.6);
    let goal = intent.travel.or_else(|| life.sees(&[]).travel).expect("he sets out").goal;
    assert!(goal.x > 0.0, "{goal}");
    // Without evidence nothing comes to mind.
    let mut ignorant = butler(r#"memory places="home.kdl" { recall "ball" }"#);
    ignorant.sees(&[]);
    assert!(the_ball(&ignorant).is_none());
}

#[test]
fn out_of_sight_for_long_a_thing_is_expected_where_it_is_kept_and_not_before() {
    let memory =
        r#"memory places="home.kdl" after=600 { stays 60 600 6000; found "red ball" at="shelf" times=8 }"#;
    let mut life = butler(memory);
    life.sees(&[ball(-3.0, -2.0)]);
    blind(&mut life, 599.0);
    let near_shelf = mass_near(&life, 8.0, 2.0);
    assert!(near_shelf < 0.05 && the_ball(&life).unwrap().place.as_ref().unwrap().recalled.is_none());
    blind(&mut life, 3.0);
    assert!(the_ball(&life).unwrap().place.as_ref().unwrap().recalled.is_some());
    assert!(mass_near(&life, 8.0, 2.0) > 2.0 * near_shelf.max(0.02), "{}", mass_near(&life, 8.0, 2.0));
}

#[test]
fn when_nothing_is_left_of_the_map_memory_says_where_to_begin_anew() {
    let run = |memory: &str| {
        let mut life = butler(memory);
        life.sees(&[ball(-3.0, -2.0)]);
        // The whole west is in view and the ball is not there.
        life.senses(&[], &[], &Sees(|point| point.x < -0.3));
        life.senses(&[], &[], &Sees(|point| point.x < -0.3));
        let outcome = the_ball(&life).unwrap().place.as_ref().unwrap().outcome;
        (mass_near(&life, 8.0, 2.0), outcome.remembered || outcome.fell_back)
    };
    let (kept, _) = run(r#"memory places="home.kdl" { found "red ball" at="shelf" times=8 }"#);
    let (plain, _) = run("");
    assert!(kept > 0.5 && plain < 0.1, "with memory {kept}, without {plain}");
}

#[test]
fn what_is_searched_in_vain_is_missed_and_what_is_found_is_noted() {
    let mut life =
        butler(r#"memory places="home.kdl" { recall "ball"; found "red ball" at="shelf" times=5 }"#);
    for _ in 0..3 {
        life.sees(&[]);
    }
    let before = chance_at(&life, "shelf");
    // Half of the shelf's ground is not all of it.
    for _ in 0..3 {
        life.senses(&[], &[], &Sees(|point| point.x > 8.0));
    }
    assert!(chance_at(&life, "shelf") > 0.5 * before, "seen in part it is not missed");
    for _ in 0..3 {
        life.senses(&[], &[], &Sees(|point| point.x > 6.5));
    }
    assert!(chance_at(&life, "shelf") < 0.01, "{} before, {}", before, chance_at(&life, "shelf"));
    life.senses(&[ball(3.0, -2.0)], &[], &Sees(|_| true));
    assert_eq!(life.mind.memory().unwrap().last_seen(what().object).unwrap().0, place(&life, "sofa"));
    assert_eq!(life.mind.view().beliefs().len(), 2, "the ball that was found is the ball that was sought");
}

#[test]
fn a_thing_that_moves_or_is_held_is_kept_nowhere() {
    let mut life = butler(r#"memory places="home.kdl""#);
    for tick in 0..20 {
        life.sees(&[ball(-9.0 + tick as f32 * 0.2, -2.0)]);
    }
    let noted = life.mind.memory().unwrap().last_seen(what().object);
    assert!(
        noted.is_none_or(|(_, when)| when == 0.0),
        "only the first glance could take it for still: {noted:?}"
    );
    let mut life = butler(r#"memory places="home.kdl""#);
    for _ in 0..20 {
        life.sees(&[ball(-3.0, -2.0), holder(-3.2, -2.0, Some("ball"))]);
    }
    assert!(life.mind.memory().unwrap().last_seen(what().object).is_none());
}

/// Somebody who holds something.
fn holder(x: f32, z: f32, holding: Option<&str>) -> Sighting {
    let mut owner = thing(7, "owner", "blue", Vec3::new(x, 0.8, z));
    let value = FeatureValue::Word(Name::cut(holding.unwrap_or("")));
    owner.features.push(Feature::new(Name::cut("holding"), value));
    owner
}

#[test]
fn being_told_and_watching_teach_and_seeing_teaches_more() {
    let mut life =
        butler(r#"memory places="home.kdl" { recall "ball"; found "red ball" at="shelf" times=5 }"#);
    life.senses(&[], &[says("the ball is in the chest")], &Sees(|_| false));
    let memory = life.mind.memory().unwrap();
    assert_eq!(memory.order(what(), life.time_s())[0].0, place(&life, "chest"), "told");

    let mut life = butler(r#"memory places="home.kdl" { found "red ball" at="shelf" times=5 }"#);
    life.sees(&[holder(3.0, -2.0, Some("ball"))]);
    life.sees(&[holder(3.0, -2.0, None)]);
    let (last, _) = life.mind.memory().unwrap().last_seen(what().object).unwrap();
    assert_eq!(last, place(&life, "sofa"), "watched");
    // Seen elsewhere afterwards, both are forgotten.
    life.senses(&[ball(-3.0, -2.0)], &[says("the ball is in the chest")], &Sees(|_| false));
    life.sees(&[ball(-3.0, -2.0)]);
    let memory = life.mind.memory().unwrap();
    assert_eq!(memory.order(what(), life.time_s() + 1.0)[0].0, place(&life, "rug"), "seen");
}

#[test]
fn a_place_without_a_name_is_learned_or_refused_as_the_character_says() {
    for (learns, places, refused) in [(true, 8, 0), (false, 7, 0)] {
        let mut life = butler(&format!("memory places=\"home.kdl\" learns-places=#{learns}"));
        (0..5).for_each(|_| _ = life.sees(&[ball(-6.0, -3.0)]));
        let memory = life.mind.memory().unwrap();
        assert_eq!(memory.house().len(), places);
        let (last, _) = memory.last_seen(what().object).unwrap();
        assert!(memory.house().within(last, place(&life, "west")), "at least the room is known");
        assert_eq!(life.mind.report().memory.unwrap().refused, refused);
    }
    // Outside all that is known there is not even a room.
    let mut life = butler("memory places=\"home.kdl\" learns-places=#false");
    (0..5).for_each(|_| _ = life.sees(&[ball(12.0, 0.0)]));
    assert!(life.mind.report().memory.unwrap().refused > 0);
}

#[test]
fn rooms_and_spots_grow_from_where_he_walks_and_where_things_lie() {
    let mut life = butler("memory { recall \"ball\" }");
    life.body.position = Vec3::new(-5.0, 0.0, 0.0);
    life.sees(&[]);
    let names = |life: &Life| -> Vec<String> {
        life.mind.memory().unwrap().house().names().map(|name| name.to_string()).collect()
    };
    assert_eq!(
        names(&life).len(),
        3,
        "home, the room that he stands in, and the rest of it: {:?}",
        names(&life)
    );
    life.body.position = Vec3::new(5.0, 0.0, 0.0);
    life.sees(&[]);
    assert_eq!(names(&life).len(), 5);
    // Things that lie together share a spot, others do not.
    for (at, z) in [(3.0, -2.0), (3.3, -2.2), (8.0, 2.0)] {
        life.ticks += 1000;
        life.sees(&[thing(1, "ball", "red", Vec3::new(at, 0.2, z))]);
        life.sees(&[thing(1, "ball", "red", Vec3::new(at, 0.2, z))]);
    }
    assert_eq!(names(&life).len(), 7, "{:?}", names(&life));
    let house = life.mind.memory().unwrap().house();
    let home = life.mind.home().unwrap();
    let spot = home.place_at(house, Vec2::new(3.1, -2.1)).unwrap();
    let room = home.place_at(house, Vec2::new(6.0, 0.0)).unwrap();
    assert!(house.within(spot, room) && spot != room);
    assert_eq!((house[spot].level, house[room].level), (1, 2));
}

#[test]
fn a_memory_saved_in_the_middle_of_a_search_goes_on_to_the_bit() {
    for memory in [
        r#"memory places="home.kdl" { recall "ball"; found "red ball" at="shelf" times=5 }"#,
        "memory { recall \"ball\" }",
    ] {
        let mut life = butler(memory);
        let step = |life: &mut Life, tick: u32| {
            life.body.position = Vec3::new(-8.0 + tick as f32 * 0.2, 0.0, 0.0);
            let seen: &[Sighting] = if tick % 40 < 10 { &[ball(-3.0, -2.0)] } else { &[] };
            life.senses(seen, &[], &Sees(move |point| point.x < tick as f32 * 0.1 && point.x > -6.0))
        };
        (0..35).for_each(|tick| _ = step(&mut life, tick));
        let saved = serde_json::to_string(life.mind.state()).unwrap();
        let state: MindState = serde_json::from_str(&saved).unwrap();
        let mut again = butler(memory);
        again.mind = Mind::restore(again.mind.blueprint(), state).unwrap();
        again.ticks = life.ticks;
        for tick in 35..80 {
            assert_eq!(step(&mut life, tick), step(&mut again, tick), "tick {tick}");
            assert_eq!(life.mind.report(), again.mind.report(), "tick {tick}");
        }
        let order = |life: &Life| life.mind.memory().unwrap().clone().order(what(), life.time_s());
        assert_eq!(order(&life), order(&again));
    }
}

/// A saved mind with one byte changed had such a house, and ended the program.
#[test]
fn a_house_whose_places_do_not_fit_together_is_refused() {
    let text = r#"place "home" { place "kitchen" { place "table"; place "drawer" }; place "hall" }"#;
    let house = House::from_text("home.kdl", text).unwrap();
    let saved = serde_json::to_value(&house).unwrap();
    assert_eq!(serde_json::from_value::<House>(saved.clone()).unwrap(), house);
    let damages: [(&str, &str, serde_json::Value); 5] = [
        ("/places/1/parent", "a whole that is not there", 64.into()),
        ("/places/1/parent", "a place inside a part of its own", 2.into()),
        ("/places/1/children/0", "a part that is not there", 64.into()),
        ("/places/1/children/0", "the same part twice", 3.into()),
        ("/places/4/name", "a name that finds another place", "table".into()),
    ];
    for (at, what, damage) in damages {
        let mut damaged = saved.clone();
        *damaged.pointer_mut(at).unwrap_or_else(|| panic!("{at} is not in {saved}")) = damage;
        assert!(serde_json::from_value::<House>(damaged).is_err(), "{what}");
    }
}
