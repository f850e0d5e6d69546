//! Real motion: another's trajectories without eyes between, held against an own repertoire; and dynamic time
//! warping on the same parts to be measured against.

use glam::Vec3;
use piaget_motor::watch::{
    Likeness, Look, Matcher, OwnPoses, Parts, PoseView, Ranked, Shown, Span, Stream, WatchConfig,
};
use piaget_motor::{
    Clip, EffectorMap, GraphConfig, Joint, Model, Moves, Pose, PoseGraph, Skeleton, Transform, bvh, gltf,
};
use piaget_terms::{Chance, Effector, Name, maths};
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

/// What an own body makes of a stream of another's parts: all of it is one gesture.
pub struct Judge {
    own: OwnPoses,
    config: WatchConfig,
    matcher: Matcher,
    frames: Vec<PoseView>,
}

impl Judge {
    /// With an own graph.
    pub fn new(graph: &PoseGraph, config: WatchConfig) -> Self {
        let own = OwnPoses::new(graph, &config);
        Self { own, config, matcher: Matcher::default(), frames: Vec::new() }
    }

    /// Ranks own movements. `stands` is how the other stands, where that has been seen.
    pub fn rank(&mut self, stands: &[(f64, Parts)], shown: &[(f64, Parts)], whole: bool) -> Ranked {
        let mut likeness = Likeness::default();
        for (_, parts) in if stands.is_empty() { shown } else { stands } {
            likeness.measure(&self.config.likeness, parts);
        }
        let filter_s = self.config.filter_s;
        let mut buffer = Vec::new();
        if let Some((_, last)) = stands.last() {
            let mut stream = Stream::new(2);
            stream.push(Look { time_s: 0.0, parts: *last });
            let span = Span { from_s: 0.0, step_s: 0.1, frames: 1, filter_s };
            stream.resample(&self.own, &likeness, &span, &mut buffer, &mut self.frames);
            let root = last[Effector::Root as usize].unwrap_or_default().y;
            likeness.stand(&self.own, &self.frames[0], root, 1.0);
        }
        let mut stream = Stream::new(shown.len() as u32 + 1);
        for (time_s, parts) in shown {
            stream.push(Look { time_s: *time_s, parts: *parts });
        }
        let lasts_s = shown.last().map_or(0.0, |look| look.0) as f32;
        let frames = ((lasts_s * self.config.match_hz) as u32 + 1).max(8);
        let step_s = lasts_s / (frames - 1) as f32;
        let span = Span { from_s: 0.0, step_s, frames, filter_s };
        stream.resample(&self.own, &likeness, &span, &mut buffer, &mut self.frames);
        let mut ranked = Ranked::new();
        let shown = Shown { frames: &self.frames, step_s, filter_s, whole: (whole, whole) };
        self.matcher.rank(&self.own, &self.config, &shown, &mut ranked);
        ranked
    }
}

/// The robot's file.
pub fn robot(folder: &Path) -> Result<Model, String> {
    let file = folder.join("RobotExpressive.glb");
    let bytes = std::fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
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

/// Turns and shifts what is seen, as a body elsewhere would show it.
pub fn elsewhere(looks: &mut [(f64, Parts)], chance: &mut Chance, yaw: f32) {
    let shift = Vec3::new(chance.between(-5.0, 5.0), 0.0, chance.between(-5.0, 5.0));
    let (sin, cos) = (maths::sin(yaw), maths::cos(yaw));
    for place in looks.iter_mut().flat_map(|look| look.1.iter_mut()).flatten() {
        *place = Vec3::new(place.x * cos + place.z * sin, place.y, place.z * cos - place.x * sin) + shift;
    }
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
    let read =
        |file: &Path| std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()));
    let index = read(&folder.join("INDEX.tsv"))?;
    let mut all = Vec::new();
    for line in index.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [gesture, clip, subject, ..] = fields[..] else { continue };
        let text = read(&folder.join(format!("{clip}.bvh")))?;
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

/// A capture for dynamic time warping: parts from the root in body heights, faced by the nose, at a steady rate.
pub fn faced(capture: &Capture, hz: f32) -> Vec<[Vec3; Effector::ALL.len()]> {
    let (skeleton, clip) = (&capture.model.skeleton, &capture.model.clips[0]);
    let every = (HZ / hz).max(1.0) as usize;
    let looks = parts_along(skeleton, clip, 0.0, clip.seconds, 1.0);
    let height = skeleton.height();
    looks
        .iter()
        .step_by(every)
        .map(|(_, parts)| {
            let root = parts[Effector::Root as usize].unwrap_or_default();
            let nose = parts[Effector::Nose as usize].unwrap_or_default() - root;
            let yaw = -maths::yaw_of(nose);
            let (sin, cos) = (maths::sin(yaw), maths::cos(yaw));
            parts.map(|place| {
                let p = (place.unwrap_or_default() - root) / height;
                Vec3::new(p.x * cos + p.z * sin, p.y, p.z * cos - p.x * sin)
            })
        })
        .collect()
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
