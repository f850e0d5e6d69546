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
    /// The number of the belief that it is about, for what happened in a mind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub belief: Option<u32>,
    /// How strong it was, 0 to 1, for what happened in a mind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength: Option<f32>,
}

impl Happening {
    /// Something that happened at a time, to a creature or to nobody.
    pub fn new(t: f64, creature: Option<Name>, event: &str, about: String) -> Self {
        Self { t, creature, event: Name::cut(event), about, belief: None, strength: None }
    }
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

/// What happened to a mind in a tick: its events, and how many senses it had to leave out.
pub(crate) fn of_mind(t: f64, creature: Name, mind: &Mind, report: &Report, happened: &mut Vec<Happening>) {
    if report.dropped > 0 {
        happened.push(Happening::new(t, Some(creature), words::DROPPED, report.dropped.to_string()));
    }
    for event in mind.events() {
        let belief = event.belief.map(|id| id.0);
        let recalled =
            report.beliefs.iter().find(|one| Some(one.belief) == belief).and_then(|one| one.recalled);
        let about = match recalled {
            Some(recalled) if event.kind == EventKind::Remembered => {
                let chance = recalled.chance * 100.0;
                format!("{} is usually at {} ({chance:.0} %)", event.about, recalled.place)
            }
            _ => event.about.to_string(),
        };
        let new = Happening::new(t, Some(creature), event.kind.word(), about);
        happened.push(Happening { belief, strength: Some(event.strength), ..new });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use piaget_mind::Character;
    use piaget_terms::{Blind, BodySense, HostId, Rect, Senses, Sighting, Terrain, Vec3};

    /// The count of a tick was compared with that of the tick before, so that only growing nonsense was told.
    #[test]
    fn senses_that_are_left_out_are_told_in_every_tick() {
        let source = piaget_text::Source::new("a.kdl", "character \"a\"");
        let character = Character::parse(&source, &mut |_| Err("no other files".into())).unwrap();
        let mut mind = Mind::new(character.into(), Terrain::open(Rect::centred(9.0, 9.0)).into(), 7);
        let nowhere = [Sighting::new(HostId(1), Name::cut("sheep"), Vec3::NAN)];
        let body = BodySense::standing(Vec3::ZERO, 0.0);
        let mut told = Vec::new();
        for tick in 1..=3 {
            mind.step(&Senses::new(f64::from(tick), 1.0, &body, &Blind).sightings(&nowhere));
            of_mind(f64::from(tick), Name::cut("a"), &mind, &mind.report(), &mut told);
        }
        let counts: Vec<_> = told.iter().map(|one| (one.event.as_str(), one.about.as_str())).collect();
        assert_eq!(counts, [(words::DROPPED, "1"); 3]);
    }
}
