//! What a visitor says.

use super::{Change, Timed};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What a visitor wants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ToLab {
    /// Play this scenario from its beginning.
    Choose(Choice),
    /// Play the same again, with the same seed or another. What was changed by hand is not repeated.
    Restart {
        /// Another seed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "number")]
        seed: Option<u64>,
    },
    /// Let time stand still.
    Pause,
    /// Let time go on, from the present.
    Resume,
    /// One tick, or so many, then stand still.
    Step {
        /// How many; 1 to 3000.
        ticks: u32,
    },
    /// How fast time goes, 0.1 to 20; 1 is as fast as for us.
    Speed {
        /// The factor.
        factor: f32,
    },
    /// Do something to the world or to a mind, at the beginning of the next tick.
    Change(Change),
    /// Tell of this creature's mind from now on, and of this belief in detail.
    Select {
        /// The creature's name in the scenario.
        creature: String,
        /// One of its beliefs; `null` for none in particular.
        #[serde(default)]
        belief: Option<u32>,
    },
    /// Tell why a creature does what it does in the moment that is shown.
    Why {
        /// The creature's name in the scenario.
        creature: String,
        /// Only what is about this belief of it; `null` for all.
        #[serde(default)]
        belief: Option<u32>,
    },
    /// Show the moment after this tick as it was; `null` for the present. Time stands still meanwhile.
    Scrub {
        /// The tick, within the reach that frames tell in their clock.
        tick: Option<u32>,
    },
    /// Give a file.
    Export {
        /// Of what.
        what: Export,
    },
    /// Tell what a link must hold.
    Share,
    /// Tell the digest.
    Digest,
    /// Somebody is still there. Sent now and then by a page that is watched but not touched.
    StillHere,
}

impl ToLab {
    /// A message's word for itself.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Choose(_) => "choose",
            Self::Restart { .. } => "restart",
            Self::Pause => "pause",
            Self::Resume => "resume",
            Self::Step { .. } => "step",
            Self::Speed { .. } => "speed",
            Self::Change(_) => "change",
            Self::Select { .. } => "select",
            Self::Why { .. } => "why",
            Self::Scrub { .. } => "scrub",
            Self::Export { .. } => "export",
            Self::Share => "share",
            Self::Digest => "digest",
            Self::StillHere => "still-here",
        }
    }
}

/// A scenario and how to play it; what a shared link holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// Its name.
    pub scenario: String,
    /// The seed; the scenario's own where nothing is said. At most 2^53.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub seed: Option<u64>,
    /// Settings as `--set` takes them ("thing.sheep.at=3 4").
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>", optional)]
    pub set: Vec<String>,
    /// What is done by hand, and when, in the order of time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Timed>>", optional)]
    pub changes: Vec<Timed>,
    /// Play up to this tick at once, then stand still.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub until: Option<u32>,
}

/// What can be taken home.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Export {
    /// A recording that `piaget replay` plays and checks; base64.
    Recording,
    /// The trace of all ticks so far as JSON Lines.
    Trace,
    /// The selected creature's character with every change made to it, as one file.
    Character {
        /// The creature.
        creature: String,
    },
}
