//! What a mind gives back: where to look, where to go, which movement, which face, what to say; and why.

use crate::name::absent_as_empty;
use crate::{HostId, Name, Utterance};
use arrayvec::ArrayVec;
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// The most emotions that a face shows at once.
pub const MAX_EXPRESSIONS: usize = 12;

/// Where the eyes should point. The head turns first, then the body follows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Gaze {
    /// The point to look at, in the world.
    pub at: Vec3,
}

impl Gaze {
    /// A look at a point of the world.
    pub fn new(at: Vec3) -> Self {
        Self { at }
    }
}

/// Where the body should go.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
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

impl Travel {
    /// The straight way to a goal.
    pub fn straight(goal: Vec3, speed_m_per_s: f32, arrive_within_m: f32) -> Self {
        Self { towards: goal, goal, speed_m_per_s, arrive_within_m }
    }

    /// By way of this point, which comes next.
    pub fn by_way_of(mut self, towards: Vec3) -> Self {
        self.towards = towards;
        self
    }
}

/// The thing that an action is about, as the creature knows it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Object {
    /// The host's number, only if it is being seen in this very tick.
    pub seen_as: Option<HostId>,
    /// What it is believed to be; `None` for a mere place.
    #[serde(with = "absent_as_empty")]
    pub kind: Option<Name>,
    /// Where it is believed to be.
    pub position: Vec3,
}

impl Object {
    /// A thing of a kind at a place.
    pub fn new(seen_as: Option<HostId>, kind: Option<Name>, position: Vec3) -> Self {
        Self { seen_as, kind, position }
    }
}

/// A movement that the body is asked to perform ("eat", "wave", "pick-up").
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MovementRequest {
    /// Which movement.
    pub name: Name,
    /// What it is done to.
    pub object: Option<Object>,
}

impl MovementRequest {
    /// A movement, and what it is done to.
    pub fn new(name: Name, object: Option<Object>) -> Self {
        Self { name, object }
    }
}

/// The face: a weight from 0 to 1 per emotion. What is not named is neutral.
pub type Expression = ArrayVec<(Name, f32), MAX_EXPRESSIONS>;

/// What the creature means to do in this tick.
///
/// ```
/// use piaget_terms::{Gaze, Intent, Travel, Vec3};
/// let intent = Intent::default().gaze(Gaze::new(Vec3::Z)).travel(Travel::straight(Vec3::X, 1.2, 0.5));
/// assert!(intent.travel.is_some() && intent.because.is_none());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
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
    /// The action tuple that decided this, `None` if nothing could be done; the mind's decision record says why.
    #[serde(with = "absent_as_empty")]
    pub because: Option<Name>,
}

impl Intent {
    /// With a look.
    pub fn gaze(mut self, gaze: Gaze) -> Self {
        self.gaze = Some(gaze);
        self
    }

    /// With a way to go.
    pub fn travel(mut self, travel: Travel) -> Self {
        self.travel = Some(travel);
        self
    }

    /// With a movement.
    pub fn movement(mut self, movement: MovementRequest) -> Self {
        self.movement = Some(movement);
        self
    }

    /// With words to say.
    pub fn utterance(mut self, words: Utterance) -> Self {
        self.utterance = Some(words);
        self
    }

    /// Decided by this action tuple.
    pub fn because(mut self, tuple: Name) -> Self {
        self.because = Some(tuple);
        self
    }
}
