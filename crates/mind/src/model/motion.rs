//! How a thing moves on the ground, estimated from where it was seen: position and velocity with their error (a Kalman filter of
//! constant velocity). It says how likely a sighting is of the thing, if it goes on, if it stands, and if it turned.
//!
//! The two axes are independent and share their noise, so that one 2 x 2 covariance serves both.

use piaget_terms::valid::{Checked, Invalid, amount, finite, point, require};
use piaget_terms::{Vec2, maths};
use serde::{Deserialize, Serialize};

/// What is assumed of how things move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MotionConfig {
    /// Standard deviation of a place as the eye measures it, until the senses know better. Default 0.15 m: an eye that is taken
    /// for too good makes things out of noise.
    pub noise_m: f32,
    /// How freely the velocity of a thing in view changes, in m^2/s^3. Raising it follows turns sooner, and noise too.
    pub change_density: f32,
    /// The same while the thing is out of view: people mostly go straight on there.
    pub unseen_density: f32,
    /// Standard deviation of the velocity of a thing just met, in m/s.
    pub speed_m_per_s: f32,
    /// How likely it is that a thing goes on, by the second look; the rest is shared by standing and turning.
    pub goes_on: f32,
    /// How likely it is that it stands where it was.
    pub stands: f32,
    /// What stands moves about this fast on the spot.
    pub stirs_m_per_s: f32,
    /// A thing that turns may be this far off at once.
    pub turns_at_once_m: f32,
    /// What was lost for long is taken to be about this far from where it was seen last.
    pub roams_m: f32,
    /// Out of view a thing keeps its course for about so many seconds, as far as nothing is known of how things go.
    pub course_s: f32,
    /// That counts as much as so many turns that were seen: how long things keep their course in view is learnt from there.
    pub course_turns: f32,
    /// Whether a thing keeps its course is looked at every so many seconds,
    pub course_every_s: f32,
    /// of those that go at least this fast.
    pub course_speed_m_per_s: f32,
    /// What was lost and is found so many deviations from where it would be if it had gone on has turned meanwhile.
    pub turned_deviations: f32,
}

impl Default for MotionConfig {
    fn default() -> Self {
        Self {
            noise_m: 0.15,
            change_density: 0.1,
            unseen_density: 0.1,
            speed_m_per_s: 1.2,
            goes_on: 0.85,
            stands: 0.1,
            stirs_m_per_s: 0.1,
            turns_at_once_m: 0.05,
            roams_m: 6.0,
            course_s: 5.0,
            course_turns: 4.0,
            course_every_s: 1.0,
            course_speed_m_per_s: 0.4,
            turned_deviations: 3.0,
        }
    }
}

/// The estimate of one thing's motion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Motion {
    /// Where it is expected now.
    pub place: Vec2,
    /// How it is expected to move.
    pub velocity: Vec2,
    place_m2: f32,
    both: f32,
    speed_m2: f32,
    /// Where it was seen last, and how exactly.
    seen_at: Vec2,
    seen_m2: f32,
    unseen_s: f32,
    /// The logarithm of how likely it is that it stands where it was seen last and was not noticed since.
    stands_log: f32,
    /// The same of standing at the edge of the ground, if it went there.
    stays_log: f32,
    /// How it moved when its course was last looked at, and how long ago that is while it is in view.
    course: Vec2,
    course_for_s: f32,
    /// How long things keep their course, as far as the creature knows; 0: as it was born to think.
    pub(crate) keeps_course_s: f32,
}

/// How things were seen to keep their course.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Courses {
    kept_s: f32,
    turns: f32,
}

impl Courses {
    /// Whether saved counts could have been made.
    pub(crate) fn validate(&self) -> Checked {
        amount("courses", self.kept_s)?;
        amount("courses", self.turns)
    }

    /// A thing was watched for so many seconds, and has turned or not.
    pub(crate) fn note(&mut self, seconds: f32, turned: bool) {
        self.kept_s = (self.kept_s + seconds).min(MOST_WATCHED_S);
        self.turns = (self.turns + f32::from(u8::from(turned))).min(MOST_WATCHED_S);
    }

    /// For about how many seconds a thing keeps its course.
    pub(crate) fn course_s(&self, config: &MotionConfig) -> f32 {
        (self.kept_s + config.course_s * config.course_turns)
            / (self.turns + config.course_turns).max(f32::MIN_POSITIVE)
    }
}

