//! `piaget bench search`: what a mind costs while it searches: Duncan, told to go to a sheep that is gone, on 1,024 and on 10,000
//! nodes, averaged over whole searches, and the worst of his steps.

use super::crowd::{Size, TICK_S, View, blueprint};
use super::timing::Lap;
use super::{Bench, Figure};
use piaget_mind::{Blueprint, Mind, Stage};
use piaget_terms::{BodySense, HostId, Name, Senses, Sighting, Sound, Utterance, Vec2, Vec3, maths};
use serde_json::json;
use std::sync::Arc;

/// The bench.
pub const BENCH: Bench = Bench {
    name: "search",
    about: "a mind that looks for what is gone, averaged over its searches, and the worst of its steps",
    run,
};

const SIZES: [(usize, [&str; 2]); 2] =
    [(32, ["search.1024", "search.1024.worst"]), (100, ["search.10000", "search.10000.worst"])];
/// Ticks of a life; an order is given so often.
const TICKS: u32 = 1800;
const ORDER_TICKS: u32 = 600;
/// The same life is lived so often, and the quickest of each step counts: the rest is what else the machine does.
const LIVES: usize = 5;

fn run() -> Result<Vec<Figure>, String> {
    let mut figures = Vec::new();
    for (side, names) in SIZES {
        let blueprint = blueprint(Size { things: 1, side })?;
        let mut least_us: Vec<f64> = Vec::new();
        let mut stages_us = [0.0; Stage::ALL.len()];
        for life in 0..LIVES {
            let steps = live(&blueprint, side, &mut stages_us);
            if life == 0 {
                least_us = steps;
            } else {
                least_us.iter_mut().zip(steps).for_each(|(least, step)| *least = least.min(step));
            }
        }
        if least_us.is_empty() {
            return Err("nothing was searched for".to_owned());
        }
        let count = least_us.len() as f64;
        let mean = least_us.iter().sum::<f64>() / count;
        let worst = least_us.iter().copied().fold(0.0, f64::max);
        let parts =
            Stage::ALL.map(|stage| (stage.name(), stages_us[stage as usize] / (count * LIVES as f64)));
        let more = json!({ "nodes": side * side, "steps": least_us.len(), "parts": parts });
        figures.push(Figure::new(names[0], mean, "us per step", more));
        figures.push(Figure::new(names[1], worst, "us for the worst step", json!({ "nodes": side * side })));
    }
    Ok(figures)
}

/// Microseconds of each step in which the dog searched.
fn live(blueprint: &Arc<Blueprint>, side: usize, stages_us: &mut [f64]) -> Vec<f64> {
    let mut mind = Mind::from_blueprint(blueprint, 1);
    let far = side as f32 * 0.1;
    let mut body = BodySense::standing(Vec3::new(0.0, 0.0, -far), 0.0);
    let sheep =
        Sighting::new(HostId(1), Name::cut("sheep"), Vec3::new(far, 0.3, far)).colour(Name::cut("white"));
    let order = [Sound::new(Vec3::ZERO)
        .speaker(Name::cut("shepherd"))
        .words(Utterance::from("approach sheep").unwrap_or_default())];
    let mut steps = Vec::new();
    for tick in 0..TICKS {
        let towards = maths::ground(maths::direction(body.yaw + body.head_yaw));
        let view = View { terrain: Some(blueprint.terrain()), at: maths::ground(body.position), towards };
        let seen = if tick < 30 { std::slice::from_ref(&sheep) } else { &[] };
        let sounds = if tick % ORDER_TICKS == 30 { &order[..] } else { &[] };
        let time_s = f64::from(tick) * f64::from(TICK_S);
        let senses = Senses::new(time_s, TICK_S, &body, &view).sightings(seen).sounds(sounds);
        let (mut whole, mut lap, mut each) = (Lap::new(), Lap::new(), [0.0; Stage::ALL.len()]);
        let intent = mind.step_by_stages(&senses, |stage| each[stage as usize] = lap.us());
        let (travel, gaze, searches) = (
            intent.travel,
            intent.gaze,
            tick > 30 && intent.because.is_some_and(|why| why == "approach-sheep"),
        );
        let took_us = whole.us();
        if searches {
            steps.push(took_us);
            stages_us.iter_mut().zip(each).for_each(|(sum, us)| *sum += us);
        }
        body.velocity = Vec3::ZERO;
        if let Some(travel) = travel {
            let to = travel.towards - body.position;
            let way = Vec2::new(to.x, to.z);
            let step = way.clamp_length_max(travel.speed_m_per_s * TICK_S);
            body.velocity = maths::on_ground(step) / TICK_S;
            body.position += maths::on_ground(step);
        }
        if let Some(gaze) = gaze {
            let wanted = maths::yaw_of(gaze.at - body.position);
            let turn = maths::wrap_angle(wanted - body.yaw).clamp(-2.5 * TICK_S, 2.5 * TICK_S);
            body.yaw = maths::wrap_angle(body.yaw + turn);
        }
    }
    steps
}
