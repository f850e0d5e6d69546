//! Creatures: a body, how it stands, its marked parts, what it holds and which movement it performs.

use arrayvec::ArrayVec;
use piaget_terms::{
    BodyPlan, BodySense, Effector, EffectorSighting, Eyes, HostId, Intent, MovementRequest, MovementSense,
    MovementStage, Name, Vec3, maths,
};
use serde::{Deserialize, Serialize};

/// A marked part and its place in the body's own axes: y up, +z ahead, +x to the left, from the point below the body.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Posed {
    /// Which part.
    pub effector: Effector,
    /// Where, from the point on the ground below the body.
    pub place: Vec3,
}

/// The movement under way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Performing {
    pub request: MovementRequest,
    pub elapsed_s: f32,
    /// Whether it has done what it does to the world.
    pub done: bool,
}

/// The visible trunk is slimmer than the capsule that collides, so that marked parts at its sides can be seen.
const TRUNK_OF_RADIUS: f32 = 0.45;
/// Root and neck sit on the axis and must stand out of the trunk.
const BELT_OF_TRUNK: f32 = 1.3;
/// The other marked parts, as a share of the height.
const MARK_OF_HEIGHT: f32 = 0.05;

/// One creature of the world.
///
/// ```
/// use piaget_terms::{BodyPlan, Eyes, Name};
/// use piaget_world::Creature;
/// let dog = Creature::new(Name::cut("dog"), Name::cut("brown"), BodyPlan::default(), Eyes::default());
/// assert_eq!(dog.posed.len(), 11);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Creature {
    /// What a script calls it; no other creature ever learns it.
    pub name: Name,
    /// What it is ("dog").
    pub kind: Name,
    /// The name of its colour.
    pub colour: Name,
    /// Size and abilities.
    pub body: BodyPlan,
    /// Eyes and ears.
    pub eyes: Eyes,
    /// The point on the ground below the body.
    pub position: Vec3,
    /// Which way the body faces.
    pub yaw: f32,
    /// How far the head is turned from the body.
    pub head_yaw: f32,
    /// How far the head is tilted, positive upwards.
    pub head_pitch: f32,
    /// How the body moved in the last tick.
    pub velocity: Vec3,
    /// Whether something stopped the body in the last tick.
    pub blocked: bool,
    /// Whether it is nowhere, as a hidden thing is. It still senses, from where it last was.
    pub hidden: bool,
    /// The places of its marked parts in its own axes.
    pub posed: ArrayVec<Posed, 11>,
    /// Whether a host performs its movements ([`crate::World::report_movement`]) rather than the world's own timer.
    pub host_moves: bool,
    pub(crate) holding: Option<HostId>,
    pub(crate) holding_kind: Option<Name>,
    pub(crate) ate: Option<Name>,
    pub(crate) intent: Intent,
    pub(crate) performing: Option<Performing>,
    pub(crate) movement: Option<MovementSense>,
    pub(crate) reported: Option<MovementStage>,
    /// Marks of the movement that the host has passed since the last tick.
    pub(crate) marks: ArrayVec<Name, 8>,
}

impl Creature {
    /// A creature at the origin that looks along +z, its marked parts where a standing body has them.
    pub fn new(kind: Name, colour: Name, body: BodyPlan, eyes: Eyes) -> Self {
        Self {
            name: Name::default(),
            kind,
            colour,
            body,
            eyes,
            position: Vec3::ZERO,
            yaw: 0.0,
            head_yaw: 0.0,
            head_pitch: 0.0,
            velocity: Vec3::ZERO,
            blocked: false,
            hidden: false,
            posed: standing(&body),
            host_moves: false,
            holding: None,
            holding_kind: None,
            ate: None,
            intent: Intent::default(),
            performing: None,
            movement: None,
            reported: None,
            marks: ArrayVec::new(),
        }
    }

    /// Where the eye is, in the world.
    pub fn eye_position(&self) -> Vec3 {
        self.position + Vec3::Y * self.body.eye_height_m
    }

    /// Which way the eye looks about the vertical.
    pub fn gaze_yaw(&self) -> f32 {
        self.yaw + self.head_yaw
    }

