//! What a mouse can do, what one that learned elsewhere does a little differently, and what no mouse has seen.

use super::show::{MOUSE_MODEL, rig};
use glam::{Quat, Vec3};
use piaget_motor::{Clip, Model, Pose, Rig, Skeleton, gltf, pose};
use piaget_terms::{Chance, Name, maths};
use std::f32::consts::{PI, TAU};
use std::sync::LazyLock;

/// Every movement of the mouse but standing: what to ask its body for, and what it should be taken for. Of a
/// blended movement one part is asked for, by chance.
pub const MOVEMENTS: [(&[&str], &str); 17] = [
    (&["jump"], "jump"),
    (&["jump-for-joy"], "jump-for-joy"),
    (&["beg"], "beg"),
    (&["eat"], "eat"),
    (&["pick-up"], "pick-up"),
    (&["throw"], "throw"),
    (&["dance"], "dance"),
    (&["wave"], "wave"),
    (&["thumbs-up"], "thumbs-up"),
    (&["shrug"], "shrug"),
    (&["cover-face"], "cover-face"),
    (&["pound-ground"], "pound-ground"),
    (&["stand-frustrated"], "stand-frustrated"),
    (&["tap-foot"], "tap-foot"),
    (&["walk-ahead", "walk-left", "walk-right"], "walk"),
    (&["turn-left", "turn-right"], "turn"),
    (
        &["reach-1", "reach-2", "reach-3", "reach-4", "reach-5", "reach-6", "reach-7", "reach-8", "reach-9"],
        "reach",
    ),
];

/// Movements that the mouse does not have: four of the walker's, two of its own with the other hand, four made here.
pub const UNKNOWN: [&str; 10] = [
    "rub-eyes",
    "startle",
    "scratch-head",
    "peer",
    "left-wave",
    "left-throw",
    "kick",
    "arms-wide",
    "bow",
    "stretch",
];

/// Own movements that somebody else does differently: slower or faster, wider or narrower, swaying meanwhile.
pub const SIMILAR: [&str; 12] = [
    "jump",
    "jump-for-joy",
    "beg",
    "eat",
    "pick-up",
    "throw",
    "wave",
    "thumbs-up",
    "shrug",
    "cover-face",
    "pound-ground",
    "stand-frustrated",
];

/// Frames per second of the clips that are made here.
const HZ: f32 = 30.0;

/// A mouse that can do everything unknown besides its own.
pub static STRANGER: LazyLock<Rig> = LazyLock::new(|| {
    let mut model = MOUSE_MODEL.clone();
    let clips = UNKNOWN.map(|name| unknown(&model, name));
    model.clips.extend(clips);
    rig(&model)
});

/// A mouse whose movements are like the usual ones, but not the same.
pub fn relative(seed: u64) -> Rig {
    let mut model = MOUSE_MODEL.clone();
    let mut chance = Chance::new(seed);
    let standing = standing(&model);
    for index in 0..model.clips.len() {
        if SIMILAR.iter().any(|name| model.clips[index].name == *name) {
            model.clips[index] = varied(&model.skeleton, &model.clips[index], &standing, &mut chance);
        }
    }
    rig(&model)
}

fn standing(model: &Model) -> Pose {
    let mut pose = Pose::rest(&model.skeleton, model.morphs.len());
    if let Some(stand) = model.clips.iter().find(|clip| clip.name == "stand") {
        stand.sample(&model.skeleton, 0.0, &mut pose);
    }
    pose
}

fn unknown(model: &Model, name: &str) -> Clip {
    let skeleton = &model.skeleton;
    let mut clip = match name {
        "left-wave" => mirrored(model, "wave"),
        "left-throw" => mirrored(model, "throw"),
        // Joint, axis and angle at the height of the gesture, and how often it comes to it.
        "kick" => made(model, 1.4, 1.0, &[("right-leg", Vec3::X, -1.3), ("right-knee", Vec3::X, 0.3)]),
        "arms-wide" => made(model, 2.0, 1.0, &[("left-arm", Vec3::Z, 1.35), ("right-arm", Vec3::Z, -1.35)]),
        "bow" => made(
            model,
            2.2,
            1.0,
            &[
                ("spine", Vec3::X, 0.6),
                ("chest", Vec3::X, 0.5),
                ("left-arm", Vec3::X, 0.7),
                ("right-arm", Vec3::X, 0.7),
            ],
        ),
        "stretch" => made(
            model,
            2.4,
            1.0,
            &[
                ("chest", Vec3::Z, 0.45),
                ("spine", Vec3::Z, 0.3),
                ("right-arm", Vec3::Z, -2.6),
                ("right-shoulder", Vec3::Z, -0.3),
            ],
        ),
        _ => walkers(skeleton, name),
    };
    clip.name = Name::cut(name);
    clip
}

