//! What there is to be seen in this tick, gathered once for all creatures and sorted into cells, so that a look costs
//! what is near and not what there is.

use crate::perceivable::{Noise, Perceivable, TraitValue};
use crate::sight::place_of;
use crate::warnings::{Trouble, Warnings};
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_transform::components::Transform;
use bevy_transform::helper::TransformHelper;
use piaget::terms::name::UTTERANCE_BYTES;
use piaget::terms::{
    Effector, Extent, Feature, FeatureValue, HostId, Name, NameTooLong, Sighting, Sound, Utterance,
};
use std::collections::BTreeMap;

/// The side of a cell: about what a look reaches within a room. Changes speed alone.
const CELL_M: f32 = 8.0;

/// Something that can be seen.
pub(crate) struct Thing {
    pub entity: Entity,
    /// Points of which one must be in view.
    pub points: [Vec3; 4],
    /// Marked parts, each seen by itself.
    pub parts: Vec<(Effector, Vec3)>,
    pub sighting: Sighting,
}

/// All of it.
#[derive(Resource, Default)]
pub(crate) struct Surroundings {
    things: Vec<Thing>,
    /// Cells by rising row and column, each with a thing in it.
    cells: Vec<(i32, i32, u32)>,
    entities: BTreeMap<u32, Entity>,
    next_number: u32,
}

/// The number by which minds know an entity. Entities' own numbers are used again after a despawn; this one is not.
#[derive(Component, Clone, Copy)]
pub(crate) struct KnownAs(u32);

impl Surroundings {
    pub fn entity(&self, number: u32) -> Option<Entity> {
        self.entities.get(&number).copied()
    }

    pub fn thing(&self, at: u32) -> &Thing {
        &self.things[at as usize]
    }

    /// What may be within reach of an eye, in the order of numbers.
    pub fn near(&self, eye: Vec3, range_m: f32, found: &mut Vec<u32>) {
        found.clear();
        let (low, high) = (cell(eye - Vec3::splat(range_m)), cell(eye + Vec3::splat(range_m)));
        let rows = i64::from(high.0) - i64::from(low.0) + 1;
        if rows > self.cells.len() as i64 {
            found.extend(0..self.things.len() as u32);
            return;
        }
        for row in low.0..=high.0 {
            let from = self.cells.partition_point(|cell| (cell.0, cell.1) < (row, low.1));
            let in_row = self.cells[from..].iter().take_while(|cell| cell.0 == row && cell.1 <= high.1);
            found.extend(in_row.map(|cell| cell.2));
        }
        found.sort_unstable();
    }
}

fn cell(point: Vec3) -> (i32, i32) {
    ((point.z / CELL_M).floor() as i32, (point.x / CELL_M).floor() as i32)
}

/// A thing as a system sees it.
type Seen<'a> = (Entity, &'a Perceivable, Option<&'a Transform>, Option<&'a KnownAs>, Has<ChildOf>);

/// Gathers what can be seen.
pub(crate) fn gather(
    mut surroundings: ResMut<'_, Surroundings>,
    mut warnings: ResMut<'_, Warnings>,
    all: Query<'_, '_, Seen<'_>>,
    mut gone: RemovedComponents<'_, '_, Perceivable>,
    places: TransformHelper<'_, '_>,
    mut commands: Commands<'_, '_>,
) {
    for entity in gone.read() {
        warnings.forget(entity);
    }
    let Surroundings { things, cells, entities, next_number } = &mut *surroundings;
    things.clear();
    cells.clear();
    entities.clear();
    let mut newcomers: Vec<Entity> = all.iter().filter(|seen| seen.3.is_none()).map(|seen| seen.0).collect();
    newcomers.sort_unstable();
    let first_new = *next_number;
    for entity in &newcomers {
        commands.entity(*entity).try_insert(KnownAs(*next_number));
        *next_number = next_number.wrapping_add(1);
    }
    for (entity, perceivable, own, known, hung) in &all {
        let Some(own) = own else {
            warnings.say(Some(entity), Trouble::NoTransform, || {
                format!(
                    "this Perceivable ({:?}) has no Transform, so nobody can see it; spawn it with one",
                    perceivable.kind
                )
            });
            continue;
        };
        let place = place_of(entity, own, hung, &places);
        let middle = place.transform_point(perceivable.middle);
        if !middle.is_finite() || !perceivable.half_size.is_finite() {
            warnings.say(Some(entity), Trouble::NotANumber, || {
                format!(
                    "the place of this Perceivable ({:?}) is not a number, so nobody can see it; look for a \
                         division by zero where its Transform is set",
                    perceivable.kind
                )
            });
            continue;
        }
        warnings.settled(entity, Trouble::NoTransform);
        warnings.settled(entity, Trouble::NotANumber);
        let new = || first_new.wrapping_add(newcomers.binary_search(&entity).unwrap_or(0) as u32);
        let number = known.map_or_else(new, |known| known.0);
        entities.insert(number, entity);
        match Thing::new(entity, number, perceivable, &place, middle) {
            Ok(thing) => things.push(thing),
            Err(too_long) => warnings.say(Some(entity), Trouble::TextTooLong, || {
                format!("nobody can see this Perceivable: its name {too_long}")
            }),
        }
    }
    things.sort_unstable_by_key(|thing| thing.sighting.id);
    cells.extend(things.iter().enumerate().map(|(at, thing)| {
        let (row, column) = cell(thing.points[0]);
        (row, column, at as u32)
    }));
    cells.sort_unstable();
}

