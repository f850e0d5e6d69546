//! Buchsbaum 2004: Max the mouse watches Morris.

mod basics;
mod graphs;
mod identify;
mod imitate;
pub(crate) mod mice;
mod motion;
pub(crate) mod onlooker;
mod real;
pub(crate) mod repertoire;
pub(crate) mod show;
mod things;

use crate::claim::Claim;

/// Every claim of this paper.
pub(crate) fn claims() -> impl Iterator<Item = &'static Claim> {
    let watching = [imitate::CLAIMS, graphs::CLAIMS, real::CLAIMS];
    let understanding = [basics::CLAIMS, identify::CLAIMS, things::CLAIMS];
    watching.into_iter().chain(understanding).flatten()
}
