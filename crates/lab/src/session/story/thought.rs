//! The line under a portrait: what a creature has in mind, from its decision, its belief and its last event.

use super::{Story, words};
use piaget_mind::Belief;
use piaget_mind::events::EventKind;
use piaget_mind::model::action::Action;
use piaget_sim::{Actor, Simulation};

/// An event is on its mind for so long.
const RECENT_S: f64 = 2.5;

/// What a creature has in mind, in its own words; empty where that is nothing in particular.
pub fn thought(simulation: &Simulation, story: &Story, creature: usize) -> String {
    let Some(actor) = simulation.actors().get(creature) else { return String::new() };
    let view = actor.mind.view();
    let t = view.time_s();
    let mind = story.mind(creature);
    let decision = actor.mind.deciding().decision();
    let object = decision.object.and_then(|id| view.belief(id));
    let sought = object.filter(|belief| belief.seen_as.is_none());
    let recent = mind.and_then(|mind| mind.recent).filter(|(_, when)| t - when < RECENT_S);
    if let Some((event, _)) = recent {
        let what = format!("the {}", words::spaced(event.about.as_str()));
        let about_sought = sought.is_some_and(|belief| Some(belief.id) == event.belief);
        match event.kind {
            EventKind::Surprised => return format!("{}? I did not expect that.", words::capital(&what)),
            EventKind::Disbelieved => return "That cannot be.".into(),
            EventKind::Confused => {
                let guess = sought.filter(|_| about_sought).map(|belief| guess(simulation, actor, belief));
                return guess.map_or("Not here…".into(), |guess| format!("Not here… {guess}?"));
            }
            EventKind::Found => return format!("There is {what}!"),
            EventKind::Lost if object.is_none() => return format!("Where is {what}?"),
            EventKind::GaveUp => return format!("I cannot find {what}."),
            EventKind::Imitated => return format!("Like this: {}.", words::spaced(event.about.as_str())),
            EventKind::Learned => return format!("So that is {}!", words::spaced(event.about.as_str())),
            EventKind::Lost | EventKind::Remembered => {}
        }
    }
    if let Some(belief) = sought {
        let what = words::spaced(belief.now.kind.as_str());
        return format!("The {what}: {}?", guess(simulation, actor, belief));
    }
    if let Some((said, _)) = mind.and_then(|mind| mind.heard.as_ref()).filter(|(_, when)| t - when < RECENT_S)
    {
        return format!("“{said}”…");
    }
    let Some(belief) = object else {
        return match decision.action {
            Action::LookAround { .. } => "What is around here?".into(),
            Action::Wander { .. } => "Where to?".into(),
            _ => String::new(),
        };
    };
    let what = words::spaced(belief.now.kind.as_str());
    match decision.action {
        Action::Approach { .. } => format!("To the {what}."),
        Action::KeepAway { .. } => format!("Away from the {what}!"),
        Action::Movement(name) => format!("The {what}: {}.", words::spaced(name.as_str())),
        _ => format!("The {what}."),
    }
}

/// Where a belief has a thing that is out of sight.
fn guess(simulation: &Simulation, actor: &Actor, belief: &Belief) -> String {
    let told = actor.report.beliefs.iter().find(|one| one.belief == belief.id.0);
    if let Some(recalled) = told.and_then(|one| one.recalled) {
        return format!("at the {}", words::spaced(recalled.place.as_str()));
    }
    words::place(simulation, actor, belief.now.position, false)
        .replace(&format!(" {}", words::capital(actor.name.as_str())), " me")
}
