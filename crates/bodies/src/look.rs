//! What bodies look like: flesh on the bones, and faces that change.

use crate::biped::{Biped, face, joint as two, sign};
use crate::mesh::{Change, Sculptor};
use crate::quadruped::{Quadruped, joint as four};
use glam::{Quat, Vec3};
use piaget_motor::pose::exp;
use piaget_motor::{Mesh, Skin};

/// Colours of a body, linear.
#[derive(Clone, Copy)]
pub struct Colours {
    /// Fur or clothes.
    pub coat: [f32; 3],
    /// Belly, muzzle, or shirt.
    pub light: [f32; 3],
    /// Hands, feet, tail, inside of ears.
    pub skin: [f32; 3],
}

const WHITE: [f32; 3] = [0.9, 0.9, 0.88];
const DARK: [f32; 3] = [0.02, 0.018, 0.02];

fn v(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3::new(x, y, z)
}

/// Eyes, brows and mouth on a head of this radius whose middle is `middle` from its joint.
fn put_face(s: &mut Sculptor, head: u32, eyes: [u32; 2], middle: Vec3, r: f32, mouth: Vec3) {
    for (side, eye) in eyes.into_iter().enumerate() {
        let outwards = sign(side);
        let confused = if side == 0 { 1.25 } else { 0.75 };
        let squash = |y: f32| move |p: Vec3| v(p.x, p.y * y, p.z);
        let whites = [
            Change { morph: face::HAPPY as u32, moved: &|p| v(p.x, p.y * 0.8 + 0.03 * r, p.z) },
            Change { morph: face::SURPRISED as u32, moved: &|p| p * 1.3 },
            Change { morph: face::CONFUSED as u32, moved: &squash(confused) },
            Change { morph: face::FRUSTRATED as u32, moved: &squash(0.7) },
            Change { morph: face::BLINK as u32, moved: &squash(0.12) },
        ];
        let radii = v(0.2, 0.26, 0.14) * r;
        s.face(WHITE, eye, Vec3::ZERO, (radii, Quat::IDENTITY), 10, &whites);
        let pupils = [
            Change { morph: face::SURPRISED as u32, moved: &|p| p * 0.8 + v(0.0, 0.0, 0.05 * r) },
            Change { morph: face::BLINK as u32, moved: &|p| v(p.x, p.y * 0.1, p.z - 0.04 * r) },
        ];
        let at = v(-0.02 * outwards, 0.0, 0.1) * r;
        s.face(DARK, eye, at, (v(0.1, 0.13, 0.07) * r, Quat::IDENTITY), 8, &pupils);
        let slant = |p: Vec3, by: f32| v(p.x, p.y + by * p.x * outwards, p.z);
        let raise = if side == 0 { 0.16 } else { -0.05 };
        let brows = [
            Change { morph: face::HAPPY as u32, moved: &|p| p + v(0.0, 0.06 * r, 0.0) },
            Change { morph: face::SURPRISED as u32, moved: &|p| p + v(0.0, 0.2 * r, 0.0) },
            Change { morph: face::CONFUSED as u32, moved: &|p| slant(p, -0.25) + v(0.0, raise * r, 0.0) },
            Change { morph: face::FRUSTRATED as u32, moved: &|p| slant(p, 0.55) - v(0.0, 0.1 * r, 0.0) },
        ];
        let brow = middle + v(0.42 * outwards, 0.64, 0.72) * r;
        s.face(DARK, head, brow, (v(0.2, 0.045, 0.06) * r, Quat::IDENTITY), 6, &brows);
    }
    let wide = 0.2 * r;
    let curve = |p: Vec3, by: f32| v(p.x, p.y + by * (p.x / wide) * (p.x / wide), p.z);
    let changes = [
        Change { morph: face::HAPPY as u32, moved: &|p| curve(v(p.x * 1.3, p.y * 1.6, p.z), 0.16 * r) },
        Change { morph: face::SURPRISED as u32, moved: &|p| v(p.x * 0.5, p.y * 4.0 - 0.05 * r, p.z) },
        Change { morph: face::CONFUSED as u32, moved: &|p| v(p.x * 0.8, p.y + 0.3 * p.x, p.z) },
        Change { morph: face::FRUSTRATED as u32, moved: &|p| curve(p, -0.13 * r) },
    ];
    s.face(DARK, head, mouth, (v(wide, 0.035 * r, 0.12 * r), Quat::IDENTITY), 12, &changes);
}

