//! Where a thing would be if it simply went on, by a filter that hardly lets it change its way: what is expected, against
//! which a surprise is measured. A sudden move shows in one look. A stop, or a small jump before a noisy eye, shows only
//! after a while: some recent estimates are kept as they were, and the mean of the looks since is held against each.

use super::{Motion, MotionConfig, Strayed};
use arrayvec::ArrayVec;
use piaget_terms::valid::{Checked, Within, amount, point};
use piaget_terms::{Vec2, maths};
use serde::{Deserialize, Serialize};

/// Earlier estimates that are held against what is seen. Not a setting: the room for them is of a fixed size.
const ANCHORS: usize = 4;

/// How a thing goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SteadyConfig {
    /// How freely the velocity of what goes on changes, in m^2/s^3. Raising it takes more for going on.
    pub change_density: f32,
    /// Standard deviation of the velocity of a thing just met, in m/s.
    pub speed_m_per_s: f32,
    /// An estimate is held against what is seen for so many seconds, and what is seen counts from the half of that on.
    pub held_s: f32,
    /// Over about so many seconds it is averaged how far the thing strays of itself.
    pub strays_over_s: f32,
    /// What is slower than this stands, once that is known as exactly.
    pub still_m_per_s: f32,
}

impl Default for SteadyConfig {
    fn default() -> Self {
        Self { change_density: 0.01, speed_m_per_s: 1.5, held_s: 0.6, strays_over_s: 4.0, still_m_per_s: 0.1 }
    }
}

impl SteadyConfig {
    fn motion(&self) -> MotionConfig {
        MotionConfig {
            change_density: self.change_density,
            unseen_density: self.change_density,
            speed_m_per_s: self.speed_m_per_s,
            ..MotionConfig::default()
        }
    }
}

/// How exactly a place is seen, one standard deviation each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seeing {
    /// What differs from look to look.
    pub noise_m: f32,
    /// What stays the same over many looks, such as the edges of pixels.
    pub bias_m: f32,
}

impl Seeing {
    /// Of one look.
    pub fn deviation_m(&self) -> f32 {
        (self.noise_m * self.noise_m + self.bias_m * self.bias_m).sqrt()
    }
}

/// An estimate that is left as it was, and the looks since.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Anchor {
    motion: Motion,
    age_s: f32,
    /// The sum of how far the looks were off.
    off: Vec2,
    looks: f32,
}

/// How one thing goes on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Steady {
    motion: Motion,
    anchors: ArrayVec<Anchor, ANCHORS>,
    since_s: f32,
    /// How long the last tick lasted.
    tick_s: f32,
    /// Whether it was ever seen: what was only heard goes nowhere.
    met: bool,
    /// Whether it stood when it was last seen: out of sight it stands still.
    stands: bool,
    /// How far the thing strays of itself within the time of an anchor, squared.
    strays_m2: f32,
}

impl Steady {
    /// Whether a saved one could have been made.
    pub(crate) fn validate(&self) -> Checked {
        self.motion.validate().within("steady")?;
        for anchor in &self.anchors {
            anchor.motion.validate().within("anchors")?;
            amount("age_s", anchor.age_s)?;
            amount("looks", anchor.looks)?;
            point("off", anchor.off)?;
        }
        amount("since_s", self.since_s)?;
        amount("tick_s", self.tick_s)?;
        amount("strays_m2", self.strays_m2)
    }

    /// A thing just met, or one that is elsewhere of a sudden.
    pub(crate) fn meet(&mut self, config: &SteadyConfig, at: Vec2, seeing: Seeing) {
        self.motion = Motion::met(&config.motion(), at, seeing.deviation_m());
        (self.met, self.stands, self.strays_m2) = (true, false, 0.0);
        self.anchors.clear();
        self.since_s = 0.0;
    }

