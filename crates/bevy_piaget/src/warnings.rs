//! What is wrong with an entity is said once, with its name and what to do; everything else goes on.

use bevy_ecs::prelude::*;
use std::collections::{BTreeSet, VecDeque};

/// What can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trouble {
    /// A `Perceivable` that is nowhere.
    NoTransform,
    /// A creature that knows no ground.
    NoLand,
    /// A place or turn that is not a number.
    NotANumber,
    /// A character file that was removed; its creatures go on as they are.
    CharacterVanished,
    /// A character file with mistakes; its creatures go on as they are, or wait for a good one.
    CharacterMistaken,
    /// A saved mind that does not fit its character; the creature begins anew.
    CannotRestore,
    /// A name or words with more bytes than minds can take in; what they belong to is left out.
    TextTooLong,
    /// The plugin was added a second time.
    AddedTwice,
}

/// One thing that was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Whom it is about.
    pub entity: Option<Entity>,
    /// What is wrong.
    pub trouble: Trouble,
    /// The sentence.
    pub text: String,
}

/// The warnings of late, for a debug screen. Each also went to the log.
#[derive(Resource, Debug, Default)]
pub struct Warnings {
    said: BTreeSet<(Option<Entity>, Trouble)>,
    recent: VecDeque<Warning>,
}

/// How many are kept to be read.
const KEPT: usize = 64;

impl Warnings {
    /// The last warnings, the oldest first.
    pub fn recent(&self) -> impl Iterator<Item = &Warning> {
        self.recent.iter()
    }

    /// Says it, unless it was said of this entity before.
    pub(crate) fn say(&mut self, entity: Option<Entity>, trouble: Trouble, text: impl FnOnce() -> String) {
        if self.said.insert((entity, trouble)) {
            let text = text();
            match entity {
                Some(entity) => tracing::warn!("{entity}: {text}"),
                None => tracing::warn!("{text}"),
            }
            if self.recent.len() == KEPT {
                self.recent.pop_front();
            }
            self.recent.push_back(Warning { entity, trouble, text });
        }
    }

    /// What was wrong is right again; if it goes wrong once more, that is said anew.
    pub(crate) fn settled(&mut self, entity: Entity, trouble: Trouble) {
        self.said.remove(&(Some(entity), trouble));
    }

    /// The entity is gone.
    pub(crate) fn forget(&mut self, entity: Entity) {
        let (from, to) = ((Some(entity), Trouble::NoTransform), (Some(entity), Trouble::AddedTwice));
        let gone: Vec<_> = self.said.range(from..=to).copied().collect();
        for one in gone {
            self.said.remove(&one);
        }
    }
}
