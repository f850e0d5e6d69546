//! The one arithmetic behind drives (Kline 3.2), emotions (Kline 3.3) and autonomic variables (Buchsbaum 5.6.1):
//! a level that fades towards a drift point while inputs push it, `x' = a x + b`.

use crate::model::Term;
use piaget_terms::maths;
use serde::{Deserialize, Serialize};

/// How a level follows its inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Integration {
    /// Rates are per second and integrated exactly over the tick; impulses are added once.
    #[default]
    PerSecond,
    /// Kline 3.2 and 3.3 word for word: every input is added in full in every tick and the feedback gain is per
    /// tick. Behaviour then depends on the length of a tick; kept to compare.
    AsPrinted,
}

/// How fast a level forgets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fading {
    /// The fraction that is left after one second (after one tick, as printed). 1 never fades: a drive. Below 1
    /// fades: an emotion. Above 1 runs away, until the bound holds it.
    Keep(f32),
    /// The same, taken from another value.
    KeepValue(Term),
}

/// The settings of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// What it is at birth.
    pub start: f32,
    /// How fast it goes to the drift point.
    pub fading: Fading,
    /// Where it goes in the absence of any input.
    pub drift_to: Term,
}

/// What pushes a level in one tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Push {
    /// Sum of the inputs that last, per second.
    pub rate: f32,
    /// Sum of the inputs that happen once.
    pub impulse: f32,
}

/// How far a level moves in one tick.
pub(super) fn change(
    x: f32,
    drift_to: f32,
    keep: f32,
    push: Push,
    tick_s: f32,
    integration: Integration,
) -> f32 {
    match integration {
        Integration::AsPrinted => (keep - 1.0) * (x - drift_to) + push.rate + push.impulse,
        Integration::PerSecond if keep <= 0.0 => drift_to - x + push.impulse,
        Integration::PerSecond => {
            // dx/dt = -k (x - drift) + rate, solved over the tick. `exp_m1` because k * tick is tiny, and
            // 1 - exp() of a tiny number would lose most of its digits.
            let k = -maths::ln(keep);
            let faded = -maths::exp_m1(-k * tick_s);
            let reach_s = if k.abs() < 1e-12 { tick_s } else { faded / k };
            (drift_to - x) * faded + push.rate * reach_s + push.impulse
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn run(x: f32, drift: f32, keep: f32, rate: f32, seconds: u32, hertz: u32) -> f32 {
        let tick_s = 1.0 / hertz as f32;
        (0..seconds * hertz).fold(x, |x, _| {
            x + change(x, drift, keep, Push { rate, impulse: 0.0 }, tick_s, Integration::PerSecond)
        })
    }

    proptest! {
        #[test]
        fn a_drive_grows_as_its_closed_form_at_any_tick_length(
            start in -1.0f32..1.0, growth in 0.0f32..0.5, stimulus in 0.0f32..0.5, seconds in 1u32..60,
        ) {
            let expected = start + (growth - stimulus) * seconds as f32;
            for hertz in [10, 30, 60] {
                let found = run(start, 0.0, 1.0, growth - stimulus, seconds, hertz);
                prop_assert!((found - expected).abs() < 2e-3 * (1.0 + expected.abs()), "{hertz} Hz: {found}, {expected}");
            }
        }

        #[test]
        fn an_emotion_decays_as_its_closed_form_at_any_tick_length(
            start in -1.0f32..1.0, keep in 0.05f32..0.99, bias in -0.5f32..0.5, drift in -1.0f32..1.0,
            seconds in 1u32..60,
        ) {
            let (k, t) = (-f64::from(keep).ln(), f64::from(seconds));
            let rest = f64::from(drift) + f64::from(bias) / k;
            let expected = (rest + (f64::from(start) - rest) * (-k * t).exp()) as f32;
            for hertz in [10, 30, 60] {
                let found = run(start, drift, keep, bias, seconds, hertz);
                prop_assert!((found - expected).abs() < 2e-3 * (1.0 + expected.abs()), "{hertz} Hz: {found}, {expected}");
            }
        }
    }

    #[test]
    fn as_printed_is_kline_3_3_and_depends_on_the_tick() {
        let push = Push { rate: 0.1, impulse: 0.2 };
        let printed = change(0.5, 0.0, 0.9, push, 0.1, Integration::AsPrinted) + 0.5;
        assert!((printed - (0.5 * 0.9 + 0.1 + 0.2)).abs() < 1e-6);
        let other_tick = change(0.5, 0.0, 0.9, push, 0.02, Integration::AsPrinted) + 0.5;
        assert_eq!(printed, other_tick, "as printed, a tick counts whatever its length");
    }
}
