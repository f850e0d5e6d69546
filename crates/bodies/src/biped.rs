//! A body on two legs: its measures, its joints, and controls that an animator would use (hips, spine, hands and
//! feet that go where they are put). Left is +x; the body looks along +z.

use crate::bake::Loose;
use crate::gait::Gait;
use crate::limb::Limb;
use glam::Vec3;
use piaget_motor::pose::{about_up, exp};
use piaget_motor::{Joint, Pose, Skeleton, Transform};

/// The faces that a body can show, in the order of its morph weights.
pub const FACES: [&str; 5] = ["happy", "surprised", "confused", "frustrated", "blink"];
/// Their places in that order.
pub mod face {
    #![allow(missing_docs)]
    pub const HAPPY: usize = 0;
    pub const SURPRISED: usize = 1;
    pub const CONFUSED: usize = 2;
    pub const FRUSTRATED: usize = 3;
    pub const BLINK: usize = 4;
}

/// The joints of a biped, in order.
pub mod joint {
    #![allow(missing_docs)]
    pub const HIPS: u32 = 1;
    pub const SPINE: u32 = 2;
    pub const CHEST: u32 = 3;
    pub const NECK: u32 = 4;
    pub const HEAD: u32 = 5;
    pub const NOSE: u32 = 6;
    pub const EYES: [u32; 2] = [7, 8];
    /// Left, then right: shoulder, arm, elbow, hand, fingers, thumb.
    pub const ARMS: [u32; 2] = [9, 15];
    /// Left, then right: leg, knee, foot, toes.
    pub const LEGS: [u32; 2] = [21, 25];
    /// Only where there is a tail: four joints; and two ears.
    pub const TAIL: u32 = 29;
    pub const EARS: [u32; 2] = [33, 34];
}

/// Lengths of a biped, in metres.
#[derive(Clone, Copy)]
pub struct Measures {
    /// From the ground to the ankle.
    pub ankle: f32,
    /// From knee to ankle.
    pub shin: f32,
    /// From hip to knee.
    pub thigh: f32,
    /// Half the distance of the hips.
    pub hip: f32,
    /// Half the length of a foot.
    pub foot: f32,
    /// How much the legs are bent when standing, as a part of their length.
    pub bend: f32,
    /// From hips to spine, spine to chest, chest to neck, neck to head.
    pub back: [f32; 4],
    /// From the middle to a shoulder, and from the chest up to it.
    pub shoulder: (f32, f32),
    /// From shoulder to elbow.
    pub upper: f32,
    /// From elbow to wrist.
    pub fore: f32,
    /// The head's radius, and how far its middle is above the head's joint.
    pub head: (f32, f32),
    /// How far the nose stands out from the head's middle.
    pub nose: f32,
    /// Where ears are on the head, if they are loose: to the side and up; and their length.
    pub ears: Option<(f32, f32, f32)>,
    /// The length of one of four pieces of the tail.
    pub tail: Option<f32>,
}

/// A hand: where it is and how it is held. x is outwards from the body.
#[derive(Clone, Copy)]
pub struct Hand {
    /// From the standing shoulder, in lengths of the arm.
    pub at: Vec3,
    /// From the middle of the head, in its radii and turning with it.
    pub to_face: Vec3,
    /// How much the second place counts.
    pub at_face: f32,
    /// Where the elbow points.
    pub elbow: Vec3,
    /// How the hand is turned against the forearm.
    pub wrist: Vec3,
    /// How far fingers are closed, 0 to 1.
    pub fist: f32,
    /// How far the thumb stands out, 0 to 1.
    pub thumb: f32,
    /// How far the shoulder is raised, 0 to 1.
    pub shrug: f32,
}

/// A foot, against where it stands.
#[derive(Clone, Copy, Default)]
pub struct Foot {
    /// In lengths of the leg.
    pub off: Vec3,
    /// Toes down (positive) or up.
    pub pitch: f32,
    /// Turned outwards.
    pub yaw: f32,
    /// Toes bent up against the foot.
    pub toes: f32,
}

