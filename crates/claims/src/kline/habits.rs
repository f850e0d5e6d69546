//! What happens again and again no longer surprises (Kline 2.2.2).

use super::watch::{Eye, Told, Watch};
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::figure::{self, Column, Labels};
use crate::run::{Run, Trial};
use crate::statistics;
use piaget_terms::Vec2;

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "kline.habituation",
        source: "Kline 2.2.2",
        says: "An oddity that is repeated brings fewer and fewer violations; a firefly that blinks stops surprising, and still \
               surprises when it bursts into flame.",
        metric: "violations of the 10th repetition by those of the 1st",
        bar: Bar::AtMost(0.333),
        trials: Trials { full: 100, quick: 5 },
        run: habituation,
    },
    Claim {
        id: "expect.prior",
        source: "Kline 4.2.1",
        says: "The second desk that moves surprises less than the first, because desks do that; where things stand for themselves \
               alone, it does not; and the habit dies when desks stand still for long.",
        metric: "share of trials in which the second desk brings fewer violations",
        bar: Bar::AtLeast(0.95),
        trials: Trials { full: 100, quick: 5 },
        run: prior,
    },
];

const REPETITIONS: usize = 10;

fn habituation(run: &Run<'_>) -> Result<Measured, String> {
    let jumps = run.try_each(transported)?;
    let fireflies = run.try_each(firefly)?;
    let total = |time: usize| jumps.iter().map(|trial| f64::from(trial[time])).sum::<f64>();
    let share =
        |of: fn(&Firefly) -> bool| statistics::rate_of(&fireflies.iter().map(of).collect::<Vec<_>>()).value;
    let columns: Vec<Column> = (0..REPETITIONS)
        .map(|time| Column::new((time + 1).to_string(), total(time) / jumps.len() as f64))
        .collect();
    let labels =
        Labels { title: "Violations by repetition of the same oddity", x: "repetition", y: "violations" };
    Ok(Measured::new(total(REPETITIONS - 1) / total(0))
        .detail("violations_of_the_first", total(0) / jumps.len() as f64)
        .require(
            "fireflies that surprise no more after 10 blinks",
            share(|fly| fly.last == 0),
            Bar::AtLeast(0.95),
        )
        .require("fireflies whose first blink surprises", share(|fly| fly.first > 0), Bar::AtLeast(0.95))
        .require("fireflies whose flame surprises", share(|fly| fly.flame), Bar::AtLeast(0.95))
        .figure(figure::columns(labels, &columns, None)))
}

/// A cube is transported to and fro: the violations of each time.
fn transported(trial: Trial) -> Result<[u32; REPETITIONS], String> {
    let mut watch = Watch::new(("walker", ""), Vec::new(), Eye::CLEAN, trial)?;
    let cube = Told::new(1, "cube", watch.somewhere(4.0, 8.0, 0.6));
    let places = [cube.clone(), cube.at(watch.somewhere(10.0, 14.0, 0.6))];
    watch.wait(4.0, |_| vec![cube.clone()]);
    let mut violations = [0; REPETITIONS];
    for (time, count) in violations.iter_mut().enumerate() {
        let seconds = watch.chance.between(2.0, 4.0);
        let cube = &places[(time + 1) % 2];
        watch.play(seconds, |_| vec![cube.clone()], |watch, _| *count += watch.violations());
    }
    Ok(violations)
}

/// How a firefly was taken.
struct Firefly {
    /// Ticks of surprise at its first blink, and at those after the tenth.
    first: u32,
    last: u32,
    /// Whether its bursting into flame surprises.
    flame: bool,
}

/// A firefly blinks, and then bursts into flame.
fn firefly(trial: Trial) -> Result<Firefly, String> {
    let mut watch = Watch::new(("walker", ""), Vec::new(), Eye::CLEAN, trial)?;
    let mut fly = Told::new(1, "firefly", watch.somewhere(3.0, 10.0, 0.6));
    fly.glow = Some("lit");
    watch.wait(4.0, |_| vec![fly.clone()]);
    let (mut first, mut last) = (0, 0);
    for blink in 0..REPETITIONS + 3 {
        let (dark_s, lit_s) = (watch.chance.between(0.2, 0.5), watch.chance.between(0.8, 1.5));
        let mut count = 0;
        let mut surprised = |watch: &Watch, _: f32| {
            count +=
                watch.belief("firefly").map_or(0, |fly| u32::from(fly.expectation.violations().surprise));
        };
        watch.play(dark_s, |_| Vec::new(), &mut surprised);
        watch.play(lit_s, |_| vec![fly.clone()], &mut surprised);
        first += if blink == 0 { count } else { 0 };
        last += if blink >= REPETITIONS { count } else { 0 };
    }
    fly.glow = Some("burning");
    fly.colour = "orange";
    let mut flame = false;
    watch.play(
        0.2,
        |_| vec![fly.clone()],
        |watch, _| flame |= watch.belief("firefly").is_some_and(|fly| fly.expectation.violations().surprise),
    );
    Ok(Firefly { first, last, flame })
}

fn prior(run: &Run<'_>) -> Result<Measured, String> {
    let share = |more: &'static str, quiet_s: f32| -> Result<(f64, f64), String> {
        let desks = run.try_each(|trial| desks(trial, more, quiet_s))?;
        let less: Vec<bool> = desks.iter().map(|(first, second)| second < first).collect();
        let sum = |of: fn(&(u32, u32)) -> u32| desks.iter().map(|pair| f64::from(of(pair))).sum::<f64>();
        Ok((statistics::rate_of(&less).value, sum(|pair| pair.1) / sum(|pair| pair.0)))
    };
    let (less, ratio) = share("", 3.0)?;
    let (_, alone) = share("expect { habits kind-counts=0 }", 3.0)?;
    let (_, forgotten) = share("expect { habits half-life=3 }", 30.0)?;
    Ok(Measured::new(less)
        .detail("violations_second_by_first", ratio)
        .require("the same where things stand for themselves alone", alone, Bar::AtLeast(0.8))
        .require("the same after ten half-lives without oddity", forgotten, Bar::AtLeast(0.75)))
}

/// One desk is moved, and after a while another: the violations of each.
fn desks(trial: Trial, more: &str, quiet_s: f32) -> Result<(u32, u32), String> {
    let mut watch = Watch::new(("walker", more), Vec::new(), Eye::CLEAN, trial)?;
    let first = Told::new(1, "desk", watch.somewhere(4.0, 10.0, 0.6));
    let second = Told::new(2, "desk", watch.somewhere(4.0, 10.0, 0.6));
    let away = |watch: &mut Watch, desk: &Told| {
        let by = piaget_terms::maths::direction(watch.chance.between(0.0, std::f32::consts::TAU)) * 1.5;
        desk.at(Vec2::new(desk.at.x + by.x, desk.at.z + by.z))
    };
    watch.wait(5.0, |_| vec![first.clone(), second.clone()]);
    let moved = away(&mut watch, &first);
    let (mut one, mut other) = (0, 0);
    // Long enough to be as sure of the second desk as it was of the first, and of the first again.
    watch.play(4.0, |_| vec![moved.clone(), second.clone()], |watch, _| one += watch.violations());
    watch.wait(quiet_s, |_| vec![moved.clone(), second.clone()]);
    let moved_too = away(&mut watch, &second);
    watch.play(4.0, |_| vec![moved.clone(), moved_too.clone()], |watch, _| other += watch.violations());
    Ok((one, other))
}
