//! Where the head looks: the last layer, after the pose, so that nothing overwrites it. The neck takes a share,
//! the head the rest, the eyes what is beyond the head; all within their limits and at their speed.

use crate::{Pose, Skeleton, Transform, pose};
use glam::{Quat, Vec3};
use piaget_terms::maths::{self, approach};
use piaget_terms::valid::{Checked, finite, share};
use serde::{Deserialize, Serialize};

/// How a body looks around.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GazeConfig {
    /// How far the head turns to either side.
    pub yaw_limit_rad: f32,
    /// How far the head tilts up or down.
    pub pitch_limit_rad: f32,
    /// How fast the head turns.
    pub turn_rad_per_s: f32,
    /// The part of the turn that the neck takes.
    pub neck_share: f32,
    /// How far the eyes turn beyond the head.
    pub eye_limit_rad: f32,
    /// How long looking takes to take hold of the head, and to let go of it.
    pub take_over_s: f32,
}

impl Default for GazeConfig {
    fn default() -> Self {
        Self {
            yaw_limit_rad: 1.4,
            pitch_limit_rad: 0.9,
            turn_rad_per_s: 5.0,
            neck_share: 0.4,
            eye_limit_rad: 0.5,
            take_over_s: 0.4,
        }
    }
}

/// The joints that look.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GazeJoints {
    neck: Option<u32>,
    head: u32,
    eyes: [Option<u32>; 2],
}

impl GazeJoints {
    /// By name: `neck`, `head`, `left-eye`, `right-eye`, in any spelling that ends so.
    pub fn guess(skeleton: &Skeleton) -> Option<Self> {
        let plain = |name: &str| -> String {
            name.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_lowercase()).collect()
        };
        let find = |word: &str| {
            let found = skeleton.joints().iter().position(|joint| plain(&joint.name).ends_with(word));
            found.map(|joint| joint as u32)
        };
        Some(Self { neck: find("neck"), head: find("head")?, eyes: [find("lefteye"), find("righteye")] })
    }
}

/// What to look at.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Look {
    /// A point in the body's frame (its root on the ground, z ahead).
    At(Vec3),
    /// A direction relative to the body, as a host that turns heads itself has it.
    Angles {
        /// Positive as yaw is.
        yaw: f32,
        /// Positive upwards.
        pitch: f32,
    },
}

/// Where the head looks at this moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Gaze {
    yaw: f32,
    pitch: f32,
    hold: f32,
}

impl Gaze {
    /// Whether saved angles are angles.
    pub fn validate(&self) -> Checked {
        finite("yaw", self.yaw)?;
        finite("pitch", self.pitch)?;
        share("hold", self.hold)
    }

    /// How the head is turned and tilted by looking, and how much looking governs it (0 to 1).
    pub fn angles(&self) -> (f32, f32, f32) {
        (self.yaw, self.pitch, self.hold)
    }

    /// Turns the head of a pose. `places` are where the joints stand in it; they are brought up to date.
    pub fn apply(
        &mut self,
        (skeleton, joints, config): (&Skeleton, &GazeJoints, &GazeConfig),
        tick_s: f32,
        look: Option<Look>,
        pose: &mut Pose,
        places: &mut Vec<Transform>,
    ) {
        let step = config.turn_rad_per_s * tick_s;
        let head = places[joints.head as usize];
        let wanted = look.map(|look| match look {
            Look::Angles { yaw, pitch } => (yaw, pitch),
            Look::At(point) => {
                let to = point - head.translation;
                let along = Vec3::new(to.x, 0.0, to.z).length();
                (maths::yaw_of(to), maths::atan2(to.y, along))
            }
        });
        let change = tick_s / config.take_over_s.max(1e-3);
        self.hold = approach(self.hold, if wanted.is_some() { 1.0 } else { 0.0 }, change);
        if self.hold == 0.0 {
            // Looking begins where the pose itself looks.
            let rest = rest_rotation(skeleton, joints.head);
            let ahead = head.rotation * rest.conjugate() * Vec3::Z;
            self.yaw = maths::yaw_of(ahead).clamp(-config.yaw_limit_rad, config.yaw_limit_rad);
            self.pitch = maths::asin(ahead.y.clamp(-1.0, 1.0));
            return;
        }
        let (yaw, pitch) = wanted.unwrap_or((self.yaw, self.pitch));
        // Behind the back both sides are equally far: the side the head is on already is kept.
        let yaw = if yaw.abs() > 2.6 && yaw * self.yaw < 0.0 { -yaw } else { yaw };
        let within = |angle: f32, limit: f32| angle.clamp(-limit, limit);
        self.yaw = approach(self.yaw, within(yaw, config.yaw_limit_rad), step);
        self.pitch = approach(self.pitch, within(pitch, config.pitch_limit_rad), step);
        if let Some(neck) = joints.neck.filter(|neck| skeleton.hangs_from(joints.head, *neck)) {
            let turn = turned(self.yaw * config.neck_share, self.pitch * config.neck_share);
            self.turn_joint(skeleton, neck, turn, pose);
        }
        self.turn_joint(skeleton, joints.head, turned(self.yaw, self.pitch), pose);
        for eye in joints.eyes.into_iter().flatten() {
            let limit = config.eye_limit_rad;
            let (yaw, pitch) =
                (self.yaw + within(yaw - self.yaw, limit), self.pitch + within(pitch - self.pitch, limit));
            self.turn_joint(skeleton, eye, turned(yaw, pitch), pose);
        }
        skeleton.place(pose, places);
    }

    /// Brings a joint's turn in the model's space to what looking wants, as far as looking has taken hold.
    fn turn_joint(&self, skeleton: &Skeleton, joint: u32, turn: Quat, pose: &mut Pose) {
        let wanted = turn * rest_rotation(skeleton, joint);
        let mut parent = Quat::IDENTITY;
        let mut up = skeleton.joints()[joint as usize].parent;
        while let Some(at) = up {
            parent = pose.rotations[at as usize] * parent;
            up = skeleton.joints()[at as usize].parent;
        }
        let local = (parent.conjugate() * wanted).normalize();
        let own = &mut pose.rotations[joint as usize];
        *own = pose::slerp(*own, local, self.hold);
    }
}

fn turned(yaw: f32, pitch: f32) -> Quat {
    pose::about_up(yaw) * pose::exp(Vec3::X * -pitch)
}

fn rest_rotation(skeleton: &Skeleton, joint: u32) -> Quat {
    let joint = &skeleton.joints()[joint as usize];
    match joint.parent {
        Some(parent) => rest_rotation(skeleton, parent) * joint.rest.rotation,
        None => joint.rest.rotation,
    }
}
