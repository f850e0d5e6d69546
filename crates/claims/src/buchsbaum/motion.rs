//! Real motion: an animator's figure and captured people, made ready to be shown to eyes; and dynamic time warping on what the
//! same eyes saw, to be measured against.

use super::show::{Shown, Span};
use crate::data;
use glam::Vec3;
use piaget_motor::watch::Parts;
use piaget_motor::{
    Clip, EffectorMap, GraphConfig, Joint, Model, Moves, Pose, PoseGraph, Skeleton, Transform, bvh, gltf,
};
use piaget_terms::{Effector, Name, maths};
use std::path::Path;

/// Looks per second.
const HZ: f32 = 30.0;

/// Where the parts of a body are along a clip, in the world.
pub fn parts_along(skeleton: &Skeleton, clip: &Clip, from_s: f32, to_s: f32, pace: f32) -> Vec<(f64, Parts)> {
    let map = EffectorMap::guess(skeleton);
    let mut pose = Pose::rest(skeleton, 8);
    let mut places = Vec::new();
    let count = ((to_s - from_s) * HZ / pace).max(1.0) as usize;
    let look = |frame: usize| {
        let time_s = frame as f32 / HZ;
        clip.sample(skeleton, (from_s + time_s * pace).min(to_s), &mut pose);
        skeleton.place(&pose, &mut places);
        let mut parts = [None; Effector::ALL.len()];
        for (effector, place) in map.places(&places) {
            parts[effector as usize] = Some(place);
        }
        (f64::from(time_s), parts)
    };
    (0..=count).map(look).collect()
}

/// Looks in a body's own axes and in metres: it begins where it stands, faces ahead, and is so high. `height` is that of the skeleton
/// in its own units. Who is captured may face anywhere; an animator's figure faces ahead.
pub fn own_axes(
    looks: &[(f64, Parts)],
    height: f32,
    height_m: f32,
    faces_anywhere: bool,
) -> Vec<(f64, Parts)> {
    let Some((_, first)) = looks.first() else { return Vec::new() };
    let root = first[Effector::Root as usize].unwrap_or_default();
    let nose = first[Effector::Nose as usize].unwrap_or(root + Vec3::Z);
    let yaw = if faces_anywhere { -maths::yaw_of(nose - root) } else { 0.0 };
    let (sin, cos) = (maths::sin(yaw), maths::cos(yaw));
    // Feet on the ground: a capture's floor is not always at 0.
    let ground = first.iter().flatten().map(|place| place.y).fold(f32::INFINITY, f32::min);
    let own = |place: Vec3| {
        let p = (place - Vec3::new(root.x, ground, root.z)) * (height_m / height);
        Vec3::new(p.x * cos + p.z * sin, p.y, p.z * cos - p.x * sin)
    };
    looks.iter().map(|(time_s, parts)| (*time_s, parts.map(|place| place.map(own)))).collect()
}

/// What eyes gave of a body's parts within a span of time. A part that is hidden is where it was seen last.
pub fn seen_parts(shown: &Shown, span: Span) -> Vec<(f64, Parts)> {
    let mut known: Parts = [None; Effector::ALL.len()];
    let mut looks = Vec::new();
    for glimpse in &shown.glimpses {
        for part in glimpse.sightings.iter().flat_map(|sighting| &sighting.effectors) {
            known[part.effector as usize] = Some(part.position);
        }
        if (span.0..=span.1).contains(&glimpse.time_s) {
            looks.push((glimpse.time_s, known));
        }
    }
    looks
}

/// The robot's file.
pub fn robot(folder: &Path) -> Result<Model, String> {
    let file = folder.join("RobotExpressive.glb");
    let bytes = data::bytes(&file)?;
    let mut model =
        gltf::read("RobotExpressive.glb", &bytes, &mut |_| None).map_err(|wrong| wrong.to_string())?;
    model.skeleton = with_nose(&model.skeleton).ok_or("the robot has no head")?;
    Ok(model)
}

/// The robot's head has no marked front: a joint at its face, so that a nod can be told from a shake.
fn with_nose(skeleton: &Skeleton) -> Option<Skeleton> {
    let head = skeleton.find("Head")?;
    let mut places = Vec::new();
    skeleton.place(&Pose::rest(skeleton, 0), &mut places);
    let place = places[head as usize];
    let ahead = Vec3::Z * (0.15 * skeleton.height());
    let local = (place.rotation.conjugate() * ahead) / place.scale;
    let mut joints = skeleton.joints().to_vec();
    joints.push(Joint { name: "Nose".into(), parent: Some(head), rest: Transform::at(local) });
    Skeleton::new(joints).ok()
}