/// One of the walker's movements on a mouse.
fn walkers(skeleton: &Skeleton, name: &str) -> Clip {
    static WALKER: LazyLock<Model> = LazyLock::new(|| {
        let bytes: &[u8] = include_bytes!("../../../../bodies/walker.glb");
        gltf::read("walker.glb", bytes, &mut |_| None).unwrap_or_else(|wrong| panic!("{wrong}"))
    });
    let clip = WALKER.clips.iter().find(|clip| clip.name == *name);
    let clip = clip.unwrap_or_else(|| panic!("the walker has no `{name}`"));
    // Places of joints are the body's own; only turns are taken over, and the hips' shift from their rest.
    let mut clip = clip.onto(&WALKER.skeleton, skeleton);
    clip.tracks.retain(|track| matches!(track.moves, piaget_motor::Moves::Rotation(_)));
    clip
}

/// A movement with the other hand.
fn mirrored(model: &Model, name: &str) -> Clip {
    let skeleton = &model.skeleton;
    let other = |joint: usize| {
        let name = &skeleton.joints()[joint].name;
        let swapped = match (name.strip_prefix("left-"), name.strip_prefix("right-")) {
            (Some(part), _) => format!("right-{part}"),
            (_, Some(part)) => format!("left-{part}"),
            _ => name.clone(),
        };
        skeleton.find(&swapped).map_or(joint, |found| found as usize)
    };
    edited(model, name, |_, pose| {
        let before = pose.clone();
        for joint in 0..skeleton.len() {
            let (turn, at) = (before.rotations[other(joint)], before.translations[other(joint)]);
            pose.rotations[joint] = Quat::from_xyzw(turn.x, -turn.y, -turn.z, turn.w);
            pose.translations[joint] = Vec3::new(-at.x, at.y, at.z);
        }
    })
}

/// From standing to a pose and back.
fn made(model: &Model, seconds: f32, times: f32, turns: &[(&str, Vec3, f32)]) -> Clip {
    let still = standing(model);
    let count = (seconds * HZ) as usize + 1;
    let frame = |index: usize| {
        let part = index as f32 / (count - 1) as f32;
        let up = 0.5 - 0.5 * maths::cos(TAU * part * times);
        // Held at its height for a while.
        let up = maths::sin((up * 1.4).min(1.0) * PI * 0.5);
        let mut pose = still.clone();
        for (joint, axis, angle) in turns {
            let joint = model.skeleton.find(joint).unwrap_or(0) as usize;
            pose.rotations[joint] = (pose::exp(*axis * *angle * up) * pose.rotations[joint]).normalize();
        }
        pose
    };
    let poses: Vec<Pose> = (0..count).map(frame).collect();
    Clip::of_poses(Name::default(), &model.skeleton, &poses, 1.0 / HZ)
}

fn edited(model: &Model, name: &str, mut edit: impl FnMut(f32, &mut Pose)) -> Clip {
    let clip = model.clips.iter().find(|clip| clip.name == *name);
    let clip = clip.unwrap_or_else(|| panic!("the mouse has no `{name}`"));
    let count = (clip.seconds * HZ) as usize + 1;
    let frame = |index: usize| {
        let mut pose = Pose::rest(&model.skeleton, model.morphs.len());
        let time_s = index as f32 / HZ;
        clip.sample(&model.skeleton, time_s, &mut pose);
        edit(time_s, &mut pose);
        pose
    };
    let poses: Vec<Pose> = (0..count).map(frame).collect();
    Clip::of_poses(clip.name, &model.skeleton, &poses, 1.0 / HZ)
}

/// The same movement in another's manner.
fn varied(skeleton: &Skeleton, clip: &Clip, standing: &Pose, chance: &mut Chance) -> Clip {
    let (pace, wide) = (chance.between(0.75, 1.3), chance.between(0.75, 1.15));
    let (sway, beat) = (chance.between(0.05, 0.2), chance.between(0.6, 1.6));
    let parts = ["chest", "head", "spine"].map(|name| skeleton.find(name).unwrap_or(0) as usize);
    let count = (clip.seconds * HZ / pace) as usize + 1;
    let frame = |index: usize| {
        let time_s = index as f32 / HZ * pace;
        let mut pose = standing.clone();
        clip.sample(skeleton, time_s, &mut pose);
        for joint in 0..skeleton.len() {
            // More or less than the usual, beyond it too.
            let usual = pose::log(standing.rotations[joint].conjugate() * pose.rotations[joint]);
            pose.rotations[joint] = (standing.rotations[joint] * pose::exp(usual * wide)).normalize();
            let shift = pose.translations[joint] - standing.translations[joint];
            pose.translations[joint] = standing.translations[joint] + shift * wide;
        }
        // Rocking back and forth, fading in and out with the movement.
        let part = (time_s / clip.seconds).clamp(0.0, 1.0);
        let rocks = sway * maths::sin(PI * part) * maths::sin(TAU * beat * time_s);
        for joint in parts {
            pose.rotations[joint] = (pose.rotations[joint] * pose::exp(Vec3::Y * rocks)).normalize();
        }
        pose
    };
    let poses: Vec<Pose> = (0..count).map(frame).collect();
    let made = Clip::of_poses(clip.name, skeleton, &poses, 1.0 / HZ);
    Clip { group: clip.group, ..made }
}
