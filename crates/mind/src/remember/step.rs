//! One tick of remembering: what is seen lying somewhere is noted, what others say and put away is heeded, what is
//! looked for in vain is missed; and a thing that was out of sight for long, or of whose map nothing is left, is
//! expected where it is usually kept.

use super::config::{Before, Config};
use super::home::Home;
use super::search::{SearchProgress, search};
use super::told::{understand, what_is};
use crate::believe;
use crate::model::{
    AtRest, Belief, BeliefId, Beliefs, LookedAt, MapConfig, Noticing, Recalled, Record, Room, Sought, Tick,
};
use piaget_memory::{House, Memory, ObjectName, PlaceId, Rooms, What};
use piaget_occupancy::Map;
use piaget_terms::valid::{Checked, Within, at_most, index, point, require, time};
use piaget_terms::{Name, Sound, Vec2, Vec3, maths};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What remembering keeps from tick to tick.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct State {
    pub(super) memory: Memory,
    /// Whether the creature finds its own places.
    grown: bool,
    /// One per belief, by rising number.
    threads: Vec<Thread>,
    pub(super) search: Option<SearchProgress>,
    /// What came to mind, and when.
    recalled: Vec<(ObjectName, f64)>,
    recall_due_s: f64,
    /// Findings at places that are not known and may not be learned.
    refused: u32,
    /// Where the places lie on the ground; follows from memory and terrain, and a save leaves it out.
    #[serde(skip)]
    home: Option<Home>,
}

/// What is kept about one belief.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Thread {
    belief: BeliefId,
    /// Where and when it was noted last, and the point.
    noted: Option<(PlaceId, f64, Vec2)>,
    /// Whether memory has been asked since it was lost from sight.
    asked: bool,
    /// What it held when it was seen last.
    held: Option<Name>,
    /// As what it came to mind.
    pub(super) recalled_as: Option<What>,
}

/// Buffers that every tick reuses.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    chances: Vec<f32>,
    weights: Vec<(Vec2, f32)>,
    looked_at: Option<LookedAt>,
    pub(super) asked: Vec<(u32, PlaceId)>,
    pub(super) points: Vec<Vec3>,
    pub(super) seen: Vec<bool>,
    pub(super) done: Vec<PlaceId>,
}

/// What comes in.
pub struct Input<'a> {
    /// What is believed.
    pub beliefs: &'a mut Beliefs,
    /// How the character keeps beliefs.
    pub believe: &'a believe::Config,
    /// The tick.
    pub tick: &'a Tick<'a>,
}

/// What every part of remembering is told.
#[derive(Clone, Copy)]
pub(super) struct Moment<'a> {
    pub(super) time_s: f64,
    pub(super) map: &'a Arc<Map>,
    pub(super) map_config: &'a MapConfig,
    pub(super) room: Room,
    pub(super) eye: Noticing<'a>,
    pub(super) sounds: &'a [Sound],
    /// Where the creature stands.
    pub(super) own: Vec2,
    /// What it acts on.
    pub(super) attended: Option<BeliefId>,
    /// What it holds itself.
    pub(super) holding: Option<Name>,
}

impl<'a> Moment<'a> {
    /// `None` for a character without a map, which has nowhere to remember things at.
    fn new(input: &Input<'a>) -> Option<Self> {
        let tick = input.tick;
        Some(Self {
            time_s: tick.time_s,
            map: tick.map?,
            map_config: input.believe.map.as_ref()?,
            room: input.believe.room(),
            eye: tick.noticing(),
            sounds: tick.sounds,
            own: maths::ground(tick.body.position),
            attended: tick.feedback.attended,
            holding: tick.body.holding,
        })
    }
}

impl State {
    /// Whether what was saved is of a character that remembers so.
    pub fn validate(&self, config: &Config, most_beliefs: usize) -> Checked {
        self.memory.validate(&config.memory).within("memory")?;
        require(self.grown == config.house.is_none() || !self.grown, "grown", || {
            "is set, but the character knows its places".into()
        })?;
        at_most("threads", self.threads.len(), most_beliefs)?;
        let rising = self.threads.is_sorted_by(|a, b| a.belief < b.belief);
        require(rising, "threads", || "is not in the order of numbers".into())?;
        let places = self.memory.house().len();
        for (place, at_s, at) in self.threads.iter().filter_map(|thread| thread.noted) {
            index("threads.noted", place.0 as usize, places)?;
            time("threads.noted", at_s)?;
            point("threads.noted", at)?;
        }
        at_most("recalled", self.recalled.len(), config.memory.most_objects.max(1) as usize)?;
        self.recalled.iter().try_for_each(|(_, at_s)| time("recalled", *at_s))?;
        require(!self.recall_due_s.is_nan(), "recall_due_s", || "is not a time".into())
    }

