//! What is said and done in the world, and who sees it.

use super::{Teller, point, words};
use crate::messages::CaptionSort;
use piaget_sim::{Actor, Happening};
use piaget_terms::{HostId, Name, Vec3, maths};

/// Pushes of one thing within so many seconds are one push: a hand that drags is told of many times a second.
const PUSH_S: f64 = 1.5;
/// More than this many who see something are not named.
const MOST_NAMED: usize = 2;

/// Tells what happened in the world, if it is worth a sentence.
pub fn tell(teller: &mut Teller<'_>, happening: &Happening, pushed: &mut Vec<(Name, f64)>) {
    let (t, about) = (happening.t, happening.about.as_str());
    let who = happening.creature.map(|name| words::capital(name.as_str()));
    match (happening.event.as_str(), who) {
        ("say", _) => {
            if let Some((by, said)) = about.split_once(": ") {
                voice(teller, t, by, said);
            }
        }
        ("said", Some(_)) => voice(teller, t, happening.creature.unwrap_or_default().as_str(), about),
        ("transport", _) => moved(teller, t, about, "moved"),
        ("slide", _) => {
            let name = Name::cut(about);
            let last = pushed.iter().position(|(thing, _)| *thing == name).map(|at| pushed.swap_remove(at).1);
            pushed.push((name, t));
            if last.is_none_or(|last| t - last > PUSH_S) {
                changed(teller, t, about, "begins to move");
            }
        }
        ("slide-ended", _) => {
            let name = Name::cut(about);
            if pushed.iter().any(|(thing, _)| *thing == name) {
                stopped(teller, t, about);
            }
        }
        ("hide", _) => changed(teller, t, about, "vanishes"),
        ("show", _) => changed(teller, t, about, "appears"),
        ("add", _) => changed(teller, t, about, "is put there"),
        ("remove", _) => {
            // It is gone, with the kind that it had.
            let text = format!("{} is taken away.", words::capital(&words::thing(about, about)));
            teller.add(t, CaptionSort::Moved, text);
        }
        ("move-wall", _) => {
            let wall = words::capital(&words::wall(about));
            teller.add(t, CaptionSort::Moved, format!("{wall} is moved; nobody is told."));
        }
        // A note beside what was done says the same again.
        ("note", _) if teller.found.iter().any(|told| told.sort == CaptionSort::Moved) => {}
        ("note", _) => {
            let text = words::capital(about);
            teller.add(t, CaptionSort::Note, format!("{}.", text.trim_end_matches('.')));
        }
        (event @ ("ate" | "picked-up" | "put-down"), Some(who)) => {
            let verb = match event {
                "ate" => "eats",
                "picked-up" => "picks up",
                _ => "puts down",
            };
            let what = named(teller, about).and_then(|id| words::of(teller.simulation.world(), id));
            let what = what.unwrap_or_else(|| words::thing(about, about));
            let creature = happening.creature.map(|name| name.to_string());
            let caption = teller.add(t, CaptionSort::Did, format!("{who} {verb} {what}."));
            caption.creature = creature;
        }
        _ => {}
    }
}

fn named(teller: &Teller<'_>, name: &str) -> Option<HostId> {
    teller.simulation.world().named(name)
}

fn voice(teller: &mut Teller<'_>, t: f64, by: &str, said: &str) {
    let world = teller.simulation.world();
    let speaker = world.named(by);
    let who = match speaker.and_then(|id| words::of(world, id)) {
        Some(name) => words::capital(&name),
        None if by == "visitor" => "You".to_owned(),
        None => format!("The {}", words::spaced(by)),
    };
    let verb = if who == "You" { "say" } else { "says" };
    let at = place_of(teller, speaker);
    let caption = teller.add(t, CaptionSort::Said, format!("{who} {verb} “{said}”."));
    (caption.words, caption.id) = (Some(said.to_owned()), speaker.map(|id| id.0));
    caption.at = at.map(point);
}

fn place_of(teller: &Teller<'_>, id: Option<HostId>) -> Option<Vec3> {
    let world = teller.simulation.world();
    let thing = id.and_then(|id| world.thing(id)).map(|thing| thing.position);
    thing.or_else(|| id.and_then(|id| world.creature(id)).map(|creature| creature.position))
}

