//! What-where memory in the new house (Brom 2009), as printed and better.

mod experiment;
mod life;
mod scenario;
mod seekers;

pub use experiment::{ClassSummary, Summary, Tuned, emergence, lives, summary, tune};
pub use life::{Life, Search, live, shuffle};
pub use scenario::{Class, NEW_HOUSE, Object, Scenario};
pub use seekers::{Kind, Seeker};