    /// Goes by the settings of another character from now on.
    pub(crate) fn set_config(&mut self, config: &Config) {
        self.memory.set_config(config.memory);
    }

    /// A newborn's: it knows its places, and what it found before its first day.
    pub fn new(config: &Config) -> Self {
        let grown = config.house.is_none();
        let house = config.house.clone().unwrap_or_else(|| House::new(Name::cut("home")));
        let mut state = Self {
            memory: Memory::new(house, config.memory),
            grown,
            threads: Vec::new(),
            search: None,
            recalled: Vec::new(),
            recall_due_s: f64::NEG_INFINITY,
            refused: 0,
            home: None,
        };
        let each =
            |before: &Before| (0..before.times).map(|day| (before.ago + day, *before)).collect::<Vec<_>>();
        let mut findings: Vec<(u32, Before)> = config.before.iter().flat_map(each).collect();
        findings.sort_by_key(|(days_ago, _)| std::cmp::Reverse(*days_ago));
        for (days_ago, before) in findings {
            if let Some(place) = state.memory.house().find(before.place.as_str()) {
                state.memory.found(before.what, place, -f64::from(days_ago) * config.memory.day_s);
            }
        }
        state
    }

    /// The same creature in a house whose places it is told of. What it remembered of another is gone.
    pub(crate) fn settle(&mut self, config: &Config, house: House) {
        (self.memory, self.grown) = (Memory::new(house, config.memory), false);
        (self.threads, self.search) = (Vec::new(), None);
    }

    /// Lays the places that are remembered out on the ground: `rooms` are those of the ground, for a creature that finds
    /// its own.
    pub(crate) fn lay_home(&mut self, config: &Config, rooms: Option<&Arc<Rooms>>, map: &Map) {
        let rooms = rooms.filter(|_| self.grown).cloned();
        self.home = Some(Home::new(config, self.memory.house(), rooms, map));
    }

    /// Where the places lie.
    pub fn home(&self) -> Option<&Home> {
        self.home.as_ref()
    }

    /// What is kept where.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Whether the creature finds its own places.
    pub fn is_grown(&self) -> bool {
        self.grown
    }

    /// What is looked for now, as memory knows it.
    pub(crate) fn sought(&self, beliefs: &Beliefs) -> Option<What> {
        let belief = beliefs.get(self.search.as_ref()?.belief)?;
        let thread = self.threads.iter().find(|thread| thread.belief == belief.id);
        Some(thread.and_then(|thread| thread.recalled_as).unwrap_or_else(|| what_of(&belief.now)))
    }

    /// Findings at places that were not known and might not be learned.
    pub fn refused(&self) -> u32 {
        self.refused
    }

    pub(super) fn thread(&mut self, belief: BeliefId) -> &mut Thread {
        let at = match self.threads.binary_search_by_key(&belief, |thread| thread.belief) {
            Ok(at) => at,
            Err(at) => {
                let new = Thread { belief, noted: None, asked: false, held: None, recalled_as: None };
                self.threads.insert(at, new);
                at
            }
        };
        &mut self.threads[at]
    }
}

/// A thing by its looks: its colour and its kind.
pub fn what_of(record: &Record) -> What {
    let object = ObjectName { colour: record.colour.non_empty(), name: record.kind };
    What { object, kind: record.kind }
}

/// Brings memory up to date with what is believed, and beliefs with what is remembered. A character without a memory
/// remembers nothing.
pub fn step(config: Option<&Config>, state: &mut Option<State>, scratch: &mut Scratch, input: Input<'_>) {
    let (Some(config), Some(state), Some(moment)) = (config, state, Moment::new(&input)) else { return };
    let Some(mut home) = state.home.take() else { return };
    remember(config, state, &mut home, scratch, input.beliefs, &moment);
    state.home = Some(home);
}

