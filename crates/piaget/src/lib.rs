//! Minds for synthetic creatures. A guard that lost sight of you knows that you still exist, expects you to come out at
//! the other side of the wall, looks there, and is surprised if you do not.
//!
//! This is the crate to add. A game, a simulation or a robot is a *host*; it does three things:
//!
//! 1. fills [`Senses`](terms::Senses): what one body saw and heard in this tick, and a way to ask "is this point in view?";
//! 2. calls [`Mind::step`](mind::Mind::step);
//! 3. carries out the [`Intent`](terms::Intent): where to look, where to go, which movement, which face, and why.
//!
//! ```
//! use piaget::prelude::*;
//! use piaget::terms::{Name, Vec3};
//!
//! let text = r#"
//!     character "guard"
//!     percepts { kind "thief" }
//!     selector "thief" "thief"
//!     beliefs persist=600 { map }
//!     actions { tuple "catch" object="thief" { do "approach" } }
//! "#;
//! let guard = piaget::parse_character("guard.kdl", text).expect("every mistake is shown with its line");
//! let yard = Terrain::around_origin(20.0, 20.0);
//! let mut mind = Mind::new(guard.into(), yard.into(), 7);
//!
//! let body = BodySense::standing(Vec3::ZERO, 0.0);
//! let kind = Name::new("thief").expect("a short word");
//! let thief = [Sighting::new(HostId(1), kind, Vec3::new(0.0, 0.0, 6.0))];
//! let senses = Senses::new(0.0, 0.1, &body, &Blind).sightings(&thief);
//! let intent = mind.step(&senses);
//! assert_eq!(intent.because.as_deref(), Some("catch"));
//! ```
//!
//! # Features
//!
//! | feature | adds | off by default because |
//! |---|---|---|
//! | `motor` | the module `motor`: pose graphs, blending, movements | a game has its own animation mostly |
//! | `serde` | `save` and `restore`: a mind as bytes | all types have serde's traits anyway; this picks a format |
//! | `parallel` | [`for_each`] on all cores | an engine has its own threads |
//!
//! # What is absent
//!
//! No renderer, no physics, no clock, no global state, no `unsafe` in the mind. The same inputs give the same bits on
//! every machine.

mod files;
mod many;
#[cfg(feature = "serde")]
mod saving;
mod sight;

pub use files::{load_character, parse_character};
pub use many::for_each;
#[cfg(feature = "serde")]
pub use saving::{CannotRestore, CannotSave, Restored, restore, restore_and_tell, restore_in, save};
pub use sight::SightBy;

pub use piaget_memory as memory;
pub use piaget_mind as mind;
#[cfg(feature = "motor")]
pub use piaget_motor as motor;
pub use piaget_nav as nav;
pub use piaget_occupancy as occupancy;
pub use piaget_terms as terms;
pub use piaget_text as text;

/// What a host needs most: `use piaget::prelude::*;`. Nothing here has a name of Bevy's prelude, so that a game can import
/// both. [`Name`](crate::terms::Name), [`Rect`](crate::terms::Rect), [`Vec2`](crate::terms::Vec2) and
/// [`Vec3`](crate::terms::Vec3) are in [`terms`].
pub mod prelude {
    pub use crate::SightBy;
    pub use piaget_mind::{Character, Mind};
    pub use piaget_occupancy::{Distribution, Lattice, Map, Prior, Seen, Visible};
    pub use piaget_terms::maths::{direction, ground, on_ground, yaw_of};
    pub use piaget_terms::{
        Attention, Blind, BodySense, Grid, HostId, Intent, MovementSense, MovementStage, Senses, Sight,
        Sighting, Sound, Terrain, Wall,
    };
}

// What the README and the book show is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/own-world.md")]
struct OwnWorld;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/hosts.md")]
struct Hosts;

#[cfg(all(doctest, feature = "serde"))]
#[doc = include_str!("../../../docs/saves.md")]
struct Saves;
