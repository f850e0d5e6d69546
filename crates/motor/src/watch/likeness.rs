//! How the other's body compares with the own (Buchsbaum 7.2.1): how long its parts are, how high its root is and
//! where its parts are when it stands, learned while watching; and what it shows put onto the own body. Each part is
//! taken from the part it hangs from, so that hands at a face stay there on a shorter neck or a longer arm.

use super::view::{Parts, PoseView};
use super::{LikenessConfig, OwnPoses};
use crate::effectors::EFFECTORS;
use glam::Vec3;
use piaget_terms::valid::{Checked, amount, finite, vector};
use piaget_terms::{Effector, maths};
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

/// One look at the other, on the own body, in own body heights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// Its parts from its root.
    pub parts: Parts,
    /// Its root: in the world along the ground, and above where it is when standing; `None` where neither it nor the neck
    /// shows.
    pub root: Option<Vec3>,
    /// Which way it faces.
    pub yaw: f32,
}

/// What has been seen of another's body. Lengths are in own body heights unless they say metres.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Likeness {
    /// Sums of the squares of seen lengths in metres,
    sums: [f32; EFFECTORS],
    /// and how many.
    counts: [f32; EFFECTORS],
    /// How far the parts of the standing other are off the own: its posture, its shape, the angle of view.
    offsets: [Vec3; EFFECTORS],
    /// Which way it faced then.
    faced: f32,
    /// How high its root is when it stands.
    root_m: Option<f32>,
    /// For how long it has been seen to stand.
    stood_s: f32,
    /// The variance of the noise in seen places from look to look, in square metres.
    noise_m2: f32,
    /// Looks that went into that.
    noise_looks: u32,
}

impl Likeness {
    /// Whether what was saved of it are measures.
    pub(super) fn validate(&self) -> Checked {
        self.sums.iter().try_for_each(|sum| amount("sums", *sum))?;
        self.counts.iter().try_for_each(|count| amount("counts", *count))?;
        self.offsets.iter().try_for_each(|offset| vector("offsets", *offset))?;
        for (field, number) in [
            ("faced", self.faced),
            ("root_m", self.root_m.unwrap_or(0.0)),
            ("stood_s", self.stood_s),
            ("noise_m2", self.noise_m2),
        ] {
            finite(field, number)?;
        }
        Ok(())
    }

    /// Takes in how long its parts are. After a while older looks weigh less than new ones.
    pub fn measure(&mut self, config: &LikenessConfig, parts: &Parts) {
        for (part, length) in lengths(parts).into_iter().enumerate() {
            let Some(length) = length else { continue };
            if self.counts[part] >= config.looks {
                self.sums[part] *= 0.5;
                self.counts[part] *= 0.5;
            }
            self.sums[part] += length * length;
            self.counts[part] += 1.0;
        }
        if let Some(root) = parts[Effector::Root as usize] {
            self.root_m.get_or_insert(root.y);
        }
    }

    /// Takes in how it stands: `view` is what shows of it, put onto the own body, for so many seconds. The first
    /// looks are taken as they are, later ones change little.
    pub fn stand(&mut self, own: &OwnPoses, view: &PoseView, root_m: Option<f32>, seconds: f32) {
        let config = own.likeness();
        self.stood_s += seconds;
        let at_first = self.stood_s < 1.0;
        let within_s = if at_first { self.stood_s.min(config.learned_in_s) } else { config.changed_in_s };
        let trust = (seconds / within_s).min(1.0);
        let standing = own.standing().turned(own.standing().yaw_to(view));
        for effector in &Effector::ALL[1..] {
            let (Some(wanted), Some(shown)) = (standing.part(*effector), view.part(*effector)) else {
                continue;
            };
            let offset = &mut self.offsets[*effector as usize];
            *offset = (*offset + (wanted - shown) * trust).clamp_length_max(config.most_offset);
        }
        self.faced = facing(own, view);
        if let Some(root_m) = root_m {
            let root = self.root_m.get_or_insert(root_m);
            *root += (root_m - *root) * trust;
        }
    }

    /// Forgets how it stood: it may be seen from another side now. How long its parts are stays true.
    pub fn look_anew(&mut self) {
        (self.offsets, self.stood_s, self.root_m) = ([Vec3::ZERO; EFFECTORS], 0.0, None);
    }

    /// Takes in three looks in a row: what is neither place nor steady motion is noise. Quick movements look like
    /// noise too; so it is the least that counts.
    pub fn measure_noise(&mut self, config: &LikenessConfig, looks: [&Parts; 3]) {
        let (mut sum, mut count) = (0.0, 0.0);
        for part in 0..EFFECTORS {
            if let [Some(a), Some(b), Some(c)] = looks.map(|look| look[part]) {
                sum += (a - b * 2.0 + c).length_squared();
                count += 1.0;
            }
        }
        if count > 0.0 {
            // The second difference of white noise has six times its variance, here along three axes.
            let now = sum / (count * 18.0);
            self.noise_looks = self.noise_looks.saturating_add(1);
            let trust = if now < self.noise_m2 { config.noise_falls } else { config.noise_rises };
            let trust = trust.max(1.0 / self.noise_looks as f32);
            self.noise_m2 += (now - self.noise_m2) * trust;
        }
    }