fn remember(
    config: &Config,
    state: &mut State,
    home: &mut Home,
    scratch: &mut Scratch,
    beliefs: &mut Beliefs,
    tick: &Moment<'_>,
) {
    state.threads.retain(|thread| beliefs.get(thread.belief).is_some());
    home.walk(&mut state.memory, tick.map, tick.own);
    hear(state, tick);
    for index in 1..beliefs.all().len() {
        let belief = &beliefs.all()[index];
        if belief.sensed_s < tick.time_s || !belief.now.seen {
            continue;
        }
        watch(config, state, home, beliefs.all(), belief, tick);
        note(config, state, home, beliefs.all(), belief, tick);
    }
    search(config, state, home, scratch, beliefs, tick);
    for belief in beliefs.things_mut().filter(|belief| belief.sensed_s < tick.time_s) {
        expect_where_kept(config, state, home, scratch, belief, tick);
    }
    if tick.time_s >= state.recall_due_s {
        state.recall_due_s = tick.time_s + f64::from(config.recall_every_s);
        recall(config, state, home, scratch, beliefs, tick);
    }
}

/// Somebody says where something is, or is not.
fn hear(state: &mut State, tick: &Moment<'_>) {
    for sound in tick.sounds.iter().filter(|sound| !sound.said().is_empty()) {
        if let Some((what, place, there)) = understand(&state.memory, sound.said()) {
            let speaker = sound.speaker.unwrap_or_default();
            state.memory.told_by(speaker, what, place, there, tick.time_s);
            state.recall_due_s = tick.time_s;
        }
    }
}

/// Another puts something away: what it held a moment ago, it holds no more, and nothing of the kind is to be seen.
fn watch(
    config: &Config,
    state: &mut State,
    home: &mut Home,
    all: &[Belief],
    belief: &Belief,
    tick: &Moment<'_>,
) {
    let holds = belief.now.holding;
    let thread = state.thread(belief.id);
    let Some(held) = std::mem::replace(&mut thread.held, holds).filter(|held| holds != Some(*held)) else {
        return;
    };
    let in_sight = |other: &Belief| {
        let is_near = config.hands.is_within_reach(&other.now, belief.now.position);
        other.now.seen && other.now.kind == held && is_near
    };
    if all.iter().skip(1).any(in_sight) {
        return;
    }
    let at = maths::ground(belief.now.position);
    let what = what_is(&state.memory, held.as_str());
    match home.place_of_finding(config, &mut state.memory, tick.map, at) {
        Some(place) => state.memory.watched(what, place, tick.time_s),
        None => state.refused = state.refused.saturating_add(1),
    }
}

/// A thing that lies somewhere is found there: when it is met, found again, moved, or has been in view for long.
fn note(
    config: &Config,
    state: &mut State,
    home: &mut Home,
    all: &[Belief],
    belief: &Belief,
    tick: &Moment<'_>,
) {
    let is_creature = belief.now.eye.is_some() || !belief.now.effectors.is_empty();
    let at = maths::ground(belief.now.position);
    let what = what_of(&belief.now);
    let thread = state.thread(belief.id);
    thread.asked = false;
    let found = belief.place.as_ref().is_some_and(|place| place.outcome.found);
    let due = thread.noted.is_none_or(|(_, when_s, point)| {
        tick.time_s - when_s >= f64::from(config.note_every_s) || point.distance(at) > config.same_point_m
    });
    if is_creature
        || what.kind.is_empty()
        || !(due || found)
        || belief.now.velocity.length() > config.still_m_per_s
        || is_held(config, all, belief, tick)
    {
        return;
    }
    let also = thread.recalled_as.take().filter(|other| *other != what);
    let Some(place) = home.place_of_finding(config, &mut state.memory, tick.map, at) else {
        state.refused = state.refused.saturating_add(1);
        return;
    };
    for what in also.into_iter().chain([what]) {
        state.memory.found(what, place, tick.time_s);
    }
    state.thread(belief.id).noted = Some((place, tick.time_s, at));
}

/// Whether somebody, or the creature itself, has it in a hand.
fn is_held(config: &Config, all: &[Belief], belief: &Belief, tick: &Moment<'_>) -> bool {
    let own = tick.holding == Some(belief.now.kind)
        && config.hands.is_within_reach(&belief.now, maths::on_ground(tick.own));
    let others = || all.iter().skip(1).filter(|other| other.now.seen && other.id != belief.id);
    own || others().any(|other| config.hands.holds(&other.now, &belief.now))
}

