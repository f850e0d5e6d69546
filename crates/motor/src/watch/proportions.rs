//! The other's proportions (Buchsbaum 7.2.1): how long its parts are against the own, learned while watching, and
//! what it shows put onto the own body. Each part is taken from the part it hangs from, so that hands at a face stay
//! there on a shorter neck or a longer arm.

use super::OwnPoses;
use super::view::Parts;
use crate::effectors::EFFECTORS;
use glam::Vec3;
use piaget_terms::Effector;
use serde::{Deserialize, Serialize};

/// What each part hangs from; the root from nothing.
const HANGS_FROM: [Option<Effector>; EFFECTORS] = [
    None,
    Some(Effector::Root),
    Some(Effector::Neck),
    Some(Effector::Neck),
    Some(Effector::Neck),
    Some(Effector::LeftElbow),
    Some(Effector::RightElbow),
    Some(Effector::Root),
    Some(Effector::Root),
    Some(Effector::LeftKnee),
    Some(Effector::RightKnee),
];

/// Per part, how far it is from the one it hangs from, where both show.
pub(super) fn lengths(parts: &Parts) -> [Option<f32>; EFFECTORS] {
    std::array::from_fn(|part| {
        let from = HANGS_FROM[part]?;
        Some(parts[part]?.distance(parts[from as usize]?))
    })
}

/// What has been seen of how long another's parts are.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Proportions {
    /// Sums of seen lengths,
    sums: [f32; EFFECTORS],
    /// and how many.
    counts: [f32; EFFECTORS],
}

impl Proportions {
    /// Takes in what shows, in metres. After a while older looks weigh less than new ones.
    pub fn see(&mut self, parts: &Parts) {
        /// Looks that count; about half a minute at 30 Hz.
        const MOST: f32 = 1000.0;
        for (part, length) in lengths(parts).into_iter().enumerate() {
            let Some(length) = length else { continue };
            if self.counts[part] >= MOST {
                self.sums[part] *= 0.5;
                self.counts[part] *= 0.5;
            }
            self.sums[part] += length;
            self.counts[part] += 1.0;
        }
    }

    /// The other's length of a part, in metres.
    fn length(&self, part: usize) -> Option<f32> {
        (self.counts[part] > 0.0).then(|| self.sums[part] / self.counts[part])
    }

    /// How many own body heights a metre of this run of parts is worth.
    fn scale_of(&self, own: &OwnPoses, run: &[usize]) -> Option<f32> {
        let mut sums = (0.0, 0.0);
        for part in run {
            sums.0 += own.lengths()[*part];
            sums.1 += self.length(*part)?;
        }
        (sums.0 > 1e-4 && sums.1 > 1e-4).then(|| sums.0 / sums.1)
    }

    /// How many own body heights a metre of the other is worth, all parts taken together.
    pub fn scale(&self, own: &OwnPoses) -> f32 {
        let known = |part: &usize| self.counts[*part] > 0.0 && own.lengths()[*part] > 1e-4;
        let parts = (0..EFFECTORS).filter(known);
        let (mine, theirs) = parts.fold((0.0, 0.0), |(mine, theirs), part| {
            (mine + own.lengths()[part], theirs + self.length(part).unwrap_or(0.0))
        });
        if mine > 0.0 && theirs > 1e-4 { mine / theirs } else { 1.0 }
    }

    /// Parts seen in the world (in metres) as the own body would have them, from the root and in own heights.
    /// `None` where the root does not show.
    pub fn onto_own(&self, own: &OwnPoses, parts: &Parts) -> Option<Parts> {
        let root = parts[Effector::Root as usize]?;
        let whole = self.scale(own);
        let mut placed: Parts = [None; EFFECTORS];
        placed[Effector::Root as usize] = Some(Vec3::ZERO);
        for part in 1..EFFECTORS {
            let Some(seen) = parts[part] else { continue };
            // The nearest part up the limb that shows; what is skipped is bridged.
            let (mut run, mut length) = ([part; 4], 1);
            let mut from = HANGS_FROM[part];
            while let Some(up) = from.filter(|up| placed[*up as usize].is_none()) {
                run[length.min(3)] = up as usize;
                length += 1;
                from = HANGS_FROM[up as usize];
            }
            let from = from.unwrap_or(Effector::Root) as usize;
            let scale = self.scale_of(own, &run[..length.min(4)]).unwrap_or(whole);
            let (base, at) = (parts[from].unwrap_or(root), placed[from].unwrap_or_default());
            placed[part] = Some(at + (seen - base) * scale);
        }
        Some(placed)
    }
}
