//! `piaget bench motor`: one step of a body, and what building a graph costs as it grows.

use super::{Bench, Figure, time};
use piaget_motor::gaze::{Gaze, GazeConfig, GazeJoints};
use piaget_motor::layer::{Layer, Mask};
use piaget_motor::player::Events;
use piaget_motor::{
    Body, Clip, EffectorMap, GraphConfig, Look, Model, Player, Pose, PoseGraph, Request, Rig, RigConfig, bvh,
};
use piaget_terms::{Name, Vec3};
use serde_json::json;
use std::path::Path;

/// The bench.
pub const BENCH: Bench = Bench {
    name: "motor",
    about: "a body's step with a layer and gaze; building the graph of real motion",
    run,
};

/// Captures begin with a T-pose that is no motion.
const T_POSE_S: f32 = 0.03;

fn run() -> Result<Vec<Figure>, String> {
    let mut figures = vec![step()?, layers()?];
    figures.extend(building()?);
    Ok(figures)
}

/// A mouse that walks, waves above it and looks at a point.
fn step() -> Result<Figure, String> {
    let (_, model) = piaget_bodies::all().into_iter().next().ok_or("there is no body")?;
    let rig =
        Rig::new(&model, GraphConfig::default(), RigConfig::default()).map_err(|error| error.to_string())?;
    let mut body = Body::new(&rig, 1);
    let request = Request {
        movement: Some(Name::cut("wave")),
        speed_m_per_s: 0.4,
        turn_rad_per_s: 0.2,
        look: Some(Look::At(Vec3::new(1.0, 0.6, 2.0))),
        ..Request::default()
    };
    let timing = time(|| body.step(&rig, 1.0 / 30.0, &request).root.yaw);
    let per_joint = timing.median_us() / rig.graph.skeleton().len() as f64;
    Ok(Figure::new(
        "motor.step",
        per_joint * 40.0,
        "us per step at 40 joints",
        json!({ "joints": rig.graph.skeleton().len(), "us": timing.median_us(), "least_us": timing.least_ns / 1e3 }),
    ))
}

/// The same walk with two layers (an arm that waves, another that gives thumbs up), then gaze.
fn layers() -> Result<Figure, String> {
    let (_, model) = piaget_bodies::all().into_iter().next().ok_or("there is no body")?;
    let graph = PoseGraph::new(&model, GraphConfig::default()).map_err(|error| error.to_string())?;
    let named = |name: &str| graph.movement(name).ok_or_else(|| format!("the mouse has no `{name}`"));
    let skeleton = graph.skeleton();
    let arm = |name: &str| {
        let joint = skeleton.find(name).ok_or_else(|| format!("the mouse has no `{name}`"))?;
        Ok::<_, String>(Mask::below(skeleton, joint))
    };
    let masks = [arm("left-shoulder")?, arm("right-shoulder")?];
    let gestures = [named("wave")?, named("thumbs-up")?];
    let joints = GazeJoints::guess(skeleton).ok_or("the mouse has no head")?;
    let (mut player, mut layers) =
        (Player::new(&graph, named("walk")?), [Layer::default(), Layer::default()]);
    let (mut gaze, gaze_config) = (Gaze::default(), GazeConfig::default());
    let (mut pose, mut places) = (Pose::default(), Vec::new());
    let look = Some(Look::At(Vec3::new(1.0, 0.6, 2.0)));
    let tick_s = 1.0 / 30.0;
    let timing = time(|| {
        let mut events = Events::new();
        player.advance(&graph, tick_s, 1.0, &mut events);
        player.pose(&graph, &mut pose);
        for ((layer, mask), gesture) in layers.iter_mut().zip(&masks).zip(gestures) {
            if layer.movement().is_none() {
                layer.play(&graph, gesture, &pose, mask, &mut events);
            }
            layer.apply(&graph, tick_s, mask, &mut pose, &mut events);
        }
        skeleton.place(&pose, &mut places);
        gaze.apply((skeleton, &joints, &gaze_config), tick_s, look, &mut pose, &mut places);
        gaze.angles().0
    });
    let per_joint = timing.median_us() / skeleton.len() as f64;
    Ok(Figure::new(
        "motor.layers",
        per_joint * 40.0,
        "us per step with two layers and gaze at 40 joints",
        json!({ "joints": skeleton.len(), "us": timing.median_us(), "least_us": timing.least_ns / 1e3 }),
    ))
}

/// The graph of all captures of one person, then of all people, then of halves and quarters of that.
fn building() -> Result<Vec<Figure>, String> {
    let folder =
        std::env::var_os("PIAGET_DATA").map_or_else(|| "../shared/data".into(), std::path::PathBuf::from);
    let folder = folder.join("mocap-cmu");
    let models = captures(&folder)?;
    let first = models.first().ok_or_else(|| format!("no captures in {}", folder.display()))?;
    let skeleton = first.skeleton.clone();
    let clips: Vec<Clip> = models
        .iter()
        .map(|model| model.clips[0].without_start(T_POSE_S).onto(&model.skeleton, &skeleton))
        .collect();
    let mut sizes = Vec::new();
    for part in [4, 2, 1] {
        let some: Vec<Clip> = clips.iter().step_by(part).cloned().collect();
        let mut poses = 0;
        let timing = time(|| {
            let graph = PoseGraph::of_clips(
                &skeleton,
                EffectorMap::guess(&skeleton),
                0,
                &some,
                GraphConfig::default(),
            );
            poses = graph.map_or(0, |graph| graph.nodes().len());
        });
        sizes.push((poses as f64, timing.median_ns / 1e9));
    }
    let (small, large) = (sizes[0], sizes[2]);
    let growth = (large.1 / small.1).ln() / (large.0 / small.0).ln();
    let more = json!({ "sizes": sizes });
    Ok(vec![
        Figure::new("motor.build", large.1, "s for all captures", json!({ "poses": large.0 })),
        Figure::new("motor.build.growth", growth, "power of the number of poses (2 is quadratic)", more),
    ])
}

fn captures(folder: &Path) -> Result<Vec<Model>, String> {
    let entries = std::fs::read_dir(folder)
        .map_err(|error| format!("{}: {error} (set PIAGET_DATA)", folder.display()))?;
    let mut files: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "bvh"));
    files.sort();
    let read = |file: &std::path::PathBuf| {
        let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
        bvh::read(&file.display().to_string(), &text).map_err(|bad| bad.to_string())
    };
    files.iter().map(read).collect()
}
