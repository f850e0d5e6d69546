//! The digest of a tick part by part, to locate a difference: the first part that differs names the stage to look at.
//!
//! A part digests what its stage reports, not how a mind lays it out in memory: a better layout keeps every part.
//! What a stage keeps to itself shows when a later tick reports it.

use crate::Simulation;
use crate::digest::{Sightings, Sounds, append, append_world, met};
use crate::simulation::Actor;
use piaget_mind::report::{BeliefReport, WatchingReport};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// A part of a tick's digest, named after the stage that decides it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DigestPart {
    /// What bodies gave to their minds: the eyes, the ears, the body's own state.
    Senses,
    /// What is believed of what is sensed or looked for, and how maps met the tick.
    Believe,
    /// Where something is predicted to be, and how much violations press to be shown.
    Expect,
    /// What is kept where.
    Remember,
    /// What is made of what others do.
    Others,
    /// Drives and emotions.
    Feel,
    /// The active tuples, their values and objects.
    Decide,
    /// Gaze, travel and its path, movement, voice.
    Act,
    /// Where everything is after the tick.
    World,
}

impl DigestPart {
    /// All of them, in the order of a tick.
    pub const ALL: [Self; 9] = [
        Self::Senses,
        Self::Believe,
        Self::Expect,
        Self::Remember,
        Self::Others,
        Self::Feel,
        Self::Decide,
        Self::Act,
        Self::World,
    ];

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Senses => "senses",
            Self::Believe => "believe",
            Self::Expect => "expect",
            Self::Remember => "remember",
            Self::Others => "others",
            Self::Feel => "feel",
            Self::Decide => "decide",
            Self::Act => "act",
            Self::World => "world",
        }
    }
}

/// The digest of the last tick up to and with each part: from the first part that differs on, all differ. A part
/// that no creature has (nobody remembers, nobody watches) is `None`.
pub fn digest_parts(simulation: &Simulation) -> [Option<u64>; DigestPart::ALL.len()] {
    let mut so_far = 0;
    let mut bytes = Vec::new();
    DigestPart::ALL.map(|part| {
        bytes.clear();
        for (number, actor) in simulation.actors().iter().enumerate() {
            let before = bytes.len();
            append_part(&mut bytes, actor, part);
            if bytes.len() > before {
                bytes.extend((number as u64).to_le_bytes());
            }
        }
        if part == DigestPart::World {
            append_world(&mut bytes, simulation.world());
        }
        (!bytes.is_empty()).then(|| {
            so_far = xxh3_64_with_seed(&bytes, so_far);
            so_far
        })
    })
}

/// What one creature's mind reports in this part.
fn append_part(bytes: &mut Vec<u8>, actor: &Actor, part: DigestPart) {
    let (sensed, report) = (&actor.sensed, &actor.report);
    match part {
        DigestPart::Senses => {
            append(bytes, &(&sensed.body, Sightings(&sensed.sightings), Sounds(&sensed.sounds)))
        }
        DigestPart::Believe => {
            append(bytes, &report.dropped);
            for belief in &report.beliefs {
                append(bytes, &(belief.belief, belief.kind, belief.colour, belief.seen_as, belief.unseen_s));
                append(bytes, &met(belief));
                append_where(bytes, belief, part);
            }
        }
        DigestPart::Expect => {
            append(bytes, &actor.mind.expecting().urges());
            for belief in &report.beliefs {
                append_where(bytes, belief, part);
            }
        }
        DigestPart::Remember => {
            if let Some(memory) = &report.memory {
                append(bytes, &(memory.objects, memory.places, memory.refused));
                for belief in &report.beliefs {
                    append(bytes, &belief.recalled);
                    append_where(bytes, belief, part);
                }
            }
        }
        DigestPart::Others => {
            if let Some(watching) = &report.watching {
                append_watching(bytes, watching);
            }
        }
        DigestPart::Feel => append(bytes, &(&report.values, &actor.intent.expression)),
        DigestPart::Decide => {
            for choice in report.choices.iter().filter(|choice| choice.active) {
                append(bytes, &(choice.tuple, choice.value, choice.object));
            }
        }
        DigestPart::Act => append(bytes, &(&actor.intent, &report.way)),
        DigestPart::World => {}
    }
}

/// Where a believed thing is, if that is the word of this stage: memory's, where it was recalled; a map's or the
/// eyes', which believing reads; else a prediction's.
fn append_where(bytes: &mut Vec<u8>, belief: &BeliefReport, part: DigestPart) {
    let said_by = match belief {
        BeliefReport { recalled: Some(_), .. } => DigestPart::Remember,
        BeliefReport { seen_as: None, place: None, .. } => DigestPart::Expect,
        _ => DigestPart::Believe,
    };
    if said_by == part {
        append(bytes, &(belief.position, belief.velocity, belief.confidence));
    }
}

/// What is understood, without the words that tell it to a person.
fn append_watching(bytes: &mut Vec<u8>, watching: &WatchingReport) {
    let WatchingReport { gestures, movements, novel, from_to_s, unknown, action, object, outcome, .. } =
        watching;
    append(bytes, &(gestures, movements, novel, from_to_s, unknown, action, object, outcome));
    for explanation in &watching.explanations {
        append(bytes, &(explanation.action, explanation.kind, explanation.probability));
    }
    append(bytes, &(&watching.next, &watching.learnt, watching.new_action, watching.wanted));
}
