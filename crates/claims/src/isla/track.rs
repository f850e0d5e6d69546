//! Following what moves: what is salient, when it comes out again, and which sheep is which (Isla 5.1 and 5.3).

use super::{came, duncan, order, outcome, sheep, truth};
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::figure::{self, Column, Labels, Series};
use crate::run::{Run, Trial};
use crate::{scene, statistics};
use piaget_sim::{Action, words};
use piaget_terms::{Name, Vec2, Vec3};

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "isla.salience",
        source: "Isla 5.1",
        says: "A thing that moves is more salient than one that is still, and one that zigzags more than one that goes \
               straight on at the same speed, from 0.3 to 2 m/s and at 10, 30 and 60 ticks a second.",
        metric: "share of trials with still < straight < zigzag in mean salience",
        bar: Bar::AtLeast(0.95),
        trials: Trials { full: 100, quick: 6 },
        run: salience,
    },
    Claim {
        id: "isla.reappear",
        source: "Isla 3.2.1 and sketch 3",
        says: "When a walker passes behind a wall, the map says when it will come out at the other end.",
        metric: "share of trials in which the expected time hidden is right within 15 %",
        bar: Bar::AtLeast(0.9),
        trials: Trials { full: 100, quick: 8 },
        run: reappear,
    },
    Claim {
        id: "isla.match",
        source: "Isla 5.3 and fig. 8",
        says: "A sheep that comes out where the first one could not have got to unseen is another sheep; told to approach \
               the nearest one, Duncan begins behind the left wall. One that crossed in view, or behind one long wall, is the \
               same sheep. A dog without a map gets one of the two wrong.",
        metric: "share of trials with two beliefs and a start to the left",
        bar: Bar::AtLeast(0.95),
        trials: Trials { full: 100, quick: 8 },
        run: matching,
    },
];

/// How often a trial looks, in turn.
const RATES_HZ: [u32; 3] = [10, 30, 60];

fn rate_of_trial(index: u32) -> u32 {
    RATES_HZ[index as usize % RATES_HZ.len()]
}

/// How the sheep goes in one part of a trial.
#[derive(Clone, Copy, PartialEq)]
enum Gait {
    Still,
    Straight,
    Zigzag,
}

/// Watched for this long, once it has got going.
const WATCHED_S: f64 = 6.0;

fn salience(run: &Run<'_>) -> Result<Measured, String> {
    let calibrated = run.try_each(|trial| saliences(trial, "duncan"))?;
    let printed = run.try_each(|trial| saliences(trial, "duncan-printed"))?;
    let at_rate = |rate: u32| -> Vec<[f64; 3]> {
        let of_rate = calibrated.iter().enumerate().filter(|(index, _)| rate_of_trial(*index as u32) == rate);
        of_rate.map(|(_, means)| *means).collect()
    };
    let ordered = |means: &[[f64; 3]]| {
        statistics::rate_of(&means.iter().map(|m| m[0] < m[1] && m[1] < m[2]).collect::<Vec<_>>())
    };
    let (rate, beside) = (ordered(&calibrated), ordered(&printed));
    let of = |means: &[[f64; 3]], gait: usize| {
        statistics::median(&means.iter().map(|m| m[gait]).collect::<Vec<_>>())
    };
    let names = ["still", "straight", "zigzag"].iter().enumerate();
    let columns: Vec<Column> = names.map(|(at, name)| Column::new(*name, of(&calibrated, at))).collect();
    let labels = Labels {
        title: "Salience of a sheep in view (median of trials)",
        x: "how it goes",
        y: "mean salience",
    };
    let mut measured = Measured::new(rate.value);
    for hz in RATES_HZ {
        measured =
            measured.detail(format!("share in order at {hz} ticks a second"), ordered(&at_rate(hz)).value);
    }
    Ok(measured
        .detail("wilson_low", rate.low)
        .detail("median_still", of(&calibrated, 0))
        .detail("median_straight", of(&calibrated, 1))
        .detail("median_zigzag", of(&calibrated, 2))
        .require("rival: share in order with 1.4 as printed", beside.value, Bar::AtMost(0.9))
        .detail("printed_median_straight", of(&printed, 1))
        .detail("printed_median_zigzag", of(&printed, 2))
        .figure(figure::columns(labels, &columns, None)))
}

