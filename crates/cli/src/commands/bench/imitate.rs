//! `piaget bench imitate`: what watching costs in a tick, what recognising a gesture costs when it ends, how that grows
//! with the own graph, and what the worst tick costs: that in which several movements have ended that followed each
//! other without a pause, and are to be told apart.

use super::{Bench, Figure, time};
use piaget_motor::watch::{Matching, OwnPoses, Parts, Seen, WatchConfig, Watcher};
use piaget_motor::{Clip, GraphConfig, Model, PoseGraph};
use piaget_terms::{Name, Vec3};
use serde_json::json;

/// The bench.
pub const BENCH: Bench = Bench {
    name: "imitate",
    about: "watching another in a tick, recognising a gesture (beam 8), and how that grows with the own graph",
    run,
};

const HZ: f64 = 30.0;
/// What one tick lasts.
const TICK_US: f64 = 1e6 / HZ;

fn run() -> Result<Vec<Figure>, String> {
    let bodies = piaget_bodies::all();
    let (_, mouse) = bodies.into_iter().find(|(name, _)| *name == "max").ok_or("there is no mouse")?;
    let mut figures = Vec::new();
    for copies in [1, 2, 4] {
        figures.extend(of(&mouse, copies)?);
    }
    Ok(figures)
}

/// With a graph that has every movement so many times.
fn of(mouse: &Model, copies: usize) -> Result<Vec<Figure>, String> {
    let mut model = mouse.clone();
    for copy in 1..copies {
        let plain = mouse.clips.iter().filter(|clip| clip.name != "stand" && clip.corner.is_none());
        let named = |clip: &Clip| Clip { name: Name::cut(&format!("{}-{copy}", clip.name)), ..clip.clone() };
        model.clips.extend(plain.map(named));
    }
    let graph = PoseGraph::new(&model, GraphConfig::default()).map_err(|why| why.to_string())?;
    let config = WatchConfig::default();
    let own = OwnPoses::new(&graph, &config);
    let looks = looks(&graph, &["wave"], 0)?;
    let seen = |look: usize| Seen { time_s: look as f64 / HZ, parts: &looks[look], things: &[] };
    let (mut watcher, mut matching) = (Watcher::new(), Matching::default());
    let mut before = watcher.clone();
    let mut ends = None;
    for look in 0..looks.len() {
        before.clone_from(&watcher);
        if watcher.see(&own, &config, &mut matching, &seen(look)).is_some() {
            ends = Some(look);
            break;
        }
    }
    let ends = ends.ok_or("the gesture did not end")?;
    let recognised =
        watcher.recognised().nearest().is_some_and(|nearest| nearest.name.as_str().starts_with("wave"));
    if !recognised {
        return Err("the wave was taken for something else".into());
    }
    // A copy of the watcher is made for each: what that costs is measured and taken away.
    let copy = time(|| before.clone().moving_since()).median_us();
    let last =
        time(|| before.clone().see(&own, &config, &mut matching, &seen(ends)).is_some()).median_us() - copy;
    let mut figures = vec![Figure::new(
        "imitate.gesture",
        last,
        "us to recognise a gesture",
        json!({
            "poses": own.len(), "movements": own.movements().len(), "beam": config.beam,
            "share_of_a_tick_at_30_hz": last / TICK_US, "within_one_tick": last < TICK_US,
        }),
    )];
    if copies == 1 {
        let middle = ends / 2;
        let mut watcher = Watcher::new();
        for look in 0..middle {
            watcher.see(&own, &config, &mut matching, &seen(look));
        }
        let each = time(|| watcher.clone().see(&own, &config, &mut matching, &seen(middle)).is_some());
        figures.push(Figure::new(
            "imitate.look",
            each.median_us() - copy,
            "us per look",
            json!({ "poses": own.len() }),
        ));
        figures.push(worst(&graph, &own, &config)?);
    }
    Ok(figures)
}

/// Movements that follow each other, each left before it has come back to standing.
const IN_A_ROW: [&[&str]; 4] = [
    &["wave", "shrug", "throw"],
    &["eat", "pound-ground", "beg"],
    &["cover-face", "dance", "wave", "thumbs-up"],
    &["shrug", "jump", "throw", "jump", "wave"],
];
/// So many poses before.
const LEFT: usize = 4;

/// The most that one look costs.
fn worst(graph: &PoseGraph, own: &OwnPoses, config: &WatchConfig) -> Result<Figure, String> {
    let mut matching = Matching::default();
    let (mut most, mut told) = (0.0f64, 0u32);
    for movements in IN_A_ROW {
        let looks = looks(graph, movements, LEFT)?;
        let mut watcher = Watcher::new();
        for (look, parts) in looks.iter().enumerate() {
            let seen = Seen { time_s: look as f64 / HZ, parts, things: &[] };
            let before = watcher.clone();
            if watcher.see(own, config, &mut matching, &seen).is_some() {
                let each = time(|| before.clone().see(own, config, &mut matching, &seen).is_some());
                (most, told) = (most.max(each.median_us()), told + 1);
            }
        }
    }
    let more = json!({ "gestures": told, "share_of_a_tick_at_30_hz": most / TICK_US, "within_one_tick": most < TICK_US });
    Ok(Figure::new("imitate.worst", most, "us for the worst look", more))
}

/// A body that stands, performs one movement after the other and stands again. Between them so many poses are left out
/// on either side.
fn looks(graph: &PoseGraph, movements: &[&str], left: usize) -> Result<Vec<Parts>, String> {
    let poses = |name: &str| {
        let found = graph.movement(name).ok_or_else(|| format!("there is no `{name}`"))?;
        Ok::<_, String>(graph.movements()[found as usize].poses.clone())
    };
    let stand = poses("stand")?.start;
    let mut order = vec![stand; 30];
    for (at, name) in movements.iter().enumerate() {
        let poses = poses(name)?;
        let first = if at > 0 { left } else { 0 };
        let last = if at + 1 < movements.len() { left } else { 0 };
        order.extend(poses.clone().skip(first).take(poses.len() - first - last));
    }
    order.extend([stand; 30]);
    let place = |part: Option<Vec3>| part.map(|place| place + Vec3::new(1.0, 0.0, 2.0));
    Ok(order.into_iter().map(|pose| graph.nodes()[pose as usize].effectors.map(place)).collect())
}
