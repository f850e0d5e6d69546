//! What-where memory (Brom): which thing is likely to be where now, and the order in which the thing that is looked for
//! would be looked for. As the mind's own memory has it; nothing is computed here but how much of it to tell.

use super::milli;
use crate::messages::{RememberedPlace, SearchNow};
use piaget_memory::PlaceId;
use piaget_mind::Mind;

/// The most things that are told of; more than a person can follow.
const MAX_THINGS: usize = 16;
/// The most places that are told of each.
const MAX_PLACES: usize = 4;
/// The most places of a searching rule that are told.
const MAX_RULE: usize = 12;
/// A thing less likely than this to be at a place is not told to be there.
const LEAST: f32 = 0.02;
/// A place less likely than this is not told to be looked into: it is as good as anywhere else.
const LEAST_OF_RULE: f32 = 0.005;

/// What a mind remembers now; `None` for one without a memory.
pub fn search(mind: &Mind) -> Option<SearchNow> {
    let memory = mind.memory()?;
    let now_s = mind.view().time_s();
    let told = |(place, likely): &(PlaceId, f32)| RememberedPlace { place: place.0, likely: milli(*likely) };
    let sought = mind.sought();
    let mut things: Vec<_> = memory.objects().collect();
    let when = |last: &Option<(PlaceId, f64)>| last.map_or(f64::NEG_INFINITY, |(_, when_s)| when_s);
    // What is looked for comes first, so that it is told however much is remembered.
    things.sort_by(|(a, a_last), (b, b_last)| {
        let first = |what| Some(what) != sought;
        let latest = when(b_last).total_cmp(&when(a_last));
        first(*a).cmp(&first(*b)).then(latest).then_with(|| a.object.to_string().cmp(&b.object.to_string()))
    });
    let mut now = SearchNow { object: sought.map(|what| what.object.to_string()), ..SearchNow::default() };
    if let Some(what) = sought.filter(|what| memory.has_evidence(*what)) {
        let rule = memory.order(what, now_s);
        now.rule =
            rule.iter().filter(|(_, likely)| *likely >= LEAST_OF_RULE).take(MAX_RULE).map(told).collect();
    }
    now.untold = things.len().saturating_sub(MAX_THINGS) as u32;
    for (what, _) in things.into_iter().take(MAX_THINGS) {
        let order = memory.order(what, now_s);
        let likely = order.iter().filter(|(_, likely)| *likely >= LEAST).take(MAX_PLACES);
        now.network.extend(likely.map(|place| (what.object.to_string(), told(place))));
    }
    Some(now)
}