/// The same body with arms and legs of other lengths.
pub fn stretched(model: &Model, arms: f32, legs: f32) -> Model {
    let map = EffectorMap::guess(&model.skeleton);
    let skeleton = &model.skeleton;
    // A limb's bones: what its ends hang from, up to the joint that carries the elbow or knee, and below.
    let limb = |joint: u32, ends: [Effector; 2]| {
        ends.iter().filter_map(|end| map.joint(*end)).any(|end| {
            skeleton.joints()[end as usize]
                .parent
                .is_some_and(|parent| joint != parent && skeleton.hangs_from(joint, parent))
                && (joint == end || skeleton.hangs_from(joint, end))
        })
    };
    let factor = |joint: u32| {
        if limb(joint, [Effector::LeftElbow, Effector::RightElbow]) {
            arms
        } else if limb(joint, [Effector::LeftKnee, Effector::RightKnee]) {
            legs
        } else {
            1.0
        }
    };
    let mut joints = skeleton.joints().to_vec();
    for (index, joint) in joints.iter_mut().enumerate() {
        joint.rest.translation *= factor(index as u32);
    }
    let mut model = model.clone();
    for clip in &mut model.clips {
        for track in &mut clip.tracks {
            if let Moves::Translation(joint) = track.moves {
                let by = factor(joint);
                track.values.iter_mut().for_each(|value| *value *= by);
            }
        }
    }
    if let Ok(skeleton) = Skeleton::new(joints) {
        model.skeleton = skeleton;
    }
    model
}

/// One capture: its gesture, who performed it, and what was captured.
pub struct Capture {
    /// The gesture's name.
    pub gesture: String,
    /// Who.
    pub subject: String,
    /// The skeleton and its one clip, without the T-pose that it begins with.
    pub model: Model,
}

/// All captures of the folder, in the order of its index.
pub fn captures(folder: &Path) -> Result<Vec<Capture>, String> {
    let index = data::text(&folder.join("INDEX.tsv"))?;
    let mut all = Vec::new();
    for line in index.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [gesture, clip, subject, ..] = fields[..] else { continue };
        let text = data::text(&folder.join(format!("{clip}.bvh")))?;
        let mut model = bvh::read(clip, &text).map_err(|wrong| wrong.to_string())?;
        model.clips[0] = model.clips[0].without_start(0.03);
        all.push(Capture { gesture: gesture.into(), subject: subject.into(), model });
    }
    Ok(all)
}

/// One person's examples as a graph: every clip under the name of its gesture, on one skeleton.
pub fn examples(of: &[&Capture]) -> Result<PoseGraph, String> {
    let skeleton = &of.first().ok_or("there is no example")?.model.skeleton;
    let mut clips: Vec<Clip> = of
        .iter()
        .map(|capture| {
            let mut clip = capture.model.clips[0].onto(&capture.model.skeleton, skeleton);
            clip.name = Name::cut(&capture.gesture);
            clip
        })
        .collect();
    // Captures begin standing: how they do is the hub.
    let first = of.iter().position(|capture| capture.gesture == "jump").unwrap_or(0);
    let mut standing = Pose::rest(skeleton, 0);
    clips[first].sample(skeleton, 0.0, &mut standing);
    clips.push(Clip::of_poses(Name::cut("stand"), skeleton, &[standing.clone(), standing], 0.5));
    let map = EffectorMap::guess(skeleton);
    PoseGraph::of_clips(skeleton, map, 0, &clips, GraphConfig::default()).map_err(|why| why.to_string())
}

/// How long each limb is, from the root, for those who scale another's limbs to their own.
pub type Limbs = [f32; Effector::ALL.len()];

/// How far each part is from the root of one who stands so.
pub fn limbs(stands: &Parts) -> Limbs {
    let root = stands[Effector::Root as usize].unwrap_or_default();
    std::array::from_fn(|part| stands[part].map_or(0.0, |place| place.distance(root)))
}

/// Looks for dynamic time warping: parts from the root, faced by the nose, each limb scaled from the other's length to one's own, at
/// a steady rate.
pub fn faced(looks: &[(f64, Parts)], from: &Limbs, to: &Limbs, hz: f32) -> Vec<[Vec3; Effector::ALL.len()]> {
    let mut next_s = f64::NEG_INFINITY;
    let mut all = Vec::new();
    for (time_s, parts) in looks {
        if *time_s < next_s {
            continue;
        }
        next_s = time_s + f64::from(1.0 / hz) - 1e-6;
        let root = parts[Effector::Root as usize].unwrap_or_default();
        let nose = parts[Effector::Nose as usize].unwrap_or_default() - root;
        let yaw = -maths::yaw_of(nose);
        let (sin, cos) = (maths::sin(yaw), maths::cos(yaw));
        all.push(std::array::from_fn(|part| {
            let scale = if from[part] > 1e-3 { to[part] / from[part] } else { 1.0 };
            let p = (parts[part].unwrap_or(root) - root) * scale;
            Vec3::new(p.x * cos + p.z * sin, p.y, p.z * cos - p.x * sin)
        }));
    }
    all
}

/// Dynamic time warping: the mean distance of parts along the cheapest way, by the length of both.
pub fn warped(a: &[[Vec3; Effector::ALL.len()]], b: &[[Vec3; Effector::ALL.len()]]) -> f32 {
    let distance = |a: &[Vec3; 11], b: &[Vec3; 11]| -> f32 {
        a.iter().zip(b).map(|(a, b)| a.distance(*b)).sum::<f32>() / a.len() as f32
    };
    let mut before = vec![f32::INFINITY; b.len() + 1];
    before[0] = 0.0;
    for row in a {
        let mut now = vec![f32::INFINITY; b.len() + 1];
        for (column, other) in b.iter().enumerate() {
            let best = before[column].min(before[column + 1]).min(now[column]);
            now[column + 1] = best + distance(row, other);
        }
        before = now;
    }
    before[b.len()] / (a.len() + b.len()) as f32
}