fn put_limbs(s: &mut Sculptor, body: &Biped, colours: &Colours, thick: f32) {
    let m = &body.measures;
    for side in 0..2 {
        let arm = two::ARMS[side];
        let sleeve = m.upper * thick;
        s.tube(
            colours.coat,
            &[arm, arm + 1, arm + 2],
            &[sleeve, sleeve, sleeve * 0.85],
            Vec3::NEG_Y * m.fore,
        );
        let palm = 0.16 * body.arm();
        s.ball(colours.skin, arm + 3, v(0.0, -0.45, 0.0) * palm, v(0.42, 0.62, 0.55) * palm, Quat::IDENTITY);
        s.ball(colours.skin, arm + 4, v(0.0, -0.25, 0.0) * palm, v(0.36, 0.5, 0.5) * palm, Quat::IDENTITY);
        s.ball(colours.skin, arm + 5, v(0.0, -0.2, 0.3) * palm, v(0.2, 0.22, 0.45) * palm, Quat::IDENTITY);
        let leg = two::LEGS[side];
        let thigh = m.thigh * thick * 1.25;
        s.tube(colours.coat, &[leg, leg + 1], &[thigh, thigh * 0.75], Vec3::NEG_Y * m.shin);
        let foot = m.foot;
        let sole = v(0.0, -m.ankle + foot * 0.42, foot * 0.7);
        s.ball(colours.skin, leg + 2, sole, v(0.62, 0.42, 1.35) * foot, Quat::IDENTITY);
        s.ball(
            colours.skin,
            leg + 3,
            v(0.0, -0.4 * m.ankle + foot * 0.36, foot * 0.45),
            v(0.66, 0.36, 0.8) * foot,
            Quat::IDENTITY,
        );
    }
}

/// A mouse on two legs.
pub fn mouse(body: &Biped, colours: &Colours) -> (Vec<Skin>, Vec<Mesh>) {
    let m = &body.measures;
    let mut s = Sculptor::new(&body.skeleton);
    let (r, middle) = (m.head.0, Vec3::Y * m.head.1);
    s.tube(
        colours.coat,
        &[two::HIPS, two::SPINE, two::CHEST, two::NECK],
        &[0.115, 0.12, 0.095, 0.05],
        Vec3::Y * m.back[3],
    );
    s.ball(colours.coat, two::HIPS, v(0.0, 0.015, 0.0), v(0.125, 0.11, 0.12), Quat::IDENTITY);
    s.ball(colours.light, two::SPINE, v(0.0, 0.0, 0.055), v(0.085, 0.115, 0.085), exp(Vec3::X * 0.05));
    put_limbs(&mut s, body, colours, 0.3);
    s.ball(colours.coat, two::HEAD, middle, v(1.0, 0.95, 0.95) * r, Quat::IDENTITY);
    s.ball(
        colours.light,
        two::HEAD,
        middle + v(0.0, -0.32, 0.72) * r,
        v(0.5, 0.38, 0.76) * r,
        Quat::IDENTITY,
    );
    s.ball(DARK, two::NOSE, v(0.0, -0.02, -0.06) * r, v(0.13, 0.1, 0.1) * r, Quat::IDENTITY);
    for (side, ear) in two::EARS.into_iter().enumerate() {
        let length = m.ears.map_or(r, |ears| ears.2);
        let face = exp(Vec3::Y * (0.35 * sign(side)));
        s.ball(colours.coat, ear, Vec3::Y * length * 0.5, v(0.58, 0.62, 0.12) * length, face);
        s.ball(
            colours.skin,
            ear,
            v(0.03 * sign(side), 0.5, 0.07) * length,
            v(0.42, 0.46, 0.1) * length,
            face,
        );
    }
    let tail: Vec<u32> = (0..4).map(|index| two::TAIL + index).collect();
    s.tube(colours.skin, &tail, &[0.022, 0.018, 0.014, 0.01], Vec3::NEG_Z * m.tail.unwrap_or(0.1));
    put_face(&mut s, two::HEAD, two::EYES, middle, r, middle + v(0.0, -0.5, 1.34) * r);
    s.finish()
}

