//! What crosses a border of the house: names and ids, the senses that a host gives a mind, the intent that
//! a mind gives back, the terrain it knows, seeded chance, portable maths, and the envelope of what is saved.
//!
//! Conventions everywhere: right-handed, y up, ground in x-z, metres, seconds, radians. A *yaw* of 0 looks
//! along +z (as glTF models do) and grows towards +x. An eye looks along its own -z, with x to its right.
//! All rates are per second. There is no I/O here, no clock, and nothing that knows what a mind is.

pub mod body;
pub mod chance;
pub mod intent;
pub mod maths;
pub mod name;
pub mod occlusion;
pub mod sealed;
pub mod senses;
pub mod terrain;
pub mod valid;

pub use body::{BodyPlan, Effector, EyePlan, Eyes};
pub use chance::Chance;
pub use glam::{Vec2, Vec3};
pub use intent::{Expression, Gaze, Intent, MovementRequest, Object, Travel};
pub use name::{Name, NameTooLong, Utterance};
pub use occlusion::{Extent, Occlusion};
pub use senses::{
    Attention, Blind, BodySense, EffectorSighting, Feature, FeatureValue, HostId, MovementSense,
    MovementStage, Senses, Sight, Sighting, Sound, Told,
};
pub use terrain::{Grid, Rect, Terrain, Wall};