/// Everything that an animator moves.
#[derive(Clone, Copy)]
pub struct Controls {
    /// Where the root is.
    pub place: Vec3,
    /// Where it faces.
    pub yaw: f32,
    /// The hips against standing, in lengths of the leg.
    pub hips: Vec3,
    /// Turns: x forwards, y to the left, z over to the right.
    pub hips_turn: Vec3,
    /// The same for the spine.
    pub spine: Vec3,
    /// The same for the chest.
    pub chest: Vec3,
    /// The same for the neck.
    pub neck: Vec3,
    /// The same for the head.
    pub head: Vec3,
    /// Left and right.
    pub hands: [Hand; 2],
    /// Left and right.
    pub feet: [Foot; 2],
    /// How far each ear is laid back.
    pub ears: f32,
    /// How far the tail is raised.
    pub tail: f32,
    /// Weights of the faces.
    pub face: [f32; FACES.len()],
}

impl Controls {
    /// Standing at ease.
    pub fn stand() -> Self {
        let hand = Hand {
            at: Vec3::new(0.22, -0.9, 0.12),
            to_face: Vec3::ZERO,
            at_face: 0.0,
            elbow: Vec3::new(0.4, -0.1, -1.0),
            wrist: Vec3::new(-0.15, 0.0, 0.0),
            fist: 0.25,
            thumb: 0.2,
            shrug: 0.0,
        };
        let foot = Foot { yaw: 0.15, ..Foot::default() };
        Self {
            place: Vec3::ZERO,
            yaw: 0.0,
            hips: Vec3::ZERO,
            hips_turn: Vec3::ZERO,
            spine: Vec3::ZERO,
            chest: Vec3::ZERO,
            neck: Vec3::ZERO,
            head: Vec3::ZERO,
            hands: [hand; 2],
            feet: [foot; 2],
            ears: 0.0,
            tail: 0.0,
            face: [0.0; FACES.len()],
        }
    }

    /// Both hands alike.
    pub fn both_hands(&mut self, change: impl Fn(&mut Hand)) {
        self.hands.iter_mut().for_each(change);
    }

    /// Near both ends of a movement, brings how hands are held back to how they are held when standing, so that
    /// every movement begins and ends in the same pose.
    pub fn settle(&mut self, t: f32, seconds: f32) {
        let own = crate::curve::smooth(t.min(seconds - t) / 0.3);
        let stand = Self::stand();
        for (hand, rest) in self.hands.iter_mut().zip(stand.hands) {
            hand.elbow = rest.elbow.lerp(hand.elbow, own);
            hand.wrist = rest.wrist.lerp(hand.wrist, own);
            hand.fist = rest.fist + (hand.fist - rest.fist) * own;
            hand.thumb = rest.thumb + (hand.thumb - rest.thumb) * own;
        }
    }

    /// Breathing, so that nothing is ever quite still.
    pub fn breathe(&mut self, t: f32, hz: f32) {
        let breath = 0.5 - 0.5 * piaget_terms::maths::cos(std::f32::consts::TAU * hz * t);
        self.chest.x -= 0.03 * breath;
        self.neck.x += 0.015 * breath;
        self.hips.y -= 0.008 * breath;
        self.both_hands(|hand| hand.at.y += 0.012 * breath);
    }
}

/// A biped's skeleton and how its controls pose it.
pub struct Biped {
    /// Its lengths.
    pub measures: Measures,
    /// Its joints.
    pub skeleton: Skeleton,
}

