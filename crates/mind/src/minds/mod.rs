//! Minds: what others have seen and heard, and so believe (Isla 2.1, Buchsbaum 2 and 7).
//!
//! For each other that is thought of, a belief set of its own is kept by the same code as the own beliefs
//! ([`crate::believe::step()`]). Its senses are made of what this creature perceives: the other's pose as it is seen, the field of
//! view of the own kind of eye, walls of the known ground and seen solids in between. While the other is out of view nothing is
//! added to what it knows. One level deep: nobody is taken to think of others' minds in turn.
//!
//! It does not read the other's real mind, and it does not know where the other's head turns on a body whose nose does not show.

mod gaze;
mod read;
mod senses;
mod sight;
mod step;

pub use gaze::GazeConfig;
pub use read::{NODES, read};
pub use step::{Input, Scratch, step};

use crate::believe;
use crate::model::{Beliefs, Room};
use piaget_terms::Name;

/// What thinking of others keeps from tick to tick stands beside the own beliefs ([`Beliefs::minds`]).
pub type State = Beliefs;

/// Whose minds a character thinks of, and how: the `minds` node of its file.
#[derive(Clone, Debug)]
pub struct Config {
    /// What is said in the file.
    pub settings: Settings,
    /// How others are taken to form and keep beliefs: as the creature itself does, with less room.
    pub believe: believe::Config,
}

impl Config {
    /// How much room there is for the beliefs of one other.
    pub fn room(&self) -> Room {
        self.believe.room()
    }
}

/// The settings of thinking of others.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The kinds of creatures that have minds.
    pub kinds: Vec<Name>,
    /// How many others are thought of at a time. Each costs about a part of a step. Default 2.
    pub most: u32,
    /// How many things each of them is taken to know of, itself included. Default 12.
    pub things: u32,
    /// How many records of the past each of their beliefs keeps. Default 8.
    pub history_moments: u32,
    /// Their beliefs are brought up to date every so many seconds. Lower follows faster events and costs more. Default 0.1.
    pub every_s: f32,
    /// The angle that their eyes take in across; the own, where nothing is said.
    pub field_of_view_rad: f32,
    /// The height of their picture over its width; the own.
    pub aspect: f32,
    /// Nothing farther away is seen by them; as far as the own eye reaches, where nothing is said.
    pub range_m: f32,
    /// They hear a sound of loudness 1 within this distance; as the own ears do, where nothing is said.
    pub hearing_m: f32,
    /// Eyes sit at this share of a body's height, where no nose shows; as on the own body.
    pub eye_share: f32,
    /// One that was seen so many seconds ago still counts as seen where it was. Default 0.5.
    pub glance_s: f32,
    /// What the creature itself does not see but is at least this sure of, another who looks there sees. Default 0.6.
    pub sure: f32,
    /// A thing is seen by another where it would also show if it were so many deviations off. Raising it takes noise less often for
    /// a sight of what is hidden, and brief sights more often for none. Default 2.
    pub doubt: f32,
    /// What moves less than this lies where it is. Default 0.1 m.
    pub lies_m: f32,
    /// Whether others are taken to live here: they begin with all that the creature itself believes when it first thinks of
    /// them, and not with what they see then. Default false.
    pub lives_here: bool,
    /// An other that was not sensed for so many seconds gives way to another one. Default 30.
    pub gives_way_s: f32,
    /// How it is told where they look.
    pub gaze: GazeConfig,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            kinds: Vec::new(),
            most: 2,
            things: 12,
            history_moments: 8,
            every_s: 0.1,
            field_of_view_rad: std::f32::consts::FRAC_PI_3,
            aspect: 0.75,
            range_m: 100.0,
            hearing_m: 50.0,
            eye_share: 0.9,
            glance_s: 0.5,
            sure: 0.6,
            doubt: 2.0,
            lies_m: 0.1,
            lives_here: false,
            gives_way_s: 30.0,
            gaze: GazeConfig::default(),
        }
    }
}
