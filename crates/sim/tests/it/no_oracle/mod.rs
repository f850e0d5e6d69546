//! No oracle (invariant 5): a mind knows what its senses gave it. What is hidden from it may be changed in any way, and what
//! goes on in another's head may be anything that looks the same; no bit of what the creature senses, what its mind holds
//! and what it intends may differ for it.

mod hidden;
mod minds;
mod watched;

use piaget_sim::Actor;
use piaget_terms::{Sight as _, Vec3};

/// Everything of a creature that could betray the truth.
fn bits(actor: &Actor) -> Vec<u8> {
    let mut bytes = shown(actor);
    bytes.extend(postcard::to_stdvec(actor.mind.state()).unwrap());
    bytes.extend(postcard::to_stdvec(&actor.mind.report()).unwrap());
    // What the creature could ask: a lattice of test points over the ground around it.
    let here = actor.sensed.body.position;
    let lattice: Vec<Vec3> =
        (0..400).map(|i| here + Vec3::new((i % 20) as f32 - 9.5, 0.5, (i / 20) as f32 - 9.5)).collect();
    let mut seen = vec![false; lattice.len()];
    actor.sensed.sees(&lattice, &mut seen);
    bytes.extend(seen.iter().map(|seen| u8::from(*seen)));
    bytes
}

/// What it senses and intends.
fn shown(actor: &Actor) -> Vec<u8> {
    let sensed = &actor.sensed;
    postcard::to_stdvec(&(&sensed.body, &sensed.sightings, &sensed.sounds, &actor.intent)).unwrap()
}
