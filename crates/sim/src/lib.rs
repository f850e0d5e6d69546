//! The loop from world to senses to mind to intent and back; scenario files, traces, recordings, digests.

pub mod files;
pub mod gridmap;
pub mod scenario;
