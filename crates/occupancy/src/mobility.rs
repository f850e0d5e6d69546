//! What a thing has been seen to do: how fast it goes, how long it keeps a course, how much of its time it moves
//! (Isla 3.2.1: the diffusion should follow the object's mobility, and its velocity is estimated from changes of
//! position). Estimates start from a prior, so that a thing just seen still may yet begin to move.

use crate::spread::Straying;
use glam::Vec2;
use piaget_terms::maths;
use piaget_terms::valid::{Checked, amount, finite, point, require};
use serde::{Deserialize, Serialize};

/// What is expected of a thing before it has been watched, and how it is watched.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Habits {
    /// How fast it goes when it goes.
    pub speed_mps: f32,
    /// How long it keeps a course before it stops or turns.
    pub course_s: f32,
    /// How long it rests before it moves on.
    pub rest_s: f32,
    /// The share of its time in which it moves.
    pub moving: f32,
    /// How many seconds of watching the above is worth. More makes learning slower.
    pub worth_s: f32,
    /// Slower than this counts as still.
    pub still_mps: f32,
    /// A turn by more than this, in radians, counts as a new course.
    pub turn: f32,
    /// How far an observed position may be off, one standard deviation.
    pub noise_m: f32,
    /// How a velocity strays as time passes, while it is being watched: greater follows faster and is noisier.
    pub stray_mps_per_root_s: f32,
    /// The speed that a thing seen for the first time may have, one standard deviation on each axis.
    pub first_mps: f32,
}

impl Default for Habits {
    fn default() -> Self {
        Self {
            speed_mps: 1.2,
            course_s: 20.0,
            rest_s: 20.0,
            moving: 0.3,
            worth_s: 5.0,
            still_mps: 0.15,
            turn: 0.8,
            noise_m: 0.04,
            stray_mps_per_root_s: 0.3,
            first_mps: 1.0,
        }
    }
}

/// What has been seen of a thing's moving, small enough to keep for ever.
///
/// ```
/// use piaget_occupancy::{Habits, Mobility};
/// use piaget_terms::Vec2;
/// let habits = Habits::default();
/// let mut mobility = Mobility::default();
/// for tick in 0..50 {
///     mobility.observe(Vec2::new(tick as f32 * 0.1, 0.0), 0.1, &habits);
/// }
/// assert!((mobility.velocity().x - 1.0).abs() < 0.05);
/// assert!(mobility.moving_share(&habits) > 0.5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Mobility {
    seen: bool,
    place: Vec2,
    velocity: Vec2,
    /// Variance of place, of place with velocity, and of velocity, the same on both axes.
    variance: [f32; 3],
    /// The direction of the course it is on.
    course: Vec2,
    moving_s: f32,
    still_s: f32,
    /// How far it has gone while it moved.
    path_m: f32,
    /// How often it has stopped or turned.
    breaks: f32,
    /// How often it has begun to move after a rest.
    starts: f32,
    resting: bool,
    /// How far off predictions were of late, as a multiple of how far off they were reckoned to be, squared.
    strays: f32,
    /// How many predictions that is over.
    looks: f32,
}

impl Mobility {
    /// Whether what was saved of it are numbers that can have been observed.
    pub(crate) fn validate(&self) -> Checked {
        /// A variance of the velocity that was rounded at every look may be so much too small, in (m/s)^2.
        const ROUNDED: f32 = 1.0e-4;
        for (field, vector) in [("place", self.place), ("velocity", self.velocity), ("course", self.course)] {
            point(field, vector)?;
        }
        self.variance.iter().try_for_each(|part| finite("variance", *part))?;
        // Else the filter's gain has no bound, and the next look makes places that are no numbers.
        let [place, both, velocity] = self.variance;
        let most = place * (velocity + ROUNDED) + f32::EPSILON;
        let bounded = place >= 0.0 && velocity >= 0.0 && both * both <= most;
        require(bounded, "variance", || {
            format!("is {:?}, which is no covariance of place and velocity", self.variance)
        })?;
        for (field, number) in [
            ("moving_s", self.moving_s),
            ("still_s", self.still_s),
            ("path_m", self.path_m),
            ("breaks", self.breaks),
            ("starts", self.starts),
            ("strays", self.strays),
            ("looks", self.looks),
        ] {
            amount(field, number)?;
        }
        Ok(())
    }