impl Motion {
    /// Whether a saved estimate is made of numbers, and its errors are errors.
    pub(crate) fn validate(&self) -> Checked {
        for pair in [self.place, self.velocity, self.seen_at, self.course] {
            point("motion", pair)?;
        }
        finite("motion.both", self.both)?;
        for (field, log) in [("motion.stands_log", self.stands_log), ("motion.stays_log", self.stays_log)] {
            require(log <= 0.0, field, || format!("is {log}"))?;
        }
        for (field, number) in [
            ("motion.place_m2", self.place_m2),
            ("motion.speed_m2", self.speed_m2),
            ("motion.seen_m2", self.seen_m2),
            ("motion.unseen_s", self.unseen_s),
            ("motion.course_for_s", self.course_for_s),
            ("motion.keeps_course_s", self.keeps_course_s),
        ] {
            amount(field, number)?;
        }
        if self.both * self.both > self.place_m2 * self.speed_m2 * 1.02 + f32::MIN_POSITIVE {
            return Err(Invalid::new("motion.both", "is not part of a covariance"));
        }
        Ok(())
    }

    /// A thing just met.
    pub fn met(config: &MotionConfig, at: Vec2, noise_m: f32) -> Self {
        let noise_m2 = noise_m * noise_m;
        Self {
            place: at,
            velocity: Vec2::ZERO,
            place_m2: noise_m2,
            both: 0.0,
            speed_m2: config.speed_m_per_s * config.speed_m_per_s,
            seen_at: at,
            seen_m2: noise_m2,
            unseen_s: 0.0,
            stands_log: 0.0,
            stays_log: 0.0,
            course: Vec2::ZERO,
            course_for_s: 0.0,
            keeps_course_s: 0.0,
        }
    }

    /// Whether a thing in view has turned, when it is time to look at that and it moved before.
    pub(crate) fn keeps_course(&mut self, config: &MotionConfig, seconds: f32) -> Option<bool> {
        if !(seconds <= config.course_every_s) {
            // It was out of view meanwhile.
            (self.course, self.course_for_s) = (self.velocity, 0.0);
            return None;
        }
        self.course_for_s += seconds.max(0.0);
        if self.course_for_s < config.course_every_s {
            return None;
        }
        let before = std::mem::replace(&mut self.course, self.velocity);
        self.course_for_s = 0.0;
        // To the side or back.
        let goes = before.length().min(self.velocity.length()) >= config.course_speed_m_per_s;
        goes.then(|| before.dot(self.velocity) <= 0.0)
    }

    /// Where it was seen last was looked at in vain, where it would have been noticed with this chance.
    pub fn look_in_vain(&mut self, chance: f32) {
        self.stands_log = (self.stands_log + overlooked_log(chance)).max(LEAST_LOG);
    }

    /// The logarithm of how likely it is that it stands where it was seen last and was not noticed since.
    pub fn stands_log(&self) -> f32 {
        self.stands_log
    }

    /// It would be beyond the edge of the ground by now, and the edge was looked at in vain.
    pub fn look_over_edge(&mut self, chance: f32) {
        self.stays_log = (self.stays_log + overlooked_log(chance)).max(LEAST_LOG);
    }

    /// The logarithm of how likely it is that it stayed at the edge of the ground that it went to, and was not noticed since.
    pub fn stays_log(&self) -> f32 {
        self.stays_log
    }

    /// Lets time pass; `seen` says whether the thing was in view before.
    pub fn pass(&mut self, config: &MotionConfig, seconds: f32, seen: bool) {
        if !(seconds > 0.0) {
            return;
        }
        // Longer than this, nothing is known of it any more.
        let seconds = seconds.min(LONGEST_S);
        let density = if seen { config.change_density } else { config.unseen_density };
        self.place += self.velocity * seconds;
        let squared = seconds * seconds;
        self.place_m2 +=
            2.0 * seconds * self.both + squared * self.speed_m2 + density * squared * seconds / 3.0;
        self.both += seconds * self.speed_m2 + density * squared / 2.0;
        self.speed_m2 += density * seconds;
        self.unseen_s = (self.unseen_s + seconds).min(LONGEST_S);
    }

    /// The thing was seen at a place.
    pub fn see(&mut self, at: Vec2, noise_m: f32) {
        let noise_m2 = noise_m * noise_m;
        let spread = (self.place_m2 + noise_m2).max(f32::MIN_POSITIVE);
        let (place_gain, speed_gain) = (self.place_m2 / spread, self.both / spread);
        let off = at - self.place;
        self.place += off * place_gain;
        self.velocity += off * speed_gain;
        self.speed_m2 = (self.speed_m2 - speed_gain * self.both).max(0.0);
        self.both *= 1.0 - place_gain;
        self.place_m2 *= 1.0 - place_gain;
        (self.seen_at, self.seen_m2, self.unseen_s) = (at, noise_m2, 0.0);
        (self.stands_log, self.stays_log) = (0.0, 0.0);
    }

    /// The thing jumped to a place: how it moves is as before, where it is begins anew.
    pub fn jump(&mut self, config: &MotionConfig, at: Vec2, noise_m: f32) {
        let velocity = self.velocity;
        *self = Self { velocity, ..Self::met(config, at, noise_m) };
    }

