//! What goes into a choice, and what comes out.

use super::condition::{Asked, Own};
use super::{Action, TupleId};
use crate::believe::BeliefId;
use crate::feel::{Feelings, Values};
use crate::scene::Scene;
use arrayvec::ArrayVec;
use piaget_nav::Progress;
use piaget_terms::{BodySense, Name, Sound, Vec3};
use serde::{Deserialize, Serialize};

/// How deep a tree may be.
pub const MAX_DEPTH: usize = 12;

/// What a choice rests on.
#[derive(Clone, Copy)]
pub struct Situation<'a> {
    /// The clock.
    pub time_s: f64,
    /// What is believed.
    pub scene: &'a dyn Scene,
    /// The network of values.
    pub values: &'a Values,
    /// What is felt.
    pub feelings: &'a Feelings,
    /// The own body.
    pub body: &'a BodySense,
    /// What is heard.
    pub sounds: &'a [Sound],
    /// How the way that the last tick wanted to go stands.
    pub travel: Option<Progress>,
    /// What watching another has brought.
    pub watched: Watched,
}

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
}

impl<'a> Situation<'a> {
    /// Asks conditions about an object, for a tuple that has been active for so long.
    pub(super) fn asked(
        &self,
        held_at: &'a [f64],
        doing: &'a [Name],
        object: Option<BeliefId>,
        active_s: Option<f32>,
    ) -> Asked<'a> {
        let own = Own {
            values: self.values,
            feelings: self.feelings,
            body: self.body,
            sounds: self.sounds,
            travel: self.travel,
            watched: self.watched,
            active_s,
            held_at,
            doing,
        };
        Asked { scene: self.scene, object, time_s: self.time_s, own: Some(own), supposed: None }
    }
}
