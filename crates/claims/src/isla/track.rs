//! Following what moves: what is salient, when it comes out again, and which sheep is which (Isla 5.1 and 5.3).

use super::{came, duncan, order, outcome, sheep, truth};
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::figure::{self, Column, Labels, Series};
use crate::run::{Run, Trial};
use crate::{scene, statistics};
use piaget_sim::{Action, words};
use piaget_terms::{Name, Vec3};

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "isla.salience",
        source: "Isla 5.1",
        says: "A thing that moves is more salient than one that is still, and one that zigzags more than one that goes \
               straight on at the same speed.",
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
               the nearest one, Duncan begins behind the left wall.",
        metric: "share of trials with two beliefs and a start to the left",
        bar: Bar::AtLeast(0.95),
        trials: Trials { full: 100, quick: 8 },
        run: matching,
    },
];

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
    Ok(Measured::new(rate.value)
        .detail("wilson_low", rate.low)
        .detail("median_still", of(&calibrated, 0))
        .detail("median_straight", of(&calibrated, 1))
        .detail("median_zigzag", of(&calibrated, 2))
        .detail("printed_share_in_order", beside.value)
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
    let (speed, leg) = (chance.between(0.8, 1.5), chance.between(0.6, 1.0));
    let character = format!("creature.duncan.character=characters/{character}.kdl");
    // Ten looks a second: between two of them the sheep moves by a good part of a cell, so that there is something
    // to expect.
    let set = [character.as_str(), "event.goes.time=29", "wall.wall.at=0 12", "tick=10"];
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
    let end = wall.centre + glam::Vec2::new(wall.half.x, 0.0);
    let clear = |place: glam::Vec2| {
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
    let twins = run.try_each(|trial| two_sheep(trial, true))?;
    let alone = run.try_each(|trial| two_sheep(trial, false))?;
    let two = statistics::rate_of(&twins.iter().map(|t| t.beliefs == 2 && t.began_left).collect::<Vec<_>>());
    let counted = statistics::rate_of(&twins.iter().map(|t| t.beliefs == 2).collect::<Vec<_>>());
    let one = statistics::rate_of(&alone.iter().map(|t| t.beliefs == 1).collect::<Vec<_>>());
    let labels = Labels { title: "A sheep comes out on the right", x: "", y: "share of trials" };
    let columns = [
        Column::rate("gap watched and empty: two beliefs", counted),
        Column::rate("begins behind the left wall", two),
        Column::rate("it was seen to cross: one belief", one),
    ];
    Ok(Measured::new(two.value)
        .detail("wilson_low", two.low)
        .detail("two_beliefs", counted.value)
        .require("control_one_belief", one.value, Bar::AtLeast(0.95))
        .figure(figure::columns(labels, &columns, Some(0.95))))
}

/// What Duncan made of it.
struct Judged {
    beliefs: usize,
    began_left: bool,
}

/// The gap of fig. 8, with a twin that comes out, or with one sheep that crosses in full view.
fn two_sheep(trial: Trial, twin: bool) -> Result<Judged, String> {
    let crossing: &[&str] = if twin { &[] } else { &["event.enters.slide.to=7 6.5"] };
    let mut simulation = scene::simulation("gap", trial, crossing)?;
    if !twin {
        simulation.input(Action::Remove(Name::cut("second")));
    }
    let comes_out = if twin { "second" } else { "first" };
    let (mut seen_s, mut beliefs, mut ordered) = (0.0, 0, false);
    while !simulation.is_over() {
        let happened = simulation.step().to_vec();
        let actor = duncan(&simulation)?;
        let out = truth(&simulation, comes_out).is_some_and(|place| place.x > 5.5);
        let in_view = sheep(actor).any(|belief| belief.now.seen);
        seen_s += if out && in_view && !ordered { 1.0 / 30.0 } else { 0.0 };
        if seen_s > 0.5 && !ordered {
            beliefs = sheep(actor).count();
            ordered = true;
            if !twin {
                return Ok(Judged { beliefs, began_left: false });
            }
        }
        if came(&happened, "order") {
            break;
        }
    }
    // One second after the order it is plain where he is heading.
    simulation.input(order("approach sheep"));
    for _ in 0..30 {
        simulation.step();
    }
    let travel = duncan(&simulation)?.intent.travel;
    Ok(Judged { beliefs, began_left: travel.is_some_and(|travel| travel.goal.x < 0.0) })
}
