//! Derived percepts (Buchsbaum 5.5.2): they build on what other percepts made of a thing, on its past, and on
//! what was learnt.

use crate::classify::read::Known;
use crate::model::{Datum, Evaluation, Look, Percept, PerceptId, Word};
use piaget_text::Fields;
use std::sync::Arc;

/// Matches things with a word that stands on a list. The list can grow.
#[derive(Clone, Copy, Debug)]
pub struct OnList {
    /// Which list of the character.
    pub list: u16,
    /// Which word of the thing.
    pub of: Word,
}

impl Percept for OnList {
    fn examine(&self, look: &Look<'_>) -> Evaluation {
        let confidence = look.record.confidence;
        match self.of.of(look.record) {
            Some(word) => Evaluation::is(look.knows.holds(self.list, word), confidence, Datum::Word(word)),
            None => Evaluation::is(false, confidence, Datum::Nothing),
        }
    }

    fn list(&self) -> Option<(u16, Word)> {
        Some((self.list, self.of))
    }
}

/// `on-list "food" list="edible" of="kind"`
pub fn read_on_list(node: &mut Fields<'_>, known: &Known<'_>) -> Option<Arc<dyn Percept>> {
    let word = node.word("list");
    let word = node.need(word, "a list", "write list=\"edible\"")?;
    let of = node.choice("of", Word::CHOICES).unwrap_or(Word::Kind);
    Some(Arc::new(OnList { list: known.list(node, word)?, of }))
}

/// Matches things that matched another percept within the last seconds.
#[derive(Clone, Copy, Debug)]
pub struct Was {
    /// The other percept.
    pub percept: PerceptId,
    /// How far back it looks.
    pub within_s: f32,
}

impl Percept for Was {
    fn examine(&self, look: &Look<'_>) -> Evaluation {
        let mut best = look.ask(self.percept);
        let since_s = look.record.time_s - f64::from(self.within_s);
        let past = look.history.into_iter().flat_map(|history| history.latest_first());
        let before = past.skip_while(|record| record.time_s >= look.record.time_s);
        for record in before.take_while(|record| record.time_s >= since_s) {
            if best.matched >= 1.0 {
                break;
            }
            let then = look.at(record).ask(self.percept);
            best = if then.matched > best.matched { then } else { best };
        }
        best
    }
}

/// `was "lately-moved" "moving" within=2`
pub fn read_was(node: &mut Fields<'_>, known: &Known<'_>) -> Option<Arc<dyn Percept>> {
    let word = node.word_argument(1, "the percept that it should have matched")?;
    let within_s = node.number("within", 0.0..=3600.0);
    let within_s = node.need(within_s, "how many seconds to look back", "write within=2")?;
    Some(Arc::new(Was { percept: known.percept(node, 1, word)?, within_s }))
}

/// How [`Combined`] puts matches together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum How {
    All,
    Any,
    Not,
}

/// Matches when others do: all, any, or none of them.
#[derive(Clone, Debug)]
pub struct Combined {
    /// In which way.
    pub how: How,
    /// The others.
    pub percepts: Vec<PerceptId>,
}

impl Percept for Combined {
    fn examine(&self, look: &Look<'_>) -> Evaluation {
        let all = self.percepts.iter().map(|percept| look.ask(*percept));
        let (mut least, mut most) = (Evaluation::new(1.0, 1.0, Datum::Nothing), Evaluation::NO);
        for evaluation in all {
            least = if evaluation.matched <= least.matched { evaluation } else { least };
            most = if evaluation.matched >= most.matched { evaluation } else { most };
        }
        match self.how {
            How::All => Evaluation::new(least.matched, least.confidence, least.data),
            How::Any => Evaluation::new(most.matched, most.confidence, most.data),
            How::Not => Evaluation::new(1.0 - most.matched, most.confidence, Datum::Nothing),
        }
    }
}

fn read_combined(node: &mut Fields<'_>, known: &Known<'_>, how: How) -> Option<Arc<dyn Percept>> {
    let mut percepts = Vec::new();
    for index in 1..node.arguments().max(2) {
        let word = node.word_argument(index, "the percepts that it builds on")?;
        percepts.push(known.percept(node, index, word));
    }
    Some(Arc::new(Combined { how, percepts: percepts.into_iter().collect::<Option<_>>()? }))
}

/// `all "white-sheep" "sheep" "white"`
pub fn read_all(node: &mut Fields<'_>, known: &Known<'_>) -> Option<Arc<dyn Percept>> {
    read_combined(node, known, How::All)
}

/// `any "frightening" "wolf" "loud"`
pub fn read_any(node: &mut Fields<'_>, known: &Known<'_>) -> Option<Arc<dyn Percept>> {
    read_combined(node, known, How::Any)
}

/// `not "harmless" "frightening"`
pub fn read_not(node: &mut Fields<'_>, known: &Known<'_>) -> Option<Arc<dyn Percept>> {
    read_combined(node, known, How::Not)
}
