//! What words and movements fit what a character file asks for.

use piaget_terms::{BodySense, MovementStage, Name};

/// Whether words fit a pattern: the word in its first slot (`{...}`), or an empty one where it has no slot.
///
/// ```
/// use piaget_mind::model::words::fits;
/// assert_eq!(fits("morris {movement}", "Morris, wave!").unwrap(), "wave");
/// assert!(fits("morris {movement}", "max observe").is_none());
/// ```
pub fn fits(pattern: &str, said: &str) -> Option<Name> {
    fn plain(word: &str) -> &str {
        word.trim_end_matches(['.', ',', '!', '?'])
    }
    let mut found = Name::default();
    let mut words = said.split_whitespace().map(plain);
    for part in pattern.split_whitespace().map(plain) {
        let word = words.next()?;
        if part.starts_with('{') && part.ends_with('}') {
            found = if found.is_empty() { Name::cut(word) } else { found };
        } else if !part.eq_ignore_ascii_case(word) {
            return None;
        }
    }
    words.next().is_none().then_some(found)
}

/// Whether the body reports this stage of a movement; of any movement, if the name is empty.
pub(crate) fn performs(body: &BodySense, name: Name, stage: MovementStage) -> bool {
    body.movement.is_some_and(|movement| is(&name, movement.name) && movement.stage == stage)
}

/// Whether a kind is the one asked for; an empty name asks for any.
pub(crate) fn is(asked: &Name, kind: Name) -> bool {
    asked.is_empty() || *asked == kind
}
