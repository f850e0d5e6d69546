//! What bodies on two legs say with them: the movements of Max and Morris (Buchsbaum 4, 6) and of Kline's walker
//! (Kline 3.3). Each begins and ends standing; each has anticipation, the act, and an end that settles.

mod signs;
mod walker;

pub use signs::{cover_face, dance, pound_ground, shrug, stand_frustrated, tap_foot, thumbs_up, wave};
pub use walker::{peer, rub_eyes, scratch_head, startle};

use crate::bake::{Plan, once, round};
use crate::biped::{Controls, face};
use crate::curve::{arc, during, ease, swing};
use glam::Vec3;

/// A movement: what it is called and its controls over time.
pub type Gesture = (Plan, fn(f32) -> Controls);

fn v(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3::new(x, y, z)
}

/// The standing place of a hand, where arcs begin and end.
fn side() -> Vec3 {
    Controls::stand().hands[0].at
}

/// Standing, with the weight going from leg to leg and now and then a blink.
pub fn stand() -> Gesture {
    (round("stand", 4.0).group("idle"), |t| {
        let mut c = Controls::stand();
        c.breathe(t, 0.5);
        // At rest at the clip's border, so that every gesture can begin there.
        let lean = swing(t, 0.25) * swing(t, 0.25).abs();
        c.hips.x = 0.03 * lean;
        c.hips_turn.z = 0.02 * lean;
        c.chest.z = -0.025 * lean;
        c.head.y = 0.08 * swing(t, 0.25) * swing(t, 0.125).abs();
        c.head.z = -0.02 * lean;
        c.face[face::BLINK] = during(t, 1.62, 1.66, 0.06) + during(t, 3.0, 3.04, 0.06);
        c.tail = 0.12 * swing(t, 0.5) * swing(t, 0.5).abs();
        c
    })
}

fn jump_body(t: f32, height: f32) -> Controls {
    let mut c = Controls::stand();
    // Crouch 0 to 0.32, push 0.32 to 0.44, in the air 0.44 to 0.86, land and settle to 1.3.
    let air = ((t - 0.44) / 0.42).clamp(0.0, 1.0);
    let rise = height * 4.0 * air * (1.0 - air);
    let crouch = ease(
        t,
        &[
            (0.0, 0.0),
            (0.3, -0.34),
            (0.44, 0.06),
            (0.62, 0.0),
            (0.86, 0.02),
            (0.96, -0.28),
            (1.14, 0.03),
            (1.3, 0.0),
        ],
    );
    c.hips = v(0.0, crouch + rise, ease(t, &[(0.0, 0.0), (0.3, -0.08), (0.44, 0.02), (0.9, 0.0)]));
    let bend = ease(
        t,
        &[(0.0, 0.0), (0.3, 0.5), (0.44, -0.08), (0.86, 0.05), (0.96, 0.42), (1.14, -0.03), (1.3, 0.0)],
    );
    c.hips_turn.x = bend * 0.5;
    c.spine.x = bend * 0.5;
    c.head.x = -bend * 0.7;
    for foot in &mut c.feet {
        foot.off.y = rise * 0.92 + 0.18 * during(t, 0.58, 0.68, 0.14);
        foot.pitch = ease(t, &[(0.0, 0.0), (0.34, 0.0), (0.46, 0.9), (0.66, 0.5), (0.84, 0.05), (0.9, 0.0)]);
        foot.off.y += 0.10 * ease(t, &[(0.34, 0.0), (0.44, 1.0), (0.5, 0.0)]);
    }
    c.both_hands(|hand| {
        hand.at = arc(
            t,
            &[
                (0.0, side()),
                (0.3, v(0.25, -0.72, -0.5)),
                (0.5, v(0.35, 0.1, 0.62)),
                (0.7, v(0.5, -0.1, 0.45)),
                (0.95, v(0.35, -0.72, 0.3)),
                (1.3, side()),
            ],
        );
    });
    c.ears = 0.6 * during(t, 0.44, 0.6, 0.1);
    c.tail = ease(t, &[(0.0, 0.0), (0.3, -0.2), (0.6, 0.5), (1.0, -0.1), (1.3, 0.0)]);
    c
}

/// A jump on the spot.
pub fn jump() -> Gesture {
    (once("jump", 1.3).mark("leave", 0.44).mark("land", 0.86).bound(0.34, 0.92), |t| jump_body(t, 0.62))
}

/// A jump with arms and feet thrown out.
pub fn jump_for_joy() -> Gesture {
    (once("jump-for-joy", 1.6).mark("leave", 0.44).mark("land", 0.86).bound(0.34, 0.92), |t| {
        let mut c = jump_body(t.min(1.3), 0.85);
        let out = during(t, 0.54, 0.74, 0.12);
        for (index, foot) in c.feet.iter_mut().enumerate() {
            foot.off.x += crate::biped::sign(index) * 0.3 * out;
        }
        c.both_hands(|hand| {
            let up = v(0.55, 0.82, 0.15);
            let keys = [
                (0.0, side()),
                (0.3, v(0.3, -0.7, -0.45)),
                (0.56, up),
                (0.8, v(0.65, 0.7, 0.1)),
                (1.0, v(0.55, 0.55, 0.2)),
                (1.2, v(0.55, 0.62, 0.15)),
                (1.6, side()),
            ];
            hand.at = arc(t, &keys);
            hand.elbow = v(1.0, -0.4, -0.3);
            hand.fist = 0.9 * during(t, 0.4, 1.2, 0.15);
        });
        c.head.x = -0.3 * during(t, 0.55, 1.1, 0.2);
        c.face[face::HAPPY] = during(t, 0.3, 1.3, 0.25);
        c
    })
}

