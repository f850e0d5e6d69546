//! What happens in minds, told to observers. Each event is about one creature; watch one with
//! `commands.entity(guard).observe(...)` or all with `app.add_observer(...)`.

use bevy_ecs::prelude::*;
use bevy_math::Vec3;

/// A creature saw something where, or as, it was not expected (Isla 1.8, Kline 3.2.3).
#[derive(EntityEvent, Clone, Debug, PartialEq)]
pub struct Surprised {
    /// Who is surprised.
    pub entity: Entity,
    /// By what kind of thing.
    pub kind: String,
    /// Which thing, if it is in view.
    pub by: Option<Entity>,
    /// Where it is.
    pub at: Vec3,
}

/// A creature sees again what it had lost from sight.
#[derive(EntityEvent, Clone, Debug, PartialEq)]
pub struct Found {
    /// Who found it.
    pub entity: Entity,
    /// The kind of thing.
    pub kind: String,
    /// Which thing.
    pub what: Option<Entity>,
    /// Where.
    pub at: Vec3,
    /// For how long it had been out of sight.
    pub after_s: f32,
}

/// A creature no longer looks for something that it has not found.
#[derive(EntityEvent, Clone, Debug, PartialEq)]
pub struct GaveUp {
    /// Who gave up.
    pub entity: Entity,
    /// The kind of thing that it looked for.
    pub kind: String,
    /// Where it was last believed to be.
    pub at: Vec3,
    /// Whether it still believes that the thing exists.
    pub still_believed: bool,
}

/// A creature does what it saw another do.
#[derive(EntityEvent, Clone, Debug, PartialEq)]
pub struct Imitated {
    /// Who imitates.
    pub entity: Entity,
    /// The movement of its own that it recognised.
    pub movement: String,
    /// Whom, if it is in view.
    pub whom: Option<Entity>,
}

/// What a mind's step brought, before it is told.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Happened {
    Surprised(Surprised),
    Found(Found),
    GaveUp(GaveUp),
    Imitated(Imitated),
}

impl Happened {
    pub fn tell(self, commands: &mut Commands<'_, '_>) {
        match self {
            Self::Surprised(event) => commands.trigger(event),
            Self::Found(event) => commands.trigger(event),
            Self::GaveUp(event) => commands.trigger(event),
            Self::Imitated(event) => commands.trigger(event),
        }
    }
}
