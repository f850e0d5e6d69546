//! Whether it makes sense that something is seen, or not (Kline 2.1.2, fig. 2-1, and 4.1.1, item 4).

use super::watch::{Eye, Told, Watch, wall};
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::run::{Run, Trial};
use crate::statistics;
use piaget_mind::model::expectation::Grounding;
use piaget_terms::Vec2;

pub(crate) const CLAIMS: &[Claim] = &[Claim {
    id: "kline.grounding",
    source: "Kline 2.1.2, figure 2-1, and 4.1.1, item 4",
    says: "A car round the corner, one in view, one that vanishes in view and an elephant out of thin air are told apart; what \
               walks in from the edge of view or from behind a wall is no elephant out of thin air.",
    metric: "least share of right answers over the four cases",
    bar: Bar::AtLeast(0.99),
    trials: Trials { full: 300, quick: 20 },
    run: grounding,
}];

const WALKER: (&str, &str) = ("walker", "");

fn grounding(run: &Run<'_>) -> Result<Measured, String> {
    let share = |one: fn(Trial) -> Result<bool, String>| -> Result<f64, String> {
        Ok(statistics::rate_of(&run.try_each(one)?).value)
    };
    let cases = [
        ("accept-1", share(round_the_corner)?),
        ("accept-2", share(in_view)?),
        ("reject-1", share(vanishes)?),
        ("reject-2", share(elephant)?),
    ];
    let alarms = [
        ("false alarms at the edge of view", share(walks_in_from_the_edge)?),
        ("false alarms at a wall", share(walks_in_from_a_wall)?),
        ("false alarms while it looks about", share(looks_about)?),
    ];
    let least = cases.iter().map(|case| case.1).fold(1.0, f64::min);
    let mut measured = Measured::new(least);
    for (name, value) in cases {
        measured = measured.detail(name, value);
    }
    for (name, value) in alarms {
        measured = measured.require(name, value, Bar::AtMost(0.01));
    }
    Ok(measured)
}

fn is(watch: &Watch, kind: &str, grounding: Grounding) -> bool {
    watch.belief(kind).is_some_and(|belief| belief.expectation.grounding == Some(grounding))
}

/// A car drives behind a wall: all the while that it is there, no wonder that it is not seen.
fn round_the_corner(trial: Trial) -> Result<bool, String> {
    let mut watch = Watch::new(WALKER, vec![wall(3.0, 0.0, 8.0)], Eye::CLEAN, trial)?;
    let (speed, depth) = (watch.chance.between(0.8, 2.0), watch.chance.between(1.0, 3.0));
    let car = Told::new(1, "car", Vec2::new(-5.0, depth));
    // To the middle of the wall's shadow, where it is parked.
    let parks_s = 8.0 / speed;
    let world = |t: f32| vec![car.at(Vec2::new(-5.0 + speed * t.min(parks_s), depth))];
    let (mut hidden, mut right) = (0, 0);
    watch.play(parks_s, world, |watch, _| {
        if watch.belief("car").is_some_and(|belief| !belief.now.seen) {
            hidden += 1;
            right += i32::from(is(watch, "car", Grounding::Accept1));
        }
    });
    Ok(hidden > 5 && right == hidden)
}

fn in_view(trial: Trial) -> Result<bool, String> {
    let mut watch = Watch::new(WALKER, Vec::new(), Eye::CLEAN, trial)?;
    let car = Told::new(1, "car", watch.somewhere(4.0, 14.0, 0.8));
    let mut right = true;
    watch.play(3.0, |_| vec![car.clone()], |watch, _| right &= is(watch, "car", Grounding::Accept2));
    Ok(right)
}

fn vanishes(trial: Trial) -> Result<bool, String> {
    let mut watch = Watch::new(WALKER, Vec::new(), Eye::CLEAN, trial)?;
    let car = Told::new(1, "car", watch.somewhere(4.0, 12.0, 0.6));
    let seconds = watch.chance.between(2.0, 5.0);
    watch.wait(seconds, |_| vec![car.clone()]);
    watch.pass(&[]);
    Ok(is(&watch, "car", Grounding::Reject1))
}

