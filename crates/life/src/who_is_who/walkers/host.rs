//! A host of its own: it gives our mind what an observer of recorded walkers sees, without numbers that tell who is who.

use super::{Occluders, Walkers};
use crate::who_is_who::held;
use crate::who_is_who::truth::{FRAMES_HZ, Row};
use piaget_claims::scene;
use piaget_mind::Mind;
use piaget_terms::{BodySense, HostId, Name, Rect, Senses, Sight, Sighting, Terrain, Vec2, Vec3, maths};
use std::sync::Arc;

/// What people are seen as.
const KIND: &str = "person";

/// What the observer can see: all of the area but what is hidden.
struct View<'a> {
    occluders: &'a Occluders,
    area: [f64; 4],
    detection_rate: f32,
}

impl Sight for View<'_> {
    fn sees(&self, points: &[Vec3], seen: &mut [bool]) {
        let [x0, x1, y0, y1] = self.area;
        for (point, seen) in points.iter().zip(seen) {
            let at = [f64::from(point.x), f64::from(point.z)];
            let inside = (x0..=x1).contains(&at[0]) && (y0..=y1).contains(&at[1]);
            *seen = inside && !self.occluders.hide(at);
        }
    }

    fn detection_rate(&self) -> f32 {
        self.detection_rate
    }
}

/// What our mind believes in each frame of a scene.
pub(in crate::who_is_who) fn watch(walkers: &Walkers, missed: f64, seed: u64) -> Result<Vec<Row>, String> {
    let character = scene::character("duncan", "")?;
    let [x0, x1, y0, y1] = walkers.scene.area.map(|number| number as f32);
    // The ground that it knows is the area, as it is for rivals.
    let bounds = Rect { min: Vec2::new(x0, y0), max: Vec2::new(x1, y1) };
    let mut mind = Mind::new(character, Arc::new(Terrain::open(bounds)), seed);
    let [x, y] = walkers.occluders.observer.map(|number| number as f32);
    let middle = (bounds.min + bounds.max) * 0.5;
    let yaw = maths::yaw_of(Vec3::new(middle.x - x, 0.0, middle.y - y));
    let body = BodySense::standing(Vec3::new(x, 0.0, y), yaw);
    let view = View {
        occluders: &walkers.occluders,
        area: walkers.scene.area,
        detection_rate: (1.0 - missed) as f32,
    };
    let kind = Name::cut(KIND);
    let (mut rows, mut sightings) = (Vec::new(), Vec::new());
    for (frame, seen) in walkers.scene.frames.iter().enumerate() {
        sightings.clear();
        // The host's numbers are the order of the frame, which tells nothing; the character does not use them either.
        sightings.extend((0u32..).zip(seen).map(|(number, detection)| {
            let [x, y] = detection.at.map(|number| number as f32);
            Sighting::new(HostId(number + 1), kind, Vec3::new(x, 0.0, y))
        }));
        let senses = Senses::new(frame as f64 / FRAMES_HZ, (1.0 / FRAMES_HZ) as f32, &body, &view);
        mind.step(&senses.sightings(&sightings));
        rows.extend(held::rows(&mind, kind, frame));
    }
    Ok(rows)
}
