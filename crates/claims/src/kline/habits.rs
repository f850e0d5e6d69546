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
        says: "An oddity that is repeated brings fewer and fewer violations, and no others become usual with it: when the thing \
               changes its colour, when another thing does the same, and when the same comes again after a long calm, it is odd. A \
               firefly that blinks stops surprising, and still surprises when it bursts into flame. One who takes everything for \
               usual is as quiet at the tenth time, and fails.",
        metric: "violations of the 10th repetition by those of the 1st",
        bar: Bar::AtMost(0.333),
        trials: Trials { full: 100, quick: 4 },
        run: habituation,
    },
    Claim {
        id: "expect.prior",
        source: "Kline 4.2.1",
        says: "After a desk has moved, the next desk that moves surprises less than it did and less than a shelf that moves, because \
               desks do that. Where things stand for themselves alone, and for one who cannot tell desks from shelves, it does not; \
               and the habit dies when desks stand still for long.",
        metric: "share of trials in which the second desk brings fewer violations than the first and than a shelf",
        bar: Bar::AtLeast(0.95),
        trials: Trials { full: 100, quick: 5 },
        run: prior,
    },
];

const REPETITIONS: usize = 10;

/// What a cube that is transported to and fro brings.
struct Jumps {
    /// The violations of each time.
    violations: [u32; REPETITIONS],
    /// Whether it is odd that the cube then changes its colour, that a ball jumps as the cube did, and that the cube jumps again
    /// after a long calm.
    colour: bool,
    other: bool,
    again: bool,
}

fn habituation(run: &Run<'_>) -> Result<Measured, String> {
    let jumps = run.try_each(|trial| transported(trial, "walker"))?;
    let quiet = run.try_each(|trial| transported(trial, "naive"))?;
    let fireflies = run.try_each(firefly)?;
    let total = |jumps: &[Jumps], time: usize| {
        jumps.iter().map(|trial| f64::from(trial.violations[time])).sum::<f64>()
    };
    let share = |jumps: &[Jumps], of: fn(&Jumps) -> bool| {
        statistics::rate_of(&jumps.iter().map(of).collect::<Vec<_>>()).value
    };
    let flies =
        |of: fn(&Firefly) -> bool| statistics::rate_of(&fireflies.iter().map(of).collect::<Vec<_>>()).value;
    let columns: Vec<Column> = (0..REPETITIONS)
        .map(|time| Column::new((time + 1).to_string(), total(&jumps, time) / jumps.len() as f64))
        .collect();
    let labels =
        Labels { title: "Violations by repetition of the same oddity", x: "repetition", y: "violations" };
    let still = |jumps: &[Jumps]| {
        [
            share(jumps, |jumps| jumps.colour),
            share(jumps, |jumps| jumps.other),
            share(jumps, |jumps| jumps.again),
        ]
    };
    let [colour, other, again] = still(&jumps);
    let rival = still(&quiet).into_iter().fold(1.0, f64::min);
    Ok(Measured::new(total(&jumps, REPETITIONS - 1) / total(&jumps, 0))
        .detail("violations_of_the_first", total(&jumps, 0) / jumps.len() as f64)
        .detail(
            "the same for one who takes everything for usual",
            total(&quiet, REPETITIONS - 1) / total(&quiet, 0),
        )
        .require("another colour is odd", colour, Bar::AtLeast(0.95))
        .require("another thing that does the same is odd", other, Bar::AtLeast(0.95))
        .require("the same after a long calm is odd", again, Bar::AtLeast(0.95))
        .require("rival: least of these for one who takes everything for usual", rival, Bar::AtMost(0.75))
        .require(
            "fireflies that surprise no more after 10 blinks",
            flies(|fly| fly.last == 0),
            Bar::AtLeast(0.95),
        )
        .require("fireflies whose first blink surprises", flies(|fly| fly.first > 0), Bar::AtLeast(0.95))
        .require("fireflies whose flame surprises", flies(|fly| fly.flame), Bar::AtLeast(0.95))
        .figure(figure::columns(labels, &columns, None)))
}

/// Whether anything is surprising or incredible while this world passes. That confusion is not enough: one who takes
/// everything for usual is confused as well.
fn odd(watch: &mut Watch, seconds: f32, things: &[Told]) -> bool {
    let mut odd = false;
    watch.play(
        seconds,
        |_| things.to_vec(),
        |watch, _| {
            let beliefs = watch.mind.view().beliefs().iter().skip(1);
            odd |= beliefs
                .map(|belief| belief.expectation.violations())
                .any(|now| now.surprise || now.disbelief);
        },
    );
    odd
}

