//! What happened, as a person would tell it: who, what, about what, and when. The trace, the story of
//! `piaget run` and the measurements of claims are all made from these.

use piaget_mind::events::EventKind;
use piaget_mind::{Mind, Report};
use piaget_terms::{MovementStage, Name};
use serde::{Deserialize, Serialize};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Happening {
    /// Seconds since the beginning.
    pub t: f64,
    /// The creature it happened to, if it happened to one.
    pub creature: Option<Name>,
    /// What happened; see [`words`].
    pub event: Name,
    /// What it is about: a thing, the words said, the tuple chosen.
    pub about: String,
}

/// The words for what happens in the world. What happens in a mind has the words of
/// [`EventKind`](piaget_mind::events::EventKind::word).
pub mod words {
    #![allow(missing_docs)]
    pub const SEES: &str = "sees";
    pub const LOSES: &str = "loses";
    pub const HEARS: &str = "hears";
    pub const CHOSE: &str = "chose";
    pub const SAID: &str = "said";
    pub const ATE: &str = "ate";
    pub const PICKED_UP: &str = "picked-up";
    pub const PUT_DOWN: &str = "put-down";
    pub const BEGINS: &str = "begins";
    pub const FINISHES: &str = "finishes";
    pub const INTERRUPTED: &str = "interrupted";
    pub const CANNOT: &str = "cannot";
    pub const SLIDE_ENDED: &str = "slide-ended";
    /// A mind was given senses that made no sense; the number says how many.
    pub const DROPPED: &str = "dropped";
    /// A scripted walk came to its end.
    pub const ARRIVED: &str = "arrived";
    /// A named event of the timeline.
    pub const EVENT: &str = "event";
    pub const NOTE: &str = "note";
    /// The world refused what the timeline or a person wanted.
    pub const REFUSED: &str = "refused";
}

/// The word for how far a movement has come.
pub(crate) fn movement_word(stage: MovementStage) -> &'static str {
    match stage {
        MovementStage::Begun => words::BEGINS,
        MovementStage::Finished => words::FINISHES,
        MovementStage::Interrupted => words::INTERRUPTED,
        MovementStage::Cannot => words::CANNOT,
    }
}

/// What happened to a mind in a tick that is worth telling: its events, and senses that it had to leave out.
pub(crate) fn of_mind(mind: &Mind, report: &Report, mut tell: impl FnMut(&str, String)) {
    if report.dropped > 0 {
        tell(words::DROPPED, report.dropped.to_string());
    }
    for event in mind.events() {
        let recalled =
            report.beliefs.iter().find(|belief| Some(belief.belief) == event.belief.map(|id| id.0));
        let about = match recalled.and_then(|belief| belief.recalled) {
            Some(recalled) if event.kind == EventKind::Remembered => {
                let chance = recalled.chance * 100.0;
                format!("{} is usually at {} ({chance:.0} %)", event.about, recalled.place)
            }
            _ => event.about.to_string(),
        };
        tell(event.kind.word(), about);
    }
}
