//! The plan of a body: what a character file says of it, what the world builds and what the mind may count on.

use serde::{Deserialize, Serialize};

/// A marked part of a body that synthetic eyes can pick out on its own (Buchsbaum 6.1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Effector {
    Root,
    Neck,
    Nose,
    LeftElbow,
    RightElbow,
    LeftHand,
    RightHand,
    LeftKnee,
    RightKnee,
    LeftFoot,
    RightFoot,
}

impl Effector {
    /// Every effector, in order.
    pub const ALL: [Self; 11] = [
        Self::Root,
        Self::Neck,
        Self::Nose,
        Self::LeftElbow,
        Self::RightElbow,
        Self::LeftHand,
        Self::RightHand,
        Self::LeftKnee,
        Self::RightKnee,
        Self::LeftFoot,
        Self::RightFoot,
    ];

    /// The word that files use.
    pub fn word(self) -> &'static str {
        match self {
            Self::Root => "root",
            Self::Neck => "neck",
            Self::Nose => "nose",
            Self::LeftElbow => "left-elbow",
            Self::RightElbow => "right-elbow",
            Self::LeftHand => "left-hand",
            Self::RightHand => "right-hand",
            Self::LeftKnee => "left-knee",
            Self::RightKnee => "right-knee",
            Self::LeftFoot => "left-foot",
            Self::RightFoot => "right-foot",
        }
    }
}

/// Size and abilities of a body. Lengths in metres, speeds in metres or radians per second.
///
/// ```
/// let dog = piaget_terms::BodyPlan { height_m: 0.55, ..Default::default() };
/// assert!(dog.eye_height_m > 0.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BodyPlan {
    /// From the ground to the top; test points float at half of it (Isla 4.1.1).
    pub height_m: f32,
    /// Of the upright capsule that collides.
    pub radius_m: f32,
    /// From the ground to the eye.
    pub eye_height_m: f32,
    /// The usual speed on foot.
    pub walk_m_per_s: f32,
    /// The greatest speed on foot.
    pub run_m_per_s: f32,
    /// The fastest turn of the body.
    pub turn_rad_per_s: f32,
    /// The fastest turn of the head relative to the body.
    pub head_turn_rad_per_s: f32,
    /// How far the head turns to either side.
    pub head_yaw_limit_rad: f32,
    /// How far the head tilts up or down.
    pub head_pitch_limit_rad: f32,
    /// How far from the body's axis a hand (or mouth) can take hold of a thing.
    pub reach_m: f32,
    /// How near to a thing a hand must come to take hold of it, for a body whose hands are posed.
    pub grasp_m: f32,
}

impl Default for BodyPlan {
    fn default() -> Self {
        Self {
            height_m: 1.0,
            radius_m: 0.25,
            eye_height_m: 0.9,
            walk_m_per_s: 1.2,
            run_m_per_s: 3.0,
            turn_rad_per_s: 3.0,
            head_turn_rad_per_s: 5.0,
            head_yaw_limit_rad: 1.4,
            head_pitch_limit_rad: 0.9,
            reach_m: 0.6,
            grasp_m: 0.08,
        }
    }
}

/// What an eye can do: its field of view, its resolution and its faults.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct EyePlan {
    /// Horizontal field of view; the vertical one follows from columns and rows.
    pub field_of_view_rad: f32,
    /// Width of the rendered buffers in pixels.
    pub columns: u32,
    /// Height of the rendered buffers in pixels.
    pub rows: u32,
    /// Nothing farther away is seen.
    pub range_m: f32,
    /// The chance, per tick, that a thing with visible pixels is noticed.
    pub detection_rate: f32,
    /// Standard deviation of the error of a sighted position, in each direction.
    pub position_noise_m: f32,
}

impl Default for EyePlan {
    fn default() -> Self {
        Self {
            field_of_view_rad: std::f32::consts::FRAC_PI_3,
            columns: 160,
            rows: 120,
            range_m: 100.0,
            detection_rate: 1.0,
            position_noise_m: 0.0,
        }
    }
}

/// All the senses of a body: eyes and hearing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Eyes {
    /// The eye that the world renders.
    pub eye: EyePlan,
    /// A sound of loudness 1 is heard within this distance.
    pub hearing_m: f32,
}

impl Default for Eyes {
    fn default() -> Self {
        Self { eye: EyePlan::default(), hearing_m: 50.0 }
    }
}
