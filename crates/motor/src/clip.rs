//! Animation clips: keys over time for joints and faces, with the marks that say what happens when.

use crate::{Pose, Skeleton, pose};
use glam::{Quat, Vec3};
use piaget_terms::Name;
use piaget_terms::valid::{Checked, amount, count, finite, index, require};
use serde::{Deserialize, Serialize};

/// How a track goes from key to key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Keys {
    /// Straight (turns by the shortest way).
    Linear,
    /// Holds a key until the next.
    Step,
    /// A cubic with given tangents: three values per key (in, value, out).
    Cubic,
}

/// What a track moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Moves {
    /// The turn of a joint; four numbers per value.
    Rotation(u32),
    /// The place of a joint; three numbers per value.
    Translation(u32),
    /// The weight of a morph target; one number per value.
    Weight(u32),
}

impl Moves {
    /// How many numbers a value has.
    pub fn width(self) -> usize {
        match self {
            Self::Rotation(_) => 4,
            Self::Translation(_) => 3,
            Self::Weight(_) => 1,
        }
    }
}

/// Keys of one thing that moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Track {
    /// What it moves.
    pub moves: Moves,
    /// How keys are joined.
    pub keys: Keys,
    /// When the keys are, ascending.
    pub times: Vec<f32>,
    /// The values, one after another; three per key where keys are cubic.
    pub values: Vec<f32>,
}

/// A named moment of a clip: a hand takes hold, a throat swallows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    /// What happens.
    pub name: Name,
    /// When, from the clip's beginning.
    pub at_s: f32,
}

/// A stretch of a clip in which the body cannot stop, such as the flight of a jump.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bound {
    /// From here,
    pub from_s: f32,
    /// to here.
    pub to_s: f32,
}

/// A clip's place in a space of blended movements (Buchsbaum 5.7.3).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Corner {
    /// The blended movement it belongs to.
    pub of: Name,
    /// What it stands for there: a point that the hand reaches, or a speed and a rate of turning.
    pub at: Vec3,
}

/// One movement as an animator made it or a person performed it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Clip {
    /// Its name.
    pub name: Name,
    /// How long it is.
    pub seconds: f32,
    /// What moves in it.
    pub tracks: Vec<Track>,
    /// Whether its end runs into its beginning.
    pub cyclic: bool,
    /// The group of movements that it belongs to; empty for none.
    pub group: Name,
    /// What happens when.
    pub marks: Vec<Mark>,
    /// Where it cannot be left.
    pub bounds: Vec<Bound>,
    /// The blended movement that it is a part of.
    pub corner: Option<Corner>,
}

impl Clip {
    /// Whether a saved clip is one of a body with so many joints and morph targets.
    pub fn validate(&self, joints: usize, morphs: usize) -> Checked {
        amount("seconds", self.seconds)?;
        for track in &self.tracks {
            let (number, most) = match track.moves {
                Moves::Rotation(joint) | Moves::Translation(joint) => (joint, joints),
                Moves::Weight(morph) => (morph, morphs),
            };
            index("tracks.moves", number as usize, most)?;
            let per_key = track.moves.width() * if track.keys == Keys::Cubic { 3 } else { 1 };
            count("tracks.values", track.values.len(), track.times.len() * per_key)?;
            require(!track.times.is_empty(), "tracks.times", || "is empty".into())?;
            let rising = track.times.is_sorted_by(|a, b| a <= b);
            require(rising, "tracks.times", || "does not rise".into())?;
            track.times.iter().chain(&track.values).try_for_each(|number| finite("tracks", *number))?;
        }
        self.marks.iter().try_for_each(|mark| finite("marks", mark.at_s))
    }

    /// An empty clip of a length.
    pub fn new(name: Name, seconds: f32) -> Self {
        Self {
            name,
            seconds,
            tracks: Vec::new(),
            cyclic: false,
            group: Name::default(),
            marks: Vec::new(),
            bounds: Vec::new(),
            corner: None,
        }
    }

    /// A clip that passes through poses of a skeleton at a steady rate. Where nothing moves there is no track.
    pub fn of_poses(name: Name, skeleton: &Skeleton, poses: &[Pose], step_s: f32) -> Self {
        let times: Vec<f32> = (0..poses.len()).map(|frame| frame as f32 * step_s).collect();
        let mut clip = Self::new(name, poses.len().saturating_sub(1) as f32 * step_s);
        for joint in 0..skeleton.len() {
            let rest = &skeleton.joints()[joint].rest;
            let mut add = |moves: Moves, values: Vec<f32>, moved: bool| {
                if moved {
                    clip.tracks.push(Track { moves, keys: Keys::Linear, times: times.clone(), values });
                }
            };
            let turns = poses.iter().map(|pose| pose.rotations[joint]);
            let turned = turns.clone().any(|turn| turn != rest.rotation);
            add(Moves::Rotation(joint as u32), turns.flat_map(|turn| turn.to_array()).collect(), turned);
            let places = poses.iter().map(|pose| pose.translations[joint]);
            let shifted = places.clone().any(|place| place != rest.translation);
            add(Moves::Translation(joint as u32), places.flat_map(|at| at.to_array()).collect(), shifted);
        }
        clip
    }