    /// The standard deviation of the noise in seen places along each axis, in own body heights.
    pub fn noise(&self, own: &OwnPoses) -> f32 {
        self.noise_m2.sqrt() * self.scale(own)
    }

    /// For how long it has been seen to stand.
    pub fn stood_s(&self) -> f32 {
        self.stood_s
    }

    /// The other's length of a part, in metres.
    fn length(&self, part: usize) -> Option<f32> {
        let mean = (self.counts[part] > 0.0).then(|| self.sums[part] / self.counts[part])?;
        // Noise at two ends along three axes makes a length seem longer.
        Some((mean - 6.0 * self.noise_m2).max(0.25 * mean).sqrt())
    }

    /// How many own body heights a metre of the other is worth, all parts taken together.
    pub fn scale(&self, own: &OwnPoses) -> f32 {
        self.measures(own).whole
    }

    /// The other's lengths as they are known now, for many looks at once.
    pub(super) fn measures(&self, own: &OwnPoses) -> Measures {
        let lengths: [Option<f32>; EFFECTORS] = std::array::from_fn(|part| self.length(part));
        let (mut mine, mut theirs) = (0.0, 0.0);
        for (own, length) in own.lengths().iter().zip(&lengths).filter(|(own, _)| **own > 1e-4) {
            if let Some(length) = length {
                mine += own;
                theirs += length;
            }
        }
        let whole = if mine > 0.0 && theirs > 1e-4 { mine / theirs } else { 1.0 };
        Measures { lengths, whole }
    }

    /// Parts seen in the world (in metres) as the own body would have them. `None` where nothing shows.
    pub fn onto_own(&self, own: &OwnPoses, parts: &Parts) -> Option<Placed> {
        self.onto_own_by(own, &self.measures(own), parts)
    }

    /// The same with measures that were taken before.
    pub(super) fn onto_own_by(&self, own: &OwnPoses, measures: &Measures, parts: &Parts) -> Option<Placed> {
        // The part that all others are placed from: the root, or what shows in its stead.
        let anchor = parts.iter().position(Option::is_some)?;
        let whole = measures.whole;
        let mut placed: Parts = [None; EFFECTORS];
        placed[anchor] = Some(Vec3::ZERO);
        for part in anchor + 1..EFFECTORS {
            let Some(seen) = parts[part] else { continue };
            // The nearest part up the limb that shows; what is skipped is bridged.
            let (mut run, mut length) = ([part; 4], 1);
            let mut from = HANGS_FROM[part];
            while let Some(up) = from.filter(|up| placed[*up as usize].is_none()) {
                run[length.min(3)] = up as usize;
                length += 1;
                from = HANGS_FROM[up as usize];
            }
            let joined = from.is_some();
            let from = from.map_or(anchor, |from| from as usize);
            let along = || measures.of_run(own, &run[..length.min(4)]).filter(|_| joined);
            let (base, at) = (parts[from]?, placed[from]?);
            placed[part] = Some(at + (seen - base) * along().unwrap_or(whole));
        }
        let view = PoseView::new(&placed, None);
        let yaw = own.standing().yaw_to(&view.without_head());
        if anchor > 0 {
            let standing = own.standing().turned(yaw).part(Effector::ALL[anchor]).unwrap_or_default();
            placed.iter_mut().flatten().for_each(|place| *place += standing);
        }
        // What the angle of view makes of a part does not hold from another side.
        let turned = facing(own, &view) - self.faced;
        let holds = (1.0 - maths::wrap_angle(turned).abs() / own.likeness().fades_rad).max(0.0);
        for (place, offset) in placed.iter_mut().zip(&self.offsets) {
            *place = place.map(|place| place + *offset * holds);
        }
        let root = root_of(own, whole, parts)
            .map(|root| Vec3::new(root.x, root.y - self.root_m.unwrap_or(root.y), root.z) * whole);
        Some(Placed { parts: placed, root, yaw: if yaw.is_finite() { yaw } else { 0.0 } })
    }
}

/// Which way a body faces: its legs tell best, where they show.
fn facing(own: &OwnPoses, view: &PoseView) -> f32 {
    let legs = view.legs();
    own.standing().yaw_to(if legs.seen() > 2 { &legs } else { view })
}

/// Where a body's root is, in metres; from the neck where it is hidden, as it is below it in a body that stands. A metre is
/// worth `whole` own body heights.
pub(super) fn root_of(own: &OwnPoses, whole: f32, parts: &Parts) -> Option<Vec3> {
    let by_neck = || {
        let below = own.standing().part(Effector::Neck)?.y / whole.max(1e-4);
        Some(parts[Effector::Neck as usize]? - Vec3::Y * below)
    };
    parts[Effector::Root as usize].or_else(by_neck).filter(|root| root.is_finite())
}

/// The lengths of another's body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measures {
    /// Of each part, in metres.
    lengths: [Option<f32>; EFFECTORS],
    /// How many own body heights a metre of it is worth, all parts taken together.
    whole: f32,
}

impl Measures {
    /// How many own body heights a metre of this run of parts is worth.
    fn of_run(&self, own: &OwnPoses, run: &[usize]) -> Option<f32> {
        let mut sums = (0.0, 0.0);
        for part in run {
            sums.0 += own.lengths()[*part];
            sums.1 += self.lengths[*part]?;
        }
        (sums.0 > 1e-4 && sums.1 > 1e-4).then(|| sums.0 / sums.1)
    }
}
