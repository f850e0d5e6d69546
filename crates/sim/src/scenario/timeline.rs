//! The timeline of a scenario: what happens at a time, when something is seen or lost, or after another event.

use super::names::{self, Names};
use super::{MAX_EVENTS, MAX_SIDE_M, read, thing};
use piaget_terms::{Feature, Name, Utterance, Vec3};
use piaget_text::Fields;
use piaget_world::{Shape, Thing};
use serde::{Deserialize, Serialize};

/// One entry of a timeline.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// What other events and paths call it.
    pub name: Option<Name>,
    /// What sets it off.
    pub trigger: Trigger,
    /// How long after that it happens.
    pub delay_s: f32,
    /// Whether it happens only the first time.
    pub once: bool,
    /// What happens, in order.
    pub actions: Vec<Action>,
    /// Where it stands in the file, for messages.
    pub(super) span: std::ops::Range<usize>,
}

/// What sets an event off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Trigger {
    /// A time after the beginning, in seconds.
    At(f32),
    /// Something that begins to be so.
    When(Condition),
    /// Another event, by its index in the timeline.
    After(u32),
}

/// Something that may begin to be so.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Condition {
    /// Who.
    pub who: Watcher,
    /// Does what.
    pub verb: Verb,
    /// To what: a thing or creature; for [`Verb::Hears`] the first word that is heard.
    pub what: Name,
    /// For [`Verb::Reaches`]: how near is near enough, in metres between the middles.
    pub within_m: f32,
}

/// Whose doing an event waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watcher {
    /// One creature.
    Creature(Name),
    /// At least one creature.
    Anybody,
    /// No creature at all; only with [`Verb::Sees`].
    Nobody,
}

/// What a creature does that an event can wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Verb {
    Sees,
    Loses,
    Hears,
    Reaches,
    PicksUp,
    Eats,
}

/// Something that a timeline, or a person in the lab, does to the world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Action {
    /// Moves a thing along a path at a speed.
    Slide {
        /// The thing.
        thing: Name,
        /// The places it passes, in order.
        path: Vec<Vec3>,
        /// How fast.
        speed_m_per_s: f32,
    },
    /// Moves a thing or a creature in an instant.
    Transport {
        /// The thing or creature.
        what: Name,
        /// Where to.
        to: Vec3,
    },
    /// Makes a thing invisible and untouchable where it is.
    Hide(Name),
    /// Undoes [`Action::Hide`].
    Show(Name),
    /// Takes a thing out of the world for good.
    Remove(Name),
    /// Brings a new thing into the world.
    Add(Box<Thing>),
    /// Puts a thing into a creature's hand.
    PickUp {
        /// The creature.
        creature: Name,
        /// The thing.
        thing: Name,
    },
    /// Takes the thing out of a creature's hand.
    PutDown {
        /// The creature.
        creature: Name,
        /// Where it is put; at the hand's place on the ground if nothing is said.
        at: Option<Vec3>,
    },
    /// A voice.
    Say {
        /// What it sounds like ("shepherd"); a creature or thing of this name speaks from where it is.
        by: Name,
        /// What it says.
        words: Utterance,
        /// Where it comes from, if `by` is no creature or thing.
        at: Option<Vec3>,
        /// How loud; 1 is a clear voice.
        loudness: f32,
    },
    /// Moves a wall in an instant. Minds are not told: they know the terrain as it was.
    MoveWall {
        /// The wall.
        wall: Name,
        /// The new middle of its footprint.
        to: Vec3,
        /// Its new turn in radians, if that changes.
        yaw: Option<f32>,
    },
    /// Walks a creature's body along a path, whatever its mind intends.
    Walk {
        /// The creature.
        creature: Name,
        /// The places it passes, in order.
        path: Vec<Vec3>,
        /// How fast.
        speed_m_per_s: f32,
    },
    /// Lets a body perform a movement once, whatever its mind intends. Not for timelines: a person's doing.
    Perform {
        /// The creature.
        creature: Name,
        /// The movement.
        movement: Name,
    },
    /// Gives a creature another character; it keeps what it believes and feels. Not for timelines: a person's doing.
    Become {
        /// The creature.
        creature: Name,
        /// The text of a character file, whole or with what the scenario's own files include.
        text: String,
    },
    /// A marker in the trace.
    Note(String),
    /// Gives a thing or a creature another colour.
    Paint {
        /// The thing or creature.
        what: Name,
        /// The name of the colour.
        colour: Name,
    },
    /// Changes a thing's state, form or solidity where it stands.
    Set {
        /// The thing.
        thing: Name,
        /// Features that take the place of those of the same name.
        features: Vec<Feature>,
        /// Its new form, if that changes.
        shape: Option<Box<Shape>>,
        /// Whether it is solid from now on, if that changes.
        solid: Option<bool>,
    },
}

