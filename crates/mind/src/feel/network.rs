//! The network itself: flat arrays, walked once per tick in an order that the loader fixed.

use super::level::{Push, change};
use super::{Fading, GroupPolicy, Input, Integration, Level, Transducer, ValueGroup};
use crate::model::{Feelings, Term, ValueId};
use piaget_terms::{Expression, Name};
use std::ops::Range;

/// Whether an input lasts or happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Counts in proportion to the time it lasts: so much per second.
    Rate,
    /// Counts once, when it happens, whatever the length of the tick.
    Impulse,
}

/// One input of an accumulator or a level: `input * gain` (Kline 3.1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weighted {
    /// What comes in.
    pub input: Term,
    /// How much it counts; negative to lower.
    pub gain: Term,
    /// Whether it lasts; an accumulator, which has no memory, takes both alike.
    pub pace: Pace,
}

/// How a value comes about.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// A transducer: from beliefs and senses.
    Sensed(Transducer),
    /// The sum of its inputs times their gains, anew in every tick.
    Accumulator(Range<u32>),
    /// Keeps what it was given, and fades: a drive, an emotion, an autonomic variable.
    Level(Level, Range<u32>),
    /// The strength of a drive: its distance from the set point, times its multiplier (Buchsbaum 5.6.1).
    Strength {
        /// The drive.
        of: ValueId,
        /// Where the drive is satisfied.
        set_point: f32,
        /// How much this drive matters beside others.
        multiplier: Term,
    },
}

/// A step of the evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Step {
    Value(ValueId),
    Group(u16),
}

/// A validated network of values: the `values` section of a character.
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    pub(super) names: Vec<Name>,
    pub(super) nodes: Vec<Node>,
    pub(super) inputs: Vec<Weighted>,
    /// Lowest and highest number that each value may take.
    pub(super) limits: Vec<[f32; 2]>,
    pub(super) groups: Vec<ValueGroup>,
    /// The group that each value belongs to.
    pub(super) group_of: Vec<Option<u16>>,
    pub(super) order: Vec<Step>,
    pub(super) emotions: Vec<ValueId>,
    /// The face of each emotion.
    pub(super) faces: Vec<Name>,
    pub(super) integration: Integration,
    /// A value that passes this is out of control: it is held there and reported.
    pub(super) bound: f32,
}

/// Default of [`Values::bound`], which is the setting.
pub(super) const BOUND: f32 = 1.0e4;

impl Default for Values {
    fn default() -> Self {
        Self {
            names: Vec::new(),
            nodes: Vec::new(),
            inputs: Vec::new(),
            limits: Vec::new(),
            groups: Vec::new(),
            group_of: Vec::new(),
            order: Vec::new(),
            emotions: Vec::new(),
            faces: Vec::new(),
            integration: Integration::default(),
            bound: BOUND,
        }
    }
}

impl Values {
    /// The value of this name. A drive's strength is called `NAME.strength`.
    pub fn find(&self, name: &str) -> Option<ValueId> {
        self.names.iter().position(|known| known == name).map(|at| ValueId(at as u16))
    }

    /// The name of a value.
    pub fn name(&self, value: ValueId) -> Name {
        self.names.get(value.index()).copied().unwrap_or_default()
    }

    /// Every name, in the order of the file.
    pub fn names(&self) -> &[Name] {
        &self.names
    }

    /// The emotions, in the order of the file.
    pub fn emotions(&self) -> &[ValueId] {
        &self.emotions
    }

    /// What a newborn feels.
    pub fn newborn(&self) -> Feelings {
        let start = |node: &Node| if let Node::Level(level, _) = node { level.start } else { 0.0 };
        let raw: Vec<f32> = self.nodes.iter().map(start).collect();
        Feelings {
            carry: vec![0.0; raw.len()],
            output: raw.clone(),
            before: raw.clone(),
            held: vec![false; raw.len()],
            dominant: vec![false; raw.len()],
            raw,
        }
    }

    /// Values that were felt under the same name in another network go on from there.
    pub(crate) fn take_over(&self, other: &Self, felt: &Feelings, feelings: &mut Feelings) {
        for (at, name) in self.names.iter().enumerate() {
            let Some(from) = other.find(name.as_str()).map(ValueId::index).filter(|at| *at < felt.raw.len())
            else {
                continue;
            };
            feelings.raw[at] = felt.raw[from];
            feelings.carry[at] = felt.carry[from];
            feelings.output[at] = felt.output[from];
            feelings.before[at] = felt.before[from];
            feelings.held[at] = felt.held[from];
        }
    }

    /// One tick of the whole network.
    pub fn feel(&self, felt: &Input<'_>, feelings: &mut Feelings) {
        if feelings.raw.len() != self.nodes.len() {
            *feelings = self.newborn();
        }
        let Feelings { output, before, .. } = feelings;
        before.copy_from_slice(output);
        for step in &self.order {
            match *step {
                Step::Value(value) => self.update(value, felt, feelings),
                Step::Group(group) => {
                    self.groups[usize::from(group)].impose(&feelings.raw, &mut feelings.output);
                }
            }
        }
        self.note_dominant(feelings);
    }

