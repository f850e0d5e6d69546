//! Whether every event of a timeline can happen: none lies beyond the end, none waits in a circle, none waits
//! for a thing that never appears.

use super::Scenario;
use super::timeline::{Action, Event, Trigger, Verb, Watcher};
use piaget_terms::Name;
use piaget_text::{Problems, Source};
use std::collections::BTreeMap;

/// Reports every event that can never happen, and things that are done to what is not there yet.
pub(super) fn timeline(scenario: &Scenario, source: &Source, problems: &Problems) {
    let events = &scenario.timeline;
    let earliest = earliest(scenario);
    for (index, event) in events.iter().enumerate() {
        let report = |message: String, hint: String| {
            problems.note(source, event.span.clone(), message, hint);
        };
        if event.actions.is_empty() && event.name.is_none() {
            report(
                "nothing happens here".into(),
                "write what happens in its braces, or give it a name".into(),
            );
        }
        match earliest[index] {
            Some(time) if time <= scenario.length_s => {}
            Some(time) => report(
                format!("this can never happen: it comes at {time} s at the earliest, after the end"),
                format!(
                    "the scenario ends at {} s; let it come earlier or make `length` longer",
                    scenario.length_s
                ),
            ),
            None => match circle(events, index) {
                Some(circle) => report(
                    format!("this can never happen: the events wait on each other ({circle})"),
                    "let one of them come at a time, or when something is seen".into(),
                ),
                None => report(never(scenario, event), "show or add it in another event first".into()),
            },
        }
    }
}

/// The earliest time at which each event could happen; `None` for never.
fn earliest(scenario: &Scenario) -> Vec<Option<f32>> {
    let events = &scenario.timeline;
    let mut earliest: Vec<Option<f32>> = vec![None; events.len()];
    // Times only ever fall, and each pass settles at least one event, so this ends.
    loop {
        let shown = appearances(scenario, &earliest);
        let mut changed = false;
        for (index, event) in events.iter().enumerate() {
            let begins = match event.trigger {
                Trigger::At(time) => Some(time),
                Trigger::After(other) => earliest[other as usize],
                Trigger::When(condition) if condition.who == Watcher::Nobody => Some(0.0),
                Trigger::When(condition) if condition.verb == Verb::Hears => Some(0.0),
                Trigger::When(condition) => shown.get(&condition.what).copied(),
            };
            let time = begins.map(|begins| begins + event.delay_s);
            if time.is_some_and(|time| earliest[index].is_none_or(|known| time < known)) {
                earliest[index] = time;
                changed = true;
            }
        }
        if !changed {
            return earliest;
        }
    }
}

/// When everything can first be there to be seen, as far as is known yet. An event that shows a thing and waits
/// to see it needs no care: it has no time of its own before another event gives it one.
fn appearances(scenario: &Scenario, earliest: &[Option<f32>]) -> BTreeMap<Name, f32> {
    let mut shown: BTreeMap<Name, f32> = BTreeMap::new();
    shown.extend(scenario.creatures.iter().map(|creature| (creature.name, 0.0)));
    shown.extend(scenario.things.iter().filter(|thing| !thing.hidden).map(|thing| (thing.name, 0.0)));
    for (event, time) in scenario.timeline.iter().zip(earliest) {
        let Some(time) = *time else { continue };
        for action in &event.actions {
            let what = match action {
                Action::Show(thing) => *thing,
                Action::Add(thing) => thing.name,
                _ => continue,
            };
            let first = shown.entry(what).or_insert(time);
            *first = first.min(time);
        }
    }
    shown
}

/// The circle of `after` that an event hangs on, if there is one.
fn circle(events: &[Event], start: usize) -> Option<String> {
    let mut way = vec![start];
    loop {
        let Trigger::After(next) = events[*way.last()?].trigger else { return None };
        let next = next as usize;
        if let Some(again) = way.iter().position(|index| *index == next) {
            way.push(next);
            const SHOWN: usize = 8;
            let name = |index: &usize| events[*index].name.map_or_else(String::new, |name| name.to_string());
            return Some(way[again..].iter().take(SHOWN).map(name).collect::<Vec<_>>().join(" after "));
        }
        way.push(next);
    }
}

fn never(scenario: &Scenario, event: &Event) -> String {
    match event.trigger {
        Trigger::When(condition) => {
            let hidden = scenario.things.iter().any(|thing| thing.name == condition.what);
            let why = if hidden { "is hidden and never shown before" } else { "is never added before" };
            format!("this can never happen: \"{}\" {why}", condition.what)
        }
        _ => "this can never happen: the event it waits for can never happen".into(),
    }
}
