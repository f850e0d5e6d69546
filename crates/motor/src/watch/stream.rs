//! What has lately been seen of one other: frames as the eyes gave them, at any rate and with gaps; and a steady,
//! smoothed view of any stretch of them.

use super::view::{Parts, PoseView};
use super::{OwnPoses, Proportions};
use crate::effectors::EFFECTORS;
use glam::Vec3;
use piaget_terms::{Effector, maths};
use serde::{Deserialize, Serialize};

/// One look at the other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Look {
    /// When.
    pub time_s: f64,
    /// Where its parts were, in the world.
    pub parts: Parts,
}

/// The latest looks, the oldest given up when there is no more room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stream {
    looks: Vec<Look>,
    first: u32,
    capacity: u32,
}

impl Stream {
    /// Room for so many looks.
    pub fn new(capacity: u32) -> Self {
        Self { looks: Vec::with_capacity(capacity as usize), first: 0, capacity: capacity.max(2) }
    }

    /// Forgets everything and keeps the room.
    pub fn clear(&mut self) {
        self.looks.clear();
        self.first = 0;
    }

    /// Adds a look. Times must not fall.
    pub fn push(&mut self, look: Look) {
        if self.looks.len() < self.capacity as usize {
            self.looks.push(look);
        } else {
            self.looks[self.first as usize] = look;
            self.first = (self.first + 1) % self.capacity;
        }
    }

    /// How many looks it holds.
    pub fn len(&self) -> usize {
        self.looks.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.looks.is_empty()
    }

    /// A look counted from the oldest.
    pub fn get(&self, index: usize) -> Option<&Look> {
        (index < self.looks.len()).then(|| &self.looks[(self.first as usize + index) % self.looks.len()])
    }

    /// The last look.
    pub fn latest(&self) -> Option<&Look> {
        self.get(self.looks.len().checked_sub(1)?)
    }

    /// The first look that is not before a time.
    fn from(&self, time_s: f64) -> usize {
        let (mut low, mut high) = (0, self.looks.len());
        while low < high {
            let middle = (low + high) / 2;
            if self.get(middle).is_some_and(|look| look.time_s < time_s) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// Views at a steady rate from one time to another, on the own body. Each part is the mean of what shows of it
    /// around the moment, so that noise averages out and a part hidden for an instant is filled in.
    pub fn resample(
        &self,
        own: &OwnPoses,
        proportions: &Proportions,
        span: &Span,
        root_standing_m: f32,
        views: &mut Vec<PoseView>,
    ) {
        views.clear();
        for frame in 0..span.frames {
            let time_s = span.from_s + f64::from(frame as f32 * span.step_s);
            views.push(self.smoothed(own, proportions, time_s, span.filter_s, root_standing_m));
        }
    }

    fn smoothed(
        &self,
        own: &OwnPoses,
        proportions: &Proportions,
        time_s: f64,
        filter_s: f32,
        root_standing_m: f32,
    ) -> PoseView {
        let mut sums = [(Vec3::ZERO, 0.0f32); EFFECTORS];
        let mut above = (0.0, 0.0);
        let scale = proportions.scale(own);
        let reach_s = f64::from(filter_s * 2.5);
        for index in self.from(time_s - reach_s)..self.looks.len() {
            let Some(look) = self.get(index).filter(|look| look.time_s <= time_s + reach_s) else { break };
            let Some(placed) = proportions.onto_own(own, &look.parts) else { continue };
            let off = (look.time_s - time_s) as f32 / filter_s;
            let weight = maths::exp(-0.5 * off * off);
            for (sum, place) in sums.iter_mut().zip(placed) {
                if let Some(place) = place {
                    *sum = (sum.0 + place * weight, sum.1 + weight);
                }
            }
            if let Some(root) = look.parts[Effector::Root as usize] {
                above = (above.0 + (root.y - root_standing_m) * scale * weight, above.1 + weight);
            }
        }
        let parts = sums.map(|(sum, weight)| (weight > 0.0).then(|| sum / weight));
        PoseView::new(&parts, (above.1 > 0.0).then(|| above.0 / above.1))
    }

    /// The usual time between two looks since a time.
    pub fn usual_step_s(&self, from_s: f64) -> f32 {
        let first = self.from(from_s);
        let count = self.looks.len().saturating_sub(first);
        match (self.get(first), self.latest()) {
            (Some(first), Some(last)) if count > 1 => {
                (last.time_s - first.time_s) as f32 / (count - 1) as f32
            }
            _ => 0.0,
        }
    }
}

/// A stretch of a stream, at a steady rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// Its first moment.
    pub from_s: f64,
    /// From one frame to the next.
    pub step_s: f32,
    /// How many.
    pub frames: u32,
    /// Each is a mean over about this time.
    pub filter_s: f32,
}
