//! Things: what they look like, what state they are in (Kline 2.1), and how a script moves them.

use crate::shape::Shape;
use arrayvec::ArrayVec;
use piaget_terms::senses::MAX_FEATURES;
use piaget_terms::{Feature, HostId, Name, Vec3};
use serde::{Deserialize, Serialize};

/// A way along which a thing is being slid. Walls, solid things and bodies stop it; it goes on when they give way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Slide {
    /// The points still to come, in order; the thing is at none of them yet.
    pub path: Vec<Vec3>,
    /// How fast.
    pub speed_m_per_s: f32,
    /// The next point of the path.
    pub(crate) next: u32,
}

/// One thing of the world.
///
/// ```
/// use piaget_terms::{Name, Vec3};
/// use piaget_world::{Shape, Thing};
/// let cheese = Thing::new(Name::cut("cheese"), Name::cut("yellow"), Shape::cube(0.1), Vec3::ZERO);
/// assert!(cheese.solid && !cheese.hidden);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thing {
    /// What a script calls it; empty if nothing does. No creature ever learns it.
    pub name: Name,
    /// What it is ("sheep").
    pub kind: Name,
    /// The name of its colour.
    pub colour: Name,
    /// Its form.
    pub shape: Shape,
    /// The point of its base; y is above 0 for a raised thing.
    pub position: Vec3,
    /// How far it is turned about the vertical.
    pub yaw: f32,
    /// Its state, beyond looks and place; what is seen of it when it is seen.
    pub features: ArrayVec<Feature, MAX_FEATURES>,
    /// Whether bodies and other solid things must go around it.
    pub solid: bool,
    /// A hidden thing is nowhere: it is not seen and stops nobody.
    pub hidden: bool,
    /// A circle of this radius around the base point holds it; measured when it is added.
    pub(crate) ground_radius_m: f32,
    /// From the base up; measured when it is added.
    pub(crate) height_m: f32,
    /// The creature that holds it.
    pub(crate) held_by: Option<HostId>,
    /// Where it is sliding to.
    pub(crate) slide: Option<Slide>,
}

impl Thing {
    /// A solid thing that stands still.
    pub fn new(kind: Name, colour: Name, shape: Shape, position: Vec3) -> Self {
        Self {
            name: Name::default(),
            kind,
            colour,
            shape,
            position,
            yaw: 0.0,
            features: ArrayVec::new(),
            solid: true,
            hidden: false,
            ground_radius_m: 0.0,
            height_m: 0.0,
            held_by: None,
            slide: None,
        }
    }

    /// The creature that holds it.
    pub fn held_by(&self) -> Option<HostId> {
        self.held_by
    }

    /// The point half way up above its base.
    pub fn middle(&self) -> Vec3 {
        self.position + Vec3::Y * (self.height_m * 0.5)
    }

    /// The slide under way.
    pub fn slide(&self) -> Option<&Slide> {
        self.slide.as_ref()
    }

    /// Whether it stands in the way of a body.
    pub(crate) fn hinders(&self) -> bool {
        self.solid && !self.hidden && self.held_by.is_none()
    }
}
