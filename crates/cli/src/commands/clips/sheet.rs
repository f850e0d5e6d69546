//! A contact sheet: a row per movement, a picture per moment, seen from the front and a little from the side. What
//! has no mesh is drawn as bones.

use super::raster::{Canvas, Picture};
use piaget_motor::{Clip, Model, Pose, Transform, graph};
use piaget_terms::Vec3;
use piaget_terms::maths::{cos, sin};

const CELL: usize = 132;
const MOMENTS: usize = 9;
const LABEL: usize = 18;
/// From where it is looked at: turned from the front, and from above.
const VIEW: (f32, f32) = (0.62, 0.2);

/// The sheet of all clips of a model, and of its faces.
pub fn render(model: &Model) -> Picture {
    let faces = if model.morphs.is_empty() { 0 } else { 1 };
    let mut picture = Picture::new(CELL * MOMENTS, (CELL + LABEL) * (model.clips.len() + faces));
    let view = View::of(model);
    for (row, clip) in model.clips.iter().enumerate() {
        let top = row * (CELL + LABEL);
        let kind = if clip.cyclic { "cyclic" } else { "" };
        let marks: Vec<String> =
            clip.marks.iter().map(|mark| format!("{} {:.2}", mark.name, mark.at_s)).collect();
        picture.write(
            &format!("{}  {:.2}s  {kind} {}", clip.name, clip.seconds, marks.join("  ")),
            4,
            top + 4,
        );
        for moment in 0..MOMENTS {
            let parts = if clip.cyclic { MOMENTS } else { MOMENTS - 1 };
            let pose = view.pose(model, clip, clip.seconds * moment as f32 / parts as f32);
            picture.paste(&view.draw(model, &pose, None), moment * CELL, top + LABEL);
        }
    }
    if faces == 1 {
        let top = model.clips.len() * (CELL + LABEL);
        picture.write(&format!("neutral {}", model.morphs.join(" ")), 4, top + 4);
        for face in 0..MOMENTS.min(model.morphs.len() + 1) {
            let mut pose = Pose::rest(&model.skeleton, model.morphs.len());
            if let Some(weight) = face.checked_sub(1).and_then(|morph| pose.weights.get_mut(morph)) {
                *weight = 1.0;
            }
            let head = model.skeleton.find("head").or_else(|| model.skeleton.find("Head"));
            picture.paste(&view.draw(model, &pose, head), face * CELL, top + LABEL);
        }
    }
    picture
}

struct View {
    carrier: u32,
    middle: Vec3,
    per_dot: f32,
}

impl View {
    /// Wide enough for everything that any clip does.
    fn of(model: &Model) -> Self {
        let carrier = graph::carrier(&model.skeleton, &model.clips);
        let mut view = Self { carrier, middle: Vec3::ZERO, per_dot: 1.0 };
        let (mut low, mut high) = (Vec3::MAX, Vec3::MIN);
        let mut places = Vec::new();
        for clip in &model.clips {
            for moment in 0..=6 {
                let pose = view.pose(model, clip, clip.seconds * moment as f32 / 6.0);
                model.skeleton.place(&pose, &mut places);
                for place in &places {
                    low = low.min(place.translation);
                    high = high.max(place.translation);
                }
            }
        }
        // Heads reach above their joints, feet below theirs.
        high.y += 0.14 * model.skeleton.height();
        low.y -= 0.02 * model.skeleton.height();
        let extent = (high - low).max_element();
        view.middle = (low + high) * 0.5;
        view.per_dot = extent * 1.12 / CELL as f32;
        view
    }

    /// The pose of a clip, with the travel over the ground taken away.
    fn pose(&self, model: &Model, clip: &Clip, time_s: f32) -> Pose {
        let mut pose = Pose::rest(&model.skeleton, model.morphs.len());
        clip.sample(&model.skeleton, time_s, &mut pose);
        let mut places = Vec::new();
        model.skeleton.place(&pose, &mut places);
        let off = places[self.carrier as usize].translation * Vec3::new(1.0, 0.0, 1.0);
        for (index, joint) in model.skeleton.joints().iter().enumerate() {
            if joint.parent.is_none() {
                pose.translations[index] -= off;
            }
        }
        pose
    }

    fn draw(&self, model: &Model, pose: &Pose, close_up: Option<u32>) -> Canvas {
        let mut canvas = Canvas::new(CELL);
        let mut places = Vec::new();
        model.skeleton.place(pose, &mut places);
        let (middle, per_dot, yaw) = match close_up {
            Some(joint) => {
                let height = model.skeleton.height();
                (
                    places[joint as usize].translation + Vec3::Y * height * 0.1,
                    height * 0.55 / CELL as f32,
                    0.25,
                )
            }
            None => (self.middle, self.per_dot, VIEW.0),
        };
        let turned = |v: Vec3| {
            let (s, c) = (sin(yaw), cos(yaw));
            let v = Vec3::new(v.x * c - v.z * s, v.y, v.x * s + v.z * c);
            let (s, c) = (sin(VIEW.1), cos(VIEW.1));
            Vec3::new(v.x, v.y * c - v.z * s, v.y * s + v.z * c)
        };
        let half = CELL as f32 * 0.5;
        let seen = |point: Vec3| {
            let v = turned(point - middle) / per_dot;
            Vec3::new(half + v.x, half - v.y, -v.z)
        };
        if close_up.is_none() {
            let foot = seen(Vec3::ZERO);
            canvas.shadow(foot.x, foot.y, CELL as f32 * 0.24, CELL as f32 * 0.07);
        }
        if model.meshes.is_empty() {
            bones(model, &places, &seen, &mut canvas);
        }
        let (mut points, mut normals) = (Vec::new(), Vec::new());
        for mesh in &model.meshes {
            let skin = &model.skins[mesh.skin as usize];
            mesh.posed(skin, &places, &pose.weights, &mut points, &mut normals);
            let colour = Vec3::new(mesh.colour[0], mesh.colour[1], mesh.colour[2]);
            for triangle in &mesh.triangles {
                let corners = triangle.map(|index| seen(points[index as usize]));
                let lit = triangle.map(|index| turned(normals[index as usize]));
                canvas.triangle(corners, lit, colour);
            }
        }
        canvas
    }
}

/// Thin slabs from parent to child.
fn bones(model: &Model, places: &[Transform], seen: &dyn Fn(Vec3) -> Vec3, canvas: &mut Canvas) {
    for (index, joint) in model.skeleton.joints().iter().enumerate() {
        let Some(parent) = joint.parent else { continue };
        let (a, b) = (seen(places[parent as usize].translation), seen(places[index].translation));
        let along = b - a;
        let side = Vec3::new(-along.y, along.x, 0.0).normalize_or_zero() * 1.6;
        let normals = [Vec3::new(0.3, 0.7, 0.6); 3];
        let colour = Vec3::new(0.2, 0.3, 0.5);
        canvas.triangle([a - side, a + side, b], normals, colour);
        canvas.triangle([a, b - side * 0.6, b + side * 0.6], normals, colour);
    }
}
