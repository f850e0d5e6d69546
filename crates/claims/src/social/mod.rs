//! Beyond the thesis (Buchsbaum 7.2): what understanding another is good for.

mod movement;

use crate::claim::Claim;

/// Every claim of this group.
pub(crate) fn claims() -> impl Iterator<Item = &'static Claim> {
    [movement::CLAIMS].into_iter().flatten()
}