    /// Something happened to it: it goes on from here, as it went or otherwise.
    pub(crate) fn restart(&mut self, config: &SteadyConfig, at: Vec2, seeing: Seeing) {
        self.motion.jump(&config.motion(), at, seeing.deviation_m());
        self.stands = false;
        self.anchors.clear();
        self.since_s = 0.0;
    }

    /// Whether it was ever seen.
    pub fn is_met(&self) -> bool {
        self.met
    }

    /// Time passes, and the thing is seen now or not.
    pub(crate) fn pass(&mut self, config: &SteadyConfig, seconds: f32, seen: bool) {
        let motion = config.motion();
        self.tick_s = seconds;
        if seen || !self.stands {
            self.motion.pass(&motion, seconds, true);
        }
        self.since_s = (self.since_s + seconds).min(f32::MAX);
        for anchor in &mut self.anchors {
            anchor.motion.pass(&motion, seconds, true);
            anchor.age_s += seconds;
        }
    }

    /// Whether it stood a moment ago: what has just set out speeds up, and does not go on.
    pub(crate) fn sets_out(&self, config: &SteadyConfig) -> bool {
        self.anchors.first().is_some_and(|oldest| oldest.motion.velocity.length() <= config.still_m_per_s)
    }

    /// Where it is expected now.
    pub fn place(&self) -> Vec2 {
        self.motion.place
    }

    /// How it is expected to move.
    pub fn velocity(&self) -> Vec2 {
        self.motion.velocity
    }

    /// One standard deviation of where it is expected.
    pub fn deviation_m(&self) -> f32 {
        self.motion.deviation_m()
    }

    /// It is seen at a place: how that meets where it was expected, and, when an earlier estimate has been held long enough,
    /// how the looks since met that. What only shows in part says nothing of that.
    pub(crate) fn see(
        &mut self,
        config: &SteadyConfig,
        at: Vec2,
        seeing: Seeing,
        whole: bool,
    ) -> (Strayed, Option<Strayed>) {
        let of = |off: Vec2, velocity: Vec2, sure_to_m: f32| Strayed {
            off: maths::on_ground(off),
            velocity: maths::on_ground(velocity),
            sure_to_m: sure_to_m.max(1e-4),
        };
        let stray = self.motion.stray(at, seeing.deviation_m());
        let now = of(stray.off, stray.velocity, stray.sure_to_m);
        if !whole {
            self.anchors.clear();
        }
        for anchor in &mut self.anchors {
            if anchor.age_s >= 0.5 * config.held_s {
                anchor.off += at - anchor.motion.place;
                anchor.looks += 1.0;
            }
        }
        let mut strayed: Option<Strayed> = None;
        while self.anchors.first().is_some_and(|oldest| oldest.age_s >= config.held_s) {
            let Anchor { motion, off, looks, .. } = self.anchors.remove(0);
            if looks < 1.0 {
                continue;
            }
            let off = off / looks;
            let (own_m, noise_m2) = (motion.deviation_m(), seeing.noise_m * seeing.noise_m / looks);
            let known_m2 = own_m * own_m + noise_m2 + seeing.bias_m * seeing.bias_m;
            let found = of(off, motion.velocity, (known_m2 + self.strays_m2).sqrt());
            // What it does all the time is no wonder: it is learnt how far it strays of itself.
            let share = (config.held_s / ANCHORS as f32 / config.strays_over_s).min(1.0);
            let beyond_m2 = (off.length_squared() - known_m2).max(0.0);
            self.strays_m2 +=
                (beyond_m2.min(STRAYS_MOST * found.sure_to_m * found.sure_to_m) - self.strays_m2) * share;
            if strayed.is_none_or(|before| before.nats() < found.nats()) {
                strayed = Some(found);
            }
        }
        // What is off in the same way in all looks of a while counts as one look.
        let looks = (BIAS_LASTS_S / self.tick_s.max(f32::MIN_POSITIVE)).clamp(1.0, MOST_ALIKE);
        let bias_m2 = seeing.bias_m * seeing.bias_m * looks;
        self.motion.see(at, (seeing.noise_m * seeing.noise_m + bias_m2).sqrt());
        let (speed, unsure) = (self.motion.velocity.length(), self.motion.speed_deviation_m_per_s());
        self.stands =
            unsure <= STANDS_WITHIN * config.still_m_per_s && speed <= config.still_m_per_s + unsure;
        if whole && self.since_s >= config.held_s / ANCHORS as f32 && !self.anchors.is_full() {
            self.since_s = 0.0;
            self.anchors.push(Anchor { motion: self.motion, ..Anchor::default() });
        }
        (now, strayed)
    }
}

