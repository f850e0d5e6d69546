//! Claims of Kline's thesis.

use crate::claim::{Bar, Claim, Measured, Trials};
use crate::figure::{self, Labels, Series};
use crate::run::{Run, Trial};
use crate::{scene, statistics};
use piaget_sim::words;

pub(crate) const CLAIMS: &[Claim] = &[Claim {
    id: "kline.reactive.stops",
    source: "Kline 1.1.1 and 3.3 (without expectations)",
    says: "A creature that only reacts to what it sees stops when the cube it approaches passes behind a wall, and goes \
           on when the cube comes out.",
    metric: "share of trials in which it walked, stood and walked again",
    bar: Bar::AtLeast(0.95),
    trials: Trials { full: 200, quick: 10 },
    run: reactive_stops,
}];

/// How long a body may take to come to rest, or to get going.
const SETTLE_S: f64 = 0.5;
/// Slower than this is standing.
const STANDING_M_PER_S: f64 = 0.05;
/// Faster than this is walking.
const WALKING_M_PER_S: f64 = 0.3;

/// The walker's speed over time, and when the cube was out of its sight.
struct Walk {
    /// Time and speed, tick by tick.
    speeds: Vec<(f64, f64)>,
    /// When it lost the cube, and saw it again.
    hidden: (f64, f64),
}

fn reactive_stops(run: &Run<'_>) -> Result<Measured, String> {
    let walks = run.try_each(walk)?;
    let before: Vec<f64> =
        walks.iter().map(|walk| walk.mean_speed(SETTLE_S, walk.hidden.0 - SETTLE_S)).collect();
    let during: Vec<f64> = walks.iter().map(|w| w.mean_speed(w.hidden.0 + SETTLE_S, w.hidden.1)).collect();
    let after: Vec<f64> = walks
        .iter()
        .map(|walk| walk.mean_speed(walk.hidden.1 + SETTLE_S, walk.hidden.1 + SETTLE_S + 1.0))
        .collect();
    let each = before.iter().zip(&during).zip(&after);
    let stopped: Vec<bool> = each
        .map(|((before, during), after)| {
            *before > WALKING_M_PER_S && *during < STANDING_M_PER_S && *after > WALKING_M_PER_S
        })
        .collect();
    let rate = statistics::rate_of(&stopped);
    let hidden: Vec<f64> = walks.iter().map(|walk| walk.hidden.1 - walk.hidden.0).collect();
    let labels =
        Labels { title: "Speed of the reactive creature (three trials)", x: "time (s)", y: "speed (m/s)" };
    let lines: Vec<Series> = walks.iter().take(3).enumerate().map(|(at, walk)| walk.series(at)).collect();
    Ok(Measured::new(rate.value)
        .detail("wilson_low", rate.low)
        .detail("median_speed_before_m_per_s", statistics::median(&before))
        .detail("median_speed_hidden_m_per_s", statistics::median(&during))
        .detail("median_speed_after_m_per_s", statistics::median(&after))
        .detail("median_hidden_s", statistics::median(&hidden))
        .figure(figure::lines(labels, &lines, None)))
}

/// Plays Kline's square up to where the cube is transported.
fn walk(trial: Trial) -> Result<Walk, String> {
    // The claim is about the reactive creature, whoever else plays this scenario.
    let mut simulation =
        scene::simulation("square", trial, &["creature.walker.character=characters/reactive.kdl"])?;
    let mut speeds = Vec::new();
    // At the wall's edge the cube may flicker; it is hidden while it is out of sight for longest.
    let (mut lost, mut hidden) = (None, (f64::NAN, f64::NAN));
    let mut jumped = false;
    while !simulation.is_over() && !jumped {
        for happening in simulation.step() {
            if scene::is(happening, "walker", words::LOSES, "cube") {
                lost = Some(happening.t);
            } else if scene::is(happening, "walker", words::SEES, "cube")
                && let Some(lost) = lost.take()
                && !(happening.t - lost <= hidden.1 - hidden.0)
            {
                hidden = (lost, happening.t);
            }
            jumped |= happening.event == words::EVENT && happening.about == "jumps";
        }
        let body = simulation.world().named("walker").and_then(|id| simulation.world().creature(id));
        let body = body.ok_or("the walker is gone")?;
        speeds.push((simulation.time_s(), f64::from(body.velocity.length())));
    }
    Ok(Walk { speeds, hidden })
}

impl Walk {
    /// The mean speed between two times; not a number if there was no such time.
    fn mean_speed(&self, from_s: f64, to_s: f64) -> f64 {
        let within = self.speeds.iter().filter(|(t, _)| (from_s..to_s).contains(t));
        statistics::mean(&within.map(|(_, speed)| *speed).collect::<Vec<_>>()).value
    }

    fn series(&self, trial: usize) -> Series {
        let (lost, found) = self.hidden;
        Series::new(format!("trial {}: hidden {lost:.1} to {found:.1} s", trial + 1), self.speeds.clone())
    }
}
