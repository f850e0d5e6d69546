//! What a body looks like that does nothing in particular: it stands, walks, turns, or is on the way from one to the other,
//! whichever way its head looks. The own body's standing and its gaits are the model; every other explanation of what is
//! seen has to be better than this one.

use super::view::{LANES, PoseView};
use crate::effectors::EFFECTORS;
use glam::Vec3;

/// One pose of a gait, as what it adds to standing.
#[derive(Clone, Copy, Debug)]
struct Stride {
    /// Per part, from where it is when standing.
    off: [Vec3; LANES],
    /// How fast the body travels in it, in own body heights per second, and how fast it turns.
    speed_per_s: f32,
    turn_per_s: f32,
}

/// Doing nothing, as the own body does it.
#[derive(Clone, Debug)]
pub(super) struct Nothing {
    standing: PoseView,
    strides: Vec<Stride>,
    /// Slower than this share of its own speed nobody plays a gait.
    slowest: f32,
}

impl Nothing {
    /// The own standing, and no gaits yet.
    pub fn new(standing: &PoseView, slowest: f32) -> Self {
        Self { standing: standing.without_head(), strides: Vec::new(), slowest: slowest.max(1e-3) }
    }

    /// Adds a pose of standing or of a gait.
    pub fn add(&mut self, pose: &PoseView) {
        let laid = pose.without_head().laid_onto(&self.standing);
        let mut off = [Vec3::ZERO; LANES];
        for (lane, off) in off.iter_mut().enumerate() {
            *off = laid.at(lane) - self.standing.at(lane);
        }
        // How fast it goes is what allows the pose, not part of it.
        off[EFFECTORS].x = 0.0;
        let speed_per_s = pose.speed_per_s().unwrap_or(0.0);
        self.strides.push(Stride { off, speed_per_s, turn_per_s: pose.turn_per_s });
    }

    /// How far a view is from doing nothing, as [`PoseView::distance`] measures it: from standing, or from whatever lies
    /// between standing and a pose of a gait, as far as it travels or turns fast enough for that.
    pub fn distance(&self, view: &PoseView) -> f32 {
        let view = view.without_head();
        let laid = view.laid_onto(&self.standing);
        let (mut squares, mut count, mut sum) = (0.0f32, 0.0f32, Vec3::ZERO);
        let mut off = [Vec3::ZERO; LANES];
        let mut weight = [0.0f32; LANES];
        for lane in 0..LANES {
            let both = laid.weight[lane] * self.standing.weight[lane];
            let mut apart = laid.at(lane) - self.standing.at(lane);
            if lane == EFFECTORS {
                apart.x = 0.0;
            } else {
                sum += apart * both;
            }
            (off[lane], weight[lane]) = (apart, both);
            squares += both * apart.length_squared();
            count += both;
        }
        let parts = count - weight[EFFECTORS];
        if parts <= 0.0 {
            return f32::INFINITY;
        }
        let mut best = squares;
        for stride in &self.strides {
            let most = self.most_of(stride, &view);
            if most <= 0.0 {
                continue;
            }
            let (mut product, mut own, mut own_sum) = (0.0f32, 0.0f32, Vec3::ZERO);
            for lane in 0..LANES {
                product += weight[lane] * stride.off[lane].dot(off[lane]);
                own += weight[lane] * stride.off[lane].length_squared();
                if lane < EFFECTORS {
                    own_sum += stride.off[lane] * weight[lane];
                }
            }
            // Wherever the body is: both about the mean of what shows.
            product -= own_sum.dot(sum) / parts;
            own -= own_sum.length_squared() / parts;
            if own <= 1e-9 {
                continue;
            }
            let share = (product / own).clamp(0.0, most);
            best = best.min(squares - 2.0 * share * product + share * share * own);
        }
        (best.max(0.0) / count).sqrt()
    }

    /// How much of a stride may be seen of a body that travels and turns as this one does. What cannot be told allows it.
    fn most_of(&self, stride: &Stride, view: &PoseView) -> f32 {
        let share = |seen: f32, own: f32| {
            if own.abs() > 1e-3 {
                (seen * own.signum() / (own.abs() * self.slowest)).clamp(0.0, 1.0)
            } else {
                0.0
            }
        };
        let travels = view.speed_per_s().map_or(1.0, |speed| share(speed, stride.speed_per_s));
        let turns = share(view.turn_per_s, stride.turn_per_s);
        // A gait that travels may curve; one on the spot must turn; and who stands shifts its weight at any time.
        if stride.speed_per_s > 1e-3 {
            travels
        } else if stride.turn_per_s.abs() > 1e-3 {
            turns
        } else {
            1.0
        }
    }
}
