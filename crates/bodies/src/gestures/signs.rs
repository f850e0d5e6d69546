//! What Max and Morris say with their bodies (Buchsbaum 4 and 6): joy, greeting, not knowing, shame, anger, impatience.

use super::{Gesture, side, v};
use crate::bake::{once, round};
use crate::biped::{Controls, face};
use crate::curve::{arc, during, ease, smooth, swing};

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
