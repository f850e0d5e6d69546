//! What a claim is, and what came of running it.

use crate::run::Run;
use serde::Serialize;
use std::fmt;

/// How good a number must be.
///
/// ```
/// use piaget_claims::Bar;
/// assert!(Bar::AtLeast(0.95).holds(0.97));
/// assert!(!Bar::Between(0.1, 0.2).holds(f64::NAN));
/// assert_eq!(Bar::AtMost(2.0).to_string(), "at most 2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bar {
    /// The number itself or more.
    AtLeast(f64),
    /// The number itself or less.
    AtMost(f64),
    /// Both ends included.
    Between(f64, f64),
}

impl Bar {
    /// Whether a value is good enough. Not a number never is.
    pub fn holds(self, value: f64) -> bool {
        match self {
            Self::AtLeast(least) => value >= least,
            Self::AtMost(most) => value <= most,
            Self::Between(least, most) => value >= least && value <= most,
        }
    }
}

impl fmt::Display for Bar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(least) => write!(f, "at least {least}"),
            Self::AtMost(most) => write!(f, "at most {most}"),
            Self::Between(least, most) => write!(f, "{least} to {most}"),
        }
    }
}

impl Serialize for Bar {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// How often a claim is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trials {
    /// For the record.
    pub full: u32,
    /// In tests, with a pinned seed: enough to see it break.
    pub quick: u32,
}

/// A claim of a paper (or of ours) as an experiment.
#[derive(Debug)]
pub struct Claim {
    /// `paper.subject.what`.
    pub id: &'static str,
    /// Paper and section.
    pub source: &'static str,
    /// What is claimed, in our words.
    pub says: &'static str,
    /// What the value is.
    pub metric: &'static str,
    /// How good it must be.
    pub bar: Bar,
    /// How often it is tried.
    pub trials: Trials,
    /// Runs the trials and measures. An error says why nothing could be measured.
    pub run: fn(&Run<'_>) -> Result<Measured, String>,
}

/// Something beside the value that must hold too: a control, a side condition.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Requirement {
    /// What was measured.
    pub name: String,
    /// How much it is.
    pub value: f64,
    /// How good it must be.
    pub bar: Bar,
}

/// What an experiment found.
///
/// ```
/// use piaget_claims::{Bar, Measured};
/// let found = Measured::new(0.99).detail("median_m", 0.1).require("control", 0.2, Bar::AtMost(0.5));
/// assert!(found.requirements[0].bar.holds(found.requirements[0].value));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// The number that the bar is about.
    pub value: f64,
    /// Why nothing was measured, where something that the machine lacks is needed.
    pub skipped: Option<String>,
    /// What must hold besides.
    pub requirements: Vec<Requirement>,
    /// Numbers worth knowing.
    pub details: Vec<(String, f64)>,
    /// A figure, as SVG.
    pub figure: Option<String>,
}

impl Measured {
    /// A value and nothing else.
    pub fn new(value: f64) -> Self {
        Self { value, ..Self::default() }
    }

    /// Nothing was measured, because something is not on this machine (recordings, maps).
    pub fn skipped(why: impl Into<String>) -> Self {
        Self { value: f64::NAN, skipped: Some(why.into()), ..Self::default() }
    }

    /// Adds a number worth knowing.
    #[must_use]
    pub fn detail(mut self, name: impl Into<String>, value: f64) -> Self {
        self.details.push((name.into(), value));
        self
    }

    /// Adds a condition that must hold for the claim to pass: a control that should fail, a limit.
    #[must_use]
    pub fn require(mut self, name: impl Into<String>, value: f64, bar: Bar) -> Self {
        self.requirements.push(Requirement { name: name.into(), value, bar });
        self
    }

    /// Adds the figure.
    #[must_use]
    pub fn figure(mut self, svg: String) -> Self {
        self.figure = Some(svg);
        self
    }
}

/// How a claim ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The value and every requirement are good enough.
    Pass,
    /// Something is not.
    Fail,
    /// Nothing was measured, because something is not on this machine.
    Skipped(String),
    /// The experiment itself could not run.
    Broken(String),
}

/// A claim that was run.
pub struct Outcome {
    /// Which.
    pub claim: &'static Claim,
    /// With this seed.
    pub seed: u64,
    /// So many times.
    pub trials: u32,
    /// What was found.
    pub measured: Measured,
    /// Whether it is good enough.
    pub verdict: Verdict,
}

