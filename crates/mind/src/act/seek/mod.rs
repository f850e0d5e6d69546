//! Search, in the one place where it lives: where to look or go next so that finding is most likely for the
//! effort. Whereabouts (the map) and what-where memory (places) both ask here; no behaviour called "search"
//! exists.

pub mod order;
pub mod place;
mod survey;

pub use order::{Order, Places};
pub use place::{Policy, SeekConfig, Seeker, Seeking, Stance, Target};