const ENTRIES: [&str; 3] = ["at", "when", "after"];
const ACTIONS: [&str; 14] = [
    "slide",
    "transport",
    "hide",
    "show",
    "remove",
    "add",
    "pick-up",
    "put-down",
    "say",
    "move-wall",
    "walk",
    "paint",
    "set",
    "note",
];
const VERBS: [(&str, Verb); 6] = [
    ("sees", Verb::Sees),
    ("loses", Verb::Loses),
    ("hears", Verb::Hears),
    ("reaches", Verb::Reaches),
    ("picks-up", Verb::PicksUp),
    ("eats", Verb::Eats),
];
const SPEED: std::ops::RangeInclusive<f32> = 0.01..=100.0;
/// How near is near enough where the file says nothing.
const WITHIN_M: f32 = 1.0;

/// Reads the events that stand in `timeline`. `names` must already hold everything that can be named.
pub(super) fn read(timeline: &mut Fields<'_>, known: &Names, events: &mut Vec<Event>) {
    let entries = timeline.every_child();
    if entries.len() > MAX_EVENTS {
        timeline.problem(
            format!("the timeline has {} events", entries.len()),
            format!("write at most {MAX_EVENTS}"),
        );
        entries.into_iter().for_each(Fields::ignore);
        return;
    }
    let order: Vec<Option<Name>> = entries.iter().map(|entry| known.event_at(entry.span().start)).collect();
    for mut entry in entries {
        if !ENTRIES.contains(&entry.node_name()) {
            entry.unknown(&ENTRIES);
            continue;
        }
        let name = known.event_at(entry.span().start);
        entry.word("name");
        let trigger = match entry.node_name() {
            "at" => entry.number_argument(0, "a time", 0.0..=super::MAX_LENGTH_S).map(Trigger::At),
            "when" => condition(&mut entry, known).map(Trigger::When),
            _ => entry.name_argument(0, "the name of an event").and_then(|earlier| {
                let index = order.iter().position(|name| *name == Some(earlier));
                if index.is_none() {
                    let all = order.iter().flatten().map(Name::as_str);
                    let hint = names::choose(names::EVENT, earlier.as_str(), all);
                    entry.unresolved(
                        entry.span_of_argument(0),
                        (names::EVENT, earlier.as_str()),
                        format!("there is no event \"{earlier}\""),
                        hint,
                    );
                }
                index.map(|index| Trigger::After(index as u32))
            }),
        };
        let delay_s = match entry.node_name() {
            "at" => None,
            _ => entry.number("delay", 0.0..=super::MAX_LENGTH_S),
        };
        let once = if entry.node_name() == "when" { entry.flag("once") } else { None };
        let mut actions = Vec::new();
        for child in entry.every_child() {
            actions.extend(action(child, known));
        }
        if let Some(trigger) = trigger {
            let (delay_s, once) = (delay_s.unwrap_or(0.0), once.unwrap_or(true));
            events.push(Event { name, trigger, delay_s, once, actions, span: entry.span() });
        }
    }
}

fn condition(entry: &mut Fields<'_>, known: &Names) -> Option<Condition> {
    let who = match entry.word_argument(0, "who: a creature, `anybody` or `nobody`")? {
        "nobody" => Watcher::Nobody,
        "anybody" => Watcher::Anybody,
        _ => {
            let name = entry.name_argument(0, "a creature")?;
            known.creature(entry, 0, name)?;
            Watcher::Creature(name)
        }
    };
    let word = entry.word_argument(1, "what the creature does")?;
    let Some(verb) = VERBS.iter().find(|(verb, _)| *verb == word).map(|(_, verb)| *verb) else {
        let hint = names::choose("verb", word, VERBS.iter().map(|(verb, _)| *verb));
        entry.problem_at(entry.span_of_argument(1), format!("no event can wait for \"{word}\""), hint);
        return None;
    };
    if who == Watcher::Nobody && verb != Verb::Sees {
        entry.problem_at(
            entry.span_of_argument(1),
            format!("`nobody` cannot be said with `{word}`"),
            "write `when nobody sees \"...\"`",
        );
        return None;
    }
    let what = entry.name_argument(2, "what it is about")?;
    if verb != Verb::Hears {
        known.thing_or_creature(entry, 2, what)?;
    }
    let within_m = if verb == Verb::Reaches { entry.number("within", 0.1..=MAX_SIDE_M) } else { None };
    Some(Condition { who, verb, what, within_m: within_m.unwrap_or(WITHIN_M) })
}