impl Biped {
    /// From its lengths.
    pub fn new(measures: Measures) -> Self {
        let m = &measures;
        let mut joints = Vec::new();
        let mut add = |name: &str, parent: Option<u32>, at: Vec3| {
            joints.push(Joint { name: name.into(), parent, rest: Transform::at(at) });
            joints.len() as u32 - 1
        };
        let hips_y = m.ankle + (m.shin + m.thigh) * (1.0 - m.bend);
        let root = add("root", None, Vec3::ZERO);
        let hips = add("hips", Some(root), Vec3::Y * hips_y);
        let spine = add("spine", Some(hips), Vec3::Y * m.back[0]);
        let chest = add("chest", Some(spine), Vec3::Y * m.back[1]);
        let neck = add("neck", Some(chest), Vec3::Y * m.back[2]);
        let head = add("head", Some(neck), Vec3::Y * m.back[3]);
        let middle = Vec3::Y * m.head.1;
        add("nose", Some(head), middle + Vec3::new(0.0, -0.15 * m.head.0, m.nose));
        for (name, side) in [("left-eye", 1.0), ("right-eye", -1.0)] {
            let at = Vec3::new(side * 0.42, 0.28, 0.74) * m.head.0;
            add(name, Some(head), middle + at);
        }
        for (name, side) in [("left", 1.0), ("right", -1.0)] {
            let at = Vec3::new(side * m.shoulder.0 * 0.35, m.shoulder.1, 0.0);
            let shoulder = add(&format!("{name}-shoulder"), Some(chest), at);
            let arm = add(&format!("{name}-arm"), Some(shoulder), Vec3::X * side * m.shoulder.0 * 0.65);
            let elbow = add(&format!("{name}-elbow"), Some(arm), Vec3::NEG_Y * m.upper);
            let hand = add(&format!("{name}-hand"), Some(elbow), Vec3::NEG_Y * m.fore);
            let palm = 0.16 * (m.upper + m.fore);
            add(&format!("{name}-fingers"), Some(hand), Vec3::NEG_Y * palm);
            add(&format!("{name}-thumb"), Some(hand), Vec3::new(0.0, -0.5 * palm, 0.35 * palm));
        }
        for (name, side) in [("left", 1.0), ("right", -1.0)] {
            let leg = add(&format!("{name}-leg"), Some(hips), Vec3::new(side * m.hip, 0.0, 0.0));
            let knee = add(&format!("{name}-knee"), Some(leg), Vec3::NEG_Y * m.thigh);
            let foot = add(&format!("{name}-foot"), Some(knee), Vec3::NEG_Y * m.shin);
            add(&format!("{name}-toes"), Some(foot), Vec3::new(0.0, -0.6 * m.ankle, 0.3 * m.shin));
        }
        if let Some(piece) = m.tail {
            let mut parent = add("tail-1", Some(hips), Vec3::new(0.0, -0.1 * piece, -0.6 * m.hip));
            for name in ["tail-2", "tail-3", "tail-4"] {
                parent = add(name, Some(parent), Vec3::NEG_Z * piece);
            }
        }
        if let Some((side, up, _)) = m.ears {
            add("left-ear", Some(head), middle + Vec3::new(side, up, -0.1 * up));
            add("right-ear", Some(head), middle + Vec3::new(-side, up, -0.1 * up));
        }
        let skeleton = Skeleton::new(joints).expect("the joints are written in order");
        Self { measures, skeleton }
    }

    /// What swings by itself.
    pub fn loose(&self) -> Vec<Loose> {
        let mut loose = Vec::new();
        if let Some((_, _, length)) = self.measures.ears {
            for ear in joint::EARS {
                loose.push(Loose { joint: ear, tip: Vec3::Y * length, hz: 3.2, damping: 0.35 });
            }
        }
        if let Some(piece) = self.measures.tail {
            for (index, hz) in [2.6, 2.2, 1.9, 1.6].into_iter().enumerate() {
                let tip = Vec3::NEG_Z * piece;
                loose.push(Loose { joint: joint::TAIL + index as u32, tip, hz, damping: 0.45 });
            }
        }
        loose
    }

    /// The length of an arm.
    pub fn arm(&self) -> f32 {
        self.measures.upper + self.measures.fore
    }

    /// The length of a leg.
    pub fn leg(&self) -> f32 {
        self.measures.thigh + self.measures.shin
    }

