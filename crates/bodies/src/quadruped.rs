//! A body on four legs: its measures, joints and controls, and the movements of dogs and sheep.

use crate::bake::{Loose, Plan, once, round};
use crate::biped::{FACES, face, sign};
use crate::curve::{during, ease, swing};
use crate::gait::Gait;
use crate::limb::Limb;
use glam::Vec3;
use piaget_motor::pose::{about_up, exp};
use piaget_motor::{Joint, Pose, Skeleton, Transform};

/// The joints of a quadruped, in order.
pub mod joint {
    #![allow(missing_docs)]
    pub const HIPS: u32 = 1;
    pub const SPINE: u32 = 2;
    pub const CHEST: u32 = 3;
    pub const NECK: u32 = 4;
    pub const HEAD: u32 = 5;
    pub const NOSE: u32 = 6;
    pub const EYES: [u32; 2] = [7, 8];
    pub const EARS: [u32; 2] = [9, 10];
    /// Front left, front right, hind left, hind right: three joints each.
    pub const LEGS: [u32; 4] = [11, 14, 17, 20];
    pub const TAIL: u32 = 23;
    pub const TAIL_JOINTS: u32 = 3;
}

/// Lengths of a quadruped, in metres.
#[derive(Clone, Copy)]
pub struct Measures {
    /// From the ground to a paw's joint.
    pub paw: f32,
    /// Lower and upper bones of a front leg.
    pub front: (f32, f32),
    /// Lower and upper bones of a hind leg.
    pub hind: (f32, f32),
    /// How much the legs are bent when standing.
    pub bend: f32,
    /// Half the distance between left and right feet.
    pub half: f32,
    /// From the hips to the chest.
    pub back: f32,
    /// From chest to neck and neck to head: ahead and up.
    pub neck: [(f32, f32); 2],
    /// The head's radius.
    pub head: f32,
    /// How far the nose stands out.
    pub nose: f32,
    /// The length of one of three pieces of the tail, and how it is carried (0 level, 1 up).
    pub tail: (f32, f32),
    /// The length of an ear.
    pub ear: f32,
}

/// Everything that an animator moves.
#[derive(Clone, Copy)]
pub struct Controls {
    /// Where the root is.
    pub place: Vec3,
    /// Where it faces.
    pub yaw: f32,
    /// The hips against standing, in lengths of the hind leg.
    pub hips: Vec3,
    /// Turns: x nose down, y to the left, z over to the right.
    pub hips_turn: Vec3,
    /// The same for the spine.
    pub spine: Vec3,
    /// The same for the chest.
    pub chest: Vec3,
    /// The same for the neck.
    pub neck: Vec3,
    /// The same for the head.
    pub head: Vec3,
    /// Feet against where they stand, in lengths of the leg: front left, front right, hind left, hind right.
    pub feet: [Vec3; 4],
    /// How each foot is pitched.
    pub pitch: [f32; 4],
    /// How far the ears are raised.
    pub ears: f32,
    /// How far the tail is raised, and where it is to the side.
    pub tail: (f32, f32),
    /// Weights of the faces.
    pub face: [f32; FACES.len()],
}

impl Controls {
    fn stand() -> Self {
        Self {
            place: Vec3::ZERO,
            yaw: 0.0,
            hips: Vec3::ZERO,
            hips_turn: Vec3::ZERO,
            spine: Vec3::ZERO,
            chest: Vec3::ZERO,
            neck: Vec3::ZERO,
            head: Vec3::ZERO,
            feet: [Vec3::ZERO; 4],
            pitch: [0.0; 4],
            ears: 0.0,
            tail: (0.0, 0.0),
            face: [0.0; FACES.len()],
        }
    }
}

/// A quadruped's skeleton and how its controls pose it.
pub struct Quadruped {
    /// Its lengths.
    pub measures: Measures,
    /// Its joints.
    pub skeleton: Skeleton,
}

