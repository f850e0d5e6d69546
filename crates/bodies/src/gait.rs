//! Feet that stay where they are set down: gaits over straight and curved ground.

use crate::curve::smooth;
use glam::Vec3;
use piaget_motor::pose::about_up;
use piaget_terms::maths;

/// A steady gait.
#[derive(Clone, Copy)]
pub struct Gait {
    /// How long a cycle of all feet takes.
    pub cycle_s: f32,
    /// How fast it goes ahead.
    pub speed: f32,
    /// How fast it turns.
    pub turn: f32,
    /// The part of the cycle that a foot is on the ground.
    pub duty: f32,
    /// How high a foot is lifted.
    pub lift: f32,
}

/// Where a foot is at a moment of a gait.
#[derive(Clone, Copy)]
pub struct Step {
    /// Its place in the root's frame.
    pub at: Vec3,
    /// How far it has come through the air: 0 at take-off, 1 at landing; `None` on the ground.
    pub swing: Option<f32>,
}

impl Gait {
    /// Where the root is after a time: place and yaw.
    pub fn root(&self, t: f32) -> (Vec3, f32) {
        let yaw = self.turn * t;
        if self.turn.abs() < 1e-4 {
            return (Vec3::Z * self.speed * t, yaw);
        }
        let radius = self.speed / self.turn;
        (Vec3::new(radius * (1.0 - maths::cos(yaw)), 0.0, radius * maths::sin(yaw)), yaw)
    }

    /// A foot that stands at `home` in the root's frame in the middle of its time on the ground, which begins at
    /// `phase` of the cycle.
    pub fn foot(&self, t: f32, phase: f32, home: Vec3) -> Step {
        let cycles = t / self.cycle_s - phase;
        let (number, part) = (cycles.floor(), cycles - cycles.floor());
        let down = (number + phase) * self.cycle_s;
        let middle = down + 0.5 * self.duty * self.cycle_s;
        if part < self.duty {
            return Step { at: self.seen_from(t, self.stands_at(middle, home)), swing: None };
        }
        // In the air: from where it stood to where it will stand, leaving and landing with the ground's speed.
        let (up, land) = (down + self.duty * self.cycle_s, down + self.cycle_s);
        let s = (t - up) / (land - up);
        let from = self.stands_at(middle, home);
        let to = self.stands_at(middle + self.cycle_s, home);
        let ground = from.lerp(to, smooth(s));
        let lifted = maths::sin(std::f32::consts::PI * s);
        let at = self.seen_from(t, ground) + Vec3::Y * (self.lift * lifted * lifted.sqrt());
        Step { at, swing: Some(s) }
    }

    /// In the world, where the root has its home for this foot at a time.
    fn stands_at(&self, t: f32, home: Vec3) -> Vec3 {
        let (place, yaw) = self.root(t);
        place + about_up(yaw) * home
    }

    /// A place of the world as seen from the root at a time.
    fn seen_from(&self, t: f32, place: Vec3) -> Vec3 {
        let (root, yaw) = self.root(t);
        about_up(-yaw) * (place - root)
    }
}
