//! What bodies on two legs say with them: the movements of Max and Morris (Buchsbaum 4, 6) and of Kline's walker
//! (Kline 3.3). Each begins and ends standing; each has anticipation, the act, and an end that settles.

use crate::bake::{Plan, once, round};
use crate::biped::{Controls, face};
use crate::curve::{arc, during, ease, smooth, swing};
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

/// Dancing: hips from side to side, arms up in turn, a bob on every beat.
pub fn dance() -> Gesture {
    (round("dance", 2.0), |t| {
        use piaget_terms::maths::cos;
        let mut c = Controls::stand();
        let beat = std::f32::consts::TAU * t;
        let (way, bob) = (swing(t, 0.5), 0.5 - 0.5 * cos(beat * 2.0));
        c.hips = v(0.14 * way, -0.12 - 0.08 * bob, 0.0);
        c.hips_turn = v(0.0, 0.22 * swing(t, 0.5), 0.14 * way);
        c.spine.z = -0.12 * way;
        c.chest = v(0.0, -0.25 * swing(t - 0.08, 0.5), -0.08 * way);
        c.head = v(0.1 * bob - 0.05, 0.1 * swing(t - 0.12, 0.5), 0.18 * swing(t - 0.15, 0.5));
        for (index, hand) in c.hands.iter_mut().enumerate() {
            let up = 0.5 + 0.5 * crate::biped::sign(index) * swing(t - 0.05, 0.5);
            hand.at = v(0.5 + 0.1 * bob, -0.35 + 1.0 * smooth(up), 0.3 + 0.12 * swing(t, 1.0));
            hand.elbow = v(1.0, -0.7, -0.3);
            hand.wrist.x = -0.4 * swing(t - 0.1, 1.0);
            hand.fist = 0.5;
        }
        for (index, foot) in c.feet.iter_mut().enumerate() {
            // The free foot lifts its heel.
            let free = (-crate::biped::sign(index) * way).max(0.0);
            foot.off = v(0.0, 0.06 * free, 0.0);
            foot.pitch = 0.4 * free;
        }
        c.face[face::HAPPY] = 0.9;
        c.tail = 0.3 + 0.2 * way;
        c
    })
}

/// A wave of the right hand.
pub fn wave() -> Gesture {
    (once("wave", 1.9), |t| {
        let mut c = Controls::stand();
        let on = during(t, 0.42, 1.4, 0.32);
        let shake = during(t, 0.5, 1.35, 0.12) * swing(t - 0.42, 2.4);
        let right = &mut c.hands[1];
        right.at = arc(
            t,
            &[
                (0.0, side()),
                (0.14, v(0.2, -0.95, 0.0)),
                (0.45, v(0.62, 0.5, 0.25)),
                (1.4, v(0.62, 0.52, 0.25)),
                (1.65, v(0.55, -0.4, 0.3)),
                (1.9, side()),
            ],
        );
        right.at.x += 0.2 * shake;
        right.elbow = v(1.0, -0.8, -0.2);
        right.wrist = v(-0.15, 0.0, 0.0)
            .lerp(v(0.0, 0.0, 0.35 * during(t, 0.5, 1.35, 0.12) * swing(t - 0.48, 2.4)), on);
        right.fist = 0.25 - 0.25 * on;
        right.shrug = 0.25 * on;
        c.spine.z = 0.07 * on;
        c.chest = v(-0.05 * on, 0.0, 0.06 * on);
        c.head = v(-0.08 * on, -0.08 * on, -0.16 * on);
        c.hips.x = 0.06 * on;
        c.face[face::HAPPY] = 0.7 * on;
        c.tail = 0.25 * on * swing(t, 1.2);
        c
    })
}

/// Thumbs up, with a nod.
pub fn thumbs_up() -> Gesture {
    (once("thumbs-up", 1.7), |t| {
        let mut c = Controls::stand();
        let on = during(t, 0.45, 1.2, 0.3);
        let right = &mut c.hands[1];
        right.at = arc(
            t,
            &[
                (0.0, side()),
                (0.2, v(0.15, -0.85, -0.1)),
                (0.48, v(0.12, -0.08, 0.84)),
                (0.58, v(0.12, -0.14, 0.8)),
                (1.2, v(0.12, -0.14, 0.8)),
                (1.7, side()),
            ],
        );
        right.elbow = v(0.8, -1.0, 0.0);
        right.fist = 0.25 + 0.75 * on;
        right.thumb = 0.2 + 0.8 * during(t, 0.52, 1.2, 0.14);
        right.wrist = v(-0.15 * (1.0 - on), -1.2 * on, 0.0);
        c.chest.y = 0.12 * on;
        c.head = v(
            ease(t, &[(0.0, 0.0), (0.5, -0.12), (0.66, 0.2), (0.82, -0.06), (0.98, 0.14), (1.2, 0.0)]),
            0.0,
            -0.1 * on,
        );
        c.face[face::HAPPY] = on;
        c
    })
}