/// Memory is the prior of the map: when nothing is left of it, and when the thing has been out of sight for long.
fn expect_where_kept(
    config: &Config,
    state: &mut State,
    home: &mut Home,
    scratch: &mut Scratch,
    belief: &mut Belief,
    tick: &Moment<'_>,
) {
    let unseen_s = belief.unseen_s(tick.time_s);
    let thread = state.thread(belief.id);
    let long = unseen_s >= config.after_s && !thread.asked;
    let what = thread.recalled_as.unwrap_or_else(|| what_of(&belief.now));
    let Some(place) = belief.place.as_mut().filter(|place| place.outcome.fell_back || long) else { return };
    thread.asked |= long;
    // Nothing left of the map: wherever it was seen last, it is not there.
    if let Some((last, _)) = state.memory.last_seen(what.object).filter(|_| place.outcome.fell_back)
        && !state.memory.was_missed(what.object, last)
    {
        state.memory.missed(what, last, tick.time_s);
    }
    let Some(recalled) = weigh(config, &mut state.memory, home, scratch, what, tick) else { return };
    if place.lay(&scratch.weights, at_rest(config), recalled) {
        let looked_at = scratch.looked_at.get_or_insert_with(|| LookedAt::new(tick.map.lattice()));
        looked_at.shared.clear();
        place.look_again(looked_at, &tick.eye, Sought::of(&belief.now), tick.map_config);
        if let Some(likely) = place.map().and_then(|map| map.most_likely()) {
            belief.now.position = Vec3::new(likely.place.x, belief.now.position.y, likely.place.y);
        }
    }
}

/// Fills the weights of all nodes from the memory's chances; `None` where it has nothing to say.
fn weigh(
    config: &Config,
    memory: &mut Memory,
    home: &mut Home,
    scratch: &mut Scratch,
    what: What,
    tick: &Moment<'_>,
) -> Option<Recalled> {
    if !memory.has_evidence(what) {
        return None;
    }
    memory.chances(what, tick.time_s, &mut scratch.chances);
    let likeliest = scratch.chances.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(&a.0)));
    let (leaf, &chance) = likeliest.filter(|(_, chance)| **chance > 0.0)?;
    let house = memory.house();
    let lattice = tick.map.lattice();
    home.layout.weights(house, lattice, &scratch.chances, config.elsewhere, &mut scratch.weights);
    Some(Recalled { place: house[house.leaves()[leaf]].name, chance })
}

fn at_rest(config: &Config) -> AtRest {
    AtRest { rests_s: config.rests_s, walks_share: config.walks_share }
}

/// Things that a creature keeps in mind come to it though it has not met them today.
fn recall(
    config: &Config,
    state: &mut State,
    home: &mut Home,
    scratch: &mut Scratch,
    beliefs: &mut Beliefs,
    tick: &Moment<'_>,
) {
    let again_s = f64::from(config.again_s);
    state.recalled.retain(|(_, when_s)| tick.time_s - when_s < again_s);
    for kind in &config.recall {
        let believed = |what: What, state: &State| {
            beliefs.all().iter().skip(1).any(|belief| {
                what_of(&belief.now).object == what.object
                    || state.threads.iter().any(|thread| {
                        thread.belief == belief.id
                            && thread.recalled_as.is_some_and(|recalled| recalled.object == what.object)
                    })
            })
        };
        let when = |last: &Option<(PlaceId, f64)>| last.map_or(f64::NEG_INFINITY, |(_, when)| when);
        let met = state.memory.objects().filter(|(what, _)| {
            what.kind == *kind
                && !believed(*what, state)
                && !state.recalled.iter().any(|(object, _)| *object == what.object)
        });
        // One at a time, the one met last before others.
        let Some(what) = met.max_by(|a, b| when(&a.1).total_cmp(&when(&b.1))).map(|(what, _)| what) else {
            continue;
        };
        state.recalled.push((what.object, tick.time_s));
        let Some(recalled) = weigh(config, &mut state.memory, home, scratch, what, tick) else { continue };
        let mut record = Record::at(tick.time_s, Vec3::ZERO);
        (record.kind, record.colour, record.seen) =
            (what.kind, what.object.colour.unwrap_or_default(), false);
        record.confidence = recalled.chance;
        let Some(belief) = beliefs.recall(tick.room, tick.map, &record) else { continue };
        let Some(place) = belief.place.as_mut() else { continue };
        place.lay(&scratch.weights, at_rest(config), recalled);
        if let Some(likely) = place.map().and_then(|map| map.most_likely()) {
            let height_m = tick.map_config.look_height_m;
            belief.now.position = Vec3::new(likely.place.x, height_m, likely.place.y);
            belief.sensed_at = belief.now.position;
        }
        let id = belief.id;
        let thread = state.thread(id);
        (thread.asked, thread.recalled_as) = (true, Some(what));
    }
}
