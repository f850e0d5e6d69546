//! What a creature feels of its own body, as far as Bevy cannot know it by itself. Place, turn and velocity come from
//! the entity's transform; the rest is the game's to say.

use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_reflect::prelude::*;
use bevy_transform::components::Transform;
use piaget::terms::{BodySense, MovementSense, MovementStage, Name, NameTooLong, maths};

/// The body as its own mind feels it.
#[derive(Component, Reflect, Clone, Debug, Default, PartialEq)]
#[reflect(Component, Default)]
pub struct Body {
    /// How far the entity's origin is above its feet; 0 for models that stand on their origin.
    pub feet_below_m: f32,
    /// How far the head is turned from the body, to the left. [`Legs`](crate::Legs) turn it; a game without them may.
    pub head_yaw: f32,
    /// How far the head is tilted, up.
    pub head_pitch: f32,
    /// Whether something stopped it in this tick.
    pub blocked: bool,
    /// The kind of thing in its hand or mouth.
    pub holding: Option<String>,
    /// What it ate since it last thought. Emptied once the mind has taken it in.
    pub ate: Option<String>,
    /// How the movement stands that the mind asked for. One that ended is emptied once the mind has taken it in.
    pub movement: Option<Movement>,
}

/// A movement under way, or one that ended.
#[derive(Reflect, Clone, Debug, Default, PartialEq)]
#[reflect(Default)]
pub struct Movement {
    /// The name by which the mind asked for it.
    pub name: String,
    /// How far it has come.
    pub stage: MovementProgress,
}

/// How far a movement has come.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Default)]
pub enum MovementProgress {
    /// Under way.
    #[default]
    Begun,
    /// It ended well.
    Finished,
    /// It was broken off.
    Interrupted,
    /// The body cannot do it.
    Cannot,
}

/// Where a body is and which way it faces, in Piaget's terms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stance {
    /// The feet.
    pub position: piaget::terms::Vec3,
    pub yaw: f32,
}

impl Stance {
    /// `None` where the transform is not made of numbers.
    pub fn of(transform: &Transform, body: &Body) -> Option<Self> {
        let forward = transform.rotation * Vec3::NEG_Z;
        let feet = transform.translation - Vec3::Y * body.feet_below_m;
        let yaw = maths::yaw_of(crate::to_piaget(forward));
        (feet.is_finite() && forward.is_finite()).then(|| Self { position: crate::to_piaget(feet), yaw })
    }
}

impl Body {
    /// Tells a mind's body sense what the game says, and empties what happens only once. A name that is too long is
    /// left out.
    pub(crate) fn report(
        &mut self,
        stance: Stance,
        velocity: piaget::terms::Vec3,
        sense: &mut BodySense,
    ) -> Result<(), NameTooLong> {
        (sense.position, sense.yaw, sense.velocity) = (stance.position, stance.yaw, velocity);
        (sense.head_yaw, sense.head_pitch) = (self.head_yaw, self.head_pitch);
        sense.blocked = self.blocked;
        (sense.holding, sense.ate, sense.movement) = (None, None, None);
        let ate = self.ate.take();
        let movement = self.movement.as_ref().map(Movement::sense).transpose();
        if self.movement.as_ref().is_some_and(|movement| movement.stage != MovementProgress::Begun) {
            self.movement = None;
        }
        sense.holding = self.holding.as_deref().map(Name::new).transpose()?;
        sense.ate = ate.as_deref().map(Name::new).transpose()?;
        sense.movement = movement?;
        Ok(())
    }
}

impl Movement {
    fn sense(&self) -> Result<MovementSense, NameTooLong> {
        let stage = match self.stage {
            MovementProgress::Begun => MovementStage::Begun,
            MovementProgress::Finished => MovementStage::Finished,
            MovementProgress::Interrupted => MovementStage::Interrupted,
            MovementProgress::Cannot => MovementStage::Cannot,
        };
        Ok(MovementSense::new(Name::new(&self.name)?, stage))
    }
}
