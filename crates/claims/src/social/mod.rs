//! Beyond the thesis (Buchsbaum 7.2): what understanding another is good for.

mod feeling;
mod help;
mod movement;
mod predict;
mod tool;

use crate::claim::Claim;

/// Every claim of this group.
pub(crate) fn claims() -> impl Iterator<Item = &'static Claim> {
    let understanding = [predict::CLAIMS, feeling::CLAIMS, help::CLAIMS, tool::CLAIMS];
    [movement::CLAIMS].into_iter().chain(understanding).flatten()
}
