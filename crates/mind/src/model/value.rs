//! What a creature feels, as numbers by name: the state of its network of values (Kline 3.1). How they change is the
//! business of the stage `feel`.

use piaget_terms::valid::{Checked, count, finite};
use serde::{Deserialize, Serialize};

/// A value's place in its network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ValueId(pub u16);

impl ValueId {
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A number that is written in the file or read from the network.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Term {
    /// Always the same.
    Constant(f32),
    /// What a value reads as in this tick.
    Value(ValueId),
    /// What a value read as in the tick before: the only way to close a loop.
    Delayed(ValueId),
}

/// What a creature feels now: all of the network that changes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Feelings {
    /// Each value before its group's policy.
    pub(crate) raw: Vec<f32>,
    /// What was lost to rounding in each level, so that a slow drive keeps growing at short ticks.
    pub(crate) carry: Vec<f32>,
    /// Each value as others read it.
    pub(crate) output: Vec<f32>,
    /// The same in the tick before.
    pub(crate) before: Vec<f32>,
    /// Values that passed the bound at some time.
    pub(crate) held: Vec<bool>,
    /// Which values are the strongest of their groups; worked out anew in every tick.
    #[serde(skip)]
    pub(crate) dominant: Vec<bool>,
}

impl Feelings {
    /// Whether saved feelings are of a network with so many values.
    pub(crate) fn validate(&self, values: usize) -> Checked {
        for (field, numbers) in
            [("raw", &self.raw), ("carry", &self.carry), ("output", &self.output), ("before", &self.before)]
        {
            count(field, numbers.len(), values)?;
            numbers.iter().try_for_each(|number| finite(field, *number))?;
        }
        count("held", self.held.len(), values)
    }

    /// What a value reads as.
    pub fn get(&self, value: ValueId) -> f32 {
        self.output.get(value.index()).copied().unwrap_or(0.0)
    }

    /// What a value is before its group's policy.
    pub fn raw(&self, value: ValueId) -> f32 {
        self.raw.get(value.index()).copied().unwrap_or(0.0)
    }

    /// Puts a level where a host or a test wants it.
    pub fn set(&mut self, value: ValueId, number: f32) {
        if let Some(raw) = self.raw.get_mut(value.index()) {
            *raw = number;
            self.carry[value.index()] = 0.0;
            self.output[value.index()] = number;
        }
    }

    /// Whether a value is the strongest of its group in this tick.
    pub fn is_dominant(&self, value: ValueId) -> bool {
        self.dominant.get(value.index()).copied().unwrap_or(false)
    }

    /// A number that the file gave, or that the network holds.
    pub fn term(&self, term: Term) -> f32 {
        match term {
            Term::Constant(number) => number,
            Term::Value(value) => self.get(value),
            Term::Delayed(value) => self.before.get(value.index()).copied().unwrap_or(0.0),
        }
    }
}
