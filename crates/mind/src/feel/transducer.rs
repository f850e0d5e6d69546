//! Transducers: the gateway through which beliefs and bodily senses become numbers (Kline 3.1.2).

use crate::believe::SelectorId;
use crate::perceive::kinds::utterance::fits;
use crate::scene::Scene;
use piaget_terms::{BodySense, MovementStage, Name, Sound, Utterance, maths};

/// What a network of values can feel in one tick.
#[derive(Clone, Copy)]
pub struct Felt<'a> {
    /// How long the tick lasts.
    pub tick_s: f32,
    /// What is believed.
    pub scene: &'a dyn Scene,
    /// The own body.
    pub body: &'a BodySense,
    /// What is heard.
    pub sounds: &'a [Sound],
    /// What other stages tell, by name, when it happens: a surprise, a confusion.
    pub signals: &'a [(Name, f32)],
    /// Whether the object of attention is out of sight.
    pub seeking: bool,
}

/// A way to make a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Transducer {
    /// How many things the selector accepts.
    Count(SelectorId),
    /// 1 while the picked thing is seen.
    Seen(SelectorId),
    /// 1 while there is something to pick, seen or not.
    Believed(SelectorId),
    /// Metres to the picked thing; the second number if there is none.
    Distance(SelectorId, f32),
    /// 1 at no distance, 0 from this many metres on, a straight line between.
    Nearness(SelectorId, f32),
    /// 1 / (1 + metres); 0 if there is none.
    Closeness(SelectorId),
    /// Seconds since the picked thing was seen; 0 if there is none.
    Unseen(SelectorId),
    /// How sure the mind is of the picked thing.
    Confidence(SelectorId),
    /// Loudness at the ear of the loudest sound from this kind of speaker, in the tick that it is heard in.
    Loudness(Name),
    /// 1 in the tick in which these words are heard.
    Heard(Utterance),
    /// 1 while something of this kind is held; of any kind if the name is empty.
    Holding(Name),
    /// 1 in the tick in which something of this kind was eaten; of any kind if the name is empty.
    Ate(Name),
    /// 1 while this movement is under way.
    Moving(Name),
    /// 1 in the tick in which this movement ends well.
    Finished(Name),
    /// Metres per second.
    Speed,
    /// 1 while something stops the body.
    Blocked,
    /// 1 while the object of attention is out of sight (Isla 5.4).
    Seeking,
    /// What another stage tells under this name, in the tick in which it happens.
    Signal(Name),
}

impl Transducer {
    /// Whether it tells of something that happens in one tick, rather than something that lasts.
    pub fn is_event(&self) -> bool {
        matches!(
            self,
            Self::Loudness(_) | Self::Heard(_) | Self::Ate(_) | Self::Finished(_) | Self::Signal(_)
        )
    }

    /// The lowest and highest number it can give.
    pub fn range(&self) -> [f32; 2] {
        match self {
            Self::Count(_) | Self::Distance(..) | Self::Unseen(_) | Self::Loudness(_) | Self::Speed => {
                [0.0, f32::INFINITY]
            }
            Self::Signal(_) => [f32::NEG_INFINITY, f32::INFINITY],
            _ => [0.0, 1.0],
        }
    }

    /// The number in this tick.
    pub fn read(&self, felt: &Felt<'_>) -> f32 {
        let found = |selector: &SelectorId| felt.scene.pick(*selector).found;
        match self {
            Self::Count(selector) => felt.scene.pick(*selector).count as f32,
            Self::Seen(selector) => truth(found(selector).is_some_and(|found| found.seen)),
            Self::Believed(selector) => truth(found(selector).is_some()),
            Self::Distance(selector, otherwise) => {
                found(selector).map_or(*otherwise, |found| found.distance_m)
            }
            Self::Nearness(selector, within) => {
                found(selector).map_or(0.0, |found| (1.0 - found.distance_m / within).max(0.0))
            }
            Self::Closeness(selector) => found(selector).map_or(0.0, |found| 1.0 / (1.0 + found.distance_m)),
            Self::Unseen(selector) => found(selector).map_or(0.0, |found| found.unseen_s),
            Self::Confidence(selector) => found(selector).map_or(0.0, |found| found.confidence),
            Self::Loudness(speaker) => {
                let from = felt.sounds.iter().filter(|sound| is(speaker, sound.speaker));
                from.map(|sound| loudness_at(sound, felt.body)).fold(0.0, f32::max)
            }
            Self::Heard(words) => truth(felt.sounds.iter().any(|sound| fits(words, &sound.words).is_some())),
            Self::Holding(kind) => truth(felt.scene.holding().is_some_and(|held| is(kind, held))),
            Self::Ate(kind) => truth(felt.body.ate.is_some_and(|ate| is(kind, ate))),
            Self::Moving(name) => truth(performs(felt.body, *name, MovementStage::Begun)),
            Self::Finished(name) => truth(performs(felt.body, *name, MovementStage::Finished)),
            Self::Speed => maths::ground(felt.body.velocity).length(),
            Self::Blocked => truth(felt.body.blocked),
            Self::Seeking => truth(felt.seeking),
            Self::Signal(name) => {
                felt.signals.iter().filter(|(told, _)| told == name).map(|(_, amount)| amount).sum()
            }
        }
    }
}

/// Whether the body reports this stage of this movement.
/// Whether the body reports this stage of a movement; of any movement, if the name is empty.
pub(crate) fn performs(body: &BodySense, name: Name, stage: MovementStage) -> bool {
    body.movement.is_some_and(|movement| is(&name, movement.name) && movement.stage == stage)
}

/// Whether a kind is the one asked for; an empty name asks for any.
pub(crate) fn is(asked: &Name, kind: Name) -> bool {
    asked.is_empty() || *asked == kind
}

/// Loudness falls with the square of the distance beyond the first metre.
fn loudness_at(sound: &Sound, body: &BodySense) -> f32 {
    let distance = (sound.position - body.position).length().max(1.0);
    sound.loudness / (distance * distance)
}

fn truth(holds: bool) -> f32 {
    if holds { 1.0 } else { 0.0 }
}