impl Quadruped {
    /// From its lengths.
    pub fn new(measures: Measures) -> Self {
        let m = &measures;
        let mut joints = Vec::new();
        let mut add = |name: &str, parent: Option<u32>, at: Vec3| {
            joints.push(Joint { name: name.into(), parent, rest: Transform::at(at) });
            joints.len() as u32 - 1
        };
        let tall = |leg: (f32, f32)| m.paw + (leg.0 + leg.1) * (1.0 - m.bend);
        let root = add("root", None, Vec3::ZERO);
        let hips = add("hips", Some(root), Vec3::new(0.0, tall(m.hind), -0.5 * m.back));
        let rise = tall(m.front) - tall(m.hind);
        let spine = add("spine", Some(hips), Vec3::new(0.0, 0.5 * rise, 0.5 * m.back));
        let chest = add("chest", Some(spine), Vec3::new(0.0, 0.5 * rise, 0.5 * m.back));
        let neck = add("neck", Some(chest), Vec3::new(0.0, m.neck[0].1, m.neck[0].0));
        let head = add("head", Some(neck), Vec3::new(0.0, m.neck[1].1, m.neck[1].0));
        add("nose", Some(head), Vec3::new(0.0, -0.2 * m.head, m.nose));
        for (name, side) in [("left-eye", 1.0), ("right-eye", -1.0)] {
            add(name, Some(head), Vec3::new(side * 0.48, 0.32, 0.72) * m.head);
        }
        for (name, side) in [("left-ear", 1.0), ("right-ear", -1.0)] {
            add(name, Some(head), Vec3::new(side * 0.62, 0.7, -0.1) * m.head);
        }
        for (name, side) in [("left", 1.0), ("right", -1.0)] {
            let arm = add(&format!("{name}-arm"), Some(chest), Vec3::X * side * m.half * 0.9);
            let elbow = add(&format!("{name}-elbow"), Some(arm), Vec3::NEG_Y * m.front.1);
            add(&format!("{name}-hand"), Some(elbow), Vec3::NEG_Y * m.front.0);
        }
        for (name, side) in [("left", 1.0), ("right", -1.0)] {
            let leg = add(&format!("{name}-leg"), Some(hips), Vec3::X * side * m.half * 0.9);
            let knee = add(&format!("{name}-knee"), Some(leg), Vec3::NEG_Y * m.hind.1);
            add(&format!("{name}-foot"), Some(knee), Vec3::NEG_Y * m.hind.0);
        }
        let mut parent = add("tail-1", Some(hips), Vec3::new(0.0, 0.06 * m.back, -0.18 * m.back));
        for name in ["tail-2", "tail-3"] {
            parent = add(name, Some(parent), Vec3::NEG_Z * m.tail.0);
        }
        let skeleton = Skeleton::new(joints).expect("the joints are written in order");
        Self { measures, skeleton }
    }

    /// What swings by itself.
    pub fn loose(&self) -> Vec<Loose> {
        let mut loose: Vec<Loose> = joint::EARS
            .map(|ear| Loose { joint: ear, tip: Vec3::Y * self.measures.ear, hz: 3.5, damping: 0.4 })
            .to_vec();
        for index in 0..joint::TAIL_JOINTS {
            let tip = Vec3::NEG_Z * self.measures.tail.0;
            loose.push(Loose { joint: joint::TAIL + index, tip, hz: 4.0 - 0.6 * index as f32, damping: 0.5 });
        }
        loose
    }

    /// Where a foot stands, and the length of its leg.
    fn home(&self, foot: usize) -> (Vec3, f32) {
        let m = &self.measures;
        let front = foot < 2;
        let z = if front { 0.5 * m.back } else { -0.5 * m.back - 0.02 };
        let leg = if front { m.front.0 + m.front.1 } else { m.hind.0 + m.hind.1 };
        (Vec3::new(sign(foot % 2) * m.half, m.paw, z), leg)
    }

    /// The pose that the controls make.
    pub fn pose(&self, c: &Controls) -> Pose {
        let m = &self.measures;
        let mut pose = Pose::rest(&self.skeleton, FACES.len());
        let at = |joint: u32| joint as usize;
        pose.translations[0] = c.place;
        pose.rotations[0] = about_up(c.yaw);
        pose.translations[at(joint::HIPS)] += c.hips * (m.hind.0 + m.hind.1);
        for (joint, turn) in [
            (joint::HIPS, c.hips_turn),
            (joint::SPINE, c.spine),
            (joint::CHEST, c.chest),
            (joint::NECK, c.neck),
            (joint::HEAD, c.head),
        ] {
            pose.rotations[at(joint)] = exp(turn);
        }
        let mut places = Vec::new();
        self.skeleton.place(&pose, &mut places);
        let root = places[0];
        for foot in 0..4 {
            let (home, length) = self.home(foot);
            let target = root.point(home + c.feet[foot] * length);
            let front = foot < 2;
            let bones = if front { m.front } else { m.hind };
            // A dog's elbow points back, its knee ahead.
            let limb = Limb { upper: bones.1, lower: bones.0, folds_forward: front };
            let first = joint::LEGS[foot] as usize;
            let pole = root.rotation * (if front { Vec3::NEG_Z } else { Vec3::Z });
            let (upper, lower) = limb.reach(places[first].translation, target, pole);
            let carrier = places[at(if front { joint::CHEST } else { joint::HIPS })].rotation;
            pose.rotations[first] = (carrier.conjugate() * upper).normalize();
            pose.rotations[first + 1] = (upper.conjugate() * lower).normalize();
            let flat = root.rotation * exp(Vec3::X * c.pitch[foot]);
            pose.rotations[first + 2] = (lower.conjugate() * flat).normalize();
        }
        for index in 0..joint::TAIL_JOINTS {
            let lift = if index == 0 { 1.1 * m.tail.1 + c.tail.0 } else { 0.3 * m.tail.1 };
            pose.rotations[at(joint::TAIL + index)] = exp(Vec3::new(lift, -0.5 * c.tail.1, 0.0));
        }
        for (side, ear) in joint::EARS.into_iter().enumerate() {
            pose.rotations[at(ear)] = exp(Vec3::new(0.15, 0.0, -sign(side) * (0.5 - 0.4 * c.ears)));
        }
        pose.weights.copy_from_slice(&c.face);
        pose
    }

