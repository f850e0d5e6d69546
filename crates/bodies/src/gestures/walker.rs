//! What Kline's walker does when things are not as expected (Kline 3.3).

use super::{Gesture, side, v};
use crate::bake::once;
use crate::biped::{Controls, face};
use crate::curve::{arc, during, ease, swing};

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
