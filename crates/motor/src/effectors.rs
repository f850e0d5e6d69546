//! Which joints are the marked parts of a body (Buchsbaum 6.1.2): what others see of it, and what it knows of
//! itself when it imitates.

use crate::{Skeleton, Transform};
use glam::Vec3;
use piaget_terms::Effector;
use serde::{Deserialize, Serialize};

/// How many effectors there are.
pub const EFFECTORS: usize = Effector::ALL.len();

/// For each effector, the joint that stands for it.
///
/// ```
/// use piaget_motor::{EffectorMap, Joint, Skeleton, Transform};
/// use piaget_terms::Effector;
/// let joints = vec![Joint { name: "LeftHand".into(), parent: None, rest: Transform::IDENTITY }];
/// let map = EffectorMap::guess(&Skeleton::new(joints).unwrap());
/// assert_eq!(map.joint(Effector::LeftHand), Some(0));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EffectorMap {
    joints: [Option<u32>; EFFECTORS],
}

impl EffectorMap {
    /// From pairs that a file or a host gives.
    pub fn new(pairs: impl IntoIterator<Item = (Effector, u32)>) -> Self {
        let mut joints = [None; EFFECTORS];
        for (effector, joint) in pairs {
            joints[effector as usize] = Some(joint);
        }
        Self { joints }
    }

    /// From the joints' names: our own bodies use the effectors' words, and the names that common exporters
    /// and motion capture use are known. The first name of a row that the skeleton has is taken.
    pub fn guess(skeleton: &Skeleton) -> Self {
        let plain = |name: &str| -> String {
            name.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_lowercase()).collect()
        };
        let names: Vec<String> = skeleton.joints().iter().map(|joint| plain(&joint.name)).collect();
        let find = |known: &[&str]| {
            let exact = |wanted: &&str| names.iter().position(|name| name == *wanted);
            let ending = |wanted: &&str| names.iter().position(|name| name.ends_with(*wanted));
            known.iter().find_map(exact).or_else(|| known.iter().find_map(ending))
        };
        Self::new(Effector::ALL.into_iter().filter_map(|effector| {
            let known: &[&str] = match effector {
                Effector::Root => &["hips", "hip", "body", "pelvis", "root"],
                Effector::Neck => &["neck"],
                Effector::Nose => &["nose", "headend", "head"],
                Effector::LeftElbow => &["leftelbow", "leftforearm", "lowerarml"],
                Effector::RightElbow => &["rightelbow", "rightforearm", "lowerarmr"],
                Effector::LeftHand => &["lefthand", "palml", "handl"],
                Effector::RightHand => &["righthand", "palmr", "handr"],
                Effector::LeftKnee => &["leftknee", "leftleg", "lowerlegl"],
                Effector::RightKnee => &["rightknee", "rightleg", "lowerlegr"],
                Effector::LeftFoot => &["leftfoot", "footl"],
                Effector::RightFoot => &["rightfoot", "footr"],
            };
            find(known).map(|joint| (effector, joint as u32))
        }))
    }

    /// The joint that stands for an effector, if the body has it.
    pub fn joint(&self, effector: Effector) -> Option<u32> {
        self.joints[effector as usize]
    }

    /// The effectors that the body has, where they are when its joints stand at `places`.
    pub fn places<'a>(&'a self, places: &'a [Transform]) -> impl Iterator<Item = (Effector, Vec3)> + 'a {
        Effector::ALL.into_iter().filter_map(|effector| {
            self.joint(effector).map(|joint| (effector, places[joint as usize].translation))
        })
    }
}