impl Claim {
    /// Runs the claim. `progress` is told of each trial that ends.
    pub fn replicate(&'static self, trials: u32, seed: u64, progress: &(dyn Fn() + Sync)) -> Outcome {
        let (measured, verdict) = match (self.run)(&Run::new(seed, trials, progress)) {
            Err(why) => (Measured::new(f64::NAN), Verdict::Broken(why)),
            Ok(measured) => {
                let verdict = match &measured.skipped {
                    Some(why) => Verdict::Skipped(why.clone()),
                    None if self.is_met_by(&measured) => Verdict::Pass,
                    None => Verdict::Fail,
                };
                (measured, verdict)
            }
        };
        Outcome { claim: self, seed, trials, measured, verdict }
    }

    fn is_met_by(&self, measured: &Measured) -> bool {
        self.bar.holds(measured.value)
            && measured.requirements.iter().all(|required| required.bar.holds(required.value))
    }
}

impl Outcome {
    /// Whether it passed. What was skipped did not.
    pub fn passed(&self) -> bool {
        self.verdict == Verdict::Pass
    }

    /// Why it did not pass, in a sentence; `None` if it did.
    pub fn why_not(&self) -> Option<String> {
        match &self.verdict {
            Verdict::Pass => None,
            Verdict::Skipped(why) => Some(format!("skipped: {why}")),
            Verdict::Broken(why) => Some(format!("could not run: {why}")),
            Verdict::Fail => {
                let own = (!self.claim.bar.holds(self.measured.value)).then(|| {
                    format!("{} is {:.4}, not {}", self.claim.metric, self.measured.value, self.claim.bar)
                });
                let missed = self.measured.requirements.iter().filter(|r| !r.bar.holds(r.value));
                let missed = missed.map(|r| format!("{} is {:.4}, not {}", r.name, r.value, r.bar));
                Some(own.into_iter().chain(missed).collect::<Vec<_>>().join("; "))
            }
        }
    }
}

/// The line that scripts read. `pass` is null where the claim was skipped, and a value that is not a number is
/// null.
impl Serialize for Outcome {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Line<'a> {
            claim: &'a str,
            source: &'a str,
            says: &'a str,
            metric: &'a str,
            value: f64,
            bar: Bar,
            trials: u32,
            seed: u64,
            pass: Option<bool>,
            #[serde(skip_serializing_if = "Option::is_none")]
            why_not: Option<String>,
            requirements: &'a [Requirement],
            details: serde_json::Map<String, serde_json::Value>,
        }
        let details = self.measured.details.iter().map(|(name, value)| (name.clone(), (*value).into()));
        Line {
            claim: self.claim.id,
            source: self.claim.source,
            says: self.claim.says,
            metric: self.claim.metric,
            value: self.measured.value,
            bar: self.claim.bar,
            trials: self.trials,
            seed: self.seed,
            pass: (!matches!(self.verdict, Verdict::Skipped(_))).then(|| self.passed()),
            why_not: self.why_not(),
            requirements: &self.measured.requirements,
            details: details.collect(),
        }
        .serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(run: fn(&Run<'_>) -> Result<Measured, String>) -> &'static Claim {
        Box::leak(Box::new(Claim {
            id: "test.claim",
            source: "nowhere",
            says: "that tests can tell good from bad",
            metric: "goodness",
            bar: Bar::AtLeast(0.5),
            trials: Trials { full: 2, quick: 1 },
            run,
        }))
    }

    fn verdict(run: fn(&Run<'_>) -> Result<Measured, String>) -> Verdict {
        claim(run).replicate(1, 1, &|| ()).verdict
    }

    #[test]
    fn the_verdict_needs_value_and_requirements() {
        assert_eq!(verdict(|_| Ok(Measured::new(0.5))), Verdict::Pass);
        assert_eq!(verdict(|_| Ok(Measured::new(0.4))), Verdict::Fail);
        assert_eq!(verdict(|_| Ok(Measured::new(f64::NAN))), Verdict::Fail);
        assert_eq!(
            verdict(|_| Ok(Measured::new(0.9).require("control", 0.9, Bar::AtMost(0.5)))),
            Verdict::Fail
        );
        assert_eq!(verdict(|_| Err("no scenario".into())), Verdict::Broken("no scenario".into()));
        assert_eq!(verdict(|_| Ok(Measured::skipped("no data"))), Verdict::Skipped("no data".into()));
    }

    #[test]
    fn the_line_holds_what_scripts_need() {
        let outcome = claim(|_| Ok(Measured::new(0.25).detail("median_m", 2.0))).replicate(7, 3, &|| ());
        let line = serde_json::to_value(&outcome).unwrap();
        for key in ["claim", "source", "says", "metric", "value", "bar", "trials", "pass", "seed"] {
            assert!(line.get(key).is_some(), "{key} is missing in {line}");
        }
        assert_eq!(line["why_not"], "goodness is 0.2500, not at least 0.5");
        assert_eq!((&line["trials"], &line["pass"]), (&7.into(), &false.into()));
    }
}