fn action(mut node: Fields<'_>, names: &Names) -> Option<Action> {
    Some(match node.node_name() {
        "slide" => {
            let thing = named_thing(&mut node, names);
            let (path, speed_m_per_s) = path(&mut node, names)?;
            Action::Slide { thing: thing?, path, speed_m_per_s }
        }
        "walk" => {
            let creature =
                node.name_argument(0, "a creature").filter(|n| names.creature(&node, 0, *n).is_some());
            let (path, speed_m_per_s) = path(&mut node, names)?;
            Action::Walk { creature: creature?, path, speed_m_per_s }
        }
        "transport" => {
            let what = node.name_argument(0, "a thing");
            let what = what.filter(|what| names.thing_or_creature(&node, 0, *what).is_some());
            let to = read::place(&mut node, "to", names.bounds);
            Action::Transport { what: what?, to: to? }
        }
        "hide" => Action::Hide(named_thing(&mut node, names)?),
        "show" => Action::Show(named_thing(&mut node, names)?),
        "remove" => Action::Remove(named_thing(&mut node, names)?),
        "add" => Action::Add(Box::new(thing::thing(&mut node, names.bounds)?)),
        "pick-up" => {
            let creature =
                node.name_argument(0, "a creature").filter(|n| names.creature(&node, 0, *n).is_some());
            let thing = node.name_argument(1, "a thing").filter(|n| names.thing(&node, 1, *n).is_some());
            Action::PickUp { creature: creature?, thing: thing? }
        }
        "put-down" => {
            let creature =
                node.name_argument(0, "a creature").filter(|n| names.creature(&node, 0, *n).is_some());
            let at = node.child("at").and_then(|at| read::within(at, names.bounds));
            Action::PutDown { creature: creature?, at }
        }
        "say" => say(node, names)?,
        "move-wall" => {
            let wall = node.name_argument(0, "a wall").filter(|n| names.wall(&node, 0, *n).is_some());
            let to = read::place(&mut node, "to", names.bounds);
            let yaw = read::yaw(&mut node);
            Action::MoveWall { wall: wall?, to: to?, yaw }
        }
        "paint" => {
            let what = node.name_argument(0, "a thing or creature");
            let what = what.filter(|what| names.thing_or_creature(&node, 0, *what).is_some());
            let colour = node.name_argument(1, "a colour");
            Action::Paint { what: what?, colour: colour? }
        }
        "set" => set(node, names)?,
        "note" => Action::Note(node.word_argument(0, "a sentence")?.to_owned()),
        _ => {
            node.unknown(&ACTIONS);
            return None;
        }
    })
}

fn set(mut node: Fields<'_>, names: &Names) -> Option<Action> {
    let thing = named_thing(&mut node, names);
    let features: Vec<Feature> = thing::features(&mut node).into_iter().collect();
    let shape = match node.child("shape") {
        Some(shape) => Some(Box::new(thing::shape(shape)?)),
        None => None,
    };
    let solid = read::flag(&mut node, "solid");
    let thing = thing?;
    if features.is_empty() && shape.is_none() && solid.is_none() {
        node.problem(
            format!("nothing of \"{thing}\" is set"),
            "write `feature \"state\" \"open\"`, a `shape` or `solid` in its braces",
        );
        return None;
    }
    Some(Action::Set { thing, features, shape, solid })
}

fn say(mut node: Fields<'_>, names: &Names) -> Option<Action> {
    let words = node.word_argument(0, "what is said").and_then(|words| {
        let fits = Utterance::from(words).ok().filter(|words| !words.is_empty());
        if fits.is_none() {
            let most = piaget_terms::name::UTTERANCE_BYTES;
            node.problem_at(
                node.span_of_argument(0),
                format!("the words have {} bytes", words.len()),
                format!("say between 1 and {most} bytes"),
            );
        }
        fits
    });
    let by = match node.child("by") {
        Some(mut by) => by.name_argument(0, "who speaks"),
        None => node.need(None, "a speaker", "write `by \"shepherd\"` in its braces"),
    };
    let at = node.child("at").and_then(|at| read::within(at, names.bounds));
    let loudness = read::number(&mut node, "loudness", 0.01..=100.0).unwrap_or(1.0);
    let by = by?;
    if at.is_none() && !names.knows(by) {
        node.problem(
            format!("nothing called \"{by}\" stands anywhere"),
            "write `at x z` in the braces of `say`, or name a creature or thing",
        );
        return None;
    }
    Some(Action::Say { by, words: words?, at, loudness })
}

fn named_thing(node: &mut Fields<'_>, names: &Names) -> Option<Name> {
    node.name_argument(0, "a thing").filter(|name| names.thing(node, 0, *name).is_some())
}

fn path(node: &mut Fields<'_>, names: &Names) -> Option<(Vec<Vec3>, f32)> {
    let speed = match node.child("speed") {
        Some(mut speed) => speed.number_argument(0, "a number of metres per second", SPEED),
        None => node.need(None, "a speed", "write `speed 1.2` in its braces, in metres per second"),
    };
    let places = node.children("to");
    if places.is_empty() {
        node.problem(
            format!("`{}` needs a place to go to", node.node_name()),
            "write `to x z` in its braces",
        );
    }
    let path: Vec<Option<Vec3>> = places.into_iter().map(|place| read::within(place, names.bounds)).collect();
    let path: Option<Vec<Vec3>> = path.into_iter().collect();
    Some((path.filter(|path| !path.is_empty())?, speed?))
}
