//! What happens in minds, told to observers. Each event is about one creature; watch one with
//! `commands.entity(guard).observe(...)` or all with `app.add_observer(...)`.

use crate::surroundings::Surroundings;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use piaget::mind::Event;
use piaget::mind::events::EventKind;

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
    /// How unlikely it was, 0 to 1.
    pub strength: f32,
}

/// A creature did not see something where it expected it (Isla 1.9, Kline 3.2.3).
#[derive(EntityEvent, Clone, Debug, PartialEq)]
pub struct Confused {
    /// Who is confused.
    pub entity: Entity,
    /// About what kind of thing.
    pub kind: String,
    /// Where it is believed to be now.
    pub at: Vec3,
    /// How much of what was expected proved empty, 0 to 1.
    pub strength: f32,
}

/// A creature does not believe what it sees (Kline 3.2.3).
#[derive(EntityEvent, Clone, Debug, PartialEq)]
pub struct Disbelieved {
    /// Who is in disbelief.
    pub entity: Entity,
    /// About what kind of thing.
    pub kind: String,
    /// Which thing, if it is in view.
    pub what: Option<Entity>,
    /// Where it is believed to be.
    pub at: Vec3,
    /// How sure the creature was, 0 to 1.
    pub strength: f32,
}

/// A creature has lost something from sight.
#[derive(EntityEvent, Clone, Debug, PartialEq)]
pub struct Lost {
    /// Who lost it.
    pub entity: Entity,
    /// The kind of thing.
    pub kind: String,
    /// Where it is believed to be.
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

/// A creature has learnt a word or an action from another.
#[derive(EntityEvent, Clone, Debug, PartialEq)]
pub struct Learned {
    /// Who learnt it.
    pub entity: Entity,
    /// The word, or the movement of the action.
    pub what: String,
}

/// What a mind's step brought, before it is told.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Happened {
    Surprised(Surprised),
    Confused(Confused),
    Disbelieved(Disbelieved),
    Found(Found),
    Lost(Lost),
    GaveUp(GaveUp),
    Imitated(Imitated),
    Learned(Learned),
}

impl Happened {
    /// A mind's event in the game's terms; `None` for one that observers are not told of.
    pub fn of(entity: Entity, event: &Event, surroundings: &Surroundings) -> Option<Self> {
        let what = event.seen_as.and_then(|id| surroundings.entity(id.0));
        let at = event.at.map(crate::to_bevy).unwrap_or_default();
        let (kind, strength) = (event.about.to_string(), event.strength);
        Some(match event.kind {
            EventKind::Surprised => Self::Surprised(Surprised { entity, kind, by: what, at, strength }),
            EventKind::Confused => Self::Confused(Confused { entity, kind, at, strength }),
            EventKind::Disbelieved => Self::Disbelieved(Disbelieved { entity, kind, what, at, strength }),
            EventKind::Found => Self::Found(Found { entity, kind, what, at, after_s: event.unseen_s }),
            EventKind::Lost => Self::Lost(Lost { entity, kind, at }),
            EventKind::GaveUp => {
                Self::GaveUp(GaveUp { entity, kind, at, still_believed: event.belief.is_some() })
            }
            EventKind::Imitated => Self::Imitated(Imitated { entity, movement: kind, whom: what }),
            EventKind::Learned => Self::Learned(Learned { entity, what: kind }),
            EventKind::Remembered => return None,
        })
    }

    pub fn tell(self, commands: &mut Commands<'_, '_>) {
        match self {
            Self::Surprised(event) => commands.trigger(event),
            Self::Confused(event) => commands.trigger(event),
            Self::Disbelieved(event) => commands.trigger(event),
            Self::Found(event) => commands.trigger(event),
            Self::Lost(event) => commands.trigger(event),
            Self::GaveUp(event) => commands.trigger(event),
            Self::Imitated(event) => commands.trigger(event),
            Self::Learned(event) => commands.trigger(event),
        }
    }
}