    /// The pose at a time; what has no track is at rest. `pose` must be of this skeleton.
    pub fn sample(&self, skeleton: &Skeleton, time_s: f32, pose: &mut Pose) {
        for (index, joint) in skeleton.joints().iter().enumerate() {
            pose.rotations[index] = joint.rest.rotation;
            pose.translations[index] = joint.rest.translation;
        }
        pose.weights.fill(0.0);
        for track in &self.tracks {
            let mut value = [0.0; 4];
            let width = track.moves.width();
            track.sample(time_s, &mut value[..width]);
            match track.moves {
                Moves::Rotation(joint) => {
                    pose.rotations[joint as usize] = Quat::from_array(value);
                }
                Moves::Translation(joint) => {
                    pose.translations[joint as usize] = Vec3::new(value[0], value[1], value[2]);
                }
                Moves::Weight(morph) => {
                    if let Some(weight) = pose.weights.get_mut(morph as usize) {
                        *weight = value[0];
                    }
                }
            }
        }
    }

    /// The clip without its first seconds (motion capture often begins with a T-pose that is no motion).
    pub fn without_start(&self, skipped_s: f32) -> Self {
        let tracks = self.tracks.iter().map(|track| {
            // At least one key must stay.
            let first = track.times.partition_point(|time| *time < skipped_s).min(track.times.len() - 1);
            let per_key = track.values.len() / track.times.len();
            Track {
                times: track.times[first..].iter().map(|time| (time - skipped_s).max(0.0)).collect(),
                values: track.values[first * per_key..].to_vec(),
                ..track.clone()
            }
        });
        let later = |at_s: f32| at_s - skipped_s;
        Self {
            seconds: later(self.seconds).max(0.0),
            tracks: tracks.collect(),
            marks: self
                .marks
                .iter()
                .map(|m| Mark { at_s: later(m.at_s), ..*m })
                .filter(|m| m.at_s >= 0.0)
                .collect(),
            bounds: self
                .bounds
                .iter()
                .map(|b| Bound { from_s: later(b.from_s), to_s: later(b.to_s) })
                .collect(),
            ..self.clone()
        }
    }

    /// The same movement on another skeleton whose joints have the same names: turns are kept, the root's
    /// travel is scaled by height. Tracks of joints that the other lacks are left out.
    pub fn onto(&self, from: &Skeleton, to: &Skeleton) -> Self {
        let scale = to.height() / from.height();
        let named = |joint: u32| to.find(&from.joints()[joint as usize].name);
        let tracks = self.tracks.iter().filter_map(|track| {
            let mut track = track.clone();
            match &mut track.moves {
                Moves::Rotation(joint) => *joint = named(*joint)?,
                Moves::Translation(joint) => {
                    *joint = named(*joint)?;
                    track.values.iter_mut().for_each(|value| *value *= scale);
                }
                Moves::Weight(_) => {}
            }
            Some(track)
        });
        Self { tracks: tracks.collect(), ..self.clone() }
    }
}

impl Track {
    fn sample(&self, time_s: f32, out: &mut [f32]) {
        let width = out.len();
        let after = self.times.partition_point(|time| *time <= time_s);
        let last = self.times.len() - 1;
        if after == 0 || after > last || self.keys == Keys::Step {
            out.copy_from_slice(self.value(after.saturating_sub(1), width));
        } else {
            let (t0, t1) = (self.times[after - 1], self.times[after]);
            let span = t1 - t0;
            let part = if span > 0.0 { (time_s - t0) / span } else { 1.0 };
            match (self.keys, self.moves) {
                (Keys::Cubic, _) => self.cubic(after - 1, part, span, out),
                (_, Moves::Rotation(_)) => {
                    let quat = |key| Quat::from_slice(self.value(key, 4));
                    out.copy_from_slice(&pose::slerp(quat(after - 1), quat(after), part).to_array());
                }
                _ => {
                    let (a, b) = (self.value(after - 1, width), self.value(after, width));
                    for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
                        *out = a + (b - a) * part;
                    }
                }
            }
        }
        if let Moves::Rotation(_) = self.moves {
            let quat = Quat::from_slice(out);
            let quat = if quat.length_squared() > 1e-12 { quat.normalize() } else { Quat::IDENTITY };
            out.copy_from_slice(&quat.to_array());
        }
    }

    /// The value of a key, without its tangents.
    fn value(&self, key: usize, width: usize) -> &[f32] {
        let at = if self.keys == Keys::Cubic { (key * 3 + 1) * width } else { key * width };
        &self.values[at..at + width]
    }

    fn cubic(&self, key: usize, s: f32, span: f32, out: &mut [f32]) {
        let width = out.len();
        let part = |key: usize, which: usize| &self.values[(key * 3 + which) * width..][..width];
        let (v0, out0, in1, v1) = (part(key, 1), part(key, 2), part(key + 1, 0), part(key + 1, 1));
        let (s2, s3) = (s * s, s * s * s);
        for i in 0..width {
            out[i] = (2.0 * s3 - 3.0 * s2 + 1.0) * v0[i]
                + span * (s3 - 2.0 * s2 + s) * out0[i]
                + (3.0 * s2 - 2.0 * s3) * v1[i]
                + span * (s3 - s2) * in1[i];
        }
    }
}
