//! What every stage of a mind holds after a tick, in a form that traces, the lab and a person can read. They
//! draw this and compute nothing of their own.

use crate::Beliefs;
use crate::believe::{PlaceOutcome, Recalled};
use crate::navigate::Progress;
use crate::remember;
use piaget_terms::{HostId, Name, Vec2, Vec3};
use serde::{Deserialize, Serialize};

/// A mind at one moment.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// What it believes there is.
    pub beliefs: Vec<BeliefReport>,
    /// What it remembers of what is kept where, for a character with a memory.
    pub memory: Option<MemoryReport>,
    /// What it feels: every value of the network by name.
    pub values: Vec<(Name, f32)>,
    /// Values that grew out of control and are held at the character's bound.
    pub held: Vec<Name>,
    /// What it chose and why, from the top of the action tree down.
    pub choices: Vec<ChoiceReport>,
    /// How the way stands that it wants to go, and why if there is none.
    pub travel: Option<Progress>,
    /// The corners of that way still to be passed, as x and z.
    pub way: Vec<Vec2>,
    /// Sightings and sounds that made no sense (a place that is not a number, more than it can hold).
    pub dropped: u32,
}

/// A believed thing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BeliefReport {
    /// The belief's own number in this mind.
    pub belief: u32,
    /// What it is believed to be.
    pub kind: Name,
    /// Its colour.
    pub colour: Name,
    /// Where it is believed to be.
    pub position: Vec3,
    /// How it is believed to move.
    pub velocity: Vec3,
    /// The host's number, if it is seen in this tick.
    pub seen_as: Option<HostId>,
    /// Seconds since it was last seen.
    pub unseen_s: f32,
    /// How sure the mind is of it, 0 to 1.
    pub confidence: f32,
    /// What this tick said of where it was expected, for a character with a map.
    pub place: Option<PlaceOutcome>,
    /// What memory said of where it is usually kept, while that is where it is expected.
    pub recalled: Option<Recalled>,
}

/// How much is remembered of what is kept where.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MemoryReport {
    /// Things.
    pub objects: u32,
    /// Places, of all levels.
    pub places: u32,
    /// Findings at places that are not known and that the character does not learn.
    pub refused: u32,
}

/// One tuple of the action tree in one tick.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChoiceReport {
    /// How deep it stands in the tree, from 0.
    pub depth: u8,
    /// The tuple.
    pub tuple: Name,
    /// What performing it is worth now.
    pub value: f32,
    /// Whether it is the one that is active in its group.
    pub active: bool,
    /// Why it was chosen or passed over.
    pub because: String,
    /// The belief it is about.
    pub object: Option<u32>,
}

/// The believed things, without the creature itself.
pub(crate) fn beliefs(beliefs: &Beliefs) -> Vec<BeliefReport> {
    let report = |belief: &crate::Belief| BeliefReport {
        belief: belief.id.0,
        kind: belief.now.kind,
        colour: belief.now.colour,
        position: belief.now.position,
        velocity: belief.now.velocity,
        seen_as: belief.seen_as,
        unseen_s: belief.unseen_s(beliefs.time_s()),
        confidence: belief.now.confidence,
        place: belief.place.as_ref().map(|place| place.outcome),
        recalled: belief.place.as_ref().and_then(|place| place.recalled),
    };
    beliefs.all().iter().skip(1).map(report).collect()
}

/// How much is remembered.
pub(crate) fn memory(state: &remember::State) -> MemoryReport {
    let memory = state.memory();
    MemoryReport {
        objects: memory.len() as u32,
        places: memory.house().len() as u32,
        refused: state.refused(),
    }
}