    /// Where a shoulder is when standing.
    pub fn shoulder(&self, side: usize) -> Vec3 {
        let m = &self.measures;
        let up = self.skeleton.joints()[joint::HIPS as usize].rest.translation.y + m.back[0] + m.back[1];
        Vec3::new(sign(side) * m.shoulder.0, up + m.shoulder.1, 0.0)
    }

    /// Where an ankle is when standing.
    pub fn ankle(&self, side: usize) -> Vec3 {
        Vec3::new(sign(side) * self.measures.hip * 1.15, self.measures.ankle, 0.0)
    }

    /// The pose that the controls make.
    pub fn pose(&self, c: &Controls) -> Pose {
        let m = &self.measures;
        let mut pose = Pose::rest(&self.skeleton, FACES.len());
        let at = |joint: u32| joint as usize;
        pose.translations[0] = c.place;
        pose.rotations[0] = about_up(c.yaw);
        pose.translations[at(joint::HIPS)] += c.hips * self.leg();
        for (joint, turn) in [
            (joint::HIPS, c.hips_turn),
            (joint::SPINE, c.spine),
            (joint::CHEST, c.chest),
            (joint::NECK, c.neck),
            (joint::HEAD, c.head),
        ] {
            pose.rotations[at(joint)] = exp(turn);
        }
        for side in 0..2 {
            let shoulder = joint::ARMS[side];
            pose.rotations[at(shoulder)] = exp(Vec3::Z * (sign(side) * 0.45 * c.hands[side].shrug));
            pose.translations[at(shoulder)].y += 0.12 * self.arm() * c.hands[side].shrug;
        }
        let mut places = Vec::new();
        self.skeleton.place(&pose, &mut places);
        let root = places[0];
        for side in 0..2 {
            self.pose_arm(side, &c.hands[side], root, &places, &mut pose);
            self.pose_leg(side, &c.feet[side], root, &places, &mut pose);
        }
        if m.tail.is_some() {
            for (index, curl) in [0.25, 0.2, 0.1, 0.1].into_iter().enumerate() {
                let lift = -0.9 + 0.9 * index as f32 * 0.45 + c.tail;
                let lift = if index == 0 { lift } else { curl + 0.3 * c.tail };
                pose.rotations[at(joint::TAIL) + index] = exp(Vec3::X * lift);
            }
        }
        if m.ears.is_some() {
            for (side, ear) in joint::EARS.into_iter().enumerate() {
                pose.rotations[at(ear)] =
                    exp(Vec3::new(-0.6 * c.ears, 0.0, sign(side) * -0.25 * (1.0 + c.ears)));
            }
        }
        pose.weights.copy_from_slice(&c.face);
        pose
    }

    fn pose_arm(&self, side: usize, hand: &Hand, root: Transform, places: &[Transform], pose: &mut Pose) {
        let m = &self.measures;
        let out = |v: Vec3| Vec3::new(v.x * sign(side), v.y, v.z);
        let head = places[joint::HEAD as usize];
        let by_body = root.point(self.shoulder(side) + out(hand.at) * self.arm());
        let by_face = head.point(Vec3::Y * m.head.1 + out(hand.to_face) * m.head.0);
        let target = by_body.lerp(by_face, hand.at_face);
        let limb = Limb { upper: m.upper, lower: m.fore, folds_forward: true };
        let first = joint::ARMS[side] as usize;
        let chest = places[joint::CHEST as usize].rotation;
        let (upper, lower) =
            limb.reach(places[first + 1].translation, target, root.rotation * out(hand.elbow));
        let carrier = chest * pose.rotations[first];
        pose.rotations[first + 1] = (carrier.conjugate() * upper).normalize();
        pose.rotations[first + 2] = (upper.conjugate() * lower).normalize();
        let wrist = Vec3::new(hand.wrist.x, hand.wrist.y * sign(side), hand.wrist.z * sign(side));
        pose.rotations[first + 3] = exp(wrist);
        pose.rotations[first + 4] = exp(Vec3::Z * (-sign(side) * 1.5 * hand.fist));
        pose.rotations[first + 5] = exp(Vec3::X * (-1.5 * hand.thumb));
    }

