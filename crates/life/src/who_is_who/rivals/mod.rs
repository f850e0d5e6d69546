//! Trackers of the field, from greedy nearest neighbour to a multi-hypothesis tracker with tuned settings.
//!
//! Each is told the noise (at least 0.03 m) and the area, and gets what was seen in each frame. It is online: a row is
//! given in its frame and never changed. Every detection that fits no track begins one, since there are no false
//! detections. A track dies when it was not seen for `coast_s`, or when its prediction leaves the area while unseen. The
//! settings were tuned on other seeds of the recorded walkers.

mod global;
mod imm;
mod jpda;
mod kalman;
mod mht;

use super::truth::{Row, Scene};
use crate::family::Subject;

/// A rival.
pub(super) struct Rival {
    pub subject: Subject,
    pub track: fn(&Scene) -> Vec<Row>,
}

/// No tracker takes a seen position for more exact than this.
const LEAST_NOISE_M: f64 = 0.03;
/// A coasting track whose prediction is so far outside of the area is dropped.
const MARGIN_M: f64 = 0.3;

/// The standard deviation of a seen position that trackers reckon with.
fn noise_of(scene: &Scene) -> f64 {
    scene.noise_m.max(LEAST_NOISE_M)
}

/// Whether a place has left the area.
fn has_left(area: [f64; 4], at: [f64; 2]) -> bool {
    at[0] < area[0] - MARGIN_M
        || at[0] > area[1] + MARGIN_M
        || at[1] < area[2] - MARGIN_M
        || at[1] > area[3] + MARGIN_M
}

/// Seconds as frames.
fn frames_of(seconds: f64) -> u32 {
    (seconds * super::FRAMES_HZ).round() as u32
}

/// All of them, the simplest first.
pub(super) const RIVALS: &[Rival] = &[
    Rival {
        subject: Subject { name: "nearest neighbour", says: "Kalman filters; the nearest pairs first." },
        track: |scene| global::track(scene, &global::NEAREST),
    },
    Rival {
        subject: Subject { name: "gnn", says: "Kalman filters; the best assignment over all pairs." },
        track: |scene| global::track(scene, &global::GLOBAL),
    },
    Rival {
        subject: Subject { name: "gnn2", says: "As gnn, and remembers longer than it tells." },
        track: |scene| global::track(scene, &global::REMEMBERING),
    },
    Rival {
        subject: Subject { name: "imm", says: "As gnn, with two models of motion: going on and standing." },
        track: |scene| imm::track(scene, &imm::TUNED),
    },
    Rival {
        subject: Subject { name: "jpda", says: "Every detection updates every track by its probability." },
        track: |scene| jpda::track(scene, &jpda::TUNED),
    },
    Rival {
        subject: Subject { name: "mht", says: "Ten hypotheses of who is who at once." },
        track: |scene| mht::track(scene, &mht::TUNED),
    },
    Rival {
        subject: Subject { name: "mht2", says: "As mht, and remembers longer than it tells." },
        track: |scene| mht::track(scene, &mht::REMEMBERING),
    },
    Rival {
        subject: Subject {
            name: "mht2, told who left",
            says: "As mht2, told when a thing is gone for good: a bound.",
        },
        track: |scene| mht::track(scene, &mht::TOLD),
    },
];
