//! The pattern predictor (Kline 4.2.1): a thing that circles, paces, zigzags or blinks repeats itself, and the
//! creature comes to expect the repetition.
//!
//! A feature is sampled at a steady interval. For every lag the predictor keeps how well "as it was one lag ago,
//! plus a steady drift" would have foretold the samples; the shortest lag that foretells well is the period.

use piaget_terms::valid::{Checked, amount, count, vector};
use piaget_terms::{Vec3, maths};
use serde::{Deserialize, Serialize};

/// What a pattern predictor looks for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PatternConfig {
    /// Seconds between samples. Shorter samples find faster patterns and cost more.
    pub sample_s: f32,
    /// The longest period that is looked for, in samples; two of them are remembered.
    pub longest_period: u32,
    /// Seconds after which evidence for a lag counts half. Shorter notices a change sooner.
    pub forgets_half_in_s: f32,
    /// A period counts when it foretells with at most this share of the feature's own variance.
    pub tolerance: f32,
}

impl Default for PatternConfig {
    fn default() -> Self {
        Self { sample_s: 0.1, longest_period: 64, forgets_half_in_s: 4.0, tolerance: 0.08 }
    }
}

/// Evidence for one lag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Lag {
    /// How far the feature moves in one lag, on average.
    drift: Vec3,
    /// Mean square of what the lag did not foretell.
    error: f32,
    /// How much evidence there is, in samples.
    weight: f32,
}

/// The repetition in one feature. Numbers and yes-or-no features use the x component alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pattern {
    samples: Vec<Vec3>,
    /// How many samples there ever were; the newest stands at `(count - 1) % samples.len()`.
    count: u32,
    lags: Vec<Lag>,
    since_sample_s: f32,
}

impl Pattern {
    /// Whether a saved pattern has the room of a new one, and is made of numbers.
    pub(super) fn validate(&self, config: &PatternConfig) -> Checked {
        let longest = config.longest_period.max(2) as usize;
        count("samples", self.samples.len(), 2 * longest)?;
        count("lags", self.lags.len(), longest + 1)?;
        self.samples.iter().try_for_each(|sample| vector("samples", *sample))?;
        for lag in &self.lags {
            vector("lags.drift", lag.drift)?;
            amount("lags.error", lag.error)?;
            amount("lags.weight", lag.weight)?;
        }
        amount("since_sample_s", self.since_sample_s)
    }

    /// Nothing observed yet.
    pub fn new(config: &PatternConfig) -> Self {
        let longest = config.longest_period.max(2) as usize;
        Self {
            samples: vec![Vec3::ZERO; 2 * longest],
            count: 0,
            lags: vec![Lag::default(); longest + 1],
            since_sample_s: 0.0,
        }
    }

    /// Forgets everything and keeps the room.
    pub fn clear(&mut self, config: &PatternConfig) {
        let longest = config.longest_period.max(2) as usize;
        self.samples.clear();
        self.samples.resize(2 * longest, Vec3::ZERO);
        self.lags.clear();
        self.lags.resize(longest + 1, Lag::default());
        (self.count, self.since_sample_s) = (0, 0.0);
    }

    /// The feature was observed at this value; `seconds` passed since the last call.
    pub fn observe(&mut self, config: &PatternConfig, value: Vec3, seconds: f32) {
        if !(seconds >= 0.0) || !value.is_finite() {
            return;
        }
        self.since_sample_s += seconds;
        // After a pause longer than anything remembered the past is of no use.
        if self.since_sample_s > config.sample_s * self.samples.len() as f32 {
            self.clear(config);
        }
        while self.count == 0 || self.since_sample_s >= config.sample_s {
            self.since_sample_s = if self.count == 0 { 0.0 } else { self.since_sample_s - config.sample_s };
            self.push(config, value);
        }
    }

    /// Seconds after which the feature repeats itself, if it does.
    pub fn period_s(&self, config: &PatternConfig) -> Option<f32> {
        self.period(config).map(|lag| lag as f32 * config.sample_s)
    }

    /// The value that the repetition foretells, this many seconds after the newest sample.
    pub fn predict(&self, config: &PatternConfig, ahead_s: f32) -> Option<Vec3> {
        let lag = self.period(config)?;
        let ahead = (ahead_s + self.since_sample_s) / config.sample_s;
        if !(0.0..1e6).contains(&ahead) {
            return None;
        }
        let periods = (ahead / lag as f32).floor() + 1.0;
        // How many samples ago, within the last period, the repetition was at the same place.
        let ago = periods * lag as f32 - ahead;
        let (whole, part) = (ago.ceil(), ago.ceil() - ago);
        let (from, to) = (self.ago(whole as u32)?, self.ago((whole as u32).saturating_sub(1))?);
        Some(from.lerp(to, part) + self.lags[lag].drift * periods)
    }

