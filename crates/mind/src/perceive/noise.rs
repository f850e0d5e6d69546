//! How noisy the own eye is, estimated from how sightings scatter, so that neither a noisy eye alarms nor a good one is
//! blinded by a setting.
//!
//! Three sightings in a row of one thing are compared: how far the third is off the straight way of the first two. For
//! what stands still or goes straight on that is noise alone, and what turns turns little within three ticks. The median
//! of these residuals is followed, so that a few things that jump do not count. Which sighting follows which is told by
//! kind, colour and place, never by the host's numbers. Only the ground's two directions are looked at: a host may leave
//! heights exact.

use super::Snapshot;
use arrayvec::ArrayVec;
use piaget_terms::valid::{Checked, amount, require, vector};
use piaget_terms::{Name, Vec3, maths};
use serde::{Deserialize, Serialize};

/// The most things that are followed from tick to tick: a few are enough, and each costs time.
pub const FOLLOWED: usize = 8;
/// Half of all normal deviations are below this one. Not a setting: it follows from the distribution.
const MEDIAN: f32 = 0.674_49;
/// How much the logarithm of the median moves by one residual, times how many there were: the inverse of the density of
/// the logarithm at the median, for which the estimate converges fastest.
const GAIN: f32 = 2.33;
/// No eye is better than this: below it, rounding is measured.
pub const LEAST_M: f32 = 1e-4;

/// How an eye's noise is learnt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NoiseConfig {
    /// Sightings after which the estimate is told. More is surer and later. Default 8: a rough estimate, told with its error,
    /// is better than none.
    pub after: u32,
    /// Sightings over which it is averaged; a change of the eye shows after about as many. Default 600.
    pub over: u32,
    /// Sightings of things that look alike are those of one thing up to this distance. Default 1 m.
    pub within_m: f32,
}

impl Default for NoiseConfig {
    fn default() -> Self {
        Self { after: 8, over: 600, within_m: 1.0 }
    }
}

/// A thing as it was seen in the last tick and in the one before.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Followed {
    kind: Name,
    colour: Name,
    at: Vec3,
    before: Option<Vec3>,
}

/// What is known of the own eye's noise.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EyeNoise {
    followed: ArrayVec<Followed, FOLLOWED>,
    /// How long the last tick lasted.
    last_tick_s: f32,
    /// The median of the residuals' sizes, in metres.
    median_m: f32,
    /// How many residuals were met.
    met: u32,
}

impl EyeNoise {
    /// Whether saved numbers could have been measured.
    pub fn validate(&self) -> Checked {
        amount("last_tick_s", self.last_tick_s)?;
        amount("median_m", self.median_m)?;
        require(self.met == 0 || self.median_m > 0.0, "median_m", || {
            "is 0 although something was met".into()
        })?;
        for followed in &self.followed {
            vector("followed", followed.at)?;
            followed.before.map_or(Ok(()), |before| vector("followed", before))?;
        }
        Ok(())
    }

    /// The standard deviation of a sighted place in one direction; `None` until enough was seen. It is told larger by
    /// its own error, since an eye that is taken for too good makes things out of noise.
    pub fn deviation_m(&self, config: &NoiseConfig) -> Option<f32> {
        // Each sighting gives a residual in two directions.
        let counted = self.met.min(config.over.saturating_mul(2)).max(1) as f32;
        // Two standard deviations of the estimate's logarithm: what was measured few times may well be more.
        let may_be = maths::exp(GAIN / counted.sqrt());
        (self.met / 2 >= config.after).then(|| (self.median_m / MEDIAN * may_be).max(LEAST_M))
    }

    /// Takes in what was seen in a tick.
    pub(super) fn observe(&mut self, config: &NoiseConfig, snapshots: &[Snapshot], tick_s: f32) {
        if tick_s <= 0.0 {
            return;
        }
        let ratio = if self.last_tick_s > 0.0 { tick_s / self.last_tick_s } else { 1.0 };
        let mut before = std::mem::take(&mut self.followed);
        // What is cut off is measured with a bias, and tells nothing of the noise.
        let whole = |snapshot: &&Snapshot| {
            snapshot.record.seen && snapshot.record.occlusion.is_none_or(|occlusion| occlusion.shown >= 1.0)
        };
        for snapshot in snapshots.iter().filter(whole).take(FOLLOWED) {
            let record = &snapshot.record;
            let (at, within) = (record.position, config.within_m * config.within_m);
            let alike = before.iter().enumerate().filter(|(_, one)| {
                one.kind == record.kind
                    && one.colour == record.colour
                    && one.at.distance_squared(at) <= within
            });
            let far = |one: &Followed| one.at.distance_squared(at);
            let nearest = alike.min_by(|a, b| far(a.1).total_cmp(&far(b.1))).map(|(index, _)| index);
            let last = nearest.map(|index| before.swap_remove(index));
            if let Some((last, first)) = last.and_then(|last| Some((last.at, last.before?))) {
                let off = maths::ground(at - last) - maths::ground(last - first) * ratio;
                // The three sightings count 1, 1 + ratio and ratio times.
                let scale = 1.0 / (1.0 + (1.0 + ratio) * (1.0 + ratio) + ratio * ratio).sqrt();
                self.meet(config, off.x.abs() * scale);
                self.meet(config, off.y.abs() * scale);
            }
            let before = last.map(|last| last.at);
            self.followed.push(Followed { kind: record.kind, colour: record.colour, at, before });
        }
        self.last_tick_s = tick_s;
    }

