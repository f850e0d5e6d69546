//! Claims of Isla and Blumberg: object persistence, and the low-level intelligence of their sketch. Duncan is told
//! to look at the sheep or to go to it; everything else emerges from his maps.

mod emotion;
mod give_up;
mod look;
mod search;
mod track;

use crate::claim::Claim;
use crate::scene::truth;
use piaget_mind::{Belief, model::PlaceOutcome};
use piaget_sim::{Action, Actor, Happening, Simulation, words};
use piaget_terms::{Name, Utterance, Vec2, Vec3, maths};

/// All of them, in the order of the paper.
pub(crate) fn claims() -> impl Iterator<Item = &'static Claim> {
    [track::CLAIMS, look::CLAIMS, search::CLAIMS, give_up::CLAIMS, emotion::CLAIMS].into_iter().flatten()
}

/// Duncan himself.
fn duncan(simulation: &Simulation) -> Result<&Actor, String> {
    simulation.actor("duncan").ok_or_else(|| "there is no duncan".to_owned())
}

/// What Duncan believes of sheep.
fn sheep(actor: &Actor) -> impl Iterator<Item = &Belief> {
    actor.mind.view().beliefs().iter().filter(|belief| belief.now.kind == "sheep")
}

/// What this tick made of where a sheep was expected, if there is a belief about one.
fn outcome(actor: &Actor) -> Option<PlaceOutcome> {
    sheep(actor).find_map(|belief| belief.place.as_ref()).map(|place| place.outcome)
}

/// A value that Duncan feels.
fn felt(actor: &Actor, name: &str) -> f64 {
    actor
        .report
        .values
        .iter()
        .find(|(value, _)| *value == name)
        .map_or(f64::NAN, |(_, felt)| f64::from(*felt))
}

/// Which way Duncan's eyes point.
fn gaze_yaw(simulation: &Simulation) -> Option<f32> {
    let world = simulation.world();
    world.creature(world.named("duncan")?).map(|creature| creature.gaze_yaw())
}

/// Whether a named event of the timeline is among what happened.
fn came(happened: &[Happening], event: &str) -> bool {
    happened.iter().any(|h| h.event == words::EVENT && h.about == event)
}

/// The shepherd's voice.
fn order(words: &str) -> Action {
    let words = Utterance::from(words).unwrap_or_default();
    // Where there is no shepherd, his voice comes from behind.
    Action::Say { by: Name::cut("shepherd"), words, at: Some(Vec3::new(0.0, 1.0, -9.0)), loudness: 1.0 }
}

/// The angle between two directions, without its sign.
fn apart_rad(a: f32, b: f32) -> f32 {
    maths::wrap_angle(a - b).abs()
}

/// The yaw from one place to another.
fn yaw_to(from: Vec2, to: Vec2) -> f32 {
    maths::yaw_of(maths::on_ground(to - from))
}