fn elephant(trial: Trial) -> Result<bool, String> {
    let mut watch = Watch::new(WALKER, vec![wall(-4.0, 2.0, 3.0)], Eye::CLEAN, trial)?;
    let seconds = watch.chance.between(1.0, 4.0);
    watch.wait(seconds, |_| Vec::new());
    // In plain view, and one and a half metres (three cells of its map) or more from anything hidden.
    let elephant = loop {
        let place = watch.somewhere(6.0, 14.0, 0.4);
        if place.x > -1.0 {
            break Told::new(7, "elephant", place);
        }
    };
    watch.pass(&[elephant]);
    Ok(is(&watch, "elephant", Grounding::Reject2))
}

/// Whether anything was ever taken to come out of thin air while this world passed.
fn alarm(watch: &mut Watch, seconds: f32, world: impl Fn(f32) -> Vec<Told>, seen: &mut bool) -> bool {
    let mut alarm = false;
    watch.play(seconds, world, |watch, _| {
        *seen |= watch.belief("walker").is_some();
        alarm |= is(watch, "walker", Grounding::Reject2);
    });
    alarm
}

fn walks_in_from_the_edge(trial: Trial) -> Result<bool, String> {
    let mut watch = Watch::new(WALKER, Vec::new(), Eye::CLEAN, trial)?;
    let (speed, depth) = (watch.chance.between(0.5, 3.0), watch.chance.between(-6.0, 4.0));
    let walker = Told::new(1, "walker", Vec2::ZERO);
    let edge = (depth + 9.0) * 0.577;
    let start = (edge + 2.0 * speed).min(9.8);
    let world = |t: f32| vec![walker.at(Vec2::new(start - speed * t, depth))];
    let (mut seen, seconds) = (false, (start + 0.5 * edge) / speed);
    let alarm = alarm(&mut watch, seconds.min(10.0), world, &mut seen);
    if seen { Ok(alarm) } else { Err("nobody walked in".into()) }
}

fn walks_in_from_a_wall(trial: Trial) -> Result<bool, String> {
    let mut watch = Watch::new(WALKER, vec![wall(0.0, 1.0, 5.0)], Eye::CLEAN, trial)?;
    let (speed, depth) = (watch.chance.between(0.5, 3.0), watch.chance.between(1.5, 4.0));
    let waits_s = watch.chance.between(1.0, 3.0);
    let walker = Told::new(1, "walker", Vec2::ZERO);
    let world = |t: f32| vec![walker.at(Vec2::new(speed * (t - waits_s).max(0.0), depth))];
    let mut seen = false;
    let alarm = alarm(&mut watch, waits_s + 5.0 / speed, world, &mut seen);
    if seen { Ok(alarm) } else { Err("nobody came out".into()) }
}

/// The creature turns about, and finds what has stood there all along.
fn looks_about(trial: Trial) -> Result<bool, String> {
    let mut watch = Watch::new(WALKER, Vec::new(), Eye::CLEAN, trial)?;
    watch.body.position = glam::Vec3::ZERO;
    let angle = watch.chance.between(1.0, 5.3);
    let at =
        piaget_terms::maths::ground(piaget_terms::maths::direction(angle)) * watch.chance.between(3.0, 8.0);
    let walker = Told::new(1, "walker", at);
    let turn = watch.chance.between(0.5, 3.0);
    let (mut seen, mut alarm) = (false, false);
    while watch.time_s * f64::from(turn) < 6.2 {
        watch.body.yaw = piaget_terms::maths::wrap_angle(watch.time_s as f32 * turn);
        watch.pass(std::slice::from_ref(&walker));
        seen |= watch.belief("walker").is_some();
        alarm |= is(&watch, "walker", Grounding::Reject2);
    }
    if seen { Ok(alarm) } else { Err("it looked past it".into()) }
}
