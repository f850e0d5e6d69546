//! The bones of a body: named joints, each with a parent that stands before it.

use glam::{Mat4, Quat, Vec3};
use serde::{Deserialize, Serialize};

/// More joints than this are refused: no character has them, a hostile file may.
pub const MAX_JOINTS: usize = 1024;

/// Where something stands relative to something else: scaled, then turned, then moved.
///
/// Scales are carried per axis and are exact while they are uniform, as they are in skeletons.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Transform {
    /// How far it is moved.
    pub translation: Vec3,
    /// How it is turned.
    pub rotation: Quat,
    /// How it is scaled.
    pub scale: Vec3,
}

impl Transform {
    /// Stays where it is.
    pub const IDENTITY: Self = Self { translation: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE };

    /// Moved, not turned.
    pub fn at(translation: Vec3) -> Self {
        Self { translation, ..Self::IDENTITY }
    }

    /// A child's transform as seen from where this one is seen from.
    pub fn then(&self, child: &Self) -> Self {
        Self {
            translation: self.point(child.translation),
            rotation: self.rotation * child.rotation,
            scale: self.scale * child.scale,
        }
    }

    /// A point given in this frame, as seen from outside it.
    pub fn point(&self, point: Vec3) -> Vec3 {
        self.translation + self.rotation * (self.scale * point)
    }

    /// The same as a matrix.
    pub fn matrix(&self) -> Mat4 {
        Mat4::from_scale_rotation_translation(self.scale, self.rotation, self.translation)
    }
}

/// One joint of a skeleton.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Joint {
    /// Its name in the file that it came from.
    pub name: String,
    /// The joint it hangs from; always an earlier one.
    pub parent: Option<u32>,
    /// Where it stands relative to its parent when nothing moves it.
    pub rest: Transform,
}

/// Joints in an order in which parents come first.
///
/// ```
/// use piaget_motor::{Joint, Skeleton, Transform, Pose};
/// use glam::Vec3;
/// let joint = |name: &str, parent, y| Joint { name: name.into(), parent, rest: Transform::at(Vec3::Y * y) };
/// let arm = Skeleton::new(vec![joint("upper", None, 0.0), joint("lower", Some(0), 0.3)]).unwrap();
/// let mut places = Vec::new();
/// arm.place(&Pose::rest(&arm, 0), &mut places);
/// assert_eq!(places[1].translation.y, 0.3);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Skeleton {
    joints: Vec<Joint>,
    height: f32,
}

/// Why joints do not make a skeleton.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoSkeleton {
    /// There was nothing to build from.
    #[error("there is no joint")]
    Empty,
    /// More than [`MAX_JOINTS`].
    #[error("{0} joints; at most {MAX_JOINTS} are read")]
    TooMany(usize),
    /// A parent that is not an earlier joint.
    #[error("joint {joint} `{name}` hangs from joint {parent}, which does not stand before it")]
    Order {
        /// The joint's place in the list.
        joint: u32,
        /// Its name.
        name: String,
        /// What it claims as its parent.
        parent: u32,
    },
    /// A transform with a number that is not finite.
    #[error("the rest transform of joint {0} holds a number that is not finite")]
    NotFinite(u32),
}

impl Skeleton {
    /// The skeleton, or what is wrong with it.
    pub fn new(joints: Vec<Joint>) -> Result<Self, NoSkeleton> {
        if joints.is_empty() {
            return Err(NoSkeleton::Empty);
        }
        if joints.len() > MAX_JOINTS {
            return Err(NoSkeleton::TooMany(joints.len()));
        }
        for (index, joint) in joints.iter().enumerate() {
            let index = index as u32;
            if let Some(parent) = joint.parent.filter(|parent| *parent >= index) {
                return Err(NoSkeleton::Order { joint: index, name: joint.name.clone(), parent });
            }
            let rest = &joint.rest;
            if !(rest.translation.is_finite() && rest.rotation.is_finite() && rest.scale.is_finite()) {
                return Err(NoSkeleton::NotFinite(index));
            }
        }
        let mut skeleton = Self { joints, height: 1.0 };
        skeleton.height = skeleton.measure();
        Ok(skeleton)
    }

    /// The joints, parents first.
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// How many joints there are.
    pub fn len(&self) -> usize {
        self.joints.len()
    }

    /// Never true: a skeleton has at least one joint.
    pub fn is_empty(&self) -> bool {
        self.joints.is_empty()
    }

    /// The first joint of this name.
    pub fn find(&self, name: &str) -> Option<u32> {
        self.joints.iter().position(|joint| joint.name == name).map(|index| index as u32)
    }

    /// The extent of the resting joints from lowest to highest, in the file's own unit: the measure that
    /// makes bodies of different files comparable. Never 0.
    pub fn height(&self) -> f32 {
        self.height
    }

    /// Whether `joint` is `ancestor` or hangs from it.
    pub fn hangs_from(&self, joint: u32, ancestor: u32) -> bool {
        let mut at = Some(joint);
        while let Some(index) = at.filter(|index| *index >= ancestor) {
            if index == ancestor {
                return true;
            }
            at = self.joints[index as usize].parent;
        }
        false
    }

    /// Where every joint stands in the model's own space, in a pose.
    pub fn place(&self, pose: &crate::Pose, places: &mut Vec<Transform>) {
        places.clear();
        for (index, joint) in self.joints.iter().enumerate() {
            let local = Transform {
                translation: pose.translations[index],
                rotation: pose.rotations[index],
                scale: joint.rest.scale,
            };
            let place = match joint.parent {
                Some(parent) => places[parent as usize].then(&local),
                None => local,
            };
            places.push(place);
        }
    }

    fn measure(&self) -> f32 {
        let mut places = Vec::new();
        self.place(&crate::Pose::rest(self, 0), &mut places);
        let ends = |axis: usize| {
            let all = places.iter().map(|place| place.translation[axis]);
            all.clone().fold(f32::MIN, f32::max) - all.fold(f32::MAX, f32::min)
        };
        let height = ends(1).max(ends(0)).max(ends(2));
        if height.is_finite() && height > 1e-6 { height } else { 1.0 }
    }
}