    /// The logarithm of how likely a thing is seen at a place, per square metre: if it goes on, stands, or turned and went at
    /// most so fast.
    pub fn log_density(&self, config: &MotionConfig, at: Vec2, (noise_m, speed_m_per_s): (f32, f32)) -> f32 {
        self.log_density_if(config, at, (noise_m, speed_m_per_s), Looked::default())
    }

    /// The same, after looks in vain.
    pub fn log_density_if(
        &self,
        config: &MotionConfig,
        at: Vec2,
        (noise_m, speed_m_per_s): (f32, f32),
        looked: Looked,
    ) -> f32 {
        let noise_m2 = noise_m * noise_m;
        let from_seen = at.distance_squared(self.seen_at);
        // Out of view, it becomes ever likelier that it no longer goes as it went.
        let course_s = if self.keeps_course_s > 0.0 { self.keeps_course_s } else { config.course_s };
        let on_course = maths::exp(-self.unseen_s / course_s);
        let (goes_on, stands) = (config.goes_on * on_course, config.stands);
        let turns = (1.0 - goes_on - stands).max(1e-6);
        let goes_on = goes_on * maths::exp(looked.goes_on_log.min(0.0));
        let stands = stands * maths::exp(self.stands_log);
        let turns = turns * maths::exp(looked.elsewhere.map_or(0.0, |mapped| mapped.left_log.min(0.0)));
        let all = (goes_on + stands + turns + looked.ceased).max(f32::MIN_POSITIVE);
        let stirred_m = config.stirs_m_per_s * self.unseen_s;
        // Whoever turns goes hardly faster than it went.
        let turned_m_per_s = speed_m_per_s.min(self.velocity.length() + config.speed_m_per_s);
        let turned_m = config.turns_at_once_m + (0.5 * turned_m_per_s * self.unseen_s).min(config.roams_m);
        let seen_m2 = self.seen_m2 + noise_m2;
        let going = maths::ln(goes_on.max(f32::MIN_POSITIVE))
            + normal(at.distance_squared(self.place), self.place_m2 + noise_m2);
        let standing =
            maths::ln(stands.max(f32::MIN_POSITIVE)) + normal(from_seen, seen_m2 + stirred_m * stirred_m);
        // A map of where else it may be knows of walls and of what was looked at in vain.
        let turned = || normal(from_seen, 4.0 * seen_m2 + turned_m * turned_m);
        let turning = maths::ln(turns.max(f32::MIN_POSITIVE))
            + looked.elsewhere.map_or_else(turned, |mapped| mapped.log_density);
        log_sum(log_sum(going, standing), turning) - maths::ln(all)
    }

    /// How a place meets where the thing is expected.
    pub fn stray(&self, at: Vec2, noise_m: f32) -> Stray {
        let spread_m2 = (self.place_m2 + noise_m * noise_m).max(1e-8);
        Stray {
            off: at - self.place,
            velocity: self.velocity,
            sure_to_m: spread_m2.sqrt(),
            unseen_s: self.unseen_s,
        }
    }

    /// How far from where it is expected a place is.
    pub fn off_m(&self, at: Vec2) -> f32 {
        at.distance(self.place)
    }

    /// How far it would have jumped to be at a place: from where it is expected while it is followed by the eye, else from where it
    /// was seen last.
    pub fn jumped_m(&self, at: Vec2, followed: bool) -> f32 {
        if followed { self.off_m(at) } else { at.distance(self.seen_at) }
    }

    /// Where it was seen last.
    pub fn seen_at(&self) -> Vec2 {
        self.seen_at
    }

    /// Seconds since it was seen.
    pub fn unseen_s(&self) -> f32 {
        self.unseen_s
    }

    /// One standard deviation of how fast it moves.
    pub fn speed_deviation_m_per_s(&self) -> f32 {
        self.speed_m2.max(0.0).sqrt()
    }

    /// One standard deviation of where it is expected.
    pub fn deviation_m(&self) -> f32 {
        self.place_m2.max(0.0).sqrt()
    }
}

/// What looks in vain have made of where an unseen thing may be.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Looked {
    /// The logarithm of how likely it is that it goes on and was not noticed.
    pub goes_on_log: f32,
    /// How likely it is that it is no more, before looks in vain.
    pub ceased: f32,
    /// What a map says of whatever else it may be doing.
    pub elsewhere: Option<Mapped>,
}

/// What a map says of a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mapped {
    /// The logarithm of how likely the thing is there, per square metre.
    pub log_density: f32,
    /// The logarithm of how much of the map is left after looks in vain.
    pub left_log: f32,
}

/// How a sighting met where a thing was expected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stray {
    /// From where it was expected to where it was seen.
    pub off: Vec2,
    /// How it was expected to move.
    pub velocity: Vec2,
    /// One standard deviation of where it was expected.
    pub sure_to_m: f32,
    /// Seconds since it was seen before.
    pub unseen_s: f32,
}

