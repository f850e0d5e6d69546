//! Seeded chance: one generator per mind, the same numbers on every machine, saved with the mind.

use crate::maths;
use rand_core::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg32;
use serde::{Deserialize, Serialize};

/// A stream of chance that a seed decides.
///
/// ```
/// use piaget_terms::Chance;
/// let (mut a, mut b) = (Chance::new(7), Chance::new(7));
/// assert_eq!(a.unit(), b.unit());
/// assert_ne!(Chance::new(7).unit(), Chance::new(8).unit());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chance(Pcg32);

impl Chance {
    /// The stream that belongs to a seed.
    pub fn new(seed: u64) -> Self {
        Self(Pcg32::seed_from_u64(seed))
    }

    /// A stream of its own for a part of the whole (a creature, a trial), decided by seed and part.
    pub fn of_part(seed: u64, part: u64) -> Self {
        Self::new(mix(seed ^ mix(part.wrapping_add(0x9e37_79b9_7f4a_7c15))))
    }

    /// Any 32 bits.
    pub fn bits(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// A number from 0 (included) to 1 (not included).
    pub fn unit(&mut self) -> f32 {
        (self.bits() >> 8) as f32 * (1.0 / (1 << 24) as f32)
    }

    /// A number between two others.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// A whole number from 0 to `count - 1`; 0 if `count` is 0.
    pub fn below(&mut self, count: u32) -> u32 {
        ((u64::from(self.bits()) * u64::from(count)) >> 32) as u32
    }

    /// True with this probability.
    pub fn happens(&mut self, probability: f32) -> bool {
        self.unit() < probability
    }

    /// A normally distributed number with mean 0 and standard deviation 1 (Box-Muller).
    pub fn normal(&mut self) -> f32 {
        let radius = (-2.0 * maths::ln(1.0 - self.unit())).sqrt();
        radius * maths::cos(std::f32::consts::TAU * self.unit())
    }

    /// One index, each with a probability proportional to its weight; `None` if no weight is above 0.
    pub fn weighted(&mut self, weights: &[f32]) -> Option<usize> {
        let total: f32 = weights.iter().filter(|w| **w > 0.0).sum();
        let mut left = self.unit() * total;
        let mut last = None;
        for (index, &weight) in weights.iter().enumerate().filter(|(_, w)| **w > 0.0) {
            last = Some(index);
            if left < weight {
                break;
            }
            left -= weight;
        }
        last
    }
}

/// Spreads the bits of a seed (SplitMix64's finaliser), so that neighbouring seeds give unrelated streams.
fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weighted_choice_follows_the_weights() {
        let mut chance = Chance::new(1);
        let mut counts = [0u32; 3];
        for _ in 0..10_000 {
            counts[chance.weighted(&[1.0, 0.0, 3.0]).unwrap()] += 1;
        }
        assert_eq!(counts[1], 0);
        assert!((2300..2700).contains(&counts[0]), "{counts:?}");
        assert_eq!(chance.weighted(&[0.0, -1.0]), None);
    }

    #[test]
    fn normal_numbers_have_mean_0_and_deviation_1() {
        let mut chance = Chance::new(2);
        let all: Vec<f32> = (0..20_000).map(|_| chance.normal()).collect();
        let mean = all.iter().sum::<f32>() / all.len() as f32;
        let variance = all.iter().map(|x| (x - mean) * (x - mean)).sum::<f32>() / all.len() as f32;
        assert!(mean.abs() < 0.03 && (variance - 1.0).abs() < 0.05, "{mean} {variance}");
    }
}
