//! The one number that is read off a mind: how much this tick surprises it, in nats.
//!
//! A mind tells three likelihoods of a tick in its report. Each becomes nats as minus its logarithm, and the largest counts:
//!
//! - the place of a thing that was found again, or that is not where it was expected, relative to the best place (Isla 1.8);
//! - one less the mass of a map that was looked at in vain (Isla 1.9);
//! - the least likely measurement of an expected feature, or the place of a thing that came out of thin air (Kline 3.2).
//!
//! The scale is absolute: a likelihood ratio of a thousandth is 6.9 nats for every watcher, thing and scene.

use piaget_mind::Report;
use piaget_mind::report::BeliefReport;

/// Likelihoods below this count as this: 20 nats, more than any threshold that is worth trying.
const LEAST_LIKELIHOOD: f64 = 2.06e-9;

/// How much a tick surprises, over all that is believed.
pub(super) fn nats(report: &Report) -> f64 {
    report.beliefs.iter().map(of_belief).fold(0.0, f64::max)
}

fn of_belief(belief: &BeliefReport) -> f64 {
    let place = belief.place.map_or(1.0, |place| (1.0 - place.surprise()).min(1.0 - place.confusion));
    let expected = belief.expected.and_then(|expected| expected.likelihood).unwrap_or(1.0);
    in_nats(place.min(expected).into())
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