impl Stray {
    /// How many deviations it was off.
    pub fn deviations(&self) -> f32 {
        self.off.length() / self.sure_to_m.max(f32::MIN_POSITIVE)
    }

    /// Whether a saved one is made of numbers.
    pub(crate) fn validate(&self) -> Checked {
        point("off", self.off)?;
        point("velocity", self.velocity)?;
        amount("sure_to_m", self.sure_to_m)?;
        amount("unseen_s", self.unseen_s)
    }
}

/// The logarithm of the chance that a look overlooks what would be noticed with this chance.
pub fn overlooked_log(chance: f32) -> f32 {
    maths::ln((1.0 - chance.clamp(0.0, 1.0)).max(LEAST_OVERLOOKED))
}

/// The chance that a look misses what is in plain view, for an eye that never does: rounding.
const LEAST_OVERLOOKED: f32 = 1e-6;
/// What is less likely than this, as a logarithm, is as good as impossible.
const LEAST_LOG: f32 = -80.0;
/// More seconds of watching are not counted: what was learnt then is known. Not a setting: a bound.
const MOST_WATCHED_S: f32 = 1e6;
/// Nothing is foretold farther ahead, in seconds.
const LONGEST_S: f32 = 600.0;
/// The logarithm of a normal density in two dimensions, at a squared distance.
fn normal(off_m2: f32, variance_m2: f32) -> f32 {
    let variance_m2 = variance_m2.max(1e-8);
    -0.5 * off_m2 / variance_m2 - maths::ln(std::f32::consts::TAU * variance_m2)
}

/// The logarithm of the sum of two numbers that are given by their logarithms.
pub fn log_sum(a: f32, b: f32) -> f32 {
    let (most, least) = if a > b { (a, b) } else { (b, a) };
    if least == f32::NEG_INFINITY { most } else { most + maths::ln(1.0 + maths::exp(least - most)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Walks along x at a speed for some seconds, seen `hz` times a second, without noise.
    fn walk(speed: f32, seconds: f32, hz: f32) -> Motion {
        let config = MotionConfig::default();
        let mut motion = Motion::met(&config, Vec2::ZERO, config.noise_m);
        for look in 1..=(seconds * hz) as u32 {
            motion.pass(&config, 1.0 / hz, true);
            motion.see(Vec2::X * (speed * look as f32 / hz), config.noise_m);
        }
        motion
    }

    #[test]
    fn a_walker_is_expected_where_it_goes_and_less_likely_where_it_came_from() {
        let config = MotionConfig::default();
        let mut motion = walk(1.0, 3.0, 30.0);
        motion.pass(&config, 1.0, false);
        let at = |x: f32| motion.log_density(&config, Vec2::X * x, (0.05, 3.0));
        assert!((motion.place.x - 4.0).abs() < 0.05, "{}", motion.place);
        assert!(at(4.0) > at(3.0) && at(3.0) > at(1.0), "{} {} {}", at(4.0), at(3.0), at(1.0));
    }

    #[test]
    fn how_often_it_is_looked_at_does_not_change_where_it_is_expected() {
        let config = MotionConfig::default();
        for hz in [10.0, 30.0, 60.0, 120.0] {
            let mut motion = walk(1.5, 3.0, hz);
            motion.pass(&config, 1.0, false);
            assert!((motion.place.x - 6.0).abs() < 0.1, "{} at {hz} Hz", motion.place);
        }
    }

    proptest! {
        // Each case sums a quarter of a million places.
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn the_density_sums_to_one(speed in 0.0f32..3.0, unseen_s in 0.1f32..3.0) {
            let config = MotionConfig::default();
            let mut motion = walk(speed, 2.0, 30.0);
            motion.pass(&config, unseen_s, false);
            let (step, mut sum) = (0.08, 0.0);
            for x in -187..437 {
                for y in -187..187 {
                    let at = Vec2::new(x as f32 * step, y as f32 * step);
                    sum += f64::from(maths::exp(motion.log_density(&config, at, (0.05, 3.0))));
                }
            }
            let sum = sum * f64::from(step * step);
            prop_assert!((sum - 1.0).abs() < 0.02, "{sum}");
        }
    }

    proptest! {
        #[test]
        fn the_errors_stay_errors(steps in proptest::collection::vec((0.0f32..2.0, -50.0f32..50.0, any::<bool>()), 1..200)) {
            let config = MotionConfig::default();
            let mut motion = Motion::met(&config, Vec2::ZERO, 0.05);
            for (seconds, x, seen) in steps {
                motion.pass(&config, seconds, seen);
                if seen {
                    motion.see(Vec2::splat(x), 0.05);
                }
                prop_assert!(motion.validate().is_ok(), "{motion:?}");
            }
        }
    }
}
