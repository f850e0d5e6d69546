//! What happened to a creature, told once: the one definition for every host, story, trace and panel. An event has an
//! onset: what goes on is not told again until it has been over for a while.

use crate::model::action::{Action, Decision};
use crate::model::explanation::ExplainConfig;
use crate::model::{Belief, BeliefId, Lessons, View};
use piaget_terms::valid::{Checked, amount, at_most, require, share, time, vector};
use piaget_terms::{HostId, Intent, Name, Vec3};
use piaget_text::Fields;
use serde::{Deserialize, Serialize};

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EventKind {
    /// Something was seen where, or as, it was not expected (Isla 1.8, Kline 3.2.3).
    Surprised,
    /// Something was not seen where it was expected (Isla 1.9, Kline 3.2.3).
    Confused,
    /// What was seen is not believed (Kline 3.2.3).
    Disbelieved,
    /// What had been lost from sight is seen again.
    Found,
    /// Something is out of sight.
    Lost,
    /// Something is no longer looked for, and was not found.
    GaveUp,
    /// Something is expected where it is usually kept.
    Remembered,
    /// A movement that was seen is performed.
    Imitated,
    /// A word or an action was learnt from another.
    Learned,
}

impl EventKind {
    /// Its word in stories and traces.
    pub fn word(self) -> &'static str {
        match self {
            Self::Surprised => "surprised",
            Self::Confused => "confused",
            Self::Disbelieved => "disbelieved",
            Self::Found => "found",
            Self::Lost => "lost",
            Self::GaveUp => "gave-up",
            Self::Remembered => "remembers",
            Self::Imitated => "imitated",
            Self::Learned => "learned",
        }
    }
}

/// One thing that happened to a creature in a tick.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// What happened.
    pub kind: EventKind,
    /// The belief that it is about.
    pub belief: Option<BeliefId>,
    /// The kind of thing that it is about, the movement that was imitated, or the word or action that was learnt.
    pub about: Name,
    /// The host's number for the thing, if it is seen in this tick.
    pub seen_as: Option<HostId>,
    /// Where the thing is believed to be.
    pub at: Option<Vec3>,
    /// How strong it is, 0 to 1: how unlikely what was seen, how much of the expectation was looked at in vain, how sure
    /// the creature was.
    pub strength: f32,
    /// For how long the thing had been out of sight.
    pub unseen_s: f32,
}

/// From when on something is told: the `events` node of a character file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// A sighting this unlikely surprises: 1 less the likelihood relative to the best place. Lower tells more.
    pub surprise: f32,
    /// The share of an expectation that must prove empty at once to confuse. Lower tells more.
    pub confusion: f32,
    /// An oddity that goes on is told once; after so many seconds without it, anew.
    pub calm_s: f32,
    /// Out of sight for so long is lost; shorter than that is a blink.
    pub lost_s: f32,
}

impl Default for Config {
    fn default() -> Self {
        Self { surprise: 0.9, confusion: 0.25, calm_s: 1.0, lost_s: 0.5 }
    }
}

/// The top nodes that events read.
pub const NODES: &[&str] = &["events"];

/// Reads `events surprise=0.9 confusion=0.25 calm=1 lost=0.5`.
pub fn read(nodes: Vec<Fields<'_>>) -> Config {
    let mut config = Config::default();
    let set = |to: &mut f32, value: Option<f32>| *to = value.unwrap_or(*to);
    for mut node in nodes {
        set(&mut config.surprise, node.number("surprise", 0.0..=1.0));
        set(&mut config.confusion, node.number("confusion", 0.0..=1.0));
        set(&mut config.calm_s, node.number("calm", 0.0..=1e6));
        set(&mut config.lost_s, node.number("lost", 0.0..=1e6));
    }
    config
}

/// The oddities that have an onset.
const ODDITIES: [EventKind; 3] = [EventKind::Surprised, EventKind::Confused, EventKind::Disbelieved];

/// What is kept to tell an onset from what goes on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// One per belief, by rising number.
    told: Vec<Told>,
    /// What the last tick looked for, and how it was believed then.
    sought: Option<Sought>,
    imitated: Option<Name>,
    /// What happened in the last tick.
    #[serde(skip)]
    events: Vec<Event>,
}

/// What was told of one belief.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Told {
    belief: BeliefId,
    /// When each oddity was there last.
    odd_s: [Option<f64>; ODDITIES.len()],
    /// When it was seen last.
    seen_s: Option<f64>,
    lost: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Sought {
    belief: BeliefId,
    kind: Name,
    at: Vec3,
    confidence: f32,
    unseen_s: f32,
}

/// What a tick has brought.
#[derive(Clone, Copy)]
pub(crate) struct Input<'a> {
    pub view: &'a View<'a>,
    pub decision: &'a Decision,
    pub lessons: &'a Lessons,
    pub intent: &'a Intent,
    pub explain: &'a ExplainConfig,
}

impl State {
    /// Whether what was saved is of beliefs, in their order.
    pub fn validate(&self, most_beliefs: usize) -> Checked {
        at_most("told", self.told.len(), most_beliefs)?;
        let rising = self.told.is_sorted_by(|a, b| a.belief < b.belief);
        require(rising, "told", || "is not in the order of numbers".into())?;
        for told in &self.told {
            let times = told.odd_s.iter().flatten().chain(&told.seen_s);
            times.into_iter().try_for_each(|at| time("told", *at))?;
        }
        if let Some(sought) = &self.sought {
            vector("sought.at", sought.at)?;
            share("sought.confidence", sought.confidence)?;
            amount("sought.unseen_s", sought.unseen_s)?;
        }
        Ok(())
    }

