//! What happened, in sentences for a person who looks on.

use super::Point;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What sort of thing a caption tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum CaptionSort {
    /// Words were said aloud.
    Said,
    /// Something was done to the world, by the scenario or by hand.
    Moved,
    /// A creature began to do something.
    Did,
    /// A creature lost, found, remembered or gave up something.
    Noticed,
    /// A creature was surprised, confused, or did not believe what it saw.
    Startled,
    /// A creature learnt or imitated something.
    Learned,
    /// A remark of the scenario.
    Note,
}

/// One sentence about what happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Caption {
    /// The tick after which it can be seen.
    pub tick: u32,
    /// Seconds since the beginning.
    pub t: f64,
    /// What sort of thing it tells of.
    pub sort: CaptionSort,
    /// The creature that it happened to; `null` for what happened in the world.
    pub creature: Option<String>,
    /// The sentence.
    pub text: String,
    /// The same with numbers, where there are any.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(as = "Option<String>", optional)]
    pub detail: String,
    /// The words that were said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub words: Option<String>,
    /// The world's number of who said them, or of what it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub id: Option<u32>,
    /// Where, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub at: Option<Point>,
}
