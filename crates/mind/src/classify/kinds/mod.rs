//! The kinds of percepts that come with the library, and the door through which others come in.

pub mod derived;
pub mod minds;
pub mod space;
pub mod symbolic;
pub mod utterance;

use super::read::PerceptReader;

/// The percept kinds that a character file may use: each a word and a reader.
///
/// ```
/// use piaget_mind::{classify::PerceptKinds, model::{Datum, Evaluation, Look, Percept}};
/// use std::sync::Arc;
///
/// #[derive(Debug)]
/// struct High(f32);
/// impl Percept for High {
///     fn examine(&self, look: &Look<'_>) -> Evaluation {
///         Evaluation::is(look.record.position.y > self.0, 1.0, Datum::Number(look.record.position.y))
///     }
/// }
///
/// let kinds = PerceptKinds::default().with("high", |fields, _| {
///     Some(Arc::new(High(fields.number("above", 0.0..=100.0)?)))
/// });
/// assert!(kinds.words().any(|word| word == "high"));
/// ```
#[derive(Clone)]
pub struct PerceptKinds(Vec<(&'static str, PerceptReader)>);

impl Default for PerceptKinds {
    fn default() -> Self {
        Self(vec![
            ("kind", symbolic::read_kind),
            ("colour", symbolic::read_colour),
            ("shape", symbolic::read_shape),
            ("holding", symbolic::read_holding),
            ("feature", symbolic::read_feature),
            ("seen", symbolic::read_seen),
            ("location", space::read_location),
            ("motion", space::read_motion),
            ("proximity", space::read_proximity),
            ("pose", space::read_pose),
            ("utterance", utterance::read),
            ("knows", minds::read),
            ("unaware", minds::read),
            ("has-seen", minds::read),
            ("looks-at", minds::read),
            ("on-list", derived::read_on_list),
            ("was", derived::read_was),
            ("all", derived::read_all),
            ("any", derived::read_any),
            ("not", derived::read_not),
        ])
    }
}

impl PerceptKinds {
    /// With one more kind; a reader of the same word is replaced.
    pub fn with(mut self, word: &'static str, reader: PerceptReader) -> Self {
        self.0.retain(|(known, _)| *known != word);
        self.0.push((word, reader));
        self
    }

    /// The words that files may use.
    pub fn words(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|(word, _)| *word)
    }

    /// The reader of a word.
    pub fn reader(&self, word: &str) -> Option<PerceptReader> {
        self.0.iter().find(|(known, _)| *known == word).map(|(_, reader)| *reader)
    }
}