    /// Marks the strongest member of each group, and of the emotions that are in none.
    fn note_dominant(&self, feelings: &mut Feelings) {
        feelings.dominant.clear();
        feelings.dominant.resize(self.nodes.len(), false);
        for group in &self.groups {
            if let Some(member) = group.highest(&feelings.output) {
                feelings.dominant[group.members[member].index()] = true;
            }
        }
        let emotion =
            self.dominant_emotion(feelings).filter(|emotion| self.group_of[emotion.index()].is_none());
        if let Some(emotion) = emotion {
            feelings.dominant[emotion.index()] = true;
        }
    }

    /// The strongest emotion above 0, as its group leaves it: the one to show (Kline 3.1.1).
    pub fn dominant_emotion(&self, feelings: &Feelings) -> Option<ValueId> {
        let above = self.emotions.iter().copied().filter(|emotion| feelings.get(*emotion) > 0.0);
        above.fold(None, |best, emotion| match best {
            Some(best) if feelings.get(best) >= feelings.get(emotion) => Some(best),
            _ => Some(emotion),
        })
    }

    /// The face: each emotion that shows, between 0 and 1, and `neutral` for what they leave of it.
    pub fn express(&self, feelings: &Feelings, expression: &mut Expression) {
        expression.clear();
        let mut neutral = 1.0f32;
        for (emotion, face) in self.emotions.iter().zip(&self.faces) {
            let weight = feelings.get(*emotion).clamp(0.0, 1.0);
            neutral = neutral.min(1.0 - weight);
            if weight > 0.0 && expression.try_push((*face, weight)).is_err() {
                return;
            }
        }
        if neutral > 0.0 && !self.emotions.is_empty() {
            // A full face has no room for it, and then nobody would see it either.
            let _ = expression.try_push((Name::cut("neutral"), neutral));
        }
    }

    /// Every value by name, as others read it.
    pub fn report(&self, feelings: &Feelings) -> Vec<(Name, f32)> {
        self.names.iter().copied().zip(feelings.output.iter().copied()).collect()
    }

    /// The values that grew out of control and were held at the bound.
    pub fn held<'a>(&'a self, feelings: &'a Feelings) -> impl Iterator<Item = Name> + 'a {
        let held = feelings.held.iter().zip(&self.names);
        held.filter(|(held, _)| **held).map(|(_, name)| *name)
    }

    fn update(&self, value: ValueId, felt: &Input<'_>, feelings: &mut Feelings) {
        let at = value.index();
        let mut carry = 0.0;
        let next = match &self.nodes[at] {
            Node::Sensed(transducer) => transducer.read(felt),
            Node::Accumulator(inputs) => {
                let push = self.push(inputs, feelings);
                push.rate + push.impulse
            }
            Node::Strength { of, set_point, multiplier } => {
                (feelings.raw(*of) - set_point).abs() * feelings.term(*multiplier)
            }
            Node::Level(level, inputs) => {
                let keep = match level.fading {
                    Fading::Keep(keep) => keep,
                    Fading::KeepValue(term) => feelings.term(term),
                };
                let (x, drift_to) = (feelings.raw[at], feelings.term(level.drift_to));
                let push = self.push(inputs, feelings);
                let moved =
                    change(x, drift_to, keep, push, felt.tick.tick_s, self.integration) + feelings.carry[at];
                // What did not fit into the sum is carried to the next tick (Kahan).
                carry = moved - ((x + moved) - x);
                x + moved
            }
        };
        let [low, high] = self.limits[at];
        let limited = if next.is_nan() { feelings.raw[at] } else { next.clamp(low, high) };
        let bounded = limited.clamp(-self.bound, self.bound);
        feelings.held[at] |= bounded != limited || next.is_nan();
        feelings.carry[at] = if bounded == next && carry.is_finite() { carry } else { 0.0 };
        feelings.raw[at] = bounded;
        if self.group_of[at].is_none() {
            feelings.output[at] = bounded;
        }
    }

    fn push(&self, inputs: &Range<u32>, feelings: &Feelings) -> Push {
        let mut push = Push::default();
        for input in &self.inputs[inputs.start as usize..inputs.end as usize] {
            let amount = feelings.term(input.input) * feelings.term(input.gain);
            match input.pace {
                Pace::Rate => push.rate += amount,
                Pace::Impulse => push.impulse += amount,
            }
        }
        push
    }

    /// What is known of the range of a value before anything has happened: for triggers that can never be true.
    pub fn range(&self, value: ValueId) -> [f32; 2] {
        let at = value.index();
        let [low, high] = self.limits[at];
        let [mut from, mut to] = match &self.nodes[at] {
            Node::Sensed(transducer) => transducer.range(),
            _ => [low, high],
        };
        from = from.max(low);
        to = to.min(high);
        let zeroed = self.group_of[at]
            .is_some_and(|group| self.groups[usize::from(group)].policy != GroupPolicy::Plain);
        if zeroed { [from.min(0.0), to.max(0.0)] } else { [from, to] }
    }
}
