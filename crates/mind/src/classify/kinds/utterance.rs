//! What was said: words that fit a pattern, such as "look at {kind}".

use crate::classify::read::Known;
use crate::model::words::fits;
use crate::model::{Datum, Evaluation, Look, Percept};
use piaget_terms::Name;
use piaget_text::Fields;
use std::sync::Arc;

/// Matches words; the datum is the word in the pattern's first slot.
#[derive(Clone, Debug)]
pub struct Utterance {
    pattern: String,
}

impl Utterance {
    /// A pattern of words and slots; one that is empty fits everything that is said.
    pub fn new(pattern: &str) -> Self {
        Self { pattern: pattern.to_owned() }
    }

    fn fits(&self, said: &str) -> Option<Datum> {
        let word = if self.pattern.is_empty() { Some(Name::default()) } else { fits(&self.pattern, said) };
        word.map(|word| if word.is_empty() { Datum::Nothing } else { Datum::Word(word) })
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
