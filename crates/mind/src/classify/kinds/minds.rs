//! Percepts on what others are taken to know of a thing. They match nothing for a character that thinks of nobody's mind.

use crate::classify::read::Known;
use crate::model::{Datum, Evaluation, Look, OtherMind, Percept};
use piaget_terms::Name;
use piaget_text::Fields;
use std::sync::Arc;

/// What is asked of others about the thing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Asks {
    /// Somebody expects it where it is, within so many metres.
    Knows(f32),
    /// Nobody does.
    Unaware(f32),
    /// Somebody has seen it within so many seconds.
    HasSeen(f32),
    /// Somebody sees it and looks its way, within so many radians.
    LooksAt(f32),
}

/// Matches things by what others know of them; the datum is how many of them it holds for.
#[derive(Clone, Copy, Debug)]
pub struct KnownToOthers {
    /// What is asked.
    pub asks: Asks,
    /// Of which kind of creature; of anybody, if the name is empty.
    pub by: Name,
}

impl Percept for KnownToOthers {
    fn examine(&self, look: &Look<'_>) -> Evaluation {
        let Some((thing, minds)) = look.minds else {
            return Evaluation { confidence: 0.0, ..Evaluation::NO };
        };
        let at = look.record.position;
        let holds = |mind: &&OtherMind| match self.asks {
            Asks::Knows(within_m) | Asks::Unaware(within_m) => mind.knows(thing, at, within_m),
            Asks::HasSeen(within_s) => mind.has_seen(thing, within_s),
            Asks::LooksAt(within_rad) => mind.looks_at(thing, at, within_rad),
        };
        let mut asked = 0;
        let of_kind = minds.iter().filter(|mind| self.by.is_empty() || mind.kind == self.by);
        // Nobody looks at or knows of himself.
        let others = of_kind.filter(|mind| mind.of != thing).inspect(|_| asked += 1);
        let count = others.filter(holds).count();
        let matched = match self.asks {
            Asks::Unaware(_) => asked > 0 && count == 0,
            _ => count > 0,
        };
        Evaluation::is(matched, look.record.confidence, Datum::Number(count as f32))
    }
}

fn read(node: &mut Fields<'_>, asks: Asks) -> Option<Arc<dyn Percept>> {
    let by = node.name("by").unwrap_or_default();
    Some(Arc::new(KnownToOthers { asks, by }))
}

fn near(node: &mut Fields<'_>) -> f32 {
    node.number("within", 0.0..=1e4).unwrap_or(1.0)
}

/// `knows "dog-knows" by="dog" within=1`
pub fn read_knows(node: &mut Fields<'_>, _: &Known<'_>) -> Option<Arc<dyn Percept>> {
    let within_m = near(node);
    read(node, Asks::Knows(within_m))
}

/// `unaware "secret"`
pub fn read_unaware(node: &mut Fields<'_>, _: &Known<'_>) -> Option<Arc<dyn Percept>> {
    let within_m = near(node);
    read(node, Asks::Unaware(within_m))
}

/// `has-seen "dog-saw" by="dog" within=30`
pub fn read_has_seen(node: &mut Fields<'_>, _: &Known<'_>) -> Option<Arc<dyn Percept>> {
    let within_s = node.number("within", 0.0..=1e7).unwrap_or(f32::MAX);
    read(node, Asks::HasSeen(within_s))
}

/// `looks-at "dog-looks" within=20`
pub fn read_looks_at(node: &mut Fields<'_>, _: &Known<'_>) -> Option<Arc<dyn Percept>> {
    let within_rad = node.number("within", 0.0..=180.0).unwrap_or(20.0).to_radians();
    read(node, Asks::LooksAt(within_rad))
}
