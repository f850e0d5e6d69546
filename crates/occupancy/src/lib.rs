//! Probabilistic occupancy maps: where a thing may be that is not in sight (Isla and Blumberg 2002).
//!
//! Think of a map as buckets of probability laid over the ground. When the thing is seen, all probability is in
//! one bucket. While it is not, probability spreads to the buckets around, at the pace at which such a thing
//! moves, round walls and never through. What you look at and find empty loses its probability to the rest. What
//! is left is where to look next.
//!
//! This crate knows nothing of minds; anyone who has a grid can use it.
//!
//! - [`Lattice`]: hexagons, squares or any graph, with walls cut out of it. Built once, shared.
//! - [`Map`]: a lattice with [`Settings`]: how things spread ([`Spread`]) and what they are like ([`Habits`]).
//! - [`Distribution`]: where one thing may be. [`observe`](Distribution::observe) when it is seen;
//!   [`spread`](Distribution::spread) as time passes; [`cull`](Distribution::cull) what is [`Visible`] and empty.
//!
//! ```
//! use piaget_occupancy::{Distribution, Lattice, Map, Prior, Seen, Visible};
//! use piaget_terms::{Rect, Terrain, Vec2, Wall};
//!
//! let wall = Wall { centre: Vec2::ZERO, half: Vec2::new(3.0, 0.1), yaw: 0.0, height_m: 2.0 };
//! let field = Terrain { bounds: Rect::centred(20.0, 20.0), walls: vec![wall], grid: None };
//! let map = Map::new(Lattice::hexagons(&field, 0.5, 0.0));
//!
//! // A walker passes behind the wall at 1 m/s ...
//! let mut walker = Distribution::uniform(&map);
//! for tick in 0..20 {
//!     walker.spread(0.1);
//!     walker.observe(Seen::at(Vec2::new(-5.0 + tick as f32 * 0.1, 1.0), 0.1));
//! }
//! // ... and is expected out at the other end after some six seconds.
//! let mut ahead = walker.clone();
//! let (after_s, _) = walker.expected_arrival(&mut ahead, 12.0, 0.1, |place| place.x > 3.0).unwrap();
//! assert!((after_s - 6.0).abs() < 0.6, "{after_s}");
//! ```
//!
//! # What happens when input is bad
//!
//! A map without nodes, or with all of them blocked, answers every read with nothing ([`Outcome::NoMap`]). A place
//! outside the map counts at its border; one that is not finite is ignored. A velocity beyond
//! [`Calibrated::most_mps`] is cut to it; one that is not finite is ignored. A tick that is not a positive number
//! does nothing; a tick of many seconds does what many short ones would. When everything is in view and empty, the
//! map begins anew over all of it and says so ([`Outcome::FellBackInView`]). Ten thousand things cost what they weigh: four bytes
//! for each node and layer, one layer for a thing never seen, at most two and one for each course otherwise.

mod aligned;
mod cells;
mod distribution;
mod elsewhere;
mod graph;
mod instructions;
mod journeys;
mod kernel;
mod lattice;
mod layer;
mod map;
mod mobility;
mod moving;
mod reach;
mod reads;
mod saved;
mod spread;
mod transfer;
mod vector;
mod verify;
mod visible;

pub use distribution::{Distribution, LONGEST_S};
pub use instructions::{Instructions, UnknownInstructions};
pub use journeys::Journeys;
pub use lattice::{Lattice, Node, Shape};
pub use map::{Map, Settings};
pub use mobility::{Habits, Mobility};
pub use reads::Peak;
pub use saved::{NotRestored, Saved};
pub use spread::{AsPrinted, Calibrated, Course, LEAST_MASS, Spread};
pub use verify::{
    Culled, MOST_SALIENT, NOTHING_LEFT, Observed, Outcome, Prior, Seen, Verification, salience,
};
pub use visible::Visible;
