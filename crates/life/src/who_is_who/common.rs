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
/// Where nothing else helps, covers are made smaller by this, up to so many times.
const SMALLER: f32 = 0.9;
const SMALLER_STEPS: u32 = 10;
/// Clutter stands so far beyond the farthest way, up to as much again.
const BEYOND_M: f32 = 2.0;

/// What fits into the field of view.
#[derive(Clone, Copy)]
pub(super) struct Fitted {
    pub distance: f32,
    pub count: u32,
    pub cover: f32,
}

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

    /// Fits what is drawn into the field of view. The distance is as drawn, but near enough that a thing is seen on the farthest
    /// way, and far enough that what happens fits. Where no distance does, there are fewer things, and then smaller covers.
    /// The conditions say what it came to. `depth_m` is how much farther than the nearest way the farthest of so many is.
    pub fn fit(
        &self,
        draws: &mut Draws<'_>,
        (least, most): (u32, u32),
        cover: f32,
        depth_m: impl Fn(u32) -> f32,
        fits: impl Fn(Fitted) -> bool,
    ) -> Result<Fitted, String> {
        for step in 0..=SMALLER_STEPS {
            let cover = (0..step).fold(cover, |cover, _| cover * SMALLER);
            for count in (least..=most.max(least)).rev() {
                let farthest = seen_within_m(2.0 * self.radius) - depth_m(count);
                let mut distance = self.distance.min(farthest);
                while distance > 0.0 {
                    let fitted = Fitted { distance, count, cover };
                    if fits(fitted) {
                        draws.conditions.set("distance", distance.into());
                        if cover > 0.0 {
                            draws.conditions.set("cover", cover.into());
                        }
                        return Ok(fitted);
                    }
                    if distance >= farthest {
                        break;
                    }
                    distance = (distance + AWAY_M).min(farthest);
                }
            }
        }
        Err(format!(
            "things of {} m at {} m/s behind covers of {cover} m do not fit into the field of view where they are seen",
            self.size, self.speed
        ))
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
