//! What all stages of this family draw, in the same order, and how they are fitted into the field of view.

use super::stage::{Stage, half_view_m, radius_of};
use crate::family::{Case, Draws};
use crate::scene::seen_within_m;
use piaget_terms::Vec2;

/// How long a thing is in the open before it is hidden, and after, where the field of view is wide enough.
pub(super) const OPEN_S: f32 = 3.0;
/// The shortest time that it must be.
pub(super) const LEAST_OPEN_S: f32 = 0.5;
/// Things begin to move so long after the beginning.
pub(super) const STILL_S: f32 = 1.0;
/// Nothing walks nearer to what hides it than this.
pub(super) const CLEAR_M: f32 = 0.3;
/// The step in which a stage is moved away until it fits into the field of view.
const AWAY_M: f32 = 0.25;
/// Clutter stands so far beyond the farthest way, up to as much again.
const BEYOND_M: f32 = 2.0;

/// What is drawn.
pub(super) struct Common {
    pub speed: f32,
    pub size: f32,
    pub radius: f32,
    pub tick_hz: f32,
    distance: f32,
    noise: f32,
    missed: f32,
    clutter: u32,
}

impl Common {
    pub fn draw(draws: &mut Draws<'_>) -> Result<Self, String> {
        let (speed, size) = (draws.number("speed"), draws.number("size"));
        let distance = draws.number("distance");
        let (tick_hz, noise, missed) = (draws.number("tick"), draws.number("noise"), draws.number("missed"));
        let clutter = draws.whole("clutter");
        if !(speed > 0.0 && size > 0.0) {
            return Err(format!("a thing of {size} m at {speed} m/s never passes anything"));
        }
        Ok(Self { speed, size, radius: radius_of(size), tick_hz, distance, noise, missed, clutter })
    }

    /// The distance of the nearest way: as drawn, but near enough that a thing is seen on the farthest one (so much farther),
    /// and far enough that what happens fits. `fits` is asked for a distance.
    pub fn distance(
        &self,
        draws: &mut Draws<'_>,
        depth_m: f32,
        fits: impl Fn(f32) -> bool,
    ) -> Result<f32, String> {
        let most = seen_within_m(2.0 * self.radius) - depth_m;
        let mut distance = self.distance.min(most);
        while !fits(distance) {
            if distance >= most {
                return Err(format!(
                    "things of {} m at {} m/s do not fit into the field of view within {most} m, where they are seen",
                    self.size, self.speed
                ));
            }
            distance = (distance + AWAY_M).min(most);
        }
        draws.conditions.set("distance", distance.into());
        Ok(distance)
    }

    /// A stage with nothing on it but clutter, which stands beyond the farthest way, so that it hides nothing.
    pub fn stage(&self, case: &Case<'_>, draws: &mut Draws<'_>, far_m: f32, length_s: f32) -> Stage {
        let clutter = (0..self.clutter).map(|_| {
            let depth = far_m + BEYOND_M * (1.0 + draws.chance.unit());
            Vec2::new(half_view_m(depth) * draws.chance.between(-1.0, 1.0), depth)
        });
        Stage {
            name: format!("{}-{}", case.part.name, case.seed),
            shows: case.part.says,
            tick_hz: self.tick_hz,
            // Scenario files hold whole numbers below 2^63.
            seed: case.seed & i64::MAX as u64,
            length_s,
            size_m: self.size,
            noise_m: self.noise,
            missed: self.missed,
            walkers: Vec::new(),
            covers: Vec::new(),
            clutter: clutter.collect(),
        }
    }
}
