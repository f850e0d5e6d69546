//! What a believed thing is doing, as a few rival explanations with weights. A sighting and a look in vain reweigh them;
//! who is who, surprise, disbelief and habituation are read off the weights.
//!
//! All improbability is told on one scale, in nats: the negative logarithm of how likely something is, relative to what was
//! expected. What a creature holds for impossible is an explanation with a small prior, not an absence of one.

mod config;

pub use config::{Account, ExplainConfig, NODES, read};

use piaget_terms::valid::{Checked, amount, amount_or_none, point, require, share};
use piaget_terms::{Name, Vec2, maths};
use serde::{Deserialize, Serialize};

/// What a thing may be doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Explanation {
    /// It goes on as it went.
    #[default]
    GoesOn,
    /// It stands where it was seen last.
    Stands,
    /// It turned, stopped or sped up of a sudden, no faster than things move.
    Turns,
    /// It repeats what it did a period ago.
    Repeats,
    /// It went with the hand that holds it.
    Held,
    /// It was put back where it is kept.
    PutBack,
    /// It is elsewhere in an instant.
    Jumped,
    /// It has ceased to be.
    Ceased,
    /// It has changed its looks.
    Changed,
    /// It came out of thin air.
    Arrived,
    /// It went through something solid.
    PassedThrough,
}

impl Explanation {
    /// All of them, in the order of their weights.
    pub const ALL: [Self; 11] = [
        Self::GoesOn,
        Self::Stands,
        Self::Turns,
        Self::Repeats,
        Self::Held,
        Self::PutBack,
        Self::Jumped,
        Self::Ceased,
        Self::Changed,
        Self::Arrived,
        Self::PassedThrough,
    ];

    /// Its number in [`Explanations::weights`].
    pub fn index(self) -> usize {
        self as usize
    }

    /// Whether things do this all the time.
    pub fn is_ordinary(self) -> bool {
        matches!(self, Self::GoesOn | Self::Stands | Self::Repeats | Self::Held | Self::PutBack)
    }

    /// Its word in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::GoesOn => "goes on",
            Self::Stands => "stands",
            Self::Turns => "turns",
            Self::Repeats => "repeats",
            Self::Held => "held",
            Self::PutBack => "put back",
            Self::Jumped => "jumped",
            Self::Ceased => "ceased",
            Self::Changed => "changed",
            Self::Arrived => "out of thin air",
            Self::PassedThrough => "passed through",
        }
    }
}

/// The logarithm of how likely an explanation is that what was seen rules out.
pub(crate) const IMPOSSIBLE: f32 = -1e4;

/// How many explanations there are.
pub const EXPLANATIONS: usize = Explanation::ALL.len();

/// What has ceased to be with this probability is no longer told of, and counts as gone. Not a setting: a level of certainty.
const SURELY_CEASED: f32 = 0.95;

/// The explanations of one thing after a tick.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Explanations {
    /// How likely each is now; they sum to 1.
    pub weights: [f32; EXPLANATIONS],
    /// How improbable what this tick brought was, over all explanations.
    pub nats: f32,
    /// The surprise that is felt: that of the tick, or of an earlier one as far as it has not faded.
    pub felt_nats: f32,
    /// The explanation that was left for what was felt.
    pub felt: Explanation,
    /// How much more this tick surprises than what is still felt, from 0 to 1.
    pub(crate) startle: f32,
    /// Whether what is felt has been a surprise, and has not faded.
    pub(crate) surprised: bool,
    /// How often each explanation was needed, as it is remembered of this thing: what was odd becomes usual.
    pub(crate) usual: [f32; EXPLANATIONS],
    /// Logarithms of how likely each is before the next sighting: its prior, and what looks in vain have made of it.
    pub(crate) logs: [f32; EXPLANATIONS],
    /// How improbable it was, over all explanations, not to see it since it was seen last.
    pub(crate) absent_nats: f32,
    /// Seconds for which all of it has shown.
    pub(crate) whole_s: f32,
    /// Seconds since something solid was just ahead of it.
    pub(crate) untouched_s: f32,
    /// The share of where it would be if it went on that was looked at in vain since.
    pub(crate) absence: f32,
    /// The share of the map that was looked at in vain since.
    pub(crate) culled: f32,
    /// Where it went out of sight, a moment after it was seen last; `None` where it vanished in view.
    pub(crate) hid_at: Option<Vec2>,
    /// How surely it is not there: that place was looked at in vain.
    pub(crate) uncovered: f32,
    /// Its kind, colour and shape as they were last seen; empty for what was not told.
    pub(crate) looks: [Name; 3],
    /// Whether it has counted as one that is no more since it was seen.
    pub(crate) given_up: bool,
    /// What the tick before needed an odd explanation for: it counts once, when it is over.
    pub(crate) odd: Option<Explanation>,
}

