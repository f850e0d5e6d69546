//! Where a thing that was believed to be somewhere is expected now, and how far a new sighting is from that.
//! The plain account: straight on for a while, then anywhere it could have got to.

use crate::model::Belief;
use piaget_terms::{Vec3, maths};

/// What is assumed of how things move out of sight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Whereabouts {
    /// For how long a thing is expected to keep its velocity.
    pub coast_s: f32,
    /// How fast things are thought to move at most: the uncertainty grows by it with the time unseen.
    pub speed_m_per_s: f32,
    /// How far off a thing may be that was seen only just now.
    pub slack_m: f32,
    /// The distance (in units of what the thing could have travelled) up to which it is the same thing.
    pub threshold: f32,
}

impl Default for Whereabouts {
    fn default() -> Self {
        Self { coast_s: 0.5, speed_m_per_s: 3.0, slack_m: 0.3, threshold: 1.0 }
    }
}

impl Whereabouts {
    /// Where the thing is expected at a time.
    pub fn expected(&self, belief: &Belief, time_s: f64) -> Vec3 {
        belief.sensed_at + belief.now.velocity * belief.unseen_s(time_s).min(self.coast_s)
    }

    /// How far the thing may have strayed from there.
    pub fn reach_m(&self, belief: &Belief, time_s: f64) -> f32 {
        self.slack_m + self.speed_m_per_s * belief.unseen_s(time_s)
    }

    /// The distance between a place and a belief, and what assigning them costs; `None` above the threshold.
    /// This is the one function that an account of places with more to it replaces (Isla 1.12).
    ///
    /// The cost is the negative logarithm of a normal density whose three deviations are the reach: a belief
    /// that could be anywhere must not outbid one that is expected just here.
    pub fn cost(&self, belief: &Belief, place: Vec3, time_s: f64) -> Option<f32> {
        let reach_m = self.reach_m(belief, time_s);
        let off = maths::ground(place).distance(maths::ground(self.expected(belief, time_s)));
        let distance = off / reach_m;
        let deviations = 3.0 * distance;
        (distance <= self.threshold)
            .then(|| 0.5 * deviations * deviations + 2.0 * maths::ln(reach_m / self.slack_m))
    }
}
