//! The motor system against real characters, real people's motion and our own bodies.

mod common;
mod continuity;
mod files;
mod hostile;
mod watching;
mod ways;
