//! Minds for the creatures of a Bevy game. A second host beside Piaget's own world, built on nothing but the crate
//! [`piaget`]: it fills a mind's senses from what stands in the game, steps it in the fixed schedule, and gives back
//! what the creature means to do as a component.
//!
//! ```
//! use bevy_app::App;
//! use bevy_asset::AssetPlugin;
//! use bevy_piaget::prelude::*;
//! use bevy_transform::components::Transform;
//!
//! let guard = r#"
//!     character "guard"
//!     percepts { kind "thief" }
//!     selector "thief" "thief"
//!     beliefs persist=600 { map }
//!     actions { tuple "catch" object="thief" { do "approach" } }
//! "#;
//! let mut app = App::new();
//! app.add_plugins((bevy_app::TaskPoolPlugin::default(), bevy_time::TimePlugin, AssetPlugin::default()));
//! app.add_plugins(PiagetPlugin::default());
//! app.insert_resource(bevy_time::TimeUpdateStrategy::FixedTimesteps(1));
//! app.insert_resource(CommonLand::open(20.0, 20.0));
//!
//! let character = CharacterAsset::parse("guard.kdl", guard).unwrap();
//! let character = app.world().resource::<bevy_asset::AssetServer>().add(character);
//! let guard = app.world_mut().spawn((Creature::new(character, 7), Legs::default())).id();
//! app.world_mut().spawn((Perceivable::new("thief"), Transform::from_xyz(0.0, 0.5, -6.0)));
//!
//! app.finish();
//! for _ in 0..100 {
//!     app.update();
//! }
//! let intention = app.world().get::<Intention>(guard).unwrap();
//! assert_eq!(intention.because.as_deref(), Some("catch"));
//! ```
//!
//! # How a tick goes
//!
//! Everything happens in `FixedUpdate`, in the order of [`PiagetSystems`]: newcomers get their minds, what can be seen
//! is gathered, minds step (in parallel, as many as [`PiagetSettings::minds_per_tick`] allows), [`Legs`] walk, and what
//! happened is told to observers ([`Surprised`], [`Confused`], [`Disbelieved`], [`Lost`],
//! [`Found`], [`GaveUp`], [`Imitated`], [`Learned`]).
//!
//! # Conventions
//!
//! A creature looks along Bevy's forward, -Z. Metres, seconds, radians, y up, as in Bevy. Angles of heads grow towards
//! the creature's left, as Bevy's rotations about y do.

mod bodies;
mod character;
mod creature;
mod happen;
mod land;
mod legs;
#[cfg(feature = "overlay")]
mod overlay;
mod perceivable;
mod plugin;
mod saving;
mod sight;
mod spawn;
mod surroundings;
mod think;
mod warnings;

pub use bodies::{Body, Movement, MovementProgress};
pub use character::{CharacterAsset, CharacterLoader, CharacterMistakes};
pub use creature::{Believed, Creature, Embodied, Intention, LiveMind, MovementRequest, Object, Travel};
pub use happen::{Confused, Disbelieved, Found, GaveUp, Imitated, Learned, Lost, Surprised};
pub use land::{BadCells, CommonLand, Land, Wall, wall};
pub use legs::Legs;
#[cfg(feature = "overlay")]
pub use overlay::{Overlay, OverlayPlugin};
pub use perceivable::{Noise, Part, Perceivable, Trait, TraitValue};
pub use plugin::{PiagetPlugin, PiagetPluginBy, PiagetSettings, PiagetSystems, Threads};
pub use saving::{NotSaved, SavedMind, save_minds};
pub use sight::{Opaque, OpaqueSight, Opaques, Rays, SightSource};
pub use warnings::{Trouble, Warning, Warnings};

pub use piaget;

/// What a game needs most: `use bevy_piaget::prelude::*;`.
pub mod prelude {
    pub use crate::{
        Body, CharacterAsset, CommonLand, Confused, Creature, Disbelieved, Embodied, Found, GaveUp, Imitated,
        Intention, Land, Learned, Legs, LiveMind, Lost, Noise, Opaque, Perceivable, PiagetPlugin,
        PiagetSettings, PiagetSystems, SavedMind, Surprised, Wall,
    };
    #[cfg(feature = "overlay")]
    pub use crate::{Overlay, OverlayPlugin};
}

/// Bevy's vector as Piaget's; the two come from different versions of one library. Needed only by who reads
/// [`LiveMind::mind`]: everything else here is in Bevy's types.
pub fn to_piaget(v: bevy_math::Vec3) -> piaget::terms::Vec3 {
    piaget::terms::Vec3::new(v.x, v.y, v.z)
}

/// Piaget's vector as Bevy's.
pub fn to_bevy(v: piaget::terms::Vec3) -> bevy_math::Vec3 {
    bevy_math::Vec3::new(v.x, v.y, v.z)
}

// What the book shows of it is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/bevy.md")]
struct Book;
