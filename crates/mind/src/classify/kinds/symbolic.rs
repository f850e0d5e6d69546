//! Symbolic percepts: words and features that a record either holds or does not.

use crate::classify::read::{Known, words};
use crate::model::{Datum, Evaluation, Look, Percept, Word};
use piaget_terms::{FeatureValue, Name};
use piaget_text::Fields;
use std::sync::Arc;

/// Matches one of a few words; any word, if it names none.
#[derive(Clone, Debug)]
pub struct Symbolic {
    /// Which word of the record.
    pub word: Word,
    /// The words that match; empty for any.
    pub accepts: Vec<Name>,
}

impl Percept for Symbolic {
    fn examine(&self, look: &Look<'_>) -> Evaluation {
        match self.word.of(look.record) {
            Some(word) if self.accepts.is_empty() || self.accepts.contains(&word) => {
                Evaluation::new(1.0, look.record.confidence, Datum::Word(word))
            }
            _ => Evaluation::is(false, look.record.confidence, Datum::Nothing),
        }
    }

    fn kinds(&self) -> &[Name] {
        if self.word == Word::Kind { &self.accepts } else { &[] }
    }
}

fn read_symbolic(node: &mut Fields<'_>, word: Word) -> Option<Arc<dyn Percept>> {
    let accepts = if node.flag("anything") == Some(true) { Vec::new() } else { words(node) };
    Some(Arc::new(Symbolic { word, accepts }))
}

/// `kind "sheep"`, `kind "beast" "sheep" "dog"`, `kind "thing" anything=#true`
pub fn read_kind(node: &mut Fields<'_>, _: &Known<'_>) -> Option<Arc<dyn Percept>> {
    read_symbolic(node, Word::Kind)
}

/// `colour "white"`
pub fn read_colour(node: &mut Fields<'_>, _: &Known<'_>) -> Option<Arc<dyn Percept>> {
    read_symbolic(node, Word::Colour)
}

/// `shape "round" "sphere" "cylinder"`
pub fn read_shape(node: &mut Fields<'_>, _: &Known<'_>) -> Option<Arc<dyn Percept>> {
    read_symbolic(node, Word::Shape)
}

/// `holding "armed" "stick"`: a creature that holds such a thing.
pub fn read_holding(node: &mut Fields<'_>, _: &Known<'_>) -> Option<Arc<dyn Percept>> {
    read_symbolic(node, Word::Holding)
}

/// Matches a thing that is seen (or felt) now, not only heard or remembered.
#[derive(Clone, Copy, Debug)]
pub struct Seen;

impl Percept for Seen {
    fn examine(&self, look: &Look<'_>) -> Evaluation {
        Evaluation::is(look.record.seen, look.record.confidence, Datum::Nothing)
    }
}

/// `seen "in-view"`
pub fn read_seen(_: &mut Fields<'_>, _: &Known<'_>) -> Option<Arc<dyn Percept>> {
    Some(Arc::new(Seen))
}

/// Matches the value of a feature: a word, or a number within limits.
#[derive(Clone, Debug)]
pub struct FeaturePercept {
    /// The feature's path within the thing's state.
    pub path: Name,
    /// The word that it should be, if it should be one.
    pub is: Option<Name>,
    /// The least number that matches.
    pub above: f32,
    /// The greatest number that matches.
    pub below: f32,
}

impl Percept for FeaturePercept {
    fn examine(&self, look: &Look<'_>) -> Evaluation {
        let confidence = look.record.confidence;
        let number = match look.record.feature(self.path.as_str()) {
            Some(FeatureValue::Word(word)) => {
                let any_number = self.above == f32::NEG_INFINITY && self.below == f32::INFINITY;
                let matches = self.is.map_or(any_number, |is| is == word);
                return Evaluation::is(matches, confidence, Datum::Word(word));
            }
            Some(FeatureValue::Number(number)) => number,
            Some(FeatureValue::Vector(vector)) => vector.length(),
            None => return Evaluation::is(false, confidence, Datum::Nothing),
        };
        let matches = self.is.is_none() && number >= self.above && number <= self.below;
        Evaluation::is(matches, confidence, Datum::Number(number))
    }
}

/// `feature "open-door" path="door.state" is="open"`, `feature "bright" path="brightness" above=0.5`
pub fn read_feature(node: &mut Fields<'_>, _: &Known<'_>) -> Option<Arc<dyn Percept>> {
    const ANY: std::ops::RangeInclusive<f32> = f32::MIN..=f32::MAX;
    let path = node.name("path");
    let path = node.need(path, "the path of a feature", "write path=\"brightness\"")?;
    let is = node.name("is");
    let above = node.number("above", ANY).unwrap_or(f32::NEG_INFINITY);
    let below = node.number("below", ANY).unwrap_or(f32::INFINITY);
    if above > below {
        let message = format!("no number is above {above} and below {below}");
        node.problem_at(node.span_of("below"), message, "this percept could never match: exchange the two");
    }
    Some(Arc::new(FeaturePercept { path, is, above, below }))
}
