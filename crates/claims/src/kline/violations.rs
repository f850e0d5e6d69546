//! When an expectation is violated, and what becomes of it (Kline 2.2 and 3.3).

use super::watch::{Eye, Told, Watch};
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::figure::{self, Labels, Series};
use crate::run::{Run, Trial};
use crate::statistics;
use piaget_mind::model::expectation::Output;
use piaget_terms::Vec2;

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "kline.jump",
        source: "Kline 3.3",
        says: "A cube that is transported in full view violates the expectation of where it is; one that moves steadily does \
               not, and one whose acceleration changes of a sudden does.",
        metric: "share of transports in view with a violation within 3 ticks",
        bar: Bar::AtLeast(0.99),
        trials: Trials { full: 300, quick: 20 },
        run: jump,
    },
    Claim {
        id: "kline.terrace",
        source: "Kline 2.2.3",
        says: "Whoever is very sure of a thing that vanishes in view is first in disbelief, surprised and confused, then surprised \
               and confused, then confused, and then accepts it.",
        metric: "share of trials with exactly this order",
        bar: Bar::AtLeast(0.95),
        trials: Trials { full: 200, quick: 10 },
        run: terrace,
    },
    Claim {
        id: "kline.disbelief",
        source: "Kline 2.2.3 and 3.2.4",
        says: "While it is in disbelief, a creature goes on with what it expected and not with what it sees.",
        metric: "share of ticks in disbelief in which the mind is told the expectation",
        bar: Bar::AtLeast(0.999),
        trials: Trials { full: 200, quick: 10 },
        run: disbelief,
    },
];

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

fn terrace(run: &Run<'_>) -> Result<Measured, String> {
    let trials = run.try_each(|trial| {
        let (mut watch, _) = familiar(trial, 4.0)?;
        let (mut order, mut trace) = (Vec::new(), Vec::new());
        watch.play(
            20.0,
            |_| Vec::new(),
            |watch, t| {
                let Some(belief) = watch.belief("cube") else { return };
                let track = &belief.expectation.tracks[0];
                let count = track.violations.count();
                if order.last() != Some(&count) {
                    order.push(count);
                }
                trace.push((f64::from(t), f64::from(track.confidence.value), f64::from(count)));
            },
        );
        Ok((order == [3, 2, 1, 0], trace))
    })?;
    let held: Vec<bool> = trials.iter().map(|(held, _)| *held).collect();
    let rate = statistics::rate_of(&held);
    let trace = &trials[0].1;
    let line = |name: &str, of: fn(&(f64, f64, f64)) -> f64| {
        Series::new(name, trace.iter().map(|point| (point.0, of(point))).collect())
    };
    let lines = [line("confidence", |p| p.1), line("kinds of violation / 3", |p| p.2 / 3.0)];
    let labels = Labels { title: "A cube vanishes in view", x: "time (s)", y: "" };
    Ok(Measured::new(rate.value).detail("wilson_low", rate.low).figure(figure::lines(labels, &lines, None)))
}

fn disbelief(run: &Run<'_>) -> Result<Measured, String> {
    let trials = run.try_each(|trial| {
        let (mut watch, cube) = familiar(trial, 4.0)?;
        let there = cube.at(elsewhere(&mut watch, &cube, 1.5));
        let (mut disbelieving, mut told, mut believed, mut shown) = (0, 0, 0, 0);
        watch.play(
            15.0,
            |_| vec![there.clone()],
            |watch, _| {
                let Some(belief) = watch.belief("cube") else { return };
                let expectation = &belief.expectation;
                let is_there = belief.now.position.distance(there.at) < 1e-3;
                if expectation.tracks[0].violations.disbelief {
                    disbelieving += 1;
                    let expected = expectation.foretold(&watch.mind.character().expect.features, 0.0);
                    let is_expected = expected.is_some_and(|at| at.distance(belief.now.position) < 1e-3);
                    told += u32::from(is_expected && !is_there && expectation.output == Output::Expectation);
                } else {
                    believed += 1;
                    shown += u32::from(is_there);
                }
            },
        );
        Ok([disbelieving, told, believed, shown].map(f64::from))
    })?;
    let sum = |at: usize| trials.iter().map(|trial| trial[at]).sum::<f64>();
    let entered = trials.iter().filter(|trial| trial[0] > 0.0).count();
    Ok(Measured::new(sum(1) / sum(0))
        .require(
            "trials that came to disbelief",
            statistics::rate(entered, trials.len()).value,
            Bar::AtLeast(0.95),
        )
        .require(
            "ticks after it in which the mind is told what is seen",
            sum(3) / sum(2),
            Bar::AtLeast(0.999),
        )
        .detail("mean_ticks_in_disbelief", sum(0) / trials.len() as f64))
}