    /// Walking, trotting or turning. `phases` says when each foot lands.
    pub fn walk(&self, gait: &Gait, phases: [f32; 4], bounce: f32, t: f32) -> Controls {
        use piaget_terms::maths::{cos, sin};
        let mut c = Controls::stand();
        (c.place, c.yaw) = gait.root(t);
        let phase = std::f32::consts::TAU * t / gait.cycle_s;
        for (foot, phase) in phases.into_iter().enumerate() {
            let (home, length) = self.home(foot);
            let step = gait.foot(t, phase, home);
            c.feet[foot] = (step.at - home) / length;
            c.pitch[foot] = step.swing.map_or(0.0, |s| 0.9 * sin(std::f32::consts::PI * s) * (1.0 - s));
        }
        c.hips = Vec3::new(0.02 * sin(phase), -0.03 + bounce * cos(2.0 * phase + 0.6), 0.0);
        c.hips_turn = Vec3::new(bounce * 0.4 * sin(2.0 * phase), 0.05 * sin(phase), 0.05 * cos(phase));
        c.spine = Vec3::new(0.0, -0.08 * sin(phase) + gait.turn * 0.12, -0.05 * cos(phase));
        c.chest = Vec3::new(
            -bounce * 0.6 * sin(2.0 * phase),
            -0.03 * sin(phase) + gait.turn * 0.1,
            -0.03 * cos(phase),
        );
        c.neck = Vec3::new(0.05 + 0.05 * sin(2.0 * phase + 0.4), gait.turn * 0.15, 0.0);
        c.head = Vec3::new(-0.04 * sin(2.0 * phase), 0.03 * sin(phase) + gait.turn * 0.1, 0.0);
        c.tail = (0.05, 0.5 * sin(phase * 2.0));
        c.ears = 0.3;
        c
    }
}

/// A movement: what it is called and its controls over time.
pub type Act = (Plan, fn(f32) -> Controls);

fn v(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3::new(x, y, z)
}

/// Standing: breath, a tail that speaks now and then, ears that listen.
pub fn stand() -> Act {
    (round("stand", 4.0).group("idle"), |t| {
        let mut c = Controls::stand();
        let breath = 0.5 - 0.5 * piaget_terms::maths::cos(std::f32::consts::TAU * 0.75 * t);
        c.hips.y = -0.012 * breath;
        c.chest.x = -0.02 * breath;
        c.head = v(0.02 * breath, 0.12 * swing(t, 0.25) * swing(t, 0.125).abs(), 0.0);
        c.tail = (0.0, 0.7 * swing(t, 1.5) * during(t, 1.2, 2.4, 0.5));
        c.ears = 0.4 * during(t, 2.6, 3.2, 0.2);
        c.face[face::BLINK] = during(t, 0.9, 0.94, 0.06) + during(t, 2.9, 2.94, 0.06);
        c
    })
}

/// Sitting down, staying, getting up. The mark `down` is where a program may hold it.
pub fn sit() -> Act {
    (once("sit", 3.6).mark("down", 0.9), |t| {
        let mut c = Controls::stand();
        let on = ease(t, &[(0.0, 0.0), (0.14, -0.06), (0.8, 1.04), (0.95, 1.0), (2.7, 1.0), (3.6, 0.0)]);
        c.hips = v(0.0, -0.62 * on, 0.14 * on);
        c.hips_turn.x = -0.74 * on;
        c.spine.x = 0.12 * on;
        c.chest.x = 0.18 * on;
        c.neck.x = 0.36 * on;
        c.head = v(-0.02 * on, 0.2 * swing(t - 1.0, 0.6) * during(t, 1.2, 2.4, 0.2), 0.0);
        c.feet[2] = v(0.1, 0.0, 0.35) * on;
        c.feet[3] = v(-0.1, 0.0, 0.35) * on;
        c.tail = (0.5 * on, 0.8 * swing(t, 2.0) * during(t, 1.2, 2.4, 0.2));
        c.ears = 0.5 * on;
        c
    })
}

