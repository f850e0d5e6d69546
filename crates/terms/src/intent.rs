//! What a mind gives back: where to look, where to go, which movement, which face, what to say; and why.

use crate::{HostId, Name, Utterance};
use arrayvec::ArrayVec;
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// The most emotions that a face shows at once.
pub const MAX_EXPRESSIONS: usize = 12;

/// Where the eyes should point. The head turns first, then the body follows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gaze {
    /// The point to look at, in the world.
    pub at: Vec3,
}

/// Where the body should go.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Travel {
    /// The next point to walk to in a straight line.
    pub towards: Vec3,
    /// Where the way ends.
    pub goal: Vec3,
    /// How fast.
    pub speed_m_per_s: f32,
    /// Near enough to the goal to stop.
    pub arrive_within_m: f32,
}

/// The thing that an action is about, as the creature knows it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Object {
    /// The host's number, only if it is being seen in this very tick.
    pub seen_as: Option<HostId>,
    /// What it is believed to be.
    pub kind: Name,
    /// Where it is believed to be.
    pub position: Vec3,
}

/// A movement that the body is asked to perform ("eat", "wave", "pick-up").
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MovementRequest {
    /// Which movement.
    pub name: Name,
    /// What it is done to.
    pub object: Option<Object>,
}

/// The face: a weight from 0 to 1 per emotion. What is not named is neutral.
pub type Expression = ArrayVec<(Name, f32), MAX_EXPRESSIONS>;

/// What the creature means to do in this tick.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Intent {
    /// Where to look.
    pub gaze: Option<Gaze>,
    /// Where to go; `None` to stand still.
    pub travel: Option<Travel>,
    /// What movement to perform.
    pub movement: Option<MovementRequest>,
    /// What the face shows.
    pub expression: Expression,
    /// What to say.
    pub utterance: Option<Utterance>,
    /// The action tuple that decided this; the mind's decision record says why.
    pub because: Name,
}