impl Thing {
    fn new(
        entity: Entity,
        number: u32,
        seen: &Perceivable,
        place: &Transform,
        middle: Vec3,
    ) -> Result<Self, NameTooLong> {
        let mut sighting = Sighting::new(HostId(number), Name::new(&seen.kind)?, crate::to_piaget(middle));
        sighting.colour = seen.colour.as_deref().map(Name::new).transpose()?;
        sighting.shape = seen.shape.as_deref().map(Name::new).transpose()?;
        sighting.confidence = seen.confidence;
        for own in seen.traits.iter().take(sighting.features.capacity()) {
            let value = match &own.value {
                TraitValue::Number(number) => FeatureValue::Number(*number),
                TraitValue::Vector(vector) => FeatureValue::Vector(crate::to_piaget(*vector)),
                TraitValue::Word(word) => FeatureValue::Word(Name::new(word)?),
            };
            sighting.features.push(Feature::new(Name::new(&own.path)?, value));
        }
        let size = seen.half_size * place.scale.abs() * 2.0;
        // Its place is its whole middle, whatever hides of it, so that there is no occlusion to tell.
        sighting.extent = size.is_finite().then(|| Extent::new(size.x.max(size.z), size.y));
        // Just inside the surface, so that a thing that leans on a wall shows.
        let inside = seen.half_size * place.scale.abs() * 0.9;
        let side = place.rotation * Vec3::X * inside.x;
        let points = [middle, middle + Vec3::Y * inside.y, middle + side, middle - side];
        let effector = |name: &str| Effector::ALL.into_iter().find(|effector| effector.word() == name);
        let parts = seen
            .parts
            .iter()
            .filter_map(|part| Some((effector(&part.name)?, place.transform_point(part.at))));
        Ok(Self { entity, points, parts: parts.filter(|(_, at)| at.is_finite()).collect(), sighting })
    }
}

/// What can be heard: the noises that some creature may not have heard yet.
#[derive(Resource, Default)]
pub(crate) struct Noises {
    /// With the tick of each.
    all: Vec<(u64, Sound)>,
}

impl Noises {
    /// What was to be heard after a tick.
    pub fn since(&self, tick: u64) -> impl Iterator<Item = &Sound> {
        self.all.iter().filter(move |(at, _)| *at > tick).map(|(_, sound)| sound)
    }

    /// Takes in new noises, and gives up those that everyone has had the chance to hear.
    pub fn take_in<'a>(
        &mut self,
        tick: u64,
        everyone_heard: u64,
        new: impl Iterator<Item = &'a Noise>,
        warnings: &mut Warnings,
    ) {
        self.all.retain(|(at, _)| *at > everyone_heard);
        for noise in new.filter(|noise| noise.at.is_finite() && noise.loudness.is_finite()) {
            match sound_of(noise) {
                Ok(sound) => self.all.push((tick, sound)),
                Err(why) => {
                    warnings.say(None, Trouble::TextTooLong, || format!("nobody hears a Noise: {why}"))
                }
            }
        }
    }
}

/// A noise as minds hear it, or why its text is too long for them.
fn sound_of(noise: &Noise) -> Result<Sound, String> {
    let mut sound = Sound::new(crate::to_piaget(noise.at)).loudness(noise.loudness);
    let speaker = noise.speaker.as_deref().map(Name::new).transpose();
    sound.speaker = speaker.map_err(|too_long| format!("its speaker {too_long}"))?;
    let words = noise.words.as_deref().map(Utterance::from).transpose();
    sound.words = words.map_err(|words| {
        let (text, length) = (words.element(), words.element().len());
        format!("its words {text:?} are {length} bytes long; at most {UTTERANCE_BYTES} can be said at once")
    })?;
    Ok(sound)
}
