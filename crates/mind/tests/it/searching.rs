//! When a search ends, and what is done then: looking adds up, what was given up is left alone, and a glimpse, a new wish or
//! time takes it up again.

use crate::support::{Life, TICK_S, thing};
use piaget_terms::{Blind, Extent, Intent, Sight, Sighting, Vec3};

/// Sees all there is.
struct All;

impl Sight for All {
    fn sees(&self, points: &[Vec3], seen: &mut [bool]) {
        debug_assert_eq!(points.len(), seen.len());
        seen.fill(true);
    }
}

const GUARD: &str = r#"
character "guard"
percepts { kind "thief"; kind "ball" }
selector "thief" "thief"
selector "ball" "ball"
beliefs persist=6000 absent=6000 give-up=6000 { map }
"#;

fn thief(z: f32) -> Sighting {
    thing(1, "thief", "black", Vec3::new(0.0, 0.9, z))
}

fn ball() -> Sighting {
    thing(2, "ball", "red", Vec3::new(3.0, 0.1, 3.0))
}

fn does(intent: &Intent) -> &str {
    intent.because.as_deref().unwrap_or("nothing")
}

/// What was done in the seconds after these things were seen last, each once, with its beginning.
fn after_seeing(life: &mut Life, things: &[Sighting], seconds: u32) -> Vec<(f64, String)> {
    for _ in 0..10 {
        life.senses(things, &[], &All);
    }
    empty(life, seconds)
}

fn empty(life: &mut Life, seconds: u32) -> Vec<(f64, String)> {
    let mut done: Vec<(f64, String)> = Vec::new();
    for _ in 0..seconds * 10 {
        let time_s = life.time_s();
        let intent = life.senses(&[], &[], &All);
        if done.last().is_none_or(|(_, last)| last != does(&intent)) {
            done.push((time_s, does(&intent).to_owned()));
        }
    }
    done
}

#[test]
fn on_an_open_field_it_is_given_up_at_once_and_a_glimpse_takes_it_up_again() {
    let mut life =
        Life::new(&format!("{GUARD}actions {{ tuple \"catch\" object=\"thief\" {{ do \"approach\" }} }}"));
    let done = after_seeing(&mut life, &[thief(5.0)], 30);
    let [(_, first), (gave_up_s, last)] = &done[..] else { panic!("{done:?}") };
    assert!(first == "catch" && last == "nothing" && *gave_up_s < 10.0, "{done:?}");
    assert!(life.mind.report().search.is_some_and(|search| search.in_vain));
    assert_eq!(does(&life.senses(&[thief(-6.0)], &[], &All)), "catch");
    let done = empty(&mut life, 30);
    assert!(done.len() == 2 && done[0].1 == "catch", "looked for anew, and given up: {done:?}");
}

#[test]
fn two_things_given_up_are_not_taken_up_in_turn() {
    let mut life = Life::new(&format!(
        "{GUARD}actions choose=\"highest\" {{
            tuple \"catch\" value=2 object=\"thief\" {{ do \"approach\" }}
            tuple \"fetch\" value=1 object=\"ball\" {{ do \"approach\" }}
        }}"
    ));
    let done = after_seeing(&mut life, &[thief(5.0), ball()], 60);
    assert_eq!(done.last().map(|(_, what)| what.as_str()), Some("nothing"), "{done:?}");
    assert!(done.len() <= 3, "{done:?}");
}

#[test]
fn what_else_there_is_to_do_is_done_then() {
    let mut life = Life::new(&format!(
        "{GUARD}actions choose=\"highest\" {{
            tuple \"catch\" value=2 object=\"thief\" {{ do \"approach\" }}
            tuple \"patrol\" value=1 {{ do \"look-around\" turn=1 }}
        }}"
    ));
    let done = after_seeing(&mut life, &[thief(5.0)], 60);
    let names: Vec<&str> = done.iter().map(|(_, what)| what.as_str()).collect();
    assert_eq!(names, ["catch", "patrol"], "{done:?}");
}

#[test]
fn hope_comes_back_with_time_and_not_sooner() {
    let mut life =
        Life::new(&format!("{GUARD}actions {{ tuple \"catch\" object=\"thief\" {{ do \"approach\" }} }}"));
    let done = after_seeing(&mut life, &[thief(5.0)], 600);
    let began: Vec<f64> = done.iter().filter(|(_, what)| what == "catch").map(|(at, _)| *at).collect();
    assert!((2..=8).contains(&began.len()), "{done:?}");
    assert!(began.windows(2).all(|pair| pair[1] - pair[0] > 60.0), "{done:?}");
}

/// A wall before a place to look from was taken for the thing that is looked for, and pressed against until the search was late.
#[test]
fn what_stops_it_before_a_place_to_look_from_is_an_obstacle() {
    let catch = "actions { tuple \"catch\" object=\"thief\" { do \"approach\" within=0.8 speed=\"run\" } }";
    let mut life = Life::new(&format!("{GUARD}{catch}"));
    let mut wide = thief(5.0);
    wide.extent = Some(Extent::new(1.0, 1.8));
    for _ in 0..10 {
        life.senses(std::slice::from_ref(&wide), &[], &Blind);
    }
    let (mut walled, mut pressed, mut longest) = (None, 0, 0);
    for _ in 0..300 {
        let Some(travel) = life.senses(&[], &[], &Blind).travel else {
            pressed = 0;
            continue;
        };
        let place = *walled.get_or_insert(travel.goal);
        let body = &mut life.body;
        let to = body.position.move_towards(travel.towards, travel.speed_m_per_s * TICK_S);
        // What nobody sees stands round the first place.
        body.blocked = to.distance(place) < 0.7;
        body.velocity = if body.blocked { Vec3::ZERO } else { (to - body.position) / TICK_S };
        body.position = if body.blocked { body.position } else { to };
        pressed = if body.blocked { pressed + 1 } else { 0 };
        longest = longest.max(pressed);
    }
    assert!((1..10).contains(&longest), "pressed for {longest} ticks");
}
