//! Ground truth: walls, things and bodies, how they move in a tick, and the synthetic eyes and ears through which
//! alone a creature learns of them (Isla 4.1, Buchsbaum 5.3.1 and Appendix A).
//!
//! A host's loop is `world.sense` for each creature, its mind, `world.act`, and one `world.tick` for all. There are
//! no minds here, no files, no clock and no threads; `sense` takes `&World`, so many creatures may look at once.
//!
//! ```
//! use piaget_terms::{BodyPlan, Eyes, Intent, Name, Rect, Terrain, Travel, Vec3};
//! use piaget_world::{Creature, Sensed, Shape, Thing, World};
//!
//! let mut world = World::new(&Terrain::open(Rect::centred(20.0, 20.0)), 1);
//! let cube = Shape::cube(0.5);
//! world.add_thing(Thing::new(Name::cut("cube"), Name::cut("red"), cube, Vec3::new(0.0, 0.0, 5.0)))?;
//! let duncan = Creature::new(Name::cut("dog"), Name::cut("brown"), BodyPlan::default(), Eyes::default());
//! let duncan = world.add_creature(duncan)?;
//!
//! let mut sensed = Sensed::default();
//! for _ in 0..30 {
//!     world.sense(duncan, &mut sensed);
//!     let sheep = &sensed.senses(world.time_s(), 1.0 / 30.0).sightings[0];
//!     let travel = Travel::straight(sheep.position, 1.0, 0.5);
//!     world.act(duncan, &Intent::default().travel(travel));
//!     world.tick(1.0 / 30.0);
//! }
//! assert!(world.creature(duncan).unwrap().position.z > 0.9);
//! # Ok::<(), piaget_world::Refusal>(())
//! ```

pub mod bench_scene;
mod change;
mod collide;
pub mod config;
pub mod creature;
pub mod eye;
mod ground;
pub mod handle;
mod movement;
pub mod rules;
pub mod sense;
pub mod shape;
pub mod thing;
mod validate;
mod walk;
pub mod world;

pub use config::{MovementTimes, Refusal, limits};
pub use creature::{Creature, Posed};
pub use ground::WallId;
pub use handle::{Doing, Effect};
pub use rules::{Deed, FOOD, Rule, What};
pub use sense::Sensed;
pub use shape::{Mesh, Shape};
pub use thing::{Slide, Thing};
pub use world::{Event, World};
