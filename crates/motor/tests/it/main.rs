//! The motor system against real characters, real people's motion and our own bodies.

mod common;
mod continuity;
mod files;
mod watching;
mod ways;