    /// What it holds.
    pub fn holding(&self) -> Option<HostId> {
        self.holding
    }

    /// What it means to do.
    pub fn intent(&self) -> &Intent {
        &self.intent
    }

    /// The movement under way, or the one that ended in the last tick.
    pub fn movement(&self) -> Option<MovementSense> {
        self.movement
    }

    /// A place of the body's own axes in the world.
    pub fn world_from_own(&self, own: Vec3) -> Vec3 {
        let (sin, cos) = (maths::sin(self.yaw), maths::cos(self.yaw));
        self.position + Vec3::new(own.x * cos + own.z * sin, own.y, own.z * cos - own.x * sin)
    }

    /// A place of the world in the body's own axes.
    pub fn own_from_world(&self, world: Vec3) -> Vec3 {
        let (sin, cos) = (maths::sin(self.yaw), maths::cos(self.yaw));
        let off = world - self.position;
        Vec3::new(off.x * cos - off.z * sin, off.y, off.z * cos + off.x * sin)
    }

    /// Where its marked parts are, in the world.
    pub fn effectors(&self) -> impl Iterator<Item = EffectorSighting> + '_ {
        self.posed.iter().map(|part| EffectorSighting::new(part.effector, self.world_from_own(part.place)))
    }

    /// Where it holds things.
    pub fn hand(&self) -> Vec3 {
        let hand = self.posed.iter().find(|part| part.effector == Effector::RightHand);
        let ahead = Vec3::new(0.0, self.body.height_m * 0.5, self.body.radius_m);
        self.world_from_own(hand.map_or(ahead, |part| part.place))
    }

    /// The radius of the visible trunk.
    pub fn trunk_radius_m(&self) -> f32 {
        self.body.radius_m * TRUNK_OF_RADIUS
    }

    /// The radius of the sphere that marks a part.
    pub fn mark_radius_m(&self, effector: Effector) -> f32 {
        match effector {
            Effector::Root | Effector::Neck => self.trunk_radius_m() * BELT_OF_TRUNK,
            _ => self.body.height_m * MARK_OF_HEIGHT,
        }
    }

    /// What it feels of its own body.
    pub(crate) fn fill_sense(&self, sense: &mut BodySense) {
        sense.position = self.position;
        sense.yaw = self.yaw;
        sense.head_yaw = self.head_yaw;
        sense.head_pitch = self.head_pitch;
        sense.velocity = self.velocity;
        sense.blocked = self.blocked;
        sense.holding = self.holding_kind;
        sense.ate = self.ate;
        sense.movement = self.movement;
        sense.effectors.clear();
        sense.effectors.extend(self.effectors());
    }
}

/// The marked parts of a body that stands at ease; heights as shares of a person's, widths from the radius.
fn standing(body: &BodyPlan) -> ArrayVec<Posed, 11> {
    let (h, r) = (body.height_m, body.radius_m);
    let side = |x: f32, y: f32, z: f32| Vec3::new(x * r, y * h, z * r);
    let place = |effector| match effector {
        Effector::Root => side(0.0, 0.53, 0.0),
        Effector::Neck => side(0.0, 0.84, 0.0),
        Effector::Nose => Vec3::new(0.0, body.eye_height_m, TRUNK_OF_RADIUS * r + MARK_OF_HEIGHT * h * 0.5),
        Effector::LeftElbow => side(0.9, 0.63, 0.0),
        Effector::RightElbow => side(-0.9, 0.63, 0.0),
        Effector::LeftHand => side(0.9, 0.48, 0.3),
        Effector::RightHand => side(-0.9, 0.48, 0.3),
        Effector::LeftKnee => side(0.5, 0.28, 0.2),
        Effector::RightKnee => side(-0.5, 0.28, 0.2),
        Effector::LeftFoot => side(0.5, MARK_OF_HEIGHT, 0.4),
        Effector::RightFoot => side(-0.5, MARK_OF_HEIGHT, 0.4),
    };
    Effector::ALL.iter().map(|&effector| Posed { effector, place: place(effector) }).collect()
}