/// Looking far to one side and to the other.
pub fn look() -> Act {
    (once("look", 2.6), |t| {
        let mut c = Controls::stand();
        let way = ease(
            t,
            &[(0.0, 0.0), (0.12, -0.06), (0.5, 1.0), (1.0, 1.0), (1.5, -1.0), (2.0, -1.0), (2.6, 0.0)],
        );
        let on = during(t, 0.4, 2.1, 0.3);
        c.spine.y = 0.08 * way;
        c.chest.y = 0.12 * way;
        c.neck = v(-0.2 * on, 0.45 * way, 0.0);
        c.head = v(0.05 * on, 0.5 * way, 0.05 * way);
        c.hips.x = -0.03 * way;
        c.ears = on;
        c.tail.0 = 0.3 * on;
        c
    })
}

/// The head to one side, then to the other: what was that?
pub fn head_tilt() -> Act {
    (once("head-tilt", 2.2), |t| {
        let mut c = Controls::stand();
        let tilt = ease(
            t,
            &[(0.0, 0.0), (0.1, -0.08), (0.4, 1.0), (0.95, 0.95), (1.25, -0.9), (1.75, -0.85), (2.2, 0.0)],
        );
        let on = during(t, 0.35, 1.7, 0.3);
        c.neck = v(-0.12 * on, 0.0, 0.15 * tilt);
        c.head = v(-0.02, 0.08 * tilt, 0.5 * tilt);
        c.ears = on;
        c.face[face::CONFUSED] = on;
        c.tail = (0.15 * on, 0.0);
        c
    })
}

/// The mouth to the ground, bites, a swallow.
pub fn eat() -> Act {
    (once("eat", 2.8).mark("bite", 0.8).mark("swallow", 2.1), |t| {
        let mut c = Controls::stand();
        let on = ease(
            t,
            &[(0.0, 0.0), (0.12, -0.05), (0.7, 1.0), (1.7, 1.0), (2.1, 0.15), (2.4, 0.1), (2.8, 0.0)],
        );
        let chew = during(t, 0.8, 1.6, 0.1) * swing(t, 3.0) + during(t, 2.0, 2.4, 0.1) * swing(t, 4.0);
        c.hips_turn.x = 0.1 * on;
        c.spine.x = 0.1 * on;
        c.chest = v(0.3 * on, 0.0, 0.0);
        c.neck.x = 1.0 * on;
        c.head.x = 0.1 * on + 0.07 * chew;
        c.feet[0] = v(0.05, 0.0, 0.06) * on;
        c.feet[1] = v(-0.05, 0.0, 0.06) * on;
        c.tail = (0.1, 0.6 * swing(t, 1.5) * on);
        c
    })
}

/// Taking something up with the mouth.
pub fn pick_up() -> Act {
    (once("pick-up", 1.6).mark("take", 0.7), |t| {
        let mut c = Controls::stand();
        let on = ease(t, &[(0.0, 0.0), (0.12, -0.05), (0.65, 1.0), (0.8, 1.0), (1.25, -0.05), (1.6, 0.0)]);
        c.hips_turn.x = 0.1 * on;
        c.spine.x = 0.1 * on;
        c.chest.x = 0.3 * on;
        c.neck.x = 1.0 * on;
        c.head.x = 0.15 * on;
        c.tail.0 = 0.2 * on;
        c
    })
}

/// A start: legs stiff, ears up.
pub fn startle() -> Act {
    (once("startle", 1.2).bound(0.08, 0.34), |t| {
        let mut c = Controls::stand();
        let on = ease(t, &[(0.0, 0.0), (0.06, -0.1), (0.2, 1.0), (0.6, 0.8), (1.2, 0.0)]);
        let air = ((t - 0.1) / 0.22).clamp(0.0, 1.0);
        let hop = 0.1 * 4.0 * air * (1.0 - air);
        c.hips = v(0.0, hop - 0.1 * during(t, 0.36, 0.44, 0.08), -0.06 * on);
        c.feet = [v(0.0, hop, 0.0); 4];
        c.neck.x = -0.3 * on;
        c.head.x = 0.2 * on;
        c.ears = on.max(0.0);
        c.tail.0 = 0.5 * on;
        c.face[face::SURPRISED] = on.clamp(0.0, 1.0);
        c
    })
}
