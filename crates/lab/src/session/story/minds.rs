//! What happened in a mind: its events, and what it began to do.

use super::{Began, caption, point, words};
use crate::messages::{Caption, CaptionSort};
use piaget_mind::events::{Event, EventKind};
use piaget_mind::model::action::Action;
use piaget_sim::{Actor, Simulation};
use piaget_terms::{HostId, Name, Vec3, maths};

/// A thing that is seen nearer than this to where it was expected is not where, but how, it was not expected.
const ELSEWHERE_M: f32 = 0.5;
/// A mind with more beliefs than this is told to lose and find only what it attends to.
const FEW: usize = 4;
/// A choice that lasts shorter than this is not told: the mind is still making it up.
const SETTLED_S: f64 = 0.4;

/// One mind as the tick before left it.
#[derive(Clone, Default)]
pub struct OneMind {
    seen: Vec<HostId>,
    believed: Vec<(u32, Vec3)>,
    /// The active tuples from the top down.
    pub active: Vec<Began>,
    /// The last event and when it was.
    pub recent: Option<(Event, f64)>,
    /// The last words that were heard and when.
    pub heard: Option<(String, f64)>,
    /// The action of the tick before.
    acted: Action,
    /// What it does, and whether that was told.
    doing: Option<(Doing, bool)>,
}

/// What decides how an action is told.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Doing {
    because: Name,
    object: Option<u32>,
    seen: bool,
}

impl OneMind {
    /// Whether it saw a thing in the tick before.
    pub fn saw(&self, id: HostId) -> bool {
        self.seen.contains(&id)
    }

    /// Tells what happened in this tick, and remembers it for the next.
    pub fn note(&mut self, simulation: &Simulation, actor: &Actor, found: &mut Vec<Caption>) {
        let t = actor.mind.view().time_s();
        self.note_choices(actor, t);
        if let Some(caption) = self.doing(simulation, actor, t) {
            found.push(caption);
        }
        for event in actor.mind.events() {
            self.recent = Some((*event, t));
            found.extend(self.event(simulation, actor, event, t));
        }
        if let Some(sound) = actor.sensed.sounds.last().filter(|sound| !sound.said().is_empty()) {
            self.heard = Some((sound.said().to_string(), t));
        }
        self.acted = actor.mind.deciding().decision().action;
        self.seen.clear();
        self.seen.extend(actor.sensed.sightings.iter().map(|sighting| sighting.id));
        self.believed.clear();
        self.believed.extend(actor.report.beliefs.iter().map(|one| (one.belief, one.position)));
    }

    fn note_choices(&mut self, actor: &Actor, t: f64) {
        let before = std::mem::take(&mut self.active);
        for choice in actor.report.choices.iter().filter(|choice| choice.active) {
            let kept = before.iter().find(|one| one.tuple == choice.tuple && one.object == choice.object);
            let new = || Began {
                tuple: choice.tuple,
                object: choice.object,
                since: t,
                because: choice.because.clone(),
            };
            self.active.push(kept.cloned().unwrap_or_else(new));
        }
    }

    /// A sentence for what it began to do, when it has done so for a moment.
    fn doing(&mut self, simulation: &Simulation, actor: &Actor, t: f64) -> Option<Caption> {
        let decision = actor.mind.deciding().decision();
        let belief = decision.object.and_then(|id| actor.mind.view().belief(id));
        let now = Doing {
            because: decision.because,
            object: decision.object.map(|id| id.0),
            seen: belief.is_some_and(|belief| belief.seen_as.is_some()),
        };
        let before =
            self.doing.filter(|(before, _)| before.because == now.because && before.object == now.object);
        let Some((_, told)) = before else {
            self.doing = Some((now, false));
            return None;
        };
        let since = self.active.last().map_or(t, |began| began.since);
        if told || t - since < SETTLED_S {
            return None;
        }
        self.doing = Some((now, true));
        let what = belief.map(|belief| format!("the {}", words::spaced(belief.now.kind.as_str())));
        let text = sentence(actor, decision.action, what.as_deref(), now.seen)?;
        let mut told = caption(simulation, t, CaptionSort::Did, text);
        told.creature = Some(actor.name.to_string());
        if let Some(began) = self.active.last() {
            told.detail = format!("{}: {}.", words::spaced(began.tuple.as_str()), began.because);
        }
        Some(told)
    }

    fn event(&self, simulation: &Simulation, actor: &Actor, event: &Event, t: f64) -> Option<Caption> {
        let (sort, text, detail) = self.words_of(simulation, actor, event)?;
        let mut told = caption(simulation, t, sort, text);
        (told.creature, told.detail) = (Some(actor.name.to_string()), detail);
        (told.id, told.at) = (event.seen_as.map(|id| id.0), event.at.map(point));
        Some(told)
    }

