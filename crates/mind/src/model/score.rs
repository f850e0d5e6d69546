//! How well a thing's place is foretold: each foretelling is held against what is then seen. What happens between two
//! looks, or out of sight, is not scored: only an opportunity to be right or wrong counts.

use super::explanation::ExplainConfig;
use arrayvec::ArrayVec;
use piaget_terms::valid::{Checked, amount, finite, share, vector};
use piaget_terms::{Vec2, Vec3, maths};
use serde::{Deserialize, Serialize};

/// Foretellings that wait for their time at once. Not a setting: the room for them is of a fixed size.
const WAITING: usize = 8;

/// A foretelling that waits for its time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Foretold {
    left_s: f32,
    place: Vec3,
    /// How the thing moved then.
    velocity: Vec3,
    /// How far off it may be and still count as right.
    tolerance_m: f32,
    /// One standard deviation of where the thing would be if it went on; 0 once something odd has come between.
    deviation_m: f32,
}

/// How a thing met where it was foretold to be some time ago.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strayed {
    /// From where it was foretold to where it is.
    pub off: Vec3,
    /// How it moved when it was foretold.
    pub velocity: Vec3,
    /// One standard deviation of where it would be if it went on.
    pub sure_to_m: f32,
}

impl Strayed {
    /// How improbable that is if it went on.
    pub fn nats(&self) -> f32 {
        let deviations = self.off.length() / self.sure_to_m;
        0.5 * deviations * deviations
    }
}

/// The running score of what was foretold of a thing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Score {
    waiting: ArrayVec<Foretold, WAITING>,
    since_s: f32,
    value: f32,
    /// Seconds of foretelling that the value stands for.
    scored_s: f32,
}

impl Default for Score {
    fn default() -> Self {
        Self { waiting: ArrayVec::new(), since_s: 0.0, value: 0.5, scored_s: 0.0 }
    }
}

impl Score {
    /// Whether a saved score is one.
    pub(crate) fn validate(&self) -> Checked {
        for waiting in &self.waiting {
            finite("waiting", waiting.left_s)?;
            vector("waiting", waiting.place)?;
            vector("waiting", waiting.velocity)?;
            amount("waiting", waiting.tolerance_m)?;
            amount("waiting", waiting.deviation_m)?;
        }
        amount("since_s", self.since_s)?;
        amount("scored_s", self.scored_s)?;
        share("value", self.value)
    }

    /// How well its place was foretold of late: 0 never, 1 always.
    pub fn value(&self) -> f32 {
        self.value
    }

    /// Whether anything was scored yet.
    pub fn is_scored(&self) -> bool {
        self.scored_s > 0.0
    }

    /// Time passes; where the thing is seen, what was foretold for now is scored. `seen` is where it was seen, and where it is by
    /// all that was seen of it: an eye's noise is nothing that the thing did. Gives the most improbable of what was foretold.
    pub(crate) fn pass(
        &mut self,
        config: &ExplainConfig,
        seen: Option<(Vec3, Vec2)>,
        seconds: f32,
    ) -> Option<Strayed> {
        self.since_s += seconds;
        for waiting in &mut self.waiting {
            waiting.left_s -= seconds;
        }
        let mut strayed: Option<Strayed> = None;
        while let Some(due) = self.waiting.first().copied().filter(|next| next.left_s <= 0.0) {
            self.waiting.remove(0);
            // One that was due while the thing was out of sight can no longer be checked.
            let Some((seen, filtered)) = seen.filter(|_| due.left_s > -1.5 * seconds) else { continue };
            let off = maths::on_ground(maths::ground(seen - due.place));
            let wrong = filtered.distance(maths::ground(due.place)) / due.tolerance_m;
            let right = maths::exp(-0.5 * wrong * wrong);
            let every_s = config.foretell_s / WAITING as f32;
            self.scored_s = (self.scored_s + every_s).min(config.score_over_s.max(every_s));
            self.value += (right - self.value) * (every_s / (self.scored_s + config.unsure_s));
            let now = Strayed { off, velocity: due.velocity, sure_to_m: due.deviation_m };
            if due.deviation_m > 0.0 && strayed.is_none_or(|before| before.nats() < now.nats()) {
                strayed = Some(now);
            }
        }
        strayed
    }

    /// Something odd has happened: what was foretold before it says nothing of how the thing goes on.
    pub(crate) fn void(&mut self) {
        for waiting in &mut self.waiting {
            waiting.deviation_m = 0.0;
        }
    }

    /// Whether it is time to foretell again.
    pub(crate) fn is_due(&self, config: &ExplainConfig) -> bool {
        self.since_s >= config.foretell_s / WAITING as f32 && !self.waiting.is_full()
    }

    /// The thing is foretold to be at a place after [`ExplainConfig::foretell_s`], if it goes on at this velocity, give or take
    /// `deviation_m`, for an eye that is off by `noise_m`.
    pub(crate) fn foretell(
        &mut self,
        config: &ExplainConfig,
        place: Vec3,
        (velocity, deviation_m): (Vec3, f32),
        noise_m: f32,
    ) {
        self.since_s = 0.0;
        let way_m = velocity.length() * config.foretell_s;
        let tolerance_m = config.tolerance_m + config.tolerance_share * way_m + noise_m;
        _ = self.waiting.try_push(Foretold {
            left_s: config.foretell_s,
            place,
            velocity,
            tolerance_m,
            deviation_m,
        });
    }
}
