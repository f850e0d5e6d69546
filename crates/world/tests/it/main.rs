//! What the world and its eyes promise, checked from outside.

mod bodies;
mod changes;
mod eyes;
mod occlusion;
mod random;
mod senses;
