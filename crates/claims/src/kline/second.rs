//! Expectations of the second order (Kline 4.2.1): what repeats itself is foretold better than by going straight on.

use super::watch::{Eye, Told, Watch};
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::run::{Run, Trial};
use crate::statistics;
use piaget_terms::{Vec2, maths};

pub(crate) const CLAIMS: &[Claim] = &[Claim {
    id: "expect.pattern",
    source: "Kline 4.2.1",
    says: "Whoever has watched a thing circle or zigzag for five periods foretells where it will be half a second later with less \
           than a third of the error of the best plain Kalman estimate.",
    metric: "error of the repetition by that of the best plain estimate, circles",
    bar: Bar::AtMost(0.333),
    trials: Trials { full: 100, quick: 4 },
    run: pattern,
}];

const AHEAD_S: f32 = 0.5;
/// Plain estimates, from stiff to loose, whose acceleration fades soon or hardly at all. The best of them is compared with.
const PLAIN: [&str; 5] = [
    "expect max-deviations=12 { feature \"position\" noise=0.03 jerk=0.5 }",
    "expect max-deviations=12 { feature \"position\" noise=0.03 jerk=20 }",
    "expect max-deviations=12 { feature \"position\" noise=0.03 jerk=20 acceleration-fades=1000 }",
    "expect max-deviations=12 { feature \"position\" noise=0.03 jerk=200 acceleration-fades=1000 }",
    "expect max-deviations=12 { feature \"position\" noise=0.03 jerk=2000 acceleration-fades=1000 }",
];
const REPEATING: &str = "expect max-deviations=12 { \
                         feature \"position\" noise=0.03 jerk=20 { repeats sample=0.05 longest=5 ahead=0.5 } \
                         }";

fn pattern(run: &Run<'_>) -> Result<Measured, String> {
    let mut measured = Measured::default();
    for (shape, path) in [("circles", circle as fn(f32) -> Vec2), ("zigzags", zigzag)] {
        let error = |more: &'static str| -> Result<f64, String> {
            let errors = run.try_each(|trial| error(trial, more, path))?;
            Ok(statistics::mean(&errors).value)
        };
        let plain = PLAIN.iter().map(|more| error(more)).collect::<Result<Vec<_>, _>>()?;
        let best = plain.into_iter().fold(f64::INFINITY, f64::min);
        let repeating = error(REPEATING)?;
        measured = measured
            .detail(format!("plain_{shape}_m"), best)
            .detail(format!("repeating_{shape}_m"), repeating);
        match shape {
            "circles" => measured.value = repeating / best,
            _ => measured = measured.require("the same, zigzags", repeating / best, Bar::AtMost(0.333)),
        }
    }
    Ok(measured)
}

/// Once around in one period.
fn circle(phase: f32) -> Vec2 {
    maths::ground(maths::direction(phase * std::f32::consts::TAU))
}

/// To and fro in one period, with sharp turns.
fn zigzag(phase: f32) -> Vec2 {
    let part = phase.rem_euclid(1.0);
    Vec2::new(if part < 0.5 { 4.0 * part - 1.0 } else { 3.0 - 4.0 * part }, 0.0)
}

/// The mean distance between what was foretold and what came, over a period after five.
fn error(trial: Trial, more: &str, path: fn(f32) -> Vec2) -> Result<f64, String> {
    let mut watch = Watch::new(("walker", more), Vec::new(), Eye { detection: 1.0, noise_m: 0.01 }, trial)?;
    let (period_s, size_m) = (watch.chance.between(2.0, 4.0), watch.chance.between(0.8, 2.0));
    let middle = Vec2::new(0.0, watch.chance.between(-2.0, 4.0));
    let place = |t: f32| middle + path(t / period_s) * size_m;
    let thing = Told::new(1, "cube", middle);
    let (mut total, mut count) = (0.0, 0.0);
    watch.play(
        6.0 * period_s,
        |t| vec![thing.at(place(t))],
        |watch, t| {
            if t < 5.0 * period_s {
                return;
            }
            let belief = watch.belief("cube");
            let foretold = belief.and_then(|belief| {
                belief.expectation.foretold(&watch.mind.character().expect.features, AHEAD_S)
            });
            total += foretold
                .map_or(f64::INFINITY, |at| f64::from(maths::ground(at).distance(place(t + AHEAD_S))));
            count += 1.0;
        },
    );
    Ok(total / count)
}