/// The mean salience of a still, a straight and a zigzag sheep at one speed.
fn saliences(trial: Trial, character: &str) -> Result<[f64; 3], String> {
    let mut means = [0.0; 3];
    for (mean, gait) in means.iter_mut().zip([Gait::Still, Gait::Straight, Gait::Zigzag]) {
        *mean = mean_salience(trial, character, gait)?;
    }
    Ok(means)
}

/// The mean over the ticks of Isla 1.8 while the sheep passes before Duncan.
fn mean_salience(trial: Trial, character: &str, gait: Gait) -> Result<f64, String> {
    let mut chance = trial.chance();
    let (speed, leg) = (chance.between(0.3, 2.0), chance.between(0.6, 1.0));
    let character = format!("creature.duncan.character=characters/{character}.kdl");
    let tick = format!("tick={}", rate_of_trial(trial.index));
    let set = [character.as_str(), "event.goes.time=29", "wall.wall.at=0 12", tick.as_str()];
    let mut simulation = scene::simulation("passing", trial, &set)?;
    let start = truth(&simulation, "sheep").ok_or("there is no sheep")?;
    let path = (1..=20).map(|step| {
        let along = leg * 0.8 * step as f32;
        let aside = if gait == Gait::Zigzag && step % 2 == 1 { leg * 0.8 } else { 0.0 };
        Vec3::new(start.x + along, 0.0, start.y - aside)
    });
    if gait != Gait::Still {
        let path = path.collect();
        simulation.input(Action::Slide { thing: Name::cut("sheep"), path, speed_m_per_s: speed });
    }
    let mut saliences = Vec::new();
    while simulation.time_s() < 1.0 + WATCHED_S && !simulation.is_over() {
        simulation.step();
        if simulation.time_s() > 1.0
            && let Some(outcome) = outcome(duncan(&simulation)?)
        {
            saliences.push(f64::from(outcome.salience()));
        }
    }
    Ok(statistics::mean(&saliences).value)
}

/// The expected and the real time behind the wall, in seconds.
fn hidden_for(trial: Trial, character: &str) -> Result<(f64, f64), String> {
    let mut chance = trial.chance();
    let speed = chance.between(0.7, 2.8);
    let set = [
        format!("creature.duncan.character=characters/{character}.kdl"),
        format!("event.goes.slide.speed={speed}"),
    ];
    let set: Vec<&str> = set.iter().map(String::as_str).collect();
    // The scenario's jitter adds up to 0.2 m/s either way, so that speeds are from 0.5 to 3.
    let mut simulation = scene::simulation("passing", trial, &set)?;
    let (mut lost, mut expected, mut longest) = (None, f64::NAN, (f64::NAN, f64::NAN));
    while !simulation.is_over() {
        let happened = simulation.step().to_vec();
        if happened.iter().any(|h| scene::is(h, "duncan", words::LOSES, "sheep")) {
            lost = Some(simulation.time_s());
            expected = expected_hidden_s(&simulation)?;
        }
        if happened.iter().any(|h| scene::is(h, "duncan", words::SEES, "sheep"))
            && let Some(lost) = lost.take()
        {
            let hidden = simulation.time_s() - lost;
            // At the wall's edge the sheep may flicker; it is hidden while it is out of sight for longest.
            if !(hidden <= longest.1) {
                longest = (expected, hidden);
            }
        }
    }
    Ok(longest)
}

/// When Duncan's map has the sheep out at the far end of the wall, from now.
fn expected_hidden_s(simulation: &piaget_sim::Simulation) -> Result<f64, String> {
    let actor = duncan(simulation)?;
    let Some(map) = sheep(actor).find_map(|belief| belief.place.as_ref()?.map()) else { return Ok(f64::NAN) };
    let eye = truth(simulation, "duncan").ok_or("duncan is gone")?;
    let wall = simulation.world().terrain().walls[0];
    // The line of sight over the wall's far end: beyond it a sheep begins to show.
    let end = wall.centre + Vec2::new(wall.half.x, 0.0);
    let clear = |place: Vec2| {
        let along = (end - eye) / (end.y - eye.y);
        place.x > eye.x + along.x * (place.y - eye.y) - SHEEP_RADIUS_M
    };
    let arrival = map.expected_arrival(&mut map.clone(), 25.0, 1.0 / 30.0, clear);
    Ok(arrival.map_or(f64::NAN, |(after, _)| f64::from(after)))
}

