//! Claims about the ground under every other: what a creature sees is what is there to be seen.

use crate::claim::Claim;

pub(crate) const CLAIMS: &[Claim] = &[];
