//! What a host gives a mind at each tick, and nothing else: sightings, sounds, the own body, the clock, and a
//! way to ask "do I see this point?".

use crate::{Effector, Name, Utterance};
use arrayvec::ArrayVec;
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// The host's own number for a thing. A character chooses whether its mind may use it to tell one thing from
/// another (Kline's given correspondence) or must match by looks and place (Isla 4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct HostId(pub u32);

/// The most features that one sighting carries.
pub const MAX_FEATURES: usize = 8;

/// The value of one feature of a thing's state (Kline 2.1).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum FeatureValue {
    /// A number, such as a brightness.
    Number(f32),
    /// Three numbers, such as an offset.
    Vector(Vec3),
    /// A word, such as the state of a door.
    Word(Name),
}

/// A named feature. A state may hold states: a path with dots says which ("door.handle.state").
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Feature {
    /// The path of the feature within the thing's state.
    pub path: Name,
    /// What was seen of it.
    pub value: FeatureValue,
}

/// A marked body part of another creature, as seen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct EffectorSighting {
    /// Which part.
    pub effector: Effector,
    /// Where its visible part was, in the world.
    pub position: Vec3,
}

/// One thing as seen in one tick.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sighting {
    /// The host's number for it.
    pub id: HostId,
    /// What kind of thing it looks like ("sheep").
    pub kind: Name,
    /// The name of its colour.
    pub colour: Name,
    /// The word for its shape ("box", "sphere", "capsule", "cylinder", "mesh").
    pub shape: Name,
    /// Where it is, in the world: the centroid of its visible part (Isla 4.1).
    pub position: Vec3,
    /// How sure the eye is of the above, 0 to 1.
    pub confidence: f32,
    /// How many pixels of it were visible; 0 where the host does not render.
    pub pixels: u32,
    /// Further features of its state.
    pub features: ArrayVec<Feature, MAX_FEATURES>,
    /// Its marked body parts that were visible, if it is a creature.
    pub effectors: ArrayVec<EffectorSighting, 11>,
}

impl Sighting {
    /// A sighting with full confidence and nothing but looks and place: what a small host needs.
    pub fn new(id: HostId, kind: Name, colour: Name, position: Vec3) -> Self {
        Self {
            id,
            kind,
            colour,
            shape: Name::default(),
            position,
            confidence: 1.0,
            pixels: 0,
            features: ArrayVec::new(),
            effectors: ArrayVec::new(),
        }
    }
}

/// Something heard.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sound {
    /// The kind of thing it came from, as far as one can hear ("shepherd").
    pub speaker: Name,
    /// Where it came from.
    pub position: Vec3,
    /// How loud it was at its source; 1 is a clear voice.
    pub loudness: f32,
    /// The words, empty for a noise.
    pub words: Utterance,
}

/// How far a requested movement has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum MovementStage {
    Begun,
    Finished,
    Interrupted,
    /// The body has no such movement or cannot do it now.
    Cannot,
}

/// What the body reports of the movement it performs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MovementSense {
    /// Which movement.
    pub name: Name,
    /// How far it has come.
    pub stage: MovementStage,
}

/// The creature's sense of its own body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BodySense {
    /// The point on the ground below the body.
    pub position: Vec3,
    /// Which way the body faces.
    pub yaw: f32,
    /// How far the head is turned from the body, positive as yaw is.
    pub head_yaw: f32,
    /// How far the head is tilted, positive upwards.
    pub head_pitch: f32,
    /// How the body moves.
    pub velocity: Vec3,
    /// Whether something stopped the body in this tick.
    pub blocked: bool,
    /// The kind of thing in its hand or mouth.
    pub holding: Option<Name>,
    /// What was eaten in this tick.
    pub ate: Option<Name>,
    /// The movement under way, or the one that ended in this tick.
    pub movement: Option<MovementSense>,
    /// Where its own marked parts are, in the world.
    pub effectors: ArrayVec<EffectorSighting, 11>,
}

impl BodySense {
    /// A body that stands still at a place.
    pub fn standing(position: Vec3, yaw: f32) -> Self {
        Self {
            position,
            yaw,
            head_yaw: 0.0,
            head_pitch: 0.0,
            velocity: Vec3::ZERO,
            blocked: false,
            holding: None,
            ate: None,
            movement: None,
            effectors: ArrayVec::new(),
        }
    }
}

/// The host's answer to "is this point in view and unobstructed?" (Isla 4.1.1). A mind asks in batches, and
/// only about places that matter to it.
pub trait Sight {
    /// For each point, whether a thing there would be seen. `seen` has the length of `points`.
    fn sees(&self, points: &[Vec3], seen: &mut [bool]);

    /// For each place, whether all of a cell of this radius around it is in view: errs on the side of "no". Asked only of
    /// places that are themselves in view. A host that can tell of a whole disc at once should: this asks about six points
    /// around each.
    fn sees_whole(&self, centres: &[Vec3], radius_m: f32, seen: &mut [bool]) {
        const AROUND: [Vec3; 6] = [
            Vec3::new(1.0, 0.0, 0.0),
            Vec3::new(0.5, 0.0, 0.866_025_4),
            Vec3::new(-0.5, 0.0, 0.866_025_4),
            Vec3::new(-1.0, 0.0, 0.0),
            Vec3::new(-0.5, 0.0, -0.866_025_4),
            Vec3::new(0.5, 0.0, -0.866_025_4),
        ];
        for (centre, seen) in centres.iter().zip(seen) {
            let points = AROUND.map(|offset| *centre + offset * radius_m);
            let mut answers = [false; 6];
            self.sees(&points, &mut answers);
            *seen = answers.iter().all(|answer| *answer);
        }
    }

    /// The chance that a thing in view is noticed in one tick; what is not noticed need not be absent.
    fn detection_rate(&self) -> f32 {
        1.0
    }
}

/// Sees nothing: for a creature with its eyes shut, and for tests.
pub struct Blind;

impl Sight for Blind {
    fn sees(&self, _points: &[Vec3], seen: &mut [bool]) {
        seen.fill(false);
    }
}

/// Everything that a mind learns in one tick.
#[derive(Clone, Copy)]
pub struct Senses<'a> {
    /// The clock, since the creature's beginning.
    pub time_s: f64,
    /// How long this tick lasts.
    pub tick_s: f32,
    /// The own body.
    pub body: &'a BodySense,
    /// What is seen now.
    pub sightings: &'a [Sighting],
    /// What is heard now.
    pub sounds: &'a [Sound],
    /// A way to ask whether a point is in view now.
    pub sight: &'a dyn Sight,
}

/// What one tick leaves to the next: where the creature's attention is. A host may use it to look more closely
/// there; it may ignore it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Attention {
    /// Where the object of attention is believed to be.
    pub at: Option<Vec3>,
    /// Its kind.
    pub kind: Option<Name>,
}