/// Something is elsewhere in an instant: who saw that, and where it is now.
fn moved(teller: &mut Teller<'_>, t: f64, name: &str, how: &str) {
    let Some(id) = named(teller, name) else { return };
    let Some(at) = place_of(teller, Some(id)) else { return };
    let what = words::of(teller.simulation.world(), id).unwrap_or_default();
    let (opening, observer) = opening(teller, id);
    let place = observer.map(|(actor, sees)| words::place(teller.simulation, actor, at, sees));
    let text = format!("{opening}{what} is {how}{}.", place.map(|at| format!(" {at}")).unwrap_or_default());
    let caption = teller.add(t, CaptionSort::Moved, words::capital(&text));
    (caption.id, caption.at) = (Some(id.0), Some(point(at)));
}

/// Something changes where it is: who sees that.
fn changed(teller: &mut Teller<'_>, t: f64, name: &str, how: &str) {
    let Some(id) = named(teller, name) else { return };
    let what = words::of(teller.simulation.world(), id).unwrap_or_default();
    let text = format!("{}{what} {how}.", opening(teller, id).0);
    let at = place_of(teller, Some(id)).map(point);
    let caption = teller.add(t, CaptionSort::Moved, words::capital(&text));
    (caption.id, caption.at) = (Some(id.0), at);
}

/// A push came to its end: where the thing is now.
fn stopped(teller: &mut Teller<'_>, t: f64, name: &str) {
    let Some(id) = named(teller, name) else { return };
    let Some(at) = place_of(teller, Some(id)) else { return };
    let first = teller.onlookers(id).next();
    let Some(place) = first.map(|(actor, _, sees)| words::place(teller.simulation, actor, at, sees)) else {
        return;
    };
    let what = words::of(teller.simulation.world(), id).unwrap_or_default();
    let text = words::capital(&format!("{what} comes to rest {place}."));
    let caption = teller.add(t, CaptionSort::Moved, text);
    (caption.id, caption.at) = (Some(id.0), Some(point(at)));
}

/// Who sees what happens to a thing, as the beginning of a sentence, and the creature from which its place is told, with
/// whether that one sees it.
fn opening<'a>(teller: &'a Teller<'_>, id: HostId) -> (String, Option<(&'a Actor, bool)>) {
    let onlookers: Vec<_> = teller.onlookers(id).collect();
    let saw: Vec<_> = onlookers.iter().filter(|(_, before, now)| *before || *now).collect();
    let names = |some: &[&(&Actor, bool, bool)]| {
        let names: Vec<_> = some.iter().map(|(actor, ..)| words::capital(actor.name.as_str())).collect();
        names.join(" and ")
    };
    let first = saw.first().copied().or(onlookers.first()).map(|(actor, _, now)| (*actor, *now));
    let text = match (saw.len(), onlookers.len()) {
        (_, 0) => String::new(),
        (0, 1) => unseen_by(teller, onlookers[0].0, id),
        (0, _) => "while nobody sees it, ".to_owned(),
        (1..=MOST_NAMED, _) => format!("before the eyes of {}, ", names(&saw)),
        (count, _) => format!("before the eyes of {count}, "),
    };
    (text, first)
}

/// Why a creature does not see a thing: it looks away, or something is between.
fn unseen_by(teller: &Teller<'_>, actor: &Actor, id: HostId) -> String {
    let name = words::capital(actor.name.as_str());
    let (own, eyes) = (&actor.sensed.body, &actor.mind.character().eyes.eye);
    let before = teller.places.iter().find(|(thing, _)| *thing == id).map(|(_, at)| *at);
    // It looks away if neither where the thing was nor where it is now is before its eyes.
    let away = before.into_iter().chain(place_of(teller, Some(id))).all(|at| {
        let turn = maths::wrap_angle(maths::yaw_of(at - own.position) - own.yaw - own.head_yaw);
        turn.abs() > eyes.field_of_view_rad * 0.5
    });
    if away { format!("while {name} looks away, ") } else { format!("out of {name}'s sight, ") }
}
