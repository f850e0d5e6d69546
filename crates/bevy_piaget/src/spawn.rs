//! Creatures come to life when their character is loaded and their ground is known, and go on with a character that
//! was edited meanwhile.

use crate::character::CharacterAsset;
use crate::creature::{Creature, Embodied, LiveMind};
use crate::land::{CommonLand, Land};
use crate::plugin::MindClock;
use crate::saving::SavedMind;
use crate::warnings::{Trouble, Warnings};
use bevy_asset::{AssetEvent, AssetLoadFailedEvent, Assets};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use piaget::mind::{Blueprint, Character, Mind};
use piaget::terms::Terrain;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What creatures of one character on one ground share, and who was born when.
#[derive(Resource, Default)]
pub(crate) struct Blueprints {
    /// By the addresses of both; a blueprint holds them, so that an address cannot come to mean another.
    blueprints: BTreeMap<(usize, usize), Arc<Blueprint>>,
    /// How many there may be before those that nobody lives in are given up.
    room: usize,
    made: u64,
}

/// Blueprints kept before anybody asks whether they are still lived in.
const LEAST_ROOM: usize = 16;

impl Blueprints {
    fn blueprint(&mut self, character: &Arc<Character>, land: &Arc<Terrain>) -> Arc<Blueprint> {
        if self.blueprints.len() >= self.room {
            self.blueprints.retain(|_, blueprint| Arc::strong_count(blueprint) > 1);
            self.room = (self.blueprints.len() * 2).max(LEAST_ROOM);
        }
        let key = (Arc::as_ptr(character) as usize, Arc::as_ptr(land) as usize);
        let new = || Arc::new(Blueprint::new(character.clone(), land.clone()));
        self.blueprints.entry(key).or_insert_with(new).clone()
    }
}

/// A creature without a mind.
type Mindless<'a> = (Entity, &'a Creature, Option<&'a Land>, Option<&'a Embodied>, Option<&'a SavedMind>);

/// What it takes to give birth to a mind.
#[derive(SystemParam)]
pub(crate) struct MakeMinds<'w> {
    shared: ResMut<'w, Blueprints>,
    warnings: ResMut<'w, Warnings>,
    clock: Res<'w, MindClock>,
    common: Option<Res<'w, CommonLand>>,
    characters: Res<'w, Assets<CharacterAsset>>,
}

/// Gives minds to newcomers.
pub(crate) fn make_minds(
    given: MakeMinds<'_>,
    mindless: Query<'_, '_, Mindless<'_>, Without<LiveMind>>,
    mut gone: RemovedComponents<'_, '_, Creature>,
    mut commands: Commands<'_, '_>,
) {
    let MakeMinds { mut shared, mut warnings, clock, common, characters } = given;
    for entity in gone.read() {
        warnings.forget(entity);
    }
    let mut newcomers: Vec<_> = mindless.iter().collect();
    newcomers.sort_unstable_by_key(|newcomer| newcomer.0);
    for (entity, creature, land, embodied, saved) in newcomers {
        let Some(character) = characters.get(&creature.character) else { continue };
        let Some(land) = land.or(common.as_ref().map(|common| &common.0)) else {
            warnings.say(Some(entity), Trouble::NoLand, || {
                "this creature knows no ground, so its mind waits; insert the resource CommonLand, or a Land on it".into()
            });
            continue;
        };
        warnings.settled(entity, Trouble::NoLand);
        let blueprint = shared.blueprint(&character.0, &land.0);
        let restored = saved.and_then(|saved| match piaget::restore_in(&blueprint, &saved.bytes) {
            Ok(mind) => Some((mind, saved)),
            Err(why) => {
                warnings.say(Some(entity), Trouble::CannotRestore, || {
                    format!("its saved mind cannot go on, so it begins anew: {why}")
                });
                None
            }
        });
        let (mut mind, saved) = restored.map_or_else(
            || (Mind::from_blueprint(&blueprint, creature.seed), None),
            |(mind, saved)| (mind, Some(saved)),
        );
        if let Some(own) = embodied {
            mind.embody(&own.0);
        }
        shared.made += 1;
        let mut live = LiveMind::new(mind, shared.made, clock.0);
        if let Some(saved) = saved {
            (live.stood_at, live.owed_s) = (saved.stood_at.map(crate::to_piaget), saved.owed_s);
        }
        commands.entity(entity).try_insert(live).try_remove::<SavedMind>();
    }
}

/// Lets creatures go on with a character file that was read again, and says what is wrong with those that cannot be.
pub(crate) fn change_characters(
    mut shared: ResMut<'_, Blueprints>,
    mut warnings: ResMut<'_, Warnings>,
    mut changes: MessageReader<'_, '_, AssetEvent<CharacterAsset>>,
    mut failures: MessageReader<'_, '_, AssetLoadFailedEvent<CharacterAsset>>,
    characters: Res<'_, Assets<CharacterAsset>>,
    mut creatures: Query<'_, '_, (Entity, &Creature, Option<&mut LiveMind>)>,
) {
    for failure in failures.read() {
        for (entity, _, live) in creatures.iter().filter(|(_, own, _)| own.character.id() == failure.id) {
            let goes_on =
                if live.is_some() { "it goes on as it was" } else { "its mind waits for a good one" };
            // Every failed reading is news, so an earlier one does not silence it.
            warnings.settled(entity, Trouble::CharacterMistaken);
            warnings.say(Some(entity), Trouble::CharacterMistaken, || {
                format!("its character {} has mistakes, so {goes_on}: {}", failure.path, failure.error)
            });
        }
    }
    for change in changes.read() {
        match change {
            AssetEvent::Modified { id } => {
                let Some(character) = characters.get(*id) else { continue };
                for (entity, own, live) in &mut creatures {
                    let Some(mut live) = live.filter(|_| own.character.id() == *id) else { continue };
                    warnings.settled(entity, Trouble::CharacterMistaken);
                    let land = live.mind.blueprint().terrain().clone();
                    let blueprint = shared.blueprint(&character.0, &land);
                    live.mind.change_character(&blueprint);
                }
            }
            AssetEvent::Removed { id } => {
                for (entity, _, live) in creatures.iter().filter(|(_, own, _)| own.character.id() == *id) {
                    let goes_on =
                        if live.is_some() { "it goes on as it was" } else { "its mind waits for one" };
                    warnings.say(Some(entity), Trouble::CharacterVanished, || {
                        format!(
                            "its character was removed from the assets, so {goes_on}; load it again and set \
                                 Creature::character"
                        )
                    });
                }
            }
            _ => {}
        }
    }
}