/// A cube is transported to and fro beside a ball that stands still, and then something else is odd.
fn transported(trial: Trial, character: &str) -> Result<Jumps, String> {
    /// Ten half-lives of the habit.
    const CALM_S: f32 = 30.0;
    let more = "expect { habits half-life=3 }";
    let begin = |watch: &mut Watch| {
        let cube = Told::new(1, "cube", watch.somewhere(4.0, 8.0, 0.6));
        let there = cube.at(watch.somewhere(10.0, 14.0, 0.6));
        let ball = Told::new(2, "ball", watch.somewhere(4.0, 14.0, 0.6));
        watch.wait(4.0, |_| vec![cube.clone(), ball.clone()]);
        let mut violations = [0; REPETITIONS];
        for (time, count) in violations.iter_mut().enumerate() {
            let seconds = watch.chance.between(2.0, 4.0);
            let cube = if time % 2 == 0 { &there } else { &cube };
            watch.play(
                seconds,
                |_| vec![cube.clone(), ball.clone()],
                |watch, _| *count += watch.violations(),
            );
        }
        (violations, cube, ball)
    };
    let whole =
        |trial| Ok::<_, String>(Watch::new((character, ""), Vec::new(), Eye::CLEAN, trial)?.at_any_rate());
    let mut watch = whole(trial)?;
    let (violations, mut cube, ball) = begin(&mut watch);
    cube.colour = "green";
    let colour = odd(&mut watch, 1.0, &[cube, ball]);
    let mut watch = whole(trial)?;
    let (_, cube, ball) = begin(&mut watch);
    let jumped = ball.at(loop {
        let place = watch.somewhere(4.0, 14.0, 0.6);
        if place.distance(Vec2::new(ball.at.x, ball.at.z)) > 1.0 {
            break place;
        }
    });
    let other = odd(&mut watch, 1.0, &[cube, jumped]);
    let mut watch = Watch::new((character, more), Vec::new(), Eye::CLEAN, trial)?.at_any_rate();
    let (_, cube, ball) = begin(&mut watch);
    watch.wait(CALM_S, |_| vec![cube.clone(), ball.clone()]);
    let away = cube.at(watch.somewhere(10.0, 14.0, 0.6));
    let again = odd(&mut watch, 1.0, &[away, ball]);
    Ok(Jumps { violations, colour, other, again })
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
    let tried = |more: &'static str, shelf: &'static str, quiet_s: f32| -> Result<Vec<[u32; 3]>, String> {
        run.try_each(|trial| desks(trial, more, shelf, quiet_s))
    };
    let share = |all: &[[u32; 3]]| {
        let less = |[first, second, shelf]: &[u32; 3]| second < first && second < shelf;
        statistics::rate_of(&all.iter().map(less).collect::<Vec<_>>()).value
    };
    let ratio = |all: &[[u32; 3]], which: usize| {
        let sum = |which: usize| all.iter().map(|counts| f64::from(counts[which])).sum::<f64>();
        sum(which) / sum(0)
    };
    let ours = tried("", "shelf", 3.0)?;
    let alone = tried("expect { habits kind-counts=0 }", "shelf", 3.0)?;
    // Who cannot tell kinds apart: to it the shelf is one more desk.
    let blind = tried("", "desk", 3.0)?;
    let forgotten = tried("expect { habits half-life=3 }", "shelf", 30.0)?;
    Ok(Measured::new(share(&ours))
        .require("rival: one for whom things stand for themselves alone", share(&alone), Bar::AtMost(0.5))
        .require("rival: one who cannot tell desks from shelves", share(&blind), Bar::AtMost(0.5))
        .require("violations of a shelf, by those of the first desk", ratio(&ours, 2), Bar::AtLeast(0.8))
        .require(
            "violations of the second desk after ten half-lives, by those of the first",
            ratio(&forgotten, 1),
            Bar::AtLeast(0.75),
        )
        .detail("violations of the second desk, by those of the first", ratio(&ours, 1)))
}

/// A desk is moved, and after a while another desk, or in a second life a shelf: the violations of each.
fn desks(trial: Trial, more: &str, shelf: &'static str, quiet_s: f32) -> Result<[u32; 3], String> {
    let mut counts = [0; 3];
    for (life, second_kind) in ["desk", shelf].into_iter().enumerate() {
        let mut watch = Watch::new(("walker", more), Vec::new(), Eye::CLEAN, trial)?.at_any_rate();
        let first = Told::new(1, "desk", watch.somewhere(4.0, 10.0, 0.6));
        let mut second = Told::new(2, second_kind, watch.somewhere(4.0, 10.0, 0.6));
        // A shelf of its own, or what is taken for a desk: in the second life it does not look like the first.
        second.colour = "brown";
        let by_m = watch.chance.between(1.0, 4.0);
        let away = |watch: &mut Watch, desk: &Told| loop {
            let by = piaget_terms::maths::direction(watch.chance.between(0.0, std::f32::consts::TAU)) * by_m;
            let to = Vec2::new(desk.at.x + by.x, desk.at.z + by.z);
            if watch.shows(to) {
                break desk.at(to);
            }
        };
        watch.wait(5.0, |_| vec![first.clone(), second.clone()]);
        let moved = away(&mut watch, &first);
        let (mut one, mut other) = (0, 0);
        // Long enough to be as sure of the second desk as it was of the first, and of the first again.
        watch.play(4.0, |_| vec![moved.clone(), second.clone()], |watch, _| one += watch.violations());
        watch.wait(quiet_s, |_| vec![moved.clone(), second.clone()]);
        let moved_too = away(&mut watch, &second);
        watch.play(4.0, |_| vec![moved.clone(), moved_too.clone()], |watch, _| other += watch.violations());
        counts[0] = one;
        counts[1 + life] = other;
    }
    Ok(counts)
}