/// A shrug: shoulders up, palms out, head to one side.
pub fn shrug() -> Gesture {
    (once("shrug", 1.6), |t| {
        let mut c = Controls::stand();
        let on = ease(t, &[(0.0, 0.0), (0.18, -0.15), (0.5, 1.0), (1.0, 0.95), (1.35, -0.08), (1.6, 0.0)]);
        c.both_hands(|hand| {
            hand.at = arc(
                t,
                &[
                    (0.0, side()),
                    (0.2, v(0.1, -0.92, 0.1)),
                    (0.5, v(0.62, -0.42, 0.45)),
                    (1.0, v(0.6, -0.44, 0.45)),
                    (1.6, side()),
                ],
            );
            hand.elbow = v(0.2, -1.0, -0.5);
            hand.wrist = v(-0.15 - 0.5 * on, 0.0, 1.0 * on);
            hand.fist = 0.25 - 0.25 * on;
            hand.shrug = on;
        });
        c.head = v(0.05 * on, 0.0, 0.22 * on);
        c.hips.y = -0.03 * on;
        c.ears = 0.6 * on.max(0.0);
        c.face[face::CONFUSED] = on.clamp(0.0, 1.0);
        c
    })
}

/// Both hands before the eyes, head down.
pub fn cover_face() -> Gesture {
    (once("cover-face", 2.0), |t| {
        let mut c = Controls::stand();
        let on = during(t, 0.5, 1.5, 0.35);
        c.spine.x = 0.22 * on;
        c.neck.x = 0.15 * on;
        c.head = v(0.3 * on, 0.1 * on * swing(t, 1.5), 0.0);
        c.hips.y = -0.1 * on;
        c.both_hands(|hand| {
            hand.at = arc(
                t,
                &[
                    (0.0, side()),
                    (0.2, v(0.35, -0.75, 0.2)),
                    (0.5, v(0.1, -0.05, 0.6)),
                    (1.5, v(0.1, -0.05, 0.6)),
                    (2.0, side()),
                ],
            );
            hand.to_face = v(0.42, 0.12, 1.05);
            hand.at_face = during(t, 0.55, 1.45, 0.25);
            hand.elbow = v(0.6, -1.0, -0.1);
            hand.fist = 0.25 - 0.2 * on;
            hand.shrug = 0.3 * on;
        });
        c.ears = on;
        c.tail = -0.25 * on;
        c.face[face::BLINK] = on;
        c
    })
}

/// Down on the knees, both fists on the ground three times.
pub fn pound_ground() -> Gesture {
    (once("pound-ground", 2.6).mark("hit", 0.86).mark("hit", 1.28).mark("hit", 1.7), |t| {
        let mut c = Controls::stand();
        let down = ease(t, &[(0.0, 0.0), (0.12, -0.05), (0.55, 1.0), (1.85, 1.0), (2.6, 0.0)]);
        let up = ease(
            t,
            &[
                (0.5, 0.0),
                (0.7, 1.0),
                (0.86, 0.0),
                (0.92, 0.0),
                (1.12, 1.0),
                (1.28, 0.0),
                (1.34, 0.0),
                (1.54, 1.0),
                (1.7, 0.0),
            ],
        );
        c.hips = v(0.0, -0.5 * down, -0.12 * down);
        c.hips_turn.x = 0.45 * down - 0.2 * up * down;
        c.spine.x = 0.5 * down - 0.4 * up;
        c.chest.x = 0.3 * down - 0.3 * up;
        c.neck.x = -0.25 * down;
        c.head.x = -0.2 * down + 0.25 * up;
        c.both_hands(|hand| {
            let (high, low) = (v(0.15, 0.15, 0.65), v(0.12, -1.55, 0.62));
            hand.at = side().lerp(low.lerp(high, up), smooth(down));
            hand.elbow = v(1.0, 0.0, -0.5);
            hand.fist = 0.25 + 0.75 * smooth(down);
        });
        c.feet.iter_mut().for_each(|foot| foot.pitch = 0.0);
        c.ears = 0.8 * down;
        c.face[face::FRUSTRATED] = during(t, 0.3, 2.1, 0.3);
        c
    })
}

