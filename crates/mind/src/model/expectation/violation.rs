//! When a measurement, or its absence, violates an expectation: confusion, surprise, disbelief (Kline 2.2.1 and
//! the rules of 3.2.4), and what the senses make of it (sensory grounding, fig. 2-1).

use serde::{Deserialize, Serialize};

/// What sensory grounding says: could a measurement be made, and should it have been possible?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Grounding {
    /// Not measured, and no wonder: the car is round the corner.
    Accept1,
    /// Measured, as it should be: the car is in front of you.
    Accept2,
    /// Not measured although it should be: the car vanished before your eyes.
    Reject1,
    /// Measured although it should not be possible: a pink elephant out of thin air.
    Reject2,
}

impl Grounding {
    /// The table of fig. 2-1.
    pub fn of(can: bool, should: bool) -> Self {
        match (can, should) {
            (false, false) => Self::Accept1,
            (true, true) => Self::Accept2,
            (false, true) => Self::Reject1,
            (true, false) => Self::Reject2,
        }
    }
}

/// The violations of one feature in one tick; several may come at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Violations {
    /// "I do not understand this."
    pub confusion: bool,
    /// "That is unnatural."
    pub surprise: bool,
    /// "I do not believe what I see."
    pub disbelief: bool,
}

impl Violations {
    /// Whether there is any.
    pub fn any(self) -> bool {
        self.confusion || self.surprise || self.disbelief
    }

    /// Those of either.
    pub fn or(self, other: Self) -> Self {
        Self {
            confusion: self.confusion || other.confusion,
            surprise: self.surprise || other.surprise,
            disbelief: self.disbelief || other.disbelief,
        }
    }

    /// Confusion, surprise, disbelief.
    pub fn kinds(self) -> [bool; 3] {
        [self.confusion, self.surprise, self.disbelief]
    }

    /// How many kinds there are at once.
    pub fn count(self) -> u32 {
        self.kinds().into_iter().map(u32::from).sum()
    }
}

/// How the conditions are put.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Rule {
    /// A measurement below a likelihood is odd; four confidences say what it brings (Kline 3.2.4).
    Thresholds,
    /// Confidence over likelihood says what it brings (Kline 4.1.1, item 1): what is almost impossible
    /// surprises whatever the confidence.
    Ratio {
        /// Confusion from here.
        confusion: f32,
        /// Surprise from here.
        surprise: f32,
        /// Disbelief from here.
        disbelief: f32,
    },
}

/// The conditions for violations (Kline 3.2.1, with its names).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ViolationConfig {
    /// A measurement less likely than this, relative to the most likely one, is odd.
    pub minimum_allowed_likelihood: f32,
    /// Enough to be confused.
    pub low_confidence: f32,
    /// Enough to be surprised by a measurement.
    pub medium_confidence: f32,
    /// Enough to be surprised by the absence of one.
    pub high_confidence: f32,
    /// Enough for disbelief.
    pub very_high_confidence: f32,
    /// How the conditions are put.
    pub rule: Rule,
}

impl Default for ViolationConfig {
    fn default() -> Self {
        Self {
            // Four standard deviations.
            minimum_allowed_likelihood: 3.4e-4,
            low_confidence: 0.1,
            medium_confidence: 0.4,
            high_confidence: 0.6,
            very_high_confidence: 0.9,
            rule: Rule::Thresholds,
        }
    }
}

impl ViolationConfig {
    /// The violations of one feature. `likelihood` is that of the measurement, or where there is none, of seeing
    /// nothing (1 - culled mass); `should` says whether the thing should have been visible.
    pub fn judge(&self, available: bool, should: bool, likelihood: f32, confidence: f32) -> Violations {
        if !available && !should {
            return Violations::default();
        }
        match self.rule {
            Rule::Thresholds => {
                if available && likelihood >= self.minimum_allowed_likelihood {
                    return Violations::default();
                }
                let for_surprise = if available { self.medium_confidence } else { self.high_confidence };
                Violations {
                    confusion: confidence >= self.low_confidence,
                    surprise: confidence > for_surprise,
                    disbelief: confidence > self.very_high_confidence,
                }
            }
            Rule::Ratio { confusion, surprise, disbelief } => {
                let ratio = confidence / likelihood.max(f32::MIN_POSITIVE);
                Violations {
                    confusion: ratio >= confusion,
                    surprise: ratio >= surprise,
                    disbelief: ratio >= disbelief,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_rules_hold_at_every_confidence() {
        let config = ViolationConfig::default();
        let judge = |available, confidence| config.judge(available, true, 0.0, confidence);
        assert_eq!(judge(true, 0.05), Violations::default());
        assert_eq!(judge(true, 0.3), Violations { confusion: true, ..Default::default() });
        assert_eq!(judge(true, 0.5), Violations { confusion: true, surprise: true, disbelief: false });
        assert_eq!(judge(false, 0.5), Violations { confusion: true, ..Default::default() });
        assert_eq!(judge(false, 0.95), Violations { confusion: true, surprise: true, disbelief: true });
        assert!(!config.judge(false, false, 0.0, 1.0).any(), "unseen for a reason");
        assert!(!config.judge(true, true, 1.0, 1.0).any(), "as expected");
    }
}