    fn meet(&mut self, config: &NoiseConfig, residual_m: f32) {
        if !residual_m.is_finite() {
            return;
        }
        let most = config.over.saturating_mul(2).max(1);
        self.met = self.met.saturating_add(1);
        if self.met == 1 {
            self.median_m = residual_m.max(LEAST_M);
            return;
        }
        let towards = if residual_m > self.median_m { 0.5 } else { -0.5 };
        let step = GAIN * towards / self.met.min(most) as f32;
        self.median_m = (self.median_m * maths::exp(step)).clamp(LEAST_M * MEDIAN, config.within_m);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Record;
    use piaget_terms::{Chance, Occlusion};
    use proptest::prelude::*;

    fn seen(kind: &str, position: Vec3) -> Snapshot {
        let mut record = Record::at(0.0, position);
        record.kind = Name::cut(kind);
        Snapshot { record, id: None }
    }

    /// The estimate after so many ticks of places with this noise.
    fn estimate(
        noise_m: f32,
        tick_s: f32,
        ticks: u32,
        seed: u64,
        place: impl Fn(u32, f32) -> Vec3,
    ) -> Option<f32> {
        let (config, mut eye, mut chance) = (NoiseConfig::default(), EyeNoise::default(), Chance::new(seed));
        for tick in 0..ticks {
            let time_s = tick as f32 * tick_s;
            let snapshots: Vec<Snapshot> = (0..3)
                .map(|thing| {
                    let noise = Vec3::new(chance.normal(), chance.normal(), chance.normal()) * noise_m;
                    seen(["cube", "ball", "cone"][thing as usize], place(thing, time_s) + noise)
                })
                .collect();
            eye.observe(&config, &snapshots, tick_s);
            assert!(eye.validate().is_ok());
        }
        eye.deviation_m(&config)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

        /// Whatever stands, walks or circles, at any rate of ticks: the noise is found to a third.
        #[test]
        fn the_noise_is_found_whatever_things_do(
            noise_m in 0.005f32..0.2,
            hz in prop::sample::select(&[10.0f32, 20.0, 30.0, 60.0, 120.0][..]),
            speed in 0.0f32..2.0,
            seed in any::<u64>(),
        ) {
            let place = |thing: u32, time_s: f32| match thing {
                0 => Vec3::new(3.0, 0.0, 1.0),
                1 => Vec3::new(-9.0, 0.0, speed * time_s),
                _ => 4.0 * Vec3::new(maths::sin(speed * time_s / 4.0), 0.0, maths::cos(speed * time_s / 4.0)),
            };
            let found = estimate(noise_m, 1.0 / hz, 400, seed, place).expect("enough was seen");
            // At 10 ticks a second a circle of 4 m leaves up to 1 cm of its own.
            prop_assert!((found - noise_m).abs() < 0.33 * noise_m + 0.004, "{found} for {noise_m}");
        }
    }

    #[test]
    fn an_exact_eye_is_found_to_be_exact() {
        let found = estimate(0.0, 1.0 / 30.0, 600, 1, |thing, _| Vec3::X * thing as f32 * 5.0).unwrap();
        assert!(found <= 2.0 * LEAST_M, "{found}");
    }

    /// One of three things jumps every half second: the median does not mind.
    #[test]
    fn a_thing_that_jumps_does_not_make_the_eye_noisy() {
        let place = |thing: u32, time_s: f32| {
            let jumps = if thing == 0 && ((time_s * 2.0) as u32).is_multiple_of(2) { 0.7 } else { 0.0 };
            Vec3::new(thing as f32 * 5.0 + jumps, 0.0, 0.0)
        };
        let found = estimate(0.02, 1.0 / 30.0, 600, 2, place).unwrap();
        assert!((found - 0.02).abs() < 0.006, "{found}");
    }

    #[test]
    fn nothing_is_told_before_enough_was_seen_nor_learnt_from_what_is_cut_off() {
        assert_eq!(estimate(0.05, 0.1, 4, 3, |thing, _| Vec3::X * thing as f32 * 5.0), None);
        let (config, mut eye) = (NoiseConfig::default(), EyeNoise::default());
        for tick in 0..1000 {
            let mut half = seen("cube", Vec3::X * (tick % 7) as f32 * 0.1);
            half.record.occlusion = Some(Occlusion { shown: 0.5, left_m: 0.2, ..Occlusion::NONE });
            eye.observe(&config, &[half], 0.1);
        }
        assert_eq!(eye.deviation_m(&config), None);
    }

    /// A new eye, such as another body's, is known after a while.
    #[test]
    fn a_change_of_the_eye_is_learnt() {
        let (config, mut eye, mut chance) = (NoiseConfig::default(), EyeNoise::default(), Chance::new(4));
        for tick in 0..4000 {
            let noise_m = if tick < 2000 { 0.01 } else { 0.1 };
            let at = Vec3::new(chance.normal(), 0.0, chance.normal()) * noise_m;
            eye.observe(&config, &[seen("cube", at)], 1.0 / 30.0);
        }
        let found = eye.deviation_m(&config).unwrap();
        assert!((found - 0.1).abs() < 0.03, "{found}");
    }
}
