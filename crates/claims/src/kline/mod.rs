//! Claims of Kline's thesis: what a creature that only reacts lacks, and what expectations give it.

mod contingency;
mod disbelief;
mod ghosts;
mod grounding;
mod habits;
mod pursuit;
mod reactive;
mod second;
mod showing;
mod violations;
mod voe;
mod watch;

use crate::claim::Claim;

/// Every claim of this paper, in the order in which people read them.
pub(crate) const CLAIMS: &[&[Claim]] = &[
    reactive::CLAIMS,
    pursuit::CLAIMS,
    violations::CLAIMS,
    disbelief::CLAIMS,
    grounding::CLAIMS,
    ghosts::CLAIMS,
    habits::CLAIMS,
    showing::CLAIMS,
    second::CLAIMS,
    contingency::CLAIMS,
    voe::CLAIMS,
];