/// Begging: paws together before the chest, bouncing on the toes.
pub fn beg() -> Gesture {
    (once("beg", 2.0), |t| {
        let mut c = Controls::stand();
        let on = during(t, 0.4, 1.6, 0.35);
        let bob = on * (0.5 - 0.5 * piaget_terms::maths::cos(std::f32::consts::TAU * 2.5 * t));
        c.hips.y = -0.08 * on + 0.09 * bob;
        c.feet.iter_mut().for_each(|foot| foot.pitch = 0.35 * bob);
        c.feet.iter_mut().for_each(|foot| foot.off.y = 0.05 * bob);
        c.hips_turn.x = 0.1 * on;
        c.chest.x = -0.12 * on;
        c.head = v(-0.32 * on, 0.0, 0.12 * on * swing(t, 0.5));
        c.both_hands(|hand| {
            hand.at = arc(
                t,
                &[
                    (0.0, side()),
                    (0.22, v(0.3, -0.75, 0.25)),
                    (0.5, v(-0.26, -0.28, 0.5)),
                    (1.5, v(-0.26, -0.28, 0.5)),
                    (2.0, side()),
                ],
            );
            hand.at.y += 0.06 * bob;
            hand.elbow = v(0.7, -0.8, -0.3);
            hand.wrist.x = -0.15 + 0.8 * on;
            hand.fist = 0.25 + 0.4 * on;
        });
        c.ears = 0.5 * on;
        c.tail = 0.3 * on * swing(t, 1.5);
        c
    })
}

/// Eating from both hands: to the mouth, nibbles, a swallow, a glad look up.
pub fn eat() -> Gesture {
    (once("eat", 2.6).mark("bite", 0.75).mark("swallow", 1.85), |t| {
        let mut c = Controls::stand();
        let on = during(t, 0.5, 1.6, 0.35);
        let nibble = during(t, 0.75, 1.5, 0.12) * swing(t, 5.0);
        c.hips.y = -0.06 * on;
        c.spine.x = 0.18 * on;
        c.neck.x = 0.12 * on;
        c.head.x = 0.18 * on + 0.07 * nibble - 0.4 * during(t, 1.8, 1.95, 0.15);
        c.both_hands(|hand| {
            let mouth = v(0.2, -0.62, 0.98);
            hand.at = arc(
                t,
                &[
                    (0.0, side()),
                    (0.3, v(0.1, -0.6, 0.55)),
                    (0.6, v(-0.1, -0.25, 0.55)),
                    (1.7, v(-0.1, -0.3, 0.5)),
                    (2.1, v(0.1, -0.7, 0.35)),
                    (2.6, side()),
                ],
            );
            hand.to_face = mouth + v(0.0, 0.06 * nibble, 0.0);
            hand.at_face = during(t, 0.68, 1.6, 0.25);
            hand.elbow = v(0.8, -0.8, -0.2);
            hand.fist = 0.25 + 0.5 * on;
        });
        c.face[face::HAPPY] = during(t, 1.8, 2.2, 0.2) * 0.8;
        c.ears = 0.2 * nibble;
        c
    })
}

/// Taking something up from the ground with the right hand.
pub fn pick_up() -> Gesture {
    (once("pick-up", 2.0).mark("take", 0.9), |t| {
        let mut c = Controls::stand();
        let down = ease(t, &[(0.0, 0.0), (0.12, -0.06), (0.8, 1.0), (1.0, 1.0), (1.75, -0.04), (2.0, 0.0)]);
        c.hips = v(0.0, -0.42 * down, -0.16 * down);
        c.hips_turn = v(0.5 * down, 0.1 * down, 0.0);
        c.spine = v(0.45 * down, 0.12 * down, 0.0);
        c.chest = v(0.25 * down, 0.15 * down, 0.0);
        c.neck.x = -0.2 * down;
        c.head = v(-0.15 * down, -0.1 * down, 0.0);
        let low = v(-0.15, -1.75, 0.75);
        c.hands[1].at = arc(
            t,
            &[
                (0.0, side()),
                (0.2, v(0.3, -0.85, -0.1)),
                (0.5, v(0.3, -1.1, 0.6)),
                (0.85, low),
                (1.0, low),
                (1.4, v(0.05, -0.7, 0.62)),
                (2.0, side()),
            ],
        );
        c.hands[1].elbow = v(0.8, 0.0, -0.8);
        c.hands[1].fist =
            ease(t, &[(0.0, 0.25), (0.6, 0.0), (0.85, 0.0), (0.98, 0.8), (1.5, 0.6), (2.0, 0.25)]);
        c.hands[0].at += v(0.2, 0.1, -0.15) * down;
        c.tail = 0.3 * down;
        c
    })
}

