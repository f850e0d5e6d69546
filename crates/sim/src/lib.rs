//! The loop from world to senses to mind to intent and back; scenario files, traces, recordings, digests.
//!
//! A host of its own: it owns the truth, gives each mind its senses and carries out its intent. Files are read by
//! whoever implements [`files::Files`], threads live in one small module, and there is no clock.

mod change;
mod digest;
mod digest_parts;
mod embody;
pub mod files;
pub mod gridmap;
mod happening;
mod recording;
pub mod scenario;
mod simulation;
mod timeline;
mod trace;
pub mod why;
mod workers;

pub use digest::Digest;
pub use digest_parts::{DigestPart, digest_parts};
pub use embody::{Embodied, rig};
pub use happening::{Happening, words};
pub use piaget_terms::sealed::SealError;
pub use recording::{Recording, inputs_at};
pub use scenario::{Action, Choice, Scenario};
pub use simulation::{Actor, CannotBegin, Simulation};
pub use trace::{End, Header, Moment, TRACE_VERSION, Trace, TraceError, TraceWriter};
pub use workers::Threads;
