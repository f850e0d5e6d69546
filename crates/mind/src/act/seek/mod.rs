//! Search by an occupancy map: where to go and look next so that finding is most likely for the effort. The order in
//! which to inspect places is that of the what-where memory too ([`piaget_memory::SearchOrder`]); no behaviour called
//! "search" exists.

pub mod place;
mod survey;

pub use place::{Policy, SeekConfig, Seeker, Seeking, Stance, Target};
