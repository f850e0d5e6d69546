//! Transducers: the gateway through which beliefs and bodily senses become numbers (Kline 3.1.2).

use crate::model::words::{fits, is, performs};
use crate::model::{SelectorId, Tick, View};
use piaget_terms::{BodySense, MovementStage, Name, Sound, Utterance, maths};

/// What a network of values can feel in one tick.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    /// The tick.
    pub tick: &'a Tick<'a>,
    /// What is believed.
    pub view: &'a View<'a>,
    /// What other stages tell, by name, when it happens: a surprise, a confusion.
    pub signals: &'a [(Name, f32)],
}

impl Input<'_> {
    /// Whether the object of attention is out of sight.
    fn is_seeking(&self) -> bool {
        let attended = self.tick.feedback.attended.and_then(|id| self.view.belief(id));
        attended.is_some_and(|belief| !belief.now.seen)
    }

    /// How much hope of finding what is out of sight is lost. Without a map, hope is how sure one still is of the thing.
    fn in_vain(&self) -> f32 {
        let feedback = self.tick.feedback;
        if feedback.in_vain {
            return 1.0;
        }
        let attended = feedback.attended.and_then(|id| self.view.belief(id));
        let search = attended.and_then(|belief| feedback.search_for(belief.id));
        match search.filter(|_| self.is_seeking()) {
            Some(search) => search.lost,
            None => self.without_a_map(),
        }
    }

    /// Whether what is looked for was given up. Without a map nothing is given up at once: hope goes with how sure one is.
    fn given_up(&self) -> f32 {
        if self.tick.feedback.in_vain { 1.0 } else { self.without_a_map() }
    }

    /// How unsure one has become of a thing that is out of sight and has no map.
    fn without_a_map(&self) -> f32 {
        let attended = self.tick.feedback.attended.and_then(|id| self.view.belief(id));
        let Some(belief) = attended.filter(|belief| !belief.now.seen && belief.place.is_none()) else {
            return 0.0;
        };
        let sure = belief.now.confidence / belief.sensed_confidence.max(f32::MIN_POSITIVE);
        1.0 - sure.clamp(0.0, 1.0)
    }
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
    /// The share of hope that is lost of finding the object of attention; 1 once it is given up.
    Vain,
    /// 1 once what is looked for was given up, while it is still wanted.
    GivenUp,
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
    pub fn read(&self, felt: &Input<'_>) -> f32 {
        let found = |selector: &SelectorId| felt.view.pick(*selector).found;
        match self {
            Self::Count(selector) => felt.view.pick(*selector).count as f32,
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
                let from =
                    felt.tick.sounds.iter().filter(|sound| is(speaker, sound.speaker.unwrap_or_default()));
                from.map(|sound| loudness_at(sound, felt.tick.body)).fold(0.0, f32::max)
            }
            Self::Heard(words) => {
                truth(felt.tick.sounds.iter().any(|sound| fits(words, sound.said()).is_some()))
            }
            Self::Holding(kind) => truth(felt.view.holding().is_some_and(|held| is(kind, held))),
            Self::Ate(kind) => truth(felt.tick.body.ate.is_some_and(|ate| is(kind, ate))),
            Self::Moving(name) => truth(performs(felt.tick.body, *name, MovementStage::Begun)),
            Self::Finished(name) => truth(performs(felt.tick.body, *name, MovementStage::Finished)),
            Self::Speed => maths::ground(felt.tick.body.velocity).length(),
            Self::Blocked => truth(felt.tick.body.blocked),
            Self::Seeking => truth(felt.is_seeking()),
            Self::Vain => felt.in_vain(),
            Self::GivenUp => felt.given_up(),
            Self::Signal(name) => {
                felt.signals.iter().filter(|(told, _)| told == name).map(|(_, amount)| amount).sum()
            }
        }
    }
}

/// Loudness falls with the square of the distance beyond the first metre.
fn loudness_at(sound: &Sound, body: &BodySense) -> f32 {
    let distance = (sound.position - body.position).length().max(1.0);
    sound.loudness / (distance * distance)
}

fn truth(holds: bool) -> f32 {
    if holds { 1.0 } else { 0.0 }
}
