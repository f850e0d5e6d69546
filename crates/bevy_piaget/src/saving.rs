//! Minds saved with the scene: as bytes in a component that Bevy's scenes and inspectors can carry.

use crate::creature::LiveMind;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_reflect::prelude::*;

/// A mind as it was saved. A [`Creature`](crate::Creature) spawned with one goes on where it was; the plugin takes the
/// component away once it has.
#[derive(Component, Reflect, Clone, Debug, Default, PartialEq)]
#[reflect(Component, Default)]
pub struct SavedMind {
    /// What [`piaget::save`] made of it.
    pub bytes: Vec<u8>,
    /// Where it stood when it last thought, from which it knows how it moves.
    pub stood_at: Option<Vec3>,
    /// Time that has passed since.
    pub owed_s: f32,
}

/// Writes every living mind into a [`SavedMind`] beside it; call it before a scene is saved. Says what went wrong with those
/// that cannot be saved; all others are.
///
/// ```
/// # use bevy_app::App;
/// # use bevy_piaget::save_minds;
/// # let mut app = App::new();
/// save_minds(app.world_mut()).expect("every mind can be saved");
/// ```
pub fn save_minds(world: &mut World) -> Result<(), NotSaved> {
    let mut living = world.query::<(Entity, &LiveMind)>();
    let save = |(entity, live): (Entity, &LiveMind)| {
        let stood_at = live.stood_at.map(crate::to_bevy);
        let saved = piaget::save(live.mind()).map(|bytes| SavedMind { bytes, stood_at, owed_s: live.owed_s });
        (entity, saved)
    };
    let all: Vec<_> = living.iter(world).map(save).collect();
    let mut failed = Vec::new();
    for (entity, saved) in all {
        match saved {
            Ok(saved) => {
                if let Ok(mut entity) = world.get_entity_mut(entity) {
                    entity.insert(saved);
                }
            }
            Err(why) => failed.push((entity, why)),
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(NotSaved(failed)) }
}

/// Minds that could not be saved, each with its entity and the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} minds could not be saved; the first: {}", .0.len(), .0.first().map_or(String::new(), |(entity, why)| format!("{entity}: {why}")))]
pub struct NotSaved(pub Vec<(Entity, piaget::CannotSave)>);