/// A person on two legs.
pub fn person(body: &Biped, colours: &Colours) -> (Vec<Skin>, Vec<Mesh>) {
    let m = &body.measures;
    let mut s = Sculptor::new(&body.skeleton);
    let (r, middle) = (m.head.0, Vec3::Y * m.head.1);
    let wide = m.shoulder.0;
    s.tube(
        colours.light,
        &[two::HIPS, two::SPINE, two::CHEST],
        &[wide * 0.72, wide * 0.66, wide * 0.78],
        Vec3::Y * m.back[2] * 0.8,
    );
    s.ball(
        colours.light,
        two::CHEST,
        Vec3::Y * m.shoulder.1 * 0.6,
        v(1.0, 0.55, 0.62) * wide,
        Quat::IDENTITY,
    );
    s.ball(colours.coat, two::HIPS, v(0.0, 0.0, 0.0), v(0.85, 0.6, 0.66) * wide, Quat::IDENTITY);
    s.tube(colours.skin, &[two::NECK, two::HEAD], &[r * 0.42, r * 0.4], Vec3::Y * r * 0.3);
    put_limbs(&mut s, body, colours, 0.2);
    s.ball(colours.skin, two::HEAD, middle, v(0.86, 1.05, 0.92) * r, Quat::IDENTITY);
    s.ball(colours.coat, two::HEAD, middle + v(0.0, 0.42, -0.2) * r, v(0.9, 0.72, 0.86) * r, Quat::IDENTITY);
    s.ball(colours.skin, two::NOSE, v(0.0, 0.06, -0.05) * r, v(0.12, 0.16, 0.16) * r, Quat::IDENTITY);
    for side in 0..2 {
        let at = middle + v(0.86 * sign(side), -0.05, 0.0) * r;
        s.ball(colours.skin, two::HEAD, at, v(0.1, 0.22, 0.16) * r, Quat::IDENTITY);
    }
    put_face(&mut s, two::HEAD, two::EYES, middle, r, middle + v(0.0, -0.5, 0.8) * r);
    s.finish()
}

