//! Plays a stage before our mind, and keeps the truth, what was seen, and what was believed.

use super::held;
use super::stage::{KIND, OBSERVER, Stage, name_of, radius_of};
use super::truth::{Detection, FRAMES_HZ, Row, Scene, Stay};
use crate::family::World;
use crate::scene;
use piaget_sim::Simulation;
use piaget_terms::{HostId, Name, Vec2, maths};

/// The scene of a stage, and what our mind believed in each frame of it.
pub(super) fn watch(stage: &Stage, world: &World) -> Result<(Scene, Vec<Row>), String> {
    let mut simulation = scene::simulation(world)?;
    let ids: Vec<HostId> = (0..stage.walkers.len())
        .map(|index| simulation.world().named(&name_of(index)).ok_or("a thing is missing".to_owned()))
        .collect::<Result<_, _>>()?;
    let bounds = simulation.scenario().terrain.bounds;
    let mut scene = Scene {
        area: [bounds.min.x, bounds.max.x, bounds.min.y, bounds.max.y].map(f64::from),
        noise_m: stage.noise_m.into(),
        stays: vec![Stay::default(); ids.len()],
        lasting: true,
        ..Scene::default()
    };
    let every = (f64::from(stage.tick_hz) / FRAMES_HZ).round().max(1.0) as u64;
    let mut rows = Vec::new();
    while !simulation.is_over() {
        let is_frame = simulation.tick().is_multiple_of(every);
        let eye = simulation.actor(OBSERVER).and_then(|actor| simulation.world().eye(actor.id));
        let eye = eye.map(|eye| Vec2::new(eye.position.x, eye.position.z)).ok_or("nobody watches")?;
        let places: Vec<[f64; 2]> =
            ids.iter().map(|id| near_side(&simulation, *id, eye, radius_of(stage.size_m))).collect();
        simulation.step();
        if is_frame {
            keep(&simulation, &ids, &places, &mut scene, &mut rows)?;
        }
    }
    scene.at_end = scene.stays.iter().filter(|stay| stay.life().is_some()).count();
    Ok((scene, rows))
}

/// The side of a thing that an eye sees: what it measures is a place on the surface, not the middle.
fn near_side(simulation: &Simulation, id: HostId, eye: Vec2, radius_m: f32) -> [f64; 2] {
    let at = simulation.world().thing(id).map_or(Vec2::ZERO, |thing| maths::ground(thing.position));
    let near = at + (eye - at).normalize_or_zero() * radius_m;
    [near.x.into(), near.y.into()]
}

fn keep(
    simulation: &Simulation,
    ids: &[HostId],
    places: &[[f64; 2]],
    scene: &mut Scene,
    rows: &mut Vec<Row>,
) -> Result<(), String> {
    let actor = simulation.actor(OBSERVER).ok_or("nobody watches")?;
    let view = &actor.sensed.view;
    let shown = |id: HostId| {
        let own = |slot: &u32| view.marks().get(*slot as usize).is_some_and(|mark| mark.host() == Some(id));
        view.slots().iter().any(own)
    };
    let frame = scene.frames.len();
    let mut detections = Vec::new();
    for ((index, id), stay) in ids.iter().enumerate().zip(&mut scene.stays) {
        let sighting = actor.sensed.sightings.iter().find(|sighting| sighting.id == *id);
        stay.at.push(places[index]);
        stay.visible.push(shown(*id));
        stay.detected.push(sighting.is_some());
        detections.extend(sighting.map(|sighting| {
            let at = maths::ground(sighting.position);
            Detection { at: [at.x.into(), at.y.into()], stay: index }
        }));
    }
    detections.sort_by(|a, b| a.at[0].total_cmp(&b.at[0]));
    scene.frames.push(detections);
    rows.extend(held::rows(&actor.mind, Name::cut(KIND), frame));
    Ok(())
}
