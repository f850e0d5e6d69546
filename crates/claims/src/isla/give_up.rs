//! Giving up (sketch 5): how long is looked for what is nowhere, beside a clock.

use super::search::wait_for;
use super::{duncan, felt, order, truth};
use crate::claim::{Bar, Claim, Measured, Trials};
use crate::figure::{self, Labels, Series};
use crate::run::{Run, Trial};
use crate::search::tour;
use crate::{scene, statistics};
use piaget_nav::{Ground, Raster};
use piaget_terms::{BodyPlan, Chance, Sight as _, Terrain, Vec2, Vec3, maths};
use std::fmt::Write as _;

pub(super) const CLAIMS: &[Claim] = &[Claim {
    id: "isla.giveup",
    source: "Isla sketch 5",
    says: "When the sheep is nowhere, Duncan searches the longer the more ground walls hide, has seen nearly all of it when he \
           gives up, does not go on for long after that, and still does what he is told next. One who gives up by the clock \
           looks as long behind one wall as behind five.",
    metric: "rank correlation of the time until he gives up and the ground that walls hide",
    bar: Bar::AtLeast(0.5),
    // Over eight trials the correlation of even the best known tour lies anywhere from -0.4 to 0.9.
    trials: Trials { full: 100, quick: 60 },
    run: give_up,
}];

/// Nobody looks for longer.
const PATIENCE_S: f64 = 150.0;
const MOST_WALLS: u32 = 5;
/// Where the dog and the sheep stand at first.
const DOG: Vec2 = Vec2::new(0.0, -4.0);
const SHEEP: Vec2 = Vec2::new(0.0, 3.0);
/// Ground is looked at by points this far apart, this often.
const POINT_M: f32 = 0.75;
const LOOK_S: f64 = 0.25;
/// Seen all but what is nowhere near a way.
const NEARLY_ALL: f64 = 0.9;

/// One search in vain.
struct GaveUp {
    /// How much ground the walls hide from where he saw the sheep last, in square metres.
    hidden_m2: f64,
    /// The least time in which one who is told all sees nine tenths of it, looking all round.
    least_s: f64,
    /// When he gave up; `None` if he never did.
    after_s: Option<f64>,
    /// The share of the hidden ground that he had seen, over time.
    seen: Vec<(f64, f64)>,
    obeyed: bool,
    frustration: Vec<(f64, f64)>,
}

impl GaveUp {
    /// What he had seen by then.
    fn seen_by(&self, time_s: f64) -> f64 {
        self.seen.iter().take_while(|(t, _)| *t <= time_s).last().map_or(0.0, |(_, share)| *share)
    }
}

/// A field with one to five walls of any length and turn, none too near to another.
fn field(chance: &mut Chance) -> String {
    let walls = 1 + chance.below(MOST_WALLS);
    let mut text = String::from(
        "scenario \"nowhere\" { shows \"A sheep is gone.\"; try \"Look for it.\" }\nlength 200\nseed 1\nground { size 24 24 }\n",
    );
    let _ = writeln!(text, "tick {}", [10, 30, 60][chance.below(3) as usize]);
    let mut placed: Vec<Vec2> = Vec::new();
    while placed.len() < walls as usize {
        let at = Vec2::new(chance.between(-9.0, 9.0), chance.between(-8.0, 9.0));
        let clear = |other: Vec2| at.distance(other) > 4.0;
        if clear(DOG) && clear(SHEEP) && placed.iter().all(|other| clear(*other)) {
            let (length, yaw) = (chance.between(2.0, 4.5), chance.between(-90.0, 90.0));
            let _ = writeln!(
                text,
                "wall \"w{}\" {{ at {} {}; size {length} 0.3; height 1.6; yaw {yaw} }}",
                placed.len(),
                at.x,
                at.y
            );
            placed.push(at);
        }
    }
    let _ = writeln!(
        text,
        r#"thing "sheep" {{ kind "sheep"; colour "white"; at {} {}; shape "capsule" {{ radius 0.3; height 0.9 }} }}
thing "shepherd" {{ kind "shepherd"; colour "blue"; at 0 -9; shape "capsule" {{ radius 0.3; height 1.7 }} }}
creature "duncan" {{ kind "dog"; character "characters/duncan.kdl"; colour "brown"; at {} {}; yaw 0 }}
timeline {{
    at 2 name="call" {{ say "approach shepherd" {{ by "shepherd" }} }}
    when nobody sees "sheep" name="gone" {{ remove "sheep" }}
    after "gone" delay={} name="order" {{ say "approach sheep" {{ by "shepherd" }} }}
}}"#,
        SHEEP.x,
        SHEEP.y,
        DOG.x,
        DOG.y,
        chance.between(1.0, 6.0)
    );
    text
}

/// Open ground that a wall hides from where the dog saw the sheep.
fn hidden_ground(terrain: &Terrain) -> Vec<Vec3> {
    let count = (24.0 / POINT_M) as i32;
    let all = (0..count * count).map(|at| {
        Vec2::new((at % count) as f32 + 0.5, (at / count) as f32 + 0.5) * POINT_M - Vec2::splat(12.0)
    });
    let hidden = all.filter(|point| terrain.is_open(*point, 0.3) && terrain.is_cut(DOG, *point, 0.0));
    hidden.map(|point| Vec3::new(point.x, 0.3, point.y)).collect()
}

