//! The one number that is read off a mind: how much this tick surprises it, in nats.
//!
//! A mind tells it in its report: how improbable the oddest of the tick was over all explanations. The scale is absolute: a
//! likelihood ratio of a thousandth is 6.9 nats for every watcher, thing and scene.

use piaget_mind::Report;

/// Likelihoods below this count as this: 20 nats, more than any threshold that is worth trying.
const LEAST_LIKELIHOOD: f64 = 2.06e-9;

/// How much a tick surprises, over all that is believed.
pub(super) fn nats(report: &Report) -> f64 {
    report.nats.into()
}

/// A likelihood relative to the likeliest, in nats.
pub(super) fn in_nats(likelihood: f64) -> f64 {
    -likelihood.clamp(LEAST_LIKELIHOOD, 1.0).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nats_grow_with_improbability_and_are_bounded() {
        assert_eq!(in_nats(1.0), 0.0);
        assert!((in_nats(1e-3) - 6.908).abs() < 1e-3);
        assert!((in_nats(0.0) - 20.0).abs() < 0.01 && in_nats(0.0) == in_nats(-1.0));
        assert_eq!(nats(&Report::default()), 0.0);
    }
}
