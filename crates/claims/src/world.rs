//! Claims about the ground under every other: what a creature sees is where it is seen.

use crate::claim::{Bar, Claim, Measured, Trials};
use crate::figure::{self, Labels};
use crate::run::{Run, Trial};
use crate::statistics;
use piaget_terms::{BodyPlan, Chance, EyePlan, Eyes, HostId, Name, Rect, Terrain, Vec2, Vec3};
use piaget_world::eye::Eye;
use piaget_world::{Creature, Sensed, Shape, Thing, World};

pub(crate) const CLAIMS: &[Claim] = &[Claim {
    id: "world.eyes.roundtrip",
    source: "Isla 4.1; Buchsbaum 5.3.1 and Appendix A",
    says: "A thing rendered into the eye's buffers and taken back through screen, NDC and eye space is found where it \
           is, as exactly as a pixel allows.",
    metric: "share of markers found within half a pixel's footprint",
    bar: Bar::AtLeast(1.0),
    trials: Trials { full: 1000, quick: 50 },
    run: roundtrip,
}];

/// Markers in one trial.
const MARKERS: usize = 12;
/// In pixels' footprints: as near to a point as a thing can be that is always seen.
const MARKER_RADIUS: f32 = 0.75;
/// Of the ground's side; the eye stands in its middle.
const SIDE_M: f32 = 60.0;

/// What became of one marker.
struct Found {
    /// How far from its place it was seen, in pixels' footprints.
    footprints: f64,
    distance_m: f64,
}

fn roundtrip(run: &Run<'_>) -> Result<Measured, String> {
    let found: Vec<Found> = run.try_each(look)?.into_iter().flatten().collect();
    let off: Vec<f64> = found.iter().map(|found| found.footprints).collect();
    let rate = statistics::rate(off.iter().filter(|off| **off <= 0.5).count(), off.len());
    let distances: Vec<f64> = found.iter().map(|found| found.distance_m).collect();
    let labels = Labels {
        title: "How far off a marker is seen",
        x: "pixels' footprints at its distance",
        y: "markers",
    };
    Ok(Measured::new(rate.value)
        .require("markers seen per trial", off.len() as f64 / f64::from(run.trials), Bar::AtLeast(1.0))
        .detail("wilson_low", rate.low)
        .detail("markers", off.len() as f64)
        .detail("median_footprints", statistics::median(&off))
        .detail("greatest_footprints", statistics::quantile(&off, 1.0))
        .detail("greatest_distance_m", statistics::quantile(&distances, 1.0))
        .figure(figure::histogram(labels, &off, 40, Some(0.5))))
}

/// A creature with any field of view looks any way at markers that do not hide each other.
fn look(trial: Trial) -> Result<Vec<Found>, String> {
    let mut chance = trial.chance();
    let refused = |refusal: piaget_world::Refusal| refusal.to_string();
    let mut world = World::new(&Terrain::open(Rect::centred(SIDE_M, SIDE_M)), trial.seed);
    let eye = EyePlan { field_of_view_rad: chance.between(0.4, 2.0), ..EyePlan::default() };
    let mut creature = Creature::new(
        Name::cut("watcher"),
        Name::cut("grey"),
        BodyPlan::default(),
        Eyes { eye, ..Eyes::default() },
    );
    creature.yaw = chance.between(-3.1, 3.1);
    creature.head_pitch = chance.between(-0.4, 0.4);
    let watcher = world.add_creature(creature).map_err(refused)?;
    let eye = world.eye(watcher).ok_or("the watcher is gone")?;
    let mut placed: Vec<(HostId, Marker)> = Vec::new();
    for _ in 0..MARKERS {
        let Some(marker) = free_place(&eye, &placed, &mut chance) else { continue };
        let shape = Shape::Sphere { radius_m: marker.radius_m };
        // A thing stands on its position; a marker floats.
        let foot = marker.centre - Vec3::Y * marker.radius_m;
        let thing = Thing::new(Name::cut("marker"), Name::cut("red"), shape, foot);
        placed.push((world.add_thing(thing).map_err(refused)?, marker));
    }
    let mut sensed = Sensed::default();
    world.sense(watcher, &mut sensed);
    let found = sensed.sightings.iter().filter_map(|sighting| {
        let (_, marker) = placed.iter().find(|(id, _)| *id == sighting.id)?;
        let nearest = marker.centre + (eye.position - marker.centre).normalize() * marker.radius_m;
        let depth = -eye.eye_from_point(nearest).z;
        let off = (sighting.position - nearest).length() / eye.footprint_m(depth);
        Some(Found { footprints: off.into(), distance_m: eye.position.distance(nearest).into() })
    });
    Ok(found.collect())
}

/// A small ball.
struct Marker {
    centre: Vec3,
    radius_m: f32,
}

/// A place in view, above the ground, and apart from the others as seen from the eye.
fn free_place(eye: &Eye, placed: &[(HostId, Marker)], chance: &mut Chance) -> Option<Marker> {
    const TRIES: usize = 40;
    (0..TRIES).find_map(|_| {
        // Far enough inside the picture that no marker is cut by its border.
        let ndc = Vec2::new(chance.between(-0.95, 0.95), chance.between(-0.95, 0.95));
        let depth = chance.between(0.5, 12.0);
        let centre = eye.point_from_eye((ndc * eye.half).extend(-1.0) * depth);
        let marker = Marker { centre, radius_m: MARKER_RADIUS * eye.footprint_m(depth) };
        let size = |one: &Marker| one.radius_m / one.centre.distance(eye.position);
        let towards = |one: &Marker| (one.centre - eye.position).normalize();
        let apart =
            |other: &Marker| towards(other).distance(towards(&marker)) > 2.0 * (size(other) + size(&marker));
        let free = marker.centre.y > 2.0 * marker.radius_m && placed.iter().all(|(_, other)| apart(other));
        free.then_some(marker)
    })
}
