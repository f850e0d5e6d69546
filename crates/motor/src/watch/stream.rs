//! What has lately been seen of one other: frames as the eyes gave them, at any rate and with gaps; and a steady,
//! smoothed view of any stretch of them.

use super::likeness::Placed;
use super::view::{Parts, PoseView, Whole};
use super::{Likeness, OwnPoses};
use crate::effectors::EFFECTORS;
use glam::Vec3;
use piaget_terms::maths;
use piaget_terms::valid::{Checked, at_most, index, require, time, vector};
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

    /// Whether a saved stream has the room of a new one, and looks at rising times.
    pub(super) fn validate(&self, capacity: u32) -> Checked {
        require(self.capacity == capacity.max(2), "capacity", || format!("is {}", self.capacity))?;
        at_most("looks", self.looks.len(), self.capacity as usize)?;
        let full = self.looks.len() == self.capacity as usize;
        let first = if full { self.capacity } else { 1 };
        index("first", self.first as usize, first as usize)?;
        for look in &self.looks {
            time("looks", look.time_s)?;
            look.parts.iter().flatten().try_for_each(|part| vector("looks", *part))?;
        }
        let rising =
            (1..self.len()).all(|at| self.get(at - 1).map(|a| a.time_s) <= self.get(at).map(|b| b.time_s));
        require(rising, "looks", || "are not in the order of their times".into())
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
        likeness: &Likeness,
        span: &Span,
        buffer: &mut Vec<(f64, Placed)>,
        views: &mut Vec<PoseView>,
    ) {
        let reach_s = f64::from(span.filter_s * REACH);
        let to_s = span.from_s + f64::from(span.frames as f32 * span.step_s) + reach_s;
        buffer.clear();
        let looks = (self.from(span.from_s - reach_s)..self.looks.len()).map_while(|index| self.get(index));
        let looks = looks.take_while(|look| look.time_s <= to_s);
        let measures = likeness.measures(own);
        let place = |look: &Look| Some((look.time_s, likeness.onto_own_by(own, &measures, &look.parts)?));
        buffer.extend(looks.filter_map(place));
        views.clear();
        let mut first = 0;
        for frame in 0..span.frames {
            let time_s = span.from_s + f64::from(frame as f32 * span.step_s);
            while buffer.get(first).is_some_and(|look| look.0 < time_s - reach_s) {
                first += 1;
            }
            let near = buffer[first..].iter().take_while(|look| look.0 <= time_s + reach_s);
            views.push(smoothed(near, time_s, span.filter_s));
        }
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

/// Looks farther away than this many times the averaging time do not count. Not a setting: where the tail of the
/// Gaussian kernel is cut.
const REACH: f32 = 2.5;

/// The mean of some looks around a moment, with the body's turn taken out, and how the body moves as a whole.
fn smoothed<'a>(
    looks: impl Iterator<Item = &'a (f64, Placed)> + Clone,
    time_s: f64,
    filter_s: f32,
) -> PoseView {
    let weighed = looks.map(|(look_s, placed)| {
        let off_s = (look_s - time_s) as f32;
        (off_s, maths::exp(-0.5 * (off_s / filter_s) * (off_s / filter_s)), placed)
    });
    let turn_per_s = turn_per_s(weighed.clone().map(|(off_s, weight, placed)| (off_s, weight, placed.yaw)));
    let mut sums = [(Vec3::ZERO, 0.0f32); EFFECTORS];
    let mut root = Slope::default();
    for (off_s, weight, placed) in weighed {
        let (sin, cos) = (maths::sin(-turn_per_s * off_s), maths::cos(-turn_per_s * off_s));
        for (sum, place) in sums.iter_mut().zip(placed.parts) {
            if let Some(p) = place {
                let turned = Vec3::new(p.x * cos + p.z * sin, p.y, p.z * cos - p.x * sin);
                *sum = (sum.0 + turned * weight, sum.1 + weight);
            }
        }
        if let Some(at) = placed.root {
            root.add(off_s, at, weight);
        }
    }
    let parts = sums.map(|(sum, weight)| (weight > 0.0).then(|| sum / weight));
    let whole = (root.weight > 0.0)
        .then(|| Whole { speed_per_s: root.slope().with_y(0.0).length(), above: root.mean().y });
    PoseView { turn_per_s, ..PoseView::new(&parts, whole) }
}

/// How fast a body turns, from times, weights and the ways it faced.
fn turn_per_s(looks: impl Iterator<Item = (f32, f32, f32)> + Clone) -> f32 {
    let (mut sin, mut cos) = (0.0, 0.0);
    for (_, weight, yaw) in looks.clone() {
        sin += weight * maths::sin(yaw);
        cos += weight * maths::cos(yaw);
    }
    let middle = maths::atan2(sin, cos);
    let mut line = Slope::default();
    for (off_s, weight, yaw) in looks {
        line.add(off_s, Vec3::X * maths::wrap_angle(yaw - middle), weight);
    }
    if line.weight > 0.0 { line.slope().x } else { 0.0 }
}

/// A weighed straight line through values over time.
#[derive(Clone, Copy, Debug, Default)]
struct Slope {
    weight: f32,
    times: f32,
    squares: f32,
    values: Vec3,
    products: Vec3,
}

impl Slope {
    fn add(&mut self, time_s: f32, value: Vec3, weight: f32) {
        self.weight += weight;
        self.times += weight * time_s;
        self.squares += weight * time_s * time_s;
        self.values += value * weight;
        self.products += value * (weight * time_s);
    }

    fn mean(&self) -> Vec3 {
        self.values / self.weight
    }

    /// Per second; less than it seems where the looks are too close in time to tell.
    fn slope(&self) -> Vec3 {
        /// Looks spread over less time than this tell little. Not a setting: regularises the regression.
        const TELLING_S: f32 = 0.05;
        let doubt = self.weight * self.weight * TELLING_S * TELLING_S;
        let spread = self.squares * self.weight - self.times * self.times;
        (self.products * self.weight - self.values * self.times) / (spread + doubt).max(1e-9)
    }
}
