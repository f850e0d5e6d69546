//! What happened, as a person would tell it: who, what, about what, and when. The trace, the story of
//! `piaget run` and the measurements of claims are all made from these.

use piaget_mind::Report;
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

/// The words for what happens. Later stages of a mind add their own through `of_mind`.
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
    /// A thing that had been out of sight is seen again by a mind that had kept its place.
    pub const FOUND: &str = "found";
    /// Something was seen where it was not expected.
    pub const SURPRISED: &str = "surprised";
    /// Something is expected where it is usually kept.
    pub const REMEMBERS: &str = "remembers";
    /// Something was not where it was expected.
    pub const CONFUSED: &str = "confused";
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

/// What changed in a mind from one tick to the next that is worth telling: the hook for every stage that reports
/// moments (a violation, giving up, finding).
pub(crate) fn of_mind(before: &Report, now: &Report, mut tell: impl FnMut(&str, String)) {
    if now.dropped > before.dropped {
        tell(words::DROPPED, (now.dropped - before.dropped).to_string());
    }
    // A tenth of the best place's likelihood is odd, and so is a quarter of the mass proving to be nowhere at once.
    const ODD: f32 = 0.1;
    const MUCH: f32 = 0.25;
    for belief in &now.beliefs {
        let Some(place) = &belief.place else { continue };
        if place.found {
            tell(words::FOUND, belief.kind.to_string());
        }
        if let Some(recalled) = belief.recalled.filter(|_| place.remembered) {
            let chance = recalled.chance * 100.0;
            tell(
                words::REMEMBERS,
                format!("{} is usually at {} ({chance:.0} %)", belief.kind, recalled.place),
            );
        }
        if place.likelihood < ODD {
            tell(words::SURPRISED, belief.kind.to_string());
        }
        if place.confusion > MUCH {
            tell(words::CONFUSED, belief.kind.to_string());
        }
    }
}
