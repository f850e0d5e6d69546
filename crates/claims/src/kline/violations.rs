//! When an expectation is violated (Kline 2.2 and 3.3).

use super::watch::{Eye, Told, Watch};
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::run::{Run, Trial};
use crate::statistics;
use piaget_terms::Vec2;

pub(crate) const CLAIMS: &[Claim] = &[Claim {
    id: "kline.jump",
    source: "Kline 3.3",
    says: "A cube that is transported in full view violates the expectation of where it is; one that moves steadily does \
               not, and one whose acceleration changes of a sudden does.",
    metric: "share of transports in view with a violation within 3 ticks",
    bar: Bar::AtLeast(0.99),
    trials: Trials { full: 300, quick: 20 },
    run: jump,
}];

const WALKER: (&str, &str) = ("walker", "");

/// A cube somewhere in view that has been watched until the creature is sure of it.
fn familiar(trial: Trial, seconds: f32) -> Result<(Watch, Told), String> {
    let mut watch = Watch::new(WALKER, Vec::new(), Eye::CLEAN, trial)?;
    let cube = Told::new(1, "cube", watch.somewhere(4.0, 12.0, 0.6));
    let more_s = watch.chance.between(0.0, 3.0);
    watch.wait(seconds + more_s, |_| vec![cube.clone()]);
    Ok((watch, cube))
}

/// Another place in view, at least so far away.
fn elsewhere(watch: &mut Watch, from: &Told, least_m: f32) -> Vec2 {
    loop {
        let place = watch.somewhere(4.0, 14.0, 0.8);
        if place.distance(Vec2::new(from.at.x, from.at.z)) >= least_m {
            return place;
        }
    }
}

/// How hard something brakes or hurries of a sudden: as a car does in an emergency, or twice as hard.
const SUDDEN_M_PER_S2: (f32, f32) = (8.0, 16.0);

fn jump(run: &Run<'_>) -> Result<Measured, String> {
    let jumps = run.try_each(|trial| {
        let (mut watch, cube) = familiar(trial, 2.0)?;
        let there = cube.at(elsewhere(&mut watch, &cube, 1.0));
        let mut noticed = false;
        for _ in 0..3 {
            watch.pass(std::slice::from_ref(&there));
            noticed |= watch.violations() > 0;
        }
        Ok(noticed)
    })?;
    // Across the view from left to right or back, at any speed up to 3 m/s.
    let steady = run.try_each(|trial| {
        let mut watch = Watch::new(WALKER, Vec::new(), Eye::CLEAN, trial)?;
        let (cube, velocity) = crossing(&mut watch, 0.0, 3.0);
        let mut odd = false;
        let seconds = (8.0 / velocity.length()).min(8.0);
        watch.play(
            seconds,
            |t| vec![cube.at(place(&cube) + velocity * t)],
            |watch, t| odd |= t > 1.0 && watch.violations() > 0,
        );
        Ok(!odd)
    })?;
    // The same, and then it stands still, goes back where it came from, or begins to brake or to hurry of a sudden.
    let sudden = run.try_each(|trial| {
        let mut watch = Watch::new(WALKER, Vec::new(), Eye::CLEAN, trial)?;
        let (cube, velocity) = crossing(&mut watch, 1.5, 3.0);
        watch.wait(2.0, |t| vec![cube.at(place(&cube) + velocity * t)]);
        let from = place(&cube) + velocity * 2.0;
        let ahead = velocity.normalize() * watch.chance.between(SUDDEN_M_PER_S2.0, SUDDEN_M_PER_S2.1);
        let changes =
            [(Vec2::ZERO, Vec2::ZERO), (-velocity, Vec2::ZERO), (velocity, -ahead), (velocity, ahead)];
        let (after, more) = changes[watch.chance.below(changes.len() as u32) as usize];
        let mut odd = false;
        let world = |t: f32| vec![cube.at(from + after * t + more * (0.5 * t * t))];
        watch.play(1.0, world, |watch, _| odd |= watch.violations() > 0);
        Ok(odd)
    })?;
    let rate = statistics::rate_of(&jumps);
    let quiet = statistics::rate_of(&steady);
    Ok(Measured::new(rate.value)
        .detail("wilson_low", rate.low)
        .require(
            "steady motion up to 3 m/s without violation after the first second",
            quiet.value,
            Bar::AtLeast(0.99),
        )
        .require(
            "sudden stops, turns and changes of acceleration with a violation within 1 s",
            statistics::rate_of(&sudden).value,
            Bar::AtLeast(0.99),
        ))
}

/// A cube that crosses the view: where it begins, and how it moves.
fn crossing(watch: &mut Watch, least: f32, most: f32) -> (Told, Vec2) {
    let speed = watch.chance.between(least.max(0.05), most);
    let side = if watch.chance.happens(0.5) { 1.0 } else { -1.0 };
    let depth = watch.chance.between(0.0, 6.0);
    let cube = Told::new(1, "cube", Vec2::new(-4.0 * side, depth));
    let slant = watch.chance.between(-0.3, 0.3);
    (cube, Vec2::new(side, slant).normalize() * speed)
}

fn place(thing: &Told) -> Vec2 {
    Vec2::new(thing.at.x, thing.at.z)
}
