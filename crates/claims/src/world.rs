//! Claims about the ground under every other: what a creature sees is where it is seen.

use crate::claim::{Bar, Claim, Measured, Trials};
use crate::figure::{self, Labels};
use crate::run::{Run, Trial};
use crate::statistics;
use piaget_terms::{BodyPlan, Chance, EyePlan, Eyes, Name, Rect, Terrain, Vec3};
use piaget_world::{Creature, Sensed, Shape, Thing, World};

pub(crate) const CLAIMS: &[Claim] = &[Claim {
    id: "world.eyes.roundtrip",
    source: "Isla 4.1; Buchsbaum 5.3.1 and Appendix A",
    says: "A thing rendered into the eye's buffers and taken back through screen, NDC and eye space is found where it \
           is, as exactly as a pixel allows.",
    metric: "share of markers found within half a pixel's footprint",
    bar: Bar::AtLeast(0.999),
    trials: Trials { full: 1000, quick: 50 },
    run: roundtrip,
}];

/// Markers in one trial.
const MARKERS: usize = 12;
/// Small, so that the middle of what is seen of one is, but for the pixels, the point of it nearest to the eye.
const MARKER_RADIUS_M: f32 = 0.02;
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
    let mut placed: Vec<(piaget_terms::HostId, Vec3)> = Vec::new();
    for _ in 0..MARKERS {
        let Some(centre) = free_place(&eye, &placed, &mut chance) else { continue };
        let shape = Shape::Sphere { radius_m: MARKER_RADIUS_M };
        // A thing stands on its position; a marker floats.
        let foot = centre - Vec3::Y * MARKER_RADIUS_M;
        let marker = Thing::new(Name::cut("marker"), Name::cut("red"), shape, foot);
        placed.push((world.add_thing(marker).map_err(refused)?, centre));
    }
    let mut sensed = Sensed::default();
    world.sense(watcher, &mut sensed);
    let found = sensed.sightings.iter().filter_map(|sighting| {
        let (_, centre) = placed.iter().find(|(id, _)| *id == sighting.id)?;
        let towards_eye = (eye.position - *centre).normalize();
        let nearest = *centre + towards_eye * MARKER_RADIUS_M;
        let depth = -eye.eye_from_point(nearest).z;
        let off = (sighting.position - nearest).length() / eye.footprint_m(depth);
        Some(Found { footprints: off.into(), distance_m: eye.position.distance(nearest).into() })
    });
    Ok(found.collect())
}

/// A place in view, above the ground, and apart from the others as seen from the eye.
fn free_place(
    eye: &piaget_world::eye::Eye,
    placed: &[(piaget_terms::HostId, Vec3)],
    chance: &mut Chance,
) -> Option<Vec3> {
    const TRIES: usize = 40;
    (0..TRIES).find_map(|_| {
        // Far enough inside the picture that no marker is cut by its border.
        let ndc = [(); 2].map(|()| chance.between(-0.95, 0.95));
        let depth = chance.between(0.5, 4.0);
        let slope = Vec3::new(ndc[0] * eye.half.x, ndc[1] * eye.half.y, -1.0);
        let place = eye.point_from_eye(slope * depth);
        let direction = (place - eye.position).normalize();
        let apart = placed.iter().all(|(_, other)| {
            let other = *other - eye.position;
            let angle = 2.5 * (MARKER_RADIUS_M / other.length() + MARKER_RADIUS_M / (place - eye.position).length());
            (other.normalize() - direction).length() > angle
        });
        (apart && place.y > 2.0 * MARKER_RADIUS_M).then_some(place)
    })
}