/// A throw with the right hand: wind up, step of the weight, release, follow through.
pub fn throw() -> Gesture {
    (once("throw", 1.7).mark("release", 0.78).bound(0.62, 0.82), |t| {
        let mut c = Controls::stand();
        let twist = ease(t, &[(0.0, 0.0), (0.15, 0.1), (0.55, -0.75), (0.8, 0.5), (1.0, 0.62), (1.7, 0.0)]);
        c.hips = v(
            ease(t, &[(0.0, 0.0), (0.5, -0.12), (0.8, 0.1), (1.1, 0.08), (1.7, 0.0)]),
            ease(t, &[(0.0, 0.0), (0.5, -0.1), (0.75, -0.02), (0.95, -0.1), (1.7, 0.0)]),
            ease(t, &[(0.0, 0.0), (0.5, -0.1), (0.85, 0.12), (1.7, 0.0)]),
        );
        c.hips_turn.y = twist * 0.35;
        c.spine = v(ease(t, &[(0.0, 0.0), (0.55, -0.12), (0.9, 0.3), (1.7, 0.0)]), twist * 0.4, 0.0);
        c.chest.y = twist * 0.6;
        c.neck.y = -twist * 0.45;
        c.head.y = -twist * 0.55;
        let right = &mut c.hands[1];
        right.at = arc(
            t,
            &[
                (0.0, side()),
                (0.2, v(0.3, -0.7, 0.35)),
                (0.55, v(0.45, 0.35, -0.55)),
                (0.68, v(0.4, 0.75, 0.1)),
                (0.78, v(0.1, 0.55, 0.72)),
                (0.95, v(-0.35, -0.35, 0.7)),
                (1.2, v(-0.2, -0.7, 0.4)),
                (1.7, side()),
            ],
        );
        right.elbow = v(1.0, -0.3, -0.5);
        right.fist = ease(t, &[(0.0, 0.25), (0.15, 0.9), (0.74, 0.9), (0.8, 0.0), (1.3, 0.25)]);
        right.wrist.x = ease(t, &[(0.0, -0.15), (0.55, 0.6), (0.82, -0.7), (1.3, -0.15)]);
        c.hands[0].at =
            arc(t, &[(0.0, side()), (0.5, v(0.25, -0.15, 0.72)), (0.85, v(0.4, -0.55, -0.2)), (1.7, side())]);
        c.tail = -0.4 * twist;
        c
    })
}

/// Reaching with the right hand to a place in the body's frame; the body helps: it leans, twists, stretches.
pub fn reach_to(t: f32, target: Vec3, shoulder: Vec3, arm: f32) -> Controls {
    let mut c = Controls::stand();
    let to = target - shoulder;
    let at = to / arm;
    let on = ease(t, &[(0.0, 0.0), (0.14, -0.06), (0.7, 1.0), (0.95, 1.0), (1.6, 0.0)]);
    // The arm is always about as long; the body brings the shoulder to where that length is right.
    let shift = (to - to.normalize_or(Vec3::Z) * (0.88 * arm)) * on;
    c.hips = shift * v(0.6, 0.8, 0.6) / arm;
    c.hips.y = c.hips.y.clamp(-0.4, 0.08);
    let outwards = -at.x;
    let up = at.y.clamp(-1.0, 1.0);
    c.spine = v(0.45 * shift.z / (0.6 * arm), 0.1 * on, -0.45 * shift.x / (0.6 * arm));
    c.chest = v(0.0, 0.12 * on, 0.0);
    c.neck = v(-0.1 * up * on, -0.2 * outwards * on - 0.1 * on, 0.0);
    c.head = v((-0.35 * up - 0.1) * on, (-0.35 * outwards - 0.05) * on, 0.0);
    let wind_up = side() + v(0.1, 0.12, -0.1);
    let goal = v(outwards, at.y, at.z);
    let bow = side().lerp(goal, 0.5) + v(0.12, 0.05, 0.12);
    c.hands[1].at = arc(
        t,
        &[
            (0.0, side()),
            (0.14, wind_up),
            (0.42, bow),
            (0.7, goal),
            (0.8, goal),
            (0.95, goal),
            (1.25, bow + v(0.05, -0.1, 0.0)),
            (1.6, side()),
        ],
    );
    c.hands[1].elbow = v(0.4, -1.0, -0.1);
    c.hands[1].fist = ease(t, &[(0.0, 0.25), (0.5, 0.0), (0.72, 0.0), (0.9, 0.8), (1.3, 0.5), (1.6, 0.25)]);
    c.hands[1].wrist.x = -0.15 - 0.25 * on;
    c.hands[1].shrug = 0.35 * on * up.max(0.0);
    c.hands[0].at += v(0.12, 0.08, -0.25) * on;
    c.tail = -0.2 * on;
    c
}