    fn push(&mut self, config: &PatternConfig, value: Vec3) {
        let kept = maths::remaining(config.sample_s, config.forgets_half_in_s);
        for lag in 1..self.lags.len() {
            let Some(before) = self.ago(lag as u32 - 1) else { break };
            let evidence = &mut self.lags[lag];
            let moved = value - before;
            evidence.weight = evidence.weight * kept + 1.0;
            let off = moved - evidence.drift;
            evidence.drift += off / evidence.weight;
            // The first visit sets the drift and says nothing about its steadiness.
            let error = off.length_squared() * (1.0 - 1.0 / evidence.weight);
            evidence.error += (error - evidence.error) / evidence.weight;
        }
        let length = self.samples.len() as u32;
        self.samples[(self.count % length) as usize] = value;
        // Keeps the place in the ring when the count would overflow.
        self.count = if self.count == u32::MAX { length + self.count % length + 1 } else { self.count + 1 };
    }

    /// The sample `samples_ago` before the newest.
    fn ago(&self, samples_ago: u32) -> Option<Vec3> {
        let length = self.samples.len() as u32;
        (samples_ago < self.count.min(length))
            .then(|| self.samples[((self.count - 1 - samples_ago) % length) as usize])
    }

    /// The shortest lag that foretells well, once it has been seen to repeat.
    fn period(&self, config: &PatternConfig) -> Option<usize> {
        // How much the feature varies at all, beside a steady drift: the worst lag says it.
        let varies = self.lags.iter().map(|lag| lag.error).fold(0.0, f32::max);
        if varies <= f32::EPSILON {
            return None;
        }
        let good = |lag: usize| {
            let evidence = &self.lags[lag];
            evidence.weight > lag as f32 && evidence.error < config.tolerance * varies
        };
        // Neighbouring samples are alike for any smooth motion, so a period must come after a lag that is bad.
        let bad = (1..self.lags.len()).find(|lag| self.lags[*lag].error > 0.5 * varies)?;
        let first = (bad..self.lags.len()).find(|lag| good(*lag))?;
        // Walk down to the bottom of this valley.
        (first..self.lags.len())
            .take_while(|lag| good(*lag))
            .min_by(|a, b| self.lags[*a].error.total_cmp(&self.lags[*b].error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn watch(config: &PatternConfig, seconds: f32, hz: f32, at: impl Fn(f32) -> Vec3) -> Pattern {
        let mut pattern = Pattern::new(config);
        for tick in 0..(seconds * hz) as u32 {
            pattern.observe(config, at(tick as f32 / hz), 1.0 / hz);
        }
        pattern
    }

    proptest! {
        #[test]
        fn a_circle_is_foretold(period in 1.5f32..4.0, radius in 0.5f32..3.0, hz in 15.0f32..60.0) {
            let config = PatternConfig::default();
            let at = |t: f32| {
                let angle = std::f32::consts::TAU * t / period;
                Vec3::new(maths::cos(angle), 0.0, maths::sin(angle)) * radius
            };
            let seconds = 5.0 * period;
            let pattern = watch(&config, seconds, hz, at);
            let found = pattern.period_s(&config);
            prop_assert!(found.is_some_and(|p| (p - period).abs() < 0.11), "{found:?} for {period}");
            let guess = pattern.predict(&config, 0.5).unwrap();
            // Samples are kept half a sample and a look from when they were true; it goes on meanwhile.
            let meanwhile = std::f32::consts::TAU / period * (0.5 * config.sample_s + 1.0 / hz);
            prop_assert!((guess - at(seconds + 0.5 - 1.0 / hz)).length() < (meanwhile + 0.1) * radius);
        }
    }

    #[test]
    fn a_zigzag_that_advances_is_foretold() {
        let config = PatternConfig::default();
        let at = |t: f32| {
            let phase = (t / 2.0).fract();
            Vec3::new(if phase < 0.5 { phase } else { 1.0 - phase } * 4.0, 0.0, 0.5 * t)
        };
        let pattern = watch(&config, 10.0, 30.0, at);
        let guess = pattern.predict(&config, 1.0).unwrap();
        assert!((guess - at(10.97)).length() < 0.3, "{guess} {}", at(10.97));
    }

    #[test]
    fn a_straight_way_and_a_stone_have_no_period() {
        let config = PatternConfig::default();
        assert_eq!(watch(&config, 10.0, 30.0, |_| Vec3::ONE).period_s(&config), None);
        let straight = watch(&config, 10.0, 30.0, |t| Vec3::X * t);
        assert_eq!(straight.period_s(&config), None);
    }

    #[test]
    fn blinking_is_a_pattern_too() {
        let config = PatternConfig::default();
        let pattern = watch(&config, 12.0, 30.0, |t| Vec3::X * f32::from(u8::from((t / 1.6).fract() < 0.5)));
        assert!((pattern.period_s(&config).unwrap() - 1.6).abs() < 0.11);
    }
}
