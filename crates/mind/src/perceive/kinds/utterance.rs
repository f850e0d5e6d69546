//! What was said: words that fit a pattern, such as "look at {kind}".

use crate::perceive::read::Known;
use crate::perceive::{Datum, Evaluation, Look, Percept};
use piaget_terms::Name;
use piaget_text::Fields;
use std::sync::Arc;

#[derive(Clone, Debug)]
enum Part {
    Word(String),
    Slot,
}

/// Matches words; the datum is the word in the pattern's first slot.
#[derive(Clone, Debug)]
pub struct Utterance {
    parts: Vec<Part>,
}

impl Utterance {
    /// A pattern of words and slots; one that is empty fits everything that is said.
    pub fn new(pattern: &str) -> Self {
        let part = |word: &str| {
            if word.starts_with('{') && word.ends_with('}') {
                Part::Slot
            } else {
                Part::Word(word.to_owned())
            }
        };
        Self { parts: pattern.split_whitespace().map(part).collect() }
    }

    fn fits(&self, said: &str) -> Option<Datum> {
        let mut datum = Datum::Nothing;
        let mut words = said.split_whitespace();
        for part in &self.parts {
            let word = words.next()?.trim_end_matches(['.', ',', '!', '?']);
            match part {
                Part::Word(expected) if expected.eq_ignore_ascii_case(word) => {}
                Part::Word(_) => return None,
                Part::Slot if datum == Datum::Nothing => datum = Datum::Word(Name::cut(word)),
                Part::Slot => {}
            }
        }
        (self.parts.is_empty() || words.next().is_none()).then_some(datum)
    }
}

impl Percept for Utterance {
    fn examine(&self, look: &Look<'_>) -> Evaluation {
        let confidence = look.record.confidence;
        if look.record.words.is_empty() {
            return Evaluation::is(false, confidence, Datum::Nothing);
        }
        match self.fits(&look.record.words) {
            Some(datum) => Evaluation::new(1.0, confidence, datum),
            None => Evaluation::is(false, confidence, Datum::Nothing),
        }
    }
}

/// `utterance "told-to-look" words="look at {kind}"`
pub fn read(node: &mut Fields<'_>, _: &Known<'_>) -> Option<Arc<dyn Percept>> {
    let pattern = node.word("words");
    let pattern = node.need(pattern, "the words to listen for", "write words=\"look at {kind}\"")?;
    Some(Arc::new(Utterance::new(pattern)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_with_a_slot_takes_the_word_out() {
        let look_at = Utterance::new("look at {kind}");
        assert_eq!(look_at.fits("Look at sheep!"), Some(Datum::Word(Name::cut("sheep"))));
        assert_eq!(look_at.fits("look at"), None);
        assert_eq!(look_at.fits("look at the sheep"), None);
        assert_eq!(Utterance::new("").fits("anything at all"), Some(Datum::Nothing));
    }
}