    /// One that has gone so far, as a damaged file may say.
    #[cfg(test)]
    pub(crate) fn of_path_m(path_m: f32) -> Self {
        Self { path_m, moving_s: 1.0, ..Self::default() }
    }

    /// Takes in an observed place, `since_s` after the one before. A place that is not finite is left out.
    pub fn observe(&mut self, place: Vec2, since_s: f32, habits: &Habits) {
        self.observe_within(place, 0.0, since_s, habits);
    }

    /// As [`Mobility::observe`], for an eye that is off by `noise_m`, where that is more than [`Habits::noise_m`].
    pub fn observe_within(&mut self, place: Vec2, noise_m: f32, since_s: f32, habits: &Habits) {
        if !place.is_finite() || !since_s.is_finite() || since_s < 0.0 {
            return;
        }
        let noise_m = if noise_m.is_finite() { noise_m.max(habits.noise_m) } else { habits.noise_m };
        let noise = noise_m * noise_m;
        if !self.seen {
            self.begin(place, noise, habits);
            return;
        }
        // A constant-velocity Kalman filter whose axes share their variances.
        let [pp, pv, vv] = self.variance;
        let q = self.strays_per_s(habits);
        let t = since_s;
        let pp = (pp + t * (2.0 * pv + t * vv) + q * t * t * t / 3.0).max(0.0);
        let pv = pv + t * vv + q * t * t / 2.0;
        let vv = vv + q * t;
        let expected = self.place + self.velocity * t;
        let off = place - expected;
        let all = (pp + noise).max(f32::MIN_POSITIVE);
        let (gain_p, gain_v) = (pp / all, pv / all);
        self.strays += 0.5 * off.length_squared() / all;
        self.looks += 1.0;
        if self.looks > LOOKS_KEPT {
            self.strays *= LOOKS_KEPT / self.looks;
            self.looks = LOOKS_KEPT;
        }
        self.place = expected + off * gain_p;
        self.velocity += off * gain_v;
        self.variance = [pp * (1.0 - gain_p), pv * (1.0 - gain_p), (vv - gain_v * pv).max(0.0)];
        // Numbers near the end of their range leave it; the filter then starts as at the first look.
        let speed_squared = self.velocity.length_squared();
        let bounded = self.place.is_finite() && speed_squared.is_finite() && self.strays.is_finite();
        if !bounded || self.variance.iter().any(|part| !part.is_finite()) {
            *self = Self::default();
            self.begin(place, noise, habits);
            return;
        }
        self.note(since_s, habits);
    }

    fn begin(&mut self, place: Vec2, noise_m2: f32, habits: &Habits) {
        self.seen = true;
        self.place = place;
        self.variance = [noise_m2, 0.0, habits.first_mps * habits.first_mps];
    }

    /// Where it was when it was last seen, by all that was seen of it, and one standard deviation of that.
    pub(crate) fn place_within(&self) -> (Vec2, f32) {
        (self.place, self.variance[0].max(0.0).sqrt())
    }

    /// A velocity that the host gives, instead of one estimated from places.
    pub fn observe_velocity(&mut self, velocity: Vec2, habits: &Habits) {
        if velocity.is_finite() {
            self.velocity = velocity;
            self.variance[1] = 0.0;
            self.variance[2] = self.variance[2].min(habits.noise_m * habits.noise_m);
        }
    }

    /// How much more or less than expected its velocity strays.
    fn straying(&self) -> f32 {
        ((self.strays + LOOKS_PRIOR) / (self.looks + LOOKS_PRIOR)).clamp(LEAST_STRAYING, MOST_STRAYING)
    }