/// A beast on four legs; `wool` puffs up its body.
pub fn beast(body: &Quadruped, colours: &Colours, wool: Option<[f32; 3]>) -> (Vec<Skin>, Vec<Mesh>) {
    let m = &body.measures;
    let mut s = Sculptor::new(&body.skeleton);
    let (r, girth) = (m.head, m.half * 1.25);
    let trunk = [girth * 0.86, girth * 0.9, girth * 1.02];
    s.tube(colours.coat, &[four::HIPS, four::SPINE, four::CHEST], &trunk, v(0.0, 0.0, girth * 0.7));
    s.ball(colours.coat, four::HIPS, v(0.0, 0.0, -0.25 * girth), v(0.95, 0.95, 0.9) * girth, Quat::IDENTITY);
    s.ball(colours.coat, four::CHEST, v(0.0, -0.1, 0.2) * girth, v(0.95, 1.08, 0.9) * girth, Quat::IDENTITY);
    s.ball(colours.light, four::CHEST, v(0.0, -0.35, 0.5) * girth, v(0.6, 0.7, 0.6) * girth, Quat::IDENTITY);
    s.tube(
        colours.coat,
        &[four::CHEST, four::NECK, four::HEAD],
        &[girth * 0.8, girth * 0.62, r * 0.6],
        v(0.0, 0.0, 0.1 * r),
    );
    let (face_colour, muzzle) = match wool {
        Some(_) => (colours.skin, colours.skin),
        None => (colours.coat, colours.light),
    };
    s.ball(face_colour, four::HEAD, Vec3::ZERO, v(0.9, 0.88, 0.95) * r, Quat::IDENTITY);
    let half_way = v(0.0, -0.28 * r, 0.55 * m.nose);
    s.ball(muzzle, four::HEAD, half_way, v(0.5 * r, 0.44 * r, 0.5 * m.nose), Quat::IDENTITY);
    if wool.is_none() {
        // A terrier's beard and brows.
        s.ball(
            muzzle,
            four::HEAD,
            v(0.0, -0.62 * r, 0.55 * m.nose),
            v(0.4 * r, 0.4 * r, 0.36 * m.nose),
            exp(Vec3::X * -0.3),
        );
        for side in 0..2 {
            let brow = v(0.42 * sign(side), 0.66, 0.72) * r;
            s.ball(muzzle, four::HEAD, brow, v(0.26, 0.14, 0.2) * r, Quat::IDENTITY);
        }
    }
    s.ball(DARK, four::NOSE, v(0.0, 0.02, 0.0) * r, v(0.2, 0.16, 0.14) * r, Quat::IDENTITY);
    for (side, ear) in four::EARS.into_iter().enumerate() {
        let face = exp(v(0.2, 0.3 * sign(side), 0.0));
        s.ball(face_colour, ear, Vec3::Y * m.ear * 0.5, v(0.32, 0.58, 0.12) * m.ear, face);
    }
    for (foot, leg) in four::LEGS.into_iter().enumerate() {
        let bones = if foot < 2 { m.front } else { m.hind };
        let thick = girth * if foot < 2 { 0.34 } else { 0.44 };
        let shade = if wool.is_some() { colours.skin } else { colours.coat };
        s.tube(shade, &[leg, leg + 1], &[thick, thick * 0.62], Vec3::NEG_Y * bones.0);
        let paw = m.paw * 0.95;
        let paws = if wool.is_some() { DARK } else { colours.light };
        s.ball(paws, leg + 2, v(0.0, paw - m.paw, paw * 0.35), v(0.95, 0.95, 1.35) * paw, Quat::IDENTITY);
    }
    let tail: Vec<u32> = (0..four::TAIL_JOINTS).map(|index| four::TAIL + index).collect();
    let thick = if wool.is_some() { girth * 0.3 } else { girth * 0.16 };
    s.tube(wool.unwrap_or(colours.coat), &tail, &[thick, thick * 0.85, thick * 0.6], Vec3::NEG_Z * m.tail.0);
    if let Some(wool) = wool {
        // Curls: balls around the trunk that ride on its joints.
        for (joint, z) in [
            (four::HIPS, -0.35),
            (four::HIPS, 0.45),
            (four::SPINE, 0.0),
            (four::CHEST, -0.4),
            (four::CHEST, 0.3),
        ] {
            for (x, y) in [(0.0, 0.62), (0.62, 0.3), (-0.62, 0.3), (0.6, -0.3), (-0.6, -0.3), (0.0, -0.55)] {
                s.face(wool, joint, v(x, y, z) * girth, (Vec3::splat(0.62 * girth), Quat::IDENTITY), 7, &[]);
            }
        }
        for (x, z) in [(0.0, 0.1), (0.4, -0.2), (-0.4, -0.2), (0.0, -0.45)] {
            s.face(wool, four::HEAD, v(x, 0.72, z) * r, (Vec3::splat(0.45 * r), Quat::IDENTITY), 7, &[]);
        }
        s.face(wool, four::NECK, Vec3::ZERO, (Vec3::splat(0.75 * girth), Quat::IDENTITY), 8, &[]);
    }
    let mouth = v(0.0, -0.6 * r, 0.86 * m.nose);
    put_face(&mut s, four::HEAD, four::EYES, Vec3::ZERO, r, mouth);
    s.finish()
}
