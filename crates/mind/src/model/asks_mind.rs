//! What may be asked of others' minds about a thing: the same for percepts and for conditions.

use super::{BeliefId, OtherMind};
use piaget_terms::{Name, Vec3};
use piaget_text::Fields;
use serde::{Deserialize, Serialize};

/// What is asked of others about a thing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum AsksMind {
    /// Somebody expects it where the creature itself believes it to be, within so many metres.
    Knows(f32),
    /// Nobody does: they know of no such thing, or expect it elsewhere.
    Unaware(f32),
    /// Somebody has seen it within so many seconds.
    HasSeen(f32),
    /// Somebody sees it and looks its way, within so many radians.
    LooksAt(f32),
}

impl AsksMind {
    /// Reads `knows … within=1`, by the node's own word; a metre, any time or 20 degrees where nothing is said.
    pub(crate) fn read(node: &mut Fields<'_>) -> Option<Self> {
        match node.node_name() {
            "knows" => Some(Self::Knows(near(node))),
            "unaware" => Some(Self::Unaware(near(node))),
            "has-seen" => Some(Self::HasSeen(node.number("within", 0.0..=1e7).unwrap_or(f32::MAX))),
            "looks-at" => {
                let degrees = node.number("within", 0.0..=180.0).unwrap_or(20.0);
                Some(Self::LooksAt(degrees.to_radians()))
            }
            _ => None,
        }
    }

    /// Whether it holds of a thing that the creature believes to be at a place, and for how many of those who are asked: all
    /// of a kind, or all, but the thing itself. `None` where nobody is asked.
    pub(crate) fn holds(
        self,
        minds: &[OtherMind],
        by: Name,
        (what, at): (BeliefId, Vec3),
    ) -> Option<(bool, u32)> {
        let (mut asked, mut count) = (0, 0);
        for mind in of_kind(minds, by).filter(|mind| mind.of != what) {
            let holds = match self {
                Self::Knows(within_m) | Self::Unaware(within_m) => mind.knows(what, at, within_m),
                Self::HasSeen(within_s) => mind.has_seen(what, within_s),
                Self::LooksAt(within_rad) => mind.looks_at(what, at, within_rad),
            };
            (asked, count) = (asked + 1, count + u32::from(holds));
        }
        let holds = if matches!(self, Self::Unaware(_)) { count == 0 } else { count > 0 };
        (asked > 0).then_some((holds, count))
    }
}

/// How near counts as the same place; a metre where nothing is said.
pub(crate) fn near(node: &mut Fields<'_>) -> f32 {
    node.number("within", 0.0..=1e4).unwrap_or(1.0)
}

/// Those of a kind, or all where the name is empty.
pub(crate) fn of_kind(minds: &[OtherMind], kind: Name) -> impl Iterator<Item = &OtherMind> {
    minds.iter().filter(move |mind| kind.is_empty() || mind.kind == kind)
}
