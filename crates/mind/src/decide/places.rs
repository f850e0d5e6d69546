//! Going to places that are known by name: the words for it in a character file, and how far a round has come.

use super::Situation;
use crate::model::action::{Action, Speed};
use crate::model::{Concepts, NamedPlaceId, RouteId};
use piaget_nav::Progress;
use piaget_terms::valid::{Checked, time};
use piaget_terms::{Name, Vec3};
use piaget_text::{Fields, nearest};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

const METRES: RangeInclusive<f32> = 0.0..=1.0e4;

/// How far a creature has come on one of its rounds. Kept while it does something else, so that it goes on where it left off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Round {
    /// Which stop is next.
    next: u16,
    /// When it came there, if it is there.
    there_s: Option<f64>,
}

impl Round {
    pub(super) fn validate(&self) -> Checked {
        self.there_s.map_or(Ok(()), |there_s| time("rounds", there_s))
    }
}

/// Where a round goes on to: to the next stop once the pause at this one is over, or at once where there is no way to it.
/// `travel` is how the way to this stop stands.
pub(super) fn next_stop(
    rounds: &mut Vec<Round>,
    route: RouteId,
    pause_s: f32,
    travel: Option<Progress>,
    now: &Situation<'_>,
) -> Option<Vec3> {
    let routes = &now.view.concepts().routes;
    let stops = &routes.get(usize::from(route.0))?.stops;
    rounds.resize(routes.len(), Round::default());
    let round = &mut rounds[usize::from(route.0)];
    let time_s = now.tick.time_s;
    let over = match travel {
        Some(Progress::Arrived) => {
            let there_s = *round.there_s.get_or_insert(time_s);
            time_s - there_s >= f64::from(pause_s)
        }
        Some(Progress::NoWay { .. }) => true,
        // On the way, or back from something else.
        _ => {
            round.there_s = None;
            false
        }
    };
    if over {
        *round = Round { next: round.next.wrapping_add(1), there_s: None };
    }
    // Of a character that was edited, the route may have fewer stops than before.
    round.next = if usize::from(round.next) < stops.len() { round.next } else { 0 };
    now.view.place(stops[usize::from(round.next)])
}

/// The place that a field names, or a report about it.
pub(super) fn place(node: &mut Fields<'_>, key: &'static str, concepts: &Concepts) -> Option<NamedPlaceId> {
    let word = node.word(key);
    let word = node.need(word, "a place", "write place=\"post\"")?;
    let found = concepts.place(word);
    if found.is_none() {
        let known = concepts.places.iter().map(|place| place.name);
        report(node, key, "place", word, known);
    }
    found
}

/// `do "go" place="post" speed="walk" within=0.3`
pub(super) fn go(node: &mut Fields<'_>, concepts: &Concepts, speed: Speed) -> Option<Action> {
    let within_m = node.number("within", METRES).unwrap_or(0.3);
    Some(Action::Go { place: place(node, "place", concepts)?, speed, within_m })
}

/// `do "patrol" route="round" pause=2 turn=0.8`
pub(super) fn patrol(node: &mut Fields<'_>, concepts: &Concepts, speed: Speed) -> Option<Action> {
    let pause_s = node.number("pause", 0.0..=1.0e6).unwrap_or(0.0);
    let turn_rad_per_s = node.number("turn", -20.0..=20.0).unwrap_or(0.8);
    let word = node.word("route");
    let word = node.need(word, "a route", "write route=\"round\"")?;
    let found = concepts.routes.iter().position(|route| route.name == *word);
    if found.is_none() {
        let known = concepts.routes.iter().map(|route| route.name);
        report(node, "route", "route", word, known);
    }
    let route = RouteId(found? as u16);
    Some(Action::Patrol { route, speed, pause_s, turn_rad_per_s })
}

fn report(node: &Fields<'_>, key: &str, what: &'static str, word: &str, known: impl Iterator<Item = Name>) {
    let known: Vec<Name> = known.collect();
    let hint = match nearest(word, known.iter().map(Name::as_str)) {
        Some(known) => format!("did you mean \"{known}\"?"),
        None if what == "place" => {
            format!(
                "write `place \"{word}\" {{ at 3 4 }}` at the top of the file, or `place \"{word}\"` to be told where it is"
            )
        }
        None => format!("write `route \"{word}\" \"post\" \"gate\"` at the top of the file"),
    };
    node.unresolved(node.span_of(key), (what, word), format!("there is no {what} \"{word}\""), hint);
}
