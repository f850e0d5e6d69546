//! Buchsbaum 2004: Max the mouse watches Morris.

mod graphs;
mod imitate;
mod motion;
pub(crate) mod onlooker;
mod real;
pub(crate) mod repertoire;
pub(crate) mod show;

use crate::claim::Claim;

/// Every claim of this paper.
pub(crate) fn claims() -> impl Iterator<Item = &'static Claim> {
    [imitate::CLAIMS, graphs::CLAIMS, real::CLAIMS].into_iter().flatten()
}
