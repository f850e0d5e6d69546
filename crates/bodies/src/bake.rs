//! Movements become clips: sampled poses, with ears and tails that follow through, as tracks.

use glam::{Quat, Vec3};
use piaget_motor::{Bound, Clip, Corner, Keys, Mark, Moves, Pose, Skeleton, Track, pose};
use piaget_terms::Name;

/// Keys per second of a baked clip.
const KEYS_HZ: f32 = 20.0;
/// Steps of the springs per key.
const SPRING_STEPS: usize = 6;

/// A joint that hangs loose: its bone swings after its parent like a spring with some weight.
#[derive(Clone, Copy)]
pub struct Loose {
    /// Which joint.
    pub joint: u32,
    /// Where its tip is, from the joint.
    pub tip: Vec3,
    /// How stiff: swings per second.
    pub hz: f32,
    /// How soon it comes to rest: 1 does not swing at all.
    pub damping: f32,
}

/// What a movement is called and how it behaves, beside its poses.
pub struct Plan {
    clip: Clip,
}

/// A movement that begins and ends standing.
pub fn once(name: &str, seconds: f32) -> Plan {
    Plan { clip: Clip { group: Name::cut("gesture"), ..Clip::new(Name::cut(name), seconds) } }
}

/// A movement that goes round.
pub fn round(name: &str, seconds: f32) -> Plan {
    let mut plan = once(name, seconds);
    plan.clip.cyclic = true;
    plan
}

impl Plan {
    /// Something happens at a moment.
    pub fn mark(mut self, name: &str, at_s: f32) -> Self {
        self.clip.marks.push(Mark { name: Name::cut(name), at_s });
        self
    }

    /// Here it cannot be left.
    pub fn bound(mut self, from_s: f32, to_s: f32) -> Self {
        self.clip.bounds.push(Bound { from_s, to_s });
        self
    }

    /// The group of movements that it belongs to.
    pub fn group(mut self, group: &str) -> Self {
        self.clip.group = Name::cut(group);
        self
    }

    /// A corner of a blended movement.
    pub fn corner(mut self, of: &str, at: Vec3) -> Self {
        self.clip.corner = Some(Corner { of: Name::cut(of), at });
        self
    }

    /// How long it is, unless it goes round.
    pub fn ends_after(&self) -> Option<f32> {
        (!self.clip.cyclic).then_some(self.clip.seconds)
    }

    /// Samples the movement. `pose` gives the pose at a time.
    pub fn bake(self, skeleton: &Skeleton, loose: &[Loose], pose: impl Fn(f32) -> Pose) -> Clip {
        let mut clip = self.clip;
        let count = (clip.seconds * KEYS_HZ).round().max(2.0) as usize;
        let step_s = clip.seconds / count as f32;
        let mut poses: Vec<Pose> = (0..=count).map(|key| pose(key as f32 * step_s)).collect();
        follow_through(skeleton, loose, step_s, clip.cyclic, &mut poses);
        let times: Vec<f32> = (0..=count).map(|key| key as f32 * step_s).collect();
        let track = |moves: Moves, values: Vec<f32>| {
            let width = moves.width();
            let still = values.chunks_exact(width).all(|value| {
                value.iter().zip(&values[..width]).all(|(now, first)| (now - first).abs() < 1e-5)
            });
            // What does not move needs one key; the root's track says how long the clip is.
            if still && moves != Moves::Translation(0) {
                return Track {
                    moves,
                    keys: Keys::Linear,
                    times: vec![0.0],
                    values: values[..width].to_vec(),
                };
            }
            Track { moves, keys: Keys::Linear, times: times.clone(), values }
        };
        for (joint, rest) in skeleton.joints().iter().enumerate() {
            let turns: Vec<Quat> = poses.iter().map(|pose| pose.rotations[joint]).collect();
            if turns.iter().any(|turn| pose::angle(*turn, rest.rest.rotation) > 1e-4) {
                let values = turns.iter().flat_map(|turn| turn.to_array()).collect();
                clip.tracks.push(track(Moves::Rotation(joint as u32), values));
            }
            let places: Vec<Vec3> = poses.iter().map(|pose| pose.translations[joint]).collect();
            // The root always has its track: it is what carries the body.
            if joint == 0 || places.iter().any(|place| place.distance(rest.rest.translation) > 1e-5) {
                let values = places.iter().flat_map(|place| place.to_array()).collect();
                clip.tracks.push(track(Moves::Translation(joint as u32), values));
            }
        }
        for morph in 0..poses[0].weights.len() {
            let values: Vec<f32> = poses.iter().map(|pose| pose.weights[morph]).collect();
            if values.iter().any(|weight| *weight > 1e-4) {
                clip.tracks.push(track(Moves::Weight(morph as u32), values));
            }
        }
        clip
    }
}

/// Lets loose joints swing after what carries them. A round movement is run until it repeats itself; one that
/// ends standing is brought to rest in time.
fn follow_through(skeleton: &Skeleton, loose: &[Loose], step_s: f32, cyclic: bool, poses: &mut [Pose]) {
    let count = poses.len();
    let mut places = Vec::new();
    for spring in loose {
        let joint = spring.joint as usize;
        let Some(parent) = skeleton.joints()[joint].parent else { continue };
        let made: Vec<Quat> = poses.iter().map(|pose| pose.rotations[joint]).collect();
        // For each key, where the joint is and where its tip would be if it were stiff.
        let mut targets = Vec::with_capacity(count);
        for pose in poses.iter() {
            skeleton.place(pose, &mut places);
            let carrier = places[parent as usize].rotation;
            let base = places[joint].translation;
            targets.push((base, base + places[joint].rotation * spring.tip, carrier));
        }
        // Where the root stands at both ends: what swings is carried over from one round to the next.
        let ends = [&poses[0], &poses[count - 1]].map(|pose| (pose.translations[0], pose.rotations[0]));
        let stiffness = std::f32::consts::TAU * spring.hz;
        let (mut tip, mut speed) = (targets[0].1, Vec3::ZERO);
        let rounds = if cyclic { 4 } else { 1 };
        let mut tips = vec![tip; count];
        for round in 0..rounds {
            if round > 0 {
                let back = ends[0].1 * ends[1].1.conjugate();
                tip = ends[0].0 + back * (tip - ends[1].0);
                speed = back * speed;
            }
            for key in 0..count {
                tips[key] = tip;
                if key + 1 == count {
                    break;
                }
                for part in 0..SPRING_STEPS {
                    let s = (part + 1) as f32 / SPRING_STEPS as f32;
                    let target = targets[key].1.lerp(targets[key + 1].1, s);
                    let dt = step_s / SPRING_STEPS as f32;
                    let pull =
                        (target - tip) * (stiffness * stiffness) - speed * (2.0 * spring.damping * stiffness);
                    speed += pull * dt;
                    tip += speed * dt;
                }
            }
        }
        for (key, pose) in poses.iter_mut().enumerate() {
            let (base, stiff, carrier) = targets[key];
            let left_s = (count - 1 - key) as f32 * step_s;
            let share = if cyclic { 1.0 } else { crate::curve::smooth(left_s / 0.35) };
            let (from, to) = ((stiff - base).normalize_or(Vec3::Y), (tips[key] - base).normalize_or(Vec3::Y));
            let swing = pose::log(Quat::from_rotation_arc(from, to)) * share;
            let swing = swing.clamp_length_max(1.1);
            let local = carrier.conjugate() * pose::exp(swing) * carrier;
            pose.rotations[joint] = (local * made[key]).normalize();
        }
    }
}