    fn pose_leg(&self, side: usize, foot: &Foot, root: Transform, places: &[Transform], pose: &mut Pose) {
        let m = &self.measures;
        let target = root.point(self.ankle(side) + foot.off * self.leg());
        let limb = Limb { upper: m.thigh, lower: m.shin, folds_forward: false };
        let first = joint::LEGS[side] as usize;
        let turned = root.rotation * about_up(sign(side) * foot.yaw);
        let (upper, lower) = limb.reach(places[first].translation, target, turned * Vec3::Z);
        let hips = places[joint::HIPS as usize].rotation;
        pose.rotations[first] = (hips.conjugate() * upper).normalize();
        pose.rotations[first + 1] = (upper.conjugate() * lower).normalize();
        let flat = turned * exp(Vec3::X * foot.pitch);
        pose.rotations[first + 2] = (lower.conjugate() * flat).normalize();
        pose.rotations[first + 3] = exp(Vec3::X * -foot.toes);
    }

    /// Walking or turning: feet that stand where they were set down, hips that sway over them, arms and chest
    /// against the legs, a head that stays steady.
    pub fn walk(&self, gait: &Gait, t: f32, bounce: f32) -> Controls {
        use piaget_terms::maths::{cos, sin};
        let mut c = Controls::stand();
        (c.place, c.yaw) = gait.root(t);
        let phase = std::f32::consts::TAU * t / gait.cycle_s;
        let stride = (gait.speed * gait.cycle_s / self.leg()).min(1.4);
        for side in 0..2 {
            let home = self.ankle(side);
            let step = gait.foot(t, 0.5 * side as f32, home);
            c.feet[side].off = (step.at - home) / self.leg();
            if let Some(s) = step.swing {
                // Toes point down as the foot leaves and up before it lands.
                c.feet[side].pitch =
                    0.6 * sin(std::f32::consts::TAU * s) * stride.clamp(0.3, 1.0) * (1.0 - s * 0.3);
            }
        }
        // The left foot lands at phase 0; its time on the ground is centred at half the duty.
        let middle = phase - std::f32::consts::PI * gait.duty;
        let lean = gait.turn * 0.05;
        c.hips = Vec3::new(
            0.05 * cos(middle),
            -0.05 - 0.05 * stride + bounce * 0.5 * (cos(2.0 * middle) - 1.0) * -0.5,
            0.0,
        );
        c.hips.y -= bounce * 0.25;
        c.hips_turn = Vec3::new(0.05, -0.18 * stride * sin(middle), 0.05 * cos(middle) + lean);
        c.spine = Vec3::new(0.04, 0.10 * stride * sin(middle), -0.04 * cos(middle));
        c.chest = Vec3::new(0.02, 0.20 * stride * sin(middle), -0.03 * cos(middle) - lean);
        c.neck = Vec3::new(-0.04, -0.08 * stride * sin(middle), 0.02 * cos(middle));
        c.head =
            Vec3::new(-0.03 + 0.03 * cos(2.0 * middle), -0.04 * stride * sin(middle) + gait.turn * 0.12, 0.0);
        for side in 0..2 {
            // Each arm goes with the other leg, the forearm a little later.
            let ahead = sign(side) * sin(middle);
            let late = sign(side) * sin(middle - 0.5);
            let hand = &mut c.hands[side];
            hand.at += Vec3::new(0.04, 0.05 + 0.06 * late.max(0.0), 0.34 * stride.min(1.0) * late + 0.06);
            hand.wrist.x -= 0.2 * ahead;
        }
        c.tail = 0.25;
        c
    }
}

/// +1 for the left side, -1 for the right.
pub fn sign(side: usize) -> f32 {
    if side == 0 { 1.0 } else { -1.0 }
}
