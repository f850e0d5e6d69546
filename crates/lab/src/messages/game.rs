//! Games: a referee that watches what the visitor's hands do and what the creature makes of it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Which game a scenario can be played as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Game {
    /// Hide the sheep while the dog looks away; the score is how many seconds it takes him to see it.
    Hide,
    /// Move the cube while the walker cannot see it; the score is how far and how often he was wrong.
    Trick,
    /// Bring Max a toy that he does not know; the score is how many seconds it takes him to learn it by watching.
    Teach,
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum GamePhase {
    /// The creature still sees what must not be touched before its eyes, or is not ready.
    Wait,
    /// The visitor's turn.
    Hands,
    /// The creature's turn.
    Watch,
    /// It is decided.
    Over,
}

/// A game as it stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct GameNow {
    /// Which.
    pub game: Game,
    /// How it stands.
    pub phase: GamePhase,
    /// Points so far.
    pub score: f32,
    /// How often something was touched before the creature's eyes, or out of turn.
    pub fouls: u32,
    /// Whether the creature sees the thing now.
    pub seen: bool,
    /// Seconds of this phase that are left, where they are counted.
    pub left_s: Option<f32>,
    /// How it was decided, in words; empty until then.
    pub outcome: String,
}
