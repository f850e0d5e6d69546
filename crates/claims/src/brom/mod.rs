//! What-where memory in the new house (Brom 2009), as printed and better.

mod claims;
mod creature;
mod experiment;
mod filter;
mod life;
mod memory;
mod scenario;
mod seekers;

pub use experiment::{ClassSummary, Emerged, Summary, Tuned, emergence, lives, summary, tune};
pub use filter::ExactFilter;
pub use life::{Life, Search, live, live_as, shuffle};
pub use scenario::{Class, NEW_HOUSE, Object, Scenario};
pub use seekers::{Kind, Seeker};

use crate::claim::Claim;

pub(crate) const CLAIMS: &[Claim] = claims::CLAIMS;
pub(crate) const MEMORY_CLAIMS: &[Claim] = memory::CLAIMS;
pub(crate) const CREATURE_CLAIMS: &[Claim] = creature::CLAIMS;