/// Of the sheep in the scenario; its edge shows before its middle does.
const SHEEP_RADIUS_M: f32 = 0.3;

fn reappear(run: &Run<'_>) -> Result<Measured, String> {
    let right = |(expected, real): &(f64, f64)| ((expected - real) / real).abs() <= 0.15;
    let error = |pairs: &[(f64, f64)]| {
        let errors: Vec<f64> = pairs
            .iter()
            .map(|(e, r)| ((e - r) / r).abs())
            .map(|e| if e.is_nan() { 1.0 } else { e })
            .collect();
        statistics::median(&errors)
    };
    let ours = run.try_each(|trial| hidden_for(trial, "duncan"))?;
    let printed = run.try_each(|trial| hidden_for(trial, "duncan-printed"))?;
    let rate = statistics::rate_of(&ours.iter().map(right).collect::<Vec<_>>());
    let beside = statistics::rate_of(&printed.iter().map(right).collect::<Vec<_>>());
    let labels = Labels { title: "Time behind the wall", x: "real (s)", y: "expected (s)" };
    let mut sorted = ours.clone();
    sorted.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut also = printed.clone();
    also.sort_by(|a, b| a.1.total_cmp(&b.1));
    let flip = |pairs: &[(f64, f64)]| pairs.iter().map(|(expected, real)| (*real, *expected)).collect();
    let ideal = sorted.iter().map(|(_, real)| (*real, *real)).collect();
    let lines = [
        Series::new("calibrated", flip(&sorted)),
        Series::new("as printed (1.4)", flip(&also)),
        Series::new("what came", ideal),
    ];
    Ok(Measured::new(rate.value)
        .detail("wilson_low", rate.low)
        .detail("median_relative_error", error(&ours))
        .detail("printed_share_right", beside.value)
        .detail("printed_median_relative_error", error(&printed))
        .figure(figure::lines(labels, &lines, None)))
}

fn matching(run: &Run<'_>) -> Result<Measured, String> {
    let judged = |character: &'static str, scene: Scene| -> Result<Vec<Judged>, String> {
        run.try_each(|trial| gap(trial, character, scene))
    };
    let twins = judged("duncan", Scene::Twin)?;
    let share = |all: &[Judged], is: fn(&Judged) -> bool| {
        statistics::rate_of(&all.iter().map(is).collect::<Vec<_>>())
    };
    let two = share(&twins, |judged| judged.beliefs == 2 && judged.began_left);
    let counted = share(&twins, |judged| judged.beliefs == 2);
    let crossed = share(&judged("duncan", Scene::Crosses)?, |judged| judged.beliefs == 1);
    let closed = share(&judged("duncan", Scene::Closed)?, |judged| judged.beliefs == 1);
    // The rival goes by the place of the last sighting and not by where a sheep can have got to.
    let rival_two = share(&judged("last-seen", Scene::Twin)?, |judged| judged.beliefs == 2);
    let rival_closed = share(&judged("last-seen", Scene::Closed)?, |judged| judged.beliefs == 1);
    let labels = Labels { title: "A sheep comes out on the right", x: "", y: "share of trials" };
    let columns = [
        Column::rate("gap watched and empty: two beliefs", counted),
        Column::rate("begins behind the left wall", two),
        Column::rate("it was seen to cross: one belief", crossed),
        Column::rate("the gap is closed: one belief", closed),
    ];
    Ok(Measured::new(two.value)
        .require("it was seen to cross: one belief", crossed.value, Bar::AtLeast(0.95))
        .require("the gap is closed: one belief", closed.value, Bar::AtLeast(0.95))
        .require(
            "rival: a dog without a map is right of open and of closed gap, the lesser share",
            rival_two.value.min(rival_closed.value),
            Bar::AtMost(0.75),
        )
        .detail("wilson_low", two.low)
        .detail("two_beliefs", counted.value)
        .figure(figure::columns(labels, &columns, Some(0.95))))
}

