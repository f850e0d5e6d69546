//! Percepts on what others are taken to know of a thing. They match nothing for a character that thinks of nobody's mind.

use crate::classify::read::Known;
use crate::model::{AsksMind, Datum, Evaluation, Look, Percept};
use piaget_terms::Name;
use piaget_text::Fields;
use std::sync::Arc;

/// Matches things by what others know of them; the datum is how many of them it holds for.
#[derive(Clone, Copy, Debug)]
pub struct KnownToOthers {
    /// What is asked.
    pub asks: AsksMind,
    /// Of which kind of creature; of anybody, if the name is empty.
    pub by: Name,
}

impl Percept for KnownToOthers {
    fn examine(&self, look: &Look<'_>) -> Evaluation {
        let Some((thing, minds)) = look.minds else {
            return Evaluation { confidence: 0.0, ..Evaluation::NO };
        };
        let told = self.asks.holds(minds, self.by, (thing, look.record.position));
        let (holds, count) = told.unwrap_or((false, 0));
        Evaluation::is(holds, look.record.confidence, Datum::Number(count as f32))
    }
}

/// `knows "dog-knows" by="dog" within=1`, and so on.
pub fn read(node: &mut Fields<'_>, _: &Known<'_>) -> Option<Arc<dyn Percept>> {
    let (asks, by) = (AsksMind::read(node)?, node.name("by").unwrap_or_default());
    Some(Arc::new(KnownToOthers { asks, by }))
}
