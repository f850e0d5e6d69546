//! Perceive: what the host brought becomes data records (Buchsbaum 5.3).
//!
//! Senses that make no sense are left out here and counted, so that no later stage meets a place that is not a
//! number. Which record belongs to which thing is not decided here: that is what `believe` does.

mod noise;
mod read;
mod step;

pub use noise::{EyeNoise, NoiseConfig};
pub use read::{NODES, read};
pub use step::{Scratch, Sensed, Snapshot, is_valid_told, step};

use crate::model::Looks;
use piaget_terms::valid::{Checked, Within, amount, at_most, require, time, vector};
use piaget_terms::{BodySense, Name, Told, Vec3};
use serde::{Deserialize, Serialize};

/// How a character perceives.
#[derive(Clone, Debug)]
pub struct Config {
    /// How its own body looks, as others would see it.
    pub own: Looks,
    /// How high its eye is above the ground.
    pub eye_height_m: f32,
    /// A sound of loudness 1 is heard within this distance.
    pub hearing_m: f32,
    /// The most sightings that it takes in within one tick; the nearest are kept.
    pub max_sightings: u32,
    /// The most sounds that it takes in within one tick.
    pub max_sounds: u32,
    /// A thing with so many pixels across and down is sure to be noticed where it is in view, one with less than a pixel is
    /// not, so that it is not taken for absent. 0: things are noticed however small they are. Default 2.
    pub sure_pixels: f32,
    /// How the eye's noise is learnt.
    pub noise: NoiseConfig,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            own: Looks::default(),
            eye_height_m: 0.0,
            hearing_m: 50.0,
            max_sightings: 256,
            max_sounds: 32,
            sure_pixels: 2.0,
            noise: NoiseConfig::default(),
        }
    }
}

/// What perceiving keeps from tick to tick.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The clock; it never runs backwards, whatever the host says.
    pub time_s: f64,
    /// How long this tick lasts; 0 if the host's clock stood still.
    pub tick_s: f32,
    /// The own body as it was last felt.
    pub body: BodySense,
    /// What was left out in this tick because it made no sense or was too much.
    pub dropped: u32,
    /// The same, since the creature's beginning.
    pub dropped_ever: u64,
    /// Whether there was a tick before.
    pub awake: bool,
    /// How noisy the own eye is.
    pub noise: EyeNoise,
    /// What friends told since the last tick, and who.
    pub hints: Vec<(Told, Option<Name>)>,
}

/// The most that friends can tell in one tick.
pub const MAX_HINTS: usize = 16;

impl Default for State {
    fn default() -> Self {
        Self::new()
    }
}

impl State {
    /// Whether saved senses are those of a body.
    pub fn validate(&self) -> Checked {
        time("time_s", self.time_s)?;
        amount("tick_s", self.tick_s)?;
        self.body.validate().within("body")?;
        self.noise.validate().within("noise")?;
        at_most("hints", self.hints.len(), MAX_HINTS)?;
        self.hints.iter().try_for_each(|(told, _)| {
            vector("hints", told.at)?;
            amount("hints", told.spread_m)
        })?;
        require(self.dropped_ever <= u64::MAX / 2, "dropped_ever", || "is more than any life counts".into())
    }

    /// A newborn's.
    pub fn new() -> Self {
        Self {
            time_s: 0.0,
            tick_s: 0.0,
            body: BodySense::standing(Vec3::ZERO, 0.0),
            dropped: 0,
            dropped_ever: 0,
            awake: false,
            noise: EyeNoise::default(),
            hints: Vec::new(),
        }
    }
}