/// What passes.
#[derive(Clone, Copy, PartialEq)]
enum Scene {
    /// A twin comes out, and nothing crossed the gap.
    Twin,
    /// One sheep crosses the gap in full view.
    Crosses,
    /// There is no gap, and one sheep passes behind the wall.
    Closed,
}

/// What Duncan made of it.
struct Judged {
    beliefs: usize,
    began_left: bool,
}

/// The gap of fig. 8 on ground of any depth, with walls of 4 to 5 m, seen from before the middle of it and from so far that all of
/// it is in view. Where the twin comes out is further from the dog than the left wall.
fn gap(trial: Trial, character: &str, scene: Scene) -> Result<Judged, String> {
    /// Of the distance: how far to a side is in view, with a margin.
    const IN_VIEW: f32 = 0.5;
    let mut chance = trial.chance();
    let (length, middle) = (chance.between(4.0, 5.0), chance.between(3.0, 4.0));
    let speed = chance.between(0.5, 2.5);
    let (left, out) = (-middle, middle + 0.5 + 0.5 * length + 1.2);
    let stands = Vec2::new(chance.between(-0.3, 0.3), 6.5 - (out + 0.4) / IN_VIEW);
    let depth = -2.0 * stands.y + chance.between(2.5, 8.0);
    let walls = match scene {
        // The wall that is not needed stands out of the way.
        Scene::Closed => (0.25, 2.0 * middle + 0.5 + length, Vec2::new(12.0, -6.5)),
        _ => (left, length, Vec2::new(middle + 0.5, 5.0)),
    };
    let enters_to = if scene == Scene::Twin { left } else { out };
    // The twin comes when the first one would have come, had it gone on.
    let delay = (out + middle + 0.5) / speed;
    let set = [
        format!("creature.duncan.character=characters/{character}.kdl"),
        format!("tick={}", rate_of_trial(trial.index)),
        format!("length={}", 25.0 + 2.0 * delay),
        format!("ground.size=30 {depth}"),
        format!("wall.left.at={} 5", walls.0),
        format!("wall.left.size={} 0.3", walls.1),
        format!("wall.right.at={} {}", walls.2.x, walls.2.y),
        format!("wall.right.size={length} 0.3"),
        format!("thing.first.at={} 6.5", -out),
        format!("thing.second.at={} 6.5", middle + 0.5),
        format!("creature.duncan.at={} {}", stands.x, stands.y),
        format!("thing.shepherd.at=3 {}", stands.y - 0.5),
        format!("event.enters.slide.to={enters_to} 6.5"),
        format!("event.enters.slide.speed={speed}"),
        format!("event.leaves.slide.to={out} 6.5"),
        format!("event.leaves.slide.speed={speed}"),
        format!("event.leaves.delay={delay}"),
    ];
    let set: Vec<&str> = set.iter().map(String::as_str).collect();
    let mut simulation = scene::simulation("gap", trial, &set)?;
    if scene != Scene::Twin {
        simulation.input(Action::Remove(Name::cut("second")));
    }
    let comes_out = if scene == Scene::Twin { "second" } else { "first" };
    let (mut seen_s, mut counted) = (0.0, None);
    while !simulation.is_over() {
        let happened = simulation.step().to_vec();
        let actor = duncan(&simulation)?;
        let is_out = truth(&simulation, comes_out).is_some_and(|place| place.x > middle + 0.5 + 0.5 * length);
        let in_view = sheep(actor).any(|belief| belief.now.seen);
        seen_s += if is_out && in_view { 1.0 / f64::from(rate_of_trial(trial.index)) } else { 0.0 };
        if seen_s > 0.5 && counted.is_none() {
            counted = Some(sheep(actor).count());
        }
        if (counted.is_some() && scene != Scene::Twin) || came(&happened, "order") {
            break;
        }
    }
    let beliefs = counted.unwrap_or_default();
    if scene != Scene::Twin {
        return Ok(Judged { beliefs, began_left: false });
    }
    // One second after the order it is plain where he is heading.
    simulation.input(order("approach sheep"));
    let until_s = simulation.time_s() + 1.0;
    while simulation.time_s() < until_s {
        simulation.step();
    }
    let travel = duncan(&simulation)?.intent.travel;
    Ok(Judged { beliefs, began_left: travel.is_some_and(|travel| travel.goal.x < 0.0) })
}