    fn words_of(
        &self,
        simulation: &Simulation,
        actor: &Actor,
        event: &Event,
    ) -> Option<(CaptionSort, String, String)> {
        let who = words::capital(actor.name.as_str());
        let what = format!("the {}", words::spaced(event.about.as_str()));
        let attended = event.belief.is_some() && event.belief == actor.mind.deciding().decision().object;
        let matters = attended || actor.mind.view().beliefs().len() <= FEW;
        let sure = event.strength * 100.0;
        Some(match event.kind {
            EventKind::Surprised => {
                let (text, detail) = self.surprise(&who, &what, event);
                (CaptionSort::Startled, text, detail)
            }
            EventKind::Confused => (
                CaptionSort::Startled,
                format!("{who} looks where {what} was expected, and does not see it there."),
                in_vain(actor, event).unwrap_or_else(|| format!("{sure:.0} % sure of what was expected.")),
            ),
            EventKind::Disbelieved => (
                CaptionSort::Startled,
                format!("{who} does not believe what is seen of {what}."),
                format!("{sure:.0} % sure of what was expected."),
            ),
            // What came to mind without having been met has not been out of sight.
            EventKind::Found if event.unseen_s == 0.0 => (
                CaptionSort::Noticed,
                format!("{who} finds {what}."),
                event.at.map(|at| words::place(simulation, actor, at, true)).unwrap_or_default(),
            ),
            EventKind::Found if matters || event.unseen_s >= 2.0 => (
                CaptionSort::Noticed,
                format!("{who} sees {what} again, after {:.1} s.", event.unseen_s),
                event.at.map(|at| words::place(simulation, actor, at, true)).unwrap_or_default(),
            ),
            EventKind::Lost if matters => {
                (CaptionSort::Noticed, format!("{who} no longer sees {what}."), String::new())
            }
            EventKind::Found | EventKind::Lost => return None,
            EventKind::GaveUp => (
                CaptionSort::Noticed,
                match self.acted {
                    Action::Approach { .. } | Action::LookAt => format!("{who} gives up looking for {what}."),
                    _ => format!("{who} no longer minds {what}, which is out of sight."),
                },
                format!("Out of sight for {:.1} s.", event.unseen_s),
            ),
            EventKind::Remembered => {
                let recalled =
                    actor.report.beliefs.iter().find(|one| Some(one.belief) == event.belief.map(|id| id.0));
                let recalled = recalled.and_then(|one| one.recalled)?;
                let place = words::spaced(recalled.place.as_str());
                let text = format!("{who} remembers: {what} is usually at the {place}.");
                (CaptionSort::Noticed, text, format!("{:.0} % likely.", recalled.chance * 100.0))
            }
            EventKind::Imitated => {
                let movement = words::spaced(event.about.as_str());
                (CaptionSort::Learned, format!("{who} imitates what was seen: {movement}."), String::new())
            }
            EventKind::Learned => (CaptionSort::Learned, learned(actor, &who, event), String::new()),
        })
    }

    /// What was expected and what was seen, in metres where they lie apart.
    fn surprise(&self, who: &str, what: &str, event: &Event) -> (String, String) {
        let expected = event.belief.and_then(|id| self.believed.iter().find(|(belief, _)| *belief == id.0));
        let odd = format!("How unlikely: {:.0} %.", event.strength * 100.0);
        if let (Some((_, expected)), Some(seen)) = (expected, event.at) {
            let off_m = maths::ground(*expected).distance(maths::ground(seen));
            if off_m >= ELSEWHERE_M {
                let detail = format!(
                    "Expected at {:.1}, {:.1}; seen at {:.1}, {:.1}: {off_m:.1} m off. {odd}",
                    expected.x, expected.z, seen.x, seen.z
                );
                return (format!("{who} sees {what} {off_m:.1} m from where it was expected."), detail);
            }
        }
        (format!("{who} did not expect that of {what}."), odd)
    }
}

/// A sentence for an action, `None` where there is nothing to see.
fn sentence(actor: &Actor, action: Action, what: Option<&str>, seen: bool) -> Option<String> {
    let who = words::capital(actor.name.as_str());
    Some(match (action, what) {
        (Action::Approach { .. }, Some(what)) if seen => format!("{who} goes to {what}."),
        (Action::Approach { .. }, Some(what)) => format!("{who} goes where {what} is thought to be."),
        (Action::LookAt, Some(what)) if seen => format!("{who} looks at {what}."),
        (Action::LookAt, Some(what)) => format!("{who} looks where {what} is thought to be."),
        (Action::KeepAway { .. }, Some(what)) => format!("{who} keeps away from {what}."),
        (Action::Wander { .. }, _) => format!("{who} wanders about."),
        (Action::LookAround { .. }, _) => format!("{who} looks around."),
        (Action::Movement(name), Some(what)) => {
            format!("{who} begins to {}, minding {what}.", words::spaced(name.as_str()))
        }
        (Action::Movement(name), None) => format!("{who} begins to {}.", words::spaced(name.as_str())),
        _ => return None,
    })
}

/// How much of a map was looked at in vain in this tick; nothing for what was expected without one.
fn in_vain(actor: &Actor, event: &Event) -> Option<String> {
    let belief = actor.mind.view().belief(event.belief?)?;
    let share = belief.place.as_ref()?.outcome.confusion;
    (share > 0.0).then(|| format!("{:.0} % of where it might have been proved empty at once.", share * 100.0))
}

fn learned(actor: &Actor, who: &str, event: &Event) -> String {
    let about = words::spaced(event.about.as_str());
    let learnt = actor.report.watching.iter().flat_map(|watching| &watching.learnt);
    match learnt.into_iter().find(|(_, word)| *word == event.about) {
        Some((list, _)) => format!("{who} learned: {about} is {}.", words::spaced(list.as_str())),
        None => format!("{who} learned how to {about}."),
    }
}