/// Standing with fists and shoulders tight, shaking with it.
pub fn stand_frustrated() -> Gesture {
    (once("stand-frustrated", 2.0), |t| {
        let mut c = Controls::stand();
        let on = during(t, 0.35, 1.6, 0.3);
        let shake = on * swing(t, 6.0);
        c.both_hands(|hand| {
            hand.at = side().lerp(v(0.34, -0.82, -0.12), on);
            hand.at.y += 0.02 * shake;
            hand.fist = 0.25 + 0.75 * on;
            hand.shrug = 0.6 * on;
            hand.wrist.x = -0.15 + 0.5 * on;
        });
        c.hips.y = -0.04 * on;
        c.spine.x = 0.15 * on;
        c.head = v(0.22 * on, 0.16 * on * swing(t, 2.0), 0.03 * shake);
        c.ears = on;
        c.tail = -0.3 * on;
        c.face[face::FRUSTRATED] = on;
        c
    })
}

/// Hands on the hips, one foot tapping.
pub fn tap_foot() -> Gesture {
    (once("tap-foot", 2.4), |t| {
        let mut c = Controls::stand();
        let on = during(t, 0.45, 1.95, 0.35);
        let tap = during(t, 0.6, 1.9, 0.1)
            * (0.5 - 0.5 * piaget_terms::maths::cos(std::f32::consts::TAU * 2.6 * (t - 0.6)));
        c.both_hands(|hand| {
            hand.at = arc(
                t,
                &[
                    (0.0, side()),
                    (0.22, v(0.42, -0.75, 0.15)),
                    (0.5, v(0.12, -0.86, 0.06)),
                    (1.95, v(0.12, -0.86, 0.06)),
                    (2.4, side()),
                ],
            );
            hand.elbow = hand.elbow.lerp(v(1.0, 0.1, -0.45), on);
            hand.fist = 0.25 + 0.5 * on;
        });
        c.hips = v(0.08 * on, -0.01 * on, 0.0);
        c.hips_turn.z = 0.06 * on;
        c.chest.z = -0.08 * on;
        c.head = v(0.02, 0.4 * during(t, 0.9, 1.5, 0.25), 0.1 * on);
        c.feet[1].pitch = -0.5 * tap;
        c.feet[1].off = v(-0.06 * on, 0.02 * tap, 0.1 * on);
        c.face[face::FRUSTRATED] = 0.6 * on;
        c.tail = 0.35 * on * swing(t, 0.8);
        c
    })
}

/// Rubbing both eyes: cannot believe them (Kline 3.3).
pub fn rub_eyes() -> Gesture {
    (once("rub-eyes", 2.4), |t| {
        let mut c = Controls::stand();
        let on = during(t, 0.5, 1.7, 0.35);
        let rub = during(t, 0.6, 1.65, 0.12);
        let (across, up) = (swing(t, 2.2), swing(t + 0.11, 2.2));
        c.spine.x = 0.1 * on;
        c.head = v(0.2 * on, 0.06 * rub * across, 0.0);
        c.both_hands(|hand| {
            hand.at = arc(
                t,
                &[
                    (0.0, side()),
                    (0.2, v(0.4, -0.7, 0.2)),
                    (0.5, v(0.1, 0.1, 0.6)),
                    (1.7, v(0.1, 0.1, 0.6)),
                    (2.4, side()),
                ],
            );
            hand.to_face = v(0.42 + 0.12 * rub * across, 0.25 + 0.1 * rub * up, 1.1);
            hand.at_face = during(t, 0.55, 1.65, 0.25);
            hand.elbow = v(1.0, -0.6, 0.0);
            hand.fist = 0.25 + 0.7 * on;
            hand.wrist.x = 0.3 * on;
        });
        c.face[face::BLINK] = during(t, 0.5, 1.75, 0.15);
        c.face[face::SURPRISED] = during(t, 1.95, 2.15, 0.12);
        c
    })
}

