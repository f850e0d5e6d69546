//! Why a creature does what it does, in words.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The answer to [`ToLab::Why`](super::ToLab::Why): what `piaget why` says of the same moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WhyNow {
    /// Who was asked about.
    pub creature: String,
    /// How many ticks had passed.
    pub tick: u32,
    /// What it does, about what, since when and why, in a sentence.
    pub answer: String,
    /// The page, by its sections.
    pub sections: Vec<WhySection>,
}

/// A part of the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WhySection {
    /// What it is about.
    pub title: String,
    /// Its lines; spaces before a line say how deep it stands in a tree.
    pub lines: Vec<String>,
}
