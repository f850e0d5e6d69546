//! What comes out of a choice.

use super::{Action, ConditionId, TupleId};
use crate::model::BeliefId;
use arrayvec::ArrayVec;
use piaget_terms::{Name, Vec3};
use serde::{Deserialize, Serialize};

/// How deep a tree may be.
pub const MAX_DEPTH: usize = 12;

/// What watching another has brought, as far as tuples can act on it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Watched {
    /// The movement that was recognised last.
    pub movement: Option<Name>,
    /// The movement and the object of the action that was identified last.
    pub action: Option<(Name, Option<BeliefId>)>,
}

/// What was decided in a tick.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    /// What to do.
    pub action: Action,
    /// The object of attention.
    pub object: Option<BeliefId>,
    /// Where a wanderer wants to be.
    pub place: Option<Vec3>,
    /// The active tuples from the top down; the last one's action is performed.
    pub path: ArrayVec<TupleId, MAX_DEPTH>,
    /// The name of the last one, empty if nothing could be done.
    pub because: Name,
    /// Whether it began in this tick.
    pub began: bool,
    /// Whether anything was looked for in vain, and is still wanted.
    pub in_vain: bool,
    /// What was given up in this tick.
    pub gave_up: Option<BeliefId>,
}

/// An action that was seen to bring about what an own action is for (Buchsbaum 7.2.7).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct NewAction {
    /// The movement to perform.
    pub movement: Name,
    /// The own action whose goal came true.
    pub like: TupleId,
    /// That goal.
    pub goal: ConditionId,
    /// The kind of thing it came true of.
    pub kind: Name,
    /// How near to that thing the movement is performed.
    pub distance_m: f32,
    /// How near one walks before performing it.
    pub approach_m: f32,
    /// What was held.
    pub tool: Option<Name>,
    /// Whether it was given up: it was tried and did not bring about what it is for.
    pub given_up: bool,
}