/// A small startled jump (Kline 3.3).
pub fn startle() -> Gesture {
    (once("startle", 1.3).bound(0.1, 0.4), |t| {
        let mut c = Controls::stand();
        let on = ease(t, &[(0.0, 0.0), (0.06, -0.1), (0.22, 1.0), (0.55, 0.85), (1.3, 0.0)]);
        let air = ((t - 0.12) / 0.24).clamp(0.0, 1.0);
        let hop = 0.09 * 4.0 * air * (1.0 - air);
        c.hips = v(
            0.0,
            hop - ease(
                t,
                &[(0.0, 0.0), (0.1, 0.06), (0.2, 0.0), (0.36, 0.0), (0.44, 0.12), (0.7, 0.02), (1.3, 0.0)],
            ),
            -0.1 * on,
        );
        c.feet.iter_mut().for_each(|foot| foot.off = v(0.0, hop, 0.0));
        c.spine.x = -0.15 * on;
        c.chest.x = -0.1 * on;
        c.head = v(-0.05 * on, 0.0, 0.0);
        c.both_hands(|hand| {
            hand.at = arc(
                t,
                &[(0.0, side()), (0.24, v(0.5, -0.05, 0.5)), (0.55, v(0.42, -0.15, 0.5)), (1.3, side())],
            );
            hand.elbow = v(0.8, -1.0, -0.4);
            hand.wrist.x = -0.15 - 0.6 * on;
            hand.fist = 0.25 - 0.25 * on.clamp(0.0, 1.0);
            hand.shrug = 0.6 * on.max(0.0);
        });
        c.face[face::SURPRISED] = on.clamp(0.0, 1.0);
        c
    })
}

/// Scratching the head and looking around (Kline 3.3).
pub fn scratch_head() -> Gesture {
    (once("scratch-head", 2.8), |t| {
        let mut c = Controls::stand();
        let on = during(t, 0.5, 2.1, 0.35);
        let scratch = during(t, 0.65, 2.0, 0.12) * swing(t, 3.2);
        let right = &mut c.hands[1];
        right.at = arc(
            t,
            &[
                (0.0, side()),
                (0.2, v(0.5, -0.7, 0.15)),
                (0.5, v(0.55, 0.5, 0.25)),
                (2.1, v(0.55, 0.5, 0.25)),
                (2.8, side()),
            ],
        );
        right.to_face = v(0.75, 0.85 + 0.1 * scratch, 0.1 + 0.12 * scratch);
        right.at_face = during(t, 0.6, 2.05, 0.25);
        right.elbow = v(1.0, 0.1, 0.1);
        right.fist = 0.6;
        right.wrist.x = -0.15 + on * (0.3 + 0.25 * scratch);
        right.shrug = 0.3 * on;
        c.hips.x = 0.07 * on;
        c.spine.z = 0.06 * on;
        c.head = v(0.06 * on, on * 0.45 * swing(t - 0.5, 0.55), 0.16 * on);
        c.face[face::CONFUSED] = on;
        c
    })
}

/// Leaning forward, a hand above the eyes, looking from side to side (Kline 3.3).
pub fn peer() -> Gesture {
    (once("peer", 2.8), |t| {
        let mut c = Controls::stand();
        let on = ease(t, &[(0.0, 0.0), (0.15, -0.12), (0.6, 1.0), (2.2, 1.0), (2.8, 0.0)]);
        let right = &mut c.hands[1];
        right.at = arc(
            t,
            &[
                (0.0, side()),
                (0.25, v(0.4, -0.6, 0.3)),
                (0.6, v(0.25, 0.45, 0.5)),
                (2.2, v(0.25, 0.45, 0.5)),
                (2.8, side()),
            ],
        );
        right.to_face = v(0.45, 0.68, 0.95);
        right.at_face = during(t, 0.7, 2.1, 0.3);
        right.elbow = v(1.0, 0.0, 0.2);
        right.wrist.x = -0.15 + 0.5 * on;
        right.fist = 0.0;
        c.hips = v(0.0, -0.06 * on, -0.1 * on);
        c.hips_turn.x = 0.2 * on;
        c.spine.x = 0.22 * on;
        c.neck.x = 0.1 * on;
        c.head = v(-0.4 * on, during(t, 0.8, 2.0, 0.2) * 0.5 * swing(t - 0.7, 0.7), 0.0);
        c.hands[0].at += v(0.05, 0.12, -0.15) * on;
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