impl Default for Explanations {
    fn default() -> Self {
        let mut weights = [0.0; EXPLANATIONS];
        weights[Explanation::GoesOn.index()] = 1.0;
        Self {
            weights,
            nats: 0.0,
            felt_nats: 0.0,
            felt: Explanation::GoesOn,
            startle: 0.0,
            surprised: false,
            usual: [0.0; EXPLANATIONS],
            logs: [IMPOSSIBLE; EXPLANATIONS],
            absent_nats: 0.0,
            whole_s: 0.0,
            untouched_s: f32::MAX,
            absence: 0.0,
            culled: 0.0,
            hid_at: None,
            uncovered: 0.0,
            looks: [Name::default(); 3],
            given_up: false,
            odd: None,
        }
    }
}

impl Explanations {
    /// Whether saved weights are shares that sum to 1, and the rest are amounts.
    pub(crate) fn validate(&self) -> Checked {
        self.weights.iter().try_for_each(|weight| share("weights", *weight))?;
        let sum: f32 = self.weights.iter().sum();
        require((sum - 1.0).abs() < 1e-3, "weights", || format!("sum to {sum}"))?;
        amount("nats", self.nats)?;
        amount("felt_nats", self.felt_nats)?;
        share("startle", self.startle)?;
        self.usual.iter().try_for_each(|times| amount("usual", *times))?;
        self.logs.iter().try_for_each(|log| require(*log <= 0.0, "logs", || format!("holds {log}")))?;
        amount("absent_nats", self.absent_nats)?;
        amount_or_none("untouched_s", self.untouched_s)?;
        amount("whole_s", self.whole_s)?;
        share("absence", self.absence)?;
        share("culled", self.culled)?;
        self.hid_at.map_or(Ok(()), |at| point("hid_at", at))?;
        share("uncovered", self.uncovered)
    }

    /// Whether it is held for one that surely is no more.
    pub(crate) fn has_surely_ceased(&self) -> bool {
        self.ceased() >= SURELY_CEASED
    }

    /// How likely it is that the thing goes on as it went, or stands where it stood.
    pub fn goes_on(&self) -> f32 {
        self.weights[Explanation::GoesOn.index()] + self.weights[Explanation::Stands.index()]
    }

    /// How likely it is that the thing is no more.
    pub fn ceased(&self) -> f32 {
        self.weights[Explanation::Ceased.index()]
    }

    /// How likely it was, before looks in vain, not to see a thing that turned or stopped out of sight, and stays there with this
    /// chance.
    pub(crate) fn left(&self, stays: f32) -> f32 {
        let stays_there = if self.hid_at.is_some() { 1.0 - self.uncovered } else { 0.0 };
        (1.0 - stays) * (1.0 - self.culled) + stays * stays_there
    }

    /// How likely it was, before looks in vain, that a thing which is not seen has ceased to be since it was seen last.
    pub(crate) fn may_cease(&self) -> f32 {
        maths::exp(self.logs[Explanation::Ceased.index()])
    }

    /// The likeliest explanation.
    pub fn best(&self) -> Explanation {
        let heavier = |a: &Explanation, b: &Explanation| {
            self.weights[a.index()].total_cmp(&self.weights[b.index()]).then(b.cmp(a))
        };
        Explanation::ALL.into_iter().max_by(heavier).unwrap_or_default()
    }

    /// Reweighs by logarithms of prior times likelihood, and says how improbable the evidence was over all of them.
    pub(crate) fn weigh(&mut self) -> f32 {
        let logs = &self.logs;
        let most = logs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        if !most.is_finite() {
            return 0.0;
        }
        let mut sum = 0.0;
        for (weight, log) in self.weights.iter_mut().zip(logs) {
            *weight = maths::exp(log - most);
            sum += *weight;
        }
        for weight in &mut self.weights {
            *weight /= sum;
        }
        (-most - maths::ln(sum)).max(0.0)
    }

    /// How odd the explanation was that the tick is left with: the likeliest of those that are not ordinary.
    pub(crate) fn oddest(&self) -> Explanation {
        let odd = Explanation::ALL.into_iter().filter(|one| !one.is_ordinary());
        odd.max_by(|a, b| self.weights[a.index()].total_cmp(&self.weights[b.index()])).unwrap_or_default()
    }
}