/// For so long the edge of a cover, or of a pixel, puts all looks off in the same way. Not a setting: it only keeps many looks
/// from counting as many.
const BIAS_LASTS_S: f32 = 0.3;
/// However short a tick. Not a setting: a bound.
const MOST_ALIKE: f32 = 1e3;

/// A speed that is known no better than this many times what counts as still may well be a walk. Not a setting: a bound on
/// what can be told.
const STANDS_WITHIN: f32 = 1.2;

/// What strays farther than this many times what was to be expected, squared, is an event and no habit. Not a setting: it
/// keeps one event from being taken for how the thing is.
const STRAYS_MOST: f32 = 9.0;

#[cfg(test)]
mod tests {
    use super::*;
    use piaget_terms::Chance;

    /// The most improbable of a walk by one look, and by the mean of several, in nats, from a time on.
    fn watch(hz: f32, noise_m: f32, seed: u64, from_s: f32, place: impl Fn(f32) -> Vec2) -> (f32, f32) {
        let (config, mut chance) = (SteadyConfig::default(), Chance::new(seed));
        let seeing = Seeing { noise_m: noise_m.max(0.03), bias_m: 0.0 };
        let (mut steady, mut most) = (Steady::default(), (0.0f32, 0.0f32));
        steady.meet(&config, place(0.0), seeing);
        for look in 1..=(4.0 * hz) as u32 {
            let time_s = look as f32 / hz;
            steady.pass(&config, 1.0 / hz, true);
            let at = place(time_s) + Vec2::new(chance.normal(), chance.normal()) * noise_m;
            let (now, late) = steady.see(&config, at, seeing, true);
            if time_s >= from_s {
                most = (most.0.max(now.nats()), most.1.max(late.map_or(0.0, |late| late.nats())));
            }
            assert!(steady.validate().is_ok());
        }
        most
    }

    #[test]
    fn what_goes_on_does_not_stray_whatever_the_noise_and_the_rate() {
        for (seed, hz) in [10.0, 30.0, 60.0, 120.0].into_iter().enumerate() {
            for noise_m in [0.0, 0.05, 0.15, 0.3] {
                for speed in [0.0, 0.3, 1.5] {
                    let (_, late) = watch(hz, noise_m, seed as u64, 0.5, |t| Vec2::X * (speed * t));
                    assert!(late < 9.0, "{late} at {hz} Hz, {noise_m} m of noise and {speed} m/s");
                }
            }
        }
    }

    #[test]
    fn a_stop_shows_after_a_while_and_not_at_once() {
        for hz in [10.0, 30.0, 60.0, 120.0] {
            let (at_once, late) = watch(hz, 0.0, 1, 2.0, |t| Vec2::X * t.min(2.0));
            assert!(late > 20.0, "{late} at {hz} Hz");
            assert!(hz < 60.0 || at_once < 12.0, "{at_once} at {hz} Hz");
        }
    }

    #[test]
    fn a_jump_of_a_metre_shows_through_noise_of_a_third() {
        for (seed, hz) in [30.0, 60.0, 120.0].into_iter().enumerate() {
            let jump = |t: f32| if t < 2.0 { Vec2::ZERO } else { Vec2::X };
            let (_, late) = watch(hz, 0.3, seed as u64, 2.0, jump);
            assert!(late > 11.0, "{late} at {hz} Hz");
        }
    }
}