/// The least time in which nine tenths of that is seen.
fn least_s(terrain: &Terrain, from: Vec2, hidden: &[Vec3], body: &BodyPlan) -> f64 {
    let ground = Ground::new(terrain, body.radius_m, &Raster { cell_m: 0.25, ..Raster::default() });
    let places: Vec<Vec2> = hidden.iter().map(|point| maths::ground(*point)).collect();
    let (speed_m_per_s, most_s) = (body.run_m_per_s, PATIENCE_S as f32);
    let task =
        tour::Task { terrain, ground: &ground, from, places: &places, speed_m_per_s, look_s: 1.0, most_s };
    f64::from(tour::least_s(&task, NEARLY_ALL as f32).unwrap_or(most_s))
}

fn in_vain(trial: Trial) -> Result<GaveUp, String> {
    let mut simulation = scene::written(&field(&mut trial.chance()), trial)?;
    wait_for(&mut simulation, "order");
    let from = truth(&simulation, "duncan").ok_or("there is no dog")?;
    let terrain = simulation.world().terrain();
    let hidden = hidden_ground(&terrain);
    let began = simulation.time_s();
    let mut left = hidden.clone();
    let body = duncan(&simulation)?.mind.character().body;
    let mut gave_up = GaveUp {
        least_s: least_s(&terrain, from, &hidden, &body),
        hidden_m2: hidden.len() as f64 * f64::from(POINT_M * POINT_M),
        after_s: None,
        seen: Vec::new(),
        obeyed: false,
        frustration: Vec::new(),
    };
    let mut seen = Vec::new();
    while !simulation.is_over() && simulation.time_s() - began < PATIENCE_S {
        simulation.step();
        let since = simulation.time_s() - began;
        let actor = duncan(&simulation)?;
        if gave_up.seen.last().is_none_or(|(last, _)| since - last >= LOOK_S) {
            seen.clear();
            seen.resize(left.len(), false);
            actor.sensed.sees(&left, &mut seen);
            let mut seen = seen.iter();
            left.retain(|_| seen.next() == Some(&false));
            gave_up.seen.push((since, 1.0 - left.len() as f64 / hidden.len().max(1) as f64));
            gave_up.frustration.push((since, felt(actor, "frustration")));
        }
        if actor.intent.because.is_none() && since > 1.0 {
            gave_up.after_s = Some(since);
            break;
        }
    }
    simulation.input(order("approach shepherd"));
    for _ in 0..3 {
        simulation.step();
    }
    gave_up.obeyed = duncan(&simulation)?.intent.because.as_deref() == Some("approach-shepherd");
    Ok(gave_up)
}

fn give_up(run: &Run<'_>) -> Result<Measured, String> {
    let trials = run.try_each(in_vain)?;
    let after: Vec<f64> = trials.iter().map(|one| one.after_s.unwrap_or(PATIENCE_S)).collect();
    let hidden: Vec<f64> = trials.iter().map(|one| one.hidden_m2).collect();
    let least: Vec<f64> = trials.iter().map(|one| one.least_s).collect();
    let correlation = statistics::rank_correlation(&hidden, &after);
    let clock_s = statistics::median(&after);
    let seen: Vec<f64> = trials.iter().zip(&after).map(|(one, after)| one.seen_by(*after)).collect();
    let by_clock: Vec<f64> = trials.iter().map(|one| one.seen_by(clock_s)).collect();
    // How long he went on when there was next to nothing left to see.
    let longer = trials.iter().zip(&after).filter_map(|(one, after)| {
        let all = one.seen.iter().find(|(_, share)| *share >= NEARLY_ALL)?.0;
        Some(after - all)
    });
    let longer: Vec<f64> = longer.collect();
    let obeyed: Vec<bool> = trials.iter().map(|one| one.after_s.is_some() && one.obeyed).collect();
    let share = |seen: &[f64]| {
        statistics::rate(seen.iter().filter(|seen| **seen >= NEARLY_ALL).count(), seen.len()).value
    };
    let labels = Labels { title: "Frustration of a search in vain", x: "time (s)", y: "frustration" };
    let lines = trials.iter().take(3).map(|trial| {
        Series::new(format!("{:.0} square metres hidden", trial.hidden_m2), trial.frustration.clone())
    });
    Ok(Measured::new(correlation)
        .require("gave up, and obeyed then", statistics::rate_of(&obeyed).value, Bar::AtLeast(0.95))
        .require("trials with nine tenths of the hidden ground seen before", share(&seen), Bar::AtLeast(0.9))
        .require("seconds that he goes on after that, median", statistics::median(&longer), Bar::AtMost(15.0))
        .detail("of that time and the least possible", statistics::rank_correlation(&least, &after))
        .detail("of the least possible time and that ground", statistics::rank_correlation(&hidden, &least))
        .detail("mean least time, s", statistics::mean(&least).value)
        .detail("the same trials for one who gives up at the median time", share(&by_clock))
        .detail("mean share of the hidden ground seen before", statistics::mean(&seen).value)
        .detail("mean share by the clock", statistics::mean(&by_clock).value)
        .detail("median_patience_s", clock_s)
        .detail("shortest_patience_s", statistics::quantile(&after, 0.0))
        .detail("longest_patience_s", statistics::quantile(&after, 1.0))
        .figure(figure::lines(labels, &lines.collect::<Vec<_>>(), None)))
}