    fn note(&mut self, since_s: f32, habits: &Habits) {
        let speed = self.velocity.length();
        if speed < habits.still_mps {
            self.still_s += since_s;
            self.resting = true;
            if self.course != Vec2::ZERO {
                self.breaks += 1.0;
                self.course = Vec2::ZERO;
            }
            return;
        }
        self.starts += f32::from(u8::from(self.resting));
        self.resting = false;
        self.moving_s += since_s;
        self.path_m += speed * since_s;
        let direction = self.velocity / speed;
        if self.course == Vec2::ZERO {
            self.course = direction;
        } else if self.course.dot(direction) < maths::cos(habits.turn) {
            self.breaks += 1.0;
            self.course = direction;
        }
    }

    /// The velocity when last seen.
    pub fn velocity(&self) -> Vec2 {
        self.velocity
    }

    /// How uncertain that velocity is and how it strays, as far as that has been learned.
    pub(crate) fn known(&self, habits: &Habits) -> Straying {
        let [_, both, velocity] = self.variance;
        Straying { velocity, both, per_s: self.strays_per_s(habits) }
    }

    /// What the variance of its velocity gains in a second, on each axis.
    fn strays_per_s(&self, habits: &Habits) -> f32 {
        habits.stray_mps_per_root_s * habits.stray_mps_per_root_s * self.straying()
    }

    /// How fast it goes when it goes.
    pub fn speed_mps(&self, habits: &Habits) -> f32 {
        let worth = habits.worth_s * habits.moving.clamp(0.01, 1.0);
        (self.path_m + habits.speed_mps * worth) / (self.moving_s + worth)
    }

    /// How long it keeps a course.
    pub fn course_s(&self, habits: &Habits) -> f32 {
        if habits.course_s.is_infinite() {
            return f32::INFINITY;
        }
        // The prior counts as one break seen in the time that a course was expected to last.
        (self.moving_s + habits.course_s) / (self.breaks + 1.0)
    }

    /// The share of its time in which it moves.
    pub fn moving_share(&self, habits: &Habits) -> f32 {
        let all = self.moving_s + self.still_s + habits.worth_s;
        if all > 0.0 { (self.moving_s + habits.moving * habits.worth_s) / all } else { habits.moving }
    }

    /// How long it rests before it moves on.
    pub fn rest_s(&self, habits: &Habits) -> f32 {
        if habits.rest_s.is_infinite() {
            return f32::INFINITY;
        }
        (self.still_s + habits.rest_s) / (self.starts + 1.0)
    }

    /// How much wider it roams within `tick_s` once nothing has been known of its course for `from_s`: variance on
    /// each axis. At first the whole grows with the square of time, as for something that walks straight; then in
    /// proportion to time, as for something that takes a new course every [`Mobility::course_s`].
    pub fn roaming_gain_m2(&self, from_s: f32, tick_s: f32, habits: &Habits) -> f32 {
        // No course is reckoned longer than the prior, or one long straight walk would make it roam for ever.
        let course_s = self.course_s(habits).min(habits.course_s).clamp(0.01, LONGEST_COURSE_S);
        let speed = self.speed_mps(habits);
        // The gain itself, not the difference of two wholes: that would drown in rounding after some hours.
        let straight_s = if from_s < FORGOTTEN * course_s {
            course_s * maths::exp(-from_s / course_s) * (1.0 - maths::exp(-tick_s / course_s))
        } else {
            0.0
        };
        self.moving_share(habits) * speed * speed * course_s * (tick_s - straight_s).max(0.0)
    }
}

/// How many predictions it takes to learn how much a velocity strays, and how many are remembered.
const LOOKS_PRIOR: f32 = 5.0;
const LOOKS_KEPT: f32 = 20.0;
/// How far the learned straying may be from the prior, in variance.
const LEAST_STRAYING: f32 = 0.02;
const MOST_STRAYING: f32 = 10.0;

/// A course that never ends would roam without bound; ten minutes is as good as that.
const LONGEST_COURSE_S: f32 = 600.0;
/// After so many courses, what is left of the first is less than rounding.
const FORGOTTEN: f32 = 20.0;