    /// What happened in the last tick.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Notes what happened in this tick.
    pub(crate) fn note(&mut self, config: &Config, input: Input<'_>) {
        self.events.clear();
        let beliefs = &input.view.beliefs()[1..];
        self.told.retain(|told| beliefs.binary_search_by_key(&told.belief, |belief| belief.id).is_ok());
        for belief in beliefs {
            self.note_belief((config, input.explain), belief, input.view.time_s());
        }
        self.note_giving_up(input.view, input.decision);
        let imitates = input.decision.action == Action::Imitate;
        let imitated = input.intent.movement.map(|movement| movement.name).filter(|_| imitates);
        let before = std::mem::replace(&mut self.imitated, imitated);
        if let Some(movement) = imitated.filter(|movement| before != Some(*movement)) {
            let whom = input.decision.object.and_then(|id| input.view.belief(id));
            let event = whom.map(|belief| about(EventKind::Imitated, belief, input.view.time_s()));
            self.events.push(Event { about: movement, ..event.unwrap_or(nothing(EventKind::Imitated)) });
        }
        let words = input.lessons.words.iter().map(|(_, word)| *word);
        let actions = input.lessons.action.map(|action| action.movement);
        let learned = words.chain(actions).map(|about| Event { about, ..nothing(EventKind::Learned) });
        self.events.extend(learned);
    }

    fn note_belief(&mut self, (config, explain): (&Config, &ExplainConfig), belief: &Belief, time_s: f64) {
        let place = belief.place.as_ref().map(|place| place.outcome).unwrap_or_default();
        let violations = belief.expectation.violations();
        let violated = |happened: bool| if happened { belief.now.confidence } else { 0.0 };
        let surprise = Some(belief.surprise(explain)).filter(|found| *found > config.surprise);
        // As printed, by what was emptied of the map at once; else by how improbable it is not to see it.
        let confusion = match explain.is_printed() {
            true => Some(place.confusion).filter(|found| *found > config.confusion),
            false => belief.missed(explain),
        };
        let strengths = [
            surprise.unwrap_or(0.0).max(violated(violations.surprise)),
            confusion.unwrap_or(0.0).max(violated(violations.confusion)),
            violated(violations.disbelief),
        ];
        let happened = violations.kinds();
        let odd = [surprise.is_some() || happened[1], confusion.is_some() || happened[0], happened[2]];
        let told = entry(&mut self.told, belief.id);
        for ((kind, strength), (last_s, odd)) in
            ODDITIES.into_iter().zip(strengths).zip(told.odd_s.iter_mut().zip(odd))
        {
            if odd {
                let before = last_s.replace(time_s);
                if before.is_none_or(|before| time_s - before >= f64::from(config.calm_s)) {
                    self.events.push(Event { strength, ..about(kind, belief, time_s) });
                }
            }
        }
        let seen = belief.now.seen && belief.sensed_s >= time_s;
        let unseen_s = told.seen_s.map_or(0.0, |seen_s| (time_s - seen_s) as f32);
        if seen {
            if std::mem::take(&mut told.lost) {
                self.events.push(Event { unseen_s, ..about(EventKind::Found, belief, time_s) });
            }
            told.seen_s = Some(time_s);
        } else if !told.lost && told.seen_s.is_some() && unseen_s >= config.lost_s {
            told.lost = true;
            self.events.push(about(EventKind::Lost, belief, time_s));
        }
        if let Some(recalled) =
            belief.place.as_ref().and_then(|place| place.recalled).filter(|_| place.remembered)
        {
            // What comes to mind without having been met may be found too.
            told.lost = true;
            let strength = recalled.chance;
            self.events.push(Event { strength, ..about(EventKind::Remembered, belief, time_s) });
        }
    }

    /// Whoever turns from what it looked for, without having seen it, has given up.
    fn note_giving_up(&mut self, view: &View<'_>, decision: &Decision) {
        if let Some(before) = self.sought.filter(|before| decision.object != Some(before.belief)) {
            let belief = view.belief(before.belief);
            if belief.is_none_or(|belief| !belief.now.seen) {
                self.events.push(Event {
                    belief: belief.map(|belief| belief.id),
                    about: before.kind,
                    at: Some(before.at),
                    strength: before.confidence,
                    unseen_s: before.unseen_s,
                    ..nothing(EventKind::GaveUp)
                });
            }
        }
        let sought = decision.object.and_then(|id| view.belief(id)).filter(|belief| !belief.now.seen);
        self.sought = sought.map(|belief| Sought {
            belief: belief.id,
            kind: belief.now.kind,
            at: belief.now.position,
            confidence: belief.now.confidence,
            unseen_s: belief.unseen_s(view.time_s()),
        });
    }
}

fn entry(told: &mut Vec<Told>, belief: BeliefId) -> &mut Told {
    let at = match told.binary_search_by_key(&belief, |told| told.belief) {
        Ok(at) => at,
        Err(at) => {
            let new = Told { belief, odd_s: [None; ODDITIES.len()], seen_s: None, lost: false };
            told.insert(at, new);
            at
        }
    };
    &mut told[at]
}

fn nothing(kind: EventKind) -> Event {
    Event {
        kind,
        belief: None,
        about: Name::default(),
        seen_as: None,
        at: None,
        strength: 1.0,
        unseen_s: 0.0,
    }
}

fn about(kind: EventKind, belief: &Belief, time_s: f64) -> Event {
    Event {
        kind,
        belief: Some(belief.id),
        about: belief.now.kind,
        seen_as: belief.seen_as,
        at: Some(belief.now.position),
        strength: belief.now.confidence,
        unseen_s: belief.unseen_s(time_s),
    }
}
