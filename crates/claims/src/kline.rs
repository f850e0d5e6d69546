//! Claims of Kline's thesis.

use crate::claim::Claim;

pub(crate) const CLAIMS: &[Claim] = &[];
