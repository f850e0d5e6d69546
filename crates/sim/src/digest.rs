//! The digest of a run: one number that differs if anything differed that a creature sensed, held, intended or did.
//!
//! What a mind holds counts as far as it reports it; how it lays that out in memory does not, so that a better layout
//! keeps the digest. Each tick's digest is seeded with the one before, so the number so far is all the state that saving must keep.

use crate::simulation::Actor;
use piaget_mind::report::BeliefReport;
use piaget_terms::{BodySense, HostId, Intent, Name, Sighting, Sound, Vec3};
use piaget_world::World;
use serde::{Deserialize, Serialize};
use std::fmt;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// A digest; prints as 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Digest(pub u64);

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// What is digested of one creature in one tick.
#[derive(Serialize)]
struct Essentials<'a> {
    body: &'a BodySense,
    sightings: Sightings<'a>,
    sounds: Sounds<'a>,
    intent: &'a Intent,
    values: &'a [(Name, f32)],
}

/// What is digested of sightings. How much of a thing shows, how large it is and whether it is solid are left out: a
/// mind whose character does not ask for them keeps its digest, and what another makes of them shows in its beliefs.
pub(crate) struct Sightings<'a>(pub &'a [Sighting]);

impl Serialize for Sightings<'_> {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.iter().map(|seen| {
            let looks = (seen.id, seen.kind, seen.colour.unwrap_or_default(), seen.shape.unwrap_or_default());
            (looks, seen.position, seen.confidence, seen.pixels, &seen.features, &seen.effectors)
        }))
    }
}

/// What is digested of sounds: what our own world's ears hear. Its sounds have no spread and tell of nothing else.
pub(crate) struct Sounds<'a>(pub &'a [Sound]);

impl Serialize for Sounds<'_> {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.iter().map(|heard| {
            (
                heard.speaker.unwrap_or_default(),
                heard.position,
                heard.loudness,
                heard.words.unwrap_or_default(),
            )
        }))
    }
}

/// The digest of one creature's tick.
pub(crate) fn actor(actor: &Actor, bytes: &mut Vec<u8>) -> u64 {
    bytes.clear();
    let essentials = Essentials {
        body: &actor.sensed.body,
        sightings: Sightings(&actor.sensed.sightings),
        sounds: Sounds(&actor.sensed.sounds),
        intent: &actor.intent,
        values: &actor.report.values,
    };
    append(bytes, &essentials);
    for belief in &actor.report.beliefs {
        let place = met(belief);
        let looks = (belief.belief, belief.kind, belief.colour, belief.position, belief.velocity);
        append(bytes, &(looks, belief.seen_as, belief.unseen_s, belief.confidence, place));
    }
    for choice in actor.report.choices.iter().filter(|choice| choice.active) {
        append(bytes, &(choice.tuple, choice.value, choice.object));
    }
    xxh3_64_with_seed(bytes, 0)
}

/// How the belief's map met the tick.
pub(crate) fn met(belief: &BeliefReport) -> impl Serialize + use<> {
    belief.place.as_ref().map(|place| {
        (place.likelihood, place.confusion, place.verification, place.found, place.fell_back, place.gone)
    })
}

/// The digest so far, with one more tick.
pub(crate) fn tick(before: Digest, world: &World, actors: impl Iterator<Item = u64>) -> Digest {
    let mut bytes = Vec::new();
    for digest in actors {
        bytes.extend(digest.to_le_bytes());
    }
    append_world(&mut bytes, world);
    Digest(xxh3_64_with_seed(&bytes, before.0))
}

/// Where everything in the world is.
pub(crate) fn append_world(bytes: &mut Vec<u8>, world: &World) {
    let mut place = |id: HostId, position: Vec3, yaw: f32, hidden: bool| {
        bytes.extend(id.0.to_le_bytes());
        for number in [position.x, position.y, position.z, yaw] {
            bytes.extend(number.to_bits().to_le_bytes());
        }
        bytes.push(hidden.into());
    };
    for (id, thing) in world.things() {
        place(id, thing.position, thing.yaw, thing.hidden);
    }
    for (id, creature) in world.creatures() {
        place(id, creature.position, creature.yaw, creature.hidden);
    }
}

pub(crate) fn append(bytes: &mut Vec<u8>, value: &impl Serialize) {
    let taken = std::mem::take(bytes);
    // Our own types serialise without fail.
    *bytes = postcard::to_extend(value, taken).expect("plain data serialises");
}
