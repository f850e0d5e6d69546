//! What our mind holds, as rows that are scored.

use super::truth::Row;
use crate::metrics::Tables;
use piaget_mind::Mind;
use piaget_terms::Name;

/// A row for each thing of a kind that a mind holds to be there. Where it is, is told as long as the mind holds that it is rather
/// within the reach of a match than not; a thing that may be anywhere is held, and has no place.
pub(super) fn rows<'a>(mind: &'a Mind, kind: Name, frame: usize) -> impl Iterator<Item = Row> + 'a {
    let explain = &mind.character().believe.explain;
    let beliefs = mind.view().beliefs().iter();
    beliefs.filter(move |belief| belief.now.kind == kind && belief.is_held()).map(move |belief| {
        let at = belief.estimate(explain);
        let at = match belief.is_placed(explain, Tables::REACH_M as f32) {
            true => [at.x.into(), at.y.into()],
            false => [f64::NAN; 2],
        };
        Row { frame, id: belief.id.0.into(), at, seen: belief.seen_as.is_some() }
    })
}
